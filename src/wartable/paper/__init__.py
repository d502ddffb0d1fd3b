"""Documents for people to read and file: one model, and writers of HTML, PDF and Markdown.

    from wartable.paper import Cover, Document, Section, para, write_html

A document is made of typed parts and knows nothing of a page. The report, the laboratory's evidence and recalled rounds
are written here and nowhere else.
"""

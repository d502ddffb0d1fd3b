"""A document as Markdown, for a reader of text."""

from wartable.paper.document import Document
from wartable.paper.plain import Plain, plain


def write_markdown(document: Document) -> bytes:
    """Write the whole document; a chart is replaced by the sentence that describes it."""
    page = plain(document)
    cover = page["cover"]
    parts = [f"# {cover['title']}", _block(cover["verdict"]), _block(cover["facts"])]
    for section in page["sections"]:
        parts += [f"## {section['title']}", *map(_block, section["blocks"])]
    return ("\n\n".join(parts) + "\n").encode()


def _block(block: Plain) -> str:
    match block["kind"]:
        case "paragraph":
            return _words(block["words"])
        case "subheading":
            return f"### {block['text']}"
        case "table":
            return f"**{block['caption']}**\n\n{_table(block)}"
        case "facts":
            return "\n".join(f"- {row['name']}: {_words(row['words'])}" for row in block["rows"])
        case "key_figures":
            return "\n".join(f"- **{_words([key['figure']])}** {key['says']}" for key in block["figures"])
        case "bullets":
            return "\n".join(f"- {_words(item)}" for item in block["items"])
        case "notice":
            return "\n".join([f"**{block['title']}**", "", *(f"- {_words(item)}" for item in block["items"])]).rstrip()
    return f"*{block['title']}. {block['instead']}*"


def _table(block: Plain) -> str:
    head = [column["title"] for column in block["columns"]]
    rows = [[_words(cell) for cell in row["cells"]] for row in block["rows"]]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


_MARKS = {"code": "`", "strong": "**", "quiet": "*"}


def _words(words: list[Plain]) -> str:
    marked = ((_MARKS.get(word["kind"], ""), word) for word in words if word["kind"] != "bar")
    return "".join(f"{mark}{word['text']}{mark}" for mark, word in marked)

"""`wartable audit`: what happened, proved. Each verb is a function of its own, which says itself what it does."""

from cyclopts import App

from wartable.cli.audit.export import export
from wartable.cli.audit.privacy import erase, retain
from wartable.cli.audit.proof import heads, replay, verify
from wartable.cli.audit.recall import recall
from wartable.cli.audit.reports import reports

VERBS = (verify, heads, recall, replay, export, reports, erase, retain)

EXAMPLE = """Example:

    wartable audit verify --db sqlite:///war.db
    wartable audit recall T1 4182 --db sqlite:///war.db
    wartable audit VERB --help
"""

audit = App(
    name="audit",
    help="What happened, proved: nothing altered, every round recalled, every cent accounted for.",
    help_epilogue=EXAMPLE,
    help_format="plaintext",
)
for _verb in VERBS:
    audit.command(_verb, help_epilogue="")

"""The end of a stream that no head covers yet: looked at as `verify` looks, before a head is signed over it."""

from collections.abc import Iterable

from msgspec.structs import astuple

from wartable.audit.finding import Finding
from wartable.audit.following import play
from wartable.audit.proof.commands import unanswered
from wartable.audit.proof.forms import Forms
from wartable.audit.reading import TABLE
from wartable.audit.walk import link, wrong
from wartable.ledger import meter, patron
from wartable.store import ReadLog, Receipt, Recorded
from wartable.table import Table

PAID_OUT = (patron(""), meter(""))
"""Accounts that are paid out elsewhere than at the table that fills them."""

Start = tuple[int, Table]
"""A version of a table, and the table as it stood there; the house knows it to be right."""


def check_tail(log: ReadLog, after: Receipt, known: Start | None = None) -> Finding | None:
    """Return the first record after a signed one that is wrong: chain, moment, form, command and payments.

    A table is followed from a state that is known to be right, or from its first record.
    """
    stream, head = after.stream, log.head(after.stream).version
    records = list(log.read(stream, after.version, head))
    found = [_broken(after, records), *unanswered(log, stream, records)]
    if stream.startswith(TABLE):
        start = known[0] if known is not None else 0
        found += play(log, stream, log.read(stream, start, head), start=known).findings
    return min(filter(None, found), key=lambda one: one.version, default=None)


def pays_after(log: ReadLog, stream: str, version: int) -> bool:
    """Return whether a stream pays a patron, or a meter of several tables, after a version."""
    return any(one.cents > 0 and one.account.startswith(PAID_OUT) for one in log.postings(stream, version))


def _broken(after: Receipt, records: Iterable[Recorded]) -> Finding | None:
    stream, version, chain = after.stream, after.version, after.chain
    forms = Forms()
    for row in forms.over(map(astuple, records)):
        if row[1] != version + 1 or link(chain, stream, version + 1, row) != row[7]:
            return wrong(stream, version, chain, row)
        version, chain = row[1], row[7]
    return forms.findings.get(stream)

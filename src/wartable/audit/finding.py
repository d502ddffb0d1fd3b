"""What an audit finds: a place in the store, and what is wrong there."""

from typing import Literal

import msgspec

What = Literal[
    "changed",
    "missing",
    "inserted",
    "moved",
    "renumbered",
    "unreadable",
    "postings",
    "account",
    "command",
    "stream",
    "snapshot",
    "head",
    "receipt",
    "state",
    "settlement",
    "cards",
    "secret",
    "personal",
    "migration",
    "shape",
    "key",
    "rules",
    "form",
    "moment",
]


NOT_CANONICAL = "the record is not in its canonical form: its body is not as the program writes it"


class Finding(msgspec.Struct, frozen=True):
    """The first thing that is wrong in one place. Version 0 is a stream as a whole, or an account."""

    stream: str
    version: int
    what: What
    says: str

    def __str__(self) -> str:
        place = f"{self.stream} version {self.version}" if self.version else self.stream
        return f"{place}: {self.says}"

"""A rulebook: the law of one state as data, and nothing else about that state anywhere."""

from collections.abc import Mapping

import msgspec

from wartable.rulebook.rules import MeterName, Result, StepRule
from wartable.rulebook.values import Value

EDITION = 2
"""The edition of the law in this program. A log names the edition of its tables. The first edition left a tie wager
without its own maximum unlimited, let a house choose what the texts order, and had other defaults: see `editions`."""


class SettlementRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the rulebook settles one wager on one outcome; `pays` names the odds.

    A side bet may pay an `amount` instead, or a `meter`; the amount "envy" is the house's table of envy bonuses.
    """

    result: Result
    clauses: tuple[str, ...]
    pays: str | None = None
    amount: str | None = None
    meter: MeterName | None = None


class Attestation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A duty about furniture, equipment or approvals that the house confirms in its file."""

    says: str
    clauses: tuple[str, ...]
    reading: str | None = None
    when: Mapping[str, list[str]] = {}


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word the rulebook defines."""

    word: str
    clauses: tuple[str, ...]
    reading: str | None = None


class Rulebook(msgspec.Struct, frozen=True):
    """The law of one state: every value with its clause."""

    name: str
    code: str
    title: str
    authority: str
    source: str
    """The document the rules were taken from."""
    in_force: str
    """The day the document came into force, where it states one."""
    values: Mapping[str, Value]
    settlement: Mapping[str, SettlementRow]
    steps: Mapping[str, StepRule]
    attest: Mapping[str, Attestation]
    terms: Mapping[str, Term]
    edition: int = EDITION

    def by_house_key(self) -> dict[str, str]:
        """Return the rulebook's name of each value, by its name in a house file."""
        return {value.key or name: name for name, value in self.values.items()}

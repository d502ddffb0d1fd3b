"""One step of a procedure: who does it, what it says, and the clauses that ask for it."""

from typing import Literal

import msgspec

from wartable.table.commands import Command
from wartable.table.state import Table
from wartable.table.words import Seat

Evidence = Literal["", "counts", "verdict"]
"""What a person has to say at a step: the chips counted of each kind, or yes or no."""


class Step(msgspec.Struct, frozen=True):
    """One step: its role, its text and its clauses. `command` is ready to send where no choice is needed.

    Where evidence is asked for, `command` is what the program says that counts and looks by itself; a person is never
    shown it, and gives one of the `answers` or a count.
    """

    step: str
    by: tuple[str, ...]
    says: str
    clauses: tuple[str, ...]
    command: Command | None = None
    seat: Seat | None = None
    bettor: str = ""
    batch: int | None = None
    """The batch that it is done to, where there are two."""
    beside: bool = False
    """Whether the game goes on meanwhile, and the step is done when it can be."""
    evidence: Evidence = ""
    answers: tuple[Command, ...] = ()
    automatic: Command | None = None
    """What an automatic dealer does where a person enters a number, which is never filled in for them."""

    @property
    def usual(self) -> Command | None:
        """What an automatic actor sends; None where a person chooses or a card has to come."""
        return self.command or self.automatic


def make_step(
    table: Table,
    name: str,
    command: Command | None = None,
    seat: Seat | None = None,
    bettor: str = "",
    batch: int | None = None,
) -> Step:
    rule = table.rules.steps[name]
    if batch is None or not table.rules.by_batches:
        return Step(name, rule.by, rule.says, rule.clauses, command, seat, bettor)
    says = f"{table.rules.colour_of(batch).capitalize()} batch: {rule.says[:1].lower()}{rule.says[1:]}"
    return Step(name, rule.by, says, rule.clauses, command, seat, bettor, batch)

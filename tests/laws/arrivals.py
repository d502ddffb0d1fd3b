"""Tables at which players arrive while the cards are made ready."""

from typing import Any

from tests.told import DEALER, FLOOR, Told, done
from wartable.table import commands as c


def opened(rulebook: str, house: dict[str, Any] | None = None) -> Told:
    """A table whose cards are checked and verified, with every seat free."""
    told = Told.closed(rulebook, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    for by, step in ((DEALER, "receive"), (DEALER, "inspect"), (FLOOR, "verify")):
        told.does(by, done(told, step))
    return told


def shown(rulebook: str, house: dict[str, Any] | None = None) -> Told:
    """Ann has arrived first, Bob second; the cards are spread, and Ann is offered a look."""
    told = opened(rulebook, house).sits(4, "Ann").sits(2, "Bob")
    told.does(DEALER, c.ConfirmStep("spread"))
    return told

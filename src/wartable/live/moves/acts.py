"""Something that a table does by itself: who does it, the command, and what to call it in the log."""

from collections.abc import Callable
from typing import Literal

import msgspec

from wartable.table import Actor, Command

Own = Literal["auto", "clock", "bot"]


class HouseAct(msgspec.Struct, frozen=True):
    """Something to do now. `make` draws the card or turns the wheel only when it is done."""

    by: Actor
    command: str
    make: Callable[[], Command]
    own: Own = "auto"


def act_of(by: Actor, command: Command, own: Own = "auto") -> HouseAct:
    """Return the act of a known command."""
    tag = type(command).__struct_config__.tag
    return HouseAct(by, str(tag), lambda: command, own)

"""People whom a command names: the house knows its dealers, and a walk-in does not bear the name of another person."""

import msgspec

from wartable.live.people.orders import Speaker
from wartable.live.people.register import People
from wartable.live.settings import Floorplan, TableSettings
from wartable.live.wire import PLAYERS, PutWagers, Trouble, WireOpenTable, WireSit, WireTakeOver
from wartable.table import commands as c
from wartable.table import plain_name

ENTERS = (WireSit, PutWagers, c.PlaceWager, c.PostBank)
"""With these a player begins to play, or to play more."""


def why_not(
    said: msgspec.Struct, speaker: Speaker, settings: TableSettings, plan: Floorplan, people: People
) -> Trouble | None:
    """Return why the house refuses a command before its table is asked.

    A guest of a day when the house gave play money may come back to a house without any, with a session or a link.
    """
    if speaker.role == "guest" and not plan.guest_chips and isinstance(said, ENTERS):
        return Trouble.NOT_OFFERED
    return misnamed_in(said, speaker, settings, people)


def misnamed_in(said: msgspec.Struct, speaker: Speaker, settings: TableSettings, people: People) -> Trouble | None:
    """Return why the person named in a command cannot be meant; players name only themselves."""
    if settings.dealer == "automatic" or speaker.role in PLAYERS:
        return None
    match said:
        case WireTakeOver(dealer=named) if named and speaker.role == "dealer":
            return None if named == speaker.person else Trouble.ANOTHER_DEALER
        case WireOpenTable(dealer=named) | WireTakeOver(dealer=named) if named and speaker.role == "floor":
            person = people.find(named)
            return None if person is not None and person.role == "dealer" else Trouble.NO_SUCH_DEALER
        case WireSit(patron=named) | c.PlaceWager(bettor=named) if people.find(plain_name(named)) is not None:
            return Trouble.NAME_IS_TAKEN
    return None

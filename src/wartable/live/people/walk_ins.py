"""Walk-ins: people at a table that a person deals. The dealer seats them and bets for them, by what they are called.

A walk-in is one person at every box, behind every seat and after every break, as long as the dealer calls them the
same. A signed-in player is never a walk-in: only that player spends their chips.
"""

from msgspec.structs import replace

from wartable.live.wire import Trouble, WireSit, is_kept
from wartable.table import Command, Table, bettor_at, people_at, plain_name
from wartable.table import commands as c

WALK_IN = "walk-in "
"""The prefix of a walk-in's account; the table and what the player is called there follow."""


def is_walk_in(patron: str) -> bool:
    """Whether an account belongs to a player whom a dealer seated."""
    return patron.startswith(WALK_IN)


def called(patron: str) -> str:
    """Return what the dealer calls a walk-in; empty for other people."""
    return patron.removeprefix(WALK_IN).partition(" ")[2] if is_walk_in(patron) else ""


def walk_in(name: str, table: Table, table_id: str) -> str:
    """Return the account of a walk-in: the same as before for a person of this name whom the table knows."""
    account = f"{WALK_IN}{table_id} {' '.join(name.split())}"
    return next((known for known in people_at(table) if plain_name(known) == plain_name(account)), account)


def who_sits(said: WireSit, table: Table, table_id: str, version: int) -> str | Trouble:
    """Return the account of the person whom a dealer seats: the player of another box, a name, or a new player.

    Where players bank they have names, because the rounds that a person may bank are counted.
    """
    if said.same_as:
        box = table.box(said.same_as)
        patron = box.patron if box else ""
        if not patron:
            return Trouble.NO_SUCH_PATRON
        return patron if is_walk_in(patron) else Trouble.THEIRS_ALONE
    if not said.patron.strip() and table.rules.bank.by == "player":
        return Trouble.NAME_COMES_FIRST
    if is_kept(said.patron):
        return Trouble.NAME_IS_KEPT
    return walk_in(said.patron or f"player {version + 1}", table, table_id)


def for_walk_in(command: Command, table: Table, table_id: str) -> Command | Trouble:
    """Return what a dealer enters for a player, with the account it is for; a signed-in player answers alone."""
    match command:
        case c.PostBank() | c.DeclineBank():
            banker = banks(table)
            return Trouble.THEIRS_ALONE if banker and not is_walk_in(banker) else command
        case c.PlaceWager(seat=seat, bettor=name) | c.EnterLateWager(seat=seat, bettor=name) if name:
            known = _behind(table, seat, name)
            if is_kept(known):
                return Trouble.NAME_IS_KEPT
            account = walk_in(known, table, table_id)
            if not _is_called(command.patron, account, table, table_id):
                return Trouble.NAMES_ANOTHER_PERSON
            return replace(command, bettor=known, patron=account)
        case c.PlaceWager(seat=seat) | c.EnterLateWager(seat=seat):
            box = table.box(seat)
            if box is None or not _is_called(command.patron, box.patron, table, table_id):
                return command
            return replace(command, patron="")
        case c.TakeBackWager(seat=seat, bettor=name) if name:
            return replace(command, bettor=_behind(table, seat, name))
    return command


def _is_called(named: str, patron: str, table: Table, table_id: str) -> bool:
    """Whether a name that the dealer wrote is this person's, or none was written."""
    return named in ("", patron) or plain_name(walk_in(named, table, table_id)) == plain_name(patron)


def banks(table: Table) -> str:
    """Return the account of the player who banks or is offered the bank; empty where there is none."""
    if table.banker.posted:
        return table.banker.patron
    box = table.box(table.banker.offer)
    return box.patron if box else ""


def _behind(table: Table, seat: int, name: str) -> str:
    """Return the name of a bettor behind a seat in the case in which it was first entered."""
    plain, box = " ".join(name.split()), table.box(seat)
    if box is None or bettor_at(box, name):
        return name
    return next((one.name for one in box.bettors if one.name.casefold() == plain.casefold()), plain)

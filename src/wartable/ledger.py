"""Double entry over the table's events: chips move between accounts, and every event balances.

Every posting follows from one event alone, so the ledger can be rebuilt from the history and compared with it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from wartable.money import Cents
from wartable.rulebook import CHIPS, SIDE
from wartable.table import Event
from wartable.table import events as e

Account = str

BANK = "bank"
"""The table inventory or, where a player banks, what that player posted."""

LINKED = "linked"
"""Other tables that feed, and are paid from, the same meter."""

ROOM = "room"
"""Flat fees of the room, outside the wagers."""


class Posting(msgspec.Struct, frozen=True):
    """An amount to one account; the postings of an event sum to zero."""

    account: str
    cents: Cents


class Unbalanced(RuntimeError):
    """Money was created or lost: a defect, and the table stops."""


def patron(name: str) -> str:
    """Return the account of a patron's money."""
    return f"patron/{name}"


def layout(seat: int, bettor: str, wager: str) -> str:
    return f"layout/{seat}/{bettor}/{wager}"


def pool(seat: int, bettor: str) -> str:
    """Return the account of the bank's stake beside a player's two in a war."""
    return f"pool/{seat}/{bettor}"


def meter(name: str) -> str:
    """Return the account of a progressive meter, owed to its next winner."""
    return f"meter/{name}"


def at_table(table: str, account: Account) -> Account:
    """Return the name of a table's account among the accounts of the whole room."""
    return f"table/{table}/{account}"


def holds_chips(account: Account) -> bool:
    """Whether an account of the room holds physical chips or cash, and so cannot be negative.

    Other accounts can be negative: the cage owes what is out in the room, a meter's account begins at zero at any
    reading, and a count can find too much or too little.
    """
    if account.startswith("patron/"):
        return True
    if not account.startswith("table/"):
        return False
    return account.endswith(("/bank", "/drop", "/tips")) or "/layout/" in account or "/pool/" in account


Moves = Iterable[tuple[Account, Cents]]


def _placed(event: e.WagerPlaced) -> Moves:
    if event.wager not in CHIPS:
        return
    yield patron(event.patron), -event.amount
    yield layout(event.seat, event.bettor, event.wager), event.amount


def _taken_back(event: e.WagerTakenBack | e.WagerReturned) -> Moves:
    if event.wager not in CHIPS:
        return
    yield layout(event.seat, event.bettor, event.wager), -event.amount
    yield patron(event.patron), event.amount


def _war_declared(event: e.WarDeclared) -> Moves:
    yield patron(event.patron), -event.stake
    yield layout(event.seat, event.bettor, "war"), event.stake


def _war_not_placed(event: e.WarWagerNotPlaced) -> Moves:
    yield layout(event.seat, event.bettor, "war"), -event.amount
    yield patron(event.patron), event.amount


def _war_matched(event: e.WarMatched) -> Moves:
    yield BANK, -event.amount
    yield pool(event.seat, event.bettor), event.amount


def _collected(event: e.SideWagersCollected) -> Moves:
    """Chips that are counted first lie in front of the inventory, and are still the layout's."""
    return _into_the_inventory(event.stakes) if event.booked else ()


def _counted(event: e.SideWagersCounted) -> Moves:
    return _into_the_inventory(event.stakes)


def _into_the_inventory(stakes: Iterable[tuple[int, str, Cents]]) -> Moves:
    for seat, wager, stake in stakes:
        yield layout(seat, "", wager), -stake
        yield BANK, stake


def _settled(event: e.WagerSettled) -> Moves:
    """Side wagers went into the inventory before the deal; the others still lie on the layout."""
    lies = BANK if event.wager in SIDE else layout(event.seat, event.bettor, event.wager)
    yield lies, -event.staked
    yield patron(event.patron), event.returned + event.paid
    yield BANK, event.collected - event.paid + event.matched
    yield pool(event.seat, event.bettor), -event.matched


def _reversed(event: e.SettlementReversed) -> Moves:
    return ((account, -cents) for account, cents in _settled(event.line))


def _bank_posted(event: e.BankPosted | e.BankToppedUp) -> Moves:
    yield patron(event.patron), -event.amount
    yield BANK, event.amount


def _bank_released(event: e.BankReleased) -> Moves:
    yield BANK, -event.amount
    yield patron(event.patron), event.amount


def _meter_fed(event: e.MeterFed | e.MeterReset) -> Moves:
    yield BANK, -event.amount
    yield meter(event.meter), event.amount


def _meter_paid(event: e.MeterPaid) -> Moves:
    """The meter pays the bank, which has paid the winner."""
    yield meter(event.meter), -event.amount
    yield BANK, event.amount


def _meter_corrected(event: e.MeterCorrected) -> Moves:
    yield BANK, event.before - event.reading
    yield meter(event.meter), event.reading - event.before


def _meter_synced(event: e.MeterSynced) -> Moves:
    yield LINKED, event.before - event.reading
    yield meter(event.meter), event.reading - event.before


def _fee(event: e.RoomFeeTaken) -> Moves:
    yield patron(event.patron), -event.amount
    yield ROOM, event.amount


def _fee_returned(event: e.RoomFeeReturned) -> Moves:
    yield ROOM, -event.amount
    yield patron(event.patron), event.amount


MOVES: Mapping[type[Event], Callable[[Any], Moves]] = {
    e.WagerPlaced: _placed,
    e.WagerTakenBack: _taken_back,
    e.WagerReturned: _taken_back,
    e.SideWagersCollected: _collected,
    e.SideWagersCounted: _counted,
    e.MeterFed: _meter_fed,
    e.MeterReset: _meter_fed,
    e.MeterPaid: _meter_paid,
    e.MeterCorrected: _meter_corrected,
    e.MeterSynced: _meter_synced,
    e.WarDeclared: _war_declared,
    e.WarWagerNotPlaced: _war_not_placed,
    e.WarMatched: _war_matched,
    e.WagerSettled: _settled,
    e.SettlementReversed: _reversed,
    e.BankPosted: _bank_posted,
    e.BankToppedUp: _bank_posted,
    e.BankReleased: _bank_released,
    e.RoomFeeTaken: _fee,
    e.RoomFeeReturned: _fee_returned,
}


def balanced(event: object, moves: Moves) -> tuple[Posting, ...]:
    """Return the moves of one event as postings, without those of zero."""
    made = tuple(Posting(account, cents) for account, cents in moves if cents)
    if sum(posting.cents for posting in made):
        raise Unbalanced(f"{event!r} does not balance")
    return made


def postings(event: Event) -> tuple[Posting, ...]:
    """Return the postings of one event; none where no money moves."""
    moves = MOVES.get(type(event))
    return () if moves is None else balanced(event, moves(event))


def moves_of(table: str, event: Event, shared: Mapping[str, str] | None = None) -> tuple[Posting, ...]:
    """Return the postings of one event at a table, to the accounts of the whole room.

    A patron's account is the same at every table; the others are the table's own. `shared` names the meters that
    other tables feed too, and the name of each in the room: the tables share its account, so a synced reading moves
    no money here.
    """
    linked = shared or {}
    if isinstance(event, e.MeterSynced) and event.meter in linked:
        return ()
    return tuple(Posting(_in_the_room(table, made.account, linked), made.cents) for made in postings(event))


def _in_the_room(table: str, account: Account, shared: Mapping[str, str]) -> Account:
    kind, _, name = account.partition("/")
    if kind == "patron":
        return account
    if kind == "meter" and name in shared:
        return meter(shared[name])
    return at_table(table, account)


def balances(events: Iterable[Event], opening: Mapping[str, Cents] | None = None) -> dict[str, Cents]:
    """Return every account with a balance other than zero after these events."""
    accounts = dict(opening or {})
    for event in events:
        for posting in postings(event):
            accounts[posting.account] = accounts.get(posting.account, 0) + posting.cents
    return {account: cents for account, cents in accounts.items() if cents}

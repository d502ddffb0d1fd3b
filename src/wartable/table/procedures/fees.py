"""The room's flat fee: taken once for each seat of a round, the same from every player, and never a part of a wager.

It goes down with the player's first chips of the round, the initial wager or the bank, and comes back with them if
they are taken back before the deal. So a player who cannot pay it does not enter the round, and no round waits for it.
"""

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.words import Actor, Seat


def fee_taken(table: Table, seat: Seat, patron: str) -> tuple[e.RoomFeeTaken, ...]:
    """Return the fee of a seat that enters the round; none where the house has filed none."""
    fee = _filed(table)
    return (e.RoomFeeTaken(seat, patron, fee),) if fee else ()


def fee_returned(table: Table, seat: Seat, patron: str) -> tuple[e.RoomFeeReturned, ...]:
    """Return the fee of a seat that leaves the round before the deal."""
    fee = _filed(table)
    return (e.RoomFeeReturned(seat, patron, fee),) if fee else ()


def _filed(table: Table) -> int:
    bank = table.rules.bank
    return (bank.collection_fee or 0) if bank.fee_once else 0


def take_room_fee(table: Table, command: c.TakeRoomFee, by: Actor) -> Decided:
    """Take a fee by hand, as logs of the first edition have it; today it goes down with the wager, and only once."""
    bank, clauses = table.rules.bank, table.rules.cite.get("bank.collection_fee", ())
    if bank.collection_fee is None:
        return Refused(Refusal.NO_FEE_IS_SET, clauses)
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    if not box.patron:
        return Refused(Refusal.SEAT_IS_EMPTY)
    if bank.fee_once:
        return Refused(Refusal.FEE_IS_TAKEN_ONCE, clauses)
    return (e.RoomFeeTaken(box.seat, box.patron, bank.collection_fee),)


def room_fee_taken(table: Table, event: e.RoomFeeTaken) -> Table:
    return table


def room_fee_returned(table: Table, event: e.RoomFeeReturned) -> Table:
    return table

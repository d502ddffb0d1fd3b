"""The wheel: turned by the dealer's designated card, it pays the hot spot and, by the community ring, the others."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.money import Cents
from wartable.rulebook import BonusSpin, SettlementLine, Wager
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.meters import reset_amount
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import draw_is_due, spin_triggered
from wartable.table.state import Bettor, Box, Table
from wartable.table.turns import boxes_in
from wartable.table.words import Actor, Seat


def spin_wheel(table: Table, command: c.SpinWheel, by: Actor) -> Decided:
    """Stop the rings: at a position, at a symbol for it, and at a symbol for the others."""
    spin = table.rules.bonus_spin
    seats = [command.hot_seat, *(seat for seat, _, _ in command.passed)]
    if spin is None or table.round.spun is not None or not spin_triggered(table):
        return Refused(Refusal.NO_SPIN_IS_DUE, table.rules.cite.get("bonus_spin.trigger", ()))
    if any(table.box(seat) is None for seat in seats):
        return Refused(Refusal.NO_SUCH_SEAT)
    if _is_not_as_drawn(table, command, by):
        return Refused(Refusal.HOT_SEAT_IS_DRAWN, table.rules.cite["bonus_spin.hot_spot.selection"])
    respins = spin.hot_spot.unbet_position == "respin"
    passed = tuple(e.WheelRespun(*stop) for stop in command.passed)
    last = e.WheelSpun(command.hot_seat, command.hot, command.community)
    stops = [(command.hot, command.community), *((hot, community) for _, hot, community in command.passed)]
    if not all(_is_on_the_wheel(table, *stop) for stop in stops):
        return Refused(Refusal.NO_SUCH_SYMBOL)
    if any(not respins or _is_bet(table, stop.hot_seat) for stop in passed):
        return Refused(Refusal.HOT_SPOT_IS_BET, table.rules.cite["bonus_spin.hot_spot.unbet_position"])
    if respins and not _is_bet(table, last.hot_seat):
        return *passed, e.WheelRespun(last.hot_seat, last.hot, last.community)
    return *passed, last, *_jackpot(table, spin, last)


def _is_not_as_drawn(table: Table, command: c.SpinWheel, by: Actor) -> bool:
    """Whether the stops name another hot spot than the drawn one, or a person names it before it is drawn."""
    drawn = table.round.hot_seat
    if drawn is UNSET:
        return bool(by.person) and draw_is_due(table)
    return command.hot_seat != drawn or bool(command.passed)


def draw_hot_seat(table: Table, command: c.DrawHotSeat, by: Actor) -> Decided:
    """Record the position that the program drew; the dealer enters the stops of the rings for it."""
    spin = table.rules.bonus_spin
    if spin is None or not draw_is_due(table):
        return Refused(Refusal.NOT_NOW, table.rules.cite.get("bonus_spin.hot_spot.selection", ()))
    if table.box(command.seat) is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    again = spin.hot_spot.unbet_position == "respin" and not _is_bet(table, command.seat)
    return (e.HotSeatDrawn(command.seat, again),)


def hot_seat_drawn(table: Table, event: e.HotSeatDrawn) -> Table:
    return table if event.again else replace(table, round=replace(table.round, hot_seat=event.seat))


def _is_bet(table: Table, seat: Seat) -> bool:
    box = table.box(seat)
    return box is not None and box.has_stake("bonus_spin")


def _is_on_the_wheel(table: Table, hot: str, community: str) -> bool:
    rows = (f"hot.{hot}.bonus_spin", f"community.{community}.community")
    return hot != "none" and all(row in table.rules.settlement for row in rows)


def _jackpot(table: Table, spin: BonusSpin, stop: e.WheelSpun) -> tuple[e.Event, ...]:
    """A jackpot of the hot spot waits to be checked and validated like a progressive hand."""
    of_meter = table.rules.settlement[f"hot.{stop.hot}.bonus_spin"].meter is not None
    waits = spin.validate and of_meter and _is_bet(table, stop.hot_seat)
    return (e.ProgressiveWon(stop.hot_seat, stop.hot),) if waits else ()


def wheel_spun(table: Table, event: e.WheelSpun) -> Table:
    return replace(table, round=replace(table.round, spun=event))


def wheel_respun(table: Table, event: e.WheelRespun) -> Table:
    """Turn the wheel again; a hot spot that was drawn is drawn again."""
    return table if table.round.hot_seat is UNSET else replace(table, round=replace(table.round, hot_seat=UNSET))


def pay_jackpot(table: Table, spin: BonusSpin, box: Box, bettor: Bettor, *, wins: bool) -> tuple[e.Event, ...]:
    """Settle the wager of a hot spot whose jackpot was validated, or refused, with its community pay."""
    return *_hot(table, spin, box, bettor, wins=wins), *_community(table, spin, box, bettor)


def spin_lines(table: Table) -> tuple[e.Event, ...]:
    spin = table.rules.bonus_spin
    events: list[e.Event] = []
    if spin is None:
        return ()
    for box in boxes_in(table, table.rules.settle.direction):
        for bettor in box.bettors:
            if bettor.stakes["bonus_spin"]:
                events.extend(_hot(table, spin, box, bettor))
                events.extend(_community(table, spin, box, bettor))
    return tuple(events)


def _hot(table: Table, spin: BonusSpin, box: Box, bettor: Bettor, *, wins: bool = True) -> tuple[e.Event, ...]:
    """Pay the hot spot its symbol, or a meter; every other bettor loses the wager itself."""
    spun = table.round.spun
    hot = wins and spun is not None and spun.hot_seat == box.seat
    line = table.rules.settlement[f"hot.{spun.hot if spun and hot else 'none'}.bonus_spin"]
    paid = line.amount
    if line.meter is not None:
        paid = table.meters[line.meter].reading
    elif spun and hot and bettor.stakes["bonus_spin"] != spin.printed_stake:
        paid = spin.dollar_hot_table[spun.hot]
        line = replace(line, clauses=table.rules.cite["bonus_spin.dollar_hot_table"])
    stake = bettor.stakes["bonus_spin"]
    settled = _settled(box, bettor, "bonus_spin", line, stake, paid)
    if line.meter is None:
        return (settled,)
    reset = e.MeterReset(line.meter, reset_amount(table.rules, line.meter))
    return settled, e.MeterPaid(line.meter, box.seat, bettor.patron, paid), reset


def _community(table: Table, spin: BonusSpin, box: Box, bettor: Bettor) -> tuple[e.Event, ...]:
    """Pay every bettor the community pay: the hot spot only where the house says so."""
    spun = table.round.spun
    if spun is None or (spun.hot_seat == box.seat and not spin.hot_spot.also_community):
        return ()
    line = table.rules.settlement[f"community.{spun.community}.community"]
    printed = bettor.stakes["bonus_spin"] == spin.printed_stake
    amounts = spin.community_table if printed else spin.dollar_community_table
    paid = amounts.get(spun.community, line.amount)
    if not printed or paid != line.amount:
        name = "community_table" if printed else "dollar_community_table"
        line = replace(line, clauses=table.rules.cite[f"bonus_spin.{name}"])
    return (_settled(box, bettor, "community", line, 0, paid),)


def _settled(box: Box, bettor: Bettor, wager: Wager, line: SettlementLine, stake: Cents, paid: Cents) -> e.WagerSettled:
    return e.WagerSettled(box.seat, bettor.name, bettor.patron, wager, line.result, stake, stake, 0, paid, line.clauses)

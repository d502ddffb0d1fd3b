"""The wheel: turned by the dealer's designated card, it pays the hot spot and, by the community ring, the others."""

from msgspec.structs import replace

from wartable.money import Cents
from wartable.rulebook import BonusSpin, SettlementLine, Wager
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.meters import reset_amount
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import spin_triggered
from wartable.table.state import Bettor, Box, Table
from wartable.table.turns import boxes_in
from wartable.table.words import Actor


def spin_wheel(table: Table, command: c.SpinWheel, by: Actor) -> Decided:
    """Stop the rings: at a position, at a symbol for it, and at a symbol for the others."""
    spin = table.rules.bonus_spin
    box = table.box(command.hot_seat)
    if spin is None or table.round.spun is not None or not spin_triggered(table):
        return Refused(Refusal.NO_SPIN_IS_DUE, table.rules.cite.get("bonus_spin.trigger", ()))
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    for row in (f"hot.{command.hot}.bonus_spin", f"community.{command.community}.community"):
        if row not in table.rules.settlement or row == "hot.none.bonus_spin":
            return Refused(Refusal.NO_SUCH_SYMBOL)
    if spin.hot_spot.unbet_position == "respin" and not box.has_stake("bonus_spin"):
        return Refused(Refusal.HOT_SPOT_IS_UNBET, table.rules.cite["bonus_spin.hot_spot.unbet_position"])
    return (e.WheelSpun(command.hot_seat, command.hot, command.community),)


def wheel_spun(table: Table, event: e.WheelSpun) -> Table:
    return replace(table, round=replace(table.round, spun=event))


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


def _hot(table: Table, spin: BonusSpin, box: Box, bettor: Bettor) -> tuple[e.Event, ...]:
    """Pay the hot spot its symbol, or a meter; every other bettor loses the wager itself."""
    spun = table.round.spun
    hot = spun is not None and spun.hot_seat == box.seat
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

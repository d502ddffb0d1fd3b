"""The progressive wager: settled after a player's last wager, validated by the floor, paid at the current reading."""

from wartable.money import Cents
from wartable.rulebook import SettlementLine
from wartable.table import events as e
from wartable.table.procedures.meters import reset_amount
from wartable.table.side_bets import ENVIED, Hand, envy_due, progressive_hand, wins_meter
from wartable.table.state import Bettor, Box, Table
from wartable.table.turns import boxes_in


def settle_with_hand(table: Table, box: Box, hand: Hand) -> tuple[e.Event, ...]:
    """Settle the progressive with a player's last wager, unless the house settles it after the round."""
    progressive = table.rules.progressive
    if progressive is None or progressive.settle_point == "end_of_round":
        return ()
    return settle_progressive(table, box, hand)


def settle_progressive(table: Table, box: Box, hand: Hand) -> tuple[e.Event, ...]:
    """Settle a progressive: a losing hand is over; a winning one is paid, or waits to be checked and validated."""
    progressive = table.rules.progressive
    bettor = _bettor_on_it(box)
    if progressive is None or bettor is None:
        return ()
    checked = progressive.verify == "every_win" or progressive.floor_validates(wins_meter(table.rules, hand))
    waits = hand != "none" and checked
    return (e.ProgressiveWon(box.seat, hand),) if waits else pay_progressive(table, box, bettor, hand)


def left_to_the_end(table: Table) -> tuple[e.Event, ...]:
    """Settle every progressive that is still open."""
    return tuple(
        event
        for box in boxes_in(table, table.rules.settle.direction)
        if box.has_stake("progressive")
        for event in settle_progressive(table, box, progressive_hand(table, box))
    )


def _bettor_on_it(box: Box) -> Bettor | None:
    return next((bettor for bettor in box.bettors if bettor.stakes["progressive"]), None)


def _line(table: Table, hand: str) -> SettlementLine:
    return table.rules.settlement[f"progressive.{hand}.progressive"]


def pay_progressive(table: Table, box: Box, bettor: Bettor, hand: str) -> tuple[e.Event, ...]:
    """Pay by the odds and, for the meter hand, the meter; the house keeps the stake unless it is returned."""
    line, stake, progressive = _line(table, hand), bettor.stakes["progressive"], table.rules.progressive
    share, last = _meter_share(table, line)
    odds = line.odds.of(stake) if line.odds else 0
    returned = stake if progressive and progressive.stake_returned and line.odds else 0
    settled = e.WagerSettled(
        box.seat,
        bettor.name,
        bettor.patron,
        "progressive",
        line.result,
        stake,
        stake - returned,
        returned,
        odds + share,
        line.clauses,
    )
    if line.meter is None:
        return (settled,)
    paid = e.MeterPaid(line.meter, box.seat, bettor.patron, share)
    if not last:
        return settled, paid
    return settled, paid, e.MeterReset(line.meter, reset_amount(table.rules, line.meter))


def _meter_share(table: Table, line: SettlementLine) -> tuple[Cents, bool]:
    """The amount of a hit, and whether the meter restarts: all of it, or an equal part where several hits share it.

    Of a reading that cannot be shared equally, the earlier hit takes the odd cent.
    """
    if line.meter is None:
        return 0, False
    reading = table.meters[line.meter].reading
    progressive = table.rules.progressive
    if progressive is None or progressive.multi_hit == "sequential":
        return reading, True
    hits = sum(1 for box in table.boxes if box.has_stake("progressive") and progressive_hand(table, box) == ENVIED)
    return reading - reading * (hits - 1) // hits, hits == 1


def envy_lines(table: Table) -> tuple[e.WagerSettled, ...]:
    """Return one settlement for each receiver, with the sum of all envied hands."""
    return tuple(_envy_line(table, *due) for due in envy_due(table))


def _envy_line(table: Table, box: Box, bettor: Bettor, amount: Cents) -> e.WagerSettled:
    line = table.rules.settlement[f"progressive.{ENVIED}.envy"]
    clauses = line.clauses + tuple(clause for clause in table.rules.cite["envy.table"] if clause not in line.clauses)
    return e.WagerSettled(box.seat, bettor.name, bettor.patron, "envy", line.result, 0, 0, 0, amount, clauses)

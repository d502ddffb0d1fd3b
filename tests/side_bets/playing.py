"""Playing a planned round, one command after the other, so that anything can come between two of them."""

from collections.abc import Iterator

from tests.side_bets.history import Hand, Interruption, Plan
from tests.told import DEALER, FLOOR, METER, SHOE, Told
from wartable.cards import RANKS, parse
from wartable.money import MAX_CENTS
from wartable.table import Actor, next_of_the_house, opening_meters
from wartable.table import commands as c
from wartable.table.commands import Command
from wartable.table.turns import next_card_for, next_to_ask

VOID_REASON = "no player knows whose card it was"

Turn = tuple[Actor, Command]


def play(told: Told, plan: Plan, number: int) -> Iterator[int]:
    """The round, with a stop after every command."""
    for moment, (by, command) in enumerate(_turns(told, plan, number)):
        told.does(by, command)
        yield moment


def _turns(told: Told, plan: Plan, number: int) -> Iterator[Turn]:
    yield from _bets(told, plan)
    yield DEALER, c.CallNoMoreBets()
    while told.table.phase != "betting":
        yield next_of_the_house(told.table) or _chosen(told, plan, number)


def _bets(told: Told, plan: Plan) -> Iterator[Turn]:
    for hand in plan.hands:
        if not told.table.boxes[hand.seat - 1].patron:
            yield DEALER, c.Sit(hand.seat, f"seat {hand.seat}")
        yield DEALER, c.PlaceWager(hand.seat, "initial", 1000)
        if hand.progressive:
            yield DEALER, c.PlaceWager(hand.seat, "progressive", hand.progressive)
        if hand.bonus_spin:
            yield DEALER, c.PlaceWager(hand.seat, "bonus_spin", hand.bonus_spin)


def _chosen(told: Told, plan: Plan, number: int) -> Turn:
    """What a player has to choose, or what chance has to bring."""
    table = told.table
    turn = next_to_ask(table) if table.phase == "deciding" else None
    if turn is not None:
        seat = turn[0].seat
        return DEALER, c.Surrender(seat) if _hand(plan, seat).fate == "surrenders" else c.GoToWar(seat)
    if table.phase == "side_bets":
        return SHOE, c.SpinWheel(plan.hot_seat, plan.hot, "25")
    return SHOE, c.TurnCard(parse(_card(told, plan, number)))


def _hand(plan: Plan, seat: int) -> Hand:
    return next(hand for hand in plan.hands if hand.seat == seat)


def _card(told: Told, plan: Plan, number: int) -> str:
    """The card that makes of the next hand what was planned.

    A continuous shuffler gives the same cards again; elsewhere every round of the shoe has a rank of its own.
    """
    rank = ("A" if plan.triggers else "K") if told.table.rules.shuffler.kind == "continuous" else RANKS[number]
    other = "9" if rank in "AK" else RANKS[number + 6]
    seat = next_card_for(told.table)
    if not seat or _hand(plan, seat).fate == "hits":
        return f"{rank}h"
    if told.table.phase == "war_dealing":
        return f"{other}d"
    return f"{other}c" if _hand(plan, seat).fate == "loses" else f"{rank}s"


def interruption(told: Told, between: Interruption) -> Turn:
    """Return what comes between, as a command that fits the meter's reading."""
    name, amount = between.meter, between.amount
    reading, rules = told.table.meters[name].reading, told.table.rules
    filed = opening_meters(rules)[name]
    if not rules.of_the_first_edition:
        amount += filed.reading
    match between.kind:
        case "rises":
            return METER, c.SyncMeter(name, min(reading + amount, MAX_CENTS))
        case "paid_elsewhere":
            return METER, c.SyncMeter(name, amount, paid_elsewhere=True)
        case "corrected":
            return FLOOR, c.CorrectMeter(name, amount, "counted again")
        case "rate":
            any_rate = f"0.{2 * (amount % 500):03d}"
            return FLOOR, c.ChangeRate(name, any_rate if rules.of_the_first_edition else str(filed.rate))
        case "void":
            return FLOOR, c.VoidRound(VOID_REASON)

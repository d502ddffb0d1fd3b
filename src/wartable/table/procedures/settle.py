"""Settlement: each hand in the rulebook's direction, each wager by its row of the rulebook."""

from typing import NamedTuple

from msgspec.structs import replace

from wartable.money import Cents, half
from wartable.rulebook import SettlementLine, Wager, decided_in
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.actors import DEALER
from wartable.table.procedures.coverage import Coverage
from wartable.table.procedures.progressive import settle_with_hand
from wartable.table.side_bets import progressive_hand
from wartable.table.state import Bettor, Box, Table, bettor_at, change_bettor, put_bettor, put_stake
from wartable.table.turns import compare, next_to_settle, next_war_to_settle
from wartable.table.words import Actor, Seat

ORIGINAL, WAR = decided_in("original"), decided_in("war")
TIE_FIRST = ORIGINAL[::-1]


def settle_hand(table: Table, command: c.SettleHand, by: Actor) -> tuple[e.Event, ...]:
    """Compare the next hand with the dealer's, and settle its wagers."""
    return _settle_war(table) if table.phase == "war_settling" else _settle_original(table)


class GivenBack(NamedTuple):
    """Chips of one bettor that a player's bank does not cover; the dealer gives them back."""

    seat: Seat
    bettor: str
    amount: Cents

    @property
    def whom(self) -> str:
        """The bettor, in words."""
        return f"{self.bettor} behind seat {self.seat}" if self.bettor else f"seat {self.seat}"


def uncovered_by_next(table: Table) -> tuple[GivenBack, ...]:
    """Return what goes back when the next hand is settled, from the events that settling it will cause.

    Between the events of one command no hand may be left.
    """
    box = next_war_to_settle(table) if table.phase == "war_settling" else next_to_settle(table)
    if not table.banker.posted or box is None:
        return ()
    back: dict[tuple[Seat, str], Cents] = {}
    for event in settle_hand(table, c.SettleHand(), DEALER):
        if isinstance(event, e.WagerReturned):
            amount = event.amount
        elif isinstance(event, e.WagerSettled) and event.result in ("uncovered", "lose"):
            amount = event.returned
        else:
            continue
        back[event.seat, event.bettor] = back.get((event.seat, event.bettor), 0) + amount
    return tuple(GivenBack(seat, bettor, amount) for (seat, bettor), amount in back.items() if amount)


def _settle_original(table: Table) -> tuple[e.Event, ...]:
    box = next_to_settle(table)
    dealers = table.round.dealer_card
    if box is None or box.card is None or dealers is None:
        raise LookupError("there is no hand to settle")
    outcome = compare(box.card, dealers)
    coverage = Coverage(table)
    events: list[e.Event] = []
    wagers = ORIGINAL if table.rules.bank.seat_order == "primary_tie_backline" else TIE_FIRST
    for bettor in box.bettors:
        for wager in wagers:
            if not (stake := bettor.stakes[wager]):
                continue
            line = table.rules.settlement.get(f"original.{outcome}.{wager}")
            if line is not None:
                events.append(settled(box, bettor, wager, stake, line, coverage))
            else:
                events.extend(coverage.reserve_at_turn(box, bettor))
    events.extend(coverage.reserve_after_original({box.seat: outcome}))
    picked: tuple[e.Event, ...] = ()
    if outcome != "equal":
        events.extend(settle_with_hand(table, box, "none"))
        picked = _picked_at_once(table, box)
    return (*events, e.HandSettled(box.seat, "original", outcome), *picked)


def _picked_at_once(table: Table, box: Box) -> tuple[e.Event, ...]:
    """Where the house picks and pays, a hand that is over leaves the layout as soon as it is settled."""
    if table.rules.settle.style == "pick_and_pay":
        return (e.CardsPickedUp(((box.seat, box.hand),)),)
    return ()


def _settle_war(table: Table) -> tuple[e.Event, ...]:
    box = next_war_to_settle(table)
    dealers = table.round.dealer_war_card
    if box is None or box.war_card is None or dealers is None:
        raise LookupError("there is no war to settle")
    outcome = compare(box.war_card, dealers)
    coverage = Coverage(table)
    lines = [
        settled(box, bettor, wager, stake, table.rules.settlement[f"war.{outcome}.{wager}"], coverage)
        for bettor in box.bettors
        if bettor.choice == "war"
        for wager in WAR
        if (stake := bettor.stakes[wager])
    ]
    progressive = settle_with_hand(table, box, progressive_hand(table, box))
    return (*lines, e.HandSettled(box.seat, "war", outcome), *_picked_at_once(table, box), *progressive)


def settled(
    box: Box, bettor: Bettor, wager: Wager, stake: Cents, line: SettlementLine, coverage: Coverage
) -> e.WagerSettled:
    """Settle one wager by its row: what is collected, returned and paid, within what the bank covers."""
    collected = returned = paid = 0
    match line.result:
        case "win" if line.odds:
            coupon = bettor.stakes["match_play"] if wager == "initial" else 0
            returned, paid = stake, line.odds.of(stake + coupon)
        case "lose" | "collected":
            collected = stake
        case "surrender":
            collected = half(stake)
            returned = stake - collected
        case _:
            returned = stake
    matched = bettor.matched if wager == "war" else 0
    backed = bettor.stakes["match_play"] and wager == "initial" and line.result == "win"
    clauses = line.clauses + (coverage.coupon_clauses if backed else ())
    event = e.WagerSettled(
        box.seat,
        bettor.name,
        bettor.patron,
        wager,
        line.result,
        stake,
        collected,
        returned,
        paid,
        clauses,
        matched,
    )
    return coverage.apply(event, bettor)


def wager_settled(table: Table, event: e.WagerSettled) -> Table:
    box = table.boxes[event.seat - 1]
    bettor = _bettor_of(box, event)
    stakes = {**bettor.stakes, event.wager: 0} if event.staked else bettor.stakes
    matched = 0 if event.matched else bettor.matched
    after = replace(bettor, lines=(*bettor.lines, event), stakes=stakes, matched=matched)
    table = replace(table, boxes=table.boxes_with(put_bettor(box, bettor, after)))
    return _bank_moves(table, event.cover, event.collected - event.paid + event.matched)


def _bettor_of(box: Box, event: e.WagerSettled | e.WagerReturned) -> Bettor:
    bettor = bettor_at(box, event.bettor)
    if bettor is None:
        raise LookupError(f"no bettor of this name at seat {box.seat}")
    return bettor


def _bank_moves(table: Table, cover: Cents, money: Cents) -> Table:
    """Move a player's bank; a house bank has no limit and is not counted here."""
    bank = table.banker
    if not bank.posted:
        return table
    return replace(table, banker=replace(bank, left=bank.left - cover, money=bank.money + money))


def wager_returned(table: Table, event: e.WagerReturned) -> Table:
    box = table.boxes[event.seat - 1]
    bettor = _bettor_of(box, event)
    left = bettor.stakes[event.wager] - event.amount
    table = table.with_box(put_stake(box, event.bettor, event.wager, left))
    return replace(table, round=replace(table.round, unmatched=True)) if event.wager == "initial" else table


def war_covered(table: Table, event: e.WarCovered) -> Table:
    table = table.with_box(change_bettor(table.boxes[event.seat - 1], event.bettor, covered=event.amount))
    used = 0 if table.rules.bank.top_up else event.amount
    return _bank_moves(table, used, 0)


def hand_settled(table: Table, event: e.HandSettled) -> Table:
    box = table.boxes[event.seat - 1]
    box = replace(box, war_outcome=event.outcome) if event.deal == "war" else replace(box, outcome=event.outcome)
    return replace(table, boxes=table.boxes_with(box))

"""Hands that got no war card: found at any time until the round is over, and dealt one by the clause of the war deal.

War cards that were entered are moved to where they really lie. No text voids such a hand; where a text knows no missed
hand at all, the floor may.
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from wartable.cards import Card
from wartable.rulebook import Ruling
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.misplaced import compared_with, deals_again, place_of, waits_again
from wartable.table.procedures.ruled import moved_on
from wartable.table.procedures.undo import cards_from_the_rack, why_it_stays
from wartable.table.procedures.void import reverse, reverse_beside, reverse_war
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Box, Table, standing_phase
from wartable.table.turns import boxes_in
from wartable.table.words import DEALER_SEAT, Phase, Seat

WAR_DEAL_IS_OPEN: frozenset[Phase] = frozenset({"war_dealing", "war_settling", "picking_up", "side_bets"})
"""The phases in which the war cards can be put right."""


def is_about_the_war(table: Table, box: Box, command: c.ReportMissedHand) -> bool:
    """Whether a report means the war deal: the last deal that the hand is in, unless the other one is named."""
    if command.deal is not None:
        return command.deal == "war"
    return waits_for_a_war_card(table, box) or box.war_card is not None


def may_lack_a_war_card(table: Table) -> bool:
    """Whether a hand at war can be reported as skipped in the war deal."""
    is_open = standing_phase(table) in WAR_DEAL_IS_OPEN
    return is_open and any(waits_for_a_war_card(table, box) or box.war_card is not None for box in table.boxes)


def waits_for_a_war_card(table: Table, box: Box) -> bool:
    return standing_phase(table) == "war_dealing" and box.at_war and box.war_card is None


def report_missed_war_card(table: Table, box: Box) -> Decided:
    """Call the floor to a hand that was skipped in the war deal, by the clause that gives it a card."""
    clauses = table.rules.steps["war_deal_player"].clauses
    if not waits_for_a_war_card(table, box):
        if box.war_card is None:
            return Refused(Refusal.HAND_IS_NOT_IN_PLAY, clauses)
        if standing_phase(table) not in WAR_DEAL_IS_OPEN:
            return Refused(Refusal.NOT_NOW, clauses)
        settled = (*compared_with(table, DEALER_SEAT, "war"), *_settled_beside(table))
        if settled and (stays := why_it_stays(table, settled, "war")):
            return stays
    floors: tuple[Ruling, ...] = ("void_hand", "void") if table.rules.irregularity.missed_hand == "floor_call" else ()
    return (e.FloorCalled("missed_war_card", ("deal_now", *floors, "continue"), clauses, box.seat),)


def _settled_beside(table: Table) -> tuple[Box, ...]:
    """The hands that left the war, whose side wagers were settled with its cards."""
    return tuple(box for box in table.boxes if box.missed and any(reverse_beside(table, box, "war", prizes=True)))


NONE_GO: Mapping[Seat, bool] = MappingProxyType({})


def war_put_right(table: Table, missed: Box, gone: Mapping[Seat, bool] = NONE_GO) -> tuple[e.Event, ...]:
    """Reverse the wars that were settled with wrong cards, and move each card from the missed hand on to the next hand.

    None where the hand waits for its card anyway. What a hand that leaves the round was settled with is reversed whole,
    before its war too; with the prizes of its side wagers, if it says so.
    """
    if missed.war_card is None or missed.missed:
        return ()
    compared = compared_with(table, DEALER_SEAT, "war")
    lines: list[e.Event] = []
    for box in compared[::-1] if table.banker.posted else compared:
        lines.extend(reverse(box, prizes=True) if box.seat in gone else reverse_war(box, prizes=True))
    before = (box for box in table.boxes if box.seat in gone and box not in compared)
    lines.extend(line for box in before for line in reverse(box, prizes=gone[box.seat]))
    beside = (box for box in _settled_beside(table) if box.seat not in gone)
    lines.extend(line for box in beside for line in reverse_beside(table, box, "war", prizes=True))
    hands, left = moved_on(table, "war", _as_entered(table), place_of(missed))
    back = cards_from_the_rack(compared, "war")
    return (*lines, e.CardsReassigned(hands, left, back=back, deal="war"))


def _as_entered(table: Table) -> list[tuple[Seat, Card | None]]:
    """The hands of the war in the order of its deal, with the cards that were entered for them."""
    if table.rules.electronic is not None:
        fights = {box.community for box in table.boxes if _fights(box)}
        order = [(one, table.round.community[one - 1].war_card) for one in sorted(fights)]
    else:
        order = [(box.seat, box.war_card) for box in boxes_in(table, table.rules.deal.direction) if _fights(box)]
    return [*order, (DEALER_SEAT, table.round.dealer_war_card)]


def _fights(box: Box) -> bool:
    """Whether a hand has or waits for a war card. One that left the war after it got its card keeps its place."""
    return not (box.missed and box.picked_up) and (box.war_card is not None or (box.at_war and not box.missed))


def war_cards_reassigned(table: Table, event: e.CardsReassigned) -> Table:
    """Lay each war card where it really is; wars that were settled with other cards are settled again."""
    lies = dict(event.hands)
    table = waits_again(table, compared_with(table, DEALER_SEAT, "war"), "war")
    moved = [box for box in table.boxes if _fights(box) and (not box.missed or place_of(box) in lies)]
    boxes = [replace(box, war_card=lies.get(place_of(box))) if box in moved else box for box in table.boxes]
    fights = {box.community for box in moved}
    numbered = enumerate(table.round.community, start=1)
    community = tuple(replace(hand, war_card=lies.get(at)) if at in fights else hand for at, hand in numbered)
    dealers = lies.get(DEALER_SEAT)
    round_ = replace(table.round, community=community, dealer_war_card=dealers, side_bets_settled=False)
    racked = () if event.racked is None else (event.racked,)
    cards = replace(table.cards, rack=table.cards.rack + racked)
    table = replace(table, boxes=tuple(boxes), round=round_, cards=cards)
    return deals_again(_burns_before_the_card(table, event), "war_dealing")


def _burns_before_the_card(table: Table, event: e.CardsReassigned) -> Table:
    """The missed hand has the next card: what is burned before a player's card is burned before this one."""
    pattern = table.rules.war.burn_pattern
    if pattern == "before_players_and_dealer":
        return replace(table, round=replace(table.round, war_burns_due=0))
    if pattern == "before_every_card" and event.racked is not None:
        return replace(table, round=replace(table.round, war_burns_due=table.rules.war.burns))
    return table

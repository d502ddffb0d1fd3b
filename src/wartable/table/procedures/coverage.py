"""How far a player's bank reaches: in the order of action, wager by wager, until it is used up.

A house bank has no limit, and every settlement passes through unchanged.
"""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from wartable.money import Cents
from wartable.rulebook import LAYOUT
from wartable.table import events as e
from wartable.table.state import Bettor, Box, Table
from wartable.table.turns import boxes_in
from wartable.table.words import Outcome, Seat


class Coverage:
    """The rest of the bank while one hand is settled. It lives for one decision and is never stored."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._bank = table.rules.bank
        self._limited = self._bank.by == "player"
        self._limit = table.rules.payout.limit_per_hand
        self._left = table.banker.left
        self._paid: Cents = 0

    @property
    def coupon_clauses(self) -> tuple[str, ...]:
        """The clauses by which a coupon plays."""
        return self._table.rules.cite.get("match_play.enabled", ())

    def apply(self, event: e.WagerSettled, bettor: Bettor) -> e.WagerSettled:
        """Return the settlement within what the bank still covers, and within the house's payout limit."""
        if self._limit is not None and event.paid:
            event = self._within_limit(event, bettor, self._limit)
        if not self._limited:
            return event
        if event.result == "surrender":
            event = replace(event, cover=self._surrender_cover(event, bettor))
        elif event.matched:
            event = self._war(event)
        elif event.wager != "initial" or bettor.choice != "war":
            event = self._original(event)
        self._left -= event.cover
        return event

    def _within_limit(self, event: e.WagerSettled, bettor: Bettor, limit: Cents) -> e.WagerSettled:
        """Cut what one position is paid in a round to the house's limit, in the order paid."""
        # A payout limit applies to neither side bets nor awards.
        before = self._paid + sum(line.paid for line in bettor.lines if line.wager in LAYOUT)
        paid = min(event.paid, limit - before)
        self._paid += paid
        if paid == event.paid:
            return event
        return replace(event, paid=paid, clauses=self._cite(event, "payout.limit_per_hand"))

    def _surrender_cover(self, event: e.WagerSettled, bettor: Bettor) -> Cents:
        """What the reserve no longer has to match is released from it, and can still pay an additional unit.

        Where everything that changes hands counts, the half that was collected is used up.
        """
        if self._bank.top_up:
            return 0
        used = event.collected if self._bank.coverage == "action" else 0
        return used - bettor.covered

    def _original(self, event: e.WagerSettled) -> e.WagerSettled:
        """A win is paid, and a loss collected, up to what is covered; a wager out of reach goes back."""
        wants = event.paid or event.collected
        counts = bool(event.paid) or self._bank.coverage == "action"
        within = min(wants, self._left) if counts else wants
        if not self._left or (within < wants and self._bank.partial == "return_whole"):
            return uncovered(self._table, event)
        clauses = self._cite(event, "bank.partial") if within < wants else event.clauses
        if event.paid:
            return replace(event, paid=within, cover=within, clauses=clauses)
        rest = event.staked - within
        return replace(event, collected=within, returned=rest, cover=within if counts else 0, clauses=clauses)

    def _war(self, event: e.WagerSettled) -> e.WagerSettled:
        """The pool is posted already; only an additional unit, or a counted loss, still needs cover."""
        if event.paid:
            wants = event.paid - event.matched
            reach = min(wants, self._left)
            clauses = self._cite(event, "bank.partial") if reach < wants else event.clauses
            return replace(event, paid=event.matched + reach, cover=reach, clauses=clauses)
        if self._bank.war_loss_uses == "posted":
            return event
        within = min(event.collected, self._left)
        clauses = self._cite(event, "bank.war_loss_uses") if within < event.collected else event.clauses
        rest = event.staked - within
        return replace(event, collected=within, returned=rest, cover=within, clauses=clauses)

    def _cite(self, event: e.WagerSettled, name: str) -> tuple[str, ...]:
        """The clauses of a reduced settlement, with those of the value that reduced it."""
        more = self._table.rules.cite[name]
        return event.clauses + tuple(clause for clause in more if clause not in event.clauses)

    def reserve_at_turn(self, box: Box, bettor: Bettor) -> list[e.Event]:
        """Cover a tied hand's war when the hand is reached."""
        if not self._limited or self._bank.war_cover == "after_original":
            return []
        return self._reserve(box, bettor)

    def reserve_after_original(self, now: Mapping[Seat, Outcome], released: Collection[Seat] = ()) -> list[e.Event]:
        """Cover the wars after all other hands are settled, in the order of action.

        `now` is the hand that is being settled, and `released` are hands that leave the round.
        """
        if not self._limited or self._bank.war_cover == "at_turn":
            return []
        order = boxes_in(self._table, self._table.rules.settle.direction)
        dealt = [box for box in order if box.card and not box.missed and box.seat not in released]
        outcomes = {box.seat: now.get(box.seat, box.outcome) for box in dealt}
        if None in outcomes.values():
            return []
        tied = [box for box in dealt if outcomes[box.seat] == "equal"]
        return [event for box in tied for b in box.bettors if b.stakes["initial"] for event in self._reserve(box, b)]

    def _reserve(self, box: Box, bettor: Bettor) -> list[e.Event]:
        """The bank sets aside its matching stake; what it cannot match goes back at once."""
        stake = bettor.stakes["initial"]
        covered = stake if self._bank.top_up else self._halved(min(stake, self._left))
        if covered < stake and self._bank.partial == "return_whole":
            covered = 0
        if not covered:
            push = e.WagerSettled(box.seat, bettor.name, bettor.patron, "initial", "push", stake, 0, stake, 0, ())
            return [uncovered(self._table, push)]
        if not self._bank.top_up:
            self._left -= covered
        events: list[e.Event] = [e.WarCovered(box.seat, bettor.name, covered)]
        if rest := stake - covered:
            clauses = self._table.rules.cite["bank.partial"]
            events.append(e.WagerReturned(box.seat, bettor.name, bettor.patron, "initial", rest, clauses))
        return events

    def _halved(self, reach: Cents) -> Cents:
        """As much of it as has a half in the smallest chip, so that a surrender is always open."""
        chip = self._table.rules.surrender.smallest_chip or 1
        return reach - reach % (2 * chip) if self._bank.in_chips else reach


def uncovered(table: Table, event: e.WagerSettled) -> e.WagerSettled:
    """Return the settlement of a wager that the bank does not reach: it goes back whole."""
    clauses = table.rules.steps["return_uncovered"].clauses
    return replace(event, result="uncovered", collected=0, returned=event.staked, paid=0, clauses=clauses)

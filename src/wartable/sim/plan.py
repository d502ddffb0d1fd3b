"""The plan: a rulebook or a house, with its seats and strategies, as the numbers that decide how cards fall.

The kernels read nothing else. They never ask which state they are in, and neither does this module: it reads the rules.
"""

import hashlib

import msgspec
import numpy as np
from numpy.typing import NDArray

from wartable.cards import RANKS
from wartable.rulebook import Rules
from wartable.sim import layout
from wartable.sim.strategy import Strategy

Row = NDArray[np.int64]

CHOICES = {"war": layout.GO_TO_WAR, "surrender": layout.SURRENDER, "count": layout.BY_COUNT}


class BadPlan(ValueError):
    """The plan cannot be dealt; one line says why."""


class SimPlan(msgspec.Struct, frozen=True):
    """How cards fall at one table. Hands are numbered as they are dealt; seats, from the dealer's left."""

    rulebook: str
    decks: int
    hands: int
    hand_of: tuple[int, ...]
    """The hand of each seat that bets; in the electronic form several seats may share one."""
    burn_first: int
    front: int
    """Cards in front of the cover card."""
    one_round: bool
    """The cards are shuffled again after every round: by hand, or by a continuous shuffler."""
    war_burns: int
    war_burns_each: int
    """Cards burned in a war, and the additional cards for every hand in it."""
    choices: tuple[int, ...]
    """The choice of each hand on a tie."""
    count: tuple[int, int]
    """The least tie chance for war, for players who count."""
    trigger: int
    strategies: tuple[str, ...] = ()
    """The choices on a tie, in words."""

    @property
    def seats(self) -> int:
        return len(self.hand_of)

    @property
    def bet_hands(self) -> tuple[int, ...]:
        return tuple(hand for hand, choice in enumerate(self.choices) if choice != layout.NO_BETTOR)

    @property
    def most_rounds(self) -> int:
        """The most rounds of a shoe: the first begins after the burn, the last in front of the cover card."""
        if self.one_round:
            return 1
        return max(self.front - self.burn_first, 0) // (self.hands + 1) + 1

    @property
    def most_cards_in_a_round(self) -> int:
        """The cards of a round in which every hand with a bettor goes to war."""
        fights = len(self.bet_hands)
        return self.hands + 1 + self.war_burns + self.war_burns_each * fights + fights + 1

    def row(self) -> Row:
        """Return the plan in the kernels' layout."""
        row = np.zeros(layout.PLAN_SIZE, dtype=np.int64)
        row[: layout.CHOICE] = (
            self.decks,
            self.hands,
            self.burn_first,
            self.front,
            self.one_round,
            self.war_burns,
            self.war_burns_each,
            self.trigger,
            *self.count,
        )
        row[layout.CHOICE : layout.CHOICE + self.hands] = self.choices
        return row

    def digest(self) -> str:
        """Return a digest that differs between plans that are dealt differently."""
        return hashlib.sha256(self.row().astype("<i8").tobytes()).hexdigest()


def make_plan(rules: Rules, strategies: tuple[Strategy, ...]) -> SimPlan:
    """Return the plan of a table at which one seat for each strategy bets on everything the house offers."""
    seats = len(strategies)
    _check_seats(rules, seats)
    hands, hand_of = _hands(rules, seats)
    burns = rules.war.burns
    plan = SimPlan(
        rulebook=rules.rulebook,
        decks=rules.decks,
        hands=hands,
        hand_of=hand_of,
        burn_first=rules.burn.first,
        front=rules.stack - cards_behind(rules),
        one_round=rules.shuffle.when == "every_round" or rules.shuffler.kind == "continuous",
        war_burns=2 * burns if rules.war.burn_pattern == "before_players_and_dealer" else burns,
        war_burns_each=burns if rules.war.burn_pattern == "before_every_card" else 0,
        choices=_choices(hands, hand_of, strategies),
        count=_count(rules.decks, strategies),
        trigger=_trigger(rules),
        strategies=tuple(str(strategy) for strategy in strategies),
    )
    _check_cards(rules, plan)
    return plan


def cards_behind(rules: Rules) -> int:
    """Return the number of cards behind the cover card: after a cut, or in machine-shuffled cards that are not cut."""
    uncut = rules.shuffler.kind != "none" and not rules.cut.after_machine
    return (rules.cut.machine_cover_card if uncut else rules.cut.reinsert).in_cards(rules.stack)


def _check_seats(rules: Rules, seats: int) -> None:
    most = rules.seats - (rules.bank.by == "player")
    if not 1 <= seats <= most:
        banks = ", one of which banks" if rules.bank.by == "player" else ""
        raise BadPlan(f"{seats} seats: the table has {rules.seats}{banks}, so 1 to {most} can bet")


def _hands(rules: Rules, seats: int) -> tuple[int, tuple[int, ...]]:
    """Each seat has its own hand, in the order of the deal; community cards are shared out in turn."""
    if rules.electronic is not None:
        hands = rules.electronic.community_cards
        return hands, tuple(seat % hands for seat in range(seats))
    order = range(seats) if rules.deal.direction == "clockwise" else range(seats - 1, -1, -1)
    return seats, tuple(order)


def _choices(hands: int, hand_of: tuple[int, ...], strategies: tuple[Strategy, ...]) -> tuple[int, ...]:
    choices = [layout.NO_BETTOR] * hands
    for hand, strategy in zip(hand_of, strategies, strict=True):
        choice = CHOICES[strategy.on_tie]
        if choices[hand] not in (layout.NO_BETTOR, choice):
            raise BadPlan("seats that share a community card need one strategy")
        choices[hand] = choice
    return tuple(choices)


def _count(decks: int, strategies: tuple[Strategy, ...]) -> tuple[int, int]:
    counters = {strategy.threshold(decks) for strategy in strategies if strategy.on_tie == "count"}
    if len(counters) > 1:
        raise BadPlan("players who count must use the same chance")
    return next(iter(counters)).as_integer_ratio() if counters else (0, 1)


def _trigger(rules: Rules) -> int:
    if rules.bonus_spin is None:
        return layout.NO_TRIGGER
    trigger = rules.bonus_spin.trigger
    return RANKS.index(trigger.rank) * 2 + (trigger.color == "red")


def _check_cards(rules: Rules, plan: SimPlan) -> None:
    """Reject a shoe that could run out during a round: that is an irregularity, and is not simulated."""
    begins = plan.burn_first if plan.one_round else plan.front
    short = begins + plan.most_cards_in_a_round - rules.stack
    if short > 0:
        raise BadPlan(
            f"the shoe could run out in a round of {plan.most_cards_in_a_round} cards: "
            f"put the cover card {short} cards higher, or seat fewer"
        )
    if plan.most_rounds >= layout.MOST_ROUNDS:
        raise BadPlan(f"a shoe could have {plan.most_rounds} rounds: expected at most {layout.MOST_ROUNDS - 1}")

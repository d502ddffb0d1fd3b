"""Side bets by the cards: the progressive hand of a box, envy, and whether the wheel turns."""

from typing import Literal

import msgspec
from msgspec import UNSET

from wartable.cards import rank
from wartable.money import Cents
from wartable.rulebook import SIDE, Envy, MeterName, Rules, Wager
from wartable.table.state import Bettor, Box, Table
from wartable.table.words import Seat

Hand = Literal[
    "none",
    "tie",
    "suited_tie",
    "double_tie",
    "four_of_a_kind",
    "suited_double_tie",
    "suited_four_of_a_kind",
]
ENVIED: Hand = "suited_four_of_a_kind"
"""The hand that wins the meter and pays envy to others."""


def progressive_hand(table: Table, box: Box) -> Hand:
    """Return the highest hand of a box; a player who surrendered keeps the hand of the original deal."""
    dealers, dealers_war = table.round.dealer_card, table.round.dealer_war_card
    if box.card is None or dealers is None or rank(box.card) != rank(dealers):
        return "none"
    suited = box.card == dealers
    if box.war_card is None or dealers_war is None or rank(box.war_card) != rank(dealers_war):
        return "suited_tie" if suited else "tie"
    suited_again = box.war_card == dealers_war
    if suited and suited_again:
        return ENVIED if box.card == box.war_card else "suited_double_tie"
    return "four_of_a_kind" if rank(box.card) == rank(box.war_card) else "double_tie"


def wins_meter(rules: Rules, hand: str) -> bool:
    return rules.settlement[f"progressive.{hand}.progressive"].meter is not None


def staked_on(bettor: Bettor, wager: Wager) -> Cents:
    """Return what a bettor put on a side bet this round, settled or not."""
    settled = sum(line.staked for line in bettor.lines if line.wager == wager and line.result != "void")
    return bettor.stakes[wager] + settled


def envy_count(table: Table, envy: Envy, receiver: Box) -> int:
    """Return how many other people hold an envied hand; players who share a community card give each other none.

    A person who holds it on two boxes is one person. A hand that was dealt is held, also where the floor has ruled
    that the wagers of its player are lost; a player who was let out of the hand holds none. Logs of the first edition
    counted the hands that were still in play.
    """
    holders = [
        box.bettors[0].patron
        for box in table.boxes
        if box.bettors
        and box.bettors[0].patron != receiver.bettors[0].patron
        and (not box.community or box.community != receiver.community)
        and not (_went_back(table, box) if envy.by_person else box.missed)
        and box.seat not in table.round.refused
        and progressive_hand(table, box) == ENVIED
        and (not envy.hitter_must_bet or any(staked_on(bettor, "progressive") for bettor in box.bettors))
    ]
    return len(set(holders)) if envy.by_person else len(holders)


def side_wagers_stand(table: Table, box: Box) -> bool:
    """Whether the cards settle the side wagers at a box: it is in the hand, or was left after they had decided them."""
    return not box.missed or box.seat in (table.round.stand or ())


def _went_back(table: Table, box: Box) -> bool:
    """Whether the player of a box was let out of the hand: what still lay there went back."""
    lines = (line for bettor in box.bettors for line in bettor.lines)
    return not side_wagers_stand(table, box) and any(line.result == "void" for line in lines)


def envy_due(table: Table) -> tuple[tuple[Box, Bettor, Cents], ...]:
    """Return the envy due to each bettor, by their own progressive wager, unless it went back or was ruled lost."""
    envy = table.rules.envy
    if envy is None or table.round.side_bets_settled or table.round.voided:
        return ()
    return tuple(
        (box, bettor, count * envy.bonus(stake))
        for box in table.boxes
        if side_wagers_stand(table, box)
        for bettor in box.bettors
        if (stake := staked_on(bettor, "progressive")) and (count := envy_count(table, envy, box))
    )


def meters_hit(table: Table) -> frozenset[MeterName]:
    """Return the meters that cards on the layout or the wheel have won and that are not paid yet."""
    hands = {progressive_hand(table, box) for box in table.boxes if box.has_stake("progressive")}
    rows = [f"progressive.{hand}.progressive" for hand in hands]
    spun = table.round.spun
    if spun is not None and spun.hot_seat in on_the_wheel(table):
        rows.append(f"hot.{spun.hot}.bonus_spin")
    return frozenset(meter for row in rows if (meter := table.rules.settlement[row].meter) is not None)


def on_the_wheel(table: Table) -> frozenset[Seat]:
    return frozenset(box.seat for box in table.boxes if box.has_stake("bonus_spin"))


def spin_triggered(table: Table) -> bool:
    """Whether the dealer's first card turns the wheel for a player who bet on it."""
    return spin_fell(table) and bool(on_the_wheel(table))


def draw_is_due(table: Table) -> bool:
    """Whether the program draws the hot spot before the dealer enters the stops of a real wheel.

    A sealed shoe draws it with the stops of the rings, so nothing is drawn apart from them.
    """
    spin, now = table.rules.bonus_spin, table.round
    drawn = spin is not None and spin.hot_spot.selection == "random_draw" and not table.sealed
    return drawn and now.spun is None and now.hot_seat is UNSET and spin_triggered(table)


def spin_fell(table: Table) -> bool:
    """Whether the dealer's first card is one that turns the wheel."""
    spin, dealers = table.rules.bonus_spin, table.round.dealer_card
    return spin is not None and dealers is not None and spin.trigger.falls(dealers)


def spin_is_early(table: Table) -> bool:
    """Whether the house turns the wheel before the wars are fought."""
    spin = table.rules.bonus_spin
    return spin is not None and spin.settle_point == "after_original_deal"


class Wheel(msgspec.Struct, frozen=True):
    """The wheel of a table: its seats, the rings with their weights, and whether it turns again for an unbet seat."""

    seats: int
    hot: tuple[tuple[str, int], ...]
    community: tuple[tuple[str, int], ...]
    respin: bool


def wheel_of(rules: Rules) -> Wheel | None:
    """Return the wheel of these rules, if they have one, with the symbols of its rings sorted."""
    wheel = filed_wheel_of(rules)
    return wheel and Wheel(wheel.seats, tuple(sorted(wheel.hot)), tuple(sorted(wheel.community)), wheel.respin)


def filed_wheel_of(rules: Rules) -> Wheel | None:
    """Return the wheel in the order of the house file, which the log does not keep: the wheel of a protocol 1 shoe."""
    spin = rules.bonus_spin
    if spin is None:
        return None
    hot = tuple(spin.hot_weights.items()) or _once_each(rules, "hot")
    community = tuple(spin.community_weights.items()) or _once_each(rules, "community")
    return Wheel(rules.seats, hot, community, spin.hot_spot.unbet_position == "respin")


def _once_each(rules: Rules, ring: str) -> tuple[tuple[str, int], ...]:
    """Where the house gives no weights, every symbol that pays is on the ring once."""
    rows = (row.split(".") for row in rules.settlement)
    return tuple((symbol, 1) for name, symbol, _ in rows if name == ring and symbol != "none")


def side_bets_are_offered(rules: Rules) -> bool:
    """Whether the house offers any side bet."""
    return rules.progressive is not None or rules.bonus_spin is not None


def side_bets_due(table: Table) -> bool:
    """Whether anything of the side bets is left to settle at the end of the round."""
    if not side_bets_are_offered(table.rules):
        return False
    open_now = any(bettor.stakes[wager] for box in table.boxes for bettor in box.bettors for wager in SIDE)
    return open_now or bool(envy_due(table))

"""Progressive, envy and Bonus Spin."""

from __future__ import annotations

from tests.models import naive_text as text
from tests.models.naive_house import Spin
from tests.models.naive_round import Bettor, Line, Round
from tests.models.naive_text import RED, Refused, Table, against, share

HOT = ("1000", "600", "500", "400", "350", "300", "250", "200")
# The community symbol and what the rules print as its pay: they differ.
COMMUNITY = {"150": 150, "100": 125, "75": 100, "50": 75, "40": 50, "35": 40, "30": 30, "25": 25}


def contribute(this: Round) -> None:
    """All contributions of the round are in the meters before the first payment."""
    house = this.house
    for bettor in this.bettors:
        if bettor.progressive and house.progressive is not None:
            this.meters["progressive"] += share(house.progressive.rate, bettor.progressive, "progressive")
        if bettor.spin and house.spin is not None:
            this.meters["spin_primary"] += share(house.spin.primary.rate, bettor.spin, "bonus_spin.primary")
            this.meters["spin_secondary"] += share(house.spin.secondary.rate, bettor.spin, "bonus_spin.secondary")


def hand_name(this: Round, bettor: Bettor) -> str:
    """The one best progressive hand that the cards make, or `lose`."""
    if against(bettor.card, this.dealer) != "tie":
        return "lose"
    first_suited = bettor.card == this.dealer
    if not bettor.at_war or against(bettor.war_card, this.dealer_war) != "tie":
        return "suited_tie" if first_suited else "tie"
    second_suited = bettor.war_card == this.dealer_war
    one_rank = bettor.card[0] == bettor.war_card[0]
    if first_suited and second_suited and bettor.card == bettor.war_card:
        return "suited_four_of_a_kind"
    if first_suited and second_suited:
        return "suited_double_tie"
    return "four_of_a_kind" if one_rank else "double_tie"


def settle_progressive(this: Round) -> None:
    """In settle order: the first hit takes the meter, the next takes what it was reset to."""
    if this.house.progressive is None:
        return
    for bettor in this.in_settle_order():
        stake = bettor.progressive
        if not stake:
            continue
        name = hand_name(this, bettor)
        paid = 0
        if name == "suited_four_of_a_kind":
            paid = 1000 * stake + this.meters["progressive"]
            this.meters["progressive"] = this.house.progressive.reset
        elif name == "suited_double_tie":
            paid = 200 * stake
        elif name == "four_of_a_kind":
            paid = 150 * stake
        elif name == "double_tie":
            paid = 30 * stake
        elif name == "suited_tie":
            paid = 15 * stake
        elif name == "tie":
            paid = 5 * stake
        bettor.lines.append(Line("progressive", name, stake, stake, 0, paid))


def settle_envy(this: Round) -> None:
    """For every other player's hand on another card; the holder need not have bet, the receiver must."""
    for bettor in this.bettors:
        if not bettor.progressive:
            continue
        holders = [
            other
            for other in this.bettors
            if other.hand != bettor.hand and hand_name(this, other) == "suited_four_of_a_kind"
        ]
        if holders:
            bettor.lines.append(Line("envy", "win", 0, 0, 0, len(holders) * this.house.envy[bettor.progressive]))


def settle_spin(this: Round, scenario: Table) -> None:
    spin = this.house.spin
    betting = [bettor for bettor in this.bettors if bettor.spin]
    color = "red" if this.dealer[1] in RED else "black"
    spun = spin is not None and this.dealer[0] == spin.rank and color == spin.color and bool(betting)
    if ("spin" in scenario) != spun:
        raise Refused("spin: there exactly when the trigger fell and a player bet")
    if spin is None or not spun:
        for bettor in betting:
            bettor.lines.append(Line("bonus_spin", "lose", bettor.spin, bettor.spin, 0, 0))
        return
    entry = text.table(scenario["spin"], "spin", required=("hot_seat", "hot", "community"))
    hot_seat = text.whole(entry["hot_seat"], "spin.hot_seat")
    hot = text.word(entry["hot"], "spin.hot", (*HOT, "primary", "secondary"))
    community = text.word(entry["community"], "spin.community", tuple(COMMUNITY))
    if not 1 <= hot_seat <= this.house.seats:
        raise Refused("spin.hot_seat: no such seat")
    if spin.unbet_position == "respin" and all(bettor.seat != hot_seat for bettor in betting):
        raise Refused("spin.hot_seat: no one bet there and the house spins again")
    for bettor in betting:
        is_hot = bettor.seat == hot_seat
        paid = _hot_pay(this, spin, hot) if is_hot else 0
        bettor.lines.append(Line("bonus_spin", "hot" if is_hot else "lose", bettor.spin, bettor.spin, 0, paid))
        if not is_hot or spin.also_community:
            bettor.lines.append(Line("community", "community", 0, 0, 0, COMMUNITY[community] * 100))


def _hot_pay(this: Round, spin: Spin, hot: str) -> int:
    if hot == "primary":
        paid = this.meters["spin_primary"]
        this.meters["spin_primary"] = spin.primary.reset
        return paid
    if hot == "secondary":
        paid = this.meters["spin_secondary"]
        this.meters["spin_secondary"] = spin.secondary.reset
        return paid
    return int(hot) * 100

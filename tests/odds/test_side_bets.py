"""The progressive and the Bonus Spin: what meters are worth, who is envied, and what the wheel's weights do."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from tests.odds.rules import house_of, rules_of
from tests.odds.small import law, shoe
from wartable import odds
from wartable.odds import Composition, ProgressiveOdds, SpinOdds
from wartable.odds.progressive import hits_at_once
from wartable.odds.wheel import settle_rings
from wartable.rulebook import Rules
from wartable.settle import settle_document


def progressive_of(rules: Rules) -> ProgressiveOdds:
    found = odds.par_sheet(rules).wagers.progressive
    assert found is not None
    return found


def spin_of(rules: Rules) -> SpinOdds:
    found = odds.par_sheet(rules).wagers.bonus_spin
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["california", "washington", "wisconsin"])
def test_a_rulebook_without_side_bets_has_none(name: str) -> None:
    wagers = odds.par_sheet(rules_of(name)).wagers
    assert (wagers.progressive, wagers.bonus_spin) == (None, None)
    assert b"progressive" not in msgspec.json.encode(wagers)


@pytest.mark.parametrize("name", ["maryland", "massachusetts"])
def test_the_hands_pay_what_the_rulebook_prints_and_the_rarest_takes_the_meter(name: str) -> None:
    hands = {hand.hand: (hand.pays, hand.takes_meter) for hand in progressive_of(rules_of(name)).hands}
    assert hands == {
        "suited_four_of_a_kind": ("1000", True),
        "suited_double_tie": ("200", False),
        "four_of_a_kind": ("150", False),
        "double_tie": ("30", False),
        "suited_tie": ("15", False),
        "tie": ("5", False),
    }


@pytest.mark.parametrize("reset", ["10000.00", "25000.00"])
def test_the_return_grows_with_the_meter_by_its_share(reset: str) -> None:
    found = progressive_of(rules_of("maryland", progressive__reset=reset))
    dollars = Fraction(reset)
    assert found.return_at_reset == found.returned
    assert found.return_at_reset.exact == found.return_fixed.exact + found.return_per_dollar.exact * dollars
    assert found.return_per_dollar.exact == found.meter_share.exact / 5
    assert found.return_long_run.exact == found.return_at_reset.exact + Fraction(1, 5)
    assert found.meter_share.fraction == "2/993023"
    assert found.rounds_between_hits is not None
    assert found.rounds_between_hits.exact == 1 / found.meter_share.exact


def test_at_the_break_even_meter_everything_comes_back() -> None:
    found = progressive_of(house_of("maryland"))
    assert found.break_even_meter is not None
    dollars = found.break_even_meter.exact
    assert found.return_fixed.exact + found.return_per_dollar.exact * dollars == 1
    for row in found.players:
        assert row.break_even_meter is not None
        back = found.return_fixed.exact + row.envy.exact + found.return_per_dollar.exact * row.break_even_meter.exact
        assert back == 1


@pytest.mark.parametrize(("name", "bonus"), [("maryland", 5000), ("massachusetts", 1000)])
def test_envy_is_worth_a_share_of_the_bonus_for_each_other_player(name: str, bonus: int) -> None:
    found = progressive_of(rules_of(name))
    for row in found.players:
        assert row.envy.exact == (row.players - 1) * found.meter_share.exact * bonus / 5
        assert row.return_at_reset.exact == found.return_at_reset.exact + row.envy.exact
    assert [row.players for row in found.players] == list(range(1, rules_of(name).seats + 1))


def test_who_always_surrenders_keeps_only_the_ties_of_the_original_deal() -> None:
    found = progressive_of(rules_of("massachusetts"))
    tie, suited = Fraction(23, 311), Fraction(5, 311)
    assert found.return_fixed_surrender.exact == 5 * (tie - suited) + 15 * suited


def test_a_shoe_of_one_deck_has_no_suited_hand_and_no_break_even() -> None:
    found = odds.par_sheet(rules_of("maryland"), decks=1).wagers.progressive
    assert found is not None
    never = {hand.hand for hand in found.hands if not hand.probability.exact}
    assert never == {"suited_tie", "suited_double_tie", "suited_four_of_a_kind"}
    assert (found.break_even_meter, found.mean_meter, found.rounds_between_hits) == (None, None, None)
    assert found.return_long_run == found.return_at_reset
    assert {row.rounds_between_hits for row in found.players} == {None}


@pytest.mark.parametrize(
    "cards",
    [("7c",) * 6 + ("7d", "9c"), ("7c",) * 8, ("7c",) * 4 + ("9d",) * 4, ("7c",) * 5 + ("9d",) * 3],
    ids=" ".join,
)
def test_hits_of_one_round_are_what_every_order_of_the_shoe_makes_of_them(cards: Sequence[str]) -> None:
    def hits(*dealt: str) -> int:
        *players, dealer = dealt[:4]
        *fighters, war_dealer = dealt[4:]
        return sum(len({one, war, dealer, war_dealer}) == 1 for one, war in zip(players, fighters, strict=True))

    found = hits_at_once(shoe(cards), 3)
    assert sum(found) == 1
    assert {count: chance for count, chance in enumerate(found) if chance} == law(cards, 8, hits)


def test_mean_hits_are_that_many_times_one_players() -> None:
    full = Composition.of_decks(8)
    one = hits_at_once(full, 1)[1]
    for players in range(1, 10):
        assert sum(count * chance for count, chance in enumerate(hits_at_once(full, players))) == players * one


# The wheel


def test_the_wheel_is_turned_by_the_trigger_card() -> None:
    rules = house_of("maryland")
    found = spin_of(rules)
    assert found.trigger.fraction == "1/26"
    lost = odds.par_sheet(rules, removed={"Ah": 6}).wagers.bonus_spin
    assert lost is not None
    assert lost.trigger.exact == Fraction(6, 306)


def test_md_35_the_rings_pay_what_is_printed_and_not_their_symbols() -> None:
    rules = house_of("maryland")
    assert rules.bonus_spin is not None
    hot, community = settle_rings(rules, rules.bonus_spin, 500)
    assert {symbol: int(pays * 5) for symbol, pays in community.pays.items()} == {
        "150": 150,
        "100": 125,
        "75": 100,
        "50": 75,
        "40": 50,
        "35": 40,
        "30": 30,
        "25": 25,
    }
    assert hot.pays["500"] * 5 == 500
    assert hot.pays["primary"] * 5 == 10_000
    assert hot.pays["secondary"] * 5 == 5_000
    assert sum(hot.chances.values()) == sum(community.chances.values()) == 1


@pytest.mark.parametrize(
    ("unbet", "also", "players", "own"),
    [("no_pay", False, 7, Fraction(1, 7)), ("respin", False, 3, Fraction(1, 3)), ("no_pay", True, 3, Fraction(1, 7))],
)
def test_the_return_is_that_of_every_stop_of_the_wheel_settled_by_the_table(
    unbet: str, also: bool, players: int, own: Fraction
) -> None:
    weights = {"hot": {"primary": 1, "500": 3}, "community": {"100": 2, "25": 3}}
    spin = {
        "trigger": {"rank": "A", "color": "red"},
        "primary": {"reset": "10000.00", "rate": "0.04"},
        "secondary": {"reset": "5000.00", "rate": "0.06"},
        "hot_spot": {"also_community": also, "unbet_position": unbet},
    }
    rules = rules_of(
        "maryland",
        seats=7,
        bonus_spin__hot_weights=weights["hot"],
        bonus_spin__community_weights=weights["community"],
        bonus_spin__hot_spot__also_community=also,
        bonus_spin__hot_spot__unbet_position=unbet,
        bonus_spin__primary__reset="10000.40",
        bonus_spin__secondary__reset="5000.60",
    )
    row = spin_of(rules).players[players - 1]
    back = Fraction(0)
    for hot, community in product(weights["hot"], weights["community"]):
        chance = Fraction(weights["hot"][hot], 4) * Fraction(weights["community"][community], 5)
        for seat, stops in ((1, own), (2, 1 - own)):
            back += Fraction(1, 26) * chance * stops * settled_spin(spin, hot, community, seat) / 500
    assert row.hot_chance.exact == own
    assert row.return_at_reset.exact == back


def settled_spin(spin: object, hot: str, community: str, hot_seat: int) -> int:
    """What the first seat is paid in cents, with meters that stand at their resets once they are fed."""
    seats = [{"seat": seat, "initial": "10.00", "bonus_spin": "5.00"} for seat in (1, 2)]
    document = {
        "rulebook": "maryland",
        "house": {"bonus_spin": spin},
        "seats": seats,
        "cards": {"deal": ["2c", "2c", "Ah"]},
        "meters": {"spin_primary": "10000.00", "spin_secondary": "5000.00"},
        "spin": {"hot_seat": hot_seat, "hot": hot, "community": community},
    }
    result = settle_document(document)
    lines = result["seats"][0]["wagers"]  # type: ignore[index]
    return sum(int(line["paid"].replace(".", "")) for line in lines if line["wager"] in ("bonus_spin", "community"))


def test_the_meters_are_worth_their_shares() -> None:
    found = spin_of(house_of("maryland"))
    from_meters = found.primary_share.exact * 10_000 / 5 + found.secondary_share.exact * 5_000 / 5
    assert found.returned.exact == found.return_fixed.exact + from_meters
    assert found.return_per_dollar_primary.exact == found.primary_share.exact / 5


def test_a_wheel_without_weights_is_even() -> None:
    rules = rules_of("maryland", bonus_spin__hot_weights=None, bonus_spin__community_weights=None)
    assert rules.bonus_spin is not None
    hot, community = settle_rings(rules, rules.bonus_spin, 500)
    assert set(hot.chances.values()) == {Fraction(1, 10)}
    assert set(community.chances.values()) == {Fraction(1, 8)}


def test_a_table_of_one_seat_has_a_wheel_too() -> None:
    assert spin_of(rules_of("maryland", seats=1)).players[0].hot_chance.exact == 1

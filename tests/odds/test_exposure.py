"""Exposure: every round of a dealt shoe weighed over what no player has seen, and added up by depth."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from tests.odds.rules import house_of, rules_of
from wartable import odds
from wartable.odds import Composition, Exposure, WagerExposure
from wartable.odds.base import tie_odds
from wartable.odds.deals import chances
from wartable.odds.exposure import deal_shoe, war_burns
from wartable.odds.progressive import progressive_odds
from wartable.odds.rounds import settle_apart, unit_stakes
from wartable.rulebook import Rules


def no_shuffle(cards: list[int]) -> None:
    """Leaves all of one rank together, the worst shuffle there is."""
    cards.sort(key=lambda card: card % 13)


def exposed(rules: Rules, shoes: int = 3, seed: int = 1, **options: int) -> Exposure:
    return odds.exposure(rules, shoes, random.Random(seed).shuffle, **options)


def wager_of(found: Exposure, wager: str) -> WagerExposure:
    (row,) = [row for row in found.wagers if row.wager == wager]
    return row


def test_the_same_chance_deals_the_same_shoes() -> None:
    rules = house_of("maryland")
    assert exposed(rules) == exposed(rules)
    assert exposed(rules) != exposed(rules, seed=2)


def test_before_the_first_round_every_wager_is_as_the_par_sheet_has_it() -> None:
    rules = house_of("maryland")
    sheet = odds.par_sheet(rules)
    assert sheet.wagers.progressive is not None
    found = odds.exposure(rules, 1, no_shuffle, seats=7)
    first = {row.wager: row.bands[0] for row in found.wagers}
    assert first["tie"].best >= -sheet.wagers.tie.edge.value
    assert first["progressive"].best >= -sheet.wagers.progressive.edge.value


@pytest.mark.parametrize("name", ["maryland", "massachusetts", "washington"])
def test_every_round_is_weighed_as_a_par_sheet_of_the_unseen_cards(name: str) -> None:
    rules = rules_of(name)
    rounds = [(gone, list(unseen)) for gone, unseen in deal_shoe(rules, 6, 5, random.Random(3).shuffle)]
    found = odds.exposure(rules, 1, random.Random(3).shuffle, seats=5)
    assert found.rounds == len(rounds)
    best: dict[str, float] = {}
    courses = settle_apart(rules, unit_stakes(rules))
    for _, unseen in rounds:
        left = Composition(unseen)
        weighed = chances(left)
        progressive = progressive_odds(rules, courses, weighed, left)
        for wager, row in (("tie", tie_odds(courses, weighed)), ("progressive", progressive)):
            if row is not None:
                best[wager] = max(best.get(wager, -1.0), -row.edge.value)
    assert {row.wager: max(band.best for band in row.bands) for row in found.wagers} == pytest.approx(best)


@pytest.mark.parametrize("seats", [1, 4, 7])
def test_cards_leave_the_shoe_as_the_rules_deal_them(seats: int) -> None:
    rules = house_of("wisconsin")
    rounds = [(gone, sum(unseen)) for gone, unseen in deal_shoe(rules, 6, seats, random.Random(5).shuffle)]
    assert rounds[0] == (1, 312)
    wars = 0
    for (gone, unseen), (gone_after, unseen_after) in pairwise(rounds):
        seen, taken = unseen - unseen_after, gone_after - gone
        assert seats + 1 <= seen <= 2 * (seats + 1)
        assert taken - seen == (3 if seen > seats + 1 else 0)
        wars += taken != seen
    assert wars > 0
    assert rounds[-1][0] + 2 * (seats + 1) + 3 <= 312


@pytest.mark.parametrize(
    ("name", "pattern", "burned"),
    [
        ("wisconsin", "once", 3),
        ("wisconsin", "before_players_and_dealer", 6),
        ("wisconsin", "before_every_card", 9),
        ("washington", "before_every_card", 9),
    ],
)
def test_a_war_burns_what_the_rules_burn(name: str, pattern: str, burned: int) -> None:
    assert war_burns(rules_of(name, war__burn_pattern=pattern), 2) == burned


def test_deeper_dealing_never_gains_a_counter_less() -> None:
    for row in exposed(house_of("maryland"), shoes=30, seats=1).wagers:
        gains = [depth.gain_per_shoe for depth in row.depths]
        assert gains == sorted(gains, reverse=True)
        assert gains[0] > 0
        assert row.closed_from > 0
        assert sum(band.rounds for band in row.bands) > 0


def test_from_the_closing_depth_on_no_round_gives_an_edge() -> None:
    rules = house_of("wisconsin")
    found = wager_of(exposed(rules, shoes=30, seats=1), "tie")
    for depth in found.depths:
        if depth.cards_behind >= found.closed_from:
            assert (depth.with_edge, depth.gain_per_shoe) == (0, 0)
    open_wide = rules_of("wisconsin", cut__reinsert=f"{found.closed_from - 1} cards")
    nearly = wager_of(exposed(open_wide, shoes=30, seats=1), "tie")
    assert nearly.at_house_depth.gain_per_shoe > 0
    assert nearly.gain_error > 0
    closed = rules_of("wisconsin", cut__reinsert=f"{found.closed_from} cards")
    assert wager_of(exposed(closed, shoes=30, seats=1), "tie").at_house_depth.gain_per_shoe == 0


def test_a_shoe_that_is_not_shuffled_is_a_counter_s_dream() -> None:
    found = wager_of(odds.exposure(house_of("wisconsin"), 1, no_shuffle, seats=7), "tie")
    assert found.at_house_depth.with_edge > 0.1
    assert max(band.best for band in found.bands) > 0.5


def test_a_table_that_deals_every_round_from_a_full_shoe_is_not_exposed() -> None:
    found = exposed(rules_of("maryland", shuffler__kind="continuous"), seats=1)
    assert found.house_depth == 312
    assert {row.at_house_depth.gain_per_shoe for row in found.wagers} == {0}


def test_a_higher_meter_opens_the_progressive() -> None:
    rules = house_of("massachusetts")
    low, high = exposed(rules, seats=1), exposed(rules, seats=1, meter=700_000_00)
    assert (low.meter, high.meter) == ("10000.00", "700000.00")
    assert wager_of(low, "tie") == wager_of(high, "tie")
    assert wager_of(high, "progressive").at_house_depth.with_edge > 0.5
    assert exposed(house_of("washington")).meter is None


@pytest.mark.parametrize("shoes", [0, 10_001])
def test_a_number_of_shoes_is_dealt(shoes: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to 10000 shoes"):
        exposed(house_of("wisconsin"), shoes=shoes)


def test_the_mean_over_shoes_is_the_par_sheet_s_edge() -> None:
    # No matter what was seen before, a round is on average like the first: that is what exchange means.
    rules = house_of("wisconsin")
    total = Fraction(0)
    shoes = 400
    shuffle = random.Random(11).shuffle
    for _ in range(shoes):
        for place, (_, unseen) in enumerate(deal_shoe(rules, 6, 7, shuffle)):
            if place == 20:
                total += odds_of_a_tie(unseen)
    assert float(total / shoes) == pytest.approx(23 / 311, abs=0.0006)


def odds_of_a_tie(unseen: list[int]) -> Fraction:
    ranks = Composition(unseen).ranks
    return Fraction(sum(count * (count - 1) for count in ranks), sum(ranks) * (sum(ranks) - 1))

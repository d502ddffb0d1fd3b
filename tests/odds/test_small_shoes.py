"""Full enumeration: small shoes dealt in every order and settled by the table agree to the last fraction."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from tests.odds.small import SMALL, base, every_order, law, nets, shoe
from tests.told import RULEBOOKS
from wartable.odds import WagerOdds, default_choices
from wartable.odds.base import initial_odds, tie_odds, war_tie_odds
from wartable.odds.deals import chances
from wartable.odds.figures import Chance, weigh
from wartable.odds.progressive import progressive_odds
from wartable.odds.rounds import Courses, settle_apart, unit_stakes
from wartable.rulebook import Rules, load_rulebook, rules_in_force


def rules_of(name: str) -> Rules:
    """Return the default rules, with the meter where the settled wager's own dollar brings it."""
    book = load_rulebook(name)
    choices = default_choices(book)
    return rules_in_force(book, choices | ({"progressive.reset": "10001.00"} if "progressive.reset" in choices else {}))


@pytest.fixture(scope="module")
def settled() -> Mapping[str, Courses]:
    return {name: settle_apart(rules_of(name), unit_stakes(rules_of(name))) for name in RULEBOOKS}


def by_net(odds: WagerOdds) -> dict[Fraction, Fraction]:
    """The law of a wager's net, no matter what its outcomes are called."""
    found: dict[Fraction, Fraction] = {}
    for outcome in odds.outcomes:
        net = Fraction(outcome.net)
        found[net] = found.get(net, Fraction(0)) + outcome.probability.exact
    return {net: chance for net, chance in found.items() if chance}


def dealt(cards: Sequence[str], rulebook: str, choice: str, wager: str) -> dict[Fraction, Fraction]:
    """The law of a wager's net over every order of the shoe."""
    unit = 500 if wager == "progressive" else 1000

    def net(player: str, dealer: str, war_player: str, war_dealer: str) -> Fraction:
        found = nets(rulebook, player, dealer, war_player, war_dealer, choice)
        return base(found) if wager == "base" else Fraction(found[wager], unit)

    return law(cards, 4, net)


@pytest.mark.parametrize("cards", SMALL, ids=" ".join)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_initial_wager_is_what_every_order_of_the_shoe_makes_of_it(
    settled: Mapping[str, Courses], cards: Sequence[str], rulebook: str
) -> None:
    odds = initial_odds(settled[rulebook], chances(shoe(cards)))
    assert by_net(odds) == dealt(cards, rulebook, "war", "base")
    assert by_net(odds.surrender) == dealt(cards, rulebook, "surrender", "base")


@pytest.mark.parametrize("cards", SMALL, ids=" ".join)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_tie_wager_is_what_every_order_of_the_shoe_makes_of_it(
    settled: Mapping[str, Courses], cards: Sequence[str], rulebook: str
) -> None:
    assert by_net(tie_odds(settled[rulebook], chances(shoe(cards)))) == dealt(cards, rulebook, "war", "tie")


@pytest.mark.parametrize("cards", [cards for cards in SMALL if len(set(cards)) != len(cards)], ids=" ".join)
@pytest.mark.parametrize("rulebook", ["maryland", "massachusetts", "wisconsin"])
def test_a_tie_wager_on_the_war_deal_is_weighed_once_there_is_a_war(
    settled: Mapping[str, Courses], cards: Sequence[str], rulebook: str
) -> None:
    found: dict[Fraction, Fraction] = {}
    wars = Fraction(0)
    for (player, dealer, war_player, war_dealer), chance in every_order(cards, 4):
        lines = nets(rulebook, player, dealer, war_player, war_dealer, "war")
        if "war_tie" in lines:
            wars += chance
            net = Fraction(lines["war_tie"], 1000)
            found[net] = found.get(net, Fraction(0)) + chance
    expected = {net: chance / wars for net, chance in found.items()}
    assert by_net(war_tie_odds(settled[rulebook], chances(shoe(cards)))) == expected


@pytest.mark.parametrize("cards", SMALL, ids=" ".join)
@pytest.mark.parametrize("rulebook", ["maryland", "massachusetts"])
def test_the_progressive_is_what_every_order_of_the_shoe_makes_of_it(
    settled: Mapping[str, Courses], cards: Sequence[str], rulebook: str
) -> None:
    odds = progressive_odds(rules_of(rulebook), settled[rulebook], chances(shoe(cards)), shoe(cards))
    assert odds is not None
    assert by_net(odds) == dealt(cards, rulebook, "war", "progressive")


@pytest.mark.parametrize("cards", [SMALL[1], SMALL[6]], ids=" ".join)
def test_burned_cards_change_nothing(settled: Mapping[str, Courses], cards: Sequence[str]) -> None:
    def with_burns(player: str, dealer: str, *others: str) -> Fraction:
        *_burned, war_player, war_dealer = others
        return base(nets("maryland", player, dealer, war_player, war_dealer, "war"))

    odds = initial_odds(settled["maryland"], chances(shoe(cards)))
    assert law(cards, 7, with_burns) == by_net(odds)


def test_the_figures_are_those_of_the_outcomes() -> None:
    odds = weigh(
        [
            Chance("up", Fraction(1, 4), Fraction(3)),
            Chance("up", Fraction(1, 4), Fraction(3)),
            Chance("down", Fraction(1, 2), Fraction(-4), Fraction(2)),
        ]
    )
    assert (odds.returned.exact, odds.edge.exact) == (Fraction(1, 2), Fraction(1, 2))
    assert (odds.wagered.exact, odds.element_of_risk.exact) == (Fraction(3, 2), Fraction(1, 3))
    assert (odds.hit_frequency.exact, odds.variance.exact) == (Fraction(1, 2), Fraction(49, 4))
    assert (odds.standard_deviation, odds.skewness) == (3.5, 0.0)
    assert len(odds.outcomes) == 2


def test_one_outcome_has_one_net() -> None:
    with pytest.raises(ValueError, match="up nets 1 and 2"):
        weigh([Chance("up", Fraction(1, 2), Fraction(1)), Chance("up", Fraction(1, 2), Fraction(2))])

"""Published figures: the state that prints them, the well-known table of edges, and the rule readers' own sums."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from wartable import odds
from wartable.odds.exact import percent
from wartable.rulebook import Rules, load_rulebook, rules_in_force

# Edges in percent for 1 to 8 decks, as the well-known table prints them: with a bonus for a tied war (it nets two
# units), without (it nets one), always surrendering, and the tie wager.
WELL_KNOWN = {
    1: ("2.06", "2.42", "2.94", "35.29"),
    2: ("2.24", "2.70", "3.40", "25.24"),
    3: ("2.29", "2.79", "3.55", "21.94"),
    4: ("2.31", "2.84", "3.62", "20.29"),
    5: ("2.32", "2.86", "3.67", "19.31"),
    6: ("2.33", "2.88", "3.70", "18.65"),
    7: ("2.34", "2.89", "3.72", "18.18"),
    8: ("2.34", "2.90", "3.73", "17.83"),
}

# The rule readers' own table: tie on the original deal, always war, always surrender, tie wager, tie wager on war.
READERS = {
    5: ("7.3359", "2.3221", "3.6680", "19.3050", "19.2743"),
    6: ("7.3955", "2.3301", "3.6977", "18.6495", "18.6282"),
    7: ("7.4380", "2.3356", "3.7190", "18.1818", "18.1662"),
    8: ("7.4699", "2.3398", "3.7349", "17.8313", "17.8194"),
}


def rules_of(name: str, **choices: Any) -> Rules:
    """A rulebook with choices a house may not make, as a laboratory may."""
    book = load_rulebook(name)
    named = {key.replace("__", "."): value for key, value in choices.items()}
    return rules_in_force(book, odds.default_choices(book) | named)


def edges(rules: Rules, decks: int) -> Callable[[str], Fraction]:
    wagers = odds.par_sheet(rules, decks=decks).wagers
    found = {"war": wagers.initial.edge, "surrender": wagers.initial.edge_surrender, "tie": wagers.tie.edge}
    return lambda wager: found[wager].exact


@pytest.mark.parametrize("decks", WELL_KNOWN)
def test_the_well_known_table_is_reproduced_to_every_digit(decks: int) -> None:
    with_bonus = edges(rules_of("massachusetts"), decks)
    without = edges(rules_of("massachusetts", pays__war_on_tie="1 to 1"), decks)
    ours = (with_bonus("war"), without("war"), with_bonus("surrender"), with_bonus("tie"))
    assert tuple(percent(edge, 2) for edge in ours) == WELL_KNOWN[decks]


def test_wa_pay_5_and_wa_pay_7_are_reproduced_by_six_decks_and_by_no_other_count() -> None:
    rules = rules_of("washington")
    fits = []
    for decks in range(1, 17):
        wagers = odds.par_sheet(rules, decks=decks).wagers
        fit = [
            percent(wager.edge.exact, 2) == printed
            for wager, printed in ((wagers.initial, "2.33"), (wagers.tie, "18.65"))
        ]
        if all(fit):
            fits.append(decks)
        # Neither figure alone fits another count either.
        assert any(fit) == all(fit)
    assert fits == [6]
    assert [figure.agrees for figure in odds.par_sheet(rules).published] == [True, True]


def test_the_published_figures_are_told_with_their_clauses() -> None:
    figures = odds.par_sheet(rules_of("washington")).published
    assert [(figure.published, figure.clauses) for figure in figures] == [
        ("2.33%", ("WA-pay-5",)),
        ("18.65%", ("WA-pay-7",)),
    ]
    assert odds.par_sheet(rules_of("maryland")).published == ()


def test_a_published_figure_is_held_beside_nothing_but_its_own_full_shoe() -> None:
    rules = rules_of("washington")
    assert odds.par_sheet(rules, decks=6).published
    assert odds.par_sheet(rules, decks=8).published == ()
    assert odds.par_sheet(rules, removed={"As": 1}).published == ()
    assert odds.par_sheet(rules_of("washington", decks=8)).published == ()


@pytest.mark.parametrize("decks", READERS)
def test_the_rule_readers_figures_are_reproduced(decks: int) -> None:
    wagers = odds.par_sheet(rules_of("maryland"), decks=decks).wagers
    assert wagers.war_tie is not None
    tie = wagers.tie.hit_frequency
    ours = (tie, wagers.initial.edge, wagers.initial.edge_surrender, wagers.tie.edge, wagers.war_tie.edge)
    assert tuple(percent(figure.exact, 4) for figure in ours) == READERS[decks]


@pytest.mark.parametrize("name", ["california", "maryland", "massachusetts", "washington", "wisconsin"])
def test_all_five_rulebooks_have_the_same_main_game(name: str) -> None:
    wagers = odds.par_sheet(rules_of(name)).wagers
    assert wagers.initial.edge.fraction == "23138/993023"
    assert [outcome.net for outcome in wagers.initial.outcomes] == ["1", "-1", "1", "-2", "2"]
    assert wagers.tie.edge.fraction == "58/311"


def test_reading_md_27_otherwise_would_cost_the_player_what_the_readers_say() -> None:
    assert percent(edges(rules_of("maryland", pays__war_on_tie="1 to 1"), 6)("war"), 2) == "2.88"


def test_reading_ca_2_otherwise_would_cost_the_player_what_the_readers_say() -> None:
    lost_first = rules_of("wisconsin", pays__war="1 to 1", pays__war_on_tie="2 to 1")
    assert percent(edges(lost_first, 6)("war"), 2) == "6.30"


def test_g3_each_rarer_hand_pays_more() -> None:
    progressive = odds.par_sheet(rules_of("maryland")).wagers.progressive
    assert progressive is not None
    one_in = {hand.hand: 1 / hand.probability.exact for hand in progressive.hands}
    assert {hand: round(float(rare), 1 if rare < 100 else None) for hand, rare in one_in.items()} == {
        "tie": 18.7,
        "suited_tie": 67.2,
        "double_tie": 205,
        "four_of_a_kind": 2_945,
        "suited_double_tie": 3_894,
        "suited_four_of_a_kind": 496_512,
    }
    by_pay = sorted(progressive.hands, key=lambda hand: Fraction(hand.pays))
    assert by_pay == sorted(progressive.hands, key=lambda hand: -hand.probability.exact)


@pytest.mark.parametrize(("returned", "fixed"), [(False, "74.18"), (True, "81.57")])
def test_g5_the_fixed_return_depends_on_whether_the_stake_comes_back(returned: bool, fixed: str) -> None:
    rules = rules_of("maryland", progressive__stake_returned=returned)
    progressive = odds.par_sheet(rules).wagers.progressive
    assert progressive is not None
    assert percent(progressive.return_fixed.exact, 2) == fixed

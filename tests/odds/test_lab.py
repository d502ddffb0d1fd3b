"""The laboratory: chained wars with their published returns, and houses no rulebook allows."""

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.odds.rules import HOUSES, rules_of
from tests.odds.small import SMALL, law, shoe
from wartable import odds
from wartable.cards import Card, rank
from wartable.odds import Composition, Variant, lab_house, lab_sheet, read_variant, ties_in_a_row
from wartable.odds.exact import percent
from wartable.rulebook import BadHouse

CHAINED = Path(__file__).resolve().parents[2] / "docs" / "lab" / "chained-wars.toml"


def document() -> dict[str, Any]:
    return tomllib.loads(CHAINED.read_text(encoding="utf-8"))


@pytest.fixture
def chained() -> Variant:
    return read_variant(document())


def test_chained_wars_return_what_their_publisher_says(chained: Variant) -> None:
    wagers = lab_sheet(chained).wagers
    assert percent(wagers.initial.returned.exact, 2) == "96.27"
    assert percent(wagers.initial.surrender.returned.exact, 2) == "96.27"
    assert percent(wagers.tie.returned.exact, 2) == "92.05"


@pytest.mark.parametrize(("last_tie", "returned"), [("0", "96.27"), ("1", "96.27"), ("-1/2", "96.27"), ("-2", "96.26")])
def test_what_the_fourth_tie_does_is_not_published_and_only_a_loss_would_show(
    chained: Variant, last_tie: str, returned: str
) -> None:
    variant = replace(chained, initial=replace(chained.initial, last_tie=last_tie))
    assert percent(lab_sheet(variant).wagers.initial.returned.exact, 2) == returned


def test_no_other_number_of_decks_returns_both_figures(chained: Variant) -> None:
    fits = []
    for decks in range(1, 17):
        wagers = lab_sheet(replace(chained, decks=decks)).wagers
        fits += [decks] if percent(wagers.tie.returned.exact, 2) == "92.05" else []
    assert fits == [8]


@pytest.mark.parametrize("cards", SMALL, ids=" ".join)
def test_ties_in_a_row_are_what_every_order_of_the_shoe_makes_of_them(cards: Sequence[str]) -> None:
    def ties(*dealt: str) -> int:
        pairs = [rank(Card(one)) == rank(Card(other)) for one, other in zip(dealt[::2], dealt[1::2], strict=True)]
        return next((place for place, tied in enumerate(pairs) if not tied), 3)

    rows = ties_in_a_row(shoe(cards), 3)
    exactly = [one - more for one, more in pairwise([*rows, Fraction(0)])]
    assert {count: chance for count, chance in enumerate(exactly) if chance} == law(cards, 6, ties)


def test_one_war_of_a_chain_is_the_table_s_own_war() -> None:
    nets = {"win": "1", "lose": "-1", "surrender": "-1/2", "war_win": "1", "war_lose": "-2", "last_tie": "2"}
    plain = read_variant({"lab": "plain", "decks": 6, "ties": 2, "initial": nets, "tie_pays": ["10", "10"]})
    ours, theirs = lab_sheet(plain).wagers, odds.par_sheet(rules_of("washington")).wagers
    assert ours.initial.edge == theirs.initial.edge
    assert ours.initial.variance == theirs.initial.variance
    assert ours.initial.element_of_risk == theirs.initial.element_of_risk
    assert ours.tie.edge == theirs.tie.edge


def test_a_chain_is_no_longer_than_the_shoe() -> None:
    with pytest.raises(ValueError, match="at least 6 cards"):
        ties_in_a_row(Composition([5] + [0] * 51), 3)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("decks", 17, "decks: expected 1 to 16"),
        ("decks", "8", "decks: expected a whole number, got text"),
        ("ties", 1, "ties: expected 2 to 12"),
        ("tie_pays", ["10"], "tie_pays: expected 4 pays"),
        ("tie_pays", ["10", "25", "x", "200"], "tie_pays: expected a fraction"),
        ("tie_pays", ["10", "25", "1/0", "200"], "tie_pays: expected a fraction"),
        ("tie_pays", ["10", "25", "1e400", "200"], "tie_pays: expected a fraction"),
        ("tie_pays", ["10", "25", "1e99999999", "200"], "tie_pays: expected a fraction"),
        ("tie_pays", ["10", "25", "1234567", "200"], "tie_pays: expected a fraction of at most 6 digits"),
        ("tie_pays", ["10", "25", "٣", "200"], "tie_pays: expected a fraction"),
        ("seats", 7, "seats: unknown key; expected one of lab, decks"),
    ],
)
def test_a_variant_that_is_wrong_is_told_in_one_line(key: str, value: object, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as told:
        read_variant(document() | {key: value})
    assert "\n" not in str(told.value)


def house(name: str, **pays: str) -> str:
    """An example house with other pays than its rulebook allows."""
    text = (HOUSES / f"{name}.toml").read_text(encoding="utf-8")
    return text.replace("[pays]", "[pays]\n" + "\n".join(f'{key} = "{odds_}"' for key, odds_ in pays.items()))


@pytest.mark.parametrize(("pays", "edge"), [("9 to 1", "81/311"), ("11 to 1", "35/311"), ("25 to 2", "1/622")])
def test_a_house_with_another_pay_gives_another_edge_with_no_code_changed(pays: str, edge: str) -> None:
    rules, forbidden = lab_house(house("wisconsin", tie=pays))
    assert forbidden == {"pays.tie": pays}
    assert odds.par_sheet(rules).wagers.tie.edge.fraction == edge


def test_a_house_that_may_be_filed_has_nothing_forbidden() -> None:
    text = (HOUSES / "maryland.toml").read_text(encoding="utf-8")
    rules, forbidden = lab_house(text)
    assert forbidden == {}
    assert odds.par_sheet(rules).wagers.bonus_spin is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rulebook = 7", "7 is not a rulebook"),
        ('rulebook = "washington"\n[pays]\ntie = "ten"', "pays.tie: 'ten' are not odds"),
        ('rulebook = "washington"\n[pays]\ntei = "10 to 1"', "tei"),
        ('rulebook = "washington"\n[war]\ninitial = "eaten"', "initial"),
    ],
)
def test_a_laboratory_s_house_still_has_to_make_sense(text: str, reason: str) -> None:
    with pytest.raises(BadHouse, match=reason):
        lab_house(text)

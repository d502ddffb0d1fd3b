"""Washington: limits and attestations, and the published figures computed again from six decks."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from tests.told import Told, player, rules_of
from wartable.rulebook import consistent, load_rulebook
from wartable.rulebook.check import check_house
from wartable.rulebook.checks.finding import HouseFinding, errors
from wartable.rulebook.house import choose
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table import events as e

HOUSE = (Path(__file__).resolve().parents[2] / "houses" / "washington.toml").read_text(encoding="utf-8")


def found_without(key: str) -> HouseFinding:
    """What `check` says about the example house once one of its lines is taken out."""
    text, taken = re.subn(rf"^{key} = .*\n", "", HOUSE, flags=re.MULTILINE)
    assert taken == 1
    (finding,) = errors(check_house(text, "washington.toml").findings)
    return finding


# Limits


@pytest.mark.parametrize("clause", ["WA-lim.1", "WA-lim.2"])
def test_wa_lim_a_house_files_its_maximum_because_the_program_has_none_of_its_own(clause: str) -> None:
    finding = found_without("max")
    assert finding.key == "limits.max"
    assert clause in finding.clauses
    assert load_rulebook("washington").values["limits.max"].in_force is None


@pytest.mark.parametrize(
    ("duty", "clause"),
    [
        pytest.param("limits_wac_040", "WA-lim.1", id="WA-lim.1"),
        pytest.param("limits_wac_140", "WA-lim.2", id="WA-lim.2"),
    ],
)
def test_the_house_attests_that_its_limits_are_within_the_regulations(duty: str, clause: str) -> None:
    finding = found_without(duty)
    assert (finding.key, finding.clauses) == (f"attest.{duty}", (clause,))


@pytest.mark.parametrize("clause", ["WA-lim.1", "WA-lim.2"])
def test_wa_lim_the_table_takes_no_wager_above_the_filed_maximum(clause: str) -> None:
    told = Told.at("washington", {"limits": {"max": "300.00"}}).sits(1)
    above = told.refuses(player("seat 1"), c.PlaceWager(1, "initial", 30002))
    assert above.why == Refusal.AMOUNT_IS_ABOVE_THE_LIMIT
    assert clause in above.clauses
    told.does(player("seat 1"), c.PlaceWager(1, "initial", 30000))


def test_wa_4_c_iii_2_check_notes_a_house_that_settles_from_the_left() -> None:
    text = HOUSE.replace('# direction = "right_to_left"', 'direction = "left_to_right"')
    (note,) = [
        finding for finding in check_house(text, "washington.toml").findings if finding.key == "settle.direction"
    ]
    assert (note.severity, note.reading) == ("note", "WA.1")
    assert note.clauses == ("WA-4", "WA-4-c-iii.2")


# The published figures


@cache
def units(cards: str, war: str | None = None) -> int:
    """What the table makes of one unit of ten dollars, always at war on a tie."""
    told = Told.at("washington").bets(1, "10.00").deals(cards).settles()
    if war is not None:
        told.war(1).war_deals(war)
    return told.ends().accounts()["patron/seat 1"] // 1000


@cache
def tie_units(cards: str) -> int:
    """What the table makes of one unit on the tie wager."""
    line = Told.at("washington").bets(1, "10.00", tie="10.00").deals(cards).settles().lines(1)["tie"]
    return (line.returned + line.paid - line.staked) // 1000


def chance_of_a_tie(decks: int) -> Fraction:
    """The dealer's card has the rank of the player's."""
    return Fraction(4 * decks - 1, 52 * decks - 1)


def chance_of_a_tied_war(decks: int) -> Fraction:
    """Two more cards match each other, after two of one rank are gone."""
    same, other, left = 4 * decks - 2, 4 * decks, 52 * decks - 2
    return Fraction(same * (same - 1) + 12 * other * (other - 1), left * (left - 1))


def edge(decks: int) -> Fraction:
    """The house's share of each primary bet. Without a tie, winning and losing are equally likely."""
    tie, war_tie = chance_of_a_tie(decks), chance_of_a_tied_war(decks)
    either = (1 - war_tie) / 2
    war = either * units("8c 8d", "Kc 9d") + either * units("8c 8d", "2c 9d") + war_tie * units("8c 8d", "9c 9d")
    return -((1 - tie) / 2 * (units("Kc 8d") + units("2c 8d")) + tie * war)


def tie_edge(decks: int) -> Fraction:
    """The house's share of each tie wager."""
    tie = chance_of_a_tie(decks)
    return -(tie * tie_units("8c 8d") + (1 - tie) * tie_units("Kc 8d"))


def percent(share: Fraction) -> str:
    """A share as it is published, to two places, without leaving whole numbers."""
    hundredths = round(share * 10_000)
    return f"{hundredths // 100}.{hundredths % 100:02}%"


def test_wa_pay_5_the_tables_own_pays_give_the_published_advantage_of_the_main_game() -> None:
    assert edge(6) == Fraction(23_138, 993_023)
    assert percent(edge(6)) == "2.33%"
    assert load_rulebook("washington").values["figures.edge"].value == "2.33%"


def test_wa_pay_7_the_tables_own_pays_give_the_published_advantage_of_the_tie_bet() -> None:
    assert tie_edge(6) == Fraction(58, 311)
    assert percent(tie_edge(6)) == "18.65%"
    assert load_rulebook("washington").values["figures.tie_edge"].value == "18.65%"


def test_wa_pay_6_a_tie_bet_earns_ten_to_one() -> None:
    assert (tie_units("8c 8d"), tie_units("Kc 8d"), tie_units("2c 8d")) == (10, -1, -1)


def test_wa_7_no_other_number_of_decks_gives_both_figures() -> None:
    both = [decks for decks in range(1, 13) if (percent(edge(decks)), percent(tie_edge(decks))) == ("2.33%", "18.65%")]
    assert both == [6]


@pytest.mark.parametrize("decks", [1, 5, 7, 8, 12])
def test_wa_pay_5_another_number_of_decks_is_warned_of(decks: int) -> None:
    (finding,) = choose(load_rulebook("washington"), {"decks": decks})[1]
    assert (finding.severity, finding.clauses, finding.reading) == ("warning", ("WA-pay-5", "WA-pay-7"), "WA.7")


@pytest.mark.parametrize("key", ["settle.war_direction", "surrender.direction"])
@pytest.mark.parametrize(("settling", "wrong"), [("right_to_left", "clockwise"), ("left_to_right", "counterclockwise")])
def test_wa_4_both_passes_follow_the_settling_direction(key: str, settling: str, wrong: str) -> None:
    table, _, leaf = key.partition(".")
    house: dict[str, dict[str, str]] = {"settle": {"direction": settling}}
    rules = rules_of("washington", house)
    assert rules.settle.war_direction == rules.surrender.direction == rules.settle.direction
    house.setdefault(table, {})[leaf] = wrong
    book = load_rulebook("washington")
    choices, findings = choose(book, house)
    assert findings == []
    (finding,) = errors(consistent(book, choices))
    assert (finding.key, "WA-4" in finding.clauses) == (key, True)
    assert finding.allowed == "left out, or the same as settle.direction"
    house[table][leaf] = rules.settle.direction
    assert consistent(book, choose(book, house)[0]) == []


def test_wa_pay_5_the_shoe_holds_six_decks() -> None:
    assert [loaded.cards for loaded in Told.at("washington").happened(e.ShoeLoaded)] == [6 * 52]


@pytest.mark.parametrize("figure", ["edge", "tie_edge", "pool_example"])
def test_a_published_figure_is_no_houses_to_change(figure: str) -> None:
    other = "10.00" if figure == "pool_example" else "2.00%"
    (finding,) = errors(choose(load_rulebook("washington"), {"figures": {figure: other}})[1])
    assert finding.key == f"figures.{figure}"

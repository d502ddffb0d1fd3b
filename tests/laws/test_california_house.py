"""California: what a house files and attests, what it may not choose, and the words of the text."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.told import DEALER, Told
from wartable.rulebook import load_rulebook
from wartable.rulebook.check import check_house
from wartable.rulebook.checks.finding import HouseFinding, errors
from wartable.rulebook.house import choose
from wartable.table import Refusal
from wartable.table import commands as c

HOUSE = (Path(__file__).resolve().parents[2] / "houses" / "california.toml").read_text(encoding="utf-8")


def found_without(key: str) -> HouseFinding:
    """What `check` says about the example house once one of its lines is taken out."""
    text, taken = re.subn(rf"^{key} = .*\n", "", HOUSE, flags=re.MULTILINE)
    assert taken == 1
    (finding,) = errors(check_house(text, "california.toml").findings)
    return finding


def refused(house: dict[str, Any]) -> tuple[str, ...]:
    """The clauses under which a house may not choose this."""
    (finding,) = errors(choose(load_rulebook("california"), house)[1])
    return finding.clauses


def allowed(house: dict[str, Any]) -> bool:
    """Whether a house may choose this."""
    return not errors(choose(load_rulebook("california"), house)[1])


# What the house attests and files


@pytest.mark.parametrize(
    ("duty", "clause"),
    [
        pytest.param("owner_agreement", "CA-intro.1", id="CA-intro.1"),
        pytest.param("table_eight_places", "CA-table-1", id="CA-table-1"),
        pytest.param("dealer_opposite", "CA-table-2", id="CA-table-2"),
        pytest.param("layout_tie_area", "CA-table-3", id="CA-table-3"),
        pytest.param("shuffler_deals", "CA-deck-1", id="CA-deck-1"),
        pytest.param("deck_standard", "CA-deck-2", id="CA-deck-2"),
        pytest.param("batch_colours", "CA-deck-3b", id="CA-deck-3b"),
        pytest.param("discard_rack", "CA-deal-1b", id="CA-deal-1b"),
        pytest.param("players_do_not_touch_cards", "CA-deal-4", id="CA-deal-4"),
    ],
)
def test_the_house_attests_what_no_program_can_see(duty: str, clause: str) -> None:
    finding = found_without(duty)
    assert (finding.key, finding.clauses) == (f"attest.{duty}", (clause,))


@pytest.mark.parametrize("end", ["min", "max"])
def test_ca_bet_1b_a_house_files_both_ends_of_its_limits(end: str) -> None:
    finding = found_without(end)
    assert (finding.key, finding.clauses) == (f"limits.{end}", ("CA-bet-1b",))


# What the text leaves no room for


@pytest.mark.parametrize("seats", [1, 2, 7, 9])
def test_ca_table_1_a_table_has_eight_places(seats: int) -> None:
    assert refused({"seats": seats}) == ("CA-table-1", "CA-players-1")
    assert allowed({"seats": 8})


def test_ca_table_1_the_ninth_person_finds_no_seat() -> None:
    told = Told.at("california")
    for seat in range(1, 9):
        told.sits(seat)
    assert told.refuses(DEALER, c.Sit(9, "a ninth")).why == Refusal.NO_SUCH_SEAT


@pytest.mark.parametrize("kind", ["none", "continuous"])
def test_ca_deck_1_no_house_deals_without_the_batch_shuffler(kind: str) -> None:
    assert "CA-deck-1" in refused({"shuffler": {"kind": kind}})


@pytest.mark.parametrize("decks", [1, 2, 4, 5])
def test_ca_deck_3_a_batch_of_fewer_than_six_makes_fewer_than_twelve_decks(decks: int) -> None:
    assert "CA-deck-3" in refused({"decks": decks})


@pytest.mark.parametrize(("decks", "total"), [(6, 12), (7, 14), (8, 16), (9, 18), (12, 24)])
def test_ca_deck_3a_check_counts_two_equal_batches(decks: int, total: int) -> None:
    report = check_house(HOUSE.replace("\ndecks = 6\n", f"\ndecks = {decks}\n"), "california.toml")
    notes = [finding for finding in report.findings if (finding.key, finding.severity) == ("decks", "note")]
    assert report.ok
    assert [note.message for note in notes] == [f"a batch shuffler takes two batches of {decks}, {total} decks in all"]
    assert "CA-deck-3a" in notes[0].clauses


@pytest.mark.parametrize("house", [{"bank": {"by": "house"}}, {"bank": {"house_may_bank": True}}])
def test_ca_play_9c_no_house_can_choose_to_bank(house: dict[str, Any]) -> None:
    assert refused(house)


def test_ca_play_9d_no_house_can_choose_a_share_of_the_wagers() -> None:
    assert refused({"bank": {"share_of_wagers": True}}) == ("CA-play-9d",)


@pytest.mark.parametrize("fee", ["5%", "1/20", "1 to 20", 5])
def test_ca_play_9d_a_fee_is_an_amount_and_never_a_share(fee: object) -> None:
    assert refused({"ca": {"collection_fee": fee}}) == ("CA-play-9d",)
    assert allowed({"ca": {"collection_fee": "1.00"}})


def test_ca_play_9e_no_house_can_set_a_maximum_to_the_bank() -> None:
    assert refused({"bank": {"unlimited": False}}) == ("CA-play-9e",)


def test_ca_play_10b_no_house_lets_one_player_bank_three_times_running() -> None:
    assert "CA-play-10b" in refused({"ca": {"bank": {"max_rounds": 3}}})
    assert allowed({"ca": {"bank": {"max_rounds": 1}}})


def test_ca_play_9b_collected_wagers_never_refill_the_bank() -> None:
    assert "CA-play-9b" in refused({"ca": {"coverage": "refill"}})


def test_ca_def_tiewager_no_house_offers_a_tie_wager_on_the_war_deal() -> None:
    assert "CA-def-tiewager" in refused({"tie": {"on_war_deal": True}})


@pytest.mark.parametrize(
    ("wager", "odds", "clause"),
    [
        pytest.param("initial", "2 to 1", "CA-pay-1", id="CA-pay-1"),
        pytest.param("tie", "9 to 1", "CA-pay-2", id="CA-pay-2"),
        pytest.param("war", "2 to 1", "CA-pay-3a", id="CA-pay-3a"),
        pytest.param("war_on_tie", "1 to 1", "CA-pay-3b", id="CA-pay-3b"),
    ],
)
def test_no_house_can_pay_other_odds(wager: str, odds: str, clause: str) -> None:
    assert refused({"pays": {wager: odds}}) == (clause,)


# The words


WORDS = {
    "CA-intro.2": "public by law (BPC 19826(g)), the owner's rights untouched",
    "CA-intro.3": "terms and disputes with the owner are private matters",
    "CA-rank-1a": "ace high down to two",
    "CA-rank-1b": "suits never matter for rank",
    "CA-def-burn": "burn card",
    "CA-def-primary": "primary wager",
    "CA-def-original": "original deal",
    "CA-def-pd.1": "player/dealer",
    "CA-def-round": "round of play",
    "CA-def-suit": "clubs, diamonds, hearts or spades",
    "CA-def-tiehand": "tie hand",
    "CA-def-tiewager": "tie wager",
    "CA-def-war": "war",
    "CA-def-wardeal": "war deal",
    "CA-def-warwager": "war wager",
}


@pytest.mark.parametrize("clause", WORDS)
def test_a_word_of_the_text_is_the_programs_word(clause: str) -> None:
    terms = load_rulebook("california").terms.values()
    assert [term.word for term in terms if clause in term.clauses] == [WORDS[clause]]

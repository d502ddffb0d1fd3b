"""Section 2: decks, batches and the shoe, and what only the house itself can see."""

from pathlib import Path

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.cards import Card
from wartable.rulebook import load_rulebook
from wartable.rulebook.check import check_house
from wartable.rulebook.house import choose
from wartable.table import commands as c
from wartable.table import steps
from wartable.table.events import CardsShuffled, ShoeLoaded
from wartable.table.refusals import Refusal

MA = "massachusetts"
BATCH = {"shuffler": {"kind": "batch"}}
EXAMPLE = (Path(__file__).resolve().parents[2] / "houses" / "massachusetts.toml").read_text(encoding="utf-8")
BY_HAND = EXAMPLE.replace('kind = "batch"', 'kind = "none"')


def plays_out_the_shoe(told: Told) -> Told:
    """One round in which the cut card comes out; the next shoe is then made ready."""
    told.bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
    told.meets_cover_card()
    told.deals("Ks 2s").ends().goes_on("shuffling")
    told.does(DEALER, c.CutCards(104))
    return told.goes_on("cutting", "loading")


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_ma_2_a_1_a_shoe_of_so_many_decks_holds_each_card_so_often(decks: int) -> None:
    told = Told.at(MA, {"decks": decks, "seats": 9})
    for seat in range(1, 10):
        told.bets(seat, "10.00")
    told.deals(" ".join(["7s"] * decks))
    refused = told.refuses(SHOE, c.TurnCard(Card("7s")))
    assert refused.why is Refusal.CARD_IS_USED_UP
    assert "MA-2-a.1" in refused.clauses
    told.deals("7h")


@pytest.mark.parametrize("decks", [1, 5, 9, 12])
def test_ma_2_a_1_no_other_number_of_decks_is_accepted(decks: int) -> None:
    _, (finding,) = choose(load_rulebook(MA), {"decks": decks})
    assert (finding.severity, finding.key, finding.allowed) == ("error", "decks", "6, 7 or 8")
    assert "MA-2-a.1" in finding.clauses


@pytest.mark.parametrize(("decks", "cards"), [(6, 312), (7, 364), (8, 416)])
def test_ma_2_a_3_each_deck_brings_52_cards_into_the_shoe(decks: int, cards: int) -> None:
    assert Told.at(MA, {"decks": decks}).happened(ShoeLoaded) == [ShoeLoaded(0, cards)]


DUTIES = {
    "MA-2-a.3": "deck_standard",
    "MA-2-a.4": "cut_card",
    "MA-2-b.1": "manual_shoe",
    "MA-2-b.2": "shoe_position",
    "MA-2-d-1": "batch_deck_standard",
    "MA-2-d-3": "batch_colours",
    "MA-4-a": "cards_received",
    "MA-5-h-2-i": "shuffler_stores_batch",
    "MA-5-h-2-ii": "shuffled_cards_secured",
    "MA-7-a.2": "discard_rack",
    "MA-7-e": "players_do_not_touch_cards",
    "MA-10-e": "jam_controls",
}


@pytest.mark.parametrize("clause", DUTIES)
def test_ma_a_house_that_does_not_attest_its_duty_is_not_accepted(clause: str) -> None:
    duty = DUTIES[clause]
    assert check_house(EXAMPLE, "house").ok
    for instead in ("", f"{duty} = false"):
        report = check_house(EXAMPLE.replace(f"\n{duty} = true", f"\n{instead}"), "house")
        (finding,) = [finding for finding in report.findings if finding.severity == "error"]
        assert (finding.key, finding.clauses) == (f"attest.{duty}", (clause,))


def test_ma_2_c_a_second_cut_card_is_attested_only_where_one_is_used() -> None:
    assert check_house(EXAMPLE, "house").ok
    used = EXAMPLE.replace("# second_cut_card = false", "second_cut_card = true")
    (finding,) = [finding for finding in check_house(used, "house").findings if finding.severity == "error"]
    assert (finding.key, finding.clauses) == ("attest.second_cut_card", ("MA-2-c",))
    assert check_house(used.replace("# second_cut_card = true", "second_cut_card = true"), "house").ok


def test_ma_2_a_2_one_colour_and_design_is_attested_where_cards_are_shuffled_by_hand() -> None:
    (finding,) = [finding for finding in check_house(BY_HAND, "house").findings if finding.severity == "error"]
    assert (finding.key, finding.clauses) == ("attest.cards_identical", ("MA-2-a.2",))
    assert check_house(f"{BY_HAND}\ncards_identical = true\n", "house").ok


@pytest.mark.parametrize("kind", ["continuous", "automatic"])
def test_ma_2_b_1_cards_leave_a_manual_shoe_and_no_other_device(kind: str) -> None:
    _, (finding,) = choose(load_rulebook(MA), {"shuffler": {"kind": kind}})
    assert (finding.severity, finding.key, finding.allowed) == ("error", "shuffler.kind", "none or batch")
    assert "MA-2-b.1" in finding.clauses


@pytest.mark.parametrize(("decks", "total"), [(6, 12), (7, 14), (8, 16)])
def test_ma_2_d_a_table_with_a_shuffler_has_at_least_twelve_decks(decks: int, total: int) -> None:
    report = check_house(EXAMPLE.replace("\ndecks = 8", f"\ndecks = {decks}"), "house")
    (note,) = [finding for finding in report.findings if finding.key == "decks"]
    assert note.message == f"a batch shuffler takes two batches of {decks}, {total} decks in all"
    assert {"MA-2-d", "MA-2-d-2"} <= set(note.clauses)
    assert not check_house(EXAMPLE.replace("\ndecks = 8", "\ndecks = 5"), "house").ok


def test_ma_2_d_2_the_two_batches_are_equal() -> None:
    told = plays_out_the_shoe(Told.at(MA, BATCH))
    assert [(shoe.batch, shoe.cards) for shoe in told.happened(ShoeLoaded)] == [(0, 312), (1, 312)]


def test_ma_2_d_4_one_batch_is_shuffled_by_the_device_while_the_other_is_played() -> None:
    told = Told.closed(MA, BATCH)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("machine_shuffle", ("shoe", "dealer"))
    assert "MA-2-d-4" in prompt.clauses
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    plays_out_the_shoe(told.goes_on())
    assert told.happened(CardsShuffled) == [
        CardsShuffled(0, ("machine_shuffle",)),
        CardsShuffled(1, ("machine_shuffle",)),
    ]


def test_ma_2_d_5_each_batch_serves_every_other_shoe() -> None:
    told = Told.at(MA, BATCH)
    for _ in range(4):
        plays_out_the_shoe(told).goes_on()
    assert [shoe.batch for shoe in told.happened(ShoeLoaded)] == [0, 1, 0, 1, 0]


def test_ma_2_d_6_the_rack_is_empty_of_one_batch_before_the_other_comes() -> None:
    told = Told.at(MA, BATCH).bets(1, "10.00").deals("Ks")
    told.meets_cover_card()
    told.deals("2s").ends()
    assert (told.table.phase, told.table.cards.rack) == ("shuffling", ())
    told.goes_on("shuffling")
    told.does(DEALER, c.CutCards(104))
    told.goes_on("cutting", "loading")
    assert (told.table.cards.batch, told.table.cards.rack, told.table.cards.in_shoe) == (1, (), 312)

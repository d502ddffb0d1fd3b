"""Wisconsin (b) and (d)(5): the decks, the shoe, two batches with a shuffler, and when cards are changed."""

from pathlib import Path

import pytest

from tests.seen import seen
from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.rulebook import load_rulebook
from wartable.rulebook.check import check_house
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.house import choose
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

BATCHES = {"shuffler": {"kind": "batch"}}
HOUSE = (Path(__file__).resolve().parents[2] / "houses" / "wisconsin.toml").read_text(encoding="utf-8")

ATTESTED = {
    "WI-b-1.2": "cards_identical",
    "WI-b-1.3": "deck_standard",
    "WI-b-1.4": "cutting_card",
    "WI-b-2.1": "manual_shoe",
    "WI-b-2.2": "shoe_position",
    "WI-g-1.2": "discard_rack",
    "WI-g-5": "players_do_not_touch_cards",
}
ATTESTED_WITH_A_SHUFFLER = {
    "WI-b-4-i": "batch_deck_standard",
    "WI-b-4-iii": "batch_colours",
}


def house_with_a_shuffler() -> str:
    """The example house with two batches, and everything attested that a shuffler brings with it."""
    house = HOUSE.replace('# kind = "none"', 'kind = "batch"')
    for duty in ATTESTED_WITH_A_SHUFFLER.values():
        house = house.replace(f"# {duty} = true", f"{duty} = true")
    return house


def errors_without(duty: str, house: str) -> list[tuple[str, tuple[str, ...]]]:
    """What keeps a house from being filed that says nothing about one duty."""
    report = check_house(house.replace(f"\n{duty} = true", ""), "house")
    return [(finding.key, finding.clauses) for finding in report.findings if finding.severity == "error"]


def refused_choice(tables: object) -> HouseFinding:
    (finding,) = choose(load_rulebook("wisconsin"), tables)[1]
    assert finding.severity == "error"
    return finding


def plays_out_the_shoe(told: Told) -> None:
    """Play a round in which the cutting card comes out, then every step until the next bets."""
    told.bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
    told.meets_cover_card()
    told.deals("Kc 2d").ends().goes_on("shuffling")
    told.does(player("seat 1"), c.CutCards(100))
    told.goes_on()


# How many cards


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_wi_b_1_1_six_seven_or_eight_decks_are_in_the_shoe(decks: int) -> None:
    told = Told.at("wisconsin", {"decks": decks, "seats": 8})
    for seat in range(1, decks + 1):
        told.bets(seat, "10.00")
    told.deals("7s " * decks)
    one_too_many = told.refuses(SHOE, c.TurnCard(Card("7s")))
    assert one_too_many.why == Refusal.CARD_IS_USED_UP
    assert "WI-b-1.1" in one_too_many.clauses


@pytest.mark.parametrize("decks", [1, 5, 9, 12])
def test_wi_b_1_1_no_other_number_of_decks_is_allowed(decks: int) -> None:
    finding = refused_choice({"decks": decks})
    assert finding.allowed == "6, 7 or 8"
    assert "WI-b-1.1" in finding.clauses


@pytest.mark.parametrize(("decks", "cards"), [(6, 312), (7, 364), (8, 416)])
def test_wi_b_1_3_a_deck_is_52_cards(decks: int, cards: int) -> None:
    (loaded,) = Told.at("wisconsin", {"decks": decks}).happened(e.ShoeLoaded)
    assert loaded.cards == cards


def test_wi_b_2_1_a_device_that_deals_in_place_of_the_manual_shoe_is_refused() -> None:
    finding = refused_choice({"shuffler": {"kind": "continuous"}})
    assert finding.allowed == "none or batch"
    assert "WI-b-2.1" in finding.clauses


# What the house attests


@pytest.mark.parametrize("clause", ATTESTED)
def test_a_house_is_not_filed_until_it_attests(clause: str) -> None:
    assert check_house(HOUSE, "house").ok
    assert errors_without(ATTESTED[clause], HOUSE) == [(f"attest.{ATTESTED[clause]}", (clause,))]


def test_wi_b_3_a_second_cutting_card_is_attested_only_where_one_is_used() -> None:
    used = HOUSE.replace("# second_cutting_card = false", "second_cutting_card = true")
    assert errors_without("second_cutting_card", HOUSE) == []
    assert errors_without("none of them", used) == [("attest.second_cutting_card", ("WI-b-3",))]
    assert check_house(used.replace("# second_cutting_card = true", "second_cutting_card = true"), "house").ok


@pytest.mark.parametrize("clause", ATTESTED_WITH_A_SHUFFLER)
def test_a_house_with_a_shuffler_is_not_filed_until_it_attests(clause: str) -> None:
    duty = ATTESTED_WITH_A_SHUFFLER[clause]
    assert check_house(house_with_a_shuffler(), "house").ok
    assert errors_without(duty, house_with_a_shuffler()) == [(f"attest.{duty}", (clause,))]
    assert errors_without(duty, HOUSE) == []


STORED = {"WI-e-7-ii-A": "shuffler_stores_batch", "WI-e-7-ii-B": "shuffled_cards_secured"}


@pytest.mark.parametrize("clause", STORED)
def test_wi_e_7_ii_a_shuffler_stores_a_batch_only_where_the_house_attests_how(clause: str) -> None:
    house = house_with_a_shuffler().replace("# stores_securely = false", "stores_securely = true")
    for duty in STORED.values():
        house = house.replace(f"# {duty} = true", f"{duty} = true")
    assert check_house(house, "house").ok
    assert errors_without(STORED[clause], house) == [(f"attest.{STORED[clause]}", (clause,))]
    assert errors_without(STORED[clause], house_with_a_shuffler()) == []


def test_wi_b_1_2_one_back_for_all_is_not_asked_where_two_batches_differ_in_color() -> None:
    assert errors_without("cards_identical", house_with_a_shuffler()) == []


# Two batches


def test_wi_b_4_a_table_with_a_shuffler_has_at_least_twelve_decks() -> None:
    notes = [found for found in check_house(house_with_a_shuffler(), "house").findings if found.key == "decks"]
    assert [note.message for note in notes] == ["a batch shuffler takes two batches of 6, 12 decks in all"]
    assert {"WI-b-4", "WI-b-4-ii"} <= set(refused_choice({"decks": 5, **BATCHES}).clauses)


@pytest.mark.parametrize(("decks", "cards"), [(6, 312), (8, 416)])
def test_wi_b_4_ii_both_batches_have_the_same_number_of_decks(decks: int, cards: int) -> None:
    told = Told.at("wisconsin", {"decks": decks, **BATCHES})
    plays_out_the_shoe(told)
    assert [(loaded.batch, loaded.cards) for loaded in told.happened(e.ShoeLoaded)] == [(0, cards), (1, cards)]


def test_wi_b_4_iv_the_batch_played_goes_into_the_shuffler_and_the_other_comes_out_of_it() -> None:
    told = Told.at("wisconsin", BATCHES).bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    told.meets_cover_card()
    told.deals("Kc 2d").ends()
    (step,) = steps(told.table)
    assert (step.step, step.batch) == ("clear_rack", 0)
    assert {"WI-b-4-v", "WI-b-4-vi"} <= set(step.clauses)
    told.does(DEALER, c.ConfirmStep("clear_rack"))
    assert told.table.phase == "cutting"
    confirmed, shuffled = told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert confirmed == e.StepConfirmed("machine_shuffle", "shoe", 0)
    assert shuffled == e.CardsShuffled(0, ("machine_shuffle",))


def test_wi_b_4_v_each_batch_serves_every_other_shoe() -> None:
    told = Told.at("wisconsin", BATCHES)
    for _ in range(4):
        plays_out_the_shoe(told)
    assert [loaded.batch for loaded in told.happened(e.ShoeLoaded)] == [0, 1, 0, 1, 0]


def idle_without_the_shuffler(until: str, stores_securely: bool) -> Told:
    """A table whose shuffler failed before it went idle. Ann came to it, and left again where it is idle once more."""
    told = Told.at("wisconsin", {"shuffler": {"kind": "batch", "stores_securely": stores_securely}})
    told.bets(1, "10.00").deals("Kc 2d").ends()
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(DEALER, c.CoverDevice("sign"))
    told.does(DEALER, c.Leave(1))
    told.goes_on("idle").sits(4, "Ann")
    if until == "idle":
        told.does(DEALER, c.Leave(4))
    elif until == "washed":
        while told.table.todo[0][0] != "stack":
            told.does(DEALER, c.ConfirmStep(told.table.todo[0][0]))
    elif until in ("shuffling", "cutting"):
        told.goes_on("waking", *(("shuffling",) if until == "cutting" else ()))
    if until == "shuffling":
        told.does(DEALER, c.ConfirmStep("shuffle"))
    return told


@pytest.mark.parametrize("stores_securely", [True, False])
@pytest.mark.parametrize("until", ["idle", "waking", "washed", "shuffling"])
def test_wi_b_4_v_a_batch_fills_no_second_shoe_if_the_shuffler_works_again_before_the_shuffle(
    until: str, stores_securely: bool
) -> None:
    """The idle batch was to be shuffled by hand, out of its turn; what was shown already is not shown again."""
    told = idle_without_the_shuffler(until, stores_securely)
    before = told.happened(e.StepConfirmed)
    told.does(FLOOR, c.RestoreDevice())
    told.goes_on("idle")
    if until == "idle":
        told.sits(4, "Ann")
    told.goes_on("waking")
    done = [(event.step, event.batch) for event in told.happened(e.StepConfirmed)[len(before) :]]
    assert ("look", 0) not in done or until in ("idle", "waking")
    assert done.index(("machine_shuffle", 1)) < done.index(("swap_batches", 0))
    told.goes_on("shuffling")
    told.does(player("Ann"), c.CutCards(100))
    told.goes_on()
    assert [loaded.batch for loaded in told.happened(e.ShoeLoaded)] == [0, 1]
    plays_out_the_shoe(told)
    assert [loaded.batch for loaded in told.happened(e.ShoeLoaded)] == [0, 1, 0]


@pytest.mark.parametrize("stores_securely", [True, False])
@pytest.mark.parametrize("until", ["cutting", "loading"])
def test_wi_b_4_v_a_batch_fills_no_second_shoe_if_the_shuffler_works_again_before_the_shoe_is_loaded(
    until: str, stores_securely: bool
) -> None:
    """The idle batch was shuffled by hand, out of its turn: it goes into the shuffler, and the other comes out."""
    told = idle_without_the_shuffler("cutting", stores_securely)
    if until == "loading":
        told.does(player("Ann"), c.CutCards(100))
        told.goes_on("cutting")
    assert (told.table.phase, told.table.cards.batch) == (until, 0)
    told.does(FLOOR, c.RestoreDevice())
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW
    told.goes_on("waking", "shuffling")
    told.does(player("Ann"), c.CutCards(100))
    plays_out_the_shoe(told.goes_on())
    plays_out_the_shoe(told)
    assert [loaded.batch for loaded in told.happened(e.ShoeLoaded)] == [0, 1, 0, 1]


def test_wi_b_4_v_without_the_shuffler_the_idle_batch_that_is_shuffled_by_hand_is_dealt() -> None:
    """No device is in use then, and two batches that take turns are asked for only where one is."""
    told = idle_without_the_shuffler("cutting", stores_securely=True)
    told.does(player("Ann"), c.CutCards(100))
    plays_out_the_shoe(told.goes_on())
    assert [loaded.batch for loaded in told.happened(e.ShoeLoaded)] == [0, 0, 1]


def test_wi_b_4_vi_the_rack_is_empty_before_the_other_batch_is_dealt() -> None:
    told = Told.at("wisconsin", BATCHES).bets(1, "10.00").deals("Kc 2d").ends()
    assert seen(told.table, "dealer").shoe.rack == 3
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    assert told.table.cards.batch == 1
    assert seen(told.table, "dealer").shoe.rack == 0


# New cards


@pytest.mark.parametrize(("hours", "fits"), [(24, True), (25, False)])
def test_wi_d_5_no_house_may_keep_its_cards_for_more_than_a_day(hours: int, fits: bool) -> None:
    findings = choose(load_rulebook("wisconsin"), {"cards": {"change_period": hours}})[1]
    assert [finding.clauses for finding in findings] == ([] if fits else [("WI-d-5",)])


def test_wi_d_5_cards_whose_day_is_over_finish_the_round_and_are_not_dealt_again() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc")
    told.does(CLOCK, c.CallDeckChange())
    told.deals("2d").ends()
    assert told.net(1) == "10.00"
    again = told.refuses(DEALER, c.PlaceWager(1, "initial", 1000))
    assert (again.why, again.clauses) == (Refusal.DECKS_MUST_BE_CHANGED, ("WI-d-5",))


def test_wi_d_5_new_cards_are_opened_like_the_first_ones() -> None:
    told = Told.at("wisconsin")
    told.does(CLOCK, c.CallDeckChange())
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.clauses) == ("change_decks", ("floor",), ("WI-d-5",))
    told.does(FLOOR, c.ChangeDecks())
    told.does(DEALER, c.ConfirmStep("remove_cards"))
    told.does(FLOOR, c.ConfirmStep("count_cards"))
    assert (told.table.phase, steps(told.table)[0].step) == ("opening", "receive")
    told.goes_on().bets(1, "10.00").deals("Kc 2d").ends()
    assert told.net(1) == "10.00"

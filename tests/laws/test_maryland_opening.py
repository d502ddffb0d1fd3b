"""Maryland, Chapter 4 and Chapter 5 §I: new cards are checked, shown and washed; idle cards are laid out and shown."""

from typing import Any

import pytest

from tests.seen import seen
from tests.told import CLOCK, DEALER, FLOOR, Told, done, player
from wartable.table import Actor, Refusal, steps
from wartable.table import commands as c
from wartable.table.events import (
    CardsShuffled,
    DecksReceived,
    DefectFound,
    ShuffleBegun,
    StepConfirmed,
    TableIdled,
)

OPENING = {
    "receive": ("dealer", "MD-4-A.1"),
    "inspect": ("dealer", "MD-4-A.1"),
    "verify": ("floor", "MD-4-A.2"),
    "spread": ("dealer", "MD-4-B"),
    "look": ("player", "MD-4-C"),
    "turn_down": ("dealer", "MD-4-C-1"),
    "wash": ("dealer", "MD-4-C-2"),
    "stack": ("dealer", "MD-4-C-3"),
}
BATCH: dict[str, Any] = {"shuffler": {"kind": "batch"}}


def actor(step: str) -> Actor:
    """Who does a step, by the text; the player who does it is Ann, the first to arrive."""
    role = OPENING[step][0]
    return player("Ann") if role == "player" else DEALER if role == "dealer" else FLOOR


def opened(house: dict[str, Any] | None = None) -> Told:
    """A table just opened, with Ann the first to arrive."""
    told = Told.closed("maryland", house)
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.sits(3, "Ann").sits(1, "Bob")


def opened_up_to(until: str) -> Told:
    told = opened()
    for step in OPENING:
        if step == until:
            break
        told.does(actor(step), done(told, step))
    return told


def confirmed(told: Told, batch: int = 0) -> list[str]:
    return [step.step for step in told.happened(StepConfirmed) if step.batch == batch]


@pytest.mark.parametrize("step", OPENING)
def test_md_4_the_step_is_prompted_under_its_clause_and_no_other_comes_first(step: str) -> None:
    told = opened_up_to(step)
    (prompt,) = steps(told.table)
    assert prompt.step == step
    assert OPENING[step][1] in prompt.clauses
    for other in OPENING.keys() - {step}:
        assert told.refuses(actor(other), done(told, other)).why is Refusal.NOT_THE_NEXT_STEP


@pytest.mark.parametrize(
    ("step", "stranger"),
    [("inspect", FLOOR), ("verify", DEALER), ("wash", player("Ann"))],
    ids=["MD-4-A.1", "MD-4-A.2", "MD-4-C-2"],
)
def test_md_4_a_the_dealer_works_and_the_floor_verifies(step: str, stranger: Actor) -> None:
    told = opened_up_to(step)
    refused = told.refuses(stranger, c.ConfirmStep(step))
    assert (refused.why, refused.clauses) == (Refusal.NOT_YOURS, (OPENING[step][1],))
    told.does(actor(step), done(told, step))


def test_md_3_a_2_the_decks_and_two_cover_cards_are_counted_when_they_are_received() -> None:
    told = opened()
    prompt = steps(told.table)[0]
    assert "two cover cards" in prompt.says
    assert "MD-3-A-2" in prompt.clauses
    assert told.refuses(DEALER, c.ConfirmStep("receive")).why is Refusal.DECKS_ARE_COUNTED
    wrong = told.refuses(DEALER, c.ReceiveDecks(6, 1))
    assert (wrong.why, wrong.clauses) == (Refusal.COVER_CARDS_ARE_MISCOUNTED, ("MD-4-A.1", "MD-3-A-2"))
    assert told.refuses(DEALER, c.ReceiveDecks(5, 2)).why is Refusal.DECKS_ARE_MISCOUNTED
    told.does(DEALER, c.ReceiveDecks(6, 2))
    assert told.happened(DecksReceived) == [DecksReceived(0, 6, 2)]


def test_md_4_b_the_spread_cards_are_for_a_player_who_has_arrived() -> None:
    told = opened_up_to("look")
    assert "MD-4-B" in steps(told.table)[0].clauses
    assert told.refuses(player("Zoe"), c.ConfirmStep("look")).why is Refusal.NOT_YOURS
    told.does(player("Ann"), c.ConfirmStep("look"))


@pytest.mark.parametrize("early", ["turn_down", "wash", "stack"])
def test_md_4_c_nothing_is_turned_washed_or_stacked_before_the_first_player_has_looked(early: str) -> None:
    told = opened_up_to("look")
    refused = told.refuses(DEALER, c.ConfirmStep(early))
    assert refused.why is Refusal.NOT_THE_NEXT_STEP
    assert "MD-4-C" in refused.clauses


def test_md_4_d_the_stacked_cards_are_shuffled_next() -> None:
    told = opened_up_to("stack")
    told.does(DEALER, c.ConfirmStep("stack"))
    assert told.happened(ShuffleBegun) == [ShuffleBegun("opening")]
    (prompt,) = steps(told.table)
    assert prompt.step == "shuffle"
    assert told.refuses(DEALER, c.CutCards(100)).why is Refusal.NOT_NOW
    assert told.goes_on("shuffling").table.phase == "cutting"


def test_md_4_e_each_of_two_batches_is_opened_and_shuffled() -> None:
    told = opened(BATCH).goes_on("opening", "shuffling")
    assert confirmed(told, batch=1) == confirmed(told, batch=0) == [*OPENING, "machine_shuffle"]
    assert [shuffle.batch for shuffle in told.happened(CardsShuffled)] == [0, 1]
    assert told.table.phase == "cutting"


def test_md_4_f_preshuffled_decks_skip_the_opening_and_the_shuffle() -> None:
    told = opened()
    told.does(DEALER, c.ReceiveDecks(6, 2, "Card Works", "4711"))
    assert confirmed(told) == ["receive"]
    assert not told.happened(CardsShuffled)
    assert told.table.phase == "cutting"


def test_md_4_f_preshuffled_is_a_fact_of_one_delivery_with_its_supplier_and_seal() -> None:
    told = opened()
    for supplier, seal in (("Card Works", ""), ("", "4711"), (" ", "4711")):
        refused = told.refuses(DEALER, c.ReceiveDecks(6, 2, supplier, seal))
        assert refused.why is Refusal.SEAL_IS_UNNAMED
    told.does(DEALER, c.ReceiveDecks(6, 2, "Card Works", "4711"))
    told.goes_on("cutting").does(player("Ann"), c.CutCards(100))
    told.goes_on("cutting", "loading").does(FLOOR, c.ChangeDecks())
    told.does(DEALER, c.ConfirmStep("remove_cards"))
    told.does(FLOOR, c.ConfirmStep("count_cards"))
    told.does(DEALER, c.ReceiveDecks(6, 2))
    assert steps(told.table)[0].step == "inspect"


def test_md_4_f_of_two_batches_only_the_sealed_one_skips_the_opening() -> None:
    told = opened(BATCH)
    told.does(DEALER, c.ReceiveDecks(6, 2, "Card Works", "4711"))
    told.goes_on("opening", "shuffling")
    assert (confirmed(told, batch=0), confirmed(told, batch=1)) == (["receive"], [*OPENING, "machine_shuffle"])
    assert (told.table.phase, told.table.cut.offer) == ("cutting", 3)


def test_md_4_a_1_a_defect_has_the_deck_replaced_and_the_cards_checked_again() -> None:
    told = opened_up_to("inspect")
    assert told.refuses(DEALER, c.ReportDefect("")).why is Refusal.REASON_IS_MISSING
    told.does(DEALER, c.ReportDefect("the 7 of spades is bent"))
    assert told.happened(DefectFound) == [DefectFound(0, "dealer", "the 7 of spades is bent")]
    assert told.refuses(DEALER, c.ConfirmStep("inspect")).why is Refusal.NOT_THE_NEXT_STEP
    assert told.refuses(DEALER, c.ConfirmStep("replace_deck")).why is Refusal.NOT_YOURS
    told.does(FLOOR, c.ConfirmStep("replace_deck"))
    told.does(DEALER, c.ConfirmStep("inspect"))
    told.does(FLOOR, c.ReportDefect("a card is missing"))
    told.goes_on("opening")
    assert confirmed(told)[:6] == ["receive", "replace_deck", "inspect", "replace_deck", "inspect", "verify"]
    assert told.table.phase == "shuffling"


def test_md_4_f_a_seal_that_was_opened_before_shows_no_preshuffled_decks() -> None:
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    sealed = c.ReceiveDecks(told.table.rules.decks, 2, "Card Works", "4711")
    told.does(DEALER, sealed)
    told.does(FLOOR, c.CloseTable())
    told.goes_on("closing")
    told.does(FLOOR, c.OpenTable("Dana"))
    refused = told.refuses(DEALER, sealed)
    assert (refused.why, "MD-4-F" in refused.clauses) == (Refusal.SEAL_IS_BROKEN, True)
    told.does(DEALER, c.ReceiveDecks(told.table.rules.decks, 2, "Card Works", "4712"))


def test_reading_md_5_preshuffled_decks_are_cut_all_the_same() -> None:
    told = opened()
    told.does(DEALER, c.ReceiveDecks(6, 2, "Card Works", "4711"))
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("offer_cut", 3)
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW


def test_reading_md_5_decks_that_are_not_preshuffled_are_shuffled_before_the_cut() -> None:
    told = opened().goes_on()
    assert confirmed(told)[-2:] == ["shuffle", "stack"]
    assert steps(told.table)[0].step == "offer_cut"


# The idle table


def idle(house: dict[str, Any] | None = None) -> Told:
    """A table at which a round was played, and then nothing."""
    told = Told.at("maryland", house).bets(1, "10.00").deals("7s 9d").ends()
    told.does(DEALER, c.Leave(1))
    told.does(CLOCK, c.DeclareIdle())
    return told


def test_md_5_i_1_the_shoe_and_the_rack_of_an_idle_table_are_emptied_first() -> None:
    told = idle()
    assert told.happened(TableIdled)
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.clauses) == ("remove_cards", ("dealer",), ("MD-5-I-1",))
    assert told.refuses(DEALER, c.ConfirmStep("spread_idle")).why is Refusal.NOT_THE_NEXT_STEP
    told.does(DEALER, c.ConfirmStep("remove_cards"))
    assert (told.table.cards.in_shoe, seen(told.table, "dealer").shoe.rack) == (0, 0)


def test_md_5_i_1_a_table_with_wagers_on_it_is_not_idle() -> None:
    told = Told.at("maryland").bets(1, "10.00")
    refused = told.refuses(CLOCK, c.DeclareIdle())
    assert (refused.why, refused.clauses) == (Refusal.NOT_NOW, ("MD-5-I-1",))


def test_md_5_i_2_the_idle_cards_are_spread_face_down_or_face_up_where_a_player_asks() -> None:
    told = idle()
    told.does(DEALER, c.ConfirmStep("remove_cards"))
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.clauses) == ("spread_idle", ("dealer",), ("MD-5-I-2",))
    assert "face down" in prompt.says
    assert "face up" in prompt.says


def test_md_5_i_3_nobody_bets_on_idle_cards_before_they_are_shown_and_shuffled() -> None:
    told = idle().goes_on("idle").sits(5, "Ann")
    assert told.table.phase == "waking"
    assert told.refuses(DEALER, c.PlaceWager(5, "initial", 1000)).why is Refusal.NOT_NOW
    told.goes_on("waking")
    assert told.happened(ShuffleBegun)[-1] == ShuffleBegun("idle")
    assert steps(told.table)[0].step == "shuffle"


@pytest.mark.parametrize("house", [{}, BATCH], ids=["by_hand", "by_batches"])
def test_md_5_i_3_idle_cards_go_through_chapter_4_again(house: dict[str, Any]) -> None:
    told = idle(house).goes_on("idle")
    before = len(told.happened(StepConfirmed))
    told.sits(5, "Ann").goes_on("waking")
    followed = [step.step for step in told.happened(StepConfirmed)][before:]
    shown = ["inspect", "verify", "spread", "look", "turn_down", "wash", "stack"]
    assert followed == ([*shown, "swap_batches"] if house else shown)


def test_reading_md_12_the_first_arrival_sees_the_cards() -> None:
    told = idle().goes_on("idle").sits(5, "Ann")
    before = len(told.happened(StepConfirmed))
    for step in ("inspect", "verify", "spread"):
        told.does(actor(step), c.ConfirmStep(step))
    assert told.refuses(DEALER, c.ConfirmStep("turn_down")).why is Refusal.NOT_THE_NEXT_STEP
    told.does(player("Ann"), c.ConfirmStep("look"))
    told.goes_on("waking", "shuffling")
    followed = [step.step for step in told.happened(StepConfirmed)][before + 4 :]
    assert followed == ["turn_down", "wash", "stack", "shuffle", "stack"]


@pytest.mark.parametrize("batches", [1, 2], ids=["md_4_b", "md_4_e"])
def test_a_deck_that_is_replaced_before_the_look_is_spread_for_it_too(batches: int) -> None:
    told = opened(BATCH if batches == 2 else None)
    for batch in range(batches):
        while (step := told.table.todo[0][0]) != "look":
            told.does(actor(step), done(told, step))
        told.does(DEALER, c.ReportDefect("a card is torn"))
        told.does(FLOOR, c.ConfirmStep("replace_deck"))
        for step in ("inspect", "verify"):
            told.does(actor(step), c.ConfirmStep(step))
        (prompt,) = steps(told.table)
        assert (prompt.step, told.table.todo[0], "MD-4-B" in prompt.clauses) == ("spread", ("spread", batch), True)
        assert told.refuses(player("Ann"), c.ConfirmStep("look")).why is Refusal.NOT_THE_NEXT_STEP
        for step in ("spread", "look", "turn_down", "wash", "stack"):
            told.does(actor(step), c.ConfirmStep(step))
    assert told.table.phase == "shuffling"


def test_a_defect_in_a_log_of_earlier_releases_leads_back_to_the_look() -> None:
    told = opened_up_to("look")
    told.hears(DefectFound(0, "dealer", "a card is torn"))
    told.does(FLOOR, c.ConfirmStep("replace_deck"))
    for step in ("inspect", "verify", "look"):
        told.does(actor(step), c.ConfirmStep(step))

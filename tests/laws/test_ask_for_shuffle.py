"""The batch from the shuffler of an idle table is dealt unspread, unless a player asks: until its first card is out."""

from typing import Any

import pytest

from tests.seen import own, seen
from tests.told import CLOCK, DEALER, Told, player
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.words import Phase

CLAUSES = {"wisconsin": "WI-e-7-ii.2", "massachusetts": "MA-5-h-2.2"}
BATCHES: dict[str, Any] = {"shuffler": {"kind": "batch", "stores_securely": True}}
ANN = player("Ann")
MOMENTS: tuple[Phase, ...] = ("cutting", "loading", "betting")


def awake(rulebook: str) -> Told:
    """A table that was idle until Ann came to it, on a device of her own; Bob is a walk-in."""
    told = Told.at(rulebook, BATCHES).bets(1, "10.00").deals("Kc 2d").ends()
    told.does(player("seat 1"), c.Leave(1))
    told.does(CLOCK, c.DeclareIdle())
    told.goes_on("idle").comes_online(4, "Ann").sits(5, "Bob")
    while told.table.phase == "waking":
        step = next(step for step in steps(told.table) if not step.beside)
        told.does(ANN if step.step == "look" else DEALER, c.ConfirmStep(step.step))
    return told


def released(rulebook: str, phase: Phase) -> Told:
    """The same table, on the way of the batch from the shuffler to the shoe; its first burn is still due."""
    told = awake(rulebook)
    if phase != "cutting":
        told.does(ANN, c.CutCards(100))
        told.goes_on("cutting")
    if phase == "betting":
        told.does(DEALER, c.LoadShoe())
    assert (told.table.phase, told.table.cards.batch) == (phase, 1)
    return told


@pytest.mark.parametrize("phase", MOMENTS)
@pytest.mark.parametrize("rulebook", CLAUSES)
def test_wi_e_7_ii_2_and_ma_5_h_2_2_a_player_may_ask_until_the_first_card_is_out(rulebook: str, phase: Phase) -> None:
    told = released(rulebook, phase)
    assert own(told.table, "Ann").ask_for_shuffle
    assert told.does(ANN, c.AskForShuffle()) == (e.ShuffleAskedFor("Ann"),)
    assert not own(told.table, "Ann").ask_for_shuffle
    assert told.table.todo == (("spread", 1), ("look", 1), ("turn_down", 1), ("stack", 1))
    told.does(DEALER, c.ConfirmStep("spread"))
    told.does(ANN, c.ConfirmStep("look"))
    told.goes_on("waking", "shuffling")
    assert told.happened(e.CardsShuffled)[-1] == e.CardsShuffled(1, ("machine_shuffle",))
    told.does(ANN, c.CutCards(100))
    told.goes_on().bets(5, "10.00").deals("Kc 2d").ends()
    assert told.happened(e.ShoeLoaded)[-1].batch == 1
    assert told.net(5) == "10.00"


@pytest.mark.parametrize("rulebook", CLAUSES)
def test_wi_e_7_ii_2_and_ma_5_h_2_2_once_a_card_is_burned_there_is_nothing_left_to_ask_for(rulebook: str) -> None:
    told = released(rulebook, "betting")
    told.does(DEALER, c.BurnCard())
    refused = told.refuses(ANN, c.AskForShuffle())
    assert (refused.why, CLAUSES[rulebook] in refused.clauses) == (Refusal.NOT_NOW, True)
    assert not own(told.table, "Ann").ask_for_shuffle


@pytest.mark.parametrize("rulebook", CLAUSES)
def test_wi_e_7_ii_2_and_ma_5_h_2_2_a_batch_that_was_shuffled_on_request_is_not_shuffled_once_more(
    rulebook: str,
) -> None:
    told = released(rulebook, "cutting")
    told.does(ANN, c.AskForShuffle())
    told.does(DEALER, c.ConfirmStep("spread"))
    told.does(ANN, c.ConfirmStep("look"))
    told.goes_on("waking", "shuffling")
    assert told.table.phase == "cutting"
    assert told.refuses(DEALER, c.AskForShuffle("Bob")).why is Refusal.NOT_NOW


@pytest.mark.parametrize("phase", MOMENTS)
@pytest.mark.parametrize("rulebook", CLAUSES)
def test_wi_e_7_ii_2_and_ma_5_h_2_2_the_dealer_enters_the_request_of_a_walk_in_alone(
    rulebook: str, phase: Phase
) -> None:
    told = released(rulebook, phase)
    assert told.refuses(DEALER, c.AskForShuffle("Ann")).why is Refusal.THEIRS_ALONE
    for stranger in ("", "Zoe"):
        assert told.refuses(DEALER, c.AskForShuffle(stranger)).why is Refusal.NOT_YOURS
    assert told.refuses(player("Zoe"), c.AskForShuffle()).why is Refusal.NOT_YOURS
    assert told.does(DEALER, c.AskForShuffle("Bob")) == (e.ShuffleAskedFor("Bob", "dealer"),)


@pytest.mark.parametrize("rulebook", CLAUSES)
def test_wi_e_7_ii_2_and_ma_5_h_2_2_wagers_on_that_batch_go_back(rulebook: str) -> None:
    told = released(rulebook, "betting").bets(5, "10.00")
    events = told.does(ANN, c.AskForShuffle())
    assert events == (e.ShuffleAskedFor("Ann"), e.WagerTakenBack(5, "", "Bob", "initial", 10_00))
    assert told.table.phase == "waking"
    assert not [name for name in told.accounts() if "Bob" in name or "layout" in name]


@pytest.mark.parametrize("rulebook", CLAUSES)
def test_wi_f_2_2_and_ma_6_b_2_a_player_who_has_bet_on_that_batch_asks_for_no_shuffle(rulebook: str) -> None:
    """A placed wager stays; another player may still ask, and the house gives every wager back."""
    told = released(rulebook, "betting")
    told.does(ANN, c.PlaceWager(4, "initial", 10_00))
    assert not own(told.table, "Ann").ask_for_shuffle
    refused = told.refuses(ANN, c.AskForShuffle())
    assert (refused.why, refused.clauses) == (Refusal.WAGER_STAYS, told.table.rules.cite["wager.take_back"])
    back = e.WagerTakenBack(4, "", "Ann", "initial", 10_00)
    assert told.does(DEALER, c.AskForShuffle("Bob")) == (e.ShuffleAskedFor("Bob", "dealer"), back)


def test_wi_e_7_ii_2_a_player_who_leaves_an_unspread_batch_does_not_keep_it_from_the_next_look() -> None:
    told = released("wisconsin", "betting")
    told.does(ANN, c.AskForShuffle())
    told.does(ANN, c.Leave(4))
    told.does(DEALER, c.Leave(5))
    assert told.happened(e.TableIdled)[1:]
    told.goes_on("idle").sits(2)
    assert "swap_batches" not in [step for step, _ in told.table.todo]


def test_wi_e_7_ii_2_a_new_dealers_burn_is_still_owed_after_the_request() -> None:
    told = released("wisconsin", "betting")
    told.does(DEALER, c.TakeOver("Eve"))
    owed = told.table.cards.burns_due
    told.does(ANN, c.AskForShuffle())
    told.does(DEALER, c.ConfirmStep("spread"))
    told.does(ANN, c.ConfirmStep("look"))
    told.goes_on("waking", "shuffling").does(ANN, c.CutCards(100))
    told.goes_on("cutting", "loading")
    assert told.table.cards.burns_due == owed


@pytest.mark.parametrize("phase", MOMENTS)
def test_wi_e_7_ii_2_the_console_has_the_key_for_a_player_at_the_table_while_it_is_open(phase: Phase) -> None:
    told = Told.at("wisconsin", BATCHES).sits(1, "walk-in seen Bob")
    assert "Seat 1 asks for a shuffle" not in _acts(told)
    told.does(DEALER, c.Leave(1))
    told.goes_on("idle").sits(1, "walk-in seen Bob").goes_on("waking")
    if phase != "cutting":
        told.does(DEALER, c.CutCards(100))
        told.goes_on("cutting")
    if phase == "betting":
        told.does(DEALER, c.LoadShoe())
    assert "Seat 1 asks for a shuffle" in _acts(told)
    if phase == "betting":
        told.does(DEALER, c.BurnCard())
        assert "Seat 1 asks for a shuffle" not in _acts(told)


def _acts(told: Told) -> list[str]:
    console = seen(told.table, "dealer").console
    assert console is not None
    return [act.says for act in console.acts]


@pytest.mark.parametrize("rulebook", ["california", "washington"])
def test_ca_22_wa_12_in_a_log_of_the_first_edition_the_batch_was_shown_and_not_washed_as_the_idle_one_was(
    rulebook: str,
) -> None:
    washed = ["turn_up", "look", "turn_down", "wash", "stack", "swap_batches"]
    house = {"shuffler": {"kind": "batch"}, "idle": {"batch_steps": washed}}
    told = Told.at(rulebook, house, edition=1).sits(2, "Ann")
    told.does(CLOCK, c.DeclareIdle())
    told.goes_on("idle").does(ANN, c.AskForShuffle())
    steps_of = {batch: [step for step, number in told.table.todo if number == batch] for batch in (0, 1)}
    assert steps_of == {0: washed, 1: ["spread", "look", "turn_down", "stack"]}

"""Two batches take turns. Only a batch that was shuffled since it was last in play is ever cut, loaded or dealt."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told
from wartable.cards import Card
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.stock import stock_of, with_batch

BATCH: dict[str, Any] = {"shuffler": {"kind": "batch"}}
CALIFORNIA: dict[str, Any] = {}
STATES = pytest.mark.parametrize(
    ("rulebook", "house"),
    [("maryland", BATCH), ("wisconsin", BATCH), ("massachusetts", BATCH), ("california", CALIFORNIA)],
    ids=["md", "wi", "ma", "ca"],
)


def opened(rulebook: str, house: dict[str, Any]) -> Told:
    """A table whose first shoe is loaded."""
    return Told.at(rulebook, house)


def shuffles(told: Told) -> list[tuple[int, tuple[str, ...]]]:
    return [(event.batch, event.steps) for event in told.happened(e.CardsShuffled)]


def loaded(told: Told) -> list[int]:
    return [event.batch for event in told.happened(e.ShoeLoaded)]


def confirmed(told: Told) -> list[tuple[str, int]]:
    return [(event.step, event.batch) for event in told.happened(e.StepConfirmed)]


def idles(told: Told) -> Told:
    """Every player leaves, the table is idle, and Ann comes."""
    while told.table.banker.offer:
        told.does(DEALER, c.DeclineBank())
    for box in told.table.boxes:
        if box.patron:
            told.does(DEALER, c.Leave(box.seat))
    told.does(FLOOR, c.DeclareIdle())
    return told.goes_on("idle").sits(4, "Ann").goes_on("waking")


def cut_and_loaded(told: Told) -> Told:
    told.goes_on("shuffling", "cutting", "loading")
    if told.table.phase == "cutting":
        told.does(DEALER, c.CutCards(100))
    return told.goes_on("cutting", "loading")


def every_shoe_was_shuffled(told: Told) -> bool:
    """Whether each loaded batch had a shuffle of its own since it was last loaded."""
    ready: set[int] = set()
    for event in told.events:
        if isinstance(event, e.CardsShuffled):
            assert {"machine_shuffle", "shuffle", "strip", "stack"} & set(event.steps)
            ready.add(event.batch)
        if isinstance(event, e.ShoeLoaded):
            if event.batch not in ready:
                return False
            ready.discard(event.batch)
    return True


@STATES
def test_md_4_e_the_opening_ends_with_both_batches_shuffled(rulebook: str, house: dict[str, Any]) -> None:
    told = opened(rulebook, house)
    assert shuffles(told) == [(0, ("machine_shuffle",)), (1, ("machine_shuffle",))]
    assert [(batch.state, batch.place) for batch in stock_of(told.table).batches] == [
        ("in_play", "shoe"),
        ("shuffled", "shuffler"),
    ]


@STATES
def test_md_3_b_3_the_other_batch_is_shuffled_while_one_is_dealt(rulebook: str, house: dict[str, Any]) -> None:
    told = opened(rulebook, house)
    told.does(FLOOR, c.OrderReshuffle())
    cut_and_loaded(told)
    assert told.table.cards.loaded
    due = [step for step in steps(told.table) if step.step == "machine_shuffle"]
    assert [(step.batch, step.beside) for step in due] == [(0, True)]
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert shuffles(told)[-1] == (0, ("machine_shuffle",))
    assert told.table.cards.loaded
    again = told.refuses(SHOE, c.ConfirmStep("machine_shuffle"))
    assert again.why is Refusal.NOT_THE_NEXT_STEP


@STATES
def test_wi_e_1_1_a_batch_that_was_never_shuffled_is_not_dealt_after_an_idle_spell(
    rulebook: str, house: dict[str, Any]
) -> None:
    told = opened(rulebook, house)
    for _ in range(3):
        cut_and_loaded(idles(told))
    assert loaded(told) == [0, 1, 0, 1]
    assert every_shoe_was_shuffled(told)


@STATES
def test_md_3_b_3_and_its_sisters_a_batch_that_was_not_shuffled_is_not_loaded(
    rulebook: str, house: dict[str, Any]
) -> None:
    told = opened(rulebook, house).sits(1)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling", "cutting")
    if told.table.phase == "cutting":
        told.does(DEALER, c.CutCards(100))
    assert told.goes_on("cutting").table.phase == "loading"
    stock, batch = stock_of(told.table), told.table.cards.batch
    stacked = replace(stock.batches[batch], state="stacked")
    told.table = replace(told.table, stock=with_batch(stock, batch, stacked))
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.BATCH_IS_NOT_SHUFFLED


# Breaches, clause by clause


def over(told: Told) -> Told:
    """The shoe of this table is over."""
    told.does(FLOOR, c.OrderReshuffle())
    return told


@STATES
def test_ca_deck_3d_no_batch_fills_two_shoes_running(rulebook: str, house: dict[str, Any]) -> None:
    told = opened(rulebook, house)
    for _ in range(3):
        cut_and_loaded(over(told)).goes_on()
        while told.table.banker.offer:
            told.does(DEALER, c.DeclineBank())
    assert loaded(told) == [0, 1, 0, 1]
    assert every_shoe_was_shuffled(told)


def test_ca_deck_3d_the_batches_take_turns_whatever_the_house_files_for_an_idle_table() -> None:
    told = cut_and_loaded(idles(opened("california", {"idle": {"swap_batches": False}})))
    assert loaded(told) == [0, 1]
    assert ("spread", 1) in confirmed(told)[-12:]


@STATES
def test_md_3_b_5_shoe_and_rack_are_cleared_before_the_other_batch_is_cut(rulebook: str, house: dict[str, Any]) -> None:
    told = over(opened(rulebook, house))
    prompt = steps(told.table)[0]
    assert (prompt.step, prompt.batch) == ("clear_rack", 0)
    assert prompt.says.startswith("Red batch: take the cards out of the shoe and the discard rack")
    assert told.refuses(DEALER, c.CutCards(100)).why is Refusal.NOT_NOW
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW
    told.does(DEALER, c.ConfirmStep("clear_rack"))
    assert told.table.phase == "cutting"
    assert [batch.place for batch in stock_of(told.table).batches] == ["shuffler", "table"]


def test_md_8_b_the_shuffler_may_load_the_shoe_and_a_shoe_without_one_may_not() -> None:
    told = over(opened("maryland", BATCH)).goes_on("shuffling", "cutting")
    assert steps(told.table)[0].by == ("dealer", "shoe")
    told.does(SHOE, c.LoadShoe())
    assert loaded(told) == [0, 1]
    by_hand = Told.closed("maryland")
    by_hand.does(FLOOR, c.OpenTable("Dana"))
    by_hand.goes_on("opening", "shuffling", "cutting")
    assert by_hand.refuses(SHOE, c.LoadShoe()).why is Refusal.NOT_YOURS


DUTY_SURVIVES = pytest.mark.parametrize(
    "then",
    [
        (),
        (c.ReportDeviceFailure(), c.RestoreDevice()),
        (c.ReportDeviceFailure(), c.CoverDevice("sign"), c.RestoreDevice()),
        (c.ReportDeviceFailure(), c.CoverDevice("covered")),
        (c.TakeOver("Eli"),),
        (c.DeclareIdle(),),
        (c.ChangeDecks(),),
    ],
    ids=["at_once", "repaired", "signed", "covered", "new_dealer", "idle", "new_decks"],
)


@DUTY_SURVIVES
@STATES
def test_md_11_d_2_the_duty_to_empty_the_device_outlives_what_follows(
    rulebook: str, house: dict[str, Any], then: tuple[c.Command, ...]
) -> None:
    told = opened(rulebook, house)
    told.does(DEALER, c.ReportJam())
    for command in then:
        told.does(FLOOR, command)
    assert "empty_device" in [step.step for step in steps(told.table)]
    told.does(DEALER, c.ConfirmStep("empty_device"))
    assert told.refuses(DEALER, c.ConfirmStep("empty_device")).why is Refusal.NOT_THE_NEXT_STEP


@STATES
def test_wi_j_4_a_batch_that_jammed_is_not_dealt_before_it_is_shuffled_again(
    rulebook: str, house: dict[str, Any]
) -> None:
    told = opened(rulebook, house)
    told.does(DEALER, c.ReportJam())
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(FLOOR, c.RestoreDevice())
    cut_and_loaded(idles(told))
    assert loaded(told) == [0, 1]
    assert [batch for batch, _ in shuffles(told)].count(1) >= 2
    assert every_shoe_was_shuffled(told)


@STATES
def test_ma_10_e_a_stored_batch_of_a_device_that_failed_is_shuffled_again(rulebook: str, house: dict[str, Any]) -> None:
    told = opened(rulebook, house)
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(DEALER, c.CoverDevice("sign"))
    told.does(FLOOR, c.DeclareIdle())
    told.does(FLOOR, c.RestoreDevice())
    told.goes_on("idle").sits(4, "Ann").goes_on("waking")
    cut_and_loaded(told)
    assert [batch for batch, _ in shuffles(told)].count(1) >= 2


@pytest.mark.parametrize("phase", ["cutting", "loading"])
def test_ma_10_e_a_shuffle_found_incomplete_before_the_shoe_is_loaded_is_done_again(phase: str) -> None:
    told = over(opened("massachusetts", BATCH).sits(1)).goes_on("shuffling")
    if phase == "loading":
        told.does(DEALER, c.CutCards(100))
        told.goes_on("cutting")
    told.does(DEALER, c.ReportJam(1))
    assert (told.table.phase, steps(told.table)[0].step) == ("shuffling", "empty_device")
    told.does(DEALER, c.ConfirmStep("empty_device"))
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert shuffles(told)[-1] == (1, ("machine_shuffle",))
    assert told.table.phase == "cutting"


def test_ma_10_e_a_shuffle_found_incomplete_before_the_first_card_takes_the_batch_out() -> None:
    told = opened("massachusetts", BATCH)
    told.does(DEALER, c.ReportJam(0))
    assert told.table.phase == "shuffling"
    cut_and_loaded(told)
    assert loaded(told) == [0, 1]
    assert every_shoe_was_shuffled(told)


def test_ma_10_e_a_shuffle_of_the_batch_in_play_is_done_again_after_the_round() -> None:
    told = opened("massachusetts", BATCH).bets(1, "10.00").deals("Ks")
    told.does(DEALER, c.ReportJam(0))
    told.deals("2d").ends()
    assert told.table.phase == "shuffling"


def test_md_11_d_1_a_device_that_fails_while_it_shuffles_has_stopped_in_the_shuffle() -> None:
    told = over(opened("maryland", BATCH))
    told.goes_on("shuffling").does(DEALER, c.ReinsertCoverCard(100))
    told.does(DEALER, c.LoadShoe())
    told.does(DEALER, c.BurnCard())
    told.bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
    assert stock_of(told.table).batches[0].state == "shuffling"
    told.does(DEALER, c.ReportDeviceFailure())
    assert told.happened(e.ShufflerJammed) == [e.ShufflerJammed(0, 0)]
    told.does(FLOOR, c.Rule("void", "the shuffler stopped"))
    (voided,) = told.happened(e.RoundVoided)
    assert (voided.clauses[0], voided.reshuffle, told.accounts()) == ("MD-11-D.1", True, {})


def test_md_11_d_1_a_dealer_alone_voids_no_round_by_a_jam() -> None:
    told = opened("maryland", BATCH).bets(1, "10.00").deals("7s")
    told.does(DEALER, c.ReportJam())
    assert (told.table.phase, told.happened(e.RoundVoided)) == ("suspended", [])
    assert told.refuses(DEALER, c.Rule("void", "it jammed")).why is Refusal.NOT_YOURS
    told.does(FLOOR, c.Rule("void", "it jammed"))
    assert told.table.round.voided


def test_md_11_e_1_no_card_leaves_a_continuous_device_that_failed_before_it_is_covered() -> None:
    told = Told.at("maryland", {"shuffler": {"kind": "continuous"}}).bets(1, "10.00").deals("7s")
    told.does(DEALER, c.ReportDeviceFailure())
    assert [step.step for step in steps(told.table)] == ["cover_device"]
    refused = told.refuses(SHOE, c.TurnCard(Card("9d")))
    assert refused.why is Refusal.DEVICE_IS_IN_THE_WAY
    assert "MD-11-E.1" in refused.clauses
    told.does(DEALER, c.CoverDevice("sign"))
    told.deals("9d").ends()
    assert told.net(1) == "-10.00"


def test_md_11_e_1_no_card_that_overtook_a_burn_is_in_play_before_the_device_is_covered() -> None:
    told = Told.at("maryland", {"shuffler": {"kind": "continuous"}}).bets(1, "10.00").deals("9s 9d").war(1)
    told.goes_on("picking_up", "war_wagers").does(DEALER, c.ReportDeviceFailure())
    for command in (c.BurnCard(), c.ReportForgottenBurn(Card("Ks"))):
        refused = told.refuses(DEALER, command)
        assert (refused.why, "MD-11-E.1" in refused.clauses) == (Refusal.DEVICE_IS_IN_THE_WAY, True)
    told.does(DEALER, c.CoverDevice("sign"))
    told.does(DEALER, c.ReportForgottenBurn(Card("Ks")))
    assert told.table.boxes[0].war_card == "Ks"


def test_md_11_e_1_new_decks_that_came_shuffled_wait_for_the_cover_too() -> None:
    told = opened("maryland", BATCH).sits(1)
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(FLOOR, c.ChangeDecks())
    for by, step in (
        (DEALER, "remove_cards"),
        (FLOOR, "count_cards"),
        (DEALER, "clear_shuffler"),
        (FLOOR, "count_cards"),
    ):
        told.does(by, c.ConfirmStep(step))
    for covers in (2, 0):
        told.does(DEALER, c.ReceiveDecks(6, covers, "Card Works", f"471{covers}"))
    told.does(DEALER, c.CutCards(100))
    told.does(DEALER, c.ReinsertCoverCard(100))
    assert [step.step for step in steps(told.table)] == ["cover_device"]
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.DEVICE_IS_IN_THE_WAY


def test_ca_deck_1_no_card_is_dealt_that_the_shuffler_did_not_shuffle() -> None:
    told = Told.at("california").banks(1, "100.00").bets(2, "10.00")
    told.does(DEALER, c.ReportDeviceFailure())
    refused = told.refuses(DEALER, c.CallNoMoreBets())
    assert (refused.why, refused.clauses) == (Refusal.DEVICE_IS_NEEDED, ("CA-deck-1",))
    assert "restore_device" in [step.step for step in steps(told.table)]
    told.does(FLOOR, c.RestoreDevice())
    told.deals("Kc 2d").ends()
    cut_and_loaded(over(told))
    assert every_shoe_was_shuffled(told)


def test_ca_deck_1_the_dealer_does_not_shuffle_by_hand_while_the_device_is_out_of_order() -> None:
    told = over(Told.at("california"))
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(DEALER, c.CoverDevice("covered"))
    told.does(DEALER, c.ConfirmStep("clear_rack"))
    for step in ("shuffle", "stack"):
        refused = told.refuses(DEALER, c.ConfirmStep(step))
        assert (refused.why, refused.clauses) == (Refusal.DEVICE_IS_NEEDED, ("CA-deck-1",))
    assert [step.step for step in steps(told.table)] == ["restore_device"]


def test_md_3_c_no_round_begins_once_new_decks_are_called() -> None:
    told = Told.at("maryland").bets(1, "10.00", tie="5.00")
    told.does(CLOCK, c.CallDeckChange())
    assert [(event.wager, event.amount) for event in told.happened(e.WagerTakenBack)] == [
        ("tie", 500),
        ("initial", 1000),
    ]
    assert told.accounts() == {}
    refused = told.refuses(DEALER, c.PlaceWager(1, "initial", 1000))
    assert (refused.why, refused.clauses) == (Refusal.DECKS_MUST_BE_CHANGED, ("MD-3-C",))
    assert steps(told.table)[0].step == "change_decks"


def test_md_5_b_1_cards_from_the_machine_are_not_cut_when_the_cover_card_goes_in() -> None:
    told = over(opened("maryland", BATCH)).goes_on("shuffling")
    prompt = steps(told.table)[0]
    assert (prompt.step, prompt.clauses) == ("insert_cover_card", ("MD-5-B-1",))
    assert "not cut" in prompt.says


@STATES
def test_md_11_d_1_no_shuffler_jams_before_the_new_cards_go_to_the_shuffle(
    rulebook: str, house: dict[str, Any]
) -> None:
    told = Told.closed(rulebook, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    for batch in (None, 0, 1):
        assert told.refuses(DEALER, c.ReportJam(batch)).why is Refusal.NOT_NOW
    told.does(DEALER, c.ReportDeviceFailure(shuffling=True))
    assert told.happened(e.ShufflerJammed) == []
    assert told.happened(e.DeviceFailed) == [e.DeviceFailed()]


@STATES
def test_md_11_d_2_with_wagers_down_emptying_the_device_is_the_next_step(rulebook: str, house: dict[str, Any]) -> None:
    """No more bets is refused until then, so nothing else can be the usual thing."""
    told = opened(rulebook, house)
    if rulebook == "california":
        told.banks(8, "500.00")
    told.does(DEALER, c.ReportJam())
    assert steps(told.table)[0].step != "empty_device"
    told.bets(1, "10.00")
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.DEVICE_IS_EMPTIED_FIRST
    first = steps(told.table)[0]
    assert (first.step, first.beside) == ("empty_device", False)
    told.does(DEALER, c.ConfirmStep("empty_device"))
    assert steps(told.table)[0].step == "no_more_bets"

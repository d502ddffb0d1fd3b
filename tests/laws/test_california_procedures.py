"""California: what the text is silent about is the house's own procedure, and irregularities are for the floor."""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.cards import Card
from wartable.rulebook import load_rulebook
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.commands import Command

DECLINED = {"ca": {"house_procedures": False}}


def confirmed(told: Told) -> list[str]:
    """Every physical step so far."""
    return [step.step for step in told.happened(e.StepConfirmed)]


@pytest.mark.parametrize(
    ("house", "each_batch"),
    [
        (None, ["receive", "inspect", "verify", "spread", "look", "turn_down", "stack"]),
        (DECLINED, ["receive"]),
    ],
)
def test_ca_22_new_cards_are_opened_by_house_procedure_or_only_received(
    house: dict[str, Any] | None, each_batch: list[str]
) -> None:
    assert confirmed(Told.at("california", house)) == [*each_batch, *each_batch, "machine_shuffle", "machine_shuffle"]


@pytest.mark.parametrize(
    ("house", "waking"),
    [(None, ["turn_up", "look", "turn_down", "stack", "swap_batches"]), (DECLINED, ["stack", "swap_batches"])],
)
def test_ca_22_an_idle_table_is_woken_by_house_procedure_or_only_stacked(
    house: dict[str, Any] | None, waking: list[str]
) -> None:
    told = Told.at("california", house)
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on().sits(1)
    before = len(confirmed(told))
    told.goes_on("waking")
    assert confirmed(told)[before:] == waking


def test_ca_22_a_house_without_own_procedures_still_plays_by_the_text() -> None:
    told = Told.at("california", DECLINED).banks(8, "100.00").bets(1, "10.00").deals("8c 8d")
    told.war(1).war_deals("Kc 9d").ends()
    kinds = [type(event) for event in told.events]
    assert kinds.index(e.CardsCut) < kinds.index(e.ShoeLoaded) < kinds.index(e.CardBurned)
    assert told.net(1) == "10.00"


def test_ca_22_what_is_the_houses_own_is_marked_as_no_text_of_the_regulator() -> None:
    values = load_rulebook("california").values
    own = {"opening.batch_steps", "idle.batch_steps", "cut.depth", "shuffle.sequence", "irregularity.faceup"}
    text = {"war.burns", "burn.first", "bank.max_rounds", "pays.tie", "settle.direction", "shuffle.when"}
    assert all(values[name].house_rule for name in own)
    assert not any(values[name].house_rule for name in text)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (c.ReportFaceUpCards((Card("7c"),)), "face_up_card"),
        (c.ReportFaceUpCards((Card("7c"), Card("7d"))), "face_up_cards"),
        (c.ReportDrawnCard(), "drawn_card"),
        (c.ReportDrawnCard(Card("7c")), "exposed_card"),
        (c.ReportMisdelivery(2, Card("7c")), "misdelivered_card"),
        (c.ReportMissedHand(1), "missed_hand"),
    ],
)
def test_ca_22_an_irregularity_calls_the_floor(command: Command, reason: str) -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00").sits(2)
    told.does(DEALER, c.CallNoMoreBets())
    told.does(DEALER, command)
    (call,) = told.happened(e.FloorCalled)
    assert (call.reason, told.table.phase) == (reason, "suspended")
    told.does(FLOOR, c.Rule(call.choices[0], "as the floor saw it"))


def test_ca_22_a_forgotten_burn_calls_the_floor() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00").deals("8c 8d").war(1)
    told.goes_on("picking_up", "war_wagers").does(DEALER, c.ReportForgottenBurn(Card("Kc")))
    (call,) = told.happened(e.FloorCalled)
    assert (call.reason, call.choices) == ("forgotten_burn", ("burn_now",))


def test_ca_22_a_jam_concerns_the_batch_in_the_shuffler_and_the_round_goes_on() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00").deals("Kc")
    told.does(SHOE, c.ReportJam())
    told.deals("2d").ends()
    assert told.net(1) == "10.00"


def test_a_void_round_gives_back_every_wager_and_the_whole_bank() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "20.00", tie="5.00").bets(2, "40.00")
    told.deals("Qc Ac Qd").war(1).war_deals("9c").does(FLOOR, c.VoidRound("a card fell on the floor"))
    told.ends()
    assert told.happened(e.BankReleased) == [e.BankReleased(8, "seat 8", 10000)]
    assert told.accounts() == {}

"""Maryland: a player who is reported to have walked away, and who is not absent or has won already."""

import pytest

from tests.told import DEALER, FLOOR, Told, player
from wartable.cards import Card
from wartable.rulebook import EDITION
from wartable.table import Actor, Refusal
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.commands import Command

PROGRESSIVE = {"progressive": {"reset": "10000.00", "rate": "0.20"}}


def reported(cards: str = "7s 8c 7d", house: dict[str, object] | None = None) -> Told:
    """A tied player on a device of their own is reported absent."""
    told = Told.at("maryland", house).comes_online(1, "Ann").bets(1, "10.00").bets(2, "10.00").deals(cards).settles()
    told.does(DEALER, c.ReportAbsence(1))
    return told


@pytest.mark.parametrize("answer", [c.GoToWar(1), c.Surrender(1)], ids=["war", "surrender"])
def test_md_7_b_4_a_player_who_answers_is_not_absent_and_the_report_is_over(answer: Command) -> None:
    told = reported()
    told.does(player("Ann"), answer)
    assert told.happened(e.AbsenceEnded) == [e.AbsenceEnded(1, "Ann")]
    assert told.table.call is None
    assert told.refuses(FLOOR, c.Rule("lost", "gone")).why is Refusal.NOT_NOW


def test_md_7_b_4_the_answer_of_another_player_ends_no_report() -> None:
    told = reported()
    assert told.refuses(player("seat 2"), c.GoToWar(1)).why is Refusal.NOT_NOW
    assert told.refuses(DEALER, c.GoToWar(1)).why is Refusal.NOT_NOW
    assert told.table.call is not None


def test_md_7_b_4_an_answer_that_is_refused_leaves_the_report_open() -> None:
    told = reported("7s 7c 7d")
    told.does(FLOOR, c.Rule("play_on", "look again"))
    told.does(DEALER, c.ReportAbsence(1))
    assert told.refuses(player("Ann"), c.PlaceWager(1, "initial", 1000)).why is Refusal.NOT_NOW
    assert told.table.call is not None


def test_md_7_b_4_a_report_that_waits_behind_another_call_is_over_with_the_answer_after_it() -> None:
    told = Told.at("maryland").comes_online(1, "Ann").bets(1, "10.00").deals("7s 7d").settles()
    told.does(DEALER, c.ReportTouchedCard(1))
    waiting = e.FloorCalled("player_absent", ("play_on", "lost"), ("MD-7-B-4",), 1)
    told.hears(waiting)
    told.hears(e.AbsenceEnded(1, "Ann"))
    assert (told.table.found.waiting, told.table.phase) == ((), "suspended")
    told.does(FLOOR, c.Rule("continue", "no harm"))
    assert told.asked() == (1, "")


@pytest.mark.parametrize(("edition", "ruling"), [(1, ["surrender"]), (EDITION, [])])
def test_md_7_b_4_only_in_a_log_of_the_first_edition_the_floor_surrenders_the_hand_that_was_asked(
    edition: int, ruling: list[str]
) -> None:
    told = Told.at("maryland", edition=edition).bets(1, "10.00").bets(2, "10.00").deals("7s 7c 7d").settles()
    assert told.asked() == (1, "")
    for seat, more in ((2, []), (1, ruling)):
        told.does(DEALER, c.ReportAbsence(seat))
        assert told.happened(e.FloorCalled)[-1].choices == ("play_on", "lost", *more)
        told.does(FLOOR, c.Rule("play_on", "they came back"))


# What the cards have decided


def test_md_9_j_4_a_suited_tie_that_lies_on_the_felt_is_paid_although_the_open_wagers_are_lost() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).bets(2, "10.00").closes()
    told.deals("7d 4c 7d").settles().does(DEALER, c.ReportAbsence(1))
    told.does(FLOOR, c.Rule("lost", "left for good"))
    told.finishes()
    assert (told.lines(1)["initial"].result, told.lines(1)["progressive"].paid) == ("lose", 7500)


def test_md_7_b_4_before_the_cards_have_decided_every_wager_may_be_lost() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).bets(2, "10.00").closes()
    told.deals("7d").does(DEALER, c.ReportAbsence(1))
    told.does(FLOOR, c.Rule("lost", "left for good"))
    told.deals("4c 7d").finishes()
    assert {line.result for line in told.lines(1).values()} == {"lose"}


def test_md_9_j_4_a_win_that_waits_for_its_checks_is_no_abandoned_wager() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).closes().deals("7s 7d").surrenders(1)
    told.does(DEALER, c.ReportAbsence(1))
    assert told.table.call is not None
    assert told.table.call.choices == ("play_on",)


@pytest.mark.parametrize(
    ("by", "found"),
    [(FLOOR, c.UndoCard("misread", 0)), (DEALER, c.ReportFaceUpCards((Card("7d"),), 0, "original"))],
    ids=["md_9_j_3", "md_11_a"],
)
@pytest.mark.parametrize(("card", "result", "paid"), [("7s", "tie", 2500), ("9d", "lose", 0)])
def test_a_progressive_that_an_absent_player_left_is_settled_with_the_card_that_the_dealer_has_then(
    by: Actor, found: Command, card: str, result: str, paid: int
) -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).closes().deals("7c 7d")
    told.does(DEALER, c.ReportAbsence(1))
    told.does(FLOOR, c.Rule("lost", "left for good"))
    told.does(by, found)
    told.deals(card)
    assert told.table.phase == "side_bets"
    told.finishes()
    line = told.lines(1)["progressive"]
    assert (line.result, line.paid, told.table.phase) == (result, paid, "betting")

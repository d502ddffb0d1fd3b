"""Before the war deal the dealer says of each war wager whether it is down, and each player answers the tie offer."""

from typing import Any

import pytest

from tests.told import CLOCK, DEALER, FLOOR, RULEBOOKS, SHOE, Told, player
from wartable.cards import Card
from wartable.rulebook.wagers import Wager
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

CONFIRMED_BY = {
    "maryland": "MD-9-G",
    "california": "CA-play-5a",
    "wisconsin": "WI-h-5.1",
    "massachusetts": "MA-8-e.1",
    "washington": "WA-4-c-ii.1",
}
OFFERED_BY = {"maryland": "MD-7-F-2.1", "wisconsin": "WI-h-5.4", "massachusetts": "MA-8-e.3"}


def tied(rulebook: str, *online: int, house: dict[str, Any] | None = None) -> Told:
    """Seats 1 and 2 tie the dealer; players of the seats named sit at a device of their own."""
    told = Told.at(rulebook, house)
    if told.table.phase == "banking":
        told.banks(8, "1000.00")
    for seat in online:
        told.comes_online(seat)
    return told.bets(1, "10.00").bets(2, "10.00").deals("9s 9c 9d").settles()


def all_at_war(told: Told) -> Told:
    while turn := told.asked():
        told.does(told.who_speaks(turn[0]), c.GoToWar(*turn))
    return told.goes_on("picking_up")


# Is it down?


@pytest.mark.parametrize("rulebook", CONFIRMED_BY)
def test_md_9_g_and_its_sisters_the_war_is_not_dealt_before_every_wager_was_seen(rulebook: str) -> None:
    told = all_at_war(tied(rulebook))
    assert [(step.step, step.seat) for step in steps(told.table)][:2] == [("war_wager", 1), ("war_wager", 2)]
    refused = told.refuses(DEALER, c.ConfirmWarWagers())
    assert (refused.why, refused.clauses) == (Refusal.WAR_WAGER_IS_UNSEEN, (CONFIRMED_BY[rulebook],))
    assert told.refuses(SHOE, c.TurnCard(Card("Kc"))).why is Refusal.NOT_NOW
    told.does(DEALER, c.ConfirmWarWager(1, placed=True))
    assert told.refuses(DEALER, c.ConfirmWarWager(1, placed=True)).why is Refusal.CONFIRMED_ALREADY
    assert told.refuses(DEALER, c.ConfirmWarWagers()).why is Refusal.WAR_WAGER_IS_UNSEEN
    told.confirms_the_war()
    assert told.happened(e.WarWagerConfirmed) == [e.WarWagerConfirmed(1, ""), e.WarWagerConfirmed(2, "")]


@pytest.mark.parametrize("rulebook", CONFIRMED_BY)
def test_wi_h_5_1_and_its_sisters_a_wager_that_is_not_down_leads_back_to_the_choice(rulebook: str) -> None:
    told = all_at_war(tied(rulebook))
    before = told.accounts()["patron/seat 1"]
    told.does(DEALER, c.ConfirmWarWager(1, placed=False))
    assert (told.table.phase, told.asked()) == ("deciding", (1, ""))
    assert told.accounts()["patron/seat 1"] == before + 1000
    told.does(DEALER, c.Surrender(1))
    told.war_deals("Kc 2d").ends()
    assert (told.lines(1)["initial"].result, told.net(1)) == ("surrender", "-5.00")
    assert told.lines(2)["war"].result == "win"
    assert told.table.phase in ("betting", "banking")


@pytest.mark.parametrize("rulebook", CONFIRMED_BY)
def test_a_player_whose_wager_was_not_down_may_still_go_to_war(rulebook: str) -> None:
    told = all_at_war(tied(rulebook))
    told.does(DEALER, c.ConfirmWarWager(2, placed=False))
    told.does(DEALER, c.GoToWar(2))
    told.war_deals("Kc Kd 2d").ends()
    assert [told.lines(seat)["war"].result for seat in (1, 2)] == ["win", "win"]


def test_the_round_ends_without_a_war_where_no_wager_is_down() -> None:
    told = all_at_war(tied("wisconsin"))
    for seat in (1, 2):
        told.goes_on("picking_up").does(DEALER, c.ConfirmWarWager(seat, placed=False))
        told.does(DEALER, c.Surrender(seat))
    told.ends()
    assert (told.net(1), told.net(2), told.table.phase) == ("-5.00", "-5.00", "betting")
    assert not told.happened(e.WarWagersConfirmed)


def test_md_9_g_a_tie_wager_beside_a_war_wager_that_is_not_down_goes_back_with_it() -> None:
    told = all_at_war(tied("maryland"))
    told.does(DEALER, c.PlaceWager(1, "war_tie", 500))
    told.does(DEALER, c.ConfirmWarWager(1, placed=False))
    told.does(DEALER, c.Surrender(1))
    assert told.net(1) == "-5.00"
    (back,) = told.happened(e.WagerTakenBack)
    assert (back.wager, back.amount, back.reason) == ("war_tie", 500, "the war wager was not placed")


def test_a_remote_players_chips_moved_with_the_choice_so_no_dealer_is_asked_about_them() -> None:
    told = all_at_war(tied("washington", 1, 2))
    assert [step.step for step in steps(told.table)] == ["war_wagers"]
    refused = told.refuses(DEALER, c.ConfirmWarWager(1, placed=False))
    assert (refused.why, refused.clauses) == (Refusal.THEIRS_ALONE, ("WA-4-c-ii.1",))
    told.does(DEALER, c.ConfirmWarWagers())


@pytest.mark.parametrize(("seat", "why"), [(99, Refusal.NO_SUCH_SEAT), (3, Refusal.HAND_IS_NOT_IN_PLAY)])
def test_only_a_seat_at_war_is_asked_about(seat: int, why: Refusal) -> None:
    told = all_at_war(tied("maryland"))
    for command in (c.ConfirmWarWager(seat, placed=True), c.DeclineWarTie(seat)):
        assert told.refuses(DEALER, command).why is why


# A tie wager on the war deal?


@pytest.mark.parametrize("rulebook", OFFERED_BY)
def test_wi_h_5_4_and_its_sisters_every_player_at_war_is_asked_and_answers(rulebook: str) -> None:
    told = all_at_war(tied(rulebook))
    assert {(offer.seat, offer.bettor) for offer in told.happened(e.WarTieOffered)} == {(1, ""), (2, "")}
    for seat in (1, 2):
        told.does(DEALER, c.ConfirmWarWager(seat, placed=True))
    refused = told.refuses(DEALER, c.ConfirmWarWagers())
    assert (refused.why, refused.clauses) == (Refusal.TIE_WAGER_IS_OFFERED, (OFFERED_BY[rulebook],))
    told.does(DEALER, c.PlaceWager(1, "war_tie", 500))
    assert told.refuses(DEALER, c.ConfirmWarWagers()).why is Refusal.TIE_WAGER_IS_OFFERED
    told.does(player("seat 2"), c.DeclineWarTie(2))
    assert told.happened(e.WarTieDeclined) == [e.WarTieDeclined(2, "", "player")]
    told.does(DEALER, c.ConfirmWarWagers())


@pytest.mark.parametrize("rulebook", ["california", "washington"])
def test_no_tie_wager_is_offered_where_the_text_has_none(rulebook: str) -> None:
    told = all_at_war(tied(rulebook))
    assert not told.happened(e.WarTieOffered)
    assert told.refuses(DEALER, c.DeclineWarTie(1)).why is Refusal.NO_OFFER_WAITS


def test_an_offer_is_answered_once_and_by_the_player_it_is_made_to() -> None:
    told = all_at_war(tied("massachusetts", 1))
    assert told.refuses(player("seat 2"), c.DeclineWarTie(1)).why is Refusal.NOT_YOUR_SEAT
    assert told.refuses(DEALER, c.DeclineWarTie(1)).why is Refusal.THEIRS_ALONE
    assert told.refuses(DEALER, c.PlaceWager(1, "war_tie", 500)).why is Refusal.THEIRS_ALONE
    told.does(player("seat 1"), c.DeclineWarTie(1))
    assert told.refuses(player("seat 1"), c.DeclineWarTie(1)).why is Refusal.NO_OFFER_WAITS
    late = told.refuses(player("seat 1"), c.PlaceWager(1, "war_tie", 500))
    assert (late.why, late.clauses) == (Refusal.NO_OFFER_WAITS, ("MA-8-e.3",))


def test_the_offer_to_a_remote_player_lapses_and_the_dealers_question_does_not() -> None:
    told = all_at_war(tied("wisconsin", 1))
    told.does(CLOCK, c.CallTime())
    assert told.happened(e.WarTieDeclined) == [e.WarTieDeclined(1, "", "clock")]
    assert told.refuses(CLOCK, c.CallTime()).why is Refusal.NO_OFFER_WAITS
    assert [step.seat for step in steps(told.table) if step.step == "war_tie"] == [2]


def test_md_7_d_a_tie_wager_on_the_war_deal_is_neither_raised_nor_withdrawn() -> None:
    told = all_at_war(tied("maryland", 1))
    told.does(player("seat 1"), c.PlaceWager(1, "war_tie", 500))
    raised = told.refuses(player("seat 1"), c.PlaceWager(1, "war_tie", 5000))
    assert (raised.why, raised.clauses) == (Refusal.WAGER_IS_MADE_ALREADY, ("MD-7-F-2.1",))
    for by in (player("seat 1"), DEALER, FLOOR):
        why = Refusal.WAGER_STAYS if by.role == "player" else Refusal.THEIRS_ALONE
        assert told.refuses(by, c.TakeBackWager(1, "war_tie", reason="a mistake")).why is why


def test_md_7_d_an_entry_on_the_war_deal_is_put_right_with_a_reason_and_asked_again() -> None:
    told = all_at_war(tied("maryland"))
    told.does(DEALER, c.PlaceWager(1, "war_tie", 500))
    assert told.refuses(DEALER, c.TakeBackWager(1, "war_tie")).why is Refusal.REASON_IS_MISSING
    told.does(DEALER, c.TakeBackWager(1, "war_tie", reason="it was seat 2"))
    assert [step.seat for step in steps(told.table) if step.step == "war_tie"] == [1, 2]


def test_old_logs_of_the_first_edition_have_no_offers_and_replay() -> None:
    told = Told.at("maryland", edition=1).bets(1, "10.00").deals("9s 9d").settles()
    assert told.does(DEALER, c.GoToWar(1)) == (e.WarDeclared(1, "", "seat 1", 1000),)
    told.goes_on("picking_up").does(DEALER, c.PlaceWager(1, "war_tie", 500))
    told.does(player("seat 1"), c.TakeBackWager(1, "war_tie"))


# A placed wager


@pytest.mark.parametrize(("rulebook", "clause"), [("wisconsin", "WI-f-2.2"), ("massachusetts", "MA-6-b.2")])
def test_wi_f_2_2_and_ma_6_b_2_a_placed_wager_stays(rulebook: str, clause: str) -> None:
    told = Told.at(rulebook).bets(1, "10.00", tie="5.00").bets(2, "10.00")
    for by in (player("seat 1"), DEALER):
        refused = told.refuses(by, c.TakeBackWager(1, "tie", reason="the player asks"))
        assert (refused.why, clause in refused.clauses) == (Refusal.WAGER_STAYS, True)


@pytest.mark.parametrize("rulebook", ["wisconsin", "massachusetts"])
def test_wi_f_2_2_and_ma_6_b_2_the_last_entry_is_put_right_with_a_reason_and_older_ones_by_the_floor(
    rulebook: str,
) -> None:
    told = Told.at(rulebook).bets(1, "10.00", tie="5.00").bets(2, "10.00")
    last = c.TakeBackWager(2, "initial")
    assert told.refuses(DEALER, last).why is Refusal.REASON_IS_MISSING
    told.does(DEALER, c.TakeBackWager(2, "initial", reason="it was 20.00"))
    assert told.refuses(DEALER, c.TakeBackWager(1, "tie", reason="it was 10.00")).why is Refusal.WAGER_STAYS
    assert told.refuses(FLOOR, c.TakeBackWager(1, "tie")).why is Refusal.REASON_IS_MISSING
    told.does(FLOOR, c.TakeBackWager(1, "tie", reason="it was 10.00"))
    assert [back.reason for back in told.happened(e.WagerTakenBack)] == ["it was 20.00", "it was 10.00"]


@pytest.mark.parametrize("rulebook", ["maryland", "california", "washington"])
def test_md_7_d_the_dealer_enters_what_a_player_at_the_table_may_take_back(rulebook: str) -> None:
    told = Told.at(rulebook)
    told = told.banks(8, "500.00") if told.table.phase == "banking" else told
    told.bets(1, "10.00", tie="5.00")
    told.does(DEALER, c.TakeBackWager(1, "tie"))


# Theirs alone


@pytest.mark.parametrize("wager", ["initial", "tie"])
def test_a_dealer_does_not_bet_for_a_player_on_a_device_of_their_own(wager: Wager) -> None:
    told = Told.at("massachusetts").comes_online(1)
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why is Refusal.THEIRS_ALONE
    told.bets(1, "10.00", tie="5.00")
    assert told.refuses(DEALER, c.TakeBackWager(1, wager, reason="a mistake")).why is Refusal.THEIRS_ALONE


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_ca_play_3_and_its_sisters_a_dealer_does_not_choose_for_a_remote_player(rulebook: str) -> None:
    told = tied(rulebook, 1, 2)
    seat, name = told.asked() or (0, "")
    for command in (c.GoToWar(seat, name), c.Surrender(seat, name)):
        refused = told.refuses(DEALER, command)
        assert (refused.why, refused.clauses) == (Refusal.THEIRS_ALONE, told.table.rules.steps["choose"].clauses)


def test_ca_play_3_a_dealer_does_not_post_the_bank_or_bet_behind_for_a_remote_player() -> None:
    told = Told.at("california").comes_online(1)
    if not told.table.banker.offer:
        told.does(DEALER, c.OfferBank())
    assert told.refuses(DEALER, c.PostBank(10_000)).why is Refusal.THEIRS_ALONE
    told.does(player("seat 1"), c.PostBank(100_000))
    told.bets(2, "10.00")
    told.does(player("Olga"), c.PlaceWager(2, "initial", 1000, bettor="Olga"))
    assert told.refuses(DEALER, c.TakeBackWager(2, "initial", "Olga")).why is Refusal.THEIRS_ALONE


# Silence and absence


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_reading_g8_a_decision_time_never_ends_for_a_player_at_the_table(rulebook: str) -> None:
    told = tied(rulebook, house={"decision": {"timeout_s": 30}})
    assert told.refuses(CLOCK, c.CallTime()).why is Refusal.NOT_NOW
    remote = tied(rulebook, 1, 2, house={"decision": {"timeout_s": 30}})
    remote.does(CLOCK, c.CallTime())
    assert remote.happened(e.TieSurrendered)[0].by == "clock"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_reading_g8_no_time_ends_that_was_not_filed(rulebook: str) -> None:
    refused = tied(rulebook, 1, 2).refuses(CLOCK, c.CallTime())
    assert (refused.why, bool(refused.clauses)) == (Refusal.NOT_NOW, True)


def test_md_7_b_4_an_absent_player_is_never_surrendered_where_the_text_knows_only_lost_wagers() -> None:
    told = tied("maryland")
    seat = (told.asked() or (0,))[0]
    told.does(DEALER, c.ReportAbsence(seat))
    assert told.table.call is not None
    assert told.table.call.choices == ("play_on", "lost")


NO_ABANDONMENT = {"california": "ca_play_3", "wisconsin": "wi_h_3", "massachusetts": "ma_8_c", "washington": "wa_4_c_2"}


@pytest.mark.parametrize("remote", [(), (1, 2)], ids=["at_table", "remote"])
@pytest.mark.parametrize("rulebook", NO_ABANDONMENT, ids=NO_ABANDONMENT.values())
def test_the_floor_makes_no_surrender_of_a_silence(rulebook: str, remote: tuple[int, ...]) -> None:
    told = tied(rulebook, *remote)
    asked = told.asked()
    assert asked is not None
    told.does(CLOCK if remote else DEALER, c.ReportAbsence(asked[0]))
    assert told.table.call is not None
    assert told.table.call.choices == ("play_on",)
    assert told.refuses(FLOOR, c.Rule("surrender", "no answer")).why is Refusal.CHOICE_IS_NOT_OPEN
    told.does(FLOOR, c.Rule("play_on", "the player may come back"))
    assert told.asked() == asked
    assert not [event for event in told.happened(e.WagerSettled) if event.seat == asked[0]]
    told.does(FLOOR, c.VoidRound("the player does not come back"))
    assert told.net(asked[0]) == "0.00"

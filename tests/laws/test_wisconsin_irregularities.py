"""Wisconsin (j): cards that lie face up, are drawn in error or are forgotten, and a shuffler that jams."""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, cards_of, player
from wartable.cards import Card
from wartable.rulebook import EDITION, choose, errors, load_rulebook
from wartable.table import Actor, Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

BATCHES: dict[str, Any] = {"shuffler": {"kind": "batch"}}


def finds_face_up(told: Told, cards: str) -> tuple[e.Event, ...]:
    """The dealer finds cards face up; where they void the round, the floor does so."""
    events = told.does(DEALER, c.ReportFaceUpCards(cards_of(cards)))
    return events + told.does(FLOOR, c.Rule("void", "the floor saw them")) if told.table.call else events


def misses(told: Told, seat: int) -> None:
    """A hand got no card, and the floor saw it."""
    told.does(DEALER, c.ReportMissedHand(seat))
    told.does(FLOOR, c.Rule("void_hand", "it has no card"))


def in_the_war_deal(house: dict[str, Any] | None = None, edition: int = EDITION) -> Told:
    """Seat 1 has won, seat 2 lost, seat 3 surrendered; seat 4 won a tie wager and is in the middle of a war."""
    told = Told.at("wisconsin", house, edition).bets(1, "10.00").bets(2, "20.00")
    told.bets(3, "30.00").bets(4, "40.00", "5.00")
    told.deals("Kc 2d 9h 9s 9c").surrenders(3).war(4, tie="5.00").war_deals("Qd")
    assert told.accounts()["bank"] == -1000 + 2000 + 1500 + 4000 - 5000
    return told


# Cards that lie face up


@pytest.mark.parametrize("by", [DEALER, SHOE])
def test_wi_j_1_1_a_card_found_face_up_goes_to_the_rack_and_the_deal_goes_on(by: Actor) -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("")
    told.does(by, c.ReportFaceUpCards((Card("As"),)))
    assert told.table.cards.rack == ("??", "As")
    told.deals("Kc 2d").ends()
    assert [deal.card for deal in told.happened(e.CardDealt)] == ["Kc", "2d"]
    assert told.net(1) == "10.00"


def test_wi_j_1_1_the_card_stays_out_of_play_for_the_whole_shoe() -> None:
    told = Told.at("wisconsin")
    for seat in range(1, 7):
        told.bets(seat, "10.00")
    told.deals("7s 7s 7s 7s 7s")
    finds_face_up(told, "7s")
    assert told.refuses(SHOE, c.TurnCard(Card("7s"))).why == Refusal.CARD_IS_USED_UP


@pytest.mark.parametrize("found", [["As Ks"], ["As", "Ks"], ["As Ks Qs"]])
def test_wi_j_1_2_two_cards_face_up_make_every_hand_void(found: list[str]) -> None:
    told = Told.at("wisconsin").bets(1, "10.00", tie="5.00").bets(2, "20.00").deals("Kc")
    for cards in found:
        finds_face_up(told, cards)
    assert told.accounts() == {}
    lines = told.happened(e.WagerSettled)
    assert [(line.seat, line.wager, line.result, line.returned) for line in lines] == [
        (1, "initial", "void", 1000),
        (1, "tie", "void", 500),
        (2, "initial", "void", 2000),
    ]
    assert all("WI-j-1.2" in line.clauses for line in lines)
    (voided,) = told.happened(e.RoundVoided)
    assert voided.clauses == ("WI-j-1.2",)
    assert told.refuses(SHOE, c.TurnCard(Card("2d"))).why == Refusal.NOT_NOW


def test_wi_j_1_2_after_a_void_the_cards_are_shuffled_anew() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc")
    finds_face_up(told, "As Ks")
    told.ends()
    assert told.events[-2:] == [e.RoundEnded(1), e.ShuffleBegun("irregularity")]
    assert told.table.cards.rack == ()
    told.goes_on("shuffling").does(player("seat 1"), c.CutCards(100))
    told.goes_on().bets(1, "10.00").deals("As 2d").ends()
    assert told.net(1) == "10.00"


def test_wi_j_1_2_one_card_in_the_original_deal_and_one_in_the_war_deal_are_two() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("9c")
    finds_face_up(told, "As")
    told.deals("9d").war(1).war_deals("Kc")
    finds_face_up(told, "Ks")
    assert told.accounts() == {}


def test_wi_j_1_2_one_card_in_each_of_two_rounds_of_a_shoe_voids_the_second() -> None:
    told = Told.at("wisconsin")
    for card in ("As", "Ks"):
        told.bets(1, "10.00").deals("Qc")
        finds_face_up(told, card)
        told.deals("2d" if card == "As" else "").ends()
    assert (told.net(1), len(told.happened(e.RoundVoided))) == ("10.00", 1)


def test_wi_j_1_2_a_void_in_the_war_deal_undoes_the_whole_round() -> None:
    told = in_the_war_deal()
    finds_face_up(told, "As Ks")
    assert told.accounts() == {}
    undone = [(undo.line.seat, undo.line.wager, undo.line.result) for undo in told.happened(e.SettlementReversed)]
    assert undone == [
        (1, "initial", "win"),
        (2, "initial", "lose"),
        (3, "initial", "surrender"),
        (4, "initial", "collected"),
        (4, "tie", "win"),
    ]
    assert told.ends().events[-1] == e.ShuffleBegun("irregularity")


def test_wi_h_5_2_a_void_war_brings_the_collected_initial_wager_back_with_the_war_wager() -> None:
    told = in_the_war_deal()
    finds_face_up(told, "As Ks")
    lines = told.lines(4)
    assert [(lines[wager].result, lines[wager].returned) for wager in lines] == [
        ("void", 500),
        ("void", 4000),
        ("void", 4000),
        ("void", 500),
    ]
    assert told.net(4) == "0.00"


def test_wi_j_1_2_no_house_lets_settled_wagers_stand() -> None:
    (finding,) = errors(choose(load_rulebook("wisconsin"), {"void": {"scope": "unsettled"}})[1])
    assert (finding.clauses, finding.reading) == (("WI-j-1.2",), "WI.13")


def test_wi_j_1_2_in_a_log_of_the_first_edition_settled_wagers_stand_and_the_war_costs_nothing() -> None:
    told = in_the_war_deal({"void": {"scope": "unsettled"}}, edition=1)
    finds_face_up(told, "As Ks")
    assert (told.net(1), told.net(2), told.net(3)) == ("10.00", "-20.00", "-15.00")
    lines = told.lines(4)
    assert [(wager, lines[wager].result) for wager in lines] == [
        ("tie", "win"),
        ("initial", "void"),
        ("war", "void"),
        ("war_tie", "void"),
    ]
    assert told.net(4) == "50.00"
    assert told.ends().events[-1] == e.ShuffleBegun("irregularity")


def test_wi_j_1_2_in_the_original_deal_nothing_is_settled_so_both_readings_give_everything_back() -> None:
    told = Told.at("wisconsin", {"void": {"scope": "unsettled"}}, 1).bets(1, "10.00", tie="5.00").deals("Kc")
    finds_face_up(told, "As Ks")
    assert told.accounts() == {}


# Cards drawn in error, and hands passed over


def test_wi_j_2_a_card_drawn_in_error_is_the_next_card() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc")
    left = told.table.cards.in_shoe
    assert told.does(DEALER, c.ReportDrawnCard()) == (e.CardDrawnInError(),)
    assert told.table.cards.in_shoe == left - 1
    told.deals("2d")
    assert told.table.cards.in_shoe == left - 1
    assert told.ends().net(1) == "10.00"


def test_wi_j_2_in_the_war_deal_too() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("9c 9d").war(1).war_deals("Kc")
    left = told.table.cards.in_shoe
    told.does(DEALER, c.ReportDrawnCard())
    told.deals("2d")
    assert (told.table.cards.in_shoe, told.ends().net(1)) == (left - 1, "10.00")


def test_wi_j_2_a_card_whose_face_was_seen_is_for_the_floor() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc")
    exposed, call = told.does(DEALER, c.ReportDrawnCard(Card("As")))
    assert exposed == e.CardExposed(Card("As"), None)
    assert call == e.FloorCalled("exposed_card", ("burn", "void"), ("house rule", "WI-j-2"))


def test_wi_j_3_wagers_that_got_no_card_are_void_and_the_others_play_on() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(2, "20.00", tie="5.00").bets(3, "10.00").deals("Kc")
    misses(told, 2)
    lines = told.lines(2)
    assert [(line.wager, line.result, line.returned) for line in lines.values()] == [
        ("initial", "void", 2000),
        ("tie", "void", 500),
    ]
    assert all("WI-j-3" in line.clauses for line in lines.values())
    told.deals("Qd 2h").ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("10.00", "0.00", "10.00")


def test_wi_j_3_the_player_is_in_the_following_round_with_a_wager_of_their_own() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(2, "10.00").deals("Kc")
    misses(told, 2)
    told.deals("2h").ends()
    assert told.accounts() == {"patron/seat 1": 1000, "bank": -1000}
    assert told.refuses(DEALER, c.CallNoMoreBets()).why == Refusal.NOBODY_BETS
    told.bets(2, "10.00").deals("Kd 2s").ends()
    assert told.net(2) == "10.00"


def test_wi_j_3_a_seat_without_a_wager_was_not_missed() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc")
    assert told.refuses(DEALER, c.ReportMissedHand(2)).why == Refusal.HAND_IS_NOT_IN_PLAY


# The shuffler


@pytest.mark.parametrize("by", [DEALER, SHOE])
def test_wi_j_4_a_shuffler_that_stops_is_emptied_and_its_cards_are_shuffled_anew(by: Actor) -> None:
    told = Told.at("wisconsin", BATCHES).sits(1)
    told.does(FLOOR, c.OrderReshuffle())
    told.does(by, c.ReportJam())
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.clauses) == ("empty_device", ("WI-j-4",))
    unfinished = told.refuses(SHOE, c.ConfirmStep("machine_shuffle"))
    assert (unfinished.why, unfinished.clauses) == (Refusal.NOT_THE_NEXT_STEP, ("WI-j-4",))
    told.goes_on("shuffling")
    assert told.happened(e.StepConfirmed)[-3:] == [
        e.StepConfirmed("empty_device", "dealer", 1),
        e.StepConfirmed("machine_shuffle", "dealer", 1),
        e.StepConfirmed("clear_rack", "dealer", 0),
    ]


def test_wi_j_4_a_jam_during_a_round_voids_nothing() -> None:
    told = Told.at("wisconsin", BATCHES).bets(1, "10.00").deals("Kc")
    assert told.does(SHOE, c.ReportJam()) == (e.ShufflerJammed(1, 1),)
    told.deals("2d").ends()
    assert (told.net(1), told.table.phase) == ("10.00", "betting")
    assert told.happened(e.StepConfirmed)[-2:] == [
        e.StepConfirmed("empty_device", "dealer", 1),
        e.StepConfirmed("machine_shuffle", "dealer", 1),
    ]
    told.bets(1, "10.00").deals("Kd 2s").ends()
    assert told.net(1) == "20.00"


def test_wi_j_4_a_batch_that_jammed_during_play_is_shuffled_anew_before_it_is_dealt() -> None:
    told = Told.at("wisconsin", BATCHES).bets(1, "10.00").deals("Kc")
    told.does(SHOE, c.ReportJam())
    told.meets_cover_card()
    assert steps(told.table)[-1].step == "empty_device"
    told.deals("2d").ends().goes_on("shuffling")
    assert told.happened(e.CardsShuffled)[-1] == e.CardsShuffled(1, ("machine_shuffle",))


def test_wi_j_4_a_batch_that_jammed_is_not_dealt_from_an_idle_table_without_a_new_shuffle() -> None:
    told = Told.at("wisconsin", BATCHES)
    told.does(DEALER, c.ReportJam())
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle").sits(4).goes_on("waking")
    done = [(step.step, step.batch) for step in told.happened(e.StepConfirmed)]
    emptied, taken_out = done.index(("empty_device", 1)), done.index(("swap_batches", 0))
    assert ("machine_shuffle", 1) in done[emptied:taken_out]


def test_wi_j_4_where_the_dealer_shuffles_nothing_can_jam() -> None:
    assert Told.at("wisconsin").refuses(DEALER, c.ReportJam()).why == Refusal.DEVICE_IS_NOT_IN_USE

"""A hand that got no card, found later: it is void or dealt to, and its player is asked into the next round."""

from collections.abc import Callable

import pytest

from tests.laws.finding import (
    MA,
    WHY,
    cards_at,
    rules,
    three,
)
from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.table import Refusal, next_card_for, open_choices, steps
from wartable.table import commands as c
from wartable.table import events as e

MISSED = {"maryland": "md_11_c", "wisconsin": "wi_j_3", MA: "ma_10_d"}


@pytest.mark.parametrize("rulebook", MISSED, ids=MISSED.values())
def test_a_missed_hand_found_a_card_later_is_void_and_the_cards_move_to_where_they_lie(rulebook: str) -> None:
    told = three(rulebook).deals("9s 8s")
    told.does(DEALER, c.ReportMissedHand(2))
    assert told.table.call is not None
    assert told.table.call.choices == ("void_hand", "continue")
    rules(told, "void_hand")
    assert cards_at(told, 1, 2, 3) == ["9s", None, "8s"]
    assert {line.result for line in told.lines(2).values()} == {"void"}
    told.deals("2d").ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("10.00", "0.00", "10.00")


@pytest.mark.parametrize("rulebook", MISSED, ids=MISSED.values())
@pytest.mark.parametrize("settled", [0, 1, 2])
def test_a_missed_hand_found_while_hands_are_settled_is_void_and_the_others_are_settled_again(
    rulebook: str, settled: int
) -> None:
    told = three(rulebook).deals("9s 8s 7s Kd")
    for _ in range(settled):
        told.does(DEALER, c.SettleHand())
    told.does(DEALER, c.ReportMissedHand(2))
    rules(told, "void_hand")
    assert (cards_at(told, 1, 2, 3), told.table.round.dealer_card) == (["9s", None, "8s"], "7s")
    assert told.table.cards.rack[-1] == "Kd"
    told.ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("10.00", "0.00", "10.00")


@pytest.mark.parametrize("rulebook", MISSED, ids=MISSED.values())
@pytest.mark.parametrize("settled", [0, 2])
def test_a_card_that_is_read_again_moves_with_the_others_when_a_hand_was_missed(rulebook: str, settled: int) -> None:
    """The eight lies at seat 3, what is read again at the dealer's place, and the king is left over."""
    told = three(rulebook).deals("9s 8s 7s Kd")
    for _ in range(settled):
        told.does(DEALER, c.SettleHand())
    told.does(FLOOR, c.UndoCard(WHY, 3, "original"))
    assert told.refuses(DEALER, c.ReportMissedHand(2)).why is Refusal.NOT_THE_NEXT_STEP
    told.does(SHOE, c.TurnCard(Card("6c")))
    told.does(DEALER, c.ReportMissedHand(2))
    rules(told, "void_hand")
    assert (cards_at(told, 1, 2, 3), told.table.round.dealer_card) == (["9s", None, "8s"], "6c")
    assert told.table.cards.rack[-1] == "Kd"
    told.ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("10.00", "0.00", "10.00")


def test_wa_3_2_a_hand_that_left_the_round_is_not_offered_a_card() -> None:
    """It was reported twice, and the floor voided it at the first report."""
    told = three("washington").deals("9s 8s 7s Kd")
    for _ in range(2):
        told.does(DEALER, c.ReportMissedHand(2))
    rules(told, "void_hand")
    assert open_choices(told.table) == ("void_hand", "void", "continue")
    assert told.refuses(FLOOR, c.Rule("deal_now", WHY)).why is Refusal.CHOICE_IS_NOT_OPEN


def _chosen(told: Told) -> None:
    told.settles().does(DEALER, c.GoToWar(*told.asked() or (0, "")))


def _surrendered(told: Told) -> None:
    told.settles().does(DEALER, c.Surrender(*told.asked() or (0, "")))


def _war_wagers(told: Told) -> None:
    told.wars_all().goes_on("picking_up")


def _burns_are_due(told: Told) -> None:
    told.wars_all().goes_on("picking_up", "war_wagers")


def _burns_are_owed(told: Told) -> None:
    _burns_are_due(told)
    told.deals("Ks").does(DEALER, c.ReportForgottenBurn(cards=1))
    if told.table.call:
        rules(told, "burn_now")


def _war_settling(told: Told) -> None:
    told.wars_all().war_deals("Ks 2c Jd").does(DEALER, c.SettleHand())


LATE: dict[str, Callable[[Told], object]] = {
    "a_war_is_declared": _chosen,
    "a_player_surrendered": _surrendered,
    "before_the_pick_up": lambda told: told.wars_all(),
    "cards_are_picked_up": _war_wagers,
    "burns_are_due": _burns_are_due,
    "burns_are_owed": _burns_are_owed,
    "the_war_is_dealt": lambda told: told.wars_all().war_deals("Ks 2c"),
    "a_war_is_settled": _war_settling,
    "all_is_settled": lambda told: told.wars_all().war_deals("Ks 2c Jd").settles(),
}


@pytest.mark.parametrize("rulebook", MISSED, ids=MISSED.values())
@pytest.mark.parametrize("moment", LATE)
def test_md_11_c_wi_j_3_ma_10_d_a_missed_hand_found_however_late_leaves_the_cards_where_they_lie(
    rulebook: str, moment: str
) -> None:
    """The seven lies before the dealer: seats 1 and 2 did not tie, and win. Their choices and their wars go back."""
    told = three(rulebook).deals("9s 9c 7s 9d")
    LATE[moment](told)
    told.does(DEALER, c.ReportMissedHand(3))
    rules(told, "void_hand")
    assert (told.table.phase, cards_at(told, 1, 2, 3)) == ("settling", ["9s", "9c", None])
    assert (told.table.round.dealer_hand, told.table.round.war_burns_due, told.table.found.owed) == (("7s",), 0, 0)
    assert not any(bettor.choice or bettor.at_war for box in told.table.boxes for bettor in box.bettors)
    assert "9d" in told.table.cards.rack
    told.ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("10.00", "10.00", "0.00")


def test_md_11_c_a_side_wager_that_was_paid_leaves_the_missed_hand_void_alone() -> None:
    """What the cards paid from a meter or by a paytable stands, so no other card is moved."""
    told = Told.at("maryland", {"progressive": {"reset": "10000.00", "rate": "0.20"}}).bets_on("progressive", 1)
    told.bets(2, "10.00").closes().deals("9s 7s 9d").surrenders(1).validates()
    told.does(DEALER, c.ReportMissedHand(2))
    rules(told, "void_hand")
    assert cards_at(told, 1, 2) == ["9s", "7s"]
    assert {line.result for line in told.lines(2).values()} == {"void"}


PROGRESSIVE = {"progressive": {"reset": "10000.00", "rate": "0.20"}}


@pytest.mark.parametrize("rulebook", ["maryland", MA], ids=["md_11_c", "ma_10_d"])
def test_a_hand_without_a_card_gives_back_what_its_side_wager_was_paid(rulebook: str) -> None:
    """The nine and the seven lie one hand further, so the dealer has the seven and seat 2 wins."""
    told = Told.at(rulebook, PROGRESSIVE).bets_on("progressive", 1).bets(2, "10.00").closes()
    told.deals("9s 7s 9d").surrenders(1).validates()
    assert told.lines(1)["progressive"].paid == 25_00
    meter = told.table.meters["progressive"].reading
    told.does(DEALER, c.ReportMissedHand(1))
    rules(told, "void_hand")
    assert {line.result for line in told.lines(1).values()} == {"void"}
    assert told.table.meters["progressive"].reading == meter - 1_00
    assert (cards_at(told, 1, 2), told.table.round.dealer_card) == ([None, "9s"], "7s")
    told.ends()
    assert (told.net(1), told.net(2)) == ("0.00", "10.00")


def test_md_11_c_a_meter_that_was_paid_to_a_hand_without_a_card_stands_until_the_floor_voids_the_round() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).bets(2, "10.00").closes()
    told.deals("9s 7s 9s").wars_all().war_deals("9s 9s").settles().validates()
    told.does(DEALER, c.ReportMissedHand(1, "original"))
    rules(told, "void_hand")
    assert told.lines(1)["progressive"].paid > 10_000_00
    assert told.lines(1)["initial"].result == "void"
    told.does(FLOOR, c.VoidRound(WHY))
    assert told.net(1) == "0.00"


def test_wa_3_2_a_hand_found_without_a_card_in_the_war_is_dealt_one() -> None:
    """The war goes back, and the missed hand takes the next card."""
    told = three("washington").deals("9s 9c 7s 9d").wars_all().war_deals("Ks 2c")
    told.does(DEALER, c.ReportMissedHand(3))
    rules(told, "deal_now")
    assert (told.table.phase, cards_at(told, 1, 2, 3)) == ("dealing", ["9s", "9c", None])
    told.deals("Ah").ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("10.00", "10.00", "10.00")


def test_md_11_c_the_floor_may_find_that_the_hand_has_its_card() -> None:
    told = three("maryland").deals("9s 8s")
    told.does(DEALER, c.ReportMissedHand(2))
    assert rules(told, "continue") == (e.FloorRuled("continue", WHY),)
    assert cards_at(told, 1, 2, 3) == ["9s", "8s", None]


SKIPPED_IN_THE_WAR = {
    "maryland": "MD-9-H.2",
    "california": "CA-play-6b",
    "wisconsin": "WI-h-6.2",
    MA: "MA-8-f.2",
    "washington": "WA-4-c-ii-1.1",
}


@pytest.mark.parametrize(("rulebook", "clause"), SKIPPED_IN_THE_WAR.items(), ids=SKIPPED_IN_THE_WAR.values())
def test_a_hand_that_is_skipped_in_the_war_deal_has_the_next_card_by_the_clause_of_the_war_deal(
    rulebook: str, clause: str
) -> None:
    """The clause of the original deal, which voids a hand without a card, says nothing of a war."""
    told = three(rulebook).deals("9s 9c 7s 9d").wars_all().goes_on("picking_up", "war_wagers", "war_dealing")
    told.does(DEALER, c.ReportMissedHand(1))
    assert told.table.call is not None
    floors = ("void_hand", "void") if rulebook in ("california", "washington") else ()
    assert told.table.call.choices == ("deal_now", *floors, "continue")
    assert told.table.call.clauses[0] == clause
    assert rules(told, "deal_now") == (e.FloorRuled("deal_now", WHY),)
    assert told.table.phase == "war_dealing"
    told.war_deals("Ks 2c Jd").ends()
    assert (told.net(1), told.net(2)) == ("10.00", "-20.00")
    assert not told.happened(e.HandMissed)


def test_wa_4_c_the_floor_may_void_a_hand_that_was_skipped_in_the_war_and_the_original_deal_stands() -> None:
    told = three("washington").deals("9s 9c 7s 9d").wars_all().goes_on("picking_up", "war_wagers", "war_dealing")
    told.does(DEALER, c.ReportMissedHand(1))
    rules(told, "void_hand")
    assert cards_at(told, 1, 2) == ["9s", "9c"]
    told.war_deals("2c Jd").ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("0.00", "-20.00", "-10.00")


def test_ca_deal_5a_a_hand_without_a_card_is_dealt_one_now() -> None:
    told = three("california").deals("2c 3c")
    told.does(DEALER, c.ReportMissedHand(1))
    assert told.table.call is not None
    assert told.table.call.choices == ("deal_now", "void_hand", "void", "continue")
    rules(told, "deal_now")
    assert cards_at(told, 1, 2, 3) == [None, "2c", "3c"]
    told.deals("Kc")
    assert cards_at(told, 1) == ["Kc"]
    told.deals("4c")
    assert told.table.phase == "settling"


def test_ca_bet_2b_a_missed_hand_never_voids_the_round_by_itself() -> None:
    told = three("california").deals("2h")
    told.does(DEALER, c.ReportMissedHand(3))
    assert not told.happened(e.RoundVoided)
    rules(told, "void_hand")
    told.deals("3h 4h").ends()
    assert not told.happened(e.RoundVoided)
    assert (told.net(1), told.net(3)) == ("-10.00", "0.00")
    assert told.refuses(FLOOR, c.ReleasePlayers((1,), WHY)).why is Refusal.NOT_NOW


@pytest.mark.parametrize("rulebook", ["wisconsin", MA], ids=["wi_j_3", "ma_10_d"])
def test_a_missed_player_is_asked_into_the_next_round_before_the_betting_closes(rulebook: str) -> None:
    told = three(rulebook).deals("9s")
    told.does(DEALER, c.ReportMissedHand(2))
    rules(told, "void_hand")
    told.deals("8s 2d").ends().bets(1, "10.00")
    (asked,) = [step for step in steps(told.table) if step.step == "include_player"]
    assert (asked.seat, asked.clauses) == (2, told.table.rules.cite["irregularity.include_next"])
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.INCLUSION_COMES_FIRST
    assert told.refuses(player("seat 1"), c.DeclineInclusion(2)).why is Refusal.NOT_YOUR_SEAT
    assert told.refuses(DEALER, c.DeclineInclusion(1)).why is Refusal.NO_SUCH_RIGHT
    assert told.refuses(DEALER, c.DeclineInclusion(13)).why is Refusal.NO_SUCH_SEAT
    told.does(player("seat 2"), c.DeclineInclusion(2))
    told.does(DEALER, c.CallNoMoreBets())


@pytest.mark.parametrize("rulebook", ["wisconsin", MA], ids=["wi_j_3", "ma_10_d"])
def test_a_missed_player_who_wagers_or_leaves_is_not_waited_for(rulebook: str) -> None:
    told = three(rulebook).deals("9s")
    for seat in (2, 3):
        told.does(DEALER, c.ReportMissedHand(seat))
        rules(told, "void_hand")
    told.deals("2d").ends().bets(1, "10.00").bets(2, "10.00")
    told.does(DEALER, c.Leave(3))
    told.does(DEALER, c.CallNoMoreBets())
    assert told.table.found.included == ()


@pytest.mark.parametrize("rulebook", MISSED, ids=MISSED.values())
@pytest.mark.parametrize("settled", [0, 3])
def test_md_11_c_wi_j_3_ma_10_d_a_card_that_was_entered_for_a_hand_without_one_never_existed(
    rulebook: str, settled: int
) -> None:
    """The later cards lie where they were entered, and no card that never was goes to the rack."""
    told = three(rulebook).deals("2c 3c 6c 5c")
    burned = told.table.cards.rack.count(Card("??"))
    for _ in range(settled):
        told.does(DEALER, c.SettleHand())
    in_shoe = told.table.cards.in_shoe
    told.does(FLOOR, c.UndoCard(WHY, 2, absent=True))
    assert (told.table.cards.in_shoe, told.table.cards.drawn_ahead) == (in_shoe + 1, 0)
    rules(told, "void_hand")
    assert cards_at(told, 1, 2, 3) == ["2c", None, "6c"]
    (voided,) = told.lines(2).values()
    assert voided.result == "void"
    told.ends()
    assert [told.net(seat) for seat in (1, 2, 3)] == ["-10.00", "0.00", "10.00"]
    assert (sorted(told.table.cards.rack[-3:]), told.table.cards.rack.count(Card("??"))) == (["2c", "5c", "6c"], burned)


@pytest.mark.parametrize("rulebook", MISSED, ids=MISSED.values())
@pytest.mark.parametrize(("seat", "cards"), [(1, "2c 3c"), (3, "2c 3c 6c 5c")])
def test_md_11_c_wi_j_3_ma_10_d_a_hand_that_the_deal_passed_over_has_no_later_card_unless_the_floor_rules(
    rulebook: str, seat: int, cards: str
) -> None:
    """Its card was never dealt: nobody deals it one when the cards after it, or the dealer's, are seen."""
    told = three(rulebook).deals(cards)
    *_, called = told.does(FLOOR, c.UndoCard(WHY, seat, absent=True))
    assert isinstance(called, e.FloorCalled)
    assert (called.reason, called.seat, called.choices) == ("missed_hand", seat, ("void_hand", "continue"))
    assert called.clauses == told.table.rules.cite["irregularity.missed_hand"]
    assert told.refuses(SHOE, c.TurnCard(Card("5d"))).why is Refusal.NOT_NOW
    rules(told, "void_hand")
    assert {line.result for line in told.lines(seat).values()} == {"void"}


def test_md_11_c_a_card_that_is_taken_out_while_it_is_read_again_leaves_a_hand_that_was_missed() -> None:
    told = three("maryland").deals("2c 3c 6c 5c")
    told.does(FLOOR, c.UndoCard(WHY, 2))
    told.deals("4c").does(FLOOR, c.UndoCard(WHY, absent=True))
    assert told.table.call is not None
    assert (told.table.call.reason, told.table.call.seat) == ("missed_hand", 2)


def test_md_9_h_2_a_war_card_that_was_entered_and_not_dealt_is_dealt_next() -> None:
    told = three("maryland").deals("9s 9h 2c 9d").war(1).war(2).goes_on("picking_up").deals("3c 4c 5c")
    told.does(FLOOR, c.UndoCard(WHY, 1, "war", absent=True))
    assert (told.table.phase, next_card_for(told.table)) == ("war_dealing", 1)


@pytest.mark.parametrize("rulebook", MISSED, ids=MISSED.values())
def test_the_last_card_that_was_entered_and_not_dealt_is_back_in_the_shoe(rulebook: str) -> None:
    told = three(rulebook).deals("2c")
    cards = told.table.cards
    told.deals("3c").does(FLOOR, c.UndoCard(WHY, absent=True))
    assert told.table.cards == cards


def test_md_11_c_a_community_card_is_read_again_and_never_taken_out() -> None:
    told = Told.at("maryland", {"electronic": {"community_cards": 3}}).bets_on_hand(1, 1).closes().deals("2c")
    assert told.refuses(FLOOR, c.UndoCard(WHY, absent=True)).why is Refusal.NOT_NOW

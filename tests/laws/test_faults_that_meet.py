"""One fault on top of another: what the first one asked for is still done."""

import pytest
from msgspec import UNSET

from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told, cards_of
from wartable.cards import Card
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table import next_of_the_house
from wartable.table.actors import Actor
from wartable.table.refusals import Refusal

ASKS_FOR_THE_BURN = tuple(
    name for name in RULEBOOKS if rules_in_force(load_rulebook(name)).irregularity.forgotten_burn == "floor_call"
)
ENDS_THE_SHOE = tuple(
    name for name in RULEBOOKS if rules_in_force(load_rulebook(name)).irregularity.multi_faceup == "void"
)


def card(text: str) -> Card:
    return cards_of(text)[0]


def before_the_first_burn(rulebook: str) -> Told:
    """A loaded shoe whose first burn is due, with two players, one of whom banks where players do."""
    told = Told.closed(rulebook)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling", "cutting", "loading")
    for seat in (1, 2):
        told.sits(seat)
    if told.table.phase == "banking":
        told.banks(2, "500.00")
    return told


@pytest.mark.parametrize("rulebook", ASKS_FOR_THE_BURN)
def test_md_8_e_1_wi_g_1_ca_deal_1a_a_void_does_not_spare_a_forgotten_burn(rulebook: str) -> None:
    told = before_the_first_burn(rulebook)
    told.bets(1, "10.00")
    told.does(DEALER, c.ReportForgottenBurn(card("7s"), called=True))
    events = told.does(FLOOR, c.VoidRound("misdeal"))
    assert e.BurnOwed(1, war=False) in events
    told.ends()
    assert [event for event in told.events if isinstance(event, e.CardBurned)] == [e.CardBurned()]


def test_a_burn_that_a_war_forgot_goes_with_the_war() -> None:
    told = Told.at("maryland")
    told.bets(1, "10.00")
    told.deals("7s 7d")
    told.settles()
    told.does(DEALER, c.GoToWar(1))
    told.does(DEALER, c.DeclineWarTie(1))
    told.does(DEALER, c.ConfirmWarWager(1, placed=True))
    told.goes_on("picking_up", "war_wagers")
    told.does(DEALER, c.ReportForgottenBurn(card("9s")))
    events = told.does(FLOOR, c.VoidRound("misdeal"))
    assert not [event for event in events if isinstance(event, e.BurnOwed)]


@pytest.mark.parametrize("rulebook", ENDS_THE_SHOE)
def test_wi_j_1_2_ma_10_b_2_two_cards_face_up_end_the_shoe_also_when_the_floor_voids_for_another_reason(
    rulebook: str,
) -> None:
    for first in ((), (c.ReportDrawnCard(card("Kd")),)):
        told = Told.at(rulebook)
        told.bets(1, "10.00")
        told.deals("9s")
        for command in (*first, c.ReportFaceUpCards(cards_of("8d 8c"))):
            told.does(DEALER, command)
        told.does(FLOOR, c.VoidRound("misdeal", reshuffle=False))
        told.goes_on("picking_up")
        assert told.table.phase == "shuffling"


@pytest.mark.parametrize("report", [c.ReportDrawnCard(card("Kd")), c.ReportDrawnCard()])
def test_ma_10_f_a_burn_found_forgotten_while_a_card_is_out_changes_nothing(report: c.ReportDrawnCard) -> None:
    told = before_the_first_burn("massachusetts")
    told.does(DEALER, c.BurnCard())
    told.bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    told.does(DEALER, report)
    assert told.does(DEALER, c.ReportForgottenBurn(cards=1)) == (e.BurnNotMade(1), e.BurnForgotten(1))


def test_ma_10_a_1_a_second_report_does_not_move_a_card_back() -> None:
    told = Told.at("massachusetts")
    for seat in (1, 2, 3):
        told.bets(seat, "10.00")
    told.deals("9s 8s Kd")
    told.does(DEALER, c.ReportMisdelivery(3, card("9s"), entered=1))
    told.does(FLOOR, c.Rule("burn", "it was seen"))
    told.does(DEALER, c.ReportMisdelivery(1, card("Kd"), entered=3))
    assert e.CardDealt(3, card("Kd"), "original") in told.does(FLOOR, c.Rule("forward", "never back"))
    told.does(SHOE, c.TurnCard(card("2c")))
    told.does(SHOE, c.TurnCard(card("Ah")))
    told.does(DEALER, c.ReportMisdelivery(1, card("Ah"), entered=0))
    assert e.CardDealt(0, card("Ah"), "original") in told.does(FLOOR, c.Rule("forward", "never back"))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_hand_that_goes_while_its_card_is_replaced_leaves_nothing_to_settle(rulebook: str) -> None:
    told = before_the_first_burn(rulebook)
    told.does(DEALER, c.BurnCard())
    if told.table.banker.posted:
        told.sits(3)
    seats = [box.seat for box in told.table.boxes if box.patron and box.seat != told.table.banker.seat]
    for seat in seats:
        told.bets(seat, "10.00")
    told.deals("8s 9c 7c")
    told.does(DEALER, c.SettleHand())
    other = next(box for box in told.table.boxes if box.bettors and not box.outcome)
    assert other.card is not None
    told.does(DEALER, c.ReportMisdelivery(0, other.card))
    told.does(FLOOR, c.Rule("burn", "it was seen"))
    told.does(DEALER, c.ReportMissedHand(other.seat))
    told.does(FLOOR, c.Rule("void_hand", "it has no card"))
    assert told.table.phase == "picking_up"
    assert next_of_the_house(told.table) == (DEALER, c.PickUpCards())
    told.ends()


def test_md_7_d_wi_f_2_2_ma_6_b_2_ca_bet_2b_a_war_wager_that_was_seen_is_not_taken_back() -> None:
    for rulebook in RULEBOOKS:
        told = before_the_first_burn(rulebook)
        told.does(DEALER, c.BurnCard())
        told.bets(1, "10.00")
        told.deals("7s 7d")
        told.settles()
        told.does(DEALER, c.GoToWar(1))
        told.goes_on("picking_up")
        told.does(DEALER, c.ConfirmWarWager(1, placed=True))
        assert told.refuses(DEALER, c.ConfirmWarWager(1, placed=False)).why == Refusal.CONFIRMED_ALREADY


def test_wi_e_3_1_md_5_e_4_the_offer_of_the_cut_follows_people_not_seats() -> None:
    told = Told.at("wisconsin")
    for seat in (2, 5):
        told.sits(seat)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    assert told.table.cut.offer == 5
    told.does(DEALER, c.DeclineCut())
    told.does(DEALER, c.Leave(5))
    told.does(DEALER, c.Sit(5, "a new player"))
    told.does(DEALER, c.Leave(2))
    told.does(DEALER, c.Sit(7, "seat 2"))
    asked = []
    while told.table.cut.offer:
        asked.append(told.table.boxes[told.table.cut.offer - 1].patron)
        told.does(DEALER, c.DeclineCut())
    assert "a new player" in asked
    assert len(asked) == len(set(asked))
    assert "seat 5" not in asked


def test_wi_d_1_2_md_4_a_2_the_dealer_does_not_verify_the_dealers_own_check() -> None:
    dealer, floor = Actor("dealer", person="Flo"), Actor("floor", person="Flo")
    told = Told.closed("wisconsin")
    told.does(floor, c.OpenTable("Dana"))
    told.does(floor, c.TakeOver("Flo"))
    told.does(dealer, c.ReceiveDecks(6, 1))
    told.does(dealer, c.ConfirmStep("inspect"))
    assert told.refuses(floor, c.ConfirmStep("verify")).why == Refusal.DEALS_THIS_TABLE
    told.does(Actor("floor", person="Max"), c.TakeDuty("Max"))
    told.does(Actor("floor", person="Max"), c.ConfirmStep("verify"))


DANA, FLO = Actor("floor", person="Dana"), Actor("floor", person="Flo")


def relieve(told: Told) -> None:
    """Dana, who deals, is relieved by Eve and comes on duty for the floor; Flo is on duty too."""
    told.does(FLO, c.TakeDuty("Flo"))
    told.does(FLO, c.TakeOver("Eve"))
    told.does(DANA, c.TakeDuty("Dana"))


@pytest.mark.parametrize("rulebook", ["wisconsin", "maryland"])
def test_wi_d_1_2_md_4_a_2_a_relieved_dealer_does_not_verify_their_own_inspection(rulebook: str) -> None:
    told = Told.closed(rulebook)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.does(DEALER, c.ReceiveDecks(told.table.rules.decks, told.table.rules.cards.cover_cards))
    told.does(DEALER, c.ConfirmStep("inspect"))
    relieve(told)
    refused = told.refuses(DANA, c.ConfirmStep("verify"))
    assert (refused.why, {"WI-d-1.2", "MD-4-A.2"} & set(refused.clauses) != set()) == (Refusal.OWN_ACT, True)
    told.does(FLO, c.ConfirmStep("verify"))
    assert told.table.relieved is UNSET


def test_wi_d_1_2_md_4_a_2_a_dealer_who_was_relieved_before_the_inspection_may_verify_it() -> None:
    told = Told.closed("wisconsin")
    told.does(FLOOR, c.OpenTable("Dana"))
    relieve(told)
    told.does(DEALER, c.ReceiveDecks(6, 1))
    told.does(DEALER, c.ConfirmStep("inspect"))
    told.does(DANA, c.ConfirmStep("verify"))


@pytest.mark.parametrize(
    "command",
    [
        c.Rule("void_hand", "it has no card"),
        c.VoidRound("misdeal"),
        c.ReleasePlayers((1,), "the dealer erred"),
    ],
)
def test_md_11_c_wi_j_3_ma_10_a_3_a_relieved_dealer_does_not_rule_on_their_own_report(command: c.Command) -> None:
    told = Told.at("massachusetts").bets(1, "10.00").bets(2, "10.00").deals("9s")
    report = c.ReportMisdelivery(2, card("8s")) if isinstance(command, c.ReleasePlayers) else c.ReportMissedHand(2)
    told.does(DEALER, report)
    relieve(told)
    assert told.refuses(DANA, command).why is Refusal.OWN_ACT
    told.does(DANA, c.TakeOver("Max"))
    told.does(FLO, command)


def test_md_9_j_4_c_a_relieved_dealer_does_not_validate_a_win_that_they_checked() -> None:
    told = Told.at("maryland", {"progressive": {"reset": "10000.00", "rate": "0.20"}}).bets_on("progressive", 1)
    told.closes().deals("7s 7d").surrenders(1)
    for check in (c.CheckWin(1, "verify_hand", holds=True), c.CheckWin(1, "check_light", holds=True)):
        told.does(DEALER, check)
    relieve(told)
    assert told.refuses(DANA, c.ValidateWin(1)).why is Refusal.OWN_ACT
    told.does(FLO, c.ValidateWin(1))


def test_ma_10_a_2_a_relieved_dealer_does_not_take_back_a_card_that_they_entered() -> None:
    told = Told.at("massachusetts").bets(1, "10.00").deals("9s")
    told.does(DEALER, c.ReportTouchedCard(1))
    relieve(told)
    assert told.refuses(DANA, c.Rule("continue", "the card is whole")).why is Refusal.OWN_ACT
    told.does(FLO, c.Rule("continue", "the card is whole"))
    assert told.refuses(DANA, c.UndoCard("misread")).why is Refusal.OWN_ACT


def test_wi_g_5_a_relieved_dealer_rules_again_when_what_they_did_is_over() -> None:
    """In the round after it, and between rounds until a call of that time is ruled on."""
    told = Told.at("wisconsin").bets(1, "10.00").deals("9s")
    relieve(told)
    told.goes_on("dealing").deals("2d").ends().bets(1, "10.00")
    told.does(DEALER, c.ReportTouchedCard(1))
    told.does(FLO, c.TakeOver("Max"))
    told.does(DANA, c.Rule("continue", "the card is whole"))
    assert "Eve" in (told.table.relieved or ())
    told.goes_on("betting")
    assert "Eve" not in (told.table.relieved or ())
    told.does(DEALER, c.ReportMissedHand(1))
    told.does(DANA, c.Rule("void_hand", "it has no card"))


def test_wi_j_3_a_card_before_the_burn_begins_no_round_that_may_not_begin() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(2, "10.00").closes()
    told.does(DEALER, c.ReportMissedHand(1))
    told.does(FLOOR, c.Rule("void_hand", "it has no card"))
    told.deals("9s 2d").ends()
    told.bets(2, "10.00")
    assert told.refuses(DEALER, c.CallNoMoreBets()).why == Refusal.INCLUSION_COMES_FIRST
    told.does(DEALER, c.TakeOver("Eve"))
    assert told.refuses(DEALER, c.CallNoMoreBets()).why == Refusal.BURN_COMES_FIRST
    assert told.refuses(DEALER, c.ReportForgottenBurn(card("7s"), called=True)).why == Refusal.INCLUSION_COMES_FIRST


@pytest.mark.parametrize(
    ("rulebook", "house", "report"),
    [
        ("wisconsin", {}, c.ReportFaceUpCards(cards_of("8d 8c"))),
        ("maryland", {"shuffler": {"kind": "batch"}}, c.ReportJam(0)),
    ],
    ids=["two cards face up", "jam"],
)
def test_wi_j_1_2_md_11_d_a_shuffle_between_rounds_gives_the_wagers_back(
    rulebook: str, house: dict[str, dict[str, str]], report: c.Command
) -> None:
    told = Told.at(rulebook, house).bets(1, "10.00", "5.00")
    events = told.does(DEALER, report)
    assert [event.wager for event in events if isinstance(event, e.WagerTakenBack)] == ["tie", "initial"]
    assert told.table.phase == "shuffling"
    assert not any(box.bettors for box in told.table.boxes)
    told.does(DEALER, c.Leave(1))


def test_wi_g_4_a_void_after_an_early_cover_card_ends_the_shoe() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("9s")
    told.does(SHOE, c.MeetCoverCard(1))
    assert told.table.call is not None
    told.does(FLOOR, c.VoidRound("the card came out", reshuffle=False))
    told.goes_on("picking_up")
    assert told.table.phase == "shuffling"


def test_wi_f_1_1_ma_6_a_1_a_coupon_keeps_to_the_limit_of_the_wager_beside_it() -> None:
    told = Told.at("wisconsin", {"match_play": {"enabled": True}, "limits": {"max": "300.00"}}).bets(1, "20.00")
    refused = told.refuses(DEALER, c.PlaceWager(1, "match_play", 300_01))
    assert refused.why == Refusal.AMOUNT_IS_ABOVE_THE_LIMIT
    told.does(DEALER, c.PlaceWager(1, "match_play", 300_00))

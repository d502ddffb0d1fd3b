"""Irregularities are reported when they are found: late, during a call, between rounds, about any seat and card."""

from collections.abc import Callable

import pytest

from tests.laws.finding import HAND_ONLY, MA, WHY, burns_of_the_war_are_due, cards_at, loaded, ready, rules, three
from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told, cards_of, player
from wartable.cards import Card
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table import events as e

# Cards face up, and cards drawn in error, whenever a shoe is loaded


@pytest.mark.parametrize("clause", ["md_11_a", "wi_j_1_1"])
def test_a_card_face_up_is_reported_before_the_first_burn(clause: str) -> None:
    told = loaded({"md": "maryland", "wi": "wisconsin"}[clause[:2]])
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Kc")))
    assert told.table.cards.rack == ("Kc",)
    assert told.table.cards.burns_due == 1


@pytest.mark.parametrize("rulebook", HAND_ONLY)
def test_a_card_face_up_is_reported_after_the_last_card_and_between_rounds(rulebook: str) -> None:
    told = ready(rulebook).bets(1, "10.00").deals("Ks 2d")
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Kc")))
    assert (told.table.phase, told.table.cards.rack[-1]) == ("settling", "Kc")
    told.ends()
    told = ready(rulebook)
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Kc")))
    assert (told.table.phase, told.table.cards.rack[-1]) == ("betting", "Kc")


TWO_FACE_UP = {"wisconsin": "WI-j-1.2", MA: "MA-10-b.2"}


@pytest.mark.parametrize("rulebook", TWO_FACE_UP, ids=["wi_j_1_2", "ma_10_b_2"])
def test_face_up_cards_are_counted_by_shoe_and_the_floor_confirms_the_void(rulebook: str) -> None:
    told = ready(rulebook).bets(1, "10.00").deals("Qc")
    told.does(DEALER, c.ReportFaceUpCards(cards_of("As")))
    told.deals("2d").ends().bets(1, "10.00").deals("Qd")
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Ks")))
    assert not told.happened(e.RoundVoided)
    (call,) = told.happened(e.FloorCalled)
    choices = ("void", "no_face_up_cards")
    assert (call.reason, call.choices, call.clauses) == ("face_up_cards", choices, (TWO_FACE_UP[rulebook],))
    rules(told, "void")
    (voided,) = told.happened(e.RoundVoided)
    assert (voided.clauses, voided.reshuffle) == ((TWO_FACE_UP[rulebook],), True)
    assert told.ends().events[-1] == e.ShuffleBegun("irregularity")
    assert told.net(1) == "10.00"


@pytest.mark.parametrize("rulebook", TWO_FACE_UP, ids=["wi_j_1_2", "ma_10_b_2"])
def test_the_floor_lets_the_hands_stand_if_the_report_of_face_up_cards_was_wrong(rulebook: str) -> None:
    """A dealer alone voids no round: not with the first report, nor with what is added while the floor is called."""
    told = ready(rulebook).bets(1, "10.00").deals("Qc")
    told.does(DEALER, c.ReportFaceUpCards(cards_of("As")))
    before = told.table
    told.does(DEALER, c.ReportMissedHand(1))
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Ks")))
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Ks Js")))
    assert told.refuses(FLOOR, c.Rule("no_face_up_cards", "nothing lies there")).why is Refusal.CHOICE_IS_NOT_OPEN
    rules(told, "continue")
    rules(told, "no_face_up_cards")
    rules(told, "no_face_up_cards")
    assert (told.table.phase, told.table.cards) == ("dealing", before.cards)
    assert told.table.found.face_up == told.table.round.face_up == 1
    told.deals("2d").ends()
    assert told.happened(e.RoundVoided) == []
    assert told.net(1) == "10.00"
    told.bets(1, "10.00").deals("Qd").does(DEALER, c.ReportFaceUpCards(cards_of("Ks")))
    rules(told, "void")
    assert told.table.round.voided, "with the first card of the shoe this one is the second"


@pytest.mark.parametrize("rulebook", TWO_FACE_UP, ids=["wi_j_1_2", "ma_10_b_2"])
def test_a_second_card_face_up_between_rounds_has_the_cards_shuffled(rulebook: str) -> None:
    told = ready(rulebook).bets(1, "10.00").deals("Qc 2d").ends().bets(1, "10.00")
    told.does(DEALER, c.ReportFaceUpCards(cards_of("As Ks")))
    assert told.table.phase == "shuffling"
    told.goes_on("shuffling").does(player("seat 1"), c.CutCards(100))
    told.goes_on("cutting", "loading")
    assert (told.table.phase, told.table.found.face_up) == ("betting", 0)
    assert told.goes_on("betting").bets(1, "10.00").deals("Qc 2d").ends().net(1) == "20.00"


def test_ma_10_b_2_a_second_card_found_while_the_floor_is_called_waits_for_it() -> None:
    told = ready(MA).bets(1, "10.00").bets(3, "10.00").deals("Qc")
    told.does(DEALER, c.ReportMisdelivery(1, Card("9h")))
    told.does(DEALER, c.ReportFaceUpCards(cards_of("As")))
    told.does(DEALER, c.ReportFaceUpCards(cards_of("Ks")))
    rules(told, "burn")
    assert (told.table.phase, told.table.call and told.table.call.reason) == ("suspended", "face_up_cards")
    rules(told, "void")
    assert told.accounts() == {}
    assert told.ends().events[-1] == e.ShuffleBegun("irregularity")


def test_ma_10_b_2_the_floor_may_void_a_round_and_have_the_cards_shuffled() -> None:
    told = ready(MA).bets(1, "10.00").deals("Qc")
    told.does(FLOOR, c.VoidRound(WHY, reshuffle=True))
    assert told.ends().events[-1] == e.ShuffleBegun("irregularity")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_void_that_no_clause_orders_cites_none(rulebook: str) -> None:
    told = three(rulebook).deals("9s")
    told.does(FLOOR, c.VoidRound("the lights went out"))
    assert {line.clauses for seat in (1, 2, 3) for line in told.lines(seat).values()} == {("house rule",)}
    assert [voided.clauses for voided in told.happened(e.RoundVoided)] == [("house rule",)]


DRAWN = {"maryland": "md_11_b", "wisconsin": "wi_j_2", MA: "ma_10_c"}


@pytest.mark.parametrize("rulebook", DRAWN, ids=DRAWN.values())
def test_a_card_drawn_in_error_before_the_call_is_the_next_card_or_the_burn(rulebook: str) -> None:
    told = loaded(rulebook).bets(1, "10.00")
    in_shoe = told.table.cards.in_shoe
    told.does(DEALER, c.ReportDrawnCard())
    told.does(DEALER, c.BurnCard())
    assert told.table.cards.in_shoe == in_shoe - 1
    told.does(DEALER, c.ReportDrawnCard())
    told.deals("Ks")
    assert told.table.cards.in_shoe == in_shoe - 2


def test_md_11_b_a_card_drawn_in_error_while_the_floor_is_called_is_kept() -> None:
    told = three("maryland").deals("9s")
    told.does(DEALER, c.ReportMissedHand(2))
    told.does(DEALER, c.ReportDrawnCard())
    assert (told.table.phase, told.table.cards.drawn_ahead) == ("suspended", 1)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_card_seen_between_rounds_can_only_be_burned(rulebook: str) -> None:
    told = ready(rulebook)
    told.does(DEALER, c.ReportDrawnCard(Card("Ks")))
    assert told.table.call is not None
    assert told.table.call.choices == ("burn",)
    rules(told, "burn")
    assert (told.table.phase, told.table.cards.rack[-1]) == ("betting", "Ks")


# A card at the wrong place, found later


@pytest.mark.parametrize("later", ["", "Js 2d"], ids=["in_the_deal", "after_the_dealers_card"])
def test_ma_10_a_2_a_card_that_was_entered_for_another_hand_is_the_same_card(later: str) -> None:
    told = Told.at(MA).bets(1, "10.00").bets(3, "10.00").bets(5, "10.00").deals(f"Ks Qs {later}")
    in_shoe = told.table.cards.in_shoe
    lifted, call = told.does(DEALER, c.ReportMisdelivery(5, Card("Qs")))
    assert lifted == e.CardLifted(3, Card("Qs"), "original", 5)
    assert isinstance(call, e.FloorCalled)
    assert (told.table.cards.in_shoe, told.table.cards.exposed, cards_at(told, 3)) == (in_shoe, "Qs", [None])
    if later:
        assert told.refuses(FLOOR, c.Rule("forward", WHY)).why is Refusal.CHOICE_IS_NOT_OPEN
        rules(told, "burn")
        told.deals("Ah")
        assert (cards_at(told, 3, 5), told.table.phase) == (["Ah", "Js"], "settling")
    else:
        rules(told, "forward")
        told.deals("Ah 2d")
        assert cards_at(told, 3, 5) == ["Ah", "Qs"]


def test_ma_10_a_2_the_dealers_own_place_can_be_named() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(3, "10.00").deals("Ks Qs")
    told.does(DEALER, c.ReportMisdelivery(0, Card("Qs")))
    rules(told, "dealer_next")
    assert (told.table.round.dealer_card, cards_at(told, 3)) == ("Qs", [None])


def test_ma_10_a_2_another_card_of_the_same_face_is_a_new_one() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(3, "10.00").bets(5, "10.00").deals("Ks Qs")
    told.does(DEALER, c.ReportMisdelivery(1, Card("Qs"), another=True))
    assert cards_at(told, 3) == ["Qs"]
    assert told.refuses(DEALER, c.ReportMisdelivery(5, Card("Ah"), entered=1)).why is Refusal.NO_SUCH_CARD


COMPARED: dict[str, Callable[[Told], object]] = {
    "one_hand": lambda told: told.does(DEALER, c.SettleHand()),
    "every_hand": lambda told: told.settles(),
    "a_war_is_declared": lambda told: told.settles().does(DEALER, c.GoToWar(*told.asked() or (0, ""))),
    "a_player_surrendered": lambda told: told.settles().does(DEALER, c.Surrender(*told.asked() or (0, ""))),
    "before_the_pick_up": lambda told: told.wars_all(),
    "cards_are_picked_up": lambda told: told.wars_all().goes_on("picking_up"),
}


@pytest.mark.parametrize("moment", COMPARED)
@pytest.mark.parametrize("ruling", ["forward", "dealer_next", "burn"])
def test_ma_10_a_2_a_dealers_card_found_at_a_seat_after_hands_were_compared_has_the_same_cures(
    moment: str, ruling: str
) -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals("9s 9c 4d 9d")
    COMPARED[moment](told)
    told.does(DEALER, c.ReportMisdelivery(1, Card("9d"), entered=0))
    assert not told.happened(e.SettlementReversed)  # only the floor reverses money
    rules(told, ruling)
    if ruling == "burn":
        told.deals("7h")
    assert (told.table.phase, told.table.round.dealer_card) == ("settling", "7h" if ruling == "burn" else "9d")
    assert cards_at(told, 1, 2, 3) == ["9s", "9c", "4d"]
    if ruling == "burn":
        assert [told.ends().net(seat) for seat in (1, 2, 3)] == ["10.00", "10.00", "-10.00"]
    else:
        told.wars_all().war_deals("Ks Kc 2d").ends()
        assert [told.net(seat) for seat in (1, 2, 3)] == ["10.00", "10.00", "-10.00"]


@pytest.mark.parametrize("moment", COMPARED)
def test_ma_10_a_3_players_are_let_out_when_the_card_of_a_compared_hand_is_found_elsewhere(moment: str) -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals("9s 9c 4d 9d")
    COMPARED[moment](told)
    report = c.ReportMisdelivery(1, Card("4d"), entered=3)
    if moment == "cards_are_picked_up":
        assert told.refuses(DEALER, report).why is Refusal.NO_SUCH_CARD
        return
    told.does(DEALER, report)
    rules(told, "burn")
    told.does(FLOOR, c.ReleasePlayers((3,), WHY))
    assert told.table.boxes[2].bettors[0].chips == 0
    told.wars_all().war_deals("Ks 2d" if moment == "a_player_surrendered" else "Ks Kc 2d").ends()
    assert told.net(3) == "0.00"


@pytest.mark.parametrize(("entered", "card", "lies"), [(0, "2d", 1), (2, "Kc", 1)], ids=["dealers", "players"])
def test_ma_10_a_2_a_war_card_found_elsewhere_after_a_war_was_settled_has_the_same_cures(
    entered: int, card: str, lies: int
) -> None:
    """Seat 3 lost the original deal, and that stands; the card that replaces the burned one is an ace."""
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals("9s 9c 4d 9d").wars_all()
    told.war_deals("Ks Kc 2d").does(DEALER, c.SettleHand())
    assert told.table.boxes[1].war_outcome == "higher"
    told.does(DEALER, c.ReportMisdelivery(lies, Card(card), entered=entered))
    assert not told.happened(e.SettlementReversed)  # only the floor reverses money
    rules(told, "burn")
    told.deals("Ah")
    assert told.table.phase == "war_settling"
    told.ends()
    expected = ["-20.00", "-20.00", "-10.00"] if entered == 0 else ["10.00", "10.00", "-10.00"]
    assert [told.net(seat) for seat in (1, 2, 3)] == expected


def test_wa_3_2_a_war_hand_that_was_picked_up_is_not_compared_again() -> None:
    told = Told.at("washington", {"settle": {"style": "pick_and_pay"}}).bets(1, "10.00").bets(2, "10.00")
    told.deals("9s 9c 9d").wars_all().war_deals("Ks Kc 2d").does(DEALER, c.SettleHand())
    assert told.refuses(DEALER, c.ReportMisdelivery(1, Card("2d"), entered=0)).why is Refusal.HAND_IS_SETTLED


def test_ma_10_a_2_once_the_war_is_dealt_the_cards_of_the_original_deal_stay() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(3, "10.00").deals("Ks Qs Kd").wars_all()
    told.goes_on("picking_up", "war_wagers")
    for card in ("2c", "3c"):
        assert told.refuses(DEALER, c.ReportMisdelivery(5, Card("Kd"))).why is Refusal.HAND_IS_SETTLED
        told.deals(card)
    assert told.settles().refuses(DEALER, c.ReportMisdelivery(5, Card("Kd"))).why is Refusal.HAND_IS_SETTLED


def test_ma_10_a_2_a_war_card_is_found_at_the_wrong_place_after_the_dealers() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(3, "10.00").deals("9s 9h 9d").war(3).war(1).war_deals("Ks Qs 2d")
    told.does(DEALER, c.ReportMisdelivery(1, Card("Qs")))
    rules(told, "burn")
    assert told.table.phase == "war_dealing"
    told.deals("Ah").ends()
    assert (told.net(1), told.net(3)) == ("10.00", "10.00")


def test_ma_8_f_1_a_card_misdelivered_before_the_burns_is_recorded_as_a_forgotten_burn_when_it_is_dealt() -> None:
    told = burns_of_the_war_are_due(MA)
    told.does(DEALER, c.ReportMisdelivery(1, Card("Ks")))
    assert told.happened(e.BurnForgotten) == []
    rules(told, "forward")
    assert told.happened(e.BurnForgotten) == [e.BurnForgotten(3)]
    assert told.deals("2d").ends().net(1) == "10.00"


def test_ma_8_f_1_a_misdelivered_card_that_is_burned_leaves_the_burns_of_the_war_due() -> None:
    """The hand continues without a burn only once a card has been dealt after it."""
    told = burns_of_the_war_are_due(MA)
    told.does(DEALER, c.ReportMisdelivery(1, Card("Kc")))
    rules(told, "burn")
    assert told.refuses(SHOE, c.TurnCard(Card("Ks"))).why is Refusal.BURN_COMES_FIRST
    told.deals("Ks 2d").ends()
    assert told.happened(e.CardBurned)[-3:] == [e.CardBurned()] * 3
    assert (told.happened(e.BurnForgotten), told.net(1)) == ([], "10.00")


def test_ma_7_a_3_a_misdelivered_card_that_is_burned_leaves_a_new_dealers_burn_due() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").deals("9s")
    told.does(FLOOR, c.TakeOver("Eve"))
    told.does(DEALER, c.ReportMisdelivery(2, Card("Kc")))
    rules(told, "burn")
    refused = told.refuses(SHOE, c.TurnCard(Card("9h")))
    assert (refused.why, "MA-7-a.3" in refused.clauses) == (Refusal.BURN_COMES_FIRST, True)


@pytest.mark.parametrize("again", [False, True], ids=["one_card", "two_cards"])
def test_ma_7_a_3_a_dealer_who_comes_after_the_misdelivered_card_owes_the_burn(*, again: bool) -> None:
    """The card was out before the new dealer came, so it overtook no burn of that dealer."""
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals("9s")
    told.does(DEALER, c.ReportMisdelivery(2, Card("Kc")))
    told.does(FLOOR, c.TakeOver("Eve"))
    if again:
        told.does(DEALER, c.ReportMisdelivery(3, Card("Kd")))
        rules(told, "forward")
    rules(told, "forward")
    assert told.refuses(SHOE, c.TurnCard(Card("9h"))).why is Refusal.BURN_COMES_FIRST


def test_ma_8_f_1_a_dealer_who_comes_while_the_floor_is_called_owes_a_burn_that_the_war_does_not() -> None:
    told = burns_of_the_war_are_due(MA)
    told.does(DEALER, c.ReportMisdelivery(1, Card("Ks")))
    told.does(FLOOR, c.TakeOver("Eve"))
    rules(told, "forward")
    assert told.happened(e.BurnForgotten) == [e.BurnForgotten(3)]
    assert (told.table.cards.dealer_burns, told.table.round.war_burns_due) == (1, 0)


# Letting players out is open for a misdelivered card alone


@pytest.mark.parametrize(
    "report",
    [c.ReportFaceUpCards(cards_of("Ah")), c.ReportDrawnCard(), c.ReportForgottenBurn()],
    ids=["face_up", "drawn", "burn"],
)
def test_ma_10_a_3_no_other_error_lets_players_out(report: c.Command) -> None:
    told = Told.at(MA).bets(1, "10.00").bets(3, "10.00").deals("Ks")
    told.does(DEALER, report)
    assert told.refuses(FLOOR, c.ReleasePlayers((3,), WHY)).why is Refusal.NO_ERROR_HAPPENED


def test_ma_10_a_3_a_missed_hand_lets_no_other_player_out() -> None:
    told = three(MA).deals("9s")
    told.does(DEALER, c.ReportMissedHand(2))
    rules(told, "void_hand")
    assert told.refuses(FLOOR, c.ReleasePlayers((3,), WHY)).why is Refusal.NO_ERROR_HAPPENED


def test_ma_10_a_3_players_are_let_out_until_the_round_ends() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(3, "10.00").deals("9s")
    told.does(DEALER, c.ReportMisdelivery(5, Card("Ah")))
    rules(told, "burn")
    told.deals("9h 9d").war(3).war(1)
    told.does(FLOOR, c.ReleasePlayers((3,), WHY))
    told.goes_on("picking_up", "war_wagers").deals("Ks 2d").ends()
    assert (told.net(1), told.net(3)) == ("10.00", "0.00")


# A card that a player touched


TOUCHED = {"maryland": "MD-8-I", "california": "CA-deal-4", "wisconsin": "WI-g-5", MA: "MA-7-e"}


@pytest.mark.parametrize("rulebook", TOUCHED, ids=["md_8_i", "ca_deal_4", "wi_g_5", "ma_7_e"])
def test_a_touched_card_calls_the_floor_with_a_recorded_ruling(rulebook: str) -> None:
    told = three(rulebook).deals("9s")
    told.does(DEALER, c.ReportTouchedCard(1, Card("9s")))
    assert told.happened(e.CardTouched) == [e.CardTouched(1, Card("9s"), "seat 1")]
    (call,) = told.happened(e.FloorCalled)
    assert (call.reason, call.choices) == ("touched_card", ("continue", "change_decks"))
    assert call.clauses == (TOUCHED[rulebook],)
    rules(told, "change_decks")
    told.deals("8s 7s 2d").ends()
    assert told.table.deck_change_due


# Reports about what does not exist


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_report_about_a_seat_or_a_card_that_does_not_exist_is_refused_by_name(rulebook: str) -> None:
    told = three(rulebook).deals("9s")
    before = told.table
    for seat in (13, -1):
        assert told.refuses(DEALER, c.ReportMissedHand(seat)).why is Refusal.NO_SUCH_SEAT
        assert told.refuses(DEALER, c.ReportTouchedCard(seat)).why is Refusal.NO_SUCH_SEAT
        assert told.refuses(DEALER, c.ReportMisdelivery(seat, Card("Ks"))).why is Refusal.NO_SUCH_SEAT
    no_card = Card("1x")
    for report in (
        c.ReportMisdelivery(2, no_card),
        c.ReportDrawnCard(no_card),
        c.ReportTouchedCard(2, no_card),
        c.ReportFaceUpCards((no_card,)),
    ):
        assert told.refuses(DEALER, report).why is Refusal.NO_SUCH_CARD
    assert told.table is before

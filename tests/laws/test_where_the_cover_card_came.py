"""The report of the cover card names the seat and the person, late or corrected."""

from collections.abc import Callable

import pytest

from tests.laws.cover_card import bets, every_state, leads, opened, past
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.cards import Card
from wartable.table import Refusal, next_card_for
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.phases import PHASES

# When and where it came out


@every_state
def test_the_report_names_the_seat_at_which_it_came(state: str) -> None:
    """MD-5-E-2, WI-e-2-ii, MA-5-c-2: told one card late, it is still the seat where it came out."""
    told = bets(opened(state, 309), 2, 4, 6).deals("Kc Qc")
    assert next_card_for(told.table) == 6
    assert told.does(SHOE, c.MeetCoverCard(4)) == (e.CoverCardMet(4, "seat 4"),)


@every_state
@pytest.mark.parametrize("seat", [5, 6])
def test_it_came_at_no_seat_that_had_no_card(state: str, seat: int) -> None:
    told = bets(opened(state, 309), 2, 4, 6).deals("Kc")
    assert told.refuses(SHOE, c.MeetCoverCard(seat)).why is Refusal.HAND_IS_NOT_IN_PLAY
    assert told.refuses(SHOE, c.MeetCoverCard(99)).why is Refusal.NO_SUCH_SEAT


ACCEPTS = [phase for phase, accepts in PHASES.items() if c.MeetCoverCard in accepts]


def test_it_may_be_reported_until_the_round_is_over_and_between_rounds() -> None:
    """Its seat is corrected until the cut."""
    assert set(ACCEPTS) == set(PHASES) - {
        "closed",
        "opening",
        "loading",
        "idle",
        "waking",
        "closing",
    }


LATE: dict[str, Callable[[Told], Told]] = {
    "settling": lambda told: told.deals("7c Kc 7d"),
    "deciding": lambda told: told.deals("7c Kc 7d").settles(),
    "war_wagers": lambda told: told.deals("7c Kc 7d").war(2).goes_on("picking_up"),
    "war_settling": lambda told: told.deals("7c Kc 7d").war(2).war_deals("9c 8d"),
    "picking_up": lambda told: told.deals("9c Kc 7d").settles(),
}


@every_state
@pytest.mark.parametrize("phase", LATE)
def test_noticed_after_the_last_card_it_ends_the_shoe_with_the_round(state: str, phase: str) -> None:
    """WI-g-4, MA-7-d, MD-8-G.1, CA-deal-3: a cover card that is noticed late ends the shoe with this round."""
    told = LATE[phase](bets(opened(state, 305), 2, 4))
    assert told.table.phase == phase
    assert told.refuses(SHOE, c.MeetCoverCard()).why is Refusal.COVER_CARD_HAS_NO_SEAT
    told.does(SHOE, c.MeetCoverCard(2))
    if phase == "war_wagers":
        told.war_deals("9c 8d")
    if told.finishes().table.phase == "deciding":
        told.surrenders(2).finishes()
    assert told.table.phase == "shuffling"
    assert told.events[-1] == e.ShuffleBegun("cover_card")


@every_state
def test_reported_between_rounds_the_shuffle_comes_before_the_next_card(state: str) -> None:
    """MA-7-d, WI-g-4: the report is not an excuse for one more round."""
    told = bets(opened(state, 305), 2, 4).deals("Kc Qc 2d").ends()
    bets(told, 4)
    told.does(SHOE, c.MeetCoverCard(2))
    assert told.events[-3:] == [
        e.CoverCardMet(2, "seat 2"),
        e.WagerTakenBack(4, "", "seat 4", "initial", 10_00),
        e.ShuffleBegun("cover_card"),
    ]
    assert not any(box.bettors for box in told.table.boxes)


@every_state
@pytest.mark.parametrize("early", [False, True])
def test_at_the_dealers_hand_of_the_last_round_it_is_no_excuse_for_one_more(state: str, early: bool) -> None:
    """MA-7-d, WI-g-4, CA-deal-3, MD-8-G.1: told when the next wagers are down, they go back before the shuffle."""
    told = bets(opened(state, 200 if early else 305), 2, 4).deals("Kc Qc 2d").ends()
    bets(told, 4)
    told.does(SHOE, c.MeetCoverCard(0))
    if early:
        assert told.table.phase == "suspended"
        told.does(FLOOR, c.Rule("cover_card_came", "it lay under the last card"))
    assert told.events[-3:] == [
        e.CoverCardMet(0),
        e.WagerTakenBack(4, "", "seat 4", "initial", 10_00),
        e.ShuffleBegun("cover_card"),
    ]


BETWEEN_ROUNDS: dict[str, tuple[c.Command, str]] = {
    "touched": (c.ReportTouchedCard(1), "continue"),
    "drawn": (c.ReportDrawnCard(Card("4c")), "burn"),
}


@every_state
@pytest.mark.parametrize("call", BETWEEN_ROUNDS)
def test_told_while_the_floor_is_called_it_is_no_excuse_for_one_more_round(state: str, call: str) -> None:
    """WI-g-4, WI-e-6, MA-7-d, MA-5-g, MD-8-G.1, MD-5-H.1, CA-deal-3, WA-3.1: the shuffle follows the ruling."""
    told = bets(opened(state, 305), 2, 4).deals("Kc Qc 2d").ends()
    bets(told, 4)
    report, ruling = BETWEEN_ROUNDS[call]
    told.does(DEALER, report)
    assert told.does(SHOE, c.MeetCoverCard(0)) == (e.CoverCardMet(0),)
    told.does(FLOOR, c.Rule(ruling, "the floor saw it"))  # type: ignore[arg-type]
    assert told.events[-2:] == [
        e.WagerTakenBack(4, "", "seat 4", "initial", 10_00),
        e.ShuffleBegun("cover_card"),
    ]


@every_state
def test_told_while_the_floor_is_called_it_may_lead_the_shoe(state: str) -> None:
    told = leads(state)
    told.does(DEALER, c.ReportTouchedCard(1))
    assert told.does(SHOE, c.MeetCoverCard()) == (e.CoverCardMet(0, leads=True),)
    told.does(FLOOR, c.Rule("continue", "the card is whole"))
    assert told.deals("9c 3d").ends().events[-1] == e.ShuffleBegun("cover_card")


@every_state
@pytest.mark.parametrize("called", [False, True], ids=["betting", "called"])
def test_a_card_that_did_not_lead_the_shoe_is_put_right_at_the_dealers_hand(state: str, *, called: bool) -> None:
    """WI-g-4, MA-7-d, MD-8-G.1, CA-deal-3, WA-3.1: it came with the last round, so no other is dealt."""
    told = leads(state)
    if called:
        told.does(DEALER, c.ReportTouchedCard(1))
    told.does(SHOE, c.MeetCoverCard())
    assert told.does(SHOE, c.MeetCoverCard(0))[0] == e.CoverCardMet(0, corrects=0)
    if called:
        told.does(FLOOR, c.Rule("continue", "the card is whole"))
    assert told.events[-2:] == [
        e.WagerTakenBack(1, "", "seat 1", "initial", 10_00),
        e.ShuffleBegun("cover_card"),
    ]


@every_state
def test_a_burn_that_is_due_makes_no_hand_of_the_last_round_lead_the_shoe(state: str) -> None:
    """WI-g-4, MA-7-d, MD-8-G.1, CA-deal-3, WA-3.1: a new dealer may tell where it came in the last round."""
    told = leads(state)
    told.does(DEALER, c.TakeOver("Eli"))
    told.does(SHOE, c.MeetCoverCard(0))
    assert told.events[-1] == e.ShuffleBegun("cover_card")


def test_wi_g_4_once_its_round_began_a_card_that_led_the_shoe_is_not_put_right_to_the_dealers_hand() -> None:
    told = leads("wisconsin")
    told.does(SHOE, c.MeetCoverCard())
    told.deals("9c")
    assert told.refuses(SHOE, c.MeetCoverCard(0)).why is Refusal.NO_COVER_CARD
    assert told.does(SHOE, c.MeetCoverCard(1)) == (e.CoverCardMet(1, "seat 1", 0),)


def test_wi_g_4_the_burn_of_a_new_dealer_may_meet_it_when_wagers_are_down() -> None:
    told = leads("wisconsin")
    told.does(DEALER, c.TakeOver("Eli"))
    assert told.does(SHOE, c.MeetCoverCard()) == (e.CoverCardMet(0, leads=True),)
    told.goes_on("betting")
    told.deals("9c 3d").ends()
    assert told.table.phase == "shuffling"


def test_md_8_g_md_8_e_4_a_cover_card_before_a_new_dealers_burn_lets_the_burn_and_the_hand_be_made() -> None:
    """The cover card is the first card of the shoe at the beginning of the round; the new dealer's burn is the next."""
    told = leads("maryland")
    told.does(DEALER, c.TakeOver("Eli"))
    assert told.does(SHOE, c.MeetCoverCard()) == (e.CoverCardMet(0, leads=True),)
    assert told.table.cards.burns_due == 1
    told.does(DEALER, c.BurnCard())
    told.deals("9c 3d").ends()
    assert told.table.phase == "shuffling"


def test_md_8_g_md_8_e_4_a_dealer_who_comes_within_the_round_burns_past_the_cover_card_and_the_hand_is_completed() -> (
    None
):
    told = leads("maryland").deals("9c")
    told.does(FLOOR, c.TakeOver("Eli"))
    assert told.meets_cover_card() == (e.CoverCardMet(0),)
    assert told.refuses(SHOE, c.TurnCard(Card("3d"))).why is Refusal.BURN_COMES_FIRST
    told.deals("3d").ends()
    assert (told.table.phase, told.table.shuffle_reason) == ("shuffling", "cover_card")


def test_ca_deal_3_the_burn_of_a_new_dealer_may_meet_it_while_the_bank_is_offered() -> None:
    told = bets(opened("california", 305), 2).deals("Kc 2d").ends()
    assert told.table.phase == "banking"
    told.does(DEALER, c.TakeOver("Eli"))
    told.does(SHOE, c.MeetCoverCard())
    assert told.events[-2:] == [e.CoverCardMet(0), e.ShuffleBegun("cover_card")]


def test_reported_while_the_floor_is_called_it_is_taken_all_the_same() -> None:
    told = bets(opened("wisconsin", 309), 2, 4).deals("Kc")
    told.does(DEALER, c.ReportMisdelivery(4, Card("9c")))
    assert told.table.phase == "suspended"
    told.does(SHOE, c.MeetCoverCard(2))
    assert told.table.cover_seat == 2


@every_state
def test_between_rounds_the_shuffle_that_waited_for_a_ruling_comes_first(state: str) -> None:
    told = past(state)
    told.does(DEALER, c.ReportShoeOver())
    told.does(SHOE, c.MeetCoverCard(1))
    told.does(FLOOR, c.Rule("reshuffle", "the cover card was found"))
    assert told.table.phase == "shuffling"


# The person


CUTTERS = pytest.mark.parametrize("state", ["maryland", "wisconsin", "massachusetts"])


def after_it_came_to(state: str, seat: int, *seats: int) -> Told:
    told = bets(opened(state, 305), *seats).deals(" ".join(["Kc", "Qc", "Jc"][: len(seats)]) + " 2d")
    told.does(SHOE, c.MeetCoverCard(seat))
    return told


def offered(told: Told) -> int | None:
    told.goes_on("settling", "picking_up", "shuffling")
    return told.table.cut.offer


@CUTTERS
def test_the_cut_goes_to_the_player_of_the_cover_card_wherever_that_player_sits(state: str) -> None:
    """MD-5-E-2, WI-e-2-ii, MA-5-c-2: another player at the same seat has no claim to it."""
    told = after_it_came_to(state, 5, 2, 5, 7).ends()
    told.does(DEALER, c.Leave(5))
    told.sits(5, "Zoe").sits(6, "seat 5")
    assert offered(told) == 6


@CUTTERS
def test_the_new_player_at_the_seat_of_the_cover_card_is_passed_over(state: str) -> None:
    """MD-5-E-2, WI-e-2-ii, MA-5-c-2: a player who left counts as one who refused."""
    told = after_it_came_to(state, 5, 2, 5, 7).ends()
    told.does(DEALER, c.Leave(5))
    told.sits(5, "Zoe")
    clockwise = told.table.rules.cut.rotation == "clockwise"
    assert offered(told) == (7 if clockwise else 2)


@CUTTERS
def test_told_after_the_player_left_it_is_still_that_players(state: str) -> None:
    told = bets(opened(state, 305), 2, 5).deals("Kc Qc 2d").ends()
    told.does(DEALER, c.Leave(5))
    told.sits(5, "Zoe").sits(6, "seat 5")
    assert told.does(SHOE, c.MeetCoverCard(5))[0] == e.CoverCardMet(5, "seat 5")
    assert offered(told) == 6


def test_ma_5_c_2_an_order_in_the_same_round_does_not_take_the_cut_from_the_player_of_the_cut_card() -> None:
    told = bets(opened("massachusetts", 305), 2, 5).deals("Kc")
    told.does(FLOOR, c.OrderReshuffle())
    told.does(SHOE, c.MeetCoverCard(2))
    told.deals("Qc 2d").ends()
    assert offered(told) == 2


# Entered at a wrong seat


def entered_at_seat_2(state: str) -> Told:
    """The cover card came out on the dealer's hand, and the dealer entered seat 2."""
    told = bets(opened(state), 1, 2, 5)
    told.deals("9s 8s 6s")
    told.meets_cover_card(2)
    return told


WRONG_SEATS = pytest.mark.parametrize(
    "state", ["massachusetts", "maryland", "wisconsin"], ids=["ma_5_c_3", "md_5_e_3", "wi_e_2_iii"]
)


def cut_offered(told: Told) -> list[tuple[int, str]]:
    return [(event.seat, event.patron) for event in told.happened(e.Offered) if event.what == "cut"]


@WRONG_SEATS
@pytest.mark.parametrize("when", ["in_the_round", "in_the_shuffle", "at_the_cut"])
def test_a_cover_card_entered_at_a_wrong_seat_is_put_right_before_the_cut(state: str, when: str) -> None:
    told = entered_at_seat_2(state)
    if when != "in_the_round":
        told.deals("2d").ends()
    if when == "at_the_cut":
        told.goes_on("shuffling")
        assert cut_offered(told)[-1] == (2, "seat 2")
    corrected, *_ = told.does(SHOE, c.MeetCoverCard(0))
    assert corrected == e.CoverCardMet(0, corrects=2)
    if when == "in_the_round":
        told.deals("2d").ends()
    told.goes_on("shuffling")
    assert cut_offered(told)[-1] == (5, "seat 5")


def test_ma_5_c_2_the_correction_names_the_player_whose_hand_it_was() -> None:
    told = entered_at_seat_2("massachusetts").deals("2d").ends()
    told.does(DEALER, c.Leave(1))
    told.sits(1, "Zoe").sits(6, "seat 1")
    assert told.does(SHOE, c.MeetCoverCard(1)) == (e.CoverCardMet(1, "seat 1", 2),)
    told.goes_on("shuffling")
    assert cut_offered(told)[-1] == (6, "seat 1")


def test_ma_5_c_3_the_cover_card_is_corrected_to_a_hand_that_was_dealt_and_before_the_cut() -> None:
    told = entered_at_seat_2("massachusetts")
    assert told.refuses(SHOE, c.MeetCoverCard(2)).why is Refusal.NO_COVER_CARD
    assert told.refuses(SHOE, c.MeetCoverCard(3)).why is Refusal.HAND_IS_NOT_IN_PLAY
    assert told.refuses(SHOE, c.MeetCoverCard(99)).why is Refusal.NO_SUCH_SEAT
    assert told.refuses(DEALER, c.MeetCoverCard(0)).why is Refusal.NOT_YOURS
    told.deals("2d").ends().goes_on("shuffling").does(DEALER, c.CutCards(100))
    assert told.refuses(SHOE, c.MeetCoverCard(0)).why is Refusal.NOT_NOW


def test_md_5_b_1_cards_that_are_not_cut_leave_nothing_to_correct() -> None:
    told = bets(opened("maryland", house={"shuffler": {"kind": "batch"}}), 1, 2).deals("9s 8s 2d")
    told.meets_cover_card(2)
    told.ends().goes_on("shuffling")
    assert told.refuses(SHOE, c.MeetCoverCard(0)).why is Refusal.NOT_NOW


def test_ma_7_d_a_cover_card_that_did_not_lead_the_shoe_after_all_ends_it_at_once() -> None:
    told = leads("massachusetts")
    told.does(SHOE, c.MeetCoverCard())
    assert told.does(SHOE, c.MeetCoverCard(1)) == (
        e.CoverCardMet(1, "seat 1", 0),
        e.WagerTakenBack(1, "", "seat 1", "initial", 10_00),
        e.ShuffleBegun("cover_card"),
    )


# Whose seat it is now


@pytest.mark.parametrize("state", ["maryland", "wisconsin", "massachusetts", "washington"])
def test_md_5_e_4_wi_e_3_1_ma_5_d_1_who_took_the_seat_at_which_it_came_is_offered_the_cut(state: str) -> None:
    """The player at whose seat it came has left; the only other player is asked before the dealer cuts."""
    told = bets(opened(state, 309), 4).deals("Kc")
    told.does(SHOE, c.MeetCoverCard(4))
    told.deals("2d").ends()
    for box in told.table.boxes:
        if box.patron and box.seat != 4:
            told.does(DEALER, c.Leave(box.seat))
    told.sits(1).does(DEALER, c.Leave(4))
    told.sits(4, "Eve").does(DEALER, c.Leave(1))
    told.goes_on("shuffling")
    assert told.table.cut.offer == 4
    told.does(DEALER, c.DeclineCut())
    assert told.table.cut.offer == 0


@every_state
def test_wi_e_2_ii_ma_5_c_2_md_5_e_2_it_comes_at_no_hand_of_the_shoe_before(state: str) -> None:
    """No hand was dealt from the shoe that was just loaded."""
    told = bets(opened(state, 309), 2).deals("Kc")
    told.does(SHOE, c.MeetCoverCard(2))
    told.deals("2d").ends()
    told.goes_on("shuffling")
    while told.table.cut.offer:
        told.does(DEALER, c.DeclineCut())
    told.does(DEALER, c.CutCards(100))
    told.does(DEALER, c.ReinsertCoverCard(100))
    told.goes_on("loading")
    assert told.refuses(SHOE, c.MeetCoverCard(2)).why is Refusal.HAND_IS_NOT_IN_PLAY

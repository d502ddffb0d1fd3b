"""The cover card is expected where the dealer put it: the table counts cards, and starts no round past it."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.told import DEALER, FLOOR, SHOE, Told, rules_of
from wartable.cards import Card
from wartable.rulebook import Ruling, cards_of_a_round
from wartable.table import Refusal, Refused, act, next_card_for, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.phases import PHASES

CLAUSES = {
    "maryland": {"MD-5-H.1", "MD-8-G.1"},
    "california": {"CA-deal-3"},
    "wisconsin": {"WI-e-6", "WI-g-4"},
    "massachusetts": {"MA-5-g", "MA-7-d"},
    "washington": {"WA-3.1"},
}
BEHIND = 290
"""Far more than any text asks for, so that the cover card comes in one of the first rounds."""

every_state = pytest.mark.parametrize("state", CLAUSES)


def opened(state: str, behind: int = BEHIND, house: dict[str, Any] | None = None) -> Told:
    """A table with real cards, whose dealer put the cover card back with this many cards behind it."""
    told = Told.closed(state, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling")
    while not told.table.cut.reinsert:
        told.does(DEALER, c.CutCards(told.table.rules.stack // 2))
    told.does(DEALER, c.ReinsertCoverCard(behind))
    return told.goes_on()


def bets(told: Told, *seats: int) -> Told:
    """Each of these seats bets, against a bank where a player banks."""
    if told.table.phase == "banking":
        banked(told)
    for seat in seats:
        told.bets(seat, "10.00")
    return told


def banked(told: Told) -> Told:
    """The bank goes to seats 7 and 8 in turn."""
    for seat in (7, 8):
        if not told.table.boxes[seat - 1].patron:
            told.sits(seat)
    if not told.table.banker.offer:
        told.does(DEALER, c.OfferBank())
    while told.table.banker.offer not in (7, 8):
        told.does(DEALER, c.DeclineBank())
    told.does(DEALER, c.PostBank(1_000_00))
    return told


def rounds_until(told: Told, in_shoe: int) -> Told:
    """Rounds of two cards are dealt, and nothing is said of the cover card, until so few cards are left."""
    while told.table.cards.in_shoe > in_shoe:
        turn = (told.table.rules.stack - told.table.cards.in_shoe) // 2
        low, suit = "23456789TJQK"[turn % 12], "cdhs"[turn // 12 % 4]
        high = "3456789TJQKA"[turn % 12]
        bets(told, 1).deals(f"{high}{suit} {low}{suit}").ends()
    return told


def past(state: str) -> Told:
    """A table whose cover card was never reported, and is past by more than the filed tolerance."""
    return rounds_until(opened(state), BEHIND - 11)


def prompted(told: Told) -> list[str]:
    return [step.step for step in steps(told.table)]


# Never reported


@every_state
def test_the_cover_card_is_prompted_where_it_was_put(state: str) -> None:
    told = rounds_until(opened(state), BEHIND + 11)
    assert "cover_card" not in prompted(told)
    rounds_until(told, BEHIND + 10)
    (prompt,) = (step for step in steps(told.table) if step.step == "cover_card")
    assert set(prompt.clauses) & CLAUSES[state]
    assert "dealer" in prompt.by


@every_state
def test_past_the_cover_card_no_bet_is_taken_and_no_round_starts(state: str) -> None:
    """MD-5-H.1, MD-8-G.1, CA-deal-3, WI-e-6, WI-g-4, MA-5-g, MA-7-d: a cover card that is never reported."""
    told = bets(past(state))
    refused = told.refuses(DEALER, c.PlaceWager(1, "initial", 10_00))
    assert refused.why is Refusal.SHOE_IS_OVER
    assert CLAUSES[state] <= set(refused.clauses)
    assert "bets" not in prompted(told)
    assert {"shoe_over", "cover_card"} <= set(prompted(told))


@every_state
def test_a_burn_past_the_cover_card_stops_the_round_that_was_bet_on(state: str) -> None:
    told = bets(rounds_until(opened(state), BEHIND - 9), 1)
    while told.table.cards.in_shoe >= BEHIND - 10:
        told.does(DEALER, c.TakeOver("Max" if told.table.dealer == "Eli" else "Eli"))
        told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.SHOE_IS_OVER


@every_state
def test_the_dealer_calls_the_floor_to_a_shoe_that_is_over_and_the_cards_are_shuffled(state: str) -> None:
    told = past(state)
    (called,) = told.does(DEALER, c.ReportShoeOver())
    assert isinstance(called, e.FloorCalled)
    assert (called.reason, called.choices) == ("shoe_is_over", ("reshuffle",))
    assert CLAUSES[state] <= set(called.clauses)
    told.does(FLOOR, c.Rule("reshuffle", "the cover card was not found"))
    assert told.events[-1] == e.ShuffleBegun("cover_card")
    assert told.table.phase == "shuffling"


@every_state
def test_no_shoe_is_over_that_the_count_does_not_end(state: str) -> None:
    told = rounds_until(opened(state), BEHIND)
    assert told.refuses(DEALER, c.ReportShoeOver()).why is Refusal.SHOE_IS_NOT_OVER


@every_state
def test_a_cover_card_that_is_found_late_ends_the_shoe_at_once(state: str) -> None:
    told = past(state)
    told.does(SHOE, c.MeetCoverCard(1))
    assert told.events[-2:] == [e.CoverCardMet(1, "seat 1"), e.ShuffleBegun("cover_card")]


def test_a_whole_shoe_ends_where_a_quarter_of_it_is_left() -> None:
    told = rounds_until(opened("maryland", 78), 78)
    with pytest.raises(AssertionError, match="the cover card is past"):
        rounds_until(told, 3)
    assert 78 - 12 <= told.table.cards.in_shoe < 78 - 10


# Reported too early


@every_state
def test_a_cover_card_long_before_its_place_calls_the_floor(state: str) -> None:
    """MD-5-H.2: the dealer alone does not end a shoe by reporting a cover card that cannot have come."""
    told = bets(opened(state, 200), 1)
    told.does(DEALER, c.CallNoMoreBets())
    (called,) = told.does(SHOE, c.MeetCoverCard())
    assert isinstance(called, e.FloorCalled)
    assert (called.reason, called.choices, called.seat) == ("early_cover_card", ("cover_card_came", "no_cover_card"), 1)
    assert told.table.phase == "suspended"
    assert told.refuses(SHOE, c.MeetCoverCard()).why is Refusal.NOT_NOW
    told.does(FLOOR, c.Rule("no_cover_card", "it was a joker of another table"))
    told.deals("Kc 2d").ends()
    assert e.ShuffleBegun("cover_card") not in told.events
    assert told.table.cover_seat is None


@every_state
def test_a_cover_card_that_came_early_is_never_played_on_from(state: str) -> None:
    """WI-g-4, MD-5-H.1, MA-7-d, CA-deal-3: the floor says whether it is the cover card, and cannot just go on."""
    told = bets(opened(state, 200), 1)
    told.does(DEALER, c.CallNoMoreBets())
    told.does(SHOE, c.MeetCoverCard())
    assert told.refuses(FLOOR, c.Rule("continue", "go on")).why is Refusal.CHOICE_IS_NOT_OPEN
    told.does(FLOOR, c.Rule("cover_card_came", "it was put back too far in front"))
    assert told.happened(e.CoverCardMet) == [e.CoverCardMet(1, "seat 1")]
    told.deals("Kc 2d").ends()
    assert told.happened(e.ShuffleBegun)[-1] == e.ShuffleBegun("cover_card")


@pytest.mark.parametrize(("ruling", "met"), [("continue", []), ("reshuffle", [e.CoverCardMet(2, "seat 2")])])
def test_a_call_of_an_earlier_release_is_still_ruled_as_it_was_asked(ruling: Ruling, met: list[e.Event]) -> None:
    told = bets(opened("wisconsin", 200), 2)
    told.does(DEALER, c.CallNoMoreBets())
    told.hears(e.FloorCalled("early_cover_card", ("continue", "reshuffle"), ("WI-g-4",), 2))
    told.does(FLOOR, c.Rule(ruling, "the floor saw it"))
    assert told.happened(e.CoverCardMet) == met
    assert told.table.phase == "dealing"


def test_the_floor_may_end_the_shoe_of_an_early_cover_card_after_the_round() -> None:
    told = bets(opened("wisconsin", 200), 2, 4).deals("Kc")
    told.does(SHOE, c.MeetCoverCard())
    told.does(FLOOR, c.Rule("cover_card_came", "it was put back too far in front"))
    assert told.events[-1] == e.CoverCardMet(4, "seat 4")
    told.deals("Qc 2d").ends()
    assert told.happened(e.ShuffleBegun)[-1] == e.ShuffleBegun("cover_card")


def test_the_floor_may_end_the_shoe_of_an_early_cover_card_between_rounds() -> None:
    told = bets(opened("massachusetts", 200), 2).deals("Kc 2d").ends()
    bets(told, 2)
    told.does(SHOE, c.MeetCoverCard(2))
    told.does(FLOOR, c.Rule("cover_card_came", "it was put back too far in front"))
    assert told.events[-3:] == [
        e.CoverCardMet(2, "seat 2"),
        e.WagerTakenBack(2, "", "seat 2", "initial", 10_00),
        e.ShuffleBegun("cover_card"),
    ]


# First out of the shoe, when wagers are down


def leads(state: str) -> Told:
    """A table after a round, with a wager down; the cover card is the first card in the shoe."""
    told = bets(opened(state), 1).deals("Kc 2d").ends()
    bets(told, 1)
    told.table = replace(told.table, cut=replace(told.table.cut, behind=told.table.cards.in_shoe))
    return told


@every_state
def test_a_cover_card_that_leads_the_shoe_lets_the_hand_be_completed(state: str) -> None:
    """MD-8-G.2, WI-g-4, MA-7-d, CA-deal-3: the wagers are played, and then the cards are shuffled."""
    told = leads(state)
    assert told.does(SHOE, c.MeetCoverCard(0)) == (e.CoverCardMet(0),)
    told.deals("9c 3d").ends()
    assert told.lines(1)["initial"].result == "win"
    assert told.happened(e.ShuffleBegun)[-1] == e.ShuffleBegun("cover_card")


@pytest.mark.parametrize("early", [False, True])
def test_md_8_g_2_a_ruling_between_rounds_does_not_send_back_the_wagers_of_that_hand(early: bool) -> None:
    told = leads("maryland")
    if early:
        told.table = replace(told.table, cut=replace(told.table.cut, behind=200))
        told.does(SHOE, c.MeetCoverCard(0))
        told.does(FLOOR, c.Rule("cover_card_came", "it was put back too far in front"))
    else:
        told.does(SHOE, c.MeetCoverCard(0))
        told.does(DEALER, c.ReportTouchedCard(1))
        told.does(FLOOR, c.Rule("continue", "the card is whole"))
    assert (told.table.phase, told.table.shuffle_due) == ("betting", "cover_card")
    told.deals("9c 3d").ends()
    assert told.table.phase == "shuffling"


def test_md_8_g_2_without_a_wager_that_is_left_the_shuffle_waits_for_no_hand() -> None:
    told = leads("maryland").bets(2, "10.00")
    told.does(SHOE, c.MeetCoverCard(0))
    for seat in (1, 2):
        assert told.table.phase == "betting"
        told.does(FLOOR, c.TakeBackWager(seat, "initial", reason="the player left"))
    assert told.events[-1] == e.ShuffleBegun("cover_card")


def test_md_8_g_2_an_order_of_the_floor_does_not_wait_for_the_hand() -> None:
    told = leads("maryland")
    told.does(SHOE, c.MeetCoverCard(0))
    told.does(FLOOR, c.OrderReshuffle())
    assert told.table.phase == "shuffling"


def test_the_tolerance_is_the_houses_to_file() -> None:
    told = Told(rules_of("maryland", {"cut": {"cover_card_within_cards": 0}}))
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling").does(DEALER, c.CutCards(100))
    told.does(DEALER, c.ReinsertCoverCard(309))
    told.goes_on().bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
    assert isinstance(told.does(SHOE, c.MeetCoverCard())[0], e.FloorCalled)
    told.does(FLOOR, c.Rule("no_cover_card", "it was not the cover card"))
    told.deals("Kc 2d").ends()
    assert told.does(SHOE, c.MeetCoverCard(1))[0] == e.CoverCardMet(1, "seat 1")


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


# Too few cards


@pytest.mark.parametrize("state", ["california", "washington"])
def test_no_round_starts_with_fewer_cards_than_it_can_take(state: str) -> None:
    """Reading G14: `check` refuses such a depth, and a practice table that has it all the same is stopped too."""
    told = bets(opened(state, 12, {"cut": {"reinsert": "12 cards"}}), 1, 2, 3)
    needed = cards_of_a_round(told.table.rules, 3)
    assert needed > 12
    while told.table.cards.in_shoe >= needed:
        told.does(DEALER, c.TakeOver("Max" if told.table.dealer == "Eli" else "Eli"))
        told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.SHOE_IS_OVER
    told.does(DEALER, c.ReportShoeOver())
    told.does(FLOOR, c.Rule("reshuffle", "too few cards are left"))
    assert told.events[-1] == e.ShuffleBegun("ordered")
    assert [event.seat for event in told.happened(e.WagerTakenBack)] == [1, 2, 3]


def test_the_first_edition_of_the_law_did_not_compare() -> None:
    told = Told.at("maryland", edition=1).bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    assert told.does(SHOE, c.MeetCoverCard()) == (e.CoverCardMet(1),)
    assert not isinstance(act(told.table, c.OrderReshuffle(), FLOOR), Refused)


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
    told.does(SHOE, c.MeetCoverCard(0))
    assert told.does(SHOE, c.MeetCoverCard(1)) == (
        e.CoverCardMet(1, "seat 1", 0),
        e.WagerTakenBack(1, "", "seat 1", "initial", 10_00),
        e.ShuffleBegun("cover_card"),
    )

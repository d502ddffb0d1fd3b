"""The cover card is expected where the dealer put it: the table counts cards, and starts no round past it."""

import pytest
from msgspec.structs import replace

from tests.laws.cover_card import BEHIND, CLAUSES, bets, every_state, leads, opened, past, prompted, rounds_until
from tests.told import DEALER, FLOOR, SHOE, Told, rules_of
from wartable.rulebook import Ruling, cards_of_a_round
from wartable.table import Refusal, Refused, act, steps
from wartable.table import commands as c
from wartable.table import events as e

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


@every_state
def test_a_cover_card_that_leads_the_shoe_lets_the_hand_be_completed(state: str) -> None:
    """MD-8-G.2, WI-g-4, MA-7-d, CA-deal-3: the wagers are played, and then the cards are shuffled."""
    told = leads(state)
    assert told.does(SHOE, c.MeetCoverCard()) == (e.CoverCardMet(0, leads=True),)
    told.deals("9c 3d").ends()
    assert told.lines(1)["initial"].result == "win"
    assert told.happened(e.ShuffleBegun)[-1] == e.ShuffleBegun("cover_card")


@pytest.mark.parametrize("early", [False, True])
def test_md_8_g_2_a_ruling_between_rounds_does_not_send_back_the_wagers_of_that_hand(early: bool) -> None:
    told = leads("maryland")
    if early:
        told.table = replace(told.table, cut=replace(told.table.cut, behind=200))
        told.does(SHOE, c.MeetCoverCard())
        told.does(FLOOR, c.Rule("cover_card_came", "it was put back too far in front"))
    else:
        told.does(SHOE, c.MeetCoverCard())
        told.does(DEALER, c.ReportTouchedCard(1))
        told.does(FLOOR, c.Rule("continue", "the card is whole"))
    assert (told.table.phase, told.table.shuffle_due) == ("betting", "cover_card")
    told.deals("9c 3d").ends()
    assert told.table.phase == "shuffling"


def test_md_8_g_2_without_a_wager_that_is_left_the_shuffle_waits_for_no_hand() -> None:
    told = leads("maryland").bets(2, "10.00")
    told.does(SHOE, c.MeetCoverCard())
    for seat in (1, 2):
        assert told.table.phase == "betting"
        told.does(FLOOR, c.TakeBackWager(seat, "initial", reason="the player left"))
    assert told.events[-1] == e.ShuffleBegun("cover_card")


def test_md_8_g_2_an_order_of_the_floor_does_not_wait_for_the_hand() -> None:
    told = leads("maryland")
    told.does(SHOE, c.MeetCoverCard())
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

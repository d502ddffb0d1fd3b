"""The floor directs a recut until the shoe is loaded and a reshuffle at any time; no other person ends a shoe early."""

from typing import Any

import pytest

from tests.table.samples import table_in
from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told, player
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.state import Offer
from wartable.table.words import Phase

every_state = pytest.mark.parametrize("state", RULEBOOKS)


# A reshuffle


@every_state
@pytest.mark.parametrize("phase", ["shuffling", "cutting", "loading"])
def test_md_5_a_3_a_reshuffle_is_ordered_before_the_shoe_is_loaded(state: str, phase: Phase) -> None:
    told = table_in(state, phase)
    assert told.does(FLOOR, c.OrderReshuffle()) == (e.ReshuffleOrdered("floor"), e.ShuffleBegun("ordered"))
    assert (told.table.phase, told.table.done, told.table.shuffle_reason) == ("shuffling", (), "opening")
    told.goes_on("shuffling")
    assert told.table.phase == "cutting"


def test_md_5_a_3_cards_that_are_shuffled_again_are_cut_by_the_player_who_was_entitled() -> None:
    told = table_in("maryland", "loading")
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    assert (told.table.cut.offer, told.table.cut.cutter) == (1, None)


@every_state
def test_md_5_a_3_between_rounds_no_card_is_dealt_before_the_ordered_shuffle(state: str) -> None:
    """MD-5-H.2: the wagers that lie there go back, and no round is dealt first."""
    told = table_in(state, "betting")
    events = told.does(FLOOR, c.OrderReshuffle())
    assert [type(event) for event in events] == [e.ReshuffleOrdered, *[e.WagerTakenBack] * 3, e.ShuffleBegun]
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.NOT_NOW
    assert told.accounts().get("patron:seat 1", 0) == 0


@every_state
def test_md_5_a_3_an_order_while_the_floor_rules_is_carried_out_after_the_round(state: str) -> None:
    told = table_in(state, "suspended")
    told.does(FLOOR, c.OrderReshuffle())
    assert told.table.shuffle_due == "ordered"


def test_an_order_while_the_floor_is_called_between_rounds_comes_before_the_next_round() -> None:
    told = Told.at("wisconsin").bets(1, "10.00")
    told.does(SHOE, c.MeetCoverCard(0))
    assert told.table.phase == "suspended"
    told.does(FLOOR, c.OrderReshuffle())
    told.does(FLOOR, c.Rule("no_cover_card", "it was not the cutting card"))
    assert told.events[-1] == e.ShuffleBegun("ordered")
    assert not any(box.bettors for box in told.table.boxes)


@pytest.mark.parametrize("phase", ["shuffling", "cutting", "loading", "betting", "dealing", "waking"])
def test_md_5_h_2_a_dealer_orders_no_reshuffle(phase: Phase) -> None:
    assert table_in("maryland", phase).refuses(DEALER, c.OrderReshuffle()).why is Refusal.NOT_YOURS


def test_md_5_h_2_a_dealer_declares_no_table_idle_at_which_players_sit() -> None:
    told = Told.at("maryland").sits(1)
    assert told.refuses(DEALER, c.DeclareIdle()).why is Refusal.NOT_YOURS
    told.does(DEALER, c.Leave(1))
    assert told.table.phase == "idle"


# A recut


def cut_by_seat_4(*others: int) -> Told:
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    for seat in (4, *others):
        told.sits(seat)
    told.goes_on("opening", "shuffling")
    told.does(player("seat 4"), c.CutCards(100))
    return told.goes_on("cutting")


def test_md_5_g_1_a_recut_by_the_same_person_is_not_offered_to_a_stranger_at_that_seat() -> None:
    told = cut_by_seat_4(2, 6)
    told.does(DEALER, c.Leave(4))
    told.sits(4, "Zoe")
    told.does(FLOOR, c.OrderRecut("the stack slipped"))
    assert told.table.cut.offer == 2


def test_md_5_g_1_a_recut_follows_the_person_to_another_seat() -> None:
    told = cut_by_seat_4(2, 6)
    told.does(DEALER, c.Leave(4))
    told.sits(4, "Zoe").sits(9, "seat 4")
    told.does(FLOOR, c.OrderRecut("the stack slipped"))
    assert told.table.cut.offer == 9


def test_md_5_g_1_the_dealer_who_cut_cuts_again() -> None:
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling")
    while told.table.cut.offer:
        told.does(DEALER, c.DeclineCut())
    told.does(DEALER, c.CutCards(100))
    told.sits(3)
    told.does(FLOOR, c.OrderRecut("the stack slipped"))
    assert told.table.cut.offer == 0


def cut_too_shallow(*seats: int) -> Told:
    """The dealer entered an improper cut of the player of the first of these seats."""
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    for seat in seats:
        told.sits(seat)
    told.goes_on("opening", "shuffling")
    told.does(DEALER, c.CutCards(5))
    return told


@pytest.mark.parametrize(("same_person", "seat"), [(True, 4), (False, 2)])
def test_md_5_g_the_floor_orders_the_recut_of_an_improper_cut(same_person: bool, seat: int) -> None:
    told = cut_too_shallow(4, 2, 6)
    patron = f"seat {seat}"
    ordered, offered = told.does(FLOOR, c.OrderRecut("too close to the top", same_person))
    assert ordered == e.RecutOrdered("too close to the top", same_person)
    assert offered == e.Offered("cut", seat, patron, 0)
    assert told.refuses(FLOOR, c.OrderRecut("once more")).why is Refusal.CUT_COMES_FIRST
    told.does(player(patron), c.CutCards(100))
    assert told.happened(e.CardsCut) == [e.CardsCut(seat, 100, patron=patron)]


def test_md_5_g_an_improper_cut_is_followed_by_one_recut_and_not_by_a_second_order() -> None:
    told = cut_too_shallow(4, 2, 6)
    told.does(player("seat 4"), c.DeclineCut())
    assert told.table.cut.offer == 2
    assert told.refuses(FLOOR, c.OrderRecut("too close to the top")).why is Refusal.CUT_COMES_FIRST


def test_md_5_g_an_improper_cut_of_the_dealers_is_recut_by_a_player_who_was_never_asked() -> None:
    told = cut_too_shallow(4)
    told.does(player("seat 4"), c.DeclineCut())
    told.does(DEALER, c.CutCards(5))
    told.sits(6, "Zoe")
    told.does(FLOOR, c.OrderRecut("too close to the top", same_person=False))
    assert told.table.offer == Offer("cut", 6, "Zoe")


def test_md_5_g_1_the_next_person_is_one_who_was_never_asked() -> None:
    told = cut_by_seat_4()
    told.does(FLOOR, c.OrderRecut("the stack slipped", same_person=False))
    told.does(DEALER, c.CutCards(100))
    told.goes_on("cutting").sits(2).sits(6)
    told.does(FLOOR, c.OrderRecut("the stack slipped", same_person=False))
    assert told.table.cut.offer == 6, "from the dealer the offer begins at the far right"


def test_md_5_g_1_the_last_cutter_at_another_seat_is_not_the_next_person() -> None:
    told = cut_by_seat_4(1)
    told.does(DEALER, c.Leave(4))
    told.sits(3, "seat 4")
    told.does(FLOOR, c.OrderRecut("the stack slipped", same_person=False))
    assert told.table.cut.offer == 1


def test_ma_5_b_where_the_dealer_alone_cuts_a_recut_is_the_dealers() -> None:
    told = Told.at("massachusetts", {"cut": {"by": "dealer", "recut": True}}).sits(2)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling", "cutting")
    told.does(FLOOR, c.OrderRecut("the stack slipped", same_person=False))
    assert told.table.cut.offer == 0


# The depths


@every_state
def test_no_depth_is_filled_in_for_the_dealer(state: str) -> None:
    """MD-5-F, MD-5-F-2, WI-e-4, WI-e-5.2, MA-5-e, MA-5-f.2: the dealer enters what was done."""
    told = Told.closed(state)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling")
    while told.table.cut.offer:
        told.does(DEALER, c.DeclineCut())
    cut = steps(told.table)[0]
    assert (cut.step, cut.command) == ("cut", None)
    told.does(DEALER, c.CutCards(told.table.rules.cut.depth))
    reinsert = steps(told.table)[0]
    assert (reinsert.step, reinsert.command) == ("reinsert", None)
    told.does(DEALER, c.ReinsertCoverCard(201))
    assert told.events[-1] == e.CoverCardReinserted(201)
    assert told.table.cut.behind == 201


@every_state
@pytest.mark.parametrize("phase", ["opening", "idle", "waking"])
def test_md_5_a_3_a_shuffle_is_ordered_while_cards_are_opened_or_lie_spread(state: str, phase: Phase) -> None:
    told = table_in(state, phase)
    assert told.does(FLOOR, c.OrderReshuffle()) == (e.ReshuffleOrdered("floor"),)
    assert (told.table.phase, told.table.shuffle_due) == (phase, "ordered")
    if phase != "waking":
        assert told.refuses(DEALER, c.OrderReshuffle()).why is Refusal.NOT_YOURS
    before = len(told.events)
    told.sits(2).goes_on("opening", "idle", "waking", "shuffling")
    assert e.CardsShuffled in [type(event) for event in told.events[before:]]
    assert (told.table.phase, told.table.shuffle_due) == ("cutting", None)


def test_md_5_a_3_preshuffled_decks_are_shuffled_here_where_the_floor_directs_it() -> None:
    for ordered in (False, True):
        told = Told.closed("maryland")
        told.does(FLOOR, c.OpenTable("Dana"))
        told.sits(1)
        if ordered:
            told.does(FLOOR, c.OrderReshuffle())
        told.does(DEALER, c.ReceiveDecks(6, 2, "Card Works", "7"))
        assert told.table.phase == ("shuffling" if ordered else "cutting")


STORED: dict[str, Any] = {"shuffler": {"kind": "batch", "stores_securely": True}}


def idle_beside_the_shuffler(rulebook: str) -> Told:
    """A table that went idle in the middle of a shoe; the other batch is shuffled, and stored in the shuffler."""
    told = Told.at(rulebook, STORED if rulebook != "maryland" else {"shuffler": {"kind": "batch"}})
    told.bets(1, "10.00").deals("Kc 2d").ends()
    told.does(DEALER, c.Leave(1))
    return told.goes_on("idle")


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin", "massachusetts"])
def test_md_5_a_3_an_order_at_an_idle_table_has_the_batch_from_the_shuffler_shuffled_before_it_is_dealt(
    rulebook: str,
) -> None:
    told = idle_beside_the_shuffler(rulebook)
    told.does(FLOOR, c.OrderReshuffle())
    told.sits(2, "Bob")
    assert [step for step, batch in told.table.todo if batch == 1][-1] == "stack"
    before = len(told.events)
    told.goes_on("waking", "shuffling")
    shuffled = [event.batch for event in told.events[before:] if isinstance(event, e.CardsShuffled)]
    assert shuffled[-1] == 1
    assert (told.table.phase, told.table.cards.batch) == ("cutting", 1)


def test_md_5_a_3_an_order_outlives_a_player_who_comes_and_leaves_again() -> None:
    told = idle_beside_the_shuffler("maryland")
    told.does(FLOOR, c.OrderReshuffle())
    told.sits(2, "Bob").does(DEALER, c.Leave(2))
    told.goes_on("idle").sits(3, "Cyd")
    assert [step for step, batch in told.table.todo if batch == 1][-1] == "stack"
    told.goes_on("waking", "shuffling")
    assert told.table.shuffle_due is None

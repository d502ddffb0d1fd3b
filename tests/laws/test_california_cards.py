"""California: the decks, the two batches, the ranks, and the cards' way from the shuffler to the layout."""

from itertools import product

import pytest

from tests.seen import seen
from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.table import Refusal, Refused, act, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.commands import Command
from wartable.table.decks import FACE_DOWN

LOW_TO_HIGH = "23456789TJQKA"


def bank_in_the_middle() -> Told:
    """Seat 3 banks, and seats 5, 1 and 7 have bet in that order."""
    told = Told.at("california").banks(3, "500.00")
    for seat in (5, 1, 7):
        told.bets(seat, "10.00")
    return told


def next_shoe(told: Told) -> None:
    """The floor orders a reshuffle, and the table is made ready again."""
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on()


# Decks and batches


def test_ca_deck_2_a_deck_is_the_52_standard_cards() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    standard = [f"{rank}{suit}" for rank, suit in product(LOW_TO_HIGH, "cdhs")]
    assert len(standard) == 52
    assert not any(isinstance(act(told.table, c.TurnCard(Card(card)), SHOE), Refused) for card in standard)
    for stranger in ("1c", "Kx", "Jo", "??"):
        assert told.refuses(SHOE, c.TurnCard(Card(stranger))).why == Refusal.NO_SUCH_CARD


def test_ca_deck_2_six_decks_hold_six_of_a_card_and_no_seventh() -> None:
    told = Told.at("california").banks(8, "500.00")
    for seat in range(1, 8):
        told.bets(seat, "10.00")
    told.deals("7s 7s 7s 7s 7s 7s")
    seventh = told.refuses(SHOE, c.TurnCard(Card("7s")))
    assert seventh.why == Refusal.CARD_IS_USED_UP
    assert "CA-deck-2" in seventh.clauses


@pytest.mark.parametrize(("decks", "cards"), [(6, 312), (7, 364), (8, 416)])
def test_ca_deck_3a_both_batches_are_received_and_are_equally_large(decks: int, cards: int) -> None:
    told = Told.at("california", {"decks": decks})
    assert [step.batch for step in told.happened(e.StepConfirmed) if step.step == "receive"] == [0, 1]
    next_shoe(told)
    assert [(loaded.batch, loaded.cards) for loaded in told.happened(e.ShoeLoaded)] == [(0, cards), (1, cards)]


def test_ca_deck_3_twelve_decks_are_received() -> None:
    told = Told.closed("california")
    told.does(FLOOR, c.OpenTable("Dana"))
    (receive,) = steps(told.table)
    assert (receive.step, receive.by) == ("receive", ("dealer",))
    assert "CA-deck-3" in receive.clauses
    told.goes_on()
    next_shoe(told)
    assert sum(loaded.cards for loaded in told.happened(e.ShoeLoaded)) == 12 * 52


def test_ca_deck_1_the_shuffler_shuffles_and_the_dealer_does_not() -> None:
    told = Told.closed("california")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening")
    by_hand = told.refuses(DEALER, c.ConfirmStep("shuffle"))
    assert by_hand.why == Refusal.NOT_THE_NEXT_STEP
    assert "CA-deck-1" in by_hand.clauses
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))


def test_ca_deck_3c_the_shuffler_gives_the_batch_that_it_stored_during_play() -> None:
    told = Told.at("california").banks(1, "100.00").bets(2, "10.00").deals("Kc 2d").ends()
    played = told.table.cards.batch
    assert told.happened(e.CardsShuffled)[-1] == e.CardsShuffled(1 - played, ("machine_shuffle",))
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on()
    assert told.happened(e.ShoeLoaded)[-1].batch == 1 - played
    assert told.happened(e.CardsShuffled)[-1] == e.CardsShuffled(played, ("machine_shuffle",))


def test_ca_deck_3d_each_batch_serves_every_other_shoe() -> None:
    told = Told.at("california")
    for _ in range(4):
        next_shoe(told)
    assert [loaded.batch for loaded in told.happened(e.ShoeLoaded)] == [0, 1, 0, 1, 0]


def test_ca_deck_3e_no_card_of_the_batch_before_lies_in_the_rack() -> None:
    told = Told.at("california").banks(1, "100.00").bets(2, "10.00").deals("Kc 2d").ends()
    assert told.table.cards.rack == (FACE_DOWN, "Kc", "2d")
    next_shoe(told)
    cards = told.table.cards
    assert (cards.batch, cards.rack, cards.in_shoe) == (1, (FACE_DOWN,), 6 * 52 - 1)


# Ranks


@pytest.mark.parametrize("bank", LOW_TO_HIGH)
def test_ca_rank_1a_ranks_climb_from_two_to_the_ace(bank: str) -> None:
    for card in LOW_TO_HIGH:
        told = Told.at("california").banks(8, "100.00").bets(1, "10.00").deals(f"{card}c {bank}d").settles()
        place = LOW_TO_HIGH.index(card) - LOW_TO_HIGH.index(bank)
        expected = "equal" if not place else "higher" if place > 0 else "lower"
        assert told.happened(e.HandSettled)[0].outcome == expected


@pytest.mark.parametrize("suit", "cdhs")
def test_ca_rank_1b_suits_never_break_a_tie(suit: str) -> None:
    told = Told.at("california").banks(8, "500.00")
    for seat in range(1, 5):
        told.bets(seat, "10.00")
    told.deals(f"8c 8d 8h 8s 8{suit}").settles()
    assert [hand.outcome for hand in told.happened(e.HandSettled)] == ["equal"] * 4


def test_ca_def_suit_a_card_is_a_club_a_diamond_a_heart_or_a_spade() -> None:
    told = Told.at("california").banks(8, "100.00")
    for seat in range(1, 5):
        told.bets(seat, "10.00")
    told.deals("8c 8d 8h 8s")
    assert told.refuses(SHOE, c.TurnCard(Card("8x"))).why == Refusal.NO_SUCH_CARD


# Burns


def test_ca_deal_1a_the_first_card_of_a_shoe_is_burned_before_the_first_round() -> None:
    told = Told.closed("california")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling", "cutting", "loading")
    first = steps(told.table)[0]
    assert first.step == "burn"
    assert "CA-deal-1a" in first.clauses
    told.banks(8, "100.00").bets(1, "10.00")
    too_early = told.refuses(DEALER, c.CallNoMoreBets())
    assert too_early.why == Refusal.BURN_COMES_FIRST
    assert "CA-deal-1a" in too_early.clauses
    told.does(DEALER, c.BurnCard())
    told.does(DEALER, c.CallNoMoreBets())


def test_ca_deal_1a_the_cards_are_cut_before_they_go_into_the_shoe() -> None:
    told = Told.at("california")
    kinds = [type(event) for event in told.events]
    assert kinds.index(e.CardsCut) < kinds.index(e.ShoeLoaded) < kinds.index(e.CardBurned)


def test_ca_def_burn_nobody_sees_the_face_of_a_burned_card() -> None:
    told = Told.at("california")
    assert told.happened(e.CardBurned) == [e.CardBurned()]
    assert told.table.cards.rack == (FACE_DOWN,)
    assert not any(told.table.cards.seen)


def test_ca_deal_1c_a_new_dealer_burns_a_card_before_dealing() -> None:
    told = Told.at("california").banks(1, "100.00").bets(2, "10.00").deals("Kc 2d").ends()
    told.does(FLOOR, c.TakeOver("Eve"))
    first = steps(told.table)[0]
    assert first.step == "new_dealer_burn"
    assert "CA-deal-1c" in first.clauses
    told.banks(1, "100.00").bets(2, "10.00")
    assert told.refuses(DEALER, c.CallNoMoreBets()).why == Refusal.BURN_COMES_FIRST
    told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.BurnCard()).why == Refusal.NO_BURN_IS_DUE
    told.does(DEALER, c.CallNoMoreBets())


def test_ca_deal_1c_a_new_dealer_with_a_fresh_shoe_burns_two_cards() -> None:
    told = Told.closed("california")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening")
    told.does(FLOOR, c.TakeOver("Eve"))
    told.goes_on()
    assert len(told.happened(e.CardBurned)) == 2


# Dealing


def test_ca_deal_2a_no_card_is_dealt_before_the_call() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00")
    assert told.refuses(SHOE, c.TurnCard(Card("Kc"))).why == Refusal.NOT_NOW
    call = next(step for step in steps(told.table) if step.step == "no_more_bets")
    assert "CA-deal-2a" in call.clauses
    told.deals("Kc 2d")


def test_ca_deal_2b_every_card_is_prompted_for_both_hands() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    (to_player,) = steps(told.table)
    told.deals("8c")
    (to_bank,) = steps(told.table)
    told.deals("8d").war(1).goes_on("picking_up", "war_wagers", "war_dealing")
    (war_card,) = steps(told.table)
    told.deals("9c").goes_on("war_dealing")
    (banks_war_card,) = steps(told.table)
    for step in (to_player, to_bank, war_card, banks_war_card):
        assert "CA-deal-2b" in step.clauses
        assert "draw with the left hand, place with the right" in step.says


def test_ca_deal_2b_a_dealt_card_lies_face_up_for_everybody() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00").deals("Kc 2d")
    felt = seen(told.table)
    assert (felt.seats[0].cards, felt.dealer_cards) == (("Kc",), ("2d",))


def test_ca_deal_3_the_cutting_card_lets_the_round_end_and_a_reshuffle_follows() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00").deals("8c")
    told.meets_cover_card()
    told.deals("8d").war(1).war_deals("9c 2d")
    assert not any(begun.reason == "cover_card" for begun in told.happened(e.ShuffleBegun))
    told.ends()
    assert told.net(1) == "10.00"
    assert (told.table.phase, told.happened(e.ShuffleBegun)[-1].reason) == ("shuffling", "cover_card")


def test_ca_deal_3_without_the_cutting_card_the_same_shoe_goes_on() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00").deals("Kc 2d").ends()
    assert (told.table.phase, len(told.happened(e.ShoeLoaded))) == ("banking", 1)


@pytest.mark.parametrize("command", [c.TurnCard(Card("Kc")), c.BurnCard(), c.MeetCoverCard()])
def test_ca_deal_4_a_player_draws_and_burns_no_card(command: Command) -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(player("seat 1"), command).why == Refusal.NOT_YOURS


def test_ca_deal_4_a_player_picks_up_no_card_and_loads_none() -> None:
    told = Told.at("california").banks(8, "100.00").bets(1, "10.00").deals("Kc 2d").settles()
    assert told.refuses(player("seat 1"), c.PickUpCards()).why == Refusal.NOT_YOURS
    told.ends().does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling", "cutting")
    assert told.refuses(player("seat 1"), c.LoadShoe()).why == Refusal.NOT_YOURS


def test_ca_deal_4_the_cutting_card_may_be_a_players_to_touch() -> None:
    told = Told.at("california", {"cut": {"by": "players"}}).sits(1)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    offer = steps(told.table)[0]
    assert (offer.step, offer.seat) == ("offer_cut", 1)
    assert "CA-deal-4" in offer.clauses
    told.does(player("seat 1"), c.CutCards(100))
    assert told.refuses(player("seat 1"), c.ReinsertCoverCard(100)).why == Refusal.NOT_YOURS


def test_ca_deal_1a_the_dealer_cuts_unless_the_house_lets_players_cut() -> None:
    told = Told.at("california").sits(1)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    assert told.refuses(player("seat 1"), c.CutCards(100)).why == Refusal.NOT_YOUR_TURN
    assert told.refuses(DEALER, c.CutCards(9)).why == Refusal.CUT_IS_TOO_SHALLOW
    told.does(DEALER, c.CutCards(10))
    assert told.refuses(DEALER, c.ReinsertCoverCard(77)).why == Refusal.COVER_CARD_IS_TOO_DEEP
    told.does(DEALER, c.ReinsertCoverCard(78))


def test_ca_deal_5_the_deal_goes_clockwise_and_the_bank_is_dealt_last() -> None:
    told = bank_in_the_middle()
    told.does(DEALER, c.CallNoMoreBets())
    (first,) = steps(told.table)
    assert (first.step, first.seat) == ("deal_player", 1)
    assert "CA-deal-5" in first.clauses
    told.deals("2c 3c 4c 5c")
    assert [(dealt.seat, dealt.card) for dealt in told.happened(e.CardDealt)] == [
        (1, "2c"),
        (5, "3c"),
        (7, "4c"),
        (0, "5c"),
    ]


def test_ca_deal_5a_a_player_without_a_primary_wager_is_dealt_no_card() -> None:
    told = bank_in_the_middle().sits(2).deals("2c 3c 4c 5c")
    assert [dealt.seat for dealt in told.happened(e.CardDealt)] == [1, 5, 7, 0]


def test_ca_deal_5b_the_bank_gets_one_card_and_the_deal_is_complete() -> None:
    told = bank_in_the_middle().deals("2c 3c 4c")
    (last,) = steps(told.table)
    assert (last.step, last.seat) == ("deal_dealer", 0)
    assert "CA-deal-5b" in last.clauses
    told.deals("5c")
    assert told.table.round.dealer_card == "5c"
    assert told.refuses(SHOE, c.TurnCard(Card("6c"))).why == Refusal.NOT_NOW

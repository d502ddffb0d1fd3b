"""California: the bank follows people, the fee is flat and taken once, and what is not covered is said."""

import pytest

from tests.told import CLOCK, DEALER, FIRST, FLOOR, SHOE, Told, player, seal_of
from wartable.rulebook import EDITION
from wartable.table import MAX_WORDS, SEED_BYTES, Refusal, may_bank, steps, words_are_due
from wartable.table import commands as c
from wartable.table import events as e

FEE = {"ca": {"collection_fee": "1.00"}}


def banks_round(told: Told, name: str, bettor: int) -> None:
    """One round: this player takes the bank, all before decline, and another bets and wins."""
    if not told.table.banker.offer:
        told.does(DEALER, c.OfferBank())
    while told.table.boxes[told.table.banker.offer - 1].patron != name:
        told.does(DEALER, c.DeclineBank())
    told.does(player(name), c.PostBank(100_00))
    told.bets(bettor, "10.00").deals("Kc 2d").ends()


def closed_and_opened(told: Told) -> Told:
    """The day ends, and the next begins."""
    told.does(FLOOR, c.CloseTable())
    told.goes_on("closing").does(FLOOR, c.OpenTable("Dana"))
    return alone(told.goes_on())


def alone(told: Told) -> Told:
    """The player for whom the table was opened has left again."""
    told.hears(e.PlayerLeft(1, FIRST))
    told.hears(e.BankOffered(0))
    return told


# For how long


@pytest.mark.parametrize("clause", ["CA-std-4", "CA-play-10b"])
def test_ca_std_4_a_closing_does_not_begin_the_two_rounds_again(clause: str) -> None:
    told = Told.at("california").sits(1, "Ann").sits(2, "Bo")
    banks_round(told, "Ann", 2)
    banks_round(told, "Ann", 2)
    closed_and_opened(told).sits(1, "Ann").sits(2, "Bo").does(DEALER, c.OfferBank())
    assert told.table.banker.offer == 2
    refused = told.refuses(player("Ann"), c.PostBank(100_00))
    assert refused.why is Refusal.BANK_IS_NOT_YOURS
    assert clause in refused.clauses
    banks_round(told, "Bo", 1)
    banks_round(told, "Ann", 2)


def test_ca_play_10b_one_round_before_the_closing_leaves_one_after_it_at_any_seat() -> None:
    told = Told.at("california").sits(1, "Ann").sits(2, "Bo")
    banks_round(told, "Ann", 2)
    closed_and_opened(told).sits(5, "Ann").sits(2, "Bo")
    banks_round(told, "Ann", 2)
    while told.table.banker.offer:
        assert told.table.banker.offer == 2
        told.does(DEALER, c.DeclineBank())


def test_ca_std_4_a_log_of_the_first_edition_forgot_the_banker_when_the_table_closed() -> None:
    told = Told.at("california", None, edition=1).sits(1, "Ann").sits(2, "Bo")
    banks_round(told, "Ann", 2)
    banks_round(told, "Ann", 2)
    closed_and_opened(told).sits(1, "Ann").sits(2, "Bo").does(DEALER, c.OfferBank())
    assert told.table.banker.offer == 1


# The fee


def test_ca_play_9d_every_seat_of_the_round_pays_the_same_fee_once() -> None:
    told = Told.at("california", FEE).banks(1, "500.00").bets(2, "200.00", tie="10.00").bets(3, "10.00")
    taken = [e.RoomFeeTaken(seat, f"seat {seat}", 1_00) for seat in (1, 2, 3)]
    assert told.happened(e.RoomFeeTaken) == taken
    told.deals("Kc Kd 2d").ends()
    assert told.happened(e.RoomFeeTaken) == taken
    assert told.accounts()["room"] == 3_00


def test_ca_play_9d_a_second_fee_of_the_same_seat_is_refused() -> None:
    told = Told.at("california", FEE).banks(1, "500.00").bets(2, "200.00")
    for seat in (1, 2):
        refused = told.refuses(DEALER, c.TakeRoomFee(seat))
        assert refused.why is Refusal.FEE_IS_TAKEN_ONCE
        assert "CA-play-9d" in refused.clauses
    assert told.accounts()["room"] == 2_00


def test_ca_play_9d_a_wager_that_is_taken_back_takes_its_fee_back() -> None:
    told = Told.at("california", FEE).banks(1, "500.00").bets(2, "200.00")
    told.does(player("seat 2"), c.TakeBackWager(2, "initial"))
    assert told.happened(e.RoomFeeReturned) == [e.RoomFeeReturned(2, "seat 2", 1_00)]
    assert told.accounts() == {"patron/seat 1": -501_00, "bank": 500_00, "room": 1_00}
    told.does(player("seat 1"), c.DeclineBank())
    assert told.accounts() == {}


@pytest.mark.parametrize("ends", [c.DeclareIdle(), c.CloseTable(), c.ChangeDecks()])
def test_ca_play_9d_a_bank_that_is_never_played_costs_nothing(ends: c.Command) -> None:
    told = Told.at("california", FEE).banks(1, "500.00")
    told.does(FLOOR, ends)
    assert told.accounts() == {}


def test_ca_play_9d_wagers_that_new_decks_send_back_take_their_fees_with_them() -> None:
    told = Told.at("california", FEE).banks(1, "500.00").bets(2, "20.00").bets(2, "20.00", bettor="Gus")
    told.does(CLOCK, c.CallDeckChange())
    assert told.happened(e.RoomFeeReturned) == [e.RoomFeeReturned(2, "seat 2", 1_00)]
    assert told.accounts() == {"patron/seat 1": -501_00, "bank": 500_00, "room": 1_00}


def test_ca_play_9d_a_bettor_behind_a_seat_pays_no_second_fee_for_it() -> None:
    told = Told.at("california", FEE).banks(1, "500.00").bets(2, "20.00").bets(2, "20.00", bettor="Gus")
    assert [event.patron for event in told.happened(e.RoomFeeTaken)] == ["seat 1", "seat 2"]
    told.does(player("Gus"), c.TakeBackWager(2, "initial", "Gus"))
    assert told.happened(e.RoomFeeReturned) == []


def test_ca_play_9d_the_first_edition_left_the_fee_to_the_dealer() -> None:
    told = Told.at("california", FEE, edition=1).banks(1, "500.00").bets(2, "20.00")
    told.does(DEALER, c.TakeRoomFee(2))
    told.does(DEALER, c.TakeRoomFee(2))
    assert told.accounts()["room"] == 2_00
    assert EDITION > 1


# What is not covered


def test_ca_bet_5b_the_dealer_is_told_what_to_give_back_before_the_hand_is_settled() -> None:
    told = Told.at("california").banks(8, "50.00").bets(1, "20.00").bets(2, "60.00").deals("9c 9d 9h")
    assert [step.step for step in steps(told.table)] == ["settle"]
    told.does(DEALER, c.SettleHand())
    settle, back = steps(told.table)
    assert (settle.step, settle.seat, settle.command) == ("settle", 2, c.SettleHand())
    assert (back.step, back.seat, back.bettor, back.command) == ("return_uncovered", 2, "", None)
    assert back.says == "Give back 30.00 to seat 2: the bank does not cover it."
    assert "CA-bet-5b" in back.clauses
    told.does(*(DEALER, c.SettleHand()))
    assert [event.amount for event in told.happened(e.WagerReturned)] == [30_00]


def test_ca_bet_5b_what_is_wholly_out_of_reach_goes_back_behind_the_seat_too() -> None:
    told = Told.at("california").banks(8, "20.00").bets(1, "20.00").bets(2, "60.00", tie="5.00")
    told.bets(2, "40.00", bettor="Gus").deals("Kc 2d 9h").does(DEALER, c.SettleHand())
    backs = [(step.bettor, step.says) for step in steps(told.table)[1:]]
    assert backs == [
        ("", "Give back 65.00 to seat 2: the bank does not cover it."),
        ("Gus", "Give back 40.00 to Gus behind seat 2: the bank does not cover it."),
    ]


def test_ca_bet_5b_a_loss_that_is_covered_in_part_gives_the_rest_back() -> None:
    told = Told.at("california").banks(8, "50.00").bets(1, "20.00").bets(2, "60.00").deals("Kc 2d 9h")
    told.does(DEALER, c.SettleHand())
    assert steps(told.table)[1].says == "Give back 30.00 to seat 2: the bank does not cover it."


def test_ca_bet_5b_where_the_house_banks_nothing_is_given_back() -> None:
    told = Told.at("washington").bets(1, "20.00").deals("Kc 2d")
    assert [step.step for step in steps(told.table)] == ["settle"]


# The seats that may bank, and the banker's words


def test_ca_play_10a_the_seats_that_may_bank_are_those_of_people_who_have_rounds_left() -> None:
    told = Told.at("california").sits(1, "Ann").sits(2, "Bo")
    assert may_bank(told.table) == (1, 2)
    banks_round(told, "Ann", 2)
    banks_round(told, "Ann", 2)
    assert may_bank(told.table) == (2,)


def sealed() -> Told:
    """A sealed shoe that the house cut, and a bank that is offered to Ann."""
    told = Told.closed("california")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening").does(SHOE, seal_of(told.table.rules, bytes(SEED_BYTES)))
    alone(told.goes_on()).sits(1, "Ann").sits(2, "Bo").does(DEALER, c.OfferBank())
    return told


def test_the_player_who_banks_may_add_words_to_a_sealed_shoe() -> None:
    told = sealed()
    assert words_are_due(told.table)
    for by, words in ((DEALER, "luck"), (player("Ann"), "x" * (MAX_WORDS + 1))):
        assert told.refuses(by, c.PostBank(100_00, words)).why is Refusal.WORDS_ARE_BAD
    told.does(player("Ann"), c.PostBank(100_00, "luck"))
    assert told.happened(e.BankPosted) == [e.BankPosted(1, "Ann", 100_00, "luck")]
    assert (words_are_due(told.table), told.table.seal.added) == (False, ("Ann",))
    told.does(player("Bo"), c.PlaceWager(2, "initial", 10_00))
    told.deals("Kc 2d").ends()
    told.does(player("Ann"), c.PostBank(100_00, "late"))
    assert told.happened(e.BankPosted)[-1].words == ""


OTHERWISE = ("ann", "ANN", "Ann ", " Ann", "  aNN ")
"""Ann's name as it may be written a second time."""


@pytest.mark.parametrize("name", OTHERWISE)
def test_ca_play_10b_a_name_in_other_capitals_or_blanks_does_not_bank_a_third_round(name: str) -> None:
    told = Told.at("california").sits(1, "Ann").sits(2, "Bo")
    for _ in range(2):
        banks_round(told, "Ann", 2)
    for by in (DEALER, player(name)):
        assert told.refuses(by, c.Sit(3, name)).why is Refusal.NAME_IS_SPELLED_OTHERWISE
    told.does(DEALER, c.Leave(1))
    assert told.refuses(DEALER, c.Sit(1, name)).why is Refusal.NAME_IS_SPELLED_OTHERWISE
    told.sits(1, "Ann").does(player("Bo"), c.DeclineBank())
    assert told.table.banker.offer == 0
    closed_and_opened(told)
    assert told.refuses(DEALER, c.Sit(3, name)).why is Refusal.NAME_IS_SPELLED_OTHERWISE


@pytest.mark.parametrize("name", OTHERWISE)
def test_ca_play_10b_the_banker_does_not_bet_behind_a_seat_under_the_same_name(name: str) -> None:
    told = Told.at("california").sits(1, "Ann").sits(2, "Bo").banks(1, "100.00").bets(2, "10.00")
    for by, command in (
        (DEALER, c.PlaceWager(2, "initial", 10_00, name)),
        (DEALER, c.PlaceWager(2, "initial", 10_00, "friend", patron=name)),
        (player(name), c.PlaceWager(2, "initial", 10_00, name)),
    ):
        assert told.refuses(by, command).why is Refusal.NAME_IS_SPELLED_OTHERWISE
    told.bets(2, "10.00", bettor="Anna")

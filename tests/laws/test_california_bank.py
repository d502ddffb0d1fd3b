"""California: who banks, for how long, and what the house never takes."""

from typing import Any

import pytest

from tests.told import AUDITOR, CLOCK, DEALER, FLOOR, SHOE, Told, player
from wartable.money import MAX_CENTS
from wartable.rulebook import EDITION
from wartable.table import Actor, Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

FEE = {"ca": {"collection_fee": "1.00"}}


def seated(*names: str) -> Told:
    """People at seats 1, 2, 3 and so on; the bank is offered for the first time."""
    told = Told.at("california")
    for seat, name in enumerate(names, start=1):
        told.sits(seat, name)
    told.does(DEALER, c.OfferBank())
    return told


def round_with_bank(told: Told, seat: int, bettor: int) -> Told:
    """One round: this seat takes the bank that is offered to it, and another bets and wins."""
    assert told.table.banker.offer == seat
    told.does(DEALER, c.PostBank(10000))
    return told.bets(bettor, "10.00").deals("Kc 2d").ends()


def bankers(told: Told) -> list[str]:
    """Who has banked, round after round."""
    return [posted.patron for posted in told.happened(e.BankPosted)]


# The offer


@pytest.mark.parametrize("clause", ["CA-def-pd.2", "CA-play-10a", "CA-play-10b", "CA-play-10c", "CA-std-4"])
def test_ca_def_pd_2_the_bank_is_offered_to_a_seated_player_who_may_take_it_or_pass(clause: str) -> None:
    told = seated("Ann", "Bo")
    (offer,) = steps(told.table)
    assert (offer.step, offer.by, offer.seat) == ("offer_bank", ("player",), 1)
    assert clause in offer.clauses
    not_yours = told.refuses(player("Bo"), c.PostBank(10000))
    assert not_yours.why == Refusal.BANK_IS_NOT_YOURS
    assert clause in not_yours.clauses
    told.does(player("Ann"), c.DeclineBank())
    told.does(player("Bo"), c.PostBank(10000))
    assert bankers(told) == ["Bo"]


def test_ca_play_10c_the_offer_travels_clockwise_past_empty_seats() -> None:
    told = Told.at("california").sits(6, "Flo").sits(2, "Bo").sits(4, "Di")
    told.does(DEALER, c.OfferBank())
    offers = []
    while told.table.banker.offer:
        offers.append(told.table.banker.offer)
        told.does(DEALER, c.DeclineBank())
    assert offers == [2, 4, 6]


def test_ca_play_10a_the_rotation_goes_on_from_the_last_bank_and_around_the_table() -> None:
    told = Told.at("california").sits(2, "Bo").sits(5, "Di").sits(7, "Flo").banks(5, "100.00")
    told.bets(2, "10.00").deals("Kc 2d").ends()
    offers = []
    while told.table.banker.offer:
        offers.append(told.table.banker.offer)
        told.does(DEALER, c.DeclineBank())
    assert offers == [5, 7, 2]


def test_ca_play_10a_who_sits_down_alone_where_the_last_banker_sat_is_offered_the_bank() -> None:
    told = Told.at("california").sits(1, "Ann").banks(5, "100.00")
    told.bets(1, "10.00").deals("Kc 2d").ends()
    told.does(DEALER, c.DeclineBank())
    told.does(DEALER, c.DeclineBank())
    told.does(DEALER, c.Leave(5))
    told.sits(5, "Di").does(DEALER, c.Leave(1))
    told.does(DEALER, c.OfferBank())
    assert told.table.banker.offer == 5
    told.does(player("Di"), c.PostBank(10000))


def ann_has_declined_and_left() -> Told:
    """The bank was offered to Ann at seat 1, who declined and left; now it is offered to Bo."""
    told = seated("Ann", "Bo")
    told.does(DEALER, c.DeclineBank())
    told.does(DEALER, c.Leave(1))
    return told


def test_ca_play_10a_a_player_at_a_seat_whose_last_player_declined_is_offered_the_bank() -> None:
    told = ann_has_declined_and_left().sits(1, "Di")
    told.does(player("Bo"), c.DeclineBank())
    told.does(player("Di"), c.PostBank(10000))


def test_ca_play_10c_a_player_who_declined_is_not_asked_again_at_another_seat() -> None:
    told = ann_has_declined_and_left().sits(3, "Ann")
    told.does(player("Bo"), c.DeclineBank())
    assert told.table.banker.offer == 0


def offered(told: Told) -> list[str]:
    """The players to whom the bank is offered from now on, each of whom declines."""
    names = []
    while told.table.banker.offer:
        names.append(told.table.boxes[told.table.banker.offer - 1].patron)
        told.does(DEALER, c.DeclineBank())
    return names


def test_ca_play_10a_a_player_who_took_a_posted_bank_back_is_not_asked_again_in_this_offer() -> None:
    told = seated("Ann", "Bo", "Cy")
    told.does(player("Ann"), c.PostBank(10000))
    told.does(player("Ann"), c.DeclineBank())
    assert offered(told) == ["Bo", "Cy"]
    told.does(DEALER, c.OfferBank())
    assert offered(told) == ["Ann", "Bo", "Cy"]


def test_ca_play_10c_a_player_who_took_the_bank_back_is_not_asked_again_at_another_seat_or_box() -> None:
    told = Told.at("california", {"table": {"boxes": 2}}).sits(1, "Ann").sits(2, "Ann").sits(4, "Bo")
    told.does(DEALER, c.OfferBank())
    told.does(player("Ann"), c.PostBank(10000))
    told.does(player("Ann"), c.DeclineBank())
    assert told.table.banker.offer == 4
    for seat in (1, 2):
        told.does(DEALER, c.Leave(seat))
    told.sits(6, "Ann").sits(1, "Di")
    assert offered(told) == ["Bo", "Di"]


def test_ca_play_10a_a_log_of_the_first_edition_asked_a_player_again_who_took_the_bank_back() -> None:
    told = Told.at("california", edition=1).sits(1, "Ann").sits(2, "Bo")
    told.does(DEALER, c.OfferBank())
    told.does(player("Ann"), c.PostBank(10000))
    told.does(player("Ann"), c.DeclineBank())
    assert offered(told) == ["Bo", "Ann"]


def test_ca_play_10a_who_only_bets_behind_a_seat_is_never_offered_the_bank() -> None:
    told = seated("Ann", "Bo").banks(1, "100.00").bets(2, "10.00")
    told.does(player("Gus"), c.PlaceWager(2, "initial", 1000, "Gus"))
    told.deals("Kc 2d").ends()
    while told.table.banker.offer:
        assert told.refuses(player("Gus"), c.PostBank(10000)).why == Refusal.BANK_IS_NOT_YOURS
        told.does(DEALER, c.DeclineBank())


def test_ca_play_9a_the_bank_is_posted_before_anybody_bets() -> None:
    told = seated("Ann", "Bo")
    assert told.refuses(player("Bo"), c.PlaceWager(2, "initial", 1000)).why == Refusal.NOT_NOW
    assert told.refuses(DEALER, c.CallNoMoreBets()).why == Refusal.NOT_NOW
    told.does(player("Ann"), c.PostBank(100))
    assert told.accounts() == {"patron/Ann": -100, "bank": 100}
    told.does(player("Bo"), c.PlaceWager(2, "initial", 1000))


def test_ca_play_9a_a_bank_need_not_cover_what_is_bet_against_it() -> None:
    told = seated("Ann", "Bo")
    told.does(player("Ann"), c.PostBank(100))
    told.bets(2, "50.00").deals("Kc 2d").ends()
    assert told.net(2) == "1.00"


def test_ca_play_9e_a_bank_has_no_maximum_but_what_the_program_counts() -> None:
    told = Told.at("california", {"limits": {"min": "10.00", "max": "200.00"}}).sits(1).sits(2)
    told.does(DEALER, c.OfferBank())
    assert told.refuses(player("seat 1"), c.PostBank(MAX_CENTS + 1)).why == Refusal.AMOUNT_IS_BAD
    assert told.refuses(player("seat 1"), c.PostBank(0)).why == Refusal.AMOUNT_IS_BAD
    told.does(player("seat 1"), c.PostBank(MAX_CENTS))


def test_ca_def_pd_1_one_player_banks_and_makes_no_wager() -> None:
    told = seated("Ann", "Bo")
    told.does(player("Ann"), c.PostBank(10000))
    assert told.refuses(player("Bo"), c.PostBank(10000)).why == Refusal.NOT_NOW
    bets_too = told.refuses(player("Ann"), c.PlaceWager(1, "initial", 1000))
    assert bets_too.why == Refusal.BANK_DOES_NOT_BET
    assert "CA-def-pd.1" in bets_too.clauses


def test_ca_def_pd_1_the_bank_does_not_bet_behind_another_seat_either() -> None:
    told = seated("Ann", "Bo")
    told.does(player("Ann"), c.PostBank(10000))
    told.bets(2, "10.00")
    for by in (player("Ann"), DEALER):
        assert told.refuses(by, c.PlaceWager(2, "initial", 1000, "Ann")).why == Refusal.BANK_DOES_NOT_BET
    assert told.refuses(player("Ann"), c.PlaceWager(2, "initial", 1000, "a friend")).why == Refusal.BANK_DOES_NOT_BET
    assert told.refuses(player("Gus"), c.PlaceWager(1, "initial", 1000, "Gus")).why == Refusal.BANK_DOES_NOT_BET


def test_ca_def_pd_1_the_bank_stays_until_the_round_ends_and_gets_back_what_is_left() -> None:
    told = seated("Ann", "Bo")
    told.does(player("Ann"), c.PostBank(10000))
    assert told.refuses(player("Ann"), c.Leave(1)).why == Refusal.STAY_UNTIL_THE_ROUND_ENDS
    told.bets(2, "10.00").deals("Kc 2d").ends()
    assert told.happened(e.BankReleased) == [e.BankReleased(1, "Ann", 9000)]
    assert told.accounts() == {"patron/Ann": -1000, "patron/Bo": 1000}
    told.does(player("Ann"), c.DeclineBank())
    told.does(player("Ann"), c.Leave(1))


# For how long


def round_and_new_shoe(told: Told, seat: int, bettor: int) -> Told:
    """The same at the end of a shoe: the bank is offered again when the next one is loaded."""
    assert told.table.banker.offer == seat
    told.does(DEALER, c.PostBank(10000))
    told.bets(bettor, "10.00").deals("Kc").does(FLOOR, c.OrderReshuffle())
    return told.deals("2d").ends().goes_on()


def test_ca_play_10b_a_player_may_bank_two_rounds_running() -> None:
    told = round_and_new_shoe(seated("Ann", "Bo"), 1, 2)
    assert told.table.banker.offer == 1
    round_with_bank(told, 1, 2)
    assert bankers(told) == ["Ann", "Ann"]


def test_ca_play_10b_a_house_may_pass_the_bank_on_after_every_round() -> None:
    told = Told.at("california", {"ca": {"bank": {"max_rounds": 1}}}).sits(1, "Ann").sits(2, "Bo")
    told.does(DEALER, c.OfferBank())
    assert round_and_new_shoe(told, 1, 2).table.banker.offer == 2


def test_ca_play_10b_a_player_may_stop_after_one_round() -> None:
    told = seated("Ann", "Bo", "Cy")
    round_with_bank(told, 1, 2)
    told.does(player("Ann"), c.DeclineBank())
    round_with_bank(told, 2, 1)
    assert bankers(told) == ["Ann", "Bo"]


def worn_out() -> Told:
    """Ann has banked two rounds, the shoe has been changed, and the bank lies with Bo."""
    return round_and_new_shoe(round_with_bank(seated("Ann", "Bo"), 1, 2), 1, 2)


def test_ca_std_4_after_two_rounds_the_bank_passes_on_clockwise() -> None:
    told = worn_out()
    assert told.table.banker.offer == 2
    third_time = told.refuses(player("Ann"), c.PostBank(10000))
    assert third_time.why == Refusal.BANK_IS_NOT_YOURS
    assert {"CA-std-4", "CA-play-10b"} <= set(third_time.clauses)


def test_ca_14_everybody_declines_and_the_table_waits() -> None:
    told = seated("Ann", "Bo")
    told.does(player("Ann"), c.DeclineBank())
    told.does(player("Bo"), c.DeclineBank())
    assert (told.table.phase, told.table.banker.offer, steps(told.table)) == ("banking", 0, ())
    assert told.refuses(DEALER, c.PostBank(10000)).why == Refusal.BANK_IS_NOT_YOURS
    assert told.refuses(DEALER, c.DeclineBank()).why == Refusal.BANK_IS_NOT_YOURS
    assert told.refuses(player("Bo"), c.PlaceWager(2, "initial", 1000)).why == Refusal.NOT_NOW
    told.does(DEALER, c.OfferBank())
    told.does(player("Ann"), c.PostBank(10000))


def test_ca_14_the_bank_is_not_offered_anew_while_it_lies_with_somebody() -> None:
    told = seated("Ann", "Bo")
    assert told.refuses(DEALER, c.OfferBank()).why == Refusal.BANK_IS_NOT_YOURS


def test_ca_14_after_two_rounds_nobody_else_means_nobody() -> None:
    told = worn_out()
    told.does(player("Bo"), c.DeclineBank())
    assert told.table.banker.offer == 0
    told.does(DEALER, c.OfferBank())
    assert told.table.banker.offer == 2
    told.does(player("Bo"), c.DeclineBank())
    assert told.refuses(player("Ann"), c.PostBank(10000)).why == Refusal.BANK_IS_NOT_YOURS


def test_ca_14_a_player_banks_again_after_another_has_banked() -> None:
    told = round_with_bank(worn_out(), 2, 1)
    told.does(player("Bo"), c.DeclineBank())
    round_with_bank(told, 1, 2)
    assert bankers(told) == ["Ann", "Ann", "Bo", "Ann"]


def test_ca_14_another_seat_does_not_make_another_player() -> None:
    told = worn_out()
    told.does(player("Ann"), c.Leave(1))
    told.sits(3, "Ann").does(player("Bo"), c.DeclineBank())
    assert told.table.banker.offer == 0


def test_ca_14_a_player_who_moves_to_another_seat_keeps_the_count() -> None:
    told = round_with_bank(seated("Ann", "Bo"), 1, 2)
    told.does(player("Ann"), c.DeclineBank())
    told.does(player("Ann"), c.Leave(1))
    told.sits(3, "Ann").does(player("Bo"), c.DeclineBank())
    told.does(DEALER, c.OfferBank())
    told.does(player("Bo"), c.DeclineBank())
    assert round_and_new_shoe(told, 3, 2).table.banker.offer == 2
    told.does(player("Bo"), c.DeclineBank())
    assert told.table.banker.offer == 0


@pytest.mark.parametrize(
    ("house", "edition", "offered"), [(None, EDITION, 2), ({"ca": {"bank": {"void_counts": False}}}, 1, 1)]
)
def test_ca_play_10b_a_void_round_counts_and_in_a_log_of_the_first_edition_it_may_not(
    house: dict[str, Any] | None, edition: int, offered: int
) -> None:
    told = Told.at("california", house, edition).sits(1, "Ann").sits(2, "Bo").banks(1, "100.00").bets(2, "10.00")
    told.deals("Kc").does(FLOOR, c.VoidRound("the lights went out"))
    told.ends()
    assert told.accounts() == {}
    assert round_and_new_shoe(told, 1, 2).table.banker.offer == offered


# The house


@pytest.mark.parametrize("by", [DEALER, FLOOR, CLOCK, SHOE, AUDITOR])
def test_ca_play_9c_no_role_of_the_house_can_bank(by: Actor) -> None:
    empty = Told.at("california")
    assert empty.refuses(by, c.PostBank(10000)).why in (Refusal.NOT_YOURS, Refusal.BANK_IS_NOT_YOURS)
    empty.does(DEALER, c.OfferBank())
    assert empty.refuses(by, c.PostBank(10000)).why in (Refusal.NOT_YOURS, Refusal.BANK_IS_NOT_YOURS)


def test_ca_play_9c_a_bank_that_the_dealer_records_is_the_players_own_money() -> None:
    told = seated("Ann", "Bo")
    told.does(DEALER, c.PostBank(10000))
    assert told.happened(e.BankPosted) == [e.BankPosted(1, "Ann", 10000)]
    assert told.accounts() == {"patron/Ann": -10000, "bank": 10000}


def test_ca_play_9c_who_is_offered_the_bank_cannot_leave_it_lying_at_an_empty_seat() -> None:
    told = seated("Ann", "Bo")
    assert told.refuses(player("Ann"), c.Leave(1)).why == Refusal.NOT_NOW
    told.does(player("Ann"), c.DeclineBank())
    told.does(player("Ann"), c.Leave(1))


def test_ca_play_9c_the_house_wins_and_loses_nothing() -> None:
    told = seated("Ann", "Bo", "Cy")
    told.does(player("Ann"), c.PostBank(10000))
    told.bets(2, "10.00", tie="5.00").bets(3, "20.00").deals("8c Kc 8d").war(2).war_deals("9c 9d").ends()
    assert told.accounts() == {"patron/Ann": -9000, "patron/Bo": 7000, "patron/Cy": 2000}


def test_ca_play_9d_without_a_recorded_fee_the_house_takes_nothing() -> None:
    told = seated("Ann", "Bo")
    told.does(player("Ann"), c.PostBank(10000))
    assert told.refuses(DEALER, c.TakeRoomFee(2)).why == Refusal.NO_FEE_IS_SET


@pytest.mark.parametrize("initial", ["10.00", "200.00"])
def test_ca_play_9d_a_recorded_fee_is_flat_and_stays_outside_the_wagers(initial: str) -> None:
    told = Told.at("california", FEE).banks(1, "500.00").bets(2, initial)
    assert told.happened(e.RoomFeeTaken) == [e.RoomFeeTaken(1, "seat 1", 100), e.RoomFeeTaken(2, "seat 2", 100)]
    assert (told.accounts()["room"], told.accounts()["bank"]) == (200, 50000)
    told.deals("Kc 2d").ends()
    line = told.lines(2)["initial"]
    assert (line.returned, line.paid) == (line.staked, line.staked)
    assert told.accounts()["room"] == 200


def test_ca_play_9d_a_fee_is_taken_from_people_and_before_the_call_only() -> None:
    told = Told.at("california", FEE).banks(1, "500.00").bets(2, "10.00")
    assert told.refuses(DEALER, c.TakeRoomFee(5)).why == Refusal.SEAT_IS_EMPTY
    assert told.refuses(DEALER, c.TakeRoomFee(9)).why == Refusal.NO_SUCH_SEAT
    told.deals("Kc")
    assert told.refuses(DEALER, c.TakeRoomFee(2)).why == Refusal.NOT_NOW

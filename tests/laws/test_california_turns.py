"""How the bank passes on from round to round, and what is prompted and cited on the way."""

from tests.told import DEALER, FLOOR, Told, player
from wartable.table import Refusal, steps
from wartable.table import commands as c


def round_with_bank(told: Told, seat: int, bettor: int) -> Told:
    assert told.table.banker.offer == seat
    told.does(DEALER, c.PostBank(10000))
    return told.bets(bettor, "10.00").deals("Kc 2d").ends()


def seated() -> Told:
    told = Told.at("california").sits(1, "Ann").sits(2, "Bo")
    told.does(DEALER, c.OfferBank())
    return told


def test_ca_play_10b_after_two_rounds_of_one_shoe_the_bank_passes_on() -> None:
    told = round_with_bank(round_with_bank(seated(), 1, 2), 1, 2)
    assert told.table.banker.offer == 2
    assert told.refuses(player("Ann"), c.PostBank(10000)).why == Refusal.BANK_IS_NOT_YOURS


def test_ca_play_10b_a_house_that_allows_one_round_passes_the_bank_on_after_one() -> None:
    told = Told.at("california", {"ca": {"bank": {"max_rounds": 1}}}).sits(1, "Ann").sits(2, "Bo")
    told.does(DEALER, c.OfferBank())
    assert round_with_bank(told, 1, 2).table.banker.offer == 2


def test_ca_14_a_bank_that_was_posted_and_never_played_does_not_free_the_last_banker() -> None:
    told = round_with_bank(seated(), 1, 2)
    told.does(DEALER, c.PostBank(10000))
    told.bets(2, "10.00").deals("Kc").does(FLOOR, c.OrderReshuffle())
    told.deals("2d").ends().goes_on()
    told.does(player("Bo"), c.PostBank(100))
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on().does(player("Bo"), c.DeclineBank())
    assert told.table.banker.offer == 0


def test_ca_deal_1a_the_burn_of_the_second_shoe_is_prompted_as_the_shoes_burn() -> None:
    told = round_with_bank(seated(), 1, 2)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling", "cutting", "loading")
    first = steps(told.table)[0]
    assert first.step == "burn"
    assert "CA-deal-1a" in first.clauses


def test_ca_deal_1c_a_new_dealers_burn_before_the_first_round_is_prompted_as_such() -> None:
    told = Told.at("california")
    told.does(FLOOR, c.TakeOver("Eve"))
    assert steps(told.table)[0].step == "new_dealer_burn"


def test_ca_6_a_line_whose_additional_unit_is_cut_short_says_why() -> None:
    told = Told.at("california").banks(8, "60.00").bets(1, "20.00", tie="5.00").deals("8c 8d")
    line = told.war(1).war_deals("9c 9d").ends().lines(1)["war"]
    assert line.paid == 2000
    assert "CA-play-9b" in line.clauses


def test_ca_bet_2b_until_somebody_bets_the_bank_may_still_be_withdrawn() -> None:
    told = seated()
    told.does(player("Ann"), c.PostBank(100))
    assert told.refuses(player("Ann"), c.Leave(1)).why == Refusal.STAY_UNTIL_THE_ROUND_ENDS
    assert told.refuses(player("Bo"), c.DeclineBank()).why == Refusal.BANK_IS_NOT_YOURS
    told.does(player("Ann"), c.DeclineBank())
    assert (told.table.phase, told.table.banker.offer) == ("banking", 2)
    told.does(player("Ann"), c.Leave(1))
    assert told.accounts() == {}


def test_ca_bet_2b_once_somebody_has_bet_the_bank_stays() -> None:
    told = seated()
    told.does(player("Ann"), c.PostBank(100))
    assert told.bets(2, "10.00").refuses(player("Ann"), c.DeclineBank()).why == Refusal.NOT_NOW

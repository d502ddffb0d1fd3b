"""California: the other choice of each reading about the bank, and what no choice can change."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.told import DEALER, Told, player
from wartable.rulebook import EDITION
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table import events as e

CHIPS_OF_5 = {"surrender": {"smallest_chip": "5.00"}}
TOP_UP = {"ca": {"pd_top_up_for_war": True}}
RETURN_WHOLE = {"ca": {"partial": "return_whole"}}
TIE_FIRST = {"ca": {"seat_order": "tie_primary_backline"}}

Wagers = list[tuple[str, str | None]]
"""Primary and tie wager of seats 1, 2, 3 and so on."""


def against(bank: str, wagers: Wagers, cards: str, house: dict[str, Any] | None = None, edition: int = EDITION) -> Told:
    """A bank at seat 8, wagers from seat 1 on, the cards dealt and every hand settled."""
    told = Told.at("california", house, edition).banks(8, bank)
    for seat, (initial, tie) in enumerate(wagers, start=1):
        told.bets(seat, initial, tie=tie)
    return told.deals(cards).settles()


def left(told: Told) -> int:
    """The coverage that remains, in dollars."""
    return told.table.banker.left // 100


def bank_net(told: Told) -> int:
    """What the bank has won or lost, in cents."""
    return told.accounts().get("patron/seat 8", 0)


# CA.3: what uses up the bank


@pytest.mark.parametrize(("coverage", "third"), [("action", "10.00"), ("payoffs_only", "30.00")])
def test_ca_3_collected_wagers_count_unless_the_house_counts_payoffs_only(coverage: str, third: str) -> None:
    house = {"ca": {"coverage": coverage}}
    told = against("50.00", [("20.00", None), ("20.00", None), ("30.00", None)], "2c 2h Kc 8d", house).ends()
    assert (told.net(1), told.net(2), told.net(3)) == ("-20.00", "-20.00", third)


def test_ca_bet_5b_a_bank_that_has_paid_everything_collects_nothing_more() -> None:
    house = {"ca": {"coverage": "payoffs_only"}}
    told = against("20.00", [("20.00", None), ("10.00", None)], "Kc 2c 8d", house)
    assert (told.lines(1)["initial"].paid, told.lines(2)["initial"].result) == (2000, "uncovered")


@pytest.mark.parametrize("coverage", ["action", "payoffs_only"])
def test_ca_play_9b_what_was_collected_never_pays_a_later_winner(coverage: str) -> None:
    house = {"ca": {"coverage": coverage}}
    told = against("20.00", [("20.00", None), ("20.00", None), ("20.00", None)], "2c Kc Kh 8d", house)
    paid = sum(line.paid for line in told.happened(e.WagerSettled))
    assert paid <= 2000
    assert told.lines(3)["initial"].result == "uncovered"


# CA.5: the stake of a war


def test_ca_5_a_war_is_matched_out_of_the_posted_wager() -> None:
    told = against("70.00", [("20.00", None), ("30.00", None)], "Kc 8c 8d")
    assert left(told) == 20
    told.war(2).war_deals("Kh 9d").ends()
    assert told.happened(e.BankToppedUp) == []
    assert bank_net(told) == -2000 - 3000


def test_ca_5_a_log_of_the_first_edition_in_which_new_money_matched_a_war_still_replays() -> None:
    wagers: Wagers = [("20.00", None), ("30.00", None), ("40.00", None), ("14.00", None)]
    told = against("70.00", wagers, "Jc 9c 9h 4c 9d", TOP_UP, 1)
    assert left(told) == 36
    told.war(2).war(3).goes_on("picking_up", "war_wagers")
    assert [added.amount for added in told.happened(e.BankToppedUp)] == [3000, 4000]
    assert told.accounts()["patron/seat 8"] == -7000 - 7000
    told.war_deals("Kc 6c Td").ends()
    assert [told.net(seat) for seat in (1, 2, 3, 4)] == ["20.00", "30.00", "-80.00", "-14.00"]
    assert bank_net(told) == -2000 - 3000 + 8000 + 1400


def test_ca_6_in_the_first_edition_new_money_matched_the_war_and_the_additional_unit_still_needed_coverage() -> None:
    told = against("30.00", [("20.00", None), ("40.00", None)], "Kc 8c 8d", TOP_UP, 1)
    told.war(2).war_deals("9c 9d").ends()
    assert told.lines(2)["war"].paid == 4000 + 1000
    assert bank_net(told) == -2000 - 5000


def test_ca_6_in_the_first_edition_a_surrender_freed_nothing_where_new_money_would_have_matched_the_war() -> None:
    told = against("30.00", [("20.00", None), ("10.00", None)], "8c Kc 8d", TOP_UP, 1)
    assert left(told) == 20
    told.surrenders(1)
    assert (left(told), told.lines(1)["initial"].cover) == (20, 0)


# CA.7: a war the player loses


@pytest.mark.parametrize(("uses", "loser", "tied"), [("posted", "-40.00", "30.00"), ("collected", "-30.00", "20.00")])
def test_ca_7_a_lost_war_uses_the_stake_posted_unless_the_house_counts_all_that_is_collected(
    uses: str, loser: str, tied: str
) -> None:
    house = {"ca": {"war_loss_uses": uses}}
    told = against("50.00", [("20.00", None), ("20.00", None)], "8c 8h 8d", house)
    assert left(told) == 10
    told.war(1).war(2).war_deals("2c 9c 9d").ends()
    assert (told.net(1), told.net(2)) == (loser, tied)
    assert bank_net(told) == 1000


@pytest.mark.parametrize(
    ("bank", "collected", "clauses"),
    [("40.00", 2000, ("CA-play-7a",)), ("38.00", 1800, ("CA-play-7a", "CA-std-2h.1"))],
)
def test_ca_7_a_lost_war_says_that_the_bank_reaches_no_further_only_where_it_does_not(
    bank: str, collected: int, clauses: tuple[str, ...]
) -> None:
    told = against(bank, [("20.00", None)], "8c 8d", {"ca": {"war_loss_uses": "collected"}})
    told.war(1).war_deals("2c 9d").ends()
    line = told.lines(1)["war"]
    assert (line.collected, line.clauses) == (collected, clauses)


@pytest.mark.parametrize(("bank", "paid", "says_so"), [("40.00", 4000, False), ("38.00", 3800, True)])
def test_ca_6_an_additional_unit_says_that_the_bank_reaches_no_further_only_where_it_does_not(
    bank: str, paid: int, says_so: bool
) -> None:
    told = against(bank, [("20.00", None)], "8c 8d").war(1).war_deals("9c 9d").ends()
    line = told.lines(1)["war"]
    assert (line.paid, "CA-bet-5b" in line.clauses) == (paid, says_so)


# CA.8: wagers covered in part


def test_ca_8_a_loss_is_collected_for_the_covered_part_and_the_rest_goes_back() -> None:
    told = against("30.00", [("50.00", None)], "2c 8d")
    line = told.lines(1)["initial"]
    assert (line.result, line.collected, line.returned) == ("lose", 3000, 2000)
    assert "CA-bet-5b" in line.clauses


def test_ca_8_a_tie_wager_is_paid_as_far_as_the_bank_reaches() -> None:
    told = against("50.00", [("20.00", "5.00")], "8c 8d")
    line = told.lines(1)["tie"]
    assert (line.result, line.returned, line.paid) == ("win", 500, 3000)


def test_ca_8_a_house_may_give_back_whole_what_is_covered_in_part() -> None:
    wagers: Wagers = [("20.00", None), ("30.00", None), ("40.00", None), ("16.00", None)]
    told = against("70.00", wagers, "Jc 9c 9h 4c 9d", RETURN_WHOLE)
    assert told.happened(e.WarCovered) == [e.WarCovered(2, "", 3000)]
    assert (told.lines(3)["initial"].result, told.lines(3)["initial"].returned) == ("uncovered", 4000)
    assert (told.lines(4)["initial"].result, left(told)) == ("lose", 4)
    assert told.asked() == (2, "")


def test_ca_8_a_winner_covered_in_part_goes_back_whole_at_such_a_house() -> None:
    told = against("30.00", [("20.00", None), ("20.00", None), ("10.00", None)], "Kc Kh Ks 8d", RETURN_WHOLE).ends()
    assert [told.net(seat) for seat in (1, 2, 3)] == ["20.00", "0.00", "10.00"]


def test_ca_play_3a_1_only_what_has_a_half_is_covered_and_the_rest_goes_back() -> None:
    told = Told.at("california").banks(8, "10.01").bets(1, "20.00").deals("8c 8d").settles()
    assert [back.amount for back in told.happened(e.WagerReturned)] == [10_00]
    told.surrenders(1).ends()
    assert told.net(1) == "-5.00"


def test_ca_std_3a_the_half_of_what_is_covered_exists_in_the_smallest_chip() -> None:
    told = Told.at("california", CHIPS_OF_5).banks(8, "15.00").bets(1, "20.00").deals("8c 8d").settles()
    assert [covered.amount for covered in told.happened(e.WarCovered)] == [10_00]
    told.surrenders(1).ends()
    assert (told.net(1), bank_net(told)) == ("-5.00", 5_00)


def test_ca_play_1c_1_a_tie_out_of_reach_of_two_chips_goes_back_whole() -> None:
    told = Told.at("california", CHIPS_OF_5).banks(8, "5.00").bets(1, "20.00").deals("8c 8d").settles().ends()
    assert told.lines(1)["initial"].result == "uncovered"
    assert (told.net(1), bank_net(told)) == ("0.00", 0)


def test_ca_play_3a_1_a_bank_is_posted_in_chips() -> None:
    told = Told.at("california", CHIPS_OF_5).sits(8)
    told.does(DEALER, c.OfferBank())
    refused = told.refuses(player("seat 8"), c.PostBank(10_01))
    assert (refused.why, refused.clauses) == (Refusal.AMOUNT_IS_NOT_A_MULTIPLE, ("CA-play-3a.1", "CA-std-3a"))
    told.does(player("seat 8"), c.PostBank(10_00))


def test_ca_bet_5a_a_surrender_uses_nothing_of_a_bank_that_covers_payoffs_only() -> None:
    house = {"ca": {"coverage": "payoffs_only"}}
    told = against("40.00", [("20.00", None), ("20.00", None)], "8c 8h 8d", house)
    told.surrenders(1).war(2).war_deals("9c 9d").ends()
    assert (told.net(1), told.net(2)) == ("-10.00", "40.00")
    assert bank_net(told) == 10_00 - 40_00


# CA.9: which wager of a seat comes first


@pytest.mark.parametrize(("house", "covered", "tie_paid"), [(None, 2000, 4000), (TIE_FIRST, 1000, 5000)])
def test_ca_9_the_primary_wager_is_covered_before_the_tie_wager_unless_the_house_turns_it_round(
    house: dict[str, Any] | None, covered: int, tie_paid: int
) -> None:
    told = against("60.00", [("20.00", "5.00")], "Qc Qd", house)
    assert told.happened(e.WarCovered) == [e.WarCovered(1, "", covered)]
    assert told.lines(1)["tie"].paid == tie_paid
    assert left(told) == 0


# What no choice can change

RANKS = st.sampled_from(("5", "8", "9"))
AMOUNTS = st.integers(min_value=1, max_value=60).map(lambda dollars: f"{2 * dollars}.00")
HOUSES = st.fixed_dictionaries(
    {
        "coverage": st.sampled_from(["action", "payoffs_only"]),
        "war_cover": st.sampled_from(["at_turn", "after_original"]),
        "war_loss_uses": st.sampled_from(["posted", "collected"]),
        "partial": st.sampled_from(["cover_part", "return_whole"]),
        "seat_order": st.sampled_from(["primary_tie_backline", "tie_primary_backline"]),
    }
)


@given(
    house=HOUSES,
    bank=AMOUNTS,
    wagers=st.lists(st.tuples(AMOUNTS, st.none() | AMOUNTS), min_size=1, max_size=4),
    data=st.data(),
)
def test_ca_play_9b_the_bank_never_loses_more_than_it_has_wagered(
    house: dict[str, str], bank: str, wagers: Wagers, data: st.DataObject
) -> None:
    cards = " ".join(f"{data.draw(RANKS)}c" for _ in wagers)
    told = against(bank, wagers, f"{cards} 8d", {"ca": house})
    while (turn := told.asked()) is not None:
        if data.draw(st.booleans()):
            told.war(turn[0])
        else:
            told.surrenders(turn[0])
    at_war = sum(box.at_war for box in told.table.boxes)
    if at_war:
        told.war_deals(" ".join(f"{data.draw(RANKS)}h" for _ in range(at_war + 1)))
    told.ends()
    posted = told.happened(e.BankPosted)[0].amount
    assert bank_net(told) >= -posted
    assert sum(told.accounts().values()) == 0

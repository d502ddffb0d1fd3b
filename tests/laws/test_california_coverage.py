"""California: how far a bank reaches, told as the three worked examples, each with its variants.

Seat 8 banks. `left` is the coverage that remains; it is read after every hand.
"""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, Told
from wartable.money import format_cents
from wartable.settle import settle_document
from wartable.table import commands as c
from wartable.table import events as e

PAYOFFS_ONLY = {"ca": {"coverage": "payoffs_only"}}
AFTER_ORIGINAL = {"ca": {"war_cover": "after_original"}}


def left_after_each_hand(told: Told) -> list[int]:
    """Settle hand after hand; what is left of the bank after each, in dollars."""
    left = []
    while told.table.phase == "settling":
        told.does(DEALER, c.SettleHand())
        left.append(told.table.banker.left // 100)
    return left


def nets(told: Told, *seats: int) -> list[str]:
    """What each seat has won or lost, and the bank's seat last."""
    bank = format_cents(told.accounts().get("patron/seat 8", 0))
    return [*(told.net(seat) for seat in seats), bank]


def results(told: Told, seat: int) -> dict[str, str]:
    """The word for each wager of a seat."""
    return {wager: line.result for wager, line in told.lines(seat).items()}


# A bank of 60 runs out on a winner


def bank_of_60(house: dict[str, Any] | None = None) -> Told:
    """Five seats against an eight: a king, a five, a queen, a three and an eight."""
    told = Told.at("california", house).banks(8, "60.00").bets(1, "20.00").bets(2, "30.00", tie="5.00")
    told.bets(3, "20.00").bets(4, "25.00").bets(5, "10.00", tie="5.00")
    return told.deals("Kc 5c Qc 3c 8c 8d")


def test_ca_bet_5a_the_bank_pays_and_collects_in_turn_to_the_extent_of_its_wager() -> None:
    told = bank_of_60()
    assert left_after_each_hand(told) == [40, 5, 0, 0, 0]
    assert nets(told.ends(), 1, 2, 3, 4, 5) == ["20.00", "-35.00", "5.00", "0.00", "0.00", "10.00"]


def test_ca_play_9b_a_win_is_paid_only_as_far_as_the_bank_reaches() -> None:
    told = bank_of_60().settles()
    line = told.lines(3)["initial"]
    assert (line.result, line.returned, line.paid) == ("win", 2000, 500)
    assert "CA-bet-5b" in line.clauses


@pytest.mark.parametrize("clause", ["CA-bet-5b", "CA-play-9a", "CA-play-9b"])
def test_ca_bet_5b_wagers_out_of_reach_go_back_whether_they_would_win_or_lose(clause: str) -> None:
    told = bank_of_60().settles()
    assert results(told, 4) == {"initial": "uncovered"}
    assert results(told, 5) == {"initial": "uncovered", "tie": "uncovered"}
    for line in (*told.lines(4).values(), *told.lines(5).values()):
        assert (line.collected, line.returned, line.paid) == (0, line.staked, 0)
        assert clause in line.clauses


def test_ca_bet_5b_a_tie_out_of_reach_is_asked_nothing_and_fights_no_war() -> None:
    told = bank_of_60().settles()
    assert told.asked() is None
    assert told.table.phase == "picking_up"


def test_ca_3_where_only_payoffs_count_losing_wagers_use_up_nothing() -> None:
    told = bank_of_60(PAYOFFS_ONLY)
    assert left_after_each_hand(told) == [40, 40, 20, 20, 0]
    assert (told.lines(3)["initial"].paid, told.lines(4)["initial"].collected) == (2000, 2500)
    assert told.happened(e.WarCovered) == [e.WarCovered(5, "", 1000)]
    assert (told.lines(5)["tie"].result, told.lines(5)["tie"].paid) == ("win", 1000)


# A tie wager drains a bank of 100 before a war


def bank_of_100(house: dict[str, Any] | None = None) -> Told:
    """Three seats against a queen: a queen with a tie wager, an ace and a two."""
    told = Told.at("california", house).banks(8, "100.00").bets(1, "20.00", tie="5.00").bets(2, "40.00")
    return told.bets(3, "25.00").deals("Qc Ac 2c Qd")


def test_ca_4_the_stake_of_a_war_is_reserved_when_the_tied_hand_is_reached() -> None:
    told = bank_of_100()
    assert left_after_each_hand(told) == [30, 0, 0]
    assert told.happened(e.WarCovered) == [e.WarCovered(1, "", 2000)]
    assert told.lines(1)["tie"].paid == 5000
    assert (told.lines(2)["initial"].paid, told.lines(2)["initial"].returned) == (3000, 4000)
    assert results(told, 3) == {"initial": "uncovered"}


def test_ca_play_9b_a_surrender_frees_half_of_the_reserve_but_not_for_hands_already_settled() -> None:
    told = bank_of_100().surrenders(1)
    assert told.table.banker.left == 1000
    assert nets(told.ends(), 1, 2, 3) == ["40.00", "30.00", "0.00", "-70.00"]


@pytest.mark.parametrize(
    ("war", "expected"),
    [
        pytest.param("Kc 9d", ["70.00", "30.00", "0.00", "-100.00"], id="won"),
        pytest.param("2c 9d", ["10.00", "30.00", "0.00", "-40.00"], id="lost"),
        pytest.param("9c 9d", ["70.00", "30.00", "0.00", "-100.00"], id="tied"),
    ],
)
def test_ca_6_the_additional_unit_comes_from_coverage_alone(war: str, expected: list[str]) -> None:
    told = bank_of_100().war(1).war_deals(war).ends()
    assert nets(told, 1, 2, 3) == expected
    assert [posted.amount for posted in told.happened(e.BankPosted)] == [10000]
    assert told.happened(e.BankReleased)[-1].amount >= 0


def test_ca_6_the_additional_unit_is_paid_where_coverage_is_left() -> None:
    told = Told.at("california").banks(8, "110.00").bets(1, "20.00", tie="5.00").deals("Qc Qd")
    told.war(1).war_deals("9c 9d").ends()
    assert nets(told, 1) == ["90.00", "-90.00"]


def test_ca_4_where_wars_are_covered_after_the_original_deal_the_tie_waits() -> None:
    told = bank_of_100(AFTER_ORIGINAL)
    assert left_after_each_hand(told) == [50, 10, 0]
    assert told.lines(2)["initial"].paid == 4000
    third = told.lines(3)["initial"]
    assert (third.result, third.collected, third.returned) == ("lose", 1000, 1500)
    assert results(told, 1) == {"tie": "win", "initial": "uncovered"}
    assert told.asked() is None
    assert nets(told.ends(), 1, 2, 3) == ["50.00", "40.00", "-10.00", "-80.00"]


# Two wars against a bank of 70, the second covered in part


def bank_of_70(house: dict[str, Any] | None = None) -> Told:
    """Four seats against a nine: a jack, a nine, a nine and a four."""
    told = Told.at("california", house).banks(8, "70.00").bets(1, "20.00").bets(2, "30.00")
    return told.bets(3, "40.00").bets(4, "15.00").deals("Jc 9c 9h 4c 9d")


def test_ca_8_the_part_of_a_tied_wager_that_is_out_of_reach_goes_back_at_once() -> None:
    told = bank_of_70()
    assert left_after_each_hand(told) == [50, 20, 0, 0]
    assert told.happened(e.WarCovered) == [e.WarCovered(2, "", 3000), e.WarCovered(3, "", 2000)]
    (returned,) = told.happened(e.WagerReturned)
    assert (returned.seat, returned.wager, returned.amount) == (3, "initial", 2000)
    assert "CA-bet-5b" in returned.clauses
    assert results(told, 4) == {"initial": "uncovered"}


def test_ca_8_a_war_covered_in_part_is_fought_for_that_part() -> None:
    told = bank_of_70().war(2).war(3).goes_on("picking_up", "war_wagers")
    assert [(war.seat, war.stake) for war in told.happened(e.WarDeclared)] == [(2, 3000), (3, 2000)]
    assert [(match.seat, match.amount) for match in told.happened(e.WarMatched)] == [(2, 3000), (3, 2000)]
    pools = {seat: told.accounts()[f"pool/{seat}/"] + 2 * told.accounts()[f"layout/{seat}//war"] for seat in (2, 3)}
    assert pools == {2: 9000, 3: 6000}


@pytest.mark.parametrize(
    ("third_card", "third", "bank"),
    [("6c", "-40.00", "-10.00"), ("Ac", "20.00", "-70.00"), ("Tc", "20.00", "-70.00")],
)
def test_ca_8_both_wars_are_settled_within_the_bank(third_card: str, third: str, bank: str) -> None:
    told = bank_of_70().war(2).war(3).war_deals(f"Kc {third_card} Td")
    assert told.table.round.war_burns == 6
    assert nets(told.ends(), 1, 2, 3, 4) == ["20.00", "30.00", third, "0.00", bank]


def test_ca_8_a_surrender_gives_up_half_of_the_covered_part() -> None:
    told = bank_of_70().war(2).surrenders(3).war_deals("Kc Td").ends()
    line = told.lines(3)["initial"]
    assert (line.staked, line.collected, line.returned) == (2000, 1000, 1000)
    assert nets(told, 1, 2, 3, 4) == ["20.00", "30.00", "-10.00", "0.00", "-40.00"]


def test_ca_4_where_wars_are_covered_after_the_original_deal_the_last_loser_comes_first() -> None:
    told = bank_of_70(AFTER_ORIGINAL)
    assert left_after_each_hand(told) == [50, 50, 50, 0]
    assert told.lines(4)["initial"].collected == 1500
    assert told.happened(e.WarCovered) == [e.WarCovered(2, "", 3000), e.WarCovered(3, "", 500)]
    assert [(back.seat, back.amount) for back in told.happened(e.WagerReturned)] == [(3, 3500)]


def test_a_written_down_round_says_the_same_as_the_table() -> None:
    document = settle_document(
        {
            "rulebook": "california",
            "bank": {"seat": 8, "amount": "70.00"},
            "seats": [
                {"seat": 1, "initial": "20.00"},
                {"seat": 2, "initial": "30.00", "on_tie": "war"},
                {"seat": 3, "initial": "40.00", "on_tie": "war"},
                {"seat": 4, "initial": "15.00"},
            ],
            "cards": {"deal": ["Jc", "9c", "9h", "4c", "9d"], "war": ["Kc", "6c", "Td"]},
        }
    )
    seats: Any = document["seats"]
    assert [seat["net"] for seat in seats] == ["20.00", "30.00", "-40.00", "0.00"]
    assert document["bank"] == {"net": "-10.00"}
    assert document["settle_order"] == {"original": [1, 2, 3, 4], "war": [2, 3]}
    assert seats[2]["wagers"][0]["returned"] == "20.00"


# The last open hand turns out to have no card


def tie_and_a_hand_without_a_card(bank: str) -> Told:
    """A tied hand of 20 whose tie wager is paid from the bank first; the hand after it is void."""
    told = Told.at("california", AFTER_ORIGINAL).banks(8, bank).bets(1, "20.00", tie="5.00").bets(2, "10.00")
    told.deals("9s 4c 9d").does(DEALER, c.SettleHand())
    told.does(DEALER, c.ReportMissedHand(2))
    told.does(FLOOR, c.Rule("void_hand", "no card lies there"))
    return told


def test_ca_deal_5a_a_void_hand_that_was_the_last_to_settle_lets_the_bank_cover_the_wars() -> None:
    told = tie_and_a_hand_without_a_card("70.00")
    assert (told.table.phase, told.table.banker.left) == ("deciding", 0)
    assert e.WarCovered(1, "", 20_00) in told.events


def test_ca_deal_5a_a_war_that_the_bank_cannot_match_after_a_void_hand_goes_back() -> None:
    told = tie_and_a_hand_without_a_card("10.00")
    assert results(told, 1) == {"tie": "win", "initial": "uncovered"}
    assert nets(told.ends(), 1, 2) == ["10.00", "0.00", "-10.00"]

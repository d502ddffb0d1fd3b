"""The six progressive hands: what the cards make, what each pays, and that only the highest is paid."""

from typing import NamedTuple

import pytest

from tests.side_bets.houses import BOTH, progressive
from tests.told import Told
from wartable.money import format_cents
from wartable.table.events import MeterReset, WagerSettled


class Hand(NamedTuple):
    """One hand: the player's and the dealer's cards of the original deal and of the war, and the odds it pays."""

    name: str
    deal: str
    war: str
    odds: int


TIE = Hand("tie", "7s 7d", "9c 4h", 5)
SUITED_TIE = Hand("suited_tie", "7s 7s", "9c 4h", 15)
DOUBLE_TIE = Hand("double_tie", "7s 7d", "9c 9h", 30)
FOUR = Hand("four_of_a_kind", "7s 7d", "7c 7h", 150)
SUITED_DOUBLE_TIE = Hand("suited_double_tie", "7s 7s", "9d 9d", 200)
SUITED_FOUR = Hand("suited_four_of_a_kind", "7s 7s", "7s 7s", 1000)

PRINTED = [
    ("MD-10-B-1.2", SUITED_FOUR),
    ("MD-10-B-2", SUITED_DOUBLE_TIE),
    ("MD-10-B-3", FOUR),
    ("MD-10-B-4", DOUBLE_TIE),
    ("MD-10-B-5", SUITED_TIE),
    ("MD-10-B-6", TIE),
    ("MA-11-c-t1.2", SUITED_FOUR),
    ("MA-11-c-t2", SUITED_DOUBLE_TIE),
    ("MA-11-c-t3", FOUR),
    ("MA-11-c-t4", DOUBLE_TIE),
    ("MA-11-c-t5", SUITED_TIE),
    ("MA-11-c-t6", TIE),
]
AT_ITS_RESET = 1_000_000
RULEBOOK = {"MD": "maryland", "MA": "massachusetts"}


def played(rulebook: str, hand: Hand, stakes: tuple[str, ...] = ("5.00",), **house: object) -> Told:
    """Deal this hand to a player with a progressive wager, with the meter at its reset."""
    told = Told.at(rulebook, progressive(rate="0", stakes=list(stakes), **house))
    told.bets_on("progressive", 1, amount=stakes[-1])
    return told.closes().deals(hand.deal).wars_all().war_deals(hand.war).finishes()


@pytest.mark.parametrize(("clause", "hand"), PRINTED, ids=[clause for clause, _ in PRINTED])
def test_each_hand_is_paid_its_odds_and_neither_meter_nor_envy_but_the_highest(clause: str, hand: Hand) -> None:
    told = played(RULEBOOK[clause[:2]], hand)
    line = told.lines(1)["progressive"]
    meter = AT_ITS_RESET if hand is SUITED_FOUR else 0
    assert (line.result, format_cents(line.paid)) == (hand.name, format_cents(500 * hand.odds + meter))
    assert clause in line.clauses
    assert "envy" not in told.lines(1)
    # The meter restarts only when the highest hand has taken it.
    assert bool(told.happened(MeterReset)) == (hand is SUITED_FOUR)


@pytest.mark.parametrize("rulebook", BOTH)
@pytest.mark.parametrize(
    "hand", [SUITED_FOUR, SUITED_DOUBLE_TIE, FOUR, DOUBLE_TIE, SUITED_TIE, TIE], ids=lambda h: h.name
)
def test_ma_11_c_n1_the_wager_itself_is_not_returned(rulebook: str, hand: Hand) -> None:
    line = played(rulebook, hand).lines(1)["progressive"]
    assert (line.staked, line.collected, line.returned) == (500, 500, 0)
    assert "MA-11-c-n1" in line.clauses or rulebook == "maryland"


def test_md_10_b_g5_a_house_may_have_filed_that_a_winning_wager_goes_back_with_its_pay() -> None:
    line = played("maryland", TIE, stake_returned=True).lines(1)["progressive"]
    assert (line.staked, line.collected, line.returned, line.paid) == (500, 0, 500, 2500)
    told = Told.at("maryland", progressive(stake_returned=True)).bets_on("progressive", 1)
    lost = told.closes().deals("7s 9d").finishes().lines(1)["progressive"]
    assert (lost.collected, lost.returned) == (500, 0)


@pytest.mark.parametrize("rulebook", BOTH)
@pytest.mark.parametrize(
    ("deal", "war", "name"),
    [
        pytest.param("7s 7s", "7h 7h", "suited_double_tie", id="two suited ties of one rank are four of a kind too"),
        pytest.param("7s 7s", "7h 7d", "four_of_a_kind", id="a suited tie and three of its rank"),
        pytest.param("7s 7s", "9d 9h", "double_tie", id="a suited tie, then another"),
        pytest.param("7s 7d", "9h 9h", "double_tie", id="a tie, then a suited one"),
        pytest.param("7s 7d", "7s 7d", "four_of_a_kind", id="each tie unsuited, the same cards again"),
        pytest.param("7s 7s", "9s 9s", "suited_double_tie", id="one suit, two ranks"),
        pytest.param("7s 7s", "7s 7h", "four_of_a_kind", id="three of the four alike"),
        pytest.param("7s 7s", "7c 4h", "suited_tie", id="the same rank as before, and no tie"),
        pytest.param("7s 7d", "4h 9c", "tie", id="a lost war"),
    ],
)
def test_md_10_b_only_the_highest_hand_is_paid(rulebook: str, deal: str, war: str, name: str) -> None:
    told = played(rulebook, Hand(name, deal, war, 0))
    assert [line.result for line in told.happened(WagerSettled) if line.wager == "progressive"] == [name]


@pytest.mark.parametrize(("rulebook", "clause"), [("maryland", "MD-10-B"), ("massachusetts", "MA-11-c")])
def test_md_10_b_a_hand_that_does_not_tie_loses_the_wager(rulebook: str, clause: str) -> None:
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1, 2)
    told.closes().deals("Ks 3s 9s").finishes()
    for seat in (1, 2):
        line = told.lines(seat)["progressive"]
        assert (line.result, line.collected, line.paid) == ("lose", 500, 0)
        assert clause in line.clauses


@pytest.mark.parametrize("rulebook", BOTH)
@pytest.mark.parametrize(("deal", "name", "paid"), [("Qd Qs", "tie", 2500), ("Qd Qd", "suited_tie", 7500)])
def test_g6_who_surrenders_keeps_the_hand_of_the_original_deal(rulebook: str, deal: str, name: str, paid: int) -> None:
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1)
    line = told.closes().deals(deal).surrenders(1).finishes().lines(1)["progressive"]
    assert (line.result, line.paid) == (name, paid)


@pytest.mark.parametrize("rulebook", BOTH)
def test_g6_who_surrenders_has_no_part_in_a_war_that_another_ties(rulebook: str) -> None:
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1, 2).closes().deals("7s 7s 7s").validates()
    while turn := told.asked():
        told.surrenders(1).validates() if turn[0] == 1 else told.war(2)
    told.war_deals("7s 7s").finishes()
    assert [told.lines(seat)["progressive"].result for seat in (1, 2)] == ["suited_tie", "suited_four_of_a_kind"]


def test_ma_11_c_n2_the_printed_numbers_multiply_with_the_wager() -> None:
    for stake, paid in (("5.00", 15_000), ("10.00", 30_000), ("25.00", 75_000)):
        line = played("massachusetts", DOUBLE_TIE, stakes=(stake,)).lines(1)["progressive"]
        assert (line.staked, line.paid) == (500 * paid // 15_000, paid)

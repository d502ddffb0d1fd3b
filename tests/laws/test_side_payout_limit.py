"""The payout limit per hand: what one position is paid in one round, cut in the order paid."""

from typing import Any

import pytest

from tests.side_bets.houses import House, progressive, refusals
from tests.told import Told
from wartable.settle import settle_document

CLAUSE = "MD-2-B-5-b"


def limited(amount: str, house: House | None = None) -> Told:
    """A house that pays no position more than this in a round."""
    return Told.at("maryland", {"payout": {"limit_per_hand": amount}} | (house or {}))


def paid(told: Told, seat: int = 1) -> dict[str, int]:
    """What each wager of a seat was paid."""
    return {wager: line.paid for wager, line in told.lines(seat).items()}


def test_md_2_b_5_b_without_a_limit_every_pay_is_whole() -> None:
    told = Told.at("maryland").bets(1, "100.00", tie="100.00").deals("9s 9d").war(1, tie="100.00")
    assert paid(told.war_deals("4s 4d").ends()) == {"tie": 100_000, "initial": 0, "war": 20_000, "war_tie": 100_000}


@pytest.mark.parametrize(
    ("limit", "tie", "war", "war_tie"),
    [
        ("120.00", 5000, 2000, 5000),
        ("119.99", 5000, 2000, 4999),
        ("70.00", 5000, 2000, 0),
        ("60.00", 5000, 1000, 0),
        ("50.00", 5000, 0, 0),
        ("49.99", 4999, 0, 0),
        ("0.01", 1, 0, 0),
    ],
)
def test_md_2_b_5_b_what_is_over_the_limit_is_cut_in_the_order_paid(
    limit: str, tie: int, war: int, war_tie: int
) -> None:
    """Ten dollars and a tie wager of five on each deal: tie 50, then war 20, then the tie on the war deal 50."""
    told = limited(limit).bets(1, "10.00", tie="5.00").deals("9s 9d").war(1, tie="5.00").war_deals("4s 4d").ends()
    assert paid(told) == {"tie": tie, "initial": 0, "war": war, "war_tie": war_tie}
    for wager, whole in (("tie", 5000), ("war", 2000), ("war_tie", 5000)):
        line = next(line for key, line in told.lines(1).items() if key == wager)
        assert (CLAUSE in line.clauses) is (line.paid < whole)
        # The word stays, and the stake goes back whole.
        assert (line.result, line.returned) == ("win", line.staked)


def test_md_2_b_5_b_a_plain_win_is_cut_too_and_the_stake_does_not_count() -> None:
    told = limited("30.00").bets(1, "100.00").deals("Ks 9d").finishes()
    line = told.lines(1)["initial"]
    assert (line.result, line.returned, line.paid) == ("win", 10_000, 3000)
    assert told.net(1) == "30.00"


def test_md_2_b_5_b_each_position_and_each_round_has_the_whole_limit() -> None:
    told = limited("30.00").bets(1, "100.00").bets(2, "100.00").deals("Ks Qs 9d").finishes()
    assert (paid(told, 1), paid(told, 2)) == ({"initial": 3000}, {"initial": 3000})
    told.bets(1, "100.00").deals("Kd 9d").finishes()
    assert told.net(1) == "60.00"


def test_md_2_b_5_b_the_progressive_and_envy_do_not_count() -> None:
    told = limited("25.00", progressive(rate="0")).bets_on("progressive", 1, 2).closes().deals("Kh 4c Kh").wars_all()
    told.war_deals("Kh Kh").finishes()
    assert paid(told, 1) == {"initial": 0, "war": 2000, "progressive": 500_000 + 1_000_000}
    assert paid(told, 2) == {"initial": 0, "progressive": 0, "envy": 500_000}


def test_md_2_b_5_b_only_this_rulebook_knows_the_limit() -> None:
    for rulebook in ("california", "wisconsin", "massachusetts", "washington"):
        assert refusals(rulebook, {"payout": {"limit_per_hand": "50.00"}})


def test_md_2_b_5_b_a_written_round_is_cut_alike() -> None:
    document: dict[str, Any] = {
        "rulebook": "maryland",
        "house": {"payout": {"limit_per_hand": "60.00"}},
        "seats": [{"seat": 1, "initial": "10.00", "tie": "5.00", "on_tie": "war", "war_tie": "5.00"}],
        "cards": {"deal": ["9s", "9d"], "war": ["4s", "4d"]},
    }
    seats = settle_document(document)["seats"]
    assert isinstance(seats, list)
    assert {line["wager"]: line["paid"] for line in seats[0]["wagers"]} == {
        "initial": "0.00",
        "tie": "50.00",
        "war": "10.00",
        "war_tie": "0.00",
    }
    assert seats[0]["net"] == "60.00"

"""Match play coupons: where the house takes them, a coupon doubles an even-money win and is no money of its own."""

from typing import Any

import pytest

from tests.side_bets.houses import House, refusals
from tests.told import DEALER, Told, player
from wartable.settle import NotSettled, settle_document
from wartable.table import Refusal
from wartable.table import commands as c

WITH_COUPONS = ("wisconsin", "massachusetts")
ENABLED: House = {"match_play": {"enabled": True}}
COUPON = c.PlaceWager(1, "match_play", 500)


def coupon(rulebook: str, cards: str, tie: str | None = None) -> Told:
    """Ten dollars in chips with a coupon of five beside them, and these cards."""
    told = Told.at(rulebook, ENABLED).bets(1, "10.00", tie)
    told.does(player("seat 1"), COUPON)
    return told.deals(cards)


@pytest.mark.parametrize("rulebook", WITH_COUPONS)
def test_wi_f_1_1_coupons_are_taken_only_where_the_house_takes_them(rulebook: str) -> None:
    told = Told.at(rulebook).bets(1, "10.00")
    assert told.refuses(player("seat 1"), COUPON).why is Refusal.WAGER_IS_NOT_OFFERED
    told = Told.at(rulebook, ENABLED).sits(1)
    assert told.refuses(player("seat 1"), COUPON).why is Refusal.INITIAL_WAGER_COMES_FIRST
    told.bets(1, "10.00").does(player("seat 1"), COUPON)
    assert told.refuses(player("seat 1"), COUPON).why is Refusal.WAGER_IS_MADE_ALREADY
    assert told.refuses(DEALER, c.TakeBackWager(1, "initial")).why is Refusal.OTHER_WAGERS_LIE_ON_IT


@pytest.mark.parametrize("rulebook", ["maryland", "california", "washington"])
def test_wi_f_1_1_the_other_rulebooks_know_no_coupons(rulebook: str) -> None:
    assert refusals(rulebook, ENABLED)


@pytest.mark.parametrize("rulebook", WITH_COUPONS)
def test_ma_6_a_1_a_coupon_is_no_money_and_goes_back_for_the_asking(rulebook: str) -> None:
    told = Told.at(rulebook, ENABLED).bets(1, "10.00")
    told.does(DEALER, COUPON)
    money = {"patron/seat 1": -1000, "layout/1//initial": 1000}
    assert told.accounts() == money
    told.does(DEALER, c.TakeBackWager(1, "match_play", reason="the coupon was out of date"))
    assert told.accounts() == money


@pytest.mark.parametrize("rulebook", WITH_COUPONS)
def test_g19_a_win_is_paid_chips_and_face(rulebook: str) -> None:
    line = coupon(rulebook, "Ks 9d").finishes().lines(1)["initial"]
    assert (line.staked, line.returned, line.paid) == (1000, 1000, 1500)


@pytest.mark.parametrize("rulebook", WITH_COUPONS)
def test_g19_a_loss_costs_the_chips_alone(rulebook: str) -> None:
    told = coupon(rulebook, "2s 9d").finishes()
    assert (told.lines(1)["initial"].collected, told.net(1)) == (1000, "-10.00")
    assert "match_play" not in told.lines(1)


@pytest.mark.parametrize("rulebook", WITH_COUPONS)
def test_g19_a_surrender_gives_up_half_of_the_chips(rulebook: str) -> None:
    line = coupon(rulebook, "9s 9d").surrenders(1).finishes().lines(1)["initial"]
    assert (line.collected, line.returned, line.paid) == (500, 500, 0)


@pytest.mark.parametrize("rulebook", WITH_COUPONS)
@pytest.mark.parametrize(("war", "net"), [("Ks 4d", "10.00"), ("4d 4s", "20.00"), ("2d 4s", "-20.00")])
def test_g19_a_war_is_fought_with_the_chips_alone(rulebook: str, war: str, net: str) -> None:
    told = coupon(rulebook, "9s 9d").war(1)
    assert told.table.boxes[0].bettors[0].stakes["war"] == 1000
    assert told.war_deals(war).ends().net(1) == net


@pytest.mark.parametrize("rulebook", WITH_COUPONS)
def test_g19_the_tie_wager_has_no_part_in_the_coupon(rulebook: str) -> None:
    told = coupon(rulebook, "9s 9d", tie="5.00").surrenders(1).finishes()
    assert told.lines(1)["tie"].paid == 5000


@pytest.mark.parametrize("rulebook", WITH_COUPONS)
def test_g19_a_coupon_counts_for_one_round(rulebook: str) -> None:
    told = coupon(rulebook, "Ks 9d").finishes().bets(1, "10.00").deals("Qs 8d").finishes()
    assert told.lines(1)["initial"].paid == 1000


def written(rulebook: str, house: dict[str, Any], deal: list[str], **seat: str) -> dict[str, Any]:
    entry = {"seat": 1, "initial": "10.00", "match_play": "5.00", **seat}
    return {"rulebook": rulebook, "house": house, "seats": [entry], "cards": {"deal": deal}}


@pytest.mark.parametrize("rulebook", WITH_COUPONS)
@pytest.mark.parametrize(
    ("deal", "choice", "net"),
    [(["Ks", "9d"], {}, "15.00"), (["2s", "9d"], {}, "-10.00"), (["9s", "9d"], {"on_tie": "surrender"}, "-5.00")],
)
def test_g19_a_written_round_settles_a_coupon_alike(
    rulebook: str, deal: list[str], choice: dict[str, str], net: str
) -> None:
    seats = settle_document(written(rulebook, ENABLED, deal, **choice))["seats"]
    assert isinstance(seats, list)
    assert (seats[0]["net"], [line["wager"] for line in seats[0]["wagers"]]) == (net, ["initial"])


@pytest.mark.parametrize(("rulebook", "house"), [("wisconsin", {}), ("massachusetts", {}), ("maryland", {})])
def test_g19_a_written_coupon_is_refused_where_none_is_taken(rulebook: str, house: dict[str, Any]) -> None:
    with pytest.raises(NotSettled, match="match_play"):
        settle_document(written(rulebook, house, ["Ks", "9d"]))

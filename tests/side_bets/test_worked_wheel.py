"""Worked Bonus Spin examples: a wager of five dollars, a red ace as the trigger, meters at 23,150 and 7,300."""

from typing import NamedTuple

import pytest

from tests.side_bets.houses import House, refusals, wheel
from tests.side_bets.written import Result, agree, net, settled, side_net, told_side_net
from tests.told import DEALER, Told, rules_of
from wartable.settle import NotSettled
from wartable.table import Refusal
from wartable.table import commands as c

BET = {"bonus_spin": "5.00"}
METERS = {"spin_primary": "23149.00", "spin_secondary": "7299.80"}
"""Two wagers bring them to 23,150.00 and 7,300.00 before the deal."""


class Example(NamedTuple):
    """Where the rings stop, and the nets of seat 1, of seat 2, and both meters afterwards."""

    hot_seat: int
    hot: str
    community: str
    first: str
    second: str
    primary: str = "23150.00"
    secondary: str = "7300.00"
    also_community: bool = False


SPINS = {
    "BS2": Example(1, "500", "100", "495.00", "120.00"),
    "BS3": Example(1, "primary", "40", "23145.00", "45.00", primary="10000.00"),
    "BS4": Example(1, "secondary", "25", "7295.00", "20.00", secondary="5000.00"),
    "BS5": Example(1, "500", "100", "620.00", "120.00", also_community=True),
    "BS6": Example(5, "primary", "75", "95.00", "95.00"),
}


def at_the_wheel(house: House, cards: str) -> Told:
    """Seats 1 and 2 bet five dollars on the wheel, and these cards fall."""
    told = Told.at("maryland", house).syncs("spin_primary", METERS["spin_primary"])
    told.syncs("spin_secondary", METERS["spin_secondary"])
    return told.bets_on("bonus_spin", 1, 2).closes().deals(cards)


def written(house: House, deal: str, **spin: object) -> Result:
    return settled("maryland", house, {1: BET, 2: BET}, METERS, deal=deal, **({"spin": spin} if spin else {}))


def test_c7_bs1_without_the_trigger_every_wager_is_lost() -> None:
    told = at_the_wheel(wheel(), "Ks 4s 9c").finishes()
    result = written(wheel(), "Ks 4s 9c")
    for seat in (1, 2):
        assert told_side_net(told, seat) == side_net(result, seat) == "-5.00"
    assert agree(told, result)
    with pytest.raises(NotSettled, match="spin"):
        written(wheel(), "Ks 4s 9c", hot_seat=1, hot="500", community="100")


@pytest.mark.parametrize("example", SPINS.values(), ids=SPINS)
def test_c7_bs2_to_bs6_the_hot_spot_and_the_others(example: Example) -> None:
    house = wheel(also_community=example.also_community)
    told = at_the_wheel(house, "Ks 4s Ad").spins(example.hot_seat, example.hot, example.community).finishes()
    spin = {"hot_seat": example.hot_seat, "hot": example.hot, "community": example.community}
    result = written(house, "Ks 4s Ad", **spin)
    assert told_side_net(told, 1) == side_net(result, 1) == example.first
    assert told_side_net(told, 2) == side_net(result, 2) == example.second
    assert result["meters"] == {"spin_primary": example.primary, "spin_secondary": example.secondary}
    assert agree(told, result)


def test_c7_bs6_or_the_house_turns_the_wheel_again() -> None:
    with pytest.raises(NotSettled, match=r"^spin\.hot_seat: "):
        written(wheel(unbet_position="respin"), "Ks 4s Ad", hot_seat=5, hot="500", community="75")


def test_c7_bs7_a_dollar_is_not_offered_because_no_table_is_printed() -> None:
    told = Told.at("maryland", wheel()).bets(1, "10.00")
    assert told.refuses(DEALER, c.PlaceWager(1, "bonus_spin", 100)).why is Refusal.STAKE_IS_NOT_OFFERED
    assert "bonus_spin.stakes" in refusals("maryland", wheel(stakes=["1.00", "5.00"]))
    with pytest.raises(NotSettled, match=r"seats\[0\]\.bonus_spin"):
        settled("maryland", wheel(), {1: {"bonus_spin": "1.00"}}, METERS, deal="Ks Ad")


def test_md_7_f_4_2_settle_pays_no_dollar_the_meter_that_five_dollars_feed() -> None:
    symbols = [row.split(".") for row in rules_of("maryland").settlement]
    own = {
        "dollar_hot_table": {symbol: "20.00" for ring, symbol, *_ in symbols if ring == "hot" and symbol.isdigit()},
        "dollar_community_table": {symbol: "4.00" for ring, symbol, *_ in symbols if ring == "community"},
    }
    house = wheel(stakes=["1.00", "5.00"], **own)
    assert "the wheel's meters belong to one stake" in refusals("maryland", house)["bonus_spin.stakes"].message
    with pytest.raises(NotSettled, match=r"bonus_spin\.stakes: the wheel's meters belong to one stake"):
        settled("maryland", house, {1: {"bonus_spin": "1.00"}}, METERS, deal="Ks Ad")
    assert "bonus_spin.stakes" not in refusals("maryland", wheel(stakes=["1.00"], **own))


def test_c7_bs8_a_whole_round() -> None:
    told = Told.at("maryland", wheel()).bets(2, "10.00").bets_on("bonus_spin", 1)
    told.closes().deals("Js 4s Ah").spins(2, "500", "150").finishes()
    assert told.lines(1)["initial"].collected == 1000
    meters = {"spin_primary": "10000.00", "spin_secondary": "5000.00"}
    spin = {"hot_seat": 2, "hot": "500", "community": "150"}
    result = settled("maryland", wheel(), {1: BET, 2: {}}, meters, deal="Js 4s Ah", spin=spin)
    assert told.net(1) == net(result, 1) == "135.00"
    assert told_side_net(told, 1) == side_net(result, 1) == "145.00"
    assert agree(told, result)


def test_c7_a_wheel_that_turned_is_written_down() -> None:
    with pytest.raises(NotSettled, match="spin"):
        written(wheel(), "Ks 4s Ad")


def test_c7_an_early_wheel_is_settled_alike() -> None:
    """The wheel turns before seat 1, who tied, goes to war."""
    house = wheel(settle_point="after_original_deal")
    told = at_the_wheel(house, "As 4s Ad").spins(1, "500", "100").goes_on("side_bets")
    told.war(1).war_deals("9s 4d").finishes()
    seats = {1: BET | {"on_tie": "war"}, 2: BET}
    spin = {"hot_seat": 1, "hot": "500", "community": "100"}
    result = settled("maryland", house, seats, METERS, deal="As 4s Ad", war="9s 4d", spin=spin)
    assert told.net(1) == net(result, 1) == "505.00"
    assert agree(told, result)

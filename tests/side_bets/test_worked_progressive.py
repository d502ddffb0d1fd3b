"""Worked progressive examples: a wager of five dollars, a meter at 12,400.00 that restarts at 10,000.00."""

from typing import NamedTuple

import pytest

from tests.side_bets.houses import BOTH, House, progressive
from tests.side_bets.written import agree, net, settled, side_net, told_side_net
from tests.told import Told


class Row(NamedTuple):
    """One row of the table: the cards of seat 1 (and of a second seat that holds the envied hand), and the nets."""

    says: str
    deal: str
    choice: str
    war: str
    maryland: str
    massachusetts: str

    @property
    def envied(self) -> bool:
        """Whether another player holds the highest hand."""
        return len(self.deal.split()) == 3


TABLE = [
    Row("no tie", "4s 9d", "", "", "-5.00", "-5.00"),
    Row("tie, surrender", "7s 7d", "surrender", "", "20.00", "20.00"),
    Row("tie, war win", "7s 7d", "war", "9c 4h", "20.00", "20.00"),
    Row("tie, war loss", "7s 7d", "war", "4h 9c", "20.00", "20.00"),
    Row("suited tie, surrender", "7s 7s", "surrender", "", "70.00", "70.00"),
    Row("suited tie, war win", "7s 7s", "war", "9c 4h", "70.00", "70.00"),
    Row("suited tie, war loss", "7s 7s", "war", "4h 9c", "70.00", "70.00"),
    Row("double tie", "7s 7d", "war", "9c 9h", "145.00", "145.00"),
    Row("four of a kind", "7s 7d", "war", "7c 7h", "745.00", "745.00"),
    Row("suited double tie", "7s 7s", "war", "9d 9d", "995.00", "995.00"),
    Row("suited four of a kind", "7s 7s", "war", "7s 7s", "17395.00", "17395.00"),
    Row("envy, no tie", "4c Kh Kh", "", "Kh Kh", "4995.00", "995.00"),
    Row("envy, tie", "Ks Kh Kh", "surrender", "Kh Kh", "5020.00", "1020.00"),
]
METER = {"progressive": "12399.00"}
"""One wager brings it to 12,400.00 before the deal."""


def told_row(rulebook: str, row: Row, house: House) -> Told:
    told = Told.at(rulebook, house).syncs("progressive", METER["progressive"])
    told.bets_on("progressive", 1)
    if row.envied:
        told.bets(2, "10.00")
    told.closes().deals(row.deal).validates()
    while turn := told.asked():
        if turn[0] == 1 and row.choice == "surrender":
            told.surrenders(1).validates()
        else:
            told.war(turn[0])
    if row.war:
        told.war_deals(row.war)
    return told.finishes()


@pytest.mark.parametrize("rulebook", BOTH)
@pytest.mark.parametrize("row", TABLE, ids=[row.says for row in TABLE])
def test_c6_the_net_of_the_progressive_wager_alone(rulebook: str, row: Row) -> None:
    told = told_row(rulebook, row, progressive())
    seats: dict[int, dict[str, str]] = {1: {"progressive": "5.00"} | ({"on_tie": row.choice} if row.choice else {})}
    if row.envied:
        seats[2] = {"on_tie": "war"}
    war = {"war": row.war} if row.war else {}
    result = settled(rulebook, progressive(), seats, METER, deal=row.deal, **war)
    expected = row.maryland if rulebook == "maryland" else row.massachusetts
    assert told_side_net(told, 1) == side_net(result, 1) == expected
    assert agree(told, result)


@pytest.mark.parametrize("row", TABLE[1:11], ids=[row.says for row in TABLE[1:11]])
def test_c6_where_the_stake_is_returned_every_winning_net_is_five_dollars_more(row: Row) -> None:
    house = progressive(stake_returned=True)
    dollars, cents = row.maryland.split(".")
    assert told_side_net(told_row("maryland", row, house), 1) == f"{int(dollars) + 5}.{cents}"


def test_c6_p1_a_suited_double_tie_in_a_whole_round() -> None:
    told = Told.at("maryland", progressive()).syncs("progressive", "12400.00")
    told.bets(1, "10.00", tie="5.00").bets_on("progressive", 1).closes().deals("7s 7s").war(1)
    told.war_deals("9d 9d").finishes()
    assert {wager: line.paid for wager, line in told.lines(1).items()} == {
        "initial": 0,
        "tie": 5000,
        "war": 2000,
        "progressive": 100_000,
    }
    assert told.net(1) == "1065.00"
    seat = {"tie": "5.00", "progressive": "5.00", "on_tie": "war"}
    meter = {"progressive": "12400.00"}
    result = settled("maryland", progressive(), {1: seat}, meter, deal="7s 7s", war="9d 9d")
    assert (net(result, 1), result["bank"]["net"]) == ("1065.00", "-1065.00")
    assert result["meters"] == {"progressive": "12401.00"}
    assert agree(told, result)


@pytest.mark.parametrize(
    ("rulebook", "nets"),
    [
        pytest.param("maryland", ("22395.00", "19995.00", "9995.00"), id="P2"),
        pytest.param("massachusetts", ("18395.00", "15995.00", "1995.00"), id="P3"),
    ],
)
def test_c6_p2_and_p3_two_meter_hits_and_envy(rulebook: str, nets: tuple[str, str, str]) -> None:
    """A sits farthest right at seat 4, B at 3, C at 2 and D, who makes no progressive wager, at 1."""
    told = Told.at(rulebook, progressive()).syncs("progressive", "12397.00")
    told.bets(1, "10.00").bets_on("progressive", 2, 3, 4).closes().deals("4d 4c Kh Kh Kh").wars_all()
    told.war_deals("Kh Kh Kh").finishes()
    bet = {"progressive": "5.00"}
    seats = {1: {}, 2: bet, 3: bet | {"on_tie": "war"}, 4: bet | {"on_tie": "war"}}
    meter = {"progressive": "12397.00"}
    result = settled(rulebook, progressive(), seats, meter, deal="4d 4c Kh Kh Kh", war="Kh Kh Kh")
    for seat, expected in zip((4, 3, 2, 1), (*nets, "0.00"), strict=True):
        assert told_side_net(told, seat) == side_net(result, seat) == expected
    assert told.reads("progressive") == result["meters"]["progressive"] == "10000.00"
    assert agree(told, result)


def test_c6_p4_a_larger_wager_takes_the_same_meter_and_more_odds_and_envy() -> None:
    """A at seat 3 and B at seat 2 bet ten dollars, C at seat 1 five."""
    house = progressive(stakes=["5.00", "10.00"])
    told = Told.at("massachusetts", house).syncs("progressive", "12395.00")
    told.bets_on("progressive", 1).bets_on("progressive", 2, 3, amount="10.00")
    told.closes().deals("4c 5c Kh Kh").wars_all().war_deals("Kh Kh").finishes()
    ten = {"progressive": "10.00"}
    seats = {1: {"progressive": "5.00"}, 2: ten, 3: ten | {"on_tie": "war"}}
    result = settled("massachusetts", house, seats, {"progressive": "12395.00"}, deal="4c 5c Kh Kh", war="Kh Kh")
    for seat, expected in ((3, "22390.00"), (2, "1990.00"), (1, "995.00")):
        assert told_side_net(told, seat) == side_net(result, seat) == expected
    assert agree(told, result)


@pytest.mark.parametrize("rulebook", BOTH)
def test_c6_p5_a_surrender_keeps_the_suited_tie(rulebook: str) -> None:
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1).closes().deals("Qd Qd").surrenders(1).finishes()
    seat = {"progressive": "5.00", "on_tie": "surrender"}
    result = settled(rulebook, progressive(), {1: seat}, {"progressive": "10000.00"}, deal="Qd Qd")
    assert told.net(1) == net(result, 1) == "65.00"
    assert (told.lines(1)["initial"].collected, told.lines(1)["progressive"].paid) == (500, 7500)
    assert agree(told, result)

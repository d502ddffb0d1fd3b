"""A war that no player is left in does not take the others' side bets with it."""

import pytest

from tests.side_bets.houses import progressive, wheel
from tests.told import DEALER, FLOOR, Told
from wartable.cards import parse
from wartable.table import commands as c


def at_war_alone(told: Told, wager: str) -> Told:
    """Seat 1 ties and goes to war; seat 3 has lost, and its side bet is settled at the end of the round."""
    told.bets(1, "10.00").bets_on("progressive" if wager == "progressive" else "bonus_spin", 3)
    return told.closes().deals("7s 4d 7d").wars_all()


WHEEL, AT_THE_END = wheel(), progressive(settle_point="end_of_round")


@pytest.mark.parametrize(
    ("wager", "house", "before"),
    [
        ("wheel", WHEEL, ()),
        ("wheel", WHEEL, ("picking_up",)),
        ("wheel", WHEEL, ("picking_up", "war_wagers")),
        ("progressive", AT_THE_END, ()),
        ("progressive", AT_THE_END, ("war_wagers",)),
    ],
)
def test_wagers_ruled_lost_at_war_leave_the_others_side_bets_to_be_settled(
    wager: str, house: dict[str, object], before: tuple[str, ...]
) -> None:
    told = at_war_alone(Told.at("maryland", house), wager)
    if before:
        told.goes_on(*before)
    told.does(DEALER, c.ReportAbsence(1))
    told.does(FLOOR, c.Rule("lost", "walked away"))
    told.finishes()
    assert (told.table.phase, told.net(3)) == ("betting", "-15.00")


def test_a_player_let_out_of_the_war_leaves_the_others_side_bets_to_be_settled() -> None:
    told = at_war_alone(Told.at("massachusetts", progressive(settle_point="end_of_round")), "progressive")
    told.does(DEALER, c.ReportMisdelivery(2, parse("2c")))
    told.does(FLOOR, c.ReleasePlayers((1,), "the dealer dealt too early"))
    told.does(FLOOR, c.Rule("burn", "no player is due a card"))
    told.finishes()
    assert (told.table.phase, told.net(1), told.net(3)) == ("betting", "0.00", "-15.00")

"""A hand that left the round: a tie wager that was settled before is settled again when the dealer's card is."""

from collections.abc import Callable

import pytest

from tests.laws.finding import MA, WHY, rules, three
from tests.laws.test_missed_war_cards import finds
from tests.laws.test_side_electronic import electronic
from tests.told import DEALER, FLOOR, SHOE, Told, cards_of
from wartable.cards import Card
from wartable.table import commands as c
from wartable.table import events as e

KING = Card("Kc")


def let_out_of_the_war() -> Told:
    """Seat 1 tied, was paid its tie wager, and was let out of the war; seat 2 lost."""
    told = Told.at(MA).bets(1, "10.00", tie="5.00").bets(2, "10.00").deals("9s 8s 9d").war(1)
    told.goes_on("picking_up", "war_wagers", "war_dealing")
    told.does(DEALER, c.ReportMisdelivery(2, KING))
    told.does(FLOOR, c.ReleasePlayers((1,), WHY))
    rules(told, "burn")
    assert (told.net(1), told.net(2)) == ("50.00", "-10.00")
    return told


def reads_again(told: Told, card: str) -> Told:
    """The dealer's card of the original deal was another one."""
    told.does(FLOOR, c.UndoCard(WHY, 0, "original"))
    return told.deals(card)


@pytest.mark.parametrize(("card", "tie"), [("8d", "-5.00"), ("9h", "50.00")])
def test_ma_10_a_3_a_tie_wager_that_was_settled_before_its_player_was_let_out_is_settled_again(
    card: str, tie: str
) -> None:
    told = reads_again(let_out_of_the_war(), card)
    assert [one.line.wager for one in told.happened(e.SettlementReversed) if one.line.seat == 1] == ["tie"]
    told.ends()
    if card == "8d":
        told.surrenders(2).ends()
    assert told.net(1) == tie
    assert told.table.phase == "betting"
    assert told.accounts().get("layout/1//tie", 0) == 0


def test_ma_10_a_3_a_player_who_was_let_out_of_a_hand_that_ties_again_is_not_asked() -> None:
    told = reads_again(let_out_of_the_war(), "9h").settles()
    assert told.asked() is None
    assert not told.table.boxes[0].at_war


def test_ma_10_a_3_with_nobody_left_in_the_hand_the_tie_wager_is_settled_again_all_the_same() -> None:
    told = Told.at(MA).bets(1, "10.00", tie="5.00").deals("9s 9d").war(1).goes_on("picking_up", "war_wagers")
    told.does(DEALER, c.ReportMisdelivery(1, KING))
    told.does(FLOOR, c.ReleasePlayers((1,), WHY))
    rules(told, "burn")
    reads_again(told, "8d").ends()
    assert told.net(1) == "-5.00"


def test_ma_10_a_3_a_dealers_card_that_lay_elsewhere_settles_such_a_tie_wager_again() -> None:
    told = let_out_of_the_war()
    told.does(DEALER, c.ReportMisdelivery(2, Card("9d"), entered=0))
    assert not told.happened(e.SettlementReversed)  # only the floor reverses money
    rules(told, "burn")
    told.deals("8d").ends()
    told.surrenders(2).ends()
    assert told.net(1) == "-5.00"


@pytest.mark.parametrize("seats", [(1,), (1, 2)], ids=["one_plays_on", "nobody_plays_on"])
def test_ma_10_a_3_a_player_who_is_let_out_while_the_dealers_card_lies_elsewhere_has_the_tie_wager_settled_again(
    seats: tuple[int, ...],
) -> None:
    told = Told.at(MA).bets(1, "10.00", tie="5.00").bets(2, "10.00", tie="5.00").deals("9s 9c 9d").settles()
    told.does(DEALER, c.ReportMisdelivery(2, Card("9d"), entered=0))
    told.does(FLOOR, c.ReleasePlayers(seats, WHY))
    assert not told.happened(e.SettlementReversed)  # only the floor reverses money
    rules(told, "burn")
    assert told.table.phase == "dealing"
    told.deals("8d").ends()
    assert (told.net(1), told.net(2)) == ("-5.00", "-5.00" if 2 in seats else "5.00")


def test_ma_10_a_3_a_card_that_is_lifted_off_a_hand_out_of_the_round_leaves_its_tie_wager() -> None:
    told = let_out_of_the_war()
    told.does(DEALER, c.ReportMisdelivery(2, Card("9s"), entered=1))
    rules(told, "burn")
    told.ends()
    assert (told.net(1), told.table.phase) == ("50.00", "betting")


def misread(told: Told) -> None:
    reads_again(told, "8d")


def lay_face_up(told: Told) -> None:
    told.does(DEALER, c.ReportFaceUpCards(cards_of("9d"), seat=0, deal="original"))
    told.deals("8d")


def missed(told: Told) -> None:
    """The eight and the seven lie one hand further, and the dealer has the four."""
    finds(told, 2, "original")
    rules(told, "void_hand")
    assert told.table.round.dealer_card == "4h"


@pytest.mark.parametrize("found", [misread, lay_face_up, missed])
def test_ma_10_a_3_ma_10_d_ma_10_b_1_a_hand_out_of_the_round_without_its_card_is_not_settled_again(
    found: Callable[[Told], None],
) -> None:
    """Its card was burned: there is nothing to compare with what the dealer has now, and the round ends."""
    told = Told.at(MA).bets(1, "10.00", tie="5.00").bets(2, "10.00").bets(3, "10.00").deals("9s 8s 4h 9d").settles()
    told.does(DEALER, c.ReportMisdelivery(2, Card("9s"), entered=1))
    told.does(FLOOR, c.ReleasePlayers((1,), WHY))
    rules(told, "burn")
    found(told)
    assert 1 not in [one.line.seat for one in told.happened(e.SettlementReversed)]
    told.settles()
    while (asked := told.asked()) is not None:
        told.does(DEALER, c.Surrender(*asked))
    told.ends()
    assert (told.net(1), told.table.phase) == ("50.00", "betting")


def test_ma_10_d_such_a_tie_wager_is_settled_again_when_the_cards_move() -> None:
    """Seat 2 got no card: the nine was its neighbour's, and the dealer has the eight."""
    told = Told.at(MA).bets(1, "10.00", tie="5.00").bets(2, "10.00").deals("9s 8s 9d").war(1)
    told.goes_on("picking_up", "war_wagers", "war_dealing")
    told.does(DEALER, c.ReportMisdelivery(2, KING))
    told.does(FLOOR, c.ReleasePlayers((1,), WHY))
    rules(told, "burn")
    finds(told, 2, "original")
    rules(told, "void_hand")
    assert told.table.round.dealer_card == "8s"
    told.ends()
    assert (told.net(1), told.net(2)) == ("-5.00", "0.00")


def test_ma_10_b_1_a_dealers_card_that_lay_face_up_settles_such_a_tie_wager_again() -> None:
    told = let_out_of_the_war()
    told.does(SHOE, c.ReportFaceUpCards(cards_of("9d"), seat=0, deal="original"))
    told.deals("8d").ends()
    told.surrenders(2).ends()
    assert told.net(1) == "-5.00"


def test_ma_10_a_3_what_was_given_back_to_a_player_who_was_let_out_stays_given_back() -> None:
    told = three(MA).deals("9s 8s")
    told.does(DEALER, c.ReportMisdelivery(3, KING))
    told.does(FLOOR, c.ReleasePlayers((1,), WHY))
    rules(told, "burn")
    told.deals("7s 9d").settles()
    reads_again(told, "6d").ends()
    assert [told.net(seat) for seat in (1, 2, 3)] == ["0.00", "10.00", "10.00"]
    assert not [one for one in told.happened(e.SettlementReversed) if one.line.seat == 1]


# A player who walked away


def walked_away() -> Told:
    """Seat 1 tied, was paid its tie wager and walked away; its cards are gone, and seats 2 and 3 are at war."""
    told = Told.at("maryland").bets(1, "10.00", tie="5.00").bets(2, "10.00").bets(3, "10.00")
    told.deals("9s 9c 9h 9d").settles().does(DEALER, c.ReportAbsence(1))
    rules(told, "lost")
    told.does(DEALER, c.GoToWar(2))
    told.does(DEALER, c.GoToWar(3))
    told.goes_on("picking_up")
    assert (told.table.phase, told.table.boxes[0].picked_up) == ("war_wagers", True)
    assert told.net(1) == "40.00"
    return told


@pytest.mark.parametrize(("card", "net"), [("8d", "-15.00"), ("9d", "40.00")])
def test_md_7_b_4_a_tie_wager_that_was_paid_before_its_player_walked_away_is_settled_again(card: str, net: str) -> None:
    """What the floor ruled lost stays lost."""
    told = reads_again(walked_away(), card)
    told.settles()
    assert told.net(1) == net
    if card == "9d":
        assert told.asked() == (2, "")
        told.surrenders(2).surrenders(3)
    told.ends()
    assert told.table.phase in ("betting",)
    assert told.net(1) == net


def test_md_7_b_4_a_tie_wager_that_the_floor_ruled_lost_stays_lost() -> None:
    told = Told.at("maryland").bets(1, "10.00", tie="5.00").bets(2, "10.00").deals("9s")
    told.does(DEALER, c.ReportAbsence(1))
    rules(told, "lost")
    told.deals("8s 9d").settles()
    reads_again(told, "8d")
    assert [one.line.seat for one in told.happened(e.SettlementReversed)] == [2]
    told.surrenders(2).ends()
    assert told.net(1) == "-15.00"


def test_md_9_l_a_community_card_that_is_read_again_settles_such_a_tie_wager_again() -> None:
    told = electronic(3).bets_on_hand(1, 1).bets_on_hand(2, 2)
    told.does(DEALER, c.PlaceWager(1, "tie", 5_00))
    told.deals("9s 8s 4c 9d").settles().does(DEALER, c.ReportAbsence(1))
    rules(told, "lost")
    told.does(FLOOR, c.UndoCard(WHY, 1, "original"))
    told.deals("Ks").ends()
    assert told.net(1) == "-15.00"

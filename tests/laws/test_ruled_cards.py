"""Cards that the floor ruled to a hand stay there when a hand is found that got none, whatever was reported first."""

from collections.abc import Callable

import pytest

from tests.laws.finding import MA, WHY, cards_at, rules, three
from tests.laws.test_missed_war_cards import IDS, SECOND, finds, war_cards
from tests.laws.test_side_electronic import electronic
from tests.told import DEALER, FLOOR, Told
from wartable.cards import Card
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.state import Round

KING = Card("Kc")


def misdelivered(told: Told, seat: int, ruling: str) -> Told:
    """The king is laid at this seat, and the floor rules."""
    told.does(DEALER, c.ReportMisdelivery(seat, KING))
    rules(told, ruling)
    return told


def missed(told: Told, seat: int, ruling: str, deal: str | None = None) -> Told:
    finds(told, seat, deal)
    rules(told, ruling)
    return told


def laid(told: Told) -> tuple[list[str | None], str | None]:
    return cards_at(told, 1, 2, 3), told.table.round.dealer_card


def laid_in_the_war(told: Told) -> tuple[list[str | None], str | None]:
    return war_cards(told, 1, 2, 3), told.table.round.dealer_war_card


def at_war(rulebook: str) -> Told:
    """Seats 1, 2 and 3 are at war, and no war card is dealt."""
    return three(rulebook).deals("9s 9c 9h 9d").wars_all()


# Exposed cards


def test_ma_10_a_2_a_card_that_was_ruled_forward_stays_at_its_hand_when_an_earlier_hand_was_missed() -> None:
    """The eight and the deuce came out after the king, for seat 2 and the dealer; seat 2 got no card."""
    told = misdelivered(three(MA).deals("9s"), 3, "forward").deals("8s 2d")
    missed(told, 2, "void_hand")
    assert laid(told) == (["9s", None, "Kc"], "8s")
    assert told.table.cards.rack[-1] == "2d"
    told.ends()
    assert [told.net(seat) for seat in (1, 2, 3)] == ["10.00", "0.00", "10.00"]


def test_ma_10_a_2_a_card_that_was_ruled_to_be_the_dealers_stays_it_when_a_hand_was_missed() -> None:
    told = misdelivered(three(MA).deals("9s"), 2, "dealer_next").deals("8s 2d")
    missed(told, 2, "void_hand")
    assert (laid(told), told.table.cards.rack[-1]) == ((["9s", None, "8s"], "Kc"), "2d")


def test_ma_10_a_2_a_card_drawn_in_error_that_was_ruled_forward_stays_at_its_hand() -> None:
    told = three(MA).deals("9s")
    told.does(DEALER, c.ReportDrawnCard(KING))
    rules(told, "forward")
    told.deals("8s 2d")
    missed(told, 1, "void_hand")
    assert (laid(told), told.table.cards.rack[-1]) == (([None, "Kc", "9s"], "8s"), "2d")


def test_ma_10_a_2_a_card_that_was_lifted_is_ruled_to_one_hand_and_stays_at_that_one() -> None:
    """The king was ruled to seat 3 and then found at the dealer's place; the next card is for seat 3."""
    told = misdelivered(three(MA).deals("9s"), 3, "forward").deals("8s")
    told.does(DEALER, c.ReportMisdelivery(0, KING, entered=3))
    rules(told, "dealer_next")
    told.deals("7s")
    missed(told, 2, "void_hand")
    assert (laid(told), told.table.cards.rack[-1]) == ((["9s", None, "8s"], "Kc"), "7s")


def test_ma_10_d_a_hand_that_did_not_get_the_card_ruled_to_it_leaves_the_others_theirs() -> None:
    told = misdelivered(three(MA).deals("9s"), 3, "forward").deals("8s 2d")
    missed(told, 3, "void_hand")
    assert (laid(told), told.table.cards.rack[-1]) == ((["9s", "8s", None], "2d"), "Kc")


def test_ma_10_d_a_ruled_card_that_was_never_dealt_holds_no_place() -> None:
    told = misdelivered(three(MA).deals("9s"), 3, "forward").deals("8s 2d")
    told.does(FLOOR, c.UndoCard(WHY, 3, absent=True))
    rules(told, "continue")
    assert told.table.round.ruled == Round().ruled
    told.deals("7s")
    missed(told, 2, "void_hand")
    assert laid(told) == (["9s", None, "8s"], "7s")


def test_ma_10_a_2_a_war_card_that_was_ruled_forward_stays_at_its_hand() -> None:
    told = misdelivered(at_war(MA).war_deals("9s"), 3, "forward").deals("8s 2d")
    missed(told, 2, "deal_now")
    assert (laid_in_the_war(told), told.table.cards.rack[-1]) == ((["9s", None, "Kc"], "8s"), "2d")


def test_ma_8_f_4_a_gap_that_the_floor_did_not_fill_ends_the_move() -> None:
    """The card at seat 2 was lifted and burned, so seat 2 has the next one; the card of seat 1 was laid there."""
    told = at_war(MA).war_deals("8s Kc 7s")
    told.does(DEALER, c.ReportMisdelivery(3, KING, entered=2))
    rules(told, "burn")
    missed(told, 1, "deal_now", "war")
    assert laid_in_the_war(told) == ([None, "8s", "7s"], None)


# Hands that the floor has dealt to


@pytest.mark.parametrize(("rulebook", "clause"), SECOND.items(), ids=IDS)
@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("queued", [True, False], ids=["at_once", "one_after_the_other"])
def test_two_war_hands_without_a_card_have_the_next_cards_in_whatever_order_they_are_reported(
    rulebook: str, clause: str, first: int, queued: bool
) -> None:
    """The five lies at seat 3 and the six is the dealer's; the seven and the eight are left over."""
    told = at_war(rulebook).war_deals("5s 6s 7s 8s")
    second = 3 - first
    assert clause in finds(told, first).clauses
    if queued:
        finds(told, second, "war")
        rules(told, "deal_now")
        rules(told, "deal_now")
        told.war_deals("Jh Qh")
        assert war_cards(told, 1, 2) == ["Jh", "Qh"]
    else:
        rules(told, "deal_now")
        told.war_deals("Jh")
        missed(told, second, "deal_now")
        assert war_cards(told, second, first) == [None, "Jh"]
        told.war_deals("Qh")
        assert war_cards(told, first, second) == ["Jh", "Qh"]
    assert (war_cards(told, 3), told.table.round.dealer_war_card) == (["5s"], "6s")
    assert {"7s", "8s"} < set(told.table.cards.rack)
    told.ends()
    assert [told.net(seat) for seat in (1, 2, 3)] == ["10.00", "10.00", "-20.00"]


@pytest.mark.parametrize("rulebook", ["california", "washington"], ids=["ca_deal_5a", "wa_3_2"])
@pytest.mark.parametrize("first", [1, 2])
def test_two_hands_without_a_card_have_the_next_cards_in_whatever_order_they_are_reported(
    rulebook: str, first: int
) -> None:
    told = three(rulebook).deals("5s 6s 7s")
    missed(told, first, "deal_now")
    missed(told, 3 - first, "deal_now")
    assert cards_at(told, 1, 2, 3) == [None, None, "5s"]
    assert told.table.round.dealer_card == "6s"
    told.deals("Jh Qh").ends()
    assert [told.net(seat) for seat in (1, 2, 3)] == ["10.00", "10.00", "-10.00"]


@pytest.mark.parametrize("first", [2, 1], ids=["second_hand_first", "first_hand_first"])
def test_md_9_h_2_a_community_card_that_the_floor_dealt_to_in_the_war_keeps_it(first: int) -> None:
    told = electronic(3).bets_on_hand(1, 1).bets_on_hand(2, 2).bets_on_hand(4, 3)
    told.deals("9s 9c 9h 9d").wars_all().war_deals("5s 6s 7s 8s")
    missed(told, first, "deal_now")
    missed(told, 3 - first, "deal_now", "war")
    assert [hand.war_card for hand in told.table.round.community] == [None, None, "5s"]
    assert told.table.round.dealer_war_card == "6s"


# What a ruling of a war is worth when the war is not fought


def _missed_before(told: Told) -> object:
    return missed(told, 3, "void_hand", "original")


def _read_again(told: Told) -> object:
    return told.does(FLOOR, c.UndoCard(WHY, seat=0, deal="original"))


@pytest.mark.parametrize(
    "ends", [_missed_before, _read_again], ids=["the_cards_move", "the_dealers_card_is_read_again"]
)
def test_md_9_h_2_a_ruling_on_a_war_that_is_not_fought_holds_no_place_in_the_next(
    ends: Callable[[Told], object],
) -> None:
    told = at_war("maryland").war_deals("5s 6s 7s 8s")
    missed(told, 2, "deal_now")
    told.war_deals("Jh")
    assert told.table.round.ruled == (("war", 2),)
    ends(told)
    assert not told.table.round.ruled


# Hands that left the round


def let_out(told: Told, seat: int) -> Told:
    """A king was laid at a wrong place, and the floor burned it; then it let this player out of the hand."""
    misdelivered(told, 3, "burn")
    told.does(FLOOR, c.ReleasePlayers((seat,), WHY))
    return told


def test_ma_10_d_a_hand_that_was_let_out_after_its_card_keeps_its_place_in_the_order_of_the_cards() -> None:
    """The nine lies at seat 2, which was let out, the eight at seat 3, and the seven is the dealer's."""
    told = let_out(three(MA).deals("9s 8s"), 2).deals("7s 2d")
    missed(told, 1, "void_hand")
    assert (laid(told), told.table.cards.rack[-1]) == (([None, "9s", "8s"], "7s"), "2d")
    told.ends()
    assert [told.net(seat) for seat in (1, 2, 3)] == ["0.00", "0.00", "10.00"]


def test_ma_10_d_a_hand_that_was_let_out_before_its_card_has_no_place_in_that_order() -> None:
    told = let_out(three(MA).deals("9s"), 2).deals("7s 2d")
    missed(told, 1, "void_hand")
    assert laid(told) == ([None, None, "9s"], "7s")


def test_ma_10_d_a_hand_that_was_let_out_and_picked_up_comes_back_from_the_rack() -> None:
    """Seat 2 was picked up before the war; the eight that was entered for it lies at seat 3."""
    told = let_out(three(MA).deals("9s 8s"), 2).deals("9h 9d").wars_all().goes_on("picking_up")
    assert "8s" in told.table.cards.rack
    missed(told, 1, "void_hand", "original")
    assert (laid(told), told.table.boxes[1].picked_up) == (([None, "9s", "8s"], "9h"), False)
    assert "8s" not in told.table.cards.rack
    told.ends()
    assert told.table.cards.rack.count(Card("8s")) == 1
    assert told.net(3) == "-10.00"


def test_ma_10_d_a_log_of_an_earlier_release_leaves_a_hand_that_was_let_out_and_picked_up_in_the_rack() -> None:
    told = let_out(three(MA).deals("9s 8s"), 2).deals("9h 9d").wars_all().goes_on("picking_up")
    rack = told.table.cards.rack
    told.hears(e.CardsReassigned(((3, Card("9s")), (0, Card("9h"))), Card("9d")))
    assert (told.table.boxes[1].card, told.table.boxes[1].picked_up) == ("8s", True)
    assert told.table.cards.rack == (*rack, "9d")


def test_ma_8_f_4_a_hand_that_was_let_out_of_a_war_after_its_card_keeps_its_place_in_that_order() -> None:
    told = let_out(at_war(MA).war_deals("5s 6s"), 2).deals("7s 8s")
    missed(told, 1, "deal_now")
    assert (laid_in_the_war(told), told.table.cards.rack[-1]) == (([None, "5s", "6s"], "7s"), "8s")
    told.war_deals("Jh").ends()
    assert [told.net(seat) for seat in (1, 2, 3)] == ["10.00", "0.00", "-20.00"]


def test_ma_8_f_4_a_log_of_an_earlier_release_leaves_the_card_of_a_hand_that_was_let_out_of_a_war() -> None:
    told = let_out(at_war(MA).war_deals("5s 6s"), 2).deals("7s 8s")
    told.hears(e.CardsReassigned(((3, Card("5s")), (0, Card("7s"))), Card("8s"), deal="war"))
    assert laid_in_the_war(told) == ([None, "6s", "5s"], "7s")

"""The electronic form: a community card, or the dealer's, that was misread is read again however late it is found."""

from collections.abc import Callable

import pytest

from tests.laws.finding import WHY
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.cards import Card
from wartable.table import DEALER_SEAT, Refusal
from wartable.table import commands as c
from wartable.table import events as e


def electronic(cards: int = 3) -> Told:
    """Seats 1 and 2 bet on the second card, and seat 3 on the third; no seat bets on the first."""
    told = Told.at("maryland", {"electronic": {"community_cards": cards}})
    for seat, hand in ((1, 2), (2, 2), (3, 3)):
        told.bets_on_hand(seat, hand)
    return told


def middle(told: Told) -> list[tuple[str, ...]]:
    return [hand.hand for hand in told.table.round.community]


def undoes(told: Told, hand: int, deal: str | None = None) -> None:
    told.does(FLOOR, c.UndoCard(WHY, hand, deal))  # type: ignore[arg-type]


def reads(told: Told, card: str) -> None:
    told.does(SHOE, c.TurnCard(Card(card)))


def nets(told: Told) -> list[str]:
    return [told.net(seat) for seat in (1, 2, 3)]


@pytest.mark.parametrize("cards", ["4c 7s", "4c 7s 8h", "4c 7s 8h 9d"], ids=["next", "last", "dealt"])
def test_md_9_l_an_earlier_community_card_is_read_again_and_the_later_ones_stay(cards: str) -> None:
    told = electronic().deals(cards)
    undoes(told, 1)
    later = cards.split()[1:]
    assert middle(told)[1:] == [(card,) for card in later[:2]]
    assert told.table.phase == "dealing"
    reads(told, "5c")
    assert middle(told)[0] == ("5c",)
    told.deals(" ".join(["8h", "9d"][len(later) - 1 :])).finishes()
    assert nets(told) == ["-10.00"] * 3


MOMENTS: dict[str, Callable[[Told], object]] = {
    "dealt": lambda _: None,
    "a_hand_is_settled": lambda told: told.does(DEALER, c.SettleHand()),
    "all_is_settled": lambda told: told.settles(),
    "a_war_is_declared": lambda told: told.wars_all(),
    "cards_are_picked_up": lambda told: told.wars_all().goes_on("picking_up"),
    "a_war_is_dealt": lambda told: told.wars_all().war_deals("Ks 2c"),
    "a_war_is_settled": lambda told: told.wars_all().war_deals("Ks 2c").settles(),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_md_9_b_a_community_card_is_read_again_for_every_seat_that_bets_on_it(moment: str) -> None:
    """The nine of seats 1 and 2 was a ten: they win, and the war that followed goes to the rack."""
    told = electronic().deals("4c 9s 8h 9d")
    MOMENTS[moment](told)
    undoes(told, 2, "original")
    assert middle(told)[1] == ()
    assert told.table.boxes[0].card is told.table.boxes[1].card is None
    reads(told, "Ts")
    told.finishes()
    assert nets(told) == ["10.00", "10.00", "-10.00"]
    ((_, *cards), *_) = [hand for event in told.happened(e.CardsPickedUp) for hand in event.hands if hand[0] == 2][-1:]
    assert cards == [("Ts",)]


@pytest.mark.parametrize("moment", MOMENTS)
def test_md_9_b_the_dealers_card_is_read_again_in_the_electronic_form(moment: str) -> None:
    """The dealer's nine was an eight: seats 1 and 2 win, and seat 3 ties."""
    told = electronic().deals("4c 9s 8h 9d")
    MOMENTS[moment](told)
    undoes(told, DEALER_SEAT, "original")
    reads(told, "8d")
    told.settles().surrenders(3).finishes()
    assert nets(told) == ["10.00", "10.00", "-5.00"]


@pytest.mark.parametrize("settled", [False, True])
def test_md_9_i_a_war_card_in_the_middle_is_read_again(settled: bool) -> None:
    told = electronic().deals("4c 9s 9h 9d").wars_all().war_deals("2s 3s 5d")
    if settled:
        told.settles()
    undoes(told, 2)
    assert (middle(told)[1:], told.table.phase) == ([("9s",), ("9h", "3s")], "war_dealing")
    reads(told, "Ks")
    told.finishes()
    assert nets(told) == ["10.00", "10.00", "-20.00"]


def test_md_9_f_the_war_of_another_community_card_stands() -> None:
    told = electronic().deals("4c 9s 9h 9d").wars_all().war_deals("2s Ks 5d").settles()
    undoes(told, 2, "original")
    assert told.table.cards.rack[-1] == "2s"
    assert middle(told)[2] == ("9h", "Ks")
    reads(told, "8s")
    told.finishes()
    assert nets(told) == ["-10.00", "-10.00", "10.00"]


def test_md_9_f_a_community_card_without_a_bet_comes_back_from_the_rack() -> None:
    told = electronic().deals("4c 9s 8h 9d").wars_all().goes_on("picking_up")
    assert "4c" in told.table.cards.rack
    undoes(told, 1)
    assert "4c" not in told.table.cards.rack
    reads(told, "5c")
    told.war_deals("Ks 2c").finishes()
    assert nets(told) == ["10.00", "10.00", "-10.00"]


def test_md_9_l_two_community_cards_are_read_again_in_their_order() -> None:
    told = electronic().deals("4c 9s 8h")
    undoes(told, 2)
    undoes(told, 1)
    reads(told, "5c")
    reads(told, "Ts")
    assert middle(told) == [("5c",), ("Ts",), ("8h",)]
    told.deals("9d").finishes()
    assert nets(told) == ["10.00", "10.00", "-10.00"]


def test_md_11_c_a_card_that_is_read_again_is_not_one_that_was_passed_over() -> None:
    """The first card was passed over, and the second is taken back: it is due, and the first is not."""
    told = electronic().deals("4c 9s 8h")
    told.does(DEALER, c.ReportMissedHand(3))
    told.does(FLOOR, c.Rule("void_hand", WHY))
    assert middle(told) == [("4c",), ("9s",), ()]
    undoes(told, 1)
    reads(told, "5c")
    assert middle(told) == [("5c",), ("9s",), ()]


def test_md_9_l_a_card_that_was_passed_over_or_not_dealt_cannot_be_read_again() -> None:
    told = electronic().deals("4c 9s")
    assert told.refuses(FLOOR, c.UndoCard(WHY, 3)).why is Refusal.NO_CARD_TO_TAKE_BACK


def test_md_11_d_1_a_community_card_that_waits_to_be_read_goes_to_the_rack_when_the_round_is_void() -> None:
    told = electronic().deals("4c 9s 8h")
    undoes(told, 1)
    told.does(FLOOR, c.VoidRound(WHY))
    told.goes_on("picking_up")
    picked = dict(told.happened(e.CardsPickedUp)[-1].hands)
    assert (picked[1], picked[2]) == (("??",), ("9s",))
    assert told.table.cards.drawn_ahead == 0


@pytest.mark.parametrize("hand", [2, 0], ids=["the_hand", "the_dealer"])
def test_md_9_l_the_war_card_of_a_hand_where_another_seat_surrendered_goes_to_the_rack(hand: int) -> None:
    told = electronic().deals("4c 8s 7h 8d").war(1).surrenders(2).war_deals("Ks 2c")
    undoes(told, hand, "original")
    assert told.table.cards.rack[-2:] == ("Ks", "2c")
    told.deals("9h").finishes()
    assert nets(told) == (["10.00", "10.00", "-10.00"] if hand else ["-10.00"] * 3)


@pytest.mark.parametrize(
    ("hand", "deal", "card"), [(0, "war", "Ah"), (2, "war", "2h"), (2, "original", "9h"), (0, "original", "9h")]
)
def test_md_9_l_a_hand_that_was_picked_up_after_its_war_is_compared_again(hand: int, deal: str, card: str) -> None:
    told = electronic().deals("4c 8s 7h 8d").wars_all().war_deals("Ks 3c").settles()
    undoes(told, 3)
    reads(told, "8h")
    told.war(3).goes_on("picking_up")
    assert told.happened(e.CardsPickedUp)[-1].hands[-1] == (2, ("8s", "Ks"))
    told.war_deals("Qs").settles()
    undoes(told, hand, deal)
    reads(told, card)
    told.finishes()
    expected = {
        (0, "war"): ["-20.00"] * 3,
        (2, "war"): ["-20.00", "-20.00", "10.00"],
        (2, "original"): ["10.00"] * 3,
        (0, "original"): ["-10.00"] * 3,
    }
    assert nets(told) == expected[hand, deal]

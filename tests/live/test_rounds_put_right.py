"""What the page tells of a round whose cards were put right: each hand has the card that lay there."""

from tests.laws.test_cards_read_again import after_the_war, reads_again
from tests.told import DEALER, FLOOR, Told
from wartable.cards import Card
from wartable.live.history.rounds import RoundOver, summarise
from wartable.table import commands as c

WHY = "the floor saw it"


def three(cards: str) -> Told:
    told = Told.at("massachusetts")
    for seat in (1, 2, 3):
        told.bets(seat, "10.00")
    return told.deals(cards)


def over(told: Told) -> RoundOver:
    return summarise(told.ends().events, 1, 0, 0, 0)


def cards(told: Told) -> list[tuple[str, ...]]:
    summary = over(told)
    return [*(hand.cards for hand in summary.hands), summary.dealer_cards]


def test_ma_10_d_a_missed_hand_is_told_without_a_card_and_the_others_with_theirs() -> None:
    told = three("9s 8s 7s Kd")
    told.does(DEALER, c.ReportMissedHand(2))
    told.does(FLOOR, c.Rule("void_hand", WHY))
    assert cards(told) == [("9s",), (), ("8s",), ("7s",)]


def test_ma_10_a_a_card_that_lay_elsewhere_is_told_once() -> None:
    told = three("9s 8s 7s")
    told.does(DEALER, c.ReportMisdelivery(0, Card("7s"), entered=3))
    told.does(FLOOR, c.Rule("dealer_next", WHY))
    assert cards(told.deals("6s")) == [("9s",), ("8s",), ("6s",), ("7s",)]


def test_ma_8_a_a_card_that_was_read_again_is_told_with_the_wars_that_stand() -> None:
    assert cards(reads_again(after_the_war(), 3, "8s")) == [("9s", "Ks"), ("9c", "2c"), ("8s",), ("9d", "Jd")]
    assert cards(reads_again(after_the_war(), 0, "8d", "original")) == [("9s",), ("9c",), ("7s",), ("8d",)]
    told = Told.at("massachusetts").bets(1, "10.00").deals("9s 9d").wars_all().war_deals("2s Jd")
    assert cards(reads_again(told, 1, "8s", "original")) == [("8s",), ("9d",)]

"""The prompt names the order in which hands are picked up, seat by seat with the cards; the log then has that order."""

import pytest

from tests.told import DEALER, FLOOR, Told
from wartable.cards import Card
from wartable.rulebook import EDITION
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table.events import CardsPickedUp

CLAUSES = {
    "maryland": ("MD-9-F-1", "MD-9-K"),
    "california": ("CA-play-4b", "CA-play-8c"),
    "wisconsin": ("WI-h-4.2", "WI-h-8.3"),
    "massachusetts": ("MA-8-d.2", "MA-8-h.3"),
}


def dealt(rulebook: str, cards: str) -> Told:
    """Three players, of whom the one with the dealer's rank is asked."""
    told = Told.at(rulebook)
    if told.table.phase == "banking":
        told.banks(8, "500.00")
    return told.bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals(cards).settles()


def named(told: Told) -> str:
    """The order as the prompt has it."""
    (prompt,) = steps(told.table)
    return prompt.says.partition(" The order: ")[2]


@pytest.mark.parametrize("rulebook", CLAUSES)
def test_md_9_f_1_and_its_sisters_the_order_is_named_seat_by_seat_with_the_cards(rulebook: str) -> None:
    told = dealt(rulebook, "Kc 4d 9s 9h").war(3)
    (prompt,) = steps(told.table)
    order = ["seat 2 4d", "seat 1 Kc"]
    if told.table.rules.settle.direction == "clockwise":
        order.reverse()
    assert named(told) == ", ".join(order) + "."
    assert CLAUSES[rulebook][0] in prompt.clauses
    told.does(DEALER, c.PickUpCards())
    (picked,) = told.happened(CardsPickedUp)
    assert [f"seat {seat} {hand[0]}" for seat, hand in picked.hands] == order


@pytest.mark.parametrize("rulebook", CLAUSES)
def test_md_9_k_and_its_sisters_the_order_of_the_war_hands_is_named_with_both_cards(rulebook: str) -> None:
    told = dealt(rulebook, "Kc 4d 9s 9h").war(3).war_deals("Js 2s").settles()
    (prompt,) = steps(told.table)
    last = "player/dealer" if rulebook == "california" else "dealer"
    assert (prompt.step, named(told)) == ("war_pick_up", f"seat 3 9s Js, {last} 9h 2s.")
    assert CLAUSES[rulebook][1] in prompt.clauses
    told.does(DEALER, c.PickUpCards())
    assert [seat for seat, _ in told.happened(CardsPickedUp)[-1].hands] == [3, 0]


@pytest.mark.parametrize("rulebook", ["maryland", "california"])
def test_ca_play_4b_the_dealer_may_report_another_order_and_the_log_has_it(rulebook: str) -> None:
    told = dealt(rulebook, "Kc 4d 5s 9h")
    told.does(DEALER, c.PickUpCards((0, 1, 2, 3)))
    (picked,) = told.happened(CardsPickedUp)
    assert [seat for seat, _ in picked.hands] == [0, 1, 2, 3]
    assert told.table.cards.rack[-4:] == ("9h", "Kc", "4d", "5s")


@pytest.mark.parametrize("order", [(1, 2, 3), (1, 1, 2, 3), (0, 1, 2, 9)])
def test_md_9_f_1_an_order_names_each_hand_once(order: tuple[int, ...]) -> None:
    told = dealt("maryland", "Kc 4d 5s 9h")
    refused = told.refuses(DEALER, c.PickUpCards(order))
    assert (refused.why, "MD-9-F-1" in refused.clauses) == (Refusal.ORDER_IS_BAD, True)
    assert not told.happened(CardsPickedUp)


def test_a_round_that_is_void_before_a_card_lies_has_no_order_to_name() -> None:
    told = Told.at("maryland").bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    told.does(FLOOR, c.VoidRound("the lights went out"))
    assert named(told) == ""


def at_war(rulebook: str, *, edition: int = EDITION) -> Told:
    """Seats 1 and 2 go to war, and seat 3, which lost, is picked up; a card was misdelivered where that lets out."""
    told = Told.at(rulebook, edition=edition)
    if told.table.phase == "banking":
        told.banks(8, "500.00")
    for seat in (1, 2, 3):
        told.bets(seat, "10.00")
    told.deals("9c 9d")
    if rulebook == "massachusetts":
        told.does(DEALER, c.ReportMisdelivery(3, Card("Kc")))
        told.does(FLOOR, c.Rule("burn", "it was seen"))
    told.deals("4d 9h").wars_all().goes_on("picking_up")
    assert told.table.phase == "war_wagers"
    return told


def leave(told: Told) -> None:
    """Seat 2 goes out before the war deal: let out, abandoned, or without a card."""
    if told.table.rules.irregularity.release_players:
        told.does(FLOOR, c.ReleasePlayers((2,), "the dealer erred"))
        return
    lost = told.table.rules.abandon.may_lose
    told.does(DEALER, c.ReportAbsence(2) if lost else c.ReportMissedHand(2))
    told.does(FLOOR, c.Rule("lost" if lost else "void_hand", "the floor saw it"))


LEAVES = {"massachusetts": "ma_8_d_1", "maryland": "md_9_f", "california": "ca_play_4a"}


@pytest.mark.parametrize("rulebook", LEAVES, ids=LEAVES.values())
@pytest.mark.parametrize("seen", [False, True], ids=["unseen", "seen"])
def test_ma_8_d_1_md_9_f_ca_play_4a_a_hand_that_leaves_the_war_before_its_deal_is_picked_up_first(
    rulebook: str, *, seen: bool
) -> None:
    """The others are asked nothing twice."""
    told = at_war(rulebook)
    if seen:
        told.sees_the_war()
    leave(told)
    assert (told.table.phase, named(told)) == ("picking_up", "seat 2 9d.")
    told.does(DEALER, c.PickUpCards())
    assert told.table.phase == "war_wagers"
    if seen:
        told.does(DEALER, c.ConfirmWarWagers())
    told.goes_on("war_wagers").deals("Js 2s").ends()
    assert [[seat for seat, _ in picked.hands] for picked in told.happened(CardsPickedUp)] == [[3], [2], [1, 0]]


def test_ma_8_d_1_in_a_log_of_the_first_edition_the_card_lay_until_the_last_pick_up() -> None:
    told = at_war("massachusetts", edition=1)
    leave(told)
    assert told.table.phase == "war_wagers"

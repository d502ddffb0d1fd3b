"""Maryland, Chapter 9 §§G to K and Chapter 10 §A: the war is confirmed, burned, dealt, settled and picked up."""

import pytest

from tests.seen import seen
from tests.told import DEALER, SHOE, Told, player
from wartable.cards import Card
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table.events import CardBurned, CardDealt, CardsPickedUp, HandSettled, RoundEnded, WagerSettled

NINE = Card("9s")


def at_war(*seats: int) -> Told:
    """Players who tied with sevens and went to war, each with a tie wager of 5.00 on it; nothing confirmed yet."""
    told = Told.at("maryland")
    for seat in seats:
        told.bets(seat, "10.00")
    told.deals("7s " * len(seats) + "7d").settles()
    for seat in seats:
        told.war(seat)
    told.goes_on("picking_up")
    for seat in seats:
        told.does(player(f"seat {seat}"), c.PlaceWager(seat, "war_tie", 500))
    return told


def confirmed(*seats: int) -> Told:
    told = at_war(*seats)
    told.confirms_the_war()
    return told


def fought(card: str) -> dict[str, WagerSettled]:
    """The settlement of one player's war with this card against the dealer's queen."""
    lines = at_war(1).war_deals(f"{card} Qd").settles().lines(1)
    return {str(wager): line for wager, line in lines.items()}


def moved(line: WagerSettled) -> tuple[str, int, int, int]:
    """How a wager ended, and what was collected, returned and paid."""
    return line.result, line.collected, line.returned, line.paid


# Before the war deal


def test_md_9_g_no_further_card_before_the_dealer_has_confirmed_the_war_wagers() -> None:
    told = at_war(1).sees_the_war()
    prompt = steps(told.table)[0]
    assert (prompt.step, prompt.by) == ("war_wagers", ("dealer",))
    assert {"MD-9-G", "MD-9-G-1"} <= set(prompt.clauses)
    for by, command in ((SHOE, c.TurnCard(NINE)), (DEALER, c.BurnCard())):
        assert told.refuses(by, command).why is Refusal.NOT_NOW
    assert told.refuses(player("seat 1"), c.ConfirmWarWagers()).why is Refusal.NOT_YOURS
    told.confirms_the_war()
    told.does(DEALER, c.BurnCard())


def test_md_9_g_1_the_original_cards_of_player_and_dealer_stay_exposed() -> None:
    told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals("7s 9c 7d").war(1).war_deals("Ks")
    felt = seen(told.table)
    assert {box.seat: box.cards for box in felt.seats if box.taken} == {1: ("7s", "Ks"), 2: ()}
    assert felt.dealer_cards == ("7d",)
    assert [hands.hands for hands in told.happened(CardsPickedUp)] == [((2, (Card("9c"),)),)]
    told.deals("2d")
    assert seen(told.table, "dealer").dealer_cards == ("7d", "2d")


# The war deal


def test_md_9_h_1_three_cards_and_no_more_are_burned_before_the_first_war_card() -> None:
    told = confirmed(1)
    before = len(told.happened(CardBurned))
    for _ in range(3):
        (prompt,) = steps(told.table)
        assert (prompt.step, prompt.by, prompt.clauses) == ("war_burn", ("dealer",), ("MD-9-H.1",))
        refused = told.refuses(SHOE, c.TurnCard(NINE))
        assert (refused.why, refused.clauses) == (Refusal.BURN_COMES_FIRST, ("MD-9-H.1",))
        told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.BurnCard()).why is Refusal.NO_BURN_IS_DUE
    told.does(SHOE, c.TurnCard(NINE))
    assert len(told.happened(CardBurned)) == before + 3


def test_md_9_h_1_the_burns_of_the_war_lie_in_the_rack_unseen() -> None:
    told = confirmed(1)
    told.goes_on("war_dealing")
    assert told.table.cards.rack == ("??",) * 4
    assert sum(told.table.cards.seen) == 2


def test_md_9_h_1_the_war_deal_begins_with_burns_and_has_no_others() -> None:
    told = confirmed(2, 5)
    told.goes_on("war_dealing")
    for card in ("9s", "Ts", "Jd"):
        assert told.refuses(DEALER, c.BurnCard()).why is Refusal.NO_BURN_IS_DUE
        told.does(SHOE, c.TurnCard(Card(card)))


def test_md_9_h_2_the_first_war_card_goes_to_the_war_player_at_the_far_left() -> None:
    told = Told.at("maryland").bets(1, "10.00").bets(4, "10.00").bets(6, "10.00")
    told.deals("9s 7c 7h 7d").war(4).war(6).war_deals("")
    told.goes_on("war_wagers", "war_dealing")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.seat) == ("war_deal_player", ("shoe",), 4)
    assert {"MD-9-H.2", "MD-9-H-2"} <= set(prompt.clauses)


def test_md_9_h_1_the_dealer_is_told_to_lay_the_war_card_beside_the_first() -> None:
    told = confirmed(1)
    told.goes_on("war_dealing")
    (prompt,) = steps(told.table)
    assert "MD-9-H-1" in prompt.clauses
    assert "beside the player's first card" in prompt.says
    told.deals("Ks")
    assert seen(told.table, "dealer").seats[0].cards == ("7s", "Ks")


def test_md_9_h_2_the_war_deal_goes_clockwise_and_ends_with_the_dealer() -> None:
    told = at_war(2, 5, 9).war_deals("Ks Kc Kh 2d")
    assert [card.seat for card in told.happened(CardDealt) if card.deal == "war"] == [2, 5, 9, 0]


def test_md_9_h_2_the_last_war_card_is_prompted_for_the_dealer() -> None:
    told = at_war(2, 5).war_deals("Ks Kc")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("war_deal_dealer", ("shoe",))
    assert "MD-9-H-2" in prompt.clauses


# Settling the war


def test_md_9_i_wars_are_settled_counterclockwise_war_card_against_war_card() -> None:
    told = at_war(2, 5, 9).war_deals("Ks 2c Qh Qd")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("war_settle", 9)
    assert "MD-9-I" in prompt.clauses
    told.settles()
    wars = [(hand.seat, hand.outcome) for hand in told.happened(HandSettled) if hand.deal == "war"]
    assert wars == [(9, "equal"), (5, "lower"), (2, "higher")]


def test_md_9_i_1_a_lost_war_costs_the_initial_the_war_and_the_tie_wager() -> None:
    lines = fought("Js")
    assert [moved(lines[wager]) for wager in ("initial", "war", "war_tie")] == [
        ("lose", 1000, 0, 0),
        ("lose", 1000, 0, 0),
        ("lose", 500, 0, 0),
    ]
    assert {line.clauses for line in lines.values()} == {("MD-9-I-1",)}


def test_md_9_i_1_a_lost_war_is_collected_as_soon_as_it_is_compared() -> None:
    told = at_war(1).war_deals("Js Qd")
    collected = told.does(DEALER, c.SettleHand())
    assert sum(line.collected for line in collected if isinstance(line, WagerSettled)) == 2500
    assert told.accounts() == {"patron/seat 1": -2500, "bank": 2500}


def test_md_9_i_2_1_the_higher_war_card_gets_the_initial_wager_back_without_pay() -> None:
    line = fought("Ks")["initial"]
    assert (moved(line), line.clauses) == (("push", 0, 1000, 0), ("MD-9-I-2.1",))


def test_md_9_i_2_2_the_higher_war_card_wins_the_war_wager() -> None:
    line = fought("Ks")["war"]
    assert (moved(line), line.clauses) == (("win", 0, 1000, 1000), ("MD-9-I-2.2", "MD-10-A-3"))


def test_md_9_i_2_3_the_higher_war_card_loses_the_tie_wager_of_the_war() -> None:
    line = fought("Ks")["war_tie"]
    assert (moved(line), line.clauses) == (("lose", 500, 0, 0), ("MD-9-I-2.3",))


def test_md_9_i_3_1_a_tied_war_gives_the_initial_wager_back_without_pay() -> None:
    line = fought("Qs")["initial"]
    assert (moved(line), line.clauses) == (("push", 0, 1000, 0), ("MD-9-I-3.1",))


def test_md_9_i_3_2_a_tied_war_wins_the_war_wager() -> None:
    line = fought("Qs")["war"]
    assert (line.result, line.returned, line.paid > 0) == ("win", 1000, True)
    assert "MD-9-I-3.2" in line.clauses


def test_reading_md_27_the_war_wager_of_a_tied_war_pays_two_to_one() -> None:
    line = fought("Qs")["war"]
    assert (line.paid, line.clauses) == (2000, ("MD-9-I-3.2", "MD-10-A-4"))


def test_reading_md_27_the_tie_wager_on_the_war_deal_pays_ten_to_one() -> None:
    line = fought("Qs")["war_tie"]
    assert (moved(line), line.clauses) == (("win", 0, 500, 5000), ("MD-9-I-3.3", "MD-10-A-2"))


@pytest.mark.parametrize(("card", "bank"), [("Js", 2500), ("Ks", -500), ("Qs", -7000)])
def test_md_9_j_the_inventory_takes_what_loses_and_pays_what_wins(card: str, bank: int) -> None:
    told = at_war(1).war_deals(f"{card} Qd")
    assert {"MD-9-J", "MD-9-J-1"} <= set(steps(told.table)[0].clauses)
    told.settles()
    assert told.accounts() == {"patron/seat 1": -bank, "bank": bank}


# Picking up


def test_md_9_k_the_cards_left_are_racked_so_that_each_war_hand_can_be_rebuilt() -> None:
    told = at_war(2, 5).war_deals("Ks 2c Qd")
    assert told.refuses(DEALER, c.PickUpCards()).why is Refusal.NOT_NOW
    told.settles()
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.clauses) == ("war_pick_up", ("dealer",), ("MD-9-K",))
    told.does(DEALER, c.PickUpCards())
    hands = ((5, (Card("7s"), Card("2c"))), (2, (Card("7s"), Card("Ks"))), (0, (Card("7d"), Card("Qd"))))
    assert told.happened(CardsPickedUp) == [CardsPickedUp(hands)]
    assert told.table.cards.rack[-6:] == ("7s", "2c", "7s", "Ks", "7d", "Qd")
    assert told.happened(RoundEnded)

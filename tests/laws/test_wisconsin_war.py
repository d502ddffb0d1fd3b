"""Wisconsin (h)(5) to (h)(8) and (i)(1)(iii): the war is wagered, dealt, settled and picked up."""

import pytest

from tests.seen import seen
from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e


def at_war(*seats: int) -> Told:
    """A round in which these seats tied and chose war; the war wagers are not confirmed yet."""
    told = Told.at("wisconsin")
    for seat in seats:
        told.bets(seat, "10.00")
    told.deals("9c " * len(seats) + "9d").settles()
    while (turn := told.asked()) is not None:
        told.war(turn[0])
    return told


def war_of(cards: str, tie: str | None = None, war_tie: str | None = None) -> Told:
    """Seat 1 ties, goes to war for these cards, and the round is over."""
    told = Told.at("wisconsin").bets(1, "10.00", tie).deals("9c 9d")
    return told.war(1, war_tie).war_deals(cards).ends()


# The wagers


def test_wi_h_5_1_the_dealer_confirms_the_war_wagers_before_any_card() -> None:
    told = at_war(1).sees_the_war()
    prompt = steps(told.table)[0]
    assert (prompt.step, prompt.by) == ("war_wagers", ("dealer",))
    assert prompt.clauses == ("WI-h-5.1", "WI-h-5.2", "WI-h-5.3")
    assert told.refuses(DEALER, c.BurnCard()).why == Refusal.NOT_NOW
    assert told.refuses(SHOE, c.TurnCard(Card("Kc"))).why == Refusal.NOT_NOW
    assert told.refuses(player("seat 1"), c.ConfirmWarWagers()).why == Refusal.NOT_YOURS
    told.confirms_the_war()
    told.does(DEALER, c.BurnCard())


def test_wi_h_5_2_going_to_war_collects_the_initial_wager() -> None:
    told = at_war(1, 2)
    assert "bank" not in told.accounts()
    told.confirms_the_war()
    assert told.accounts()["bank"] == 2000
    for seat in (1, 2):
        line = told.lines(seat)["initial"]
        assert (line.result, line.collected, line.returned, line.paid) == ("collected", 1000, 0, 0)
        assert "WI-h-5.2" in line.clauses


@pytest.mark.parametrize("cards", ["Kc Qd", "Kc Kd"])
def test_wi_h_5_2_the_collected_initial_wager_does_not_come_back_with_a_war_that_is_won(cards: str) -> None:
    told = war_of(cards)
    assert [line.wager for line in told.happened(e.WagerSettled)] == ["initial", "war"]
    assert told.lines(1)["initial"].returned == 0


def test_wi_h_5_3_the_tied_cards_stay_exposed_during_the_war_deal() -> None:
    told = at_war(1, 3).war_deals("Kc")
    felt = seen(told.table)
    assert (felt.phase, felt.seats[0].cards, felt.seats[2].cards) == ("war_dealing", ("9c", "Kc"), ("9c",))
    assert felt.dealer_cards == ("9d",)
    assert told.table.cards.rack == ("??",) * 4


def test_wi_h_5_4_every_player_at_war_is_offered_a_tie_wager_and_nobody_else() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(3, "10.00").bets(4, "10.00").bets(6, "10.00")
    told.deals("9c 9d 9h Ks 9s").war(1).surrenders(3).war(4).goes_on("picking_up")
    offers = [step for step in steps(told.table) if step.step == "war_tie"]
    assert [(offer.seat, offer.by, offer.clauses) for offer in offers] == [
        (1, ("dealer",), ("WI-h-5.4",)),
        (4, ("dealer",), ("WI-h-5.4",)),
    ]
    for seat in (3, 6):
        out = told.refuses(player(f"seat {seat}"), c.PlaceWager(seat, "war_tie", 500))
        assert out.why == Refusal.HAND_IS_NOT_IN_PLAY
        assert "WI-h-5.4" in out.clauses
    told.does(player("seat 1"), c.PlaceWager(1, "war_tie", 500))
    told.war_deals("Kc Qd Kh").ends()
    assert (told.lines(1)["war_tie"].paid, "war_tie" in told.lines(4)) == (5000, False)


def test_wi_h_5_4_the_offer_ends_before_anything_is_burned() -> None:
    told = at_war(1)
    told.confirms_the_war()
    assert told.refuses(player("seat 1"), c.PlaceWager(1, "war_tie", 500)).why == Refusal.NOT_NOW


# The deal


def test_wi_h_6_1_three_cards_are_burned_before_the_war_deal() -> None:
    told = at_war(1, 2)
    told.confirms_the_war()
    for _ in range(3):
        prompt = steps(told.table)[0]
        assert (prompt.step, prompt.clauses) == ("war_burn", ("WI-h-6.1",))
        too_soon = told.refuses(SHOE, c.TurnCard(Card("Kc")))
        assert (too_soon.why, too_soon.clauses) == (Refusal.BURN_COMES_FIRST, ("WI-h-6.1",))
        told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.BurnCard()).why == Refusal.NO_BURN_IS_DUE
    for card in ("Kc", "Kd", "Kh"):
        told.does(SHOE, c.TurnCard(Card(card)))
    assert told.table.phase == "war_settling"


def test_wi_h_6_2_the_first_war_card_goes_to_the_war_player_at_the_far_left() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(3, "10.00").bets(5, "10.00").deals("Kc 9d 9h 9s")
    told.war(3).war(5).war_deals("2c")
    first = [deal for deal in told.happened(e.CardDealt) if deal.deal == "war"]
    assert first == [e.CardDealt(3, Card("2c"), "war")]


def test_wi_h_6_2_war_cards_lie_face_up_for_everybody() -> None:
    told = at_war(2)
    told.confirms_the_war()
    told.goes_on("war_dealing")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("war_deal_player", 2)
    assert {"WI-h-6.2", "WI-h-6.3"} <= set(prompt.clauses)
    assert "face up" in prompt.says
    told.deals("Kc Qd")
    felt = seen(told.table)
    assert (felt.seats[1].cards, felt.dealer_cards) == (("9c", "Kc"), ("9d", "Qd"))


def test_wi_h_6_3_the_war_card_lies_beside_the_players_first_card() -> None:
    told = at_war(2)
    told.confirms_the_war()
    (prompt,) = steps(told.goes_on("war_dealing").table)
    assert "beside the player's first card" in prompt.says
    assert "WI-h-6.3" in prompt.clauses


def test_wi_h_6_4_the_war_deal_goes_clockwise_and_ends_with_the_dealer() -> None:
    told = at_war(6, 1, 4).war_deals("2c 3d 4h")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.clauses) == ("war_deal_dealer", ("WI-h-6.4", "WI-g-2.2"))
    told.deals("5s")
    order = [(deal.seat, deal.card) for deal in told.happened(e.CardDealt) if deal.deal == "war"]
    assert order == [(1, "2c"), (4, "3d"), (6, "4h"), (0, "5s")]


# The settlement


def test_wi_h_7_wars_are_settled_clockwise_when_the_war_deal_is_done() -> None:
    told = at_war(6, 1, 4).war_deals("Kc 2d 7h")
    assert told.refuses(DEALER, c.SettleHand()).why == Refusal.NOT_NOW
    told.deals("7s")
    prompts = []
    while told.table.phase == "war_settling":
        (prompt,) = steps(told.table)
        assert {"WI-h-7", "WI-h-8.1", "WI-h-8.2"} <= set(prompt.clauses)
        prompts.append(prompt.seat)
        told.does(DEALER, c.SettleHand())
    assert prompts == [1, 4, 6]
    assert [hand.outcome for hand in told.happened(e.HandSettled) if hand.deal == "war"] == ["higher", "lower", "equal"]


def test_wi_h_7_only_the_war_cards_are_compared() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Ac Ad").war(1).war_deals("3c 2d").ends()
    assert told.lines(1)["war"].result == "win"


def test_wi_h_7_i_a_lower_war_card_loses_the_war_and_the_tie_wager() -> None:
    lines = war_of("Qc Kd", war_tie="5.00").lines(1)
    assert (lines["war"].result, lines["war"].collected) == ("lose", 1000)
    assert (lines["war_tie"].result, lines["war_tie"].collected) == ("lose", 500)
    assert "WI-h-7-i" in lines["war"].clauses
    assert "WI-h-7-i" in lines["war_tie"].clauses


def test_wi_h_7_ii_1_a_higher_war_card_wins_the_war_wager() -> None:
    line = war_of("Kc Qd").lines(1)["war"]
    assert (line.result, line.collected, line.returned) == ("win", 0, 1000)
    assert "WI-h-7-ii.1" in line.clauses


def test_wi_h_7_ii_2_a_higher_war_card_loses_the_tie_wager_of_the_war_deal() -> None:
    line = war_of("Kc Qd", war_tie="5.00").lines(1)["war_tie"]
    assert (line.result, line.collected, line.returned) == ("lose", 500, 0)
    assert "WI-h-7-ii.2" in line.clauses


def test_wi_h_7_iii_1_a_tied_war_wins_the_war_wager_without_another_choice() -> None:
    told = war_of("Kc Kd")
    line = told.lines(1)["war"]
    assert (line.result, line.collected, line.returned) == ("win", 0, 1000)
    assert "WI-h-7-iii.1" in line.clauses
    assert told.events[-1] == e.RoundEnded(1)


def test_wi_h_7_iii_2_a_tied_war_wins_the_tie_wager_of_the_war_deal() -> None:
    line = war_of("Kc Kd", war_tie="5.00").lines(1)["war_tie"]
    assert (line.result, line.returned, line.paid) == ("win", 500, 5000)
    assert "WI-h-7-iii.2" in line.clauses


def test_wi_h_8_1_what_loses_the_war_goes_into_the_inventory() -> None:
    assert war_of("Qc Kd", war_tie="5.00").accounts() == {"patron/seat 1": -2500, "bank": 2500}


def test_wi_h_8_2_what_wins_the_war_is_paid_out_of_the_inventory() -> None:
    assert war_of("Kc Qd").accounts() == {"patron/seat 1": 1000, "bank": -1000}


@pytest.mark.parametrize(("initial", "paid"), [("10.00", 2000), ("35.00", 7000)])
def test_wi_i_1_iii_1_a_war_wager_wins_two_to_one(initial: str, paid: int) -> None:
    told = Told.at("wisconsin").bets(1, initial).deals("9c 9d").war(1).war_deals("Kc Qd").ends()
    assert told.lines(1)["war"].paid == paid
    assert "WI-i-1-iii.1" in told.lines(1)["war"].clauses


@pytest.mark.parametrize(("initial", "paid"), [("10.00", 3000), ("35.00", 10500)])
def test_wi_i_1_iii_2_a_tied_war_pays_three_to_one(initial: str, paid: int) -> None:
    told = Told.at("wisconsin").bets(1, initial).deals("9c 9d").war(1).war_deals("Kc Kd").ends()
    assert told.lines(1)["war"].paid == paid
    assert "WI-i-1-iii.2" in told.lines(1)["war"].clauses


NETS = {
    "Kc Qd": ("10.00", "60.00", "5.00", "55.00"),
    "Qc Kd": ("-20.00", "30.00", "-25.00", "25.00"),
    "Kc Kd": ("20.00", "70.00", "70.00", "120.00"),
}
"""By the war cards: without a tie wager, with 5.00 on the original deal, with 5.00 on the war deal, with both."""


@pytest.mark.parametrize("cards", NETS)
def test_wi_i_1_iii_1_the_nets_of_a_war_for_ten_dollars(cards: str) -> None:
    ways = ((None, None), ("5.00", None), (None, "5.00"), ("5.00", "5.00"))
    assert tuple(war_of(cards, tie, war_tie).net(1) for tie, war_tie in ways) == NETS[cards]


# The pick-up


def test_wi_h_8_3_every_war_hand_is_racked_card_by_card_after_the_last_payment() -> None:
    told = at_war(1, 4).war_deals("Kc 2d 7s")
    assert told.refuses(DEALER, c.PickUpCards()).why == Refusal.NOT_NOW
    told.settles()
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.clauses) == ("war_pick_up", ("WI-h-8.3",))
    assert told.refuses(FLOOR, c.PickUpCards()).why == Refusal.NOT_YOURS
    told.does(DEALER, c.PickUpCards())
    (picked,) = told.happened(e.CardsPickedUp)
    assert picked.hands == ((1, ("9c", "Kc")), (4, ("9c", "2d")), (0, ("9d", "7s")))
    assert told.table.cards.rack == ("??", "??", "??", "??", "9c", "Kc", "9c", "2d", "9d", "7s")

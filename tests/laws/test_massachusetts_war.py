"""Section 8(c)(2) and (e) to (h) with the odds of section 9: the war wager, the war deal and its end."""

import pytest

from tests.seen import seen
from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.live.wire.views import AUDIENCES
from wartable.table import Step, steps
from wartable.table import commands as c
from wartable.table.events import CardBurned, CardDealt, CardsPickedUp, HandSettled, WagerSettled, WarDeclared
from wartable.table.events import WarWagersConfirmed as Confirmed
from wartable.table.refusals import Refusal

MA = "massachusetts"
KING = c.TurnCard(Card("Ks"))


def prompt(told: Told) -> Step:
    return steps(told.table)[0]


def two_wars(tie: str | None = None) -> Told:
    """Seats 2 and 5 tied and go to war, seat 3 won; the war wagers are not confirmed yet."""
    told = Told.at(MA)
    for seat, initial in ((2, "10.00"), (3, "10.00"), (5, "30.00")):
        told.bets(seat, initial)
    told.deals("9s Ks 9h 9d").settles()
    told.does(DEALER, c.GoToWar(5))
    told.does(DEALER, c.GoToWar(2))
    told.goes_on("picking_up")
    if tie is not None:
        told.does(DEALER, c.PlaceWager(5, "war_tie", 500))
    return told


def war(cards: str) -> Told:
    """One player with 20.00 on the hand and 5.00 on a tied war; these are the war cards."""
    return Told.at(MA).bets(1, "20.00").deals("9s 9d").war(1, tie="5.00").war_deals(cards).ends()


def test_ma_8_c_2_a_war_wager_equals_the_initial_wager() -> None:
    told = two_wars()
    assert told.happened(WarDeclared) == [WarDeclared(5, "", "seat 5", 3000), WarDeclared(2, "", "seat 2", 1000)]
    assert {account: cents for account, cents in told.accounts().items() if account.startswith("layout/")} == {
        "layout/2//initial": 1000,
        "layout/2//war": 1000,
        "layout/5//initial": 3000,
        "layout/5//war": 3000,
    }


def test_ma_8_c_2_the_war_is_offered_with_its_clause() -> None:
    told = Told.at(MA).bets(1, "10.00").deals("9s 9d").settles()
    assert (prompt(told).step, "MA-8-c-2" in prompt(told).clauses) == ("choose", True)


def test_ma_8_e_1_no_further_card_is_dealt_before_the_war_wagers_are_confirmed() -> None:
    told = two_wars().sees_the_war()
    assert (prompt(told).step, prompt(told).by) == ("war_wagers", ("dealer",))
    assert "MA-8-e.1" in prompt(told).clauses
    assert told.refuses(SHOE, KING).why is Refusal.NOT_NOW
    assert told.refuses(DEALER, c.BurnCard()).why is Refusal.NOT_NOW
    for other in (FLOOR, player("seat 2")):
        assert told.refuses(other, c.ConfirmWarWagers()).why is Refusal.NOT_YOURS
    assert told.confirms_the_war() == (Confirmed(),)
    assert told.table.phase == "war_dealing"


def test_ma_8_e_2_the_tied_cards_stay_in_sight_during_the_war_deal() -> None:
    told = two_wars().war_deals("Qs")
    assert told.table.phase == "war_dealing"
    for audience in AUDIENCES:
        felt = seen(told.table, audience)
        assert felt.dealer_cards == ("9d",)
        assert (felt.seats[1].cards, felt.seats[4].cards) == (("9s", "Qs"), ("9h",))
    assert [hand for event in told.happened(CardsPickedUp) for hand in event.hands] == [(3, ("Ks",))]
    assert told.refuses(DEALER, c.PickUpCards()).why is Refusal.NOT_NOW


def test_ma_8_e_2_the_dealer_is_told_to_leave_the_cards_face_up() -> None:
    told = two_wars().sees_the_war()
    assert "tied cards stay face up" in prompt(told).says
    assert "MA-8-e.2" in prompt(told).clauses


def test_ma_8_e_3_everybody_at_war_is_offered_a_tie_wager_on_the_war_deal() -> None:
    told = two_wars()
    offers = [(step.seat, step.clauses) for step in steps(told.table) if step.step == "war_tie"]
    assert offers == [(2, ("MA-8-e.3",)), (5, ("MA-8-e.3",))]
    told.does(player("seat 2"), c.PlaceWager(2, "war_tie", 500))
    assert [step.seat for step in steps(told.table) if step.step == "war_tie"] == [5]
    refused = told.refuses(player("seat 3"), c.PlaceWager(3, "war_tie", 500))
    assert refused.why is Refusal.HAND_IS_NOT_IN_PLAY
    assert "MA-8-e.3" in refused.clauses
    told.confirms_the_war()
    assert told.refuses(player("seat 5"), c.PlaceWager(5, "war_tie", 500)).why is Refusal.NOT_NOW


def test_ma_8_f_1_three_burns_begin_the_war_deal() -> None:
    told = two_wars()
    told.confirms_the_war()
    burned = len(told.happened(CardBurned))
    for _ in range(3):
        assert (prompt(told).step, prompt(told).clauses) == ("war_burn", ("MA-8-f.1",))
        refused = told.refuses(SHOE, KING)
        assert (refused.why, refused.clauses) == (Refusal.BURN_COMES_FIRST, ("MA-8-f.1",))
        told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.BurnCard()).why is Refusal.NO_BURN_IS_DUE
    told.deals("Qs Js 2d")
    assert len(told.happened(CardBurned)) == burned + 3
    assert told.table.cards.rack[-3:] == ("??", "??", "??")


@pytest.mark.parametrize(("pattern", "burns"), [("once", 3), ("before_every_card", 9)])
def test_ma_8_f_4_a_house_may_repeat_the_burns_with_the_process(pattern: str, burns: int) -> None:
    told = Told.at(MA, {"war": {"burn_pattern": pattern}}).bets(2, "10.00").bets(5, "10.00").deals("9s 9h 9d")
    told.war(5).war(2).war_deals("Qs Js 2d")
    assert told.table.round.war_burns == burns


def test_ma_8_f_2_the_first_war_card_goes_to_the_war_farthest_left() -> None:
    told = two_wars()
    told.goes_on("war_wagers", "war_dealing")
    assert (prompt(told).step, prompt(told).seat) == ("war_deal_player", 2)
    assert {"MA-8-f.2", "MA-8-f.3"} <= set(prompt(told).clauses)
    assert told.does(SHOE, KING) == (CardDealt(2, Card("Ks"), "war"),)


def test_ma_8_f_3_the_war_card_lies_beside_the_players_first_card() -> None:
    told = two_wars()
    told.goes_on("war_wagers", "war_dealing")
    assert "beside the player's first card" in prompt(told).says
    told.deals("Qs Js 2d")
    assert [(box.seat, box.hand) for box in told.table.boxes if box.war_card] == [
        (2, ("9s", "Qs")),
        (5, ("9h", "Js")),
    ]


def test_ma_8_f_4_the_war_deal_goes_clockwise_and_ends_with_the_dealer() -> None:
    told = two_wars().war_deals("Qs Js")
    assert (prompt(told).step, prompt(told).seat, prompt(told).clauses) == (
        "war_deal_dealer",
        0,
        ("MA-8-f.4", "MA-7-b.2"),
    )
    told.deals("2d")
    dealt = [(event.seat, event.card) for event in told.happened(CardDealt) if event.deal == "war"]
    assert dealt == [(2, "Qs"), (5, "Js"), (0, "2d")]
    assert told.table.phase == "war_settling"


def test_ma_8_g_wars_are_settled_counterclockwise_war_card_against_war_card() -> None:
    told = two_wars(tie="5.00").war_deals("2s Ks 3d")
    assert told.happened(WagerSettled)[-1].seat == 3
    for seat in (5, 2):
        assert (prompt(told).step, prompt(told).seat) == ("war_settle", seat)
        assert "MA-8-g" in prompt(told).clauses
        told.does(DEALER, c.SettleHand())
    assert told.happened(HandSettled)[-2:] == [HandSettled(5, "war", "higher"), HandSettled(2, "war", "lower")]


def test_ma_8_g_1_a_lower_war_card_loses_initial_war_and_tie_wager_at_once() -> None:
    told = war("5s 6d")
    lost = {wager: line for wager, line in told.lines(1).items() if line.clauses == ("MA-8-g-1",)}
    assert {wager: (line.result, line.collected, line.returned, line.paid) for wager, line in lost.items()} == {
        "initial": ("lose", 2000, 0, 0),
        "war": ("lose", 2000, 0, 0),
        "war_tie": ("lose", 500, 0, 0),
    }
    assert told.accounts() == {"bank": 4500, "patron/seat 1": -4500}


def test_ma_8_g_1_a_lost_war_is_collected_before_the_next_hand_is_looked_at() -> None:
    told = two_wars().war_deals("Ks 2s 3d")
    told.does(DEALER, c.SettleHand())
    assert told.accounts()["patron/seat 5"] == -6000
    assert "patron/seat 2" in told.accounts()
    assert "war" not in told.lines(2)


def test_ma_8_g_2_1_a_won_war_gives_the_initial_wager_back_without_pay() -> None:
    line = war("7s 6d").lines(1)["initial"]
    assert (line.result, line.collected, line.returned, line.paid) == ("push", 0, 2000, 0)
    assert line.clauses == ("MA-8-g-2.1", "MA-9-a-1.2")


def test_ma_8_g_2_2_a_won_war_wins_the_war_wager() -> None:
    line = war("7s 6d").lines(1)["war"]
    assert (line.result, line.collected, line.returned, line.paid) == ("win", 0, 2000, 2000)
    assert line.clauses == ("MA-8-g-2.2", "MA-9-a-3.1")


def test_ma_8_g_2_3_a_won_war_loses_the_tie_wager_of_the_war_deal() -> None:
    line = war("7s 6d").lines(1)["war_tie"]
    assert (line.result, line.collected, line.returned, line.paid) == ("lose", 500, 0, 0)
    assert line.clauses == ("MA-8-g-2.3",)


def test_ma_8_g_3_1_a_tied_war_gives_the_initial_wager_back_without_pay() -> None:
    line = war("6s 6d").lines(1)["initial"]
    assert (line.result, line.collected, line.returned, line.paid) == ("push", 0, 2000, 0)
    assert line.clauses == ("MA-8-g-3.1", "MA-9-a-1.2")


def test_ma_8_g_3_2_a_tied_war_wins_the_war_wager() -> None:
    line = war("6s 6d").lines(1)["war"]
    assert (line.result, line.collected, line.returned, line.paid) == ("win", 0, 2000, 4000)
    assert line.clauses == ("MA-8-g-3.2", "MA-9-a-3.2")


def test_ma_8_g_3_3_a_tied_war_wins_the_tie_wager_of_the_war_deal() -> None:
    line = war("6s 6d").lines(1)["war_tie"]
    assert (line.result, line.collected, line.returned, line.paid) == ("win", 0, 500, 5000)
    assert line.clauses == ("MA-8-g-3.3", "MA-9-a-2")


def test_ma_8_h_1_what_the_war_deal_loses_goes_to_the_table_inventory() -> None:
    told = two_wars().war_deals("2s 2h 3d")
    assert "MA-8-h.1" in prompt(told).clauses
    before = told.accounts()["bank"]
    assert told.settles().accounts()["bank"] - before == 2 * 1000 + 2 * 3000


def test_ma_8_h_2_what_the_war_deal_wins_is_paid_by_the_odds() -> None:
    told = two_wars(tie="5.00").war_deals("Ks 3h 3d")
    assert "MA-8-h.2" in prompt(told).clauses
    before = told.accounts()["bank"]
    assert told.settles().accounts()["bank"] - before == -(1000 + 2 * 3000 + 10 * 500)


def test_ma_8_h_3_after_the_war_the_cards_left_are_racked_hand_by_hand() -> None:
    told = two_wars().war_deals("Ks 2h 3d")
    assert told.refuses(DEALER, c.PickUpCards()).why is Refusal.NOT_NOW
    told.settles()
    assert (prompt(told).step, prompt(told).clauses) == ("war_pick_up", ("MA-8-h.3",))
    told.ends()
    assert told.happened(CardsPickedUp)[-1].hands == ((5, ("9h", "2h")), (2, ("9s", "Ks")), (0, ("9d", "3d")))
    assert told.table.cards.rack[-6:] == ("9h", "2h", "9s", "Ks", "9d", "3d")


@pytest.mark.parametrize("cards", ["7s 6d", "6s 6d"])
def test_ma_9_a_1_2_in_a_war_the_initial_wager_pays_nothing(cards: str) -> None:
    line = war(cards).lines(1)["initial"]
    assert (line.result, line.paid) == ("push", 0)
    assert "MA-9-a-1.2" in line.clauses


@pytest.mark.parametrize(("cards", "paid", "clause"), [("7s 6d", 2000, "MA-9-a-3.1"), ("6s 6d", 4000, "MA-9-a-3.2")])
def test_ma_9_a_3_a_war_wager_pays_even_money_and_two_to_one_on_a_tie(cards: str, paid: int, clause: str) -> None:
    line = war(cards).lines(1)["war"]
    assert line.paid == paid
    assert clause in line.clauses

"""Wisconsin (h)(1) to (h)(4) and (i): the original deal is settled, ties choose, cards are picked up."""

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

Money = tuple[str, int, int, int]


def money(line: e.WagerSettled) -> Money:
    """Result, and what was collected, handed back and paid."""
    return line.result, line.collected, line.returned, line.paid


def round_of(initial: str, tie: str | None, cards: str) -> Told:
    """One player at seat 1 against the dealer, settled."""
    return Told.at("wisconsin").bets(1, initial, tie).deals(cards).settles()


def tied(*seats: int) -> Told:
    """A round in which these seats tie, settled up to their choice."""
    told = Told.at("wisconsin")
    for seat in seats:
        told.bets(seat, "10.00")
    return told.deals("9c " * len(seats) + "9d").settles()


# The pass around the table


def test_wi_h_1_hands_are_settled_clockwise_from_the_dealers_left() -> None:
    told = Told.at("wisconsin").bets(7, "10.00").bets(1, "10.00").bets(4, "10.00").deals("Kc 2d 9h 9s")
    prompts = []
    while told.table.phase == "settling":
        (prompt,) = steps(told.table)
        prompts.append(prompt.seat)
        assert {"WI-h-1", "WI-h-2.1", "WI-h-2.2"} <= set(prompt.clauses)
        told.does(DEALER, c.SettleHand())
    assert prompts == [1, 4, 7]
    assert [(hand.seat, hand.outcome) for hand in told.happened(e.HandSettled)] == [
        (1, "higher"),
        (4, "lower"),
        (7, "equal"),
    ]


def test_wi_h_1_nothing_is_settled_before_the_dealer_has_a_card() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc")
    assert told.refuses(DEALER, c.SettleHand()).why == Refusal.NOT_NOW


def test_wi_h_1_i_a_lower_card_loses_the_initial_and_the_tie_wager() -> None:
    lines = round_of("10.00", "5.00", "8c 9d").lines(1)
    assert money(lines["initial"]) == ("lose", 1000, 0, 0)
    assert money(lines["tie"]) == ("lose", 500, 0, 0)
    assert all("WI-h-1-i" in line.clauses for line in lines.values())


def test_wi_h_1_ii_1_a_higher_card_wins_the_initial_wager() -> None:
    line = round_of("10.00", None, "Tc 9d").lines(1)["initial"]
    assert money(line) == ("win", 0, 1000, 1000)
    assert "WI-h-1-ii.1" in line.clauses


def test_wi_h_1_ii_2_a_higher_card_loses_the_tie_wager() -> None:
    line = round_of("10.00", "5.00", "Tc 9d").lines(1)["tie"]
    assert money(line) == ("lose", 500, 0, 0)
    assert "WI-h-1-ii.2" in line.clauses


def test_wi_h_1_iii_1_a_tie_leaves_the_initial_wager_to_the_players_choice() -> None:
    told = round_of("10.00", "5.00", "9c 9d")
    assert "initial" not in told.lines(1)
    assert told.accounts()["layout/1//initial"] == 1000
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.seat) == ("choose", ("player",), 1)
    assert "WI-h-1-iii.1" in prompt.clauses


def test_wi_h_1_iii_2_a_tie_wins_the_tie_wager_before_the_choice() -> None:
    line = round_of("10.00", "5.00", "9c 9d").lines(1)["tie"]
    assert money(line) == ("win", 0, 500, 5000)
    assert "WI-h-1-iii.2" in line.clauses


def test_wi_h_2_1_what_loses_goes_into_the_inventory() -> None:
    told = round_of("10.00", "5.00", "8c 9d")
    assert told.accounts() == {"patron/seat 1": -1500, "bank": 1500}


def test_wi_h_2_2_what_wins_is_paid_out_of_the_inventory() -> None:
    assert round_of("10.00", None, "Tc 9d").accounts() == {"patron/seat 1": 1000, "bank": -1000}
    told = round_of("10.00", "5.00", "9c 9d")
    assert told.accounts() == {"patron/seat 1": 4000, "layout/1//initial": 1000, "bank": -5000}


def test_wi_h_2_2_only_the_dealer_settles() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Tc 9d")
    for by in (player("seat 1"), FLOOR, SHOE):
        assert told.refuses(by, c.SettleHand()).why == Refusal.NOT_YOURS


# The odds


@pytest.mark.parametrize(("initial", "paid"), [("10.00", 1000), ("35.00", 3500), ("300.00", 30000)])
def test_wi_i_1_i_an_initial_wager_wins_even_money(initial: str, paid: int) -> None:
    line = round_of(initial, None, "Tc 9d").lines(1)["initial"]
    assert (line.returned, line.paid) == (paid, paid)
    assert "WI-i-1-i" in line.clauses


@pytest.mark.parametrize(("tie", "paid"), [("5.00", 5000), ("7.00", 7000), ("100.00", 100000)])
def test_wi_i_1_ii_a_tie_wager_wins_ten_to_one(tie: str, paid: int) -> None:
    told = Told.at("wisconsin").bets(1, "10.00", tie).deals("9c 9d").war(1, tie).war_deals("Kc Kd").ends()
    for line in (told.lines(1)["tie"], told.lines(1)["war_tie"]):
        assert line.paid == paid
        assert "WI-i-1-ii" in line.clauses


# The choice


def test_wi_h_3_a_tied_player_chooses_freely_between_surrender_and_war() -> None:
    gave_up, fights = tied(1), tied(1)
    assert "WI-h-3" in steps(fights.table)[0].clauses
    gave_up.does(player("seat 1"), c.Surrender(1))
    fights.does(player("seat 1"), c.GoToWar(1))
    assert (gave_up.table.phase, fights.table.phase) == ("picking_up", "war_wagers")


def test_wi_h_3_nobody_chooses_in_the_players_place() -> None:
    told = tied(1, 2)
    for choice in (c.Surrender(1), c.GoToWar(1)):
        assert told.refuses(player("seat 2"), choice).why == Refusal.NOT_YOUR_SEAT


def test_wi_h_3_i_1_a_surrender_costs_half_and_ends_the_players_round() -> None:
    told = tied(1).surrenders(1)
    assert told.net(1) == "-5.00"
    line = told.lines(1)["initial"]
    assert line.result == "surrender"
    assert {"WI-h-3-i.1", "WI-h-3-i.2", "WI-h-3-i.3"} <= set(line.clauses)
    assert told.refuses(player("seat 1"), c.GoToWar(1)).why == Refusal.NOT_NOW
    told.ends()
    assert (told.events[-1], told.net(1)) == (e.RoundEnded(1), "-5.00")


def test_wi_h_3_i_1_a_wager_without_a_half_is_not_taken() -> None:
    told = Told.at("wisconsin").sits(1)
    odd = told.refuses(DEALER, c.PlaceWager(1, "initial", 1001))
    assert (odd.why, odd.clauses) == (Refusal.HALF_DOES_NOT_EXIST, ("WI-h-3-i.1",))


def test_wi_h_3_i_2_the_surrendered_half_goes_into_the_inventory() -> None:
    told = tied(1).surrenders(1)
    assert told.lines(1)["initial"].collected == 500
    assert told.accounts()["bank"] == 500


def test_wi_h_3_i_3_the_other_half_is_handed_back() -> None:
    told = tied(1).surrenders(1)
    assert told.lines(1)["initial"].returned == 500
    assert told.accounts() == {"patron/seat 1": -500, "bank": 500}


def test_wi_h_3_i_4_surrenders_are_taken_one_by_one_and_clockwise() -> None:
    told = tied(6, 1, 3)
    order = []
    while (turn := told.asked()) is not None:
        order.append(turn[0])
        for seat in {1, 3, 6} - {turn[0]}:
            refused = told.refuses(player(f"seat {seat}"), c.Surrender(seat))
            assert refused.why == Refusal.NOT_YOUR_TURN
            assert "WI-h-3-i.4" in refused.clauses
        told.surrenders(turn[0])
    assert order == [1, 3, 6]


def test_wi_h_3_ii_war_gives_up_the_whole_initial_wager_and_posts_a_war_wager() -> None:
    told = tied(1).war(1)
    told.confirms_the_war()
    line = told.lines(1)["initial"]
    assert money(line) == ("collected", 1000, 0, 0)
    assert "WI-h-3-ii" in line.clauses
    assert told.accounts() == {"patron/seat 1": -2000, "bank": 1000, "layout/1//war": 1000}


# The pick-up


def test_wi_h_4_1_all_cards_are_collected_but_those_of_players_at_war() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").bets(4, "10.00")
    told.deals("9c Kd 9h 2s 9s")
    assert told.refuses(DEALER, c.PickUpCards()).why == Refusal.NOT_NOW
    told.war(1).surrenders(3)
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("pick_up", ("dealer",))
    assert "WI-h-4.1" in prompt.clauses
    told.does(DEALER, c.PickUpCards())
    (picked,) = told.happened(e.CardsPickedUp)
    assert picked.hands == ((2, ("Kd",)), (3, ("9h",)), (4, ("2s",)))


def test_wi_h_4_1_the_war_waits_for_the_pick_up() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(2, "10.00").deals("9c Kd 9s").war(1)
    assert told.refuses(DEALER, c.ConfirmWarWagers()).why == Refusal.NOT_NOW


def test_wi_h_4_2_collected_cards_lie_in_the_rack_hand_after_hand() -> None:
    told = Told.at("wisconsin").bets(5, "10.00").bets(2, "10.00").bets(7, "10.00").deals("3c Kd 4h 9s")
    told.settles()
    assert "WI-h-4.2" in steps(told.table)[0].clauses
    told.ends()
    (picked,) = told.happened(e.CardsPickedUp)
    assert picked.hands == ((2, ("3c",)), (5, ("Kd",)), (7, ("4h",)), (0, ("9s",)))
    assert told.table.cards.rack == ("??", "3c", "Kd", "4h", "9s")

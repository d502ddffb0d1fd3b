"""California: the round with a bank that covers everything, from the comparison to the last card picked up."""

import pytest

from tests.seen import seen
from tests.told import DEALER, Told, player
from wartable.rulebook import load_rulebook
from wartable.rulebook.wagers import Wager
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

Moved = tuple[str, int, int, int]
"""A wager's word, and what is collected, returned and paid, in dollars."""

LOST: Moved = ("lose", 10, 0, 0)
WON: Moved = ("win", 0, 10, 10)
HALF: Moved = ("surrender", 5, 5, 0)
PUSHED: Moved = ("push", 0, 10, 0)
WON_TWICE: Moved = ("win", 0, 10, 20)
TIE_LOST: Moved = ("lose", 5, 0, 0)
TIE_WON: Moved = ("win", 0, 5, 50)

OUTCOMES: list[tuple[str, str, dict[Wager, Moved], int]] = [
    ("Kc 8d", "", {"initial": WON}, 10),
    ("2c 8d", "", {"initial": LOST}, -10),
    ("8c 8d", "surrender", {"initial": HALF}, -5),
    ("8c 8d", "Kc 9d", {"initial": PUSHED, "war": WON}, 10),
    ("8c 8d", "2c 9d", {"initial": LOST, "war": LOST}, -20),
    ("8c 8d", "9c 9d", {"initial": PUSHED, "war": WON_TWICE}, 20),
]
"""The deal, a surrender or the cards of the war, what moves, and the player's net in dollars."""


def played(cards: str, then: str, tie: str | None = None) -> Told:
    """One player against a bank of 500, to the end of the round."""
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00", tie=tie).deals(cards).settles()
    if then == "surrender":
        told.surrenders(1)
    elif then:
        told.war(1).war_deals(then)
    return told.ends()


def moved(told: Told) -> dict[Wager, Moved]:
    """What became of every wager of seat 1."""
    return {
        wager: (line.result, line.collected // 100, line.returned // 100, line.paid // 100)
        for wager, line in told.lines(1).items()
    }


def against_the_bank(net: int) -> dict[str, int]:
    """The accounts after a round: what one side won, the other lost, and the house has no part in it."""
    return {"patron/seat 1": net * 100, "patron/seat 8": -net * 100}


def tied(*seats: int) -> Told:
    """Seat 8 banks, and these seats tie with its eight."""
    told = Told.at("california").banks(8, "500.00")
    for seat in seats:
        told.bets(seat, "10.00")
    return told.deals("8c " * len(seats) + "8d").settles()


# Every outcome


@pytest.mark.parametrize(("cards", "then", "lines", "net"), OUTCOMES)
def test_ca_every_outcome_moves_the_primary_and_the_war_wager_between_player_and_bank(
    cards: str, then: str, lines: dict[Wager, Moved], net: int
) -> None:
    told = played(cards, then)
    assert moved(told) == lines
    assert told.accounts() == against_the_bank(net)


@pytest.mark.parametrize(("cards", "then", "lines", "net"), OUTCOMES)
def test_ca_every_outcome_settles_the_tie_wager_on_the_original_deal(
    cards: str, then: str, lines: dict[Wager, Moved], net: int
) -> None:
    told = played(cards, then, tie="5.00")
    wins = cards == "8c 8d"
    assert moved(told) == lines | {"tie": TIE_WON if wins else TIE_LOST}
    assert told.accounts() == against_the_bank(net + (50 if wins else -5))


@pytest.mark.parametrize(
    ("cards", "then", "wager", "clauses"),
    [
        pytest.param("2c 8d", "", "initial", {"CA-play-1a"}, id="CA-play-1a"),
        pytest.param("2c 8d", "", "tie", {"CA-play-1a"}, id="CA-play-1a-tie"),
        pytest.param("Kc 8d", "", "initial", {"CA-play-1b.1", "CA-pay-1"}, id="CA-play-1b.1"),
        pytest.param("Kc 8d", "", "tie", {"CA-play-1b.2"}, id="CA-play-1b.2"),
        pytest.param("8c 8d", "Kc 9d", "tie", {"CA-play-1c.2", "CA-pay-2"}, id="CA-play-1c.2"),
        pytest.param("8c 8d", "surrender", "initial", {"CA-play-3a.1"}, id="CA-play-3a.1"),
        pytest.param("8c 8d", "surrender", "initial", {"CA-play-3a.2"}, id="CA-play-3a.2"),
        pytest.param("8c 8d", "surrender", "initial", {"CA-play-3a.3"}, id="CA-play-3a.3"),
        pytest.param("8c 8d", "2c 9d", "war", {"CA-play-7a"}, id="CA-play-7a"),
        pytest.param("8c 8d", "Kc 9d", "war", {"CA-play-7b", "CA-pay-3a"}, id="CA-play-7b"),
        pytest.param("8c 8d", "9c 9d", "war", {"CA-play-7c", "CA-pay-3b"}, id="CA-play-7c"),
    ],
)
def test_every_line_says_which_clauses_decided_it(cards: str, then: str, wager: Wager, clauses: set[str]) -> None:
    assert clauses <= set(played(cards, then, tie="5.00").lines(1)[wager].clauses)


def test_ca_std_1b_only_a_higher_rank_wins_the_primary_wager() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00").bets(2, "10.00").bets(3, "10.00")
    told.deals("9c 8c 7c 8d").settles()
    assert told.lines(1)["initial"].result == "win"
    assert "initial" not in told.lines(2)
    assert told.lines(3)["initial"].result == "lose"


def test_ca_def_original_the_first_card_of_player_and_bank_decides_the_primary_wager() -> None:
    told = played("Kc 8d", "")
    assert [(dealt.seat, dealt.deal) for dealt in told.happened(e.CardDealt)] == [(1, "original"), (0, "original")]
    assert told.net(1) == "10.00"
    assert load_rulebook("california").terms["original_deal"].word == "original deal"


@pytest.mark.parametrize(("card", "ties"), [("8h", True), ("9h", False), ("7h", False)])
def test_ca_def_tiehand_a_tie_hand_is_a_card_of_the_banks_rank(card: str, ties: bool) -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00").deals(f"{card} 8d").settles()
    assert (told.asked() == (1, "")) is ties


@pytest.mark.parametrize(("card", "result"), [("8h", "win"), ("9h", "lose"), ("7h", "lose")])
def test_ca_std_3c_the_tie_wager_wins_on_equal_ranks_alone(card: str, result: str) -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00", tie="5.00").deals(f"{card} 8d").settles()
    assert told.lines(1)["tie"].result == result


# Order and place


def test_ca_play_1_hands_are_settled_clockwise_from_the_dealers_left_past_the_bank() -> None:
    told = Told.at("california").banks(3, "500.00")
    for seat in (7, 5, 1):
        told.bets(seat, "10.00", tie="5.00")
    told.deals("Kc 8c 2c 8d")
    step = steps(told.table)[0]
    assert (step.step, step.seat) == ("settle", 1)
    assert "CA-play-1" in step.clauses
    told.settles()
    assert [hand.seat for hand in told.happened(e.HandSettled)] == [1, 5, 7]
    settled = [(line.seat, line.wager) for line in told.happened(e.WagerSettled)]
    assert settled == [(1, "initial"), (1, "tie"), (5, "tie"), (7, "initial"), (7, "tie")]


def test_ca_def_pd_1_the_bank_acts_last_and_everybody_plays_against_its_card() -> None:
    told = Told.at("california").banks(1, "500.00").bets(2, "10.00").bets(3, "10.00").deals("9c 7c 8d").ends()
    assert [dealt.seat for dealt in told.happened(e.CardDealt)] == [2, 3, 0]
    assert [hand.seat for hand in told.happened(e.HandSettled)] == [2, 3]
    assert (told.net(2), told.net(3)) == ("10.00", "-10.00")


def test_ca_play_2a_losing_wagers_go_in_front_of_the_bank() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00", tie="5.00").deals("2c 8d").settles()
    assert told.accounts()["bank"] == 50000 + 1000 + 500
    assert told.ends().accounts()["patron/seat 8"] == 1500


def test_ca_play_2b_winning_wagers_are_paid_by_the_bank() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00").bets(2, "10.00", tie="5.00")
    told.deals("Kc 8c 8d").settles()
    assert told.accounts()["bank"] == 50000 - 1000 - 5000
    assert told.surrenders(2).ends().accounts()["patron/seat 8"] == -1000 - 5000 + 500


def test_ca_std_4_the_bank_covers_the_tie_wager_too() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00", tie="5.00").deals("8c 8d").settles()
    assert told.table.banker.left == 50000 - 1000 - 5000


# The choice on a tie


@pytest.mark.parametrize("clause", ["CA-play-1c.1", "CA-play-3", "CA-std-2a", "CA-std-3a"])
def test_ca_play_3_a_tied_player_is_asked_for_surrender_or_war(clause: str) -> None:
    told = tied(1)
    (choose,) = steps(told.table)
    assert (choose.step, choose.by, choose.seat) == ("choose", ("player",), 1)
    assert clause in choose.clauses
    assert told.refuses(DEALER, c.PickUpCards()).why == Refusal.NOT_NOW
    assert told.refuses(player("seat 8"), c.GoToWar(1)).why == Refusal.NOT_YOUR_SEAT
    told.does(player("seat 1"), c.Surrender(1))


def test_ca_play_3a_1_a_surrender_ends_the_round_for_that_player() -> None:
    told = tied(1, 2).surrenders(1)
    assert told.asked() == (2, "")
    told.war(2).war_deals("Kc 9d").ends()
    assert [dealt.seat for dealt in told.happened(e.CardDealt) if dealt.deal == "war"] == [2, 0]
    assert (told.net(1), told.net(2)) == ("-5.00", "10.00")


def test_ca_play_3a_2_the_surrendered_half_goes_in_front_of_the_bank() -> None:
    assert tied(1).surrenders(1).accounts()["bank"] == 50000 + 500


def test_ca_play_3a_3_the_other_half_is_handed_back() -> None:
    told = tied(1)
    assert told.accounts()["patron/seat 1"] == -1000
    assert told.surrenders(1).accounts()["patron/seat 1"] == -500


def test_ca_play_3a_4_tied_players_are_asked_one_by_one_clockwise() -> None:
    told = tied(5, 1, 7)
    assert told.refuses(player("seat 5"), c.Surrender(5)).why == Refusal.NOT_YOUR_TURN
    asked = []
    while (turn := told.asked()) is not None:
        asked.append(turn[0])
        told.surrenders(turn[0])
    assert asked == [1, 5, 7]


def test_ca_play_3a_1_half_of_an_odd_number_of_cents_is_never_put_at_stake() -> None:
    told = Told.at("california").banks(8, "500.00").sits(1)
    odd = told.refuses(DEALER, c.PlaceWager(1, "initial", 1001))
    assert (odd.why, odd.clauses) == (Refusal.HALF_DOES_NOT_EXIST, ("CA-play-3a.1",))


# Picking up


def test_ca_play_4a_the_cards_of_players_at_war_stay_and_all_others_are_collected() -> None:
    told = Told.at("california").banks(8, "500.00")
    for seat in (1, 2, 3, 4):
        told.bets(seat, "10.00")
    told.deals("Kc 8c 2c 8h 8d").war(2).surrenders(4)
    (step,) = steps(told.table)
    assert step.step == "pick_up"
    assert "CA-play-4a" in step.clauses
    told.goes_on("picking_up")
    felt = seen(told.table)
    (picked,) = told.happened(e.CardsPickedUp)
    assert picked.hands == ((1, ("Kc",)), (3, ("2c",)), (4, ("8h",)))
    assert (felt.seats[1].cards, felt.dealer_cards) == (("8c",), ("8d",))


def test_ca_play_4b_every_original_hand_can_be_rebuilt_from_the_rack() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00").bets(2, "10.00").deals("Kc 2c 8d").ends()
    (picked,) = told.happened(e.CardsPickedUp)
    assert picked.hands == ((1, ("Kc",)), (2, ("2c",)), (0, ("8d",)))
    assert told.table.cards.rack[1:] == ("Kc", "2c", "8d")


def test_ca_play_4a_no_card_is_collected_before_the_original_deal_is_settled() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00").bets(2, "10.00").deals("Kc 2c 8d")
    told.does(DEALER, c.SettleHand())
    assert told.refuses(DEALER, c.PickUpCards()).why == Refusal.NOT_NOW
    assert told.happened(e.CardsPickedUp) == []


def test_ca_def_round_a_round_is_one_cycle_from_the_wagers_to_the_last_payment() -> None:
    told = tied(1, 2).surrenders(1).war(2).war_deals("Kc 9d").ends()
    marks = (e.WagerPlaced, e.CardDealt, e.TieSurrendered, e.WarDeclared, e.WarMatched, e.RoundEnded)
    cycle = [type(event).__name__ for event in told.events if isinstance(event, marks)]
    assert cycle == [
        *["WagerPlaced"] * 2,
        *["CardDealt"] * 3,
        "TieSurrendered",
        "WarDeclared",
        "WarMatched",
        *["CardDealt"] * 2,
        "RoundEnded",
    ]
    assert all(box.bettors == () for box in told.table.boxes)

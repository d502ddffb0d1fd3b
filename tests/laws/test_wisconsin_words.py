"""Wisconsin (a) and (c): what the defined words mean at the table, and how the cards rank."""

import msgspec
import pytest

from tests.seen import seen
from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.live.wire.views import AUDIENCES
from wartable.rulebook import load_rulebook
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table import events as e

WORDS = {
    "WI-a-1-i": "burn card",
    "WI-a-1-ii": "initial wager",
    "WI-a-1-iii": "original deal",
    "WI-a-1-iv": "round of play",
    "WI-a-1-vi": "tie hand",
    "WI-a-1-vii": "tie wager",
    "WI-a-1-viii": "war",
    "WI-a-1-ix": "war deal",
    "WI-a-1-x": "war wager",
    "WI-b-1.4": "cutting card",
}
LOW_TO_HIGH = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")


@pytest.mark.parametrize("clause", WORDS)
def test_the_table_speaks_in_the_regulators_words(clause: str) -> None:
    terms = load_rulebook("wisconsin").terms.values()
    assert [term.word for term in terms if clause in term.clauses] == [WORDS[clause]]


def test_wi_a_1_i_a_burn_card_lies_face_down_in_the_rack_and_no_role_learns_its_rank() -> None:
    told = Told.at("wisconsin")
    assert [msgspec.to_builtins(burn) for burn in told.happened(e.CardBurned)] == [{"event": "card_burned"}]
    assert told.table.cards.rack == ("??",)
    for audience in AUDIENCES:
        felt = seen(told.table, audience)
        assert (felt.shoe.rack, felt.dealer_cards) == (1, ())


def test_wi_a_1_ii_without_an_initial_wager_before_the_deal_nobody_is_in_the_round() -> None:
    told = Told.at("wisconsin").sits(1).bets(2, "10.00")
    tie_alone = told.refuses(player("seat 1"), c.PlaceWager(1, "tie", 500))
    assert tie_alone.why == Refusal.INITIAL_WAGER_COMES_FIRST
    told.deals("9c")
    assert told.happened(e.CardDealt)[0].seat == 2
    assert told.refuses(player("seat 1"), c.PlaceWager(1, "initial", 1000)).why == Refusal.NOT_NOW


def test_wi_a_1_iii_the_first_card_of_player_and_dealer_decides_the_initial_wager() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(2, "10.00").deals("9c 5h 8d").ends()
    assert [deal.deal for deal in told.happened(e.CardDealt)] == ["original"] * 3
    assert (told.net(1), told.net(2)) == ("10.00", "-10.00")


def test_wi_a_1_iv_a_round_runs_from_the_wagers_to_the_last_payment() -> None:
    told = Told.at("wisconsin")
    start = len(told.events)
    told.bets(1, "10.00").bets(2, "10.00").deals("9c 9h 9d").surrenders(1).war(2).war_deals("Kc 2d").ends()
    told.bets(1, "10.00").deals("3c 2d").ends()
    marks = (e.WagerPlaced, e.NoMoreBetsCalled, e.TieSurrendered, e.WarDeclared, e.RoundEnded)
    assert [type(event) for event in told.events[start:] if isinstance(event, marks)] == [
        e.WagerPlaced,
        e.WagerPlaced,
        e.NoMoreBetsCalled,
        e.TieSurrendered,
        e.WarDeclared,
        e.RoundEnded,
        e.WagerPlaced,
        e.NoMoreBetsCalled,
        e.RoundEnded,
    ]
    assert [ended.round for ended in told.happened(e.RoundEnded)] == [1, 2]


def test_wi_a_1_iv_the_next_round_does_not_begin_while_a_war_is_open() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("9c 9d").war(1).war_deals("Kc 2d")
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why == Refusal.NOT_NOW
    assert told.refuses(DEALER, c.CallNoMoreBets()).why == Refusal.NOT_NOW


def test_wi_a_1_v_a_card_is_a_club_a_diamond_a_heart_or_a_spade() -> None:
    told = Told.at("wisconsin")
    for seat in range(1, 5):
        told.bets(seat, "10.00")
    told.deals("9c 9d 9h 9s")
    assert told.refuses(SHOE, c.TurnCard(Card("9x"))).why == Refusal.NO_SUCH_CARD


@pytest.mark.parametrize(("card", "tied"), [("9c", True), ("Tc", False), ("8c", False)])
def test_wi_a_1_vi_a_tie_hand_is_a_card_of_the_dealers_rank(card: str, tied: bool) -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals(f"{card} 9d").settles()
    assert (told.asked() == (1, "")) is tied


def test_wi_a_1_vii_a_tie_wager_is_optional_and_rides_on_the_deal_it_was_made_for() -> None:
    told = Told.at("wisconsin").bets(1, "10.00", tie="5.00").bets(2, "10.00")
    told.deals("9c 9h 9d").war(1).war(2, tie="5.00").war_deals("Kc Qh Qd").ends()
    assert (told.lines(1)["tie"].result, "war_tie" in told.lines(1)) == ("win", False)
    assert ("tie" in told.lines(2), told.lines(2)["war_tie"].result) == (False, "win")


def test_wi_a_1_viii_war_is_open_only_to_who_tied_on_the_original_deal() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(2, "10.00").deals("Kc 9h 9d").settles()
    assert told.refuses(player("seat 1"), c.GoToWar(1)).why == Refusal.NOT_YOUR_TURN
    told.does(player("seat 2"), c.GoToWar(2))
    assert [war.seat for war in told.happened(e.WarDeclared)] == [2]


def test_wi_a_1_ix_the_war_deal_follows_the_war_wager() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("9c 9d").settles()
    assert told.refuses(SHOE, c.TurnCard(Card("Kc"))).why == Refusal.NOT_NOW
    told.war(1).war_deals("Kc 2d")
    assert [deal.deal for deal in told.happened(e.CardDealt)] == ["original", "original", "war", "war"]


@pytest.mark.parametrize(("initial", "cents"), [("10.00", 1000), ("35.00", 3500)])
def test_wi_a_1_x_a_war_wager_is_as_large_as_the_initial_wager(initial: str, cents: int) -> None:
    told = Told.at("wisconsin").bets(1, initial).deals("9c 9d").war(1)
    assert [war.stake for war in told.happened(e.WarDeclared)] == [cents]
    assert told.accounts() == {"patron/seat 1": -2 * cents, "layout/1//initial": cents, "layout/1//war": cents}
    assert told.refuses(DEALER, c.PlaceWager(1, "war", 100)).why == Refusal.WAGER_IS_NOT_OFFERED


def test_wi_a_1_x_nobody_is_at_war_without_a_war_wager() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("9c 9d").settles()
    assert told.refuses(DEALER, c.ConfirmWarWagers()).why == Refusal.NOT_NOW
    assert told.refuses(FLOOR, c.GoToWar(1)).why == Refusal.NOT_YOURS


@pytest.mark.parametrize("dealers", LOW_TO_HIGH)
def test_wi_c_1_1_ranks_climb_from_two_to_the_ace(dealers: str) -> None:
    others = [rank for rank in LOW_TO_HIGH if rank != dealers]
    told = Told.at("wisconsin", {"seats": 12})
    for seat in range(1, 13):
        told.bets(seat, "10.00")
    told.deals(" ".join(f"{rank}h" for rank in others) + f" {dealers}s").settles()
    below = LOW_TO_HIGH.index(dealers)
    results = [told.lines(seat)["initial"].result for seat in range(1, 13)]
    assert results == ["lose"] * below + ["win"] * (12 - below)


@pytest.mark.parametrize("dealers", ["7c", "7d", "7h", "7s"])
def test_wi_c_1_2_suits_never_break_a_tie(dealers: str) -> None:
    told = Told.at("wisconsin")
    for seat in range(1, 5):
        told.bets(seat, "10.00")
    told.deals(f"7c 7d 7h 7s {dealers}").settles()
    assert [hand.outcome for hand in told.happened(e.HandSettled)] == ["equal"] * 4

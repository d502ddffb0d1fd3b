"""California: the primary and the tie wager, with what, how much, and until when."""

from collections.abc import Callable

import pytest

from tests.told import DEALER, FLOOR, Told, player
from wartable.rulebook.wagers import Wager
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.commands import Command

LIMITS = {"limits": {"min": "10.00", "max": "200.00", "tie_min": "5.00", "tie_max": "50.00"}}

AFTER_THE_CALL: tuple[Command, ...] = (
    c.PlaceWager(1, "initial", 1000),
    c.PlaceWager(1, "tie", 500),
    c.PlaceWager(2, "initial", 1000),
    c.PlaceWager(1, "initial", 1000, "a friend"),
    c.TakeBackWager(1, "initial"),
    c.TakeBackWager(1, "tie"),
)


def open_for_bets() -> Told:
    """Seat 8 banks; seats 1 and 2 are taken."""
    return Told.at("california").banks(8, "500.00").sits(1).sits(2)


# What a round needs


def test_ca_std_1a_a_game_opens_with_the_primary_wager() -> None:
    told = open_for_bets()
    assert told.refuses(DEALER, c.CallNoMoreBets()).why == Refusal.NOBODY_BETS
    bets = steps(told.table)[-1]
    assert (bets.step, bets.by) == ("bets", ("player",))
    assert "CA-std-1a" in bets.clauses
    told.does(player("seat 1"), c.PlaceWager(1, "initial", 1000))
    told.does(DEALER, c.CallNoMoreBets())


def test_ca_bet_3_a_player_without_a_primary_wager_is_out_of_the_round() -> None:
    told = open_for_bets()
    assert "CA-bet-3" in told.refuses(DEALER, c.CallNoMoreBets()).clauses
    told.bets(1, "10.00").deals("Kc 2d").ends()
    assert {dealt.seat for dealt in told.happened(e.CardDealt)} == {1, 0}
    assert "patron/seat 2" not in told.accounts()


def test_ca_def_primary_the_primary_wager_is_down_before_cards_are_dealt() -> None:
    told = open_for_bets().bets(1, "10.00").deals("Kc")
    assert told.refuses(player("seat 2"), c.PlaceWager(2, "initial", 1000)).why == Refusal.NOT_NOW


def test_ca_players_1_the_bank_alone_has_nobody_to_play_against() -> None:
    told = Told.at("california").banks(1, "100.00")
    assert told.refuses(DEALER, c.CallNoMoreBets()).why == Refusal.NOBODY_BETS
    told.bets(2, "10.00").deals("Kc 2d").ends()
    assert told.net(2) == "10.00"


def test_ca_players_1_seven_players_and_the_bank_play_together() -> None:
    told = Told.at("california").banks(8, "500.00")
    for seat in range(1, 8):
        told.bets(seat, "10.00")
    told.deals("Kc Kd Kh Ks Kc Kd Kh 2c").ends()
    assert [told.net(seat) for seat in range(1, 8)] == ["10.00"] * 7


# The tie wager


@pytest.mark.parametrize("clause", ["CA-bet-4", "CA-std-3b"])
def test_ca_bet_4_a_tie_wager_goes_beside_a_primary_wager_only(clause: str) -> None:
    told = open_for_bets()
    alone = told.refuses(player("seat 1"), c.PlaceWager(1, "tie", 500))
    assert alone.why == Refusal.INITIAL_WAGER_COMES_FIRST
    assert clause in alone.clauses
    told.does(player("seat 1"), c.PlaceWager(1, "initial", 1000))
    told.does(player("seat 1"), c.PlaceWager(1, "tie", 500))


def test_ca_bet_4_the_tie_wager_is_an_option() -> None:
    told = open_for_bets().bets(1, "10.00").deals("8c 8d").surrenders(1)
    assert set(told.lines(1)) == {"initial"}


def test_ca_std_3b_the_tie_wager_is_made_before_any_card_is_dealt() -> None:
    told = open_for_bets().bets(1, "10.00").bets(2, "10.00", tie="5.00").deals("8c")
    assert told.refuses(player("seat 1"), c.PlaceWager(1, "tie", 500)).why == Refusal.NOT_NOW


def test_ca_def_tiewager_the_tie_wager_is_made_with_the_primary_wager_and_never_with_the_war_wager() -> None:
    told = open_for_bets().bets(1, "10.00").deals("8c 8d").war(1).goes_on("picking_up")
    late = told.refuses(player("seat 1"), c.PlaceWager(1, "war_tie", 500))
    assert late.why == Refusal.WAGER_IS_NOT_OFFERED
    assert "CA-def-tiewager" in late.clauses
    assert "war_tie" not in [step.step for step in steps(told.table)]


# With what, and how much


@pytest.mark.parametrize(
    ("instrument", "why"),
    [
        ("cash", Refusal.CASH_DOES_NOT_PLAY),
        ("plaques", Refusal.INSTRUMENT_IS_NOT_ACCEPTED),
        ("match_play", Refusal.INSTRUMENT_IS_NOT_ACCEPTED),
    ],
)
def test_ca_bet_1a_wagers_are_made_with_chips_only(instrument: str, why: Refusal) -> None:
    told = open_for_bets()
    refused = told.refuses(player("seat 1"), c.PlaceWager(1, "initial", 1000, instrument=instrument))
    assert (refused.why, refused.clauses) == (why, ("CA-bet-1a",))
    told.does(player("seat 1"), c.PlaceWager(1, "initial", 1000, instrument="chips"))


def test_ca_bet_1a_each_wager_lies_on_its_own_area() -> None:
    told = open_for_bets().bets(1, "10.00", tie="5.00")
    on_the_layout = {account: cents for account, cents in told.accounts().items() if account.startswith("layout/")}
    assert on_the_layout == {"layout/1//initial": 1000, "layout/1//tie": 500}


@pytest.mark.parametrize(
    ("wager", "amount", "why"),
    [
        ("initial", 998, Refusal.AMOUNT_IS_BELOW_THE_LIMIT),
        ("initial", 20002, Refusal.AMOUNT_IS_ABOVE_THE_LIMIT),
        ("tie", 499, Refusal.AMOUNT_IS_BELOW_THE_LIMIT),
        ("tie", 5001, Refusal.AMOUNT_IS_ABOVE_THE_LIMIT),
    ],
)
def test_ca_bet_1b_a_wager_outside_the_tables_limits_is_refused(wager: Wager, amount: int, why: Refusal) -> None:
    told = Told.at("california", LIMITS).banks(8, "500.00").sits(1)
    if wager == "tie":
        told.bets(1, "10.00")
    refused = told.refuses(player("seat 1"), c.PlaceWager(1, wager, amount))
    assert refused.why == why
    assert "CA-bet-1b" in refused.clauses


@pytest.mark.parametrize(("initial", "tie"), [("10.00", "5.00"), ("200.00", "50.00")])
def test_ca_bet_1b_both_ends_of_the_limits_are_allowed(initial: str, tie: str) -> None:
    Told.at("california", LIMITS).banks(8, "500.00").bets(1, initial, tie=tie)


def test_ca_bet_1b_the_war_wager_needs_no_room_under_the_maximum() -> None:
    told = Told.at("california", LIMITS).banks(8, "500.00").bets(1, "200.00").deals("8c 8d").war(1)
    assert told.happened(e.WarDeclared)[0].stake == 20000


# Until when


def test_ca_bet_2a_wagers_are_open_until_the_call() -> None:
    told = open_for_bets().bets(1, "10.00", tie="5.00").bets(2, "10.00")
    told.does(player("seat 1"), c.TakeBackWager(1, "tie"))
    told.does(player("seat 2"), c.TakeBackWager(2, "initial"))
    told.does(player("seat 2"), c.PlaceWager(2, "initial", 2000))
    call = next(step for step in steps(told.table) if step.step == "no_more_bets")
    assert call.by == ("dealer",)
    assert "CA-bet-2a" in call.clauses
    assert told.refuses(player("seat 1"), c.CallNoMoreBets()).why == Refusal.NOT_YOURS
    told.does(DEALER, c.CallNoMoreBets())


@pytest.mark.parametrize("command", AFTER_THE_CALL)
def test_ca_bet_2b_after_the_call_no_wager_is_made_increased_or_withdrawn(command: Command) -> None:
    told = Told.at("california").banks(8, "500.00").sits(2).bets(1, "10.00", tie="5.00")
    told.does(DEALER, c.CallNoMoreBets())
    moments: tuple[Callable[[], Told], ...] = (
        lambda: told.deals("8c 8d"),
        told.settles,
        lambda: told.surrenders(1),
        told.ends,
    )
    phases = []
    for go_on in moments:
        phases.append(told.table.phase)
        assert told.refuses(DEALER, command).why == Refusal.NOT_NOW
        go_on()
    assert phases == ["dealing", "settling", "deciding", "picking_up"]


def test_ca_bet_2b_after_the_call_the_bank_is_not_increased_either() -> None:
    told = open_for_bets().bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(player("seat 8"), c.PostBank(10000)).why == Refusal.NOT_NOW


def test_ca_bet_2b_the_war_wager_is_the_one_exception() -> None:
    told = open_for_bets().bets(1, "10.00").deals("8c 8d").settles()
    told.does(player("seat 1"), c.GoToWar(1))
    assert told.accounts()["layout/1//war"] == 1000
    told.goes_on("picking_up")
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why == Refusal.WAGER_IS_NOT_OFFERED
    assert told.refuses(DEALER, c.TakeBackWager(1, "initial")).why == Refusal.WAGER_IS_NOT_THERE


def test_ca_bet_2b_the_floor_lets_no_player_out_of_a_hand() -> None:
    told = open_for_bets().bets(1, "10.00").deals("Kc")
    refused = told.refuses(FLOOR, c.ReleasePlayers((1,), "the dealer slipped"))
    assert refused.why == Refusal.NOBODY_IS_RELEASED_HERE
    assert "CA-bet-2b" in refused.clauses


def test_ca_bet_2b_who_has_been_dealt_to_stays_until_the_round_ends() -> None:
    told = open_for_bets().bets(1, "10.00").deals("Kc")
    leaves = told.refuses(player("seat 1"), c.Leave(1))
    assert (leaves.why, leaves.clauses) == (Refusal.STAY_UNTIL_THE_ROUND_ENDS, ("house rule", "CA-bet-2b"))
    told.deals("2d").settles()
    assert told.refuses(player("seat 1"), c.Leave(1)).why == Refusal.STAY_UNTIL_THE_ROUND_ENDS
    told.ends().does(player("seat 1"), c.Leave(1))

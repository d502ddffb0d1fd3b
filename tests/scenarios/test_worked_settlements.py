"""Every worked settlement of every rulebook, told at the table and settled from a written-down round."""

from collections import Counter
from typing import Any

import pytest

from tests.scenarios.worked import AT_WAR, TABLES, Line, Worked, worked
from tests.told import DEALER, RULEBOOKS, Told
from wartable.ledger import BANK
from wartable.settle import settle_document
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table import events as e

ROWS = worked()
AT_A_WAR = [row for row in ROWS if row.outcome in AT_WAR]
every_row = pytest.mark.parametrize("row", ROWS, ids=str)
every_war = pytest.mark.parametrize("row", AT_A_WAR, ids=str)

BANKER = 8


def play(row: Worked) -> Told:
    """The round at a table, from the wagers to the last card picked up."""
    told = Told.at(row.rulebook)
    if told.table.phase == "banking":
        told.banks(BANKER, "1000.00")
    told.bets(1, "10.00", "5.00" if row.tie else None).deals(row.cards).settles()
    if row.choice == "surrender":
        told.surrenders(1)
    elif row.choice == "war":
        told.war(1, "5.00" if row.war_tie else None).war_deals(row.war_cards)
    return told.ends()


def write(row: Worked) -> dict[str, Any]:
    """The same round as a player writes it down."""
    seat: dict[str, Any] = {"seat": 1, "initial": "10.00"}
    seat |= {"tie": "5.00"} if row.tie else {}
    seat |= {"on_tie": row.choice} if row.choice else {}
    seat |= {"war_tie": "5.00"} if row.war_tie else {}
    cards = {"deal": row.cards.split()} | ({"war": row.war_cards.split()} if row.choice == "war" else {})
    bank = {"bank": {"seat": BANKER, "amount": "1000.00"}} if row.rulebook == "california" else {}
    return {"rulebook": row.rulebook, "seats": [seat], "cards": cards, **bank}


def dollars(amount: str) -> int:
    whole, cents = amount.split(".")
    assert cents == "00"
    return int(whole)


def test_every_outcome_of_the_rulebooks_is_worked_out() -> None:
    assert Counter(row.rulebook for row in ROWS) == dict(zip(TABLES, (18, 12, 18, 18, 12), strict=True))
    assert set(TABLES) <= set(RULEBOOKS)
    assert len({str(row) for row in ROWS}) == len(ROWS)


@every_row
def test_a_worked_settlement_comes_out_at_the_table(row: Worked) -> None:
    told = play(row)
    lines = {
        wager: Line(line.result, line.collected // 100, line.returned // 100, line.paid // 100)
        for wager, line in told.lines(1).items()
    }
    assert lines == row.lines
    assert dollars(told.net(1)) == row.net


@every_row
def test_a_worked_settlement_comes_out_of_a_written_round(row: Worked) -> None:
    result: dict[str, Any] = settle_document(write(row))
    (seat,) = result["seats"]
    lines = {
        line["wager"]: Line(line["result"], *(dollars(line[key]) for key in ("collected", "returned", "paid")))
        for line in seat["wagers"]
    }
    assert lines == row.lines
    assert dollars(seat["net"]) == row.net
    assert dollars(result["bank"]["net"]) == -row.net


@every_row
def test_what_lay_there_is_collected_or_returned_and_the_net_follows_from_it(row: Worked) -> None:
    staked = {"initial": 10, "tie": 5, "war": 10, "war_tie": 5}
    assert {wager: line.collected + line.returned for wager, line in row.lines.items()} == {
        wager: staked[wager] for wager in row.lines
    }
    assert sum(line.paid - line.collected for line in row.lines.values()) == row.net
    assert {"tie": row.tie, "war_tie": row.war_tie} == {wager: wager in row.lines for wager in ("tie", "war_tie")}


@every_row
def test_the_bank_takes_what_the_player_loses_and_nothing_stays_on_the_layout(row: Worked) -> None:
    accounts = play(row).accounts()
    taker = f"patron/seat {BANKER}" if row.rulebook == "california" else BANK
    assert accounts == {"patron/seat 1": row.net * 100, taker: -row.net * 100}


@every_war
def test_a_war_wager_is_as_large_as_the_initial_wager_and_three_cards_are_burned_before_it(row: Worked) -> None:
    told = play(row)
    (war,) = told.happened(e.WarDeclared)
    assert war.stake == 1000
    told_after = told.events[told.events.index(war) :]
    burns = sum(isinstance(event, e.CardBurned) for event in told_after)
    assert burns == (6 if row.rulebook in ("washington", "california") else 3)


@every_war
def test_the_tie_wager_is_paid_before_the_choice_and_never_rides_on_the_war(row: Worked) -> None:
    told = play(row)
    (war,) = told.happened(e.WarDeclared)
    paid = [event for event in told.happened(e.WagerSettled) if event.wager == "tie"]
    assert all(told.events.index(line) < told.events.index(war) for line in paid)
    assert len(paid) == row.tie


@every_war
def test_the_initial_wager_waits_for_the_war_or_is_collected_before_it(row: Worked) -> None:
    told = play(row)
    line = told.lines(1)["initial"]
    first_war_card = next(event for event in told.happened(e.CardDealt) if event.deal == "war")
    before = told.events.index(line) < told.events.index(first_war_card)
    assert before == (row.rulebook == "wisconsin")


@pytest.mark.parametrize("row", [row for row in AT_A_WAR if TABLES[row.rulebook] is TABLES["washington"]], ids=str)
def test_the_bank_puts_one_unit_to_the_players_two_and_the_winner_takes_the_pool(row: Worked) -> None:
    told = play(row)
    (matched,) = told.happened(e.WarMatched)
    initial, war = told.lines(1)["initial"], told.lines(1)["war"]
    assert matched.amount == war.matched == 1000
    taken = initial.returned + war.returned + war.paid
    assert taken == {"tie, war win": 3000, "tie, war tie": 4000, "tie, war lose": 0}[row.outcome]


@pytest.mark.parametrize("rulebook", ["california", "washington"])
def test_no_tie_wager_is_taken_on_the_war_deal_where_the_rules_know_none(rulebook: str) -> None:
    told = Told.at(rulebook)
    if rulebook == "california":
        told.banks(BANKER, "1000.00")
    told.bets(1, "10.00").deals("8s 8d").war(1)
    refused = told.goes_on("picking_up").refuses(DEALER, c.PlaceWager(1, "war_tie", 500))
    assert refused.why == Refusal.WAGER_IS_NOT_OFFERED

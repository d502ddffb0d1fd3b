"""Whole days at two tables: what is prompted on the way, each step under the clauses that ask for it."""

import pytest

from tests.told import DEALER, FLOOR, Told, player, rules_of
from wartable.table import commands as c
from wartable.table import steps
from wartable.table.commands import Command
from wartable.table.events import Event
from wartable.table.words import Actor

MA = "massachusetts"

Prompted = frozenset[tuple[str, str]]


class Watched(Told):
    """A table that notes every prompt with its clauses."""

    def __init__(self, house: dict[str, object] | None = None) -> None:
        super().__init__(rules_of(MA, house))
        self.prompted: set[tuple[str, str]] = set()
        self.does(FLOOR, c.OpenTable("Dana"))
        self.sits(1).sits(4)

    def does(self, by: Actor, command: Command) -> tuple[Event, ...]:
        self.prompted |= {(clause, step.step) for step in steps(self.table) for clause in step.clauses}
        return super().does(by, command)


def is_cut(told: Told, by: str) -> None:
    """A player cuts, and the shoe is loaded and ready."""
    told.goes_on("opening", "waking", "shuffling").does(player(by), c.CutCards(104))
    told.goes_on()


@pytest.fixture(scope="module")
def by_hand() -> Prompted:
    """Play an opening, a war, a new dealer, the cut card, a reshuffle without a cut, an idle hour, the close."""
    told = Watched()
    is_cut(told, "seat 1")
    told.bets(1, "10.00").bets(4, "10.00").deals("Ks 9h 9d").war(4).war_deals("Qs 2d").ends()
    told.does(DEALER, c.TakeOver("Eve"))
    told.goes_on().bets(1, "10.00").deals("Ks")
    told.meets_cover_card()
    told.deals("2d").ends().goes_on("shuffling")
    told.does(player("seat 4"), c.DeclineCut())
    told.does(player("seat 1"), c.DeclineCut())
    told.goes_on().does(FLOOR, c.DeclareIdle())
    told.goes_on("idle").does(player("seat 1"), c.AskForFaceUp())
    is_cut(told, "seat 1")
    told.does(FLOOR, c.CloseTable())
    told.goes_on()
    return frozenset(told.prompted)


@pytest.fixture(scope="module")
def by_machine() -> Prompted:
    """Opening with a jam, an idle hour, and a shuffler that fails."""
    told = Watched({"shuffler": {"kind": "batch"}})
    told.goes_on("opening").does(DEALER, c.ReportJam())
    is_cut(told, "seat 1")
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle")
    is_cut(told, "seat 1")
    told.does(FLOOR, c.OrderReshuffle())
    told.does(DEALER, c.ReportDeviceFailure())
    told.goes_on("shuffling")
    return frozenset(told.prompted)


BY_HAND = {
    "MA-1-burn": "burn new_dealer_burn",
    "MA-2-a.4": "receive",
    "MA-4-a": "receive inspect count_cards",
    "MA-4-b": "inspect verify spread look",
    "MA-4-c.1": "turn_down wash stack",
    "MA-5-a.4": "stack",
    "MA-5-b": "offer_cut cut",
    "MA-5-c": "offer_cut cut",
    "MA-5-e": "cut",
    "MA-5-f.1": "reinsert",
    "MA-5-f.2": "reinsert",
    "MA-5-f.3": "load",
    "MA-5-h.1": "remove_cards spread_idle turn_up",
    "MA-5-h.2": "look turn_down stack",
    "MA-5-h-1": "wash stack",
    "MA-5-i-1": "plug",
    "MA-5-i-2": "riffle",
    "MA-5-i-3": "turn",
    "MA-5-i-4": "strip",
    "MA-5-i-5": "cut load",
    "MA-6-a.1": "bets",
    "MA-6-b.1": "bets no_more_bets",
    "MA-6-b.2": "no_more_bets",
    "MA-7-a.1": "burn",
    "MA-7-a.3": "new_dealer_burn",
    "MA-7-b.1": "no_more_bets",
    "MA-7-b.2": "deal_player",
    "MA-7-c": "deal_player",
    "MA-7-c-1": "deal_player",
    "MA-7-c-2": "deal_dealer",
    "MA-8-a": "settle",
    "MA-8-b.1": "settle",
    "MA-8-b.2": "settle",
    "MA-8-c": "choose",
    "MA-8-c-1.1": "choose",
    "MA-8-c-2": "choose",
    "MA-8-d.1": "pick_up",
    "MA-8-d.2": "pick_up",
    "MA-8-e.1": "war_wagers",
    "MA-8-e.2": "war_wagers",
    "MA-8-e.3": "war_tie",
    "MA-8-f.1": "war_burn",
    "MA-8-f.2": "war_deal_player",
    "MA-8-f.3": "war_deal_player",
    "MA-8-f.4": "war_deal_player war_deal_dealer",
    "MA-8-g": "war_settle",
    "MA-8-h.1": "war_settle",
    "MA-8-h.2": "war_settle",
    "MA-8-h.3": "war_pick_up",
}
BY_MACHINE = {
    "MA-2-d-4": "machine_shuffle",
    "MA-2-d-5": "machine_shuffle",
    "MA-2-d-6": "machine_shuffle",
    "MA-4-d.1": "spread",
    "MA-4-d.2": "look turn_down stack",
    "MA-5-a.3": "machine_shuffle",
    "MA-5-a.4": "machine_shuffle",
    "MA-5-h-2.1": "stack swap_batches",
    "MA-5-h-2.2": "swap_batches",
    "MA-10-e": "empty_device cover_device",
}


@pytest.mark.parametrize("clause", BY_HAND)
def test_ma_a_table_that_shuffles_by_hand_prompts_what_the_clause_asks_for(by_hand: Prompted, clause: str) -> None:
    assert {(clause, step) for step in BY_HAND[clause].split()} <= by_hand


@pytest.mark.parametrize("clause", BY_MACHINE)
def test_ma_a_table_with_a_shuffler_prompts_what_the_clause_asks_for(by_machine: Prompted, clause: str) -> None:
    assert {(clause, step) for step in BY_MACHINE[clause].split()} <= by_machine

"""Every phase by every command by every role, enumerated: what the phase table does not list is refused by name."""

import random
from itertools import product
from typing import get_args

import pytest

from tests.table.asking import Asker
from tests.table.samples import EXAMPLES, ONLY_IN, STATES, table_in
from tests.table.watch import HOUSE
from tests.told import RULEBOOKS, player
from wartable.table import Actor, Refusal, Refused, Table, act, decide
from wartable.table import commands as c
from wartable.table.commands import COMMANDS, Command
from wartable.table.decide import DECIDERS
from wartable.table.events import EVENTS
from wartable.table.evolve import EVOLVERS
from wartable.table.phases import PHASES
from wartable.table.words import ROLES, Phase, Role

PEOPLE = (player("seat 1"), player("seat 2"), player("a stranger"), player(""), *HOUSE)

FLOOR_ONLY = (
    c.OpenTable,
    c.CloseTable,
    c.ChangeDecks,
    c.RestoreDevice,
    c.OrderRecut,
    c.UndoCard,
    c.Rule,
    c.ReleasePlayers,
    c.VoidRound,
)
SHOE_ONLY = (c.SealShoe, c.RevealShoe, c.TurnCard, c.MeetCoverCard)


def answer(table: Table, command: Command, by: Actor) -> Refused | None:
    """What the table says; it says it twice, and an accepted command leaves a table that holds."""
    decided = decide(table, command, by)
    assert decide(table, command, by) == decided
    if isinstance(decided, Refused):
        assert isinstance(decided.why, Refusal)
        assert str(decided).startswith(decided.why)
        return decided
    assert decided, "something happens when a command is accepted"
    assert not isinstance(act(table, command, by), Refused)
    return None


def test_the_matrix_is_whole() -> None:
    assert {type(command) for command in EXAMPLES} == set(COMMANDS)
    assert {by.role for by in PEOPLE} == set(ROLES) == set(get_args(Role))
    assert {phase for _, phase in STATES} == set(PHASES) == set(get_args(Phase))
    of_every_rulebook = len(PHASES) - len(ONLY_IN)
    assert len(STATES) == of_every_rulebook * len(RULEBOOKS) + sum(len(books) for books in ONLY_IN.values())


def test_random_walks_can_ask_for_every_command() -> None:
    asker = Asker(table_in("wisconsin", "betting").table, random.Random(1))
    assert {type(asker.draw(kind)) for kind in COMMANDS} == set(COMMANDS)


@pytest.mark.parametrize(("rulebook", "phase"), STATES)
def test_every_command_by_every_role_is_accepted_or_refused_by_name(rulebook: str, phase: Phase) -> None:
    table = table_in(rulebook, phase).table
    before = repr(table)
    for command, by in product(EXAMPLES, PEOPLE):
        refused = answer(table, command, by)
        roles = PHASES[phase].get(type(command))
        if roles is None:
            assert refused == Refused(Refusal.NOT_NOW), (command, by)
        elif by.role not in roles:
            assert refused == Refused(Refusal.NOT_YOURS), (command, by)
    assert repr(table) == before


def test_every_command_and_every_event_has_its_place() -> None:
    assert set(DECIDERS) == set(COMMANDS)
    assert set(EVOLVERS) == set(EVENTS)
    assert {command for accepts in PHASES.values() for command in accepts} == set(COMMANDS)


def test_no_role_is_listed_in_vain_and_an_auditor_only_reads() -> None:
    listed = {role for accepts in PHASES.values() for roles in accepts.values() for role in roles}
    assert listed == set(ROLES) - {"auditor"}
    assert all(roles for accepts in PHASES.values() for roles in accepts.values())


@pytest.mark.parametrize(
    ("kind", "roles"), [*((kind, {"floor"}) for kind in FLOOR_ONLY), *((kind, {"shoe"}) for kind in SHOE_ONLY)]
)
def test_what_only_the_floor_or_only_the_shoe_may_do(kind: type[Command], roles: set[Role]) -> None:
    assert {role for accepts in PHASES.values() for role in accepts.get(kind, ())} == roles


def test_no_bet_is_made_and_no_card_is_turned_outside_its_phases() -> None:
    def phases_of(kind: type[Command]) -> set[Phase]:
        return {phase for phase, accepts in PHASES.items() if kind in accepts}

    assert phases_of(c.PlaceWager) == phases_of(c.TakeBackWager) == {"betting", "war_wagers"}
    assert phases_of(c.TurnCard) == {"dealing", "war_dealing"}
    assert phases_of(c.SettleHand) == {"settling", "war_settling"}
    assert phases_of(c.GoToWar) == phases_of(c.Surrender) == {"deciding"}
    assert phases_of(c.PickUpCards) == {"picking_up"}

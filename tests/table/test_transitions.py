"""The transition table: it alone changes a phase, and an event that it does not know in a phase stops the table."""

import ast
from pathlib import Path

import pytest
from msgspec.structs import replace

import wartable.table
from tests.table.houses import PROGRESSIVE
from tests.table.rare_rounds import lose
from tests.table.samples import table_in
from tests.told import Told
from wartable.table import Event, TableBroken, evolve, new_table
from wartable.table import events as e
from wartable.table.transitions import TRANSITIONS
from wartable.table.words import Phase


def test_only_evolving_changes_a_phase() -> None:
    """Procedures change everything else; the phase follows from the table."""
    room = Path(wartable.table.__file__).parent
    changes = {
        path.name
        for path in room.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "replace"
        if any(word.arg == "phase" for word in node.keywords)
    }
    assert changes == {"evolve.py"}


def test_a_condition_asks_the_table_and_not_its_phase() -> None:
    asked = {name for row in TRANSITIONS if row.when for name in row.when.__code__.co_names}
    assert not asked & {"phase", "resume", "standing_phase"}


@pytest.mark.parametrize(
    ("phase", "event"),
    [
        ("dealing", e.RoundEnded(1)),
        ("betting", e.FloorRuled("continue", "a reason")),
        ("betting", e.RoundVoided("a reason", (), reshuffle=False)),
        ("settling", e.ShuffleBegun("ordered")),
        ("dealing", e.TableClosing()),
    ],
)
def test_an_event_without_a_transition_stops_the_table(phase: Phase, event: Event) -> None:
    table = table_in("maryland", phase).table
    with pytest.raises(TableBroken, match=f"no transition from {phase} on {event.__struct_config__.tag}"):
        evolve(replace(table, boxes=new_table(table.rules).boxes), event)


def test_a_round_goes_on_after_another_hand_was_lost_while_a_win_is_checked() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).bets(2, "10.00").closes()
    told.deals("7s 7h 7d").settles().surrenders(1)
    assert told.table.phase == "validating"
    assert lose(told, 2).goes_on("validating").table.phase == "picking_up"
    assert told.finishes().table.phase == "betting"

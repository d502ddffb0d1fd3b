"""The transition table: every phase change that happens is a row of it, and every row happens."""

import ast
import random
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

import wartable.table
from tests.scenarios.stories import STORIES
from tests.table.houses import HOUSES, PROGRESSIVE
from tests.table.rare_rounds import lose, rare_rounds
from tests.table.samples import EXAMPLES, table_in
from tests.table.walker import Walker
from tests.table.watch import HOUSE, Watch
from tests.told import DEALER, FLOOR, Told
from wartable.rulebook import Rules
from wartable.table import Actor, Event, Refused, Table, TableBroken, decide, evolve, new_table
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.commands import Command
from wartable.table.transitions import ANY, TRANSITIONS, On, Transition
from wartable.table.words import Phase

STEPS_OF_A_WALK = 400
WALKS = 3

Way = tuple[Transition, Phase]


def row_for(on: On, phase: Phase, after: Table, event: Event) -> Transition | None:
    """The first row that fits, looked for from the top as a reader would."""
    for row in TRANSITIONS:
        if phase in row.start and on in row.on and (row.when is None or row.when(after, event)):
            return row
    return None


class Reader:
    """Follows events, and finds the row of every phase change."""

    def __init__(self) -> None:
        self.ways: set[Way] = set()
        self.moved_by: set[On] = set()

    def follow(self, table: Table, events: Iterable[Event]) -> Table:
        for event in events:
            after = evolve(table, event)
            assert after.phase == self._read(table, after, event), (table.phase, event)
            table = after
        return table

    def _read(self, before: Table, after: Table, event: Event) -> Phase:
        phase = before.phase
        row = self._note(type(event), phase, after, event)
        while row is not None and row.to == "resume":  # a call in the check of a win resumes the check first
            phase = before.resume if phase == "validating" or not before.call else before.call.resume
            row = self._note("resumed", phase, after, event)
        if row is None or row.to == "stay":
            return phase
        assert row.to != "resume"
        return row.to

    def _note(self, on: On, phase: Phase, after: Table, event: Event) -> Transition | None:
        row = row_for(on, phase, after, event)
        if row is not None:
            self.ways.add((row, phase))
            if row.to not in ("stay", phase):
                self.moved_by.add(on)
        return row


class Interrupted(Watch):
    """A table of which only the transitions are watched; each phase is interrupted once in every way that there is."""

    def __init__(self, rules: Rules, reader: Reader) -> None:
        super().__init__(rules)
        self._reader = reader
        self._visited: set[Phase] = set()

    def send(self, by: Actor, command: Command) -> tuple[Event, ...] | Refused:
        if self.table.phase not in self._visited:
            self._visited.add(self.table.phase)
            self._interrupt()
        decided = decide(self.table, command, by)
        if not isinstance(decided, Refused):
            self.table = self._reader.follow(self.table, decided)
        return decided

    def _interrupt(self) -> None:
        for command, by in product(EXAMPLES, HOUSE):
            self._try(self.table, command, by)
        table = self.table
        for box in table.boxes:
            table = self._try(table, c.ReportAbsence(box.seat), DEALER)
            table = self._try(table, c.Rule("lost", "the player left"), FLOOR)

    def _try(self, table: Table, command: Command, by: Actor) -> Table:
        decided = decide(table, command, by)
        return table if isinstance(decided, Refused) else self._reader.follow(table, decided)


def test_every_phase_change_is_a_row_and_every_row_happens() -> None:
    reader = Reader()
    for story in STORIES.values():
        told = story.opens()
        table = told.table
        story.play(told)
        reader.follow(table, told.events)
    for told in rare_rounds():
        reader.follow(new_table(told.table.rules), told.events)
    for seed, house in product(range(WALKS), HOUSES):
        walker = Walker(house, random.Random(f"{house}/{seed}"))
        walker.watch = Interrupted(walker.watch.table.rules, reader)
        walker.walk(STEPS_OF_A_WALK)
    rows = {(row, phase) for row in TRANSITIONS if row.start != ANY for phase in row.start}
    missing = [(phase, row.on[0], row.when, row.to) for row, phase in rows - reader.ways]
    assert not missing, missing
    assert {row for row, _ in reader.ways} == set(TRANSITIONS)
    assert reader.moved_by == {on for row in TRANSITIONS for on in row.on}


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

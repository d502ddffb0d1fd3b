"""A long walk through the transition table: every phase change that happens is a row of it, and every row happens."""

import random
from collections.abc import Iterable
from itertools import product

from tests.scenarios.stories import STORIES
from tests.table.houses import HOUSES
from tests.table.rare_rounds import rare_rounds
from tests.table.samples import EXAMPLES
from tests.table.walker import Walker
from tests.table.watch import HOUSE, Watch
from tests.told import DEALER, FLOOR
from wartable.rulebook import Rules
from wartable.table import Actor, Event, Refused, Table, decide, evolve, new_table
from wartable.table import commands as c
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

"""Counting what happens at one table."""

from collections.abc import Callable, Mapping
from typing import Any

from wartable.audit import moments
from wartable.audit.reading import RulesOverTime, rules_of
from wartable.audit.reports.tally import DayTally, MeterTally
from wartable.audit.reports.who import significant
from wartable.audit.significant import ORDINARY, is_significant
from wartable.audit.steps import sentence
from wartable.money import Cents
from wartable.store import Recorded, decode, name_of
from wartable.table import Event, opening_meters, words_of
from wartable.table import events as e

METERS: Mapping[type[Event], tuple[str, Callable[[Any], Cents]]] = {
    e.MeterFed: ("fed", lambda event: event.amount),
    e.MeterReset: ("reset", lambda event: event.amount),
    e.MeterPaid: ("paid", lambda event: -event.amount),
    e.MeterCorrected: ("corrected", lambda event: event.reading - event.before),
    e.MeterSynced: ("linked", lambda event: event.reading - event.before),
}
"""What moves a meter, under which heading, and by how much."""

_COUNTED: tuple[type[Event], ...] = (*METERS, e.RoundEnded, e.RoomFeeTaken, e.RoomFeeReturned)
COUNTED = frozenset(name_of(kind) for kind in _COUNTED)
"""What is counted though it is ordinary."""

Days = dict[tuple[str, int], DayTally]


class TableGather:
    """One table, record after record."""

    def __init__(self, table: str, rules: RulesOverTime, days: Days, large: Cents) -> None:
        self._table, self._over_time, self._days, self._large = table, rules, days, large
        self._rules = rules_of(rules.at(1))
        self._words = words_of(self._rules)
        self._readings = {name: meter.reading for name, meter in opening_meters(self._rules).items()}
        self._lines: list[tuple[int, e.WagerSettled]] = []

    def hear(self, record: Recorded) -> None:
        tally = self._tally(record.at)
        tally.events += 1
        if record.name in ORDINARY and record.name not in COUNTED:
            return  # most of a day, and not even read
        changed = self._over_time.starting_at(record.version)
        if changed is not None:
            self._rules = rules_of(changed)
            self._words = words_of(self._rules)
        event = decode(record)
        if is_significant(record.name, event, self._large):
            says = sentence(event, self._words)
            tally.significant.append(significant(record, event, says))
        self._count(event, record, tally)

    def end(self) -> None:
        """Count what is settled of a round that is still in play."""
        days = {day for day, _ in self._lines}
        for day in days:
            tally = self._days.setdefault((self._table, day), DayTally())
            tally.settle([line for of_day, line in self._lines if of_day == day])
        self._lines = []

    def _tally(self, at: int) -> DayTally:
        return self._days.setdefault((self._table, moments.day_of(at)), DayTally())

    def _count(self, event: Event, record: Recorded, tally: DayTally) -> None:
        match event:
            case e.WagerSettled():
                self._lines.append((moments.day_of(record.at), event))
            case e.SettlementReversed():
                self._reverse(event.line)
            case e.RoundVoided():
                tally.voided += 1
            case e.RoundEnded():
                tally.rounds += 1
                self.end()
            case e.RoomFeeTaken():
                tally.fees += event.amount
            case e.RoomFeeReturned():
                tally.fees -= event.amount
            case _ if type(event) in METERS:
                self._move_meter(event, tally)

    def _reverse(self, line: e.WagerSettled) -> None:
        """Take a reversed settlement out of the count."""
        for place in range(len(self._lines) - 1, -1, -1):
            if self._lines[place][1] == line:
                del self._lines[place]
                return

    def _move_meter(self, event: Any, tally: DayTally) -> None:
        heading, amount_of = METERS[type(event)]
        reading = self._readings.get(event.meter, 0)
        meter = tally.meters.setdefault(event.meter, MeterTally(opening=reading, closing=reading))
        amount = amount_of(event)
        setattr(meter, heading, getattr(meter, heading) + amount)
        self._readings[event.meter] = meter.closing = meter.closing + amount

"""Which tests come to which line of the program: each test is run once as it is, and looked at on its way."""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path

import coverage
import msgspec
import pytest
from _pytest.runner import runtestprotocol

QUICK = 180.0
"""Seconds of work that the quick tests take together."""

Places = Mapping[tuple[str, int], Sequence["Quick"]]


class Quick(msgspec.Struct, frozen=True):
    """A quick test, and how long it takes."""

    item: pytest.Item
    seconds: float


class Covering:
    """The quick tests by the lines that they come to, the quickest first."""

    def __init__(self, items: Sequence[pytest.Item], source: Path) -> None:
        look = coverage.Coverage(data_file=None, config_file=False, source=[str(source)])
        look.start()
        try:
            tests = sorted((_time(item, look) for item in items), key=lambda test: test.seconds)
        finally:
            look.stop()
        together = accumulate(test.seconds for test in tests)
        self.quick = [test for test, so_far in zip(tests, together, strict=True) if so_far <= QUICK]
        self._places = _places(look.get_data(), self.quick)

    def at(self, path: str, line: int) -> Sequence[Quick]:
        """The quick tests that come to a line."""
        return self._places.get((path, line), ())


def fails(item: pytest.Item) -> bool:
    """Run one test, and say whether it fails."""
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _time(item: pytest.Item, look: coverage.Coverage) -> Quick:
    look.switch_context(item.nodeid)
    begun = time.process_time()
    if fails(item):
        raise AssertionError(f"{item.nodeid} fails without a mutant")
    return Quick(item, time.process_time() - begun)


def _places(seen: coverage.CoverageData, quick: Sequence[Quick]) -> Places:
    order = {test.item.nodeid: place for place, test in enumerate(quick)}
    places: dict[tuple[str, int], list[Quick]] = defaultdict(list)
    for path in seen.measured_files():
        for line, contexts in seen.contexts_by_lineno(path).items():
            found = sorted(order[context] for context in contexts if context in order)
            places[path, line] = [quick[place] for place in found]
    return places

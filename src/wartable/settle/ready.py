"""A table made ready for a written-down round: opened for its first player, shuffled, cut, loaded and burned."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from wartable.rulebook import Rules, choose, consistent, load_rulebook, rules_in_force
from wartable.runner import open_table
from wartable.settle.errors import BadScenario
from wartable.table import Seat, Table

REMEMBERED_HOUSES = 512


def ready_table(rulebook: str, house: dict[str, object], seat: Seat) -> Table:
    """Return a table under the scenario's house that was opened for the player at this seat, and waits for bets.

    Many scenarios share a house, so their tables are remembered. A table without this seat is opened for seat 1.
    """
    try:
        written = msgspec.json.encode(house, order="deterministic")
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise BadScenario("house: expected tables of house keys and their values") from None
    rules = _rules(rulebook, written)
    return _ready(rulebook, written, seat if 1 <= seat <= rules.seats else 1)


@lru_cache(maxsize=REMEMBERED_HOUSES)
def _ready(rulebook: str, written: bytes, seat: Seat) -> Table:
    return open_table(_rules(rulebook, written), seat)


@lru_cache(maxsize=REMEMBERED_HOUSES)
def _rules(rulebook: str, written: bytes) -> Rules:
    book = load_rulebook(rulebook)
    choices, findings = choose(book, msgspec.json.decode(written))
    for finding in findings:
        if finding.severity == "error":
            raise BadScenario(f"house.{finding}")
    rules = rules_in_force(book, choices)
    for finding in consistent(book, choices, rules):
        if finding.severity == "error":
            raise BadScenario(f"house.{finding}")
    # The limits of a scenario are for bettors, and its chips are a matter for `check`.
    surrender = replace(rules.surrender, smallest_chip=None)
    return replace(rules, bank=replace(rules.bank, least=0), surrender=surrender)

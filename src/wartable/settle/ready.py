"""A table made ready for a written-down round: opened, shuffled, cut, loaded and burned, as any table is."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from wartable.rulebook import Rules, choose, consistent, load_rulebook, rules_in_force
from wartable.runner import open_table
from wartable.settle.errors import BadScenario
from wartable.table import Table

REMEMBERED_HOUSES = 512


def ready_table(rulebook: str, house: dict[str, object]) -> Table:
    """A table under the scenario's house, waiting for bets; many scenarios share a house, so it is remembered."""
    try:
        written = msgspec.json.encode(house, order="deterministic")
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise BadScenario("house: expected tables of house keys and their values") from None
    return _ready(rulebook, written)


@lru_cache(maxsize=REMEMBERED_HOUSES)
def _ready(rulebook: str, written: bytes) -> Table:
    return open_table(_rules(rulebook, msgspec.json.decode(written)))


def _rules(rulebook: str, house: object) -> Rules:
    book = load_rulebook(rulebook)
    choices, findings = choose(book, house)
    for finding in findings:
        if finding.severity == "error":
            raise BadScenario(f"house.{finding}")
    rules = rules_in_force(book, choices)
    for finding in consistent(book, choices, rules):
        if finding.severity == "error":
            raise BadScenario(f"house.{finding}")
    return replace(rules, bank=replace(rules.bank, least=0))  # limits of a scenario are for bettors

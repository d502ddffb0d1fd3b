"""Side bets that fit together: whole cents for the meter, an envy bonus for every stake, tables for every wheel."""

from collections.abc import Iterator, Mapping

from wartable.money import NotWhole, Rate, format_cents
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import Finding


def meters_take_whole_cents(case: Case) -> Iterator[Finding]:
    """The share of every stake that goes to a meter exists in whole cents."""
    rules = case.rules
    fed: list[tuple[str, Rate, tuple[int, ...]]] = []
    if rules.progressive is not None:
        fed.append(("progressive.rate", rules.progressive.rate, rules.progressive.stakes))
    if rules.bonus_spin is not None:
        spin = rules.bonus_spin
        fed.append(("bonus_spin.primary.rate", spin.primary.rate, spin.stakes))
        fed.append(("bonus_spin.secondary.rate", spin.secondary.rate, spin.stakes))
    for name, rate, stakes in fed:
        for stake in stakes:
            try:
                rate.of(stake)
            except NotWhole as problem:
                yield case.find(name, "error", str(problem), "a share that gives whole cents of every stake")


def stakes_have_their_envy(case: Case) -> Iterator[Finding]:
    """Every progressive stake has an envy bonus: from the table, or in proportion to its only row."""
    progressive, envy = case.rules.progressive, case.rules.envy
    if progressive is None or envy is None:
        return
    unit = min(envy.table)
    for stake in progressive.stakes:
        if envy.scales and stake % unit:
            message = f"{format_cents(stake)} is not a multiple of {format_cents(unit)}"
            yield case.find("progressive.stakes", "error", message, f"multiples of {format_cents(unit)}")
        elif not envy.scales and stake not in envy.table:
            message = f"missing: the envy bonus of a {format_cents(stake)} wager"
            yield case.find("envy.table", "error", message, case.room("envy.table"))


def wheel_has_its_tables(case: Case) -> Iterator[Finding]:
    """A stake with no printed table needs the house's own; the rings carry the symbols of the tables and no others."""
    spin = case.rules.bonus_spin
    if spin is None:
        return
    hot, community = _symbols(case, "hot"), _symbols(case, "community")
    if any(stake not in PRINTED for stake in spin.stakes):
        amounts = [symbol for symbol in hot if case.rules.settlement[f"hot.{symbol}.bonus_spin"].meter is None]
        yield from _missing(case, "bonus_spin.dollar_hot_table", spin.dollar_hot_table, amounts)
        yield from _missing(case, "bonus_spin.dollar_community_table", spin.dollar_community_table, community)
    yield from _strangers(case, "bonus_spin.hot_weights", spin.hot_weights, hot)
    yield from _strangers(case, "bonus_spin.community_weights", spin.community_weights, community)
    yield from _strangers(case, "bonus_spin.community_table", spin.community_table, community)


PRINTED = frozenset({5_00})
"""The stakes whose pays the rulebook prints."""


def _symbols(case: Case, ring: str) -> list[str]:
    """The symbols of a ring, as the rulebook settles them."""
    rows = [row.split(".") for row in case.rules.settlement]
    return [symbol for kind, symbol, _ in rows if kind == ring and symbol != "none"]


def _missing(case: Case, name: str, table: Mapping[str, object], symbols: list[str]) -> Iterator[Finding]:
    lacking = [symbol for symbol in symbols if symbol not in table]
    if lacking:
        message = f"missing for a wager whose pays are not printed: {', '.join(lacking)}"
        yield case.find(name, "error", message, "an amount for every symbol of the ring")


def _strangers(case: Case, name: str, table: Mapping[str, object], symbols: list[str]) -> Iterator[Finding]:
    for symbol in table:
        if symbol not in symbols:
            yield case.find(name, "error", f"{symbol!r} is not a symbol of this ring", ", ".join(symbols))

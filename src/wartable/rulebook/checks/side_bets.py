"""Side bets that fit together: whole cents for the meters, an envy bonus for every stake, a pay for every symbol."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from wartable.money import Cents, NotWhole, Rate, format_cents
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import Finding
from wartable.rulebook.checks.wording import listed, shown


def meters_take_whole_cents(case: Case) -> Iterator[Finding]:
    """The share of every stake that goes to a meter exists in whole cents."""
    for stakes, rates in _fed(case):
        for name, rate in rates.items():
            for stake in stakes:
                try:
                    rate.of(stake)
                except NotWhole as problem:
                    yield case.find(name, "error", str(problem), "a share that gives whole cents of every stake")


def meters_take_no_more_than_the_wager(case: Case) -> Iterator[Finding]:
    """A share above the whole wager is most often a percentage that was written as a share."""
    for _, rates in _fed(case):
        if sum(Fraction(rate.parts, rate.of_parts) for rate in rates.values()) > 1:
            said = listed((shown(case.choices[name]) for name in rates), "and")
            for name in rates:
                message = f"{said} of each wager is more than the wager"
                yield case.find(name, "warning", message, "shares that are not above 1 together")


def _fed(case: Case) -> Iterator[tuple[tuple[Cents, ...], Mapping[str, Rate]]]:
    """The stakes of each side bet with a meter, and the rates at which they feed it."""
    progressive, spin = case.rules.progressive, case.rules.bonus_spin
    if progressive is not None:
        yield progressive.stakes, {"progressive.rate": progressive.rate}
    if spin is not None:
        rates = {"bonus_spin.primary.rate": spin.primary.rate, "bonus_spin.secondary.rate": spin.secondary.rate}
        yield spin.stakes, rates


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
    """A stake with no printed pays needs the house's own, for every symbol the wheel can stop at."""
    spin = case.rules.bonus_spin
    if spin is None:
        return
    own = {"dollar_hot_table": spin.dollar_hot_table, "dollar_community_table": spin.dollar_community_table}
    for stake in spin.stakes:
        if stake != spin.printed_stake and not all(own.values()):
            message = f"no pays are printed for a {format_cents(stake)} wager"
            needs = listed((f"bonus_spin.{table}" for table in own), "and")
            yield case.find(
                "bonus_spin.stakes", "error", message, f"{format_cents(spin.printed_stake)}, or {needs} as well"
            )
    for table, pays in own.items():
        missing = [symbol for symbol in _paid_symbols(case, table) if pays and symbol not in pays]
        if missing:
            message = f"missing: the pay of {listed(missing, 'and')}"
            yield case.find(f"bonus_spin.{table}", "error", message, "a pay for every symbol of the ring")


def wheel_has_no_strange_symbols(case: Case) -> Iterator[Finding]:
    """Rings and tables know the symbols of the printed pays and no others."""
    spin = case.rules.bonus_spin
    if spin is None:
        return
    tables: dict[str, Mapping[str, int]] = {
        "hot_weights": spin.hot_weights,
        "dollar_hot_table": spin.dollar_hot_table,
        "community_weights": spin.community_weights,
        "community_table": spin.community_table,
        "dollar_community_table": spin.dollar_community_table,
    }
    for table, entries in tables.items():
        known = _paid_symbols(case, table)
        if table == "hot_weights":
            known = ["primary", "secondary", *known]
        for symbol in entries:
            if symbol not in known:
                message = f"{shown(symbol)} is not a symbol of this ring"
                yield case.find(f"bonus_spin.{table}", "error", message, listed(known))


def _paid_symbols(case: Case, table: str) -> list[str]:
    """The symbols that pay an amount on the ring that a table speaks of."""
    ring = "hot." if "hot" in table else "community."
    rows = case.rules.settlement.items()
    return [place.split(".")[1] for place, line in rows if place.startswith(ring) and line.amount]

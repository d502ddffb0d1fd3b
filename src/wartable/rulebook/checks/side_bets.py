"""Side bets that fit together: whole cents for the meters, an envy bonus for every stake, a pay for every symbol."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from wartable.money import Cents, NotWhole, Rate, format_cents
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding, find
from wartable.rulebook.checks.wording import listed, shown
from wartable.rulebook.wagers import WAGERS


def shares_are_of_the_wager(case: Case) -> Iterator[HouseFinding]:
    """A meter takes a part of each wager, at most all of it; "20" is a percentage and not a share."""
    for _, _, rates in _fed(case):
        for name, rate in rates.items():
            if not 0 < rate.parts <= rate.of_parts:
                message = f"{shown(str(rate))} is not a share of the wager"
                yield from case.find(name, "error", message, 'a share above 0 and at most 1, such as "0.20"')


def meters_take_whole_cents(case: Case) -> Iterator[HouseFinding]:
    """The share of every stake that goes to a meter exists in whole cents."""
    room = "a share that gives whole cents of every stake"
    for offer, stakes, rates in _fed(case):
        for name, rate in rates.items():
            for stake in stakes:
                try:
                    rate.of(stake)
                except NotWhole as problem:
                    yield from case.find(name, "error", str(problem), room, f"{offer}.stakes")


def meters_take_no_more_than_the_wager(case: Case) -> Iterator[HouseFinding]:
    """Two shares that add up to more than the wager are usually percentages written as shares."""
    for _, _, rates in _fed(case):
        if len(rates) > 1 and sum(Fraction(rate.parts, rate.of_parts) for rate in rates.values()) > 1:
            said = listed((shown(str(rate)) for rate in rates.values()), "and")
            for name in rates:
                message = f"{said} of each wager is more than the wager"
                yield from case.find(name, "warning", message, "shares that are not above 1 together", *rates)


def _fed(case: Case) -> Iterator[tuple[str, tuple[Cents, ...], Mapping[str, Rate]]]:
    """Each side bet with a meter, its stakes, and the rates at which they feed it."""
    for wager, row in WAGERS.items():
        found = {meter.key: meter.values(case.rules) for meter in row.meters}
        if rates := {f"{key}.rate": values.rate for key, values in found.items() if values}:
            yield wager, row.stakes(case.rules), rates


def stakes_have_their_envy(case: Case) -> Iterator[HouseFinding]:
    """Every progressive stake has an envy bonus: from the table, or in proportion to its only row."""
    progressive, envy = case.rules.progressive, case.rules.envy
    if progressive is None or envy is None:
        return
    unit = min(envy.table)
    for stake in progressive.stakes:
        if envy.scales and stake % unit:
            message = f"{format_cents(stake)} is not a multiple of {format_cents(unit)}"
            yield from case.find("progressive.stakes", "error", message, f"multiples of {format_cents(unit)}")
        elif not envy.scales and stake not in envy.table:
            message = f"missing: the envy bonus of a {format_cents(stake)} wager"
            yield from case.find("envy.table", "error", message, case.room("envy.table"), "progressive.stakes")


def wheel_has_its_tables(case: Case) -> Iterator[HouseFinding]:
    """A stake with no printed pays needs the house's own, for every symbol the wheel can stop at."""
    spin = case.rules.bonus_spin
    if spin is None:
        return
    own = {"dollar_hot_table": spin.dollar_hot_table, "dollar_community_table": spin.dollar_community_table}
    tables = [f"bonus_spin.{table}" for table in own]
    for stake in spin.stakes:
        if stake != spin.printed_stake and not all(own.values()):
            message = f"no pays are printed for a {format_cents(stake)} wager"
            needs = listed(tables, "and")
            yield from case.find(
                "bonus_spin.stakes",
                "error",
                message,
                f"{format_cents(spin.printed_stake)}, or {needs} as well",
                *tables,
            )
    for table, pays in own.items():
        missing = case.lacking(f"bonus_spin.{table}", pays, paid_symbols(case, table))
        if missing:
            message = f"missing: the pay of {listed(missing, 'and')}"
            yield find(case.book, f"bonus_spin.{table}", "error", message, "a pay for every symbol of the ring")


def meters_are_of_one_stake(case: Case) -> Iterator[HouseFinding]:
    """The wheel has one pair of meters, which belongs to one stake: a dollar does not win what five dollars fed."""
    spin = case.rules.bonus_spin
    if spin is None or len(spin.stakes) <= 1:
        return
    message = f"the wheel's meters belong to one stake, not to {listed(map(format_cents, spin.stakes), 'and')}"
    stakes = listed([f'["{format_cents(stake)}"]' for stake in sorted(spin.stakes, reverse=True)], "or")
    yield from case.find("bonus_spin.stakes", "error", message, stakes)


def wheel_has_no_strange_symbols(case: Case) -> Iterator[HouseFinding]:
    """Rings and tables use only the symbols of the printed pays."""
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
        known = paid_symbols(case, table)
        if table == "hot_weights":
            known = ["primary", "secondary", *known]
        for symbol in entries:
            if symbol not in known:
                message = f"{shown(symbol)} is not a symbol of this ring"
                # An unknown symbol is reported even where another row was refused.
                yield find(case.book, f"bonus_spin.{table}", "error", message, listed(known), row=symbol)


def meters_have_symbols_of_their_own(case: Case) -> Iterator[HouseFinding]:
    """The symbols of the two meters differ from each other and from every amount that is printed on the ring.

    Capitals and blanks do not tell two symbols apart, and none bears the name of the other meter.
    """
    spin = case.rules.bonus_spin
    if spin is None or spin.symbols is None:
        return
    primary, secondary = (" ".join(name.split()).casefold() for name in (spin.symbols.primary, spin.symbols.secondary))
    amounts = paid_symbols(case, "hot_weights")
    wrong: list[str] = []
    for name, other in ((primary, "secondary"), (secondary, "primary")):
        if not name:
            wrong.append("the symbol of a meter is blank")
        elif other in name.split():
            wrong.append(f"{shown(name)} names the other meter")
        elif primary == secondary or name.strip("$ ").replace(",", "").removesuffix(".00") in amounts:
            wrong.append(f"{shown(name)} names another stop of the wheel too")
    for message in dict.fromkeys(wrong):
        yield from case.find("bonus_spin.symbols", "error", message, case.room("bonus_spin.symbols"))


def paid_symbols(case: Case, table: str) -> list[str]:
    """Return the symbols that pay an amount on the ring of a table."""
    ring = "hot." if "hot" in table else "community."
    rows = case.rules.settlement.items()
    return [place.split(".")[1] for place, line in rows if place.startswith(ring) and line.amount]

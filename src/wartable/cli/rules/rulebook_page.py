"""A rulebook as `wartable rules` tells it: described once, then printed for people or written as JSON."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict
from rich.padding import Padding

from wartable.cards import DECK_SIZE
from wartable.cli.screen import Screen, fold, make_table
from wartable.rulebook import (
    Attestation,
    Rulebook,
    SettlementRow,
    Value,
    allowed,
    clauses_of,
    in_words,
    listed,
    readings,
)

Page = dict[str, Any]

INDENT = (0, 0, 0, 4)
LEAST_KEY = 34
"""The longest keys fit into this many columns."""


def describe_rulebooks(books: Sequence[Rulebook]) -> Page:
    return {
        "rulebooks": [
            {**_head(book), "values": len(book.values), "clauses": len(clauses_of(book.name))} for book in books
        ]
    }


def describe_rulebook(book: Rulebook) -> Page:
    return {
        **_head(book),
        "values": [_describe_value(book, name, value) for name, value in book.values.items()],
        "settlement": _describe_settlement(book),
        "steps": [{"step": name, **asdict(step)} for name, step in book.steps.items()],
        "attestations": [_describe_attestation(name, row) for name, row in book.attest.items()],
        "terms": [{"term": name, **asdict(term)} for name, term in book.terms.items()],
        "readings": describe_readings(_readings_used(book)),
    }


def _head(book: Rulebook) -> Page:
    return {
        "rulebook": book.name,
        "code": book.code,
        "title": book.title,
        "authority": book.authority,
        "source": book.source,
        "in_force": book.in_force,
    }


def describe_readings(numbers: Sequence[str]) -> list[Page]:
    """Return the readings as they are adopted for unclear text."""
    return [
        {"reading": number, "asks": reading.asks, "reads": reading.reads, "options": reading.options}
        for number, reading in ((number, readings()[number]) for number in numbers)
    ]


def _describe_value(book: Rulebook, name: str, value: Value) -> Page:
    return {
        "key": value.key or name,
        "says": value.says,
        "value": value.in_force,
        "in_words": in_words(value),
        "unit": value.unit,
        "fixed": value.fixed,
        "room": _room(book, value),
        "offer": value.offer,
        "required": value.required,
        "needed": value.needed,
        "house_rule": value.house_rule,
        "clauses": value.clauses,
        "reading": value.reading,
    }


def _room(book: Rulebook, value: Value) -> str:
    if value.fixed:
        return "fixed" if value.house_rule else "fixed by the rules"
    decks = book.values["decks"].in_force
    return allowed(value, decks * DECK_SIZE if isinstance(decks, int) else 0)


def _describe_settlement(book: Rulebook) -> list[Page]:
    rows = []
    for place, row in book.settlement.items():
        deal, outcome, wager = place.split(".")
        pays = None if row.pays is None else book.values[f"pays.{row.pays}"].in_force
        words = {"deal": deal, "outcome": outcome, "wager": wager, "result": row.result, "pays": pays}
        side = {"amount": row.amount, "meter": row.meter, "clauses": row.clauses}
        rows.append({**words, "pays_in_words": _pays_in_words(row, pays), **side})
    return rows


def _describe_attestation(name: str, row: Attestation) -> Page:
    asked = [
        f"where {listed(wanted)} is offered" if what == "offers" else f"with {what} = {listed(wanted)}"
        for what, wanted in row.when.items()
    ]
    in_words = f"{row.says} Asked only {' and '.join(asked)}." if asked else row.says
    return {"key": f"attest.{name}", **asdict(row), "in_words": in_words}


def _pays_in_words(row: SettlementRow, odds: object) -> str:
    """Return odds, an amount, a meter, or several of them in words; empty for a row without a pay."""
    amount = "the envy bonus" if row.amount == "envy" else f"{row.amount} dollars"
    parts = (odds, row.amount and amount, row.meter and "the whole meter")
    return " and ".join(str(part) for part in parts if part)


def _readings_used(book: Rulebook) -> list[str]:
    """Return the readings this rulebook depends on, in the order of the list."""
    used = {value.reading for value in book.values.values()}
    used |= {row.reading for row in book.attest.values()} | {term.reading for term in book.terms.values()}
    return [number for number in readings() if number in used]


def show_rulebooks(screen: Screen, page: Page) -> None:
    table = make_table("rulebook", "code", "authority", "values", "clauses", wrapped=("authority",))
    for row in page["rulebooks"]:
        table.add_row(row["rulebook"], row["code"], row["authority"], str(row["values"]), str(row["clauses"]))
    screen.show(table)
    screen.print("wartable rules RULEBOOK shows every value; wartable rules --clause ID shows one clause.")


def show_rulebook(screen: Screen, page: Page) -> None:
    """Print a rulebook, table by table."""
    screen.print(f"{page['title']} ({page['code']})", style="bold")
    screen.print(page["authority"])
    screen.print(f"Source: {page['source']}. In force since: {page['in_force']}.")
    _show_values(screen, page["values"])
    _show_settlement(screen, page["settlement"])
    _show_rows(screen, "Steps", page["steps"], ("step", "by", "says"))
    _show_rows(screen, "What the house attests", page["attestations"], ("key", "in_words"))
    _show_rows(screen, "Words", page["terms"], ("term", "word"))
    show_readings(screen, page["readings"])


def _show_values(screen: Screen, values: list[Page]) -> None:
    what = "what it is, and the room a house has"
    table = make_table("in force by default", what, "clauses", wrapped=(what,))
    width = max(LEAST_KEY, screen.width // 3)
    for row in values:
        notes = [row["says"], row["room"] if row["fixed"] else f"room: {row['room']}"]
        if row["offer"]:
            notes.append(f"{'required' if row['required'] else 'only'} where {row['offer']} is offered")
        if row["needed"]:
            notes.append("needed in a house file")
        if row["house_rule"]:
            notes.append("the text is silent: the house's own procedure")
        table.add_row(
            fold(f"{row['key']} = {row['in_words']}", width),
            "\n".join(notes),
            screen.clauses(row["clauses"], row["reading"]),
        )
    _show_section(screen, "Values")
    screen.show(table)


def _show_settlement(screen: Screen, rows: list[Page]) -> None:
    table = make_table("deal", "outcome", "wager", "result", "pays", "clauses", wrapped=("outcome", "result", "pays"))
    for row in rows:
        words = (row[key].replace("_", " ") for key in ("deal", "outcome", "wager", "result", "pays_in_words"))
        table.add_row(*words, screen.clauses(row["clauses"]))
    _show_section(screen, "Settlement")
    screen.show(table)


def _show_rows(screen: Screen, title: str, rows: list[Page], columns: tuple[str, ...]) -> None:
    titles = [column.replace("in_words", "says") for column in columns]
    table = make_table(*titles, "clauses", wrapped=titles[1:])
    for row in rows:
        cells = [", ".join(row[key]) if isinstance(row[key], tuple) else row[key] or "" for key in columns]
        table.add_row(*cells, screen.clauses(row["clauses"], row.get("reading")))
    _show_section(screen, title)
    screen.show(table)


def show_readings(screen: Screen, rows: list[Page]) -> None:
    """Print the readings, if there are any."""
    if not rows:
        return
    _show_section(screen, "How unclear text is read")
    for row in rows:
        screen.print(f"\n{row['reading']}: {row['asks']}")
        screen.print(Padding(row["reads"], INDENT))
        if row["options"]:
            screen.print(Padding(f"House keys: {', '.join(row['options'])}", INDENT))


def _show_section(screen: Screen, title: str) -> None:
    screen.print(f"\n{title}", style="bold")

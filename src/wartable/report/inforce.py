"""Every value in force at a table, in words, with who chose it and the clauses it rests on."""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from wartable.paper import grouped
from wartable.report.filing import Filing
from wartable.rulebook import SIDE, WAGERS, Raw, Value, in_words, listed, offers

By = Literal["house", "rules", "default"]

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Table and decks": ("seats", "table", "decks", "literal_decks"),
    "Wagers and limits": ("limits", "wager", "payout", "match_play"),
    "The bank": ("bank",),
    "Shuffle, cut and idle table": ("shuffler", "cards", "opening", "shuffle", "reshuffle", "cut", "idle"),
    "Dealing and settling": ("burn", "dealer", "deal", "settle"),
    "Ties and war": ("surrender", "war", "tie", "decision"),
    "Pays and published figures": ("pays", "figures"),
    **{
        f"The {WAGERS[wager].heading}": (wager, *(award for award, row in WAGERS.items() if row.part_of == wager))
        for wager in SIDE
    },
    "The electronic form": ("electronic",),
    "When something goes wrong": ("void", "abandon", "irregularity", "procedures"),
    "Others": (),
}
"""The values of a rulebook by what they are about, going by the first part of their names."""


class Setting(msgspec.Struct, frozen=True):
    """One value in force."""

    name: str
    key: str
    value: str
    says: str
    by: By
    clauses: tuple[str, ...]
    reading: str | None
    house_rule: bool


def settings(filing: Filing) -> Iterator[Setting]:
    """Every value in force, in the order of the rulebook; side bets that are not offered are left out."""
    offered = {None, *offers(filing.book, filing.choices)}
    for name, value in filing.book.values.items():
        if value.offer not in offered:
            continue
        chosen = filing.choices.get(name)
        if chosen is None and value.in_force is None:
            continue
        yield Setting(
            name=name,
            key=value.key or name,
            value=grouped(_words(value, chosen)),
            says=value.says,
            by="rules" if value.fixed else "house" if chosen is not None else "default",
            clauses=value.clauses,
            reading=value.reading,
            house_rule=value.house_rule,
        )


def group_of(setting: Setting) -> str:
    first = setting.name.partition(".")[0]
    return next((title for title, firsts in GROUPS.items() if first in firsts), "Others")


def not_offered(filing: Filing) -> list[str]:
    """The side bets the rulebook knows and this house does not offer."""
    known = dict.fromkeys(value.offer for value in filing.book.values.values() if value.offer)
    return [offer for offer in known if offer not in offers(filing.book, filing.choices)]


def _words(value: Value, chosen: object) -> str:
    """Return the value in force in words; a house's table is added to the rulebook's own."""
    raw: Raw | None = value.in_force
    if isinstance(chosen, dict):
        raw = {**raw, **chosen} if isinstance(raw, dict) else chosen
        return _table(value.unit, raw)
    if isinstance(raw, dict):
        return _table(value.unit, raw)
    if chosen is not None:
        value = msgspec.structs.replace(value, value=None, default=chosen)
    return in_words(value).replace("_", " ")


def _table(unit: str, raw: Mapping[str, object]) -> str:
    if unit == "trigger":
        return f"{raw['color']} {raw['rank']}"
    if unit == "amounts":
        return listed([f"{amount} for a wager of {stake}" for stake, amount in raw.items()], "and")
    return ", ".join(f"{name} {item}" for name, item in raw.items())

"""What a report is about: a house's file, what `check` says about it, and exactly which data were in force."""

import hashlib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import PurePath

import msgspec

from wartable.rulebook import (
    ABOUT,
    BadHouse,
    House,
    HouseCheck,
    HouseFinding,
    Rulebook,
    Rules,
    Severity,
    about_the_house,
    check_house,
    choose,
    folder,
    load_house,
    open_house,
)


class Filing(msgspec.Struct, frozen=True):
    """A house's file with everything a report says about it, before any mathematics."""

    file: str
    data: bytes
    book: Rulebook
    about: Mapping[str, str]
    checked: HouseCheck
    choices: Mapping[str, object]
    """What the house chose, by the rulebook's own names; what was refused is not there."""
    attested: Mapping[str, object]
    rules: Rules | None
    """Nothing where an error leaves open what is in force."""
    date: str | None

    @property
    def ok(self) -> bool:
        """Whether the house may be filed."""
        return self.checked.ok

    def found(self, severity: Severity) -> list[HouseFinding]:
        return [finding for finding in self.checked.findings if finding.severity == severity]


def file_house(data: bytes, name: str, date: str | None = None) -> Filing | HouseFinding:
    """Read a house's file, or say why it has no house. The date in the file is used unless one is given."""
    house = open_house(data)
    if isinstance(house, HouseFinding):
        return house
    choices, _ = choose(house.book, house.tables)
    about = _about(house)
    try:
        rules = load_house(data)
    except BadHouse:
        rules = None
    return Filing(
        file=_printable(PurePath(name).name) or "standard input",
        data=data,
        book=house.book,
        about=about,
        checked=check_house(data, name),
        choices=choices,
        attested=house.attest if isinstance(house.attest, Mapping) else {},
        rules=rules,
        date=date or about.get("filed"),
    )


def _about(house: House) -> dict[str, str]:
    """Return what the house says about itself, as far as it can be printed."""
    if not isinstance(house.about, Mapping):
        return {}
    wrong = {finding.key for finding in about_the_house(house.about)}
    return {name: house.about[name] for name in ABOUT if name in house.about and f"about.{name}" not in wrong}


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def digests(filing: Filing) -> dict[str, str]:
    """Return the SHA-256 of each file that decides what is in force."""
    files = {
        "house file": filing.data,
        "rulebook": _read(folder("rulebooks") / f"{filing.book.name}.toml"),
        "clauses": _read(folder("clauses") / f"{filing.book.name}.csv"),
        "readings": _read(folder() / "readings.toml"),
    }
    return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}


def _read(file: Traversable) -> bytes:
    return file.read_bytes()

"""The table that `wartable simulate` is asked for, by rulebook or house."""

from pathlib import Path
from typing import TYPE_CHECKING

from wartable.cli.errors import InputError
from wartable.cli.files import Input

if TYPE_CHECKING:
    from wartable.rulebook import Rules


def rules_of(source: str | None, seats: int) -> "Rules":
    """The rules in force: a house's, or a rulebook's with every wager it knows and at least so many seats."""
    from wartable.odds import default_choices
    from wartable.rulebook import load_rulebook, rules_in_force
    from wartable.rulebook.checks.room import misfit

    name = _rulebook(source)
    if name is None:
        return _house(source or "")
    book = load_rulebook(name)
    choices = default_choices(book)
    rules = rules_in_force(book, choices)
    fits = misfit("seats", book.values["seats"], seats, rules.stack, frozenset()) is None
    return rules_in_force(book, {**choices, "seats": seats}) if seats > rules.seats and fits else rules


def _rulebook(source: str | None) -> str | None:
    from wartable.rulebook import rulebook_names, rulebooks_that_load

    names = list(dict.fromkeys(rulebook_names().values()))
    if source is None:
        return next(book.name for book in rulebooks_that_load() if book.values["bank.by"].in_force == "house")
    found = {word.casefold(): name for word, name in rulebook_names().items()}.get(source.casefold())
    if found is None and not source.startswith("-") and not Path(source).suffix and not _exists(source):
        known = ", ".join(names)
        raise InputError(f"simulate: {source} is no rulebook and no file; expected a house file or one of {known}")
    return found


def _exists(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        return False


def _house(source: str) -> "Rules":
    from wartable.rulebook import BadHouse, load_house
    from wartable.rulebook.house import MAX_HOUSE_BYTES

    with Input(source) as file:
        text = file.read_all(MAX_HOUSE_BYTES)
    try:
        return load_house(text)
    except BadHouse as error:
        raise InputError(f"{file.name}: {error}") from None

"""The rules that a command is told to use: a rulebook by its name, or a house by its file."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wartable.cli.errors import InputError
from wartable.cli.files import STANDARD_INPUT, Input

if TYPE_CHECKING:
    from wartable.rulebook import Rulebook, Rules


class GivenBook(NamedTuple):
    """A rulebook, which leaves some of its figures to a house."""

    book: "Rulebook"


class GivenHouse(NamedTuple):
    """A house's file: its name, the name that the user gave, and its content, not yet checked."""

    name: str
    said: str
    text: bytes


def what_is_given(name: str | None) -> GivenBook | GivenHouse:
    """Return what a word means: a rulebook by its name or code, or else a file; without a word, any rulebook."""
    from wartable.rulebook import MAX_HOUSE_BYTES, load_rulebook, rulebook_names

    if name is None:
        if (book := any_book()) is None:
            raise InputError("no rulebook can be read; see wartable rules")
        return GivenBook(book)
    names = {known.casefold(): book for known, book in rulebook_names().items()}
    if known_name := names.get(name.casefold()):
        return GivenBook(load_rulebook(known_name))
    if not name or _is_only_a_word(name):
        known = ", ".join(dict.fromkeys(names.values()))
        raise InputError(f"{name or repr(name)}: expected a rulebook ({known}) or a house file")
    with Input(name) as source:
        return GivenHouse(source.name, name, source.read_all(MAX_HOUSE_BYTES))


def given_rules(name: str | None) -> "Rules":
    """Return a rulebook's default figures, or what a house file chose; a house with errors is refused."""
    from wartable.rulebook import rules_in_force

    given = what_is_given(name)
    return rules_in_force(given.book) if isinstance(given, GivenBook) else rules_of_the_house(given)


def rules_of_the_house(house: GivenHouse) -> "Rules":
    """Return the rules a house file puts in force; an error is reported in one line."""
    from wartable.rulebook import BadHouse, load_house

    try:
        return load_house(house.text)
    except BadHouse as error:
        raise InputError(f"{house.name}: {error}; see wartable check {house.said}") from None


def any_book() -> "Rulebook | None":
    """Return the first rulebook in which the house banks, for a command that names none."""
    from wartable.rulebook import rulebooks_that_load

    return next((book for book in rulebooks_that_load() if book.values["bank.by"].in_force == "house"), None)


def _is_only_a_word(name: str) -> bool:
    """Whether this is a word and not a path, an option or a file: most likely a misspelt name."""
    if name == STANDARD_INPUT or name.startswith("-") or "." in name or "/" in name:
        return False
    try:
        return not Path(name).exists()
    except (OSError, ValueError):
        return False

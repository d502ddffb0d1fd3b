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
    """A house's file: what it is called, how the user called it, and what stands in it, not yet checked."""

    name: str
    said: str
    text: bytes


def what_is_given(name: str) -> GivenBook | GivenHouse:
    """Which of the two a word means: a rulebook by its name or code in any case, or else a file."""
    from wartable.rulebook import load_rulebook, rulebook_names
    from wartable.rulebook.house import MAX_HOUSE_BYTES

    names = {known.casefold(): book for known, book in rulebook_names().items()}
    if book := names.get(name.casefold()):
        return GivenBook(load_rulebook(book))
    if not name or _is_only_a_word(name):
        known = ", ".join(dict.fromkeys(names.values()))
        raise InputError(f"{name or repr(name)}: expected a rulebook ({known}) or a house file")
    with Input(name) as source:
        return GivenHouse(source.name, name, source.read_all(MAX_HOUSE_BYTES))


def given_rules(name: str) -> "Rules":
    """A rulebook's default figures, or what a house file chose; a house with errors is refused."""
    from wartable.rulebook import rules_in_force

    given = what_is_given(name)
    return rules_in_force(given.book) if isinstance(given, GivenBook) else rules_of_the_house(given)


def rules_of_the_house(house: GivenHouse) -> "Rules":
    """What a house file puts in force; what is wrong with it is told in one line."""
    from wartable.rulebook.house import BadHouse, load_house

    try:
        return load_house(house.text)
    except BadHouse as error:
        raise InputError(f"{house.name}: {error}; see wartable check {house.said}") from None


def any_rules() -> "Rules":
    """The default figures of the first rulebook in which the house banks, for a command that names none."""
    from wartable.rulebook import rulebooks_that_load, rules_in_force

    return next(rules for rules in map(rules_in_force, rulebooks_that_load()) if rules.bank.by == "house")


def _is_only_a_word(name: str) -> bool:
    """Neither a path nor an option nor a file that happens to have a short name: most likely a slip of the pen."""
    if name == STANDARD_INPUT or name.startswith("-") or "." in name or "/" in name:
        return False
    try:
        return not Path(name).exists()
    except (OSError, ValueError):
        return False

"""The rules that a command is told to use: a rulebook by its name, or a house by its file."""

from typing import TYPE_CHECKING

from wartable.cli.errors import InputError
from wartable.cli.files import STANDARD_INPUT, Input

if TYPE_CHECKING:
    from wartable.rulebook import Rules


def given_rules(name: str) -> "Rules":
    """A rulebook's default figures, or what a house file chose; a house with errors is refused."""
    from wartable.rulebook import load_rulebook, rulebook_names, rules_in_force
    from wartable.rulebook.house import MAX_HOUSE_BYTES, BadHouse, load_house

    names = {known.casefold(): book for known, book in rulebook_names().items()}
    if book := names.get(name.casefold()):
        return rules_in_force(load_rulebook(book))
    if name != STANDARD_INPUT and "." not in name and "/" not in name:
        raise InputError(f"{name}: expected a rulebook ({', '.join(dict.fromkeys(names.values()))}) or a house file")
    with Input(name) as source:
        try:
            return load_house(source.read_all(MAX_HOUSE_BYTES))
        except BadHouse as error:
            raise InputError(f"{source.name}: {error}; see wartable check {name}") from None


def any_rules() -> "Rules":
    """Where nobody says which: the default figures of the first rulebook in which the house banks."""
    from wartable.rulebook import load_rulebook, rulebook_names, rules_in_force

    books = (rules_in_force(load_rulebook(name)) for name in rulebook_names().values())
    return next(rules for rules in books if rules.bank.by == "house")

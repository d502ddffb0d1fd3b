"""A house's choices with the rules they put in force: what every check looks at."""

from wartable.rulebook.book import Rulebook
from wartable.rulebook.checks.finding import Finding, Severity, find
from wartable.rulebook.checks.offers import Said
from wartable.rulebook.checks.wording import allowed
from wartable.rulebook.force import Choices, offers, rules_in_force
from wartable.rulebook.rules import Rules


class Case:
    """One rulebook, one house. The choices fit the rulebook one by one; a check asks whether they fit each other."""

    def __init__(self, book: Rulebook, choices: Choices, rules: Rules | None = None, said: Said | None = None) -> None:
        self.book = book
        self.choices = choices
        self.rules = rules_in_force(book, choices) if rules is None else rules
        self.said = Said(frozenset(choices), offers(book, choices)) if said is None else said
        """What the house speaks of at all; a choice that was refused was said and is not among the choices."""

    @property
    def players(self) -> int:
        """How many positions can bet; where a player banks, the bank's own seat does not."""
        return self.rules.seats - (1 if self.rules.bank.by == "player" else 0)

    def changed(self, name: str) -> bool:
        """Whether the house chose something else than what holds anyway."""
        return name in self.choices and self.choices[name] != self.book.values[name].in_force

    def key(self, name: str) -> str:
        """The house's key of a value."""
        return self.book.values[name].key or name

    def room(self, name: str) -> str:
        """The room a value has, in words."""
        return allowed(self.book.values[name], self.rules.stack)

    def find(self, name: str, severity: Severity, message: str, allowed: str, reading: str | None = None) -> Finding:
        """A finding about one value, by the rulebook's own name."""
        return find(self.book, name, severity, message, allowed, reading=reading)

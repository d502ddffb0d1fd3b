"""A house's choices with the rules they put in force: what every check looks at."""

from collections.abc import Collection, Iterable, Iterator

from wartable.rulebook.book import Rulebook
from wartable.rulebook.checks.finding import HouseFinding, Severity, find
from wartable.rulebook.checks.offers import HouseSays
from wartable.rulebook.checks.wording import allowed
from wartable.rulebook.force import Choices, offers, rules_in_force
from wartable.rulebook.rules import Rules


class Case:
    """One rulebook, one house. The choices fit the rulebook one by one; a check asks whether they fit each other."""

    def __init__(
        self, book: Rulebook, choices: Choices, rules: Rules | None = None, said: HouseSays | None = None
    ) -> None:
        self.book = book
        self.choices = choices
        self.rules = rules_in_force(book, choices) if rules is None else rules
        self.said = HouseSays(frozenset(choices), offers(book, choices)) if said is None else said
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

    def lacking(self, table: str, rows: Collection[str], wanted: Iterable[str]) -> list[str]:
        """Which rows a table that the house gives has not; one that was refused is there, and is mended first."""
        wrong = self.said.refused_rows.get(table, frozenset())
        if table in self.said.refused and not wrong:
            return []
        given = wrong.union(rows)
        return [row for row in wanted if given and row not in given]

    def find(
        self,
        name: str,
        severity: Severity,
        message: str,
        allowed: str,
        *given: str,
        reading: str | None = None,
        clauses: tuple[str, ...] = (),
    ) -> Iterator[HouseFinding]:
        """A finding about one value, by the rulebook's own name; `given` names the other values it rests on.

        Where the house's word on one of them was refused, another value stood in for it, and the finding would be
        about that one. So it is not made: it comes, if it still holds, when the refused value is mended.
        """
        if self.said.refused.isdisjoint((name, *given)):
            yield find(self.book, name, severity, message, allowed, reading=reading, clauses=clauses)

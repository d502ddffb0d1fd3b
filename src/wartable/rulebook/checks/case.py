"""A house's choices with the rules they put in force: the input of every check."""

from collections.abc import Collection, Iterable, Iterator

from wartable.rulebook.book import Rulebook
from wartable.rulebook.checks.finding import HouseFinding, Severity, find
from wartable.rulebook.checks.offers import HouseSays
from wartable.rulebook.checks.wording import allowed
from wartable.rulebook.force import Choices, offers, parse_value, rules_in_force
from wartable.rulebook.rules import Rules


class Case:
    """One rulebook, one house. Each choice fits the rulebook alone; a check tests whether they fit each other."""

    def __init__(
        self, book: Rulebook, choices: Choices, rules: Rules | None = None, said: HouseSays | None = None
    ) -> None:
        self.book = book
        self.choices = choices
        self.rules = rules_in_force(book, choices) if rules is None else rules
        self.said = HouseSays(frozenset(choices), offers(book, choices)) if said is None else said
        """Every value that the house mentions, including refused choices."""

    @property
    def players(self) -> int:
        """The number of positions that can bet; where a player banks, the banker's seat cannot."""
        return self.rules.seats - (1 if self.rules.bank.by == "player" else 0)

    def changed(self, name: str) -> bool:
        """Whether the house's choice differs from the default."""
        return name in self.choices and self.choices[name] != self.book.values[name].in_force

    def chosen(self, name: str) -> object:
        """What the house says of a value, or the rulebook where the house says nothing, as the program uses it."""
        value = self.book.values[name]
        return parse_value(value, self.choices.get(name, value.in_force))

    def key(self, name: str) -> str:
        """Return the house's key of a value."""
        return self.book.values[name].key or name

    def room(self, name: str) -> str:
        """Return the allowed range of a value, in words."""
        return allowed(self.book.values[name], self.rules.stack)

    def lacking(self, table: str, rows: Collection[str], wanted: Iterable[str]) -> list[str]:
        """Return the rows that a table of the house lacks; a refused row is present, and is corrected first."""
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
        """Yield a finding about one value, by the rulebook's own name; `given` names the other values it depends on.

        Where one of these was refused, a stand-in replaced it, and the finding would be about the stand-in. So it is
        left out: if it still holds, it comes when the refused value is corrected.
        """
        if self.said.refused.isdisjoint((name, *given)):
            yield find(self.book, name, severity, message, allowed, reading=reading, clauses=clauses)

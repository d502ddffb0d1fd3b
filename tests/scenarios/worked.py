"""Worked settlements, written down from the regulators' texts: an initial wager of 10.00 and tie wagers of 5.00.

One row is one outcome: what fell, the tie wager on the original deal, the tie wager on the war deal, what moved, and
what the player has won or lost. What moved is said for each wager as result and collected/returned/paid, in dollars.
"""

from typing import NamedTuple

HELD = """
win                  | - | - | initial win 0/10/10                                                              |   10
win                  | 5 | - | initial win 0/10/10, tie lose 5/0/0                                              |    5
lose                 | - | - | initial lose 10/0/0                                                              |  -10
lose                 | 5 | - | initial lose 10/0/0, tie lose 5/0/0                                              |  -15
tie, surrender       | - | - | initial surrender 5/5/0                                                          |   -5
tie, surrender       | 5 | - | tie win 0/5/50, initial surrender 5/5/0                                          |   45
tie, war win         | - | - | initial push 0/10/0, war win 0/10/10                                             |   10
tie, war win         | - | 5 | initial push 0/10/0, war win 0/10/10, war_tie lose 5/0/0                         |    5
tie, war win         | 5 | - | tie win 0/5/50, initial push 0/10/0, war win 0/10/10                             |   60
tie, war win         | 5 | 5 | tie win 0/5/50, initial push 0/10/0, war win 0/10/10, war_tie lose 5/0/0         |   55
tie, war lose        | - | - | initial lose 10/0/0, war lose 10/0/0                                             |  -20
tie, war lose        | - | 5 | initial lose 10/0/0, war lose 10/0/0, war_tie lose 5/0/0                         |  -25
tie, war lose        | 5 | - | tie win 0/5/50, initial lose 10/0/0, war lose 10/0/0                             |   30
tie, war lose        | 5 | 5 | tie win 0/5/50, initial lose 10/0/0, war lose 10/0/0, war_tie lose 5/0/0         |   25
tie, war tie         | - | - | initial push 0/10/0, war win 0/10/20                                             |   20
tie, war tie         | - | 5 | initial push 0/10/0, war win 0/10/20, war_tie win 0/5/50                         |   70
tie, war tie         | 5 | - | tie win 0/5/50, initial push 0/10/0, war win 0/10/20                             |   70
tie, war tie         | 5 | 5 | tie win 0/5/50, initial push 0/10/0, war win 0/10/20, war_tie win 0/5/50         |  120
"""
"""The initial wager stays on the layout during the war; the war pays 1 to 1, and 2 to 1 if it ties."""

COLLECTED = """
win                  | - | - | initial win 0/10/10                                                              |   10
win                  | 5 | - | initial win 0/10/10, tie lose 5/0/0                                              |    5
lose                 | - | - | initial lose 10/0/0                                                              |  -10
lose                 | 5 | - | initial lose 10/0/0, tie lose 5/0/0                                              |  -15
tie, surrender       | - | - | initial surrender 5/5/0                                                          |   -5
tie, surrender       | 5 | - | tie win 0/5/50, initial surrender 5/5/0                                          |   45
tie, war win         | - | - | initial collected 10/0/0, war win 0/10/20                                        |   10
tie, war win         | - | 5 | initial collected 10/0/0, war win 0/10/20, war_tie lose 5/0/0                    |    5
tie, war win         | 5 | - | tie win 0/5/50, initial collected 10/0/0, war win 0/10/20                        |   60
tie, war win         | 5 | 5 | tie win 0/5/50, initial collected 10/0/0, war win 0/10/20, war_tie lose 5/0/0    |   55
tie, war lose        | - | - | initial collected 10/0/0, war lose 10/0/0                                        |  -20
tie, war lose        | - | 5 | initial collected 10/0/0, war lose 10/0/0, war_tie lose 5/0/0                    |  -25
tie, war lose        | 5 | - | tie win 0/5/50, initial collected 10/0/0, war lose 10/0/0                        |   30
tie, war lose        | 5 | 5 | tie win 0/5/50, initial collected 10/0/0, war lose 10/0/0, war_tie lose 5/0/0    |   25
tie, war tie         | - | - | initial collected 10/0/0, war win 0/10/30                                        |   20
tie, war tie         | - | 5 | initial collected 10/0/0, war win 0/10/30, war_tie win 0/5/50                    |   70
tie, war tie         | 5 | - | tie win 0/5/50, initial collected 10/0/0, war win 0/10/30                        |   70
tie, war tie         | 5 | 5 | tie win 0/5/50, initial collected 10/0/0, war win 0/10/30, war_tie win 0/5/50    |  120
"""
"""The initial wager is collected when the war is confirmed; the war pays 2 to 1, and 3 to 1 if it ties."""

POOLED = """
win                  | - | - | initial win 0/10/10                                                              |   10
win                  | 5 | - | initial win 0/10/10, tie lose 5/0/0                                              |    5
lose                 | - | - | initial lose 10/0/0                                                              |  -10
lose                 | 5 | - | initial lose 10/0/0, tie lose 5/0/0                                              |  -15
tie, surrender       | - | - | initial surrender 5/5/0                                                          |   -5
tie, surrender       | 5 | - | tie win 0/5/50, initial surrender 5/5/0                                          |   45
tie, war win         | - | - | initial push 0/10/0, war win 0/10/10                                             |   10
tie, war win         | 5 | - | tie win 0/5/50, initial push 0/10/0, war win 0/10/10                             |   60
tie, war lose        | - | - | initial lose 10/0/0, war lose 10/0/0                                             |  -20
tie, war lose        | 5 | - | tie win 0/5/50, initial lose 10/0/0, war lose 10/0/0                             |   30
tie, war tie         | - | - | initial push 0/10/0, war win 0/10/20                                             |   20
tie, war tie         | 5 | - | tie win 0/5/50, initial push 0/10/0, war win 0/10/20                             |   70
"""
"""Player and bank make a pool of three units; who wins takes it, and a player who ties takes a unit more."""

TABLES = {
    "maryland": HELD,
    "california": POOLED,
    "wisconsin": COLLECTED,
    "massachusetts": HELD,
    "washington": POOLED,
}

CARDS = {"win": "9s 8d", "lose": "7s 8d", "tie": "8s 8d"}
WAR_CARDS = {"war win": "Ts 4d", "war lose": "4s Td", "war tie": "6s 6d"}


class Line(NamedTuple):
    """What became of one wager, in dollars."""

    result: str
    collected: int
    returned: int
    paid: int


class Worked(NamedTuple):
    """One row of a table of worked settlements."""

    rulebook: str
    outcome: str
    tie: bool
    war_tie: bool
    lines: dict[str, Line]
    net: int

    def __str__(self) -> str:
        wagers = [f"{name} wager" for made, name in ((self.tie, "tie"), (self.war_tie, "war tie")) if made]
        return f"{self.rulebook} {self.outcome} with {' and '.join(wagers) or 'no tie wager'}".replace(" ", "-")

    @property
    def cards(self) -> str:
        """The player's card and the dealer's."""
        return CARDS[self.outcome.split(", ")[0]]

    @property
    def choice(self) -> str | None:
        """What the player chooses on a tie."""
        return {"tie, surrender": "surrender"}.get(self.outcome, "war" if self.outcome in AT_WAR else None)

    @property
    def war_cards(self) -> str:
        """The player's war card and the dealer's."""
        return WAR_CARDS[self.outcome.removeprefix("tie, ")]


AT_WAR = frozenset(f"tie, {outcome}" for outcome in WAR_CARDS)


def worked() -> list[Worked]:
    """Every row of every table."""
    return [_read(rulebook, row) for rulebook, table in TABLES.items() for row in table.strip().splitlines()]


def _read(rulebook: str, row: str) -> Worked:
    outcome, tie, war_tie, lines, net = (cell.strip() for cell in row.split("|"))
    return Worked(rulebook, outcome, tie == "5", war_tie == "5", dict(map(_line, lines.split(", "))), int(net))


def _line(text: str) -> tuple[str, Line]:
    wager, result, amounts = text.split()
    collected, returned, paid = map(int, amounts.split("/"))
    return wager, Line(result, collected, returned, paid)

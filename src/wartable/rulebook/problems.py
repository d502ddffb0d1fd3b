"""Problems in the data of a rulebook: all at once, each with its file, line and key."""

from collections.abc import Iterable

import msgspec


class BookProblem(msgspec.Struct, frozen=True):
    """One problem, and what is allowed instead. The line counts from 1."""

    file: str
    key: str
    message: str
    allowed: str
    line: int | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.message} (allowed: {self.allowed})"


class BadRulebook(Exception):
    """The data of a rulebook is invalid; the text has one line for each problem.

    It is not a ValueError, which callers treat as a mistake in the user's input.
    """

    def __init__(self, problems: Iterable[BookProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

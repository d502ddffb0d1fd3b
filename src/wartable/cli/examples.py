"""The examples in a command's help, which can be pasted: no program text knows a rulebook or a house by name."""

from collections.abc import Callable
from typing import ParamSpec

from wartable.shipped import shipped

P = ParamSpec("P")


class _Names(dict[str, str]):
    """Each name is looked up when a help first uses it; where no rulebook loads, the placeholder stays."""

    def __missing__(self, key: str) -> str:
        if key == "house":
            return min(file.stem for file in shipped("houses").glob("*.toml"))
        from wartable.cli.given_rules import any_book
        from wartable.rulebook import clauses_of

        book = any_book()
        if book is None:
            return f"{{{key}}}"
        return {"name": book.name, "code": book.code, "clause": next(iter(clauses_of(book.name)), "")}[key]


def with_real_names(command: Callable[P, int]) -> Callable[P, int]:
    """Fill {name}, {code}, {clause} and {house} in the help of a command."""
    command.__doc__ = (command.__doc__ or "").format_map(_Names())
    return command

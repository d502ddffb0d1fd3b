"""`wartable rules`: a rulebook with every value in force, or one clause with what meets and proves it."""

from difflib import get_close_matches

from wartable.cli.clause_page import describe_clause, show_clause
from wartable.cli.errors import DONE, InputError
from wartable.cli.rulebook_page import describe_rulebook, describe_rulebooks, show_rulebook, show_rulebooks
from wartable.cli.screen import Screen, write_json
from wartable.rulebook import load_rulebook, rulebook_names
from wartable.rulebook.clauses import Clause, clauses_of


def rules(rulebook: str | None = None, /, *, clause: str | None = None, json: bool = False) -> int:
    """Show a rulebook: every value in force by default, with its clause.

    Without a rulebook all of them are listed. With --clause one clause is
    shown: what it asks, where the program meets it, which tests prove it.

    Example:

        wartable rules {name}
        wartable rules {code} --json
        wartable rules --clause {clause}

    Parameters
    ----------
    rulebook
        A rulebook by its name or its code.
    clause
        The id of a clause; capital and small letters are the same.
    json
        Print one JSON document.
    """
    names = _names() if rulebook is None else [_find_rulebook(rulebook)]
    if clause is not None:
        name, found = _find_clause(clause, names)
        page = describe_clause(load_rulebook(name), found)
        show = show_clause
    elif rulebook is not None:
        page = describe_rulebook(load_rulebook(names[0]))
        show = show_rulebook
    else:
        page = describe_rulebooks([load_rulebook(name) for name in names])
        show = show_rulebooks
    if json:
        write_json(page)
    else:
        show(Screen(), page)
    return DONE


def _names() -> list[str]:
    return list(dict.fromkeys(rulebook_names().values()))


def _find_rulebook(word: str) -> str:
    words = {known.casefold(): name for known, name in rulebook_names().items()}
    if word.casefold() not in words:
        known = ", ".join(f"{name} ({load_rulebook(name).code})" for name in _names())
        raise InputError(f"rules: unknown rulebook {word}; expected one of {known}")
    return words[word.casefold()]


def _find_clause(asked: str, names: list[str]) -> tuple[str, Clause]:
    clauses = _clauses_of(names)
    found = clauses.get(asked.casefold())
    if found is None and len(names) == 1 and (elsewhere := _clauses_of(_names()).get(asked.casefold())):
        raise InputError(f"--clause: {elsewhere[1].id} is a clause of {elsewhere[0]}, not of {names[0]}")
    if found is None:
        near = get_close_matches(asked.casefold(), clauses, n=3)
        hint = " or ".join(clauses[word][1].id for word in near) or "an id of the clause lists"
        raise InputError(f"--clause: unknown clause {asked}; expected {hint}")
    return found


def _clauses_of(names: list[str]) -> dict[str, tuple[str, Clause]]:
    return {clause.id.casefold(): (name, clause) for name in names for clause in clauses_of(name).values()}


def _with_real_names(text: str) -> str:
    """The help's example uses whichever rulebook comes first, since no program text knows one by name."""
    name = _names()[0]
    return text.format(name=name, code=load_rulebook(name).code, clause=next(iter(clauses_of(name))))


rules.__doc__ = _with_real_names(rules.__doc__ or "")

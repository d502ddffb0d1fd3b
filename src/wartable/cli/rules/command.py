"""`wartable rules`: a rulebook with every value in force, one clause with its proof, or an empty rulebook to fill."""

from difflib import get_close_matches
from pathlib import Path

from wartable.cli.errors import DONE, WRONG_INPUT, InputError, complain
from wartable.cli.examples import with_real_names
from wartable.cli.rules.clause_page import describe_clause, show_clause
from wartable.cli.rules.rulebook_page import describe_rulebook, describe_rulebooks, show_rulebook, show_rulebooks
from wartable.cli.screen import Screen, write_json
from wartable.rulebook import (
    BadRulebook,
    Clause,
    Rulebook,
    clauses_of,
    empty_rulebook,
    folder,
    is_rulebook_name,
    load_rulebook,
    rulebook_names,
)


@with_real_names
def rules(
    rulebook: str | None = None, /, *, clause: str | None = None, new: str | None = None, json: bool = False
) -> int:
    """Show a rulebook: every value in force by default, with its clause.

    Without a rulebook all of them are listed. With --clause one clause is
    shown: what it asks, where the program meets it, which tests prove it.
    With --new two files of an empty rulebook are written into this folder:
    every key with its meaning, ready to be filled in.

    Example:

        wartable rules {name}
        wartable rules {code} --json
        wartable rules --clause {clause}
        wartable rules --new atlantis

    Parameters
    ----------
    rulebook
        A rulebook by its name or its code.
    clause
        The id of a clause; capital and small letters are the same.
    new
        The name of a rulebook that does not exist yet; no file is overwritten.
    json
        Print one JSON document.
    """
    if new is not None:
        if rulebook is not None or clause is not None or json:
            raise InputError("--new: expected nothing else beside the name of the new rulebook")
        return _write_new(new)
    names = _names() if rulebook is None else [_find_rulebook(rulebook)]
    broken: list[str] = []
    if clause is not None:
        name, found = _find_clause(clause, names)
        page = describe_clause(load_rulebook(name), found)
        show = show_clause
    elif rulebook is not None:
        page = describe_rulebook(load_rulebook(names[0]))
        show = show_rulebook
    else:
        books, broken = _load_all(names)
        page = describe_rulebooks(books)
        show = show_rulebooks
    if json:
        write_json(page)
    else:
        show(Screen(), page)
    for problem in broken:
        complain(problem)
    return WRONG_INPUT if broken else DONE


def _load_all(names: list[str]) -> tuple[list[Rulebook], list[str]]:
    """Return the rulebooks that load, and a line for each problem of the others."""
    books: list[Rulebook] = []
    broken: list[str] = []
    for name in names:
        try:
            books.append(load_rulebook(name))
        except BadRulebook as bad:
            broken += map(str, bad.problems)
    return books, broken


def _write_new(name: str) -> int:
    """Write the files of an empty rulebook here; either both are new, or nothing is written."""
    if not is_rulebook_name(name):
        raise InputError(f"--new: invalid name {name or repr(name)}; expected 3 to 40 small letters, digits and _")
    if name in rulebook_names():
        raise InputError(f"--new: there is already a rulebook {name}; expected a new name")
    files = {Path(file): text for file, text in empty_rulebook(name).items()}
    for file in files:
        if file.exists():
            raise InputError(f"{file}: the file exists, and --new overwrites nothing")
    for file, text in files.items():
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    rules_file, clauses_file = files
    print(f"{rules_file}: every key with its meaning; fill it in and put it into {folder('rulebooks')}")
    print(f"{clauses_file}: the clauses, a line each; put it into {folder('clauses')}")
    return DONE


def _names() -> list[str]:
    return list(dict.fromkeys(rulebook_names().values()))


def _find_rulebook(word: str) -> str:
    names = rulebook_names()
    words = {known.casefold(): name for known, name in names.items()}
    if word.casefold() not in words:
        codes = {name: f" ({known})" for known, name in names.items() if known != name}
        known = ", ".join(f"{name}{codes.get(name, '')}" for name in _names())
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

"""The packaged rulebooks, each read strictly and independently of the others."""

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache

from wartable.rulebook.book import Rulebook
from wartable.rulebook.clauses import COLUMNS, clause_problems, clauses_of
from wartable.rulebook.data import folder
from wartable.rulebook.problems import BadRulebook
from wartable.rulebook.readings import readings
from wartable.rulebook.strict import NAME, Beside, read_rulebook, schema, write_skeleton


@cache
def rulebook_names() -> Mapping[str, str]:
    """Return every rulebook's name, by its name and by its code, including rulebooks that do not load."""
    files = (file.name for file in folder("rulebooks").iterdir())
    codes = {name: _code(name) for name in sorted(file[:-5] for file in files if file.endswith(".toml"))}
    words = {}
    for name, code in codes.items():
        words[name] = name
        if code is not None and _owner(code, codes) == name:
            words[code] = name
    return words


@cache
def load_rulebook(name: str) -> Rulebook:
    """Load a packaged rulebook by its name; raise BadRulebook with every problem of its files."""
    beside = Beside(schema(), clauses_of(name), readings(), rulebook_names())
    problems = clause_problems(name, _code(name) or "")
    try:
        book = read_rulebook(name, _text(name), beside)
    except BadRulebook as bad:
        raise BadRulebook([*bad.problems, *problems]) from None
    if problems:
        raise BadRulebook(problems)
    return book


def rulebooks_that_load() -> Iterator[Rulebook]:
    """Yield every valid rulebook, by name; each is loaded when it is reached."""
    for name in dict.fromkeys(rulebook_names().values()):
        with suppress(BadRulebook):
            yield load_rulebook(name)


def is_rulebook_name(name: str) -> bool:
    """Whether a name is valid for a rulebook."""
    return NAME.fullmatch(name) is not None


def empty_rulebook(name: str) -> dict[str, str]:
    """Return the two files of a new rulebook, by their names: every key with its meaning, and no clauses yet."""
    return {f"{name}.toml": write_skeleton(name, schema()), f"{name}.csv": ",".join(COLUMNS) + "\n"}


def _text(name: str) -> str:
    return (folder("rulebooks") / f"{name}.toml").read_text(encoding="utf-8")


def _code(name: str) -> str | None:
    """The code above the first table of a rulebook file, if that part can be read."""
    try:
        code = tomllib.loads(_text(name).partition("\n[")[0]).get("code")
    except ValueError:
        return None
    return code if isinstance(code, str) else None


def _owner(code: str, codes: Mapping[str, str | None]) -> str:
    """The owner of a code. Of several files that claim it, the first whose clauses begin with it."""
    claim = [name for name, said in codes.items() if said == code]
    cites = (name for name in claim if len(claim) > 1 and any(c.startswith(f"{code}-") for c in clauses_of(name)))
    return next(cites, claim[0])

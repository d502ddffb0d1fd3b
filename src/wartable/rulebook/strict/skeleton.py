"""An empty rulebook: every key of the schema with its meaning as a comment, ready to be filled in."""

import re
from collections.abc import Iterator, Mapping

from wartable.rulebook.checks import listed, plain
from wartable.rulebook.strict.schema import ANY, Key, RowKey, Schema
from wartable.rulebook.strict.values import allowed_by

HEAD = """\
# An empty rulebook. Every key has its meaning above it; fill in what the rules of the state say.
#
#   fixed by the rules:    depth = {{ value = 10, clauses = ["XX-5-F"] }}
#   the house chooses:     depth = {{ default = 10, room = {{ min = 10, max = 104 }}, clauses = ["XX-5-F"] }}
#   the text is silent:    depth = {{ value = 10, house_rule = true, clauses = ["XX-5"] }}
#   a sentence of its own: depth = {{ value = 10, says = "cards between the cut and both ends", clauses = ["XX-5-F"] }}
#
# What else a row can say is told at the head of schema.toml. Rows that begin with # are not for every state: take the #
# away where they apply. The clauses themselves are listed in {name}.csv, a line each.
#
# When it is filled in, put {name}.toml into rulebooks/ and {name}.csv into clauses/, beside schema.toml. Then
# `wartable rules {name}` says everything that is still wrong.
"""

ATTEST = """
# What the house has to attest because no value says it, each with its clauses:
#[attest.layout_approved]
#says = "The layout was filed and approved."
#clauses = []
"""


def write_skeleton(rulebook: str, known: Schema) -> str:
    lines = [HEAD.format(name=rulebook)]
    for word, says in known.head.items():
        lines.append(f'# {says}\n{word} = "{rulebook if word == "name" else ""}"')
    lines += ["", *_values(known), *_settlement(known), "\n[steps]"]
    lines += (_row(name, f"{listed(step.by)}: {step.says}", "", step) for name, step in known.steps.items())
    lines += [ATTEST, "[terms]"]
    words = {name: term.word for name, term in known.terms.items()}
    for name, term in known.terms.items():
        lines.append(_row(name, f'add a word where the text does not say "{term.word}"', "", term))
    return _GAP.sub(lambda gap: words[gap[1]], "\n".join(lines) + "\n")


def _values(known: Schema) -> Iterator[str]:
    """The values, those without a table first, as TOML requires."""
    tables: dict[str, list[str]] = {"": []}
    for name in known.values:
        tables.setdefault(name.partition(".")[0] if "." in name else "", []).append(name)
    for table, names in tables.items():
        if table:
            yield f"\n[{table}]"
        for name in names:
            key = known.values[name]
            may = "; may be left open" if key.open else "; the house has to choose it" if key.required else ""
            yield _row(name.removeprefix(f"{table}."), key.says, f"{allowed_by(key)}{may}", key)


def _settlement(known: Schema) -> Iterator[str]:
    deals = dict.fromkeys(place.partition(".")[0] for place in known.settlement)
    for deal in deals:
        yield f"\n[settlement.{deal}]"
        for place, key in known.settlement.items():
            if place.startswith(f"{deal}."):
                name = place.removeprefix(f"{deal}.").replace(ANY, "100")
                outcome, wager = name.replace("_", " ").split(".")
                yield _row(name, f"{deal}, {outcome}: how the {wager} wager is settled", listed(key.results), key)


def _row(name: str, says: str, allowed: str, key: Key) -> str:
    """A row without its clauses. One that does not apply to every state is commented out."""
    fields = {"clauses": "[]"}
    if isinstance(key, RowKey):
        pays = {"pays": key.pays, "amount": _AMOUNTS[key.amount], "meter": key.meter}
        words = {"result": key.results, **{field: choices for field, choices in pays.items() if choices}}
        fields = {field: f'"{choices[0]}"' for field, choices in words.items()} | fields
    where = _where(key)
    notes = "; ".join(filter(None, (allowed, where)))
    row = ", ".join(f"{field} = {raw}" for field, raw in fields.items())
    return f"# {says}\n{f'#   {notes}' + chr(10) if notes else ''}{'#' if where else ''}{name} = {{ {row} }}"


_AMOUNTS: Mapping[str | None, tuple[str, ...]] = {"dollars": ("0.00",), "envy": ("envy",), None: ()}
_GAP = re.compile(r"\{(\w+)\}")


def _where(key: Key) -> str:
    """Where a key applies, in words; empty where every rulebook has it."""
    if key.parts:
        return f"only with {listed(key.parts)}, all of it or none"
    if key.optional:
        return "may be left out"
    return " and ".join(f"only where {name} can be {listed(map(plain, raws))}" for name, raws in key.when.items())

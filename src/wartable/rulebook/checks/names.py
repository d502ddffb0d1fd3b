"""Unknown keys, and the known key that was probably meant."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches

from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.wording import listed
from wartable.rulebook.toml_lines import LONGEST_NAME, dotted

FIELDS: Mapping[str, tuple[str, ...]] = {"trigger": ("rank", "color"), "symbols": ("primary", "secondary")}
"""The keys inside a value that is itself a small table."""

MAX_UNKNOWN = 100
"""The most unknown keys that are listed; further ones are counted."""


def unknown_keys(
    keys: Iterable[str], known: Collection[str], also_called: Mapping[str, str] | None = None
) -> Iterator[HouseFinding]:
    """Yield a finding for each unknown key; `also_called` maps a common name to the key it has here."""
    told = 0
    for told, key in enumerate(keys, start=1):
        if told <= MAX_UNKNOWN:
            meant = (also_called or {}).get(key) or _nearest(key, known)
            hint = f"; did you mean {meant}?" if meant else ""
            yield HouseFinding("error", key, f"no such key{hint}", _beside(key, known))
    if told > MAX_UNKNOWN:
        yield HouseFinding("error", "", f"{told - MAX_UNKNOWN} more unknown keys", "keys of the rulebook")


def split_fields(key: str, unit: str, raw: object) -> tuple[object, list[str]]:
    """Return a value with the keys that belong inside it, and the full names of those that do not."""
    if unit not in FIELDS or not isinstance(raw, Mapping):
        return raw, []
    strangers = [dotted((*key.split("."), field)) for field in raw if field not in FIELDS[unit]]
    return {field: raw[field] for field in FIELDS[unit] if field in raw}, strangers


def _nearest(key: str, known: Collection[str]) -> str | None:
    """The known key that is most similar; in a known table, by the part after the table's name."""
    if len(key) >= LONGEST_NAME:
        return None  # a truncated name is similar to nothing, and comparing it takes time
    table, _, name = key.rpartition(".")
    beside = {other.rpartition(".")[2]: other for other in known if other.rpartition(".")[0] == table}
    if table and beside:
        near = get_close_matches(name, beside) or [other for other in beside if name in other]
        return beside[near[0]] if near else None
    return next(iter(get_close_matches(key, known)), None)


def _beside(key: str, known: Collection[str]) -> str:
    """The other keys of the unknown key's table."""
    table = key.rpartition(".")[0]
    beside = [other for other in known if table and other.rpartition(".")[0] == table]
    return listed(beside) if beside else "a key of the rulebook"

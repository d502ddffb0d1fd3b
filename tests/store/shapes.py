"""The shape of every kind of event, written down: `python -m tests.store.shapes` writes it down again.

A kind whose shape changes needs a new schema and a lift, so that what was kept before can still be read. A new kind, or
a new word in a closed list such as the wagers, is only added.
"""

import json
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from wartable import cage
from wartable.audit import house_events as house
from wartable.store import CODEC, name_of
from wartable.table.events import EVENTS

WRITTEN = Path(__file__).with_name("shapes.json")
KINDS: tuple[type[msgspec.Struct], ...] = (*EVENTS, *cage.EVENTS, *house.EVENTS)


def shapes() -> dict[str, Any]:
    """Name, schema and fields of every kind, as they are today."""
    return {name_of(kind): {"schema": CODEC.schema_of(kind), "fields": _fields(kind)} for kind in KINDS}


def _fields(kind: type[msgspec.Struct]) -> dict[str, str]:
    hints = get_type_hints(kind)
    return {field: _told(hints[field]) for field in kind.__struct_fields__}


def _told(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not getattr(hint, "__args__", ()) else str(hint)


if __name__ == "__main__":
    WRITTEN.write_text(json.dumps(shapes(), indent=1, sort_keys=True) + "\n", encoding="utf-8")

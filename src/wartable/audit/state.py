"""A table's state as bytes, so that two of them can be compared, kept as a snapshot, and read again.

The rules are left out: they are in the log once, and not in every snapshot.
"""

from hashlib import sha256
from typing import Any

import msgspec

from wartable.rulebook import Rules
from wartable.table import Table, new_table

_encode = msgspec.json.Encoder(order="sorted").encode


def state_bytes(table: Table) -> bytes:
    """The canonical bytes of a table's state: JSON with sorted keys."""
    fields = {name: getattr(table, name) for name in table.__struct_fields__ if name != "rules"}
    return _encode(fields)


def state_digest(table: Table) -> str:
    """What a state is compared by."""
    return sha256(state_bytes(table)).hexdigest()


def read_state(body: bytes, rules: Rules) -> Table:
    """The table that a snapshot holds, under the rules in force."""
    fields: dict[str, Any] = msgspec.json.decode(body)
    fresh = new_table(rules)
    kept = {
        name: msgspec.convert(value, Table.__annotations__[name]) for name, value in fields.items() if name != "rules"
    }
    return msgspec.structs.replace(fresh, **kept)

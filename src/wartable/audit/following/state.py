"""A table's state as bytes, so that two of them can be compared, kept as a snapshot, and read again.

The rules are left out: they are in the log once, and not in every snapshot.
"""

from hashlib import sha256
from typing import Any

import msgspec

from wartable.rulebook import Rules
from wartable.table import Table, new_table

_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_field = {
    name: msgspec.json.Decoder(kind).decode for name, kind in Table.__annotations__.items() if name != "rules"
}


def state_bytes(table: Table) -> bytes:
    """The canonical bytes of a table's state: JSON with sorted keys."""
    fields = {name: getattr(table, name) for name in table.__struct_fields__ if name != "rules"}
    return _encode(fields)


def state_digest(table: Table) -> str:
    """What a state is compared by."""
    return sha256(state_bytes(table)).hexdigest()


def read_state(body: bytes, rules: Rules) -> Table:
    """The table that a snapshot holds, under the rules in force."""
    kept: dict[str, Any] = {name: _decode_field[name](value) for name, value in _decode(body).items()}
    return msgspec.structs.replace(new_table(rules), **kept)

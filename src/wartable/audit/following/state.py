"""A table's state as bytes, so that two of them can be compared, kept as a snapshot, and read again.

The rules are left out: they are in the log once, and not in every snapshot.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import asdict

from wartable.rulebook import STAKED, WAGERS, Rules
from wartable.table import Box, OutOfOrder, Table, new_table

_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_field: dict[str, Callable[[msgspec.Raw], Any]] = {
    name: msgspec.json.Decoder(kind).decode for name, kind in Table.__annotations__.items() if name != "rules"
}

LATER: dict[str, object] = {
    "cover_patron": msgspec.UNSET,
    "found": OutOfOrder(),
    "stock": None,
    "on_duty": None,
    "entered": None,
}
"""Fields that earlier releases did not have; left out while they say nothing, so that states keep their bytes."""
LATER_OF_ROUND: dict[str, object] = {"miscounts": 0, "refused": ()}
"""The same for fields of the round."""


def state_bytes(table: Table) -> bytes:
    """Return the canonical bytes of a table's state: JSON with sorted keys."""
    fields = asdict(table) | {"boxes": [_written(box) for box in table.boxes]}
    fields["round"] = _without(LATER_OF_ROUND, asdict(table.round))
    del fields["rules"]
    return _encode(_without(LATER, fields))


def _without(later: dict[str, object], fields: dict[str, Any]) -> dict[str, Any]:
    """Drop the later fields that are empty or unset."""
    said = {name: value for name, value in fields.items() if value is not msgspec.UNSET}
    return {name: value for name, value in said.items() if name not in later or value != later[name]}


def _since(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    """Drop fields that earlier releases did not have, while they are empty."""
    return {name: value for name, value in fields.items() if value is not None or name not in names}


def _written(box: Box) -> dict[str, Any]:
    """Write a bettor's stakes beside the name, as in snapshots of every release."""
    bettors = [_since(asdict(bettor), "presence", "at_war") for bettor in box.bettors]
    for bettor in bettors:
        stakes = bettor.pop("stakes").items()
        bettor |= {wager: stake for wager, stake in stakes if stake or not WAGERS[wager].later}
    return _since(asdict(box), "presence") | {"bettors": bettors}


def _read_boxes(value: msgspec.Raw) -> tuple[Box, ...]:
    boxes = msgspec.json.decode(value, type=list[dict[str, Any]])
    for bettor in (bettor for box in boxes for bettor in box["bettors"]):
        bettor["stakes"] = {wager: bettor.pop(wager, 0) for wager in STAKED}
    return msgspec.convert(boxes, tuple[Box, ...])


_decode_field["boxes"] = _read_boxes


def state_digest(table: Table) -> str:
    """Return the digest by which states are compared."""
    return sha256(state_bytes(table)).hexdigest()


def read_state(body: bytes, rules: Rules) -> Table:
    """Read the table of a snapshot, under the rules in force."""
    kept: dict[str, Any] = {name: _decode_field[name](value) for name, value in _decode(body).items()}
    return msgspec.structs.replace(new_table(rules), **kept)

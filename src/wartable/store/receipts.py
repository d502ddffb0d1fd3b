"""Receipts as they are kept beside the answer of a command."""

import msgspec

from wartable.store.errors import StoreBroken
from wartable.store.port import Receipt

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[tuple[str, int, str]]).decode


def write_receipts(receipts: tuple[Receipt, ...]) -> bytes:
    """One JSON list of stream, version and chain value in hexadecimal."""
    return _encode([(receipt.stream, receipt.version, receipt.chain.hex()) for receipt in receipts])


def read_receipts(kept: bytes) -> tuple[Receipt, ...]:
    """The receipts again."""
    try:
        return tuple([Receipt(stream, version, bytes.fromhex(value)) for stream, version, value in _decode(kept)])
    except ValueError as error:
        raise StoreBroken(f"receipts cannot be read: {error}") from None

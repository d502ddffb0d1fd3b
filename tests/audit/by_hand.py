"""The chain worked out by hand from docs/audit.md, with nothing of ours but the page: to check it, and to forge it."""

import hashlib
import json
from collections import Counter
from typing import Any

from tests.audit.histories import moves
from tests.audit.rows import Row, RowsLog
from wartable.store import NewEvent, decode


def before_the_first(stream: str) -> bytes:
    return hashlib.sha256(b"wartable chain 1\x00" + stream.encode("utf-8")).digest()


def chain_value(before: bytes, row: Row) -> bytes:
    stream, version, name, schema, body, at, command_id, _ = row
    hashed = hashlib.sha256(b"wartable chain 1\x00")
    hashed.update(before)
    for field in (stream, version, name, schema, at, command_id, body):
        data = field if isinstance(field, bytes) else str(field).encode("utf-8")
        hashed.update(len(data).to_bytes(4, "big"))
        hashed.update(data)
    return hashed.digest()


def forge(log: RowsLog, stream: str, version: int, **columns: Any) -> None:
    """Change a record and work everything out again that follows from it: a forger who knows the store well."""
    log.change("events", log.place(stream, version), **columns)
    records = [row for row in log.raw("events") if row[0] == stream]
    chain = before_the_first(stream)
    for row in records:
        chain = chain_value(chain, row)
        log.change("events", log.place(stream, row[1]), chain=chain)
    mend_list_and_receipts(log, stream)


def cut(log: RowsLog, stream: str, last: int) -> None:
    """Cut a stream after a version, with its commands, postings and balances."""
    gone = {row[6] for row in log.rows["events"] if row[0] == stream and row[1] > last}
    log.rows["events"] = [row for row in log.rows["events"] if row[0] != stream or row[1] <= last]
    log.rows["commands"] = [row for row in log.rows["commands"] if row[0] not in gone]
    lost = [row for row in log.rows["postings"] if row[0] == stream and row[1] > last]
    log.rows["postings"] = [row for row in log.rows["postings"] if row not in lost]
    for where, (account, cents) in enumerate(log.rows["accounts"]):
        log.change("accounts", where, cents=cents - sum(row[4] for row in lost if row[3] == account))
    mend_list_and_receipts(log, stream)


def mend_list_and_receipts(log: RowsLog, stream: str) -> None:
    """Make the list of streams and the receipts of the commands say what the records say."""
    chains = {(row[0], row[1]): row[7] for row in log.rows["events"]}
    last = max(version for name, version in chains if name == stream)
    where = next(where for where, row in enumerate(log.rows["streams"]) if row[0] == stream)
    log.change("streams", where, version=last, chain=chains[stream, last])
    for where, row in enumerate(log.rows["commands"]):
        receipts = [[name, version, chains[name, version].hex()] for name, version, _ in json.loads(row[4])]
        log.change("commands", where, receipts=json.dumps(receipts).encode())


def mend_money(log: RowsLog) -> None:
    """Make every posting and every balance say what follows from the records as they are now."""
    held: Counter[str] = Counter()
    log.rows["postings"] = []
    for stream, version, name, schema, body, *_ in sorted(log.rows["events"], key=lambda row: (row[5], row[0], row[1])):
        for place, posting in enumerate(moves(stream, decode(NewEvent(name, schema, body)))):
            held[posting.account] += posting.cents
            row = (stream, version, place, posting.account, posting.cents, held[posting.account])
            log.rows["postings"].append(row)
    log.rows["accounts"] = sorted(held.items())

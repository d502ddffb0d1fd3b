"""Proving a table, or one round of it: link by link, and on to a head that was signed while the tables ran.

The heads are this server's own, under its own key. They show a table that went on as it was signed; against an attacker
who holds the server, its store and its key, only heads and a key that are kept elsewhere prove anything.
"""

from pathlib import Path

from wartable.audit import HEADS_KEY, Witness, Witnesses, find_round, from_heads, public_key, read_heads, verify_store
from wartable.live import stream_of
from wartable.server.documents.forms import VerifyDocument
from wartable.store import NewEvent, Recorded, Store, first_link, next_link

OWN_KEY = "Heads are signed with this server's own key; to count them as witnesses, keep heads and key elsewhere."


def witnesses_in(heads: Path | None) -> Witnesses:
    """Return every head that this server has signed so far; none where it signs none."""
    if heads is None or not heads.exists():
        return Witnesses()
    return Witnesses(from_heads(read_heads(heads, public_key(heads.with_suffix(HEADS_KEY))), given=False))


def prove_table(store: Store, table: str, seen: Witnesses) -> VerifyDocument:
    """Prove all records and postings of a table, and every signed head of it."""
    verified = verify_store(store, seen, table=table)
    head = store.head(stream_of(table))
    wrong = next(iter(verified.findings), None)
    heads = seen.of(stream_of(table))
    says = f"{verified.events} records and {verified.postings} postings hold." if wrong is None else str(wrong)
    against = "No head of it was signed yet."
    if heads:
        against = f"Held against {len(heads)} signed head{'' if len(heads) == 1 else 's'}, up to {heads[-1]}. {OWN_KEY}"
    first = None if wrong is None else wrong.version
    return VerifyDocument(verified.holds, verified.events, says, against, first, head.chain.hex())


def prove_round(store: Store, table: str, number: int, seen: Witnesses) -> VerifyDocument:
    """Prove a round from the record before it to its last, and from there to the first signed head after it."""
    stream = stream_of(table)
    span = find_round(store, table, number)
    head = next((one for one in seen.of(stream) if one.version >= span.last), None)
    before = next(iter(store.read(stream, span.first - 2, span.first - 1)), None) if span.first > 1 else None
    chain = before.chain if before is not None else first_link(stream)
    checked, wrong = 0, None
    for record in store.read(stream, span.first - 1, head.version if head else span.last):
        chain = _link(chain, record)
        if chain != record.chain:
            wrong = record.version
            break
        checked += record.version <= span.last
    if wrong is not None:
        says = f"Record {wrong} is not as it was written."
    else:
        says = f"{checked} of {span.last - span.first + 1} steps hold: each chained to the one before."
    agrees = head is None or chain == head.chain
    ok = wrong is None and agrees
    return VerifyDocument(ok, checked, says, "" if wrong else _against(head, agrees=agrees), wrong, chain.hex())


def _against(head: Witness | None, *, agrees: bool) -> str:
    if head is None:
        return "No signed head covers it yet; it is proved against its own chain only."
    if agrees:
        return f"The chain goes on unbroken to {head}. {OWN_KEY}"
    return f"The chain does not lead to {head}."


def _link(chain: bytes, record: Recorded) -> bytes:
    event = NewEvent(record.name, record.schema, record.body)
    return next_link(chain, record.stream, record.version, event, record.at, record.command_id)

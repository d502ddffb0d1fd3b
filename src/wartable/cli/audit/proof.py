"""`wartable audit verify`, `heads` and `replay`: what can be proved, and what is wrong where it cannot."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wartable.cli.audit.opening import looking_into
from wartable.cli.audit.witnesses import USUAL_HEADS, SignedHeads, read_witnesses, tell_unseen, tell_witnesses
from wartable.cli.counts import counted
from wartable.cli.errors import DONE, NO, one_line
from wartable.cli.options import DEFAULT_STORE, Database, Json
from wartable.cli.storage import Storage, key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wartable.audit import Finding

LOOKED_AT = ("streams", "events", "commands", "postings", "accounts")
LEFT_TO_VERIFY = ", and the chain under them; postings and witnesses are left to wartable audit verify"


def verify(
    *,
    db: Database = DEFAULT_STORE,
    table: str | None = None,
    signed: SignedHeads = USUAL_HEADS,
    receipts: str | None = None,
    house_key: str | None = None,
    json: Json = False,
) -> int:
    """Prove that nothing in a store was altered, and that every payment was due.

    Every chain value, version, command, posting and balance is worked out
    again from the raw rows; every payment is decided again from the wager,
    the cards and the rulebook. Heads count as witnesses only under a key that
    you give with --key. The exit code is 1 if anything is wrong, with the
    first wrong record of each stream.

    Example:

        wartable audit verify --db sqlite:///war.db
        wartable audit verify --db sqlite:///war.db --key heads.pub
        wartable audit verify --db sqlite:///war.db --heads h.jsonl --key h.pub
        wartable audit verify --db sqlite:///war.db --receipts answers.jsonl

    Parameters
    ----------
    table
        Only this table's stream, with its postings.
    receipts
        Answers that clients kept, one JSON document per line.
    house_key
        The key file of the house, to open the seeds of shoes that are not revealed yet.
    """
    from wartable.audit import stream_with_history
    from wartable.audit import verify_store as prove
    from wartable.store import open_for_audit

    seen = read_witnesses(db, signed, receipts)
    key = None if house_key is None else key_of(Storage(db, Path(house_key)), make=False)
    with looking_into(db) as log:
        found = prove(log, seen.witnesses, table, again=partial(open_for_audit, db), house_key=key)
        if table is not None and not found.streams and found.holds:
            stream_with_history(log, table)
    findings = (*seen.findings, *found.findings)
    looked_at = {name: getattr(found, name) for name in LOOKED_AT}
    told = ", ".join(counted(count, name.removesuffix("s")) for name, count in looked_at.items())
    outside = {"witnesses": found.witnesses, "witnessed": found.witnesses > 0, "beside": seen.beside}
    left = {"unseen": found.unseen, "seeds_opened": key is not None, "shoes_not_compared": found.sealed}
    document = {"proved": not findings, **looked_at, **outside, **left, "findings": findings}
    notes = [*tell_unseen(found.unseen if found.witnesses else ()), *_tell_sealed(found.sealed, key)]
    return _tell(document, findings, told, tell_witnesses(found.witnesses, seen.beside), notes, json=json)


def _tell_sealed(count: int, key: bytes | None) -> "Iterator[str]":
    """Say how many shoes in play could not be checked: only the key of the house opens their seeds."""
    if count:
        how = "give --house-key" if key is None else "--house-key is for a whole store: leave out --table"
        were, their = ("was", "its seed") if count == 1 else ("were", "their seeds")
        yield f"{counted(count, 'open sealed shoe')} {were} not compared with {their}; {how}"


def replay(*, db: Database = DEFAULT_STORE, table: str | None = None, json: bool = False) -> int:
    """Rebuild every table, wallet and account from the records, and compare.

    Each table is played again event by event and every payment is decided
    again; its state is compared with the stored snapshot, and every account
    with its balance. The chain under the records is checked as well;
    postings, heads and receipts are for wartable audit verify. The exit code
    is 1 if anything differs.

    Example:

        wartable audit replay --db sqlite:///war.db
        wartable audit replay --db sqlite:///war.db --table T1

    Parameters
    ----------
    table
        Only this table.
    json
        Print the answer as one JSON document.
    """
    import msgspec

    from wartable.audit import replay_store as play_again

    with looking_into(db) as log:
        found = play_again(log, table)
    if not json:
        for each in found.tables:
            snapshot = f", as the snapshot at version {each.snapshot}" if each.snapshot else ""
            rounds = counted(each.rounds, "round")
            print(one_line(f"table {each.table}: {rounds}, {each.phase}, state {each.state[:16]}{snapshot}"))
    accounts = "" if table is not None else f", {counted(found.accounts, 'account')}"
    told = f"{counted(len(found.tables), 'table')}, {counted(found.events, 'event')}{accounts}"
    document = {"proved": not found.findings, **msgspec.structs.asdict(found)}
    return _tell(document, found.findings, told, LEFT_TO_VERIFY, json=json)


def _tell(
    document: Any, findings: "tuple[Finding, ...]", told: str, seen: str, notes: "Sequence[str]" = (), *, json: bool
) -> int:
    from wartable.cli.screen import Screen, write_json

    if json:
        write_json(document)
    else:
        screen = Screen()
        for finding in findings:
            screen.print(one_line(str(finding)), style="bold red", soft_wrap=True)
        for note in notes:
            screen.print(one_line(note), soft_wrap=True)
        verdict = f"not proved: {len(findings):,} wrong in {told}" if findings else f"proved: {told}"
        screen.print(f"{verdict}{seen}", soft_wrap=True)
    return NO if findings else DONE


def heads(*, db: Database = DEFAULT_STORE, heads: str, key: str, json: Json = False) -> int:
    """Sign the head of every stream, and append it to a file kept elsewhere.

    A store that was cut, rewritten or replaced by an older copy no longer
    extends what was signed: verify says so, and so does the next run of this
    command, with exit code 1. The key is made on first use, for its owner
    alone; give its public half to the keeper of the file.

    Example:

        wartable audit heads --db sqlite:///war.db --heads heads.jsonl --key heads.pem

    Parameters
    ----------
    heads
        The file to append to; keep it where writers of the store have no access.
    key
        The private key, in PEM.
    """
    from wartable.audit import HeadsFile, NoLongerExtends, digits, now, signing_key, write_heads

    with looking_into(db) as log:
        signing = signing_key(Path(key))
        try:
            line = write_heads(log, HeadsFile(Path(heads), signing), now())
        except NoLongerExtends as error:
            print(one_line(f"not signed: {error}"))
            return NO
    public = digits(signing.public_key())
    if json:
        from wartable.cli.screen import write_json

        number, signed = (line.number, len(line.heads)) if line else (None, 0)
        write_json({"line": number, "streams": signed, "key": public})
    else:
        print(f"line {line.number}: {counted(len(line.heads), 'stream')} signed" if line else "nothing new to sign")
        print(f"public key {public}")
    return DONE

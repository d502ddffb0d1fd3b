"""A history that makes sense: what clients saw, call by call, compared with the order of the log.

Each client notes when a call began and when it ended. What ended before something else began comes before it; what
was read is what the log says at that place; and a call without an answer may have happened, or not.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate

import msgspec
from msgspec.structs import replace

from wartable.audit.reading.rules import rules_of, rules_over_time
from wartable.ledger import patron as account_of
from wartable.live.history.mirror import stream_of
from wartable.store import Recorded, Store, decode
from wartable.table import Table, evolve, new_table


class Call(msgspec.Struct, frozen=True):
    """One call of one client."""

    client: str
    kind: str
    """`write` or `read`."""
    began: float
    ended: float
    command_id: str = ""
    known: bool = True
    """Whether there was an answer that says something."""
    ok: bool = False
    version: int = 0
    receipt: str = ""
    balance: int = 0
    phase: str = ""
    round: int = 0


class Truth(msgspec.Struct, frozen=True):
    """The log, and what follows from it at every version."""

    commands: Mapping[str, tuple[int, int]]
    """The first and the last version of every command."""
    receipts: Sequence[str]
    """The chain value at each version."""
    tables: Sequence[tuple[str, int]]
    """Phase and round after each version."""
    wallets: Mapping[str, Sequence[int]]
    """What every client holds after each version."""


def truth_of(store: Store, table: str, clients: Mapping[str, int]) -> Truth:
    """From the rows alone; clients with what each came in with."""
    stream = stream_of(table)
    records = list(store.read(stream))
    rules = rules_over_time(store, table)
    state: Table = new_table(rules_of(rules.at(1)))
    tables = [(state.phase, 0)]
    for record in records:
        state = evolve(state, decode(record))
        tables.append((state.phase, state.round.number))
    moved: dict[str, list[int]] = {client: [start, *([0] * len(records))] for client, start in clients.items()}
    accounts = {account_of(client): client for client in clients}
    for posting in store.postings(stream):
        if posting.account in accounts:
            moved[accounts[posting.account]][posting.version] += posting.cents
    wallets = {client: list(accumulate(cents)) for client, cents in moved.items()}
    return Truth(_commands(records), ["", *(record.chain.hex() for record in records)], tables, wallets)


def _commands(records: Sequence[Recorded]) -> dict[str, tuple[int, int]]:
    commands: dict[str, tuple[int, int]] = {}
    for record in records:
        first, _ = commands.get(record.command_id, (record.version, 0))
        commands[record.command_id] = (first, record.version)
    return commands


def anomalies(history: Sequence[Call], truth: Truth) -> list[str]:
    """Everything that does not fit; nothing, where there is one order that explains it all."""
    return [*_writes(history, truth), *_reads(history, truth), *_real_time(history, truth)]


def _writes(history: Sequence[Call], truth: Truth) -> Iterator[str]:
    for call in history:
        kept = truth.commands.get(call.command_id) if call.kind == "write" else None
        if call.kind != "write" or not call.known:
            continue
        if call.ok and call.version and (kept is None or kept[1] != call.version):
            yield f"lost update: {call.command_id} was answered at {call.version} and is kept at {kept}"
        elif call.ok and call.version and call.receipt != truth.receipts[call.version]:
            yield f"wrong receipt: {call.command_id} was answered at {call.version} with another chain value"
        if not call.ok and kept is not None:
            yield f"phantom: {call.command_id} was refused and is kept at {kept}"


def _reads(history: Sequence[Call], truth: Truth) -> Iterator[str]:
    for call in history:
        if call.kind != "read" or not call.known:
            continue
        if call.version >= len(truth.tables):
            yield f"from nowhere: {call.client} read version {call.version} of {len(truth.tables) - 1}"
        elif (call.phase, call.round) != truth.tables[call.version]:
            yield f"wrong read: {call.phase} of round {call.round} at {call.version}, not {truth.tables[call.version]}"
        elif call.balance != truth.wallets[call.client][call.version]:
            held = truth.wallets[call.client][call.version]
            yield f"wrong wallet: {call.client} read {call.balance} at {call.version} and holds {held}"


def _real_time(history: Sequence[Call], truth: Truth) -> Iterator[str]:
    """What ended before a call began is behind it: no later call stands at an earlier place."""
    placed = [(call, *place) for call in history if (place := _place(call, truth)) is not None]
    by_end = sorted(placed, key=lambda one: one[0].ended)
    ends = [one[0].ended for one in by_end]
    furthest = list(accumulate((one[2] for one in by_end), max, initial=0))
    for call, first, _ in placed:
        behind = furthest[bisect_left(ends, call.began)]
        if call.kind == "write" and first <= behind:
            yield f"out of order: {call.command_id} happened at {first}, and {behind} was known before it began"
        if call.kind == "read" and first < behind:
            yield f"stale read: {call.client} read version {first} when {behind} was known already"


def _place(call: Call, truth: Truth) -> tuple[int, int] | None:
    """The first and the last version of what a call did or saw; an unknown one that is kept has its place too."""
    if call.kind == "read":
        return (call.version, call.version) if call.known else None
    kept = truth.commands.get(call.command_id)
    if kept is None:
        return None
    return kept if call.known and call.ok else (kept[0], 0)


# Faults to be found


def _change(kind: str, change: Callable[[Call], Call], where: Callable[[Call], bool] = lambda _: True) -> "Planted":
    def plant(history: Sequence[Call], truth: Truth) -> tuple[list[Call], Truth]:
        fit = [place for place, call in enumerate(history) if call.kind == kind and call.known and where(call)]
        place = fit[len(fit) // 2]
        return [change(call) if at == place else call for at, call in enumerate(history)], truth

    return plant


def _in_the_log(change: Callable[[dict[str, tuple[int, int]], Call], object]) -> "Planted":
    def plant(history: Sequence[Call], truth: Truth) -> tuple[list[Call], Truth]:
        done = [call for call in history if call.kind == "write" and call.ok and call.version]
        commands = dict(truth.commands)
        change(commands, done[len(done) // 2])
        return list(history), replace(truth, commands=commands)

    return plant


def _swapped(history: Sequence[Call], truth: Truth) -> tuple[list[Call], Truth]:
    """Two writes, the second begun when the first was over, in the other order."""
    done = [call for call in history if call.kind == "write" and call.ok and call.version]
    first, second = next((a, b) for a in done for b in done if a.ended < b.began)
    places = {first.command_id: second.version, second.command_id: first.version}
    commands = {**truth.commands, **{name: (version, version) for name, version in places.items()}}
    return [
        replace(call, version=places[call.command_id]) if call in (first, second) else call for call in history
    ], replace(truth, commands=commands)


def _spent(call: Call) -> Call:
    return replace(call, balance=call.balance + 10_00)


Planted = Callable[[Sequence[Call], Truth], tuple[list[Call], Truth]]
PLANTED: Mapping[str, Planted] = {
    "stale read": _change("read", lambda call: replace(call, version=1), lambda call: call.version > 20),
    "a read of what never was": _change("read", lambda call: replace(call, version=10**6)),
    "a read before its time": _change(
        "read", lambda call: replace(call, began=call.began - 1e6, ended=call.ended - 1e6)
    ),
    "lost update": _in_the_log(lambda commands, call: commands.pop(call.command_id)),
    "another receipt": _change("write", lambda call: replace(call, receipt="00"), lambda call: call.version > 0),
    "an update at another place": _in_the_log(
        lambda commands, call: commands.__setitem__(call.command_id, (call.version + 1, call.version + 1))
    ),
    "double spend": _change("read", _spent),
    "money that is gone": _change("read", lambda call: replace(call, balance=call.balance - 5_00)),
    "another phase": _change("read", lambda call: replace(call, phase="waking")),
    "another round": _change("read", lambda call: replace(call, round=call.round + 1)),
    "writes in the wrong order": _swapped,
    "refused, and done": _change(
        "write", lambda call: replace(call, ok=False), lambda call: call.ok and call.version > 0
    ),
}
"""Each is planted into a good history, and must be found."""

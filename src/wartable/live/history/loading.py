"""A mirror from the store: from a snapshot that can be trusted, otherwise from the first event."""

from wartable.audit import HOUSE, RulesOverTime, all_put_in_force, rules_of, rules_over_time, under
from wartable.live.history.bound import LogBroken, read_bound
from wartable.live.history.mirror import Happened, Mirror, happened_in, stream_of
from wartable.live.history.snapshots import Snapshots
from wartable.rulebook import Rules
from wartable.store import Receipt, Store

SNAPSHOT_EVERY = 1_000
"""Events after which a snapshot is worth keeping."""
DAY = ("table_opened", "table_closed")


def load_mirror(
    store: Store, table: str, rules: Rules, over_time: RulesOverTime | None, snapshots: Snapshots | None = None
) -> Mirror:
    """The table as its log has made it, under these rules or, where they have changed, each under its own.

    Without snapshots everything is read from the first event. Every record that is read is bound to the chain.
    """
    head = store.head(stream_of(table))
    mirror = snapshots.load(table, rules) if snapshots else None
    if mirror is None:
        mirror = Mirror(rules_of(over_time.at(1)) if over_time and over_time.changed else rules)
    for record in store.read(stream_of(table), mirror.version):
        _change_rules(mirror, over_time)
        mirror.follow(record)
    _change_rules(mirror, over_time)
    _hold_head(mirror, head)
    return mirror


def _hold_head(mirror: Mirror, head: Receipt) -> None:
    """Check the log against the listed head, to which the next event is bound; more records may have come."""
    if mirror.version < head.version:
        raise LogBroken(head.stream, mirror.version + 1)
    if mirror.version == head.version and head.version and mirror.chain != head.chain:
        raise LogBroken(head.stream, head.version, "the list of streams has another chain value for this record")


def _change_rules(mirror: Mirror, over_time: RulesOverTime | None) -> None:
    """Put a closed table under the rules that begin with the next event."""
    change = over_time.starting_at(mirror.version + 1) if over_time and over_time.changed and mirror.version else None
    if change is not None:
        if mirror.table.phase != "closed":
            raise LogBroken(HOUSE, mirror.version, f"the rules of {change.table} change here while it is open")
        mirror.table = under(mirror.table, rules_of(change))


def rules_in_log(store: Store, table: str) -> tuple[RulesOverTime | None, int, bool]:
    """Return the table's rules from the log, its number of events, and whether it is closed."""
    version = store.head(stream_of(table)).version
    said = any(event.table == table for event in all_put_in_force(store))
    over_time = rules_over_time(store, table) if said or version else None
    last = next(store.named(stream_of(table), DAY, backwards=True, limit=1), None)
    return over_time, version, last is None or last.name == "table_closed"


def events_since_seal(store: Store, mirror: Mirror, table: str) -> tuple[Happened, ...]:
    """Return the events since the seal of the shoe in play; none without a sealed shoe."""
    if not mirror.table.seal.commitment:
        return ()
    head = Receipt(stream_of(table), mirror.version, mirror.chain)
    return tuple(happened_in(read_bound(store, head, mirror.sealed_at)))

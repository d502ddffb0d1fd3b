"""A mirror from the store: from the last snapshot where there is one, otherwise from the first event."""

from wartable.audit import read_state, state_bytes
from wartable.audit.rules import RulesOverTime, all_put_in_force, rules_of, rules_over_time, under
from wartable.ledger import BANK, at_table
from wartable.live.mirror import MAX_ROUNDS_KEPT, Happened, Mirror, countdown_key, happened_in, stream_of
from wartable.live.past import ENDED, last_rounds
from wartable.rulebook.rules import Rules
from wartable.store import Store

SNAPSHOT_EVERY = 1_000
"""Events after which a snapshot is worth keeping."""
SEALED = ("shoe_sealed",)
DECKS = ("table_opened", "decks_changed")
DAY = ("table_opened", "table_closed")
ACTIVE = ("wager_placed", "player_sat")


def load_mirror(store: Store, table: str, rules: Rules, over_time: RulesOverTime | None) -> Mirror:
    """The table as its log has made it, under these rules or, where they have changed, each under its own."""
    stream = stream_of(table)
    mirror = _from_snapshot(store, table, rules, over_time)
    if mirror is None:
        mirror = Mirror(rules_of(over_time.at(1)) if over_time and over_time.changed else rules)
    for record in store.read(stream, mirror.version):
        _change_rules(mirror, over_time)
        mirror.follow(record)
    _change_rules(mirror, over_time)
    mirror.bank = store.balance(at_table(table, BANK))
    return mirror


def _change_rules(mirror: Mirror, over_time: RulesOverTime | None) -> None:
    """Where other rules begin with the next event, the table that is closed now stands under them."""
    change = over_time.starting_at(mirror.version + 1) if over_time and over_time.changed and mirror.version else None
    if change is not None:
        mirror.table = under(mirror.table, rules_of(change))


def rules_in_log(store: Store, table: str) -> tuple[RulesOverTime | None, int, bool]:
    """What the log says of a table's rules, how many events it has, and whether it is closed."""
    version = store.head(stream_of(table)).version
    said = any(event.table == table for event in all_put_in_force(store))
    over_time = rules_over_time(store, table) if said or version else None
    last = next(store.named(stream_of(table), DAY, backwards=True, limit=1), None)
    return over_time, version, last is None or last.name == "table_closed"


def _from_snapshot(store: Store, table: str, rules: Rules, over_time: RulesOverTime | None) -> Mirror | None:
    """A snapshot holds the table; the rest is in the log, where the index of names finds it.

    One that was made under other rules than the last is of no use.
    """
    stream = stream_of(table)
    snapshot = store.load_snapshot(stream)
    if snapshot is None:
        return None
    if over_time and over_time.at(snapshot.version) is not over_time.at(store.head(stream).version + 1):
        return None
    mirror = Mirror(rules)
    mirror.table = read_state(snapshot.body, rules)
    for names in (SEALED, DECKS, ACTIVE):
        for record in store.named(stream, names, upto=snapshot.version, backwards=True, limit=1):
            for happened in happened_in([record]):
                mirror.note(happened)
    mirror.round_so_far.clear()
    rounds = list(last_rounds(store, table, None, MAX_ROUNDS_KEPT, upto=snapshot.version))
    mirror.rounds.extend(reversed(rounds))
    last = next(store.named(stream, ENDED, upto=snapshot.version, backwards=True, limit=1), None)
    mirror.round_so_far.extend(happened_in(store.read(stream, last.version if last else 0, snapshot.version)))
    record = next(iter(store.read(stream, snapshot.version - 1, snapshot.version)))
    mirror.version, mirror.at, mirror.chain = record.version, record.at, record.chain
    mirror.countdown, mirror.since = countdown_key(mirror.table), record.at
    return mirror


def events_since_seal(store: Store, mirror: Mirror, table: str) -> tuple[Happened, ...]:
    """What has happened since the shoe in play was sealed; nothing where none is."""
    if not mirror.table.seal.commitment:
        return ()
    return tuple(happened_in(store.read(stream_of(table), mirror.sealed_at - 1, mirror.version)))


def save_snapshot(store: Store, mirror: Mirror, table: str) -> None:
    """Keep the table as it stands, so that the next start is a short one."""
    store.save_snapshot(stream_of(table), mirror.version, state_bytes(mirror.table))

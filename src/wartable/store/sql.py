"""What both databases do in the same SQL: reading, and the small changes beside the log. A `?` stands for a value."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import astuple

from wartable.money import Cents
from wartable.store.chain import first_link
from wartable.store.errors import HeadDiffers, WalletDiffers
from wartable.store.known import Known
from wartable.store.names import IN_THE_INDEX, by_index
from wartable.store.plan import KeptCommand
from wartable.store.port import COLUMNS, KEYS, At, Fence, Kept, Personal, Posted, Receipt, Recorded, Row, Rows, Snapshot

PAGE = 2_000
"""Rows read at once; between two pages nothing is held open."""
NO_END = (1 << 63) - 1

_EVENTS, _POSTINGS = ", ".join(COLUMNS["events"]), ", ".join(COLUMNS["postings"])
READ = f"SELECT {_EVENTS} FROM events WHERE stream = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?"
POSTINGS = (
    f"SELECT {_POSTINGS} FROM postings WHERE stream = ? AND (version, place) > (?, ?) AND version <= ?"
    " ORDER BY version, place LIMIT ?"
)
MOVES = "SELECT 1 FROM postings WHERE stream = ? AND version > ? LIMIT 1"
CLAIM = (
    "INSERT INTO drivers VALUES (?, ?, 1, ?, {now} + ? * {second}) ON CONFLICT (name) DO UPDATE"
    " SET owner = excluded.owner, number = drivers.number + 1, seconds = excluded.seconds,"
    " until = {now} + excluded.seconds * {second} WHERE drivers.until <= {now} RETURNING number"
)

OF_WALLETS = "account >= 'patron/' AND account < 'patron0'"
"""As the index of PostgreSQL has it."""
SUMS = (
    "SELECT account, CAST(sum(cents) AS BIGINT) AS due FROM postings"
    f" WHERE {OF_WALLETS} AND account {{listed}} GROUP BY account"
)
COMPARED = (
    f"SELECT account, cents, coalesce(due, 0) FROM accounts LEFT JOIN ({SUMS}) AS summed USING (account)"
    " WHERE account {listed}"
)

BESIDE = {
    "snapshots": ("stream", "version", "body", "notes", "seal"),
    "personal": ("patron", "body", "at"),
    "secrets": ("name", "body"),
}


def rows_in_order(what: Rows, columns: str | None = None) -> str:
    """Return the question for all rows of a table, in the order of their keys."""
    return f"SELECT {columns or ', '.join(COLUMNS[what])} FROM {what} ORDER BY {', '.join(KEYS[what])}"


class SqlReader(ABC):
    """The reading half of a store."""

    NOW: ClassVar[str]
    """The database's clock."""
    IN_LIST: ClassVar[str]
    """The condition that a column's value is in a list, given as `listed` gives it."""

    @abstractmethod
    def all(self, sql: str, *values: Any) -> list[Row]:
        """Return every row of a question."""

    @abstractmethod
    def receipts(self, places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
        """Return the receipt of one record of each stream."""

    @abstractmethod
    def listed(self, values: Collection[str]) -> object:
        """Return a list as one value."""

    def one(self, sql: str, *values: Any) -> Row | None:
        return next(iter(self.all(sql, *values)), None)

    def _names(self, table: str, column: str, prefix: str) -> list[str]:
        sql = f"SELECT {column} FROM {table} WHERE substr({column}, 1, ?) = ? ORDER BY {column}"
        return [name for (name,) in self.all(sql, len(prefix), prefix)]

    # Events

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        last = NO_END if upto is None else upto
        more = True
        while more:
            page = self.all(READ, stream, after, last, PAGE)
            for row in page:
                yield Recorded(*row)
            more = len(page) == PAGE
            after = page[-1][1] if more else after

    def named(
        self,
        stream: str,
        names: Collection[str],
        after: int = 0,
        upto: int | None = None,
        *,
        backwards: bool = False,
        limit: int | None = None,
    ) -> Iterator[Recorded]:
        index = f" AND {IN_THE_INDEX}" if by_index(names) else ""
        sql = (
            f"SELECT {_EVENTS} FROM events WHERE stream = ? AND name {self.IN_LIST} AND version > ? AND version <= ?"
            f"{index} ORDER BY version {'DESC' if backwards else 'ASC'} LIMIT ?"
        )
        last, most = NO_END if upto is None else upto, NO_END if limit is None else limit
        return (Recorded(*row) for row in self.all(sql, stream, self.listed(names), after, last, most))

    def postings(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Posted]:
        place, last = NO_END, NO_END if upto is None else upto
        while page := self.all(POSTINGS, stream, after, place, last, PAGE):
            for row in page:
                yield Posted(*row)
            after, place = page[-1][1:3]

    # Heads, answers, accounts

    def head(self, stream: str) -> Receipt:
        return self.heads([stream]).get(stream) or Receipt(stream, 0, first_link(stream))

    def heads(self, streams: Collection[str]) -> dict[str, Receipt]:
        rows = self.all(f"SELECT stream, version, chain FROM streams WHERE stream {self.IN_LIST}", self.listed(streams))
        return {row[0]: Receipt(*row) for row in rows}

    def streams(self, prefix: str = "") -> list[str]:
        return self._names("streams", "stream", prefix)

    def find(self, command_id: str) -> Kept | None:
        row = self.one("SELECT digest, answer, receipts FROM commands WHERE command_id = ?", command_id)
        return KeptCommand(*row).kept() if row else None

    def balance(self, account: str) -> Cents:
        row = self.one("SELECT cents FROM accounts WHERE account = ?", account)
        return int(row[0]) if row else 0

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        sql = "SELECT account, cents FROM accounts WHERE cents <> 0 AND substr(account, 1, ?) = ? ORDER BY account"
        return dict(self.all(sql, len(prefix), prefix))

    # Beside the log

    def load_snapshot(self, stream: str) -> Snapshot | None:
        row = self.one("SELECT stream, version, body, notes, seal FROM snapshots WHERE stream = ?", stream)
        return Snapshot(*row) if row else None

    def get_personal(self, patron: str) -> Personal | None:
        row = self.one("SELECT patron, body, at FROM personal WHERE patron = ?", patron)
        return Personal(*row) if row else None

    def get_secret(self, name: str) -> bytes | None:
        row = self.one("SELECT body FROM secrets WHERE name = ?", name)
        return bytes(row[0]) if row else None

    def secrets(self, prefix: str = "") -> list[str]:
        return self._names("secrets", "name", prefix)

    def owners(self) -> dict[str, Fence]:
        rows = self.all(f"SELECT name, owner, number FROM drivers WHERE until > {self.NOW}")
        return {row[0]: Fence(*row) for row in rows}


class SqlKnown(SqlReader):
    """The reading half of a store, and what is known of it."""

    def __init__(self) -> None:
        self._known = Known()

    def hold_head(self, head: Receipt) -> None:
        with self._known.lock:
            self._known.heads.hold(head, self.receipts, self._moves)

    def known_heads(self) -> list[Receipt]:
        with self._known.lock:
            return self._known.heads.heads

    def held_heads(self, streams: Collection[str]) -> tuple[dict[str, Receipt], list[HeadDiffers]]:
        """Read what differs again while nothing is being committed here."""
        known, found = self._known.heads, self.heads(streams)
        if strange := known.strange(streams, found):
            with self._known.lock:
                found.update(now := self.heads(strange))
                differing = known.differing(strange, now, self.receipts, self._moves)
            return found, list(differing.values())
        return found, []

    def _moves(self, stream: str, version: int) -> bool:
        return self.one(MOVES, stream, version) is not None

    def note_wallets(self, balances: Mapping[str, Cents]) -> None:
        self._known.wallets.note(balances)

    def differing_wallets(self) -> list[WalletDiffers]:
        """Add up only what this process does not know, in one statement with the balance."""
        held: dict[str, Cents] = dict(self.all(f"SELECT account, cents FROM accounts WHERE {OF_WALLETS}"))
        wallets = self._known.wallets
        strange, differing = wallets.strange(held), list[WalletDiffers]()
        if wallets.alone:
            return self._not_ours(strange)
        for first in range(0, len(strange), PAGE):
            names = self.listed(strange[first : first + PAGE])
            rows = self.all(COMPARED.format(listed=self.IN_LIST), names, names)
            wallets.note({account: cents for account, cents, due in rows if cents == due})
            differing += [WalletDiffers(*row) for row in rows if row[1] != row[2]]
        return differing

    def _not_ours(self, strange: Sequence[str]) -> list[WalletDiffers]:
        """Look again while nothing is being committed here."""
        differing: list[WalletDiffers] = []
        for first in range(0, len(strange), PAGE):
            names = self.listed(strange[first : first + PAGE])
            with self._known.lock:
                sql = f"SELECT account, cents FROM accounts WHERE account {self.IN_LIST}"
                balances: dict[str, Cents] = dict(self.all(sql, names))
                due = self._known.wallets.due(balances, self._sums)
            differing += [WalletDiffers(account, balances[account], cents, ours=True) for account, cents in due.items()]
        return differing

    def _sums(self, accounts: Sequence[str]) -> dict[str, Cents]:
        return dict(self.all(SUMS.format(listed=self.IN_LIST), self.listed(accounts)))

    def be_alone(self) -> None:
        differing, heads = self.differing_wallets(), self.heads(self.streams())
        with self._known.lock:
            self._known.be_alone(heads.values(), differing)


class SqlChanges(ABC):
    """The small changes of a store: each is durable when it returns."""

    NOW: ClassVar[str]
    SECOND: ClassVar[str]
    """A second, as it is added to NOW."""

    @abstractmethod
    def change(self, sql: str, *values: Any) -> list[Row]:
        """Run one statement, and return the rows that it gives."""

    @abstractmethod
    def _purge(self, table: str) -> None:
        """Remove the bytes of deleted rows from the disk."""

    def _put(self, table: str, *row: object) -> None:
        """Write a row in place of the one with the same key, which is the first column."""
        key, *columns = BESIDE[table]
        changes = ", ".join(f"{column} = excluded.{column}" for column in columns)
        marks = ", ".join("?" * len(row))
        self.change(f"INSERT INTO {table} VALUES ({marks}) ON CONFLICT ({key}) DO UPDATE SET {changes}", *row)

    def _erase(self, table: str, condition: str, value: object) -> int:
        gone = len(self.change(f"DELETE FROM {table} WHERE {condition} RETURNING 1", value))
        if gone:
            self._purge(table)
        return gone

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self._put("snapshots", *astuple(snapshot))

    def put_personal(self, patron: str, body: bytes, at: At) -> None:
        self._put("personal", patron, body, at)

    def erase_personal(self, patron: str) -> bool:
        return self._erase("personal", "patron = ?", patron) > 0

    def expire_personal(self, before: At) -> int:
        return self._erase("personal", "at < ?", before)

    def put_secret(self, name: str, body: bytes) -> None:
        self._put("secrets", name, body)

    def erase_secret(self, name: str) -> bool:
        return self._erase("secrets", "name = ?", name) > 0

    def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
        rows = self.change(CLAIM.format(now=self.NOW, second=self.SECOND), table, owner, seconds, seconds)
        return Fence(table, owner, rows[0][0]) if rows else None

    def release(self, fence: Fence) -> None:
        sql = f"UPDATE drivers SET until = {self.NOW} WHERE name = ? AND owner = ? AND number = ?"
        self.change(sql, fence.table, fence.owner, fence.number)

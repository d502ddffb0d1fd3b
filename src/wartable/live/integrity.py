"""What is stored and not proved: it is reported, it counts in the health of the house, and nothing is paid from it."""

import asyncio
import secrets
from collections.abc import Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress

from wartable.audit import IntegrityFailed
from wartable.live.driving import LiveTable, LogEvent
from wartable.live.history import STREAM, HouseLog
from wartable.store import HeadDiffers, StoreError, WalletDiffers


class Integrity:
    """The trouble of a house with what it finds in its store."""

    def __init__(self, house: HouseLog, log: LogEvent) -> None:
        self._house = house
        self._log = log
        self.doubted: dict[str, Exception] = {}
        """By stream of a table: what is wrong with its end, which no head covers yet; the table stays closed."""

        self.differing: dict[str, WalletDiffers] = {}
        """By account: the wallets that do not hold what their postings come to."""
        self._heads: set[str] = set()
        """The streams whose heads were reported."""
        self._jobs: set[asyncio.Task[None]] = set()

    async def report_wallet(self, error: WalletDiffers) -> None:
        """Report a wallet, once, from which nothing is paid."""
        is_known = error.account in self.differing
        self.differing[error.account] = error
        if not is_known:
            await self.report("", "wallet", str(error))

    def hear_wallets(self, differing: Sequence[WalletDiffers]) -> None:
        """Take over what a look at every wallet has found: one that was put right does not count any more."""
        named = {error.account for error in differing}
        self.differing = {account: error for account, error in self.differing.items() if account in named}
        for error in differing:
            self._begin(self.report_wallet(error))

    def freeze(self, tables: Iterable[LiveTable], error: Exception) -> None:
        """Stop every table: the store lost signed records while the server ran."""
        for live in tables:
            if not live.stopped:
                live.driver.stop(error)

    def distrust(self, tables: Mapping[str, LiveTable], differing: Sequence[HeadDiffers]) -> None:
        """Close the tables whose logs no longer hold what this server knows; for any other stream, every table."""
        for error in differing:
            live = tables.get(error.stream.removeprefix(STREAM)) if error.stream.startswith(STREAM) else None
            if live is not None and live.driver.distrusted:
                continue  # it has noticed and reported this itself
            if live is not None:
                live.driver.stop(error, of_log=True)
            elif not error.stream.startswith(STREAM):
                self.freeze(tables.values(), error)
            self._hear_head(error)

    def _hear_head(self, error: HeadDiffers) -> None:
        """Report, once, a stream that no longer holds what this server knows of it."""
        if error.stream not in self._heads:
            self._heads.add(error.stream)
            table = error.stream.removeprefix(STREAM) if error.stream.startswith(STREAM) else ""
            self._begin(self.report(table, "table" if table else "head", str(error)))

    def _begin(self, reporting: Coroutine[None, None, None]) -> None:
        job = asyncio.create_task(self._try(reporting))
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    async def _try(self, reporting: Coroutine[None, None, None]) -> None:
        """The log of the house may be what was rewritten: then the operator's log alone has it."""
        with suppress(StoreError, OSError, RuntimeError):
            await reporting

    async def report_error(self, table: str, error: Exception) -> None:
        """Report what has stopped a table, or an order there."""
        await (
            self.report_wallet(error) if isinstance(error, WalletDiffers) else self.report(table, "table", str(error))
        )

    async def report(self, table: str, what: str, says: str) -> None:
        """Report trouble: to the operator in the server's log, to the floor, and to auditors in the house's log."""
        self._log("integrity_failed", table=table, of=what, why=says)
        event = IntegrityFailed(table, what, says)
        await self._house.append(f"integrity/{table}/{secrets.token_hex(8)}", b"", event)

    def distrusted(self, tables: Iterable[LiveTable]) -> tuple[str, ...]:
        """Return the logs of tables that were refused when they were read."""
        refused = {live.log.stream for live in tables if live.driver.distrusted}
        return (*(refused - self.doubted.keys()), *self.doubted)

    def unserved(self, *served: Collection[str]) -> dict[str, Exception]:
        """Return what is wrong with the end of logs whose tables are not among those served here, by table."""
        tables = {stream.removeprefix(STREAM): error for stream, error in self.doubted.items()}
        return {table: error for table, error in tables.items() if not any(table in named for named in served)}

"""One transaction over a group of batches: what it reads first, and the rows that it then writes."""

from collections.abc import Mapping, Sequence

from wartable.money import Cents
from wartable.store.chain import first_link
from wartable.store.errors import HeadDiffers, StoreError
from wartable.store.group import Job
from wartable.store.plan import CommandRow, EventRow, KeptCommand, PostingRow, plan
from wartable.store.port import Batch, Kept, Receipt


class Needs:
    """The names of everything that the plans of a group read."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        batches = [job.batch for job in jobs if job.batch is not None]
        self.command_ids = [batch.command_id for batch in batches]
        self.tables = list({batch.fence.table for batch in batches if batch.fence is not None})
        self.streams = list({write.stream for batch in batches for write in batch.writes})
        moved = {move.account for batch in batches for move in batch.moves}
        self.accounts = list(moved | {account for batch in batches for account, _ in batch.seen})


class Transaction:
    """The state that a group is planned on: what the database held, and what the batches so far change.

    A refused batch adds nothing, so it does not affect the others.
    """

    def __init__(
        self,
        known: Mapping[str, KeptCommand],
        heads: Mapping[str, Receipt],
        balances: Mapping[str, Cents],
        drivers: Mapping[str, tuple[str, int]],
        due: Mapping[str, Cents] | None = None,
        differing: Mapping[str, HeadDiffers] | None = None,
        *,
        alone: bool = False,
    ) -> None:
        self._known, self._heads, self._balances = dict(known), dict(heads), dict(balances)
        self._drivers = drivers
        self._due = due or {}
        """What is due in the wallets that hold something else."""
        self.alone = alone
        """Whether no other server moves wallets."""
        self._differing = differing or {}
        """The streams whose head is not the one that this process knows."""
        self.heads: dict[str, Receipt] = {}
        """The new heads."""
        self.commands: list[CommandRow] = []
        self.events: list[EventRow] = []
        self.postings: list[PostingRow] = []
        self.accounts: dict[str, Cents] = {}

    def known(self, command_id: str) -> KeptCommand | None:
        return self._known.get(command_id)

    def head(self, stream: str) -> Receipt:
        return self._heads.get(stream) or Receipt(stream, 0, first_link(stream))

    def balance(self, account: str) -> Cents:
        return self._balances.get(account, 0)

    def due(self, account: str) -> Cents | None:
        return self._due.get(account)

    def differing(self, stream: str) -> HeadDiffers | None:
        return self._differing.get(stream)

    def driver(self, table: str) -> tuple[str, int] | None:
        return self._drivers.get(table)

    def plan(self, jobs: Sequence[Job]) -> None:
        """Set the result or the error of each batch, and collect the rows of those that are accepted."""
        for job in jobs:
            if job.batch is not None:
                job.error = None
                try:
                    job.result = self._append(job.batch)
                except StoreError as error:
                    job.error = error

    def _append(self, batch: Batch) -> Kept:
        planned = plan(batch, self)
        if isinstance(planned, Kept):
            return planned
        self._known[batch.command_id] = planned.command
        for receipt in planned.receipts:
            self._heads[receipt.stream] = self.heads[receipt.stream] = receipt
        self._balances.update(planned.balances)
        self.commands.append(planned.command_row)
        self.events += planned.events
        if planned.postings:
            self.postings += planned.postings
            self.accounts.update(planned.balances)
        return planned.kept()

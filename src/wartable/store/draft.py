"""A group of commands planned from memory, before anybody has looked whether things stand as they are remembered."""

from abc import ABC, abstractmethod

from wartable.money import Cents
from wartable.store.errors import StoreError
from wartable.store.plan import Known, Plan, plan
from wartable.store.port import Batch, Kept, Receipt
from wartable.store.remembered import Remembered


class NotRemembered(StoreError):
    """It has to be looked up."""


class Draft(ABC):
    """What everything in the group comes to, and what has to be true before for that.

    A draft may stand on another one that is not kept yet. It promises nothing: the database holds what has to be true
    against what it has, and a command that was kept before, or that has to be refused, is not for a draft.
    """

    def __init__(self, remembered: Remembered, after: "Draft | None") -> None:
        self._remembered = remembered
        self._earlier_heads = after.heads if after else {}
        self._earlier_balances = after.balances if after else {}
        self.heads: dict[str, Receipt] = {}
        self.balances: dict[str, Cents] = {}
        """Where streams and accounts stand afterwards."""
        self.versions: dict[str, int] = {}
        self.held: dict[str, Cents] = {}
        """Where they have to stand before."""
        self.drivers: dict[str, tuple[str, int]] = {}
        """Who has to drive a table."""
        self.answers: dict[str, Kept] = {}
        """By command."""

    def add(self, batch: Batch) -> Kept | None:
        """Plan one more command, and say what to answer once it is kept; nothing, where memory does not suffice."""
        fence = batch.fence
        if fence is not None:
            self.drivers.setdefault(fence.table, (fence.owner, fence.number))
        try:
            planned = plan(batch, self)
        except Exception:  # whatever it is, committing finds it again and tells it
            return None
        if isinstance(planned, Kept) or batch.command_id in self.answers:
            return None
        for receipt in planned.known.receipts:
            self.heads[receipt.stream] = receipt
        if planned.balances:
            self.balances.update(planned.balances)
        self._take(planned)
        kept = self.answers[batch.command_id] = planned.kept()
        return kept

    @abstractmethod
    def keep(self) -> bool:
        """Write all of it, durably. No, where something stands elsewhere: then what was kept is found by looking.

        This alone is called from another thread.
        """

    def learn(self) -> None:
        """It was kept, and is remembered."""
        self._remembered.learn(self.heads, self.balances)

    @abstractmethod
    def _take(self, planned: Plan) -> None:
        """Write down its rows, as they are sent."""

    # What a plan asks

    def known(self, command_id: str) -> Known | None:  # noqa: ARG002 (the database knows, and says so)
        return None

    def head(self, stream: str) -> Receipt:
        head = self.heads.get(stream)
        if head is None:
            head = self._earlier_heads.get(stream) or self._remembered.heads.get(stream)
            if head is None:
                raise NotRemembered(stream)
            self.versions[stream] = head.version
        return head

    def balance(self, account: str) -> Cents:
        cents = self.balances.get(account)
        if cents is None:
            cents = self._earlier_balances.get(account)
            if cents is None:
                cents = self._remembered.balances.get(account)
            if cents is None:
                raise NotRemembered(account)
            self.held[account] = cents
        return cents

    def driver(self, table: str) -> tuple[str, int] | None:
        return self.drivers.get(table)

"""What each wallet holds, as this process knows it: one that was changed past the program is not moved from or to.

The accounts lie in a table that anyone with the database can write. A wallet that holds what was last written or
compared here is right. Any other is compared with the sum of its postings, because another server may have moved it.
"""

from collections.abc import Callable, Mapping, Sequence

from wartable.ledger import patron
from wartable.money import Cents

WALLET = patron("")
MAX_KNOWN = 500_000

Sums = Callable[[Sequence[str]], Mapping[str, Cents]]
"""What the postings of accounts come to; accounts without a posting may be left out."""


def is_wallet(account: str) -> bool:
    return account.startswith(WALLET)


class Wallets:
    """The balances that are known to be right."""

    def __init__(self) -> None:
        self._known: dict[str, Cents] = {}
        self._wrong: dict[str, tuple[Cents, Cents]] = {}
        """What a wallet was found to hold, and what is due, so that it is not added up again for every command."""

    def note(self, balances: Mapping[str, Cents]) -> None:
        """Note balances that were written with their postings, or compared with them."""
        if len(self._known) > MAX_KNOWN:
            self._known.clear()
        self._known.update((account, cents) for account, cents in balances.items() if is_wallet(account))

    def strange(self, balances: Mapping[str, Cents]) -> list[str]:
        """Return the wallets among these that do not hold what is known of them."""
        known = self._known
        return [one for one, cents in balances.items() if known.get(one, 0) != cents and is_wallet(one)]

    def due(self, balances: Mapping[str, Cents], sums: Sums) -> dict[str, Cents]:
        """Return what is due in the wallets that do not hold what their postings come to."""
        strange = self.strange(balances)
        if not strange:
            return {}
        asked = [one for one in strange if self._wrong.get(one, (None,))[0] != balances[one]]
        found = sums(asked) if asked else {}
        for account in asked:
            held, due = balances[account], found.get(account, 0)
            if held == due:
                self._known[account] = held
                self._wrong.pop(account, None)
            else:
                self._wrong[account] = held, due
        return {account: self._wrong[account][1] for account in strange if account in self._wrong}

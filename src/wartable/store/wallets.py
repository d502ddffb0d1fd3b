"""What each wallet holds, as this process knows it: one that was changed past the program is not moved from or to.

The accounts lie in a table that anyone with the database can write. A wallet that holds what was last written or
compared here is right. Any other is compared with the sum of its postings, because another server may have moved it;
where there is no other, it is wrong.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from wartable.ledger import patron
from wartable.money import Cents

WALLET = patron("")
MAX_KNOWN = 500_000

Sums = Callable[[Sequence[str]], Mapping[str, Cents]]
"""What the postings of accounts come to; accounts without a posting may be left out."""


def is_wallet(account: str) -> bool:
    return account.startswith(WALLET)


class Wallets:
    """The balances that are known to be right; a wallet that is not among them is empty, or was not compared yet."""

    def __init__(self) -> None:
        self._known: dict[str, Cents] = {}
        self._wrong: dict[str, tuple[Cents, Cents]] = {}
        """What a wallet was found to hold, and what is due, so that it is not added up again for every command."""
        self._unsure: set[str] = set()
        """Wallets of a commit whose outcome is unknown."""
        self.alone = False
        """Whether no other server moves wallets, and all of them are known."""

    def note(self, balances: Mapping[str, Cents]) -> None:
        """Note balances that were written with their postings, or compared with them."""
        known = self._known
        if len(known) > MAX_KNOWN:
            known.clear()
            self.alone = False
        for account, cents in balances.items():
            if cents and is_wallet(account):
                known[account] = cents
            else:
                known.pop(account, None)
        if self._unsure:
            self._unsure.difference_update(balances)

    def doubt(self, accounts: Iterable[str]) -> None:
        """Take what these hold from their postings the next time: the outcome of a commit is unknown."""
        self._unsure.update(accounts)

    def be_alone(self, differing: Mapping[str, Cents]) -> None:
        """From now on, refuse what no server but this one can have moved. These are due in wallets that differ."""
        self._known.update(differing)
        self.alone = True

    def strange(self, balances: Mapping[str, Cents]) -> list[str]:
        """Return the wallets among these that do not hold what is known of them."""
        known = self._known
        return [one for one, cents in balances.items() if known.get(one, 0) != cents and is_wallet(one)]

    def due(self, balances: Mapping[str, Cents], sums: Sums) -> dict[str, Cents]:
        """Return what is due in the wallets that do not hold it."""
        strange = self.strange(balances)
        if not strange:
            return {}
        ours = [one for one in strange if self.alone and one not in self._unsure]
        known = {one: self._known.get(one, 0) for one in ours}
        return known | self._by_postings([one for one in strange if one not in known], balances, sums)

    def _by_postings(self, strange: Sequence[str], balances: Mapping[str, Cents], sums: Sums) -> dict[str, Cents]:
        asked = [one for one in strange if self._wrong.get(one, (None,))[0] != balances[one]]
        found = sums(asked) if asked else {}
        for account in asked:
            held, due = balances[account], found.get(account, 0)
            if held == due:
                self.note({account: held})
                self._wrong.pop(account, None)
            else:
                self._wrong[account] = held, due
        return {account: self._wrong[account][1] for account in strange if account in self._wrong}

"""What the last commits of this process left behind: as long as nobody else writes, nothing has to be asked."""

from collections.abc import Mapping

from wartable.money import Cents
from wartable.store.port import Receipt

MAX_REMEMBERED = 20_000


class Remembered:
    """Heads and balances. They are only what a commit is tried with: the database holds them against its own."""

    def __init__(self) -> None:
        self.heads: dict[str, Receipt] = {}
        self.balances: dict[str, Cents] = {}
        self.alone = True
        """Whether nobody else had written when we last looked."""

    def compare(self, heads: Mapping[str, Receipt], balances: Mapping[str, Cents]) -> None:
        """Hold what was found against what was remembered: where others write too, looking first is quicker."""
        self.alone = all(self.heads.get(name, head) == head for name, head in heads.items()) and all(
            self.balances.get(name, cents) == cents for name, cents in balances.items()
        )

    def learn(self, heads: Mapping[str, Receipt], balances: Mapping[str, Cents]) -> None:
        """What a commit has left behind."""
        if len(self.heads) + len(self.balances) > MAX_REMEMBERED:
            self.forget()
        self.heads.update(heads)
        self.balances.update(balances)

    def forget(self) -> None:
        """Nothing is certain any more."""
        self.heads.clear()
        self.balances.clear()

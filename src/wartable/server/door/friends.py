"""From where private tables are made: one address cannot take all that a house may have."""

from collections import Counter

from wartable.live import AskPrivate, PrivateTables, Trouble


class Friends:
    """The private tables that were made through this process, by address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: dict[str, str] = {}
        """The address from which each open table was made."""
        self._asked: Counter[str] = Counter()
        """How many are being made from an address."""

    async def make(self, address: str, tables: PrivateTables, host: str, asked: AskPrivate) -> str | Trouble:
        """Make a private table, unless the address has as many as it may have."""
        still_open = frozenset(tables.open)
        self._made = {table: place for table, place in self._made.items() if table in still_open}
        if self._asked[address] + sum(place == address for place in self._made.values()) >= self._most:
            return Trouble.PRIVATE_TABLES_FROM_HERE
        self._asked[address] += 1
        try:
            made = await tables.make(host, asked)
        finally:
            self._asked[address] -= 1
            self._asked += Counter()  # an address without any is forgotten
        if not isinstance(made, Trouble):
            self._made[made] = address
        return made

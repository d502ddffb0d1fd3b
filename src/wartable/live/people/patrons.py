"""Patrons as the live tables need them: what they hold, and what they are called on the screen."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from wartable.ledger import Posting
from wartable.ledger import patron as account_of
from wartable.live.moments import Clock
from wartable.live.people.walk_ins import called
from wartable.misread import UNREADABLE
from wartable.money import Cents
from wartable.store import Store

MAX_REMEMBERED = 100_000
READ_TRIES = 8
GUEST = "guest-"
"""The prefix of the accounts of guests."""
BOT = "bot-"
"""The prefix of the accounts of neighbours."""
EARLIER_BOT = "proposition-"
"""The same in logs of earlier releases."""
NEIGHBOURS = ("Bot Ana", "Bot Ben")
"""What neighbours are called on the screen; no person can take a name with the word bot."""


def is_play_money(patron: str) -> bool:
    """Return whether the chips of an account are play money, which the cage neither sells nor pays out."""
    return patron.startswith(GUEST) or is_bot(patron)


def is_bot(patron: str) -> bool:
    """Return whether an account is a neighbour's; no person gets such a name."""
    return patron.startswith((BOT, EARLIER_BOT))


def _bot_called(patron: str) -> str:
    number = patron.rpartition("-")[2]
    is_bot = patron.startswith(BOT) and number.isdecimal() and 0 < int(number) <= len(NEIGHBOURS)
    return NEIGHBOURS[int(number) - 1] if is_bot else ""


class PatronName(msgspec.Struct, frozen=True):
    """What a patron is called and the colour they chose; it lies beside the log and can be erased."""

    name: str
    colour: str = ""


_decode = msgspec.json.Decoder(PatronName).decode


class Patrons:
    """Balances and screen names, remembered; the store has the truth."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._held: dict[str, Cents] = {}
        self._names: dict[str, str] = {}
        self._colours: dict[str, str] = {}
        self._under_way: Counter[str] = Counter()
        self._moves: Counter[str] = Counter()

    def name(self, patron: str) -> str:
        """Return the screen name, if it is known here; for a walk-in, the name that the dealer entered."""
        return self._names.get(patron, "") or _bot_called(patron) or called(patron)

    def colour(self, patron: str) -> str:
        """Return the colour that a guest chose, if it is known here."""
        return self._colours.get(patron, "")

    def knows(self, patron: str) -> bool:
        """Whether a patron was already read from the store."""
        return patron in self._names

    async def is_known(self, patron: str) -> bool:
        """Whether the store has any record of a patron: a posting, or a screen name."""
        return await asyncio.to_thread(self._is_known, patron)

    def _is_known(self, patron: str) -> bool:
        return self._store.head(f"patron/{patron}").version > 0 or self._store.get_personal(patron) is not None

    def holds(self, patron: str) -> Cents:
        """Return a patron's balance, if it is known here."""
        return self._held.get(patron, 0)

    def begin(self, postings: Sequence[Posting]) -> set[str]:
        """Mark balances as changing; return the patrons concerned."""
        patrons = {patron for patron, _ in _of_patrons(postings)}
        self._under_way.update(patrons)
        return patrons

    def end(self, postings: Sequence[Posting], *, moved: bool) -> None:
        """Record that the postings were stored, or were not."""
        for patron in {patron for patron, _ in _of_patrons(postings)}:
            self._under_way[patron] -= 1
            self._moves[patron] += 1
            if not self._under_way[patron]:
                del self._under_way[patron]
        if moved:
            for patron, cents in _of_patrons(postings):
                if patron in self._held:
                    self._held[patron] += cents

    async def refresh(self, patron: str) -> Cents:
        """Ask the store what a patron holds and is called.

        What is read while money moves may or may not have it already, so it is read again.
        """
        known = PatronName("")
        for _ in range(READ_TRIES):
            before = self._moves[patron]
            held, known = await asyncio.to_thread(self._read, patron)
            if not self._under_way[patron] and before == self._moves[patron]:
                self._make_room()
                self._held[patron] = held
                break
        if known.name or patron not in self._names:
            self._names[patron], self._colours[patron] = known.name, known.colour
        return self.holds(patron)

    def _read(self, patron: str) -> tuple[Cents, PatronName]:
        return self._store.balance(account_of(patron)), self._known(patron)

    def _known(self, patron: str) -> PatronName:
        known = self._store.get_personal(patron)
        return _name_in(known.body) if known else PatronName("")

    def remember(self, patron: str, name: str) -> None:
        """Remember a name that another server announced."""
        if patron and name:
            self._make_room()
            self._names[patron] = name

    async def call(self, patron: str, name: str, colour: str | None = None) -> None:
        """Set a patron's name; without a colour, the last one stays."""
        kept = (await asyncio.to_thread(self._known, patron)).colour if colour is None else colour
        body = msgspec.json.encode(PatronName(name, kept))
        await asyncio.to_thread(self._store.put_personal, patron, body, self._clock.now())
        self._make_room()
        self._names[patron], self._colours[patron] = name, kept

    def _make_room(self) -> None:
        """Forget the patrons that were remembered first; they are read again when they come back."""
        for remembered in (self._held, self._names, self._colours, self._moves):
            while len(remembered) >= MAX_REMEMBERED:
                remembered.pop(next(iter(remembered)))


def _name_in(body: bytes) -> PatronName:
    """Read name and colour; empty for invalid data, which an audit reports and no table stops for."""
    try:
        return _decode(body)
    except UNREADABLE:
        return PatronName("")


def _of_patrons(postings: Sequence[Posting]) -> Iterator[tuple[str, Cents]]:
    for posting in postings:
        kind, _, patron = posting.account.partition("/")
        if kind == "patron":
            yield patron, posting.cents

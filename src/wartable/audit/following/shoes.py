"""Sealed shoes: when one is revealed, every card and every spin of it is compared with the seed."""

from collections.abc import Iterator

import msgspec

from wartable.audit.finding import What
from wartable.shoe import ContinuousShuffler, FromSealed, Protocol, SealedShoe, ShoeRefused
from wartable.table import SEED_BYTES, Event, Table, Wheel, commitment_of, is_continuous, on_the_wheel, wheel_of
from wartable.table import events as e

HEARD: frozenset[type[Event]] = frozenset(
    {
        e.ShoeSealed,
        e.CardsCut,
        e.CoverCardReinserted,
        e.ShoeLoaded,
        e.CardBurned,
        e.CardDealt,
        e.BankPosted,
        e.WagerPlaced,
        e.NoMoreBetsCalled,
        e.WheelSpun,
        e.RoundEnded,
    }
)
"""What a shoe follows by."""

Wrong = tuple[int, What, str]


class _Heard(msgspec.Struct, frozen=True, gc=False):
    version: int
    event: Event
    table: Table | None
    """Kept at the seal and at a spin only."""


class SealedHistory(msgspec.Struct):
    """A shoe from its seal on, and what it was heard to give."""

    table: str
    number: int
    commitment: str
    decks: int
    continuous: bool
    """Whether a continuous shuffler stood at the table when it was sealed."""
    wheel: Wheel | None
    terms: str
    """What the commitment binds besides the seed; nothing in a shoe of protocol 1."""
    heard: list[_Heard]

    def is_opened_by(self, seed: bytes) -> bool:
        """Return whether this seed matches the commitment."""
        return len(seed) == SEED_BYTES and commitment_of(seed, self.terms) == self.commitment

    def check(self, seed: bytes) -> Wrong | None:
        """Return the first card or spin that differs from what this seed gives."""
        return next(self._wrong(seed), None)

    def _wrong(self, seed: bytes) -> Iterator[Wrong]:
        source = FromSealed(self._device(seed), self.heard[0].version - 1)
        for one in self.heard:
            try:
                says = _differs(source, one, symbols=bool(self.terms))
                source.hear(one.event)
            except ShoeRefused as error:
                says = f"the sealed shoe does not give this: {error}"
            if says:
                yield one.version, "cards", says
                return

    def _device(self, seed: bytes) -> SealedShoe | ContinuousShuffler:
        kinds = {type(one.event) for one in self.heard}
        continuous = self.continuous if e.ShoeLoaded not in kinds else e.CoverCardReinserted not in kinds
        kind = ContinuousShuffler if continuous else SealedShoe
        protocol: Protocol = 2 if self.terms else 1
        return kind(
            self.table,
            self.number,
            self.decks,
            sealed_at=self.heard[0].version,
            wheel=self.wheel,
            protocol=protocol,
            entropy=lambda _: seed,
        )


def _differs(source: FromSealed, one: _Heard, *, symbols: bool) -> str:
    """Return how the seed's result differs from the record."""
    if isinstance(one.event, e.CardDealt) and (card := source.next_card()) != one.event.card:
        return f"{one.event.card} was dealt; the sealed shoe gives {card} here"
    if isinstance(one.event, e.WheelSpun) and one.table is not None:
        return _spun_otherwise(source, one.event, one.table, symbols=symbols)
    return ""


def _spun_otherwise(source: FromSealed, event: e.WheelSpun, table: Table, *, symbols: bool) -> str:
    """Where the wheel stops by the seed, if it is not where the record has it.

    The log keeps the symbols of the rings and how often each is there, not their order. Protocol 2 sorts them; for a
    wheel of protocol 1 the symbols are proved by the shoe's own document, which has the order.
    """
    bet = on_the_wheel(table)
    unbet = tuple(seat for seat in range(1, table.rules.seats + 1) if seat not in bet)
    stop = source.shoe.spin(table.round.number, unbet)
    if stop.seat != event.hot_seat:
        return f"the wheel stops by the seed at seat {stop.seat}"
    if symbols and (stop.hot, stop.community) != (event.hot, event.community):
        return f"the wheel stops by the seed at {stop.hot} and {stop.community}"
    return ""


class FollowedShoes:
    """The shoes of one table, one after the other."""

    def __init__(self, table: str) -> None:
        self._table = table
        self.open: SealedHistory | None = None
        """The shoe that is sealed and not revealed yet."""

    def hear(self, version: int, event: Event, table: Table) -> Wrong | None:
        """Record an event and the table after it; return what is wrong with a shoe that it reveals."""
        if isinstance(event, e.ShoeSealed):
            self.open = SealedHistory(
                self._table,
                event.shoe,
                event.commitment,
                table.rules.decks,
                is_continuous(table),
                wheel_of(table.rules),
                event.terms,
                [],
            )
        if self.open is None:
            return None
        if type(event) in HEARD:
            kept = table if isinstance(event, e.ShoeSealed | e.WheelSpun) else None
            self.open.heard.append(_Heard(version, event, kept))
        if not isinstance(event, e.ShoeRevealed):
            return None
        sealed, self.open = self.open, None
        return sealed.check(bytes.fromhex(event.seed))

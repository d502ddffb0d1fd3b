"""A second set of books over a told table, kept from the events alone."""

from fractions import Fraction

from tests.told import Told
from wartable.ledger import meter
from wartable.rulebook.rules import MeterName
from wartable.table import events as e

FED_BY = {"progressive": "progressive", "spin_primary": "bonus_spin", "spin_secondary": "bonus_spin"}
"""Which wager feeds which meter."""


class Books:
    """What every meter should read, what feeds it, and whether its rate may change."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.entered = len(told.events)
        self.opening = self.table_says()
        self.readings = dict(self.opening)
        meters = told.table.meters.items()
        self.rates = {name: Fraction(standing.rate.parts, standing.rate.of_parts) for name, standing in meters}
        self.staked: dict[str, int] = dict.fromkeys(FED_BY.values(), 0)
        self.just_hit = dict.fromkeys(self.opening, False)
        self.hit_here: set[str] = set()
        """The meters that were hit in this round; a correction in the same round closes the rate again."""

    def table_says(self) -> dict[str, int]:
        """The readings as the table has them."""
        return {name: standing.reading for name, standing in self.told.table.meters.items()}

    def close(self) -> None:
        """Every new event is entered; then the books, the table and its ledger agree to the cent."""
        for event in self.told.events[self.entered :]:
            self._enter(event)
        self.entered = len(self.told.events)
        assert self.readings == self.table_says()
        accounts = self.told.accounts()
        assert sum(accounts.values()) == 0
        for name, reading in self.readings.items():
            # The ledger starts with nothing, so its account is what the meter has moved since the table opened.
            assert accounts.get(meter(name), 0) == reading - self.opening[name]
            assert reading >= 0

    def _enter(self, event: e.Event) -> None:
        match event:
            case e.WagerPlaced(wager="progressive" | "bonus_spin" as wager, amount=amount):
                self.staked[wager] += amount
            case e.RoundEnded():
                self.staked, self.hit_here = dict.fromkeys(self.staked, 0), set()
            case e.MeterFed(meter=name, amount=amount):
                self._fed(name, amount)
            case e.MeterPaid(meter=name, amount=amount):
                self._paid(name, amount)
            case e.MeterReset(meter=name, amount=amount):
                self._reset(name, amount)
            case e.MeterSynced(meter=name, before=before, reading=reading, paid_elsewhere=paid):
                assert before == self.readings[name] <= (MOST if paid else reading)
                self.readings[name], self.just_hit[name] = reading, paid
                self.hit_here -= {name} if paid else set()
            case e.MeterCorrected(meter=name, before=before, reading=reading):
                assert before == self.readings[name]
                self.readings[name] = reading
                self.just_hit[name] &= name not in self.hit_here
            case e.RateChanged(meter=name, rate=rate):
                assert self.just_hit[name]
                self.rates[name] = Fraction(rate)

    def _fed(self, name: MeterName, amount: int) -> None:
        assert amount == self.rates[name] * self.staked[FED_BY[name]]
        self.readings[name] += amount
        self.just_hit[name] = False

    def _paid(self, name: MeterName, amount: int) -> None:
        assert 0 <= amount <= self.readings[name]
        self.readings[name] -= amount
        self.just_hit[name] = True
        self.hit_here.add(name)

    def _reset(self, name: MeterName, amount: int) -> None:
        assert (self.readings[name], amount) == (0, self.opening[name])
        self.readings[name] = amount


MOST = 10**14
"""The largest amount the program counts."""

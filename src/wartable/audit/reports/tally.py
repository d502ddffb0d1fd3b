"""What is counted for one table and one day, and how days are added up."""

import msgspec

from wartable.audit.reports.theory import Chose, Volume
from wartable.money import Cents
from wartable.rulebook import WAGERS, Wager
from wartable.table import events as e

NOT_PLAYED = frozenset({"void", "uncovered"})
"""Results of wagers that went back as they came."""


class WagerTally(msgspec.Struct):
    """One kind of wager."""

    lines: int = 0
    handle: Cents = 0
    won: Cents = 0
    staked: Cents = 0
    """The initial stakes, per unit of which theory gives its figures."""
    squares: int = 0
    round_squares: int = 0
    at_war: Cents = 0
    """Of what was first put up and tied: what went to war, and what was surrendered."""
    surrendered: Cents = 0

    def add(self, other: "WagerTally") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def volume(self) -> Volume:
        return Volume(self.staked, self.squares, self.round_squares)

    @property
    def chose(self) -> Chose:
        return Chose(self.at_war, self.surrendered)


class MeterTally(msgspec.Struct):
    """One meter: where it stood at the beginning and at the end, and what moved it."""

    opening: Cents = 0
    closing: Cents = 0
    fed: Cents = 0
    paid: Cents = 0
    reset: Cents = 0
    corrected: Cents = 0
    linked: Cents = 0

    def add(self, other: "MeterTally") -> None:
        for name in ("fed", "paid", "reset", "corrected", "linked"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.closing = other.closing


class SignificantRow(msgspec.Struct, frozen=True):
    """An event that a person should look at."""

    at: str
    stream: str
    version: int
    event: str
    says: str
    who: str
    """The person who did it; empty where the log names none."""


class DayTally(msgspec.Struct):
    """Everything of one table on one day."""

    events: int = 0
    rounds: int = 0
    voided: int = 0
    drop: Cents = 0
    counted: Cents = 0
    over_short: Cents = 0
    fills: Cents = 0
    credits: Cents = 0
    tips: Cents = 0
    fees: Cents = 0
    wagers: dict[Wager, WagerTally] = {}
    meters: dict[str, MeterTally] = {}
    significant: list[SignificantRow] = []

    def add(self, other: "DayTally") -> None:
        for name in ("events", "rounds", "voided", "drop", "counted", "over_short", "fills", "credits", "tips", "fees"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name, wager in other.wagers.items():
            self.wagers.setdefault(name, WagerTally()).add(wager)
        for name, meter in other.meters.items():
            self.meters.setdefault(name, MeterTally(opening=meter.opening)).add(meter)
        self.significant += other.significant

    def settle(self, lines: list[e.WagerSettled]) -> None:
        stakes: dict[Wager, Cents] = {}
        for line in lines:
            if line.result in NOT_PLAYED:
                continue
            group = WAGERS[line.wager].part_of or line.wager
            wager = self.wagers.setdefault(group, WagerTally())
            wager.lines += 1
            wager.handle += line.staked
            wager.won += line.collected - line.paid
            if group == line.wager:
                wager.staked += line.staked
                wager.squares += line.staked**2
                stakes[group] = stakes.get(group, 0) + line.staked
            if line.wager == "war":
                wager.at_war += line.staked
            elif line.result == "surrender":
                wager.surrendered += line.staked
        for group, staked in stakes.items():
            self.wagers[group].round_squares += staked**2

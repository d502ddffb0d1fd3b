"""The rules of side bets, and a house's settings: stakes, amounts by stake or symbol, weights, the trigger."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from wartable.cards import RANKS
from wartable.money import Cents, Rate, parse_stake

MAX_ENTRIES = 32
MAX_WEIGHT = 10_000
MAX_SYMBOL = 24

Color = Literal["red", "black"]


class Trigger(msgspec.Struct, frozen=True):
    """The dealer's first card that turns the wheel."""

    rank: str
    color: Color

    def falls(self, card: str) -> bool:
        """Whether this card is of the designated rank and color."""
        return card[0] == self.rank and (card[1] in "dh") == (self.color == "red")


class Symbols(msgspec.Struct, frozen=True):
    """The names of the two meters on the wheel."""

    primary: str
    secondary: str


class Progressive(msgspec.Struct, frozen=True):
    stakes: tuple[Cents, ...]
    reset: Cents
    rate: Rate
    stake_returned: bool
    multi_hit: Literal["sequential", "split"]
    settle_point: Literal["per_player", "end_of_round"]
    validate: Literal["every_win", "meter_only", "none"]
    cards_stay: bool = True
    verify: Literal["every_win", "as_validated"] = "as_validated"
    """Which wins the dealer checks: every one, or those that the floor validates."""
    count: bool = True
    internal_control: str = ""
    instruments: tuple[str, ...] = ("chips", "plaques", "approved_instrument")
    """What the wagering device takes of what the table takes."""

    def floor_validates(self, of_meter: bool) -> bool:
        """Whether the floor validates a win, which takes the meter or does not."""
        return self.validate == "every_win" or (of_meter and self.validate == "meter_only")


class Envy(msgspec.Struct, frozen=True):
    table: Mapping[Cents, Cents]
    scales: bool
    hitter_must_bet: bool
    by_person: bool = True

    def bonus(self, stake: Cents) -> Cents:
        """Return the envy bonus of a receiver's own progressive stake."""
        if stake in self.table or not self.scales:
            return self.table[stake]
        unit, amount = next(iter(self.table.items()))
        return amount * stake // unit


class SpinMeter(msgspec.Struct, frozen=True):
    reset: Cents
    rate: Rate


class HotSpot(msgspec.Struct, frozen=True):
    also_community: bool
    unbet_position: Literal["no_pay", "respin"]
    selection: Literal["position_ring", "random_draw"] | None = None


class BonusSpin(msgspec.Struct, frozen=True):
    stakes: tuple[Cents, ...]
    printed_stake: Cents
    trigger: Trigger
    primary: SpinMeter
    secondary: SpinMeter
    hot_spot: HotSpot
    settle_point: Literal["end_of_round", "after_original_deal"]
    validate: bool = False
    internal_control: str = ""
    symbols: Symbols | None = None
    hot_weights: Mapping[str, int] = {}
    community_weights: Mapping[str, int] = {}
    community_table: Mapping[str, Cents] = {}
    dollar_hot_table: Mapping[str, Cents] = {}
    dollar_community_table: Mapping[str, Cents] = {}


def parse_stakes(raw: list[object]) -> tuple[Cents, ...]:
    """Read the stakes that may be bet, each positive."""
    if not 1 <= len(raw) <= MAX_ENTRIES:
        raise ValueError("expected at least one stake")
    return tuple(parse_stake(item) for item in raw)


def parse_amounts(raw: Mapping[str, object]) -> dict[Cents, Cents]:
    return {parse_stake(stake): parse_stake(amount) for stake, amount in _few(raw).items()}


def parse_pays(raw: Mapping[str, object]) -> dict[str, Cents]:
    """Read amounts by the wheel's symbol."""
    return {_symbol(symbol): parse_stake(amount) for symbol, amount in _few(raw).items()}


def parse_weights(raw: Mapping[str, object]) -> dict[str, int]:
    """Read the weight of each symbol on a ring."""
    weights: dict[str, int] = {}
    for symbol, weight in _few(raw).items():
        if not isinstance(weight, int) or isinstance(weight, bool) or not 1 <= weight <= MAX_WEIGHT:
            raise ValueError(f"expected a whole number from 1 to {MAX_WEIGHT}")
        weights[_symbol(symbol)] = weight
    return weights


def parse_trigger(raw: Mapping[str, object]) -> Trigger:
    """Read a rank and a color."""
    rank, color = raw.get("rank"), raw.get("color")
    if set(raw) != {"rank", "color"} or not isinstance(rank, str) or len(rank) != 1 or rank not in RANKS:
        raise ValueError(f"expected rank, one of {RANKS}, and color")
    if color not in ("red", "black"):
        raise ValueError("expected color red or black")
    return Trigger(rank, "red" if color == "red" else "black")


def parse_symbols(raw: Mapping[str, object]) -> Symbols:
    """Read two different names."""
    primary, secondary = raw.get("primary"), raw.get("secondary")
    if set(raw) != {"primary", "secondary"} or primary == secondary:
        raise ValueError("expected two different names, primary and secondary")
    return Symbols(_symbol(primary), _symbol(secondary))


def _few(raw: Mapping[str, object]) -> Mapping[str, object]:
    if not 1 <= len(raw) <= MAX_ENTRIES:
        raise ValueError("expected at least one entry")
    return raw


def _symbol(text: object) -> str:
    if not isinstance(text, str) or not 1 <= len(text) <= MAX_SYMBOL or not text.isprintable():
        raise ValueError(f"expected a symbol of 1 to {MAX_SYMBOL} characters")
    return text

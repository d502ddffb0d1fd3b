"""A house as the scenario's `[house]` gives it, checked against what its rulebook allows, state by state."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tests.models import naive_text as text
from tests.models.naive_text import Refused, Table

NAMES = {"MD": "maryland", "CA": "california", "WI": "wisconsin", "MA": "massachusetts", "WA": "washington"}

# Option names of the comparison of the rules that this model gives no meaning to.
OTHER_OPTIONS = (
    "war", "surrender", "decision", "void", "irregularity", "burn", "dealer", "idle", "shuffle", "cut", "abandon",
    "reshuffle", "opening", "cards", "settle", "table", "wa",
)  # fmt: skip
OTHER_CA_OPTIONS = (
    "pd_top_up_for_war", "war_loss_uses", "seat_order", "bank", "backline", "collection_fee", "house_procedures",
)  # fmt: skip
OTHER_PROGRESSIVE_OPTIONS = ("stake_returned", "multi_hit", "settle_point", "validate")
OTHER_SPIN_OPTIONS = ("symbols", "settle_point", "community_table")


@dataclass
class Meter:
    reset: int
    rate: Fraction


@dataclass
class Spin:
    stakes: list[int]
    rank: str
    color: str
    primary: Meter
    secondary: Meter
    also_community: bool
    unbet_position: str


@dataclass
class House:
    rulebook: str
    decks: int = 6
    seats: int = 7
    limits: dict[str, int] = field(default_factory=dict)
    war_tie: bool = False
    stakes: list[int] = field(default_factory=list)
    progressive: Meter | None = None
    envy: dict[int, int] = field(default_factory=dict)
    spin: Spin | None = None
    community_cards: int = 0
    match_play: bool = False
    payout_limit: int | None = None
    coverage: str = "action"
    war_cover: str = "at_turn"
    partial: str = "cover_part"


def read_house(scenario: Table) -> House:
    name = text.word(scenario["rulebook"], "rulebook", tuple(NAMES) + tuple(NAMES.values()))
    house = House(rulebook=NAMES.get(name, name))
    written = text.table(
        scenario.get("house", {}),
        "house",
        optional=(
            "decks", "seats", "limits", "tie", "progressive", "envy", "bonus_spin", "electronic", "match_play",
            "payout", "ca",
        ),
        not_modelled=OTHER_OPTIONS,
    )  # fmt: skip
    _read_size(house, written)
    _read_limits(house, written)
    _read_war_tie(house, written)
    _read_progressive(house, written)
    _read_spin(house, written)
    _read_maryland_forms(house, written)
    _read_match_play(house, written)
    _read_banking(house, written)
    return house


def _read_size(house: House, written: Table) -> None:
    if "decks" in written:
        house.decks = text.whole(written["decks"], "house.decks")
    least, most_decks = {"maryland": (6, 16), "california": (6, 16), "washington": (1, 16)}.get(house.rulebook, (6, 8))
    if not least <= house.decks <= most_decks:
        raise Refused("house.decks: the rulebook does not allow this number")
    most = 0
    if house.rulebook == "maryland":
        house.seats = most = 9
    if house.rulebook == "california":
        house.seats = most = 8
    if "seats" in written:
        house.seats = text.whole(written["seats"], "house.seats")
    if house.seats < 1 or (most and house.seats > most) or (house.rulebook == "california" and house.seats != 8):
        raise Refused("house.seats: the rulebook does not allow this number")


def _read_limits(house: House, written: Table) -> None:
    limits = text.table(
        written.get("limits", {}), "house.limits", optional=("min", "max", "tie_min", "tie_max", "war_tie_max")
    )
    house.limits = {key: text.cents(value, f"house.limits.{key}") for key, value in limits.items()}


def _read_war_tie(house: House, written: Table) -> None:
    house.war_tie = house.rulebook in ("maryland", "wisconsin", "massachusetts")
    tie = text.table(written.get("tie", {}), "house.tie", optional=("on_war_deal",))
    if "on_war_deal" not in tie:
        return
    asked = text.flag(tie["on_war_deal"], "house.tie.on_war_deal")
    if asked != house.war_tie:
        raise Refused("house.tie.on_war_deal: the rulebook leaves no choice")


def _read_stakes(written: Table, where: str) -> list[int]:
    stakes = text.rows(written.get("stakes", ["5.00"]), where)
    if not stakes:
        raise Refused(f"{where}: no stake")
    return [text.cents(stake, where) for stake in stakes]


def _read_meter(written: object, where: str, stakes: list[int], least: int) -> Meter:
    entry = text.table(written, where, required=("reset", "rate"))
    meter = Meter(text.cents(entry["reset"], f"{where}.reset"), text.rate(entry["rate"], f"{where}.rate"))
    if meter.reset < least:
        raise Refused(f"{where}.reset: below the least reset of the rulebook")
    for stake in stakes:
        text.share(meter.rate, stake, where)
    return meter


def _read_progressive(house: House, written: Table) -> None:
    envy = text.table(
        written.get("envy", {}), "house.envy", optional=("table",), not_modelled=("hitter_must_bet",)
    ).get("table", {})
    if "envy" in written and (house.rulebook != "maryland" or "progressive" not in written):
        raise Refused("house.envy: no envy to set")
    if "progressive" not in written:
        return
    if house.rulebook not in ("maryland", "massachusetts"):
        raise Refused("house.progressive: the rulebook has none")
    where = "house.progressive"
    entry = text.table(
        written["progressive"], where, ("reset", "rate"), ("stakes",), not_modelled=OTHER_PROGRESSIVE_OPTIONS
    )
    house.stakes = _read_stakes(entry, f"{where}.stakes")
    least = 1_000_000 if house.rulebook == "maryland" else 0
    figures = {key: entry[key] for key in ("reset", "rate")}
    house.progressive = _read_meter(figures, where, house.stakes, least)
    if house.rulebook == "massachusetts":
        if any(stake % 500 for stake in house.stakes):
            raise Refused(f"{where}.stakes: multiples of 5.00")
        house.envy = {stake: stake // 500 * 100_000 for stake in house.stakes}
        return
    if not isinstance(envy, dict):
        raise Refused("house.envy.table: expected a table")
    house.envy = {500: 500_000}
    for stake, bonus in envy.items():
        house.envy[text.cents(stake, "house.envy.table")] = text.cents(bonus, f"house.envy.table.{stake}")
    if any(stake not in house.envy for stake in house.stakes):
        raise Refused("house.envy.table: a stake other than 5.00 needs its envy")


def _read_spin(house: House, written: Table) -> None:
    if "bonus_spin" not in written:
        return
    if house.rulebook != "maryland":
        raise Refused("house.bonus_spin: the rulebook has none")
    where = "house.bonus_spin"
    required = ("trigger", "primary", "secondary", "hot_spot")
    entry = text.table(written["bonus_spin"], where, required, ("stakes",), not_modelled=OTHER_SPIN_OPTIONS)
    stakes = _read_stakes(entry, f"{where}.stakes")
    if stakes != [500]:
        raise Refused(f"{where}.stakes: only the 5.00 wager has a table")
    trigger = text.table(entry["trigger"], f"{where}.trigger", required=("rank", "color"))
    hot_spot = text.table(
        entry["hot_spot"], f"{where}.hot_spot", ("also_community", "unbet_position"), not_modelled=("selection",)
    )
    house.spin = Spin(
        stakes=stakes,
        rank=text.word(trigger["rank"], f"{where}.trigger.rank", tuple(text.RANKS)),
        color=text.word(trigger["color"], f"{where}.trigger.color", ("red", "black")),
        primary=_read_meter(entry["primary"], f"{where}.primary", stakes, 1_000_000),
        secondary=_read_meter(entry["secondary"], f"{where}.secondary", stakes, 500_000),
        also_community=text.flag(hot_spot["also_community"], f"{where}.hot_spot.also_community"),
        unbet_position=text.word(hot_spot["unbet_position"], f"{where}.hot_spot.unbet_position", ("no_pay", "respin")),
    )


def _read_maryland_forms(house: House, written: Table) -> None:
    """The electronic form and the payout limit."""
    for key in ("electronic", "payout"):
        if key in written and house.rulebook != "maryland":
            raise Refused(f"house.{key}: the rulebook has none")
    if "electronic" in written:
        entry = text.table(written["electronic"], "house.electronic", required=("community_cards",))
        house.community_cards = text.whole(entry["community_cards"], "house.electronic.community_cards")
        if house.community_cards not in (3, 5, 7):
            raise Refused("house.electronic.community_cards: 3, 5 or 7")
    if "payout" in written:
        entry = text.table(written["payout"], "house.payout", ("limit_per_hand",), not_modelled=("limit_scope",))
        house.payout_limit = text.cents(entry["limit_per_hand"], "house.payout.limit_per_hand")


def _read_match_play(house: House, written: Table) -> None:
    if "match_play" not in written:
        return
    if house.rulebook not in ("wisconsin", "massachusetts"):
        raise Refused("house.match_play: the rulebook has none")
    entry = text.table(written["match_play"], "house.match_play", optional=("enabled",))
    house.match_play = text.flag(entry.get("enabled", False), "house.match_play.enabled")


def _read_banking(house: House, written: Table) -> None:
    if "ca" not in written:
        return
    if house.rulebook != "california":
        raise Refused("house.ca: the rulebook has no player/dealer")
    entry = text.table(
        written["ca"], "house.ca", optional=("coverage", "war_cover", "partial"), not_modelled=OTHER_CA_OPTIONS
    )
    house.coverage = text.word(entry.get("coverage", "action"), "house.ca.coverage", ("action", "payoffs_only"))
    house.war_cover = text.word(entry.get("war_cover", "at_turn"), "house.ca.war_cover", ("at_turn", "after_original"))
    house.partial = text.word(entry.get("partial", "cover_part"), "house.ca.partial", ("cover_part", "return_whole"))

"""Random houses within each rulebook: sizes, side bets, California's readings, limits that just let wagers pass."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from tests.models.naive_text import RED, money

Table = dict[str, Any]

RATES = ("0.20", "0.2", "0.1", "0.15", "0.02", "0.5", "0.12", "0.004", "0.002", "0.333", "0.0150")
MARYLAND_STAKES = (["5.00"], ["5.00", "10.00"], ["2.50", "5.00"], ["25.00"], ["7.50", "1.00", "5.00"])
MASSACHUSETTS_STAKES = (["5.00"], ["10.00", "5.00"], ["15.00"], ["5.00", "25.00", "100.00"])
MOST_SEATS = {"maryland": 9, "california": 8, "wisconsin": 12, "massachusetts": 12, "washington": 12}
DEFAULT_SEATS = {"maryland": 9, "california": 8, "wisconsin": 7, "massachusetts": 7, "washington": 7}


def likely(rng: random.Random, chance: float) -> bool:
    return rng.random() < chance


def even_amount(rng: random.Random) -> int:
    """An initial wager: whole dollars most often, now and then the smallest or an awkward one."""
    kind = rng.randrange(10)
    if kind == 0:
        return 2 * rng.randint(1, 5)
    if kind < 4:
        return 2 * rng.randint(1, 25_000)
    return 100 * rng.choice((2, 5, 10, 15, 20, 25, 40, 50, 100, 500))


def any_amount(rng: random.Random) -> int:
    kind = rng.randrange(10)
    if kind == 0:
        return rng.randint(1, 9)
    if kind < 5:
        return rng.randint(1, 20_000)
    return 100 * rng.choice((1, 5, 10, 25))


def a_rate(rng: random.Random, stakes: list[str]) -> str:
    """A rate that adds whole cents for every stake of the house."""
    return rng.choice(
        [rate for rate in RATES if all((Fraction(rate) * Fraction(s) * 100).denominator == 1 for s in stakes)]
    )


def size(rng: random.Random, book: str, least_seats: int) -> Table:
    house: Table = {}
    if likely(rng, 0.5):
        house["decks"] = rng.choice(
            (6, 7, 8, 10, 16) if book in ("maryland", "california", "washington") else (6, 7, 8)
        )
    if likely(rng, 0.4):
        house["seats"] = 8 if book == "california" else rng.randint(least_seats, MOST_SEATS[book])
    return house


def options(rng: random.Random, book: str) -> Table:
    """Choices of the base game."""
    house: Table = {}
    if likely(rng, 0.3):
        house["tie"] = {"on_war_deal": book in ("maryland", "wisconsin", "massachusetts")}
    if book == "california" and likely(rng, 0.6):
        readings = {
            "coverage": rng.choice(("action", "payoffs_only")),
            "war_cover": rng.choice(("at_turn", "after_original")),
            "partial": rng.choice(("cover_part", "cover_part", "return_whole")),
        }
        house["ca"] = {key: value for key, value in readings.items() if likely(rng, 0.7)}
    return house


def progressive(rng: random.Random, book: str) -> tuple[Table, Table]:
    """The progressive and its meter's reading; Maryland names the envy of every stake other than 5.00."""
    stakes = rng.choice(MARYLAND_STAKES if book == "maryland" else MASSACHUSETTS_STAKES)
    least = 1_000_000 if book == "maryland" else 10_000
    reset = least + rng.choice((0, 1, rng.randrange(2_000_000)))
    entry: Table = {"reset": money(reset), "rate": a_rate(rng, stakes)}
    if stakes != ["5.00"] or likely(rng, 0.5):
        entry["stakes"] = list(stakes)
    house: Table = {"progressive": entry}
    others = [stake for stake in stakes if stake != "5.00"]
    if book == "maryland" and others:
        house["envy"] = {"table": {stake: money(rng.randrange(100, 3_000_000)) for stake in others}}
    return house, {"progressive": money(reset + rng.choice((0, rng.randrange(5_000_000))))}


def bonus_spin(rng: random.Random, dealer: str, falls: bool) -> tuple[Table, Table]:
    color = "red" if dealer[1] in RED else "black"
    rank = dealer[0]
    if not falls:
        rank, color = rng.choice(((rng.choice("23456789TJQKA".replace(rank, "")), color), (rank, other(color))))
    primary = 1_000_000 + rng.choice((0, rng.randrange(1_000_000)))
    secondary = 500_000 + rng.choice((0, rng.randrange(500_000)))
    entry: Table = {
        "trigger": {"rank": rank, "color": color},
        "primary": {"reset": money(primary), "rate": a_rate(rng, ["5.00"])},
        "secondary": {"reset": money(secondary), "rate": a_rate(rng, ["5.00"])},
        "hot_spot": {"also_community": likely(rng, 0.5), "unbet_position": rng.choice(("no_pay", "respin"))},
    }
    if likely(rng, 0.5):
        entry["stakes"] = ["5.00"]
    readings = {
        "spin_primary": money(primary + rng.choice((0, rng.randrange(2_000_000)))),
        "spin_secondary": money(secondary + rng.choice((0, rng.randrange(900_000)))),
    }
    return {"bonus_spin": entry}, readings


def other(color: str) -> str:
    return "black" if color == "red" else "red"


def limits(rng: random.Random, initials: list[int], ties: list[int], war_ties: list[int]) -> Table:
    """Limits that the wagers meet, often to the cent, because both ends are allowed."""
    low = {"min": initials, "tie_min": [*ties, *war_ties]}
    # A tie wager without a maximum of its own has the table's.
    high = {"max": [*initials, *ties, *war_ties], "tie_max": [*ties, *war_ties], "war_tie_max": war_ties}
    chosen: Table = {}
    for key, amounts in low.items():
        least = min(amounts, default=500)
        chosen[key] = money(rng.choice((least, rng.randint(1, least))))
    for key, amounts in high.items():
        most = max(amounts, default=50_000)
        chosen[key] = money(rng.choice((most, most + rng.randrange(100_000))))
    return {key: value for key, value in chosen.items() if likely(rng, 0.7)}

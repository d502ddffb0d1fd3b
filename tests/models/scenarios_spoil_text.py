"""Ways to write a scenario wrongly: unknown and missing keys, wrong types, what is no amount, no card, no word."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

Table = dict[str, Any]
# A way of spoiling changes the scenario in place and says what is wrong now, or leaves it alone and says nothing.
Spoiler = Callable[[Table, random.Random], str | None]

NOT_AMOUNTS: tuple[object, ...] = (
    "10", "10.", ".50", "10.0", "10.000", "-5.00", "+5.00", "1e3", " 10.00", "10.00 ", "10.00\n", "1,000.00", "10,00",
    "$10.00", "1_0.00", "٣٠.٠٠", "ten", "", "nan", "10.0O", 10, 10.0, True, False, None, ["10.00"], {"usd": "10.00"},
)  # fmt: skip
NOT_CARDS: tuple[object, ...] = (
    "1s", "10s", "Tx", "ts", "TS", "sT", "T", "", "Ts ", " Ts", "T♠", "0h", "Xh", 7, None, True, ["Ts"],
)  # fmt: skip
NOT_WHOLE: tuple[object, ...] = ("1", "one", 1.5, True, None, [1], {"n": 1})
NOT_FLAGS: tuple[object, ...] = ("true", "yes", 1, 0, None, [True])
NOT_RATES: tuple[object, ...] = (
    "20%",
    "-0.20",
    "abc",
    "",
    "0,2",
    " 0.20",
    "1/5",
    "nan",
    "inf",
    0.2,
    1,
    None,
    True,
    ["0.20"],
)
NOT_TABLES: tuple[object, ...] = ("x", 7, True, None, [])

WAGERS = ("initial", "tie", "war_tie", "progressive", "bonus_spin", "match_play")
LIMITS = ("min", "max", "tie_min", "tie_max", "war_tie_max")
AMOUNTS = (*WAGERS, *LIMITS, "amount", "reset", "limit_per_hand", "spin_primary", "spin_secondary")
WHOLE = ("seat", "hand", "hot_seat", "decks", "community_cards")
FLAGS = ("on_war_deal", "enabled", "also_community")
REQUIRED = {
    "": ("rulebook", "seats", "cards"),
    "seats": ("seat", "initial"),
    "backline": ("name", "initial"),
    "cards": ("deal",),
    "bank": ("seat", "amount"),
    "spin": ("hot_seat", "hot", "community"),
    "meters": ("progressive", "spin_primary", "spin_secondary"),
    "progressive": ("reset", "rate"),
    "bonus_spin": ("trigger", "primary", "secondary", "hot_spot"),
    "trigger": ("rank", "color"),
    "primary": ("reset", "rate"),
    "secondary": ("reset", "rate"),
    "hot_spot": ("also_community", "unbet_position"),
    "electronic": ("community_cards",),
}


def tables(value: object, name: str = "") -> Iterator[tuple[str, Table]]:
    """Return every table of the scenario with its key; the envy table is a list of amounts, not of keys."""
    if isinstance(value, dict):
        yield name, value
        for key, inner in value.items():
            if key != "table":
                yield from tables(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from tables(inner, name)


def places(scenario: Table, keys: tuple[str, ...], kind: type) -> list[tuple[str, Table, str]]:
    """Where a key of that name holds a value of that kind."""
    return [(name, table, key) for name, table in tables(scenario) for key in keys if isinstance(table.get(key), kind)]


def _put(found: list[tuple[str, Table, str]], wrong: tuple[object, ...], rng: random.Random) -> str | None:
    if not found:
        return None
    name, table, key = rng.choice(found)
    table[key] = rng.choice(wrong)
    return f"{name}.{key} = {table[key]!r}"


def unknown_key(scenario: Table, rng: random.Random) -> str:
    name, table = rng.choice(list(tables(scenario)))
    key = rng.choice(("zzz", "intial", "Seat", "comment", "_note", ""))
    table[key] = rng.choice(("x", 1, True, "5.00"))
    return f"unknown key {key!r} in {name or 'the scenario'}"


def missing_key(scenario: Table, rng: random.Random) -> str | None:
    found = [(name, table, key) for name, table in tables(scenario) for key in REQUIRED.get(name, ()) if key in table]
    name, table, key = rng.choice(found)
    del table[key]
    return f"{name}.{key} missing"


def not_an_amount(scenario: Table, rng: random.Random) -> str | None:
    return _put(places(scenario, AMOUNTS, str), NOT_AMOUNTS, rng)


def not_an_amount_in_a_list(scenario: Table, rng: random.Random) -> str | None:
    """Among the stakes, or in Maryland's table of envies, whose keys are amounts too."""
    house = scenario.get("house", {})
    wrong = rng.choice(NOT_AMOUNTS[:20])
    stakes = house.get("progressive", {}).get("stakes")
    envies = house.get("envy", {}).get("table")
    if envies and rng.random() < 0.7:
        stake = rng.choice(list(envies))
        if rng.random() < 0.5:
            envies[stake] = wrong
        else:
            envies[wrong] = "10000.00"
        return f"envy.table with {wrong!r}"
    if stakes:
        stakes.append(wrong)
        return f"progressive.stakes with {wrong!r}"
    return None


def zero_amount(scenario: Table, rng: random.Random) -> str | None:
    return _put(places(scenario, (*WAGERS, "amount"), str), ("0.00", "00.00"), rng) if _no_meters(scenario) else None


def _no_meters(scenario: Table) -> bool:
    """A meter of 0.00 is nowhere spoken of, and it has the name of a wager."""
    return "meters" not in scenario


def not_a_card(scenario: Table, rng: random.Random) -> str:
    cards = rng.choice(list(scenario["cards"].values()))
    cards[rng.randrange(len(cards))] = wrong = rng.choice(NOT_CARDS)
    return f"{wrong!r} is not a card"


def not_whole(scenario: Table, rng: random.Random) -> str | None:
    found = places(scenario, WHOLE, int)
    if isinstance(scenario.get("house", {}).get("seats"), int):
        found.append(("house", scenario["house"], "seats"))
    return _put(found, NOT_WHOLE, rng)


def not_a_flag(scenario: Table, rng: random.Random) -> str | None:
    return _put(places(scenario, FLAGS, bool), NOT_FLAGS, rng)


def not_a_rate(scenario: Table, rng: random.Random) -> str | None:
    return _put(places(scenario, ("rate",), str), NOT_RATES, rng)


def not_a_table(scenario: Table, rng: random.Random) -> str | None:
    names = (
        "house",
        "cards",
        "meters",
        "spin",
        "bank",
        "limits",
        "tie",
        "ca",
        *REQUIRED,
        "envy",
        "match_play",
        "payout",
    )
    return _put(places(scenario, names, dict), NOT_TABLES, rng)


def not_a_list(scenario: Table, rng: random.Random) -> str | None:
    return _put(places(scenario, ("seats", "deal", "war", "stakes", "backline"), list), ("x", 7, True, None, {}), rng)


def not_a_row(scenario: Table, rng: random.Random) -> str:
    scenario["seats"].insert(rng.randrange(len(scenario["seats"]) + 1), rng.choice((None, 1, "seat", [], {})))
    return "an entry of seats that is no table"


def not_a_word(scenario: Table, rng: random.Random) -> str | None:
    wrong: tuple[object, ...] = ("zzz", "", " war", "WAR", "green", "11", 7, True, None, ["war"])
    keys = (
        "rulebook",
        "on_tie",
        "hot",
        "community",
        "rank",
        "color",
        "unbet_position",
        "coverage",
        "war_cover",
        "partial",
    )
    return _put(places(scenario, keys, str), wrong, rng)


def name_not_text(scenario: Table, rng: random.Random) -> str | None:
    return _put(places(scenario, ("name",), str), (7, None, True, ["Ann"]), rng)


SPOILERS: tuple[Spoiler, ...] = (
    unknown_key, missing_key, not_an_amount, not_an_amount_in_a_list, zero_amount, not_a_card, not_whole, not_a_flag,
    not_a_rate, not_a_table, not_a_list, not_a_row, not_a_word, name_not_text,
)  # fmt: skip

"""Houses that their rulebook forbids, and side bets that do not fit the round."""

from __future__ import annotations

import random
from typing import Any

from tests.models.naive_text import RED
from tests.models.scenarios_spoil_text import Spoiler, Table

BOOKS = {"MD": "maryland", "CA": "california", "WI": "wisconsin", "MA": "massachusetts", "WA": "washington"}
A_PROGRESSIVE = {"stakes": ["5.00"], "reset": "10000.00", "rate": "0.20"}
A_SPIN = {
    "trigger": {"rank": "A", "color": "red"},
    "primary": {"reset": "10000.00", "rate": "0.10"},
    "secondary": {"reset": "5000.00", "rate": "0.10"},
    "hot_spot": {"also_community": False, "unbet_position": "no_pay"},
}


def book(scenario: Table) -> str:
    name: str = scenario["rulebook"]
    return BOOKS.get(name, name)


def house(scenario: Table) -> Any:
    return scenario.setdefault("house", {})


def seats_of(scenario: Table) -> int:
    default = {"maryland": 9, "california": 8}.get(book(scenario), 7)
    return int(scenario.get("house", {}).get("seats", default))


def decks(scenario: Table, rng: random.Random) -> str:
    wrong = [0, -6, 17, 52]
    if book(scenario) != "washington":
        wrong += [5, 1]
    if book(scenario) in ("wisconsin", "massachusetts"):
        wrong += [9, 12]
    house(scenario)["decks"] = rng.choice(wrong)
    return "decks the rulebook does not allow"


def seats(scenario: Table, rng: random.Random) -> str:
    wrong = [0, -1]
    if book(scenario) == "maryland":
        wrong += [10, 11, 100]
    if book(scenario) == "california":
        wrong += [2, 7, 9, 100]
    house(scenario)["seats"] = rng.choice(wrong)
    return "a number of seats the rulebook does not allow"


def war_tie_choice(scenario: Table, _: random.Random) -> str:
    """Where the war tie must be offered it cannot be switched off; where it does not exist it cannot be switched on."""
    house(scenario)["tie"] = {"on_war_deal": book(scenario) in ("california", "washington")}
    return "tie.on_war_deal is not the house's choice"


def foreign_side_bet(scenario: Table, rng: random.Random) -> str | None:
    """A side bet, a form or a coupon of another state."""
    here = book(scenario)
    wrong: list[tuple[str, Table]] = []
    if here not in ("maryland", "massachusetts"):
        wrong.append(("progressive", dict(A_PROGRESSIVE)))
    if here != "maryland":
        wrong.append(("bonus_spin", dict(A_SPIN)))
        wrong.append(("electronic", {"community_cards": 5}))
    if here not in ("wisconsin", "massachusetts"):
        wrong.append(("match_play", {"enabled": True}))
    key, table = rng.choice(wrong)
    house(scenario)[key] = table
    if key == "progressive":
        scenario.setdefault("meters", {})["progressive"] = "12400.00"
    if key == "bonus_spin":
        scenario.setdefault("meters", {}).update(spin_primary="12400.00", spin_secondary="7300.00")
    return f"{key} does not exist in {here}"


def coverage_word(scenario: Table, rng: random.Random) -> str | None:
    if book(scenario) != "california":
        return None
    key, value = rng.choice((("coverage", "refill"), ("war_cover", "never"), ("partial", "half")))
    house(scenario).setdefault("ca", {})[key] = value
    return f"ca.{key} = {value}"


def community_cards(scenario: Table, rng: random.Random) -> str | None:
    if "electronic" not in scenario.get("house", {}):
        return None
    scenario["house"]["electronic"]["community_cards"] = rng.choice((0, 1, 2, 4, 6, 8, 9, -3))
    return "community cards other than 3, 5 or 7"


def low_reset(scenario: Table, rng: random.Random) -> str | None:
    if book(scenario) != "maryland":
        return None
    found: list[tuple[Table, str]] = []
    if "progressive" in house(scenario):
        found.append((scenario["house"]["progressive"], "9999.99"))
    if "bonus_spin" in house(scenario):
        found.append((scenario["house"]["bonus_spin"]["primary"], "9999.99"))
        found.append((scenario["house"]["bonus_spin"]["secondary"], "4999.99"))
    if not found:
        return None
    meter, reset = rng.choice(found)
    meter["reset"] = reset
    return "a reset below the least of the rulebook"


def part_of_a_cent(scenario: Table, rng: random.Random) -> str | None:
    """Every stake of the house times this rate leaves a part of a cent."""
    found: list[Table] = []
    if "progressive" in scenario.get("house", {}):
        found.append(scenario["house"]["progressive"])
    if "bonus_spin" in scenario.get("house", {}):
        found.append(scenario["house"]["bonus_spin"]["primary"])
        found.append(scenario["house"]["bonus_spin"]["secondary"])
    if not found:
        return None
    rng.choice(found)["rate"] = rng.choice(("0.00001", "0.20001", "0.123456"))
    return "rate times stake is not whole cents"


def stake_not_allowed(scenario: Table, _: random.Random) -> str | None:
    """Massachusetts: no multiple of 5.00. Maryland: a stake without its envy."""
    if "progressive" not in scenario.get("house", {}):
        return None
    entry = scenario["house"]["progressive"]
    entry["stakes"] = [*entry.get("stakes", ["5.00"]), "12.00"]
    entry["rate"] = "0.50"
    return "a progressive stake the rulebook does not allow"


def envy_missing(scenario: Table, rng: random.Random) -> str | None:
    envies = scenario.get("house", {}).get("envy", {}).get("table")
    if not envies:
        return None
    del envies[rng.choice(list(envies))]
    return "a stake other than 5.00 without its envy"


def meters_missing(scenario: Table, _: random.Random) -> str | None:
    return "meters missing" if scenario.pop("meters", None) else None


def spin_missing(scenario: Table, _: random.Random) -> str | None:
    return "the trigger fell, a player bet, and no spin is written" if scenario.pop("spin", None) else None


def spin_superfluous(scenario: Table, _: random.Random) -> str | None:
    if "spin" in scenario:
        return None
    scenario["spin"] = {"hot_seat": scenario["seats"][0]["seat"], "hot": "500", "community": "100"}
    return "a spin without trigger, bettor or wager"


def spin_figures(scenario: Table, rng: random.Random) -> str | None:
    if "spin" not in scenario:
        return None
    key, wrong = rng.choice(
        (("hot", ("700", "100", "1,000", "500.00", "Primary", 500)), ("community", ("125", "200", "primary", "0", 100)))
    )
    scenario["spin"][key] = rng.choice(wrong)
    return f"spin.{key} is no symbol of the wheel"


def hot_seat(scenario: Table, rng: random.Random) -> str | None:
    if "spin" not in scenario:
        return None
    scenario["spin"]["hot_seat"] = rng.choice((0, -1, seats_of(scenario) + 1, 99))
    return "spin.hot_seat is no seat"


def respin(scenario: Table, rng: random.Random) -> str | None:
    if "spin" not in scenario:
        return None
    betting = [row["seat"] for row in scenario["seats"] if "bonus_spin" in row]
    empty = [seat for seat in range(1, seats_of(scenario) + 1) if seat not in betting]
    if not empty:
        return None
    scenario["house"]["bonus_spin"]["hot_spot"]["unbet_position"] = "respin"
    scenario["spin"]["hot_seat"] = rng.choice(empty)
    return "an unbet hot seat where the house spins again"


def trigger_moved(scenario: Table, _: random.Random) -> str | None:
    """The same rank in the other colour is no trigger."""
    if "spin" not in scenario:
        return None
    dealer = scenario["cards"]["deal"][-1]
    color = "black" if dealer[1] in RED else "red"
    scenario["house"]["bonus_spin"]["trigger"]["color"] = color
    return "a spin on a card of the wrong colour"


SPOILERS: tuple[Spoiler, ...] = (
    decks, seats, war_tie_choice, foreign_side_bet, coverage_word, community_cards, low_reset, part_of_a_cent,
    stake_not_allowed, envy_missing, meters_missing, spin_missing, spin_superfluous, spin_figures, hot_seat, respin,
    trigger_moved,
)  # fmt: skip

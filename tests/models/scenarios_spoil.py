"""Rounds that could not have happened: one change to a good scenario, and the reason it must be refused."""

from __future__ import annotations

import copy
import random

from tests.models import scenarios_spoil_house as spoil_house
from tests.models import scenarios_spoil_text as spoil_text
from tests.models.naive_text import RANKS, SUITS, money
from tests.models.scenarios_spoil_house import book, house, seats_of
from tests.models.scenarios_spoil_text import Spoiler, Table


def spoil(scenario: Table, rng: random.Random) -> tuple[Table, str]:
    """Any kind that can be applied to this scenario; the scenario itself is left as it was."""
    kinds = list(KINDS)
    rng.shuffle(kinds)
    for kind in kinds:
        spoiled = spoil_as(kind, scenario, rng)
        if spoiled is not None:
            return spoiled
    raise ValueError("nothing can be spoiled here")


def spoil_as(kind: str, scenario: Table, rng: random.Random) -> tuple[Table, str] | None:
    changed = copy.deepcopy(scenario)
    why = KINDS[kind](changed, rng)
    return None if why is None else (changed, f"{kind}: {why}")


def _bettors(scenario: Table) -> list[Table]:
    return [bettor for row in scenario["seats"] for bettor in (row, *row.get("backline", []))]


def card_too_often(scenario: Table, rng: random.Random) -> str | None:
    """Ties keep their rank and war cards may be anything, so only the count of the card is wrong afterwards."""
    deal = scenario["cards"]["deal"]
    war = scenario["cards"].get("war", [])
    dealer = deal[-1]
    decks = scenario.get("house", {}).get("decks", 6)
    tied = sum(card[0] == dealer[0] for card in deal)
    if tied + len(war) > decks:
        deal[:] = [dealer if card[0] == dealer[0] else card for card in deal]
        war[:] = [dealer] * len(war)
        return f"{dealer} more than {decks} times"
    if len(deal) - tied > decks and book(scenario) != "california":
        often = rng.choice([card for card in deal if card[0] != dealer[0]])
        deal[:] = [card if card[0] == dealer[0] else often for card in deal]
        return f"{often} more than {decks} times"
    return None


def card_missing(scenario: Table, rng: random.Random) -> str:
    cards = rng.choice(list(scenario["cards"].values()))
    cards.pop(rng.randrange(len(cards)))
    return "a card missing"


def card_extra(scenario: Table, rng: random.Random) -> str:
    cards = rng.choice(list(scenario["cards"].values()))
    cards.insert(rng.randrange(len(cards) + 1), rng.choice(RANKS) + rng.choice(SUITS))
    return "a card too many"


def war_deal_missing(scenario: Table, _: random.Random) -> str | None:
    return "no war deal though a player is at war" if scenario["cards"].pop("war", None) else None


def war_deal_for_nobody(scenario: Table, _: random.Random) -> str | None:
    if "war" in scenario["cards"]:
        return None
    scenario["cards"]["war"] = ["2c", "3d"]
    return "a war deal though no one is at war"


def seat_number(scenario: Table, rng: random.Random) -> str:
    wrong = (0, -1, seats_of(scenario) + 1, 99)
    rng.choice(scenario["seats"])["seat"] = number = rng.choice(wrong)
    return f"seat {number}"


def seat_twice(scenario: Table, rng: random.Random) -> str | None:
    if len(scenario["seats"]) < 2:
        return None
    one, two = rng.sample(scenario["seats"], 2)
    one["seat"] = two["seat"]
    return "a seat used twice"


def choice_not_offered(scenario: Table, rng: random.Random) -> str | None:
    without = [bettor for bettor in _bettors(scenario) if "on_tie" not in bettor]
    if not without:
        return None
    rng.choice(without)["on_tie"] = rng.choice(("surrender", "war"))
    return "a choice where none was offered"


def choice_missing(scenario: Table, rng: random.Random) -> str | None:
    having = [bettor for bettor in _bettors(scenario) if "on_tie" in bettor and "war_tie" not in bettor]
    if not having:
        return None
    del rng.choice(having)["on_tie"]
    return "no choice where one was offered"


def war_tie_without_war(scenario: Table, rng: random.Random) -> str | None:
    rows = [row for row in scenario["seats"] if row.get("on_tie") != "war"]
    if not rows:
        return None
    rng.choice(rows)["war_tie"] = "5.00"
    return "a war tie wager without a war"


def war_tie_not_offered(scenario: Table, rng: random.Random) -> str | None:
    rows = [row for row in scenario["seats"] if row.get("on_tie") == "war"]
    allowed = {"maryland": True, "wisconsin": True, "massachusetts": True}.get(book(scenario), False)
    if not rows or scenario.get("house", {}).get("tie", {}).get("on_war_deal", allowed):
        return None
    rng.choice(rows)["war_tie"] = "5.00"
    return "a war tie wager where none is offered"


def odd_initial(scenario: Table, rng: random.Random) -> str:
    bettor = rng.choice(_bettors(scenario))
    bettor["initial"] = bettor["initial"][:-1] + str(int(bettor["initial"][-1]) | 1)
    return "an initial wager of odd cents"


def not_offered(scenario: Table, rng: random.Random) -> str | None:
    offered = scenario.get("house", {})
    row = rng.choice(scenario["seats"])
    wrong: list[tuple[str, object]] = [("progressive", "6.00" if "progressive" in offered else "5.00")]
    wrong.append(("bonus_spin", "1.00" if "bonus_spin" in offered else "5.00"))
    if not offered.get("match_play", {}).get("enabled"):
        wrong.append(("match_play", "5.00"))
    if "electronic" not in offered:
        wrong.append(("hand", 1))
    key, value = rng.choice(wrong)
    row[key] = value
    return f"{key} = {value} is not offered"


def hand_number(scenario: Table, rng: random.Random) -> str | None:
    electronic = scenario.get("house", {}).get("electronic")
    if electronic is None:
        return None
    row = rng.choice(scenario["seats"])
    wrong = rng.choice((None, 0, -1, electronic["community_cards"] + 1))
    if wrong is None:
        del row["hand"]
        return "no hand in the electronic form"
    row["hand"] = wrong
    return f"hand {wrong}"


def outside_limits(scenario: Table, rng: random.Random) -> str | None:
    """A limit one cent on the wrong side of a wager that was made."""
    found = []
    for bettor in _bettors(scenario):
        for wager, low, high in (
            ("initial", "min", "max"),
            ("tie", "tie_min", "tie_max"),
            ("war_tie", "", "war_tie_max"),
        ):
            if wager in bettor:
                amount = int(bettor[wager].replace(".", ""))
                found += [(low, amount + 1)] if low else []
                found += [(high, amount - 1)] if amount > 1 else []
    if not found:
        return None
    key, amount = rng.choice(found)
    house(scenario).setdefault("limits", {})[key] = money(amount)
    return f"a wager outside limits.{key}"


def bank_misplaced(scenario: Table, rng: random.Random) -> str:
    if book(scenario) == "california":
        del scenario["bank"]
        return "no bank"
    taken = [row["seat"] for row in scenario["seats"]]
    free = [seat for seat in range(1, seats_of(scenario) + 1) if seat not in taken]
    scenario["bank"] = {"seat": rng.choice(free or taken), "amount": "1000.00"}
    return "a bank where the house banks"


def bank_seat(scenario: Table, rng: random.Random) -> str | None:
    if "bank" not in scenario:
        return None
    taken = rng.choice(scenario["seats"])["seat"]
    scenario["bank"]["seat"] = rng.choice((0, -1, seats_of(scenario) + 1, taken, taken))
    return "the bank's seat is none or has a wager"


def backline_name(scenario: Table, rng: random.Random) -> str | None:
    rows = [row for row in scenario["seats"] if len(row.get("backline", [])) > 1]
    if not rows:
        return None
    first, second = rng.sample(rng.choice(rows)["backline"], 2)
    first["name"] = second["name"]
    return "a backline name used twice at a seat"


def backline_misplaced(scenario: Table, rng: random.Random) -> str | None:
    row = rng.choice(scenario["seats"])
    if book(scenario) != "california":
        row["backline"] = [{"name": "Ann", "initial": "10.00"}]
        return "backline betting where there is none"
    if not row.get("backline"):
        return None
    key = rng.choice(("war_tie", "progressive", "seat", "match_play", "backline"))
    rng.choice(row["backline"])[key] = "5.00"
    return f"a backline bettor with {key}"


OWN: tuple[Spoiler, ...] = (
    card_too_often, card_missing, card_extra, war_deal_missing, war_deal_for_nobody, seat_number, seat_twice,
    choice_not_offered, choice_missing, war_tie_without_war, war_tie_not_offered, odd_initial,
    not_offered, hand_number, outside_limits, bank_misplaced, bank_seat, backline_name, backline_misplaced,
)  # fmt: skip
KINDS: dict[str, Spoiler] = {
    **{f"text.{kind.__name__}": kind for kind in spoil_text.SPOILERS},
    **{f"house.{kind.__name__}": kind for kind in spoil_house.SPOILERS},
    **{f"round.{kind.__name__}": kind for kind in OWN},
}

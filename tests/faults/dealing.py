"""A dealer who simply goes on, round after round: what is to be done next at a table, drawn from a source of chance."""

import random
from functools import cache

from tests.table.asking import PATRONS, Asker
from tests.table.houses import FEW_SEATS, PROGRESSIVE
from tests.table.watch import sender
from tests.told import DEALER, FLOOR, SHOE, player, rules_of
from wartable.rulebook import Rules
from wartable.table import Actor, Table, steps
from wartable.table import commands as c
from wartable.table.commands import Command

SHARED = {"progressive": "big one"}
"""The meter that all tables feed."""


FEW_CARDS = 85
"""Where the cover card lies, more or less."""


@cache
def house_rules() -> Rules:
    """One house for all tables: players at four seats, ties, wars and a progressive."""
    return rules_of("maryland", {**FEW_SEATS, **PROGRESSIVE})


def next_command(table: Table, rng: random.Random) -> tuple[Actor, Command]:
    """What a person does next; the table may still say no."""
    ask = Asker(table, rng, careful=True)
    step = next((step for step in steps(table) if step.usual is not None), None)
    people_first = {"betting": 75, "war_wagers": 20}.get(table.phase, 0)
    if step is not None and step.usual is not None and not ask.sometimes(people_first):
        return _who(table, rng, *step.by, seat=step.seat), step.usual
    match table.phase:
        case "closed":
            return FLOOR, c.OpenTable("Dana")
        case "cutting":
            return DEALER, ask.draw(c.DeclineCut if ask.sometimes(30) else c.CutCards)
        case "dealing" | "war_dealing":
            met = table.cards.in_shoe < FEW_CARDS and table.shuffle_due is None
            return SHOE, c.MeetCoverCard() if met else ask.draw(c.TurnCard)
        case "deciding":
            return DEALER, ask.draw(c.Surrender if ask.sometimes(25) else c.GoToWar)
        case "suspended":
            return FLOOR, ask.draw(c.Rule)
        case "betting" | "war_wagers" if len(table.arrivals) > 1 and ask.sometimes(85):
            return DEALER, ask.draw(c.PlaceWager)
        case _:
            return DEALER, c.Sit(rng.randrange(1, len(table.boxes) + 1), rng.choice(PATRONS))


def _who(table: Table, rng: random.Random, *roles: str, seat: int | None) -> Actor:
    people = [found for step in steps(table) for role in step.by if (found := sender(table, step, role))]
    wanted = [actor for actor in people if actor.role in roles]
    return rng.choice(wanted) if wanted else player(rng.choice(PATRONS)) if seat else DEALER

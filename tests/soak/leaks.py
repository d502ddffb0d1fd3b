"""No card is known before it is turned: the same public history over two orders of the unseen cards looks the same.

Two tables are played side by side. Their shoes give the same cards up to some point; what is burned and what is still
inside differs. Until the first turned card that differs, every byte that anyone could see must be the same: the view
of every role, the steps, the events, and the answer to every command, good or bad.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import msgspec

from tests.runner.stakes import offered
from tests.seen import own, seen
from tests.table.houses import few_seats
from tests.table.samples import EXAMPLES, SIDE_BETS
from tests.told import FLOOR, RULEBOOKS, SHOE, Told, player
from wartable.cards import Card
from wartable.live.wire.views import AUDIENCES
from wartable.rulebook.wagers import Wager
from wartable.runner import Act, FixedPolicy, InOrder, Runner
from wartable.shoe.order import fresh
from wartable.table import Actor, Refused, Table, decide, steps
from wartable.table import commands as c
from wartable.table.phases import PHASES

SEATS = (1, 2, 4)
PEOPLE = (*(player(f"seat {seat}") for seat in SEATS), player("no one here"))
MOST_COMMON = 14
"""Turned cards that two histories share, at the most."""
STAKES: tuple[tuple[Wager, int], ...] = (("initial", 10_00), ("tie", 5_00), ("war_tie", 5_00))
SIDE_STAKES: tuple[tuple[Wager, int], ...] = (("progressive", 5_00), ("bonus_spin", 5_00))

Kind = str
KINDS: tuple[Kind, ...] = ("plain", "sealed", "side bets")
Look = Callable[[Table, InOrder], bytes]

_write = msgspec.json.Encoder().encode


class Leak(AssertionError):
    """A person could see what no one has turned."""


@cache
def start(rulebook: str, kind: Kind) -> Table:
    """A table that is ready for bets, with three people at it."""
    side = SIDE_BETS.get(rulebook, {}) if kind == "side bets" else {}
    told = Told.closed(rulebook, {**few_seats(rulebook), **side})
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling")
    if kind == "sealed":
        told.does(SHOE, c.SealShoe("5ea1" * 16))
    told.goes_on()
    for seat in SEATS:
        told.sits(seat)
    if told.table.phase == "banking":
        told.banks(3, "5000.00")
    return told.table


def everything(table: Table, source: InOrder) -> bytes:
    """All that can be seen or asked at a table; of the shoe, only what anyone at the table can count."""
    told = [_write(seen(table, audience)) for audience in AUDIENCES]
    told += [_write(own(table, person.patron)) for person in PEOPLE]
    told.append(_write((steps(table), source.cards_left())))
    listens = PHASES[table.phase]
    told += [_write(_answer(table, command)) for command in EXAMPLES if type(command) in listens]
    return b"\n".join(told)


def _answer(table: Table, command: c.Command) -> object:
    """What this phase says to a command that it knows; to any other it says what it always says."""
    role = min(PHASES[table.phase][type(command)])
    decided = decide(table, command, PEOPLE[0] if role == "player" else Actor(role))
    return (decided.why, decided.clauses) if isinstance(decided, Refused) else decided


def wheel(_table: Table) -> c.SpinWheel:
    return c.SpinWheel(1, "1000", "150")


class Recorded(InOrder):
    """A shoe that remembers at which places it was asked for a card."""

    asked_at = 0

    def next_card(self) -> Card:
        self.asked_at = len(self._order) - self.cards_left()
        return super().next_card()


def two_orders(rulebook: str, kind: Kind, rng: random.Random, policy: FixedPolicy) -> tuple[list[Card], list[Card]]:
    """Two shoes that give the same first cards to be turned, and nothing else that is the same but by chance."""
    table = start(rulebook, kind)
    order = fresh(table.rules.decks)
    rng.shuffle(order)
    order = order[: table.cards.in_shoe]
    common = _turned_at(table, order, policy, rng.randrange(MOST_COMMON))
    hidden = [card for at, card in enumerate(order) if at not in common]
    rng.shuffle(hidden)
    rest = iter(hidden)
    return order, [order[at] if at in common else next(rest) for at in range(len(order))]


def _turned_at(table: Table, order: list[Card], policy: FixedPolicy, count: int) -> set[int]:
    """The places of the first cards that are turned."""
    source = Recorded(order)
    places: set[int] = set()
    for done in Runner(table, source, policy, wheel).shoe():
        if len(places) == count:
            break
        if isinstance(done.command, c.TurnCard):
            places.add(source.asked_at)
    return places


def compare(rulebook: str, seed: object, look: Look = everything, source: type[InOrder] = InOrder) -> Counter[str]:
    """One pair of histories; how much was compared before the first turned card that differs."""
    rng = random.Random(f"{rulebook}/{seed}")
    kind = rng.choice(KINDS)
    side = SIDE_STAKES if kind == "side bets" else ()
    stakes = (*STAKES[: rng.randint(1, 3)], *side)
    policy = FixedPolicy(offered(start(rulebook, kind), stakes), war=rng.random() < 0.8)
    table = start(rulebook, kind)
    shoes = [source(order) for order in two_orders(rulebook, kind, rng, policy)]
    compared: Counter[str] = Counter(pairs=1)
    for one, other in _side_by_side(table, shoes, policy):
        if isinstance(one.command, c.TurnCard) and one.command != other.command:
            return compared
        seen = [_seen(done, shoe, look) for done, shoe in zip((one, other), shoes, strict=True)]
        if seen[0] != seen[1]:
            raise Leak(f"the two histories look different in {rulebook} ({kind}), seed {seed}, after {one.command}")
        compared.update(acts=1, bytes=len(seen[0]), turned=isinstance(one.command, c.TurnCard))
    return compared


def _side_by_side(table: Table, shoes: Iterable[InOrder], policy: FixedPolicy) -> Iterator[tuple[Act, Act]]:
    one, other = (Runner(table, shoe, policy, wheel).shoe() for shoe in shoes)
    yield from zip(one, other, strict=True)


def _seen(done: Act, source: InOrder, look: Look) -> bytes:
    return _write((done.by, done.command, done.events)) + look(done.table, source)


def leaks(pairs: int, seed: int) -> str:
    """This many pairs of histories under each rulebook."""
    compared: Counter[str] = Counter()
    for rulebook in RULEBOOKS:
        for number in range(pairs):
            compared += compare(rulebook, f"{seed}/{number}")
    return (
        f"{compared['pairs']} pairs of histories in {len(RULEBOOKS)} rulebooks, {compared['turned']} common cards, "
        f"{compared['acts']} acts seen by {len(AUDIENCES)} audiences and {len(PEOPLE)} players, "
        f"{compared['bytes']} equal bytes, 0 leaks"
    )

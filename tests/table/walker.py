"""Random walks over a table: mostly what a table does all day, now and then what goes wrong, sometimes nonsense."""

import random
from collections import Counter

from msgspec.structs import replace

from tests.table.asking import BEHIND, PATRONS, Asker
from tests.table.houses import rules_of_house
from tests.table.watch import STRANGER, Watch, sender
from tests.told import AUDITOR, CLOCK, DEALER, FLOOR, SHOE, player
from wartable.table import Actor, Refused, steps
from wartable.table import commands as c
from wartable.table.commands import COMMANDS, Command
from wartable.table.phases import PHASES
from wartable.table.words import Role

# How often an unusual command is drawn where it is possible; ten where nothing is said.
LIKELY: dict[type[Command], int] = {
    c.PlaceWager: 80,
    c.Sit: 20,
    c.CloseTable: 1,
    c.ChangeDecks: 1,
    c.DeclareIdle: 1,
    c.VoidRound: 1,
    c.Leave: 1,
}
FOND_OF = 4
FONDNESS = 8
SAYS: dict[Role, Actor] = {"dealer": DEALER, "floor": FLOOR, "shoe": SHOE, "clock": CLOCK, "auditor": AUDITOR}

Asked = tuple[Actor, Command]


class Walker:
    """Somebody who walks up to every limit of a table. The same seed walks the same way."""

    def __init__(self, house: str, rng: random.Random) -> None:
        self.rng = rng
        self.watch = Watch(rules_of_house(house))
        self.phases: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        # Each walk is fond of a few commands, so that together they go further than any one average walk.
        self.fond = frozenset(rng.sample(COMMANDS, FOND_OF))

    @property
    def ask(self) -> Asker:
        return Asker(self.watch.table, self.rng)

    def walk(self, steps_to_go: int) -> "Walker":
        for _ in range(steps_to_go):
            way = self.rng.randrange(100)
            if way < 70:
                self.go_on()
            elif way < 88:
                self.do_the_unusual()
            else:
                self.talk_nonsense()
        return self

    def say(self, by: Actor, command: Command) -> None:
        self.phases[self.watch.table.phase] += 1
        if isinstance(command, c.PlaceWager) and command.bettor in BEHIND and by.role == "player":
            command = self._under_an_alias(by, command)
        answer = self.watch.send(by, command)
        if isinstance(answer, Refused):
            self.refusals[answer.why.name] += 1

    def _under_an_alias(self, by: Actor, command: c.PlaceWager) -> c.PlaceWager:
        """Players behind a seat give themselves a name, which nobody else is to read."""
        alias = f"alias-of-{by.patron or 'somebody-unknown'}"
        self.watch.aliases[alias] = by.patron
        return replace(command, bettor=alias)

    def somebody(self, role: Role) -> Actor:
        if role != "player":
            return SAYS[role]
        here = self.watch.table.arrivals
        return player(self.rng.choice(here if here and self.ask.sometimes(85) else (*PATRONS, STRANGER, "")))

    # Three ways to go

    def go_on(self) -> None:
        """What the table asks for next."""
        table = self.watch.table
        step = next((step for step in steps(table) if step.command is not None), None)
        if step is None or step.command is None or (table.phase == "betting" and self.ask.sometimes(50)):
            self.say(*self._choose())
            return
        people = [by for role in step.by if (by := sender(table, step, role))]
        self.say(self.rng.choice(people), step.command)

    def do_the_unusual(self) -> None:
        """Something this phase knows, by somebody who may."""
        accepts = PHASES[self.watch.table.phase]
        kinds = sorted(accepts, key=lambda kind: kind.__name__)
        kind = self.rng.choices(kinds, [self._likely(kind) for kind in kinds])[0]
        role = self.rng.choice(sorted(accepts[kind]))
        self.say(self.somebody(role), self.ask.draw(kind))

    def _likely(self, kind: type[Command]) -> int:
        usual = LIKELY.get(kind, 10)
        return usual * FONDNESS if kind in self.fond else usual

    def talk_nonsense(self) -> None:
        """Anything, by anybody."""
        role: Role = self.rng.choice(("player", "dealer", "floor", "shoe", "clock", "auditor"))
        self.say(self.somebody(role), self.ask.draw(self.rng.choice(COMMANDS)))

    # Where somebody has to choose

    def _choose(self) -> Asked:
        table, rng = self.watch.table, self.rng
        match table.phase:
            case "closed":
                return FLOOR, c.OpenTable("patron-dealer")
            case "cutting":
                kind: type[Command] = c.DeclineCut if self.ask.sometimes(30) else c.CutCards
                return self._seated_or_dealer(table.cut.offer), self.ask.draw(kind)
            case "banking" if table.banker.offer:
                kind = c.DeclineBank if self.ask.sometimes(30) else c.PostBank
                return self._seated_or_dealer(table.banker.offer), self.ask.draw(kind)
            case "banking":
                return DEALER, self.ask.draw(rng.choice((c.OfferBank, c.Sit)))
            case "dealing" | "war_dealing":
                return SHOE, self.ask.draw(c.MeetCoverCard if self.ask.sometimes(3) else c.TurnCard)
            case "deciding":
                return DEALER, self.ask.draw(c.Surrender if self.ask.sometimes(25) else c.GoToWar)
            case "suspended":
                return FLOOR, self.ask.draw(c.Rule)
            case "betting" if table.deck_change_due:
                return self._make_room_for_new_decks()
            case "betting":
                return DEALER, self.ask.draw(c.PlaceWager if any(b.patron for b in table.boxes) else c.Sit)
            case _:
                return DEALER, self.ask.draw(c.Sit)

    def _make_room_for_new_decks(self) -> Asked:
        for box in self.watch.table.boxes:
            for bettor in reversed(box.bettors):
                return DEALER, c.TakeBackWager(box.seat, "tie" if bettor.tie else "initial", bettor.name)
        return FLOOR, c.ChangeDecks()

    def _seated_or_dealer(self, seat: int | None) -> Actor:
        box = self.watch.table.box(seat or 0)
        return player(box.patron) if box and box.patron and self.ask.sometimes(60) else DEALER

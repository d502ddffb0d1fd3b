"""Random walks over a table: mostly what a table does all day, now and then what goes wrong, sometimes nonsense."""

import random
from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from tests.table.asking import BEHIND, PATRONS, Asker
from tests.table.houses import rules_of_house
from tests.table.watch import HOUSE, STRANGER, Watch, sender
from tests.told import CLOCK, DEALER, FLOOR, SHOE, player
from wartable.table import Actor, Refused, open_offer, steps
from wartable.table import commands as c
from wartable.table.commands import COMMANDS, Command
from wartable.table.phases import PHASES
from wartable.table.procedures.betting import open_wagers
from wartable.table.procedures.seal import seal_is_due
from wartable.table.side_bets import meters_hit
from wartable.table.turns import next_to_ask
from wartable.table.words import ROLES, Role

# How often an unusual command is drawn where it is possible; ten where nothing is said.
LIKELY: dict[type[Command], int] = {
    c.PlaceWager: 80,
    c.TakeBackWager: 40,
    c.CallNoMoreBets: 40,
    c.ConfirmStep: 100,
    c.AskForShuffle: 200,
    c.RefuseBatch: 60,
    c.ReportJam: 20,
    c.ChangeRate: 60,
    c.CountSideWagers: 80,
    c.PickUpCards: 30,
    c.CheckWin: 80,
    c.ValidateWin: 80,
    c.SettleSideBets: 80,
    c.DrawHotSeat: 200,
    c.SpinWheel: 200,
    c.SyncMeter: 20,
    c.ReleasePlayers: 40,
    c.ReportMissedHand: 40,
    c.UndoCard: 20,
    c.SealShoe: 3,
    c.RevealShoe: 30,
    c.Sit: 20,
    c.TakeRoomFee: 20,
    c.ReportDeviceFailure: 30,
    c.CallDeckChange: 2,
    c.CloseTable: 1,
    c.ChangeDecks: 1,
    c.DeclareIdle: 100,
    c.VoidRound: 1,
    c.Leave: 2,
}
SEALS: dict[str, type[Command]] = {"seal": c.SealShoe, "reveal": c.RevealShoe}
FOND_OF = 4
FONDNESS = 8
LONGEST_WAY_HOME = 300
SAYS: dict[Role, Actor] = {actor.role: actor for actor in HOUSE}

Asked = tuple[Actor, Command]


class Walker:
    """A walker that goes up to every limit of a table. The same seed walks the same way."""

    def __init__(self, house: str, rng: random.Random, *, sealing: bool = True) -> None:
        self.rng, self.sealing = rng, sealing
        self.watch = Watch(rules_of_house(house))
        self.phases: Counter[str] = Counter()
        # Each walk is fond of a few commands, so that together they go further than any one average walk.
        self.fond = frozenset(rng.sample(COMMANDS, FOND_OF))

    def walk(self, length: int) -> "Walker":
        for _ in range(length):
            way = self.rng.randrange(100)
            if way < 65:
                self.go_on()
            elif way < 90:
                self.do_the_unusual()
            else:
                self.talk_nonsense()
        return self

    def say(self, by: Actor, command: Command) -> None:
        if isinstance(command, c.SealShoe) and not self.sealing:
            return
        self.phases[self.watch.table.phase] += 1
        if isinstance(command, c.PlaceWager) and command.bettor in BEHIND and by.role == "player":
            command = self._under_an_alias(by, command)
        self.watch.send(by, command)

    def _under_an_alias(self, by: Actor, command: c.PlaceWager) -> c.PlaceWager:
        """Players behind a seat give themselves a name, which no one else is to read."""
        return replace(command, bettor=f"alias-of-{by.patron}")

    def somebody(self, role: Role) -> Actor:
        if role in ("dealer", "floor") and self.ask.sometimes(2):
            return Actor(role, person="patron-relief")
        if role != "player":
            return SAYS[role]
        here = self.watch.table.arrivals
        return player(self.rng.choice(here if here and self.ask.sometimes(85) else (*PATRONS, STRANGER, "")))

    @property
    def ask(self) -> Asker:
        return Asker(self.watch.table, self.rng)

    def draw(self, kind: type[Command]) -> Command:
        """A command without a mistake in it."""
        return Asker(self.watch.table, self.rng, careful=True).draw(kind)

    # Three ways to go

    def go_on(self) -> None:
        """What the table asks for next."""
        table = self.watch.table
        due = [step for step in steps(table) if step.usual is not None]
        forgets = bool(due[1:]) and due[0].beside and self.ask.sometimes(30)
        step = due[1 if forgets else 0] if due else None
        more = {"betting": 80, "war_wagers": 40}.get(table.phase, 0)
        if step is None or step.usual is None or self.ask.sometimes(more):
            by, command = self._answer_the_seal() or self._choose()
        else:
            people = [sent for role in step.by if (sent := sender(table, step, role))]
            by, command = self.rng.choice(people), step.usual
        if step is not None and step.step == "release_batch" and self.ask.sometimes(30):
            command = c.RefuseBatch()
        if table.phase == "waking" and step is not None and step.beside and self.ask.sometimes(30):
            by, command = DEALER, c.ConfirmStep("swap_batches")
        self.say(by, self._slip(command) if self.ask.sometimes(15) else command)

    def _slip(self, command: Command) -> Command:
        """The same thing with a mistake in it, perhaps; or a shuffle around the device that is to be covered."""
        return self.ask.draw(c.ConfirmStep if isinstance(command, c.CoverDevice) else type(command))

    def do_the_unusual(self) -> None:
        """Something this phase knows, by an actor who may."""
        accepts = PHASES[self.watch.table.phase]
        if c.ReportFaceUpCards in self.fond & accepts.keys() and self.ask.sometimes(10):
            self._empty_the_shoe()
            return
        kinds = sorted(accepts, key=lambda kind: kind.__name__)
        kind = self.rng.choices(kinds, [self._likely(kind) for kind in kinds])[0]
        role = self.rng.choice(sorted(accepts[kind]))
        self.say(self.somebody(role), self.ask.draw(kind))

    def _likely(self, kind: type[Command]) -> int:
        usual = LIKELY.get(kind, 10)
        if kind is c.CorrectMeter and meters_hit(self.watch.table):
            return 1_000
        return usual * FONDNESS if kind in self.fond else usual

    def _empty_the_shoe(self) -> None:
        """Card after card lies face up, and the floor lets the round go on: sooner or later the shoe is empty."""
        left = self.rng.choice((0, 0, 1, 2, 5))
        while self.watch.table.phase in ("dealing", "war_dealing") and self.watch.table.cards.in_shoe > left:
            cards = self.ask.cards_left()[: self.watch.table.cards.in_shoe - left]
            self.say(DEALER, c.ReportFaceUpCards(cards))
            self.say(FLOOR, c.Rule("continue", "the floor saw it"))

    def talk_nonsense(self) -> None:
        """Anything, by anyone."""
        self.say(self.somebody(self.rng.choice(ROLES)), self.ask.draw(self.rng.choice(COMMANDS)))

    # Where a player has to choose

    def _choose(self) -> Asked:
        """A choice that is open to a player; a call waits for the floor, and where nothing waits people come."""
        if self.watch.table.call is not None:
            return FLOOR, self.draw(c.Rule)
        match self.watch.table.phase:
            case "closed":
                return FLOOR, c.OpenTable("patron-dealer")
            case "opening" | "waking" | "cutting" | "banking" if self.watch.table.arrivals:
                return self._answer_an_offer()
            case "dealing" | "war_dealing":
                return SHOE, self.draw(c.MeetCoverCard if self.ask.sometimes(3) else c.TurnCard)
            case "deciding":
                return self._chooser(), self.draw(c.Surrender if self.ask.sometimes(25) else c.GoToWar)
            case "side_bets":
                return (DEALER, c.SettleSideBets()) if self.ask.sometimes(20) else (SHOE, self.draw(c.SpinWheel))
            case "betting" | "war_wagers" if self.watch.table.arrivals and self.ask.sometimes(85):
                return self._bet()
            case _:
                return DEALER, self.draw(c.Sit)

    def _chooser(self) -> Actor:
        """The tied player, or the dealer for a player at the table."""
        turn = next_to_ask(self.watch.table)
        if turn is None:
            return DEALER
        return player(turn[1].patron) if turn[1].presence == "remote" or self.ask.sometimes(30) else DEALER

    def _bet(self) -> Asked:
        """A wager that the dealer enters or, on a sealed shoe, that a player makes; a missed player may pass."""
        if self.watch.table.found.included and self.ask.sometimes(50):
            return DEALER, self.rng.choice((c.CallNoMoreBets(), self.draw(c.DeclineInclusion)))
        table, command = self.watch.table, self.draw(c.PlaceWager)
        if not isinstance(command, c.PlaceWager):
            return DEALER, command
        box = table.box(command.seat)
        if not table.seal.terms:
            remote = box is not None and box.presence == "remote" and not command.bettor
            return player(box.patron) if remote and box else DEALER, command
        with_words = box and box.patron and self.ask.sometimes(90)
        return (player(box.patron), replace(command, words="seven")) if box and with_words else (DEALER, command)

    def _answer_the_seal(self) -> Asked | None:
        """What the shoe itself is asked for, if it is."""
        asked = [SEALS[step.step] for step in steps(self.watch.table) if step.step in SEALS]
        return (SHOE, self.draw(asked[0])) if asked else None

    def _answer_a_look(self, patron: str) -> Asked:
        """The first player looks, declines, or lets the time pass."""
        if self.ask.sometimes(10):
            return CLOCK, c.LapseOffer()
        return player(patron), c.DeclineLook() if self.ask.sometimes(30) else c.ConfirmStep("look")

    def _answer_an_offer(self) -> Asked:
        table, open_now = self.watch.table, open_offer(self.watch.table)
        if open_now and open_now.what == "look":
            return self._answer_a_look(open_now.patron)
        cutting = table.phase == "cutting"
        offer = table.cut.offer if cutting else table.banker.offer
        if not cutting and not offer:
            return DEALER, self.draw(self.rng.choice((c.OfferBank, c.Sit)))
        yes, no = (c.CutCards, c.DeclineCut) if cutting else (c.PostBank, c.DeclineBank)
        box = table.box(offer or 0)
        by = player(box.patron) if box and box.patron and self.ask.sometimes(60) else DEALER
        return by, self.draw(no if self.ask.sometimes(30) else yes)

    # The way home

    def end_the_day(self) -> None:
        """From wherever the walk has led, the table can be brought to its close."""
        for _ in range(LONGEST_WAY_HOME):
            phase = self.watch.table.phase
            if phase == "closed":
                return
            accepted = any(not isinstance(self.watch.send(by, command), Refused) for by, command in self._ways_home())
            assert accepted, f"there is no way out of {phase}"
        raise AssertionError("the day does not end")

    def _ways_home(self) -> Iterator[Asked]:
        """What might bring the table nearer to its close, the best first."""
        table = self.watch.table
        yield FLOOR, c.CloseTable()
        for step in steps(table):
            for role in step.by:
                if step.usual is not None and (by := sender(table, step, role)):
                    yield by, step.usual
        choices = table.call.choices if table.call else ()
        yield from ((FLOOR, c.Rule(choice, "the day ends")) for choice in self.rng.sample(choices, len(choices)))
        yield SHOE, self.draw(c.RevealShoe)
        if seal_is_due(table):
            yield SHOE, self.draw(c.SealShoe)
        yield CLOCK, c.LapseOffer()
        yield from ((DEALER, c.DeclineInclusion(box.seat)) for box in table.boxes if box.patron in table.found.included)
        if table.phase == "betting":
            yield from self._wagers_back()
        yield from ((SHOE, c.TurnCard(card)) for card in self.ask.cards_left()[:1])
        if turn := next_to_ask(table):
            yield player(turn[1].patron), c.GoToWar(turn[0].seat, turn[1].name)
        yield from ((SHOE, self.draw(c.SpinWheel)) for _ in range(50))
        yield FLOOR, c.VoidRound("the day ends")

    def _wagers_back(self) -> Iterator[Asked]:
        """A sealed shoe without words, or decks to be changed, are not dealt from: the dealer takes the wagers back."""
        for box in self.watch.table.boxes:
            for bettor in reversed(box.bettors):
                for wager in reversed(open_wagers(self.watch.table)):
                    yield DEALER, c.TakeBackWager(box.seat, wager, bettor.name)
                    yield FLOOR, c.TakeBackWager(box.seat, wager, bettor.name, "the day ends")
                    yield player(bettor.patron), c.TakeBackWager(box.seat, wager, bettor.name)


def walk(house: str, seed: object, length: int, *, sealing: bool = True) -> Walker:
    """One walk from a closed table to a closed table. Its cards are any cards, so a shoe that is sealed is not kept."""
    walker = Walker(house, random.Random(f"{house}/{seed}"), sealing=sealing)
    try:
        walker.walk(length)
        walker.watch.replay_all()
        walker.end_the_day()
    except Exception as error:
        error.add_note(f"in the house {house!r} with the seed {seed}")
        raise
    return walker

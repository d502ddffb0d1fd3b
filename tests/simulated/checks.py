"""What must hold in a simulated house through every fault: the seven checks of an auditor, and a few of the people's.

A1 every acknowledged order is there exactly once; A2 nothing happened without an order, or a clock that allows it;
A3 versions run without a gap; A4 chains hold; A5 a replay gives the same table; A6 every account is at what its events
come to, and nothing is made or lost; A7 every card is in one place, and comes in the order that was sealed.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec

from tests.server.running import KEY
from tests.table.tally import Chips, Count
from wartable import cage
from wartable.audit import house_events as h
from wartable.audit import state_digest, verify_store
from wartable.ledger import holds_chips
from wartable.live.driving.table import LiveTable
from wartable.live.history.mirror import CountdownKey, Happened, countdown_key, happened_in, stream_of
from wartable.live.history.shoe import retrace
from wartable.live.people.orders import Speaker
from wartable.live.vault import Vault, derive_key
from wartable.store import Batch, UnknownEvent, decode
from wartable.table import Table, evolve, hold, new_table
from wartable.table import events as e

if TYPE_CHECKING:
    from tests.simulated.people import Player, Sent
    from tests.simulated.world import World

ACCOUNT = "-account"
"""How the account of every patron ends, so that it is known where it must not be read."""
HOUSE_MAKERS = ("auto", "clock", "bot", "request")
BY_ONESELF = (
    e.WagerPlaced,
    e.WagerTakenBack,
    e.PlayerSat,
    e.PlayerLeft,
    e.WarDeclared,
    e.BankPosted,
)
"""What a player does only for their own account."""
BY_TIME = (e.CutDeclined, e.BankDeclined, e.NoMoreBetsCalled, e.TieSurrendered)
"""What the clock does for people when their time is over."""
SLACK = 0.1
LATE = 3.0
"""Seconds after which every server has heard of what was kept, when there are no troubles."""


class Broken(AssertionError):
    """Something that was promised does not hold."""


class Checks:
    """The auditor of one world. What it finds is kept, and raised at the end."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.problems: list[BaseException] = []
        self.traced: list[str] = []
        self.kept_at: dict[str, float] = {}
        self.answers = 0

    def must(self, held: bool, *told: object) -> None:
        if not held:
            self.problems.append(Broken(" ".join(map(str, told))))

    def fail(self, error: BaseException) -> None:
        self.problems.append(error)

    def raise_first(self) -> None:
        if self.problems:
            raise self.problems[0]

    def trace(self, told: str) -> None:
        self.traced.append(f"{self.world.loop.time():.6f} {told}")

    # While it happens

    def look_at_batch(self, batch: Batch) -> None:
        """A batch was kept just now."""
        self.kept_at[batch.command_id] = self.world.loop.time()
        self.trace(f"kept {batch.command_id}")
        if batch.fence is not None:
            driver = self.world.store.driver(batch.fence.table)
            mine = (batch.fence.owner, batch.fence.number)
            self.must(driver == mine, "A2: the table is driven by", driver, "and", mine, "wrote", batch.command_id)

    def look_at_view(self, speaker: Speaker, table: str, message: bytes) -> None:
        """No one is told what is not kept, and a player reads no account but their own."""
        read = msgspec.json.decode(message)
        head = self.world.store.head(stream_of(table)).version
        self.must(read["version"] <= head, "A1: version", read["version"], "was published and the log ends at", head)
        if speaker.role == "player":
            for person in self.world.people:
                patron = person.speaker.patron
                if patron and patron != speaker.patron:
                    leaked = patron.encode() in message
                    self.must(not leaked, "A2:", speaker.person, "reads", patron, "in a view")

    # At the end

    def look_at_the_end(self) -> None:
        """Everything once more, from the rows alone."""
        try:
            self._look_at_streams()
            self._look_at_orders()
            self._look_at_the_table()
            self._look_at_two_keys()
            self._look_whether_it_goes_on()
        except Exception as error:  # the look itself broke on what it saw
            self.fail(error)

    def _look_at_streams(self) -> None:
        store = self.world.store
        for stream in store.streams():
            versions = [record.version for record in store.read(stream)]
            self.must(versions == list(range(1, len(versions) + 1)), "A3:", stream, "has gaps:", versions)
        commands = [next(group) for _, group in groupby(self._records(), key=lambda one: one.command_id)]
        twice = [name for name, number in Counter(one.command_id for one in commands).items() if number > 1]
        self.must(not twice, "A1: happened twice:", twice)
        verified = verify_store(store)
        self.must(verified.holds, "A4:", verified.findings[:1])

    def _records(self) -> list[Happened]:
        return list(happened_in(self.world.store.read(stream_of(self.world.table))))

    def _look_at_orders(self) -> None:
        by_id: dict[str, list[Happened]] = {}
        for happened in self._records():
            by_id.setdefault(happened.command_id, []).append(happened)
        for person in (*self.world.people, self.world.second):
            for sent in person.sent.values():
                self._look_at_order(person, sent, by_id)
        people = {person.speaker.person: person for person in self.world.people}
        for command_id, events in by_id.items():
            self._look_who_asked(command_id, events, people)

    def _look_at_order(self, person: "Player", sent: "Sent", by_id: dict[str, list[Happened]]) -> None:
        command_id, answer = f"{person.speaker.person}/{sent.id}", sent.answer
        if "confirm" in sent.body:
            command_id = f"request/{sent.body['confirm']}"
        if answer is None:
            return
        if answer.ok and answer.receipt:
            self.answers += 1
            kept = self.world.store.find(command_id)
            self.must(kept is not None, "A1:", command_id, "was answered and is not there")
            if kept is not None:
                receipt = kept.receipts[0]
                same = (receipt.version, receipt.chain.hex()) == (answer.version, answer.receipt)
                self.must(same, "A1:", command_id, "was answered otherwise")
                last = by_id.get(command_id, [])[-1:]
                self.must(bool(last) and last[0].version == answer.version, "A1:", command_id, "did not lead there")
        elif not answer.ok and sent.copies == 1 and "confirm" not in sent.body:
            self.must(command_id not in by_id, "A1:", command_id, "was refused and happened:", answer.refused)

    def _look_who_asked(self, command_id: str, events: list[Happened], people: dict[str, "Player"]) -> None:
        maker, _, rest = command_id.partition("/")
        if maker in HOUSE_MAKERS:
            return
        person = people.get(maker)
        self.must(person is not None and rest in person.sent, "A2: no one asked for", command_id)
        if person is None or person.speaker.role != "player":
            return
        for happened in events:
            if isinstance(happened.event, BY_ONESELF):
                own = happened.event.patron == person.speaker.patron
                self.must(own, "A2:", command_id, "did something for", happened.event)

    # The table, event by event

    def _look_at_the_table(self) -> None:
        world = self.world
        rules = next(iter(world.servers.values())).room.tables[world.table].rules
        table, chips, count = new_table(rules), Chips(rules), Count(rules)
        begun: tuple[CountdownKey, float] = ((), 0.0)
        stood: dict[int, tuple[float, Table]] = {}
        for command_id, group in groupby(self._records(), key=lambda one: one.command_id):
            at, happenings = self.kept_at.get(command_id, 0.0), list(group)
            if command_id.startswith("clock/") and isinstance(happenings[0].event, BY_TIME):
                self._look_at_time(begun, at)
            for happened in happenings:
                table = evolve(table, happened.event)
                chips.hear(happened.event)
                count.hear(happened.event)
            hold(table)
            count.agree(table)
            stood[happenings[-1].version] = (at, table)
            key = countdown_key(table)
            begun = begun if key == begun[0] else (key, at)
        self._look_at_accounts(chips.accounts(table))
        self._look_at_shoes(table)
        for server in world.servers.values():
            self._look_at_server(server.room.tables[world.table], stood)

    def _look_at_server(self, live: LiveTable, stood: dict[int, tuple[float, Table]]) -> None:
        """A server shows the table as the log has it, but for what was kept a moment ago."""
        version = live.log.mirror.version
        self.must(version in stood, "A5: a server stands at", version, "in the middle of a command")
        if version in stood:
            same = state_digest(live.table) == state_digest(stood[version][1])
            self.must(same, "A5: a server shows another table than its log at", version)
        late = [at for after, (at, _) in stood.items() if after > version and at < self.world.loop.time() - LATE]
        self.must(not late, "A5: a server stands at", version, "and has not heard of", len(late), "commands")

    def _look_at_time(self, begun: tuple[CountdownKey, float], at: float) -> None:
        """The clock decides for no one before their time is over."""
        live = next(iter(self.world.servers.values())).room.tables[self.world.table]
        settings = live.settings
        (kind, *_), since = begun[0] or ("",), begun[1]
        seconds = {
            "bets": settings.bets_seconds,
            "choice": live.rules.decision.timeout_s,
            "look": settings.look_seconds,
            "cut": settings.cut_seconds,
            "bank": settings.bank_seconds,
        }.get(str(kind))
        passed = at - since
        self.must(seconds is not None and passed >= seconds - SLACK, "A2: the clock decided", kind, "after", passed)

    def _look_at_accounts(self, expected: dict[str, int]) -> None:
        """What every account holds, by sums of its own."""
        held = dict(self.world.store.balances())
        self.must(sum(held.values()) == 0, "A6: money was made or lost:", sum(held.values()))
        below = [name for name, cents in held.items() if holds_chips(name) and cents < 0]
        self.must(not below, "A6: negative:", below)
        due: Counter[str] = Counter()
        for name, cents in expected.items():
            due[name if name.startswith("patron/") else f"table/{self.world.table}/{name}"] += cents
        for event in self._at_the_cage():
            if isinstance(event, cage.BoughtIn):
                due[f"patron/{event.patron}"] += event.amount
            elif isinstance(event, cage.InventoryFilled):
                due[f"table/{event.table}/bank"] += event.amount
        ours = {name: cents for name, cents in held.items() if name.startswith(("patron/", "table/"))}
        wrong = {name: (ours.get(name, 0), due[name]) for name in {*ours, *due} if ours.get(name, 0) != due[name]}
        self.must(not wrong, "A6: accounts hold, and should hold:", wrong)

    def _at_the_cage(self) -> Iterator[Any]:
        store = self.world.store
        for stream in store.streams():
            if not stream.startswith("table/"):
                for record in store.read(stream):
                    try:
                        yield decode(record)
                    except UnknownEvent:
                        continue

    def _look_at_shoes(self, table: Table) -> None:
        """Every card that left a sealed shoe left it in the order that was sealed."""
        vault = Vault(self.world.store, derive_key(KEY, "vault"))
        history: list[Happened] = []
        number, commitment = 0, ""
        for happened in self._records():
            match happened.event:
                case e.ShoeSealed():
                    history, commitment, number = [], happened.event.commitment, number + 1
                case e.ShoeRevealed(seed=seed):
                    retrace(self.world.table, table, bytes.fromhex(seed), number, history)
                    history = []
            history.append(happened)
        seed_now = vault.get(f"shoe/{self.world.table}/{commitment}") if table.seal.commitment else None
        if seed_now is not None:
            retrace(self.world.table, table, seed_now, number, history)

    def _look_at_two_keys(self) -> None:
        first: dict[str, str] = {}
        for event in self._at_the_cage():
            if isinstance(event, h.RequestMade):
                first[event.request] = event.by
            elif isinstance(event, h.RequestConfirmed):
                self.must(first.get(event.request) != event.by, "A2: one person turned both keys:", event)

    def _look_whether_it_goes_on(self) -> None:
        """When the troubles are over, rounds are played again, and no table has stopped by a mistake of ours."""
        stopped = [told for log in self.world.logs for what, told in log.lines if what == "table_stopped"]
        self.must(not stopped, "a table stopped:", stopped[:1])
        ended = [one for one in self._records() if isinstance(one.event, e.RoundEnded)]
        late = [one for one in ended if self.kept_at.get(one.command_id, 0.0) > self.world.calm_at]
        self.must(bool(late), "nothing is played any more")

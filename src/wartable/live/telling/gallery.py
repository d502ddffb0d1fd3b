"""The watchers of a table, and which of its players are there; the game never waits for them."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import Protocol

from wartable.live.history import MAX_ROUNDS_KEPT, Happened, Mirror
from wartable.live.moments import Clock, Moment
from wartable.live.moves import Countdown
from wartable.live.people import Patrons, Speaker
from wartable.live.settings import TableSettings, is_private
from wartable.live.telling.felt import Company
from wartable.live.telling.publishing import NO_PART, Publisher, Subscriber, audience_of, close
from wartable.live.wire import Audience
from wartable.rulebook import Rules
from wartable.table import events as e
from wartable.table import words_of


class Remote:
    """A player who is at another server, as the gallery here knows them; updates reach them there by the log."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker

    def push(self, table: str, message: bytes) -> None:
        """Nothing is sent to another server's people from here."""


class TellPresence(Protocol):
    """Told that a player has come, or has gone."""

    def __call__(self, speaker: Speaker, *, here: bool) -> None: ...


class Gallery:
    """Subscribers, presence and readiness of one table."""

    def __init__(self, settings: TableSettings, rules: Rules, patrons: Patrons, bots: Set[str], clock: Clock) -> None:
        self._publisher = Publisher(settings, words_of(rules))
        self._settings = settings
        self._table = settings.table
        self._is_private = is_private(settings.table)
        self._patrons = patrons
        self._bots = bots
        self._clock = clock
        self._people: dict[Subscriber, None] = {}
        self._watchers: dict[Subscriber, None] = {}
        """Those to whom nothing here is their own: all of them get the same bytes."""
        self._sockets: Counter[str] = Counter()
        self._gone_since: dict[str, Moment] = {}
        self.ready: set[str] = set()
        self.follows = False
        """Whether another server drives the table, and knows who is there."""
        self._elsewhere: tuple[Set[str], Set[str]] | None = None
        """Who is there and who is ready, as that server has told us."""
        self.on_presence: TellPresence | None = None

    def change_rules(self, rules: Rules) -> None:
        """Use the words of other rules."""
        self._publisher = Publisher(self._settings, words_of(rules))

    # Coming and going

    def add(self, subscriber: Subscriber) -> bool:
        """Add a watcher; return whether the others are told: of a player, and at a private table of all people."""
        if subscriber in self._people or subscriber in self._watchers:
            return False
        (self._watchers if subscriber.speaker.role == "watcher" else self._people)[subscriber] = None
        patron = subscriber.speaker.patron
        if not patron:
            return self._is_private
        self._sockets[patron] += 1
        self._gone_since.pop(patron, None)
        if self.on_presence is not None and self._sockets[patron] == 1:
            self.on_presence(subscriber.speaker, here=True)
        return self._sockets[patron] == 1

    def remove(self, subscriber: Subscriber) -> bool:
        """Remove a watcher; return whether the others are told, as when it was added."""
        if subscriber in self._watchers:
            del self._watchers[subscriber]
            return self._is_private
        if subscriber not in self._people:
            return False
        del self._people[subscriber]
        patron = subscriber.speaker.patron
        if not patron:
            return False
        self._sockets[patron] -= 1
        if self._sockets[patron]:
            return False
        del self._sockets[patron]
        self.ready.discard(patron)
        self._gone_since[patron] = self._clock.now()
        if self.on_presence is not None:
            self.on_presence(subscriber.speaker, here=False)
        return True

    def expect(self, mirror: Mirror) -> None:
        """Count each seated player as just gone: after a start no client is there yet."""
        now = self._clock.now()
        self._gone_since = {
            box.patron: now for box in mirror.table.boxes if box.patron and box.patron not in self._sockets
        }

    def hear(self, patron: str) -> None:
        """Count a person without a socket who sends a command as there now, and gone from then on."""
        if patron and patron not in self._sockets:
            self._gone_since[patron] = self._clock.now()

    def gone_since(self, mirror: Mirror) -> Mapping[str, Moment]:
        """Return since when each seated player has been gone; forget players who do not sit."""
        gone = self._gone_since
        if gone:
            self._gone_since = {box.patron: gone[box.patron] for box in mirror.table.boxes if box.patron in gone}
        return self._gone_since

    @property
    def present(self) -> Set[str]:
        """The patrons with an open socket."""
        return self._sockets.keys()

    @property
    def subscribers(self) -> tuple[Subscriber, ...]:
        return (*self._people, *self._watchers)

    @property
    def is_watched(self) -> bool:
        return bool(self._people or self._watchers)

    def drive(self) -> None:
        """Know who is there: this server drives the table."""
        self.follows, self._elsewhere = False, None

    def follow(self) -> None:
        """Know only who is here: another server drives the table, and has not told yet."""
        self.follows, self._elsewhere = True, None
        for remote in [subscriber for subscriber in self._people if isinstance(subscriber, Remote)]:
            self.remove(remote)

    def learn(self, present: Set[str], ready: Set[str]) -> bool:
        """Take what the driving server told of who is there; return whether that is news."""
        news = self.follows and self._elsewhere != (present, ready)
        self._elsewhere = (present, ready) if self.follows else None
        return news

    def unknown_to(self, present: Set[str]) -> tuple[Speaker, ...]:
        """Return the players here whom the driving server did not name."""
        return tuple(
            subscriber.speaker
            for subscriber in self._people
            if subscriber.speaker.patron and subscriber.speaker.patron not in present
        )

    def known_present(self, mirror: Mirror) -> Set[str]:
        """Return who is there at any server; no player counts as away before the driving server says so."""
        if not self.follows:
            return self.present
        told = self._elsewhere[0] if self._elsewhere else {box.patron for box in mirror.table.boxes}
        return told | self.present

    def company(self, mirror: Mirror) -> Company:
        """Return who is at the table, besides what the log says."""
        ready = self.ready | self._elsewhere[1] if self.follows and self._elsewhere else self.ready
        return Company(
            self._patrons.name,
            self.known_present(mirror),
            ready,
            self._bots,
            self._settings.floor_is_automatic,
            self._watching(mirror) if self._is_private else None,
            self._patrons.colour,
        )

    def _watching(self, mirror: Mirror) -> int:
        """How many people are here without a seat; those who work here are not counted.

        People who have not signed in are counted at their own server.
        """
        seated = {box.patron for box in mirror.table.boxes}
        return len(self.known_present(mirror) - seated) + len(self._watchers)

    # Telling

    def tell(self, mirror: Mirror, events: Sequence[Happened], countdown: Countdown | None) -> None:
        """Publish events, or, without any, that a person came, went or is ready."""
        now, company = self._clock.now(), self.company(mirror)
        over = sum(isinstance(happened.event, e.RoundEnded) for happened in events)
        made: dict[Audience, bytes] = {}

        def update(audience: Audience) -> bytes:
            if audience not in made:
                made[audience] = self._publisher.update(mirror, events, audience, company, countdown, now)
            return made[audience]

        for subscriber in tuple(self._people):
            speaker = subscriber.speaker
            held = self._patrons.holds(speaker.patron) if speaker.patron else 0
            own = self._publisher.own(mirror, speaker, held, company, rounds=over)
            subscriber.push(self._table, close(update(audience_of(speaker.role)), own))
        if self._watchers:
            message = close(update(audience_of("watcher")), NO_PART)
            for subscriber in tuple(self._watchers):
                subscriber.push(self._table, message)

    def whole(self, mirror: Mirror, subscriber: Subscriber, countdown: Countdown | None) -> bytes:
        """Return the whole table for a watcher who has just come, or could not keep up."""
        speaker, company = subscriber.speaker, self.company(mirror)
        message = self._publisher.whole(mirror, audience_of(speaker.role), company, countdown, self._clock.now())
        held = self._patrons.holds(speaker.patron) if speaker.patron else 0
        own = self._publisher.own(mirror, speaker, held, company, rounds=MAX_ROUNDS_KEPT)
        return close(message, own)

"""The chips at the player's seat: accepted and staged. The table decides what is allowed, not this module."""

from collections.abc import Mapping, Sequence

from wartable.live import BetView
from wartable.money import Cents, say_cents
from wartable.rulebook import Wager
from wartable.table import Phase, Seat

TRAY: tuple[Cents, ...] = (1_00, 5_00, 25_00, 100_00, 500_00)
MAX_UNDO = 100

Wagers = dict[Wager, Cents]


class Slip:
    """Chips put down and taken back, until the table has accepted them."""

    def __init__(self) -> None:
        self.chip: Cents = TRAY[1]
        self.hand = 1
        """The community card of the next initial wager, where a table has them."""
        self.before: Wagers = {}
        """The wagers of the round before."""
        self._open: Mapping[Wager, BetView] = {}
        self._moment: tuple[Phase, int] = ("closed", 0)
        self._want: Wagers | None = None
        self._undo: list[Wagers] = []

    @property
    def made(self) -> Wagers:
        """The wagers that the table has accepted."""
        return {wager: bet.made for wager, bet in self._open.items() if bet.made}

    @property
    def shown(self) -> Wagers:
        """The wagers as the player sees them."""
        return self.made if self._want is None else self._want

    @property
    def bets(self) -> Sequence[BetView]:
        """The wagers that are open now."""
        return tuple(self._open.values())

    @property
    def is_free(self) -> bool:
        """Whether chips may be taken back, so that each goes down at once."""
        return all(bet.take_back for bet in self._open.values())

    @property
    def staged(self) -> Cents:
        """The chips that the table has not accepted yet; a coupon is not money."""
        return max(0, _chips(self.shown) - _chips(self.made))

    def follow(self, phase: Phase, round_number: int, bets: Sequence[BetView], seats: Sequence[Seat]) -> None:
        """Follow a change of the table; a fast dealer may have played a whole round since."""
        last = self.made if self._moment[0] == "betting" else {}
        self._open = {bet.wager: bet for bet in bets if bet.seat in seats[:1] and not bet.bettor}
        if self._moment != (phase, round_number):
            self._moment = (phase, round_number)
            self._want = None
            self._undo.clear()
            self.before = last or self.before
        elif self._want == self.made:
            self._want = None

    def place(self, wager: Wager) -> str:
        """Add one chip, or take the next of the offered stakes; return a message for the player."""
        bet = self._open.get(wager)
        if bet is None:
            return "Nothing can be placed there now."
        now = self.shown.get(wager, 0)
        if bet.stakes:
            stakes = (0, *bet.stakes) if bet.take_back or not bet.made else bet.stakes
            after = stakes[(stakes.index(now) + 1) % len(stakes)] if now in stakes else stakes[0]
        else:
            after = now + self.chip if bet.max is None else min(now + self.chip, bet.max)
        self._put({**self.shown, wager: after})
        return "" if bet.stakes else _about(bet, now + self.chip)

    def undo(self) -> None:
        """Undo the last change."""
        if self._undo:
            self._want = self._undo.pop()

    def clear(self) -> None:
        """Take back every wager that may be taken back."""
        self._put({} if self.is_free else self.made)

    def rebet(self) -> None:
        """Repeat the wagers of the last round, as far as they are offered now."""
        self._put({wager: cents for wager, cents in self.before.items() if wager in self._open})

    def forget(self) -> None:
        """Drop the staged chips after a refusal."""
        self._want = None
        self._undo.clear()

    def unsent(self) -> Wagers | None:
        """Return the wagers to send; a stack that is still too small stays as it was."""
        wanted = {wager: self._as_it_may_lie(wager, cents) for wager, cents in self.shown.items()}
        wagers = {wager: cents for wager, cents in wanted.items() if cents}
        return None if wagers == self.made else wagers

    def _as_it_may_lie(self, wager: Wager, cents: Cents) -> Cents:
        bet = self._open.get(wager)
        return 0 if bet is None else cents if bet.min <= cents and not cents % bet.step else bet.made

    def _put(self, wagers: Wagers) -> None:
        self._undo = [*self._undo, self.shown][-MAX_UNDO:]
        self._want = {wager: cents for wager, cents in wagers.items() if cents}


def _about(bet: BetView, after: Cents) -> str:
    if bet.max is not None and after > bet.max:
        return f"The maximum here is {say_cents(bet.max)}."
    if after < bet.min:
        return f"The minimum here is {say_cents(bet.min)}."
    return f"Use multiples of {say_cents(bet.step)} here." if after % bet.step else ""


def _chips(wagers: Wagers) -> Cents:
    return sum(cents for wager, cents in wagers.items() if wager != "match_play")

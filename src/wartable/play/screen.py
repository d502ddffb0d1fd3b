"""The table on the screen: it draws the view, and turns keys into commands."""

from collections.abc import Awaitable, Callable, Mapping

from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Static

from wartable.live import NoMessage, SeatView, milliseconds
from wartable.money import say_cents
from wartable.play import drawing
from wartable.play.dock import draw_dock
from wartable.play.papers import keys_paper, others_paper, verify_paper, why_paper
from wartable.play.slip import TRAY
from wartable.play.table import PlayTable
from wartable.play.words import sentence
from wartable.rulebook import WAGERS, Wager
from wartable.table import words_of

TICKS_A_SECOND = 4
LAST_CALL_MS = 2_500
"""Staged chips are sent this long before the bets close, where a placed wager stays."""
MOVES: Mapping[str, int] = {"left": -1, "right": 1, "pageup": 10, "pagedown": -10}
SEAT_LEAST, SEAT_MOST = 8, 18
ARC_HEIGHT = 30
"""The least lines for seats in an arc."""
SAG = 3
FIRST_BANK = 500_00
MAX_SAID_LINES = 6


class SeatPlace(Static):
    """One place at the table."""

    def __init__(self, number: int) -> None:
        super().__init__(id=f"seat-{number}", markup=False)
        self.number = number
        self._stands = (0, 0)

    def stand(self, width: int, down: int) -> None:
        """Set the width, and the distance from the dealer."""
        if self._stands != (width, down):
            self._stands = (width, down)
            self.styles.width = width
            self.styles.margin = (down, 0, 0, 0)


class TableScreen(Screen[None]):
    """The whole table, for one person."""

    CSS = """
    TableScreen { background: $felt; color: $ink; layout: vertical; overflow: hidden; }
    TableScreen Static { link-style: none; link-style-hover: bold; link-color-hover: $brass-ink;
        link-background-hover: $brass; }
    #bar { height: 1; background: $rail; }
    #title { width: 1fr; }
    #purse { width: 30; text-align: right; text-style: bold; }
    #signs, #words, #countdown, #strip, #note { height: 1; padding: 0 1; }
    #words, #signs, #countdown { text-align: center; }
    #words { text-style: bold; }
    #dealer { height: 4; padding: 0 1; }
    #felt { height: 1fr; min-height: 10; }
    #seats { height: 10; width: auto; }
    #seats.arc { height: 13; }
    SeatPlace { height: 10; }
    #said { height: 1fr; padding: 0 1; color: $print; }
    #dock { height: 3; background: $rail; padding: 0 1; }
    """

    def __init__(self, table: PlayTable, *, letters: bool = False) -> None:
        super().__init__()
        self.table = table
        self.letters = letters
        self.note = ""
        self.depth = 0
        self.bank = 0
        self._drawing = False
        self._shown: dict[str, Content] = {}
        self._offer: object = None
        self._noted = table.history[0].round if table.history else 0
        self._keys: Mapping[str, Callable[[], object]] = {
            "u": self._change(table.slip.undo),
            "c": self._change(table.slip.clear),
            "r": self._change(table.slip.rebet),
            "h": self._next_hand,
            "d": self._deal,
            "s": lambda: self._choose("surrender"),
            "w": lambda: self._choose("go_to_war"),
            "n": self._pass,
            "f": self._face_up,
            "a": self._ask_for_shuffle,
            "enter": self._enter,
            "g": self._more_chips,
            "y": lambda: self.app.push_screen(why_paper(table)),
            "v": self._verify,
            "o": lambda: self.app.push_screen(others_paper(table)),
            "question_mark": lambda: self.app.push_screen(keys_paper()),
            "q": self.app_exit,
        }

    def compose(self) -> ComposeResult:
        """Lay out the screen from the bar to the dock."""
        with Horizontal(id="bar"):
            yield Static(id="title", markup=False)
            yield Static(id="purse", markup=False)
        for name in ("signs", "words", "countdown", "dealer"):
            yield Static(id=name, markup=False)
        with Vertical(id="felt"):
            with Center(), Horizontal(id="seats"):
                # Seat 1 is at the dealer's left, which is on the right for the players.
                for seat in reversed(self.table.felt.seats):
                    yield SeatPlace(seat.seat)
            yield Static(id="said", markup=False)
        for name in ("strip", "note", "dock"):
            yield Static(id=name, markup=False)

    def on_mount(self) -> None:
        """Draw every change from now on."""
        self.table.changed = self.draw_soon
        self.set_interval(1 / TICKS_A_SECOND, self._tick)
        self.draw_all()

    def on_unmount(self) -> None:
        """Stop drawing."""
        self.table.changed = lambda: None

    def on_resize(self, _event: Resize) -> None:
        """Draw again for the new size."""
        self.draw_all()

    # Drawing

    def draw_soon(self) -> None:
        """Draw once for all changes until the next refresh."""
        if not self._drawing:
            self._drawing = True
            self.call_later(self.draw_all)

    def draw_all(self) -> None:
        """Draw everything from the view."""
        self._drawing = False
        if not self.is_mounted:
            return
        table, width = self.table, self.size.width - 2
        self._begin_offers()
        self._note_the_last_hand()
        settings = table.live.settings
        rules = table.live.rules
        self._show("title", Content(f" {settings.name or settings.table} · round {table.felt.round}"))
        self._show("purse", Content(f"{say_cents(table.you.balance)} chips "))
        self._show("signs", drawing.draw_signs(table.felt, rules, width))
        self._show("words", Content(self._words()))
        banker = words_of(rules).banker
        dealer = drawing.draw_dealer(table.felt, rules, banker, width, letters=self.letters)
        self._show("dealer", Content("\n").join(dealer))
        self._draw_seats()
        self._draw_said()
        self._show("strip", drawing.draw_history(tuple(table.history), width, letters=self.letters))
        self._show("note", Content(self.note[:width]))
        self._show("dock", Content("\n").join(draw_dock(table, self.depth, self.bank)))
        self._draw_countdown()

    def _show(self, name: str, content: Content) -> None:
        """Update only a widget whose content has changed."""
        shown = self._shown.get(name)
        if shown is None or not shown.is_same(content):
            self._shown[name] = content
            self.query_one(f"#{name}", Static).update(content, layout=False)

    def _words(self) -> str:
        if self.table.live.stopped:
            return "This table has stopped because of an error. Your wagers are kept."
        return self.table.felt.says

    def _draw_seats(self) -> None:
        felt, count = self.table.felt, len(self.table.felt.seats)
        width = max(SEAT_LEAST, min(SEAT_MOST, self.size.width // count))
        arc = self.size.height >= ARC_HEIGHT
        self.query_one("#seats").set_class(arc, "arc")
        for place in self.query(SeatPlace):
            seat: SeatView = felt.seats[place.number - 1]
            from_middle = abs(count + 1 - 2 * place.number) / max(1, count - 1)
            place.stand(width, round(SAG * (1 - from_middle**2)) if arc else 0)
            drawn = drawing.draw_seat(felt, seat, self.table.you.seats, width, letters=self.letters)
            self._show(f"seat-{place.number}", drawn)

    def _draw_said(self) -> None:
        """Show the last messages, where the screen has room for them."""
        panel = self.query_one("#said", Static)
        lines = [said.says for said in self.table.said][-MAX_SAID_LINES:]
        self._show("said", Content("\n".join(lines[-panel.size.height :] if panel.size.height else [])))

    def _draw_countdown(self) -> None:
        now = milliseconds(self.table.room.clock.now())
        width = self.size.width - 2
        self._show("countdown", drawing.draw_countdown(self.table.felt, self.table.you.seats, now, width))

    def _note_the_last_hand(self) -> None:
        last = self.table.history[0] if self.table.history else None
        if last is not None and last.round != self._noted:
            self._noted = last.round
            self.note = drawing.tell_last(last, letters=self.letters)

    def _begin_offers(self) -> None:
        """Set a sensible start value for a new offer; the player changes it."""
        cut, bank = self.table.you.cut, self.table.you.bank
        offer = ("cut", self.table.felt.shoe.number) if cut else ("bank", self.table.felt.round) if bank else None
        if offer != self._offer:
            self._offer = offer
            self.depth = max(cut.least, min(cut.most, cut.stack * 9 // 20)) if cut else 0
            self.bank = min(bank.most, FIRST_BANK) if bank else 0

    def _tick(self) -> None:
        self._draw_countdown()
        clock = self.table.felt.clock
        staged = self.table.slip.staged and not self.table.slip.is_free
        if clock is not None and clock.on == "bets" and staged:
            left = clock.ends - milliseconds(self.table.room.clock.now())
            if left < LAST_CALL_MS:
                self._start(self._put_down)

    # Keys

    def on_key(self, event: Key) -> None:
        """Handle every key of the table; ignore other keys."""
        key = "question_mark" if event.character == "?" else event.key.lower()
        if self.action_strike(key):
            event.stop()

    def action_strike(self, key: str) -> bool:
        """Do the action of a key; return whether it has one. One typed before a paper was drawn does nothing."""
        if self.app.screen is not self:
            return False
        known = self._keys.get("question_mark" if key == "?" else key)
        if areas := [wager for wager, row in WAGERS.items() if row.key == key]:
            self._place(areas)
        elif key in tuple("12345"):
            self.table.slip.chip = TRAY[int(key) - 1]
        elif key in MOVES or key in ("home", "end"):
            self._move(key)
        elif known is not None:
            known()
        else:
            return False
        self.draw_soon()
        return True

    def _start(self, work: Callable[[], Awaitable[None]]) -> None:
        self.run_worker(work(), group="table", exclusive=False)

    def _say(self, refused: NoMessage | None) -> None:
        if refused is not None:
            clauses = f" ({', '.join(refused.clauses)})" if refused.clauses else ""
            self.note = f"{sentence(refused.says)}{clauses}"
        self.draw_soon()

    # Chips

    def _place(self, areas: list[Wager]) -> None:
        slip = self.table.slip
        open_now = {bet.wager for bet in slip.bets}
        if not open_now:
            return
        self.note = slip.place(next((wager for wager in areas if wager in open_now), areas[0]))
        self._changed()

    def _change(self, change: Callable[[], None]) -> Callable[[], None]:
        def changed() -> None:
            if self.table.slip.bets:
                change()
                self._changed()

        return changed

    def _changed(self) -> None:
        """Send chips at once where they may be taken back; stage them elsewhere."""
        if self.table.slip.is_free and self.table.felt.phase == "betting":
            self._start(self._put_down)

    async def _put_down(self) -> None:
        self._say(await self.table.put_down())

    def _deal(self) -> None:
        if self.table.slip.bets:
            self._start(self._put_down_and_wait)

    async def _put_down_and_wait(self) -> None:
        refused = await self.table.put_down()
        self._say(refused)
        if refused is None:
            self.table.ready()

    def _next_hand(self) -> None:
        hands = self.table.live.rules.electronic
        if hands is not None:
            self.table.slip.hand = self.table.slip.hand % hands.community_cards + 1

    # Choices

    def _do(self, command: str, **fields: object) -> None:
        async def ask() -> None:
            self._say(await self.table.do(command, **fields))

        self.note = ""
        self._start(ask)

    def _choose(self, what: str) -> None:
        choice = self.table.you.choice
        if choice is None:
            return
        if what == "go_to_war" and not choice.enough_for_war:
            self.note = "Not enough chips for war. You can surrender."
        else:
            self._do(what, seat=choice.seat, bettor=choice.bettor)

    def _move(self, key: str) -> None:
        cut, bank = self.table.you.cut, self.table.you.bank
        if cut is not None:
            to = {"home": cut.least, "end": cut.most}.get(key, self.depth + MOVES.get(key, 0))
            self.depth = max(cut.least, min(cut.most, to))
        elif bank is not None:
            chip = self.table.slip.chip
            to = {"home": chip, "end": bank.most}.get(key, self.bank + MOVES.get(key, 0) * chip)
            self.bank = max(min(chip, bank.most), min(bank.most, to))

    def _enter(self) -> None:
        if self.table.you.look is not None:
            self._do("confirm_step", step="look")
        elif self.table.you.cut is not None:
            self._do("cut_cards", depth=self.depth)
        elif self.table.you.bank is not None:
            self._do("post_bank", amount=self.bank)
        else:
            self._deal()

    def _face_up(self) -> None:
        look = self.table.you.look
        if look is not None and not look.face_up:
            self._do("ask_for_face_up")

    def _ask_for_shuffle(self) -> None:
        if self.table.you.ask_for_shuffle:
            self._do("ask_for_shuffle")

    def _pass(self) -> None:
        if self.table.you.look is not None:
            self._do("decline_look")
        elif self.table.you.cut is not None and "decline_cut" in self.table.you.can:
            self._do("decline_cut")
        elif self.table.you.bank is not None:
            self._do("decline_bank")

    # The rest

    def _more_chips(self) -> None:
        if self.table.you.balance + self.table.laid < TRAY[1]:
            self._start(self.table.more_chips)

    def _verify(self) -> None:
        async def prove() -> None:
            await self.app.push_screen(await verify_paper(self.table))

        self._start(prove)

    def app_exit(self) -> None:
        """Leave; wagers on the felt stay in the round."""
        self.app.exit()

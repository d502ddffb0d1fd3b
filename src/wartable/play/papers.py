"""Printed paper beside the felt: the keys, why a hand was settled so, and the proof of the last shoe."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from wartable.money import say_cents
from wartable.play.table import PlayTable
from wartable.play.words import change
from wartable.rulebook import WAGERS, find_clause

KEYS: tuple[tuple[str, str], ...] = (
    ("1 – 5", "choose a chip"),
    ("I T P B", "place on initial, tie, progressive, bonus spin"),
    ("U", "undo"),
    ("C", "clear"),
    ("R", "rebet: the same bets again"),
    ("Enter or D", "your bets are down: deal"),
    ("S", "surrender"),
    ("W", "go to war"),
    ("← →", "move the cut or the bank; Page by ten, Home and End"),
    ("Enter", "you have looked at the cards, cut here, or post the bank"),
    ("N", "pass the look, the cut or the bank"),
    ("F", "have the idle cards turned face up, where they lie face down"),
    ("A", "ask that the cards from the shuffler be spread and shuffled"),
    ("H", "the hand you bet on, where there are several"),
    ("Y", "why: the last hand, with the clauses"),
    ("V", "verify the last shoe"),
    ("O", "what happened at the other seats"),
    ("G", "more play money, when there is none left"),
    ("?", "this list"),
    ("Q", "leave the table; a table in a file waits for you"),
)


class Paper(ModalScreen[None]):
    """A sheet with a heading; any of the usual keys closes it."""

    DEFAULT_CSS = """
    Paper { align: center middle; background: $rail 60%; }
    Paper VerticalScroll { width: 76; max-width: 96%; height: auto; max-height: 92%; padding: 1 2;
        background: $sheet; color: $sheet-ink; }
    Paper Static { height: auto; }
    """

    def __init__(self, heading: str, text: Content) -> None:
        super().__init__()
        self._text = Content("\n\n").join([Content.styled(heading, "bold"), text, Content("Esc closes this.")])

    def compose(self) -> ComposeResult:
        """Show one sheet, which scrolls if it is longer than the screen."""
        with VerticalScroll():
            yield Static(self._text, markup=False)

    def on_key(self, event: Key) -> None:
        """Close on Escape, and on the keys that opened it."""
        event.stop()
        if event.key in ("escape", "enter", "space", "q", "y", "v", "o", "question_mark"):
            self._close_once()

    def on_click(self) -> None:
        """Close on a click."""
        self._close_once()

    def _close_once(self) -> None:
        """Close, unless a key before this one has done so: the table under it must not be closed with it."""
        if self.is_current:
            self.dismiss()


def keys_paper() -> Paper:
    """Return a sheet with every key of the table."""
    return Paper("Keys", Content("\n".join(f"{key:<11} {does}" for key, does in KEYS)))


def why_paper(table: PlayTable) -> Paper:
    """Return a sheet with every wager of the last hand, its settlement and its clauses."""
    number, lines = table.last_lines()
    if not lines:
        return Paper("Why?", Content("No hand of yours has been settled here yet."))
    return Paper(f"Why? Round {number}", Content("\n").join(list(_why(table, number))))


def _why(table: PlayTable, number: int) -> Iterator[Content]:
    for line in table.last_lines()[1]:
        net = change(line.returned + line.paid - line.staked)
        wager, result = WAGERS[line.wager].short.capitalize(), line.result.replace("_", " ")
        head = f"{wager} {say_cents(line.staked)}: {result}, net {net}"
        yield Content.styled(head, "bold")
        yield Content(line.says)
        for clause in line.clauses:
            found = find_clause(table.live.rules.rulebook, clause)
            yield Content(f"  {clause}: {found.says}" if found else f"  {clause}")
        yield Content("")
    total = sum(line.returned + line.paid - line.staked for line in table.last_lines()[1])
    yield Content(f"Round {number} came to {change(total)}.")


async def verify_paper(table: PlayTable) -> Paper:
    """Return a sheet that verifies the last opened shoe against its seal, and shows the current seal."""
    proof = await table.prove_last_shoe()
    shoe = table.felt.shoe
    parts: list[str] = []
    if proof is None:
        parts.append("No shoe has been opened yet. A shoe is opened when it is over, and can then be verified.")
    else:
        number, cards, wrong = proof
        verdict = f"Not verified: {wrong}." if wrong else "Every card was where the seal said."
        parts.append(f"Shoe {number}, {cards} cards dealt. {verdict}")
    if shoe.commitment:
        parts.append(f"The seal of shoe {shoe.number}, in play now:\n{shoe.commitment}")
    return Paper("Verify", Content("\n\n".join(parts)))


def others_paper(table: PlayTable) -> Paper:
    """Return a sheet with what was said at the table, the last at the bottom."""
    return Paper("What happened", Content("\n".join(said.says for said in table.said) or "Nothing yet."))

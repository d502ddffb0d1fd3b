"""Amounts, cards and results in the terminal's words."""

from collections.abc import Mapping

from wartable.live import ClockView, HandResult
from wartable.money import Cents, say_cents

RESULTS: Mapping[HandResult, str] = {
    "win": "won",
    "lose": "lost",
    "push": "push",
    "surrender": "surrendered",
    "void": "void",
    "war_won": "won the war",
    "war_lost": "lost the war",
}
MARKS: Mapping[str, str] = {"won": "●", "lost": "○", "gave": "◐", "push": "–", "held": "…"}
"""Results differ by their symbol, never by colour alone."""


def change(cents: Cents) -> str:
    """Return a gain or a loss with its sign."""
    return f"+{say_cents(cents)}" if cents > 0 else say_cents(cents)


def narrow(cents: Cents, width: int, sign: str = "") -> str:
    """Return an amount within a width: without commas, then without zero cents; never a part of a figure."""
    whole, rest = divmod(abs(cents), 100)
    for text in (f"{sign}{whole:,}.{rest:02d}", f"{sign}{whole}.{rest:02d}", f"{sign}{whole}" if not rest else "…"):
        if len(text) <= width:
            return text
    return "…"


def sentence(says: str) -> str:
    """Return a refusal as a sentence with a capital letter and a full stop."""
    text = says[:1].upper() + says[1:]
    return text if text.endswith((".", "?")) else f"{text}."


def clock_words(clock: ClockView, seconds: int, *, mine: bool) -> str:
    match clock.on:
        case "bets":
            return f"Bets close in {seconds} s"
        case "war_wagers":
            return f"The war is dealt in {seconds} s"
        case "leave":
            return f"{seconds} s"
    whose = "You have" if mine else f"Seat {clock.seat} has" if clock.seat else "There are"
    return f"{whose} {seconds} s. Then: {clock.says}"

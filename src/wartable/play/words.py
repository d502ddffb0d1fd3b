"""Amounts, cards and things as the terminal writes them."""

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
"""Results differ by their shape, never by colour alone."""


def change(cents: Cents) -> str:
    """What somebody won or lost, with its sign."""
    return f"+{say_cents(cents)}" if cents > 0 else say_cents(cents)


def narrow(cents: Cents, width: int, sign: str = "") -> str:
    """An amount in so few columns: without commas, then without cents that are none; never a part of a figure."""
    whole, rest = divmod(abs(cents), 100)
    for text in (f"{sign}{whole:,}.{rest:02d}", f"{sign}{whole}.{rest:02d}", f"{sign}{whole}" if not rest else "…"):
        if len(text) <= width:
            return text
    return "…"


def sentence(says: str) -> str:
    """A refusal as a sentence: the list's words begin small and end without a full stop."""
    text = says[:1].upper() + says[1:]
    return text if text.endswith((".", "?")) else f"{text}."


def clock_words(clock: ClockView, seconds: int, *, mine: bool) -> str:
    """A countdown in words."""
    match clock.on:
        case "bets":
            return f"Bets close in {seconds} s"
        case "war_wagers":
            return f"The war is dealt in {seconds} s"
        case "leave":
            return f"{seconds} s"
    whose = "You have" if mine else f"Seat {clock.seat} has" if clock.seat else "There are"
    return f"{whose} {seconds} s. Then: {clock.says}"

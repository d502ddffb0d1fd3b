"""Rules to weigh: rulebooks at their default figures, and with anything that a test wants otherwise."""

from pathlib import Path
from typing import Any

from wartable import odds
from wartable.rulebook import Rules, load_house, load_rulebook, rules_in_force

HOUSES = Path(__file__).resolve().parents[2] / "houses"


def rules_of(name: str, **choices: Any) -> Rules:
    """A rulebook with every side bet, and with choices of which a house might not be allowed; `__` is a point."""
    book = load_rulebook(name)
    named = {key.replace("__", "."): value for key, value in choices.items()}
    return rules_in_force(book, odds.default_choices(book) | named)


def house_of(name: str) -> Rules:
    return load_house((HOUSES / f"{name}.toml").read_text(encoding="utf-8"))

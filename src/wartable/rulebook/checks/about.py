"""The house's details: names and a day, which no rule depends on."""

from collections.abc import Iterator, Mapping

from wartable.days import is_day
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.names import unknown_keys
from wartable.rulebook.checks.wording import shown
from wartable.rulebook.toml_lines import dotted

LONGEST_TEXT = 80
ABOUT = ("operator", "name", "filed")

_TEXT = f"a text of 1 to {LONGEST_TEXT} printable characters"
_DAY = 'a day as a text, such as "2026-11-15"'


def about_the_house(about: object) -> Iterator[HouseFinding]:
    """The names are short texts, the day of filing is a calendar day, and each may be left out."""
    if not isinstance(about, Mapping):
        yield HouseFinding("error", "about", f"{shown(about)} is not a table", "a table with operator, name and filed")
        return
    for name in ABOUT:
        fits, allowed = (is_day, _DAY) if name == "filed" else (_is_name, _TEXT)
        if name in about and not fits(about[name]):
            yield HouseFinding("error", f"about.{name}", f"{shown(about[name])} does not fit", allowed)
    strangers = [dotted(("about", name)) for name in about if name not in ABOUT]
    yield from unknown_keys(strangers, [f"about.{name}" for name in ABOUT])


def _is_name(text: object) -> bool:
    return isinstance(text, str) and 1 <= len(text) <= LONGEST_TEXT and text.isprintable() and text.strip() == text

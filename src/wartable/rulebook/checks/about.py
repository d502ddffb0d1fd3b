"""What a house says about itself: names, which no rule depends on."""

from collections.abc import Iterator, Mapping

from wartable.rulebook.checks.finding import Finding
from wartable.rulebook.checks.names import unknown_keys
from wartable.rulebook.checks.wording import shown
from wartable.rulebook.toml_lines import dotted

LONGEST_TEXT = 80
ABOUT = ("operator", "name", "filed")

_TEXT = f"a text of 1 to {LONGEST_TEXT} printable characters"


def about_the_house(about: object) -> Iterator[Finding]:
    """The names are short texts, and each may be left out."""
    if not isinstance(about, Mapping):
        yield Finding("error", "about", f"{shown(about)} is not a table", "a table with operator, name and filed")
        return
    for name in ABOUT:
        if name in about and not _is_name(about[name]):
            yield Finding("error", f"about.{name}", f"{shown(about[name])} does not fit", _TEXT)
    strangers = [dotted(("about", name)) for name in about if name not in ABOUT]
    yield from unknown_keys(strangers, [f"about.{name}" for name in ABOUT])


def _is_name(text: object) -> bool:
    return isinstance(text, str) and 1 <= len(text) <= LONGEST_TEXT and text.isprintable() and text.strip() == text

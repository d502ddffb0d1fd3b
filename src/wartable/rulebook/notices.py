"""What people are told of a table before they bet: whether it has the form of the rules, and what silence costs."""

from collections.abc import Iterator

from wartable.money import say_cents
from wartable.rulebook.load import load_rulebook
from wartable.rulebook.rules import Form, Rules

PRACTICE = "Practice table: it is not bound to the rules that were filed."


def notices(rules: Rules, form: Form, *, practice: bool) -> tuple[str, ...]:
    """Return what the page, the log and the terminal say of a table before a wager is placed."""
    return tuple(_notices(rules, form, practice=practice))


def _notices(rules: Rules, form: Form, *, practice: bool) -> Iterator[str]:
    if practice:
        yield PRACTICE
    if form == "automatic":
        yield digital(rules)
    if fee := rules.bank.collection_fee:
        yield f"The room takes a flat fee of {say_cents(fee)} once for each seat of a round, and no part of a wager."
    seconds = rules.decision.timeout_s
    if seconds is not None:
        yield f"On a tie you have {seconds} seconds to choose from a remote seat; after that you surrender."


def digital(rules: Rules) -> str:
    """Return how an automatic table differs from the table of the text."""
    title = load_rulebook(rules.rulebook).title
    described = "a dealer who deals real cards from a shoe"
    if rules.electronic is not None:
        described = "an electronic table that a dealer controls"
    return f"Digital form: the program deals from a digital shoe. The rules of {title} describe {described}."

"""One question of a drill, with the answer that the table itself gave."""

import msgspec

from wartable.money import format_cents, is_amount, parse_cents

LETTERS = "abcdef"


class Question(msgspec.Struct, frozen=True):
    """What happened, what is asked, and the answer: one of the choices or, where there are none, an amount."""

    kind: str
    about: str
    """What is practised: a step, a wager and its result, a mishap. A paper asks about as many as it can."""
    situation: tuple[str, ...]
    asks: str
    choices: tuple[str, ...]
    answer: str
    why: str
    clauses: tuple[str, ...]


def read_answer(question: Question, said: str) -> str | None:
    """What was answered: the choice behind a letter, or an amount with or without its cents; none where it is neither.

    A slip of the finger is no answer, and nobody should be marked down for it.
    """
    said = said.strip().lower()
    if question.choices:
        return dict(zip(LETTERS, question.choices, strict=False)).get(said)
    said = said.removeprefix("$").replace(",", "")
    said = said if "." in said else f"{said}.00"
    return format_cents(parse_cents(said)) if is_amount(said) else None

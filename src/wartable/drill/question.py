"""One question of a drill, with the table's own answer."""

from typing import Literal

import msgspec

from wartable.money import format_cents, is_amount, parse_cents

Kind = Literal["procedures", "pays", "irregularities"]
LETTERS = "abcdef"


class Question(msgspec.Struct, frozen=True):
    """The situation, the question, and the answer: one of the choices or, where there are none, an amount."""

    kind: Kind
    about: str
    """The subject: a step, a wager and its result, an irregularity. A set covers as many subjects as it can."""
    situation: tuple[str, ...]
    asks: str
    choices: tuple[str, ...]
    answer: str
    why: str
    clauses: tuple[str, ...]


def read_answer(question: Question, said: str) -> str | None:
    """Return the answer: the choice of a letter, or an amount with or without cents; None for other input.

    A typing error is not an answer, and must not count as a wrong one.
    """
    said = said.strip().lower()
    if question.choices:
        return dict(zip(LETTERS, question.choices, strict=False)).get(said)
    said = said.removeprefix("$").replace(",", "")
    said = said if "." in said else f"{said}.00"
    return format_cents(parse_cents(said)) if is_amount(said) else None

"""One question of a drill, with the answer that the table itself gave."""

import msgspec

from wartable.money import is_amount

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


def is_right(question: Question, said: str) -> bool:
    """Whether an answer is right: the letter of a choice, or an amount with or without its cents."""
    said = said.strip().lower()
    if question.choices:
        place = LETTERS.find(said) if len(said) == 1 else -1
        return 0 <= place < len(question.choices) and question.choices[place] == question.answer
    said = said.removeprefix("$").replace(",", "")
    said = said if "." in said else f"{said}.00"
    return is_amount(said) and said == question.answer

"""`wartable drill`: a dealer's practice, question by question."""

import sys
from textwrap import fill
from typing import TYPE_CHECKING, Literal

from wartable.cli.counts import MAX_SEED, counted
from wartable.cli.errors import DONE, InputError
from wartable.cli.examples import with_real_names
from wartable.cli.files import FileName

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from wartable.drill import Question
    from wartable.rulebook import Rules

WIDTH = 80
MOST_QUESTIONS = 200

About = Literal["all", "procedures", "pays", "irregularities", "shuffle"]


@with_real_names
def drill(
    rules: FileName | None = None,
    /,
    *,
    about: About = "all",
    questions: int = 10,
    seed: int | None = None,
    json: bool = False,
) -> int:
    """A dealer's practice: procedures, pays, irregularities, a shuffle by hand.

    A real table deals under the rules you name; it stops and asks what comes
    next, what is paid, or what follows when something goes wrong, and says why.
    Answer with the letter of a choice, or with an amount; a slip is asked again,
    an empty line ends it.
    A shuffle is practised act by act, and shows how random the cards are.

    Example:

        wartable drill
        wartable drill houses/{house}.toml --about pays --questions 20
        wartable drill --about shuffle

    Parameters
    ----------
    rules
        A rulebook, or a house file in TOML; without either, a rulebook in which the house banks.
    about
        What to practise.
    questions
        How many questions are asked.
    seed
        The same number asks the same questions again.
    json
        Print the questions with their answers as one JSON document, and ask nothing.
    """
    import random
    import secrets

    from wartable.cli.given_rules import given_rules
    from wartable.cli.screen import write_json
    from wartable.drill import KINDS, set_paper

    _check(questions, seed, asks=not json)
    chosen = given_rules(rules)
    number = secrets.randbits(32) if seed is None else seed
    rng = random.Random(number)
    if about == "shuffle":
        if json:
            raise InputError("--json: there are no questions in a shuffle")
        return _shuffle(chosen, rng)
    paper = set_paper(chosen, rng, questions, KINDS if about == "all" else (about,))
    if json:
        write_json({"rulebook": chosen.rulebook, "seed": number, "questions": paper})
        return DONE
    return _ask(paper, number)


def _check(questions: int, seed: int | None, *, asks: bool) -> None:
    if not 1 <= questions <= MOST_QUESTIONS:
        raise InputError(f"--questions: expected 1 to {MOST_QUESTIONS}, not {questions}")
    if seed is not None and not 0 <= seed < MAX_SEED:
        raise InputError(f"--seed: expected a whole number from 0 to {MAX_SEED - 1}, not {seed}")
    if sys.stdin is None and asks:
        raise InputError("standard input: is closed")


def _ask(paper: "Sequence[Question]", seed: int) -> int:
    right = asked = 0
    again: dict[str, None] = {}
    for place, question in enumerate(paper, start=1):
        _show(question, f"Question {place} of {len(paper)}")
        said = _answer_to(question)
        if said is None:
            break
        asked += 1
        if said == question.answer:
            right += 1
            print("Right.")
        else:
            again |= dict.fromkeys(question.clauses)
            print(f"No: {question.answer}")
        print(_wrapped(question.why))
    print(f"\n{right} of {asked} right. The same questions again: --seed {seed}")
    if again:
        print(_wrapped(f"Read again: {', '.join(again)} (wartable rules --clause ID)"))
    return DONE


def _answer_to(question: "Question") -> str | None:
    """Read one of the choices or an amount; after a typing error ask again."""
    from wartable.drill import LETTERS, read_answer

    letters = ", ".join(LETTERS[: len(question.choices)])
    while said := _answer():
        if (answer := read_answer(question, said)) is not None:
            return answer
        print(f"Expected one of: {letters}." if letters else "Expected an amount such as 15.00.")
    return None


def _show(question: "Question", head: str) -> None:
    from wartable.drill import LETTERS

    print(f"\n{head}: {question.kind}\n")
    print("\n".join(_wrapped(line, "  ") for line in question.situation))
    print(f"\n{_wrapped(question.asks)}")
    for letter, choice in zip(LETTERS, question.choices, strict=False):
        print(fill(f"{letter}  {choice}", WIDTH, initial_indent="  ", subsequent_indent="     "))


def _shuffle(rules: "Rules", rng: "random.Random") -> int:
    from wartable.drill import ACTS, Practice

    practice = Practice(rules.decks, rng.randrange)
    print(f"{rules.decks * 52} cards in order. What do you do with them? An empty line ends it.\n")
    for name, says in ACTS.items():
        print(f"  {name:8}{says}")
    while said := _answer().lower():
        if said not in ACTS:
            print(f"Expected one of: {', '.join(ACTS)}.")
            continue
        progress = practice.do(said)
        looks = "as chance leaves them" if progress.looks_random else "a trained eye still finds the old order"
        print(f"{counted(progress.rising, 'rising sequence')}: {looks}.")
        riffles = counted(progress.riffles, "riffle")
        print(f"Distance from random of {riffles} alone: {float(progress.distance):.3f}.")
    return DONE


def _answer() -> str:
    try:
        return input("> ").strip()
    except EOFError:
        print()
        return ""
    except UnicodeDecodeError:
        raise InputError("standard input: expected UTF-8 text") from None


def _wrapped(text: str, indent: str = "") -> str:
    return fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent)

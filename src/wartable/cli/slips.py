"""Errors of the command line in one line, in the words that were typed."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Literal, get_args, get_origin

from cyclopts import (
    ArgumentCollection,
    CoercionError,
    ConsumeMultipleError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

KINDS: dict[type, str] = {int: "a whole number", float: "a number", bool: "it alone, without a value"}
"""What is expected of an option, by its type."""


def told(error: CycloptsError) -> str:
    """Return one line: which word, what was expected, and where to read on."""
    command = " ".join(("wartable", *(error.command_chain or ()), "--help"))
    return f"{_what(error)}; see {command}"


def _what(error: CycloptsError) -> str:
    called = " ".join(error.command_chain or ())
    match error:
        case UnusedCliTokensError():
            return _mistaken(error) or f"unexpected argument {' '.join(error.unused_tokens or [])}"
        case UnknownOptionError(token=token, argument_collection=arguments):
            return _unknown((token.keyword or token.value).partition("=")[0], _options(arguments))
        case UnknownCommandError(app=app, unused_tokens=[word, *_]) if app is not None:
            verbs = [name for name in app if not name.startswith("-")]
            return f"{called}: unknown verb {word!r}; expected one of {', '.join(verbs)}"
        case MissingArgumentError(argument=argument) if argument is not None:
            wrong = "needs a value" if error.keyword or isinstance(error, ConsumeMultipleError) else "is missing"
            return f"{called}: {argument.name} {wrong}"
        case RepeatArgumentError(token=token):
            return f"{token.keyword}: given more than once; expected it once"
        case CoercionError(token=token, argument=argument) if token is not None and argument is not None:
            if wanted := _wanted(error, argument.hint):
                return f"{token.keyword or argument.name}: expected {wanted}, not {token.value!r}"
    return " ".join(str(error).split()).removesuffix(".")


def _wanted(error: CoercionError, hint: object) -> str | None:
    """Return what was expected: one of a few words, or a type."""
    if get_origin(error.target_type) is Literal:
        words = [str(word) for word in get_args(error.target_type)]
        return words[0] if len(words) == 1 else f"one of {', '.join(words)}"
    return next((words for kind, words in KINDS.items() if hint in (kind, kind | None)), None)


def _unknown(word: str, known: Sequence[str]) -> str:
    """Suggest the option most similar to the word, or list all options."""
    near = get_close_matches(word.strip("-"), [name.strip("-") for name in known], n=1)
    expected = [f"--{near[0]}"] if near else [*known, "--help"]
    return f"unknown option {word}; expected {'one of ' if len(expected) > 1 else ''}{', '.join(expected)}"


def _options(arguments: ArgumentCollection) -> list[str]:
    """Return every option by its name, without the negative forms of switches."""
    names = [name for argument in arguments for name in argument.names]
    return [name for name in names if name.startswith("--") and not name.startswith("--no-")]


def _mistaken(error: UnusedCliTokensError) -> str | None:
    """Suggest the option for a mistyped one, which was taken for a file name so that its value was left over."""
    if error.app is None:
        return None
    known = _options(error.app.assemble_argument_collection())
    words = [word.partition("=")[0] for word in error.root_input_tokens or ()]
    mistyped = next((word for word in words if word.startswith("--") and word not in known), None)
    return mistyped and _unknown(mistyped, known)

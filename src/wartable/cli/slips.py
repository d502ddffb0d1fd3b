"""What the parser of the command line could not take, in the words of whoever typed it."""

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, RepeatArgumentError, UnusedCliTokensError

KINDS: dict[type, str] = {int: "a whole number", float: "a number", bool: "it alone, without a value"}
"""What is expected of an option, by its type."""


def told(error: CycloptsError) -> str:
    """One line: which word, what was expected, and where to read on."""
    command = " ".join(("wartable", *(error.command_chain or ()), "--help"))
    return f"{_what(error)}; see {command}"


def _what(error: CycloptsError) -> str:
    match error:
        case UnusedCliTokensError():
            return f"unexpected argument {' '.join(error.unused_tokens or [])}"
        case MissingArgumentError(argument=argument) if argument is not None:
            wrong = "needs a value" if error.keyword else "is missing"
            return f"{' '.join(error.command_chain or ())}: {argument.name} {wrong}"
        case RepeatArgumentError(token=token):
            return f"{token.keyword}: given more than once; expected it once"
        case CoercionError(token=token, argument=argument) if token is not None and argument is not None:
            wanted = next((words for kind, words in KINDS.items() if argument.hint in (kind, kind | None)), None)
            if wanted is not None:
                return f"{token.keyword or argument.name}: expected {wanted}, not {token.value!r}"
    return " ".join(str(error).split()).removesuffix(".")

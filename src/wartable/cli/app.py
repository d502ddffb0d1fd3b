"""The list of commands, and the one place where every run begins and ends."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from cyclopts import App, CycloptsError, Parameter

from wartable import __version__
from wartable.cli.errors import CLOSED_PIPE, INTERRUPTED, InputError, complain, give_up_output

COMMANDS: dict[str, tuple[str, str]] = {
    "settle": ("wartable.cli.settle:settle", "settle one round written down by hand, or thousands of them"),
    "check": ("wartable.cli.check:check", "check a house file against its rulebook: every finding at once"),
    "rules": ("wartable.cli.rules:rules", "a rulebook, every value with its clause; or one clause and its proof"),
    "odds": ("wartable.cli.odds:odds", "every wager exactly: a par sheet in fractions, for any shoe"),
    "audit": ("wartable.cli.audit:audit", "what happened, proved: verify, recall, replay, export, reports"),
    "report": ("wartable.cli.report:report", "the package a house files: par sheets, rules, charts, as page or PDF"),
    "verify-shoe": ("wartable.cli.verify_shoe:verify_shoe", "prove a revealed shoe: commitment, cut, every card"),
    "simulate": ("wartable.cli.simulate:simulate", "deal millions of rounds from real shoes, beside the exact odds"),
    "evidence": ("wartable.cli.evidence:evidence", "what a test laboratory asks for, in one folder"),
    "drill": ("wartable.cli.drill:drill", "a dealer's practice: procedures, pays, irregularities, a shuffle"),
    "serve": ("wartable.cli.serve:serve", "run the live tables: the page, the API, the automatic dealer"),
    "play": ("wartable.cli.play:play", "sit down at a table in the terminal, against the automatic dealer"),
    "users": ("wartable.cli.users:users", "who works and plays here: add, change, lock, unlock, sign out"),
    "bench": ("wartable.cli.bench:bench", "measure this machine"),
}
"""Each command: the function that runs it, loaded when it is called, and the line that lists it."""


def main(tokens: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    _mend_error_stream()
    try:
        _make_output_ready()
        code = _run(sys.argv[1:] if tokens is None else list(tokens))
        sys.stdout.flush()
    except CycloptsError as error:
        from wartable.cli.slips import told

        return complain(told(error))
    except InputError as error:
        return complain(str(error), error.findings)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        give_up_output()
        return CLOSED_PIPE
    except SystemExit:  # help is printed by a library, which ends so when its reader went away
        return CLOSED_PIPE
    except OSError as error:
        if error.filename is not None:  # a name that is too long, or leads nowhere, wherever it was looked at
            return complain(f"{os.fsdecode(error.filename)}: {error.strerror}")
        give_up_output()  # files are read under InputError, so only the output is left
        return complain(f"standard output: {error.strerror or error}")
    return code


def _run(tokens: list[str]) -> int:
    for word in tokens:
        if any("\ud800" <= char <= "\udfff" for char in word):  # how Python writes bytes that are no text
            raise InputError(f"{word.encode('utf-8', 'backslashreplace').decode()}: expected UTF-8 text")
    first = tokens[0] if tokens else ""
    if tokens and not first.startswith("-") and first not in COMMANDS:
        raise InputError(f"unknown command {first or repr(first)}; expected one of {', '.join(COMMANDS)}")
    try:
        result = make_app(first)(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except Exception as error:
        return _tell_broken_rulebook(error)
    return result if isinstance(result, int) else 0


def _tell_broken_rulebook(error: Exception) -> int:
    """Print a line for each problem of the rulebook that a command needed; raise any other error again."""
    from wartable.rulebook import BadRulebook

    if not isinstance(error, BadRulebook):
        raise error
    return max(complain(str(problem)) for problem in error.problems)


def make_app(called: str) -> App:
    """Make the app with every command; only the one that was called is loaded."""
    app = App(
        name="wartable",
        help="Casino War as the regulators wrote it. Without a command: a settled round, and what to try next.",
        version=__version__,
        help_format="plaintext",
        help_epilogue="" if called in COMMANDS else "Example:\n\n    wartable settle examples/first-round.toml",
        default_parameter=Parameter(negative=(), show_default=False),
        suppress_keyboard_interrupt=False,
    )
    app.default(_welcome)
    for name, (function, line) in COMMANDS.items():
        # The command that was called speaks for itself; the others are only listed, and are not loaded for that.
        app.command(function, name=name, help=None if name == called else line)
    return app


def _welcome() -> int:
    from wartable.cli.welcome import welcome

    return welcome({name: line for name, (_, line) in COMMANDS.items()})


def _make_output_ready() -> None:
    """Refuse a closed standard output before anything is done: its answer would be lost."""
    if sys.stdout is None:
        raise InputError("standard output: is closed")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may read no more than ASCII


def _mend_error_stream() -> None:
    """Send error messages nowhere where the caller has closed standard error."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115

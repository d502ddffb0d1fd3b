"""`wartable play`: a table in the terminal, with the automatic dealer, and no server."""

import asyncio
import sys
from typing import TYPE_CHECKING, Literal

from wartable.cli.errors import DONE, HUNG_UP, InputError, give_up_output
from wartable.cli.examples import with_real_names

if TYPE_CHECKING:
    from wartable.play import PlaySettings

MEMORY = "memory:"
MAX_BOTS = 6


@with_real_names
def play(
    where: str = "",
    /,
    *,
    db: str = MEMORY,
    pace: Literal["fast", "human"] = "human",
    bots: int = 2,
    seed: str = "",
    practice: bool = False,
) -> int:
    """Sit down at a table in the terminal, against the automatic dealer.

    The same table as the page shows, with the same rules and the same sealed
    shoe, for play money. Press ? at the table for its keys, Q to leave.

    Example:

        wartable play {name}
        wartable play houses/{name}.toml --pace fast
        wartable play {code} --db sqlite:///evening.db

    Parameters
    ----------
    where
        A rulebook by its name or its code, or a house file; {name} if left out.
    db
        Where the table is kept: memory: or sqlite:///PATH, where it waits until you come back.
    pace
        How fast the dealer deals: fast or human.
    bots
        How many neighbours play beside you, 0 to 6.
    seed
        For practice: the same text deals the same shoes again; only in memory.
    practice
        Say at a tie which choice is better, and by how much.
    """
    if not 0 <= bots <= MAX_BOTS:
        raise InputError(f"--bots: expected 0 to {MAX_BOTS}, not {bots}")
    if seed and db != MEMORY:
        raise InputError("--seed: known cards are for practice in memory only; expected no --db beside it")
    settings = _settings(where, db, pace, bots, seed, practice=practice)
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise InputError("`play` needs an interactive terminal")
    held = _run(settings)
    if held is None:
        give_up_output(sys.stdout, sys.stderr)
        return HUNG_UP
    from wartable.store import without_password

    kept = f" It is kept in {without_password(db)}." if db != MEMORY else ""
    print(f"You left the table with {held}.{kept}")
    return DONE


def _settings(
    where: str, db: str, pace: Literal["fast", "human"], bots: int, seed: str, *, practice: bool
) -> "PlaySettings":
    from wartable.cli.given_rules import GivenBook, what_is_given
    from wartable.live import BadFloorplan
    from wartable.play import settings_for

    given = what_is_given(where or None)  # an unknown word gets the same message as in every other command
    named = given.book.name if isinstance(given, GivenBook) else where
    try:
        return settings_for(named, db, pace, bots, seed, practice=practice)
    except BadFloorplan as error:
        raise InputError(str(error), error.findings) from None


def _run(settings: "PlaySettings") -> str | None:
    """Play, and return what is left at the end, or nothing if the terminal vanished."""
    from wartable.money import say_cents
    from wartable.play import PlayApp, open_play_table
    from wartable.store import StoreError

    async def evening() -> str | None:
        async with open_play_table(settings) as table:
            app = PlayApp(table)
            await app.run_async()
            if app.terminal_vanished:
                return None
            felt = f" and {say_cents(table.laid)} on the felt" if table.laid else ""
            return f"{say_cents(table.you.balance)} in chips{felt}"

    try:
        return asyncio.run(evening())
    except StoreError as error:
        raise InputError(f"--db: {error}") from None
    except (OSError, ValueError) as error:  # the key that lies beside the file
        if isinstance(error, OSError) and error.filename is None:  # only the terminal has no name
            return None
        raise InputError(f"--db: {getattr(error, 'strerror', None) or error}; expected a key file beside it") from None

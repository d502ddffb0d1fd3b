"""`wartable report`: what a house files, as one page or one PDF."""

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wartable.cli.counts import counted, parse_count
from wartable.cli.errors import DONE, NO, InputError, one_line
from wartable.cli.examples import with_real_names
from wartable.cli.files import FileName, Input
from wartable.cli.options import Output
from wartable.days import is_day

if TYPE_CHECKING:
    from wartable.paper import Document
    from wartable.report import Computed, Filing
    from wartable.rulebook import Rules

SUFFIXES = (".html", ".pdf")
MAX_SEED = 2**64
MAX_ROUNDS = 10**12


@with_real_names
def report(
    house: FileName,
    /,
    *,
    output: Annotated[str, Output],
    rounds: str | None = None,
    seed: int = 1,
    date: str | None = None,
) -> int:
    """Write the submission package of a house: rules in force, par sheets, charts, evidence and findings.

    The same house, date and seed give the same bytes. A house with errors
    gets a report that says so on its first page, and the exit code is 1.

    Example:

        wartable report houses/{house}.toml -o {house}.pdf
        wartable report houses/{house}.toml -o {house}.html --date 2026-11-15

    Parameters
    ----------
    house
        A house file in TOML, or - for standard input.
    output
        The file to write, ending in .html or .pdf.
    rounds
        Rounds to simulate, such as 1e6; default: ten million, none with 0.
    seed
        Where chance has a part, it follows from this number; default: 1.
    date
        The day of filing, such as 2026-11-15; default: the house's own.
    """
    from wartable.report import build

    _check_call(output, seed, date)
    wanted = None if rounds is None else parse_count("--rounds", rounds, MAX_ROUNDS, least=0)
    filing = _take_up(house, date)
    found = _compute(filing.rules, wanted, seed) if filing.rules is not None else None
    document = build(filing, found)
    _write(output, document)
    print(one_line(f"{output}: {document.cover.verdict.title}"))
    return DONE if filing.ok else NO


def _check_call(output: str, seed: int, date: str | None) -> None:
    if Path(output).suffix.lower() not in SUFFIXES:
        raise InputError(f"--output: {output!r} is neither a page nor a PDF; expected a name ending in .html or .pdf")
    if "\0" in output or not Path(output).parent.is_dir():
        raise InputError(f"{output}: {os.strerror(errno.ENOENT)}")
    if Path(output).is_dir():
        raise InputError(f"{output}: {os.strerror(errno.EISDIR)}")
    if not 0 <= seed < MAX_SEED:
        raise InputError(f"--seed: expected a whole number from 0 to {MAX_SEED - 1}")
    if date is not None and not is_day(date):
        raise InputError(f"--date: {date!r} is not a day; expected one such as 2026-11-15")


def _compute(rules: "Rules", rounds: int | None, seed: int) -> "Computed":
    """Compute all the mathematics, with progress messages for the slow parts."""
    from wartable.report import ROUNDS, compute, deal

    wanted = ROUNDS if rounds is None else rounds
    if wanted:
        print(f"wartable: dealing {counted(wanted, 'round')}, seed {seed}", file=sys.stderr)
    return compute(rules, seed=seed, evidence=deal(rules, wanted, seed) if wanted else None)


def _take_up(house: str, date: str | None) -> "Filing":
    """Read a house file; one that names no rulebook is refused with the finding of `check`."""
    from wartable.report import file_house
    from wartable.rulebook import MAX_HOUSE_BYTES, HouseFinding

    with Input(house) as source:
        filing = file_house(source.read_all(MAX_HOUSE_BYTES), source.name, date)
    if isinstance(filing, HouseFinding):
        place = source.name if filing.line is None else f"{source.name}:{filing.line}"
        key = f"{filing.key}: " if filing.key else ""
        raise InputError(f"{place}: {key}{filing.message}; expected {filing.allowed}")
    return filing


def _write(output: str, document: "Document") -> None:
    from wartable.paper import write_html, write_pdf

    data = write_pdf(document) if Path(output).suffix.lower() == ".pdf" else write_html(document)
    try:
        Path(output).write_bytes(data)
    except (OSError, ValueError) as error:
        raise InputError(f"{output}: {getattr(error, 'strerror', None) or error}") from None

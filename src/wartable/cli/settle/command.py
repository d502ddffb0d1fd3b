"""`wartable settle`: one round written down by hand, settled; or one per line, thousands of them."""

import sys
from pathlib import Path
from typing import Any

from wartable.cli.errors import DONE, WRONG_INPUT, InputError
from wartable.cli.files import STANDARD_INPUT, FileName, Input
from wartable.cli.options import Json


def settle(file: FileName = STANDARD_INPUT, /, *, json: Json = False, jsonl: bool = False) -> int:
    """Settle one round written down by hand.

    Every wager is told with its result, what was staked, collected, returned
    and paid, and the clauses that decide it. A round that could not have
    happened is refused: exit code 2, and one line that says why.

    Example:

        wartable settle examples/first-round.toml
        wartable settle --json < round.json
        wartable settle --jsonl < rounds.jsonl > results.jsonl

    Parameters
    ----------
    file
        A scenario in TOML or JSON; standard input where it is absent or -.
    jsonl
        Read one JSON scenario per line; print one result, or one error with the number of its line, per line.
    """
    with Input(file) as source:
        if jsonl:
            return _settle_lines(source)
        result = _settle_one(source, is_json=Path(file).suffix.lower() == ".json")
    from wartable.cli.screen import Screen, write_json
    from wartable.cli.settle.page import show_result

    if json:
        write_json(result)
    else:
        show_result(Screen(), result)
    return DONE


def _settle_lines(source: Input) -> int:
    from wartable.settle import settle_document, settle_lines

    refused = settle_lines(source, sys.stdout.buffer, settle_document)
    if refused.total:
        told = f"{refused.total} refused, the first at line {refused.first}"
        print(f"wartable: {source.name}: {told}", file=sys.stderr)
    return WRONG_INPUT if refused.total else DONE


def _settle_one(source: Input, *, is_json: bool) -> dict[str, Any]:
    from wartable.settle import MAX_DOCUMENT_BYTES, NotSettled, read_document, settle_document

    data = source.read_all(MAX_DOCUMENT_BYTES)
    try:
        return settle_document(read_document(data, is_json=is_json))
    except NotSettled as error:
        raise InputError(f"{source.name}: {error}") from None

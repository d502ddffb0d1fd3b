"""`wartable verify-shoe`: a revealed shoe, or a list of them, held against what was promised."""

from typing import TYPE_CHECKING

from wartable.cli.counts import counted
from wartable.cli.errors import DONE, NO, InputError, one_line
from wartable.cli.files import FileName, Input

if TYPE_CHECKING:
    from wartable.shoe.reveal import Revealed
    from wartable.shoe.verify import Finding


def verify_shoe(file: FileName, /, *, json: bool = False) -> int:
    """Check revealed shoes against their commitments, cuts and cards.

    One document, or a list of them, as docs/fairness.md describes it. The exit
    code is 0 if every shoe is proved, and 1 if not, with the first thing that
    is wrong with each.

    Example:

        wartable verify-shoe shoe.json
        wartable verify-shoe shoes.json --json

    Parameters
    ----------
    file
        A JSON file, or - for standard input.
    json
        Print the answer as one JSON document.
    """
    from wartable.settle.document import read_json
    from wartable.settle.errors import NotSettled
    from wartable.shoe.reveal import MAX_BYTES, BadDocument, read_revealed
    from wartable.shoe.verify import verify

    with Input(file) as source:
        data = source.read_all(MAX_BYTES)
        try:
            shoes = read_revealed(read_json(data))
        except (NotSettled, BadDocument) as error:
            raise InputError(f"{source.name}: {error}") from None
    findings = verify(shoes)
    if json:
        _write(shoes, findings)
    else:
        _show(shoes, findings)
    return NO if findings else DONE


def _write(shoes: "tuple[Revealed, ...]", findings: "tuple[Finding, ...]") -> None:
    from wartable.cli.screen import write_json

    write_json({"proved": not findings, "shoes": len(shoes), "findings": findings})


def _show(shoes: "tuple[Revealed, ...]", findings: "tuple[Finding, ...]") -> None:
    from wartable.cli.screen import Screen

    screen = Screen()
    for finding in findings:
        text = f"table {finding.table}, shoe {finding.shoe}: {finding.message}"
        screen.print(one_line(text), style="bold red", soft_wrap=True)
    cards = sum(len(shoe.drawn) for shoe in shoes)
    dealt = f"{counted(len(shoes), 'shoe')}, {counted(cards, 'card')}"
    screen.print(f"not proved: {dealt}, {len(findings)} wrong" if findings else f"proved: {dealt}")

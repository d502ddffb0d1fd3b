"""`wartable verify-shoe`: check a revealed shoe, or a list of them, against the commitment."""

from typing import TYPE_CHECKING

from wartable.cli.counts import counted
from wartable.cli.errors import DONE, NO, InputError, one_line
from wartable.cli.files import FileName, Input
from wartable.cli.options import Json

if TYPE_CHECKING:
    from wartable.shoe import Revealed, ShoeFinding


def verify_shoe(file: FileName, /, *, commitment: tuple[str, ...] = (), json: Json = False) -> int:
    """Check revealed shoes against their commitments, cuts and cards.

    One document, or a list of them, as docs/fairness.md describes it. The exit
    code is 0 if every shoe is proved, and 1 if not, with the first thing that
    is wrong with each. A document alone could have been made afterwards: give the
    commitments that you saw before you bet.

    Example:

        wartable verify-shoe shoe.json
        wartable verify-shoe shoe.json --commitment 4fd96ec5…
        wartable verify-shoe shoes.json --json

    Parameters
    ----------
    file
        A JSON file, or - for standard input.
    commitment
        A commitment that you saw before your wager, 64 hexadecimal digits; once
        for each. Every shoe must have one of them.
    """
    from wartable.settle import NotSettled, read_json
    from wartable.shoe import MAX_BYTES, BadDocument, read_revealed, verify
    from wartable.table import is_hexadecimal

    for given in commitment:
        if not is_hexadecimal(given):
            raise InputError(f"--commitment: expected 64 lower-case hexadecimal digits, not {one_line(given)}")
    with Input(file) as source:
        data = source.read_all(MAX_BYTES)
        try:
            shoes = read_revealed(read_json(data))
        except (NotSettled, BadDocument) as error:
            raise InputError(f"{source.name}: {error}") from None
    findings = verify(shoes, commitment)
    if json:
        _write(shoes, findings, compared=bool(commitment))
    else:
        _show(shoes, findings, compared=bool(commitment))
    return NO if findings else DONE


def _write(shoes: "tuple[Revealed, ...]", findings: "tuple[ShoeFinding, ...]", *, compared: bool) -> None:
    from wartable.cli.screen import write_json

    answer = {"proved": not findings, "commitments_compared": compared, "shoes": len(shoes), "findings": findings}
    write_json(answer)


def _show(shoes: "tuple[Revealed, ...]", findings: "tuple[ShoeFinding, ...]", *, compared: bool) -> None:
    from wartable.cli.screen import Screen

    screen = Screen()
    for finding in findings:
        text = f"table {finding.table}, shoe {finding.shoe}: {finding.message}"
        screen.print(one_line(text), style="bold red", soft_wrap=True)
    cards = sum(len(shoe.drawn) for shoe in shoes)
    dealt = f"{counted(len(shoes), 'shoe')}, {counted(cards, 'card')}"
    told = "commitments compared" if compared else "commitments not compared: none were given"
    screen.print(f"not proved: {dealt}, {len(findings)} wrong" if findings else f"proved: {dealt}; {told}")

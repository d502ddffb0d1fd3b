"""`wartable audit recall`: a round as it was, as text, as a document, or as a page to print."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wartable.cli.audit.opening import looking_into
from wartable.cli.audit.witnesses import USUAL_HEADS, Seen, SignedHeads, read_witnesses, tell_witnesses
from wartable.cli.errors import DONE, NO, InputError, one_line
from wartable.cli.options import DEFAULT_STORE, Database, Json

if TYPE_CHECKING:
    from wartable.audit import NotRecalled, RecalledRound, SettledWager
    from wartable.cli.screen import Screen

MOST = 1_000


def recall(
    table: str,
    round: int | None = None,  # noqa: A002
    /,
    *,
    db: Database = DEFAULT_STORE,
    seat: int | None = None,
    last: int = 10,
    signed: SignedHeads = USUAL_HEADS,
    json: Json = False,
    html: str | None = None,
) -> int:
    """Recall a round, or the last rounds of a seat, card by card.

    Every card, choice, wager and pay, each patron's balance before and after,
    and the clauses behind each settlement in words. Voids, corrections and
    reversals stay visible. The records behind it are proved on the way: if
    they were altered, the first line says so, and the exit code is 1.

    Example:

        wartable audit recall T1 4182 --db sqlite:///war.db
        wartable audit recall T1 --seat 3 --last 10 --db sqlite:///war.db
        wartable audit recall T1 4182 --db sqlite:///war.db --html round.html

    Parameters
    ----------
    table
        The table's name.
    round
        The number of the round.
    seat
        Instead of a round: the last rounds in which this seat took part.
    last
        How many of them; default: 10.
    html
        Write a page to print, which needs nothing but itself, to this file.
    """
    _check_question(round, seat, last)
    _check_page(html, db)
    from wartable.audit import NotRecalled

    seen = read_witnesses(db, signed)
    rounds = _look_up(table, round, seat, last, db, seen)
    if isinstance(rounds, NotRecalled):
        return _tell_not_recalled(rounds, json=json)
    if html is not None:
        _write_page(rounds, html)
    if json:
        from wartable.cli.screen import write_json

        write_json(rounds[0] if round else rounds)
    elif html is None:
        show_rounds(rounds, seen.beside)
    return DONE if all(each.proved for each in rounds) else NO


def _look_up(
    table: str, number: int | None, seat: int | None, last: int, db: str, seen: Seen
) -> "Sequence[RecalledRound] | NotRecalled":
    from wartable.audit import NotRecalled, recall, recall_seat

    if seen.findings:
        raise InputError(str(seen.findings[0]))
    with looking_into(db) as log:
        try:
            if number:
                rounds: Sequence[RecalledRound] = [recall(log, table, number, seen.witnesses)]
            else:
                rounds = recall_seat(log, table, seat or 0, last, seen.witnesses)
        except NotRecalled as error:
            return error
    if not rounds:
        raise InputError(f"table {table}: seat {seat} took part in no round")
    return rounds


def _tell_not_recalled(error: "NotRecalled", *, json: bool) -> int:
    """Say that a round with unreadable records was altered and cannot be shown."""
    from wartable.cli.screen import Screen, write_json

    if json:
        write_json({"proved": False, "findings": error.findings, "why": str(error)})
        return NO
    screen = Screen()
    for finding in error.findings:
        screen.print(one_line(f"NOT PROVED: {finding}"), style="bold red", soft_wrap=True)
    screen.print(one_line(str(error)), soft_wrap=True)
    return NO


def _check_question(number: int | None, seat: int | None, last: int) -> None:
    if (number is None) == (seat is None):
        raise InputError("expected a round or --seat, and not both")
    if number is not None and number < 1:
        raise InputError(f"ROUND: expected 1 or more, not {number}")
    if seat is not None and seat < 1:
        raise InputError(f"--seat: expected 1 or more, not {seat}")
    if not 1 <= last <= MOST:
        raise InputError(f"--last: expected 1 to {MOST}, not {last}")


def _check_page(html: str | None, db: str) -> None:
    """Refuse to write a page over the store that it is made from."""
    from wartable.store import path_of

    place = path_of(db)
    if html is not None and place is not None and Path(html).exists() and place.exists() and place.samefile(html):
        raise InputError(f"--html: {html} is the store itself; expected another file")


def _write_page(rounds: "Sequence[RecalledRound]", html: str) -> None:
    from wartable.audit import recall_page

    try:
        Path(html).write_text(recall_page(rounds), encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{html}: {getattr(error, 'strerror', None) or error}") from None
    print(f"wartable: written to {html}", file=sys.stderr)


def show_rounds(rounds: "Sequence[RecalledRound]", beside: str = "") -> None:
    from wartable.cli.screen import Screen

    screen = Screen()
    altered = [f"{each.round}" for each in rounds if not each.proved]
    if altered and len(rounds) > 1:
        screen.print(f"NOT PROVED: {len(altered)} of {len(rounds)} rounds ({', '.join(altered)})", style="bold red")
    for each in rounds:
        show_round(screen, each, beside)


def show_round(screen: "Screen", recalled: "RecalledRound", beside: str = "") -> None:
    say = _Saying(screen)
    for finding in recalled.findings:
        say.line(f"NOT PROVED: {finding}", style="bold red")
    say.line(f"Table {recalled.table}, round {recalled.round} ({recalled.rulebook.capitalize()})", style="bold")
    say.line(f"records {recalled.first_version} to {recalled.last_version}, {recalled.began} to {recalled.ended}")
    if recalled.proved:
        say.line(f"proved: every record follows from the one before{_covered(recalled.witnesses, beside)}")
    if recalled.voided is not None:
        say.line(f"The round was voided: {recalled.voided}", style="bold red")
    elif not recalled.finished:
        say.line("The round is still in play.")
    _show_cards(say, recalled)
    _show_lines(screen, recalled)
    _show_balances(screen, recalled)
    for clause in {clause.id: clause for line in recalled.lines for clause in line.clauses}.values():
        say.line(f"{clause.id}: {clause.says}")
    say.line("")
    for step in recalled.steps:
        say.line(f"{step.version:>6}  {step.at}  {step.says}", style="bold" if step.kind == "trouble" else "")
    say.line(f"receipt {recalled.receipt}")
    say.line("")


def _covered(witnesses: int, beside: str) -> str:
    """Say how many witnesses saw the table after these records, and which heads were not counted."""
    if witnesses:
        return tell_witnesses(witnesses, beside)
    none = "; no witness covers these records, so others written in their place would look the same"
    return f"{none}; {beside}" if beside else none


class _Saying:
    def __init__(self, screen: "Screen") -> None:
        self._screen = screen

    def line(self, text: str, style: str = "") -> None:
        self._screen.print(one_line(text), style=style or None, soft_wrap=True)


def _show_cards(say: _Saying, recalled: "RecalledRound") -> None:
    hands: dict[int, list[str]] = {}
    for card in recalled.cards:
        hands.setdefault(card.seat, []).append(card.card)
    place = "community card" if recalled.community else "seat"
    told = [f"{f'{place} {seat}' if seat else 'the dealer'} {' '.join(hand)}" for seat, hand in sorted(hands.items())]
    burned = f"; {recalled.burned} burned" if recalled.burned else ""
    say.line(f"Cards: {', '.join(told) or 'none was turned'}{burned}")
    for choice in recalled.choices:
        who = f"{choice.bettor} behind seat {choice.seat}" if choice.bettor else f"seat {choice.seat}"
        say.line(f"{who}: {choice.choice}, by the {choice.by}")


def _show_lines(screen: "Screen", recalled: "RecalledRound") -> None:
    from wartable.cli.screen import make_table

    columns = ("seat", "wager", "result", "staked", "collected", "returned", "paid", "clauses", "record")
    table = make_table(*columns, wrapped={"clauses"})
    for line in recalled.lines:
        table.add_row(*_cells(line), style="strike" if line.reversed_at else None)
    screen.show(table)
    screen.print(f"the bank: {recalled.bank}")


def _cells(line: "SettledWager") -> list[str]:
    who = f"{line.seat} {line.bettor}" if line.bettor else f"{line.seat}"
    record = f"{line.version}, reversed by {line.reversed_at}" if line.reversed_at else f"{line.version}"
    ids = ", ".join(clause.id for clause in line.clauses)
    money = (line.staked, line.collected, line.returned, line.paid)
    return [one_line(cell) for cell in (who, line.wager, line.result, *money, ids, record)]


def _show_balances(screen: "Screen", recalled: "RecalledRound") -> None:
    from wartable.cli.screen import make_table

    table = make_table("patron", "before", "moved", "after")
    for balance in recalled.balances:
        table.add_row(one_line(balance.patron), balance.before, balance.moved, balance.after)
    screen.show(table)

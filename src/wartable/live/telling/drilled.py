"""The dealer's console of a drill: a table that no log holds, without what the exercise asks for."""

from msgspec.structs import replace

from wartable.live.history import Mirror
from wartable.live.telling.felt import Company, make_felt
from wartable.live.wire import ConsoleView, FeltView, IrregularityView, OwedView
from wartable.table import Table, words_of


def make_drill_felt(table: Table, *, answered: bool) -> FeltView:
    """Return the console's felt; before the answer it names no step, no amount and no consequence."""
    mirror = Mirror(table.rules)
    mirror.table = table
    patrons = frozenset(box.patron for box in table.boxes if box.patron)
    company = Company(names=str, present=patrons, ready=frozenset(), bots=frozenset())
    felt = make_felt(mirror, "dealer", words_of(table.rules), company, None)
    return felt if answered or felt.console is None else _unanswered(felt, felt.console)


def _unanswered(felt: FeltView, console: ConsoleView) -> FeltView:
    shown = ConsoleView(
        steps=(),
        acts=(),
        owed=tuple(_lies(one) for one in console.owed),
        used_up=console.used_up,
        irregularities=tuple(_named(one) for one in console.irregularities),
        call="",
    )
    seats = tuple(replace(seat, asked=False, outcome=None, war_outcome=None) for seat in felt.seats)
    return replace(felt, says="", seats=seats, steps=(), call=None, console=shown)


def _lies(owed: OwedView) -> OwedView:
    """Return the wagers of a bettor, without what is paid and taken."""
    return OwedView(owed.seat, owed.bettor, owed.name, owed.lies, (), 0, 0, 0, done=owed.done)


def _named(one: IrregularityView) -> IrregularityView:
    """Name an irregularity, without its consequences."""
    return replace(one, says="", clauses=(), floor=False)

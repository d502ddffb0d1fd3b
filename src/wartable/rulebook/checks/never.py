"""Wins that can never occur: hands that the decks cannot make, symbols that no ring shows."""

from collections.abc import Iterator, Mapping

from wartable.money import format_cents
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding, find
from wartable.rulebook.checks.side_bets import paid_symbols
from wartable.rulebook.checks.wording import counted, listed

COPIES: Mapping[str, int] = {"suited_tie": 2, "suited_double_tie": 2, "suited_four_of_a_kind": 4}
"""The copies of one card that a progressive hand needs in the shoe (default: 1)."""


def progressive_hands_exist(case: Case) -> Iterator[HouseFinding]:
    """The decks hold one card often enough for every hand that the progressive pays."""
    if case.rules.progressive is None:
        return
    decks = case.rules.decks
    for hand, copies in COPIES.items():
        if decks < copies:
            message = (
                f"a {hand.replace('_', ' ')} cannot occur: it takes one card {copies} times,"
                f" and {counted(decks, 'decks')} hold it {decks} times"
            )
            clauses = case.rules.settlement[f"progressive.{hand}.progressive"].clauses
            room = f"at least {counted(copies, 'decks')}, or no progressive"
            yield from case.find("decks", "error", message, room, "literal_decks", clauses=clauses)


def progressive_can_be_placed(case: Case) -> Iterator[HouseFinding]:
    """The table takes wagers in something that the device of the progressive takes too."""
    progressive, taken = case.rules.progressive, case.rules.wager.instruments
    if progressive is None or set(progressive.instruments) & set(taken):
        return
    device = listed(progressive.instruments)
    message = f"the progressive wager cannot be made: its device takes {device}, and the table only {listed(taken)}"
    clauses = case.rules.cite["progressive.instruments"]
    yield from case.find(
        "wager.instruments", "error", message, f"a list with {device}, or no progressive", clauses=clauses
    )


def meters_can_be_hit(case: Case) -> Iterator[HouseFinding]:
    """A ring whose symbols are given shows the symbol of every meter that the wagers feed."""
    spin = case.rules.bonus_spin
    if spin is None:
        return
    ring = "bonus_spin.hot_weights"
    meters = {
        place.split(".")[1]: line.clauses
        for place, line in case.rules.settlement.items()
        if place.startswith("hot.") and line.meter is not None
    }
    for symbol in case.lacking(ring, spin.hot_weights, meters):
        message = f"the {symbol} meter cannot be won: its symbol is not on the ring"
        yield find(case.book, ring, "error", message, f"a weight for {symbol}", clauses=meters[symbol])


def printed_pays_can_be_won(case: Case) -> Iterator[HouseFinding]:
    """A ring whose symbols are given shows every symbol for which a pay is printed."""
    spin = case.rules.bonus_spin
    if spin is None:
        return
    for table, weights in (("hot_weights", spin.hot_weights), ("community_weights", spin.community_weights)):
        missing = case.lacking(f"bonus_spin.{table}", weights, paid_symbols(case, table))
        if missing:
            message = f"the pay of {listed(missing, 'and')} cannot be won: not on the ring"
            yield find(case.book, f"bonus_spin.{table}", "error", message, "a weight for every symbol that pays")


def envied_hands_can_be_held(case: Case) -> Iterator[HouseFinding]:
    """An envy bonus is paid for another player's hand, by the receiver's own progressive wager."""
    progressive, envy = case.rules.progressive, case.rules.envy
    if progressive is None or envy is None:
        return
    if case.players == 1:
        message = "the envy bonus cannot be won: it is paid for the hand of another player"
        yield from case.find("seats", "warning", message, "at least 2 seats", clauses=case.rules.cite["envy.table"])
    for stake in envy.table:
        if case.changed("envy.table") and stake not in progressive.stakes and not envy.scales:
            message = f"the envy bonus of a {format_cents(stake)} wager cannot be won: it is no stake"
            room = listed(format_cents(stake) for stake in progressive.stakes)
            yield from case.find("envy.table", "warning", message, room, "progressive.stakes")

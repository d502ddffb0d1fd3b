"""What is bet, and what becomes of it: chips that go down, come back, are collected and paid."""

from collections.abc import Callable, Mapping
from typing import Any

from wartable.money import Cents, format_cents
from wartable.table import events as e
from wartable.table.events import Event
from wartable.table.sentences.vocabulary import Words, begin, bettor, clauses
from wartable.table.words import Wager

ON: Mapping[Wager, str] = {"initial": "", "tie": " on the tie", "war": " on the war", "war_tie": " on a tie of the war"}


# The bank


def bank_offered(event: e.BankOffered, words: Words) -> str:
    if not event.seat:
        return "There is nobody to offer the bank to; the table waits."
    return f"The bank is offered to seat {event.seat}."


def bank_posted(event: e.BankPosted, words: Words) -> str:
    return f"Seat {event.seat} takes the bank and posts {format_cents(event.amount)}."


def bank_topped_up(event: e.BankToppedUp, words: Words) -> str:
    return f"Seat {event.seat} adds {format_cents(event.amount)} to the bank, to match a war."


def bank_released(event: e.BankReleased, words: Words) -> str:
    return f"What is left of the bank, {format_cents(event.amount)}, goes back to seat {event.seat}."


def room_fee_taken(event: e.RoomFeeTaken, words: Words) -> str:
    return f"The room takes its fee of {format_cents(event.amount)} from seat {event.seat}."


# Wagers that are made


def wager_placed(event: e.WagerPlaced, words: Words) -> str:
    return f"{begin(bettor(event.seat, event.bettor))} bets {_placed(event)}."


def wagers_placed(first: e.WagerPlaced, second: e.WagerPlaced) -> str:
    """A wager and the one that goes down beside it."""
    return f"{begin(bettor(first.seat, first.bettor))} bets {_placed(first)}, and {_placed(second)}."


def _placed(event: e.WagerPlaced) -> str:
    instrument = "" if event.instrument == "chips" else f" in {event.instrument.replace('_', ' ')}"
    return f"{format_cents(event.amount)}{instrument}{ON[event.wager]}"


def wager_taken_back(event: e.WagerTakenBack, words: Words) -> str:
    return f"{begin(bettor(event.seat, event.bettor))} takes back the {_wager(event.wager, event.amount, words)}."


def _wager(wager: Wager, amount: Cents, words: Words) -> str:
    return f"{_named(wager, words)} of {format_cents(amount)}"


def _named(wager: Wager, words: Words) -> str:
    names: Mapping[Wager, str] = {"initial": words.initial, "war_tie": "tie wager on the war deal"}
    return names.get(wager, f"{wager} wager")


def war_declared(event: e.WarDeclared, words: Words) -> str:
    return f"{begin(bettor(event.seat, event.bettor))} goes to war and puts up {format_cents(event.stake)}."


def war_matched(event: e.WarMatched, words: Words) -> str:
    """The player's two units and this one make the pool."""
    unit, pool = format_cents(event.amount), format_cents(3 * event.amount)
    return f"The {words.banker} puts {unit} beside the two of {bettor(event.seat, event.bettor)}; the pool is {pool}."


# What becomes of them


def moved(event: Event, words: Words) -> str:
    """What became of a wager, said by somebody who has just named the seat."""
    return begin(_MOVED[type(event)](event, words))


def moved_at(event: e.WagerSettled | e.WagerReturned | e.WarCovered, words: Words) -> str:
    """What became of a wager, and where."""
    return f"Seat {event.seat}: {_MOVED[type(event)](event, words)}"


def settlement_reversed(event: e.SettlementReversed, words: Words) -> str:
    line = event.line
    fate = _fate(line, words)
    return f"Counter-entry at seat {line.seat}: {_subject(line, words)}, which was {fate}, lies there again."


def _settled(event: e.WagerSettled, words: Words) -> str:
    return f"{_subject(event, words)} is {_fate(event, words)}{clauses(event.clauses)}."


def _subject(event: e.WagerSettled, words: Words) -> str:
    return f"{_whose(event.bettor)} {_wager(event.wager, event.staked, words)}"


def _whose(name: str) -> str:
    return f"{name}'s" if name else "the"


def _fate(event: e.WagerSettled, words: Words) -> str:
    """What moved, as the end of a sentence."""
    beside = format_cents(event.matched)
    match event.result:
        case "win":
            return f"returned and paid {format_cents(event.paid)}{_from_the_pool(event)}"
        case "lose" | "collected":
            part = f" up to {format_cents(event.collected)}, the rest returned" if event.returned else ""
            return f"collected{part}{f', with the {beside} beside it' if event.matched else ''}"
        case "surrender":
            return f"halved: {format_cents(event.collected)} collected, {format_cents(event.returned)} returned"
        case "uncovered":
            return "beyond the bank and returned"
        case "void":
            pool = f", and the {beside} beside it goes back to the {words.banker}"
            return f"void and returned{pool if event.matched else ''}"
        case "push":
            return "returned"


def _from_the_pool(event: e.WagerSettled) -> str:
    if not event.matched:
        return ""
    return " from the pool" if event.paid <= event.matched else f", {format_cents(event.matched)} of it from the pool"


def _part_returned(event: e.WagerReturned, words: Words) -> str:
    wager = f"{_whose(event.bettor)} {_named(event.wager, words)}"
    return f"{format_cents(event.amount)} of {wager} is beyond the bank and returned{clauses(event.clauses)}."


def _covered(event: e.WarCovered, words: Words) -> str:
    return f"the bank sets aside {format_cents(event.amount)} for {_whose(event.bettor)} war."


_MOVED: Mapping[type[Event], Callable[[Any, Words], str]] = {
    e.WagerSettled: _settled,
    e.WagerReturned: _part_returned,
    e.WarCovered: _covered,
}

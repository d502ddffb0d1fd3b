"""Wagers and their results: chips that go down, come back, are collected and paid."""

from collections.abc import Callable, Mapping
from typing import Any

from wartable.money import Cents, say_cents
from wartable.rulebook import SIDE, WAGERS, Wager, paid_whole_up_to
from wartable.table import events as e
from wartable.table.events import Event
from wartable.table.sentences.vocabulary import Words, begin, bettor, clauses


def bank_offered(event: e.BankOffered, words: Words) -> str:
    if not event.seat:
        return "No player can be offered the bank; the table waits."
    return f"The bank is offered to {bettor(event.seat, '', words)}."


# Wagers that are made


def wager_placed(event: e.WagerPlaced, words: Words, *beside: e.WagerPlaced) -> str:
    """Return a wager, and those placed beside it, as one sentence."""
    if event.reason:
        return f"Correction: {_whole(event, words)} lay there before the call and is entered now: {event.reason}."
    most = ", ".join(_placed(wager) for wager in (event, *beside[:-1]))
    last = f", and {_placed(beside[-1])}" if beside else ""
    cut = " ".join(filter(None, (_cut(wager, words) for wager in (event, *beside))))
    return f"{begin(bettor(event.seat, event.bettor, words))} {words.verb('bets')} {most}{last}.{cut and f' {cut}'}"


def _cut(event: e.WagerPlaced, words: Words) -> str:
    """A warning, where the payout limit can cut what the wager wins."""
    whole, limit = paid_whole_up_to(words.rules, event.wager), words.rules.payout.limit_per_hand
    if whole is None or limit is None or event.amount <= whole:
        return ""
    why = clauses(words.rules.cite["payout.limit_per_hand"])
    return f"The payout limit of {say_cents(limit)} can cut a win of {say_cents(event.amount)}{why}."


def _placed(event: e.WagerPlaced) -> str:
    if WAGERS[event.wager].kind == "coupon":
        return f"a match play coupon of {say_cents(event.amount)}"
    instrument = "" if event.instrument == "chips" else f" in {event.instrument.replace('_', ' ')}"
    community = f" on community card {event.hand}" if event.hand else ""
    return f"{say_cents(event.amount)}{instrument}{WAGERS[event.wager].on}{community}"


def wager_taken_back(event: e.WagerTakenBack, words: Words) -> str:
    who = begin(bettor(event.seat, event.bettor, words))
    if event.reason:
        return f"Correction: {_whole(event, words)} goes back: {event.reason}."
    return f"{who} {words.verb('takes')} back the {_wager(event.wager, event.amount, words)}."


def _whole(event: e.WagerPlaced | e.WagerTakenBack, words: Words) -> str:
    wager = _wager(event.wager, event.amount, words)
    return f"your {wager}" if words.you else f"the {wager} of {bettor(event.seat, event.bettor, words)}"


def _wager(wager: Wager, amount: Cents, words: Words) -> str:
    return f"{_named(wager, words)} of {say_cents(amount)}{WAGERS[wager].where}"


def _named(wager: Wager, words: Words) -> str:
    return words.initial if wager == "initial" else WAGERS[wager].noun


def war_matched(event: e.WarMatched, words: Words) -> str:
    """Name the pool: the player's two units and the bank's one."""
    unit, pool = say_cents(event.amount), say_cents(3 * event.amount)
    two = "your two" if words.you else f"the two of {bettor(event.seat, event.bettor, words)}"
    return f"The {words.banker} puts {unit} beside {two}; the pool is {pool}."


# What becomes of them


def moved(event: Event, words: Words) -> str:
    """Return the result of a wager, for a text that has just named the seat."""
    return begin(_MOVED[type(event)](event, words))


def moved_at(event: e.WagerSettled | e.WagerReturned | e.WarCovered, words: Words) -> str:
    """Return the result of a wager, and where."""
    return moved(event, words) if words.you else f"Seat {event.seat}: {_MOVED[type(event)](event, words)}"


def settlement_reversed(event: e.SettlementReversed, words: Words) -> str:
    line = event.line
    now = "is down again" if line.staked else "is taken back"
    where = "" if words.you else f" at seat {line.seat}"
    return f"Counter-entry{where}: {_subject(line, words)}, which was {_fate(line, words)}, {now}."


def _settled(event: e.WagerSettled, words: Words) -> str:
    fate = _yours(event) if words.you else f"is {_fate(event, words)}"
    return f"{_subject(event, words)} {fate}{clauses(event.clauses)}."


def _subject(event: e.WagerSettled, words: Words) -> str:
    """The wager; an award for which nothing was staked is named by itself."""
    wager = _wager(event.wager, event.staked, words) if event.staked else _named(event.wager, words)
    return f"{_whose(event.bettor, words)} {wager}"


def _whose(name: str, words: Words) -> str:
    if words.you:
        return "your"
    return f"{name}'s" if name else "the"


def _yours(event: e.WagerSettled) -> str:
    """What the listener wins, loses or gets back, as the end of a sentence."""
    match event.result:
        case "win" if event.staked:
            return f"wins {say_cents(event.paid)}{_from_the_pool(event)}"
        case "win" | "community":
            return f"is {say_cents(event.paid)}"
        case "lose" | "collected":
            part = f" {say_cents(event.collected)}, and the rest comes back" if event.returned else ""
            return f"loses{part}" if event.result == "lose" else f"is {_collected(event)}"
        case "surrender":
            return f"is halved: you get {say_cents(event.returned)} back"
        case "uncovered":
            return "is beyond the bank and comes back"
        case "void":
            return "is void and comes back"
        case "push":
            return "comes back"
        case award:
            return f"wins {say_cents(event.paid)}{_for(award)}"


def _fate(event: e.WagerSettled, words: Words) -> str:
    """The movement of the money, as the end of a sentence."""
    match event.result:
        case "win":
            returned = "returned and " if event.returned else ""
            return f"{returned}paid {say_cents(event.paid)}{_from_the_pool(event)}"
        case "lose" | "collected":
            return _collected(event)
        case "surrender":
            return f"halved: {say_cents(event.collected)} collected, {say_cents(event.returned)} returned"
        case "uncovered":
            return "beyond the bank and returned"
        case "void":
            pool = f", and the {say_cents(event.matched)} beside it goes back to the {words.banker}"
            return f"void and returned{pool if event.matched else ''}"
        case "push":
            return "returned"
        case award:
            return _awarded(event, award)


def _collected(event: e.WagerSettled) -> str:
    part = f" up to {say_cents(event.collected)}, the rest returned" if event.returned else ""
    pool = f", with the {say_cents(event.matched)} beside it" if event.matched else ""
    return f"collected{part}{pool}"


def _awarded(event: e.WagerSettled, award: str) -> str:
    """A side bet that is paid for an outcome; its stake went to the inventory before the deal unless it comes back."""
    returned = "returned and " if event.returned else ""
    return f"{returned}paid {say_cents(event.paid)}{_for(award)}"


def _for(award: str) -> str:
    return {"hot": " at the hot spot", "community": ""}.get(award, f" for a {award.replace('_', ' ')}")


def _from_the_pool(event: e.WagerSettled) -> str:
    if not event.matched:
        return ""
    return " from the pool" if event.paid <= event.matched else f", {say_cents(event.matched)} of it from the pool"


def _given_back(event: e.WagerReturned, words: Words) -> str:
    """A side wager that did not reach the inventory comes back whole; of another, the part that no bank covers."""
    whose, fate = _whose(event.bettor, words), "comes back" if words.you else "returned"
    if event.wager in SIDE:
        back = fate if words.you else f"is {fate}"
        return f"{whose} {_wager(event.wager, event.amount, words)} {back}{clauses(event.clauses)}."
    part = f"{say_cents(event.amount)} of {whose} {_named(event.wager, words)}"
    return f"{part} is beyond the bank and {fate}{clauses(event.clauses)}."


def _covered(event: e.WarCovered, words: Words) -> str:
    amount, whose = say_cents(event.amount), _whose(event.bettor, words)
    if words.rules.bank.top_up:
        return f"the {words.banker} will match {whose} war with {amount} of new money."
    return f"the {words.banker} sets aside {amount} of the bank for {whose} war."


_MOVED: Mapping[type[Event], Callable[[Any, Words], str]] = {
    e.WagerSettled: _settled,
    e.WagerReturned: _given_back,
    e.WarCovered: _covered,
}

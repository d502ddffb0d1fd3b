"""Limits that fit each other, and chips that can make every wager and its half."""

from collections.abc import Iterator

from wartable.days import is_day
from wartable.money import Cents, format_cents
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.wording import shown

_HALVES = "G2"
_INITIAL = ("limits.min", "limits.max")
_TIE = ("limits.tie_min", "limits.tie_max", "limits.war_tie_max")


def limits_in_order(case: Case) -> Iterator[HouseFinding]:
    """No maximum is below its minimum; a tie wager without its own maximum has the table's."""
    limits = case.rules.limits
    for least, low, most, high in (
        ("limits.min", limits.min, "limits.max", limits.max),
        ("limits.tie_min", limits.tie_min, "limits.tie_max", limits.tie_max),
    ):
        if low is None or high is None or low <= high:
            continue
        if most in case.choices:
            message = f"{format_cents(high)} is below the minimum of {format_cents(low)}"
            yield from case.find(most, "error", message, f"at least {format_cents(low)}", least)
        else:
            message = f"{format_cents(low)} is above the maximum of {format_cents(high)}"
            yield from case.find(least, "error", message, f"at most {format_cents(high)}", most, "limits.max")


def limits_are_authorised(case: Case) -> Iterator[HouseFinding]:
    """No limit of the house is above the amount that the regulator authorises, which was read on a day."""
    authorised, source = case.rules.limits.authorised, case.rules.limits.authorised_by
    if source and not any(is_day(word.strip(".,;:()")) for word in source.split()):
        room = 'a text with the day on which it was read, such as "WAC 230-15-040, read on 2026-11-15"'
        yield from case.find("limits.authorised_by", "error", f"{shown(source)} names no day", room)
    if authorised is None:
        return
    clauses = case.book.values["limits.authorised"].clauses
    for name, amount in _given(case, *_INITIAL, *_TIE):
        if amount > authorised:
            message = f"{format_cents(amount)} is above the authorised maximum of {format_cents(authorised)}"
            room = f"at most {format_cents(authorised)}"
            yield from case.find(name, "error", message, room, "limits.authorised", clauses=clauses)


def _given(case: Case, *names: str) -> Iterator[tuple[str, Cents]]:
    """The limits that the house itself gives, without those that follow from another."""
    for name in names:
        if name in case.choices:
            yield name, getattr(case.rules.limits, name.removeprefix("limits."))


def wagers_have_halves(case: Case) -> Iterator[HouseFinding]:
    """Half of every initial wager that the limits permit exists in the smallest chip; nothing is ever rounded."""
    limits, chip = case.rules.limits, case.rules.surrender.smallest_chip
    if chip is None:
        return
    step = chip if limits.step is None else limits.step
    for name, amount in _given(case, *_INITIAL):
        if amount % step:
            message = f"{format_cents(amount)} is not a multiple of {format_cents(step)}, so it cannot be wagered"
            yield from case.find(name, "error", message, f"a multiple of {format_cents(step)}", reading=_HALVES)
    wager = _without_half(step, chip, limits.min, limits.max)
    if wager is not None:
        message = f"a wager of {format_cents(wager)} is permitted and has no half in chips of {format_cents(chip)}"
        yield from case.find(
            "limits.step", "error", message, f"a multiple of {format_cents(2 * chip)}", *_INITIAL, reading=_HALVES
        )


def _without_half(step: Cents, chip: Cents, low: Cents | None, high: Cents | None) -> Cents | None:
    """The smallest permitted wager whose half is not a multiple of the chip.

    Of two neighbours one lacks its half unless the step has one, so testing the first two tests all.
    """
    first = -(-(low or step) // step) * step
    for wager in (first, first + step):
        if wager % (2 * chip) and (high is None or wager <= high):
            return wager
    return None


def ties_in_whole_chips(case: Case) -> Iterator[HouseFinding]:
    """The ends of the tie limits can be put down in chips."""
    chip = case.rules.surrender.smallest_chip
    if chip is None:
        return
    for name, amount in _given(case, *_TIE):
        if amount % chip:
            message = f"{format_cents(amount)} cannot be made with chips of {format_cents(chip)}"
            yield from case.find(name, "error", message, f"a multiple of {format_cents(chip)}", reading=_HALVES)

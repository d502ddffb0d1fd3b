"""The next input of a table: a card, a person, the shoe, or the next step of the house."""

from collections.abc import Mapping
from typing import Literal

from wartable.table import (
    DEALER,
    PHASES,
    BankOffered,
    Phase,
    Refused,
    Table,
    decide,
    device_waits,
    no_card_left,
    open_offer,
    rules_before_closing,
    shoe_is_over,
    spin_triggered,
)
from wartable.table import commands as c

Awaited = Literal[
    "seal",
    "reveal",
    "empty",
    "burn",
    "card",
    "look",
    "cut",
    "bank",
    "bets",
    "choice",
    "war_wagers",
    "spin",
    "ruling",
    "step",
]

_ALWAYS: Mapping[Phase, Awaited] = {"deciding": "choice", "war_wagers": "war_wagers", "suspended": "ruling"}


def awaited(table: Table, *, seals: bool = False) -> Awaited:
    """Return what has to come next. A shoe that `seals` commits itself before the cut and is revealed at its end."""
    if seals and table.seal.ended is not None:
        return "reveal"
    if seals and _can_seal(table):
        return "seal"
    match table.phase:
        case "dealing" | "war_dealing" if no_card_left(table.cards):
            return "empty"
        case "dealing" | "war_dealing" | "banking" | "betting":
            return _card_or_bet(table)
        case "opening" | "waking" if open_offer(table):
            return "look"
        case "cutting" if table.cut.offer and not table.cut.reinsert:
            return "cut"
        case "side_bets" if spin_triggered(table) and table.round.spun is None:
            return "spin"
    called = table.call is not None and (table.phase == "loading" or rules_before_closing(table))
    return _ALWAYS.get(table.phase, "ruling" if called else "step")


def _card_or_bet(table: Table) -> Awaited:
    if device_waits(table):
        return "step"
    if (table.cards.burns_due or table.round.war_burns_due) and not no_card_left(table.cards):
        return "burn"
    if table.phase in ("dealing", "war_dealing"):
        return "card"
    if table.deck_change_due or shoe_is_over(table):
        return "step"
    if table.phase == "betting":
        return "bets"
    return "bank" if table.banker.offer or _bank_has_a_taker(table) else "step"


def _can_seal(table: Table) -> bool:
    before_the_cut = table.phase == "shuffling" or table.cut.cutter is None
    return not table.seal.commitment and before_the_cut and c.SealShoe in PHASES[table.phase]


def _bank_has_a_taker(table: Table) -> bool:
    """An offer without any eligible player would be repeated without end."""
    offered = decide(table, c.OfferBank(), DEALER)
    return not isinstance(offered, Refused) and any(isinstance(e, BankOffered) and e.seat for e in offered)


def cover_card_may_come(table: Table) -> bool:
    """Whether the cover card, if it is on top, comes out before the next card."""
    return bool(table.cut.behind) and table.cover_seat is None and c.MeetCoverCard in PHASES[table.phase]

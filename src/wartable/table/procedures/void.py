"""Void rounds and void hands: everything goes back by counter-entries, and nothing is deleted."""

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.rulebook import CHIPS, HOUSE_RULE, LAYOUT, SIDE, Wager, decided_in
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import reason_is_bad
from wartable.table.procedures.counting import chips_are_uncounted
from wartable.table.procedures.deal import no_card_left
from wartable.table.procedures.duty import burns_after_void, owes_burn
from wartable.table.procedures.forgotten import owed_after_void
from wartable.table.procedures.meters import take_back
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import side_wagers_stand
from wartable.table.state import Bettor, Box, Table, change_bettor, round_is_open
from wartable.table.words import Actor, CallReason, DealName

WAR: frozenset[Wager] = frozenset({"war", "war_tie"})
"""What a player puts up for a war."""
WAR_SETTLES: frozenset[Wager] = frozenset({*decided_in("war"), "progressive"})
"""What is settled with a war."""
ENDS_THE_SHOE: frozenset[CallReason] = frozenset({"face_up_cards", "misread_card", "jam", "early_cover_card"})
"""What the floor is called for and, with the round, ends the shoe."""


def void_round(table: Table, command: c.VoidRound, by: Actor) -> Decided:
    """Void the round for the floor, with a reason; with an empty shoe, only the unsettled part.

    No text knows such a void, so it cites none: a void that a clause orders comes with the report it follows from.
    """
    if not round_is_open(table) or table.round.voided:
        return Refused(Refusal.NOT_NOW, table.rules.cite["void.scope"])
    if reason_is_bad(command.reason):
        return Refused(Refusal.REASON_IS_MISSING)
    scope = "unsettled" if no_card_left(table.cards) else None
    return void_events(table, command.reason, (HOUSE_RULE,), reshuffle=command.reshuffle, scope=scope)


def void_events(
    table: Table, reason: str, clauses: tuple[str, ...], *, reshuffle: bool, scope: str | None = None
) -> tuple[e.Event, ...]:
    """Return the events of a void: settled wagers are reversed where it reaches them, and every wager goes back.

    The house chooses the scope, unless the occasion has a scope of its own. Where a call that waits for the floor ends
    the shoe, the void does too.
    """
    calls = (table.call, *table.found.waiting) if table.call else ()
    reshuffle = reshuffle or any(call.reason in ENDS_THE_SHOE for call in calls)
    events: list[e.Event] = []
    if table.cards.exposed is not None:
        events.extend(e.ExposedCardRacked(card) for card in (table.cards.exposed, *table.found.exposed))
    for box in table.boxes:
        for bettor in box.bettors:
            lines = _reached(bettor, scope or table.rules.void.scope)
            events.extend(e.SettlementReversed(line) for line in reversed(lines))
            events.extend(_as_it_lies(table, line) for line in _give_back(box, bettor, lines, clauses))
    return (*events, *take_back(table, reason), *owed_after_void(table), e.RoundVoided(reason, clauses, reshuffle))


def _as_it_lies(table: Table, line: e.WagerSettled) -> e.Event:
    """A side wager that is not counted yet never reached the inventory, so it goes back from the layout."""
    if line.wager not in SIDE or not chips_are_uncounted(table):
        return line
    return e.WagerReturned(line.seat, line.bettor, line.patron, line.wager, line.staked, line.clauses)


def _reached(bettor: Bettor, scope: str) -> tuple[e.WagerSettled, ...]:
    """The settlements a void reaches: all of the round or, of what is not yet settled, an initial wager that was
    collected for a war still in play. A void hand cannot leave a loss."""
    if scope == "whole_round":
        return tuple(line for line in bettor.lines if line.result != "void")
    return tuple(line for line in bettor.lines if line.result == "collected" and bettor.stakes["war"])


def give_back(table: Table, box: Box, clauses: tuple[str, ...]) -> Iterator[e.Event]:
    """Return every wager that still lies at a box."""
    for bettor in box.bettors:
        yield from (_as_it_lies(table, line) for line in _give_back(box, bettor, (), clauses))


def reverse(box: Box, *, prizes: bool = False) -> Iterator[e.SettlementReversed]:
    """Reverse what was settled at a box; what a side wager was paid stands, unless its prizes go back too."""
    for bettor in reversed(box.bettors):
        yield from (e.SettlementReversed(line) for line in reversed(_reversible(bettor, prizes=prizes)))


def reverse_war(box: Box, *, prizes: bool = False) -> Iterator[e.SettlementReversed]:
    """Reverse what the war deal settled at a box; an initial wager that was collected before it stays so."""
    for bettor in reversed(box.bettors):
        settled = _reversible(bettor, prizes=prizes)
        lines = [line for line in settled if line.wager in WAR_SETTLES and line.result != "collected"]
        if bettor.choice == "war":
            yield from (e.SettlementReversed(line) for line in reversed(lines))


def reverse_beside(
    table: Table, box: Box, deal: DealName = "original", *, prizes: bool = False
) -> Iterator[e.SettlementReversed]:
    """Reverse what the cards of a deal settled at a hand that has left the round; it is settled again.

    That is a tie wager, and side wagers that stand. A hand whose card was taken out of play is compared with no other:
    what was decided stands.
    """
    if (box.card if deal == "original" else box.war_card) is None:
        return
    lost = table.rules.cite["abandon.may_lose"]
    tie: tuple[Wager, ...] = ("tie",) if deal == "original" else ()
    again = (*tie, *SIDE) if side_wagers_stand(table, box) else tie
    for bettor in reversed(box.bettors):
        settled = reversed(_reversible(bettor, prizes=prizes))
        yield from (e.SettlementReversed(line) for line in settled if line.wager in again and line.clauses != lost)


def give_back_all(box: Box, clauses: tuple[str, ...], *, prizes: bool = False) -> Iterator[e.WagerSettled]:
    """Return every wager of the round at a box after what was settled there is reversed."""
    for bettor in box.bettors:
        yield from _give_back(box, bettor, _reversible(bettor, prizes=prizes), clauses)


def give_back_war(box: Box, clauses: tuple[str, ...]) -> Iterator[e.WagerSettled]:
    """Return what was put up for a war that is not fought."""
    for bettor in box.bettors:
        yield from (line for line in _give_back(box, bettor, _reversible(bettor), clauses) if line.wager in WAR)


def _reversible(bettor: Bettor, *, prizes: bool = False) -> tuple[e.WagerSettled, ...]:
    settled = (line for line in bettor.lines if line.result != "void")
    return tuple(line for line in settled if prizes or line.wager in LAYOUT or not line.paid)


def _give_back(
    box: Box, bettor: Bettor, reversed_lines: tuple[e.WagerSettled, ...], clauses: tuple[str, ...]
) -> Iterator[e.WagerSettled]:
    for wager in CHIPS:
        again = [line for line in reversed_lines if line.wager == wager]
        stake = bettor.stakes[wager] + sum(line.staked for line in again)
        matched = (bettor.matched if wager == "war" else 0) + sum(line.matched for line in again)
        if stake:
            yield e.WagerSettled(
                box.seat, bettor.name, bettor.patron, wager, "void", stake, 0, stake, 0, clauses, matched
            )


def settlement_reversed(table: Table, event: e.SettlementReversed) -> Table:
    line = event.line
    box = table.boxes[line.seat - 1]
    bettor = next(b for b in box.bettors if b.name == line.bettor)
    changes: dict[str, object] = {
        "lines": tuple(kept for kept in bettor.lines if kept != line),
        "matched": bettor.matched + line.matched,
    }
    if line.staked:
        changes["stakes"] = {**bettor.stakes, line.wager: bettor.stakes[line.wager] + line.staked}
    table = table.with_box(change_bettor(box, line.bettor, **changes))
    bank = table.banker
    if not bank.posted:
        return table
    money = bank.money - line.collected + line.paid - line.matched
    return replace(table, banker=replace(bank, left=bank.left + line.cover, money=money))


def round_voided(table: Table, event: e.RoundVoided) -> Table:
    """Pick up the cards next, and shuffle them where the rules say so."""
    due = table.shuffle_due or ("irregularity" if event.reshuffle else None)
    cards = burns_after_void(table)
    owed = table.new_dealer or (owes_burn(table) and not cards.dealer_burns)
    round_ = replace(table.round, voided=True, war_burns_due=0)
    found = replace(table.found, waiting=(), forgotten=0)
    return replace(
        table, round=round_, cards=cards, new_dealer=owed, found=found, shuffle_due=due, call=None, wins=(), done=()
    )

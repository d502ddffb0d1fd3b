"""The felt: a table as one audience may know it, made from the mirror and from who is there."""

from collections.abc import Iterator, Set
from typing import Any

import msgspec
from msgspec.structs import replace

from wartable.live.history import Mirror
from wartable.live.moments import SECOND, milliseconds
from wartable.live.moves import Countdown
from wartable.live.telling.console import make_console
from wartable.live.telling.said import SEES_NAMES, Names
from wartable.live.telling.speech import dealers_words
from wartable.live.wire import (
    Audience,
    BankView,
    BettorView,
    CallView,
    ClockView,
    FeltView,
    LineView,
    MeterView,
    SeatView,
    ShoeView,
    SpinView,
    StepView,
    WinStepView,
    WinView,
)
from wartable.money import Cents
from wartable.rulebook import METERS, MeterName
from wartable.table import (
    CHECKS,
    Actor,
    Bettor,
    Box,
    Refused,
    ReleasePlayers,
    Seat,
    Step,
    Table,
    WagerSettled,
    Words,
    decide,
    floor_is_needed,
    is_lit,
    moved,
    next_to_ask,
    open_choices,
    open_offer,
    steps,
    win_pays,
)

SEES_ALL_STEPS: frozenset[Audience] = frozenset({"dealer", "auditor"})
"""Audiences that run the table: they have to know whom it waits for."""

VALIDATES = "validate_win"


class Company(msgspec.Struct, frozen=True):
    """Who is at the table, besides what the log says."""

    names: Names
    present: Set[str]
    ready: Set[str]
    bots: Set[str]
    alone: bool = False
    """Whether the dealer opens and closes the table, because the floor is automatic."""
    watching: int | None = None
    """How many people are here without a seat, where that is told."""
    colours: Names = lambda _: ""
    """The colour that each player chose."""


class Seats:
    """The seats as they were last seen: a box that has not changed is not drawn again."""

    def __init__(self) -> None:
        self._last: dict[tuple[Seat, bool], tuple[Box, tuple[object, ...], SeatView]] = {}

    def view(
        self, table: Table, box: Box, words: Words, company: Company, asked: Seat | None, *, inside: bool
    ) -> SeatView:
        """Return one seat, from the cache where its box and surroundings are the same."""
        around = _around(table, box, company, asked)
        last = self._last.get((box.seat, inside))
        if last is not None and last[0] is box and last[1] == around:
            return last[2]
        view = _seat(box, words, *around, inside=inside)
        self._last[box.seat, inside] = (box, around, view)
        return view


def make_felt(
    mirror: Mirror,
    audience: Audience,
    words: Words,
    company: Company,
    countdown: Countdown | None,
    seats: Seats | None = None,
) -> FeltView:
    table = mirror.table
    asked = asked_now(table)
    inside = audience in SEES_NAMES
    view = (seats or Seats()).view
    due = tuple(step for step in steps(table) if audience in step.by or audience in SEES_ALL_STEPS)
    return FeltView(
        rulebook=table.rules.rulebook,
        phase=table.phase,
        round=table.round.number,
        says=dealers_words(table),
        dealer=table.dealer if inside else "",
        on_duty=(table.on_duty or ()) if inside else (),
        seats=tuple([view(table, box, words, company, asked, inside=inside) for box in table.boxes]),
        dealer_cards=() if table.round.dealer_picked_up else table.round.dealer_hand,
        dealer_picked_up=table.round.dealer_picked_up,
        community_cards=tuple(community.hand for community in table.round.community),
        war_burns=table.round.war_burns,
        shoe=_shoe(table),
        meters=tuple(_meter(table, name, audience) for name in METERS if name in table.meters),
        bank=_bank(table),
        wins=tuple(_win(table, place) for place in range(len(table.wins))),
        spin=_spin(table),
        clock=make_clock(mirror, countdown),
        device=table.device,
        deck_change_due=table.deck_change_due,
        call=_call(table) if inside else None,
        releasable=tuple(_releasable(table)) if audience == "floor" else (),
        steps=tuple(_step(step, audience) for step in due),
        console=make_console(table, due, words, company.names, alone=company.alone) if audience == "dealer" else None,
        watching=company.watching,
    )


def asked_now(table: Table) -> Seat | None:
    match table.phase:
        case "opening" | "waking" if offer := open_offer(table):
            return offer.seat
        case "cutting" if not table.cut.reinsert:
            return table.cut.offer or None
        case "banking":
            return table.banker.offer or None
        case "deciding" if turn := next_to_ask(table):
            return turn[0].seat
    return None


def make_clock(mirror: Mirror, countdown: Countdown | None) -> ClockView | None:
    """Return the countdown as people see it; one that no player needs is not shown."""
    if countdown is None or countdown.early or not countdown.seconds:
        return None
    ends = mirror.since + countdown.seconds * SECOND
    return ClockView(countdown.on, countdown.seat, milliseconds(mirror.since), milliseconds(ends), countdown.says)


def _around(
    table: Table, box: Box, company: Company, asked: Seat | None
) -> tuple[tuple[str, str], bool, bool, bool, bool]:
    """Return a seat's view besides its box: name, colour, and whether it is away, banks, is asked, is ready."""
    patron = box.patron
    return (
        (company.names(patron), company.colours(patron)) if patron else ("", ""),
        bool(patron) and patron not in company.present and patron not in company.bots,
        bool(table.banker.posted) and table.banker.seat == box.seat,
        box.seat == asked,
        patron in company.ready,
    )


def _seat(
    box: Box,
    words: Words,
    called: tuple[str, str],
    away: bool,
    banks: bool,
    asked: bool,
    ready: bool,
    *,
    inside: bool,
) -> SeatView:
    return SeatView(
        seat=box.seat,
        taken=bool(box.patron),
        name=called[0],
        colour=called[1],
        patron=box.patron if inside and box.patron else None,
        away=away,
        banks=banks,
        hand=box.community,
        cards=() if box.picked_up else box.hand,
        outcome=box.outcome,
        war_outcome=box.war_outcome,
        missed=box.missed,
        picked_up=box.picked_up,
        asked=asked,
        ready=ready,
        bettors=tuple(_bettor(place, bettor, words, inside=inside) for place, bettor in enumerate(box.bettors)),
    )


def _bettor(place: int, bettor: Bettor, words: Words, *, inside: bool) -> BettorView:
    return BettorView(
        place=place if bettor.name else 0,
        bettor=bettor.name if inside else "",
        **dict[str, Cents](bettor.stakes.items()),
        covered=bettor.covered,
        matched=bettor.matched,
        choice=bettor.choice,
        lines=make_lines(bettor.lines, words),
        net=sum(line.returned + line.paid - line.staked for line in bettor.lines),
    )


def make_lines(lines: tuple[WagerSettled, ...], words: Words) -> tuple[LineView, ...]:
    """Return what was settled for a bettor, with the clauses."""
    to_bettor = replace(words, you=True)
    return tuple(
        LineView(
            wager=line.wager,
            result=line.result,
            staked=line.staked,
            collected=line.collected,
            returned=line.returned,
            paid=line.paid,
            says=moved(replace(line, bettor="", clauses=()), to_bettor),
            clauses=line.clauses,
        )
        for line in lines
    )


def _shoe(table: Table) -> ShoeView:
    cards = table.cards
    return ShoeView(
        number=table.seal.shoe,
        commitment=table.seal.commitment,
        batch=cards.batch,
        loaded=cards.loaded,
        stack=table.rules.stack,
        left=cards.in_shoe,
        behind=table.cut.behind if cards.loaded else 0,
        cover_card_met=table.cover_seat is not None,
        reveal_due=table.seal.ended is not None,
        rack=len(cards.rack),
        words=len(table.seal.added),
        closed=table.seal.closed,
    )


def _meter(table: Table, name: MeterName, audience: Audience) -> MeterView:
    meter = table.meters[name]
    if audience != "floor":
        return MeterView(name, meter.reading)
    values = METERS[name].values(table.rules)
    filed = str(values.rate) if values else ""
    return MeterView(name, meter.reading, str(meter.rate), meter.just_hit, filed)


def _releasable(table: Table) -> Iterator[Seat]:
    """Yield the seats that the dealer could release; each is tried, without any effect."""
    if not table.found.misdelivered:
        return
    for box in table.boxes:
        tried = decide(table, ReleasePlayers((box.seat,), "tried"), Actor("floor"))
        if not isinstance(tried, Refused):
            yield box.seat


def _call(table: Table) -> CallView | None:
    call = table.call
    return CallView(call.reason, call.seat, call.bettor, table.cards.exposed, open_choices(table)) if call else None


def _bank(table: Table) -> BankView | None:
    bank = table.banker
    return BankView(bank.seat, bank.posted, bank.left) if bank.posted else None


def _win(table: Table, place: int) -> WinView:
    """Return the win that is being checked; the others wait their turn."""
    won = table.wins[place]
    done = table.done if place == 0 else ()
    validates = (VALIDATES,) if floor_is_needed(table, won) else ()
    steps_due = tuple(WinStepView(step, step in done) for step in (*CHECKS, *validates))
    return WinView(won.seat, won.hand, win_pays(table, won), steps_due, is_lit(table, won))


def _spin(table: Table) -> SpinView | None:
    spun = table.round.spun
    return SpinView(spun.hot_seat, spun.hot, spun.community) if spun else None


def _step(step: Step, audience: Audience) -> StepView:
    """Return a step; only an audience that may send its command gets it, and none where evidence is due."""
    ready = step.command is not None and audience in step.by and not step.evidence
    command: dict[str, Any] | None = msgspec.to_builtins(step.command) if ready else None
    bettor = step.bettor if audience in SEES_NAMES else ""
    answers = tuple(msgspec.to_builtins(answer) for answer in step.answers if audience in step.by)
    return StepView(step.step, step.by, step.says, step.clauses, command, step.seat, bettor, answers)

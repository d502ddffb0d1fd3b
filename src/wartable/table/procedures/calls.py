"""Calling the floor: the table waits until the floor has ruled; further calls wait in a queue."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.rulebook import Ruling
from wartable.table import events as e
from wartable.table.procedures.deal import burns_due, unsee
from wartable.table.procedures.ruled import ruled_to
from wartable.table.state import Call, Table, round_is_open, standing_phase
from wartable.table.words import DEALER_SEAT, STANDS, CallReason, Seat, next_check

MAX_REASON = 200


DEALING_ERRORS: frozenset[CallReason] = frozenset({"missed_hand", "missed_war_card", "forgotten_burn"})
"""Calls that themselves report an error in the deal."""
DEALS: frozenset[Ruling] = frozenset({"forward", "dealer_next"})
"""Rulings that deal a card."""


def reason_is_bad(reason: str) -> bool:
    """Whether a recorded reason is empty or too long."""
    return not reason.strip() or len(reason) > MAX_REASON


def call_floor(
    table: Table,
    reason: CallReason,
    choices: tuple[Ruling, ...],
    rule: str,
    seat: Seat | None = None,
    bettor: str = "",
) -> e.FloorCalled:
    """Return the event that calls the floor, with the possible rulings and the value of the rulebook that calls it."""
    return e.FloorCalled(reason, choices, table.rules.cite[rule], seat, bettor)


def call_to_missed_hand(table: Table, seat: Seat, *, can_deal: bool) -> e.FloorCalled:
    """Return the event that calls the floor to a hand without a card; it may find that the hand has its card."""
    choices: tuple[Ruling, ...] = ("void_hand", "continue")
    if table.rules.irregularity.missed_hand == "floor_call":
        choices = (*(("deal_now",) if can_deal else ()), "void_hand", "void", "continue")
    return call_floor(table, "missed_hand", choices, "irregularity.missed_hand", seat)


def open_rulings(table: Table, choices: tuple[Ruling, ...], *, before_burns: bool = False) -> tuple[Ruling, ...]:
    """Return those of the rulings that are possible now: a void needs a round, and a card is dealt only in a deal.

    `before_burns` says that a card may be dealt although a burn is due, because the rules let the hand continue.
    """
    can_void = round_is_open(table) and not table.round.voided
    in_a_deal = can_void and standing_phase(table) in ("counting", "dealing", "war_dealing")
    can_deal = in_a_deal and (before_burns or not burns_due(table))
    shut = {"void"} if not can_void else set()
    return tuple(choice for choice in choices if choice not in shut and (can_deal or choice not in DEALS))


def still_to_rule(table: Table, decided: tuple[e.Event, ...]) -> tuple[e.FloorCalled, ...]:
    """Return the calls about touched cards that these events would end unruled: they are made once more.

    A shuffle or a void ends every call that stopped the table; but a card that was touched is still among the others.
    """
    if table.phase != "suspended" or table.call is None:
        return ()
    if not any(isinstance(event, e.ShuffleBegun | e.RoundVoided) for event in decided):
        return ()
    ruled = isinstance(decided[0], e.FloorRuled)
    waiting = table.found.waiting if ruled else (table.call, *table.found.waiting)
    return tuple(
        e.FloorCalled(call.reason, call.choices, call.clauses, call.seat, call.bettor)
        for call in waiting
        if call.reason == "touched_card"
    )


def floor_called(table: Table, event: e.FloorCalled) -> Table:
    if event.reason in DEALING_ERRORS:
        table = replace(table, round=replace(table.round, error=True))
    call = Call(event.reason, event.choices, standing_phase(table), event.clauses, event.seat, event.bettor)
    if table.call is None:
        return replace(table, call=call)
    return replace(table, found=replace(table.found, waiting=(*table.found.waiting, call)))


def floor_ruled(table: Table, event: e.FloorRuled) -> Table:
    """End the call; the next one that waits takes its place. A win the floor ruled of is checked, or checked again."""
    waiting = table.found.waiting
    if event.ruling == "deal_now" and table.call is not None:
        table = _dealt_now(table, table.call)
    if waiting and table.call is not None:
        found = replace(table.found, waiting=waiting[1:])
        table = replace(table, call=replace(waiting[0], resume=table.call.resume), found=found)
    else:
        table = replace(table, call=None)
    if event.ruling == "no_face_up_cards":
        return _none_lay_face_up(table)
    if event.ruling == "check_again":
        return replace(table, done=())
    if event.ruling == "win_stands":
        return replace(table, done=(*table.done, STANDS if event.repeats else next_check(table.done)))
    return table


def was_about_the_war(table: Table, call: Call) -> bool:
    """Whether the floor was called to a war card; calls of earlier logs name the war deal by its clauses alone."""
    return call.reason == "missed_war_card" or call.clauses == table.rules.steps["war_deal_player"].clauses


def _dealt_now(table: Table, call: Call) -> Table:
    """The hand has the next card by the ruling, not in the order of the deal."""
    box = table.box(call.seat or DEALER_SEAT)
    place = (box.community or box.seat) if box else DEALER_SEAT
    return replace(table, round=ruled_to(table.round, "war" if was_about_the_war(table, call) else "original", place))


def _none_lay_face_up(table: Table) -> Table:
    """The cards of the wrong report are in the shoe or in play still, and count no more."""
    reported, rack = table.found.reported or (), list(reversed(table.cards.rack))
    cards = replace(table.cards, in_shoe=table.cards.in_shoe + len(reported))
    for card in reported:
        rack.remove(card)
        cards = unsee(cards, card)
    wrong = len(reported) + (table.found.in_play or 0)
    found = replace(table.found, face_up=table.found.face_up - wrong, reported=UNSET, in_play=UNSET)
    counted = replace(table.round, face_up=table.round.face_up - wrong)
    return replace(table, cards=replace(cards, rack=tuple(reversed(rack))), found=found, round=counted)

"""The cover card: the table counts the cards out, expects it where it was put, and starts no round past it.

A report names the seat at which the card came out, and the table remembers the player of that hand. It is accepted
until the round is over and between rounds. A report that comes far too early calls the floor, which says whether it is
the cover card: no round after this one is dealt from a shoe whose cover card came out.
"""

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from wartable.rulebook import cards_of_a_round
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import CutState
from wartable.table.procedures.deal import burns_due
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Box, Call, Table, bettor_at, has_bets, round_is_open, standing_phase
from wartable.table.turns import entitled_to_cut, next_card_for
from wartable.table.words import DEALER_SEAT, Actor, Phase, Seat, ShuffleReason

BETWEEN: frozenset[Phase] = frozenset({"banking", "betting"})


# The count


def _lies_in_the_shoe(table: Table) -> bool:
    return table.cards.loaded and bool(table.cut.behind) and table.cover_seat is None


def cover_card_is_due(table: Table) -> bool:
    """Whether the cover card can come with the next cards, by the depth that was entered and the cards out."""
    within = table.rules.cut.cover_card_within_cards
    return within is not None and _lies_in_the_shoe(table) and table.cards.in_shoe <= table.cut.behind + within


def _is_early(table: Table) -> bool:
    return table.rules.cut.cover_card_within_cards is not None and not cover_card_is_due(table)


def _is_past(table: Table) -> bool:
    within = table.rules.cut.cover_card_within_cards
    return within is not None and table.cards.in_shoe < table.cut.behind - within and _lies_in_the_shoe(table)


def shoe_is_over(table: Table) -> bool:
    """Whether no further round starts: the cover card is past, or fewer cards are left than the round can take."""
    cards, rules = table.cards, table.rules
    if rules.cut.cover_card_within_cards is None or not cards.loaded:
        return False
    if _is_past(table):
        return True
    left = cards.in_shoe + cards.drawn_ahead
    if left >= cards_of_a_round(rules, rules.seats):
        return False
    players = len([box for box in table.boxes if box.bettors])
    return left < cards_of_a_round(rules, players or 1)


# The report


def meet_cover_card(table: Table, command: c.MeetCoverCard, by: Actor) -> Decided:
    """Set the cover card aside: a round in play is finished, and between rounds the cards are shuffled at once.

    One that leads the shoe when wagers are down, and is named at no hand, lets their round be played first.
    """
    clauses = table.rules.steps["cover_card"].clauses
    if command.seat is not None and _is_corrected(table, command.seat):
        return _corrected(table, command.seat, clauses)
    if not _lies_in_the_shoe(table):
        return Refused(Refusal.NO_COVER_CARD, clauses)
    leads = command.seat is None and cover_card_can_lead(table)
    seat = DEALER_SEAT if leads else seat_due(table) if command.seat is None else command.seat
    if seat is None:
        return Refused(Refusal.COVER_CARD_HAS_NO_SEAT, clauses)
    if refused := _cannot_have_come(table, seat, clauses):
        return refused
    if not _is_early(table):
        return _met(table, seat, leads=leads)
    if table.call is not None:
        return Refused(Refusal.NOT_NOW, clauses)
    where = None if leads else seat
    return (e.FloorCalled("early_cover_card", ("cover_card_came", "no_cover_card"), clauses, where),)


def _cannot_have_come(table: Table, seat: Seat, clauses: tuple[str, ...]) -> Refused | None:
    if table.box(seat) is None and seat != DEALER_SEAT:
        return Refused(Refusal.NO_SUCH_SEAT)
    return Refused(Refusal.HAND_IS_NOT_IN_PLAY, clauses) if seat not in cover_card_seats(table) else None


def _is_corrected(table: Table, seat: Seat) -> bool:
    """Whether this is another seat than was entered, or a hand of the last round for a card that led the shoe."""
    if table.cover_seat is None:
        return False
    return seat != table.cover_seat or (bool(table.cover_leads) and standing_phase(table) in BETWEEN)


def _corrected(table: Table, seat: Seat, clauses: tuple[str, ...]) -> Decided:
    """Correct the seat that was entered, until the cards are cut. A card that came at a hand did not lead the shoe."""
    if table.phase == "cutting" and (table.cut.reinsert or table.cut.cutter is not None):
        return Refused(Refusal.NOT_NOW, clauses)
    if refused := _cannot_have_come(table, seat, clauses):
        return refused
    corrected = e.CoverCardMet(seat, _player_of(table, seat), table.cover_seat)
    return corrected, *(begin_shuffle(table, "cover_card") if table.phase in BETWEEN else ())


def seat_due(table: Table) -> Seat | None:
    """Return the seat at which the cover card comes out now, if a card is due; a burn counts as the dealer's hand."""
    if burns_due(table):
        return DEALER_SEAT
    if standing_phase(table) not in ("dealing", "war_dealing"):
        return None
    return DEALER_SEAT if table.rules.electronic else next_card_for(table) or DEALER_SEAT


def cover_card_seats(table: Table) -> tuple[Seat, ...]:
    """Return the seats at which the cover card can have come out: hands that have a card or get the next one.

    Between rounds they are the hands of the last round. Cards in the middle of the table are at no seat.
    """
    if table.rules.electronic:
        return (DEALER_SEAT,)
    if round_is_open(table):
        due = seat_due(table)
        return (DEALER_SEAT, *(box.seat for box in table.boxes if box.card is not None or box.seat == due))
    return (DEALER_SEAT, *(seat for seat, _ in table.round.players or ()))


def _player_of(table: Table, seat: Seat) -> str:
    if not round_is_open(table):
        return dict(table.round.players or ()).get(seat, "")
    box = table.box(seat)
    return player_of_hand(box) if box else ""


def player_of_hand(box: Box) -> str:
    """Return the player whose hand lies at a box, who may have left the seat since."""
    bettor = bettor_at(box, "")
    return bettor.patron if bettor else box.patron


def _met(table: Table, seat: Seat, *, leads: bool) -> tuple[e.Event, ...]:
    counted = table.rules.cut.cover_card_within_cards is not None
    met = e.CoverCardMet(seat, _player_of(table, seat) if counted else "", leads=leads and counted)
    if counted and table.phase in BETWEEN and not leads:
        return met, *begin_shuffle(table, table.shuffle_due or "cover_card")
    return (met,)


def cover_card_can_lead(table: Table) -> bool:
    """Whether the cover card can be the first card for wagers that lie there, or come with the burn before it.

    One that is named at a hand, the dealer's too, came in the last round.
    """
    between = standing_phase(table) in BETWEEN and table.shuffle_due is None
    return between and has_bets(table)


def cover_card_met(table: Table, event: e.CoverCardMet) -> Table:
    """Remember the player, who is offered the next cut; the first reason to shuffle stays."""
    table = replace(table, cover_seat=event.seat, cover_patron=event.patron or UNSET, cover_leads=event.leads or UNSET)
    if table.phase == "cutting":
        return replace(table, offer=UNSET, cut=CutState(offer=entitled_to_cut(table)))
    if event.corrects is not None:
        return table
    return replace(table, shuffle_due=table.shuffle_due or "cover_card")


def shuffle_waits_for_the_round(table: Table) -> bool:
    """Whether the cover card led the shoe, so that the wagers that lie there are played before the shuffle."""
    return bool(table.cover_leads) and has_bets(table)


# The end of the shoe


def report_shoe_over(table: Table, command: c.ReportShoeOver, by: Actor) -> Decided:
    """Call the floor for the reshuffle when the count allows no further round."""
    clauses = table.rules.steps["shoe_over"].clauses
    if not shoe_is_over(table):
        return Refused(Refusal.SHOE_IS_NOT_OVER, clauses)
    return (e.FloorCalled("shoe_is_over", ("reshuffle",), clauses),)


def ruled_to_reshuffle(table: Table, call: Call) -> tuple[e.Event, ...]:
    """Return the events after the floor ruled a reshuffle: at once between rounds, otherwise after the round."""
    met: tuple[e.Event, ...] = ()
    leads = False
    if call.reason == "early_cover_card":
        seat = call.seat or DEALER_SEAT
        leads = call.seat is None and cover_card_can_lead(table)
        met = (e.CoverCardMet(seat, _player_of(table, seat), leads=leads),)
    if call.resume not in BETWEEN or leads:
        return met
    return *met, *begin_shuffle(table, "cover_card" if met or _is_past(table) else "ordered")


def begin_shuffle(table: Table, reason: ShuffleReason) -> tuple[e.Event, ...]:
    """Return the events of a shuffle between rounds: wagers that lie there have no card yet, so they go back."""
    return *wagers_back(table), e.ShuffleBegun(reason)


def end_the_shoe(table: Table) -> tuple[e.Event, ...]:
    """Return the same after an irregularity; in the first edition of the law the wagers lay through the shuffle."""
    if table.rules.of_the_first_edition:
        return (e.ShuffleBegun("irregularity"),)
    return begin_shuffle(table, "irregularity")


def wagers_back(table: Table) -> Iterator[e.WagerTakenBack]:
    """Return every wager to its bettor: those behind a seat before its player, and the initial wager last."""
    for box in table.boxes:
        for bettor in sorted(box.bettors, key=lambda one: not one.name):
            stakes = sorted(bettor.stakes.items(), key=lambda stake: stake[0] == "initial")
            yield from (
                e.WagerTakenBack(box.seat, bettor.name, bettor.patron, wager, amount)
                for wager, amount in stakes
                if amount
            )

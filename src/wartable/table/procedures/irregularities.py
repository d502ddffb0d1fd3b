"""Cards out of order: the rulebook's procedure, or a call to the floor where it has none."""

from msgspec.structs import replace

from wartable.cards import Card
from wartable.rulebook import Ruling
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import call_floor, reason_is_bad
from wartable.table.procedures.coverage import Coverage
from wartable.table.procedures.deal import draw, impossible, no_card_left, see
from wartable.table.procedures.void import give_back, void_events
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Box, Cards, Table, round_is_open, standing_phase
from wartable.table.turns import next_to_deal
from wartable.table.words import DEALER_SEAT, MAX_NAME, Actor

MAX_FACE_UP = 52


def report_face_up_cards(table: Table, command: c.ReportFaceUpCards, by: Actor) -> Decided:
    """Rack a card found face up in the shoe; two or more in a round may void it, or call the floor."""
    rules = table.rules
    if not 1 <= len(command.cards) <= min(MAX_FACE_UP, table.cards.in_shoe):
        return Refused(Refusal.NO_SUCH_CARD)
    seen = table
    for card in command.cards:
        if refused := impossible(seen, card):
            return refused
        seen = replace(seen, cards=see(seen.cards, card))
    racked = e.FaceUpCardsRacked(command.cards)
    several = table.round.face_up + len(command.cards) > 1
    if not several:
        if rules.irregularity.faceup == "rack":
            return (racked,)
        return racked, call_floor(table, "face_up_card", ("continue", "void"), "irregularity.faceup")
    if rules.irregularity.multi_faceup == "rack":
        return (racked,)
    if rules.irregularity.multi_faceup == "void":
        clauses = rules.cite["irregularity.multi_faceup"]
        return racked, *void_events(table, "several cards lay face up in the shoe", clauses, reshuffle=True)
    return racked, call_floor(table, "face_up_cards", ("void", "continue"), "irregularity.multi_faceup")


def face_up_cards_racked(table: Table, event: e.FaceUpCardsRacked) -> Table:
    cards = table.cards
    for card in event.cards:
        cards = see(replace(cards, in_shoe=cards.in_shoe - 1), card)
    cards = replace(cards, rack=cards.rack + event.cards)
    face_up = table.round.face_up + len(event.cards)
    return replace(table, cards=cards, round=replace(table.round, face_up=face_up, error=True))


def report_drawn_card(table: Table, command: c.ReportDrawnCard, by: Actor) -> Decided:
    """Use an unseen card drawn in error as the next card; the floor decides on a card that was seen."""
    irregularity = table.rules.irregularity
    if not table.cards.in_shoe:
        return Refused(Refusal.SHOE_IS_EMPTY)
    if command.card is not None:
        choices = irregularity.exposed_card_choices
        return _exposed(table, command.card, None, call_floor(table, "exposed_card", choices, _EXPOSED))
    if irregularity.drawn_in_error == "next_card":
        return (e.CardDrawnInError(),)
    call = call_floor(table, "drawn_card", ("next_card", "void"), "irregularity.drawn_in_error")
    return e.CardDrawnInError(), call


_EXPOSED = "irregularity.exposed_card"


def card_drawn_in_error(table: Table, event: e.CardDrawnInError) -> Table:
    cards = table.cards
    cards = replace(cards, in_shoe=cards.in_shoe - 1, drawn_ahead=cards.drawn_ahead + 1)
    return replace(table, cards=cards, round=replace(table.round, error=True))


def report_misdelivery(table: Table, command: c.ReportMisdelivery, by: Actor) -> Decided:
    """Call the floor for a card at the wrong place: it never goes back, and the floor says where it goes."""
    if command.seat != DEALER_SEAT and table.box(command.seat) is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    if no_card_left(table.cards):
        return Refused(Refusal.SHOE_IS_EMPTY)
    choices = table.rules.irregularity.misdeal_choices
    call = call_floor(table, "misdelivered_card", choices, "irregularity.misdeal", command.seat)
    return _exposed(table, command.card, command.seat, call)


def _exposed(table: Table, card: Card, seat: int | None, call: e.FloorCalled) -> Decided:
    return impossible(table, card) or (e.CardExposed(card, seat), call)


def card_exposed(table: Table, event: e.CardExposed) -> Table:
    cards = replace(draw(table.cards, event.card), exposed=event.card)
    return replace(table, cards=cards, round=replace(table.round, error=True))


def exposed_card_racked(table: Table, event: e.ExposedCardRacked) -> Table:
    cards = table.cards
    return replace(table, cards=replace(cards, exposed=None, rack=(*cards.rack, event.card)))


def report_misread(table: Table, command: c.ReportMisread, by: Actor) -> Decided:
    """Call the floor for a reading that cannot be the next card; it does not enter."""
    choices: tuple[Ruling, ...] = ("continue", "void")
    return e.CardMisread(command.text[:MAX_NAME], command.why), call_floor(table, "misread_card", choices, "decks")


def card_misread(table: Table, event: e.CardMisread) -> Table:
    return table


def report_missed_hand(table: Table, command: c.ReportMissedHand, by: Actor) -> Decided:
    """Return all wagers of a position that was skipped; the cards of the others stay."""
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    if not box.bettors or box.missed:
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY)
    if box.card is not None:
        return Refused(Refusal.HAND_HAS_A_CARD)
    if table.rules.electronic is None and next_to_deal(table) != box.seat:
        return Refused(Refusal.NOT_NOW, table.rules.cite["irregularity.missed_hand"])
    if table.rules.irregularity.missed_hand == "void":
        return missed_hand_events(table, box)
    choices: tuple[Ruling, ...] = ("void_hand", "void")
    return (call_floor(table, "missed_hand", choices, "irregularity.missed_hand", box.seat),)


def missed_hand_events(table: Table, box: Box) -> tuple[e.Event, ...]:
    """Return the events of a missed hand: its wagers go back."""
    return (*give_back(box, table.rules.cite["irregularity.missed_hand"]), e.HandMissed(box.seat))


def hand_missed(table: Table, event: e.HandMissed) -> Table:
    table = replace(table, round=replace(table.round, error=True))
    return table.with_box(replace(table.boxes[event.seat - 1], missed=True))


def report_forgotten_burn(table: Table, command: c.ReportForgottenBurn, by: Actor) -> Decided:
    """Play the hand on as if no burn had been forgotten, or let the floor decide."""
    due = burns_due(table)
    if not due:
        return Refused(Refusal.NO_BURN_IS_DUE)
    if table.rules.irregularity.forgotten_burn == "continue":
        return (e.BurnForgotten(due),)
    choices: tuple[Ruling, ...] = ("burn_now", "continue")
    return (call_floor(table, "forgotten_burn", choices, "irregularity.forgotten_burn"),)


def burns_due(table: Table) -> int:
    """Return how many burns are still due before the next card."""
    return table.cards.burns_due + table.round.war_burns_due


def burn_forgotten(table: Table, event: e.BurnForgotten) -> Table:
    cards: Cards = replace(table.cards, burns_due=0, dealer_burns=0)
    return replace(table, cards=cards, round=replace(table.round, war_burns_due=0, error=True))


def release_players(table: Table, command: c.ReleasePlayers, by: Actor) -> Decided:
    """Release players after a dealing error, on the floor's order; their unsettled wagers go back."""
    if not round_is_open(table):
        return Refused(Refusal.NOT_NOW)
    if not table.rules.irregularity.release_players:
        return Refused(Refusal.NOBODY_IS_RELEASED_HERE, table.rules.cite["irregularity.release_players"])
    if not table.round.error:
        return Refused(Refusal.NO_ERROR_HAPPENED, table.rules.cite["irregularity.release_players"])
    if reason_is_bad(command.reason):
        return Refused(Refusal.REASON_IS_MISSING)
    boxes = [box for seat in sorted(set(command.seats)) if (box := table.box(seat)) is not None]
    if not boxes or len(boxes) != len(command.seats) or not all(any(b.in_play for b in box.bettors) for box in boxes):
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY)
    clauses = table.rules.cite["irregularity.release_players"]
    seats = tuple(box.seat for box in boxes)
    returned = [line for box in boxes for line in give_back(box, clauses)]
    reserved = Coverage(table).reserve_after_original({}, seats) if standing_phase(table) == "settling" else []
    return (*returned, *reserved, e.PlayersReleased(seats, command.reason))


def players_released(table: Table, event: e.PlayersReleased) -> Table:
    for seat in event.seats:
        table = table.with_box(replace(table.boxes[seat - 1], missed=True))
    return table

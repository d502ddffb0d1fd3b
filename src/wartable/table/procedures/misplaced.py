"""Cards that lie at a wrong place: found at any time until the round is over.

The floor rules on it, so that two people know of every wager that goes back.
"""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from wartable.cards import Card
from wartable.rulebook import LAYOUT, Ruling
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import Cards
from wartable.table.procedures.calls import call_floor, open_rulings, reason_is_bad
from wartable.table.procedures.coverage import Coverage
from wartable.table.procedures.deal import expose, impossible, no_card_left
from wartable.table.procedures.meters import take_back_share
from wartable.table.procedures.ruled import ruled_no_more
from wartable.table.procedures.validation import drop_wins
from wartable.table.procedures.void import give_back, give_back_war, reverse, reverse_beside, reverse_war
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Bettor, Box, Call, Table, round_is_open, standing_phase
from wartable.table.turns import boxes_in
from wartable.table.words import DEALER_SEAT, Actor, DealName, Phase, Seat

DEAL_OF: dict[Phase, DealName] = {
    "dealing": "original",
    "settling": "original",
    "war_dealing": "war",
    "war_settling": "war",
}
"""The deal whose cards are still to be settled, by phase."""
Entered = tuple[Seat, Card, DealName, bool]
"""The hand of a card, the card, its deal, and whether it still waits to be compared."""


def report_misdelivery(table: Table, command: c.ReportMisdelivery, by: Actor) -> Decided:
    """Call the floor for a card at the wrong place: it never goes back, and the floor says where it goes."""
    if command.seat != DEALER_SEAT and table.box(command.seat) is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    lifted = _lifted(table, command)
    if isinstance(lifted, Refused):
        return lifted
    if lifted is not None:
        return lifted, _call(table, _later(table, lifted), table.rules.irregularity.misdeal_choices)
    if no_card_left(table.cards):
        return Refused(Refusal.SHOE_IS_EMPTY)
    if refused := impossible(table, command.card):
        return refused
    goes_on = table.rules.irregularity.forgotten_burn == "continue"
    choices = open_rulings(table, table.rules.irregularity.misdeal_choices, before_burns=goes_on)
    return e.CardExposed(command.card, command.seat), _call(table, command.seat, choices)


def _call(table: Table, seat: Seat, choices: tuple[Ruling, ...]) -> e.FloorCalled:
    return call_floor(table, "misdelivered_card", choices, "irregularity.misdeal", seat)


def _lifted(table: Table, command: c.ReportMisdelivery) -> e.CardLifted | Refused | None:
    """The card as it was entered for another hand; None where it is a card that was not entered."""
    if command.another:
        return None
    if table.rules.electronic is not None or not round_is_open(table):
        return None if command.entered is None else Refused(Refusal.NO_SUCH_CARD)
    entered = [
        (seat, card, deal, is_open)
        for seat, card, deal, is_open in entered_cards(table)
        if card == command.card and command.entered in (None, seat) and seat != command.seat
    ]
    unsettled = [found for found in entered if found[3]]
    if unsettled:
        seat, card, deal, _ = unsettled[-1]
        return e.CardLifted(seat, card, deal, command.seat)
    compared = [found for found in entered if can_compare_again(table, found[0], found[2])]
    if compared:
        seat, card, deal, _ = compared[-1]
        return e.CardLifted(seat, card, deal, command.seat, picked_up(compared_with(table, seat, deal)))
    if entered:
        return Refused(Refusal.HAND_IS_SETTLED)
    return Refused(Refusal.NO_SUCH_CARD) if command.entered is not None else None


def place_of(box: Box) -> Seat:
    """Return where the cards of a box lie: at its seat or, in the electronic form, in the middle."""
    return box.community or box.seat


def compared_with(table: Table, seat: Seat, deal: DealName) -> tuple[Box, ...]:
    """The hands of a deal that were compared with a card: one of them or, for the dealer's, all."""
    boxes = [box for box in table.boxes if not box.missed and seat in (place_of(box), DEALER_SEAT)]
    return tuple(box for box in boxes if (box.war_outcome if deal == "war" else box.outcome))


def picked_up(boxes: Iterable[Box]) -> tuple[tuple[Seat, Card], ...]:
    return tuple((box.seat, box.card) for box in boxes if box.picked_up and box.card is not None)


def can_compare_again(table: Table, seat: Seat, deal: DealName) -> bool:
    """Whether hands that were compared with a card can be compared again: of the original deal before the war deal,
    and of the war while a war hand is still to be settled."""
    phase = standing_phase(table)
    if deal == "war":
        open_now = phase == "war_settling" and not picked_up(compared_with(table, seat, deal))
    else:
        open_now = DEAL_OF.get(phase) != "war" and not any(box.war_card for box in table.boxes)
    in_hands = table.rules.electronic is None
    return open_now and in_hands and table.rules.irregularity.when_found and can_move(table)


def compared_again(table: Table, call: Call) -> tuple[e.Event, ...]:
    """Return what the floor's ruling reverses: settlements with a card that lies elsewhere, and wars that followed."""
    if call.reason != "misdelivered_card":
        return ()
    events: list[e.Event] = []
    for box in table.boxes:
        if box.missed:
            events.extend(reverse_beside(table, box) if table.round.dealer_card is None else ())
        elif box.outcome is None:
            events.extend(undone(box, call.clauses))
        elif box.war_outcome is None:
            events.extend(reverse_war(box))
    return tuple(events)


def undone(box: Box, clauses: tuple[str, ...], *, prizes: bool = False) -> Iterator[e.Event]:
    """Reverse the settlements of a hand, and give back what its players put up for a war."""
    yield from reverse(box, prizes=prizes)
    yield from give_back_war(box, clauses)


def _later(table: Table, lifted: e.CardLifted) -> Seat:
    """The place that is dealt later, of the hand the card was entered for and where it lies: it never goes back."""
    order = [box.seat for box in boxes_in(table, table.rules.deal.direction)]
    return max(lifted.seat, lifted.lies, key=lambda seat: len(order) if seat == DEALER_SEAT else order.index(seat))


def entered_cards(table: Table, *, racked: bool = False) -> Iterator[Entered]:
    """The cards on the layout, with whether each still waits to be compared; on request, those in the rack too."""
    deal = DEAL_OF.get(standing_phase(table))
    round_ = table.round
    compared = any((box.war_outcome if deal == "war" else box.outcome) for box in table.boxes)
    for number, hand in enumerate(round_.community, start=1):
        is_open = not compared_with(table, number, deal or "original")
        if hand.card is not None and (racked or not hand.picked_up):
            yield number, hand.card, "original", deal == "original" and is_open
        if hand.war_card is not None:
            yield number, hand.war_card, "war", deal == "war" and is_open
    for box in boxes_in(table, table.rules.deal.direction) if table.rules.electronic is None else ():
        if box.picked_up and not racked:
            continue
        if box.card is not None:
            yield box.seat, box.card, "original", deal == "original" and box.outcome is None and not box.missed
        if box.war_card is not None:
            yield box.seat, box.war_card, "war", deal == "war" and box.war_outcome is None and box.at_war
    if round_.dealer_card is not None and not round_.dealer_picked_up:
        yield DEALER_SEAT, round_.dealer_card, "original", deal == "original" and not compared
    if round_.dealer_war_card is not None and not round_.dealer_picked_up:
        yield DEALER_SEAT, round_.dealer_war_card, "war", deal == "war" and not compared


def card_lifted(table: Table, event: e.CardLifted) -> Table:
    """Take the card off the hand for which it was entered; the deal goes on when the floor has ruled.

    Hands that were compared with it wait to be compared again, and their players choose again.
    """
    at_war = event.deal == "war"
    table = waits_again(table, compared_with(table, event.seat, event.deal), event.deal)
    round_ = replace(ruled_no_more(table.round, event.deal, (event.seat,)), error=True)
    if event.seat == DEALER_SEAT:
        round_ = replace(round_, **{"dealer_war_card" if at_war else "dealer_card": None})
        table = replace(table, round=round_)
    else:
        box = replace(table.boxes[event.seat - 1], **{"war_card" if at_war else "card": None})
        table = replace(table.with_box(box), round=round_)
    table = expose(replace(table, found=replace(table.found, misdelivered=True)), event.card)
    return deals_again(table, "war_dealing" if at_war else "dealing")


def waits_again(table: Table, compared: Iterable[Box], deal: DealName) -> Table:
    """Return the table in which the hands that were compared with a card wait to be compared again."""
    for box in compared:
        table = _fights_again(table, box) if deal == "war" else waits(table, box)
    return table


def _fights_again(table: Table, box: Box) -> Table:
    """Return the table with a war that is not compared yet; cards that were picked up come back from the rack."""
    cards = table.cards
    for card in box.hand if box.picked_up else ():
        cards = off_the_rack(cards, card)
    return replace(table.with_box(replace(box, war_outcome=None, picked_up=False)), cards=cards)


def without_war(table: Table) -> Table:
    """The war is not fought: its burns are due no longer, not even those that were forgotten."""
    found = replace(table.found, owed=0, owed_by_war=False) if table.found.owed_by_war else table.found
    round_ = replace(ruled_no_more(table.round, "war"), dealer_war_card=None, war_burns=0, war_burns_due=0)
    return replace(table, found=found, round=round_)


def waits(table: Table, box: Box) -> Table:
    """Return the table with a hand that is not compared yet; a card that was picked up comes back from the rack.

    What a player's bank had set aside for its war is free again.
    """
    cards = table.cards
    if box.picked_up and box.card is not None:
        cards = off_the_rack(cards, box.card)
    bettors = tuple(replace(bettor, choice="", at_war=None, covered=0) for bettor in box.bettors)
    reserved = sum(bettor.covered for bettor in box.bettors)
    box = replace(box, outcome=None, picked_up=False, bettors=bettors)
    bank = replace(table.banker, left=table.banker.left + reserved) if reserved else table.banker
    return replace(table.with_box(box), cards=cards, banker=bank)


def off_the_rack(cards: Cards, card: Card) -> Cards:
    """Return the cards after one came back from the rack."""
    rack = cards.rack
    place = len(rack) - 1 - rack[::-1].index(card)
    return replace(cards, rack=rack[:place] + rack[place + 1 :])


def deals_again(table: Table, phase: Phase) -> Table:
    """While the floor is called, the deal goes on after its last ruling."""
    if table.call is None or table.call.resume == "counting":
        return table
    return replace(table, call=replace(table.call, resume=phase))


def can_move(table: Table, without: Collection[Seat] = ()) -> bool:
    """Whether the original deal can be put right: no side wager won, and no player's bank has settled a hand.

    The prizes of hands that leave the round do not count, because they go back.
    """
    if table.wins or table.round.spun or table.round.voided:
        return False
    if table.rules.bank.by == "player" and any(box.outcome for box in table.boxes):
        return False
    staying = [box for box in table.boxes if box.seat not in without]
    return not any(_paid_side_wagers(bettor) for box in staying for bettor in box.bettors)


def _paid_side_wagers(bettor: Bettor) -> bool:
    return any(line.paid for line in bettor.lines if line.wager not in LAYOUT)


# Letting players out


def release_players(table: Table, command: c.ReleasePlayers, by: Actor) -> Decided:
    """Release players after a misdelivered card, on the floor's order; their unsettled wagers go back."""
    if not round_is_open(table):
        return Refused(Refusal.NOT_NOW)
    if not table.rules.irregularity.release_players:
        return Refused(Refusal.NOBODY_IS_RELEASED_HERE, table.rules.cite["irregularity.release_players"])
    allowed = table.found.misdelivered if table.rules.irregularity.when_found else table.round.error
    if not allowed:
        return Refused(Refusal.NO_ERROR_HAPPENED, table.rules.cite["irregularity.release_players"])
    if reason_is_bad(command.reason):
        return Refused(Refusal.REASON_IS_MISSING)
    boxes = [box for seat in sorted(set(command.seats)) if (box := table.box(seat)) is not None]
    if not boxes or len(boxes) != len(command.seats) or not all(any(b.in_play for b in box.bettors) for box in boxes):
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY)
    clauses = table.rules.cite["irregularity.release_players"]
    seats = tuple(box.seat for box in boxes)
    returned = [line for box in boxes for line in give_back(table, box, clauses)]
    reserved = Coverage(table).reserve_after_original({}, seats) if standing_phase(table) == "settling" else []
    shares = take_back_share(table, returned, command.reason)
    return (*returned, *shares, *reserved, e.PlayersReleased(seats, command.reason))


def players_released(table: Table, event: e.PlayersReleased) -> Table:
    for seat in event.seats:
        table = drop_wins(table, seat).with_box(replace(table.boxes[seat - 1], missed=True))
    return table

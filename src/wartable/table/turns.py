"""Whose turn it is: the next to be dealt, settled, asked, offered the cut or the bank. All from the state."""

from msgspec import UNSET

from wartable.cards import Card, rank
from wartable.rulebook import Direction
from wartable.table.decks import FACE_DOWN, CutState
from wartable.table.side_bets import staked_on
from wartable.table.state import Bettor, Box, Round, Table, in_order, standing_phase
from wartable.table.words import DEALER_SEAT, Outcome, Seat

Hands = tuple[tuple[Seat, tuple[Card, ...]], ...]


def boxes_in(table: Table, direction: Direction) -> tuple[Box, ...]:
    """Return the boxes from the dealer's left, or from the dealer's right."""
    return table.boxes if direction == "clockwise" else table.boxes[::-1]


def waiting_to_be_read(round_: Round) -> tuple[Seat, ...]:
    """The hands that lost a card they were dealt: it was taken back, or racked because it lay face up."""
    return (*(round_.unread or ()), *(round_.unreplaced or ()))


def next_to_deal(table: Table) -> Seat | None:
    """Return the seat of the next card of the original deal: players in order, then the dealer; None when complete.

    In the electronic form it is the number of the community card; one that was taken back or racked comes first.
    """
    if table.rules.electronic is not None:
        for number, hand in enumerate(table.round.community, start=1):
            if hand.card is None and number in waiting_to_be_read(table.round):
                return number
        dealt = len(table.round.community)
        if dealt < table.rules.electronic.community_cards:
            return dealt + 1
        return DEALER_SEAT if table.round.dealer_card is None else None
    for box in boxes_in(table, table.rules.deal.direction):
        if box.bettors and box.card is None and not box.missed:
            return box.seat
    return DEALER_SEAT if table.round.dealer_card is None else None


def next_war_card(table: Table) -> Seat | None:
    """Return the seat of the next card of the war deal; a community hand takes one if any bettor on it is at war."""
    order = boxes_in(table, table.rules.deal.direction)
    waiting = [box for box in order if box.bettors and box.war_card is None and box.at_war]
    if waiting:
        return min(box.community for box in waiting) or waiting[0].seat
    return DEALER_SEAT if table.round.dealer_war_card is None else None


def next_card_for(table: Table) -> Seat | None:
    """Return who gets the next card on the deal under way."""
    return next_war_card(table) if standing_phase(table) == "war_dealing" else next_to_deal(table)


def next_to_settle(table: Table) -> Box | None:
    """Return the box that is settled next on the original deal.

    Of a hand that left the round a tie wager is settled again, if its settlement was reversed.
    """
    for box in boxes_in(table, table.rules.settle.direction):
        if box.card is not None and (box.has_stake("tie") if box.missed else box.outcome is None):
            return box
    return None


def next_war_to_settle(table: Table) -> Box | None:
    for box in boxes_in(table, table.rules.settle.war_direction):
        if box.war_card is not None and box.war_outcome is None and box.at_war:
            return box
    return None


def next_to_ask(table: Table) -> tuple[Box, Bettor] | None:
    """Return the tied bettor who chooses next between surrender and war."""
    for box in boxes_in(table, table.rules.surrender.direction):
        if box.bettors and box.outcome == "equal":
            for bettor in box.bettors:
                if bettor.stakes["initial"] and not bettor.choice:
                    return box, bettor
    return None


def is_at_war(table: Table) -> bool:
    """Whether any bettor is at war."""
    for box in table.boxes:  # noqa: SIM110 - asked after most events, and a generator takes twice as long
        if box.bettors and box.has_stake("war"):
            return True
    return False


def wars(table: Table) -> tuple[Box, ...]:
    """Return the boxes with a bettor at war, from the dealer's left."""
    return tuple([box for box in table.boxes if box.bettors and box.has_stake("war")])


def at_war(table: Table) -> tuple[tuple[Box, Bettor], ...]:
    """Return every bettor at war, with the box, from the dealer's left."""
    return tuple([(box, bettor) for box in wars(table) for bettor in box.bettors if bettor.stakes["war"]])


def hands_to_pick_up(table: Table) -> Hands:
    """Return the hands that are over."""
    return hands_beside_a_war(table, fighting=is_at_war(table))


def hands_beside_a_war(table: Table, *, fighting: bool) -> Hands:
    """Return the hands that are over, where the caller knows whether any bettor is at war.

    While a war is to come its cards and the dealer's stay on the layout. So do the cards of a player who made the
    progressive wager in this round, settled or not, where the rules say so.
    """
    staying: set[int] = set()
    if fighting:
        staying = {box.community or box.seat for box in table.boxes if box.at_war or stays_to_the_end(table, box)}
    if table.rules.electronic is not None:
        hands: Hands = tuple(
            (number, community.hand)
            for number, community in enumerate(table.round.community, start=1)
            if community.hand and not community.picked_up and number not in staying
        )
    else:
        order = boxes_in(table, table.rules.settle.direction)
        hands = tuple(
            [
                (box.seat, in_order(box.card, box.war_card))
                for box in order
                if box.card is not None and not box.picked_up and box.seat not in staying
            ]
        )
    if table.round.dealer_card is not None and not fighting:
        hands = (*hands, (DEALER_SEAT, in_order(table.round.dealer_card, table.round.dealer_war_card)))
    if not table.round.unread:
        return hands
    unread = [seat for seat in table.round.unread if seat not in staying and (seat or not fighting)]
    return _with_unread(hands, unread[: table.cards.in_shoe + table.cards.drawn_ahead])


def _with_unread(hands: Hands, unread: list[Seat]) -> Hands:
    """Return the hands with the cards that were taken back and never read again, the dealer's last.

    In an empty shoe the next card that was drawn was that card itself.
    """
    laid = dict(hands)
    for seat in unread:
        laid[seat] = (*laid.get(seat, ()), FACE_DOWN)
    return tuple(sorted(laid.items(), key=lambda hand: hand[0] == DEALER_SEAT))


def stays_to_the_end(table: Table, box: Box) -> bool:
    """Whether the cards of a box stay on the layout until the last pick-up, because of its progressive wager.

    The first edition of the law kept them only until that wager was settled.
    """
    progressive = table.rules.progressive
    if progressive is None or not progressive.cards_stay:
        return False
    if table.rules.of_the_first_edition:
        return box.has_stake("progressive")
    return any(staked_on(bettor, "progressive") for bettor in box.bettors)


def compare(card: Card, dealers: Card) -> Outcome:
    """Compare a player's card with the dealer's; suits never matter."""
    mine, theirs = rank(card), rank(dealers)
    return "equal" if mine == theirs else "higher" if mine > theirs else "lower"


def occupied(table: Table) -> tuple[Seat, ...]:
    """Return the occupied seats, from the dealer's left."""
    return tuple(box.seat for box in table.boxes if box.patron)


def around(seats: tuple[Seat, ...], start: Seat, direction: Direction) -> list[Seat]:
    """Return the seats in turn from `start`, once around the table, the start itself first if it is among them."""
    if direction == "clockwise":
        return sorted(seats, key=lambda seat: (seat < start, seat))
    return sorted(seats, key=lambda seat: (seat > start, -seat))


def entitled_to_cut(table: Table) -> Seat:
    """Return the seat that is offered the cut first: it depends on why the cards were shuffled."""
    seats = occupied(table)
    if not seats or table.rules.cut.by == "dealer":
        return DEALER_SEAT
    if table.shuffle_reason in {"opening", "idle"}:
        return first_arrival(table)
    if table.cover_patron and table.cover_seat:
        here = seat_of(table, table.cover_patron, table.cover_seat)
        return next_cutter(table, table.cover_seat, CutState()) if here is None else here
    if table.shuffle_reason == "cover_card" and table.cover_seat:
        if table.cover_seat in seats:
            return table.cover_seat
        return next_cutter(table, table.cover_seat, CutState())
    return seats[-1]


def people_at(table: Table) -> tuple[str, ...]:
    """Return the people at the table, and the last banker: the rounds that a person may bank still count."""
    sitting = (box.patron for box in table.boxes)
    betting = (bettor.patron for box in table.boxes for bettor in box.bettors)
    return (*sitting, *betting, table.banker.patron, table.banker.last)


def seat_of(table: Table, patron: str, before: Seat) -> Seat | None:
    """Return where a person sits now: at the seat of before if it is still theirs; None if the person has left."""
    theirs = [box.seat for box in table.boxes if box.patron == patron]
    return before if before in theirs else next(iter(theirs), None)


def first_arrival(table: Table) -> Seat:
    """Return the seat of the first player to arrive."""
    return box_of(table, table.arrivals[0]).seat


def box_of(table: Table, patron: str) -> Box:
    """Return the first box of a player who sits at the table."""
    return next(box for box in table.boxes if box.patron == patron)


def next_cutter(table: Table, after: Seat, cut: CutState) -> Seat:
    """Return the next seat that is offered the cut after one declined, cut or left; the dealer when all were asked.

    The seat itself comes last: another player may sit there now.
    """
    seats = around(occupied(table), after, table.rules.cut.rotation)
    for seat in sorted(seats, key=lambda one: one == after):
        if table.boxes[seat - 1].patron != cut.patron and not _has_declined(table, seat, cut):
            return seat
    return DEALER_SEAT


def _has_declined(table: Table, seat: Seat, cut: CutState) -> bool:
    """Whether the player of a seat declined the cut; logs of earlier releases know declines and the cutter by seat."""
    just_cut = seat == cut.cutter and not cut.patron
    if cut.declined_by is UNSET:
        return just_cut or seat in cut.declined
    return just_cut or table.boxes[seat - 1].patron in cut.declined_by


def next_banker(table: Table, after: Seat, barred: tuple[Seat, ...]) -> Seat:
    """Return the next seat that is offered the bank; 0 when every eligible player has declined."""
    seats = [seat for seat in around(occupied(table), after, table.rules.bank.rotation) if seat not in barred]
    others = [seat for seat in seats if seat != after]
    return next(iter(others or seats), 0)

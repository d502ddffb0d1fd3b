"""Cards leave the shoe: burned unseen, or turned one by one."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from wartable.cards import Card, is_card, place_in_deck
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import FACE_DOWN, Cards
from wartable.table.procedures.ruled import ruled_to
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Box, CommunityHand, Round, Table
from wartable.table.stock import device_waits
from wartable.table.turns import is_at_war, next_to_deal, next_war_card, waiting_to_be_read
from wartable.table.words import DEALER_SEAT, Actor, Phase, Seat

BURNED_IN: frozenset[Phase] = frozenset({"banking", "betting", "dealing", "war_dealing"})
"""The phases in which a burn comes before the next card; only a burn that was forgotten is made in others."""


def no_card_left(cards: Cards) -> bool:
    """Whether neither the shoe nor a card drawn ahead can give a card."""
    return not cards.in_shoe and not cards.drawn_ahead


def draw(cards: Cards, card: Card | None = None) -> Cards:
    """Return the cards after one left the shoe, face down or with its face seen; a card drawn ahead goes first."""
    seen = cards.seen if card is None else _count(cards, card, 1)
    if cards.drawn_ahead:
        return replace(cards, drawn_ahead=cards.drawn_ahead - 1, seen=seen)
    return replace(cards, in_shoe=cards.in_shoe - 1, seen=seen)


def see(cards: Cards, card: Card) -> Cards:
    """Return the cards after a face was seen."""
    return replace(cards, seen=_count(cards, card, 1))


def unsee(cards: Cards, card: Card) -> Cards:
    """Return the cards after a face turned out not to be there."""
    return replace(cards, seen=_count(cards, card, -1))


def _count(cards: Cards, card: Card, more: int) -> bytes:
    seen = bytearray(cards.seen)
    seen[place_in_deck(card)] += more
    return bytes(seen)


def impossible(table: Table, card: object) -> Refused | None:
    """Return a refusal of a card that does not exist, that the decks can no longer hold, or that has no face yet.

    The cards of a sealed shoe have faces once its order is fixed, when its first bets are closed.
    """
    if not is_card(card):
        return Refused(Refusal.NO_SUCH_CARD)
    if table.seal.words and not table.seal.closed:
        return Refused(Refusal.WORDS_COME_FIRST)
    if table.cards.seen[place_in_deck(card)] >= table.rules.decks:
        return Refused(Refusal.CARD_IS_USED_UP, table.rules.cite["decks"])
    return None


def expose(table: Table, card: Card) -> Table:
    """Return the table with a card that waits for the floor; several wait in the order in which they were seen."""
    if table.cards.exposed is None:
        return replace(table, cards=replace(table.cards, exposed=card))
    return replace(table, found=replace(table.found, exposed=(*table.found.exposed, card)))


def uncover(table: Table) -> Table:
    """Return the table without the exposed card; the next one that waits takes its place."""
    first, rest = table.found.exposed[:1], table.found.exposed[1:]
    cards = replace(table.cards, exposed=first[0] if first else None)
    found = replace(table.found, exposed=rest) if first else replace(table.found, overtaken=UNSET)
    return replace(table, cards=cards, found=found)


def burns_due(table: Table) -> int:
    """Return how many burns are still due before the next card."""
    return table.cards.burns_due + table.round.war_burns_due + table.found.owed


def burn_card(table: Table, command: c.BurnCard, by: Actor) -> Decided:
    """Burn a card: it goes from the shoe to the rack face down, and no player sees it."""
    if not burns_due(table):
        return Refused(Refusal.NO_BURN_IS_DUE)
    if not table.found.owed and table.phase not in BURNED_IN:
        return Refused(Refusal.NOT_NOW, table.rules.steps[burn_step(table)].clauses)
    if no_card_left(table.cards):
        return Refused(Refusal.SHOE_IS_EMPTY)
    if refused := device_waits(table):
        return refused
    return (e.CardBurned(),)


def burn_step(table: Table) -> str:
    """Return which burn is due: the first of a shoe, a new dealer's, or one of the war."""
    cards, found = table.cards, table.found
    if found.owed:
        return "war_burn" if found.owed_by_war else "burn"
    if not cards.burns_due:
        return "war_burn"
    return "new_dealer_burn" if cards.burns_due == cards.dealer_burns else "burn"


def card_burned(table: Table, event: e.CardBurned) -> Table:
    """Count the burn: first one that was forgotten, then a dealer's or a shoe's, then one of the war."""
    cards = draw(table.cards)
    cards = replace(cards, rack=(*cards.rack, FACE_DOWN))
    if table.found.owed:
        return replace(table, cards=cards, found=replace(table.found, owed=table.found.owed - 1))
    if cards.burns_due:
        due = cards.burns_due - 1
        return replace(table, cards=replace(cards, burns_due=due, dealer_burns=min(cards.dealer_burns, due)))
    war = table.round
    war = replace(war, war_burns=war.war_burns + 1, war_burns_due=war.war_burns_due - 1)
    return replace(table, cards=cards, round=war)


def turn_card(table: Table, command: c.TurnCard, by: Actor) -> Decided:
    if burns_due(table):
        return Refused(Refusal.BURN_COMES_FIRST, table.rules.steps[burn_step(table)].clauses)
    if no_card_left(table.cards):
        return Refused(Refusal.SHOE_IS_EMPTY)
    if refused := device_waits(table):
        return refused
    if refused := impossible(table, command.card):
        return refused
    if table.phase == "war_dealing":
        return (e.CardDealt(next_war_card(table) or DEALER_SEAT, command.card, "war"),)
    return (e.CardDealt(next_to_deal(table) or DEALER_SEAT, command.card, "original"),)


def card_dealt(table: Table, event: e.CardDealt) -> Table:
    """Put the card at its place; every player saw an exposed card, so it cannot be taken back."""
    if table.cards.exposed == event.card:
        table = uncover(table)
        table = replace(table, round=ruled_to(table.round, event.deal, event.seat))
        cards, turned = table.cards, None
    else:
        cards, turned = draw(table.cards, event.card), event
    at_war, card, seat = event.deal == "war", event.card, event.seat
    round_, boxes = table.round, table.boxes
    if seat in waiting_to_be_read(round_):
        round_ = replace(round_, unread=_others(round_.unread, seat), unreplaced=_others(round_.unreplaced, seat))
    if seat == DEALER_SEAT and at_war:
        round_ = replace(round_, turned=turned, dealer_war_card=card)
    elif seat == DEALER_SEAT:
        round_ = replace(round_, turned=turned, dealer_card=card)
    elif table.rules.electronic is not None:
        round_, boxes = _to_the_middle(replace(round_, turned=turned), boxes, event)
    else:
        box = boxes[seat - 1]
        boxes = table.boxes_with(replace(box, war_card=card) if at_war else replace(box, card=card))
        round_ = replace(round_, turned=turned)
    table = replace(table, cards=cards, round=round_, boxes=boxes)
    return _burn_by_pattern(table) if at_war else table


def _others(seats: tuple[Seat, ...] | UnsetType, seat: Seat) -> tuple[Seat, ...] | UnsetType:
    return tuple(one for one in seats or () if one != seat) or UNSET


def _to_the_middle(round_: Round, boxes: tuple[Box, ...], event: e.CardDealt) -> tuple[Round, tuple[Box, ...]]:
    """A community card is the card of every seat that bets on it."""
    hands, place, card = round_.community, event.seat - 1, event.card
    if event.deal == "original":
        boxes = tuple([replace(box, card=card) if box.community == event.seat else box for box in boxes])
        return replace(round_, community=(*hands[:place], CommunityHand(card), *hands[place + 1 :])), boxes
    boxes = tuple([replace(box, war_card=card) if box.community == event.seat and box.at_war else box for box in boxes])
    hands = (*hands[:place], replace(hands[place], war_card=card), *hands[place + 1 :])
    return replace(round_, community=hands), boxes


def burn_without(table: Table, box: Box) -> Table:
    """Return the table after a hand left the war before its card: if the dealer's card is next, its burns are due.

    Where no war card is due any more, no burn is.
    """
    if table.round.war_burns_due and is_at_war(table) and next_war_card(table) is None:
        return replace(table, round=replace(table.round, war_burns_due=0))
    waited = box.war_card is None and any(bettor.choice == "war" for bettor in box.bettors)
    if waited and is_at_war(table) and table.rules.war.burn_pattern == "before_players_and_dealer":
        return _burn_by_pattern(table)
    return table


def _burn_by_pattern(table: Table) -> Table:
    """Some patterns burn again before the next war card, or before the dealer's."""
    following = next_war_card(table)
    pattern = table.rules.war.burn_pattern
    again = pattern == "before_every_card" or (pattern == "before_players_and_dealer" and following == DEALER_SEAT)
    if following is None or not again:
        return table
    return replace(table, round=replace(table.round, war_burns_due=table.rules.war.burns))

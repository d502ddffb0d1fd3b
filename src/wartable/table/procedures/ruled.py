"""Hands to which the floor ruled a card: it stays there when the other cards of a deal move to where they lie."""

from collections.abc import Collection, Iterable

from msgspec import UNSET
from msgspec.structs import replace

from wartable.cards import Card
from wartable.table.state import Round, Table
from wartable.table.words import DealName, Seat

Laid = tuple[tuple[Seat, Card], ...]


def ruled_to(round_: Round, deal: DealName, place: Seat) -> Round:
    """Return the round in which a hand has its card of a deal by a ruling, or waits for it."""
    return replace(round_, ruled=(*(round_.ruled or ()), (deal, place)))


def ruled_no_more(round_: Round, deal: DealName, places: Collection[Seat] | None = None) -> Round:
    """Return the round in which these hands, or all of a deal, have no card by a ruling any more."""
    left = tuple(one for one in round_.ruled or () if one[0] != deal or (places is not None and one[1] not in places))
    return replace(round_, ruled=left or UNSET)


def moved_on(
    table: Table, deal: DealName, entered: Iterable[tuple[Seat, Card | None]], missed: Seat
) -> tuple[Laid, Card | None]:
    """Return where the cards lie that were entered for these hands, if one of them got none; and the card left over.

    From that hand on each card lies one hand further, up to a hand that waits for its card. A hand with a card by a
    ruling is passed over, because its card did not come out in that order; if it got none, no other card moves.
    """
    ruled = {place for at, place in table.round.ruled or () if at == deal}
    hands: list[tuple[Seat, Card]] = []
    carried: Card | None = None
    moving = False
    for place, card in entered:
        if place == missed:
            carried, moving = card, card is not None and place not in ruled
        elif carried is not None and moving and place not in ruled:
            hands.append((place, carried))
            carried, moving = card, card is not None
        elif card is not None:
            hands.append((place, card))
    return tuple(hands), carried

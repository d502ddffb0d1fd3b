"""A round that is over, from its events alone: who had which cards, and what became of every wager."""

from collections.abc import Iterable

import msgspec

from wartable.cards import Card
from wartable.live.moments import Moment
from wartable.money import Cents
from wartable.table import DEALER_SEAT, Event, Seat
from wartable.table import events as e


class HandOver(msgspec.Struct, frozen=True):
    """What became of one bettor's hand."""

    seat: Seat
    patron: str
    bettor: str
    cards: tuple[Card, ...]
    lines: tuple[e.WagerSettled, ...]
    surrendered: bool

    @property
    def net(self) -> Cents:
        return sum(line.returned + line.paid - line.staked for line in self.lines)


class RoundOver(msgspec.Struct, frozen=True):
    """A round that is over."""

    round: int
    first: int
    last: int
    at: Moment
    dealer_cards: tuple[Card, ...]
    hands: tuple[HandOver, ...]
    voided: bool


class Summary:
    """Follows a round, event by event."""

    def __init__(self) -> None:
        self._cards: dict[Seat, tuple[Card, ...]] = {}
        self._lines: dict[tuple[Seat, str], list[e.WagerSettled]] = {}
        self._surrendered: set[tuple[Seat, str]] = set()
        self._community: dict[Seat, int] = {}
        self._voided = False

    def hear(self, event: Event) -> None:
        self._hear_of_cards(event)
        match event:
            case e.WagerPlaced(seat=seat, hand=hand) if hand:
                self._community[seat] = hand
            case e.WagerSettled(seat=seat, bettor=bettor):
                self._lines.setdefault((seat, bettor), []).append(event)
            case e.SettlementReversed(line=line):
                self._lines[line.seat, line.bettor].remove(line)
                if line.result == "surrender":
                    self._surrendered.discard((line.seat, line.bettor))
            case e.TieSurrendered(seat=seat, bettor=bettor):
                self._surrendered.add((seat, bettor))
            case e.RoundVoided():
                self._voided = True

    def _hear_of_cards(self, event: Event) -> None:
        match event:
            case e.CardDealt(seat=seat, card=card):
                self._cards[seat] = (*self._cards.get(seat, ()), card)
            case e.FaceUpCardsRacked(seat=None):
                pass
            case (
                e.CardTakenBack(deal="original", seat=int(seat)) | e.FaceUpCardsRacked(deal="original", seat=int(seat))
            ):
                self._read_again(seat, event.war)
            case e.CardTakenBack(seat=int(seat)) | e.FaceUpCardsRacked(seat=int(seat)) | e.CardLifted(seat=seat):
                self._cards[seat] = self._cards.get(seat, ())[:-1]
            case e.CardsReassigned(deal="war", hands=hands):
                lies = dict(hands)
                for seat in self._cards.keys() | lies.keys():
                    war = (lies[seat],) if seat in lies else ()
                    self._cards[seat] = (*self._cards.get(seat, ())[:1], *war)
            case e.CardsReassigned(hands=hands):
                self._cards = {seat: (card,) for seat, card in hands}

    def _read_again(self, seat: Seat, war: tuple[Card, ...]) -> None:
        """Drop a hand's card, and the war that followed; the dealer's war card stays while another player is at war."""
        own = {seat, DEALER_SEAT}
        fought = seat != DEALER_SEAT and any(len(self._cards[other]) > 1 for other in self._cards.keys() - own)
        for other, cards in self._cards.items():
            if war and not fought:
                self._cards[other] = cards[:1]
        self._cards[seat] = ()

    def over(self, number: int, first: int, last: int, at: Moment) -> RoundOver:
        hands = tuple(
            HandOver(
                seat=seat,
                patron=settled[0].patron if settled else "",
                bettor=bettor,
                cards=self._cards.get(self._community.get(seat, seat), ()),
                lines=tuple(settled),
                surrendered=(seat, bettor) in self._surrendered,
            )
            for (seat, bettor), settled in sorted(self._lines.items())
        )
        return RoundOver(number, first, last, at, self._cards.get(DEALER_SEAT, ()), hands, self._voided)


def summarise(events: Iterable[Event], number: int, first: int, last: int, at: Moment) -> RoundOver:
    summary = Summary()
    for event in events:
        summary.hear(event)
    return summary.over(number, first, last, at)

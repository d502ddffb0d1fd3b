"""The invariants after every event. If one fails, the program has a defect, and the table stops."""

from wartable.cards import DECK_SIZE
from wartable.table.decks import UNSEEN, Stock
from wartable.table.state import Banker, Box, Table

COUNTS = bytes(range(256))
"""Every count that a byte can hold."""


class TableBroken(RuntimeError):
    """The table's own state is wrong; nothing more may happen at it."""


def hold(table: Table, before: Table | None = None) -> None:
    """Check that cards and batches have one place, that a sealed table deals sealed shoes, and that no sum is negative.

    The wagers, the batches, the bank and the faces that were seen are not checked again if they are the very ones of
    the verified table `before`.
    """
    cards, laid = table.cards, 0
    for box in table.boxes:
        if box.bettors:
            if before is None or box.bettors is not before.boxes[box.seat - 1].bettors:
                _hold_wagers(box)
            if box.card is not None and not box.picked_up and not box.community:
                laid += 1 if box.war_card is None else 2
    if cards.loaded:
        _hold_cards(table, laid)
    if before is None or cards.seen is not before.cards.seen or table.seal is not before.seal:
        _hold_faces(table)
    if before is None or table.stock is not before.stock:
        _hold_batches(table.stock)
    if table.meters and any(meter.reading < 0 for meter in table.meters.values()):
        raise TableBroken("a meter is negative")
    if before is None or table.banker is not before.banker:
        _hold_bank(table.banker)


def _hold_bank(banker: Banker) -> None:
    if banker.left < 0 or banker.money < 0:
        raise TableBroken("the bank is negative")


def _hold_faces(table: Table) -> None:
    seen, seal = table.cards.seen, table.seal
    if seen.strip(COUNTS[: table.rules.decks + 1]):  # to ask for the highest count takes four times as long
        raise TableBroken("a card was seen more often than the decks hold it")
    if seal.words and seen != UNSEEN and not (seal.closed and seal.added):
        raise TableBroken("a card of a sealed shoe was turned before a player had added words")


def _hold_batches(stock: Stock | None) -> None:
    if stock is not None and sum(batch.place == "shuffler" for batch in stock.batches) > 1:
        raise TableBroken("two batches are in a shuffler that holds one")


def _hold_wagers(box: Box) -> None:
    for bettor in box.bettors:
        if min(bettor.stakes.values()) < 0 or bettor.matched < 0:
            raise TableBroken(f"a wager at seat {box.seat} is negative")


def _hold_cards(table: Table, laid: int) -> None:
    cards, dealt = table.cards, table.round
    places = laid + cards.in_shoe + cards.drawn_ahead + len(cards.rack)
    if cards.exposed is not None:
        places += 1 + len(table.found.exposed)
    for community in dealt.community:
        if not community.picked_up:
            places += len(community.hand)
    if dealt.dealer_card is not None and not dealt.dealer_picked_up:
        places += 1 if dealt.dealer_war_card is None else 2
    stack = table.rules.decks * DECK_SIZE
    if places != stack or cards.in_shoe < 0:
        raise TableBroken(f"{places} cards are at the table, not {stack}")
    if table.seal.shoe and not table.seal.commitment:
        raise TableBroken("cards are dealt from a shoe that was not sealed")

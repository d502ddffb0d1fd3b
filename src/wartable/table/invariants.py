"""What must hold after every event. If it does not, the mistake is ours, and the table stops."""

from wartable.table.state import UNSEEN, Table


class TableBroken(RuntimeError):
    """The table's own state is wrong; nothing more may happen at it."""


def hold(table: Table) -> None:
    """Every card is in one place, a sealed table deals from sealed shoes, and no amount is negative."""
    for box in table.boxes:
        for bettor in box.bettors:
            if min(bettor.stakes.values()) < 0 or bettor.matched < 0:
                raise TableBroken(f"a wager at seat {box.seat} is negative")
    if table.cards.loaded:
        _hold_cards(table)
    if table.meters and any(meter.reading < 0 for meter in table.meters.values()):
        raise TableBroken("a meter is negative")
    if table.sealed and table.cards.loaded and not table.seal.commitment:
        raise TableBroken("cards are dealt from a shoe that was not sealed")
    if table.seal.terms and table.cards.seen != UNSEEN and not (table.seal.closed and table.seal.added):
        raise TableBroken("a card of a sealed shoe was turned before a player had added words")
    if table.banker.left < 0 or table.banker.money < 0:
        raise TableBroken("the bank is negative")


def _hold_cards(table: Table) -> None:
    cards = table.cards
    away = cards.in_shoe + cards.drawn_ahead + (cards.exposed is not None) + len(cards.rack)
    places = away + _on_layout(table)
    if places != table.rules.stack or cards.in_shoe < 0:
        raise TableBroken(f"{places} cards are at the table, not {table.rules.stack}")
    if max(cards.seen) > table.rules.decks:
        raise TableBroken("a card was seen more often than the decks hold it")


def _on_layout(table: Table) -> int:
    """How many cards lie before the players, in the middle, and before the dealer."""
    count = 0
    for box in table.boxes:
        if box.card is not None and not box.picked_up and not box.community:
            count += 1 if box.war_card is None else 2
    for community in table.round.community:
        if not community.picked_up:
            count += 1 if community.war_card is None else 2
    dealt = table.round
    if dealt.dealer_card is not None and not dealt.dealer_picked_up:
        count += 1 if dealt.dealer_war_card is None else 2
    return count

"""What must hold after every event. If it does not, the mistake is ours, and the table stops."""

from wartable.table.state import Table


class TableBroken(RuntimeError):
    """The table's own state is wrong; nothing more may happen at it."""


def hold(table: Table) -> None:
    """Every card is in one place, and no wager or bank is below nothing."""
    on_layout = 0 if table.round.dealer_picked_up else len(table.round.dealer_hand)
    for box in table.boxes:
        if box.bettors:
            on_layout += 0 if box.picked_up or box.community else len(box.hand)
            for bettor in box.bettors:
                if min(bettor.initial, bettor.tie, bettor.war, bettor.war_tie, bettor.matched) < 0:
                    raise TableBroken(f"a wager at seat {box.seat} is below nothing")
    on_layout += sum(len(community.hand) for community in table.round.community if not community.picked_up)
    if table.cards.loaded:
        _hold_cards(table, on_layout)
    if any(meter.reading < 0 for meter in table.meters.values()):
        raise TableBroken("a meter is below nothing")
    if table.banker.left < 0 or table.banker.money < 0:
        raise TableBroken("the bank is below nothing")


def _hold_cards(table: Table, on_layout: int) -> None:
    cards = table.cards
    places = cards.in_shoe + cards.drawn_ahead + (cards.exposed is not None) + on_layout + len(cards.rack)
    if places != table.rules.stack or cards.in_shoe < 0:
        raise TableBroken(f"{places} cards are at the table, not {table.rules.stack}")

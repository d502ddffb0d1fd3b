"""The dealer's words: short, exact, in the pit's words; what happened, then what can be done."""

from wartable.cards import rank
from wartable.table import Table
from wartable.table.sentences.vocabulary import listed
from wartable.table.turns import next_to_ask, wars

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

PLAIN = {
    "closed": "This table is closed.",
    "opening": "The table opens. The cards are checked.",
    "shuffling": "The cards are shuffled.",
    "loading": "The cards go into the shoe.",
    "counting": "No more bets. The side wagers are counted.",
    "dealing": "No more bets.",
    "settling": "Pay and take.",
    "picking_up": "The cards are picked up.",
    "war_wagers": "The war wagers are down.",
    "war_dealing": "War.",
    "war_settling": "The war is settled.",
    "validating": "The floor is validating. Nothing moves until then.",
    "side_bets": "The side bets are settled.",
    "suspended": "The floor is called. Nothing moves until then.",
    "idle": "The table is idle. Sit down, and the cards are made ready.",
    "waking": "The cards are made ready.",
    "closing": "The table closes.",
}


def dealers_words(table: Table) -> str:
    """What the dealer says now."""
    match table.phase:
        case "cutting":
            return _cutting(table)
        case "banking":
            offer = table.banker.offer
            return f"The bank is offered to seat {offer}." if offer else "Nobody takes the bank. The table waits."
        case "betting":
            return "The decks are changed." if table.deck_change_due else "Place your bets."
        case "deciding":
            return _deciding(table)
        case "war_wagers" if table.rules.tie.on_war_deal:
            return "The war wagers are down. A tie wager may go beside them."
        case "war_dealing":
            at_war = [str(box.seat) for box in wars(table)]
            return f"War at seat{'s' if at_war[1:] else ''} {listed(at_war, 'and')}."
        case phase:
            return PLAIN[phase]


def _cutting(table: Table) -> str:
    if table.cut.offer and not table.cut.reinsert:
        return f"The cut is offered to seat {table.cut.offer}."
    return "The cards are cut."


def _deciding(table: Table) -> str:
    turn, dealers = next_to_ask(table), table.round.dealer_card
    if turn is None or dealers is None:
        return "Your choice."
    word = RANKS[rank(dealers)]
    return f"{word.capitalize()} against {word}. Seat {turn[0].seat} chooses."

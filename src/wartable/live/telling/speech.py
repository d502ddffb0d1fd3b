"""The dealer's words: short, exact, in the pit's words; what happened, then what can be done.

What the whole table hears names seats. The player whom it concerns hears it in the second person.
"""

from msgspec.structs import replace

from wartable.cards import rank_word
from wartable.live.telling.results import (
    hit_for,
    hit_of_the_table,
    paid_beside,
    result_for,
    result_of_the_bank,
    wheel_turns,
)
from wartable.rulebook import listed
from wartable.table import (
    DEALER_SEAT,
    Event,
    Seat,
    Table,
    Words,
    at_war,
    bettor_at,
    next_to_ask,
    open_offer,
    say,
    waits_for_a_player,
    wars,
)
from wartable.table import events as e

OF_THE_TABLE = (e.CoverCardMet, e.CardExposed, e.FloorCalled, e.AbsenceEnded, e.WagersAbandoned)
"""What happens at a seat and concerns every player."""
AT_THE_SIGNS = (
    *(e.SideWagersCollected, e.SideWagersCounted, e.MeterFed, e.MeterSynced),
    *(e.WarMatched, e.WarWagersConfirmed),
)
"""What a player sees at the lamps, the signs and the chips. A sentence about it is gone before it can be read."""
OF_A_HAND = (e.CardDealt, e.CardTakenBack, e.HandSettled, e.HandMissed)
PLAIN = {
    "closed": "This table is closed.",
    "opening": "The table opens. The dealer checks the cards.",
    "shuffling": "The dealer shuffles the cards.",
    "loading": "The dealer loads the shoe.",
    "counting": "No more bets. The dealer counts the side bets.",
    "dealing": "No more bets.",
    "settling": "The dealer pays and collects.",
    "picking_up": "The dealer picks up the cards.",
    "war_wagers": "The war bets are down.",
    "war_dealing": "War.",
    "war_settling": "The dealer settles the war.",
    "validating": "The floor is checking this win. Nothing moves until then.",
    "side_bets": "The dealer settles the side bets.",
    "suspended": "The floor is called. Nothing moves until then.",
    "idle": "The table is idle. Take a seat, and the cards are made ready.",
    "waking": "The dealer makes the cards ready.",
    "closing": "The table is closing.",
}


def dealers_words(table: Table) -> str:
    match table.phase:
        case "opening" | "waking":
            return _shown(table)
        case "cutting":
            return _cutting(table)
        case "banking":
            bank = table.banker.offer
            return f"The bank is offered to seat {bank}." if bank else "No player takes the bank. The table waits."
        case "betting":
            return "New decks come to the table." if table.deck_change_due else "Place your bets."
        case "deciding":
            return _deciding(table)
        case "war_wagers" if table.rules.tie.on_war_deal:
            return "The war bets are down. You can still bet on another tie."
        case "war_dealing":
            seats = [str(box.seat) for box in wars(table)]
            return f"War at seat{'s' if seats[1:] else ''} {listed(seats, 'and')}."
        case phase:
            return hit_of_the_table(table) or wheel_turns(table) or PLAIN[phase]


def _shown(table: Table) -> str:
    if offer := open_offer(table):
        return f"The cards are spread. A look is offered to seat {offer.seat}."
    if waits_for_a_player(table):
        return "The cards are ready. Take a seat for a look at them."
    return PLAIN[table.phase]


def _cutting(table: Table) -> str:
    if waits_for_a_player(table):
        return "The cards are ready. Take a seat and cut them."
    if table.cut.offer and not table.cut.reinsert:
        return f"The cut is offered to seat {table.cut.offer}."
    return "The cards are being cut."


def _deciding(table: Table) -> str:
    turn = next_to_ask(table)
    return _tie(table, f"Seat {turn[0].seat} chooses." if turn else "Your choice.")


def _tie(table: Table, asks: str) -> str:
    dealers = table.round.dealer_card
    if dealers is None:
        return asks
    word = rank_word(dealers)
    return f"{word.capitalize()} against {word}. {asks}"


def dealers_words_to(table: Table, patron: str) -> str:
    """What the dealer says to one player: what is asked, or how the hand ended; empty where it is said to all."""
    match table.phase:
        case "opening" | "waking" if (offer := open_offer(table)) and offer.patron == patron:
            return "The cards are spread for you. Take a look."
        case "cutting" if not table.cut.reinsert and _sits_at(table, table.cut.offer, patron):
            return "The cut is yours."
        case "banking" | "betting":
            return _words_to_banker(table, patron)
        case "deciding" if (turn := next_to_ask(table)) and turn[1].patron == patron:
            return " ".join((_tie(table, "Your choice."), *paid_beside(turn[1])))
        case "war_dealing" if any(bettor.patron == patron for _, bettor in at_war(table)):
            return "You are at war."
        case "validating":
            return hit_for(table, patron)
        case "settling" | "war_settling" | "picking_up" | "side_bets":
            says = _result_to_banker(table) if _banks(table, patron) else result_for(table, patron)
            return f"{says} {wheel_turns(table)}".strip()
    return ""


def _words_to_banker(table: Table, patron: str) -> str:
    bank = table.banker
    if table.phase == "banking" and _sits_at(table, bank.offer, patron):
        return "The bank is offered to you. Your bank pays what wins and keeps what loses."
    return "The others bet against your bank." if _banks(table, patron) and not table.deck_change_due else ""


def _result_to_banker(table: Table) -> str:
    pays = "Your bank pays and collects." if table.phase in ("settling", "war_settling") else ""
    return result_of_the_bank(table) or pays


def _banks(table: Table, patron: str) -> bool:
    return bool(table.banker.posted) and table.banker.patron == patron


def _sits_at(table: Table, seat: Seat | None, patron: str) -> bool:
    return seat is not None and seat != DEALER_SEAT and table.boxes[seat - 1].patron == patron


def say_to_player(event: Event, table: Table, patron: str, words: Words) -> str:
    """What happened, in the second person, for the player whose doing or whose chips it is; empty for the others.

    A player with several places also hears which of them it was.
    """
    if _is_of_the_bank(event) and _banks(table, patron):
        return say(event, replace(words, banks=True))
    if not _concerns(event, table, patron):
        return ""
    says = say(event, replace(words, you=True))
    seat = event.line.seat if isinstance(event, e.SettlementReversed) else getattr(event, "seat", DEALER_SEAT)
    if getattr(event, "bettor", ""):
        return f"Behind seat {seat}: {says[0].lower()}{says[1:]}"
    if seat != DEALER_SEAT and sum(box.patron == patron for box in table.boxes) > 1:
        return f"Seat {seat}: {says[0].lower()}{says[1:]}"
    return says


def _is_of_the_bank(event: Event) -> bool:
    """Whether it is the bank's own card, or a hand settled against it."""
    return isinstance(event, e.HandSettled) or (isinstance(event, e.CardDealt) and event.seat == DEALER_SEAT)


def _concerns(event: Event, table: Table, patron: str) -> bool:
    """Whether one player alone is meant, and it is this one. A community card is the hand of several players."""
    if isinstance(event, e.SettlementReversed):
        event = event.line
    if whose := getattr(event, "patron", ""):
        return bool(whose == patron)
    seat: Seat | None = getattr(event, "seat", None)
    if not seat or type(event) in OF_THE_TABLE or (table.rules.electronic and type(event) in OF_A_HAND):
        return False
    if name := getattr(event, "bettor", ""):
        bettor = bettor_at(table.boxes[seat - 1], name)
        return bettor is not None and bettor.patron == patron
    return _sits_at(table, seat, patron)

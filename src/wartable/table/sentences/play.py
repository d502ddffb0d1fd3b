"""The deal and the war: cards that are turned, hands that are compared, ties that are decided."""

from collections.abc import Mapping

from wartable.rulebook import listed
from wartable.table import events as e
from wartable.table.sentences.trouble import come_back
from wartable.table.sentences.vocabulary import Words, begin, bettor, clauses, place
from wartable.table.words import DEALER_SEAT, Outcome, Seat

ORIGINAL: Mapping[Outcome, str] = {"lower": "loses to", "higher": "beats", "equal": "ties"}
WAR: Mapping[Outcome, str] = {"lower": "loses the war", "higher": "wins the war", "equal": "ties again in the war"}


def card_dealt(event: e.CardDealt, words: Words) -> str:
    war = event.deal == "war"
    if words.you:
        return f"Your {'war card' if war else 'card'}: {event.card}."
    return f"{begin(place(event.seat, words))}{', war card' if war else ''}: {event.card}."


def card_taken_back(event: e.CardTakenBack, words: Words) -> str:
    why = event.reason.removesuffix(".")
    card = f"your {event.card}" if words.you else f"the {event.card} of {place(event.seat, words)}"
    racked = f" The war that followed from it is not fought, and goes to the discard rack: {listed(event.war, 'and')}."
    war = racked if event.war else ""
    if event.absent:
        return f"The floor takes out {card}, which was not dealt: {why}.{come_back(event.back)}{war}"
    return f"The floor takes back {card}, to be read again: {why}.{come_back(event.back)}{war}"


def cover_card_met(event: e.CoverCardMet, words: Words) -> str:
    where, why = _cover_card_place(event.seat), clauses(words.rules.steps["cover_card"].clauses)
    if event.corrects is not None:
        before = LED if event.corrects == event.seat else _cover_card_place(event.corrects)
        return f"The {words.cover_card} came out {where}, not {before}: corrected."
    if event.leads:
        return f"The {words.cover_card} comes out {LED} and is set aside; the round is played{why}."
    return f"The {words.cover_card} comes out {where} and is set aside; the round is finished{why}."


LED = "before a card for the wagers that lie there"


def _cover_card_place(seat: Seat) -> str:
    return "at the dealer's own place" if seat == DEALER_SEAT else f"at seat {seat}"


def hand_settled(event: e.HandSettled, words: Words) -> str:
    does = WAR[event.outcome] if event.deal == "war" else f"{ORIGINAL[event.outcome]} {words.opponent}"
    return f"{begin(bettor(event.seat, '', words))} {words.verb(does)}."


def tie_surrendered(event: e.TieSurrendered, words: Words) -> str:
    who = bettor(event.seat, event.bettor, words)
    does = words.verb("surrenders")
    if event.by == "clock":
        why = clauses(words.rules.cite["decision.on_timeout"])
        return f"The time is up, and the house's rule decides: {who} {does}{why}."
    return f"The floor decides: {who} {does}." if event.by == "floor" else f"{begin(who)} {does}."


def war_tie_declined(event: e.WarTieDeclined, words: Words) -> str:
    who = bettor(event.seat, event.bettor, words)
    if event.by == "clock":
        return f"The time is up: {who} {words.verb('has')} no tie wager on the war deal."
    return f"{begin(who)} {words.verb('declines')} a tie wager on the war deal."


def cards_picked_up(event: e.CardsPickedUp, words: Words) -> str:
    hands = [f"{place(seat, words)} ({' '.join(cards)})" for seat, cards in event.hands]
    return f"Picked up: {', '.join(hands)}." if hands else "There are no cards to pick up."

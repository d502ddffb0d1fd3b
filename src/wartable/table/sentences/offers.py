"""Offers: who is asked for what, the answers, and the offers that lapsed."""

from wartable.table import events as e
from wartable.table.sentences.vocabulary import Words, begin, bettor, clauses

THINGS = {"look": "a look at the cards", "cut": "the cut"}
FOR_A_WALK_IN = ", as the dealer enters it"


def offered(event: e.Offered, words: Words) -> str:
    batch = f" of batch {event.batch + 1}" if event.what == "look" and words.rules.by_batches else ""
    whom = bettor(event.seat, "", words)
    return f"{begin(THINGS[event.what])}{batch} is offered to {whom}."


def offer_lapsed(event: e.OfferLapsed, words: Words) -> str:
    who = bettor(event.seat, "", words)
    why = "the time is up" if event.why == "time" else f"{who} {words.verb('leaves')} the table"
    return f"The offer of {THINGS[event.what]} to {who} lapses: {why}."


def look_answered(event: e.LookAnswered, words: Words) -> str:
    does = words.verb("looks at the cards" if event.looked else "declines a look at the cards")
    return f"{begin(bettor(event.seat, '', words))} {does}{FOR_A_WALK_IN if event.by == 'dealer' else ''}."


def cut_declined(event: e.CutDeclined, words: Words) -> str:
    does = words.verb("declines the cut")
    return f"{begin(bettor(event.seat, '', words))} {does}{FOR_A_WALK_IN if event.entered else ''}."


def idle_cards_spread(event: e.IdleCardsSpread, words: Words) -> str:
    return f"The idle cards lie face {event.face}{clauses(words.rules.steps['spread_idle'].clauses)}."

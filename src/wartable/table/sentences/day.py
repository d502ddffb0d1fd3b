"""The table's day: opening, steps, shuffle, cut and shoe."""

from collections.abc import Mapping

from wartable.table import events as e
from wartable.table.sentences.vocabulary import Words, begin, bettor, clauses, count
from wartable.table.words import DEALER_SEAT, ShoeEnd, ShuffleReason

SHUFFLES: Mapping[ShuffleReason, str] = {
    "opening": "The new cards go to the shuffle.",
    "cover_card": "The cards go to the shuffle: the {cover_card} came out.",
    "ordered": "The cards go to the shuffle, as ordered.",
    "every_round": "The cards go to the shuffle, as after every round.",
    "irregularity": "The cards go to the shuffle after the irregularity.",
    "idle": "The idle cards go to the shuffle.",
}

ENDS: Mapping[ShoeEnd, str] = {
    "opening": "new cards were opened",
    "cover_card": "the cover card came out",
    "ordered": "a reshuffle was ordered",
    "every_round": "the cards are shuffled after every round",
    "irregularity": "something went wrong with the cards",
    "idle": "the table was idle",
    "decks_changed": "the decks were changed",
    "table_closed": "the table closed",
}

INSIDE = frozenset({"empty_device", "machine_shuffle", "swap_batches"})
"""Steps done to the shuffler, which holds the other batch."""


def table_opened(event: e.TableOpened) -> str:
    """Name the dealer only where the listener may know."""
    deals = f"; {event.dealer} deals" if event.dealer else ""
    return f"The table opens under the rules of {event.rulebook.capitalize()}{deals}."


def dealer_took_over(event: e.DealerTookOver) -> str:
    return f"{event.dealer} takes over as dealer." if event.dealer else "A new dealer takes over."


def step_confirmed(event: e.StepConfirmed, words: Words) -> str:
    """Use the rulebook's own words for the step, which are an instruction."""
    rule = words.rules.steps.get(event.step)
    told = rule.says.removesuffix(".") if rule else event.step.replace("_", " ")
    batch = f" with batch {event.batch + 1}" if words.rules.by_batches and event.step not in INSIDE else ""
    return f"Done by the {event.by}{batch}: {told[:1].lower()}{told[1:]}{clauses(rule.clauses if rule else ())}."


def shuffle_begun(event: e.ShuffleBegun, words: Words) -> str:
    if event.reason == "opening" and words.rules.cards.preshuffled:
        return f"The new cards came shuffled and go to the cut{clauses(words.rules.cite['cards.preshuffled'])}."
    return SHUFFLES[event.reason].format(cover_card=words.cover_card)


def cards_shuffled(event: e.CardsShuffled, words: Words) -> str:
    batch = f"Batch {event.batch + 1}"
    if words.rules.by_batches and INSIDE & set(event.steps):
        return f"{batch} comes out of the shuffler, shuffled."
    return f"{batch} is shuffled." if words.rules.by_batches else "The cards are shuffled."


def shoe_revealed(event: e.ShoeRevealed) -> str:
    return f"Shoe {event.shoe} is over, because {ENDS[event.reason]}; its seed was {event.seed}."


def cards_cut(event: e.CardsCut, words: Words) -> str:
    who = "the dealer" if event.seat == DEALER_SEAT else bettor(event.seat, "", words)
    added = f', with the words "{event.words}"' if event.words else ""
    return f"{begin(who)} {words.verb('cuts')} {event.depth} cards deep{added}."


def cover_card_reinserted(event: e.CoverCardReinserted, words: Words) -> str:
    return f"The {words.cover_card} goes back in, with {event.depth} cards behind it."


def recut_ordered(event: e.RecutOrdered, words: Words) -> str:
    who = "the same person" if event.same_person else "the next person entitled"
    return f"The floor orders a recut by {who}: {event.reason}{clauses(words.rules.cite['cut.recut'])}."


def shoe_loaded(event: e.ShoeLoaded, words: Words) -> str:
    batch = f"batch {event.batch + 1}, " if words.rules.by_batches else ""
    return f"The shoe is loaded with {batch}{event.cards} cards."


def burned(cards: int) -> str:
    """Count consecutive burns together."""
    return f"{count(cards, 'card is', 'cards are')} burned."

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

OUT_OF_THE_SHUFFLER = frozenset({"empty_device", "machine_shuffle", "swap_batches"})
"""Steps after which a batch of the first edition came out of the shuffler."""


def table_opened(event: e.TableOpened) -> str:
    """Name the dealer only where the listener may know."""
    deals = f"; {event.dealer} deals" if event.dealer else ""
    return f"The table opens under the rules of {event.rulebook.capitalize()}{deals}."


def dealer_took_over(event: e.DealerTookOver) -> str:
    return f"{event.dealer} takes over as dealer." if event.dealer else "A new dealer takes over."


def deck_change_called(event: e.DeckChangeCalled) -> str:
    return f"The decks are due for a change{clauses(event.clauses)}."


def step_confirmed(event: e.StepConfirmed, words: Words) -> str:
    """Use the rulebook's own words for the step, which are an instruction."""
    rule = words.rules.steps.get(event.step)
    told = rule.says.removesuffix(".") if rule else event.step.replace("_", " ")
    batch = f" with the {words.rules.colour_of(event.batch)} batch" if words.rules.by_batches else ""
    return f"Done by the {event.by}{batch}: {told[:1].lower()}{told[1:]}{clauses(rule.clauses if rule else ())}."


def decks_received(event: e.DecksReceived, words: Words) -> str:
    """Name the seal only where the listener may know."""
    batch = f" of the {words.rules.colour_of(event.batch)} batch" if words.rules.by_batches else ""
    covers = count(event.cover_cards, words.cover_card, f"{words.cover_card}s")
    seal = f", inspected and shuffled by {event.supplier} under the seal {event.seal}" if event.supplier else ""
    why = clauses(words.rules.steps["receive"].clauses)
    return f"{count(event.decks, 'deck', 'decks')}{batch} and {covers[:1].lower()}{covers[1:]} came{seal}{why}."


def defect_found(event: e.DefectFound, words: Words) -> str:
    """Say what is defective only where the listener may know."""
    batch = f" in the {words.rules.colour_of(event.batch)} batch" if words.rules.by_batches else ""
    reason = f": {event.reason.removesuffix('.')}" if event.reason else ""
    return f"The {event.by} finds a defect{batch}{reason}. The deck is replaced."


def batch_refused(event: e.BatchRefused, words: Words) -> str:
    batch, why = words.rules.colour_of(event.batch), clauses(words.rules.steps["release_batch"].clauses)
    return f"The {event.by} says that the {batch} batch was not released for play; it is spread and shuffled{why}."


def shuffle_begun(event: e.ShuffleBegun, words: Words) -> str:
    if event.reason == "opening" and words.rules.cards.preshuffled and words.rules.of_the_first_edition:
        return f"The new cards came shuffled and go to the cut{clauses(words.rules.cite['cards.preshuffled'])}."
    return SHUFFLES[event.reason].format(cover_card=words.cover_card)


def cards_shuffled(event: e.CardsShuffled, words: Words) -> str:
    if not words.rules.by_batches:
        return "The cards are shuffled."
    batch = f"The {words.rules.colour_of(event.batch)} batch"
    if words.rules.of_the_first_edition and OUT_OF_THE_SHUFFLER & set(event.steps):
        return f"{batch} comes out of the shuffler, shuffled."
    return f"{batch} is shuffled."


def shoe_revealed(event: e.ShoeRevealed) -> str:
    return f"Shoe {event.shoe} is over, because {ENDS[event.reason]}; its seed was {event.seed}."


def cards_cut(event: e.CardsCut, words: Words) -> str:
    who = "the dealer" if event.seat == DEALER_SEAT else bettor(event.seat, "", words)
    added = f', with the words "{event.words}"' if event.words else ""
    entered = ", as the dealer enters it" if event.entered else ""
    return f"{begin(who)} {words.verb('cuts')} {event.depth} cards deep{added}{entered}."


def cut_found_improper(event: e.CutFoundImproper, words: Words) -> str:
    rules, whose = words.rules, "the dealer's" if event.seat == DEALER_SEAT else f"seat {event.seat}'s"
    why = clauses((*rules.cite["cut.depth"], *rules.cite["cut.recut"]))
    return f"{begin(whose)} cut, {event.depth} cards deep, is too close to one end; the cards are cut again{why}."


def cover_card_reinserted(event: e.CoverCardReinserted, words: Words) -> str:
    return f"The {words.cover_card} goes back in, with {event.depth} cards behind it."


def recut_ordered(event: e.RecutOrdered, words: Words) -> str:
    who = "the same person" if event.same_person else "the next person entitled"
    return f"The floor orders a recut by {who}: {event.reason}{clauses(words.rules.cite['cut.recut'])}."


def shoe_loaded(event: e.ShoeLoaded, words: Words) -> str:
    batch = f"the {words.rules.colour_of(event.batch)} batch, " if words.rules.by_batches else ""
    return f"The shoe is loaded with {batch}{event.cards} cards."


def burned(cards: int) -> str:
    """Count consecutive burns together."""
    return f"{count(cards, 'card is', 'cards are')} burned."

"""One sentence for everything that can happen at a table, in the words of its rulebook."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from wartable.money import Cents, format_cents
from wartable.rulebook import Rules, load_rulebook
from wartable.rulebook.rules import Ruling
from wartable.table import events as e
from wartable.table.events import Event
from wartable.table.words import DEALER, CallReason, Outcome, Role, Seat, ShuffleReason, Wager


class Words(msgspec.Struct, frozen=True):
    """The rules in force, and what their text calls the things that texts call differently."""

    rules: Rules
    initial: str
    cover_card: str
    banker: str
    """Whose card the players play against."""


def words_of(rules: Rules) -> Words:
    """The words of a rulebook."""
    terms = load_rulebook(rules.rulebook).terms
    banker = terms["player_dealer"].word if "player_dealer" in terms else "dealer"
    return Words(rules, terms["initial"].word, terms["cover_card"].word, banker)


def say(event: Event, words: Words) -> str:
    """What happened, as a sentence that stands alone."""
    plain = PLAIN.get(type(event))
    if plain is not None:
        return plain.format_map(msgspec.structs.asdict(event))
    return SPOKEN[type(event)](event, words)


PLAIN: Mapping[type[Event], str] = {
    e.DealerTookOver: "{dealer} takes over as dealer.",
    e.TableIdled: "The table is idle.",
    e.DeckChangeCalled: "The decks are due for a change.",
    e.DecksChanged: "New decks come to the table.",
    e.TableClosing: "The table closes; its cards are taken in.",
    e.TableClosed: "The table is closed.",
    e.PlayerSat: "{patron} takes seat {seat}.",
    e.PlayerLeft: "{patron} leaves seat {seat}.",
    e.ReshuffleOrdered: "The {by} orders a reshuffle.",
    e.ShuffleAskedFor: "{patron} asks that the cards be shuffled before they are dealt.",
    e.CutDeclined: "Seat {seat} declines the cut.",
    e.BankDeclined: "Seat {seat} declines the bank.",
    e.NoMoreBetsCalled: "No more bets.",
    e.WarWagersConfirmed: "The war wagers are confirmed.",
    e.RoundEnded: "Round {round} is over.",
    e.ExposedCardRacked: "The {card} goes to the discard rack.",
    e.HandMissed: "Seat {seat} was given no card; its hand is void.",
    e.ShufflerJammed: "The shuffler jams.",
    e.DeviceFailed: "The shuffling device is out of order.",
    e.DeviceRestored: "The shuffling device is back in use.",
    e.WagersAbandoned: "The wagers left behind at seat {seat} are lost.",
}

# Words that several sentences share

NUMBERS = ("No", "A", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def count(number: int, one: str, many: str) -> str:
    """A number of things, with which a sentence begins."""
    told = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{told} {one if number == 1 else many}"


def clauses(ids: Iterable[str]) -> str:
    """The clauses behind a sentence, ready to stand before its full stop."""
    listed = ", ".join(ids)
    return f" ({listed})" if listed else ""


def bettor(seat: Seat, name: str) -> str:
    """Who bets: the seated player, or somebody behind the seat."""
    return f"{name} behind seat {seat}" if name else f"Seat {seat}"


def seat_of(event: Event) -> Seat | None:
    """The seat an event is about; none where it is about the table."""
    found: Seat | None = event.line.seat if isinstance(event, e.SettlementReversed) else getattr(event, "seat", None)
    return found


def _upper(text: str) -> str:
    return text[0].upper() + text[1:] if text.startswith("the ") else text


def _either(choices: Iterable[str]) -> str:
    *some, last = choices
    return f"{', '.join(some)} or {last}" if some else last


# The table's day


def _table_opened(event: e.TableOpened, words: Words) -> str:
    return f"The table opens under the rules of {event.rulebook.capitalize()}; {event.dealer} deals."


def _step_confirmed(event: e.StepConfirmed, words: Words) -> str:
    """The rulebook's own words for the step, which are a call to do it."""
    rule = words.rules.steps.get(event.step)
    told = rule.says.removesuffix(".") if rule else event.step.replace("_", " ")
    batch = f" with batch {event.batch + 1}" if words.rules.by_batches else ""
    return f"Done by the {event.by}{batch}: {told[0].lower()}{told[1:]}{clauses(rule.clauses if rule else ())}."


# Shuffle, cut, shoe


SHUFFLES: Mapping[ShuffleReason, str] = {
    "opening": "The new cards go to the shuffle.",
    "cover_card": "The cards go to the shuffle: the {cover_card} came out.",
    "ordered": "The cards go to the shuffle, as ordered.",
    "every_round": "The cards go to the shuffle, as after every round.",
    "irregularity": "The cards go to the shuffle after the irregularity.",
    "idle": "The idle cards go to the shuffle.",
}


def _shuffle_begun(event: e.ShuffleBegun, words: Words) -> str:
    if event.reason == "opening" and words.rules.cards.preshuffled:
        return f"The new cards came shuffled and go to the cut{clauses(words.rules.cite['cards.preshuffled'])}."
    return SHUFFLES[event.reason].format(cover_card=words.cover_card)


def _cards_shuffled(event: e.CardsShuffled, words: Words) -> str:
    if "swap_batches" in event.steps:
        return f"Batch {event.batch + 1} comes out of the shuffler, shuffled."
    return f"Batch {event.batch + 1} is shuffled." if words.rules.by_batches else "The cards are shuffled."


def _cards_cut(event: e.CardsCut, words: Words) -> str:
    who = f"Seat {event.seat}" if event.seat != DEALER else "The dealer"
    return f"{who} cuts {event.depth} cards deep."


def _cover_card_reinserted(event: e.CoverCardReinserted, words: Words) -> str:
    return f"The {words.cover_card} goes back in, with {event.depth} cards behind it."


def _recut_ordered(event: e.RecutOrdered, words: Words) -> str:
    who = "the same person" if event.same_person else "the next person entitled"
    return f"The floor orders a recut by {who}: {event.reason}{clauses(words.rules.cite['cut.recut'])}."


def _shoe_loaded(event: e.ShoeLoaded, words: Words) -> str:
    batch = f"batch {event.batch + 1}, " if words.rules.by_batches else ""
    return f"The shoe is loaded with {batch}{event.cards} cards."


def _card_burned(event: e.CardBurned, words: Words) -> str:
    return burned(1)


def burned(cards: int) -> str:
    """Burns that follow one another are counted together."""
    return f"{count(cards, 'card is', 'cards are')} burned."


# The bank


def _bank_offered(event: e.BankOffered, words: Words) -> str:
    if not event.seat:
        return "There is nobody to offer the bank to; the table waits."
    return f"The bank is offered to seat {event.seat}."


def _bank_posted(event: e.BankPosted, words: Words) -> str:
    return f"Seat {event.seat} takes the bank and posts {format_cents(event.amount)}."


def _bank_topped_up(event: e.BankToppedUp, words: Words) -> str:
    return f"Seat {event.seat} adds {format_cents(event.amount)} to the bank, to match a war."


def _bank_released(event: e.BankReleased, words: Words) -> str:
    return f"What is left of the bank, {format_cents(event.amount)}, goes back to seat {event.seat}."


def _room_fee_taken(event: e.RoomFeeTaken, words: Words) -> str:
    return f"The room takes its fee of {format_cents(event.amount)} from seat {event.seat}."


# Wagers


def _wager(wager: Wager, words: Words) -> str:
    names: Mapping[Wager, str] = {"initial": words.initial, "war_tie": "tie wager on the war deal"}
    return names.get(wager, f"{wager} wager")


def _stake(event: e.WagerSettled | e.WagerTakenBack, words: Words, amount: Cents) -> str:
    return f"{_wager(event.wager, words)} of {format_cents(amount)}"


ON: Mapping[Wager, str] = {"initial": "", "tie": " on the tie", "war": " on the war", "war_tie": " on a tie of the war"}


def _wager_placed(event: e.WagerPlaced, words: Words) -> str:
    return f"{bettor(event.seat, event.bettor)} bets {placed(event)}."


def placed(event: e.WagerPlaced) -> str:
    """What goes down, and where."""
    instrument = "" if event.instrument == "chips" else f" in {event.instrument.replace('_', ' ')}"
    return f"{format_cents(event.amount)}{instrument}{ON[event.wager]}"


def _wager_taken_back(event: e.WagerTakenBack, words: Words) -> str:
    return f"{bettor(event.seat, event.bettor)} takes back the {_stake(event, words, event.amount)}."


def moved(event: Event, words: Words) -> str:
    """What became of a wager, said by somebody who has just named the seat."""
    return _upper(MOVED[type(event)](event, words))


def _moved_at(event: e.WagerSettled | e.WagerReturned | e.WarCovered, words: Words) -> str:
    return f"Seat {event.seat}: {MOVED[type(event)](event, words)}"


def _settled(event: e.WagerSettled, words: Words) -> str:
    return f"{_subject(event, words)} is {_fate(event, words)}{clauses(event.clauses)}."


def _subject(event: e.WagerSettled, words: Words) -> str:
    return f"{_whose(event.bettor)} {_stake(event, words, event.staked)}"


def _whose(name: str) -> str:
    return f"{name}'s" if name else "the"


def _fate(event: e.WagerSettled, words: Words) -> str:
    """What moved, as the end of a sentence."""
    match event.result:
        case "win":
            return f"returned and paid {format_cents(event.paid)}{_from_the_pool(event)}"
        case "lose" | "collected":
            part = f", {format_cents(event.collected)} of it, and the rest returned" if event.returned else ""
            pool = f", with the {format_cents(event.matched)} beside it" if event.matched else ""
            return f"collected{part}{pool}"
        case "surrender":
            return f"halved: {format_cents(event.collected)} collected, {format_cents(event.returned)} returned"
        case "uncovered":
            return "beyond the bank and goes back"
        case "void":
            pool = f"; the {format_cents(event.matched)} beside it goes back to the {words.banker}"
            return f"void and goes back{pool if event.matched else ''}"
        case "push":
            return "returned"


def _from_the_pool(event: e.WagerSettled) -> str:
    if not event.matched:
        return ""
    return " from the pool" if event.paid <= event.matched else f", {format_cents(event.matched)} of it from the pool"


def _part_returned(event: e.WagerReturned, words: Words) -> str:
    wager = f"{_whose(event.bettor)} {_wager(event.wager, words)}"
    return f"{format_cents(event.amount)} of {wager} is beyond the bank and goes back{clauses(event.clauses)}."


def _covered(event: e.WarCovered, words: Words) -> str:
    return f"the bank sets aside {format_cents(event.amount)} for {_whose(event.bettor)} war."


MOVED: Mapping[type[Event], Callable[[Any, Words], str]] = {
    e.WagerSettled: _settled,
    e.WagerReturned: _part_returned,
    e.WarCovered: _covered,
}


def _reversed(event: e.SettlementReversed, words: Words) -> str:
    line = event.line
    return (
        f"Counter-entry at seat {line.seat}: {_subject(line, words)}, "
        f"which was {_fate(line, words)}, lies there again."
    )


# The deal and the war


def _card_dealt(event: e.CardDealt, words: Words) -> str:
    war = ", war card" if event.deal == "war" else ""
    return f"{_hand(event.seat, words)}{war}: {event.card}."


def _hand(seat: Seat, words: Words) -> str:
    return f"Seat {seat}" if seat != DEALER else f"The {words.banker}"


def _cover_card_met(event: e.CoverCardMet, words: Words) -> str:
    where = f"at seat {event.seat}" if event.seat != DEALER else "at the dealer's own place"
    rule = words.rules.steps["cover_card"]
    return f"The {words.cover_card} comes out {where}; the round is finished first{clauses(rule.clauses)}."


ORIGINAL: Mapping[Outcome, str] = {"lower": "loses to", "higher": "beats", "equal": "ties"}
WAR: Mapping[Outcome, str] = {"lower": "loses the war", "higher": "wins the war", "equal": "ties again in the war"}


def _hand_settled(event: e.HandSettled, words: Words) -> str:
    if event.deal == "war":
        return f"Seat {event.seat} {WAR[event.outcome]}."
    return f"Seat {event.seat} {ORIGINAL[event.outcome]} the {words.banker}."


def _tie_surrendered(event: e.TieSurrendered, words: Words) -> str:
    who = bettor(event.seat, event.bettor)
    if event.by == "clock":
        why = clauses(words.rules.cite["decision.on_timeout"])
        return f"The time is up, and by the house's rule the table decides: {_inside(who)} surrenders{why}."
    return f"The floor decides: {_inside(who)} surrenders." if event.by == "floor" else f"{who} surrenders."


def _inside(who: str) -> str:
    return who.replace("Seat", "seat", 1) if who.startswith("Seat ") else who


def _war_declared(event: e.WarDeclared, words: Words) -> str:
    return f"{bettor(event.seat, event.bettor)} goes to war and puts up {format_cents(event.stake)}."


def _war_matched(event: e.WarMatched, words: Words) -> str:
    who = _inside(bettor(event.seat, event.bettor))
    pool = format_cents(3 * event.amount)
    return f"The {words.banker} puts {format_cents(event.amount)} beside the two of {who}; the pool is {pool}."


def _cards_picked_up(event: e.CardsPickedUp, words: Words) -> str:
    hands = [f"{_hand(seat, words).lower()} ({' '.join(cards)})" for seat, cards in event.hands]
    return f"Picked up: {', '.join(hands)}." if hands else "There are no cards to pick up."

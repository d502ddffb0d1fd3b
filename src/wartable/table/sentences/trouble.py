"""Irregularities: what went wrong, what the floor may rule, and what it ruled."""

from collections.abc import Mapping

from wartable.cards import Card
from wartable.rulebook import Ruling, listed
from wartable.table import events as e
from wartable.table.sentences.vocabulary import Words, begin, clauses, count, place
from wartable.table.words import CallReason, CoverHow, Misread, Seat

CALLS: Mapping[CallReason, str] = {
    "face_up_card": "a card lay face up in the shoe",
    "face_up_cards": "several cards lay face up in the shoe",
    "drawn_card": "a card was drawn in error, and its face was not seen",
    "exposed_card": "a card was drawn in error, and its face was seen",
    "misdelivered_card": "a card lies at seat {seat} by mistake",
    "missed_hand": "seat {seat} was given no card",
    "missed_war_card": "seat {seat} was given no card in the war deal",
    "forgotten_burn": "a burn was forgotten",
    "time_is_up": "the time to decide is up at seat {seat}",
    "player_absent": "the player of seat {seat} has walked away",
    "misread_card": "what was read cannot be the next card",
    "touched_card": "a player at seat {seat} touched a card",
    "count_differs": "the dealer's count of the side wagers differs from the system's again",
    "win_disputed": "the win of seat {seat} is in dispute",
    "jam": "the shuffler stopped, which voids the round",
    "early_cover_card": "a cover card is reported long before the place where it was put",
    "shoe_is_over": "no further round starts from this shoe: the cover card is past, or too few cards are left",
}

RULINGS: Mapping[Ruling, str] = {
    "continue": "go on",
    "void": "void the round",
    "next_card": "use it as the next card",
    "burn": "burn it",
    "forward": "move it forward",
    "dealer_next": "make it the dealer's card",
    "void_hand": "void that hand",
    "burn_now": "burn now",
    "deal_now": "deal it a card now",
    "change_decks": "change the decks",
    "wait": "wait",
    "surrender": "surrender for the player",
    "play_on": "play the hand on",
    "lost": "count the wagers as lost",
    "recount": "count again",
    "return_chip": "give back the chip that the system did not accept, and count again",
    "return_wager": "give back the wager that has no chip, and count again",
    "check_again": "check the win again",
    "win_stands": "let the win stand",
    "no_win": "the hand does not win",
    "reshuffle": "reshuffle the cards",
    "cover_card_came": "it is the cover card: reshuffle after this round",
    "no_cover_card": "no cover card came out: the report was wrong",
    "no_face_up_cards": "let the hands stand, because the report was wrong",
    "no_jam": "let the round stand, because the report was wrong",
}

MISREAD: Mapping[Misread, str] = {
    "no_such_card": "which is not a card",
    "used_up": "of which the decks hold no more",
    "double_read": "which was read twice",
}

COVERS: Mapping[CoverHow, str] = {"covered": "The device is covered", "sign": "A sign is put on the device"}


def face_up_cards_racked(event: e.FaceUpCardsRacked, words: Words) -> str:
    """Cite the rule only where it racks the cards; elsewhere they wait there for the floor."""
    rules = words.rules
    why = clauses(rules.cite["irregularity.faceup"]) if rules.irregularity.faceup == "rack" else ""
    cards = listed(event.cards, "and")
    if event.seat is None:
        return f"Found face up in the shoe, and put in the discard rack unused: {cards}{why}."
    racked = f" The war that followed from it is not fought, and goes to the discard rack: {listed(event.war, 'and')}."
    war = racked if event.war else ""
    of = place(event.seat, words)
    lay = f"The {cards} of {of} lay face up in the shoe: it goes to the discard rack, and the next card is dealt"
    return f"{lay} there{why}.{come_back(event.back)}{war}"


def face_up_card_found(event: e.FaceUpCardFound, words: Words) -> str:
    return f"The {event.card} of {place(event.seat, words)} lay face up in the shoe."


def card_drawn_in_error(_: e.CardDrawnInError, words: Words) -> str:
    rules = words.rules
    if rules.irregularity.drawn_in_error != "next_card":
        return "A card is drawn in error; its face was not seen."
    why = clauses(rules.cite["irregularity.drawn_in_error"])
    return f"A card is drawn in error; its face was not seen, so it is the next card{why}."


def card_exposed(event: e.CardExposed) -> str:
    if event.seat is None:
        return f"A card is drawn in error and seen: {event.card}."
    return f"A card is delivered to seat {event.seat} by mistake: {event.card}."


def card_misread(event: e.CardMisread) -> str:
    return f'The reader says "{event.text}", {MISREAD[event.why]}; the table ignores it.'


def card_lifted(event: e.CardLifted, words: Words) -> str:
    """Name the place where the card was entered, and the place where it lies."""
    entered, lies = place(event.seat, words), place(event.lies, words)
    return f"The {event.card}, entered for {entered}, lies at {lies} by mistake.{come_back(event.back)}"


def come_back(hands: tuple[tuple[Seat, Card], ...]) -> str:
    """Name the cards that come back from the rack."""
    cards = listed([card for _, card in hands], "and")
    return f" {cards} {'come' if len(hands) > 1 else 'comes'} back from the discard rack." if hands else ""


def cards_reassigned(event: e.CardsReassigned, words: Words) -> str:
    hands = listed([f"{place(seat, words)} has the {card}" for seat, card in event.hands], "and")
    over = f" The {event.racked} is left over and goes to the discard rack." if event.racked else ""
    racked = f" No war is fought, and its cards go to the discard rack: {listed(event.war, 'and')}."
    war = racked if event.war else ""
    which = "war cards" if event.deal == "war" else "cards"
    lie = f"The {which} are entered as they lie: {hands or 'no hand has a card'}."
    missed = "".join(f" {begin(place(number, words))} was not dealt." for number in event.without)
    return f"{lie}{missed}{come_back(event.back)}{over}{war}"


def card_touched(event: e.CardTouched) -> str:
    card = f"the {event.card}" if event.card else "a card"
    return f"A player at seat {event.seat} touched {card}."


def burn_not_made(event: e.BurnNotMade) -> str:
    return f"{count(event.cards, 'burn was', 'burns were')} entered and not made."


def burn_owed(event: e.BurnOwed) -> str:
    return f"{count(event.cards, 'burn is', 'burns are')} made now."


def burn_forgotten(event: e.BurnForgotten, words: Words) -> str:
    rules = words.rules
    burns = count(event.cards, "burn is", "burns are")
    if rules.irregularity.forgotten_burn != "continue":
        return f"{burns} forgotten."
    why = clauses(rules.cite["irregularity.forgotten_burn"])
    return f"{burns} forgotten; the hand goes on as if no mistake had been made{why}."


def shuffler_jammed(event: e.ShufflerJammed, words: Words) -> str:
    if event.batch is None or not words.rules.by_batches:
        return "The shuffler jams."
    return f"The shuffler jams; the shuffle of the {words.rules.colour_of(event.batch)} batch is not complete."


def device_covered(event: e.DeviceCovered, words: Words) -> str:
    return f"{COVERS[event.how]}{clauses(words.rules.steps['cover_device'].clauses)}."


def floor_called(event: e.FloorCalled) -> str:
    why = CALLS[event.reason].format(seat=event.seat)
    asked = f", where {event.bettor} bets" if event.bettor else ""
    choices = listed([RULINGS[choice] for choice in event.choices], "or")
    return f"The floor is called: {why}{asked}. It may rule: {choices}{clauses(event.clauses)}."


def floor_ruled(event: e.FloorRuled) -> str:
    where = f" (seat {event.seat})" if event.seat else ""
    return f"The floor rules: {RULINGS[event.ruling]}{where}. Its reason: {event.reason.removesuffix('.')}."


def players_released(event: e.PlayersReleased) -> str:
    seats = listed([f"seat {seat}" for seat in event.seats], "and")
    return f"The floor releases {seats} from the hand. Its reason: {event.reason.removesuffix('.')}."


def round_voided(event: e.RoundVoided) -> str:
    """Leave out the reason of a void after a call: the ruling has given it."""
    on_a_call = event.reason.replace(" ", "_") in CALLS
    why = ", as the floor ruled" if on_a_call else f": {event.reason.removesuffix('.')}"
    shuffle = " The cards will be shuffled." if event.reshuffle else ""
    return f"The round is void{why}{clauses(event.clauses)}.{shuffle}"

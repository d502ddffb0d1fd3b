"""Burns that were forgotten: a card left the shoe before a burn, or a burn was entered that was not made.

Before a card has left the shoe no burn is forgotten: it is due.
"""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.cards import Card
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import FACE_DOWN
from wartable.table.procedures.betting import round_cannot_begin
from wartable.table.procedures.calls import call_floor, open_rulings
from wartable.table.procedures.counting import lock_side_wagers
from wartable.table.procedures.deal import burn_step, burns_due, impossible, no_card_left
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, round_is_open, standing_phase
from wartable.table.stock import device_waits
from wartable.table.turns import next_card_for
from wartable.table.words import DEALER_SEAT, Actor


def report_forgotten_burn(table: Table, command: c.ReportForgottenBurn, by: Actor) -> Decided:
    """Record a burn that a card overtook, or burns that were entered and not made; the rules say what follows."""
    if not table.rules.irregularity.when_found:
        return _as_then(table)
    if command.card is not None:
        return _overtaken(table, command.card, called=command.called)
    if burns_due(table):
        return Refused(Refusal.BURN_COMES_FIRST, table.rules.steps[burn_step(table)].clauses)
    if table.sealed:
        return Refused(Refusal.SEALED_CARDS_STAY)
    if not 1 <= command.cards <= table.cards.rack.count(FACE_DOWN):
        return Refused(Refusal.NO_SUCH_BURN)
    not_made = e.BurnNotMade(command.cards)
    if _still_to_make(table, command.cards):
        return not_made, e.BurnOwed(command.cards, _is_of_war(table))
    return not_made, e.BurnForgotten(command.cards), *_what_follows(table)


def _as_then(table: Table) -> Decided:
    """The first edition of the law let a burn be forgotten while it was due."""
    due = burns_due(table)
    if not due:
        return Refused(Refusal.NO_BURN_IS_DUE)
    if table.rules.irregularity.forgotten_burn == "continue":
        return (e.BurnForgotten(due),)
    return (call_floor(table, "forgotten_burn", ("burn_now", "continue"), "irregularity.forgotten_burn"),)


def _overtaken(table: Table, card: Card, *, called: bool) -> Decided:
    """A card was dealt while a burn was due; it stays where it lies, and the call that came before it is recorded.

    Before the call no card is dealt: one that left the shoe then is exposed, and the bets and the burn stay open. A
    device that deals and has failed is covered before its card is in play.
    """
    due = burns_due(table)
    if not due:
        return Refused(Refusal.NO_BURN_IS_DUE)
    if no_card_left(table.cards):
        return Refused(Refusal.SHOE_IS_EMPTY)
    if refused := impossible(table, card):
        return refused
    phase = standing_phase(table)
    if phase in ("betting", "banking") and not called:
        return _before_the_call(table, card)
    if refused := device_waits(table):
        return refused
    closed: tuple[e.Event, ...] = ()
    if phase == "betting" and table.call is None:
        if refused := round_cannot_begin(table):
            return refused
        closed = (e.NoMoreBetsCalled(table.round.number + 1), *lock_side_wagers(table))
    elif not _a_card_could_be_dealt(table):
        return Refused(Refusal.NOT_NOW, table.rules.steps[burn_step(table)].clauses)
    dealt = e.CardDealt(next_card_for(table) or DEALER_SEAT, card, "war" if phase == "war_dealing" else "original")
    return *closed, e.BurnForgotten(due), dealt, *_what_follows(table)


def _a_card_could_be_dealt(table: Table) -> bool:
    """Whether a hand waits for a card; while the floor is called, a deal that was put right may be complete."""
    in_a_deal = standing_phase(table) in ("dealing", "war_dealing")
    return in_a_deal and table.cards.exposed is None and next_card_for(table) is not None


def _before_the_call(table: Table, card: Card) -> tuple[e.Event, ...]:
    """Return the events of a card that was dealt before the call, on which the floor rules."""
    clauses = (*table.rules.steps["no_more_bets"].clauses, *table.rules.cite["irregularity.exposed_card"])
    choices = open_rulings(table, table.rules.irregularity.exposed_card_choices)
    return e.CardExposed(card, None), e.FloorCalled("exposed_card", choices, clauses)


def _what_follows(table: Table) -> tuple[e.Event, ...]:
    if table.rules.irregularity.forgotten_burn == "continue":
        return ()
    return (call_floor(table, "forgotten_burn", ("burn_now",), "irregularity.forgotten_burn"),)


def _still_to_make(table: Table, burns: int) -> bool:
    """Whether no card has left the shoe since these burns were entered."""
    if table.cards.exposed is not None or table.cards.drawn_ahead:
        return False
    if _is_of_war(table):
        return not any(box.war_card for box in table.boxes) and table.round.dealer_war_card is None
    if any(box.card for box in table.boxes) or table.round.dealer_card is not None:
        return False
    return set(table.cards.rack[-burns:]) == {FACE_DOWN}


def _is_of_war(table: Table) -> bool:
    return round_is_open(table) and table.round.war_burns > 0


def burn_now(table: Table) -> tuple[e.Event, ...]:
    """Return the events of the ruling that forgotten burns are made now."""
    forgotten = table.found.forgotten
    at_war = _is_of_war(table) or any(box.war_card for box in table.boxes)
    return (e.BurnOwed(forgotten, at_war),) if forgotten else ()


def owed_after_void(table: Table) -> tuple[e.Event, ...]:
    """Return the burn that a void leaves to be made: a dealer's or a shoe's. The burns of a war go with the war."""
    is_of_war = _is_of_war(table) or any(box.war_card for box in table.boxes)
    return () if is_of_war else burn_now(table)


def overtaken_burns(table: Table) -> tuple[e.Event, ...]:
    """Return the burns that a misdelivered card overtook, when the floor rules that the card is dealt."""
    overtaken = table.found.overtaken or 0
    return (e.BurnForgotten(overtaken),) if overtaken else ()


def burn_forgotten(table: Table, event: e.BurnForgotten) -> Table:
    """Let the forgotten burns be due no longer; a burn that became due since stays due."""
    cards = table.cards
    since = max(0, burns_due(table) - event.cards)
    cards = replace(cards, burns_due=min(cards.burns_due, since), dealer_burns=min(cards.dealer_burns, since))
    asked = table.rules.irregularity.forgotten_burn == "floor_call"
    forgotten = table.found.forgotten + event.cards if asked else 0
    found = replace(table.found, owed=0, forgotten=forgotten, overtaken=UNSET)
    return replace(table, cards=cards, found=found, round=replace(table.round, war_burns_due=0, error=True))


def burn_not_made(table: Table, event: e.BurnNotMade) -> Table:
    """Put the cards that were entered as burned back into the shoe, the last first."""
    rack, back = list(table.cards.rack), event.cards
    for place in reversed(range(len(rack))):
        if back and rack[place] == FACE_DOWN:
            del rack[place]
            back -= 1
    cards = replace(table.cards, rack=tuple(rack), in_shoe=table.cards.in_shoe + event.cards)
    war_burns = max(0, table.round.war_burns - event.cards) if _is_of_war(table) else table.round.war_burns
    return replace(table, cards=cards, round=replace(table.round, war_burns=war_burns))


def burn_owed(table: Table, event: e.BurnOwed) -> Table:
    found = replace(table.found, forgotten=0, owed=table.found.owed + event.cards, owed_by_war=event.war)
    return replace(table, found=found)

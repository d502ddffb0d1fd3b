"""People on record: the dealer who deals, and the persons of the floor who are on duty at the table."""

from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.commands import Command
from wartable.table.decks import Cards
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table, round_is_open
from wartable.table.words import Actor, name_is_bad

SIGNS_ON: frozenset[type[Command]] = frozenset({c.OpenTable, c.TakeOver, c.TakeDuty, c.LeaveDuty})
"""Commands that put a person on record, or take a person off it."""
JUDGES: frozenset[type[Command]] = frozenset(
    {c.ConfirmStep, c.Rule, c.ReleasePlayers, c.UndoCard, c.EnterLateWager, c.ValidateWin, c.VoidRound}
)
"""Commands by which a person of the floor verifies, or rules on, what a dealer did."""


def not_on_record(table: Table, kind: type[Command], by: Actor) -> Refused | None:
    """Refuse a person who is not the dealer on record, or not on duty. The program itself acts without a name."""
    if not by.person or kind in SIGNS_ON:
        return None
    if by.role in ("dealer", "shoe") and by.person != table.dealer:
        return Refused(Refusal.TAKE_OVER_FIRST, table.rules.steps["new_dealer_burn"].clauses)
    if by.role == "floor" and by.person not in (table.on_duty or ()):
        return Refused(Refusal.NOT_ON_DUTY, table.rules.steps["verify"].clauses)
    if by.role == "floor" and by.person == table.dealer:
        return Refused(Refusal.DEALS_THIS_TABLE, table.rules.steps["verify"].clauses)
    if by.role == "floor" and kind in JUDGES and by.person in (table.relieved or ()):
        return Refused(Refusal.OWN_ACT, table.rules.steps["verify"].clauses)
    return None


def take_over(table: Table, command: c.TakeOver, by: Actor) -> Decided:
    """Relieve a dealer in any phase; during a round only the floor does, unless the house lets dealers change then."""
    if name_is_bad(command.dealer):
        return Refused(Refusal.NAME_IS_BAD)
    if by.role == "dealer" and by.person not in ("", command.dealer):
        return Refused(Refusal.NOT_YOURS)
    if command.dealer == table.dealer:
        return Refused(Refusal.DEALS_ALREADY)
    if by.role == "dealer" and round_is_open(table) and table.rules.dealer.relief_mid_round == "forbid":
        return Refused(Refusal.NOT_NOW, table.rules.cite["dealer.relief_mid_round"])
    if by.role == "floor" and (refused := not_on_record(table, c.OrderReshuffle, by)):
        return refused
    return (e.DealerTookOver(command.dealer, instead=bool(table.cards.dealer_burns)),)


def dealer_took_over(table: Table, event: e.DealerTookOver) -> Table:
    """Make a new dealer's burn due; the first burn of a fresh shoe can be the same card.

    Each new dealer burns before dealing, so a dealer who was relieved before that burn owes none.

    The dealer who leaves acts for the floor on nothing that this dealer did and that is still open.
    """
    if _acts_are_open(table):
        table = replace(table, relieved=(*(table.relieved or ()), table.dealer))
    table = replace(table, dealer=event.dealer)
    if not table.cards.loaded:
        return replace(table, new_dealer=True)
    if table.cards.burns_due and table.rules.burn.coincident == "one":
        return table
    more = table.rules.burn.new_dealer
    cards = table.cards
    if event.instead:
        cards = replace(cards, burns_due=cards.burns_due - cards.dealer_burns, dealer_burns=0)
    due = replace(cards, burns_due=cards.burns_due + more, dealer_burns=cards.dealer_burns + more)
    return replace(table, cards=due)


def _acts_are_open(table: Table) -> bool:
    """Whether the floor may still verify or rule on something that the dealer did: a round, a report, an inspection."""
    waits_for_the_floor = any("floor" in table.rules.steps[step].by for step, _ in table.todo[:1])
    return round_is_open(table) or table.call is not None or waits_for_the_floor


def owes_burn(table: Table) -> bool:
    """Whether a new dealer still owes a burn when the cards leave the shoe: the next shoe makes it due again."""
    return table.new_dealer or (bool(table.cards.dealer_burns) and not table.rules.of_the_first_edition)


def burns_after_void(table: Table) -> Cards:
    """Return the cards of a voided round: the burns of its deal are over, a new dealer's burn is not."""
    cards = table.cards
    kept = cards.dealer_burns if cards.in_shoe and not table.rules.of_the_first_edition else 0
    return replace(cards, burns_due=kept, dealer_burns=kept)


def take_duty(table: Table, command: c.TakeDuty, by: Actor) -> Decided:
    """Put a person of the floor on duty at this table."""
    if name_is_bad(command.person):
        return Refused(Refusal.NAME_IS_BAD)
    if by.person not in ("", command.person):
        return Refused(Refusal.NOT_YOURS)
    if command.person in (table.on_duty or ()):
        return Refused(Refusal.ON_DUTY_ALREADY)
    return (e.DutyTaken(command.person),)


def duty_taken(table: Table, event: e.DutyTaken) -> Table:
    return replace(table, on_duty=(*(table.on_duty or ()), event.person))


def leave_duty(table: Table, command: c.LeaveDuty, by: Actor) -> Decided:
    """Take a person off duty; what waits for the floor then waits for another person."""
    if by.person not in ("", command.person):
        return Refused(Refusal.NOT_YOURS)
    if command.person not in (table.on_duty or ()):
        return Refused(Refusal.NOT_ON_DUTY)
    return (e.DutyLeft(command.person),)


def duty_left(table: Table, event: e.DutyLeft) -> Table:
    return replace(table, on_duty=tuple(person for person in table.on_duty or () if person != event.person) or None)

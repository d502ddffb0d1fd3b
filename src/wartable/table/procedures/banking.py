"""The bank where a player banks: offered around the table, posted before the deal, for a limited number of rounds."""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.money import MAX_CENTS
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.fees import fee_returned, fee_taken
from wartable.table.procedures.seal import add_words, takes_words, words_are_bad
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Banker, Table, has_bets
from wartable.table.turns import next_banker, occupied
from wartable.table.words import Actor, Seat


def offer_bank_events(table: Table) -> tuple[e.Event, ...]:
    """Offer the bank for the next round: to its holder while rounds are left, then clockwise."""
    return (e.BankOffered(_first_offer(table)),)


def _first_offer(table: Table) -> Seat:
    bank = table.banker
    barred = _worn_out(table)
    box = table.box(bank.seat)
    if box is not None and box.patron == bank.patron and bank.seat not in barred:
        return bank.seat
    return next_banker(table, bank.seat, barred)


def _worn_out(table: Table) -> tuple[Seat, ...]:
    """The boxes of a player who has banked as many rounds in a row as the rules allow."""
    bank = table.banker
    if bank.rounds < table.rules.bank.max_rounds:
        return ()
    return tuple(box.seat for box in table.boxes if box.patron and box.patron == bank.last)


def may_bank(table: Table) -> tuple[Seat, ...]:
    """Return the seats whose players may be offered the bank now."""
    barred = _worn_out(table)
    return tuple(seat for seat in occupied(table) if seat not in barred)


def bank_offered(table: Table, event: e.BankOffered) -> Table:
    """Offer the bank anew; a player who took a posted bank back has passed it and is not asked again."""
    declined_by = event.passed or UNSET
    return replace(table, banker=replace(table.banker, offer=event.seat, declined=(), declined_by=declined_by))


def offer_bank(table: Table, command: c.OfferBank, by: Actor) -> Decided:
    """Offer the bank again on the dealer's command: to a player who was not asked yet, else once more to all."""
    if table.banker.offer:
        return Refused(Refusal.BANK_IS_NOT_YOURS, table.rules.steps["offer_bank"].clauses)
    if seat := not_asked_yet(table):
        return (e.BankOffered(seat, table.banker.declined_by or ()),)
    return (e.BankOffered(_first_offer(table)),)


def not_asked_yet(table: Table) -> Seat:
    """Return the next seat whose player may bank and has not declined this offer; 0 if there is none."""
    declined = _declined(table)
    return next_banker(table, table.banker.seat, declined + _worn_out(table)) if declined else _first_offer(table)


def _not_offered_to(table: Table, by: Actor) -> Refused | None:
    offer = table.banker.offer
    box = table.box(offer)
    if box is None or (by.role == "player" and by.patron != box.patron):
        return Refused(Refusal.BANK_IS_NOT_YOURS, table.rules.steps["offer_bank"].clauses)
    return None


def post_bank(table: Table, command: c.PostBank, by: Actor) -> Decided:
    """Post the bank for the player who takes it, in chips and before the betting opens; it has no upper limit."""
    if refused := _not_offered_to(table, by):
        return refused
    if table.boxes[table.banker.offer - 1].presence == "remote" and by.role == "dealer":
        return Refused(Refusal.THEIRS_ALONE, table.rules.steps["offer_bank"].clauses)
    if not 0 < command.amount <= MAX_CENTS:
        return Refused(Refusal.AMOUNT_IS_BAD)
    if command.amount < table.rules.bank.least:
        return Refused(Refusal.AMOUNT_IS_BELOW_THE_LIMIT, table.rules.cite["limits.min"])
    chip = table.rules.surrender.smallest_chip or 1
    if table.rules.bank.in_chips and command.amount % chip:
        return Refused(Refusal.AMOUNT_IS_NOT_A_MULTIPLE, table.rules.cite["bank.in_chips"])
    if words_are_bad(command.words, by):
        return Refused(Refusal.WORDS_ARE_BAD)
    seat = table.banker.offer
    patron = table.boxes[seat - 1].patron
    words = command.words if takes_words(table, patron) else ""
    return e.BankPosted(seat, patron, command.amount, words), *fee_taken(table, seat, patron)


def bank_posted(table: Table, event: e.BankPosted) -> Table:
    if event.words:
        table = add_words(table, event.patron)
    banker = replace(
        table.banker,
        offer=0,
        declined=(),
        declined_by=UNSET,
        seat=event.seat,
        patron=event.patron,
        posted=event.amount,
        left=event.amount,
        money=event.amount,
    )
    return replace(table, banker=banker)


def bank_topped_up(table: Table, event: e.BankToppedUp) -> Table:
    bank = table.banker
    return replace(table, banker=replace(bank, money=bank.money + event.amount))


def bank_released(table: Table, event: e.BankReleased) -> Table:
    """Count a round played with the bank, a void one too where the rules say so, and remember the holder."""
    counts = table.phase == "picking_up" and (table.rules.bank.void_counts or not table.round.voided)
    bank = table.banker
    last, rounds = bank.last, bank.rounds
    if counts:
        last, rounds = bank.patron, rounds + 1 if bank.patron == bank.last else 1
    return replace(table, banker=Banker(seat=bank.seat, patron=bank.patron, last=last, rounds=rounds))


def decline_bank(table: Table, command: c.DeclineBank, by: Actor) -> Decided:
    """Decline the bank, or take a posted one back before any wager; the next seat is offered it."""
    if table.phase == "betting":
        return _withdraw(table, by)
    if refused := _not_offered_to(table, by):
        return refused
    return (e.BankDeclined(table.banker.offer),)


def _withdraw(table: Table, by: Actor) -> Decided:
    bank = table.banker
    if not bank.posted or (by.role == "player" and by.patron != bank.patron):
        return Refused(Refusal.BANK_IS_NOT_YOURS)
    if has_bets(table):
        return Refused(Refusal.NOT_NOW, table.rules.steps["offer_bank"].clauses)
    passed = () if table.rules.of_the_first_edition else (bank.patron,)
    theirs = tuple(box.seat for box in table.boxes if box.seat == bank.seat or box.patron in passed)
    offer = next_banker(table, bank.seat, (*theirs, *_worn_out(table)))
    return *withdraw_bank(table), e.BankOffered(offer, passed)


def bank_declined(table: Table, event: e.BankDeclined) -> Table:
    """Pass the offer on. A player who declined is not asked again at another seat; the seat's next player is."""
    bank = replace(table.banker, declined=(*table.banker.declined, event.seat))
    if not table.rules.of_the_first_edition:
        bank = replace(bank, declined_by=(*(bank.declined_by or ()), table.boxes[event.seat - 1].patron))
    table = replace(table, banker=bank)
    offer = next_banker(table, event.seat, _declined(table) + _worn_out(table))
    return replace(table, banker=replace(bank, offer=offer))


def _declined(table: Table) -> tuple[Seat, ...]:
    """The boxes of the players who declined this offer; in the first edition, the seats that did."""
    bank = table.banker
    if table.rules.of_the_first_edition:
        return bank.declined
    return tuple(box.seat for box in table.boxes if box.patron in (bank.declined_by or ()))


def release_bank(table: Table) -> tuple[e.BankReleased, ...]:
    """Return what is left of a posted bank after its round."""
    bank = table.banker
    return (e.BankReleased(bank.seat, bank.patron, bank.money),) if bank.posted else ()


def withdraw_bank(table: Table) -> tuple[e.Event, ...]:
    """Return a posted bank with which no round is played, and the fee that went down with it."""
    bank = table.banker
    return (*release_bank(table), *fee_returned(table, bank.seat, bank.patron)) if bank.posted else ()


def after_closing(table: Table) -> Banker:
    """Return what a closed table remembers of its bank: a person's rounds in a row do not begin again with the day."""
    bank = table.banker
    if not table.rules.bank.follows_person:
        return Banker()
    return Banker(seat=bank.seat, patron=bank.patron, last=bank.last, rounds=bank.rounds)

"""Making wagers: which are offered, with which instruments and amounts, and until when."""

from math import lcm
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from wartable.money import MAX_CENTS, Cents
from wartable.rulebook import NO_STAKES, STAKED, WAGERS, Rules, Wager
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import reason_is_bad
from wartable.table.procedures.counting import lock_side_wagers
from wartable.table.procedures.cover_card import shoe_is_over
from wartable.table.procedures.deal import burn_step, burns_due
from wartable.table.procedures.fees import fee_returned, fee_taken
from wartable.table.procedures.inclusion import to_include
from wartable.table.procedures.seal import add_words, close_seal, takes_words, words_are_bad, words_are_due
from wartable.table.procedures.theirs import not_theirs, spelled_otherwise
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Bettor, Box, Round, Table, bettor_at, change_bettor, has_bets, put_stake
from wartable.table.stock import change_clauses, round_waits
from wartable.table.words import Actor, Presence, Seat, name_is_bad


def place_wager(table: Table, command: c.PlaceWager, by: Actor) -> Decided:
    """Place a wager of the seated player or of a bettor behind the seat; the dealer may enter it."""
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    refused = _not_accepted(table.rules, command) or _not_the_bettor(table, box, command, by)
    refused = refused or _no_such_hand(table.rules, command)
    if refused is not None:
        return refused
    bettor = bettor_at(box, command.bettor)
    refused = _not_open(table, bettor, command) or _amount_is_bad(table.rules, command.wager, command.amount)
    if refused is not None:
        return refused
    if command.words and words_are_bad(command.words, by):
        return Refused(Refusal.WORDS_ARE_BAD)
    patron = bettor.patron if bettor else box.patron
    if command.bettor and bettor is None:
        patron = _whose_money(command, by)
    instrument = "coupon" if WAGERS[command.wager].kind == "coupon" else command.instrument
    placed = e.WagerPlaced(
        box.seat,
        command.bettor,
        patron,
        command.wager,
        command.amount,
        instrument,
        command.hand,
        command.words if command.words and takes_words(table, patron) else "",
        _presence_behind(command, by) if command.bettor else None,
    )
    enters = command.wager == "initial" and not command.bettor
    return (placed, *fee_taken(table, box.seat, patron)) if enters else (placed,)


def _presence_behind(command: c.PlaceWager, by: Actor) -> Presence | None:
    """How a new bettor behind the seat is present; the seated player's presence is the seat's."""
    if command.wager != "initial":
        return None
    return "remote" if by.role == "player" else "at_table"


def _whose_money(command: c.PlaceWager, by: Actor) -> str:
    """A player bets with their own money; a dealer says whose it is, or it is the named bettor's."""
    return by.patron or command.patron or command.bettor


def _no_such_hand(rules: Rules, command: c.PlaceWager) -> Refused | None:
    """In the electronic form, and only there, an initial wager names its community card."""
    hands = rules.electronic.community_cards if rules.electronic and command.wager == "initial" else 0
    if (1 <= command.hand <= hands) if hands else command.hand == 0:
        return None
    return Refused(Refusal.NO_SUCH_HAND, rules.cite.get("electronic.community_cards", ()))


def _not_accepted(rules: Rules, command: c.PlaceWager) -> Refused | None:
    """Chips and plaques play; a spoken bet with cash does not."""
    if WAGERS[command.wager].kind == "coupon":
        return None
    if command.instrument == "cash" and not rules.wager.spoken_cash:
        return Refused(Refusal.CASH_DOES_NOT_PLAY, rules.cite["wager.spoken_cash"])
    if command.instrument not in rules.wager.instruments:
        return Refused(Refusal.INSTRUMENT_IS_NOT_ACCEPTED, rules.cite["wager.instruments"])
    device = rules.progressive if command.wager == "progressive" else None
    if device is not None and command.instrument not in device.instruments:
        return Refused(Refusal.INSTRUMENT_IS_NOT_ACCEPTED, rules.cite["progressive.instruments"])
    return None


def _not_the_bettor(table: Table, box: Box, command: c.PlaceWager, by: Actor) -> Refused | None:
    rules = table.rules
    if not box.patron:
        return Refused(Refusal.SEAT_IS_EMPTY, rules.cite["wager.seated_only"])
    if table.banker.posted and table.banker.patron in (box.patron, _whose_money(command, by)):
        return Refused(Refusal.BANK_DOES_NOT_BET, rules.cite["bank.by"])
    if command.bettor:
        return _not_in_the_backline(table, box, command, by)
    refused = not_theirs(box, by, rules.steps["bets"].clauses) or _names_another(table, box.patron, command)
    if refused is not None:
        return refused
    wagered = _wagered(table, box.patron)
    return _not_side_by_side(table, wagered | {box.seat}) if wagered else None


def _names_another(table: Table, patron: str, command: c.PlaceWager) -> Refused | None:
    """Refuse a wager for a named person who is not the one whose chips it takes."""
    if command.patron in ("", patron):
        return None
    return Refused(Refusal.NAMES_ANOTHER_PERSON, table.rules.steps["bets"].clauses)


def _wagered(table: Table, patron: str) -> set[Seat]:
    """Return the boxes on which a seated player's wagers lie."""
    return {box.seat for box in table.boxes if box.bettors and box.patron == patron and bettor_at(box, "") is not None}


def _not_side_by_side(table: Table, seats: set[Seat]) -> Refused | None:
    """The boxes that one player bets in a round touch each other."""
    if not seats or max(seats) - min(seats) < len(seats):
        return None
    return Refused(Refusal.BOX_IS_NOT_ADJACENT, table.rules.cite["table.boxes"])


def _not_in_the_backline(table: Table, box: Box, command: c.PlaceWager, by: Actor) -> Refused | None:
    """Bettors behind a seat bet on its card, where the rules allow them and its player has bet.

    Each person bets on a hand once, so that the table's maximum binds the person.
    """
    rules = table.rules
    if not rules.bank.backline_max:
        return Refused(Refusal.ONLY_SEATED_PLAYERS_BET, rules.cite["wager.seated_only"])
    if name_is_bad(command.bettor) or (by.role == "player" and name_is_bad(by.patron)):
        return Refused(Refusal.NAME_IS_BAD)
    if not box.bettors:
        return Refused(Refusal.INITIAL_WAGER_COMES_FIRST, rules.cite["wager.seated_only"])
    bettor = bettor_at(box, command.bettor)
    if bettor is None and any(one.patron == _whose_money(command, by) for one in box.bettors):
        return Refused(Refusal.BETS_ON_THIS_HAND, rules.cite["limits.max"])
    if bettor is None and (refused := spelled_otherwise(table, _whose_money(command, by))):
        return refused
    if bettor is None and len(box.bettors) > rules.bank.backline_max:
        return Refused(Refusal.BACKLINE_IS_FULL, rules.cite["bank.backline_max"])
    if bettor is None:
        return _names_another(table, _whose_money(command, by), command)
    return not_theirs(bettor, by, rules.steps["bets"].clauses) or _names_another(table, bettor.patron, command)


def _not_open(table: Table, bettor: Bettor | None, command: c.PlaceWager) -> Refused | None:
    """Initial and tie wagers before the deal; a tie wager on the war deal from a player at war, where it is offered."""
    rules = table.rules
    if table.phase == "betting" and (refused := _no_round_starts(table)):
        return refused
    if table.phase == "war_wagers":
        return _no_tie_on_the_war(table, bettor, command)
    if not _is_open(table, command.wager, command.bettor):
        return Refused(Refusal.WAGER_IS_NOT_OFFERED, rules.cite.get(WAGERS[command.wager].offered_by, ()))
    if command.wager == "initial":
        return Refused(Refusal.WAGER_IS_MADE_ALREADY) if bettor is not None else None
    if bettor is None:
        return Refused(Refusal.INITIAL_WAGER_COMES_FIRST, rules.steps["bets"].clauses)
    return Refused(Refusal.WAGER_IS_MADE_ALREADY) if bettor.stakes[command.wager] else None


def _no_tie_on_the_war(table: Table, bettor: Bettor | None, command: c.PlaceWager) -> Refused | None:
    """A tie wager on the war deal is made once, by a player at war who has not declined it."""
    rules = table.rules
    if not _is_open(table, command.wager):
        return Refused(Refusal.WAGER_IS_NOT_OFFERED, rules.cite["tie.on_war_deal"])
    if bettor is None or not bettor.stakes["war"]:
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY, rules.cite["tie.on_war_deal"])
    if bettor.stakes[command.wager]:
        return Refused(Refusal.WAGER_IS_MADE_ALREADY, rules.cite["tie.on_war_deal"])
    answered = bettor.at_war is not None and bettor.at_war.tie == "declined"
    return Refused(Refusal.NO_OFFER_WAITS, rules.steps["war_tie"].clauses) if answered else None


def _no_round_starts(table: Table) -> Refused | None:
    """New decks come first, and so does the shuffle when the shoe is over."""
    if table.deck_change_due:
        return Refused(Refusal.DECKS_MUST_BE_CHANGED, change_clauses(table))
    if shoe_is_over(table):
        return Refused(Refusal.SHOE_IS_OVER, table.rules.steps["shoe_over"].clauses)
    return None


def open_wagers(table: Table, bettor: str = "") -> tuple[Wager, ...]:
    """Return what may be bet now, by the seated player or behind the seat."""
    return tuple([wager for wager in WAGERS if _is_open(table, wager, bettor)])


def _is_open(table: Table, wager: Wager, bettor: str = "") -> bool:
    row, phase = WAGERS[wager], "war_wagers" if table.phase == "war_wagers" else "betting"
    return row.placed_in == phase and (row.behind or not bettor) and row.offered(table.rules)


def _amount_is_bad(rules: Rules, wager: Wager, amount: Cents) -> Refused | None:
    """Amounts keep to the table's limits; half of an initial wager must exist for the surrender."""
    row = WAGERS[wager]
    if not 0 < amount <= MAX_CENTS:
        return Refused(Refusal.AMOUNT_IS_BAD)
    if (stakes := row.stakes(rules)) and amount not in stakes:
        return Refused(Refusal.STAKE_IS_NOT_OFFERED, rules.cite[row.offered_by])
    low, high = row.limits.values(rules.limits)
    if low is not None and amount < low:
        return Refused(Refusal.AMOUNT_IS_BELOW_THE_LIMIT, rules.cite[row.limits.least])
    if high is not None and amount > high:
        return Refused(Refusal.AMOUNT_IS_ABOVE_THE_LIMIT, rules.cite[row.limits.most])
    if wager == "initial":
        if amount % 2:
            return Refused(Refusal.HALF_DOES_NOT_EXIST, rules.cite["surrender.smallest_chip"])
        if rules.limits.step is not None and amount % rules.limits.step:
            return Refused(Refusal.AMOUNT_IS_NOT_A_MULTIPLE, rules.cite["limits.step"])
    elif amount % wager_step(rules, wager):
        return Refused(Refusal.AMOUNT_IS_NOT_A_MULTIPLE, rules.cite["surrender.smallest_chip"])
    return None


def wager_step(rules: Rules, wager: Wager) -> Cents:
    """Return the step in which a wager rises: half of an initial wager exists, and chips make a tie wager."""
    if wager == "initial":
        return lcm(2, rules.limits.step or 1)
    in_chips = wager in ("tie", "war_tie") and not rules.of_the_first_edition
    return (rules.surrender.smallest_chip or 1) if in_chips else 1


def wager_placed(table: Table, event: e.WagerPlaced) -> Table:
    if event.words:
        table = add_words(table, event.patron)
    box = table.boxes[event.seat - 1]
    if event.wager == "initial":
        presence = event.presence if event.bettor else box.presence
        bettor = Bettor(event.bettor, event.patron, {**NO_STAKES, "initial": event.amount}, presence=presence)
        box = replace(box, bettors=(*box.bettors, bettor), community=event.hand)
    else:
        box = _answered(put_stake(box, event.bettor, event.wager, event.amount), event.bettor, event.wager, "placed")
        last = bettor_at(box, event.bettor)
        presence = last.presence if last is not None else None
    is_entry = presence == "at_table" and not event.reason
    entered = (event.seat, event.bettor, event.wager) if is_entry else None
    return replace(table, boxes=table.boxes_with(box), entered=entered)


def _answered(box: Box, name: str, wager: Wager, tie: Literal["offered", "placed"]) -> Box:
    """A tie wager on the war deal answers its offer, and taken back it is offered again."""
    bettor = bettor_at(box, name)
    if wager != "war_tie" or bettor is None or bettor.at_war is None:
        return box
    return change_bettor(box, name, at_war=replace(bettor.at_war, tie=tie))


def take_back_wager(table: Table, command: c.TakeBackWager, by: Actor) -> Decided:
    """Take back a wager until the betting closes, an initial wager last, or correct an entry where a wager stays.

    Wagers behind a seat are made on its hand: they go back to their owners before the seat's initial wager does.
    """
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    bettor = bettor_at(box, command.bettor)
    open_now = open_wagers(table)
    if bettor is None or command.wager not in open_now or not bettor.stakes[command.wager]:
        return Refused(Refusal.WAGER_IS_NOT_THERE)
    if (refused := not_theirs(bettor, by, table.rules.steps["bets"].clauses)) is not None:
        return refused
    others = any(bettor.stakes[wager] for wager in STAKED if wager != "initial")
    if command.wager == "initial" and others:
        return Refused(Refusal.OTHER_WAGERS_LIE_ON_IT)
    leaves = command.wager == "initial" and not bettor.name
    if leaves:
        refused = _not_side_by_side(table, _wagered(table, box.patron) - {box.seat})
    refused = refused or _stays(table, command, by)
    if refused is not None:
        return refused
    amount = bettor.stakes[command.wager]
    back = e.WagerTakenBack(box.seat, bettor.name, bettor.patron, command.wager, amount, command.reason)
    if not leaves:
        return (back,)
    behind = _given_back(box, tuple(one for one in box.bettors if one.name), HAND_IS_GONE)
    returned = fee_returned(table, box.seat, bettor.patron)
    return *behind, back, *returned, *_shuffle_without_a_round(table, box)


def _shuffle_without_a_round(table: Table, left: Box) -> tuple[e.ShuffleBegun, ...]:
    """A shuffle that waited for the round of the last wager begins when that wager is taken back."""
    if table.shuffle_due is None or any(box.bettors for box in table.boxes if box is not left):
        return ()
    return (e.ShuffleBegun(table.shuffle_due),)


NEW_DECKS = "the decks are changed"
HAND_IS_GONE = "the player of the seat took back the wager before it"


def return_wagers(table: Table) -> tuple[e.Event, ...]:
    """Return every wager before the deal to its bettor, the initial wagers last, with the fee of its seat."""
    events: list[e.Event] = []
    for box in table.boxes:
        events += _given_back(box, box.bettors, NEW_DECKS)
        if bettor_at(box, "") is not None:
            events += fee_returned(table, box.seat, box.patron)
    return tuple(events)


def _given_back(box: Box, bettors: tuple[Bettor, ...], reason: str) -> tuple[e.WagerTakenBack, ...]:
    return tuple(
        e.WagerTakenBack(box.seat, bettor.name, bettor.patron, wager, bettor.stakes[wager], reason)
        for bettor in reversed(bettors)
        for wager in sorted(STAKED, key=lambda wager: wager == "initial")
        if bettor.stakes[wager]
    )


def _stays(table: Table, command: c.TakeBackWager, by: Actor) -> Refused | None:
    """Whether a placed wager stays. Then the dealer corrects the last entry, and the floor any, with a reason.

    A player takes wagers back where the rules say so, and the dealer enters that for a player at the table; a tie
    wager on the war deal is never withdrawn.
    """
    rules = table.rules
    of_the_war = table.phase == "war_wagers"
    if rules.of_the_first_edition:
        stays = by.role == "player" and not rules.wager.take_back
        return Refused(Refusal.WAGER_STAYS, rules.cite["wager.take_back"]) if stays else None
    cite = rules.cite["tie.on_war_deal" if of_the_war else "wager.take_back"]
    if by.role != "floor" and rules.wager.take_back and not of_the_war:
        return None
    box = table.box(command.seat)
    if of_the_war and box is not None and box.war_card is not None:
        return Refused(Refusal.WAGER_STAYS, cite)  # its war is dealt, and another player joins it late
    entry = table.entered == (command.seat, command.bettor, command.wager)
    if by.role == "player" or (by.role == "dealer" and not entry):
        return Refused(Refusal.WAGER_STAYS, cite)
    return Refused(Refusal.REASON_IS_MISSING, cite) if reason_is_bad(command.reason) else None


def wager_taken_back(table: Table, event: e.WagerTakenBack) -> Table:
    box = table.boxes[event.seat - 1]
    if event.wager == "initial":
        box = replace(box, bettors=tuple(b for b in box.bettors if b.name != event.bettor), community=0)
    else:
        box = _answered(put_stake(box, event.bettor, event.wager, 0), event.bettor, event.wager, "offered")
    return replace(table, boxes=table.boxes_with(box), entered=None)


def call_no_more_bets(table: Table, command: c.CallNoMoreBets, by: Actor) -> Decided:
    """Close the betting once a player has bet, every due burn is made, and a sealed shoe has a player's words.

    The shoe must hold the cards of the longest round, and its cover card must not be past.
    """
    if burns_due(table) and has_bets(table):
        return Refused(Refusal.BURN_COMES_FIRST, table.rules.steps[burn_step(table)].clauses)
    if refused := round_cannot_begin(table):
        return refused
    return e.NoMoreBetsCalled(table.round.number + 1), *lock_side_wagers(table)


def round_cannot_begin(table: Table) -> Refused | None:
    """Return why no round may begin now, besides a burn that is due."""
    if not has_bets(table):
        return Refused(Refusal.NOBODY_BETS, table.rules.steps["bets"].clauses)
    if refused := round_waits(table):
        return refused
    if to_include(table):
        return Refused(Refusal.INCLUSION_COMES_FIRST, table.rules.cite["irregularity.include_next"])
    if shoe_is_over(table):
        return Refused(Refusal.SHOE_IS_OVER, table.rules.steps["shoe_over"].clauses)
    return Refused(Refusal.WORDS_COME_FIRST) if words_are_due(table) else None


def no_more_bets_called(table: Table, event: e.NoMoreBetsCalled) -> Table:
    found = replace(table.found, included=(), misdelivered=False)
    return replace(close_seal(table), round=Round(event.round), found=found, entered=None, relieved=UNSET)

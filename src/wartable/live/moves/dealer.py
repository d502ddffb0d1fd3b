"""What the house does next by itself: the automatic dealer does the table's steps, the clock keeps people's time.

Nothing here acts. `next_move` says what is due at the table now: an act, or whom the table waits for.
"""

import secrets
from collections.abc import Set
from functools import partial

import msgspec

from wartable.live.history import LiveShoe
from wartable.live.moves.acts import HouseAct, act_of
from wartable.live.moves.bots import bank_of_bots, bet_of_bots, choice_of_bots, war_tie_of_bots
from wartable.live.people import are_welcome, banks, is_walk_in
from wartable.live.settings import TableSettings
from wartable.live.wire import ClockOn
from wartable.money import say_cents
from wartable.rulebook import Ruling
from wartable.runner import Awaited, awaited, cover_card_may_come
from wartable.table import (
    CLOCK,
    DEALER,
    FLOOR,
    SHOE,
    Actor,
    Bettor,
    Refused,
    Role,
    Seat,
    Table,
    at_war,
    decide,
    draw_is_due,
    has_offer,
    is_remote,
    may_bank,
    next_to_ask,
    open_choices,
    open_offer,
    steps_of_the_house,
)
from wartable.table import commands as c

WAITING: tuple[Ruling, ...] = ("wait", "play_on")
"""Rulings that only wait for the player."""
REPORT_WAS_WRONG: frozenset[Ruling] = frozenset({"no_face_up_cards", "no_jam"})

TIMED = frozenset({"no_more_bets", "offer_again"})
"""Steps to which people's time leads; the automatic dealer never does them before."""


class Countdown(msgspec.Struct, frozen=True):
    """Time that people have; `then` happens when it is over, or when no player needs it any more."""

    on: ClockOn
    seat: Seat | None
    seconds: int
    says: str
    then: HouseAct
    early: bool = False
    """No player needs the time."""


class SealDue(msgspec.Struct, frozen=True):
    """A shoe has to be sealed first."""


class Situation(msgspec.Struct, frozen=True):
    """What the table does not know: how it is run, which shoe it has, who is there and who is ready."""

    settings: TableSettings
    shoe: LiveShoe | None
    ready: Set[str]
    present: Set[str]
    bots: Set[str]


NextMove = HouseAct | Countdown | SealDue | None


def next_move(table: Table, now: Situation) -> NextMove:
    """Return the next move, if it is the house's."""
    automatic = now.settings.dealer == "automatic"
    what = awaited(table, seals=automatic)
    if automatic:
        move = _from_shoe(what, table, now.shoe) or _people(what, table, now)
        if move is not None:
            return move
    elif what == "choice" and (asked := _choice(table)) is not None:
        return asked
    elif what == "war_wagers" and (ties := _war_ties(table, now)) is not None:
        return ties
    elif what in ("look", "cut") and (offered := _offer(table, now)) is not None:
        return offered
    elif what == "spin" and draw_is_due(table):
        return HouseAct(SHOE, "draw_hot_seat", partial(_hot_seat, table))
    elif what == "bank" and (patron := banks(table)) and not is_walk_in(patron):
        return _bank(table, now)
    return _ruling(table, now) or _step(table, now)


def _from_shoe(what: Awaited, table: Table, shoe: LiveShoe | None) -> NextMove:
    if shoe is None or what in ("seal", "reveal"):
        return _sealing(what, table, shoe)
    if what in ("burn", "card") and cover_card_may_come(table) and shoe.cover_card_next():
        return act_of(SHOE, c.MeetCoverCard())
    match what:
        case "empty":
            return act_of(FLOOR, c.VoidRound("the shoe is empty"))
        case "burn":
            return act_of(DEALER, c.BurnCard())
        case "card":
            return HouseAct(SHOE, "turn_card", shoe.draw)
        case "spin":
            return HouseAct(SHOE, "spin_wheel", partial(shoe.spin, table))
    return None


def _hot_seat(table: Table) -> c.DrawHotSeat:
    """Draw a position of the table for the hot spot of a real wheel, which the dealer may not choose."""
    return c.DrawHotSeat(secrets.randbelow(table.rules.seats) + 1)


def _sealing(what: Awaited, table: Table, shoe: LiveShoe | None) -> NextMove:
    if what == "seal":
        return SealDue() if shoe is None else act_of(SHOE, c.SealShoe(shoe.commitment))
    ended = table.seal.ended
    return HouseAct(SHOE, "reveal_shoe", partial(shoe.reveal, ended)) if shoe and ended else None


# People have time


def _people(what: Awaited, table: Table, now: Situation) -> NextMove:
    match what:
        case "look" | "cut":
            return _offer(table, now)
        case "step" if table.phase == "loading":
            return _recut(table, now)
        case "bank":
            return _bank(table, now)
        case "bets" if bet := bet_of_bots(table, now.bots):
            return bet
        case "bets" if not isinstance(decide(table, c.CallNoMoreBets(), DEALER), Refused):
            return _bets(table, now)
        case "choice":
            return choice_of_bots(table, now.bots) or _choice(table)
        case "war_wagers":
            return war_tie_of_bots(table, now.bots) or _war_ties(table, now)
    return None


def _offer(table: Table, now: Situation) -> Countdown | HouseAct | None:
    """Give a player on a device of their own time to answer; the dealer enters other players' answers."""
    offer = open_offer(table)
    if offer is None:
        return None
    look = offer.what == "look"
    if offer.patron in now.bots:
        return act_of(Actor("player", offer.patron), c.DeclineLook() if look else c.DeclineCut(), "bot")
    if now.settings.dealer == "person" and not is_remote(table, offer.patron):
        return None
    seconds = now.settings.look_seconds if look else now.settings.cut_seconds
    says = "The cards are turned down." if look else "The cut is offered to the next player."
    return Countdown(offer.what, offer.seat, seconds, says, act_of(CLOCK, c.LapseOffer(), "clock"))


def _recut(table: Table, now: Situation) -> Countdown | None:
    """Wait before loading the shoe where a person of the floor can see the cut and may order a recut."""
    if now.settings.floor != "person" or not table.rules.cut.recut or table.cut.cutter is None:
        return None
    load = act_of(DEALER, c.LoadShoe())
    return Countdown("recut", None, now.settings.recut_seconds, "The shoe is loaded.", load)


def _bank(table: Table, now: Situation) -> Countdown | HouseAct | None:
    """Offer the bank; where no person and no neighbour may take it, the table waits."""
    seat = table.banker.offer
    if not seat:
        takers = [table.boxes[one - 1].patron for one in may_bank(table)]
        is_wanted = bool(takers) if are_welcome(table) else any(one not in now.bots for one in takers)
        return act_of(DEALER, c.OfferBank()) if is_wanted else None
    if answered := bank_of_bots(table, now.bots):
        return answered
    declined = act_of(DEALER, c.DeclineBank(), "clock")
    return Countdown("bank", seat, now.settings.bank_seconds, "The bank is offered to the next player.", declined)


def _bets(table: Table, now: Situation) -> Countdown:
    waited_for = {box.patron for box in table.boxes if box.patron and box.patron not in now.bots}
    waited_for -= {table.banker.patron}  # the player who banks makes no wager
    waited_for &= now.present | {b.patron for box in table.boxes for b in box.bettors}
    betting = {bettor.patron for box in table.boxes for bettor in box.bettors}
    early = bool(betting) and waited_for <= now.ready
    close = act_of(DEALER, c.CallNoMoreBets(), "auto" if early else "clock")
    return Countdown("bets", None, now.settings.bets_seconds, "No more bets.", close, early)


def _choice(table: Table) -> Countdown | None:
    """Give a tied player on a device of their own the time that the house filed; without one the table waits."""
    turn, seconds = next_to_ask(table), table.rules.decision.timeout_s
    if turn is None or seconds is None or turn[1].presence == "at_table":
        return None
    box, bettor = turn
    return Countdown("choice", box.seat, seconds, on_timeout(table, bettor), act_of(CLOCK, c.CallTime(), "clock"))


def on_timeout(table: Table, bettor: Bettor | None = None) -> str:
    """Return the house's declared rule in words."""
    half = f" for {say_cents(bettor.stakes['initial'] // 2)}" if bettor else ""
    if table.rules.decision.on_timeout == "surrender":
        return f"The hand is surrendered{half}."
    return "The floor decides."


def _war_ties(table: Table, now: Situation) -> Countdown | None:
    """Give remote players at war time to answer the offer of a tie wager, even while they are disconnected."""
    waited_for = {bettor.patron for _, bettor in at_war(table) if has_offer(bettor) and bettor.presence != "at_table"}
    if not waited_for:
        return None
    early = waited_for <= now.ready | now.bots
    lapse = act_of(CLOCK, c.CallTime(), "clock")
    return Countdown("war_wagers", None, now.settings.war_wagers_seconds, "The war is dealt.", lapse, early)


# The house's own steps


def _ruling(table: Table, now: Situation) -> HouseAct | None:
    """An automatic floor waits, or applies the one remedy there is. It never picks between rulings.

    It saw neither cards nor shuffler, so it never finds that a report of cards that lie face up or of a jam was wrong.
    """
    if table.phase != "suspended" or table.call is None or not now.settings.floor_is_automatic:
        return None
    choices = tuple(choice for choice in open_choices(table) if choice not in REPORT_WAS_WRONG)
    ruling = next((one for one in WAITING if one in choices), choices[0] if len(choices) == 1 else None)
    return act_of(FLOOR, c.Rule(ruling, "the one remedy of the rules"), "clock") if ruling else None


def _step(table: Table, now: Situation) -> HouseAct | None:
    """Take the step that the table asks for, if its actor is automatic."""
    roles: list[Role] = ["dealer", "shoe"] if now.settings.dealer == "automatic" else []
    roles += ["floor"] if now.settings.floor_is_automatic else []
    for step in steps_of_the_house(table):
        if step.usual is not None and step.step not in TIMED:
            role = next((role for role in roles if role in step.by), None)
            if role is None and step.beside:
                continue
            return act_of(Actor(role), step.usual) if role is not None else None
    return None

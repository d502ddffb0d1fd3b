"""Offers: each is a question to a named person, and the next step waits for the answer or for its lapse.

The first player to arrive is offered a look at the cards; the player entitled to it is offered the cut. A player on a
device of their own answers there. The dealer enters the answer of a walk-in, and the log says so. The clock lets an
offer lapse when the filed time is over. The cards wait, face up, for the first player to
arrive: before, nothing is turned down, washed or cut.
"""

from msgspec import UNSET
from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.theirs import not_theirs
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Offer, Table
from wartable.table.turns import box_of, first_arrival, next_cutter
from wartable.table.words import Actor, Seat

FOR_A_PLAYER = frozenset({"look", "turn_down", "wash", "stack"})
"""Steps of new or idle cards that wait for the first player to arrive."""

FOLLOWED_BY_AN_OFFER: frozenset[type[c.Command]] = frozenset(
    {
        c.ConfirmStep,
        c.ReceiveDecks,
        c.RefuseBatch,
        c.Sit,
        c.Leave,
        c.DeclineCut,
        c.LapseOffer,
        c.OrderRecut,
        c.MeetCoverCard,
    }
)
"""Commands after which a person may be asked."""


def waits_for_a_player(table: Table) -> bool:
    """Whether the next step has to wait for the first player to arrive."""
    if table.arrivals:
        return False
    if table.phase == "cutting":
        return table.shuffle_reason in ("opening", "idle") and table.cut.offer is not None and not table.cut.reinsert
    if table.phase not in ("opening", "waking") or not table.todo:
        return False
    step, batch = table.todo[0]
    return step in FOR_A_PLAYER and not _look_is_over(table, batch)


def _look_is_over(table: Table, batch: int) -> bool:
    """Whether a first player had the look at this batch; the dealer goes on, even if that player has left since."""
    steps = table.rules.opening if table.phase == "opening" else table.rules.idle
    has_a_look = "look" in steps.steps and "look" in steps.batch_steps
    return has_a_look and ("look", batch) not in table.todo


def next_offer(table: Table) -> e.Offered | None:
    """Return the offer that is due and was not made yet."""
    if table.offer or not table.arrivals:
        return None
    if table.phase in ("opening", "waking") and table.todo and table.todo[0][0] == "look":
        return e.Offered("look", first_arrival(table), table.arrivals[0], table.todo[0][1])
    if table.phase == "cutting" and table.cut.offer and not table.cut.reinsert:
        return e.Offered("cut", table.cut.offer, table.boxes[table.cut.offer - 1].patron, table.cards.batch)
    return None


def open_offer(table: Table) -> Offer | None:
    """Return the offer that waits for an answer. In a log of an earlier release it can be due without its event."""
    if table.offer:
        return table.offer
    due = next_offer(table)
    return Offer(due.what, due.seat, due.patron) if due else None


def offered(table: Table, event: e.Offered) -> Table:
    return replace(table, offer=Offer(event.what, event.seat, event.patron))


def is_remote(table: Table, patron: str) -> bool:
    """Whether a player is on a device of their own; any other player at the table is a walk-in."""
    return any(box.presence == "remote" for box in table.boxes if box.patron == patron)


# The look


def confirm_look(table: Table, by: Actor) -> Decided:
    """Record that the first player to arrive has looked at the cards."""
    return _answer_look(table, by, looked=True)


def decline_look(table: Table, command: c.DeclineLook, by: Actor) -> Decided:
    """Record that the first player to arrive does not want to look at the cards."""
    return _answer_look(table, by, looked=False)


def _answer_look(table: Table, by: Actor, *, looked: bool) -> Decided:
    offer, clauses = open_offer(table), table.rules.steps["look"].clauses
    if not offer:
        return Refused(Refusal.NO_LOOK_IS_OFFERED, clauses)
    if refused := not_theirs(box_of(table, offer.patron), by, clauses, Refusal.NOT_YOURS):
        return refused
    batch = table.todo[0][1]
    answered = e.LookAnswered(offer.seat, offer.patron, looked, by.role, batch)
    confirmed = (e.StepConfirmed("look", by.role, batch),) if looked else ()
    return answered, *confirmed, *_after_look(table)


def _after_look(table: Table) -> tuple[e.Event, ...]:
    """The cards go to the shuffle if the look was the last step."""
    if len(table.todo) > 1:
        return ()
    return (e.ShuffleBegun("opening" if table.phase == "opening" else "idle"),)


def look_answered(table: Table, event: e.LookAnswered) -> Table:
    """Note the answer; a look that was taken is also confirmed as a step, which goes on."""
    return replace(table, offer=UNSET, todo=table.todo if event.looked else table.todo[1:])


# A lapse


def lapse_offer(table: Table, command: c.LapseOffer, by: Actor) -> Decided:
    """Let the open offer lapse: the filed time is over."""
    offer = open_offer(table)
    if not offer:
        return Refused(Refusal.NO_OFFER_IS_OPEN)
    lapsed = e.OfferLapsed(offer.what, offer.seat, offer.patron, "time")
    return lapsed, *(_after_look(table) if offer.what == "look" else ())


def lapse_for(table: Table, seat: Seat) -> tuple[e.OfferLapsed, ...]:
    """Return the lapse of an offer to a player who leaves this seat."""
    offer = open_offer(table)
    if not offer or table.boxes[seat - 1].patron != offer.patron:
        return ()
    stays = any(box.patron == offer.patron for box in table.boxes if box.seat != seat)
    if (offer.what == "look" and stays) or (offer.what == "cut" and offer.seat != seat):
        return ()
    return (e.OfferLapsed(offer.what, seat, offer.patron, "left"),)


def offer_lapsed(table: Table, event: e.OfferLapsed) -> Table:
    """Go on after a chance that was not taken. A look goes to the next arrival if the first one left.

    A player who left a seat has not declined the cut, and may take it at another.
    """
    table = replace(table, offer=UNSET)
    if event.what == "cut":
        passed = pass_the_cut(table, event.seat)
        answers = event.why == "time" or table.rules.of_the_first_edition
        return passed if answers else replace(passed, cut=replace(passed.cut, declined_by=table.cut.declined_by))
    return replace(table, todo=table.todo[1:]) if event.why == "time" else table


def pass_the_cut(table: Table, seat: Seat) -> Table:
    """Pass the offer of the cut on from this seat; the dealer cuts if every player declined."""
    cut = replace(table.cut, declined=(*table.cut.declined, seat), cutter=None, patron=UNSET)
    if not table.rules.of_the_first_edition:
        cut = replace(cut, declined_by=(*(cut.declined_by or ()), table.boxes[seat - 1].patron))
    return replace(table, cut=replace(cut, offer=next_cutter(table, seat, cut)))

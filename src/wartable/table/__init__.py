"""The pure game: commands in, events or refusals out, and a state without any card that has not been turned."""

from wartable.table import commands, events
from wartable.table.actors import CLOCK, DEALER, FLOOR, METER, SHOE
from wartable.table.commands import Command, ReleasePlayers, ValidateWin
from wartable.table.decide import decide
from wartable.table.events import (
    EVENTS,
    BankOffered,
    Event,
    HandSettled,
    MeterPaid,
    Offered,
    RoundEnded,
    TableOpened,
    WagerReturned,
    WagerSettled,
)
from wartable.table.evolve import evolve, replay
from wartable.table.invariants import TableBroken, hold
from wartable.table.phases import PHASES
from wartable.table.procedures import (
    SEED_BYTES,
    burns_due,
    can_ask_for_face_up,
    can_ask_for_shuffle,
    can_enter_late,
    commitment_of,
    control_of,
    cover_card_can_lead,
    cover_card_is_due,
    cover_card_seats,
    depths_allowed,
    digest_of,
    entered_cards,
    floor_is_needed,
    has_offer,
    impossible,
    is_hexadecimal,
    is_lit,
    is_remote,
    late_wagers,
    may_ask_for_shuffle,
    may_bank,
    may_lack_a_war_card,
    no_card_left,
    not_on_record,
    open_choices,
    open_offer,
    open_wagers,
    opening_meters,
    rules_before_closing,
    sat_at,
    seat_due,
    shoe_is_over,
    side_wagers,
    takes_words,
    terms_of,
    to_include,
    wager_step,
    waits_for_a_player,
    win_pays,
    words_are_due,
)
from wartable.table.refusals import Refusal, Refused
from wartable.table.sentences import RULINGS, Words, clauses, moved, place, say, words_of
from wartable.table.side_bets import (
    Wheel,
    draw_is_due,
    envy_due,
    filed_wheel_of,
    on_the_wheel,
    progressive_hand,
    spin_fell,
    spin_triggered,
    wheel_of,
)
from wartable.table.state import (
    Bettor,
    Box,
    Call,
    OutOfOrder,
    Table,
    bettor_at,
    chips_on,
    is_continuous,
    new_table,
    round_is_open,
)
from wartable.table.steps import Step, next_of_the_house, steps, steps_of_the_house
from wartable.table.stock import device_waits
from wartable.table.transcript import tell
from wartable.table.turns import (
    at_war,
    boxes_in,
    compare,
    hands_to_pick_up,
    next_card_for,
    next_to_ask,
    people_at,
    wars,
)
from wartable.table.words import (
    CHECKS,
    DEALER_SEAT,
    MAX_NAME,
    MAX_WORDS,
    Actor,
    CallReason,
    DealName,
    Outcome,
    Phase,
    Role,
    Seat,
    ShoeEnd,
    name_is_bad,
    plain_name,
)


def act(table: Table, command: Command, by: Actor) -> tuple[Table, tuple[Event, ...]] | Refused:
    """Decide a command, apply its events, and check the invariants."""
    decided = decide(table, command, by)
    if not isinstance(decided, tuple):
        return decided
    after = replay(table, decided)
    hold(after, table)
    return after, decided

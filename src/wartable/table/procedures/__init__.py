"""The procedures of the table: each module decides its commands and applies its events."""

from wartable.table.procedures import (
    absence,
    banking,
    batches,
    betting,
    calls,
    closing,
    counting,
    cover_card,
    cut,
    deal,
    delivery,
    device,
    duty,
    face_up,
    fees,
    forgotten,
    idle,
    inclusion,
    irregularities,
    late,
    meters,
    misplaced,
    missed,
    offers,
    opening,
    physical,
    pick_up,
    progressive,
    rulings,
    seal,
    seating,
    settle,
    shuffle,
    side_bets,
    spin,
    touched,
    undo,
    validation,
    void,
    war,
    war_wagers,
)
from wartable.table.procedures.banking import may_bank, not_asked_yet
from wartable.table.procedures.batches import step_before_shuffle
from wartable.table.procedures.betting import open_wagers, wager_step
from wartable.table.procedures.closing import rules_before_closing
from wartable.table.procedures.counting import accepted, side_wagers
from wartable.table.procedures.cover_card import (
    cover_card_can_lead,
    cover_card_is_due,
    cover_card_seats,
    seat_due,
    shoe_is_over,
)
from wartable.table.procedures.cut import cover_depth, depths_allowed
from wartable.table.procedures.deal import burn_step, burns_due, impossible, no_card_left
from wartable.table.procedures.duty import not_on_record
from wartable.table.procedures.idle import can_ask_for_face_up, can_ask_for_shuffle, may_ask_for_shuffle
from wartable.table.procedures.inclusion import to_include
from wartable.table.procedures.late import can_enter_late, late_wagers
from wartable.table.procedures.meters import opening_meters
from wartable.table.procedures.misplaced import entered_cards
from wartable.table.procedures.missed_war import may_lack_a_war_card
from wartable.table.procedures.offers import is_remote, open_offer, waits_for_a_player
from wartable.table.procedures.rulings import open_choices
from wartable.table.procedures.seal import (
    SEED_BYTES,
    commitment_of,
    digest_of,
    is_hexadecimal,
    seal_is_due,
    takes_words,
    terms_of,
    words_are_due,
)
from wartable.table.procedures.settle import uncovered_by_next
from wartable.table.procedures.shuffle import can_plug, required_steps
from wartable.table.procedures.touched import sat_at
from wartable.table.procedures.validation import control_of, floor_is_needed, is_lit, win_pays
from wartable.table.procedures.war_wagers import has_offer, is_unseen

"""Checks of a house against its rulebook: small functions, each of which finds one kind of problem."""

from collections.abc import Callable, Iterator

from wartable.rulebook.book import Rulebook
from wartable.rulebook.checks import cards, duties, limits, lists, never, payout, readings, shoe, side_bets
from wartable.rulebook.checks.about import ABOUT, about_the_house
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding, Severity, errors, find
from wartable.rulebook.checks.names import FIELDS, split_fields, unknown_keys
from wartable.rulebook.checks.offers import (
    HouseSays,
    missing_from_offers,
    not_offered,
    offered,
    stand_ins,
    whole_offers,
)
from wartable.rulebook.checks.room import fitting_rows, misfit, misfits, wrong_rows
from wartable.rulebook.checks.shoe import cards_of_a_round
from wartable.rulebook.checks.wording import allowed, counted, listed, looks, plain, shown
from wartable.rulebook.force import Choices
from wartable.rulebook.rules import Rules

Check = Callable[[Case], Iterator[HouseFinding]]

ALWAYS: tuple[Check, ...] = (
    limits.limits_in_order,
    limits.limits_are_authorised,
    cards.boxes_fit_the_table,
    cards.followers_agree,
    cards.literal_batches_need_a_batch_shuffler,
    shoe.cut_has_room,
    shoe.cover_card_leaves_cards_to_deal,
    cards.shuffle_is_whole,
    cards.batches_are_swapped_last,
    side_bets.shares_are_of_the_wager,
    side_bets.meters_take_whole_cents,
    side_bets.stakes_have_their_envy,
    side_bets.wheel_has_its_tables,
    side_bets.meters_are_of_one_stake,
    side_bets.wheel_has_no_strange_symbols,
    never.progressive_can_be_placed,
    never.progressive_hands_exist,
    never.meters_can_be_hit,
)
"""Checks without which no table could run, not even for a single round written down by hand."""

WHEN_FILED: tuple[Check, ...] = (
    duties.needed_values,
    lists.lists_name_nothing_twice,
    limits.wagers_have_halves,
    limits.ties_in_whole_chips,
    shoe.shoe_outlasts_the_round,
    payout.payout_limit_is_filed,
    payout.payout_limit_pays_the_smallest_wagers,
    payout.payout_limit_can_cut_a_win,
    side_bets.meters_take_no_more_than_the_wager,
    never.envied_hands_can_be_held,
    never.printed_pays_can_be_won,
    side_bets.meters_have_symbols_of_their_own,
    cards.decks_are_used_before_they_are_called_in,
    cards.batches_differ_in_colour,
    cards.batches_are_two,
    cards.choices_without_effect,
    readings.readings_chosen,
)
"""Checks for a house that files its rules: what it must settle, and what it should know."""


def consistent(
    book: Rulebook, choices: Choices, rules: Rules | None = None, said: HouseSays | None = None
) -> list[HouseFinding]:
    """Yield the conflicts between choices that each fit alone. This always applies.

    A caller that has already put the choices in force passes the rules, to save time. A caller that knows what the
    house said besides its choices passes that.
    """
    case = Case(book, choices, rules, said)
    return [finding for check in ALWAYS for finding in check(case)]


def complete(
    book: Rulebook, choices: Choices, attest: object, rules: Rules | None = None, said: HouseSays | None = None
) -> list[HouseFinding]:
    """Yield what a house still owes when it files its rules, and what is worth knowing about them.

    A caller that knows what the house said besides its choices passes that too, so that nothing is reported twice.
    """
    case = Case(book, choices, rules, said)
    found = [finding for check in WHEN_FILED for finding in check(case)]
    return [*found, *duties.attestations(case, attest)]

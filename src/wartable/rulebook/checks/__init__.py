"""Checks of a house against its rulebook: small functions, each of which finds one kind of problem."""

from collections.abc import Callable, Iterator

from wartable.rulebook.book import Rulebook
from wartable.rulebook.checks.about import ABOUT, about_the_house
from wartable.rulebook.checks.cards import (
    batches_are_swapped_last,
    batches_are_two,
    batches_differ_in_colour,
    boxes_fit_the_table,
    choices_without_effect,
    decks_are_used_before_they_are_called_in,
    followers_agree,
    literal_batches_need_a_batch_shuffler,
    shuffle_is_whole,
)
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.duties import attestations, needed_values
from wartable.rulebook.checks.finding import HouseFinding, Severity, errors, find
from wartable.rulebook.checks.limits import (
    limits_are_authorised,
    limits_in_order,
    ties_in_whole_chips,
    wagers_have_halves,
)
from wartable.rulebook.checks.names import FIELDS, split_fields, unknown_keys
from wartable.rulebook.checks.never import (
    envied_hands_can_be_held,
    meters_can_be_hit,
    printed_pays_can_be_won,
    progressive_can_be_placed,
    progressive_hands_exist,
)
from wartable.rulebook.checks.offers import (
    HouseSays,
    missing_from_offers,
    not_offered,
    offered,
    stand_ins,
    whole_offers,
)
from wartable.rulebook.checks.payout import (
    payout_limit_can_cut_a_win,
    payout_limit_is_filed,
    payout_limit_pays_the_smallest_wagers,
)
from wartable.rulebook.checks.readings import readings_chosen
from wartable.rulebook.checks.room import fitting_rows, misfit, misfits, wrong_rows
from wartable.rulebook.checks.shoe import (
    cards_of_a_round,
    cover_card_leaves_cards_to_deal,
    cut_has_room,
    shoe_outlasts_the_round,
)
from wartable.rulebook.checks.side_bets import (
    meters_have_symbols_of_their_own,
    meters_take_no_more_than_the_wager,
    meters_take_whole_cents,
    shares_are_of_the_wager,
    stakes_have_their_envy,
    wheel_has_its_tables,
    wheel_has_no_strange_symbols,
)
from wartable.rulebook.checks.wording import allowed, counted, listed, looks, plain, shown
from wartable.rulebook.force import Choices
from wartable.rulebook.rules import Rules

Check = Callable[[Case], Iterator[HouseFinding]]

ALWAYS: tuple[Check, ...] = (
    limits_in_order,
    limits_are_authorised,
    boxes_fit_the_table,
    followers_agree,
    literal_batches_need_a_batch_shuffler,
    cut_has_room,
    cover_card_leaves_cards_to_deal,
    shuffle_is_whole,
    batches_are_swapped_last,
    shares_are_of_the_wager,
    meters_take_whole_cents,
    stakes_have_their_envy,
    wheel_has_its_tables,
    wheel_has_no_strange_symbols,
    progressive_can_be_placed,
    progressive_hands_exist,
    meters_can_be_hit,
)
"""Checks without which no table could run, not even for a single round written down by hand."""

WHEN_FILED: tuple[Check, ...] = (
    needed_values,
    wagers_have_halves,
    ties_in_whole_chips,
    shoe_outlasts_the_round,
    payout_limit_is_filed,
    payout_limit_pays_the_smallest_wagers,
    payout_limit_can_cut_a_win,
    meters_take_no_more_than_the_wager,
    envied_hands_can_be_held,
    printed_pays_can_be_won,
    meters_have_symbols_of_their_own,
    decks_are_used_before_they_are_called_in,
    batches_differ_in_colour,
    batches_are_two,
    choices_without_effect,
    readings_chosen,
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
    return [*found, *attestations(case, attest)]

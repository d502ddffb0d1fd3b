"""A shoe that can be cut, and that never runs out before the round is over."""

from collections.abc import Iterator

from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.wording import counted
from wartable.rulebook.depth import Depth
from wartable.rulebook.rules import Rules

_NEVER_RUNS_OUT = "G14"

_SHOE = ("decks", "shuffler.kind", "burn.first")
"""The values that decide how many cards lie before and behind a cover card, besides its depth."""
_ROUND = (
    "seats",
    "war.burn_pattern",
    "war.burns",
    "burn.new_dealer",
    "cut.reinsert_tolerance_cards",
    "electronic.community_cards",
)
"""The values that decide how many cards a round can take."""

_BURNS = {"once": 1, "before_players_and_dealer": 2}
"""How often a war burns, where that does not depend on its hands."""


def cards_of_a_round(rules: Rules, players: int) -> int:
    """Return the most cards one round can take: a new dealer's burn, then every player ties and goes to war.

    Community cards are all dealt, with a wager or without; a war card goes only to those with a wager.
    """
    dealt = at_war = players
    if rules.electronic is not None:
        dealt = rules.electronic.community_cards
        at_war = min(players, dealt)
    burns = at_war + 1 if rules.war.burn_pattern == "before_every_card" else _BURNS[rules.war.burn_pattern]
    return rules.burn.new_dealer + dealt + 1 + at_war + 1 + burns * rules.war.burns


def cut_has_room(case: Case) -> Iterator[HouseFinding]:
    """Somewhere in the stack is a place deep enough from both ends."""
    rules = case.rules
    deepest = rules.stack // 2
    if _is_cut(rules) and rules.cut.depth > deepest:
        message = f"{counted(rules.cut.depth, 'cards')} from both ends leaves no place to cut {rules.stack} cards"
        yield from case.find(
            "cut.depth", "error", message, f"at most {counted(deepest, 'cards')}", "decks", "shuffler.kind"
        )


def cover_card_leaves_cards_to_deal(case: Case) -> Iterator[HouseFinding]:
    """At least one card is dealt before the cover card comes out."""
    rules = case.rules
    most = rules.stack - rules.burn.first - 1
    for name, depth, given in _cover_cards(rules):
        cards = depth.in_cards(rules.stack)
        if cards > most:
            message = f"{counted(cards, 'cards')} behind the cover card leaves none of {rules.stack} to deal before it"
            yield from case.find(name, "error", message, f"at most {counted(most, 'cards')}", *given)


def shoe_outlasts_the_round(case: Case) -> Iterator[HouseFinding]:
    """The cards behind the cover card suffice for the longest round, even if the cover card comes out first."""
    rules = case.rules
    needed = cards_of_a_round(rules, case.players)
    short = rules.cut.reinsert_tolerance_cards
    for name, depth, given in _cover_cards(rules):
        cards = depth.in_cards(rules.stack) - short
        if cards < needed:
            less = f" less a tolerance of {short}" if short else ""
            message = (
                f"{counted(cards + short, 'cards')}{less} behind the cover card may run out:"
                f" a round of {counted(case.players, 'players')} can take {needed}"
            )
            least = f"at least {counted(needed + short, 'cards')}"
            yield from case.find(name, "error", message, least, *given, *_ROUND, reading=_NEVER_RUNS_OUT)


def _is_cut(rules: Rules) -> bool:
    """A stack is cut unless it never leaves the machine; after a failure the cards are shuffled by hand."""
    return rules.shuffler.kind != "continuous"


def _cover_cards(rules: Rules) -> Iterator[tuple[str, Depth, tuple[str, ...]]]:
    """Each depth of a cover card, and the values that decide it: after the cut, or into machine-shuffled cards."""
    if _is_cut(rules):
        yield "cut.reinsert", rules.cut.reinsert, _SHOE
    if rules.shuffler.kind == "batch" and not rules.cut.after_machine:
        yield "cut.machine_cover_card", rules.cut.machine_cover_card, (*_SHOE, "cut.after_machine")

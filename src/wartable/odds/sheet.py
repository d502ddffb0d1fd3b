"""The par sheet of a table: every wager it offers, for any shoe, as one document."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from wartable.cards import DECK, DECK_SIZE, is_card
from wartable.money import format_cents
from wartable.odds.banking import BankOdds, bank_odds
from wartable.odds.base import initial_odds, tie_odds, war_tie_odds
from wartable.odds.composition import MAX_DECKS, Composition
from wartable.odds.deals import Chances, chances, count_ties, course_ways, mean_net
from wartable.odds.decision import TieDecision, decision
from wartable.odds.electronic import ElectronicOdds, electronic_odds
from wartable.odds.errors import BadArgument
from wartable.odds.exact import Exact, percent
from wartable.odds.progressive import progressive_odds
from wartable.odds.rounds import Courses, base_net, settle_apart, settle_courses, tie_net, unit_stakes
from wartable.odds.seats import MAX_SEATS, TableOdds, table_odds
from wartable.odds.wagers import Wagers
from wartable.odds.wheel import spin_odds
from wartable.rulebook import Rules, Stakes, load_rulebook, rules_in_force, stakes_on


class EdgeByDecks(msgspec.Struct, frozen=True):
    """The edges of a full shoe of this number of decks."""

    decks: int
    initial: Exact
    surrender: Exact
    tie: Exact


class Published(msgspec.Struct, frozen=True):
    """A figure the regulator publishes, beside ours."""

    figure: str
    says: str
    published: str
    exact: Exact
    agrees: bool
    clauses: tuple[str, ...]


class ParSheet(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One table's par sheet."""

    rulebook: str
    decks: int
    """The decks of which the shoe was made."""
    cards: int
    """The cards in the shoe that was computed."""
    removed: dict[str, int]
    """The number of each card missing from full decks."""
    wagers: Wagers
    decision: TieDecision
    table: TableOdds
    edge_by_decks: tuple[EdgeByDecks, ...]
    bank: BankOdds | None = None
    """Where a player banks."""
    electronic: ElectronicOdds | None = None
    """Where the house offers the electronic form."""
    published: tuple[Published, ...] = ()
    assumptions: dict[str, object] = {}
    """The assumed values of settings that the rulebook leaves to the house."""


def par_sheet(
    rules: Rules,
    *,
    decks: int | None = None,
    removed: Mapping[str, int] | None = None,
    seats: int | None = None,
    stakes: Stakes | None = None,
    assumptions: Mapping[str, object] | None = None,
) -> ParSheet:
    """Return the par sheet of a table under these rules.

    `decks` may be any number from 1 to 16, also where the house may not use it; `removed` counts cards taken out;
    `seats` is the number of seats taken (default: all); `stakes` matter only where the house limits its payouts.
    """
    decks = rules.decks if decks is None else decks
    shoe = shoe_of(decks, removed or {})
    taken = seats_taken(rules, seats)
    stakes = stakes or unit_stakes(rules)
    assumed = dict(assumptions or {})
    if rules.payout.limit_per_hand is not None:
        assumed["initial wager under the payout limit"] = format_cents(stakes["initial"])
    courses = settle_apart(rules, stakes)
    found = chances(shoe)
    table = table_odds(rules, taken, courses, shoe)
    return ParSheet(
        rulebook=rules.rulebook,
        decks=decks,
        cards=shoe.total,
        removed=dict(removed or {}),
        wagers=_wagers(rules, courses, found, shoe),
        decision=decision(rules, courses, found, shoe, decks * DECK_SIZE),
        table=table,
        edge_by_decks=edge_by_decks(courses),
        bank=bank_odds(rules, courses, found, shoe, taken),
        electronic=electronic_odds(rules.electronic.community_cards, taken, table.wagers[0])
        if rules.electronic
        else None,
        published=_published(rules.rulebook, courses, found, shoe),
        assumptions=assumed,
    )


def shoe_of(decks: int, removed: Mapping[str, int]) -> Composition:
    """Return a shoe of full decks without the removed cards."""
    shoe = Composition.of_decks(decks)
    for card, count in removed.items():
        if not is_card(card):
            raise ValueError(f"{card!r} is not a card")
        if count < 0:
            raise ValueError(f"{card}: the number of cards to remove cannot be negative")
        if count > decks:
            raise BadArgument("removed", f"the shoe holds {decks} of {card}, not {count}")
    return shoe.without(card for card in DECK for _ in range(removed.get(card, 0)))


def seats_taken(rules: Rules, seats: int | None) -> int:
    """Return the number of seats that bet (default: every seat but the banker's)."""
    most = min(rules.seats - (rules.bank.by == "player"), MAX_SEATS)
    if seats is None:
        return most
    if not 1 <= seats <= most:
        raise BadArgument("seats", f"expected 1 to {most} seats that can bet at this table, not {seats}")
    return seats


def _wagers(rules: Rules, courses: Courses, found: Chances, shoe: Composition) -> Wagers:
    coupons = rules.match_play.enabled
    unit = courses["lose"]["initial"].staked
    return Wagers(
        initial=initial_odds(
            courses, found, settle_courses(rules, stakes_on(initial=unit, match_play=unit)) if coupons else None
        ),
        tie=tie_odds(courses, found),
        war_tie=war_tie_odds(courses, found) if rules.tie.on_war_deal and found.tie else None,
        progressive=progressive_odds(rules, courses, found, shoe),
        bonus_spin=spin_odds(rules, shoe),
    )


def edge_by_decks(courses: Courses) -> tuple[EdgeByDecks, ...]:
    """Return the edges for every number of decks, all from the same settlement."""
    base = {course: base_net(lines) for course, lines in courses.items()}
    tie = {course: tie_net(lines) for course, lines in courses.items()}
    rows = []
    for decks in range(1, MAX_DECKS + 1):
        war, surrender, out_of = course_ways(count_ties(Composition.of_decks(decks).counts))
        means = (mean_net(war, out_of, base), mean_net(surrender, out_of, base), mean_net(surrender, out_of, tie))
        rows.append(EdgeByDecks(decks, *(Exact.of(-mean) for mean in means)))
    return tuple(rows)


def _published(rulebook: str, courses: Courses, found: Chances, shoe: Composition) -> tuple[Published, ...]:
    """The figures the rulebook prints, each beside the exact one rounded to the same number of digits.

    They were printed for the rulebook's own full shoe, so with any other shoe there is nothing to compare.
    """
    book = load_rulebook(rulebook)
    if shoe != Composition.of_decks(rules_in_force(book).decks):
        return ()
    ours = {
        "figures.edge": -sum((chance * base_net(courses[course]) for course, chance in found.war.items()), Fraction(0)),
        "figures.tie_edge": -sum(
            (chance * tie_net(courses[course]) for course, chance in found.war.items()), Fraction(0)
        ),
    }
    values = book.values
    told = []
    for figure, number in ours.items():
        if figure in values:
            value = values[figure]
            printed = str(value.value)
            digits = len(printed.rstrip("%").partition(".")[2])
            agrees = percent(number, digits) == printed.rstrip("%")
            told.append(
                Published(figure.partition(".")[2], value.says, printed, Exact.of(number), agrees, value.clauses)
            )
    return tuple(told)

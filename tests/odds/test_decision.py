"""War or surrender: the proof, checked with every shoe of small decks and with random shoes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.odds.rules import house_of, rules_of
from tests.odds.small import shoes
from tests.told import RULEBOOKS
from wartable import odds
from wartable.cards import DECK
from wartable.odds import Composition, TieDecision
from wartable.odds.deals import chances, falling
from wartable.odds.decision import cover_card_depth, decision, least_unseen, tie_bounds
from wartable.odds.rounds import Courses, settle_apart, unit_stakes


@pytest.fixture(scope="module")
def courses() -> Courses:
    rules = rules_of("maryland")
    return settle_apart(rules, unit_stakes(rules))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_war_is_better_under_every_rulebook_by_five_halves_of_the_chance_to_tie(name: str) -> None:
    found = odds.par_sheet(rules_of(name)).decision
    assert found.better == "war"
    assert (found.at_no_tie.fraction, found.per_tie.fraction) == ("0", "5/2")
    assert (found.every_shoe.at_least.fraction, found.every_shoe.at_most.fraction) == ("0", "5/2")
    assert found.by.exact == Fraction(5, 2) * found.war_tie.exact


def war_net(course: str) -> int:
    """What the law says a course nets at war; a win and a loss without a tie cancel out."""
    if "_war_" in course:
        return 1 if course.endswith("win") else -2
    return {"win": 1, "lose": -1}.get(course, 2)


@given(shoe=shoes())
def test_the_margin_is_the_difference_of_the_two_edges_in_any_shoe(courses: Courses, shoe: Composition) -> None:
    found = chances(shoe)
    rules = rules_of("maryland")
    told = decision(rules, courses, found, shoe, rules.stack)
    war = sum(chance * war_net(course) for course, chance in found.war.items())
    assert told.by_round.exact == war + found.tie / 2
    assert told.by_round.exact >= 0


def every_shoe(decks: int, ranks: int) -> Iterator[tuple[int, ...]]:
    """Every way to have seen cards of a small pack with four of each rank in a deck."""
    return product(range(4 * decks + 1), repeat=ranks)


def test_war_is_never_worse_in_any_shoe_of_three_ranks(courses: Courses) -> None:
    rules = rules_of("maryland")
    tried = equal = 0
    for counts in every_shoe(1, 3):
        if sum(counts) >= 4:
            shoe = Composition([*counts, *[0] * 49])
            told: TieDecision = decision(rules, courses, chances(shoe), shoe, rules.stack)
            tried += 1
            equal += told.by.exact == 0
            assert told.by.exact == Fraction(5, 2) * told.war_tie.exact >= 0
    # Equal only where the tie took the last pair there was.
    assert (tried, equal) == (105, 12)


def seen_after_a_tie(decks: int, unseen: int, ranks: int = 13) -> Iterator[Fraction]:
    """Return the tie chances of all ways in which this many cards can be left, after a tie of the lowest rank."""

    def fill(left: int, rank: int, pairs: int) -> Iterator[int]:
        room = 4 * decks - (2 if rank == 0 else 0)
        if rank == ranks:
            if left == 0:
                yield pairs
            return
        for count in range(min(room, left) + 1):
            yield from fill(left - count, rank + 1, pairs + count * (count - 1))

    for pairs in fill(unseen, 0, 0):
        yield Fraction(pairs, falling(unseen, 2))


@pytest.mark.parametrize("unseen", [2, 3, 4, 5, 6])
def test_the_bounds_are_reached_and_never_passed(unseen: int) -> None:
    found = set(seen_after_a_tie(1, unseen))
    assert (min(found), max(found)) == tie_bounds(Composition.of_decks(1), unseen)


@given(st.integers(1, 8), st.data())
@settings(max_examples=200)
def test_no_shoe_that_a_house_can_have_passes_the_bounds(decks: int, data: st.DataObject) -> None:
    room = [4 * decks - 2] + [4 * decks] * 12
    counts = [data.draw(st.integers(0, most)) for most in room]
    unseen = sum(counts)
    if unseen < 2:
        return
    low, high = tie_bounds(Composition.of_decks(decks), unseen)
    assert low <= Fraction(sum(falling(count, 2) for count in counts), falling(unseen, 2)) <= high


@pytest.mark.parametrize("unseen", [1, 51])
def test_bounds_are_for_cards_that_can_be_there(unseen: int) -> None:
    with pytest.raises(ValueError, match="expected 2 to 50 unseen cards"):
        tie_bounds(Composition.of_decks(1), unseen)


def test_bounds_are_those_of_the_cards_that_are_left() -> None:
    # Three twos, two threes and a four: after a tie of twos a two, two threes and a four are left, after a tie of
    # threes three twos and a four. Of three unseen cards the second leaves three of a rank, and either leaves a pair.
    shoe = Composition.of_decks(1).without([card for card in DECK if card not in ("2c", "2d", "2h", "3c", "3d", "4c")])
    assert tie_bounds(shoe, 3) == (Fraction(0), Fraction(1))
    assert tie_bounds(shoe, 4) == (Fraction(2, 12), Fraction(6, 12))


def test_removed_cards_are_not_among_the_unseen_ones() -> None:
    removed = {f"{rank}{suit}": 6 for rank in "23456789TJ" for suit in "cdhs"}
    found = odds.par_sheet(rules_of("wisconsin"), removed=removed, seats=7).decision
    assert found.least_unseen == 72 - 8, "the cover card cannot lie deeper than the 72 cards there are"
    assert found.at_this_cover_card.at_least.exact > Fraction(5, 2) * Fraction(1, 4), "three ranks tie more often"


def test_no_tie_can_be_had_only_with_thirteen_cards_or_fewer() -> None:
    assert tie_bounds(Composition.of_decks(6), 13)[0] == 0
    assert tie_bounds(Composition.of_decks(6), 14)[0] > 0


@pytest.mark.parametrize(
    ("name", "choices", "cards"),
    [
        ("wisconsin", {}, 78 - 8),
        ("wisconsin", {"seats": 3}, 78 - 4),
        ("wisconsin", {"cut__reinsert_tolerance_cards": 5}, 78 - 5 - 8),
        ("massachusetts", {"decks": 8}, 78 - 8),
        ("maryland", {"shuffler__kind": "continuous"}, 312 - 10),
        ("maryland", {"electronic__community_cards": 3}, 78 - 4),
        ("maryland", {"shuffler__kind": "batch", "cut__machine_cover_card": "100 cards"}, 78 - 10),
        ("maryland", {"shuffler__kind": "batch", "cut__machine_cover_card": "60 cards"}, 60 - 10),
    ],
)
def test_the_cover_card_keeps_cards_unseen(name: str, choices: dict[str, object], cards: int) -> None:
    rules = rules_of(name, **choices)
    assert least_unseen(rules, rules.stack, rules.stack) == cards
    assert odds.par_sheet(rules).decision.least_unseen == cards


def test_a_cover_card_is_never_deeper_than_the_shoe() -> None:
    assert cover_card_depth(rules_of("massachusetts"), 52) == 52


@pytest.mark.parametrize(
    ("choices", "better"),
    [
        ({"pays__war_on_tie": "1 to 1"}, "war"),
        ({"pays__war": "1 to 2", "pays__war_on_tie": "1 to 2"}, "depends"),
        ({"pays__war": "0 to 1", "pays__war_on_tie": "0 to 1"}, "depends"),
    ],
)
def test_a_house_with_other_pays_gets_another_answer(choices: dict[str, object], better: str) -> None:
    assert odds.par_sheet(rules_of("massachusetts", **choices)).decision.better == better


def test_where_a_war_cannot_be_won_surrender_is_better_in_every_shoe() -> None:
    lost_first = {"pays__war": "0 to 1", "pays__war_on_tie": "0 to 1"}
    found = odds.par_sheet(rules_of("wisconsin", **lost_first)).decision
    assert found.better == "surrender"
    assert found.by.exact < 0


def test_the_progressive_makes_war_better_still() -> None:
    progressive = odds.par_sheet(house_of("maryland")).wagers.progressive
    assert progressive is not None
    assert progressive.return_fixed.exact > progressive.return_fixed_surrender.exact

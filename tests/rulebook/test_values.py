"""Values: each unit reads what it means, and refuses everything else with what it looks like."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.money import Odds, Rate
from wartable.rulebook.depth import Depth, parse_depth
from wartable.rulebook.values import COUNTS, MAX_COUNT, UNITS, Value, parse_raw

GOOD: dict[str, tuple[object, object]] = {
    "dollars": ("10.00", 10_00),
    "odds": ("10 to 1", Odds(10, 1)),
    "depth": ("78 cards", Depth(cards=78)),
    "yes or no": (True, True),
    "choice": ("house", "house"),
    "direction": ("clockwise", "clockwise"),
    "role": ("floor", "floor"),
    "name": ("WAC 230-15-140", "WAC 230-15-140"),
    "percent": ("2.33%", "2.33%"),
    "steps": (["wash", "stack"], ("wash", "stack")),
    "sentences": (["Wash the cards."], ("Wash the cards.",)),
    "instruments": (["chips"], ("chips",)),
    "forms": (["dealer"], ("dealer",)),
    "rulings": (["burn", "void"], ("burn", "void")),
    "stakes": (["5.00", "10.00"], (5_00, 10_00)),
    "rate": ("0.20", Rate(20, 100)),
    "amounts": ({"5.00": "5000.00"}, {5_00: 5000_00}),
    "amounts by symbol": ({"100": "125.00"}, {"100": 125_00}),
    "weights": ({"100": 4}, {"100": 4}),
    **dict.fromkeys(sorted(COUNTS), (6, 6)),
}
WITHOUT_AN_EXAMPLE = {"trigger", "symbols"}

ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def test_every_unit_has_an_example() -> None:
    assert set(GOOD) | WITHOUT_AN_EXAMPLE == UNITS


@pytest.mark.parametrize(("unit", "example"), GOOD.items())
def test_a_unit_reads_what_it_means(unit: str, example: tuple[object, object]) -> None:
    raw, meant = example
    assert parse_raw(unit, raw) == meant


@given(st.sampled_from(sorted(UNITS)), ANYTHING)
def test_a_unit_reads_or_refuses_anything_that_a_file_says(unit: str, raw: object) -> None:
    with contextlib.suppress(ValueError):
        parse_raw(unit, raw)


@pytest.mark.parametrize("unit", sorted(UNITS))
@pytest.mark.parametrize("raw", [None, 1.5, b"6", object()])
def test_no_unit_reads_what_no_file_says(unit: str, raw: object) -> None:
    with pytest.raises(ValueError, match="expected "):
        parse_raw(unit, raw)


@pytest.mark.parametrize("raw", [True, -1, MAX_COUNT + 1, "6"])
def test_a_count_is_a_whole_number_that_can_be_counted(raw: object) -> None:
    with pytest.raises(ValueError, match="expected a whole number"):
        parse_raw("decks", raw)


@pytest.mark.parametrize("raw", ["", " WAC", "WAC\n", "W" * 81])
def test_a_name_is_a_text_on_one_line(raw: object) -> None:
    with pytest.raises(ValueError, match="expected a text of 1 to 80 characters"):
        parse_raw("name", raw)


@pytest.mark.parametrize("raw", [["wash", 1], "wash", [["wash"]]])
def test_steps_are_a_list_of_words(raw: object) -> None:
    with pytest.raises(ValueError, match="expected a list of words"):
        parse_raw("steps", raw)


def test_a_value_is_fixed_or_is_what_holds_until_the_house_chooses() -> None:
    fixed = Value("decks", "decks in the shoe", ("X-1",), value=6)
    chosen = Value("decks", "decks in the shoe", ("X-1",), default=6)
    open_ = Value("decks", "decks in the shoe", ("X-1",))
    assert (fixed.fixed, fixed.in_force) == (True, 6)
    assert (chosen.fixed, chosen.in_force) == (False, 6)
    assert (open_.fixed, open_.in_force) == (False, None)


@pytest.mark.parametrize(
    ("text", "stack", "cards"),
    [
        ("78 cards", 312, 78),
        ("0 cards", 312, 0),
        ("1/4 stack", 312, 78),
        ("1/4 stack", 364, 91),
        ("1/3 stack", 416, 139),
    ],
)
def test_a_share_of_the_stack_is_never_undercut(text: str, stack: int, cards: int) -> None:
    assert parse_depth(text).in_cards(stack) == cards


@pytest.mark.parametrize("text", ["78 cards", "1 card", "1/4 stack"])
def test_a_depth_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_depth(text)) == text


@pytest.mark.parametrize(
    "text", ["", "78", "78cards", "2 card", "1/4", "4/4 stack", "5/4 stack", "0/4 stack", "1/0 stack", "12345 cards"]
)
def test_what_is_no_depth_is_told_what_one_looks_like(text: str) -> None:
    with pytest.raises(ValueError, match="expected a depth as a text"):
        parse_depth(text)

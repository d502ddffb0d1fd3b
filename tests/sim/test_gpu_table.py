"""The heads-up kernel's table: a lane that only adds its entries has counted the shoe."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from wartable.sim import layout
from wartable.sim.gpu import table

WORD = (1 << 32) - 1
NO_TRIGGER = layout.NO_TRIGGER

Deal = tuple[int, int]

DEALS = 260
"""More than a shoe of eight decks has."""

shoes = st.binary(min_size=2 * DEALS, max_size=2 * DEALS)
deals = shoes.map(lambda cards: [(cards[2 * i] % 52, cards[2 * i + 1] % 52) for i in range(DEALS)])
ties = shoes.map(lambda cards: [(cards[i] % 52, cards[i] % 52 // 4 * 4 + cards[-i] % 4) for i in range(DEALS)])


def byte_of(card: int, trigger: int) -> int:
    return table.fresh_words(trigger)[card // 4] >> 8 * (card % 4) & 255


def walk(dealt: list[Deal], *, burned: int, front: int, war_cards: int | None) -> tuple[int, int, int]:
    """The lane: its two words after all deals, and the original deals it has seen."""
    entries = table.entries(war_cards)
    state, wars, rounds = table.start(burned, front), 0, 0
    for player, dealer in dealt:
        apart = byte_of(player, NO_TRIGGER) - byte_of(dealer, NO_TRIGGER)
        row = max(0, min(apart + table.SAME_RANK + 1, table.ROWS - 1))
        rounds += state & table.STATES == 0
        added = entries[(state & table.STATES) // table.OUT * table.ROWS + row]
        state, wars = state + added[0] & WORD, wars + added[1] & WORD
    return state, wars, rounds


def count(dealt: list[Deal], *, burned: int, front: int, war_cards: int | None) -> Counter[str]:
    """The same, by the rules of the game."""
    counts: Counter[str] = Counter(gone=burned)
    cards = iter(dealt)
    while counts["gone"] <= front:
        player, dealer = next(cards)
        counts["rounds"] += 1
        counts["gone"] += 2
        if player // 4 != dealer // 4:
            counts["won"] += player > dealer
        elif war_cards is None:
            counts["suited" if player == dealer else "tied"] += 1
        else:
            war, other = next(cards)
            counts["gone"] += war_cards
            first = "suited" if player == dealer else "tied"
            if war // 4 != other // 4:
                counts[f"{first} {'won' if war > other else 'lost'}"] += 1
            else:
                counts["both suited" if first == "suited" and war == other else "double"] += 1
    return counts


def gone(state: int, burned: int, front: int) -> int:
    return ((state & 2 * table.OUT - 1) - table.start(burned, front) >> table.GONE_AT) + burned


@given(st.one_of(deals, ties), st.integers(0, 3), st.integers(20, 234), st.integers(2, 10))
def test_a_lane_that_adds_the_tables_words_has_counted_a_shoe_with_wars(
    dealt: list[Deal], burned: int, front: int, war_cards: int
) -> None:
    expected = count(dealt, burned=burned, front=front, war_cards=war_cards)
    state, wars, rounds = walk(dealt, burned=burned, front=front, war_cards=war_cards)
    fields = ("both suited", "tied lost", "tied won", "suited lost", "suited won")
    found = {name: wars >> table.WAR_WIDTH * place & table.MOST_WARS for place, name in enumerate(fields)}
    found["won"] = state >> table.WON_AT & 255
    found["double"] = state >> table.DOUBLE_AT & table.MOST_WARS
    found["gone"] = gone(state, burned, front)
    found["rounds"] = rounds
    assert found == {name: expected[name] for name in found}
    assert state & table.STATES == table.OUT


@given(st.one_of(deals, ties), st.integers(0, 3), st.integers(20, 415))
def test_a_lane_that_adds_the_tables_words_has_counted_a_shoe_without_wars(
    dealt: list[Deal], burned: int, front: int
) -> None:
    expected = count(dealt, burned=burned, front=front, war_cards=None)
    state, wars, rounds = walk(dealt, burned=burned, front=front, war_cards=None)
    assert (wars & 255, wars >> 8 & 255) == (expected["tied"], expected["suited"])
    assert (state >> table.WON_AT & 255, rounds) == (expected["won"], expected["rounds"])
    assert gone(state, burned, front) == expected["gone"]


@given(st.integers(-1, 25), st.integers(0, 51), st.integers(0, 51))
def test_bytes_tell_ranks_and_suits_apart_with_any_trigger(trigger: int, one: int, other: int) -> None:
    apart = byte_of(one, trigger) - byte_of(other, trigger)
    assert (abs(apart) <= table.SAME_RANK) == (one // 4 == other // 4)
    assert (apart == 0) == (one == other)
    assert (apart > 0) == (one // 4 > other // 4) or one // 4 == other // 4


@given(st.integers(-1, 25))
def test_the_trigger_is_a_bit_of_two_cards_in_a_deck(trigger: int) -> None:
    red = {card for card in range(52) if card % 4 in (1, 2)}
    turned = {card for card in range(52) if byte_of(card, trigger) & 4}
    assert turned == {card for card in range(52) if card // 4 * 2 + (card in red) == trigger}


def test_only_a_tie_in_a_war_leaves_the_top_bit_clear() -> None:
    blocks = [table.entries(5)[start : start + table.ROWS] for start in range(0, 6 * table.ROWS, table.ROWS)]
    for number, block in enumerate(blocks):
        clear = [row for row, (_, wars) in enumerate(block) if not wars & table.NOT_WAR_TIE]
        assert clear == (list(range(1, table.ROWS - 1)) if number >= 2 else [])

"""What a kernel counted becomes the tally: by hand, by shoe and by round."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wartable.sim import layout
from wartable.sim.gpu import totals

Vector = list[int]

classes = st.lists(st.integers(0, 40), min_size=11, max_size=11)


def plan(*choices: int) -> list[int]:
    row = [0] * layout.PLAN_SIZE
    row[layout.HANDS] = len(choices)
    row[layout.CHOICE : layout.CHOICE + len(choices)] = choices
    return row


def counted(shoes: list[Vector]) -> totals.Row:
    """Totals as a kernel leaves them, of shoes given as rounds and classes from `win` on."""
    row = np.zeros(totals.TOTALS_SIZE, dtype=np.int64)
    for shoe in shoes:
        wins = min(shoe[layout.WIN], 255)
        vector = np.array([shoe[0], wins, *shoe[2:], 1, shoe[layout.WIN] - wins, 0, 0])
        row[: totals.LENGTHS_AT] += np.triu(np.outer(vector, vector)).ravel()
        row[totals.LENGTHS_AT + shoe[0]] += 1
    return row


@given(st.lists(classes, max_size=6))
def test_heads_up_the_shoes_vectors_tell_everything(shoes: list[Vector]) -> None:
    vectors = [[sum(shoe) % 255, *shoe] for shoe in shoes]
    row = totals.tally_row(plan(layout.GO_TO_WAR), counted(vectors))
    sums = np.sum(vectors, axis=0) if vectors else np.zeros(12, dtype=int)
    assert row[layout.ROUNDS] == sums[0]
    assert (row[layout.SHOES], row[layout.PARTIAL]) == (len(shoes), 0)
    hand = row[layout.HAND_CLASSES : layout.HAND_CLASSES + 12]
    assert list(hand[1:]) == list(sums[1:])
    assert hand.sum() == sums[0]
    moments = [sum(v[one] * v[other] for v in vectors) for one, other in layout.pairs(12)]
    assert list(row[layout.SHOE_MOMENTS : layout.ROUND_MOMENTS]) == moments
    assert row[layout.ROUND_MOMENTS] == hand[layout.WIN]


@given(st.lists(st.integers(200, 500), min_size=1, max_size=5))
def test_hands_won_beyond_a_byte_are_counted(wins: list[int]) -> None:
    vectors = [[40, won, *range(10)] for won in wins]
    row = totals.tally_row(plan(*[layout.GO_TO_WAR] * 9), counted(vectors))
    moments = dict(zip(layout.pairs(12), row[layout.SHOE_MOMENTS : layout.ROUND_MOMENTS], strict=True))
    assert moments[0, 1] == 40 * sum(wins)
    assert moments[1, 1] == sum(won * won for won in wins)
    assert moments[1, 5] == 3 * sum(wins)


def test_a_hand_lost_what_it_did_nothing_else_with_and_no_player_bets_on_an_idle_one() -> None:
    row = counted([[20, 7, *[0] * 10]])
    row[totals.CLASSES_AT + layout.WIN] = 7
    row[totals.CLASSES_AT + 2 * 12 + layout.TIE_SURRENDER] = 2
    tally = totals.tally_row(plan(layout.GO_TO_WAR, layout.NO_BETTOR, layout.SURRENDER), row)
    by_hand = tally[layout.HAND_CLASSES : layout.SHOE_MOMENTS].reshape(12, 12)
    assert [hand[layout.LOSE] for hand in by_hand[:4]] == [13, 0, 18, 0]
    assert (by_hand[0, layout.WIN], by_hand[2, layout.TIE_SURRENDER]) == (7, 2)


def test_a_shoe_without_a_length_was_not_finished() -> None:
    row = counted([[20, 7, *[0] * 10], [21, 7, *[0] * 10]])
    row[totals.LENGTHS_AT + 21] = 0
    tally = totals.tally_row(plan(layout.GO_TO_WAR, layout.GO_TO_WAR), row)
    assert (tally[layout.SHOES], tally[layout.PARTIAL]) == (1, 1)
    assert tally[layout.ROUNDS_IN_SHOE + 20] == 1

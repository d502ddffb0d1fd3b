"""Known tallies: the definition of the stream gives them; `./dev soak gpu` deals them on a machine with a GPU."""

import hashlib
import sys
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
import pytest

from wartable.sim import gpu, layout
from wartable.sim.stream import Shoe

WAR, SURRENDER, COUNT, IDLE = layout.GO_TO_WAR, layout.SURRENDER, layout.BY_COUNT, layout.NO_BETTOR
SEED, FIRST, SHOES = 20_261_115, 2**33 + 5, 70
"""Three batches of a warp, the last of which is not full; and a shoe's number takes more than a word."""


class Known(NamedTuple):
    """A plan and the first digits of the digest of its tally, and of its tally when shoes stop after five rounds."""

    plan: tuple[int, ...]
    whole: str
    five: str

    def row(self) -> gpu.Row:
        row = np.zeros(layout.PLAN_SIZE, dtype=np.int64)
        row[: len(self.plan)] = self.plan
        return row


KNOWN = {
    "heads-up": Known((6, 1, 1, 234, 0, 3, 0, -1, 0, 1, WAR), "4b86014e56af6b03", "515e35846c76e1d1"),
    "heads-up, red aces": Known((8, 1, 1, 312, 0, 3, 0, 25, 0, 1, WAR), "3006ff40307e668d", "738677c56dce4656"),
    "heads-up, surrender to the last card": Known(
        (8, 1, 1, 414, 0, 3, 0, 10, 0, 1, SURRENDER), "6304e78d5c08b6af", "71e8b11ece7a4ed6"
    ),
    "heads-up, no burns in a war": Known((6, 1, 1, 200, 0, 0, 0, 3, 0, 1, WAR), "426e6f95eace9a99", "1a2753370cc11e53"),
    "heads-up, shuffled every round": Known(
        (6, 1, 1, 234, 1, 3, 0, 8, 0, 1, WAR), "ba0873e09378ef90", "ba0873e09378ef90"
    ),
    "heads-up, by count": Known((6, 1, 1, 234, 0, 3, 0, -1, 3, 40, COUNT), "652aba1c8f7ab72c", "c98a26ef3a0fa944"),
    "two, one counts": Known((6, 2, 1, 234, 0, 3, 0, -1, 74, 1000, COUNT, WAR), "ebc8115c0bae48fc", "eae9ba678e0cc00a"),
    "seven": Known((6, 7, 1, 234, 0, 3, 0, -1, 0, 1, *[WAR] * 7), "d9ac377c8703a6cd", "34330f9d6b5bf451"),
    "nine, burns before every card": Known(
        (8, 9, 1, 340, 0, 3, 3, 7, 0, 1, *[WAR, SURRENDER, WAR] * 3), "4acf07cb7a10dc1e", "50babcebf3094a9f"
    ),
    "five community cards, one idle": Known(
        (6, 5, 1, 234, 0, 3, 0, 24, 72, 1000, WAR, IDLE, COUNT, SURRENDER, COUNT),
        "9d8c118e913b64af",
        "17814696934f87fd",
    ),
    "twelve": Known((8, 12, 0, 350, 0, 6, 0, -1, 0, 1, *[WAR] * 12), "0282593bffcc10dd", "b38c04d0bed1878b"),
}


def digest(row: gpu.Row) -> str:
    return hashlib.sha256(row.astype("<i8").tobytes()).hexdigest()[:16]


def deal_by_definition(plan: tuple[int, ...], limit: int) -> gpu.Row:
    """The tally of a plan from the stream as it is defined, by the rules of the game."""
    row = np.zeros(layout.TALLY_SIZE, dtype=np.int64)
    for number in range(FIRST, FIRST + SHOES):
        in_shoe = np.zeros(layout.SHOE_VECTOR, dtype=np.int64)
        rounds = list(play(plan, Shoe(SEED, number, plan[layout.DECKS]), limit))
        for classes, trigger, _ in rounds:
            in_shoe[0] += 1
            row[layout.TRIGGERS] += trigger
            in_round = np.zeros(layout.ROUND_VECTOR, dtype=np.int64)
            for hand, found in classes.items():
                row[layout.HAND_CLASSES + 12 * hand + found] += 1
                in_shoe[found] += found > 0
                in_round += [found in members for members in layout.ROUND_MEMBERS]
            add_products(row, layout.ROUND_MOMENTS, in_round)
        finished = rounds[-1][-1]
        row[layout.ROUNDS] += in_shoe[0]
        row[layout.SHOES if finished else layout.PARTIAL] += 1
        row[layout.ROUNDS_IN_SHOE + in_shoe[0]] += finished
        add_products(row, layout.SHOE_MOMENTS, in_shoe)
    return row


def add_products(row: gpu.Row, where: int, vector: gpu.Row) -> None:
    for place, (one, other) in enumerate(layout.pairs(len(vector))):
        row[where + place] += vector[one] * vector[other]


def play(plan: tuple[int, ...], shoe: Shoe, limit: int) -> Iterator[tuple[dict[int, int], bool, bool]]:
    """The rounds of a shoe: each hand's class, whether the wheel turned, whether the cards are shuffled next."""
    hands, gone, unseen = plan[layout.HANDS], plan[layout.BURN_FIRST], [4 * plan[layout.DECKS]] * 13
    rounds, last = 0, False
    while not last and (not limit or rounds < limit):
        *cards, dealer = turn(shoe, hands + 1, unseen)
        choices = dict(enumerate(plan[layout.CHOICE : layout.CHOICE + hands]))
        tied = [hand for hand, card in enumerate(cards) if choices[hand] and card // 4 == dealer // 4]
        war = [hand for hand in tied if choices[hand] == WAR or (choices[hand] == COUNT and is_likely(plan, unseen))]
        gone += hands + 1
        classes = {hand: int(cards[hand] > dealer) for hand in choices if choices[hand] and hand not in tied}
        classes |= {hand: 2 + (cards[hand] == dealer) for hand in tied}
        if war:
            gone += plan[layout.WAR_BURNS] + plan[layout.WAR_BURNS_EACH] * len(war) + len(war) + 1
            *war_cards, other = turn(shoe, len(war) + 1, unseen)
            classes |= {
                hand: fought(cards[hand], dealer, card, other) for hand, card in zip(war, war_cards, strict=True)
            }
        rounds += 1
        last = gone > plan[layout.FRONT] or bool(plan[layout.ONE_ROUND])
        yield classes, dealer // 4 * 2 + (dealer % 4 in (1, 2)) == plan[layout.TRIGGER], last


def turn(shoe: Shoe, count: int, unseen: list[int]) -> list[int]:
    cards = list(islice(shoe.deal(), count))
    for card in cards:
        unseen[card // 4] -= 1
    return cards


def is_likely(plan: tuple[int, ...], unseen: list[int]) -> bool:
    left, pairs = sum(unseen), sum(count * (count - 1) for count in unseen)
    return pairs * plan[layout.COUNT_DEN] >= plan[layout.COUNT_NUM] * left * (left - 1)


def fought(card: int, dealer: int, war: int, other: int) -> int:
    if war // 4 != other // 4:
        return 4 + 2 * (card == dealer) + (war > other)
    if card == dealer and war == other:
        return 10 + (dealer == other)
    return 8 + (dealer // 4 == other // 4)


@pytest.mark.parametrize("name", KNOWN)
def test_the_definition_gives_the_known_tally(name: str) -> None:
    known = KNOWN[name]
    found = tuple(digest(deal_by_definition(known.plan, limit)) for limit in (0, 5))
    assert found == (known.whole, known.five)


def test_without_a_gpu_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(gpu.NoGpu, match=r"^no GPU: [^\n]+$"):
        gpu.deal(KNOWN["heads-up"].row(), SEED, FIRST, SHOES)
    with pytest.raises(gpu.NoGpu, match=r"^no GPU: [^\n]+$"):
        gpu.name()
    assert not gpu.available()

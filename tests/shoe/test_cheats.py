"""Honest shoes all prove themselves and cheats are all found, by the program and by the independent checker."""

import random
from collections import Counter

import pytest

from tests.soak.shoe import CHEATS, as_document, honest, honest_day, ours, theirs

HONEST = 200


@pytest.mark.parametrize("part", range(4))
def test_honest_shoes_prove_themselves_to_both(part: int) -> None:
    kinds: Counter[tuple[str, bool]] = Counter()
    for number in range(HONEST // 4):
        rng = random.Random(f"honest/{part}/{number}")
        document = as_document(honest(rng, rng.randrange(1, 1_000), rng.randrange(1, 1_000)))
        assert (ours([document]), theirs([document])) == ([], []), f"honest/{part}/{number}"
        kinds[document["device"], bool(document["words"])] += 1
    assert len(kinds) == 4


def test_an_honest_day_proves_itself_to_both() -> None:
    for number in range(5):
        day = honest_day(random.Random(f"day/{number}"), 4)
        assert (ours(day), theirs(day)) == ([], [])
        assert (ours(day[::-1]), theirs(day[::-1])) == ([], [])


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_found_by_both_and_called_by_its_name(name: str) -> None:
    cheat, kind = CHEATS[name]
    kinds: Counter[str] = Counter()
    for number in range(2):
        rng = random.Random(f"{name}/{number}")
        told = cheat(rng, honest_day(rng))
        kinds.update(ours(told)[:1])
        assert theirs(told), f"{name}/{number}"
    assert kinds == {kind: 2}

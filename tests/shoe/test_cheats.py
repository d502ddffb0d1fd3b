"""Honest shoes all prove themselves and cheats are all found, by the program and by the independent checker."""

import random
from collections import Counter

import pytest

from tests.soak.honest_shoes import as_document, honest, honest_day
from tests.soak.shoe import ours, theirs
from tests.soak.shoe_cheats import CHEATS
from wartable.shoe.seal import Protocol

HONEST = 200
PROTOCOLS: tuple[Protocol, ...] = (1, 2)


@pytest.mark.parametrize("part", range(4))
def test_honest_shoes_prove_themselves_to_both(part: int) -> None:
    kinds: Counter[tuple[int, str, bool]] = Counter()
    for number in range(HONEST // 4):
        rng = random.Random(f"honest/{part}/{number}")
        document = as_document(honest(rng, rng.randrange(1, 1_000), rng.randrange(1, 1_000)))
        assert (ours([document]), theirs([document])) == ([], []), f"honest/{part}/{number}"
        kinds[document["protocol"], document["device"], bool(document["words"])] += 1
    assert {protocol for protocol, _, _ in kinds} == {1, 2}
    assert {device for _, device, _ in kinds} == {"shoe", "continuous"}


def test_an_honest_day_proves_itself_to_both() -> None:
    for number, protocol in enumerate(PROTOCOLS * 2):
        day = honest_day(random.Random(f"day/{number}"), 4, protocol)
        assert (ours(day), theirs(day)) == ([], [])
        assert (ours(day[::-1]), theirs(day[::-1])) == ([], [])


def test_a_table_that_goes_over_to_protocol_2_proves_itself_to_both() -> None:
    rng = random.Random("over")
    first = honest(rng, 7, 100, 48, (6,), protocol=1)
    day = [as_document(first), as_document(honest(rng, 8, 1_000, 48, (6,), protocol=2))]
    assert (ours(day), theirs(day)) == ([], [])


@pytest.mark.parametrize(("protocol", "name"), [(protocol, name) for protocol in CHEATS for name in CHEATS[protocol]])
def test_a_cheat_is_found_by_both_and_called_by_its_name(protocol: Protocol, name: str) -> None:
    cheat, kind = CHEATS[protocol][name]
    kinds: Counter[str] = Counter()
    for number in range(2):
        rng = random.Random(f"{protocol}/{name}/{number}")
        told = cheat(rng, honest_day(rng, protocol=protocol))
        kinds.update(ours(told)[:1])
        assert theirs(told), f"{protocol}/{name}/{number}"
    assert kinds == {kind: 2}

"""Two thousand random rounds of every kind, settled by the program and by the naive model; spoiled ones are refused."""

import pytest

from tests.table.model import FEATURES, compare

ROUNDS_OF_EACH_KIND = 170


@pytest.mark.parametrize("features", FEATURES, ids=lambda features: "-".join(sorted(features)))
def test_the_program_settles_as_the_documents_do(features: frozenset[str]) -> None:
    for seed in range(ROUNDS_OF_EACH_KIND):
        compare(seed, features)


def test_about_two_thousand_rounds_are_compared() -> None:
    assert 2_000 <= len(FEATURES) * ROUNDS_OF_EACH_KIND <= 2_500

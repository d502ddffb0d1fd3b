"""Property tests try the same examples in every run, no matter which tests ran before."""

from hypothesis.internal.conjecture.providers import HypothesisProvider


def test_no_example_comes_from_the_modules_that_happen_to_be_loaded() -> None:
    assert len(HypothesisProvider(None)._local_constants) == 0  # noqa: SLF001 (fails with an upgrade that has no such part)

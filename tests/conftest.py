"""How every test runs: the order of folders, and the hypothesis profiles, chosen with `--hypothesis-profile`."""

import gc
import signal

import pytest
from hypothesis import Phase, settings
from hypothesis.internal.conjecture import providers

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would every command that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run and on every machine, so that a red run means a change and never bad luck. No deadline,
# because a busy machine is not a wrong answer.
settings.register_profile("default", derandomize=True, database=None, deadline=None, print_blob=True)
# Hypothesis also tries numbers and words of the modules that are loaded, and which are depends on the tests before.
providers._get_local_constants = lambda: providers._local_constants  # noqa: SLF001 (no public way)
# New examples, from `--hypothesis-seed`: what `./dev soak properties` runs, again and again.
settings.register_profile("explore", settings.get_profile("default"), derandomize=False)
# The mutation run only asks whether a mutant is noticed, so it does not look for the smallest example.
settings.register_profile("mutants", settings.get_profile("default"), phases=(Phase.explicit, Phase.generate))
settings.load_profile("default")

WAITING = ("tests/browser/", "tests/server/", "tests/simulated/", "tests/faults/")
"""Files whose tests wait for other processes come first, so that no worker is left alone with them at the end."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring the folders into their order; within a folder the shuffled order stays."""
    items.sort(key=lambda item: not item.nodeid.startswith(WAITING))


def pytest_collection_finish() -> None:
    """Leave what collecting made out of every later search for garbage; that takes a tenth of the tests' time."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Let the interpreter free it all at its end."""
    gc.unfreeze()

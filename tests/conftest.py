"""How every test runs: the hypothesis profiles, chosen with `--hypothesis-profile`."""

import os
from pathlib import Path

from hypothesis import Phase, settings

ROOT = Path(__file__).resolve().parent.parent

# New examples at every run, on a build machine too, where hypothesis by itself would repeat the same ones for ever; a
# failure prints the blob that brings it back. No deadline, because a busy machine is not a wrong answer.
settings.register_profile("default", derandomize=False, deadline=None, print_blob=True)
if not os.access(ROOT, os.W_OK):
    settings.register_profile("default", settings.get_profile("default"), database=None)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=2_000)
# Whether a mutant is noticed is all that is asked of it: not how small the example is, nor to remember it.
settings.register_profile(
    "mutants", settings.get_profile("default"), phases=(Phase.explicit, Phase.generate), database=None
)
settings.load_profile("default")

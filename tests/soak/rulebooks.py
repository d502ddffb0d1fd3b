"""Every rulebook with one entry deleted, misspelt or given a wrong value in turn: the loader names every one."""

import random
import tomllib
from collections import Counter

from tests.rulebook.data_mutants import is_named, legal, mutants, written
from wartable.rulebook import rulebook_names


def rulebooks(tries: int, seed: int) -> str:
    """As many mutants as asked for, or all of them; survivors are printed, and are a failure."""
    documents = {name: tomllib.loads(written(name)) for name in dict.fromkeys(rulebook_names().values())}
    every = [mutant for name, document in documents.items() for mutant in mutants(name, document)]
    tried = every if tries >= len(every) else random.Random(seed).sample(every, tries)
    survivors = [mutant for mutant in tried if not is_named(mutant)]
    for survivor in survivors:
        print(survivor)
    assert not survivors, f"{len(survivors)} of {len(tried)} mutants were not named"
    kinds = ", ".join(f"{number} {kind}" for kind, number in Counter(mutant.kind for mutant in tried).most_common())
    left_out = sum(map(legal, documents.values()))
    return (
        f"{len(tried)} of {len(every)} mutants of {len(documents)} rulebooks named, 0 survived ({kinds});"
        f" {left_out} fields may be left out, so that deleting them is no mistake"
    )

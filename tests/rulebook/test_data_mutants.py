"""A sample of the data mutants that `./dev soak rulebooks` tries: each is named, with its line."""

import tomllib

import pytest

from tests.rulebook.data_mutants import Mutant, as_toml, beside, is_named, mutants, written
from tests.told import RULEBOOKS
from wartable.rulebook import BadRulebook
from wartable.rulebook.strict import read_rulebook

EVERY = 61
"""One mutant in this many is tried here; the number is a prime, so that all kinds come up."""


def sample(rulebook: str) -> list[Mutant]:
    return list(mutants(rulebook, tomllib.loads(written(rulebook))))[::EVERY]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_entry_that_is_deleted_misspelt_or_wrong_is_named(rulebook: str) -> None:
    assert [str(mutant) for mutant in sample(rulebook) if not is_named(mutant)] == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_is_wrong_in_a_file_is_told_with_its_line(rulebook: str) -> None:
    for mutant in sample(rulebook)[::10]:
        text = as_toml(mutant.document)
        with pytest.raises(BadRulebook) as refused:
            read_rulebook(rulebook, text, beside(rulebook))
        assert all(problem.line and problem.line <= len(text.splitlines()) for problem in refused.value.problems)


def test_a_mutant_that_says_something_else_which_is_legal_is_not_named() -> None:
    document = tomllib.loads(written("washington"))
    document["pays"]["tie"]["value"] = "11 to 1"
    assert not is_named(Mutant("washington", "legal", ("pays", "tie"), "pays.tie", document))

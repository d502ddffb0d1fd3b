"""The example houses: complete, commented, and right under their rulebooks."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wartable.rulebook import SIDE, WAGERS, Rules, load_rulebook, rulebook_names, rules_in_force
from wartable.rulebook.check import check_house
from wartable.rulebook.checks.wording import allowed
from wartable.rulebook.house import choose
from wartable.rulebook.toml_lines import KeyLines

HOUSES = Path(__file__).resolve().parents[2] / "houses"
NAMES = sorted(set(rulebook_names().values()))

COMMENTED_OUT = re.compile(r"^# (?=[a-z_]+(\.[a-z0-9_]+)* = (\"|\[|\{|[0-9]|true|false))", re.MULTILINE)


def text_of(name: str) -> str:
    return (HOUSES / f"{name}.toml").read_text(encoding="utf-8")


def written_out(name: str) -> str:
    """The house with every commented choice taken up."""
    return COMMENTED_OUT.sub("", text_of(name))


def test_there_is_a_house_for_each_rulebook_and_any_other_is_a_form_of_one() -> None:
    houses = {house.stem for house in HOUSES.iterdir()}
    assert set(NAMES) <= houses
    assert {house.partition("-")[0] for house in houses - set(NAMES)} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_example_passes_with_no_error_and_no_warning(name: str) -> None:
    report = check_house(text_of(name), name)
    assert [finding for finding in report.findings if finding.severity != "note"] == []
    assert report.rulebook == name
    assert report.rules is not None


@pytest.mark.parametrize("name", NAMES)
def test_every_key_and_every_attestation_stands_in_the_example(name: str) -> None:
    book = load_rulebook(name)
    written = tomllib.loads(written_out(name))
    keys = [*book.by_house_key(), *(f"attest.{duty}" for duty in book.attest)]
    assert [key for key in keys if value_at(written, key) is None] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_commented_choice_can_be_taken_up_as_it_stands(name: str) -> None:
    text = written_out(name)
    assert text != text_of(name)
    assert [finding for finding in check_house(text, name).findings if finding.severity != "note"] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_commented_out_is_what_holds_anyway(name: str) -> None:
    book = load_rulebook(name)
    chosen = msgspec.to_builtins(check_house(text_of(name), name).rules)
    taken_up = msgspec.to_builtins(check_house(written_out(name), name).rules)
    for key, value in book.values.items():
        if value.in_force is not None and not key.startswith("figures."):
            assert value_at(chosen, key) is not None, key
            assert value_at(chosen, key) == value_at(taken_up, key), key


def value_at(tables: Any, key: str) -> object:
    """Return the value of a dotted key; None where there is none."""
    for part in key.split("."):
        tables = tables.get(part, {})
    return None if tables == {} else tables


OFFERED = {
    name: bets for name in NAMES if (bets := {value.offer for value in load_rulebook(name).values.values()} - {None})
}
"""The side bets that each rulebook knows."""


def offered(rules: Rules | None) -> set[str]:
    assert rules is not None
    return {wager for wager in SIDE if WAGERS[wager].offered(rules)}


def test_every_side_bet_is_known_to_a_rulebook() -> None:
    assert set().union(*OFFERED.values()) == set(SIDE)


@pytest.mark.parametrize("name", NAMES)
def test_the_example_offers_every_side_bet_of_its_rulebook(name: str) -> None:
    assert offered(check_house(text_of(name), name).rules) == OFFERED.get(name, set())


@pytest.mark.parametrize("name", OFFERED)
def test_a_side_bet_whose_table_is_taken_out_is_not_offered(name: str) -> None:
    document = tomllib.loads(text_of(name))
    tables = {key: table for key, table in document.items() if key not in ("rulebook", "about", "attest")}
    book = load_rulebook(name)
    for bet in OFFERED[name]:
        choices, findings = choose(book, {key: table for key, table in tables.items() if key != bet})
        assert findings == []
        assert offered(rules_in_force(book, choices)) == OFFERED[name] - {bet}


@pytest.mark.parametrize("name", NAMES)
def test_the_comment_above_a_choice_tells_its_room(name: str) -> None:
    book = load_rulebook(name)
    rules = check_house(text_of(name), name).rules
    assert rules is not None
    text, lines = written_out(name), KeyLines(written_out(name))
    for key, value_name in book.by_house_key().items():
        value = book.values[value_name]
        if value.room is not None and value.unit != "yes or no":
            above = text.splitlines()[: (lines.find(key) or 0) - 1]
            comment = " ".join("\n".join(above).rpartition("\n\n")[2].replace("# ", "").split())
            assert allowed(value, rules.stack).lower() in comment.lower(), key


@pytest.mark.parametrize("name", NAMES)
def test_the_example_names_no_one(name: str) -> None:
    assert tomllib.loads(text_of(name))["about"]["operator"] == "Example Casino"

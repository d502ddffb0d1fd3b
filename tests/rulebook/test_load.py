"""Loading a rulebook: what is wrong with the data is found before a table sees it, with the place and the reason."""

import copy
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from tests.told import RULEBOOKS
from wartable.rulebook import load_rulebook, rulebook_names
from wartable.rulebook.clauses import clauses_of
from wartable.rulebook.data import folder
from wartable.rulebook.load import BadRulebook, read_rulebook
from wartable.rulebook.readings import readings
from wartable.rulebook.values import UNITS

Document = dict[str, Any]
Plant = Callable[[Document], object]


def written(rulebook: str) -> Document:
    """A rulebook as it is written."""
    return tomllib.loads((folder("rulebooks") / f"{rulebook}.toml").read_text(encoding="utf-8"))


def load_with(plant: Plant, rulebook: str = "washington") -> None:
    document = copy.deepcopy(written(rulebook))
    plant(document)
    read_rulebook(document, known=frozenset(clauses_of(rulebook)))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_rulebook_loads_and_every_value_has_its_clause(rulebook: str) -> None:
    book = load_rulebook(rulebook)
    known = clauses_of(rulebook)
    for rows in (book.values, book.settlement, book.steps, book.attest, book.terms):
        cited: dict[str, tuple[str, ...]] = {name: row.clauses for name, row in rows.items()}
        assert all(clauses and set(clauses) <= set(known) for clauses in cited.values())
    assert {value.unit for value in book.values.values()} <= UNITS


def test_a_rulebook_is_called_by_its_name_and_by_its_code() -> None:
    assert dict(rulebook_names()) == {word: book for book in RULEBOOKS for word in (book, load_rulebook(book).code)}
    assert {load_rulebook(book).code for book in RULEBOOKS} == {"MD", "CA", "WI", "MA", "WA"}


def test_no_name_of_a_house_file_is_used_twice() -> None:
    for rulebook in RULEBOOKS:
        book = load_rulebook(rulebook)
        assert len(book.by_house_key()) == len(book.values)


def test_a_rulebook_that_nothing_was_planted_in_loads() -> None:
    load_with(dict)


@pytest.mark.parametrize(
    ("plant", "reason"),
    [
        (lambda d: d["decks"].update(clauses=[]), "decks: a value without a clause does not load"),
        (lambda d: d["decks"].pop("clauses"), "missing required field `clauses`"),
        (lambda d: d["decks"].update(clauses=["WA-99"]), "decks: clause WA-99 is unknown"),
        (lambda d: d["decks"].update(reading="WA.99"), "decks: reading WA.99 is unknown"),
        (lambda d: d["decks"].update(unit="fathoms"), "decks: unit 'fathoms' is unknown"),
        (lambda d: d["decks"].update(default="six"), "decks: expected a whole number"),
        (lambda d: d["decks"].update(default=True), "decks: expected a whole number"),
        (lambda d: d["decks"].update(colour="red"), "Object contains unknown field `colour`"),
        (lambda d: d["decks"].pop("says"), "missing required field `says`"),
        (lambda d: d["bank"]["by"].update(room=["house", "player"]), "bank.by: a fixed value leaves no room"),
        (lambda d: d["bank"]["by"].update(default="player"), "bank.by: a fixed value leaves no room"),
        (
            lambda d: d["settlement"]["original"]["higher"]["initial"].pop("pays"),
            "settlement.original.higher.initial: a win, and only a win, names what it pays",
        ),
        (
            lambda d: d["settlement"]["original"]["lower"]["initial"].update(pays="initial"),
            "settlement.original.lower.initial: a win, and only a win, names what it pays",
        ),
        (
            lambda d: d["settlement"]["original"]["higher"]["initial"].update(pays="nothing"),
            "settlement.original.higher.initial: there is no pays.nothing",
        ),
        (
            lambda d: d["settlement"]["original"]["lower"]["initial"].update(clauses=[]),
            "settlement.original.lower.initial: a value without a clause does not load",
        ),
        (lambda d: d["settlement"]["original"]["lower"]["initial"].update(result="draw"), "Invalid enum value 'draw'"),
        (lambda d: d["steps"]["load"].update(clauses=["WA-99"]), "steps.load: clause WA-99 is unknown"),
        (lambda d: d["steps"]["load"].update(who="dealer"), "Object contains unknown field `who`"),
        (lambda d: d["steps"]["load"].update(by=["cashier"]), "Invalid enum value 'cashier'"),
        (lambda d: d["steps"]["load"].update(reading="WA.99"), "steps.load: reading WA.99 is unknown"),
        (
            lambda d: d["settlement"]["original"]["higher"]["initial"].update(amount="ten"),
            "settlement.original.higher.initial: 'ten' is not an amount",
        ),
        (lambda d: d["terms"]["initial"].update(reading="WA.99"), "terms.initial: reading WA.99 is unknown"),
        (lambda d: d.pop("steps"), "steps"),
        (lambda d: d.pop("code"), "code"),
    ],
)
def test_what_is_planted_in_a_rulebook_keeps_it_from_loading(plant: Plant, reason: str) -> None:
    with pytest.raises(BadRulebook) as refused:
        load_with(plant)
    assert str(refused.value).startswith("washington: ")
    assert reason in str(refused.value)


def test_an_attestation_needs_its_clause_and_its_reading() -> None:
    name = next(iter(written("maryland")["attest"]))
    with pytest.raises(BadRulebook, match=f"attest.{name}: clause MD-99 is unknown"):
        load_with(lambda document: document["attest"][name].update(clauses=["MD-99"]), "maryland")
    with pytest.raises(BadRulebook, match=rf"attest.{name}: reading MD\.99 is unknown"):
        load_with(lambda document: document["attest"][name].update(reading="MD.99"), "maryland")


def test_every_reading_says_where_it_stands_and_how_it_is_read() -> None:
    for number, reading in readings().items():
        assert reading.where, number
        assert reading.asks, number
        assert reading.reads, number


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_clause_of_the_trace_says_what_it_asks(rulebook: str) -> None:
    code = load_rulebook(rulebook).code
    for name, clause in clauses_of(rulebook).items():
        assert name == clause.id
        assert name.startswith(f"{code}-")
        assert clause.cite
        assert clause.topic
        assert clause.kind
        assert clause.says

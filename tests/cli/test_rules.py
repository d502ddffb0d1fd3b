"""`wartable rules`: nothing of a rulebook is left out, and every clause can be looked up."""

import json

import pytest

from tests.cli.command import Wartable
from wartable.cli.rules import clause_page
from wartable.rulebook import load_rulebook, proofs, rulebook_names
from wartable.rulebook.clauses import Clause, clauses_of

NAMES = tuple(dict.fromkeys(rulebook_names().values()))


def test_every_rulebook_is_listed(wartable: Wartable) -> None:
    answer = wartable("rules")
    assert (answer.code, answer.err) == (0, "")
    listed = json.loads(wartable("rules", "--json").out)["rulebooks"]
    assert tuple(row["rulebook"] for row in listed) == NAMES
    for row in listed:
        assert row["rulebook"] in answer.out
        assert row["clauses"] == len(clauses_of(row["rulebook"]))
        assert row["source"]
        assert row["in_force"]


@pytest.mark.parametrize("name", NAMES)
def test_every_value_is_told_with_its_unit_its_room_and_its_clauses(wartable: Wartable, name: str) -> None:
    page = json.loads(wartable("rules", name, "--json").out)
    book = load_rulebook(name)
    assert [(row["key"], row["value"], row["unit"], row["clauses"], row["reading"]) for row in page["values"]] == [
        (value.key or key, value.in_force, value.unit, list(value.clauses), value.reading)
        for key, value in book.values.items()
    ]
    assert all(row["room"] and row["in_words"] for row in page["values"])
    assert [row["step"] for row in page["steps"]] == list(book.steps)
    assert [f"{row['deal']}.{row['outcome']}.{row['wager']}" for row in page["settlement"]] == list(book.settlement)
    assert [row["key"] for row in page["attestations"]] == [f"attest.{key}" for key in book.attest]
    assert [row["term"] for row in page["terms"]] == list(book.terms)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", ["80", "132", "250"])
def test_people_see_every_key_and_every_clause_whole(
    wartable: Wartable, name: str, width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    answer = wartable("rules", name)
    book = load_rulebook(name)
    assert (answer.code, answer.err) == (0, "")
    words = set(answer.out.replace(",", " ").split())
    page = json.loads(wartable("rules", name, "--json").out)
    kinds = ("values", "settlement", "steps", "attestations", "terms")
    assert {clause for kind in kinds for row in page[kind] for clause in row["clauses"]} <= words
    assert {value.key or key for key, value in book.values.items()} <= words
    assert "…" not in answer.out
    assert "\x1b" not in answer.out


@pytest.mark.parametrize("word", ["MD", "md", "Maryland", "maryland"])
def test_a_rulebook_is_found_by_its_name_or_code_in_any_case(wartable: Wartable, word: str) -> None:
    assert json.loads(wartable("rules", word, "--json").out)["rulebook"] == "maryland"


def test_an_unknown_rulebook_is_refused_with_those_that_exist(wartable: Wartable) -> None:
    answer = wartable("rules", "nevada")
    known = ", ".join(f"{name} ({load_rulebook(name).code})" for name in NAMES)
    assert answer == (2, "", f"wartable: rules: unknown rulebook nevada; expected one of {known}\n")


@pytest.mark.parametrize("asked", ["WI-h-5.2", "wi-H-5.2"])
def test_wi_h_5_2_can_be_looked_up_with_what_meets_and_proves_it(wartable: Wartable, asked: str) -> None:
    clause = clauses_of("wisconsin")["WI-h-5.2"]
    page = json.loads(wartable("rules", "--clause", asked, "--json").out)
    assert (page["id"], page["rulebook"], page["says"]) == ("WI-h-5.2", "wisconsin", clause.says)
    assert (page["met_by"], page["tests"]) == (list(clause.met_by), list(clause.tests))
    assert "war.initial" in page["in_rulebook"]
    shown = wartable("rules", "--clause", asked)
    assert (shown.code, shown.err) == (0, "")
    assert "the step war_wagers: Confirm that every war wager is down" in shown.out
    for text in ("WI-h-5.2", "war.initial", clause.cite, *page["met_by_in_words"], *clause.tests):
        assert text in shown.out


@pytest.mark.parametrize("clause", ["WI-h-5.2", "MD-5-F", "CA-intro.1", "CA-intro.2"])
def test_a_clause_tells_its_verdict_its_paths_and_its_breach_tests(wartable: Wartable, clause: str) -> None:
    page = json.loads(wartable("rules", "--clause", clause, "--json").out)
    proof = proofs([find(clause)])[clause]
    told = (page["verdict"], page["shown_on"], page["holds_on"], page["breach_tests"], page["unnoticed"])
    assert told == (proof.verdict, proof.day, list(proof.paths), list(proof.tests), list(proof.survived))
    shown = wartable("rules", "--clause", clause).out
    assert f"Verdict: {proof.verdict}" in shown
    for text in (proof.day, ", ".join(proof.paths), *proof.tests):
        assert text in shown


def find(clause: str) -> Clause:
    return next(known[clause] for name in NAMES if clause in (known := clauses_of(name)))


def test_a_clause_that_no_run_has_shown_says_so(wartable: Wartable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clause_page, "proofs", lambda clauses: proofs(clauses, ""))
    page = json.loads(wartable("rules", "--clause", "WI-h-5.2", "--json").out)
    assert (page["verdict"], page["shown_on"], page["holds_on"], page["breach_tests"]) == ("not yet shown", "", [], [])
    assert "\nVerdict: not yet shown\n" in wartable("rules", "--clause", "WI-h-5.2").out


def test_a_clause_is_looked_up_in_one_rulebook_where_that_is_named(wartable: Wartable) -> None:
    assert wartable("rules", "WI", "--clause", "WI-h-5.2").code == 0
    assert wartable("rules", "MD", "--clause", "WI-h-5.2").code == 2


def test_every_clause_of_every_rulebook_can_be_looked_up(wartable: Wartable) -> None:
    for name in dict.fromkeys(rulebook_names().values()):
        for clause in list(clauses_of(name))[::25]:
            page = json.loads(wartable("rules", "--clause", clause, "--json").out)
            assert (page["id"], page["rulebook"]) == (clause, name)


def test_a_clause_of_another_rulebook_is_told_by_its_own(wartable: Wartable) -> None:
    answer = wartable("rules", "wisconsin", "--clause", "md-5-i-1")
    assert answer == (2, "", "wartable: --clause: MD-5-I-1 is a clause of maryland, not of wisconsin\n")


def test_an_unknown_clause_is_refused_with_the_nearest_ids(wartable: Wartable) -> None:
    answer = wartable("rules", "--clause", "WI-h-5.22")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("wartable: --clause: unknown clause WI-h-5.22; expected WI-h-5.2")
    assert wartable("rules", "--clause", "zzz").err.endswith("expected an id of the clause lists\n")

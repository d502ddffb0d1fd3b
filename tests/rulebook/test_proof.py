"""What was shown of a clause: never more than the last kept run, and on the paths where its parts really hold."""

import ast
from pathlib import Path

import pytest

from tests.told import RULEBOOKS, Told
from wartable.rulebook import clauses_of
from wartable.rulebook.clauses import Clause
from wartable.rulebook.load import rulebooks_that_load
from wartable.rulebook.paths import ON_FILE, WITH_REAL_CARDS, WRITTEN_DOWN, paths_of
from wartable.rulebook.proof import Proof, digest_of, proofs, read_proofs, verdict_on, write_proofs
from wartable.runner import FixedPolicy, InOrder, Runner
from wartable.settle import play, read_json, read_scenario
from wartable.shoe.order import fresh
from wartable.table.commands import COMMANDS
from wartable.table.events import EVENTS
from wartable.table.phases import PHASES

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src/wartable"
CLAUSE = Clause("X-1", "", "", "", "", ("value:war.burns", "term:war"), ("tests/a.py::test_a", "tests/a.py::test_b"))
SHOWN = Proof(
    "X-1", digest_of(CLAUSE), "2026-01-02", "enforced", ("value:war.burns",), ("term:war",), ("tests/a.py::test_a",)
)


def named(kinds: tuple[type, ...]) -> dict[str, str]:
    """The tags of commands or events, by the names of their classes."""
    return {kind.__name__: str(kind.__struct_config__.tag) for kind in kinds}  # type: ignore[attr-defined]


def attributes(*rooms: str) -> set[str]:
    """Every attribute that the modules of these rooms read."""
    files = [file for room in rooms for file in (SOURCE / room).rglob("*.py")]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    return {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


# What was shown


def test_what_was_shown_is_kept_and_read_again() -> None:
    other = Proof("X-2", "0", "2026-01-02", "survived", survived=("event:war_declared",))
    assert read_proofs(write_proofs([SHOWN, other])) == {"X-1": SHOWN, "X-2": other}


def test_a_clause_is_shown_only_as_long_as_its_parts_and_its_tests_stay_the_same() -> None:
    kept = write_proofs([SHOWN])
    assert proofs([CLAUSE], kept) == {"X-1": SHOWN}
    for changed in (
        Clause("X-1", "", "", "", "", CLAUSE.met_by[:1], CLAUSE.tests),
        Clause("X-1", "", "", "", "", CLAUSE.met_by, CLAUSE.tests[:1]),
        Clause("X-2", "", "", "", "", CLAUSE.met_by, CLAUSE.tests),
    ):
        assert proofs([changed], kept) == {changed.id: Proof(changed.id, verdict="not yet shown")}


def test_other_words_for_a_clause_ask_for_no_new_run() -> None:
    assert digest_of(Clause("X-1", "§ 1", "war", "rule", "Says.", CLAUSE.met_by, CLAUSE.tests)) == SHOWN.digest


@pytest.mark.parametrize(
    ("noticed", "verdict"),
    [
        (["attest:sign", "value:decks"], "enforced"),
        (["check:limits"], "enforced"),
        (["attest:sign", "check:attestations", "term:war"], "attested"),
        (["check:attestations"], "attested"),
        (["term:war", "figure:edge"], "information"),
        ([], "survived"),
    ],
)
def test_a_verdict_says_no_more_than_what_was_noticed(noticed: list[str], verdict: str) -> None:
    assert verdict_on(noticed) == verdict


def test_every_kept_verdict_is_of_a_clause_and_follows_from_what_was_noticed() -> None:
    known = {clause.id: clause for rulebook in RULEBOOKS for clause in clauses_of(rulebook).values()}
    kept = read_proofs((SOURCE / "rulebook/data/verdicts.csv").read_text(encoding="utf-8"))
    assert [clause for clause in kept if clause not in known] == []
    for proof in proofs(known.values()).values():
        assert proof.verdict in {verdict_on(proof.noticed), "not yet shown"}
        assert {*proof.noticed, *proof.survived} <= set(known[proof.clause].met_by)
        assert bool(proof.noticed) == bool(proof.tests)


# The paths


@pytest.mark.parametrize(
    ("reference", "paths"),
    [
        ("attest:sign", ["check"]),
        ("check:limits", ["check"]),
        ("settlement:war.higher.war", ["automatic", "console", "settle"]),
        ("value:war.burns", ["automatic", "console", "settle", "check"]),
        ("value:cut.depth", ["automatic", "console", "check"]),
        ("value:table.layout", ["check"]),
        ("value:irregularity.misdeal", ["console", "check"]),
        ("command:cut_cards", ["automatic", "console"]),
        ("command:report_misdelivery", ["console"]),
        ("event:wager_settled", ["automatic", "console", "settle"]),
        ("refusal:burn_comes_first", ["automatic", "console"]),
        ("step:burn", ["automatic", "console"]),
        ("term:war", []),
        ("figure:edge", []),
    ],
)
def test_a_reference_holds_where_its_kind_is_at_work(reference: str, paths: list[str]) -> None:
    assert list(paths_of([reference])) == paths


def test_the_paths_of_a_clause_are_those_of_its_noticed_parts_together() -> None:
    assert paths_of(["check:limits", "command:cut_cards"]) == ("automatic", "console", "check")
    assert SHOWN.paths == ("automatic", "console", "settle", "check")
    assert Proof("X-1", verdict="survived", survived=("value:war.burns",)).paths == ()


def test_what_is_only_on_file_is_a_value_that_no_table_reads() -> None:
    values = {name for book in rulebooks_that_load() for name in book.values}
    assert values >= ON_FILE
    read = attributes("table", "runner", "live")
    names = {name.rpartition(".")[2] for name in ON_FILE} - {"layout"}  # the ledger's word for the felt
    assert names & read == set()


def test_no_automatic_dealer_gives_a_command_that_needs_real_cards() -> None:
    commands = named(COMMANDS)
    assert {*commands.values(), *named(EVENTS).values()} >= WITH_REAL_CARDS
    given = {commands.get(name) for name in attributes("live/moves", "runner", "table/steps")}
    assert given & WITH_REAL_CARDS == set()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_automatic_dealer_causes_an_event_that_needs_real_cards(rulebook: str) -> None:
    table = Told.at(rulebook).sits(1).sits(2).table
    acts = Runner(table, InOrder(fresh(table.rules.decks)), FixedPolicy((("initial", 10_00),))).shoe()
    events = {str(event.__struct_config__.tag) for done in acts for event in done.events}
    assert {"card_dealt", "wager_settled", "shuffle_begun"} <= events
    assert events & WITH_REAL_CARDS == set()


def test_a_round_that_is_written_down_goes_through_what_is_said_of_it() -> None:
    documents = [read_json(line) for line in (ROOT / "examples/rounds.jsonl").read_bytes().splitlines()]
    events = {str(event.__struct_config__.tag) for one in documents for event in play(read_scenario(one)).events}
    commands = {named(COMMANDS).get(name) for name in attributes("settle", "runner", "table/steps")}
    assert WRITTEN_DOWN - set(PHASES) - commands - events == set()

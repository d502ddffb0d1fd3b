"""What the server says to players is said in Spanish too: the page's interpreter knows every sentence."""

import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.lessons.test_lesson import COUPONS, NAMES, rules_at
from tests.table.test_second_person import SENTENCES
from tools.node import ROOT, node
from tools.page import FRONTEND
from wartable.cards import Card
from wartable.lessons import make_lesson
from wartable.live.telling.speech import PLAIN
from wartable.live.wire.troubles import TO_PLAYERS, Trouble
from wartable.rulebook import WAGERS, layout_lines, load_rulebook, notices
from wartable.table import events as e
from wartable.table.sentences import RULINGS, say, words_of
from wartable.table.sentences.day import ENDS, SHUFFLES
from wartable.table.sentences.trouble import CALLS, MISREAD
from wartable.table.words import DealName, Outcome

WORDS = FRONTEND / "src" / "words"
SPANISH = WORDS / "es" / "served.json"
LESSONS = WORDS / "es" / "lessons.json"
"""What a player reads in How to play besides, which is not loaded before."""
TO_STAFF = WORDS / "es" / "staff.json"
"""What a dealer, the floor and an auditor hear besides."""
SCENARIOS = ROOT / "tests" / "scenarios"
INTERPRET = """
import { readFileSync } from 'node:fs';
const { Interpreter } = await import(process.argv[1]);
const { pairs, sentences } = JSON.parse(readFileSync(0, 'utf8'));
const spanish = new Interpreter({ patterns: Object.fromEntries(pairs) });
console.log(JSON.stringify(sentences.map((one) => spanish.say(one))));
"""
"""The page's own interpreter, on sentences of the server."""
ENGLISH = re.compile(
    r"\b(the|of|is|are|was|were|you|your|yours|and|or|to|with|at|on|it|its|has|have|not|by|for|from|this|that|"
    r"cards?|wagers?|bets?|wins?|loses?|seats?|dealer|player|floor|pays?|paid|tie|tied|half|higher|lower)\b",
    re.IGNORECASE,
)
"""Words that no Spanish sentence has."""


def interpreted(sentences: list[str], *lists: Path) -> dict[str, str]:
    pairs = [pair for one in (SPANISH, *lists) for pair in json.loads(one.read_text(encoding="utf-8"))]
    given = {"pairs": pairs, "sentences": sentences}
    command = [str(node()), "--input-type=module", "-e", INTERPRET, (WORDS / "served.ts").as_uri()]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True)
    return dict(zip(sentences, json.loads(done.stdout), strict=True))


def left_in_english(sentences: Iterator[str] | list[str], *lists: Path) -> dict[str, str]:
    """The sentences that the catalogue misses, and what it makes of them; clauses are the regulators' own."""
    return {
        english: spanish
        for english, spanish in interpreted(sorted({one for one in sentences if one}), *lists).items()
        if ENGLISH.search(re.sub(r"\(.*?\)|\".*?\"", "", spanish))
    }


def taught_at(house: str) -> Iterator[str]:
    for part in make_lesson(rules_at(house), COUPONS):
        yield from (part.title, *part.says)
        for example in part.examples:
            yield from (example.title, *example.says, *(stake.word for stake in example.stakes))


def printed_at(house: str) -> Iterator[str]:
    rules = rules_at(house)
    yield from layout_lines(rules)
    for form in ("automatic", "real"):
        yield from notices(rules, form, practice=True)  # type: ignore[arg-type]
    yield from (load_rulebook(rules.rulebook).terms["initial"].word,)


@pytest.mark.parametrize("house", NAMES)
def test_lessons_print_and_notices_of_every_house_are_in_spanish(house: str) -> None:
    assert left_in_english(taught_at(house), LESSONS) == {}
    assert left_in_english(printed_at(house)) == {}


def test_what_happens_is_in_spanish_of_a_player_and_to_the_player() -> None:
    assert left_in_english([says for _, *both in SENTENCES for says in both]) == {}


DONE = (
    *("inspect", "verify", "spread", "look", "turn_up", "turn_down", "wash", "stack", "shuffle", "plug", "riffle"),
    *("turn", "strip", "machine_shuffle", "remove_cards", "spread_idle", "swap_batches", "release_batch"),
    *("empty_device", "clear_rack", "clear_shuffler", "count_cards", "jam_control"),
)
"""The steps that a table tells as done."""


def done_at(house: str) -> Iterator[str]:
    rules = rules_at(house)
    for step in DONE:
        for role in rules.steps[step].by if step in rules.steps else ():
            for batch in (0, 1):
                yield say(e.StepConfirmed(step, role, batch), words_of(rules))


@pytest.mark.parametrize("house", NAMES)
def test_steps_that_were_done_are_in_spanish_to_the_end(house: str) -> None:
    assert left_in_english(done_at(house)) == {}


def test_every_step_that_a_scenario_tells_as_done_is_in_spanish() -> None:
    told = [line for one in SCENARIOS.glob("*.txt") for line in one.read_text(encoding="utf-8").splitlines()]
    done = {line for line in told if line.startswith("Done by ")}
    assert len(done) > 20
    assert left_in_english([*done]) == {}


def test_what_the_dealer_says_is_in_spanish() -> None:
    assert left_in_english([*PLAIN.values()]) == {}
    won = [f"Your bank {how} in this round." for how in ("won 25.00", "lost 15.00", "neither won nor lost")]
    bank = replace(words_of(rules_at("california")), banks=True)
    ends: tuple[Outcome, ...] = ("lower", "higher", "equal")
    deals: tuple[DealName, ...] = ("original", "war")
    hands = [say(e.HandSettled(4, deal, how), bank) for deal in deals for how in ends]
    cards = [say(e.CardDealt(0, Card("9c"), deal), bank) for deal in deals]
    plain = ["Your bank pays and collects.", "The others bet against your bank."]
    assert left_in_english([*won, *plain, *hands, *cards]) == {}
    paid = [f"Your {row.noun}{row.where} is paid 50.00." for row in WAGERS.values() if row.part_of is None]
    assert left_in_english([*paid, "Nine beats seven.", "Seven beats your two.", "Nine against nine."]) == {}


def test_every_refusal_of_a_player_is_in_spanish() -> None:
    assert left_in_english([*TO_PLAYERS.values(), *(trouble.value for trouble in Trouble)]) == {}


def test_reasons_and_rulings_are_in_spanish() -> None:
    shuffles = [says.format(cover_card="cover card") for says in SHUFFLES.values()]
    calls = [says.format(seat=4) for says in CALLS.values()]
    assert left_in_english([*shuffles, *ENDS.values(), *calls, *MISREAD.values(), *RULINGS.values()]) == {}


def test_the_differences_of_the_shipped_tables_are_in_spanish() -> None:
    plan = tomllib.loads(files("wartable.live").joinpath("floorplan.toml").read_text(encoding="utf-8"))
    assert left_in_english([table["difference"] for table in plan["tables"] if "difference" in table]) == {}


def test_a_pattern_and_its_spanish_have_the_same_places() -> None:
    pairs = json.loads(Path(SPANISH).read_text(encoding="utf-8"))
    places = [
        (english, *(set(re.findall(r"{\w+}", text)) for text in (english, spanish))) for english, spanish in pairs
    ]
    assert [english for english, ours, theirs in places if ours != theirs] == []
    assert len(dict(pairs)) == len(pairs)

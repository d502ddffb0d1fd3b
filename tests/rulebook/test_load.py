"""Loading a rulebook: what is wrong with the data is found before a table sees it, with its place and its reason."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.rulebook.data_mutants import Document, as_toml, beside, written
from tests.rulebook.shelf import forget, own_shelf
from tests.told import RULEBOOKS
from wartable.rulebook import BadRulebook, load_rulebook, rulebook_names, rulebooks_that_load
from wartable.rulebook.clauses import clauses_of
from wartable.rulebook.readings import read_readings, readings
from wartable.rulebook.strict import read_rulebook
from wartable.rulebook.values import UNITS

REMOVED = object()


def problems_of(rulebook: str, text: str) -> list[str]:
    """What the loader says about a text, line by line."""
    with pytest.raises(BadRulebook) as refused:
        read_rulebook(rulebook, text, beside(rulebook))
    lines = str(refused.value).splitlines()
    assert len(lines) == len(refused.value.problems)
    return lines


def planted(rulebook: str, place: str, raw: object) -> str:
    """A rulebook with something else at a place, or with nothing there."""
    document = tomllib.loads(written(rulebook))
    *above, last = place.split("/")
    table: Document = document
    for part in above:
        table = table.setdefault(part, {})
    if raw is REMOVED:
        del table[last]
    else:
        table[last] = raw
    return as_toml(document)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_rulebook_loads_and_every_value_has_its_clause(rulebook: str) -> None:
    book = load_rulebook(rulebook)
    known = clauses_of(rulebook)
    for rows in (book.values, book.settlement, book.steps, book.attest, book.terms):
        cited: dict[str, tuple[str, ...]] = {name: row.clauses for name, row in rows.items()}
        assert all(clauses and set(clauses) <= set(known) for clauses in cited.values())
    assert {value.unit for value in book.values.values()} <= UNITS
    assert book.source
    assert book.in_force


def test_a_rulebook_is_called_by_its_name_and_by_its_code() -> None:
    assert dict(rulebook_names()) == {word: book for book in RULEBOOKS for word in (book, load_rulebook(book).code)}
    assert [book.name for book in rulebooks_that_load()] == sorted(RULEBOOKS)


def test_no_name_of_a_house_file_is_used_twice() -> None:
    for rulebook in RULEBOOKS:
        book = load_rulebook(rulebook)
        assert len(book.by_house_key()) == len(book.values)


def test_a_sentence_is_the_schemas_in_the_rulebooks_own_words_or_the_rulebooks_own() -> None:
    says = {book.code: book.values["limits.min"].says for book in rulebooks_that_load()}
    assert (says["MD"], says["WA"]) == ("smallest initial wager", "smallest primary wager")
    says = {book.code: book.values["seats"].says for book in rulebooks_that_load()}
    assert says["MD"] == "betting positions at the table"
    assert says["CA"] == "betting positions at the table, the player/dealer's included"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_rulebook_that_nothing_was_planted_in_loads(rulebook: str) -> None:
    text = as_toml(tomllib.loads(written(rulebook)))
    assert read_rulebook(rulebook, text, beside(rulebook)) == load_rulebook(rulebook)


@pytest.mark.parametrize(
    ("rulebook", "place", "raw", "reason"),
    [
        ("washington", "decks/clauses", [], "decks.clauses: [] does not fit (allowed: a list of clause ids"),
        ("washington", "decks/clauses", REMOVED, "decks: missing: clauses"),
        ("washington", "decks/clauses", ["WA-99"], 'decks.clauses: unknown clause "WA-99"'),
        ("washington", "decks/reading", "WA.99", 'decks.reading: unknown reading "WA.99"'),
        (
            "washington",
            "decks/reading",
            "MD.1",
            "decks.reading: MD.1 is a reading of another state (allowed: G… or WA.",
        ),
        (
            "washington",
            "decks/default",
            "six",
            'decks.default: "six" is not a whole number (allowed: from 1 to 16 decks)',
        ),
        ("washington", "decks/default", True, "decks.default: true is not a whole number"),
        (
            "washington",
            "seats/default",
            13,
            "seats.default: 13 is not allowed here (allowed: from 1 to 12 seats)",
        ),
        ("maryland", "decks/default", 3, "decks.default: outside its own room: 3 needs literal_decks = true"),
        ("washington", "decks/default", REMOVED, "decks: missing: value or default"),
        ("washington", "decks/room", REMOVED, "decks: missing: room"),
        ("washington", "decks/room", [6, 6], "decks.room: a choice is named twice"),
        ("washington", "decks/room", "six", 'decks.room: "six" is not a room'),
        ("washington", "decks/room", [6, 17], "decks.room: 17 is not allowed here (allowed: from 1 to 16 decks)"),
        ("washington", "decks/colour", "red", "decks.colour: no such key"),
        ("washington", "decks/clausse", ["WA-1"], "decks.clausse: no such key; did you mean decks.clauses?"),
        ("washington", "decks", 6, "decks: 6 is not a table"),
        ("washington", "seats/room", {"min": 9, "max": 3}, "seats.room: { min = 9, max = 3 } leaves no room"),
        ("washington", "seats/room", {"min": 0}, "seats.room.min: 0 is not allowed here (allowed: from 1 to 12 seats)"),
        ("washington", "seats/room", {"least": 1}, "seats.room: { least = 1 } is not a room"),
        ("washington", "seats/says", "two\nlines", "seats.says: "),
        ("washington", "deck", {"clauses": ["WA-1"]}, "deck: no such key; did you mean decks?"),
        ("washington", "cut/depht", {"clauses": ["WA-1"]}, "cut.depht: no such key; did you mean cut.depth?"),
        ("washington", "cut", 7, "cut: no such key"),
        ("washington", "bank/by/room", ["house"], "bank.by.room: a fixed value leaves no room"),
        ("washington", "bank/by/default", "player", "bank.by.default: a fixed value leaves no room"),
        (
            "washington",
            "bank/by/value",
            "state",
            'bank.by.value: "state" is not allowed here (allowed: house or player)',
        ),
        ("washington", "bank/coverage", {"clauses": ["WA-1"]}, "(allowed: only where bank.by can be player)"),
        ("washington", "wager/stay_seated/room", [True], "wager.stay_seated.room: a choice of yes or no names no room"),
        ("washington", "limits/max/default", "5.00", "limits.max.needed: a value with a default is not needed"),
        ("massachusetts", "idle/spread/without", "face_up", "idle.spread.without: only a house rule can be"),
        ("washington", "settle/direction/words", {"up": "clockwise"}, "settle.direction.default: "),
        (
            "washington",
            "idle/spread/words",
            {"aside": "face_up"},
            'idle.spread.words: "aside" is not among the choices',
        ),
        ("maryland", "decks/default", 2, "decks.default: outside its own room: 2 decks is too few (allowed: from 6"),
        ("maryland", "decks/warn", {"9": "too many"}, "decks.warn: { 9 = "),
        ("maryland", "decks/warn", REMOVED, "decks: usual and warn belong together (allowed: both, or neither)"),
        ("maryland", "decks/usual", REMOVED, "decks: usual and warn belong together"),
        ("maryland", "decks/usual", 6, "decks.usual: 6 is not a list of choices"),
        ("maryland", "decks/usual", [], "decks.usual: "),
        ("maryland", "decks/usual", [6, 17], "decks.usual: 17 is not allowed here (allowed: from 1 to 16 decks)"),
        ("maryland", "decks/more", {"literal_decks": {"min": 0}}, "decks.more.literal_decks.min: 0 is not allowed"),
        ("maryland", "decks/more", {"literal_decks": 3}, "decks.more: { literal_decks = 3 } does not fit"),
        (
            "washington",
            "settle/war_direction/follows",
            "deal.way",
            '"deal.way" is not another value counted in direction',
        ),
        ("washington", "settle/war_direction/follows", "seats", '"seats" is not another value counted in direction'),
        ("washington", "settle/war_direction/follows", "settle.war_direction", "is not another value counted in direc"),
        ("washington", "settle/war_direction/follows", "bank.rotation", "is not another value counted in direction"),
        ("maryland", "settle/direction/follows", "deal.direction", "settle.direction.follows: a fixed value leaves"),
        ("maryland", "decks/more", {"cut": [3]}, "decks.more.cut: cut is not a switch of this rulebook"),
        ("wisconsin", "decks/more", {"literal_decks": [3]}, "literal_decks is not a switch of this rulebook"),
        ("washington", "seats/key", "attest", "seats.key: attest is already the name of the house itself"),
        ("washington", "seats/key", "decks", "decks.key: decks is already the name of seats"),
        ("washington", "steps/load/clauses", ["WA-99"], 'steps.load.clauses: unknown clause "WA-99"'),
        ("washington", "steps/load/by", ["dealer"], "steps.load.by: no such key"),
        ("washington", "steps/laod", {"clauses": ["WA-1"]}, "steps.laod: no such key; did you mean steps.load?"),
        ("washington", "steps/load", REMOVED, "steps.load: missing: Load the stack into the shoe."),
        ("washington", "steps", REMOVED, "steps.load: missing: Load the stack into the shoe."),
        ("washington", "steps", 7, "steps: 7 is not a table"),
        ("washington", "steps/side_bets", {"clauses": ["WA-1"]}, "(allowed: only with progressive"),
        ("washington", "terms/initial/reading", "WA.99", 'terms.initial.reading: unknown reading "WA.99"'),
        ("washington", "terms/initial", REMOVED, "terms.initial: missing: the rulebook's word for initial wager"),
        ("washington", "terms/jackpot", {"clauses": ["WA-1"]}, "terms.jackpot: missing: word"),
        (
            "maryland",
            "attest/discard_rack",
            REMOVED,
            "attest.discard_rack: missing: MD-2-F says that it is met by attest:",
        ),
        ("maryland", "attest/jackpot", {"clauses": ["MD-6-A"]}, "attest.jackpot: missing: says"),
        ("maryland", "attest/device_approved/when", {"cut": ["x"]}, '"cut" is not a value of this rulebook'),
        ("maryland", "attest/device_approved/when", {"offers": ["x"]}, 'offers cannot be "x"'),
        ("washington", "code", REMOVED, "code: missing: its code"),
        ("washington", "code", 7, "code: 7 does not fit"),
        ("washington", "code", "wa", 'code: "wa" is not the code of this state'),
        ("washington", "code", "MD", 'code: "MD" is not the code of this state'),
        ("washington", "name", "oregon", 'name: "oregon" is not the name of the file'),
        ("washington", "in_force", "2026-02-30", 'in_force: "2026-02-30" is not a day'),
        ("washington", "in_force", "soon", 'in_force: "soon" is not a day'),
        ("washington", "source", "", 'source: "" does not fit'),
        ("washington", "code", "", 'code: "" does not fit (allowed: two capital letters'),
        ("washington", "code", REMOVED, "begins (allowed: two capital letters"),
        ("washington", "in_force", "", 'does not fit (allowed: a day such as "2026-07-01", or "not stated")'),
        ("washington", "in_force", REMOVED, '(allowed: a day such as "2026-07-01", or "not stated")'),
        ("washington", "name", "", 'name: "" does not fit (allowed: washington)'),
    ],
)
def test_what_is_planted_in_a_rulebook_keeps_it_from_loading(
    rulebook: str, place: str, raw: object, reason: str
) -> None:
    told = problems_of(rulebook, planted(rulebook, place, raw))
    assert all(line.startswith(f"rulebooks/{rulebook}.toml:") for line in told)
    assert any(reason in line for line in told), told


@pytest.mark.parametrize(
    ("place", "raw", "reason"),
    [
        ("original/higher/initial/pays", REMOVED, "nothing is not what this row pays (allowed: initial)"),
        ("original/higher/initial/pays", "tie", '"tie" is not what this row pays (allowed: initial)'),
        ("original/lower/initial/pays", "initial", "this row pays no pays"),
        ("original/higher/initial/amount", "10.00", "this row pays no amount"),
        ("original/lower/initial/clauses", [], "clauses: [] does not fit"),
        ("original/lower/initial/result", "draw", '"draw" is not a result of this wager (allowed: lose)'),
        ("original/lower/initial/result", REMOVED, "missing: result"),
        ("original/lower/initial", REMOVED, "missing: how this wager is settled (allowed: a row with the result lose)"),
        ("original/lower/war", {"result": "lose", "clauses": ["WA-1"]}, "settlement.original.lower.war: no such key"),
        ("original/lower", 7, "settlement.original.lower: no such key"),
        ("peace", 7, "settlement.peace: no such key"),
        ("war/lower/war_tie", {"result": "lose", "clauses": ["WA-1"]}, "only where tie.on_war_deal can be true"),
    ],
)
def test_every_outcome_of_every_wager_has_its_row_and_no_other(place: str, raw: object, reason: str) -> None:
    told = problems_of("washington", planted("washington", f"settlement/{place}", raw))
    assert any(reason in line for line in told), told


def test_a_symbol_of_the_wheel_pays_an_amount_and_the_envy_row_the_houses_table() -> None:
    told = problems_of("maryland", planted("maryland", "settlement/hot/500/bonus_spin/amount", "a lot"))
    assert any('settlement.hot.500.bonus_spin.amount: "a lot" is not an amount' in line for line in told)
    place = "settlement/progressive/suited_four_of_a_kind/envy/amount"
    assert any("allowed: envy" in line for line in problems_of("maryland", planted("maryland", place, "5.00")))


def test_every_problem_is_told_at_once_with_its_line_from_the_top_down() -> None:
    text = written("washington")
    text = text.replace('code = "WA"', 'code = "Washington"').replace("[burn]", "[brun]")
    text = text.replace('tie_hand = { clauses = ["WA-4-c.2"] }', "")
    told = problems_of("washington", text)
    lines = [int(re.match(r"rulebooks/washington\.toml:(\d+): ", line)[1]) for line in told]  # type: ignore[index]
    assert lines == sorted(lines)
    shown = text.splitlines()
    for key, written_there in (("code", "code = "), ("brun", "[brun]")):
        line = next(line for line in told if f": {key}: " in line)
        assert shown[int(line.split(":")[1]) - 1].startswith(written_there)
    for key in ("burn.first", "burn.new_dealer", "burn.coincident"):
        assert any(f": {key}: missing: " in line for line in told)


def test_a_value_that_is_wrong_hides_nothing_else_and_brings_no_other_problem() -> None:
    text = planted("washington", "bank/by/value", "state")
    assert len(problems_of("washington", text)) == 1
    assert len(problems_of("maryland", planted("maryland", "shuffler/kind/default", "magic"))) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = 'x'\nname = 'y'\n", "rulebooks/washington.toml:2: file: this is not TOML: Cannot overwrite a value"),
        ("name = 'x", "rulebooks/washington.toml:1: file: this is not TOML: "),
        ("[seats]\n[seats]\n", "rulebooks/washington.toml:2: file: this is not TOML: Cannot declare"),
        ("x = 9" + "9" * 5000, "rulebooks/washington.toml:1: file: this is not TOML: "),
    ],
)
def test_a_text_that_is_not_toml_or_says_something_twice_is_refused_with_its_line(text: str, reason: str) -> None:
    assert problems_of("washington", text)[0].startswith(reason)


def test_a_broken_rulebook_breaks_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with own_shelf(tmp_path, monkeypatch) as shelf:
        (shelf / "rulebooks" / "washington.toml").write_text("code = [")
        assert [book.name for book in rulebooks_that_load()] == sorted(set(RULEBOOKS) - {"washington"})
        assert set(rulebook_names().values()) == set(RULEBOOKS)
        with pytest.raises(BadRulebook, match=r"rulebooks/washington\.toml:1: file: this is not TOML"):
            load_rulebook("washington")


def test_two_rulebooks_with_one_code_are_told_and_the_one_whose_clauses_have_it_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_shelf(tmp_path, monkeypatch) as shelf:
        for copy in ("alphaland", "exampleland"):
            text = written("washington").replace('name = "washington"', f'name = "{copy}"')
            (shelf / "rulebooks" / f"{copy}.toml").write_text(text)
        clauses = (shelf / "clauses" / "washington.csv").read_text()
        (shelf / "clauses" / "exampleland.csv").write_text(clauses)
        assert rulebook_names()["WA"] == "exampleland"
        with pytest.raises(BadRulebook, match="code: WA is the code of exampleland"):
            load_rulebook("washington")
        with pytest.raises(BadRulebook, match=r"clauses/alphaland\.csv: file: missing: the clauses of this state"):
            load_rulebook("alphaland")
        (shelf / "rulebooks" / "exampleland.toml").write_text("code = 7")
        forget()
        assert rulebook_names()["WA"] == "washington"
        assert load_rulebook("washington").code == "WA"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("id,cite", "id;cite", "clauses/washington.csv:1: header: these are not the columns of a list of clauses"),
        ("WA-2.1,Rule 2,", "WA-1,Rule 2,", "clauses/washington.csv:3: WA-1: this clause is there twice"),
        ("WA-2.1,Rule 2,", "WA-2.1,,", "clauses/washington.csv:3: WA-2.1: this is not a clause"),
        ("WA-2.1,Rule 2,", "OR-2.1,Rule 2,", "clauses/washington.csv:3: OR-2.1: this is not a clause of this state"),
        ("WA-2.1,", "\nWA-2.1,", "clauses/washington.csv:3: row: this is not a clause"),
        ("step:bets", "stap:bets", "'stap:bets' is not a reference"),
        ("step:bets", "step:bids", "steps.bids: missing: WA-2.1 says that it is met by step:bids"),
        ("figure:pool_example", "figure:pool", "figures.pool: missing: WA-4-c-ii.3 says that it is met by figure:pool"),
        ("step:bets", "check:no_check", "figures.no_check: missing"),
    ],
)
def test_a_clause_is_there_once_is_of_its_state_and_is_met_by_what_exists(
    old: str, new: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_shelf(tmp_path, monkeypatch) as shelf:
        file = shelf / "clauses" / "washington.csv"
        file.write_text(file.read_text().replace(old, new, 1))
        with pytest.raises(BadRulebook) as refused:
            load_rulebook("washington")
        assert reason in str(refused.value)


def test_every_reading_says_where_it_stands_and_how_it_is_read() -> None:
    for number, reading in readings().items():
        assert reading.where, number
        assert reading.asks, number
        assert reading.reads, number


def test_readings_that_cannot_be_read_are_refused_in_one_line() -> None:
    with pytest.raises(BadRulebook, match=r"readings\.toml: file: .*unknown field `how`"):
        read_readings('[G1]\nhow = "so"\n')


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

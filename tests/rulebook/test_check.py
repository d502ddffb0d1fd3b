"""`check` as a library: every finding at once, each on its line, and never an exception."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.rulebook.check import HouseCheck, check_house
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.house import MAX_HOUSE_BYTES, BadHouse, load_house

HOUSES = Path(__file__).resolve().parents[2] / "houses"

MANY_PROBLEMS = """\
rulebook = "MD"
seats = 10
decks = 7
deck = 6

[about]
operator = ""
owner = "Example Casino"

[limits]
min = "505.00"
max = "500.00"
step = 5
tie_min = "6.00"

[surrender]
smallest_chip = "2.50"
direction = "counterclockwise"

[cut]
depth = 5
reinsert = "1/5 stack"
burn = true

[shuffle]
sequence = ["riffle", "bridge"]

[pays]
tie = "9 to 1"
war = "1 to 1"

[decision]
on_timeout = "floor_call"

[irregularity]
faceup = { a = 1 }

[attest]
dealer_opposite = true
layout_approved = false
layout_operator = true
layout_initial_area = true
layout_tie_area = true
layout_odds = true
payout_limit_posted = true
drop_and_tip_box = true
cards_identical = true
two_cover_cards = true
device_approved = true
shoe_position = true
players_do_not_touch_cards = true
players_are_nice = true
"""


def test_all_problems_are_found_at_once_each_on_its_line() -> None:
    report = check_house(MANY_PROBLEMS, "many.toml")
    assert [(finding.line, finding.severity, finding.key) for finding in report.findings] == [
        (2, "error", "seats"),
        (3, "warning", "decks"),
        (4, "error", "deck"),
        (7, "error", "about.operator"),
        (8, "error", "about.owner"),
        (12, "error", "limits.max"),
        (13, "error", "limits.step"),
        (14, "error", "limits.tie_min"),
        (18, "error", "surrender.direction"),
        (21, "error", "cut.depth"),
        (22, "error", "cut.reinsert"),
        (23, "error", "cut.burn"),
        (26, "error", "shuffle.sequence"),
        (29, "error", "pays.tie"),
        (33, "error", "decision.on_timeout"),
        (36, "error", "irregularity.faceup"),
        (38, "error", "attest.discard_rack"),
        (40, "error", "attest.layout_approved"),
        (49, "note", "attest.device_approved"),
        (52, "error", "attest.players_are_nice"),
        (None, "error", "idle.after_minutes"),
        (None, "error", "payout.limit_per_hand"),
        (None, "error", "table.boxes"),
    ]
    assert not report.ok
    assert report.rules is None
    assert (report.file, report.rulebook) == ("many.toml", "maryland")


def test_a_key_that_was_refused_is_not_complained_of_again_as_missing() -> None:
    found = check_house('rulebook = "MD"\n[limits]\nmin = 10\n', "x").findings
    assert [finding.message for finding in found if finding.key == "limits.min"] == [
        '10 is not an amount above zero as a text, such as "10.00"'
    ]


def test_what_is_missing_with_its_whole_table_has_no_line_and_comes_last() -> None:
    found = check_house('rulebook = "WA"\n[limits]\n', "x").findings
    assert [(finding.line, finding.key) for finding in found] == [
        (2, "limits.authorised"),
        (2, "limits.authorised_by"),
        (2, "limits.max"),
        (None, "attest.limits_wac_040"),
        (None, "attest.limits_wac_140"),
        (None, "surrender.smallest_chip"),
    ]


def test_a_finding_has_everything_a_reader_needs() -> None:
    found = check_house('rulebook = "maryland"\ncut.depth = 5\n', "x").findings
    assert found[0] == HouseFinding(
        severity="error",
        key="cut.depth",
        message="5 changes what the rules fix",
        allowed="only 10, which the rules fix",
        clauses=("MD-5-F",),
        reading="MD.10",
        line=2,
    )
    assert str(found[0]) == "cut.depth: 5 changes what the rules fix (allowed: only 10, which the rules fix)"


def test_a_house_with_nothing_wrong_has_rules() -> None:
    report = check_house((HOUSES / "maryland.toml").read_bytes(), "maryland.toml")
    assert report.ok
    assert report.findings == ()
    assert report.rules is not None
    assert (report.rules.seats, report.rules.limits.min, report.rules.cut.depth) == (7, 1000, 10)


# What a house says about itself


@pytest.mark.parametrize(("length", "fits"), [(1, True), (80, True), (81, False)])
def test_a_house_has_a_name_of_1_to_80_characters(length: int, fits: bool) -> None:
    found = check_house(f'rulebook = "WA"\n[about]\nname = "{"x" * length}"\n', "x").findings
    assert ("about.name" not in {finding.key for finding in found}) == fits


@pytest.mark.parametrize("text", ['""', '" padded "', f'"{"x" * 81}"', r'"new\nline"', "2026-11-15", "[1]"])
def test_a_name_is_a_short_printable_text(text: str) -> None:
    found = check_house(f'rulebook = "WA"\n[about]\nname = {text}\n', "x").findings
    assert (found[0].line, found[0].key) == (3, "about.name")
    assert found[0].allowed == "a text of 1 to 80 printable characters"


@pytest.mark.parametrize(
    "text", ['"yesterday"', '"2026-02-30"', '"20261115"', '"15 November 2026"', '""', "2026-11-15", "20261115"]
)
def test_a_house_is_filed_on_a_day_of_the_calendar(text: str) -> None:
    found = check_house(f'rulebook = "WA"\n[about]\nfiled = {text}\n', "x").findings
    assert (found[0].line, found[0].key, found[0].severity) == (3, "about.filed", "error")
    assert found[0].allowed == 'a day as a text, such as "2026-11-15"'


def test_names_stand_in_a_table() -> None:
    found = check_house('rulebook = "WA"\nabout = "us"\n', "x").findings
    assert (found[0].line, str(found[0])) == (
        2,
        'about: "us" is not a table (allowed: a table with operator, name and filed)',
    )


# Files that cannot be read


@pytest.mark.parametrize(
    ("text", "line", "key", "message"),
    [
        ("", None, "rulebook", "missing: whose rules this house is under"),
        ("decks = 6", None, "rulebook", "missing: whose rules this house is under"),
        ("a = 1\nrulebook = 'nevada'", 2, "rulebook", '"nevada" is not a rulebook'),
        ("rulebook = ['MD']", 1, "rulebook", '["MD"] is not a rulebook'),
        ("[rulebook]\nname = 'MD'", 1, "rulebook", '{ name = "MD" } is not a rulebook'),
        ("a = 1\nb = = 2", 2, "", "this is not TOML: Invalid value (column 5)"),
        ("a = 1\na = 2\n", 2, "", "this is not TOML: Cannot overwrite a value (column 6)"),
        ("a = 1\nb = '''", 2, "", "this is not TOML: Expected \"'''\" at the end"),
        ("a = " + "[" * 5_000, None, "", "the brackets are nested too deeply"),
        ("a = " + "9" * 5_000, None, "", "this is not TOML: a number has too many digits"),
        ("x = 1\na" + ".a" * 60_000 + " = 1", 2, "", "a key of 60001 parts is too long"),
        (b"\xff\xfe\x00", None, "", "this file is not text"),
        ("\ud800", None, "", "this file is not text"),
        ("#" * (MAX_HOUSE_BYTES + 1), None, "", f"{MAX_HOUSE_BYTES + 1} bytes is too large"),
        ("#" * MAX_HOUSE_BYTES, None, "rulebook", "missing: whose rules this house is under"),
        ("é" * MAX_HOUSE_BYTES, None, "", f"{2 * MAX_HOUSE_BYTES} bytes is too large"),
        ("\0", 1, "", "this is not TOML: Invalid statement (column 1)"),
    ],
)
def test_a_file_that_cannot_be_read_gives_one_finding(
    text: str | bytes, line: int | None, key: str, message: str
) -> None:
    report = check_house(text, "x")
    (finding,) = report.findings
    assert (finding.severity, finding.line, finding.key) == ("error", line, key)
    assert finding.message == message
    assert (report.rulebook, report.rules, report.ok) == (None, None, False)


def test_the_parsers_reason_is_cut_short() -> None:
    report = check_house(f"[{'k' * 9_999}]\n[{'k' * 9_999}]", "x")
    assert len(report.findings[0].message) < 250


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert check_house(b"\xef\xbb\xbf" + (HOUSES / "wisconsin.toml").read_bytes(), "x").ok


def test_a_rulebook_is_named_by_its_name_or_its_code() -> None:
    for name in ("massachusetts", "MA"):
        assert check_house(f'rulebook = "{name}"', "x").rulebook == "massachusetts"


# Just the rules


def test_a_house_can_be_loaded_for_its_rules_though_it_is_not_complete() -> None:
    rules = load_house('rulebook = "WI"\ndecks = 8\nlimits = { max = "50.00" }')
    assert (rules.rulebook, rules.decks, rules.limits.max, rules.limits.min) == ("wisconsin", 8, 5000, None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("decks = 8", "rulebook: missing: whose rules this house is under (allowed: california, CA,"),
        ('rulebook = "WI"\ndecks = 9', "decks: 9 is not among the choices (allowed: 6, 7 or 8)"),
        ('rulebook = "WI"\nlimits = { min = "2.00", max = "1.00" }', "limits.max: 1.00 is below the minimum of 2.00"),
        ("=", "this is not TOML: Invalid statement (column 1) (allowed: a TOML file)"),
    ],
)
def test_a_house_that_cannot_be_loaded_says_why_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(BadHouse) as raised:
        load_house(text)
    assert str(raised.value).startswith(reason)
    assert "\n" not in str(raised.value)


# No matter what comes

LINES = st.sampled_from(
    [
        'rulebook = "MD"',
        'rulebook = "CA"',
        "[limits]",
        "[cut]",
        "[attest]",
        "[about]",
        "[[cut]]",
        "[cut.depth]",
        "depth = 10",
        "decks = 6",
        'min = "1.00"',
        "max = 1e400",
        "operator = nan",
        "seats = 0x" + "f" * 50,
        "x = [{ a = 1 }, { a = 2 }]",
        "'' = 1979-05-27T07:32:00Z",
        "attest = 3",
        "about = []",
        "discard_rack = true",
        'a."b.c".d = { e = """\n""" }',
    ]
)


def holds_together(report: HouseCheck) -> None:
    assert report.ok == (report.rules is not None)
    places = [(finding.line is None, finding.line or 0, finding.key) for finding in report.findings]
    assert places == sorted(places)


@given(st.lists(LINES, max_size=10).map("\n".join))
def test_no_lines_are_too_much_for_check(text: str) -> None:
    holds_together(check_house(text, "x"))


@given(st.lists(LINES, max_size=8, unique=True).map(lambda lines: "\n".join(['rulebook = "MA"', *lines])))
def test_no_house_is_too_much_for_check(text: str) -> None:
    holds_together(check_house(text, "x"))


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_no_bytes_are_too_much_for_check(text: str | bytes) -> None:
    holds_together(check_house(text, "x"))


EXAMPLE = (HOUSES / "california.toml").read_bytes()


@given(st.integers(0, len(EXAMPLE) - 1), st.integers(0, 255))
def test_no_changed_byte_is_too_much_for_check(place: int, byte: int) -> None:
    holds_together(check_house(EXAMPLE[:place] + bytes([byte]) + EXAMPLE[place + 1 :], "x"))


# Rows of a table


def maryland(*changes: tuple[str, str]) -> tuple[str, list[tuple[int | None, str, str]]]:
    """Maryland's house with other lines, and what is found wrong in it."""
    text = (HOUSES / "maryland.toml").read_text()
    for line, other in changes:
        assert text.count(f"\n{line}\n") == 1
        text = text.replace(f"\n{line}\n", f"\n{other}\n")
    found = check_house(text, "x").findings
    return text, [(finding.line, finding.severity, finding.message) for finding in found]


def line_of(text: str, line: str) -> int:
    return text.splitlines().index(line) + 1


@pytest.mark.parametrize(
    ("line", "wrong", "message"),
    [
        ("hot_weights.300 = 16", "hot_weights.300 = 0", "is not a table of whole numbers from 1"),
        ("hot_weights.200 = 30", "hot_weights.200 = -3", "is not a table of whole numbers from 1"),
        ("community_weights.25 = 30", "community_weights.25 = 10001", "is not a table of whole numbers from 1"),
        ('# settle_point = "end_of_round"', "hot_weights.201 = 1", "201 is not a symbol of this ring"),
        ('# settle_point = "end_of_round"', 'hot_weights."a b" = 1', "a b is not a symbol of this ring"),
        ('# settle_point = "end_of_round"', f"hot_weights.{'s' * 90} = 1", "is not a table of whole numbers"),
    ],
)
def test_a_wrong_row_of_a_table_is_found_on_its_own_line(line: str, wrong: str, message: str) -> None:
    text, (finding,) = maryland((line, wrong))
    assert finding[:2] == (line_of(text, wrong), "error")
    assert message in finding[2].replace('"', "")


def test_wrong_rows_of_an_inline_table_are_found_on_the_line_of_the_table() -> None:
    rows = "community_table = { 75 = 1, 50 = 2 }"
    text, findings = maryland(('# community_table.75 = "100.00"', rows))
    assert [finding[0] for finding in findings] == [line_of(text, rows)] * 2


@pytest.mark.parametrize("others", ["= 0", "= -3"])
def test_a_wrong_row_does_not_hide_a_meter_that_cannot_be_won_nor_a_pay(others: str) -> None:
    wrong = f"hot_weights.200 {others}"
    gone = (("hot_weights.primary = 1", ""), ("hot_weights.600 = 4", ""))
    text, findings = maryland(*gone, ("hot_weights.200 = 30", wrong))
    first = line_of(text, "hot_weights.secondary = 2")
    assert findings[:2] == [
        (first, "error", "the primary meter cannot be won: its symbol is not on the ring"),
        (first, "error", "the pay of 600 cannot be won: not on the ring"),
    ]
    assert [finding[:2] for finding in findings[2:]] == [(line_of(text, wrong), "error")]


def test_a_refused_row_of_a_meter_is_the_only_finding_about_it() -> None:
    text, findings = maryland(("hot_weights.primary = 1", "hot_weights.primary = 0"))
    assert [finding[0] for finding in findings] == [line_of(text, "hot_weights.primary = 0")]


def test_a_ring_that_is_no_table_is_not_asked_for_its_symbols() -> None:
    lines = (HOUSES / "maryland.toml").read_text().splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("hot_weights."))
    kept = [line for line in lines if not line.startswith("hot_weights.")]
    found = check_house("\n".join([*kept[:first], "hot_weights = 3", *kept[first:]]), "x").findings
    assert [(finding.line, finding.key) for finding in found] == [(first + 1, "bonus_spin.hot_weights")]

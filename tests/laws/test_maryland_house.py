"""Maryland: what a house must attest, may choose and may not change, shown by `check` on the example house."""

from pathlib import Path

import pytest

from wartable.rulebook.check import HouseCheck, check_house
from wartable.rulebook.checks.finding import HouseFinding, errors

EXAMPLE = (Path(__file__).resolve().parents[2] / "houses" / "maryland.toml").read_text(encoding="utf-8")

BATCH = ('# kind = "none"', 'kind = "batch"')
CONTINUOUS = ('# kind = "none"', 'kind = "continuous"')
COLOURS = ("# batch_colours = true", "batch_colours = true")
NO_CUT = ("depth = 20\n", "")
Change = tuple[str, str]


def filed(*changes: Change) -> HouseCheck:
    """The example house, filed with some of its lines changed."""
    text = EXAMPLE
    for old, new in changes:
        assert text.count(f"\n{old}") == 1, old
        text = text.replace(f"\n{old}", f"\n{new}")
    return check_house(text, "maryland.toml")


def refused(*changes: Change) -> HouseFinding:
    """The one thing that keeps a changed house from being accepted."""
    (finding,) = errors(filed(*changes).findings)
    return finding


def test_the_example_house_has_nothing_against_it() -> None:
    assert filed().findings == ()


# What no program can see

ATTESTED = {
    "MD-2-A.2": ["dealer_opposite"],
    "MD-2-B.1": ["layout_approved"],
    "MD-2-B-1": ["layout_operator"],
    "MD-2-B-2": ["layout_initial_area"],
    "MD-2-B-3": ["layout_tie_area"],
    "MD-2-B-5-a": ["layout_odds"],
    "MD-2-B-5-b": ["payout_limit_posted"],
    "MD-2-B-6": ["layout_odds", "payout_limit_posted"],
    "MD-2-D": ["drop_and_tip_box"],
    "MD-2-E": ["drop_and_tip_box"],
    "MD-2-F": ["discard_rack"],
    "MD-3-A-1": ["cards_identical"],
    "MD-3-A-2": ["two_cover_cards"],
    "MD-8-A": ["shoe_position"],
    "MD-8-I": ["players_do_not_touch_cards"],
}


@pytest.mark.parametrize("clause", ATTESTED)
def test_md_a_house_that_does_not_attest_is_refused(clause: str) -> None:
    for name in ATTESTED[clause]:
        for written in ("", f"{name} = false\n"):
            finding = refused((f"{name} = true\n", written))
            assert finding.key == f"attest.{name}"
            assert clause in finding.clauses


def test_md_3_b_2_the_backs_of_two_batches_are_attested_where_there_are_two() -> None:
    assert refused(BATCH).clauses == ("MD-3-B-2",)
    assert filed(BATCH, COLOURS).ok


def test_md_3_b_2_no_other_house_is_asked_about_two_batches() -> None:
    assert "attest.batch_colours" not in {finding.key for finding in filed(CONTINUOUS, NO_CUT).findings}


def test_md_5_j_a_device_that_reshuffles_itself_was_approved_before() -> None:
    finding = refused(CONTINUOUS, NO_CUT)
    assert (finding.key, finding.clauses) == ("attest.device_approved", ("MD-5-J",))
    assert filed(CONTINUOUS, NO_CUT, ("# device_approved = true", "device_approved = true")).ok


# Numbers with an edge


EDGES = {
    "MD-2-A.1": ("seats = 7", "seats = 9", "seats = 10"),
    "MD-3-A": ("decks = 6", "decks = 8", "decks = 9"),
    "MD-3-C": ("# change_period = 24", "change_period = 24", "change_period = 25"),
    "MD-5-B-1": (
        '# machine_cover_card = "1/4 stack"',
        'machine_cover_card = "78 cards"',
        'machine_cover_card = "77 cards"',
    ),
    "MD-5-F": ("depth = 20", "depth = 10", "depth = 9"),
    "MD-5-F-2": ('# reinsert = "1/4 stack"', 'reinsert = "78 cards"', 'reinsert = "77 cards"'),
    "MD-7-A": (
        '# instruments = ["chips", "plaques"]',
        'instruments = ["approved_instrument"]',
        'instruments = ["cash"]',
    ),
    "MD-7-E": ("boxes = 2", "boxes = 7", "boxes = 8"),
}


@pytest.mark.parametrize("clause", EDGES)
def test_md_a_house_keeps_within_its_room(clause: str) -> None:
    old, right, wrong = EDGES[clause]
    assert filed((old, right)).ok
    assert clause in refused((old, wrong)).clauses


def test_md_3_c_a_house_that_says_nothing_keeps_its_decks_for_a_day() -> None:
    rules = filed().rules
    assert rules is not None
    assert rules.cards.change_period == 24


@pytest.mark.parametrize("decks", [5, 9])
def test_md_3_b_1_a_batch_has_six_to_eight_decks(decks: int) -> None:
    finding = refused(BATCH, COLOURS, ("decks = 6", f"decks = {decks}"))
    assert (finding.key, finding.allowed) == ("decks", "6, 7 or 8; 3 or 4 with literal_decks = true")
    assert "MD-3-B.1" in finding.clauses


# What the rules fix


FIXED = {
    "MD-4-A.1": ('# steps = ["receive", "inspect"', 'steps = ["receive", "verify"'),
    "MD-4-F": ('# preshuffled_steps = ["receive"]', 'preshuffled_steps = ["stack"]'),
    "MD-5-A-3": ('# role = "floor"', 'role = "dealer"'),
    "MD-5-B-1": ("# after_machine = false", "after_machine = true"),
    "MD-5-D": ('# by = "players"', 'by = "dealer"'),
    "MD-5-E-4": ('# rotation = "counterclockwise"', 'rotation = "clockwise"'),
    "MD-5-G": ("# recut = true", "recut = false"),
    "MD-7-B-1": ("# seated_only = true", "seated_only = false"),
    "MD-7-B-2": ("# spoken_cash = false", "spoken_cash = true"),
    "MD-7-B-3": ("# stay_seated = true", "stay_seated = false"),
    "MD-8-E-1": ("# first = 1", "first = 0"),
    "MD-8-E-4": ("# new_dealer = 1", "new_dealer = 0"),
    "MD-8-F": ('# direction = "clockwise"           # fixed', 'direction = "counterclockwise" # fixed'),
    "MD-9-A": ('# direction = "counterclockwise"', 'direction = "clockwise"'),
    "MD-9-I": ('# war_direction = "counterclockwise"', 'war_direction = "clockwise"'),
    "MD-9-H.1": ("# burns = 3", "burns = 1"),
    "MD-10-A-1": ('# initial = "1 to 1"', 'initial = "2 to 1"'),
    "MD-10-A-2": ('# tie = "10 to 1"', 'tie = "11 to 1"'),
    "MD-10-A-3": ('# war = "1 to 1"', 'war = "2 to 1"'),
    "MD-10-A-4": ('# war_on_tie = "2 to 1"', 'war_on_tie = "1 to 1"'),
    "MD-11-A": ('# faceup = "rack"', 'faceup = "floor_call"'),
    "MD-11-B": ('# drawn_in_error = "next_card"', 'drawn_in_error = "floor_call"'),
    "MD-11-C": ('# missed_hand = "void"', 'missed_hand = "floor_call"'),
    "MD-11-D.1": ("# jam_voids_round = true", "jam_voids_round = false"),
    "MD-11-E.1": ("# cover_failed_device = true", "cover_failed_device = false"),
}


@pytest.mark.parametrize("clause", FIXED)
def test_md_a_house_does_not_change_what_the_rules_fix(clause: str) -> None:
    finding = refused(FIXED[clause])
    assert "changes what the rules fix" in finding.message
    assert clause in finding.clauses


# Readings that a house may turn, and how the file says so


def test_reading_md_1_seven_decks_are_warned_of_and_six_or_eight_are_not() -> None:
    (warning,) = filed(("decks = 6", "decks = 7")).findings
    assert (warning.severity, warning.reading) == ("warning", "MD.1")
    assert filed(("decks = 6", "decks = 8")).findings == ()


@pytest.mark.parametrize("decks", [3, 4])
def test_reading_md_1_half_batches_need_the_literal_switch(decks: int) -> None:
    half = ("decks = 6", f"decks = {decks}")
    assert refused(BATCH, COLOURS, half).message == f"{decks} needs literal_decks = true"
    literal = ("# literal_decks = false", "literal_decks = true")
    if decks == 4:
        assert filed(BATCH, COLOURS, half, literal).ok
    else:
        assert "a suited four of a kind cannot occur" in refused(BATCH, COLOURS, half, literal).message


TURNED = {
    "MD.6": ('# when = "cover_card"', 'when = "every_round"'),
    "MD.16": ("# on_war_deal = true", "on_war_deal = false"),
    "MD.22": ('# direction = "clockwise"\n', 'direction = "counterclockwise"\n'),
    "MD.39": ('# multi_faceup = "floor_call"', 'multi_faceup = "void"'),
}


@pytest.mark.parametrize("reading", TURNED)
def test_readings_a_house_that_reads_otherwise_is_accepted_and_told_so(reading: str) -> None:
    report = filed(TURNED[reading])
    assert report.ok
    assert reading in {finding.reading for finding in report.findings if finding.severity == "note"}


SETTLED = {
    "MD.15": ('# policy = "floor_call"', 'policy = "automatic"'),
    "MD.27": ('# war_on_tie = "2 to 1"', 'war_on_tie = "1 to 1"'),
    "MD.40": ("# jam_voids_round = true", "jam_voids_round = false"),
}


@pytest.mark.parametrize("reading", SETTLED)
def test_readings_a_house_may_not_leave_a_reading_that_is_fixed(reading: str) -> None:
    assert refused(SETTLED[reading]).reading == reading


def test_reading_md_13_the_device_needs_its_approval_though_5_k_would_cancel_it() -> None:
    assert refused(CONTINUOUS, NO_CUT).reading == "MD.13"


def test_reading_md_14_the_second_cover_card_is_attested_with_the_first() -> None:
    assert refused(("two_cover_cards = true\n", "")).reading == "MD.14"

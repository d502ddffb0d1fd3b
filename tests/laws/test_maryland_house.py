"""Maryland: what a house must attest, may choose and may not change, shown by `check` on the example house."""

from pathlib import Path

import pytest

from wartable.rulebook.check import HouseCheck, check_house
from wartable.rulebook.checks.finding import HouseFinding, errors

EXAMPLE = (Path(__file__).resolve().parents[2] / "houses" / "maryland.toml").read_text(encoding="utf-8")

BATCH = ('# kind = "none"', 'kind = "batch"')
CONTINUOUS = ('# kind = "none"', 'kind = "continuous"')
LITERAL = ("# literal_decks = false", "literal_decks = true")
COLOURS = ("# batch_colours = true", "batch_colours = true")
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
    "MD-2-D": ["drop_and_tip_box"],
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
    assert "attest.batch_colours" not in {finding.key for finding in filed(CONTINUOUS).findings}


def test_md_5_j_a_device_that_reshuffles_itself_was_approved_before() -> None:
    finding = refused(CONTINUOUS)
    assert (finding.key, finding.clauses) == ("attest.device_approved", ("MD-5-J",))
    assert filed(CONTINUOUS, ("# device_approved = true", "device_approved = true")).ok


# Numbers with an edge


EDGES = {
    "MD-2-A.1": ("seats = 7", "seats = 9", "seats = 10"),
    "MD-3-A": ("decks = 6", "decks = 10", "decks = 5"),
    "MD-3-C": ("# change_period = 24", "change_period = 24", "change_period = 25"),
    "MD-5-B-1": (
        '# machine_cover_card = "1/4 stack"',
        'machine_cover_card = "78 cards"',
        'machine_cover_card = "77 cards"',
    ),
    "MD-5-F-2": ('# reinsert = "1/4 stack"', 'reinsert = "78 cards"', 'reinsert = "77 cards"'),
    "MD-7-A": (
        '# instruments = ["chips", "plaques"]',
        'instruments = ["chips"]',
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


@pytest.mark.parametrize(("hours", "minutes"), [(1, 60), (1, 120), (2, 120)])
def test_md_3_c_no_house_calls_its_decks_in_as_soon_as_they_are_opened(hours: int, minutes: int) -> None:
    finding = refused(
        ("# change_period = 24", f"change_period = {hours}"), ("# change_margin = 15", f"change_margin = {minutes}")
    )
    assert (finding.key, finding.clauses) == ("cards.change_margin", ("MD-3-C",))


def test_md_3_c_decks_may_be_called_in_long_before_they_are_due() -> None:
    assert not errors(
        filed(("# change_period = 24", "change_period = 2"), ("# change_margin = 15", "change_margin = 60")).findings
    )


@pytest.mark.parametrize("decks", [1, 2])
def test_md_3_b_1_two_batches_hold_six_decks_or_more_in_all(decks: int) -> None:
    finding = refused(BATCH, COLOURS, LITERAL, ("decks = 6", f"decks = {decks}"))
    assert finding.key == "decks"
    assert finding.allowed == "from 6 to 16 decks; from 3 to 16 decks with literal_decks = true"
    assert "MD-3-B.1" in finding.clauses


@pytest.mark.parametrize("decks", [5, 7, 9, 16])
def test_md_3_b_1_any_equal_batches_are_taken_with_a_warning(decks: int) -> None:
    report = filed(BATCH, COLOURS, LITERAL, ("decks = 6", f"decks = {decks}"))
    assert report.ok
    (warning,) = [finding for finding in report.findings if finding.severity == "warning"]
    assert (warning.key, warning.reading) == ("decks", "MD.1")


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
    "MD-5-F": ("# depth = 10", "depth = 12"),
    "MD-5-I-2": ('# spread = "face_down"', 'spread = "face_up"'),
    "MD-7-F-2.1": ("# on_war_deal = true", "on_war_deal = false"),
    "MD-8-F": (
        '# direction = "clockwise"           # fixed: cards',
        'direction = "counterclockwise" # fixed: cards',
    ),
    "MD-9-E-1-c": (
        '# direction = "clockwise"           # fixed: tied',
        'direction = "counterclockwise" # fixed: tied',
    ),
    "MD-9-A": ('# direction = "counterclockwise"', 'direction = "clockwise"'),
    "MD-9-I": ('# war_direction = "counterclockwise"', 'war_direction = "clockwise"'),
    "MD-9-H.1": ("# burns = 3", "burns = 1"),
    "MD-10-A-1": ('# initial = "1 to 1"', 'initial = "2 to 1"'),
    "MD-10-A-2": ('# tie = "10 to 1"', 'tie = "11 to 1"'),
    "MD-10-A-3": ('# war = "1 to 1"', 'war = "2 to 1"'),
    "MD-10-A-4": ('# war_on_tie = "2 to 1"', 'war_on_tie = "1 to 1"'),
    "MD-10-B-1.2": ('# progressive_suited_four = "1000 to 1"', 'progressive_suited_four = "999 to 1"'),
    "MD-10-B-2": ('# progressive_suited_double_tie = "200 to 1"', 'progressive_suited_double_tie = "100 to 1"'),
    "MD-10-B-3": ('# progressive_four = "150 to 1"', 'progressive_four = "200 to 1"'),
    "MD-10-B-4": ('# progressive_double_tie = "30 to 1"', 'progressive_double_tie = "25 to 1"'),
    "MD-10-B-5": ('# progressive_suited_tie = "15 to 1"', 'progressive_suited_tie = "10 to 1"'),
    "MD-10-B-6": ('# progressive_tie = "5 to 1"', 'progressive_tie = "4 to 1"'),
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


@pytest.mark.parametrize("decks", [7, 9, 10, 16])
def test_md_3_a_more_than_the_named_decks_are_taken_with_a_warning(decks: int) -> None:
    (warning,) = filed(("decks = 6", f"decks = {decks}")).findings
    assert (warning.severity, warning.reading) == ("warning", "MD.1")
    assert filed(("decks = 6", "decks = 8")).findings == ()


@pytest.mark.parametrize("decks", [3, 4])
def test_reading_md_1_half_batches_need_the_literal_switch(decks: int) -> None:
    half = ("decks = 6", f"decks = {decks}")
    assert refused(BATCH, COLOURS, half).message == f"{decks} needs literal_decks = true"
    if decks == 4:
        assert filed(BATCH, COLOURS, half, LITERAL).ok
    else:
        assert "a suited four of a kind cannot occur" in refused(BATCH, COLOURS, half, LITERAL).message


TURNED = {
    "MD.6": ('# when = "cover_card"', 'when = "every_round"'),
}


@pytest.mark.parametrize("reading", TURNED)
def test_readings_a_house_that_reads_otherwise_is_accepted_and_told_so(reading: str) -> None:
    report = filed(TURNED[reading])
    assert report.ok
    assert reading in {finding.reading for finding in report.findings if finding.severity == "note"}


SETTLED = {
    "MD.10": ("# depth = 10", "depth = 12"),
    "MD.12": ('# spread = "face_down"', 'spread = "face_up"'),
    "MD.16": ("# on_war_deal = true", "on_war_deal = false"),
    "MD.22": ('# direction = "clockwise"           # fixed: tied', 'direction = "counterclockwise" # fixed: tied'),
    "MD.35": ('# community_table.100 = "125.00"', 'community_table.100 = "0.01"'),
    "MD.39": ('# multi_faceup = "rack"', 'multi_faceup = "void"'),
    "G11": ('# scope = "whole_round"', 'scope = "unsettled"'),
    "MD.15": ('# policy = "floor_call"', 'policy = "automatic"'),
    "MD.27": ('# war_on_tie = "2 to 1"', 'war_on_tie = "1 to 1"'),
    "MD.40": ("# jam_voids_round = true", "jam_voids_round = false"),
}


@pytest.mark.parametrize("reading", SETTLED)
def test_readings_a_house_may_not_leave_a_reading_that_is_fixed(reading: str) -> None:
    assert refused(SETTLED[reading]).reading == reading


def test_reading_md_13_the_device_needs_its_approval_though_5_k_would_cancel_it() -> None:
    assert refused(CONTINUOUS).reading == "MD.13"


def test_reading_md_14_the_second_cover_card_is_attested_with_the_first() -> None:
    assert refused(("two_cover_cards = true\n", "")).reading == "MD.14"

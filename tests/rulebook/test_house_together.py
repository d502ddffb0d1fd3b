"""Choices that fit one by one and not together: planted one at a time into a house that has nothing wrong."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.told import DEALER, Told
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.rulebook.checks import complete, consistent
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.checks.shoe import cards_of_a_round
from wartable.rulebook.house import choose
from wartable.table import Refusal
from wartable.table import commands as c

HOUSES = Path(__file__).resolve().parents[2] / "houses"

Seen = tuple[str, str, str]

NO_PROGRESSIVE: dict[str, object] = {"progressive": None, "envy": None}
"""Three decks cannot make the hand that takes the meter."""


def house(rulebook: str, changes: dict[str, object]) -> dict[str, Any]:
    """The example house with some keys changed; a key changed to nothing is taken out."""
    tables = tomllib.loads((HOUSES / f"{rulebook}.toml").read_text(encoding="utf-8"))
    for key, raw in changes.items():
        *above, last = key.split(".")
        table = tables
        for part in above:
            table = table.setdefault(part, {})
        if raw is None:
            del table[last]
        else:
            table[last] = raw
    return tables


def findings(rulebook: str, changes: dict[str, object]) -> list[HouseFinding]:
    tables = house(rulebook, changes)
    attest = tables.pop("attest")
    for key in ("rulebook", "about"):
        del tables[key]
    book = load_rulebook(rulebook)
    choices, alone = choose(book, tables)
    assert [finding for finding in alone if finding.severity == "error"] == []
    return [*consistent(book, choices), *complete(book, choices, attest)]


def planted(rulebook: str, changes: dict[str, object]) -> HouseFinding:
    """The one finding that the changes bring."""
    usual = findings(rulebook, {})
    (finding,) = [finding for finding in findings(rulebook, changes) if finding not in usual]
    return finding


def seen(finding: HouseFinding) -> Seen:
    return finding.severity, finding.key, finding.message


# Limits


@pytest.mark.parametrize(
    ("changes", "key", "message", "room"),
    [
        ({"limits.min": "505.00"}, "limits.max", "500.00 is below the minimum of 505.00", "at least 505.00"),
        ({"limits.tie_min": "102.50"}, "limits.tie_max", "100.00 is below the minimum of 102.50", "at least 102.50"),
    ],
)  # fmt: skip
def test_a_maximum_below_its_minimum_is_refused(changes: dict[str, object], key: str, message: str, room: str) -> None:
    finding = planted("maryland", changes)
    assert seen(finding) == ("error", key, message)
    assert finding.allowed == room


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin", "massachusetts"])
def test_g20_the_smallest_tie_wager_binds_the_original_deal_and_not_the_war_deal(rulebook: str) -> None:
    limits = {"tie_min": "5.00", "war_tie_max": "2.50"}
    told = Told.at(rulebook, {"limits": limits}).sits(1)
    told.does(DEALER, c.PlaceWager(1, "initial", 1000))
    assert told.refuses(DEALER, c.PlaceWager(1, "tie", 250)).why is Refusal.AMOUNT_IS_BELOW_THE_LIMIT
    told.deals("8c 8d").war(1, tie="2.50").war_deals("9c 9d").ends()
    assert told.lines(1)["war_tie"].paid == 2500


def test_limits_that_meet_are_in_order() -> None:
    assert findings("maryland", {"limits.min": "500.00", "limits.tie_min": "100.00"}) == []


@pytest.mark.parametrize(
    ("changes", "key", "message", "room"),
    [
        ({"limits.step": None}, "limits.step",
         "a wager of 12.50 is permitted and has no half in chips of 2.50", "a multiple of 5.00"),
        ({"limits.step": None, "limits.min": "12.50"}, "limits.step",
         "a wager of 12.50 is permitted and has no half in chips of 2.50", "a multiple of 5.00"),
        ({"limits.step": "2.50"}, "limits.step",
         "a wager of 12.50 is permitted and has no half in chips of 2.50", "a multiple of 5.00"),
        ({"limits.step": "2.00"}, "limits.step",
         "a wager of 12.00 is permitted and has no half in chips of 2.50", "a multiple of 5.00"),
        ({"surrender.smallest_chip": "5.00"}, "limits.step",
         "a wager of 15.00 is permitted and has no half in chips of 5.00", "a multiple of 10.00"),
        ({"limits.min": "11.00"}, "limits.min",
         "11.00 is not a multiple of 5.00, so it cannot be wagered", "a multiple of 5.00"),
        ({"limits.max": "499.00"}, "limits.max",
         "499.00 is not a multiple of 5.00, so it cannot be wagered", "a multiple of 5.00"),
    ],
)  # fmt: skip
def test_g2_every_permitted_wager_has_a_half_in_chips(
    changes: dict[str, object], key: str, message: str, room: str
) -> None:
    finding = planted("maryland", changes)
    assert seen(finding) == ("error", key, message)
    assert (finding.allowed, finding.reading) == (room, "G2")


@pytest.mark.parametrize(
    "changes",
    [
        {"limits.step": None, "limits.min": "10.00", "limits.max": "10.00"},
        {"limits.step": "15.00", "limits.min": "15.00", "limits.max": "150.00"},
        {"limits.step": "0.02", "surrender.smallest_chip": "0.01"},
    ],
)
def test_g2_limits_under_which_every_wager_has_a_half_are_accepted(changes: dict[str, object]) -> None:
    assert findings("maryland", changes) == []


def test_wa_a_house_without_a_minimum_is_held_to_the_smallest_wager_there_is() -> None:
    changes: dict[str, object] = {"limits.min": None, "limits.step": None, "limits.max": "300.00"}
    assert planted("washington", changes).message.startswith("a wager of 2.50 is permitted")


@pytest.mark.parametrize("key", ["limits.tie_min", "limits.tie_max", "limits.war_tie_max"])
def test_g2_tie_limits_are_in_whole_chips(key: str) -> None:
    finding = planted("maryland", {key: "6.00"})
    assert seen(finding) == ("error", key, "6.00 cannot be made with chips of 2.50")
    assert (finding.allowed, finding.reading) == ("a multiple of 2.50", "G2")


# The table and its cards


def test_md_7_e_nobody_bets_more_boxes_than_there_are() -> None:
    (finding,) = [finding for finding in findings("maryland", {"seats": 1}) if finding.severity == "error"]
    assert seen(finding) == ("error", "table.boxes", "2 boxes is more than the 1 position that can bet")
    assert (finding.allowed, finding.clauses) == ("at most 1 box", ("MD-7-E",))


def test_ca_the_banks_seat_is_no_box_to_bet() -> None:
    assert findings("california", {"table.boxes": 7}) == findings("california", {})
    assert Case(load_rulebook("california"), {}).players == 7


def test_md_1_half_sized_batches_need_a_batch_shuffler() -> None:
    finding = next(f for f in findings("maryland", {"literal_decks": True}) if f.severity == "error")
    assert finding.key == "literal_decks"
    assert finding.allowed == 'true with shuffler.kind = "batch", or false'
    batch: dict[str, object] = {"literal_decks": True, "decks": 3, "shuffler.kind": "batch", **NO_PROGRESSIVE}
    assert {f.severity for f in findings("maryland", batch | {"attest.batch_colours": True})} == {"note"}


def test_a_cut_needs_a_place_deep_enough_from_both_ends() -> None:
    finding = planted("washington", {"decks": 1, "cut.depth": 27, "cut.reinsert": "41 cards"})
    assert seen(finding) == ("error", "cut.depth", "27 cards from both ends leaves no place to cut 52 cards")
    assert (finding.allowed, finding.clauses) == ("at most 26 cards", ("WA-3.1",))
    fits = findings("washington", {"decks": 1, "cut.depth": 26, "cut.reinsert": "41 cards"})
    assert "error" not in {found.severity for found in fits}


def test_cards_are_dealt_before_the_cover_card_comes_out() -> None:
    finding = planted("maryland", {"cut.reinsert": "311 cards"})
    assert finding.message == "311 cards behind the cover card leaves none of 312 to deal before it"
    assert finding.allowed == "at most 310 cards"
    assert findings("maryland", {"cut.reinsert": "310 cards"}) == []


def test_wi_b_4_iii_two_batches_of_one_colour_are_refused() -> None:
    finding = planted("wisconsin", {"cards.first_colour": "blue", "cards.second_colour": "Blue"})
    assert seen(finding)[:2] == ("error", "cards.second_colour")
    assert finding.clauses == ("WI-b-4-iii",)


def test_the_note_on_batches_says_how_many_decks_there_are_in_all() -> None:
    note = ("note", "decks", "a batch shuffler takes two batches of 8, 16 decks in all")
    assert note in map(seen, findings("massachusetts", {}))


def test_ca_22_batches_are_swapped_when_the_idle_cards_are_ready_to_go_in() -> None:
    finding = planted("california", {"idle.batch_steps": ["turn_up", "swap_batches", "stack"]})
    assert seen(finding) == ("error", "idle.batch_steps", "swap_batches is not the last step")
    assert finding.allowed == "swap_batches last, or not at all"
    for steps in (["turn_up", "stack", "swap_batches"], ["turn_up", "stack"]):
        assert findings("california", {"idle.batch_steps": steps}) == findings("california", {})


# The shoe and the longest round


@pytest.mark.parametrize(
    ("pattern", "cards"),
    [
        ("once", lambda n: 2 * n + 6),
        ("before_players_and_dealer", lambda n: 2 * n + 9),
        ("before_every_card", lambda n: 5 * n + 6),
    ],
)
def test_g14_the_longest_round_is_counted_from_the_rules(pattern: str, cards: Any) -> None:
    rules = rules_in_force(load_rulebook("maryland"), {"war.burn_pattern": pattern})
    assert [cards_of_a_round(rules, players) for players in range(1, 10)] == [cards(n) for n in range(1, 10)]


def test_g14_a_table_without_a_new_dealers_burn_needs_one_card_less() -> None:
    rules = rules_in_force(load_rulebook("washington"), {"burn.new_dealer": 0})
    assert cards_of_a_round(rules, 7) == 5 * 7 + 5


@pytest.mark.parametrize(
    ("rulebook", "changes", "message", "room"),
    [
        ("california", {"cut.reinsert": "22 cards"},
         "22 cards behind the cover card may run out: a round of 7 players can take 23", "at least 23 cards"),
        ("california", {"cut.reinsert": "23 cards", "cut.reinsert_tolerance_cards": 1},
         "23 cards less a tolerance of 1 behind the cover card may run out: a round of 7 players can take 23",
         "at least 24 cards"),
        ("washington", {"cut.reinsert": "1/8 stack", "seats": 7},
         "39 cards behind the cover card may run out: a round of 7 players can take 41", "at least 41 cards"),
    ],
)  # fmt: skip
def test_g14_cards_behind_the_cover_card_outlast_the_longest_round(
    rulebook: str, changes: dict[str, object], message: str, room: str
) -> None:
    finding = planted(rulebook, changes)
    assert seen(finding) == ("error", "cut.reinsert", message)
    assert (finding.allowed, finding.reading) == (room, "G14")


def test_g14_as_many_cards_as_the_longest_round_are_enough() -> None:
    assert findings("california", {"cut.reinsert": "23 cards"}) == findings("california", {})


def test_md_7_cards_that_a_machine_shuffled_and_no_player_cuts_have_a_cover_card_too() -> None:
    literal: dict[str, object] = {
        "seats": 9,
        "decks": 3,
        "literal_decks": True,
        "shuffler.kind": "batch",
        "war.burn_pattern": "before_every_card",
        "attest.batch_colours": True,
        **NO_PROGRESSIVE,
    }
    short = [finding for finding in findings("maryland", literal) if finding.reading == "G14"]
    assert [(finding.key, finding.allowed) for finding in short] == [
        ("cut.reinsert", "at least 51 cards"),
        ("cut.machine_cover_card", "at least 51 cards"),
    ]
    deeper: dict[str, object] = {"cut.reinsert": "51 cards", "cut.machine_cover_card": "51 cards"}
    assert "error" not in {finding.severity for finding in findings("maryland", literal | deeper)}


# The shuffle


@pytest.mark.parametrize(
    ("sequence", "message", "room"),
    [
        ("plug riffle riffle strip", "the sequence lacks turn", "a list with plug, riffle, turn and strip in it"),
        ("plug riffle strip turn riffle", "the first strip comes after 1 riffle", "a strip only after 2 riffles"),
        ("strip plug riffle riffle turn", "the first strip comes after 0 riffles", "a strip only after 2 riffles"),
    ],
)  # fmt: skip
def test_ma_5_i_the_shuffle_has_every_step_and_no_early_strip(sequence: str, message: str, room: str) -> None:
    finding = planted("massachusetts", {"shuffle.sequence": sequence.split()})
    assert seen(finding) == ("error", "shuffle.sequence", message)
    assert (finding.allowed, finding.reading) == (room, "MA.10")


def test_ma_5_i_a_second_strip_may_follow_at_any_time() -> None:
    sequence = ["plug", "riffle", "riffle", "strip", "strip", "turn"]
    assert findings("massachusetts", {"shuffle.sequence": sequence}) == findings("massachusetts", {})


def test_md_5_a_a_house_may_name_its_own_steps_around_the_shuffle() -> None:
    assert findings("maryland", {"shuffle.sequence": ["strip", "shuffle"]}) == []
    assert planted("maryland", {"shuffle.sequence": ["strip"]}).message == "the sequence lacks shuffle"


# What a filed house must say


@pytest.mark.parametrize("key", ["limits.min", "limits.max", "surrender.smallest_chip"])
def test_a_needed_value_is_asked_for(key: str) -> None:
    finding = planted("maryland", {key: None})
    value = load_rulebook("maryland").values[key]
    assert seen(finding) == ("error", key, f"missing: {value.says}")
    assert finding.clauses == value.clauses


def test_ma_7_the_card_change_period_is_asked_for() -> None:
    finding = planted("massachusetts", {"cards.change_period": None})
    assert (finding.severity, finding.key, finding.allowed) == ("error", "cards.change_period", "at least 1 hour")


def test_g8_an_automatic_table_needs_a_time_to_choose() -> None:
    finding = planted("maryland", {"decision.timeout_s": None})
    assert (finding.severity, finding.key) == ("error", "decision.timeout_s")
    assert finding.message.startswith('missing, though table.forms = ["dealer", "automatic"]: how long a tied player')
    assert findings("maryland", {"decision.timeout_s": None, "table.forms": ["dealer"]}) == []


@pytest.mark.parametrize(
    ("changes", "severity", "message"),
    [
        ({"attest.discard_rack": None}, "error", "not attested: The discard rack"),
        ({"attest.discard_rack": False}, "error", "false attests nothing: The discard rack"),
        ({"attest.discard_rack": 1}, "error", "1 attests nothing: The discard rack"),
    ],
)
def test_md_2_f_the_discard_rack_is_attested(changes: dict[str, object], severity: str, message: str) -> None:
    finding = planted("maryland", changes)
    assert (finding.severity, finding.key) == (severity, "attest.discard_rack")
    assert finding.message.startswith(message)
    assert (finding.allowed, finding.clauses) == ("true", ("MD-2-F",))


def test_md_3_b_2_batch_colours_are_attested_where_there_are_batches() -> None:
    found = findings("maryland", {"shuffler.kind": "batch"})
    assert [f.key for f in found if f.severity == "error"] == ["attest.batch_colours"]
    finding = planted("maryland", {"attest.batch_colours": True})
    assert finding.severity == "note"
    assert finding.message.startswith("attested, but not asked of this house")


def test_an_attestation_that_was_not_asked_for_is_unknown() -> None:
    finding = planted("maryland", {"attest.discard_rak": True})
    assert seen(finding) == ("error", "attest.discard_rak", "no such key; did you mean attest.discard_rack?")


def test_attestations_stand_in_a_table() -> None:
    found = complete(load_rulebook("washington"), {}, "yes")
    assert ("error", "attest", '"yes" is not a table') in map(seen, found)


# Notes


@pytest.mark.parametrize(
    ("rulebook", "changes", "key", "message"),
    [
        ("maryland", {"war.burn_pattern": "before_every_card"}, "war.burn_pattern",
         "reading G1 is set to before_every_card; by default it is once"),
        ("california", {"ca.war_cover": "after_original"}, "ca.war_cover",
         "reading CA.4 is set to after_original; by default it is at_turn"),
        ("washington", {"settle.direction": "left_to_right"}, "settle.direction",
         "reading WA.1 is set to left_to_right; by default it is right_to_left"),
    ],
)  # fmt: skip
def test_another_reading_than_the_default_is_noted(
    rulebook: str, changes: dict[str, object], key: str, message: str
) -> None:
    assert seen(planted(rulebook, changes)) == ("note", key, message)


def test_a_choice_that_is_no_reading_is_not_noted_as_one() -> None:
    assert findings("maryland", {"decks": 8, "cards.preshuffled": True}) == []
    assert findings("wisconsin", {"idle.spread": "face_up"}) == findings("wisconsin", {})


@pytest.mark.parametrize(
    ("rulebook", "changes", "note"),
    [
        ("maryland", {"cut.machine_cover_card": "1/3 stack"}, '"1/3 stack" has no effect with a shuffle by hand'),
        ("washington", {"shuffler.kind": "continuous", "cut.depth": 20}, "20 has no effect with a continuous shuffler"),
        ("maryland", {"shuffler.kind": "continuous", "shuffle.when": "every_round"},
         '"every_round" has no effect with a continuous shuffler'),
        ("california", {"cut.machine_cover_card": "1/3 stack"},
         '"1/3 stack" has no effect with machine-shuffled cards that are cut'),
        ("california", {"ca.house_procedures": False, "opening.steps": ["receive", "wash"]},
         '["receive", "wash"] has no effect with ca.house_procedures = false'),
        ("washington", {"limits.war_tie_max": "10.00"}, '"10.00" has no effect with no tie wager on the war deal'),
    ],
)  # fmt: skip
def test_a_choice_that_nothing_asks_for_is_noted(rulebook: str, changes: dict[str, object], note: str) -> None:
    assert note in [finding.message for finding in findings(rulebook, changes) if finding.severity == "note"]

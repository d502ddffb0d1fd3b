"""Every wager has a maximum, at the table, in `settle` and in `check`; only the war wager follows the initial one."""

from pathlib import Path
from typing import Any

import pytest

from tests.told import DEALER, RULEBOOKS, Told, player
from wartable.audit import AuditRefused, RulesPutInForce, rules_of
from wartable.rulebook import (
    EDITION,
    as_of,
    check_house,
    errors,
    first_edition,
    load_rulebook,
    misfit,
    rules_in_force,
)
from wartable.settle import NotSettled, settle_document
from wartable.table import Refusal, wager_step
from wartable.table import commands as c

HOUSES = Path(__file__).resolve().parents[2] / "houses"
MIN_AND_MAX = {"limits": {"min": "10.00", "max": "200.00"}}
ANN = player("seat 1")


def why_a_tie_is_refused(rulebook: str, amount: int) -> tuple[Refusal, tuple[str, ...]]:
    told = Told.at(rulebook, MIN_AND_MAX)
    if told.table.rules.bank.by == "player":
        told.banks(2, "10000.00")
    refused = told.bets(1, "10.00").refuses(ANN, c.PlaceWager(1, "tie", amount))
    return refused.why, refused.clauses


@pytest.mark.parametrize(
    ("clause", "rulebook"),
    [
        ("MA-1-tiewager", "massachusetts"),
        ("CA-bet-1b", "california"),
        ("WA-lim.1", "washington"),
        ("WA-lim.2", "washington"),
    ],
)
def test_a_tie_wager_without_a_maximum_of_its_own_has_the_tables(clause: str, rulebook: str) -> None:
    why, clauses = why_a_tie_is_refused(rulebook, 200_01)
    assert why == Refusal.AMOUNT_IS_ABOVE_THE_LIMIT
    assert clause in clauses


@pytest.mark.parametrize(
    ("given", "most"), [({"tie_max": "50.00"}, 50_00), ({}, 200_00), ({"war_tie_max": "7.00"}, 7_00)]
)
def test_ma_1_tiewager_a_tie_wager_on_the_war_deal_has_the_maximum_of_the_first_deal(
    given: dict[str, str], most: int
) -> None:
    told = Told.at("massachusetts", {"limits": {**MIN_AND_MAX["limits"], **given}}).bets(1, "20.00").deals("8c 8d")
    told.war(1)
    above = told.refuses(ANN, c.PlaceWager(1, "war_tie", most + 1))
    assert above.why == Refusal.AMOUNT_IS_ABOVE_THE_LIMIT
    assert "MA-1-tiewager" in above.clauses
    told.does(ANN, c.PlaceWager(1, "war_tie", most))


def test_ca_bet_1b_the_players_bank_is_not_below_the_tables_minimum() -> None:
    told = Told.at("california", MIN_AND_MAX).sits(1).sits(2)
    told.does(DEALER, c.OfferBank())
    below = told.refuses(player("seat 1"), c.PostBank(9_99))
    assert (below.why, below.clauses) == (Refusal.AMOUNT_IS_BELOW_THE_LIMIT, ("CA-bet-1b",))
    told.does(player("seat 1"), c.PostBank(10_00))


def scenario(rulebook: str, limits: dict[str, str], **seat: str) -> dict[str, Any]:
    return {
        "rulebook": rulebook,
        "house": {"limits": limits},
        "seats": [{"seat": 1, "initial": "10.00", **seat}],
        "cards": {"deal": ["8c", "8d"], "war": ["9c", "4d"]} if "on_tie" in seat else {"deal": ["9c", "8d"]},
    }


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin", "massachusetts", "washington"])
def test_settle_refuses_a_tie_wager_above_the_maximum_of_the_table(rulebook: str) -> None:
    settle_document(scenario(rulebook, {"max": "50.00"}, tie="50.00"))
    with pytest.raises(NotSettled, match="tie"):
        settle_document(scenario(rulebook, {"max": "50.00"}, tie="50.01"))
    settle_document(scenario(rulebook, {}, tie="5000.01"))  # without limits settle applies none


@pytest.mark.parametrize("limits", [{"max": "50.00"}, {"tie_max": "50.00"}, {"max": "10.00", "war_tie_max": "50.00"}])
def test_settle_bounds_the_tie_wager_on_the_war_deal_by_the_nearest_maximum(limits: dict[str, str]) -> None:
    settle_document(scenario("massachusetts", limits, on_tie="war", war_tie="50.00"))
    with pytest.raises(NotSettled, match="war_tie"):
        settle_document(scenario("massachusetts", limits, on_tie="war", war_tie="50.01"))


# Washington: the amount that the regulator authorises


def found(*changes: tuple[str, str], rulebook: str = "washington") -> dict[str, tuple[str, tuple[str, ...]]]:
    """The errors of `check` in a shipped house whose text was changed, by their keys."""
    text = (HOUSES / f"{rulebook}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return {one.key: (one.message, one.clauses) for one in errors(check_house(text, "house.toml").findings)}


@pytest.mark.parametrize("clause", ["WA-lim.1", "WA-lim.2"])
@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('authorised = "300.00"\n', "limits.authorised"),
        ('authorised_by = "WAC 230-15-040 and 230-15-140, read on 2026-11-15"\n', "limits.authorised_by"),
    ],
)
def test_wa_lim_the_authorised_maximum_is_filed_with_its_source(clause: str, line: str, key: str) -> None:
    ((told, (message, clauses)),) = found((line, "")).items()
    assert (told, clauses) == (key, ("WA-lim.1", "WA-lim.2"))
    assert message.startswith("missing: ")
    assert clause in clauses


@pytest.mark.parametrize("source", ["x", "WAC 230-15-040 and 230-15-140", "WAC 230-15-040, read on 2026-02-30"])
def test_wa_lim_the_source_of_the_authorised_maximum_names_the_day_on_which_it_was_read(source: str) -> None:
    filed = 'authorised_by = "WAC 230-15-040 and 230-15-140, read on 2026-11-15"'
    ((key, (message, clauses)),) = found((filed, f'authorised_by = "{source}"')).items()
    assert (key, clauses) == ("limits.authorised_by", ("WA-lim.1", "WA-lim.2"))
    assert message == f'"{source}" names no day'
    assert not found((filed, 'authorised_by = "WAC 230-15-140 (read on 2026-11-15)."'))


@pytest.mark.parametrize("clause", ["WA-lim.1", "WA-lim.2"])
@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('max = "300.00"', 'max = "1000000.00"', "limits.max"),
        ('tie_max = "50.00"', 'tie_max = "302.50"', "limits.tie_max"),
        ('authorised = "300.00"', 'authorised = "290.00"', "limits.max"),
    ],
)
def test_wa_lim_no_limit_is_above_the_authorised_maximum(clause: str, old: str, new: str, key: str) -> None:
    ((told, (message, clauses)),) = found((f"\n{old}\n", f"\n{new}\n")).items()
    assert told == key
    assert "above the authorised maximum" in message
    assert clause in clauses


@pytest.mark.parametrize("clause", ["WA-lim.1", "WA-lim.2"])
def test_wa_lim_settle_refuses_limits_and_wagers_above_the_authorised_maximum(clause: str) -> None:
    with pytest.raises(NotSettled, match=r"limits\.max: 60\.00 is above the authorised maximum of 50\.00"):
        settle_document(scenario("washington", {"authorised": "50.00", "max": "60.00"}))
    with pytest.raises(NotSettled, match="tie"):
        settle_document(scenario("washington", {"authorised": "50.00"}, tie="50.01"))
    assert clause in load_rulebook("washington").values["limits.authorised"].clauses


def test_ca_bet_1b_a_house_files_the_minimum_of_the_tie_wager_too() -> None:
    ((key, (message, clauses)),) = found(('tie_min = "5.00"\n', ""), rulebook="california").items()
    assert (key, message) == ("limits.tie_min", "missing: smallest tie wager on the original deal")
    assert "CA-bet-1b" in clauses


def test_a_minimum_above_the_maximum_that_follows_from_another_limit_is_found_where_it_is_written() -> None:
    told = found(('tie_min = "5.00"', 'tie_min = "505.00"'), ('\ntie_max = "100.00"\n', "\n"), rulebook="maryland")
    assert told["limits.tie_min"][0] == "505.00 is above the maximum of 500.00"


# Logs of earlier releases


def put_in_force(edition: int, **house: Any) -> RulesPutInForce:
    return RulesPutInForce("T1", "massachusetts", {"limits": {"max": "200.00"}, **house}, edition=edition)


def test_a_log_of_the_first_edition_keeps_its_unlimited_tie_wagers() -> None:
    assert rules_of(put_in_force(1)).limits.tie_max is None
    assert rules_of(put_in_force(EDITION)).limits.tie_max == 200_00


def test_a_log_is_read_by_a_choice_that_no_house_can_file_any_more() -> None:
    filed = put_in_force(EDITION, burn={"coincident": "one"})
    assert rules_of(filed).burn.coincident == "one"
    with pytest.raises(AuditRefused, match=r"burn\.coincident"):
        rules_of(put_in_force(EDITION, burn={"coincident": "three"}))


def test_a_log_of_the_first_edition_is_read_by_the_defaults_and_choices_of_its_time() -> None:
    assert rules_of(put_in_force(1)).burn.coincident == "one"
    assert rules_of(put_in_force(EDITION)).burn.coincident == "two"
    assert rules_of(put_in_force(1, void={"scope": "unsettled"})).void.scope == "unsettled"
    assert rules_of(put_in_force(1, burn={"coincident": "two"})).burn.coincident == "two"
    with pytest.raises(AuditRefused, match=r"void\.scope"):
        rules_of(put_in_force(EDITION, void={"scope": "unsettled"}))
    with pytest.raises(AuditRefused, match="seats"):
        rules_of(put_in_force(1, seats=99))


def test_what_the_first_edition_had_otherwise_is_a_value_of_its_rulebook_and_fits_its_own_room() -> None:
    for name, rows in first_edition().items():
        book = as_of(load_rulebook(name), 1)
        for key, row in rows.items():
            value = book.values[key]
            assert row.default is None or misfit(key, value, row.default, 312, frozenset()) is None, (name, key)
        assert rules_in_force(book).rulebook == name


# Wagers are made of the chips of the table


CHIPS: dict[str, Any] = {
    "limits": {"min": "10.00", "max": "200.00", "step": "10.00"},
    "surrender": {"smallest_chip": "5.00"},
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("amount", [1, 4_99, 5_01, 12_50])
def test_wi_f_1_1_ma_6_a_1_ca_bet_1a_a_tie_wager_that_no_chip_makes_is_refused(rulebook: str, amount: int) -> None:
    told = Told.at(rulebook, CHIPS)
    if told.table.rules.bank.by == "player":
        told.banks(2, "10000.00")
    refused = told.bets(1, "10.00").refuses(ANN, c.PlaceWager(1, "tie", amount))
    assert (refused.why, refused.clauses) == (
        Refusal.AMOUNT_IS_NOT_A_MULTIPLE,
        told.table.rules.cite["surrender.smallest_chip"],
    )
    told.does(ANN, c.PlaceWager(1, "tie", 15_00))


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin", "massachusetts"])
def test_wi_f_1_1_ma_6_a_1_a_tie_wager_on_the_war_deal_is_made_of_chips(rulebook: str) -> None:
    told = Told.at(rulebook, CHIPS).bets(1, "10.00").deals("8c 8d").war(1).goes_on("picking_up")
    assert told.refuses(DEALER, c.PlaceWager(1, "war_tie", 5_01)).why is Refusal.AMOUNT_IS_NOT_A_MULTIPLE
    told.does(DEALER, c.PlaceWager(1, "war_tie", 5_00))


def test_wi_f_1_1_in_a_log_of_the_first_edition_a_tie_wager_was_any_amount() -> None:
    told = Told.at("wisconsin", CHIPS, edition=1).bets(1, "10.00")
    told.does(ANN, c.PlaceWager(1, "tie", 5_01))


def test_wi_f_1_1_the_page_is_told_the_step_of_each_wager() -> None:
    rules = Told.at("wisconsin", CHIPS).table.rules
    assert (wager_step(rules, "initial"), wager_step(rules, "tie"), wager_step(rules, "progressive")) == (
        10_00,
        5_00,
        1,
    )


def test_settle_leaves_the_smallest_chip_to_check() -> None:
    """Tie wagers of a scenario may have odd cents."""
    seat = {"seat": 1, "initial": "10.00", "tie": "5.01", "on_tie": "surrender"}
    document = {"rulebook": "wisconsin", "house": CHIPS, "seats": [seat], "cards": {"deal": ["7s", "7d"]}}
    settled: Any = settle_document(document)
    (line,) = [line for line in settled["seats"][0]["wagers"] if line["wager"] == "tie"]
    assert (line["result"], line["paid"]) == ("win", "50.10")

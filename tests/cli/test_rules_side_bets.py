"""`wartable rules` and `wartable check` on side bets: tables, stakes, rates and offers in words that people read."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Wartable
from wartable.rulebook import load_rulebook
from wartable.shipped import shipped


def page(wartable: Wartable, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(wartable("rules", name, "--json").out)
    return found


@pytest.mark.parametrize("name", ["maryland", "massachusetts", "wisconsin"])
def test_every_value_says_which_side_bet_it_belongs_to(wartable: Wartable, name: str) -> None:
    told = {row["key"]: (row["offer"], row["required"], row["needed"]) for row in page(wartable, name)["values"]}
    values = load_rulebook(name).values
    assert told == {value.key or key: (value.offer, value.required, value.needed) for key, value in values.items()}


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("progressive.stakes", "5.00"),
        ("progressive.rate", "chosen by the house"),
        ("envy.table", "5000.00 for 5.00"),
        ("bonus_spin.trigger", "chosen by the house"),
        ("bonus_spin.symbols", "chosen by the house"),
        ("bonus_spin.community_table", "150.00 for 150"),
        ("electronic.community_cards", "left open"),
        ("payout.limit_per_hand", "left open"),
    ],
)
def test_a_value_of_a_side_bet_is_told_in_words(wartable: Wartable, key: str, words: str) -> None:
    (row,) = [row for row in page(wartable, "maryland")["values"] if row["key"] == key]
    assert row["in_words"].startswith(words)
    assert f"{key} = {words}" in " ".join(wartable("rules", "maryland").out.split())


def test_people_are_told_where_a_value_is_asked_for(wartable: Wartable) -> None:
    shown = " ".join(wartable("rules", "maryland").out.split())
    assert "required where progressive is offered" in shown
    assert "only where bonus_spin is offered" in shown
    assert "Asked only where progressive is offered." in shown
    assert "Asked only with shuffler.kind = batch." in shown


@pytest.mark.parametrize("width", ["80", "132"])
def test_md_10_what_a_side_bet_pays_is_told_in_odds_dollars_or_a_meter(
    wartable: Wartable, width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {
        f"{row['deal']}.{row['outcome']}.{row['wager']}": row["pays_in_words"]
        for row in page(wartable, "maryland")["settlement"]
    }
    assert told["original.lower.initial"] == ""
    assert told["war.equal.war"] == "2 to 1"
    assert told["progressive.none.progressive"] == ""
    assert told["progressive.tie.progressive"] == "5 to 1"
    assert told["progressive.suited_four_of_a_kind.progressive"] == "1000 to 1 and the whole meter"
    assert told["progressive.suited_four_of_a_kind.envy"] == "the envy bonus"
    assert told["hot.primary.bonus_spin"] == "the whole meter"
    assert told["hot.500.bonus_spin"] == "500.00 dollars"
    assert told["community.100.community"] == "125.00 dollars"
    monkeypatch.setenv("COLUMNS", width)
    table = wartable("rules", "maryland").out.partition("\nSettlement")[2].partition("\nSteps")[0]
    words = table.split()
    assert {word for pays in told.values() for word in pays.split()} <= set(words)
    assert {"progressive", "bonus", "spin", "suited", "four", "kind"} <= set(words)


def test_a_house_with_side_bets_may_be_filed(wartable: Wartable) -> None:
    for name in ("maryland", "massachusetts"):
        answer = wartable("check", str(shipped("houses") / f"{name}.toml"))
        assert (answer.code, answer.err) == (0, "")


BAD = """\
rulebook = "maryland"

[progressive]
stakes = ["5.00", "10.00"]
reset = "10000.00"
rate = "0.2"

[bonus_spin]
trigger = { rank = "A", color = "red", suit = "h" }
primary = { reset = "9999.99", rate = "0.04" }
hot_weights = { "200" = 4, "300" = 0 }
"""


def test_the_findings_about_a_side_bet_stand_on_their_lines(wartable: Wartable, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(BAD, encoding="utf-8")
    answer = wartable("check", str(file))
    assert (answer.code, answer.err) == (1, "")
    for line, key, message in (
        (8, "bonus_spin.secondary.reset", "missing: where the secondary meter starts and restarts"),
        (8, "bonus_spin.hot_spot.selection", "missing: how the hot spot is picked"),
        (9, "bonus_spin.trigger.suit", "no such key"),
        (10, "bonus_spin.primary.reset", "9999.99 is too little"),
        (11, "bonus_spin.hot_weights", "{ 300 = 0 } is not a table of whole numbers"),
    ):
        assert f"house.toml:{line}  error  {key}  {message}" in answer.out
    assert "house.toml  error  envy.table  missing: the envy bonus of a 10.00 wager" in answer.out
    assert "house.toml  error  attest.progressive_system  not attested" in answer.out

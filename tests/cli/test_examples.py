"""The shipped examples: each is settled as its comments say, and as an independent model settles it."""

import json
import tomllib
from typing import Any

import pytest

from tests.cli.command import Wartable
from tests.models import naive
from wartable.shipped import shipped

NETS = {
    "first-round": ({"1": "10.00", "3": "-30.00", "6": "65.00"}, {}),
    "progressive": ({"1": "17419.00", "3": "9965.00", "5": "5015.00"}, {"progressive": "10000.00"}),
    "bonus-spin": (
        {"2": "110.00", "4": "7305.60", "6": "-50.00"},
        {"spin_primary": "23150.40", "spin_secondary": "5000.00"},
    ),
    "bank": ({"1": "60.00", "4": "40.00", "6": "15.00", "6 Alma": "10.00", "8": "0.00"}, {}),
    "electronic": ({"1": "60.00", "2": "-10.00", "4": "-5.00"}, {}),
}
"""What everyone is left with, and the meters after the round."""


def text_of(name: str) -> str:
    return (shipped("examples") / f"{name}.toml").read_text(encoding="utf-8")


def settled(wartable: Wartable, name: str) -> dict[str, Any]:
    answer = wartable("settle", str(shipped("examples") / f"{name}.toml"), "--json")
    assert (answer.code, answer.err) == (0, "")
    result: dict[str, Any] = json.loads(answer.out)
    return result


def lines(result: dict[str, Any], seat: int) -> dict[str, dict[str, Any]]:
    (found,) = [row for row in result["seats"] if row["seat"] == seat]
    return {line["wager"]: line for line in found["wagers"]}


def test_every_example_is_held_here() -> None:
    held = [*(f"{name}.toml" for name in NETS), "rounds.jsonl"]
    assert sorted(file.name for file in shipped("examples").iterdir()) == sorted(held)


@pytest.mark.parametrize("name", NETS)
def test_the_example_leaves_everyone_with_what_is_told_here(wartable: Wartable, name: str) -> None:
    result = settled(wartable, name)
    nets = {str(seat["seat"]): seat["net"] for seat in result["seats"]}
    nets |= {
        f"{seat['seat']} {who['name']}": who["net"] for seat in result["seats"] for who in seat.get("backline", ())
    }
    assert (nets, result["meters"]) == NETS[name]


@pytest.mark.parametrize("name", NETS)
def test_the_example_is_settled_as_the_independent_model_settles_it(wartable: Wartable, name: str) -> None:
    result = settled(wartable, name)
    for bettor in [who for seat in result["seats"] for who in (seat, *seat.get("backline", ()))]:
        for line in bettor["wagers"]:
            assert line.pop("clauses")
    assert result == naive.settle(tomllib.loads(text_of(name)))


@pytest.mark.parametrize("name", NETS)
def test_the_example_begins_with_the_command_that_settles_it(wartable: Wartable, name: str) -> None:
    assert text_of(name).partition("\n")[0].endswith(f": wartable settle examples/{name}.toml")
    shown = wartable("settle", str(shipped("examples") / f"{name}.toml"))
    assert (shown.code, shown.err) == (0, "")
    for net in NETS[name][0].values():
        assert net in shown.out


# What the comments promise


def test_md_g7_the_meter_hand_takes_the_meter_with_the_shares_of_the_round(wartable: Wartable) -> None:
    result = settled(wartable, "progressive")
    assert lines(result, 1)["progressive"]["result"] == "suited_four_of_a_kind"
    assert lines(result, 1)["progressive"]["paid"] == "17404.00"  # 12400.00, 4.00 of shares and 1000 to 1
    assert lines(result, 5)["progressive"]["result"] == "tie"
    assert {seat: lines(result, seat)["envy"]["paid"] for seat in (3, 5)} == {3: "10000.00", 5: "5000.00"}


def test_md_35_the_wheel_pays_the_hot_spot_a_meter_and_the_others_the_printed_amount(wartable: Wartable) -> None:
    result = settled(wartable, "bonus-spin")
    assert lines(result, 4)["bonus_spin"]["paid"] == "7300.60"  # 7300.00 and two shares of 0.30
    assert lines(result, 2)["community"]["paid"] == "125.00"
    assert "community" not in lines(result, 4)


def test_ca_bet_5b_the_bank_covers_in_order_until_it_is_used_up(wartable: Wartable) -> None:
    result = settled(wartable, "bank")
    (seat,) = [row for row in result["seats"] if row["seat"] == 6]
    (alma,) = seat["backline"][0]["wagers"]
    assert (alma["result"], alma["staked"], alma["returned"], alma["paid"]) == ("win", "30.00", "30.00", "10.00")
    assert lines(result, 8)["initial"]["result"] == "uncovered"


def test_md_38_the_payout_limit_cuts_what_is_paid_last(wartable: Wartable) -> None:
    result = settled(wartable, "electronic")
    assert [lines(result, 1)[wager]["paid"] for wager in ("tie", "war")] == ["50.00", "10.00"]
    assert lines(result, 4)["initial"]["result"] == "surrender"

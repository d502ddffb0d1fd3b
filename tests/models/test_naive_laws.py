"""Laws that the naive model and its random rounds keep, and rules of the format that no worked settlement shows."""

from __future__ import annotations

import copy
import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.models import naive, scenarios
from tests.models.scenarios_spoil import spoil_as

Table = dict[str, Any]

# Enough for every run; a long run asks for more.
ROUNDS = int(os.environ.get("WARTABLE_MODEL_ROUNDS", "1000"))


def cents(amount: str) -> int:
    return int(amount.replace(".", ""))


def accounts(result: Table) -> Iterator[Table]:
    """Return every account with a net of its own: seats and backline bettors."""
    for seat in result["seats"]:
        yield seat
        yield from seat.get("backline", [])


@pytest.mark.parametrize("book", scenarios.RULEBOOKS)
def test_money_is_neither_made_nor_lost_in_any_random_round(book: str) -> None:
    rng = random.Random(f"laws of {book}")
    for _ in range(ROUNDS // 5):
        scenario = scenarios.random_scenario(rng, book)
        result = naive.settle(scenario)
        for account in accounts(result):
            lines = account["wagers"]
            for line in lines:
                assert cents(line["staked"]) == cents(line["collected"]) + cents(line["returned"])
                assert min(cents(line[key]) for key in ("staked", "collected", "returned", "paid")) >= 0
            assert cents(account["net"]) == sum(
                cents(line["returned"]) + cents(line["paid"]) - cents(line["staked"]) for line in lines
            )
            assert len({line["wager"] for line in lines}) == len(lines)
        assert cents(result["bank"]["net"]) == -sum(cents(account["net"]) for account in accounts(result))
        if book == "california":
            assert cents(result["bank"]["net"]) >= -cents(scenario["bank"]["amount"])


def test_ca_play_9b_payoffs_never_exceed_the_player_dealers_wager() -> None:
    rng = random.Random("payoffs")
    for _ in range(ROUNDS // 5):
        scenario = scenarios.random_scenario(rng, "CA", {"base", "bank_runs_out"})
        paid = sum(cents(line["paid"]) for account in accounts(naive.settle(scenario)) for line in account["wagers"])
        assert paid <= cents(scenario["bank"]["amount"])


def test_the_order_in_which_seats_are_written_changes_nothing() -> None:
    rng = random.Random("order")
    for _ in range(ROUNDS // 10):
        scenario = scenarios.random_scenario(rng)
        other = copy.deepcopy(scenario)
        other["seats"].reverse()
        assert naive.settle(other) == naive.settle(scenario)


@pytest.mark.parametrize("feature", scenarios.FORCED)
def test_every_rare_thing_can_be_forced(feature: str) -> None:
    rng = random.Random(feature)
    for book in scenarios.FORCED[feature]:
        for _ in range(20):
            assert scenarios.shows(scenarios.random_scenario(rng, book, {feature}), feature)


def test_base_rounds_have_no_side_bets() -> None:
    rng = random.Random("base")
    side = {"progressive", "envy", "bonus_spin", "electronic", "match_play", "payout"}
    for _ in range(ROUNDS // 5):
        assert not side & scenarios.random_scenario(rng, features={"base"}).get("house", {}).keys()


def test_a_spoiled_round_is_always_refused() -> None:
    rng = random.Random("spoiled")
    for _ in range(ROUNDS):
        scenario, why = scenarios.spoil(scenarios.random_scenario(rng), rng)
        with pytest.raises(naive.Refused):
            pytest.fail(f"{why}: {naive.settle(scenario)}")


@pytest.mark.parametrize("kind", scenarios.KINDS)
def test_every_kind_of_refusal_is_reached(kind: str) -> None:
    rng = random.Random(kind)
    reached = 0
    for _ in range(3000):
        scenario = scenarios.random_scenario(rng)
        spoiled = spoil_as(kind, scenario, rng)
        if spoiled is None:
            continue
        with pytest.raises(naive.Refused):
            pytest.fail(f"{spoiled[1]}: {naive.settle(spoiled[0])}")
        reached += 1
        if reached == 5:
            return
    pytest.fail("too rare to be of use")


def test_random_rounds_meet_every_word_of_every_wager() -> None:
    rng = random.Random("words")
    met: Counter[tuple[str, str]] = Counter()
    for _ in range(1000):
        for account in accounts(naive.settle(scenarios.random_scenario(rng))):
            met.update((line["wager"], line["result"]) for line in account["wagers"])
    initial = {"win", "lose", "push", "surrender", "uncovered", "collected"}
    hands = {"tie", "suited_tie", "double_tie", "four_of_a_kind", "suited_double_tie", "suited_four_of_a_kind", "lose"}
    assert {word for wager, word in met if wager == "initial"} == initial
    assert {word for wager, word in met if wager == "tie"} == {"win", "lose", "uncovered"}
    assert {word for wager, word in met if wager == "war"} == {"win", "lose"}
    assert {word for wager, word in met if wager == "war_tie"} == {"win", "lose"}
    assert {word for wager, word in met if wager == "progressive"} == hands
    assert {word for wager, word in met if wager == "bonus_spin"} == {"hot", "lose"}
    assert {("envy", "win"), ("community", "community")} <= met.keys()


def electronic(rows: list[Table], deal: list[str], war: list[str]) -> Table:
    return {
        "rulebook": "maryland",
        "house": {"electronic": {"community_cards": 3}, "progressive": {"reset": "10000.00", "rate": "0.20"}},
        "seats": rows,
        "cards": {"deal": deal, "war": war},
        "meters": {"progressive": "12396.00"},
    }


def test_md_26_players_sharing_a_hand_hit_in_seat_order_and_give_each_other_no_envy() -> None:
    rows: list[Table] = [
        {"seat": seat, "hand": hand, "initial": "10.00", "progressive": "5.00", "on_tie": choice}
        for seat, hand, choice in ((1, 2, "war"), (2, 2, "surrender"), (3, 2, "war"), (4, 1, "war"))
    ]
    result = naive.settle(electronic(rows, ["Kc", "Kh", "2c", "Kh"], ["9c", "Kh", "Kh"]))
    lines = {seat["seat"]: {line["wager"]: line for line in seat["wagers"]} for seat in result["seats"]}
    assert lines[3]["progressive"]["paid"] == "17400.00"
    assert lines[1]["progressive"]["paid"] == "15000.00"
    assert lines[2]["progressive"]["result"] == "suited_tie"
    assert not any("envy" in lines[seat] for seat in (1, 2, 3))
    assert lines[4]["envy"]["paid"] == "10000.00"
    assert result["settle_order"] == {"original": [4, 3, 2, 1], "war": [4, 3, 1]}
    assert result["meters"] == {"progressive": "10000.00"}


def test_md_38_the_payout_limit_cuts_in_the_order_paid_and_leaves_the_word() -> None:
    scenario: Table = {
        "rulebook": "maryland",
        "house": {"payout": {"limit_per_hand": "60.00"}},
        "seats": [{"seat": 1, "initial": "10.00", "tie": "5.00", "on_tie": "war", "war_tie": "5.00"}],
        "cards": {"deal": ["8c", "8d"], "war": ["9c", "9d"]},
    }
    lines = naive.settle(scenario)["seats"][0]["wagers"]
    assert [(line["wager"], line["result"], line["paid"]) for line in lines] == [
        ("initial", "push", "0.00"),
        ("tie", "win", "50.00"),
        ("war", "win", "10.00"),
        ("war_tie", "win", "0.00"),
    ]


@pytest.mark.parametrize("book", ["wisconsin", "massachusetts"])
@pytest.mark.parametrize(
    ("card", "choice", "net"), [("K", "", "15.00"), ("5", "", "-10.00"), ("8", "surrender", "-5.00")]
)
def test_g19_a_coupon_pays_its_face_on_a_win_and_is_no_money_otherwise(
    book: str, card: str, choice: str, net: str
) -> None:
    row = {"seat": 1, "initial": "10.00", "match_play": "5.00"} | ({"on_tie": choice} if choice else {})
    scenario = {"rulebook": book, "seats": [row], "cards": {"deal": [card + "c", "8d"]}}
    result = naive.settle(scenario | {"house": {"match_play": {"enabled": True}}})
    assert (result["seats"][0]["net"], result["seats"][0]["wagers"][0]["staked"]) == (net, "10.00")
    with pytest.raises(naive.Refused):
        naive.settle(scenario)


def test_wa_4_three_burns_before_every_war_card() -> None:
    rows = [{"seat": seat, "initial": "10.00", "on_tie": "war"} for seat in (1, 2, 5)]
    cards = {"deal": ["8c", "8d", "8h", "8s"], "war": ["2c", "3c", "4c", "5c"]}
    result = naive.settle({"rulebook": "WA", "seats": rows, "cards": cards})
    assert (result["war_burns"], result["settle_order"]["war"]) == (12, [5, 2, 1])


def test_ca_18_a_backline_bettor_goes_to_war_where_the_seated_player_surrenders() -> None:
    behind = [{"name": "Ann", "initial": "20.00", "on_tie": "war"}]
    rows = [{"seat": 3, "initial": "10.00", "on_tie": "surrender", "backline": behind}]
    cards = {"deal": ["8c", "8d"], "war": ["Kc", "9d"]}
    scenario = {"rulebook": "CA", "seats": rows, "cards": cards, "bank": {"seat": 1, "amount": "500.00"}}
    result = naive.settle(scenario)
    assert (result["seats"][0]["net"], result["seats"][0]["backline"][0]["net"]) == ("-5.00", "20.00")
    assert result["bank"] == {"net": "-15.00"}
    assert result["settle_order"]["war"] == [3]


def test_ca_6_the_half_released_by_a_surrender_pays_only_an_additional_unit() -> None:
    rows = [
        {"seat": 1, "initial": "20.00", "on_tie": "surrender"},
        {"seat": 2, "initial": "30.00", "on_tie": "war"},
        {"seat": 3, "initial": "10.00"},
    ]
    cards = {"deal": ["8c", "8d", "Kc", "8h"], "war": ["9c", "9d"]}
    scenario = {"rulebook": "CA", "seats": rows, "cards": cards, "bank": {"seat": 4, "amount": "50.00"}}
    result = naive.settle(scenario)
    assert [seat["net"] for seat in result["seats"]] == ["-10.00", "40.00", "0.00"]
    assert result["seats"][2]["wagers"][0]["result"] == "uncovered"


def test_ca_8_return_whole_covers_all_of_a_wager_or_nothing() -> None:
    rows = [
        {"seat": 1, "initial": "30.00"},
        {"seat": 2, "initial": "20.00", "on_tie": "surrender"},
        {"seat": 3, "initial": "24.00"},
    ]
    scenario = {
        "rulebook": "CA",
        "house": {"ca": {"partial": "return_whole"}},
        "seats": rows,
        "cards": {"deal": ["Kc", "8d", "2c", "8h"]},
        "bank": {"seat": 4, "amount": "25.00"},
    }
    result = naive.settle(scenario)
    assert [seat["net"] for seat in result["seats"]] == ["0.00", "-10.00", "0.00"]

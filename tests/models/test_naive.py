"""The naive model against the worked settlements C1 to C8 of the comparison of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.models import naive

Table = dict[str, Any]

HOUSE_BANKED = ("maryland", "wisconsin", "massachusetts", "washington")
ALL = (*HOUSE_BANKED, "california")
WAR_TIE = ("maryland", "wisconsin", "massachusetts")
CARDS: dict[str, tuple[list[str], list[str]]] = {
    "win": (["Kc", "8d"], []),
    "lose": (["5c", "8d"], []),
    "surrender": (["8c", "8d"], []),
    "war_win": (["8c", "8d"], ["Kc", "9d"]),
    "war_lose": (["8c", "8d"], ["5c", "9d"]),
    "war_tie": (["8c", "8d"], ["9c", "9d"]),
}
# Collected, returned, paid of the initial and the war wager of 10.00, with the word of each.
HELD = {
    "win": {"initial": ("win", 0, 10, 10)},
    "lose": {"initial": ("lose", 10, 0, 0)},
    "surrender": {"initial": ("surrender", 5, 5, 0)},
    "war_win": {"initial": ("push", 0, 10, 0), "war": ("win", 0, 10, 10)},
    "war_lose": {"initial": ("lose", 10, 0, 0), "war": ("lose", 10, 0, 0)},
    "war_tie": {"initial": ("push", 0, 10, 0), "war": ("win", 0, 10, 20)},
}
COLLECTED = HELD | {
    "war_win": {"initial": ("collected", 10, 0, 0), "war": ("win", 0, 10, 20)},
    "war_lose": {"initial": ("collected", 10, 0, 0), "war": ("lose", 10, 0, 0)},
    "war_tie": {"initial": ("collected", 10, 0, 0), "war": ("win", 0, 10, 30)},
}
# Nets without a tie wager, with 5.00 on the original deal, with 5.00 on the war deal, with both.
NETS: dict[str, tuple[int, int, int | None, int | None]] = {
    "win": (10, 5, None, None),
    "lose": (-10, -15, None, None),
    "surrender": (-5, 45, None, None),
    "war_win": (10, 60, 5, 55),
    "war_lose": (-20, 30, -25, 25),
    "war_tie": (20, 70, 70, 120),
}


def one_seat(book: str, outcome: str, tie: bool, war_tie: bool) -> Table:
    deal, war = CARDS[outcome]
    row: Table = {"seat": 1, "initial": "10.00"}
    if tie:
        row["tie"] = "5.00"
    if deal[0][0] == deal[1][0]:
        row["on_tie"] = "war" if war else "surrender"
    if war_tie:
        row["war_tie"] = "5.00"
    scenario: Table = {"rulebook": book, "seats": [row], "cards": {"deal": deal} | ({"war": war} if war else {})}
    if book == "california":
        scenario["bank"] = {"seat": 2, "amount": "1000.00"}
    return scenario


def dollars(amount: int) -> str:
    return f"{amount}.00"


def lines(result: Table, seat: int) -> dict[str, Table]:
    wagers = next(entry for entry in result["seats"] if entry["seat"] == seat)["wagers"]
    return {line["wager"]: line for line in wagers}


def nets(result: Table) -> dict[int, str]:
    return {entry["seat"]: entry["net"] for entry in result["seats"]}


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("outcome", CARDS)
@pytest.mark.parametrize("tie", [False, True])
@pytest.mark.parametrize("war_tie", [False, True])
def test_c1_to_c5_every_outcome_moves_the_chips_as_worked_out(
    book: str, outcome: str, tie: bool, war_tie: bool
) -> None:
    net = NETS[outcome][tie + 2 * war_tie]
    if net is None or (war_tie and book not in WAR_TIE):
        with pytest.raises(naive.Refused):
            naive.settle(one_seat(book, outcome, tie, war_tie))
        return
    result = naive.settle(one_seat(book, outcome, tie, war_tie))
    assert nets(result) == {1: dollars(net)}
    assert result["bank"]["net"] == dollars(-net)
    found = lines(result, 1)
    for wager, (word, *amounts) in (COLLECTED if book == "wisconsin" else HELD)[outcome].items():
        assert found[wager]["result"] == word
        assert [found[wager][key] for key in ("collected", "returned", "paid")] == [dollars(a) for a in amounts]
    at_war = outcome.startswith("war")
    assert ("tie" in found, "war" in found, "war_tie" in found) == (tie, at_war, war_tie)
    assert result["war_burns"] == (0 if not at_war else 6 if book in ("washington", "california") else 3)
    assert result["settle_order"] == {"original": [1], "war": [1] if at_war else []}


def progressive_round(book: str, deal: list[str], war: list[str], rows: list[Table], meter: str) -> Table:
    house: Table = {"progressive": {"reset": "10000.00", "rate": "0.20"}}
    if any(row.get("progressive") == "10.00" for row in rows):
        house["progressive"]["stakes"] = ["5.00", "10.00"]
    cards = {"deal": deal} | ({"war": war} if war else {})
    return {"rulebook": book, "house": house, "seats": rows, "cards": cards, "meters": {"progressive": meter}}


HANDS: dict[str, tuple[list[str], list[str], int]] = {
    "lose": (["7s", "8s"], [], 0),
    "tie": (["7c", "7d"], ["2c", "9d"], 25),
    "suited_tie": (["7s", "7s"], ["2c", "9d"], 75),
    "double_tie": (["7c", "7d"], ["9c", "9d"], 150),
    "four_of_a_kind": (["7c", "7d"], ["7h", "7s"], 750),
    "suited_double_tie": (["7s", "7s"], ["9d", "9d"], 1000),
    "suited_four_of_a_kind": (["7s", "7s"], ["7s", "7s"], 17_400),
}


@pytest.mark.parametrize("book", ["maryland", "massachusetts"])
@pytest.mark.parametrize("hand", HANDS)
def test_c6_each_progressive_hand_pays_its_odds_and_keeps_the_stake(book: str, hand: str) -> None:
    deal, war, paid = HANDS[hand]
    row: Table = {"seat": 1, "initial": "10.00", "progressive": "5.00"} | ({"on_tie": "war"} if war else {})
    result = naive.settle(progressive_round(book, deal, war, [row], "12399.00"))
    assert lines(result, 1)["progressive"] == {
        "wager": "progressive",
        "result": hand,
        "staked": "5.00",
        "collected": "5.00",
        "returned": "0.00",
        "paid": dollars(paid),
    }
    hit = hand == "suited_four_of_a_kind"
    assert result["meters"] == {"progressive": "10000.00" if hit else "12400.00"}


def test_g4_two_suited_ties_of_one_rank_are_the_better_suited_double_tie() -> None:
    row = {"seat": 1, "initial": "10.00", "progressive": "5.00", "on_tie": "war"}
    result = naive.settle(progressive_round("maryland", ["7s", "7s"], ["7h", "7h"], [row], "12399.00"))
    assert lines(result, 1)["progressive"]["result"] == "suited_double_tie"


def test_p1_whole_round_with_a_suited_double_tie() -> None:
    row = {"seat": 1, "initial": "10.00", "tie": "5.00", "progressive": "5.00", "on_tie": "war"}
    result = naive.settle(progressive_round("maryland", ["7s", "7s"], ["9d", "9d"], [row], "12400.00"))
    assert nets(result) == {1: "1065.00"}
    assert result["bank"] == {"net": "-1065.00"}
    assert result["meters"] == {"progressive": "12401.00"}


@pytest.mark.parametrize(
    ("book", "paid"),
    [
        ("maryland", {4: ("17400.00", "5000.00"), 3: ("15000.00", "5000.00"), 2: ("0.00", "10000.00")}),
        ("massachusetts", {4: ("17400.00", "1000.00"), 3: ("15000.00", "1000.00"), 2: ("0.00", "2000.00")}),
    ],
)
def test_p2_and_p3_two_hits_share_nothing_and_envy_crosses(book: str, paid: dict[int, tuple[str, str]]) -> None:
    rows: list[Table] = [
        {"seat": 4, "initial": "10.00", "progressive": "5.00", "on_tie": "war"},
        {"seat": 3, "initial": "10.00", "progressive": "5.00", "on_tie": "war"},
        {"seat": 2, "initial": "10.00", "progressive": "5.00"},
        {"seat": 1, "initial": "10.00"},
    ]
    deal = ["9c", "4c", "Kh", "Kh", "Kh"]
    result = naive.settle(progressive_round(book, deal, ["Kh", "Kh", "Kh"], rows, "12397.00"))
    for seat, (progressive, envy) in paid.items():
        found = lines(result, seat)
        assert (found["progressive"]["paid"], found["envy"]["paid"]) == (progressive, envy)
        assert (found["envy"]["result"], found["envy"]["staked"]) == ("win", "0.00")
    assert set(lines(result, 1)) == {"initial"}
    assert result["meters"] == {"progressive": "10000.00"}
    assert result["settle_order"] == {"original": [4, 3, 2, 1], "war": [4, 3]}


def test_p4_a_larger_stake_multiplies_odds_and_envy_and_leaves_the_meter_whole() -> None:
    rows: list[Table] = [
        {"seat": 1, "initial": "10.00", "progressive": "10.00", "on_tie": "war"},
        {"seat": 2, "initial": "10.00", "progressive": "10.00"},
        {"seat": 3, "initial": "10.00", "progressive": "5.00"},
    ]
    deal = ["Kh", "4c", "4d", "Kh"]
    result = naive.settle(progressive_round("massachusetts", deal, ["Kh", "Kh"], rows, "12395.00"))
    assert lines(result, 1)["progressive"]["paid"] == "22400.00"
    assert [lines(result, seat)["envy"]["paid"] for seat in (2, 3)] == ["2000.00", "1000.00"]


@pytest.mark.parametrize("book", ["maryland", "massachusetts"])
def test_p5_a_surrender_keeps_the_suited_tie(book: str) -> None:
    row = {"seat": 1, "initial": "10.00", "progressive": "5.00", "on_tie": "surrender"}
    assert nets(naive.settle(progressive_round(book, ["Qd", "Qd"], [], [row], "12399.00"))) == {1: "65.00"}


def test_md_29_the_holder_need_not_have_bet_for_envy() -> None:
    rows: list[Table] = [
        {"seat": 1, "initial": "10.00", "on_tie": "war"},
        {"seat": 2, "initial": "10.00", "progressive": "5.00"},
    ]
    result = naive.settle(progressive_round("maryland", ["Kh", "4c", "Kh"], ["Kh", "Kh"], rows, "12399.00"))
    assert "progressive" not in lines(result, 1)
    assert lines(result, 2)["envy"]["paid"] == "5000.00"
    assert result["meters"] == {"progressive": "12400.00"}


def spin_round(dealer: str, players: int, spin: Table | None, also: bool = False, unbet: str = "no_pay") -> Table:
    scenario: Table = {
        "rulebook": "MD",
        "house": {
            "bonus_spin": {
                "trigger": {"rank": "A", "color": "red"},
                "primary": {"reset": "10000.00", "rate": "0.10"},
                "secondary": {"reset": "5000.00", "rate": "0.02"},
                "hot_spot": {"also_community": also, "unbet_position": unbet},
            }
        },
        "seats": [{"seat": seat, "initial": "10.00", "bonus_spin": "5.00"} for seat in range(1, players + 1)],
        "cards": {"deal": [*["Js"] * players, dealer]},
        "meters": {"spin_primary": "23149.00", "spin_secondary": "7299.80"},
    }
    return scenario | ({"spin": spin} if spin else {})


@pytest.mark.parametrize(
    ("name", "hot", "community", "hot_pay", "others", "meters"),
    [
        ("BS2", "500", "100", "500.00", "125.00", ("23150.00", "7300.00")),
        ("BS3", "primary", "40", "23150.00", "50.00", ("10000.00", "7300.00")),
        ("BS4", "secondary", "25", "7300.00", "25.00", ("23150.00", "5000.00")),
    ],
)
def test_c7_the_hot_seat_takes_the_hot_pay_and_the_others_community_pay(
    name: str, hot: str, community: str, hot_pay: str, others: str, meters: tuple[str, str]
) -> None:
    result = naive.settle(spin_round("Ah", 2, {"hot_seat": 1, "hot": hot, "community": community}))
    first, second = lines(result, 1), lines(result, 2)
    assert (first["bonus_spin"]["result"], first["bonus_spin"]["paid"]) == ("hot", hot_pay), name
    assert "community" not in first
    assert (second["bonus_spin"]["result"], second["bonus_spin"]["paid"]) == ("lose", "0.00")
    assert (second["community"]["result"], second["community"]["paid"]) == ("community", others)
    assert result["meters"] == {"spin_primary": meters[0], "spin_secondary": meters[1]}


def test_bs1_without_the_trigger_every_bonus_spin_loses() -> None:
    result = naive.settle(spin_round("9c", 2, None))
    assert [lines(result, seat)["bonus_spin"]["collected"] for seat in (1, 2)] == ["5.00", "5.00"]
    assert result["meters"] == {"spin_primary": "23150.00", "spin_secondary": "7300.00"}


def test_bs5_the_hot_seat_may_take_community_pay_too() -> None:
    result = naive.settle(spin_round("Ah", 2, {"hot_seat": 1, "hot": "500", "community": "100"}, also=True))
    assert [lines(result, seat)["community"]["paid"] for seat in (1, 2)] == ["125.00", "125.00"]


def test_bs6_an_unbet_hot_seat_pays_nobody_and_moves_no_meter_or_is_refused() -> None:
    spin = {"hot_seat": 9, "hot": "primary", "community": "75"}
    result = naive.settle(spin_round("Ad", 2, spin))
    assert [lines(result, seat)["bonus_spin"]["result"] for seat in (1, 2)] == ["lose", "lose"]
    assert [lines(result, seat)["community"]["paid"] for seat in (1, 2)] == ["100.00", "100.00"]
    assert result["meters"]["spin_primary"] == "23150.00"
    with pytest.raises(naive.Refused):
        naive.settle(spin_round("Ad", 2, spin, unbet="respin"))


def test_bs7_a_dollar_is_not_offered() -> None:
    scenario = spin_round("9c", 1, None)
    scenario["seats"][0]["bonus_spin"] = "1.00"
    with pytest.raises(naive.Refused):
        naive.settle(scenario)


def test_bs8_whole_round() -> None:
    result = naive.settle(spin_round("Ah", 2, {"hot_seat": 2, "hot": "200", "community": "150"}))
    assert nets(result)[1] == "135.00"


def banked(amount: str, deal: str, rows: list[Table], war: str = "", **ca: str) -> Table:
    """California, with ranks for cards: suits decide nothing there."""
    scenario: Table = {
        "rulebook": "CA",
        "house": {"ca": ca},
        "bank": {"seat": 8, "amount": amount},
        "seats": rows,
        "cards": {"deal": [rank + "s" for rank in deal]},
    }
    if war:
        scenario["cards"]["war"] = [rank + "h" for rank in war]
    return scenario


def row(seat: int, initial: str, tie: str = "", on_tie: str = "") -> Table:
    return {"seat": seat, "initial": initial} | ({"tie": tie} if tie else {}) | ({"on_tie": on_tie} if on_tie else {})


def five_seats(last_choice: str = "") -> list[Table]:
    return [
        row(1, "20.00"),
        row(2, "30.00", "5.00"),
        row(3, "20.00"),
        row(4, "25.00"),
        row(5, "10.00", "5.00", last_choice),
    ]


def test_c8_1_the_bank_runs_out_on_a_winner() -> None:
    result = naive.settle(banked("60.00", "K5Q388", five_seats()))
    assert nets(result) == {1: "20.00", 2: "-35.00", 3: "5.00", 4: "0.00", 5: "0.00"}
    assert lines(result, 3)["initial"]["returned"] == "20.00"
    assert [line["result"] for line in lines(result, 5).values()] == ["uncovered", "uncovered"]
    assert result["bank"] == {"net": "10.00"}


def test_c8_1_payoffs_only_counts_no_collected_wager() -> None:
    result = naive.settle(banked("60.00", "K5Q388", five_seats("surrender"), coverage="payoffs_only"))
    assert nets(result) == {1: "20.00", 2: "-35.00", 3: "20.00", 4: "-25.00", 5: "5.00"}
    assert lines(result, 5)["tie"]["paid"] == "10.00"


@pytest.mark.parametrize(
    ("choice", "war", "net", "bank"),
    [
        ("surrender", "", "40.00", "-70.00"),
        ("war", "K9", "70.00", "-100.00"),
        ("war", "29", "10.00", "-40.00"),
        ("war", "99", "70.00", "-100.00"),
    ],
)
def test_c8_2_a_tie_wager_drains_the_bank_before_a_war(choice: str, war: str, net: str, bank: str) -> None:
    rows = [row(1, "20.00", "5.00", choice), row(2, "40.00"), row(3, "25.00")]
    result = naive.settle(banked("100.00", "QA2Q", rows, war))
    assert nets(result) == {1: net, 2: "30.00", 3: "0.00"}
    assert result["bank"] == {"net": bank}


def test_c8_2_after_original_leaves_the_tied_hand_uncovered() -> None:
    rows = [row(1, "20.00", "5.00"), row(2, "40.00"), row(3, "25.00")]
    result = naive.settle(banked("100.00", "QA2Q", rows, war_cover="after_original"))
    assert nets(result) == {1: "50.00", 2: "40.00", 3: "-10.00"}
    assert lines(result, 1)["initial"]["result"] == "uncovered"


@pytest.mark.parametrize(
    ("choice", "war", "net", "bank"),
    [
        ("war", "K6T", "-40.00", "-10.00"),
        ("war", "KAT", "20.00", "-70.00"),
        ("war", "KTT", "20.00", "-70.00"),
        ("surrender", "KT", "-10.00", "-40.00"),
    ],
)
def test_c8_3_the_second_war_is_covered_in_part(choice: str, war: str, net: str, bank: str) -> None:
    rows = [row(1, "20.00"), row(2, "30.00", on_tie="war"), row(3, "40.00", on_tie=choice), row(4, "15.00")]
    result = naive.settle(banked("70.00", "J9949", rows, war))
    assert nets(result) == {1: "20.00", 2: "30.00", 3: net, 4: "0.00"}
    assert result["bank"] == {"net": bank}


def test_c8_3_after_original_collects_first_and_matches_what_is_left() -> None:
    rows = [row(1, "20.00"), row(2, "30.00", on_tie="war"), row(3, "40.00", on_tie="war"), row(4, "15.00")]
    result = naive.settle(banked("70.00", "J9949", rows, "KAT", war_cover="after_original"))
    assert lines(result, 4)["initial"]["collected"] == "15.00"
    assert [lines(result, seat)["war"]["staked"] for seat in (2, 3)] == ["30.00", "5.00"]

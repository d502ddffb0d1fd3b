"""A scenario is read to the letter: what is right is decoded, what is wrong is refused by its key."""

import copy
import datetime as dt
import math
from typing import Any

import pytest

from wartable.cards import Card
from wartable.rulebook import rulebook_names
from wartable.settle import scenario as limits
from wartable.settle import settle_document
from wartable.settle.errors import BadScenario, NotSettled
from wartable.settle.scenario import (
    Amount,
    Backline,
    BankEntry,
    DealtCards,
    EvenAmount,
    Meters,
    Scenario,
    SeatEntry,
    SpinEntry,
    read_scenario,
)

PLAIN: dict[str, Any] = {
    "rulebook": "maryland",
    "seats": [{"seat": 1, "initial": "10.00"}],
    "cards": {"deal": ["7s", "8s"]},
}

FULL: dict[str, Any] = {
    "rulebook": "MD",
    "house": {"decks": 6, "progressive": {"stakes": ["5.00"], "reset": "10000.00", "rate": "0.20"}},
    "seats": [
        {
            "seat": 4,
            "initial": "10.00",
            "tie": "5.05",
            "progressive": "5.00",
            "bonus_spin": "5.00",
            "match_play": "5.00",
            "on_tie": "war",
            "war_tie": "5.01",
            "hand": 2,
            "backline": [
                {"name": "Ann", "initial": "20.00", "tie": "1.00", "on_tie": "surrender"},
                {"name": "Bo", "initial": "4.00"},
            ],
        },
        {"seat": 2, "initial": "30.00", "on_tie": "surrender"},
    ],
    "cards": {"deal": ["7s", "7d", "7c"], "war": ["Ah", "Ts"]},
    "bank": {"seat": 1, "amount": "500.00"},
    "meters": {"progressive": "12400.00", "spin_primary": "23150.00", "spin_secondary": "7300.00"},
    "spin": {"hot_seat": 4, "hot": "primary", "community": "100"},
}

HUGE = pytest.param(10**6000, id="a number that cannot be printed")
LONG = pytest.param("7s" * 100_000, id="a text of 200,000 characters")
AMOUNT = 'expected an amount with two decimals, such as "10.00"'


def changed(path: str, value: object) -> dict[str, Any]:
    """The full scenario with one value put in another's place; `seats.0.tie` is the tie wager of the first entry."""
    document = copy.deepcopy(FULL)
    *above, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = document
    for step in above:
        place = place[step]
    place[last] = value
    return document


def why_refused(document: object) -> str:
    with pytest.raises(BadScenario) as refusal:
        read_scenario(document)
    return str(refusal.value)


def test_a_plain_round_is_decoded() -> None:
    assert read_scenario(PLAIN) == Scenario(
        rulebook="maryland",
        seats=(SeatEntry(seat=1, initial=EvenAmount(1000)),),
        cards=DealtCards((Card("7s"), Card("8s"))),
    )


def test_every_key_of_the_format_is_decoded() -> None:
    bettors = (
        Backline(name="Ann", initial=EvenAmount(2000), tie=Amount(100), on_tie="surrender"),
        Backline(name="Bo", initial=EvenAmount(400)),
    )
    fourth = SeatEntry(
        seat=4,
        initial=EvenAmount(1000),
        tie=Amount(505),
        progressive=Amount(500),
        bonus_spin=Amount(500),
        match_play=Amount(500),
        on_tie="war",
        war_tie=Amount(501),
        hand=2,
        backline=bettors,
    )
    second = SeatEntry(seat=2, initial=EvenAmount(3000), on_tie="surrender")
    found = read_scenario(FULL)
    assert found == Scenario(
        rulebook="maryland",
        house=FULL["house"],
        seats=(fourth, second),
        cards=DealtCards((Card("7s"), Card("7d"), Card("7c")), (Card("Ah"), Card("Ts"))),
        bank=BankEntry(seat=1, amount=Amount(50000)),
        meters=Meters(Amount(1240000), Amount(2315000), Amount(730000)),
        spin=SpinEntry(hot_seat=4, hot="primary", community="100"),
    )
    assert found.placed() == [("seats[1]", second), ("seats[0]", fourth)]


@pytest.mark.parametrize(("word", "name"), rulebook_names().items())
def test_a_rulebook_is_named_in_full_or_by_its_code(word: str, name: str) -> None:
    assert read_scenario(PLAIN | {"rulebook": word}).rulebook == name


@pytest.mark.parametrize("word", ["Maryland", "md", "nevada", "", 5, None, ["maryland"], {"maryland": 1}, True])
def test_any_other_rulebook_is_refused(word: object) -> None:
    assert why_refused(PLAIN | {"rulebook": word}).startswith("rulebook: expected ")


@pytest.mark.parametrize("key", ["rulebook", "seats", "cards"])
def test_a_required_table_that_is_missing_is_named(key: str) -> None:
    assert why_refused({name: value for name, value in PLAIN.items() if name != key}) == f"{key}: is missing"


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (changed("seats.1", {"seat": 2}), "seats[1].initial"),
        (changed("seats.1", {"initial": "10.00"}), "seats[1].seat"),
        (changed("seats.0.backline.1", {"name": "Bo"}), "seats[0].backline[1].initial"),
        (changed("seats.0.backline.1", {"initial": "4.00"}), "seats[0].backline[1].name"),
        (changed("cards", {}), "cards.deal"),
        (changed("bank", {"seat": 1}), "bank.amount"),
        (changed("bank", {"amount": "5.00"}), "bank.seat"),
        (changed("spin", {"hot": "500", "community": "100"}), "spin.hot_seat"),
        (changed("spin", {"hot_seat": 1, "community": "100"}), "spin.hot"),
        (changed("spin", {"hot_seat": 1, "hot": "500"}), "spin.community"),
    ],
)
def test_a_required_key_that_is_missing_is_named_with_its_place(document: object, place: str) -> None:
    assert why_refused(document) == f"{place}: is missing"


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("hause", "hause"),
        ("seats.1.initail", "seats[1].initail"),
        ("seats.0.backline.0.war_tie", "seats[0].backline[0].war_tie"),
        ("cards.burned", "cards.burned"),
        ("bank.name", "bank.name"),
        ("meters.envy", "meters.envy"),
        ("spin.cold", "spin.cold"),
    ],
)
def test_an_unknown_key_is_refused_by_name_wherever_it_stands(path: str, place: str) -> None:
    assert why_refused(changed(path, "5.00")).startswith(f"{place}: unknown key; expected one of ")


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "\x1b[31m", "x" * 10_000])
def test_a_strange_key_is_named_on_one_short_line(key: str) -> None:
    reason = why_refused(PLAIN | {key: 1})
    assert reason.isprintable()
    assert len(reason) < 200


@pytest.mark.parametrize(
    "path",
    [
        "seats.1.initial",
        "seats.0.tie",
        "seats.0.war_tie",
        "seats.0.progressive",
        "seats.0.bonus_spin",
        "seats.0.match_play",
        "seats.0.backline.0.initial",
        "seats.0.backline.0.tie",
        "bank.amount",
        "meters.progressive",
        "meters.spin_primary",
        "meters.spin_secondary",
    ],
)
@pytest.mark.parametrize(
    "amount",
    [10, 10.0, True, None, math.nan, "10", "10.0", "10.000", "10,00", "$10.00", "-10.00", "+10.00", " 10.00", "10.00\n",
     "1e3", "", ".50", "١٠.٠٠", "1_0.00", ["10.00"], {"10": "00"}, dt.date(2026, 1, 1), HUGE],
)  # fmt: skip
def test_an_amount_is_written_in_one_way_only(path: str, amount: object) -> None:
    place = path.replace(".0", "[0]").replace(".1", "[1]")
    assert why_refused(changed(path, amount)) == f"{place}: {AMOUNT}"


def test_a_wager_of_nothing_is_left_out_not_written() -> None:
    reason = why_refused(changed("seats.0.tie", "0.00"))
    assert reason == 'seats[0].tie: an amount must be above "0.00"; leave out a wager that was not made'


def test_an_amount_beyond_every_bank_is_refused() -> None:
    assert why_refused(changed("seats.1.initial", "9" * 18 + ".00")).startswith("seats[1].initial: an amount may be")


@pytest.mark.parametrize("path", ["seats.1.initial", "seats.0.backline.0.initial"])
def test_an_initial_wager_of_odd_cents_is_refused_because_its_half_does_not_exist(path: str) -> None:
    place = path.replace(".0", "[0]").replace(".1", "[1]")
    assert why_refused(changed(path, "10.01")).startswith(f"{place}: expected an even number of cents")


@pytest.mark.parametrize("path", ["seats.1.seat", "bank.seat", "spin.hot_seat", "seats.0.hand"])
@pytest.mark.parametrize("number", [0, -1, True, 1.0, "1", None, math.inf, HUGE, [1]])
def test_a_position_is_a_whole_number_from_one(path: str, number: object) -> None:
    place = path.replace(".0", "[0]").replace(".1", "[1]")
    assert why_refused(changed(path, number)).startswith(f"{place}: expected a whole number from 1 to ")


@pytest.mark.parametrize("path", ["seats.1.on_tie", "seats.0.backline.0.on_tie"])
@pytest.mark.parametrize("word", ["War", "go to war", "", None, True, ["war"], {"war": 1}])
def test_a_decision_is_war_or_surrender(path: str, word: object) -> None:
    place = path.replace(".0", "[0]").replace(".1", "[1]")
    reason = why_refused(changed(path, word))
    assert reason.startswith(f"{place}: ")
    assert ("expected one of" in reason and "war" in reason) == isinstance(word, str)


@pytest.mark.parametrize("on_tie", ["surrender", None])
def test_a_tie_wager_on_the_war_deal_needs_a_war(on_tie: str | None) -> None:
    seat = {"seat": 1, "initial": "10.00", "war_tie": "5.00"} | ({"on_tie": on_tie} if on_tie else {})
    assert why_refused(PLAIN | {"seats": [seat]}) == 'seats[0].war_tie: expected only beside on_tie = "war"'


@pytest.mark.parametrize("card", ["10s", "ts", "TS", "1s", "Tx", "", "7s ", "7♠", None, 7, ["7s"], LONG])
def test_a_card_is_two_characters(card: object) -> None:
    reason = why_refused(changed("cards.deal.1", card))
    assert reason.startswith("cards.deal[1]: ")
    assert len(reason) < 200


@pytest.mark.parametrize("path", ["cards.deal", "cards.war"])
def test_a_deal_without_cards_is_left_out_not_written(path: str) -> None:
    assert why_refused(changed(path, [])) == f"{path}: expected at least 1 entry"


def test_a_round_needs_a_seat() -> None:
    assert why_refused(PLAIN | {"seats": []}) == "seats: expected at least 1 entry"


def test_a_seat_written_twice_is_refused_at_its_second_place() -> None:
    assert why_refused(changed("seats.1.seat", 4)) == "seats[1].seat: 4 is written twice"


def test_a_backline_name_written_twice_at_a_seat_is_refused_at_its_second_place() -> None:
    reason = why_refused(changed("seats.0.backline.1.name", "Ann"))
    assert reason == "seats[0].backline[1].name: 'Ann' is written twice"


def test_the_same_backline_name_may_stand_behind_two_seats() -> None:
    read = read_scenario(changed("seats.1.backline", [{"name": "Ann", "initial": "2.00"}]))
    assert [entry.backline[0].name for entry in read.seats] == ["Ann", "Ann"]


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "\x00", "\x1b[2J", "x" * 65, None, 5, ["Ann"]])
def test_a_backline_name_can_be_printed_on_one_line(name: object) -> None:
    assert why_refused(changed("seats.0.backline.0.name", name)).startswith("seats[0].backline[0].name: expected ")


@pytest.mark.parametrize("symbol", ["$100", "100.00", "", "1" * 10, "tertiary", "٣", 100, None])
def test_a_wheel_shows_dollars_as_a_text_of_digits(symbol: object) -> None:
    for key in ("hot", "community"):
        assert why_refused(changed(f"spin.{key}", symbol)).startswith(f"spin.{key}: expected a dollar symbol")


def test_only_the_hot_wheel_shows_the_meters() -> None:
    assert read_scenario(changed("spin.hot", "secondary")).spin == SpinEntry(4, "secondary", "100")
    assert why_refused(changed("spin.community", "primary")).startswith("spin.community: expected a dollar symbol")


@pytest.mark.parametrize("document", [None, True, 5, 5.0, math.nan, "maryland", b"x", [], [PLAIN], dt.date.max])
def test_what_is_not_a_table_is_no_scenario(document: object) -> None:
    assert why_refused(document).startswith("expected keys with values, got ")


@pytest.mark.parametrize("path", ["house", "seats.0", "seats.0.backline.0", "cards", "bank", "meters", "spin"])
def test_a_table_is_not_a_list_or_a_text(path: str) -> None:
    place = path.replace(".0", "[0]")
    wrong: list[object] = [[], "x", None, 1]
    for value in wrong:
        assert why_refused(changed(path, value)).startswith(f"{place}: expected keys with values, got ")


@pytest.mark.parametrize("path", ["seats", "seats.0.backline", "cards.deal", "cards.war"])
def test_a_list_is_not_a_table_or_a_text(path: str) -> None:
    place = path.replace(".0", "[0]")
    wrong: list[object] = [{}, "7s", None, 1]
    for value in wrong:
        assert why_refused(changed(path, value)).startswith(f"{place}: expected a list, got ")


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("seats", limits.MAX_SEATS),
        ("seats.0.backline", limits.MAX_BACKLINE),
        ("cards.deal", limits.MAX_CARDS),
        ("cards.war", limits.MAX_CARDS),
    ],
)
def test_a_list_of_a_million_is_refused_before_it_is_read(path: str, most: int) -> None:
    place = path.replace(".0", "[0]")
    assert why_refused(changed(path, [object()] * 1_000_000)) == f"{place}: expected at most {most} entries"


@pytest.mark.parametrize(
    "value",
    [
        None,
        math.nan,
        math.inf,
        10**16,
        HUGE,
        dt.date(2026, 1, 1),
        b"x",
        {5: 1},
        pytest.param("x" * 2_000, id="a long text"),
        list(range(9_999)),
    ],
)
def test_a_house_holds_plain_values_only(value: object) -> None:
    with pytest.raises(NotSettled) as refusal:
        settle_document(PLAIN | {"house": {"limits": {"max": value}}})
    assert str(refusal.value).startswith("house")
    assert str(refusal.value).isprintable()


def test_a_house_nested_too_deep_is_refused() -> None:
    deep: dict[str, object] = {}
    for _ in range(100_000):
        deep = {"a": deep}
    with pytest.raises(NotSettled, match="house: expected"):
        settle_document(PLAIN | {"house": deep})


def test_a_house_is_kept_as_written() -> None:
    house = {"decks": 6, "envy": {"table": {"10.00": "10000.00"}}, "tie": {"on_war_deal": False}}
    assert read_scenario(PLAIN | {"house": house}).house == house


def test_a_bad_scenario_is_a_round_that_was_not_settled() -> None:
    assert issubclass(BadScenario, NotSettled)
    assert issubclass(NotSettled, ValueError)


@pytest.mark.parametrize(("length", "fits"), [(0, False), (1, True), (64, True), (65, False)])
def test_a_backline_name_has_1_to_64_characters(length: int, fits: bool) -> None:
    named = changed("seats.0.backline.0.name", "x" * length)
    if fits:
        assert "x" * length in [bettor.name for entry in read_scenario(named).seats for bettor in entry.backline]
    else:
        with pytest.raises(BadScenario, match="name: expected 1 to 64 printable characters"):
            read_scenario(named)

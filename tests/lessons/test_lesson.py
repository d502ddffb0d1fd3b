"""How to play: every wager on offer has played examples, and their amounts are those that the table settles."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.told import RULEBOOKS, rules_of
from wartable.lessons import LessonPart, PlayedExample, make_lesson
from wartable.money import Cents, format_cents
from wartable.rulebook import SIDE, WAGERS, Rules, choose, load_rulebook, rules_in_force
from wartable.settle import settle_document

HOUSES = Path(__file__).resolve().parents[2] / "houses"
NAMES = sorted(house.stem for house in HOUSES.iterdir())
COUPONS = (5_00, 10_00)


def written(name: str) -> dict[str, Any]:
    return tomllib.loads((HOUSES / f"{name}.toml").read_text(encoding="utf-8"))


def rules_at(name: str, **changes: Any) -> Rules:
    document = written(name) | changes
    book = load_rulebook(document.pop("rulebook"))
    return rules_in_force(book, choose(book, document)[0])


def examples_of(parts: tuple[LessonPart, ...]) -> list[PlayedExample]:
    return [example for part in parts for example in part.examples]


def find(parts: tuple[LessonPart, ...], title: str) -> PlayedExample:
    (found,) = [example for example in examples_of(parts) if example.title == title]
    return found


def result_of(example: PlayedExample, wager: str) -> str:
    """What the example says of a wager."""
    row = WAGERS[wager]  # type: ignore[index]
    words = ("initial wager", "primary wager") if wager == "initial" else (row.noun,)
    return " ".join(line for line in example.says if any(word in line for word in words) and row.where in line)


@pytest.mark.parametrize("name", NAMES)
def test_every_wager_on_offer_is_won_in_one_example_and_lost_in_another(name: str) -> None:
    rules = rules_at(name)
    examples = examples_of(make_lesson(rules, COUPONS))
    for wager, row in WAGERS.items():
        if row.kind in ("award", "coupon") or not row.offered(rules):
            continue
        told = [result_of(one, wager) for one in examples if wager in {stake.wager for stake in one.stakes}]
        assert any("wins" in line for line in told), wager
        assert any("loses" in line for line in told), wager


@pytest.mark.parametrize("name", NAMES)
def test_every_award_and_every_coupon_on_offer_has_an_example(name: str) -> None:
    rules = rules_at(name)
    parts = make_lesson(rules, COUPONS)
    topics = {part.topic for part in parts}
    assert ("envy" in topics) == (rules.envy is not None)
    assert ("coupon" in topics) == rules.match_play.enabled
    assert ("bank" in topics) == (rules.bank.by == "player")
    said = " ".join(line for example in examples_of(parts) for line in example.says)
    assert ("envy bonus is" in said) == (rules.envy is not None)
    assert ("community pay is" in said) == (rules.bonus_spin is not None)
    assert all(part.examples and part.says for part in parts)


def test_without_coupons_in_players_hands_no_coupon_is_taught() -> None:
    assert "coupon" not in {part.topic for part in make_lesson(rules_at("wisconsin"), ())}


def scenario_of(name: str, example: PlayedExample, surrenders: bool) -> dict[str, Any]:
    """The example as a round for `wartable settle`, of the wagers that need no meter."""
    house = {key: value for key, value in written(name).items() if key not in ("about", "attest")}
    rulebook = house.pop("rulebook")
    stakes: dict[str, Any] = {
        stake.wager: format_cents(stake.amount) for stake in example.stakes if stake.wager != "war"
    }
    seat = {"seat": 1} | stakes
    rules = rules_at(name)
    if example.cards[0][0] == example.dealer[0][0]:
        seat["on_tie"] = "surrender" if surrenders else "war"
    hands: list[str] = [example.cards[0]]
    if rules.electronic is not None:
        seat["hand"] = 1
        hands += ["3c"] * (rules.electronic.community_cards - 1)
    cards = {"deal": [*hands, example.dealer[0]]}
    if len(example.cards) > 1:
        cards["war"] = [example.cards[1], example.dealer[1]]
    meters = {
        meter.name: format_cents(values.reset)
        for wager in SIDE
        for meter in WAGERS[wager].meters
        if WAGERS[wager].offered(rules) and (values := meter.values(rules))
    }
    bank = {"bank": {"seat": 2, "amount": "100000.00"}} if rules.bank.by == "player" else {}
    return {"rulebook": rulebook, "house": house, "seats": [seat], "cards": cards, "meters": meters} | bank


@pytest.mark.parametrize("name", NAMES)
def test_an_example_says_what_settle_says_of_the_same_round(name: str) -> None:
    parts = make_lesson(rules_at(name), COUPONS)
    compared = [part for part in parts if part.topic in ("initial", "tie_hand", "war", "tie", "war_tie", "coupon")]
    assert len(compared) >= len(("initial", "tie_hand", "war", "tie"))
    for example in examples_of(tuple(compared)):
        surrenders = "You surrender." in example.says
        settled: Any = settle_document(scenario_of(name, example, surrenders))
        assert settled["seats"][0]["net"] == format_cents(example.net), example.title


def test_the_progressive_meter_is_paid_as_it_starts() -> None:
    won = find(make_lesson(rules_at("maryland")), "Four times the same card: the meter is yours")
    reset, share, odds, tied_war, stake = 10_000_00, 1_00, 5_000_00, 20_00, 5_00
    assert won.net == reset + share + odds + tied_war - stake


def test_a_bank_that_is_smaller_than_the_wager_pays_what_it_holds() -> None:
    short = find(make_lesson(rules_at("california")), "The bank is smaller than your wager")
    assert [stake.amount for stake in short.stakes] == [20_00]
    assert short.net == 10_00
    assert short.says[0] == "The bank holds 10.00."


def test_wi_h_5_2_the_lesson_says_that_a_war_collects_the_first_wager() -> None:
    parts = make_lesson(rules_at("wisconsin"))
    assert any("the first one is collected" in line for part in parts for line in part.says)
    assert find(parts, "You win the war").net == 10_00


@pytest.mark.parametrize(
    ("limits", "stake"),
    [
        ({"min": "35.00", "max": "70.00", "step": "35.00"}, 35_00),
        ({"min": "6.00", "max": "8.00"}, 6_00),
    ],
)
def test_a_house_with_unusual_limits_has_examples_at_amounts_that_it_accepts(
    limits: dict[str, str], stake: Cents
) -> None:
    parts = make_lesson(rules_at("maryland", limits=limits))
    assert [one.amount for one in find(parts, "Your card is higher").stakes] == [stake]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_rulebook_without_a_house_is_taught_too(name: str) -> None:
    assert {"initial", "tie_hand", "war", "tie"} <= {part.topic for part in make_lesson(rules_of(name))}


def test_a_table_with_one_seat_shows_no_example_with_a_second_player() -> None:
    parts = make_lesson(rules_at("maryland", seats=1))
    assert all(not example.others for example in examples_of(parts))

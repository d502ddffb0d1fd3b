"""What a floor plan switches on at one table: choices of its own, coupons, practice; and what people then see."""

import asyncio
from typing import Any

import pytest

from tests.live.rooms import House, Human, banked, open_house
from tests.server.running import quick_plan, running
from wartable.live.plans import BadFloorplan, default_plan, read_houses
from wartable.live.settings import Floorplan, TableSettings

TABLE = "wisconsin"
MOST_ROUNDS = 200


def plan_of(**settings: Any) -> Floorplan:
    """A practice table; no other may choose otherwise than its house."""
    return Floorplan((TableSettings("one", "maryland", practice=True, **settings),))


def test_a_table_lays_its_own_choices_over_its_house() -> None:
    before = read_houses(plan_of())["one"]
    after = read_houses(plan_of(choices={"electronic": {"community_cards": 3}, "limits": {"min": "20.00"}}))["one"]
    assert before.rules.electronic is None
    assert after.rules.electronic is not None
    assert after.rules.electronic.community_cards == 3
    assert (after.rules.limits.min, after.rules.limits.max) == (20_00, before.rules.limits.max)
    assert after.choices["limits"]["max"] == before.choices["limits"]["max"]


@pytest.mark.parametrize(
    "choices", [{"electronic": {"community_cards": 4}}, {"electronic": 5}, {"no": {"such": "key"}}, {"seats": "many"}]
)
def test_choices_that_the_rulebook_has_no_room_for_are_told_in_one_line(choices: dict[str, Any]) -> None:
    with pytest.raises(BadFloorplan, match=r"^maryland, as table one chooses: ") as told:
        read_houses(plan_of(choices=choices))
    assert "\n" not in str(told.value)


def test_every_table_of_the_shipped_plan_can_be_opened_and_one_is_for_practice() -> None:
    plan = default_plan()
    houses = read_houses(plan)
    assert [one.table for one in plan.tables if one.practice] == ["practice"]
    assert any(filed.rules.electronic for filed in houses.values())
    assert any(filed.rules.match_play.enabled for filed in houses.values())
    assert any(filed.rules.bank.backline_max for filed in houses.values())


def test_a_player_lays_down_a_coupon_that_is_held_and_no_other() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            human = await house.guest(TABLE, 1)
            offered = next(bet for bet in human.you["bets"] if bet["wager"] == "match_play")
            assert offered["stakes"] == [5_00, 10_00, 25_00]
            forged = {"initial": 20_00, "match_play": 500_00}
            why = await human.is_refused(TABLE, command="put_wagers", seat=1, wagers=forged)
            assert why == "no_such_coupon"
            await human.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
            coupon = {"command": "place_wager", "seat": 1, "wager": "match_play"}
            assert await human.is_refused(TABLE, **coupon, amount=1_000_000_00) == "no_such_coupon"
            await human.does(TABLE, **coupon, amount=10_00)
            assert human.you["balance"] == 980_00  # a coupon is no money
            assert human.messages[-1]["felt"]["seats"][0]["bettors"][0]["match_play"] == 10_00

    asyncio.run(story())


def test_where_players_hold_no_coupons_none_is_asked_for() -> None:
    async def story() -> None:
        async with open_house(TABLE, coupons=()) as house:
            human = await house.guest(TABLE, 1)
            assert {bet["wager"] for bet in human.you["bets"]} == {"initial", "tie"}

    asyncio.run(story())


async def until_tied(house: House, human: Human, table: str) -> None:
    """Rounds are played until a person is tied."""
    for _ in range(MOST_ROUNDS):
        if human.you["choice"]:
            return
        if human.you["cut"]:
            await human.asks(table, command="decline_cut")
        elif house.phase(table) == "betting":
            await human.asks(table, command="put_wagers", seat=1, wagers={"initial": 20_00})
            await human.ready(table)
    raise AssertionError("no tie in this many rounds")


def test_a_practice_table_says_what_a_tie_is_worth_and_a_live_one_never_does() -> None:
    async def story(*, practice: bool) -> list[dict[str, Any]]:
        async with open_house("washington", practice=practice) as house:
            human = await house.guest("washington", 1)
            await house.room.desk.give(human.speaker.patron, 100_000_00)
            await until_tied(house, human, "washington")
            return human.messages

    advice = asyncio.run(story(practice=True))[-1]["you"]["choice"]["advice"]
    assert advice["better"] == "war"
    assert 3_00 < advice["by"] < 4_50  # five halves of about 7.4 percent, of 20.00
    for message in asyncio.run(story(practice=False)):
        choice = (message["you"] or {}).get("choice")
        assert choice is None or choice["advice"] is None


def test_advice_follows_from_the_cards_that_were_seen() -> None:
    async def story() -> tuple[str, bytes, int]:
        async with open_house(plan=quick_plan("practice")) as house:
            human = await house.guest("practice", 1)
            await house.room.desk.give(human.speaker.patron, 100_000_00)
            await until_tied(house, human, "practice")
            table = house.live("practice").table
            return human.you["choice"]["advice"]["tie"], table.cards.seen, table.rules.decks

    told, seen, decks = asyncio.run(story())
    ranks = [sum(decks - count for count in seen[rank::13]) for rank in range(13)]
    numerator, denominator = (int(part) for part in told.split("/"))
    total = sum(ranks)
    assert numerator * total * (total - 1) == denominator * sum(many * (many - 1) for many in ranks)


def test_who_bets_behind_a_seat_is_told_which_wagers_there_are_their_own() -> None:
    async def story() -> None:
        async with open_house("california", proposition_players=0) as house:
            seated, first = await house.guest("california", 1), await house.guest("california", None, "Bea")
            second, banker = await house.guest("california", None, "Cem"), await house.guest("california", 2, "Dan")
            await banked("california", banker, seated)
            assert not [bet for bet in first.you["bets"] if bet["seat"] == 1]  # no one has bet there yet
            await seated.does("california", command="put_wagers", seat=1, wagers={"initial": 20_00})
            for human in (first, second):
                await human.does(
                    "california", command="put_wagers", seat=1, bettor="me", wagers={"initial": 40_00, "tie": 5_00}
                )
            assert first.you["behind"] == [{"seat": 1, "place": 1}]
            assert second.you["behind"] == [{"seat": 1, "place": 2}]
            assert seated.you["behind"] == []
            assert {(bet["wager"], bet["made"]) for bet in second.you["bets"] if bet["seat"] == 1} == {
                ("initial", 40_00),
                ("tie", 5_00),
            }

    asyncio.run(story())


def test_the_sheet_of_a_table_has_odds_only_for_practice() -> None:
    async def story() -> None:
        async with running(quick_plan("washington", "practice")) as server, server.http() as http:
            live = (await http.get("/api/tables/washington")).json()
            practice = (await http.get("/api/tables/practice")).json()
            assert (live["practice"], live["odds"]) == (False, [])
            assert [row["wager"] for row in practice["odds"]] == ["initial", "tie"]
            assert practice["odds"][0]["percent"] == "2.33 %"

    asyncio.run(story())

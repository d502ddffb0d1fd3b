"""People at a table that a person deals: a walk-in is one person, and a signed-in player answers alone."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tests.live.rooms import House, Human, enters_depth, open_house
from tests.told import rules_of
from wartable.ledger import patron
from wartable.live.people.walk_ins import called, walk_in
from wartable.rulebook.rules import Rules
from wartable.table import new_table

CALIFORNIA = "california"


def console(dealer: Human) -> dict[str, Any]:
    told: dict[str, Any] = dealer.messages[-1]["felt"]["console"]
    return told


async def opened(house: House, table: str, dealer: Human, *names: str) -> None:
    """The table is open, these people sit at seats 1, 2, 3 and so on, and the dealer goes on to bets or the bank."""
    await dealer.does(table, command="open_table")
    for seat, name in enumerate(names, start=1):
        await dealer.does(table, command="sit", seat=seat, patron=name)
    await goes_on(house, table, dealer)


async def goes_on(house: House, table: str, dealer: Human) -> None:
    """The dealer does every step in which no player has to choose."""
    while True:
        step: dict[str, Any] = next(iter(dealer.messages[-1]["felt"]["steps"]), {"step": "", "command": None})
        if await enters_depth(house, table, dealer):
            continue
        if step["command"] and step["step"] != "no_more_bets":
            await dealer.does(table, **step["command"])
        else:
            return


async def banks_at(house: House, dealer: Human, seat: int, amount: int = 500_00) -> None:
    """The bank is offered around until it comes to a seat, whose walk-in posts it."""
    if not house.live(CALIFORNIA).table.banker.offer:
        await dealer.does(CALIFORNIA, command="offer_bank")
    while house.live(CALIFORNIA).table.banker.offer != seat:
        await dealer.does(CALIFORNIA, command="decline_bank")
    await dealer.does(CALIFORNIA, command="post_bank", amount=amount)


async def bets_and_wins(house: House, dealer: Human, seat: int) -> None:
    """One round: the seat bets and wins."""
    await dealer.does(CALIFORNIA, command="place_wager", seat=seat, wager="initial", amount=20_00)
    await dealer.does(CALIFORNIA, command="call_no_more_bets")
    for card in ("Kd", "9s"):
        house.clock.advance(1)
        await dealer.does(CALIFORNIA, command="read_card", text=card)
    await goes_on(house, CALIFORNIA, dealer)


def test_ca_std_4_a_walk_in_who_moves_to_another_seat_is_the_same_person() -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            await opened(house, CALIFORNIA, dealer, "Ann", "Bo")
            for _ in range(2):
                await banks_at(house, dealer, 1)
                await bets_and_wins(house, dealer, 2)
            await dealer.does(CALIFORNIA, command="leave", seat=1)
            await dealer.does(CALIFORNIA, command="sit", seat=3, patron="  ann ")
            if house.live(CALIFORNIA).table.banker.offer == 2:
                await dealer.does(CALIFORNIA, command="decline_bank")
            assert house.live(CALIFORNIA).table.banker.offer == 0

    asyncio.run(story())


def test_ca_std_4_where_players_bank_a_walk_in_has_a_name() -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            await dealer.does(CALIFORNIA, command="open_table")
            for name in ("", "   "):
                why = await dealer.is_refused(CALIFORNIA, command="sit", seat=1, patron=name)
                assert why == "name_comes_first"

    asyncio.run(story())


@pytest.mark.parametrize("table", ["maryland", "massachusetts"])
def test_md_9_j_4_e_iii_the_dealer_says_that_two_boxes_have_the_same_player(table: str) -> None:
    """So that player has no envy from the other box, and no more boxes than one player may bet (MA-11-env-a.3)."""

    def two_boxes(rules: Rules) -> Rules:
        return replace(rules, table=replace(rules.table, boxes=2))

    async def story() -> None:
        async with open_house(table, dealer="person", rules=two_boxes) as house:
            dealer = await house.staff("petra", "dealer", table)
            await dealer.does(table, command="open_table")
            await dealer.does(table, command="sit", seat=1)
            await dealer.does(table, command="sit", seat=4)
            boxes = house.live(table).table.boxes
            assert boxes[0].patron != boxes[3].patron
            await dealer.does(table, command="sit", seat=2, same_as=1)
            boxes = house.live(table).table.boxes
            assert boxes[1].patron == boxes[0].patron
            assert await dealer.is_refused(table, command="sit", seat=3, same_as=1) == "boxes_are_used_up"
            assert await dealer.is_refused(table, command="sit", seat=5, same_as=7) == "no_such_patron"
            assert await dealer.is_refused(table, command="sit", seat=5, same_as=99) == "no_such_patron"

    asyncio.run(story())


def test_the_next_player_at_a_seat_is_another_person() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person") as house:
            dealer = await house.staff("petra", "dealer", "washington")
            await dealer.does("washington", command="open_table")
            await dealer.does("washington", command="sit", seat=1)
            first = house.live("washington").table.boxes[0].patron
            await dealer.does("washington", command="leave", seat=1)
            await dealer.does("washington", command="sit", seat=1)
            assert house.live("washington").table.boxes[0].patron != first

    asyncio.run(story())


def test_a_dealer_cannot_seat_the_account_of_a_signed_in_player() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person") as house:
            guest = await house.guest("washington")
            dealer = await house.staff("petra", "dealer", "washington")
            await dealer.does("washington", command="open_table")
            await dealer.does("washington", command="sit", seat=1, patron=guest.speaker.patron)
            assert house.live("washington").table.boxes[0].patron == f"walk-in washington {guest.speaker.patron}"
            await guest.does("washington", command="sit", seat=3)
            assert await dealer.is_refused("washington", command="sit", seat=2, same_as=3) == "theirs_alone"

    asyncio.run(story())


def test_ca_def_pd_2_the_bank_of_a_signed_in_player_is_that_players_alone_to_post_and_to_decline() -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person", bank_seconds=15) as house:
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            olga = await house.guest(CALIFORNIA, None, "Olga")
            await opened(house, CALIFORNIA, dealer, "Ann")
            await olga.does(CALIFORNIA, command="sit", seat=5)
            await dealer.does(CALIFORNIA, command="decline_bank")
            assert house.live(CALIFORNIA).table.banker.offer == 5
            assert await dealer.is_refused(CALIFORNIA, command="post_bank", amount=900_00) == "theirs_alone"
            assert await dealer.is_refused(CALIFORNIA, command="decline_bank") == "theirs_alone"
            assert console(dealer)["steps"][0]["needs"] == "wait"
            assert house.room.store.balance(patron(olga.speaker.patron)) == 1_000_00
            await house.passes(15)  # an offer without an answer lapses, so a silent player does not stop the table
            assert house.live(CALIFORNIA).table.banker.offer == 0
            await dealer.does(CALIFORNIA, command="offer_bank")
            await dealer.does(CALIFORNIA, command="decline_bank")
            await olga.does(CALIFORNIA, command="post_bank", amount=900_00)
            assert await dealer.is_refused(CALIFORNIA, command="decline_bank") == "theirs_alone"

    asyncio.run(story())


def test_ca_players_2_a_dealer_enters_a_bettor_behind_a_seat_who_buys_in_and_chooses() -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            await opened(house, CALIFORNIA, dealer, "Ann", "Bo")
            await banks_at(house, dealer, 1)
            await dealer.does(CALIFORNIA, command="place_wager", seat=2, wager="initial", amount=20_00)
            gus = {"seat": 2, "bettor": "Gus"}
            await dealer.does(CALIFORNIA, command="place_wager", wager="initial", amount=40_00, **gus)
            await dealer.does(CALIFORNIA, command="place_wager", wager="tie", amount=5_00, seat=2, bettor=" gus ")
            assert house.room.store.balance(patron("walk-in california Gus")) == 955_00
            await dealer.does(CALIFORNIA, command="call_no_more_bets")
            for card in ("9d", "9s"):
                house.clock.advance(1)
                await dealer.does(CALIFORNIA, command="read_card", text=card)
            await goes_on(house, CALIFORNIA, dealer)
            await dealer.does(CALIFORNIA, command="surrender", seat=2, bettor="")
            assert dealer.messages[-1]["felt"]["steps"][0]["bettor"] == "Gus"
            await dealer.does(CALIFORNIA, command="go_to_war", **gus)
            behind = house.live(CALIFORNIA).table.boxes[1].bettors[1]
            assert (behind.name, behind.choice, behind.stakes["war"]) == ("Gus", "war", 40_00)

    asyncio.run(story())


def test_ca_players_2_the_player_who_banks_is_the_same_person_behind_a_seat() -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            await opened(house, CALIFORNIA, dealer, "Ann", "Bo")
            await banks_at(house, dealer, 1)
            await dealer.does(CALIFORNIA, command="place_wager", seat=2, wager="initial", amount=20_00)
            wager = {"command": "place_wager", "seat": 2, "wager": "initial", "amount": 20_00, "bettor": "ANN"}
            assert await dealer.is_refused(CALIFORNIA, **wager) == "bank_does_not_bet"

    asyncio.run(story())


def test_ca_deal_5b_and_play_6d_the_prompts_name_the_player_dealer_and_the_seat() -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            await opened(house, CALIFORNIA, dealer, "Ann", "Bo", "Cy")
            await banks_at(house, dealer, 3)
            await dealer.does(CALIFORNIA, command="place_wager", seat=2, wager="initial", amount=20_00)
            await dealer.does(CALIFORNIA, command="call_no_more_bets")
            house.clock.advance(1)
            await dealer.does(CALIFORNIA, command="read_card", text="9d")
            step = console(dealer)["steps"][0]
            assert step["title"] == "Turn a card for the player/dealer, seat 3."
            assert step["place"] == "Player/dealer, seat 3"
            house.clock.advance(1)
            await dealer.does(CALIFORNIA, command="read_card", text="9s")
            await goes_on(house, CALIFORNIA, dealer)
            await dealer.does(CALIFORNIA, command="go_to_war", seat=2, bettor="")
            await goes_on(house, CALIFORNIA, dealer)
            house.clock.advance(1)
            await dealer.does(CALIFORNIA, command="read_card", text="Kd")
            await goes_on(house, CALIFORNIA, dealer)
            step = console(dealer)["steps"][0]
            assert step["title"] == "Turn the war card for the player/dealer, seat 3."
            assert step["place"] == "Player/dealer, seat 3"

    asyncio.run(story())


def test_ca_bet_5b_the_console_says_what_to_give_back_before_and_after_the_key() -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            await opened(house, CALIFORNIA, dealer, "Ann", "Bo", "Cy")
            await banks_at(house, dealer, 3, 50_00)
            for seat, amount in ((1, 20_00), (2, 60_00)):
                await dealer.does(CALIFORNIA, command="place_wager", seat=seat, wager="initial", amount=amount)
            await dealer.does(CALIFORNIA, command="call_no_more_bets")
            for card in ("9d", "9s", "9h"):
                house.clock.advance(1)
                await dealer.does(CALIFORNIA, command="read_card", text=card)
            rows = {row["seat"]: row for row in console(dealer)["owed"]}
            assert {seat: row["back"] for seat, row in rows.items()} == {1: 0, 2: 30_00}
            assert rows[2]["says"] == ["30.00 of the primary wager is beyond the bank and returned."]
            await dealer.does(CALIFORNIA, command="settle_hand")
            told = dealer.messages[-1]["felt"]["steps"]
            assert [step["step"] for step in told] == ["settle", "return_uncovered"]
            assert told[1]["says"] == "Give back 30.00 to seat 2: the bank does not cover it."

    asyncio.run(story())


def test_a_walk_in_is_known_again_by_what_the_dealer_calls_them() -> None:
    table = new_table(rules_of("washington"))
    assert walk_in(" Red   hat ", table, "wa") == "walk-in wa Red hat"
    assert called("walk-in wa Red hat") == "Red hat"
    assert called("guest-1") == ""


def test_ca_def_pd_2_the_console_asks_the_dealer_to_offer_the_bank_to_who_sat_down_after_all_declined() -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            await opened(house, CALIFORNIA, dealer, "Ann", "Bo")
            while house.live(CALIFORNIA).table.banker.offer:
                await dealer.does(CALIFORNIA, command="decline_bank")
            assert console(dealer)["steps"] == []
            await dealer.does(CALIFORNIA, command="sit", seat=6, patron="Cy")
            (step,) = console(dealer)["steps"]
            assert (step["title"], step["key"], step["needs"]) == ("Offer the bank to seat 6.", "Offered", "key")
            (due,) = dealer.messages[-1]["felt"]["steps"]
            assert (due["by"], due["command"]) == (["dealer"], {"command": "offer_bank"})
            assert "CA-def-pd.2" in due["clauses"]
            await dealer.does(CALIFORNIA, command="offer_bank")
            assert house.live(CALIFORNIA).table.banker.offer == 6
            await dealer.does(CALIFORNIA, command="post_bank", amount=500_00)

    asyncio.run(story())


def test_ca_players_2_a_wager_names_no_other_person_than_the_one_who_bets_there() -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            await opened(house, CALIFORNIA, dealer, "Ann", "Bo")
            await banks_at(house, dealer, 1)
            bet = {"command": "place_wager", "wager": "initial", "amount": 20_00}
            for named in ("Ann", "Zoe", "walk-in california Zoe"):
                assert await dealer.is_refused(CALIFORNIA, **bet, seat=2, patron=named) == "names_another_person"
            assert await dealer.is_refused(CALIFORNIA, **bet, seat=3, patron="Zoe") == "seat_is_empty"
            assert await dealer.is_refused(CALIFORNIA, **bet, seat=99, patron="Zoe") == "no_such_seat"
            await dealer.does(CALIFORNIA, **bet, seat=2, patron=" bo")
            gus = {**bet, "seat": 2, "bettor": "Gus"}
            assert await dealer.is_refused(CALIFORNIA, **gus, patron="Hal") == "names_another_person"
            await dealer.does(CALIFORNIA, **gus, patron="gus")
            behind = house.live(CALIFORNIA).table.boxes[1].bettors
            assert [one.patron for one in behind] == ["walk-in california Bo", "walk-in california Gus"]

    asyncio.run(story())

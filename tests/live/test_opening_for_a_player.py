"""A live table is opened for its first player: the look, the cut, a lapse, and an idle table."""

import asyncio

import pytest
from msgspec import ValidationError, convert
from msgspec.structs import replace

from tests.live.rooms import House, open_house
from wartable.live.settings import LEAST_SECONDS, TableSettings
from wartable.rulebook import Rules
from wartable.table import events as e

TABLE = "maryland"
SEAT = 4


def happened(house: House, *kinds: type[e.Event], table: str = TABLE) -> list[e.Event]:
    return [one.event for one in house.live(table).log.mirror.round_so_far if isinstance(one.event, kinds)]


def test_md_4_b_md_5_e_1_an_automatic_table_waits_for_its_first_player() -> None:
    async def tell() -> None:
        async with open_house(TABLE) as house:
            assert house.phase(TABLE) == "opening"
            assert not happened(house, e.CardsCut, e.ShoeLoaded, e.LookAnswered)
            ann = await house.guest(TABLE)
            await ann.does(TABLE, command="sit", seat=SEAT)
            assert ann.you["look"] == {"seat": SEAT, "decks": 6, "batch": 0, "face_up": True}
            assert ann.you["says"] == "The cards are spread for you. Take a look."
            await ann.does(TABLE, command="confirm_step", step="look")
            assert ann.you["cut"]["seat"] == SEAT
            await ann.does(TABLE, command="cut_cards", depth=100, words="mine")
            assert house.phase(TABLE) == "betting"
            assert [event.by for event in happened(house, e.LookAnswered)] == ["player"]  # type: ignore[attr-defined]

    asyncio.run(tell())


def test_md_4_b_a_second_guest_cannot_look_in_the_firsts_place() -> None:
    async def tell() -> None:
        async with open_house(TABLE) as house:
            ann, bob = await house.guest(TABLE), await house.guest(TABLE, name="Bob")
            await ann.does(TABLE, command="sit", seat=SEAT)
            await bob.does(TABLE, command="sit", seat=2)
            assert bob.you["look"] is None
            assert await bob.is_refused(TABLE, command="confirm_step", step="look") == "not_yours"
            assert await bob.is_refused(TABLE, command="confirm_step", step="turn_down") == "not_yours"
            await ann.does(TABLE, command="decline_look")
            assert await ann.is_refused(TABLE, command="decline_look") == "not_now"

    asyncio.run(tell())


def test_md_5_c_wi_e_2_a_player_who_does_not_answer_lets_the_offers_lapse() -> None:
    async def tell() -> None:
        async with open_house(TABLE, look_seconds=8, cut_seconds=12) as house:
            ann = await house.guest(TABLE)
            await ann.does(TABLE, command="sit", seat=SEAT)
            await house.passes(7)
            assert ann.you["look"] is not None
            await house.passes(1)
            assert ann.you["cut"] is not None
            await house.passes(11)
            assert house.phase(TABLE) == "cutting"
            await house.passes(1)
            assert house.phase(TABLE) == "betting"
            assert [event.what for event in happened(house, e.OfferLapsed)] == ["look", "cut"]  # type: ignore[attr-defined]
            assert not happened(house, e.CutDeclined, e.LookAnswered)

    asyncio.run(tell())


@pytest.mark.parametrize("key", ["look_seconds", "cut_seconds"])
def test_md_5_c_wi_e_2_no_filed_time_for_an_offer_is_empty(key: str) -> None:
    with pytest.raises(ValidationError, match=key):
        convert({"table": "t", "house": "maryland", key: LEAST_SECONDS - 1}, TableSettings)


@pytest.mark.parametrize("key", ["bets_seconds", "war_wagers_seconds"])
def test_md_7_f_2_1_no_filed_time_for_a_tie_wager_is_empty(key: str) -> None:
    with pytest.raises(ValidationError, match=key):
        convert({"table": "t", "house": "maryland", key: LEAST_SECONDS - 1}, TableSettings)


def test_md_5_i_1_an_automatic_table_is_idle_when_the_last_guest_leaves() -> None:
    async def tell() -> None:
        async with open_house(TABLE) as house:
            ann = await house.guest(TABLE, SEAT)
            assert house.phase(TABLE) == "betting"
            await ann.does(TABLE, command="leave", seat=SEAT)
            assert (house.phase(TABLE), house.live(TABLE).table.todo) == ("idle", ())
            assert happened(house, e.IdleCardsSpread) == [e.IdleCardsSpread("down")]
            bob = await house.guest(TABLE, name="Bob")
            await bob.does(TABLE, command="sit", seat=2)
            assert house.phase(TABLE) == "waking"
            assert bob.you["look"] is not None
            await bob.does(TABLE, command="leave", seat=2)
            assert house.phase(TABLE) == "idle"

    asyncio.run(tell())


def test_md_5_a_1_no_guest_bets_on_cards_that_lay_in_the_shoe_for_hours() -> None:
    async def tell() -> None:
        async with open_house(TABLE) as house:
            await (await house.guest(TABLE, SEAT)).does(TABLE, command="leave", seat=SEAT)
            await house.passes(20 * 3_600)
            bob = await house.guest(TABLE, 2, name="Bob")
            assert house.phase(TABLE) == "betting"
            shuffles = [event.reason for event in happened(house, e.ShuffleBegun)]  # type: ignore[attr-defined]
            assert shuffles[-1] == "idle"
            await bob.does(TABLE, command="put_wagers", seat=2, wagers={"initial": 10_00})

    asyncio.run(tell())


def test_ma_5_h_1_an_arriving_guest_has_the_idle_cards_turned_up() -> None:
    async def tell() -> None:
        async with open_house("massachusetts") as house:
            await (await house.guest("massachusetts", SEAT)).does("massachusetts", command="leave", seat=SEAT)
            bob = await house.guest("massachusetts", name="Bob")
            await bob.does("massachusetts", command="sit", seat=2)
            assert not bob.you["look"]["face_up"]
            await bob.does("massachusetts", command="ask_for_face_up")
            turned = dict(bob.you["look"])
            assert turned["face_up"]
            await bob.opens("massachusetts")
            assert house.phase("massachusetts") == "betting"

    asyncio.run(tell())


def test_ma_5_h_2_2_a_player_on_the_page_asks_for_a_shuffle_and_it_is_recorded_who_asked() -> None:
    def by_batches(rules: Rules) -> Rules:
        return replace(rules, shuffler=replace(rules.shuffler, kind="batch", stores_securely=True))

    async def tell() -> None:
        table = "massachusetts"
        async with open_house(table, rules=by_batches) as house:
            await (await house.guest(table, SEAT)).does(table, command="leave", seat=SEAT)
            bob = await house.guest(table, name="Bob")
            assert not bob.you["ask_for_shuffle"]
            await bob.does(table, command="sit", seat=2)
            assert bob.you["look"]
            assert bob.you["ask_for_shuffle"]
            await bob.does(table, command="confirm_step", step="look")
            assert bob.you["cut"]
            assert bob.you["ask_for_shuffle"]
            await bob.does(table, command="ask_for_shuffle")
            assert not bob.you["ask_for_shuffle"]
            assert bob.you["look"]["batch"] == 1
            assert happened(house, e.ShuffleAskedFor, table=table) == [e.ShuffleAskedFor(bob.speaker.patron)]
            await bob.opens(table)
            assert house.phase(table) == "betting"
            assert not bob.you["ask_for_shuffle"]
            shuffled = happened(house, e.CardsShuffled, table=table)[-2:]
            assert e.CardsShuffled(1, ("machine_shuffle",)) in shuffled

    asyncio.run(tell())

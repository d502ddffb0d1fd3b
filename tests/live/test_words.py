"""Every player has a part in the order of a sealed shoe, at every live table, with any program they play."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from tests.live.rooms import House, Human, banked, open_house
from tests.server.running import quick_plan
from tests.soak.honest_shoes import as_document
from tests.soak.shoe import ours, theirs
from tests.told import RULEBOOKS
from wartable.cards import Card
from wartable.live.history import shoe as live_shoe
from wartable.live.history.mirror import stream_of
from wartable.live.history.past import document_of, find_shoe
from wartable.live.history.shoe import LiveShoe
from wartable.live.people.orders import Speaker
from wartable.live.settings import Floorplan
from wartable.shipped import shipped
from wartable.shoe import Revealed1, Revealed2, continuous, sealed
from wartable.shoe.seal import order_of, order_stream
from wartable.store import MemoryStore, Store, decode
from wartable.table import events as e
from wartable.table.procedures import seal

SEED = bytes(range(32))
STAKES = {"initial": 20_00}
CONTINUOUS = "maryland-continuous"


def plan_of(folder: Path, kind: str, weight: int = 30) -> Floorplan:
    """A table of the plan, or Maryland's with a continuous shuffler, or with another weight on its wheel."""
    table = "maryland" if kind == CONTINUOUS else kind
    text = (shipped("houses") / f"{table}.toml").read_text()
    if kind == CONTINUOUS:
        text = text.replace("[shuffler]\n", '[shuffler]\nkind = "continuous"\n')
        text = text.replace("# device_approved = true", "device_approved = true")
    file = folder / f"{kind}-{weight}.toml"
    file.write_text(text.replace("hot_weights.200 = 30", f"hot_weights.200 = {weight}"))
    plan = quick_plan(table, proposition_players=0)
    return replace(plan, tables=tuple(replace(one, house=str(file)) for one in plan.tables))


async def comes(house: House, table: str, seat: int, name: str) -> Human:
    """A player who has opened the table by sitting down."""
    human = await house.player(table, seat, name)
    await human.opens(table)
    return human


async def bets(house: House, human: Human, table: str, seat: int, **words: str) -> int:
    """The wager, and the number of its last event; where players bank, another player holds the bank."""
    if house.phase(table) == "banking":
        await banked(table, await comes(house, table, 5, "banker"), human)
    answer = await human.does(table, command="put_wagers", seat=seat, wagers=STAKES, **words)
    return answer.version


def happened(store: Store, table: str, *kinds: type[e.Event]) -> list[Any]:
    events = (decode(record) for record in store.read(stream_of(table)))
    return [event for event in events if isinstance(event, kinds)]


async def plays(house: House, human: Human, table: str) -> None:
    """The round is played to its end."""
    await human.ready(table)
    while house.phase(table) not in ("betting", "banking"):
        if house.phase(table) == "deciding":
            await human.asks(table, command="surrender", seat=human.you["seats"][0])
        else:
            await human.ready(table)


async def ends_the_shoe(house: House, human: Human, table: str) -> Revealed1 | Revealed2:
    """The round is played, the floor has the cards shuffled, and the first shoe's document is made from the log."""
    await plays(house, human, table)
    floor = await house.staff("vera", "floor")
    await floor.does(table, command="order_reshuffle")
    store, live = house.room.store, house.live(table)
    found = find_shoe(store, table, 1)
    assert found is not None
    return document_of(store, table, live.rules, found)


@pytest.mark.parametrize("kind", [*RULEBOOKS, CONTINUOUS])
def test_at_every_kind_of_table_the_first_shoe_is_made_from_the_players_words(kind: str, tmp_path: Path) -> None:
    """The same seed is sealed twice; other words, other cards. Before the bets are closed there is no order at all."""
    table = "maryland" if kind == CONTINUOUS else kind
    made: list[str] = []

    async def first_cards(words: str) -> list[Card]:
        async with open_house(plan=plan_of(tmp_path, kind), entropy=lambda size: SEED[:size]) as house:
            human = await comes(house, table, 2, "ann")
            assert house.live(table).table.seal.commitment
            await bets(house, human, table, 2, words=words)
            assert made == [], "no order is made before the bets are closed"
            revealed = await ends_the_shoe(house, human, table)
            assert isinstance(revealed, Revealed2)
            assert words in [text for _, text in revealed.words]
            assert (ours([as_document(revealed)]), theirs([as_document(revealed)])) == ([], [])
            made.clear()
            return [event.card for event in happened(house.room.store, table, e.CardDealt)][:4]

    def spy(*asked: Any) -> Any:
        made.append(str(asked[1:]))
        return (order_of if kind != CONTINUOUS else order_stream)(*asked)

    with patch.object(sealed, "order_of", spy), patch.object(continuous, "order_stream", spy):
        dealt = [asyncio.run(first_cards(words)) for words in ("one", "two", "three", "four")]
    assert len({tuple(cards) for cards in dealt}) == len(dealt)


def test_a_program_that_sends_no_words_adds_the_id_it_chose_and_only_once() -> None:
    async def story() -> None:
        async with open_house("maryland") as house:
            ann, ben = await comes(house, "maryland", 1, "ann"), await comes(house, "maryland", 2, "ben")
            assert ann.you["words"] == {"added": 0, "most": 200}
            await bets(house, ann, "maryland", 1)
            at = await bets(house, ben, "maryland", 2, words="seven")
            await ann.does("maryland", command="put_wagers", seat=1, wagers={"initial": 40_00})
            assert ann.you["words"] == {"added": 1, "most": 200}
            assert ann.messages[-1]["felt"]["shoe"]["words"] == 2
            await ben.ready("maryland")
            revealed = await ends_the_shoe(house, ann, "maryland")
            assert isinstance(revealed, Revealed2)
            assert [text for _, text in revealed.words] == ["ann-4", "seven"]
            assert revealed.words[1][0] == at, "the receipt's number finds the words in the document"

    asyncio.run(story())


def test_a_player_who_cut_adds_words_with_the_first_wager_too() -> None:
    """The house could choose the depth of a later cut to fit the words of the first."""

    async def story() -> None:
        async with open_house("maryland") as house:
            ann = await comes(house, "maryland", 1, "ann")
            await bets(house, ann, "maryland", 1)
            await ends_the_shoe(house, ann, "maryland")
            while house.phase("maryland") != "cutting":
                await house.passes(100)
            await ann.does("maryland", command="cut_cards", depth=100, words="with the cut")
            while house.phase("maryland") != "betting":
                await house.passes(100)
            await bets(house, ann, "maryland", 1)
            await ann.does("maryland", command="put_wagers", seat=1, wagers={"initial": 40_00})
            sealed_shoe = happened(house.room.store, "maryland", e.ShoeSealed, e.CardsCut, e.WagerPlaced)
            last = max(place for place, event in enumerate(sealed_shoe) if isinstance(event, e.ShoeSealed))
            cut, first, changed = sealed_shoe[last + 1 :]
            assert (cut.words, changed.words) == ("with the cut", "")
            assert first.words.startswith("ann-"), "the id of the command that placed it"
            assert house.live("maryland").table.seal.added == ("ann", "ann")

    asyncio.run(story())


def test_what_a_player_adds_is_told_to_no_other_player_before_the_shoe_is_revealed() -> None:
    async def story() -> None:
        async with open_house("maryland") as house:
            ann, ben = await comes(house, "maryland", 1, "ann"), await comes(house, "maryland", 2, "ben")
            auditor = await house.staff("otto", "auditor", "maryland")
            await bets(house, ann, "maryland", 1, words="three blind mice")
            assert "three blind mice" not in str(ben.messages)
            assert "three blind mice" in str(auditor.messages)
            await ann.ready("maryland")
            await ben.asks("maryland", command="leave", seat=2)
            await house.passes(3_000)
            assert ann.messages[-1]["felt"]["shoe"]["closed"] or house.phase("maryland") != "betting"

    asyncio.run(story())


def test_words_that_are_no_text_or_too_long_are_refused_with_the_wager() -> None:
    async def story() -> None:
        async with open_house("maryland") as house:
            ann = await comes(house, "maryland", 1, "ann")
            why = await ann.is_refused("maryland", command="put_wagers", seat=1, wagers=STAKES, words="ä" * 101)
            assert why == "words_are_bad"
            assert not happened(house.room.store, "maryland", e.WagerPlaced)

    asyncio.run(story())


@pytest.mark.parametrize("closed", [False, True])
def test_a_restart_before_or_after_the_close_goes_on_with_the_same_order(closed: bool) -> None:
    """The log alone brings the words back: the cards are those of a table that never stopped."""

    async def dealt(restarts: bool) -> list[Card]:
        store = MemoryStore()
        async with open_house("maryland", store=store, entropy=lambda size: SEED[:size]) as house:
            ann = await comes(house, "maryland", 1, "ann")
            await bets(house, ann, "maryland", 1, words="seven")
            if closed:
                await ann.ready("maryland")
            if not restarts:
                await ends_the_shoe(house, ann, "maryland")
        if restarts:
            async with open_house("maryland", store=store, entropy=lambda size: SEED[:size]) as house:
                ann = Human(house, Speaker("ann", "player", "ann", "ann"))
                await house.watch(ann, "maryland")
                revealed = await ends_the_shoe(house, ann, "maryland")
                assert ours([as_document(revealed)]) == []
        return [event.card for event in happened(store, "maryland", e.CardDealt)]

    assert asyncio.run(dealt(restarts=True)) == asyncio.run(dealt(restarts=False))


def test_a_shoe_that_an_earlier_release_sealed_goes_on_by_protocol_1_and_the_next_is_of_protocol_2() -> None:
    async def story() -> None:
        store = MemoryStore()
        earlier = (
            patch.object(seal, "terms_of", lambda *_: ""),
            patch.object(live_shoe, "LiveShoe", partial(LiveShoe, protocol=1)),
        )
        with earlier[0], earlier[1]:
            async with open_house("maryland", store=store) as house:
                ann = await comes(house, "maryland", 1, "ann")
                await bets(house, ann, "maryland", 1, words="not asked for")
        (before,) = happened(store, "maryland", e.ShoeSealed)
        assert before.terms == ""
        async with open_house("maryland", store=store) as house:
            ann = Human(house, Speaker("ann", "player", "ann", "ann"))
            await house.watch(ann, "maryland")
            first = await ends_the_shoe(house, ann, "maryland")
            assert isinstance(first, Revealed1)
            assert ours([as_document(first)]) == []
            assert happened(store, "maryland", e.ShoeSealed)[-1].terms

    asyncio.run(story())


def test_seeds_of_revealed_shoes_are_no_longer_in_the_vault() -> None:
    async def story() -> None:
        async with open_house("maryland") as house:
            ann = await comes(house, "maryland", 1, "ann")
            await bets(house, ann, "maryland", 1)
            commitment = house.live("maryland").table.seal.commitment
            assert house.room.store.get_secret(f"shoe/maryland/{commitment}") is not None
            await ends_the_shoe(house, ann, "maryland")
            assert house.room.store.get_secret(f"shoe/maryland/{commitment}") is None

    asyncio.run(story())


def test_a_shoe_is_proved_under_the_rules_of_its_time_after_the_house_has_changed_its_wheel(tmp_path: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house(plan=plan_of(tmp_path, "maryland"), store=store) as house:
            ann = await comes(house, "maryland", 1, "ann")
            await bets(house, ann, "maryland", 1)
            await plays(house, ann, "maryland")
            floor = await house.staff("vera", "floor")
            await floor.does("maryland", command="close_table")
            assert house.phase("maryland") == "closed"
        async with open_house(plan=plan_of(tmp_path, "maryland", 31), store=store) as house:
            live = house.live("maryland")
            assert live.rules.bonus_spin is not None
            assert live.rules.bonus_spin.hot_weights["200"] == 31
            found = find_shoe(store, "maryland", 1)
            assert found is not None
            document = as_document(document_of(store, "maryland", live.rules, found))
            assert document["commitment"] == found.commitment
            assert (ours([document]), theirs([document])) == ([], [])

    asyncio.run(story())

"""A store that lost records would deal again what people have seen: what was in play there is void."""

import asyncio

import pytest

from tests.clock import SetClock
from tests.live.rooms import Human, open_house
from tests.live.test_real_cards import Console
from tests.live.test_restart import sits, step
from tests.told import RULEBOOKS
from wartable.audit import replay_store
from wartable.audit.heads.lines import Head
from wartable.audit.house_events import HOUSE, StoreRestored
from wartable.ledger import at_table
from wartable.live.history.house import HouseLog
from wartable.live.history.mirror import stream_of
from wartable.live.moves.restored import record_loss
from wartable.live.people.orders import Speaker
from wartable.shoe.order import fresh
from wartable.store import MemoryStore, decode
from wartable.table import events as e

TO_A_TIE = 12
"""Steps, and then more until the player has to choose: a round is in play then."""
LOST = Head("table/T", 99, "0" * 64)


async def lose(store: MemoryStore, table: str) -> None:
    """Write down that the store lost records, as a server does that is told to go on with it."""
    house = HouseLog(store, SetClock())
    await house.follow()
    await record_loss(store, house, (table,), {LOST.stream: LOST})


async def play(
    store: MemoryStore, table: str, steps: int, speaker: Speaker | None, phases: list[str] | None = None
) -> Speaker:
    """Play this many steps as one player, on a server that vanishes afterwards; note the phase."""
    async with open_house(table, store=store) as house:
        human = Human(house, speaker) if speaker else await sits(house, table)
        house.live(table).watch(human)
        await house.rest()
        for _ in range(steps):
            await step(house, human, table)
        while steps == TO_A_TIE and house.phase(table) != "deciding":
            await step(house, human, table)
        if phases is not None:
            phases.append(house.phase(table))
        return human.speaker


@pytest.mark.parametrize("table", RULEBOOKS)
def test_no_card_of_a_shoe_that_may_have_been_seen_is_dealt_again_wherever_the_table_stood(table: str) -> None:
    async def story() -> None:
        phases: list[str] = []
        voided = 0
        for steps in range(TO_A_TIE + 1):
            store = MemoryStore()
            speaker = await play(store, table, steps, None, phases)
            stood = store.head(stream_of(table)).version
            await lose(store, table)
            speaker = await play(store, table, 6, speaker)
            after = [decode(record) for record in store.read(stream_of(table), stood)]
            dealt = [place for place, event in enumerate(after) if isinstance(event, e.CardDealt)]
            sealed = [place for place, event in enumerate(after) if isinstance(event, e.ShoeSealed)]
            assert sealed, (table, steps, after)
            assert not dealt or sealed[0] < dealt[0], (table, steps)
            void = [event for event in after if isinstance(event, e.RoundVoided)]
            assert all(event.clauses for event in void)
            voided += len(void)
            assert sum(store.balances().values()) == 0
        assert voided
        assert {"betting", "deciding"} <= set(phases)

    asyncio.run(story())


@pytest.mark.parametrize("phase", ["betting", "deciding"])
def test_a_shoe_without_its_seed_keeps_its_table_closed_and_every_stake_goes_back(phase: str) -> None:
    async def story() -> None:
        store, table = MemoryStore(), "washington"
        async with open_house(table, store=store) as house:
            human = await sits(house, table)
            while house.phase(table) != phase:
                await step(house, human, table)
            if phase == "betting":
                await human.does(table, command="put_wagers", seat=human.you["seats"][0], wagers={"initial": 20_00})
        staked = sum(store.balances(f"table/{table}/layout").values())
        assert staked
        wallet = f"patron/{human.speaker.patron}"
        held = store.balance(wallet)
        for name in store.secrets(f"shoe/{table}/"):
            store.erase_secret(name)
        await lose(store, table)
        async with open_house(table, store=store, stops=True) as house:
            assert "VaultBroken" in house.live(table).stopped
        assert not any(store.balances(f"table/{table}/layout").values())
        paid_before = sum(_won(decode(record)) for record in store.named(stream_of(table), ("settlement_reversed",)))
        assert store.balance(wallet) == held + staked - paid_before
        assert replay_store(store).findings == ()

    asyncio.run(story())


def _won(event: object) -> int:
    """What a wager that was decided before the tie had won, beyond its stake."""
    return event.line.paid if isinstance(event, e.SettlementReversed) else 0


def test_what_was_lost_is_in_the_log_of_the_house_and_the_floor_is_called_until_a_person_answers() -> None:
    async def story() -> None:
        store = MemoryStore()
        await play(store, "washington", 2, None)
        await lose(store, "washington")
        async with open_house("washington", store=store) as house:
            room, vera = house.room, await house.staff("vera", "floor")
            before = room.loss_is_unseen
            (item,) = [item for item in room.pit().queue if item.kind == "call"]
            assert item.says == "Records of 1 stream were lost. The rounds and shoes in play are void."
            assert (await room.confirm(vera.speaker, "seen", item.request)).ok
            assert (before, room.loss_is_unseen) == (True, False)
        events = [decode(record) for record in store.named(HOUSE, ["store_restored"])]
        (restored,) = [event for event in events if isinstance(event, StoreRestored)]
        assert (restored.streams, restored.lost, restored.by) == (1, (LOST,), "operator")
        assert restored.stands["washington"] > 0
        async with open_house("washington", store=store) as house:
            assert not house.room.loss_is_unseen

    asyncio.run(story())


def test_a_loss_gives_up_what_was_in_play_once_and_no_shoe_after_it() -> None:
    async def story() -> None:
        store = MemoryStore()
        speaker = await play(store, "maryland", 4, None)
        await lose(store, "maryland")
        await play(store, "maryland", 8, speaker)
        async with open_house("maryland", store=store) as house:
            sealed = house.live("maryland").table.seal.commitment
        await play(store, "maryland", 4, speaker)
        async with open_house("maryland", store=store) as house:
            assert house.live("maryland").table.seal.commitment == sealed
        reshuffled = list(store.named(stream_of("maryland"), ["reshuffle_ordered"]))
        assert len(reshuffled) == 1

    asyncio.run(story())


def test_a_round_with_real_cards_that_was_open_when_records_were_lost_is_void_and_every_stake_goes_back() -> None:
    async def story() -> None:
        store, table = MemoryStore(), "washington"
        async with open_house(table, store=store, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", table)
            console = Console(house, dealer, table, iter(fresh(6)))
            await console.say(command="open_table")
            await console.say(command="sit", seat=1, patron="player 1")
            while house.phase(table) != "dealing":
                await console.go_on()
            assert any(store.balances(at_table(table, "layout")).values())
        await lose(store, table)
        async with open_house(table, store=store, dealer="person") as house:
            await house.rest()
            assert house.live(table).table.round.voided
            assert not house.live(table).table.seal.commitment
        assert not any(store.balances(at_table(table, "layout")).values())

    asyncio.run(story())

"""Rows that are changed while tables run: a raised wallet is not bet from, and a planted command stops its table."""

import asyncio
from hashlib import sha256
from typing import Any

import pytest

from tests.live.forging import OpenStore
from tests.live.rooms import House, open_house
from wartable import cage
from wartable.audit.house_events import IntegrityFailed, RoleChanged
from wartable.ledger import moves_of, patron
from wartable.live.history import LogBroken
from wartable.server.health.figures import figures_of
from wartable.store import HeadDiffers, decode
from wartable.store.plan import KeptCommand
from wartable.table import events as e

TABLE = "washington"


def reported(house: House) -> list[tuple[str, str]]:
    """What the log of the house says of trouble with the store."""
    events = [decode(record) for record in house.room.store.named("house", ("integrity_failed",))]
    return [(event.what, event.says) for event in events if isinstance(event, IntegrityFailed)]


def raise_wallet(store: OpenStore, account: str, cents: int = 50_000_00) -> None:
    store.set_account(account, store.balance(account) + cents)


def test_nothing_is_bet_or_cashed_from_a_wallet_that_was_raised_and_other_people_play_on() -> None:
    async def story() -> None:
        store = OpenStore()
        async with open_house(TABLE, store=store) as house:
            ann, ben = await house.guest(TABLE, 1), await house.guest(TABLE, 2, "Ben")
            wallet = patron(ann.speaker.patron)
            raise_wallet(store, wallet)
            bet: dict[str, Any] = {"command": "put_wagers", "seat": 1, "wagers": {"initial": 20_00}}
            for _ in range(2):
                assert await ann.is_refused(TABLE, **bet) == "wallet_differs"
            assert not house.live(TABLE).stopped
            await ben.does(TABLE, command="put_wagers", seat=2, wagers={"initial": 20_00})
            assert [what for what, _ in reported(house)] == ["wallet"]
            assert reported(house)[0][1] == f"{wallet} holds 51000.00; this server left 1000.00 there"
            assert figures_of(house.room, 0).differing == 1
            assert "Nothing is paid from there." in house.room.pit().events[0].says
            store.set_account(wallet, 1_000_00)
            house.room.integrity.hear_wallets(store.differing_wallets())
            assert figures_of(house.room, 0).differing == 0
            await ann.does(TABLE, **bet)

    asyncio.run(story())


def test_a_table_that_has_to_pay_a_wallet_that_was_raised_stops_with_the_stake_on_the_layout() -> None:
    async def story() -> None:
        store = OpenStore()
        async with open_house(TABLE, store=store, stops=True) as house:
            ann = await house.guest(TABLE, 1)
            while not house.live(TABLE).stopped:
                if house.phase(TABLE) == "betting":
                    await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
                    raise_wallet(store, patron(ann.speaker.patron))
                    await ann.ready(TABLE)
                    if not house.live(TABLE).stopped:  # the round was lost, or goes on: nothing was due yet
                        raise_wallet(store, patron(ann.speaker.patron), -50_000_00)
                elif ann.you["choice"]:
                    await ann.does(TABLE, command="surrender", seat=1)
            assert "WalletDiffers" in house.live(TABLE).stopped
            assert store.balance(f"table/{TABLE}/layout/1//initial") == 20_00
            assert [what for what, _ in reported(house)] == ["wallet"]

    asyncio.run(story())


@pytest.mark.parametrize("body", [b"", b"another"])
def test_a_command_that_was_planted_ahead_stops_its_table_once_and_is_named(body: bytes) -> None:
    async def story() -> None:
        store = OpenStore()
        async with open_house(TABLE, store=store, stops=True) as house:
            ann = await house.guest(TABLE, 1)
            await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
            version = house.live(TABLE).log.mirror.version
            for own in ("auto", "clock"):
                planted = KeptCommand(sha256(body).digest(), b"", b"[]")
                store._commands[f"{own}/{TABLE}/{version}"] = (0, planted)  # noqa: SLF001
            await ann.ready(TABLE)
            assert house.live(TABLE).stopped.startswith("LogBroken: ")
            (told,) = reported(house)
            assert told[0] == "table"
            assert f"/{TABLE}/{version} was kept already, and its records are not there" in told[1]
            lines = [what for what, _ in house.log.lines]
            assert (lines.count("table_stopped"), lines.count("store_trouble")) == (1, 0)

    asyncio.run(story())


def test_a_table_whose_last_records_were_rewritten_stops_and_the_others_play_on() -> None:
    async def story() -> None:
        store = OpenStore()
        async with open_house(TABLE, "maryland", store=store, stops=True) as house:
            ann, ben = await house.guest(TABLE, 1), await house.guest("maryland", 2, "Ben")
            bet: dict[str, Any] = {"command": "put_wagers", "seat": 1, "wagers": {"initial": 20_00}}
            await ann.does(TABLE, **bet)
            version = store.head(f"table/{TABLE}").version
            (record,) = store.read(f"table/{TABLE}", version - 1)
            store.rewrite(f"table/{TABLE}", version, record.body.replace(b"2000", b"200000"))
            await ann.ready(TABLE)
            assert house.live(TABLE).stopped.startswith("HeadDiffers: ")
            assert figures_of(house.room, 0).stopped == 1
            assert house.room.distrusted() == (f"table/{TABLE}",)
            says = f"table/{TABLE} no longer holds what this server knows at version {version}"
            assert [(what, says in told) for what, told in reported(house)] == [("table", True)]
            assert await ann.is_refused(TABLE, **bet) == "table_stopped"
            await ben.does("maryland", command="put_wagers", seat=2, wagers={"initial": 20_00})

    asyncio.run(story())


STRANGE = e.WagerSettled(1, "", "Eve", "initial", "win", 0, 0, 0, 90_000_00, ())


@pytest.mark.parametrize("event", [STRANGE, e.WagerReturned(1, "nobody", "Eve", "initial", 5_00, ())])
def test_a_chained_record_that_cannot_have_happened_is_refused_where_it_is_read(event: e.Event) -> None:
    async def story() -> None:
        store = OpenStore()
        async with open_house(TABLE, store=store, stops=True) as house:
            live = house.live(TABLE)
            planted = store.plant(f"table/{TABLE}", event)
            says = f"table/{TABLE} version {planted.version}: this record cannot have happened here"
            with pytest.raises(LogBroken, match=says):
                live.log._load()  # noqa: SLF001 (in a thread, which hangs where another error leaves it)
            await live.stop()
            await live.drive()
            assert live.stopped.startswith("LogBroken: ")
            assert [what for what, _ in reported(house)] == ["table"]
            assert figures_of(house.room, 0).stopped == 1

    asyncio.run(story())


def test_a_wallet_that_was_raised_with_postings_and_a_record_is_not_paid_where_one_server_has_the_house() -> None:
    async def story() -> None:
        store = OpenStore()
        async with open_house(TABLE, store=store) as house:
            ann = await house.guest(TABLE, 1)
            name, bet = ann.speaker.patron, {"initial": 20_00}
            store.forge(f"patron/{name}", cage.BoughtIn(name, 50_000_00), cage.moves_of)
            assert await ann.is_refused(TABLE, command="put_wagers", seat=1, wagers=bet) == "wallet_differs"
            with pytest.raises(HeadDiffers):
                await house.room.desk.do("out", b"", cage.CashOut(name, 51_000_00))
            assert [one.due for one in store.differing_wallets()] == [1_000_00]

    asyncio.run(story())


def test_a_record_that_this_server_did_not_write_closes_its_table_before_a_head_covers_it() -> None:
    async def story() -> None:
        store = OpenStore()
        async with open_house(TABLE, "maryland", store=store, stops=True) as house:
            ann, ben = await house.guest(TABLE, 1), await house.guest("maryland", 2, "Ben")
            stream, version = f"table/{TABLE}", store.head(f"table/{TABLE}").version
            store.forge(stream, STRANGE, lambda event: moves_of(TABLE, event))
            _, (differs,) = store.held_heads([stream, "table/maryland"])
            says = f"{stream} has records that this server did not write, after version {version}"
            assert str(differs).startswith(says)
            await ann.asks(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
            assert says in house.live(TABLE).stopped
            assert house.room.distrusted() == (stream,)
            assert [what for what, _ in reported(house)] == ["table"]
            await ben.does("maryland", command="put_wagers", seat=2, wagers={"initial": 20_00})

    asyncio.run(story())


@pytest.mark.parametrize("stream", ["patron/no one", "meter/none", "house", "table/none"])
def test_money_in_a_stream_that_no_one_began_here_or_that_a_program_moved_beside_us_is_named(stream: str) -> None:
    async def story() -> None:
        store = OpenStore()
        async with open_house(TABLE, store=store, stops=stream != "table/none") as house:
            ann = await house.guest(TABLE, 1)
            known = store.head(stream).version
            store.forge(stream, cage.BoughtIn(ann.speaker.patron, 50_000_00), cage.moves_of)
            _, (differs,) = store.held_heads(store.streams())
            says = f"{stream} has records that this server did not write, after version {known}"
            assert str(differs).startswith(says)
            house.room.integrity.distrust(house.room.tables, [differs])
            assert bool(house.live(TABLE).stopped) == (stream != "table/none")

    asyncio.run(story())


def test_a_program_beside_the_server_adds_to_the_log_of_the_house_where_no_money_moves() -> None:
    async def story() -> None:
        store = OpenStore()
        async with open_house(TABLE, store=store) as house:
            store.plant("house", RoleChanged("cass", "cage", ""))
            assert store.held_heads(store.streams())[1] == []
            await house.room.people.add("Dana", "dealer", "a-password", "")

    asyncio.run(story())

"""A tray is chips that are there: it is filled before it would be short, and it holds what the log says."""

import asyncio
from random import Random
from typing import Any

import pytest

from tests.live.forging import OpenStore
from tests.live.rooms import open_house
from tests.live.test_real_cards import SEATS, Console
from tests.live.test_restart import step
from tests.live.test_snapshots import TABLE, bet
from wartable import cage
from wartable.ledger import BANK, at_table, holds_chips
from wartable.store import MemoryStore, decode

TRAY = at_table(TABLE, BANK)


@pytest.mark.parametrize("table", ["washington", "maryland", "wisconsin"])
def test_an_automatic_table_orders_a_fill_before_its_tray_would_be_short(table: str) -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house(table, store=store, inventory=1_00, entropy=Random(table).randbytes) as house:
            human = await house.guest(table, 2)
            for _ in range(400):
                await step(house, human, table)
                held = {name: cents for name, cents in store.balances().items() if holds_chips(name)}
                assert all(cents >= 0 for cents in held.values()), held
                if len(list(store.named("house", ("inventory_filled",)))) > 1:
                    break
            fills = [decode(record) for record in store.named("house", ("inventory_filled",))]
            assert len(fills) > 1, "the first is the opening"
            assert len({fill.slip for fill in fills}) == len(fills)
            won = house.room.pit().tables[0].win
            filled = sum(fill.amount for fill in fills)
            assert won == store.balance(at_table(table, BANK)) - filled
        assert sum(store.balances().values()) == 0
        async with open_house(table, store=store, inventory=1_00) as house:
            assert house.room.pit().tables[0].win == won

    asyncio.run(story())


class Patient(Console):
    """A dealer who calls for a fill whenever the tray is short, and goes on."""

    fills = 0

    async def say(self, **command: Any) -> None:
        answer = await self.dealer.asks(self.table, **command)
        if answer.ok:
            return
        assert answer.refused is not None
        assert answer.refused.why == "tray_is_short", answer.refused
        self.fills += 1
        await self.house.room.desk.do(
            f"dan/{self.fills}", b"", cage.FillInventory(self.table, 20_00, f"s-{self.fills}")
        )
        await super().say(**command)


def test_where_a_person_deals_the_command_waits_until_the_floor_has_ordered_a_fill() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house("wisconsin", store=store, dealer="person", inventory=0) as house:
            dealer = await house.staff("dan", "dealer", "wisconsin")
            both_win = iter(("Ks", "Kd", "2c", "Kh", "Kc", "2d", "Qs", "Qd", "3c"))
            console = Patient(house, dealer, "wisconsin", both_win)
            await console.say(command="open_table")
            for seat in SEATS:
                await console.say(command="sit", seat=seat)
            while console.rounds < 3:
                await console.go_on()
            assert console.fills == 2 * 2, "two rounds in which both seats were paid"
            assert store.balance(at_table("wisconsin", BANK)) >= 0
            assert not house.live("wisconsin").stopped

    asyncio.run(story())


def test_accounts_that_were_changed_close_the_table_and_are_named() -> None:
    async def story(account: str) -> None:
        store = OpenStore()
        async with open_house(TABLE, store=store) as house:
            await bet(house)
        (layout,) = [name for name in store.balances() if "/layout/" in name]
        changed = layout if account == "layout" else f"table/{TABLE}/{account}"
        store.set_account(changed, store.balance(changed) + 295_00)
        async with open_house(TABLE, store=store, stops=True) as house:
            assert f"{changed}" in house.live(TABLE).stopped
            assert "its log adds up to" in house.live(TABLE).stopped

    for account in ("layout", "bank", "layout/7//initial", "pool/1/"):
        asyncio.run(story(account))


def test_fills_credits_sales_and_counts_leave_accounts_that_fit_the_log() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house(TABLE, store=store) as house:
            await bet(house)
            desk = house.room.desk
            for number, command in enumerate(
                (
                    cage.FillInventory(TABLE, 500_00, "a"),
                    cage.BuyIn("p-1", 100_00, TABLE),
                    cage.CreditInventory(TABLE, 20_00, "b"),
                    cage.GiveTip("p-1", TABLE, 3_00),
                    cage.CountDrop(TABLE, 99_00),
                    cage.BuyIn("p-1", 40_00, TABLE),
                )
            ):
                assert not isinstance(await desk.do(f"desk/{number}", b"", command), cage.CageRefusal)
        async with open_house(TABLE, store=store) as house:
            assert not house.live(TABLE).stopped

    asyncio.run(story())

"""A table is played by the rules its log says, and by other rules only after it was closed."""

import asyncio
from pathlib import Path

from msgspec.structs import replace

from tests.live.rooms import open_house
from tests.server.running import quick_plan
from wartable.audit import replay_store
from wartable.audit.reading.rules import rules_over_time
from wartable.live.settings import Floorplan
from wartable.shipped import shipped
from wartable.store import MemoryStore

TABLE = "washington"


def plan_with(folder: Path, most: str) -> Floorplan:
    """The same table, under a house with another limit."""
    text = (shipped("houses") / f"{TABLE}.toml").read_text()
    file = folder / f"house-{most}.toml"
    file.write_text(text.replace('max = "300.00"', f'max = "{most}"'))
    plan = quick_plan(TABLE)
    return replace(plan, tables=tuple(replace(one, house=str(file)) for one in plan.tables))


def test_a_changed_house_waits_until_the_table_is_closed_and_the_log_says_what_held_when(tmp_path: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house(plan=plan_with(tmp_path, "300.00"), store=store) as house:
            human = await house.guest(TABLE, 1)
            await human.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 300_00})
        async with open_house(plan=plan_with(tmp_path, "200.00"), store=store) as house:
            assert house.live(TABLE).rules.limits.max == 300_00
            assert ("rules_wait", {"table": TABLE}) in house.log.lines
            again = await house.guest(TABLE, 2)
            await again.does(TABLE, command="put_wagers", seat=2, wagers={"initial": 300_00})
            await house.passes(3_000)
            while house.phase(TABLE) != "betting":
                await house.passes(3_000)
            floor = await house.staff("vera", "floor")
            await floor.does(TABLE, command="close_table")
            assert house.phase(TABLE) == "closed"
            before = house.live(TABLE).log.mirror.version
        async with open_house(plan=plan_with(tmp_path, "200.00"), store=store) as house:
            assert house.live(TABLE).rules.limits.max == 200_00
            floor = await house.staff("vera", "floor")
            await floor.does(TABLE, command="open_table", dealer="automatic")
            human = await house.guest(TABLE, 3)
            why = await human.is_refused(TABLE, command="put_wagers", seat=3, wagers={"initial": 300_00})
            assert why == "amount_is_above_the_limit"
        over_time = rules_over_time(store, TABLE)
        assert over_time.at(before).house["limits"]["max"] == "300.00"
        assert over_time.at(before + 1).house["limits"]["max"] == "200.00"
        assert replay_store(store).findings == ()

    asyncio.run(story())


def test_the_same_house_is_put_in_force_once(tmp_path: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        for _ in range(3):
            async with open_house(plan=plan_with(tmp_path, "300.00"), store=store):
                pass
        assert len(list(store.named("house", ("rules_put_in_force",)))) == 1

    asyncio.run(story())

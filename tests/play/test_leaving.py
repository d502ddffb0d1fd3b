"""Leaving in the middle of everything: what was put down is kept, and the round goes on where it stood."""

import asyncio
from pathlib import Path

from tests.play.evenings import CHIPS, WAR_IS_WON, evening, quick


def test_leaving_with_a_choice_open_loses_nothing_and_the_round_goes_on(tmp_path: Path) -> None:
    settings = quick("maryland", db=f"sqlite:///{tmp_path / 'evening.db'}", seed=WAR_IS_WON["maryland"])

    async def story() -> None:
        async with evening(settings) as told:
            await told.bets_are_open()
            await told.press("2", "i", "i", "enter")
            assert told.table.you.choice is not None
            await told.leave()
        async with evening(settings) as told:
            assert told.table.you.choice is not None
            assert told.table.you.balance == CHIPS - 10_00
            assert told.table.laid == 10_00
            told.money_is_whole()
            await told.press("s")
            assert told.table.you.balance == CHIPS - 5_00
            told.money_is_whole()

    asyncio.run(story())


def test_a_player_who_comes_back_finds_their_own_chips_and_no_new_ones(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'evening.db'}"

    async def story() -> None:
        async with evening(quick("maryland", db=address)) as told:
            await told.play_round("2", "i", "i")
            held = told.table.you.balance
            await told.bets_are_open()
            await told.press("3", "i")
            await told.leave()
        assert (tmp_path / "evening.key").stat().st_mode & 0o077 == 0
        async with evening(quick("maryland", db=address)) as told:
            assert told.table.you.balance == held - 25_00
            assert told.table.slip.made == {"initial": 25_00}
            assert len(told.table.history) == 1
            await told.press("c")
            assert told.table.you.balance == held
            told.money_is_whole()

    asyncio.run(story())

"""Keys and clicks: what each does, and that everything else does nothing."""

import pytest

from tests.play.evenings import CHIPS, Evening, quick, tell
from wartable.table import events as e


def test_chips_go_down_are_undone_cleared_and_bet_again() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        slip = told.table.slip
        await told.press("2", "i", "i", "t")
        assert slip.made == {"initial": 10_00, "tie": 5_00}
        assert told.table.you.balance == CHIPS - 15_00
        await told.press("u")
        assert slip.made == {"initial": 10_00}
        await told.press("c")
        assert slip.made == {}
        assert told.table.you.balance == CHIPS
        await told.press("u")
        assert slip.made == {"initial": 10_00}
        await told.play_round("t")
        await told.press("r")
        assert slip.made == {"initial": 10_00, "tie": 5_00}
        told.money_is_whole()

    tell(story, quick("maryland", seed="1"))


def test_where_a_wager_stays_chips_are_staged_until_they_are_placed() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        slip = told.table.slip
        await told.press("2", "i", "i")
        assert (slip.made, slip.shown) == ({}, {"initial": 10_00})
        assert "initial (10.00)" in told.text
        assert "Enter place 10.00" in told.text
        await told.press("u", "c", "r")
        assert not told.events(e.WagerPlaced)
        await told.play_round("i", "i")
        assert [event.amount for event in told.events(e.WagerPlaced)] == [10_00]
        told.money_is_whole()

    tell(story, quick("wisconsin"))


def test_a_stack_that_is_too_small_is_said_and_not_placed() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press("1", "i")
        assert "The minimum here is 10.00." in told.text
        assert told.table.slip.made == {}
        await told.press("c", "5", "i", "i")
        assert "The maximum here is 500.00." in told.text
        assert told.table.slip.made == {"initial": 500_00}

    tell(story, quick("maryland"))


def test_a_refusal_of_the_table_is_shown_with_its_reason() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press("2", "t", "p")
        assert told.table.slip.made == {}
        assert told.screen.note.endswith((".", ")"))
        assert told.screen.note in told.text.replace("\n", " ")

    tell(story, quick("maryland"))


def test_a_click_does_what_the_key_does() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.click("3  25.00")
        assert told.table.slip.chip == 25_00
        await told.click("I initial")
        assert told.table.slip.made == {"initial": 25_00}
        await told.click("C clear")
        assert told.table.slip.made == {}
        await told.click("? keys")
        assert "place on initial, tie, progressive, bonus spin" in told.text
        await told.click("Keys")
        assert "Place your bets." in told.text

    tell(story, quick("maryland"))


@pytest.mark.parametrize("size", [(80, 24), (132, 43)])
def test_nonsense_keys_do_nothing(size: tuple[int, int]) -> None:
    nonsense = (
        "z",
        "x",
        "0",
        "6",
        "f5",
        "tab",
        "space",
        "left",
        "home",
        "pageup",
        "s",
        "w",
        "n",
        "d",
        "enter",
        "escape",
    )

    async def story(told: Evening) -> None:
        await told.bets_are_open()
        before = (told.version(), told.table.slip.shown, told.text)
        await told.press(*nonsense, "ctrl+a", "alt+i", "ctrl+t")
        assert (told.version(), told.table.slip.shown, told.text) == before

    tell(story, quick("massachusetts"), size)


def test_the_cut_is_moved_by_keys_and_made() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.floor("order_reshuffle")
        cut = told.table.you.cut
        assert cut is not None
        assert "The cut is yours." in told.text
        await told.press("end", "right")
        assert told.screen.depth == cut.most
        await told.press("home", "left")
        assert told.screen.depth == cut.least
        await told.press("right", "right", "pageup", "left")
        assert f"cut at {cut.least + 11}" in told.text
        await told.press("enter")
        assert [event.depth for event in told.events(e.CardsCut) if event.seat == 4] == [cut.least + 11]

    tell(story, quick("maryland"))


def test_the_cut_may_be_passed_on() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.floor("order_reshuffle")
        assert "pass the cut" in told.text
        before = len(told.events(e.CutDeclined))
        await told.press("n")
        assert [event.seat for event in told.events(e.CutDeclined)[before:]] == [4]

    tell(story, quick("maryland"))

"""What is on the screen at every size, and without colour."""

import pytest
from textual.color import Color

from tests.play.evenings import HOUSE_BANKS, LONG, WAR_IS_WON, Evening, quick, tell

TWENTY = ("2", "i", "i", "i", "i", "t")


@pytest.mark.parametrize("rulebook", HOUSE_BANKS)
def test_eighty_columns_and_twenty_four_lines_hold_the_whole_table(rulebook: str) -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press(*TWENTY)
        lines, text = told.lines, told.text
        assert len(lines) == 24
        assert all(len(line) == 80 for line in lines)
        limits, tie = told.table.live.rules.limits, told.table.live.rules.pays["tie"]
        middle = (told.table.live.rules.seats + 1) // 2
        assert f"{limits.min // 100}.00 to " in text if limits.min else True
        paid = f"tie {tie.paid} to {tie.staked}"
        for words in ("Place your bets.", f"{middle} you", "Last hands", paid, "1  1.00", "5  500.00"):
            assert words in text
        for keys in ("U undo", "C clear", "R rebet", "Enter ", "Y why", "V verify", "? keys", "Q leave"):
            assert keys in text
        for number in range(1, told.table.live.rules.seats + 1):
            assert f"{number} " in lines[16]
        assert "20.00" in lines[13] or "initial (20.00)" in text

    tell(story, quick(rulebook))


def test_cards_wagers_and_the_countdown_are_drawn_while_a_choice_is_open() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press(*TWENTY, "enter")
        text = told.text
        assert text.count("┌──┐") == text.count("└──┘") == 2
        assert text.count("│4 │") == 2
        assert "│ ♠│" in text
        assert "│ ♣│" in text
        assert "I 20.00" in text
        assert "You have " in text
        assert told.table.felt.clock is not None
        assert told.table.felt.clock.says in text

    tell(story, quick("maryland", choice_seconds=LONG, seed=WAR_IS_WON["maryland"]))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (132, 43), (200, 60)])
def test_two_cards_and_the_war_are_seen_at_every_size(size: tuple[int, int]) -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press(*TWENTY, "enter", "w")
        assert "20.00" in told.text
        assert told.table.felt.says in told.text
        assert "Q leave" in told.lines[-1]

    tell(story, quick("maryland", seed=WAR_IS_WON["maryland"]), size)


def test_a_tall_screen_has_an_arc_with_the_middle_nearest_to_you() -> None:
    async def story(told: Evening) -> None:
        row = {number: _row(told, f"{number} open") for number in (1, 2, 6, 7)}
        mine = _row(told, "4 you")
        assert row[1] == row[7] < row[2] == row[6] < mine

    tell(story, quick("maryland"), (120, 40))


def _row(told: Evening, words: str) -> int:
    return next(number for number, line in enumerate(told.lines) if words in line)


def test_without_colour_only_greys_are_left_and_everything_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press(*TWENTY, "enter", "s")
        assert "◐" in told.text
        strips = told.app.screen._compositor.render_strips()  # noqa: SLF001
        for strip in (strip.apply_filter(told.app._filters[-1], Color(0, 0, 0)) for strip in strips):  # noqa: SLF001
            for segment in strip:
                style = segment.style
                for colour in (style.color, style.bgcolor) if style else ():
                    if colour is not None and colour.triplet is not None:
                        assert len(set(colour.triplet)) == 1

    tell(story, quick("maryland", seed=WAR_IS_WON["maryland"]))


def test_a_terminal_without_suits_gets_letters() -> None:
    async def story(told: Evening) -> None:
        told.screen.letters = True
        await told.bets_are_open()
        await told.press(*TWENTY, "enter")
        assert "│ s│" in told.text
        assert "♠" not in told.text

    tell(story, quick("maryland", seed=WAR_IS_WON["maryland"]))

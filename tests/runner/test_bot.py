"""The bot of docs/runner.md plays, is as short as the page says, and plays the same again."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "runner.md"


def test_the_bot_of_the_page_plays_the_same_game_again(capsys: pytest.CaptureFixture[str]) -> None:
    (bot,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in bot.splitlines() if line.strip()]) <= 20
    printed = set()
    for _ in range(2):
        exec(compile(bot, str(PAGE), "exec"), {"__name__": "bot"})
        printed.add(capsys.readouterr().out)
    (amount,) = printed
    assert re.fullmatch(r"-?\d+\.\d\d\n", amount)

"""The program that shows one table: its colours, and whether the terminal has suits."""

import sys
from collections.abc import Mapping
from typing import ClassVar

from textual.app import App
from textual.theme import Theme

from wartable.play.screen import TableScreen
from wartable.play.table import PlayTable
from wartable.play.terminal import VANISHED, TerminalDriver

FELTS: Mapping[str, tuple[str, str]] = {
    "green": ("#17453a", "#1d5346"),
    "blue": ("#1d3b57", "#254a6b"),
    "teal": ("#134751", "#17535f"),
    "claret": ("#552531", "#672f3d"),
    "plum": ("#3d3557", "#4a416a"),
}


class PlayApp(App[None]):
    """The program that shows one table."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False

    def __init__(self, table: PlayTable) -> None:
        super().__init__(driver_class=TerminalDriver)
        self.table = table
        self.title = "wartable"
        felt, lit = FELTS[table.live.settings.felt]
        self.register_theme(_theme(felt, lit))
        self.theme = "felt"
        encoding = (getattr(sys.stdout, "encoding", "") or "").lower()
        self.letters = not encoding.startswith("utf")

    @property
    def terminal_vanished(self) -> bool:
        """Whether the table was left because there was no terminal any more."""
        return self.return_code == VANISHED

    def on_mount(self) -> None:
        """Show the only screen."""
        self.push_screen(TableScreen(self.table, letters=self.letters))


def _theme(felt: str, lit: str) -> Theme:
    return Theme(
        name="felt",
        primary="#e6b85c",
        background=felt,
        surface=lit,
        dark=True,
        variables={
            "felt": felt,
            "rail": "#161413",
            "ink": "#f1ead6",
            "print": "#bcc4b6",
            "brass": "#e6b85c",
            "brass-ink": "#241a06",
            "card": "#fbf8f1",
            "suit-red": "#c4302b",
            "suit-black": "#15191b",
            "sheet": "#fffdf8",
            "sheet-ink": "#191c1b",
        },
    )

"""The film strips in docs/screens/film: ten frames a second of a round at an automatic table, on a phone.

`python -m tests.browser.pictures film` takes them all anew, and `python -m tests.browser.film maryland-war` one.
The cards are arranged; the dealer, the pauses and the page are those of `./dev run`. A frame that shows nothing new is
left out, so the time under a frame says how long the one before it stood.
"""

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser import serving
from tests.browser.conftest import ARGUMENTS
from tests.browser.people import Player
from tests.browser.serving import House, open_house
from tools import chromium, page
from tools.node import ROOT, node

STRIPS = ROOT / "docs" / "screens" / "film"
FOLDER = "WARTABLE_SCREENS"
"""Where pictures go instead, to be looked at."""
SIZE: ViewportSize = {"width": 360, "height": 640}
FRAME = 120
"""The width of a frame on a strip."""
COLUMNS = 14
QUALITY = 45
A_SECOND = 10
"""Frames."""
LOOKS = 6
"""Frames that a player looks at a question before answering it, and at the open bets before the end."""
LONGEST = 60 * A_SECOND
SECONDS = 60
"""For every answer, so that a slow machine has time for it; the pauses between cards are those of every table."""


class Strip(NamedTuple):
    """A round: the cards in the order in which they are turned, and the bets."""

    house: str
    title: str
    cards: tuple[str, ...]
    bets: str = "iiii"
    """Keys: the chip is 5.00."""
    wheel: tuple[str, str] = ("500", "50")
    """The symbols at which the rings stop; the hot spot is the player's seat."""


HIT = ("7s", "7s", "7s", "7s")
FELTS = {
    "maryland": "green",
    "california": "blue",
    "wisconsin": "teal",
    "massachusetts": "claret",
    "washington": "plum",
}
BANKED = "california"
NEIGHBOUR = "4c"
"""A bot bets beside the player where another bot holds the bank."""
ROUNDS = {"win": ("Kd", "8c"), "loss": ("5h", "Js"), "war": ("9h", "9s", "Qd", "6c")}


def _cards(state: str, dealt: tuple[str, ...]) -> tuple[str, ...]:
    return (dealt[0], NEIGHBOUR, *dealt[1:]) if state == BANKED else dealt


FILMS = {
    **{
        f"{state}-{name}": Strip(state, f"{state.capitalize()}: a {name}", _cards(state, cards))
        for state in FELTS
        for name, cards in ROUNDS.items()
    },
    "maryland-spin": Strip("maryland", "Maryland: a spin", ("9c", "Ah"), "iiiib"),
    **{
        f"{state}-jackpot": Strip(state, f"{state.capitalize()}: a jackpot", HIT, "iiiip")
        for state in ("maryland", "massachusetts")
    },
}

ARRANGED = """
from wartable.cards import Card
from wartable.shoe import sealed
from wartable.shoe.wheel import Stop

CARDS = {cards!r}
WHEELS = {wheels!r}
draw, turn = sealed.Sealed.draw, sealed.Sealed.spin_stops

def draw_arranged(shoe):
    card, rest = draw(shoe), CARDS.get(shoe._table)
    return Card(rest.pop(0)) if rest else card

def turn_arranged(shoe, number, unbet=()):
    turn(shoe, number, unbet)
    return (Stop(*WHEELS[shoe._table]),)

sealed.Sealed.draw, sealed.Sealed.spin_stops = draw_arranged, turn_arranged
"""
SEAT = 4
"""Where a player sits who comes first."""

LAYOUT = """<body style="margin:0;background:#0c100f;color:#f1ead6;font:600 17px Figtree,sans-serif">
<h1 style="font:inherit;margin:10px 8px">{title}</h1>
<div style="display:grid;grid-template-columns:repeat({columns},{width}px);gap:6px 4px;padding:0 4px 8px">{frames}</div>
"""
PICTURE = '<figure style="margin:0;font-size:11px"><img src="{source}" width="{width}"><br>{at:.1f} s</figure>'


class Projector:
    """Takes a page as a browser draws it, and picks ten frames a second."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._drawn: list[tuple[float, str]] = []
        self._wire = page.context.new_cdp_session(page)
        self._wire.on("Page.screencastFrame", self._take)

    def _take(self, frame: dict[str, object]) -> None:
        drawn = frame["metadata"]
        assert isinstance(drawn, dict)
        self._drawn.append((float(drawn["timestamp"]), str(frame["data"])))
        self._wire.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def start(self) -> None:
        self._wire.send("Page.startScreencast", {"format": "jpeg", "quality": 90, "everyNthFrame": 1})

    def stop(self) -> list[tuple[float, str]]:
        """Return each frame that shows something new, with its second."""
        self._wire.send("Page.stopScreencast")
        if not self._drawn:
            return []
        start, end = self._drawn[0][0], self._drawn[-1][0]
        kept: list[tuple[float, str]] = []
        for number in range(int((end - start) * A_SECOND) + 2):
            moment = number / A_SECOND
            picture = [data for at, data in self._drawn if at - start <= moment][-1]
            if not kept or kept[-1][1] != picture:
                kept.append((moment, picture))
        return kept


class Regular(Player):
    """A guest who needs no hints."""

    def goes(self, path: str) -> None:
        self.page.add_init_script("localStorage.setItem('wartable coached', 'yes')")
        super().goes(path)


@contextmanager
def arranged_house(folder: Path, names: list[str]) -> Iterator[House]:
    """Open a house with a table for each strip, at the pace of `./dev run`."""
    cards = {name: list(FILMS[name].cards) for name in names}
    wheels = {name: (SEAT, *FILMS[name].wheel) for name in names}
    tables = (_table(name, FILMS[name].house) for name in names)
    before = serving.START
    serving.START = ARRANGED.format(cards=cards, wheels=wheels) + before
    try:
        with open_house(folder, *tables) as house:
            yield house
    finally:
        serving.START = before


def _table(name: str, state: str) -> str:
    settings = {"table": name, "house": state, "name": state.capitalize(), "felt": FELTS[state]}
    waits = (f"{what}_seconds = {SECONDS}" for what in ("look", "cut", "bank", "bets", "war_wagers"))
    return "\n".join(("[[tables]]", *(f'{key} = "{value}"' for key, value in settings.items()), *waits, ""))


def film(browser: Browser, house: House, name: str) -> list[tuple[float, str]]:
    """Play one round, and return its frames."""
    player = Regular(browser, house, name, SIZE, reduced_motion="no-preference")
    while player.page.get_by_role("button", name="Pass the bank").count():
        player.passes_the_bank()
        player.page.wait_for_timeout(500)
    player.waits_for("betting")
    player.press(["2", *FILMS[name].bets])
    place = player.page.get_by_role("button", name=re.compile("^Place"))
    player.page.wait_for_timeout(800)
    if place.count():
        place.click()
    player.page.get_by_role("button", name="Deal", exact=True).wait_for()
    player.page.mouse.move(0, 0)
    projector = Projector(player.page)
    projector.start()
    player.page.wait_for_timeout(200)
    player.press("d")
    _watch(player)
    frames = projector.stop()
    player.leaves()
    return frames


def _watch(player: Player) -> None:
    """Look on until the next bets are open; a tie goes to war."""
    answers: dict[str, Callable[[], None]] = {
        "Go to war": lambda: player.press("w"),
        "No tie wager": lambda: player.page.get_by_role("button", name="No tie wager").click(),
    }
    player.waits_for("counting", "dealing", "settling", "picking_up", "deciding")
    looked = 0
    for _ in range(LONGEST):
        player.page.wait_for_timeout(1_000 / A_SECOND)
        asked = next((key for key in answers if player.page.get_by_role("button", name=key).count()), "")
        over = player.phase in ("betting", "banking")
        looked = looked + 1 if asked or over else 0
        if looked > LOOKS:
            if over:
                return
            answers[asked]()
            looked = 0


def lay_out(browser: Browser, name: str, frames: list[tuple[float, str]], folder: Path) -> None:
    """Put the frames of a strip into one picture."""
    pictures = "".join(
        PICTURE.format(source=f"data:image/jpeg;base64,{data}", width=FRAME, at=at) for at, data in frames
    )
    sheet = browser.new_page(viewport={"width": COLUMNS * (FRAME + 4) + 4, "height": 300})
    sheet.set_content(LAYOUT.format(title=FILMS[name].title, columns=COLUMNS, width=FRAME, frames=pictures))
    sheet.wait_for_function("[...document.images].every((one) => one.complete && one.naturalWidth)")
    sheet.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=QUALITY, full_page=True)
    sheet.close()
    print(f"film/{name}: {len(frames)} frames of {frames[-1][0]:.1f} s", flush=True)


def take_films(browser: Browser, *names: str) -> None:
    """Take every strip, or those that are named, into docs or the folder of pictures that are only looked at."""
    folder = Path(os.environ.get(FOLDER) or STRIPS)
    folder.mkdir(parents=True, exist_ok=True)
    chosen = list(names or FILMS)
    with tempfile.TemporaryDirectory() as scratch, arranged_house(Path(scratch), chosen) as house:
        for name in chosen:
            lay_out(browser, name, film(browser, house, name), folder)


def main(*names: str) -> int:
    page.build()
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node())
    found = chromium.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(found.program), env=dict(found.environment), args=ARGUMENTS
        )
        take_films(browser, *names)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

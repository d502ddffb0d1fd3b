"""The page in a real browser: the bytes of its first load, when it is seen, how far it shifts, and how fast it answers.

The server and the browser run on this machine and share its processors, so times are those of a busy desk.
"""

import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec
from playwright.sync_api import Browser, Page, Response, ViewportSize, expect, sync_playwright

from bench.serving import serving
from tools import chromium, page
from tools.node import ROOT, node

TURNS = 5
ROUNDS = 3
"""Rounds that are played in each turn."""
PATIENCE_MS = 120_000
PRESSES = ("^\\$25.00 chip", "^\\$5.00 chip", "^Primary", "^Primary", "^Tie", "^Undo$", "^Tie")
"""Before each deal: chips are chosen, laid down, and one is taken back."""
HOUSE = ROOT / "houses" / "washington.toml"
SIZES: dict[str, ViewportSize] = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
ARGUMENTS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")

WATCH = """
window.seen = { lcp: 0, shifts: [], events: [] };
const watch = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
watch('largest-contentful-paint', (entry) => { window.seen.lcp = entry.startTime; });
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) window.seen.shifts.push(entry.value); });
watch('event', (entry) => {
    if (entry.interactionId) window.seen.events.push([entry.interactionId, entry.duration]);
}, { durationThreshold: 16 });
"""
"""A browser says itself when the largest thing was drawn, what shifted, and how long an interaction took."""


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Until what was changed is drawn."""


class Turn(NamedTuple):
    """What was counted while some rounds were played."""

    clock_ms: list[float]
    processor_ms: list[float]
    cls: float


class PageLoad(msgspec.Struct, frozen=True):
    """The first load of a view, with nothing kept from before; times are medians of turns."""

    view: str
    size: str
    bytes: int
    """Everything but the house's own data, packed as it is sent."""
    lcp_ms: float
    """Until the largest text or picture is drawn."""
    cls: float
    """The share of the window that moved without being asked to; the worst turn."""


class Play(msgspec.Struct, frozen=True):
    """Rounds played by pressing, on a size of screen."""

    size: str
    presses: int
    inp_ms: float
    """From a press to the next picture, by the clock: the 98th of 100. A browser tells it in steps of 8 from 16 on."""
    processor_ms: float
    """The same without waiting for a busy machine: processor time of the page's thread, the 98th of 100."""
    median_processor_ms: float
    cls: float


class PageBench(msgspec.Struct, frozen=True):
    """The result of the bench."""

    loads: tuple[PageLoad, ...]
    play: tuple[Play, ...]

    def told(self) -> list[str]:
        lines = [
            f"{load.view} at a {load.size}: {load.bytes / 1024:.1f} KB, "
            f"largest thing drawn after {load.lcp_ms:.0f} ms, shift {load.cls:.3f}"
            for load in self.loads
        ]
        lines += [
            f"{play.presses} presses at a {play.size}: INP {play.inp_ms:.0f} ms by the clock, "
            f"{play.processor_ms:.1f} ms of processor time (median {play.median_processor_ms:.1f}), "
            f"shift {play.cls:.3f}"
            for play in self.play
        ]
        return lines


def bench_page(turns: int = TURNS, rounds: int = ROUNDS) -> PageBench:
    """Load the lobby and a table in a fresh browser, and play there."""
    page.build()
    chromium.set_up()
    tables = len(SIZES) * turns
    with (
        tempfile.TemporaryDirectory() as folder,
        _browser() as browser,
        serving(Path(folder), None, (HOUSE, tables), 1) as (port, _),
    ):
        url = f"http://127.0.0.1:{port}"
        views = {"lobby": "/", "table": "/table/t1"}
        loads = tuple(_load(browser, url + path, view, size, turns) for view, path in views.items() for size in SIZES)
        free = iter(range(1, tables + 1))
        played = tuple(
            _played(size, [_play(browser, f"{url}/table/t{next(free)}?sit", size, rounds) for _ in range(turns)])
            for size in SIZES
        )
    return PageBench(loads, played)


def _played(size: str, turns: Sequence[Turn]) -> Play:
    clock = [latency for turn in turns for latency in turn.clock_ms]
    spent = [cost for turn in turns for cost in turn.processor_ms]
    return Play(size, len(spent), _worst(clock), _worst(spent), median(spent), max(turn.cls for turn in turns))


def _worst(times: Sequence[float]) -> float:
    """Return the time that 98 of 100 do not exceed, as INP counts."""
    return sorted(times)[-1 - len(times) // 50] if times else 0.0


@contextmanager
def _browser() -> Iterator[Browser]:
    # The node that Playwright carries needs a library that a bare machine lacks; ours does not.
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node())
    found = chromium.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(found.program), env=dict(found.environment), args=list(ARGUMENTS)
        )
        yield browser
        browser.close()


@contextmanager
def _visit(browser: Browser, size: str) -> Iterator[Page]:
    context = browser.new_context(viewport=SIZES[size], has_touch=size == "phone")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(WATCH)
    yield context.new_page()
    context.close()


def _load(browser: Browser, url: str, view: str, size: str, turns: int) -> PageLoad:
    sizes, lcps, shifts = zip(*(_load_once(browser, url, size) for _ in range(turns)), strict=True)
    return PageLoad(view, size, max(sizes), median(lcps), max(shifts))


def _load_once(browser: Browser, url: str, size: str) -> tuple[int, float, float]:
    with _visit(browser, size) as visit:
        answers: dict[str, Response] = {}
        visit.on("response", lambda answer: answers.update({answer.url: answer}))
        visit.goto(url)
        expect(visit.locator("h1, #words").first).to_be_visible(timeout=PATIENCE_MS)
        visit.wait_for_load_state("networkidle")
        files = [answer for address, answer in answers.items() if "/api/" not in address]
        sent = sum(int(answer.headers["content-length"]) for answer in files)
        seen = visit.evaluate("seen")
        return sent, seen["lcp"], sum(seen["shifts"])


class Finger:
    """Presses what has a name, and counts what it costs the page."""

    def __init__(self, visit: Page, *, touches: bool) -> None:
        self._visit, self._touches = visit, touches
        self.processor_ms: list[float] = []
        self._wire = visit.context.new_cdp_session(visit)
        self._wire.send("Performance.enable", {"timeDomain": "threadTicks"})

    def press(self, name: str) -> None:
        """Press a key; where it is, is found before the cost is counted."""
        key = self._visit.get_by_role("button", name=re.compile(name)).first
        expect(key).to_be_enabled(timeout=PATIENCE_MS)
        box = key.bounding_box()
        assert box is not None
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        before = self._spent()
        if self._touches:
            self._visit.touchscreen.tap(*at)
        else:
            self._visit.mouse.click(*at)
        self._visit.evaluate(DRAWN)
        self.processor_ms.append(self._spent() - before)

    def _spent(self) -> float:
        counted = self._wire.send("Performance.getMetrics")["metrics"]
        return next(1_000 * float(one["value"]) for one in counted if one["name"] == "TaskDuration")


def _play(browser: Browser, url: str, size: str, rounds: int) -> Turn:
    with _visit(browser, size) as visit:
        visit.goto(url)
        finger = Finger(visit, touches=size == "phone")
        finger.press("^I have looked$")
        finger.press("^Pass the cut$")
        expect(visit.locator('main.stage[data-phase="betting"]')).to_be_visible(timeout=PATIENCE_MS)
        for _ in range(rounds):
            for key in (*PRESSES, "^Deal$"):
                finger.press(key)
            _end_round(visit)
        seen = visit.evaluate("seen")
        longest: dict[int, float] = {}
        for interaction, duration in seen["events"]:
            longest[interaction] = max(duration, longest.get(interaction, 0))
        return Turn(list(longest.values()), finger.processor_ms, sum(seen["shifts"]))


def _end_round(visit: Page) -> None:
    """Surrender a tie, and wait for the next bets."""
    again = visit.get_by_role("button", name=re.compile("^Rebet"))
    tied = visit.get_by_role("button", name=re.compile("^Surrender"))
    expect(again.or_(tied).first).to_be_visible(timeout=PATIENCE_MS)
    if tied.count():
        visit.keyboard.press("s")
    expect(again).to_be_visible(timeout=PATIENCE_MS)
    expect(visit.locator('main.stage[data-phase="betting"]')).to_be_visible(timeout=PATIENCE_MS)

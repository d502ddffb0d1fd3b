"""The pictures in docs/screens, taken of real browsers at a house that people play at.

`python -m tests.browser.pictures` takes them all anew, and `python -m tests.browser.pictures floor audit` some scenes;
look at every one before you keep it.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.film import FOLDER, take_films
from tests.browser.people import PHONE, TABLET, WIDE, Person, Player
from tests.browser.serving import House, open_house, table
from tests.browser.staff import Dealer, Floor
from tests.browser.trainee import Trainee
from tools import chromium, page
from tools.node import ROOT, node

SCREENS = ROOT / "docs" / "screens"
SHIPPED = ROOT / "src" / "wartable" / "live" / "floorplan.toml"
FONTS = "FONTCONFIG_FILE"
"""The browser of the tests has one face only; a person who names a list of fonts here sees the page with those."""
FORWARD = {"tablet": TABLET, "phone": PHONE}
SIZES = {"wide": WIDE, **FORWARD}
STAFF: Any = {"petra": "dealer", "vera": "floor", "walter": "floor", "lena": "auditor"}
SECONDS = 60
"""For a choice: a round number on the pictures."""
DRILL_SEED = 3
"""An irregularity comes first, then a pay."""


def at(name: str, state: str, **settings: object) -> str:
    """A table as it is shown."""
    waits = {"bets_seconds": SECONDS, "cut_seconds": SECONDS}
    return table(name, state, **{"name": name.capitalize(), "dealer": "person", **waits, **settings})


TABLES = (
    at("maryland", "maryland", difference="A tie wager may ride on the war deal too. Progressive and bonus spin."),
    at("california", "california", felt="blue", difference="Players hold the bank in turn. Bet behind any seat."),
    at(
        "wisconsin",
        "wisconsin",
        felt="teal",
        difference="Go to war and your first wager is collected; the war pays 2 to 1, tied 3 to 1. Match play.",
        coupons=[5_00, 10_00],
    ),
    at("massachusetts", "massachusetts", felt="claret", difference="Progressive with an envy bonus of 1,000.00."),
    at("washington", "washington", felt="plum", floor="person", difference="Three cards burned before each war card."),
    at("harbour", "maryland", dealer="automatic", difference="A sealed shoe that you cut yourself."),
    at(
        "electronic",
        "maryland-electronic",
        difference="Five hands in the middle, and any seat bets on any of them.",
    ),
    at("practice", "washington", felt="teal", practice=True, difference="What every wager keeps."),
)


class Camera:
    """Takes pictures."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.browser, self.house = browser, house
        self._elsewhere = os.environ.get(FOLDER)

    def take(self, person: Person, name: str) -> None:
        person.page.mouse.move(0, 0)
        person.page.wait_for_timeout(400)  # what appears fades in
        if self._elsewhere:
            person.page.screenshot(path=Path(self._elsewhere, f"{name}.png"))
        else:
            person.page.screenshot(path=SCREENS / f"{name}.jpg", type="jpeg", quality=82)
        print(name)

    def all_sizes(self, person: Person, name: str, sizes: dict[str, ViewportSize]) -> None:
        """The same on other screens; `{size}` in the name says which."""
        for size, port in sizes.items():
            person.page.set_viewport_size(port)
            self.take(person, name.format(size=size))

    def player(self, name: str, table: str, size: ViewportSize = WIDE, **options: Any) -> Player:
        """A person with a name, at a table."""
        return Named(self.browser, self.house, name, table, size, **options)

    def dealer(self, table: str) -> Dealer:
        """A person with real cards, at a table that is open."""
        dealer = Dealer(self.browser, self.house, "petra", table)
        if dealer.step == "open_table":
            dealer.confirms()
        return dealer


class Named(Player):
    """A guest who gave a name."""

    def __init__(self, browser: Browser, house: House, name: str, table: str, size: ViewportSize, **options: Any):
        self._name = name
        super().__init__(browser, house, table, size, **options)

    def goes(self, path: str) -> None:
        if self._name:
            assert self.context.request.post(f"{self.house.url}/api/guest", data={"name": self._name}).ok
            self._name = ""
        super().goes(path)


def leave(*people: Person) -> None:
    for person in people:
        person.leaves()


# Scenes


def take_tables(camera: Camera) -> None:
    """Betting, a choice, a war and its reasons, on every size of screen."""
    dealer = camera.dealer("maryland")
    you, ada, ben = (camera.player(name, "maryland") for name in ("Mira", "Ada", "Ben"))
    dealer.gets_to("bets")
    ada.bets(initial=15_00, tie=5_00)
    ben.bets(initial=25_00)
    you.bets(initial=20_00, tie=5_00, progressive=5_00)
    dealer.chips = {"progressive": 1}
    camera.all_sizes(you, "table-{size}-betting", SIZES)
    dealer.gets_to("deal_player")
    dealer.turns(*in_order({you: "9h", ada: "9c", ben: "Kd"}), "9s")
    dealer.gets_to("choose")
    for one in sorted((you, ada), key=lambda one: one.seat_number):
        expect(one.page.get_by_role("button", name="Surrender")).to_be_visible()
        if one is you:
            camera.all_sizes(you, "table-{size}-choice", SIZES)
        one.chooses("w")
    dealer.gets_to("war_tie", "war_wagers")
    for one in (you, ada):
        one.answers()
    dealer.gets_to("war_deal_player")
    dealer.turns(*in_order({you: "Jc", ada: "4d"}))
    camera.all_sizes(you, "table-{size}-war", SIZES)
    dealer.turns("8d")
    dealer.gets_to("pick_up", "war_pick_up")
    you.page.set_viewport_size(WIDE)
    you.press("y")
    camera.take(you, "table-wide-why")
    leave(you, ada, ben, dealer)


def in_order(cards: dict[Player, str]) -> list[str]:
    """Cards as they are dealt: seat 1 first."""
    return [cards[one] for one in sorted(cards, key=lambda one: one.seat_number)]


def take_jackpot(camera: Camera) -> None:
    """A progressive hit with its envy, and the wheel."""
    dealer = camera.dealer("massachusetts")
    holder, you = camera.player("Ada", "massachusetts"), camera.player("Mira", "massachusetts")
    dealer.gets_to("bets")
    for one in (holder, you):
        one.bets(initial=20_00, progressive=5_00)
    dealer.chips = {"progressive": 2}
    dealer.gets_to("deal_player")
    dealer.turns(*in_order({holder: "7s", you: "3d"}), "7s")
    dealer.gets_to("choose")
    holder.chooses("w")
    dealer.gets_to("war_tie", "war_wagers")
    holder.answers()
    dealer.gets_to("war_deal_player")
    dealer.turns("7s", "7s")
    dealer.gets_to("verify_hand")
    dealer.goes_on()
    camera.all_sizes(you, "table-{size}-progressive", {"wide": WIDE, "phone": PHONE})
    leave(holder, you, dealer)

    dealer = camera.dealer("maryland")
    you = camera.player("Mira", "maryland")
    dealer.turns_the_wheel_for(you)
    camera.all_sizes(you, "table-{size}-wheel", {"wide": WIDE, "phone": PHONE})
    leave(you, dealer)


def take_cut(camera: Camera) -> None:
    """The cut by hand, and the shoe before it verified."""
    you = camera.player("Mira", "harbour")
    you.bets(initial=10_00)
    you.press("d")
    you.waits_for("betting", "deciding")
    if you.page.get_by_role("button", name="Surrender").count():
        you.chooses("s")
    you.waits_for("betting")
    floor = Floor(camera.browser, camera.house, "vera")
    floor.presses("harbour", "Order a reshuffle")
    expect(you.page.locator("#words")).to_contain_text("The cut is yours.")
    camera.all_sizes(you, "table-{size}-cut", {"wide": WIDE, "phone": PHONE})
    you.page.set_viewport_size(WIDE)
    you.press(["Enter"])
    you.waits_for("betting")
    you.press("v")
    expect(you.page.get_by_role("heading", name="Every card was where the seal said.")).to_be_visible()
    camera.take(you, "table-wide-verify")
    you.press(["Escape", "e"])
    you.page.get_by_role("button", name="Was the last shoe fair?").click()
    expect(you.page.get_by_text("Shoe 1 was fair.")).to_be_visible()
    camera.take(you, "table-wide-session")
    you.press(["Escape"])
    you.page.set_viewport_size(PHONE)
    you.press("f")
    expect(you.page.get_by_role("region", name="Your bets")).to_be_visible()
    camera.take(you, "table-phone-bets")
    leave(you, floor)


def take_other_tables(camera: Camera) -> None:
    """What only some tables offer."""
    dealer = camera.dealer("california")
    banker, seated, you = (camera.player(name, "california") for name in ("Ada", "Ben", "Mira"))
    dealer.gets_to("offer_bank")
    for one in sorted((banker, seated, you), key=lambda one: one.seat_number):
        expect(one.page.get_by_role("button", name="Pass the bank")).to_be_visible()
        if one is banker:
            one.takes_the_bank(500_00)
            break
        one.passes_the_bank()
    seated.bets(initial=50_00)
    you.press(["n", "2", *"iiii", "t"])
    expect(you.page.get_by_text("$25.00 on the felt")).to_be_visible()
    camera.all_sizes(you, "table-{size}-behind", {"wide": WIDE, "phone": PHONE})
    leave(banker, seated, you, dealer)

    dealer = camera.dealer("wisconsin")
    you = camera.player("Mira", "wisconsin", PHONE)
    dealer.gets_to("bets")
    you.press(["2", *"iiii", "k"])
    expect(you.page.get_by_role("button", name="Match play coupon, $5.00")).to_be_visible()
    camera.take(you, "table-phone-coupon")
    leave(you, dealer)

    dealer = camera.dealer("electronic")
    you, ada = camera.player("Mira", "electronic"), camera.player("Ada", "electronic")
    dealer.gets_to("bets")
    for one in (you, ada):
        one.press("hh")
        one.bets(initial=20_00)
    camera.take(you, "table-wide-electronic-betting")
    dealer.gets_to("deal_player")
    dealer.turns("9h", "Ks", "Qd", "4c", "7s", "Qs")
    dealer.gets_to("choose")
    for one in sorted((you, ada), key=lambda one: one.seat_number):
        expect(one.page.get_by_role("button", name="Surrender")).to_be_visible()
        one.chooses("w")
    dealer.gets_to("war_tie", "war_wagers")
    for one in (you, ada):
        one.answers()
    dealer.gets_to("war_deal_player")
    dealer.turns("Jc")
    camera.all_sizes(you, "table-{size}-electronic-war", {"wide": WIDE, "phone": PHONE})
    leave(you, ada, dealer)

    dealer = camera.dealer("practice")
    you = camera.player("Mira", "practice")
    dealer.gets_to("bets")
    you.bets(initial=20_00)
    dealer.gets_to("deal_player")
    dealer.turns("9h", "9s")
    dealer.gets_to("choose")
    expect(you.page.get_by_text("War is better by $3.70 on average.", exact=True)).to_be_visible()
    camera.all_sizes(you, "table-{size}-practice", {"wide": WIDE, "phone": PHONE})
    leave(you, dealer)


def take_house(camera: Camera) -> None:
    """The console through a round, the pit with what waits in it, and the round recalled."""
    vera = Floor(camera.browser, camera.house, "vera")
    dealer = Dealer(camera.browser, camera.house, "petra", "washington")
    vera.sheet("washington").get_by_label("Dealer").fill("petra")
    vera.presses("washington", "Open the table")
    camera.take(dealer, "dealer-opening")
    you, ada, ben = (camera.player(name, "washington") for name in ("Mira", "Ada", "Ben"))
    vera.goes_along("washington", dealer, "bets")
    for one, amount in ((you, 20_00), (ada, 15_00), (ben, 50_00)):
        one.bets(initial=amount, tie=5_00)
    dealer.gets_to("deal_player")
    first, *rest = in_order({you: "9h", ada: "4c", ben: "Kd"})
    dealer.turns(first)
    dealer.press(rest[0])
    camera.take(dealer, "dealer-deal")
    dealer.press(["Backspace", "!"])
    expect(dealer.page.get_by_label("Irregularities")).to_be_visible()
    camera.take(dealer, "dealer-irregularities")
    dealer.press(["Escape"])
    dealer.turns(*rest, "9s")
    dealer.gets_to("settle")
    camera.take(dealer, "dealer-settle")
    dealer.gets_to("choose")

    dealer.press("f")
    vera.presses("washington", "Void the round", "a card fell to the floor")
    walter = Floor(camera.browser, camera.house, "walter")
    key = walter.waiting("washington", "second_key").get_by_role("button", name="Turn my key")
    expect(key).to_be_visible()
    for size, port in SIZES.items():
        walter.page.set_viewport_size(port)
        camera.take(walter, "floor" if size == "wide" else f"floor-{size}")
    dealer.does(lambda: key.press("Enter"))
    leave(vera, walter, dealer, you, ada, ben)

    auditor = Person(camera.browser, camera.house)
    auditor.signs_in("lena")
    auditor.goes("/audit/washington/1")
    step = auditor.page.get_by_role("slider", name="Step of the round")
    while "void" not in (step.get_attribute("aria-valuetext") or ""):
        auditor.press(["ArrowRight"])
    auditor.page.get_by_role("button", name="Verify this round").press("Enter")
    expect(auditor.page.get_by_text("It holds.")).to_be_visible()
    for size, port in SIZES.items():
        auditor.page.set_viewport_size(port)
        camera.take(auditor, "audit" if size == "wide" else f"audit-{size}")
    leave(auditor)


def take_front(camera: Camera) -> None:
    """The lobby of the house that opens when nothing else is said, with people at its tables, and the lab."""
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder), SHIPPED.read_text()) as house:
        front = Camera(camera.browser, house)
        guests = [front.player(*guest) for guest in (("Ada", "maryland"), ("Ben", "maryland"), ("Cleo", "washington"))]
        for guest in guests:
            guest.bets(initial=20_00)
        person = Person(camera.browser, house)
        for path, name, shown in (("/", "lobby", "Take a seat."), ("/lab/maryland", "lab", "Initial always war")):
            person.goes(path)
            expect(person.page.get_by_text(shown).first).to_be_visible()
            person.page.wait_for_load_state("networkidle")
            for size, port in SIZES.items():
                person.page.set_viewport_size(port)
                front.take(person, name if size == "wide" else f"{name}-{size}")
        leave(person, *guests)


def take_drill(camera: Camera) -> None:
    """A drill: an irregularity that is to be reported, and a pay that was wrong."""
    trainee = Trainee(camera.browser, camera.house)
    trainee.begins("wisconsin", "all", DRILL_SEED)
    reported = trainee.faces(1)
    camera.take(trainee, "drill")
    trainee.answers(reported)
    trainee.goes_on()
    trainee.answers(trainee.faces(2), right=False)
    camera.take(trainee, "drill-mistake")
    leave(trainee)


SCENES: dict[str, Callable[[Camera], None]] = {
    "tables": take_tables,
    "jackpot": take_jackpot,
    "cut": take_cut,
    "others": take_other_tables,
    "house": take_house,
    "front": take_front,
    "drill": take_drill,
    "film": lambda camera: take_films(camera.browser),
}


def main(*names: str) -> int:
    page.build()
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(node())
    found = chromium.find()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_house(Path(folder), *TABLES, staff=STAFF) as house,
        sync_playwright() as playwright,
    ):
        environment: dict[str, str | float | bool] = dict(found.environment)
        if FONTS in os.environ:
            environment[FONTS] = os.environ[FONTS]
        browser = playwright.chromium.launch(executable_path=str(found.program), env=environment, args=ARGUMENTS)
        for name in names or SCENES:
            SCENES[name](Camera(browser, house))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""A whole evening at the console in every state, with everything that can go wrong in one.

The cards are entered at the console and the house's clock is moved, so every run is the same.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.evening import Evening
from tests.browser.serving import House, open_house, table
from tests.browser.staff import Dealer, Floor
from tests.long import LONG
from tests.told import RULEBOOKS
from wartable.cli.users import StaffRole
from wartable.rulebook import load_rulebook
from wartable.shipped import shipped

STAFF: dict[str, StaffRole] = {"petra": "dealer", "paul": "dealer", "vera": "floor", "walter": "floor"}
SAMPLE = ("maryland",)
"""The state whose evening has most; `./dev soak screens` runs all."""
VOID, DEALT = "Void that hand", "Deal it a card now"


class Text(NamedTuple):
    """What a regulator's text makes of an evening, and what it lacks."""

    missed: str
    """The ruling on a hand without a card: the text voids it, or the text is silent and the house deals to it."""
    asked_again: bool = False
    """Whether the text includes a missed player in the next round."""
    shuffler: bool = True
    """Whether the text has a shuffler, two batches, and with them a jam."""
    jam_voids: bool = False
    """Whether a jam voids the round that is dealt from the other batch."""
    jackpot: bool = False
    """Whether the text has a progressive wager, with chips to count and a win to validate."""
    cut_by_player: bool = True
    """Whether the cut is offered to the player at whose hand the cover card came."""
    idle: bool = True
    """Whether the text lays out the cards of a table without gaming activity."""


class Pit(NamedTuple):
    """The people of the floor: the second turns the second key."""

    vera: Floor
    walter: Floor


TEXTS = {
    "maryland": Text(VOID, jam_voids=True, jackpot=True, cut_by_player=False),
    "california": Text(DEALT, cut_by_player=False, idle=False),
    "wisconsin": Text(VOID, asked_again=True),
    "massachusetts": Text(VOID, asked_again=True, jackpot=True),
    "washington": Text(DEALT, shuffler=False, idle=False),
}


def two_batches(state: str) -> str:
    """The shipped house, filed with a shuffler and two batches where the text has them."""
    filed = (shipped("houses") / f"{state}.toml").read_text(encoding="utf-8")
    if TEXTS[state].shuffler:
        filed = filed.replace('\n# kind = "none"', '\nkind = "batch"')
        filed = re.sub(r"\n# (batch_\w+ = true)", r"\n\1", filed)
    return filed


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose clock is moved, so no other test shares it."""
    folder = tmp_path_factory.mktemp("evening")
    for state in RULEBOOKS:
        (folder / f"{state}.toml").write_text(two_batches(state), encoding="utf-8")
    tables = (table(state, f"{state}.toml", dealer="person", floor="person") for state in RULEBOOKS)
    with open_house(folder, *tables, staff=STAFF) as opened:
        yield opened


@pytest.mark.parametrize("state", RULEBOOKS if LONG else SAMPLE)
def test_a_whole_evening_with_its_incidents_is_run_from_the_console(state: str, browser: Browser, house: House) -> None:
    text = TEXTS[state]
    pit = Pit(Floor(browser, house, "vera"), Floor(browser, house, "walter"))
    petra = Dealer(browser, house, "petra", state)
    evening = Evening(petra, pit.vera)
    opens(evening, pit)
    misses_a_hand(evening, pit, text)
    paul = Dealer(browser, house, "paul", state)
    relieves(evening, paul, text)
    goes_to_war(evening, pit, text)
    notices_the_cover_card_late(evening, text)
    jams(evening, pit, text)
    an_hour_passes(evening, house, text)
    closes(evening, pit)
    for person in (petra, paul, *pit):
        person.leaves()


def opens(evening: Evening, pit: Pit) -> None:
    """The dealer miscounts the decks once; four people sit down with chips, and every step up to the bets is done."""
    petra = evening.dealer
    pit.vera.begins(petra.table, "petra")
    pit.walter.comes_on_duty(petra.table)
    expect(petra.page.get_by_label("Decks")).to_be_focused()
    for key in ("5", "Tab", "1", "Enter"):
        petra.page.keyboard.press(key)
    expect(petra.page.get_by_role("alert")).to_contain_text("not the number of decks")
    expect(petra.page.get_by_label("Decks")).to_be_focused()
    expect(petra.page.get_by_label("Decks")).to_have_value("")
    stack = 52 * petra.page.request.get(f"{petra.house.url}/api/tables/{petra.table}").json()["decks"]
    petra.puts_back = stack - 14  # so that the cover card is due in the second round
    evening.up_to("arrival")
    evening.sit_down("Ann", "Bo", "Cy", "Di")
    for seat in range(1, 5):
        evening.sells(seat, "500.00")
    evening.up_to("bets")


def bet(evening: Evening, **more: str) -> list[int]:
    """Three of the four lay down chips, and the first of them more; the fourth banks, or looks on."""
    seats = [seat for seat in range(1, 5) if seat != (evening.banker or 1)]
    evening.bets(seats[0], initial="20.00", **more)
    for seat in seats[1:]:
        evening.bets(seat, initial="20.00")
    return seats


def misses_a_hand(evening: Evening, pit: Pit, text: Text) -> None:
    """The first hand is given no card, and the dealer notices it two cards later."""
    seats = bet(evening, **side_wager(text))
    if text.jackpot:
        evening.up_to("count_side_wagers")
        evening.dealer.counts(progressive=2)
        expect(evening.page.locator(".then")).to_contain_text("The count differs from the system. Count again")
        evening.dealer.chips = {"progressive": 1}
    evening.turns("Ks", "9s")
    evening.reports("A wager got no card", seats[0])
    # A side wager comes back out of the inventory, and that takes two people.
    evening.is_ruled(pit.vera, text.missed, pit.walter if text.jackpot else None)
    evening.turns(*(("5d",) if text.missed == VOID else ("Qh", "5d")))
    evening.up_to("settle")
    assert sum("pay $20.00" in owed for owed in evening.owed()) == (2 if text.missed == VOID else 3)
    evening.up_to("bets", "include_player")
    if text.asked_again:
        expect(evening.page.locator("h1")).to_have_text(f"Ask seat {seats[0]} into this round.")


def side_wager(text: Text) -> dict[str, str]:
    return {"progressive": "5.00"} if text.jackpot else {}


def relieves(evening: Evening, paul: Dealer, text: Text) -> None:
    """Another dealer takes over with wagers on the felt, and owes a burn; the one before deals no more."""
    bet(evening, **side_wager(text))
    petra, evening.dealer = evening.dealer, paul
    paul.does(lambda: paul.key("I take over").press("Enter"))
    assert paul.step == "new_dealer_burn"
    paul.chips, paul.puts_back = petra.chips, petra.puts_back
    petra.press(["Escape", "Enter"])
    expect(petra.page.get_by_role("alert")).to_contain_text("take over")


def goes_to_war(evening: Evening, pit: Pit, text: Text) -> None:
    """A war, which is the jackpot where the text has one: the floor refuses it once, and then validates it."""
    paul, vera = evening.dealer, pit.vera
    evening.turns("7s", "2c", "3c", "7s")
    evening.up_to("choose")
    paul.does(lambda: paul.press("w"))
    evening.turns("7s", "7s")
    if text.jackpot:
        evening.up_to("validate_win")
        win = vera.waiting(paul.table, "validate_win")
        win.get_by_label("Reason, for the record").fill("the seven was seen as a one")
        paul.does(lambda: win.get_by_role("button", name="Refuse").press("Enter"))
        evening.is_ruled(vera, "Check the win again")
        evening.up_to("validate_win")
        paul.does(lambda: win.get_by_role("button", name="Validate").press("Enter"))
        expect(vera.page.locator(f"button[data-table={paul.table}]")).to_contain_text(
            "$10,000.00"
        )  # the meter is reset
    evening.up_to("bets")


def notices_the_cover_card_late(evening: Evening, text: Text) -> None:
    """It came at seat 3, and is seen when the round is over: the shoe ends, and the other batch fills the next."""
    paul = evening.dealer
    report = evening.page.get_by_role("form", name=re.compile("^(cover|cutting|cut) card$"))
    report.get_by_label("It came out at").select_option("3")
    paul.does(lambda: report.get_by_role("button").press("Enter"))
    if text.cut_by_player:
        evening.up_to("offer_cut")
        expect(evening.page.locator("h1")).to_have_attribute("data-seat", "3")
    evening.up_to("load")
    if text.shuffler:
        expect(evening.page.locator("h1")).to_contain_text("Blue batch")
    evening.up_to("bets")


def jams(evening: Evening, pit: Pit, text: Text) -> None:
    """The shuffler stops with the first batch inside while the second is dealt."""
    bet(evening)
    evening.turns("Kd")
    if text.shuffler:
        evening.reports("The shuffler jammed")
        expect(evening.dealer.key("Red batch: empty the shuffler.")).to_be_visible()
    if text.jam_voids:
        evening.is_ruled(pit.vera, "Void the round", pit.walter)
    else:
        evening.turns("Qd", "Jd", "2h")
    evening.up_to("bets")


def an_hour_passes(evening: Evening, house: House, text: Text) -> None:
    """No wager is placed: the cards are laid out where the text asks for it, and the next round is dealt after that."""
    house.lets_an_hour_pass()
    if text.idle:
        expect(evening.page.locator("main")).to_have_attribute("data-phase", "idle")
    evening.up_to("bets")
    bet(evening)
    evening.turns("Kd", "Qd", "Jd", "2h")
    evening.up_to("bets")


def closes(evening: Evening, pit: Pit) -> None:
    """The floor closes the table, and every batch is taken out and counted."""
    evening.dealer.does(lambda: pit.vera.presses(evening.dealer.table, "Close the table"))
    evening.up_to("")
    expect(evening.page.locator("main")).to_have_attribute("data-phase", "closed")


@pytest.mark.parametrize("state", RULEBOOKS)
def test_what_a_text_lacks_is_a_rule_of_the_house_or_not_offered(state: str) -> None:
    book, text = load_rulebook(state), TEXTS[state]
    silent = {name for name, value in book.values.items() if value.house_rule}
    assert (text.missed == DEALT) == ("irregularity.missed_hand" in silent)
    assert text.asked_again == book.values["irregularity.include_next"].in_force
    assert text.jam_voids == book.values["irregularity.jam_voids_round"].in_force
    assert text.shuffler == ("shuffler.kind" not in silent)
    assert text.idle == ("idle.after_minutes" not in silent)
    assert text.jackpot == ("progressive.reset" in book.values)

"""A dealer in training in the browser tests, who takes drills."""

import random
from typing import get_args

from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.browser.people import WIDE, Person
from tests.browser.serving import House
from wartable.cards import Card, rank_word
from wartable.drill import Exercise, Kind, set_exercises
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.table import commands as c

FEWEST = 5
"""Exercises of the shortest drill."""
MOST_TABS = 100
"""More than any view of a drill has controls."""
TITLES = {
    c.ReportFaceUpCards: "A card is face up in the shoe",
    c.ReportMisdelivery: "A card went to the wrong place",
    c.ReportMissedHand: "A wager got no card",
    c.ReportForgottenBurn: "A card was dealt before the burn",
    c.ReportAbsence: "A player has left the table",
    c.ReportJam: "The shuffler jammed",
    c.ReportDeviceFailure: "The shuffler is out of order",
}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


class Trainee(Person):
    """A person who takes a drill; what the table would answer is known from the seed."""

    def __init__(self, browser: Browser, house: House, size: ViewportSize = WIDE) -> None:
        super().__init__(browser, house, size)
        self.is_signed_in("petra")
        self.goes("/drill")
        self.exercises: list[Exercise] = []

    def begins(self, state: str, about: Kind | str, seed: int) -> None:
        """The fewest exercises that the page offers."""
        book = load_rulebook(state)
        kinds = [kind for kind in get_args(Kind) if about in (kind, "all")]
        self.exercises = set_exercises(rules_in_force(book), random.Random(seed), FEWEST, kinds)
        page = self.page
        page.get_by_label(book.title, exact=True).check()
        page.locator(f'input[name="about"][value="{about}"]').check()
        page.get_by_label("Exercises").select_option(str(FEWEST))
        page.get_by_label("Seed").fill(str(seed))
        self.uses(page.get_by_role("button", name="Begin"))

    def faces(self, place: int) -> Exercise:
        """The exercise that the page sets, which is the one that the terminal would set."""
        exercise = self.exercises[place - 1]
        expect(self.page.locator(f'.stand[data-exercise="{place}"]')).to_be_visible()
        expect(self.page.locator("h1")).to_have_attribute("data-kind", exercise.question.kind)
        return exercise

    def answers(self, exercise: Exercise, *, right: bool = True) -> None:
        """By keys alone, as far as there are keys; otherwise with a cent, or another choice."""
        question, page = exercise.question, self.page
        if exercise.report is not None:
            self.reports(exercise.report, at_war=exercise.table.phase == "war_dealing")
        if question.choices:
            place = question.choices.index(question.answer) + (0 if right else 1)
            self.press(str(place % len(question.choices) + 1))
        else:
            amount = page.get_by_label("Amount")
            expect(amount).to_be_focused()
            amount.fill(question.answer if right else "0.01")
            self.press(["Enter"])
        expect(page.locator("h1")).to_have_attribute("data-right", "true" if right else "false")

    def reports(self, report: c.Command, *, at_war: bool) -> None:
        """What happened, on the console's own list."""
        self.press("!")
        panel = self.page.get_by_label("Irregularities")
        card: Card | None = (
            report.cards[0] if isinstance(report, c.ReportFaceUpCards) else getattr(report, "card", None)
        )
        title = TITLES.get(type(report), f"I drew a card too many, face {'up' if card else 'down'}")
        if at_war and isinstance(report, c.ReportMissedHand):
            title = "A hand at war got no war card"
        self.uses(panel.get_by_role("button", name=title))
        if card:
            self.uses(panel.get_by_role("button", name=f"{rank_word(card)} of {SUITS[card[1]]}"))
        if seat := getattr(report, "seat", None):
            panel.get_by_role("combobox").select_option(str(seat))
        self.uses(panel.get_by_role("button", name="This happened"))
        expect(self.page.get_by_text("You report: ")).to_be_visible()

    def uses(self, key: Locator) -> None:
        """Tab to a key, and press Enter: a drill needs no mouse."""
        for _ in range(MOST_TABS):
            if key.evaluate("(key) => key === document.activeElement"):
                self.press(["Enter"])
                return
            self.press(["Tab"])
        raise AssertionError(f"{key} is not reached by Tab")

    def goes_on(self) -> None:
        """The big key has the keys."""
        expect(self.page.locator("button.next")).to_be_focused()
        self.press(["Enter"])

"""A player who touches a card is put on record whenever it happens, and the floor rules on every such card."""

import pytest

from tests.table.samples import table_in
from tests.told import DEALER, FLOOR, Told
from wartable.cards import Card
from wartable.table import Refusal, sat_at, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.betting import NEW_DECKS
from wartable.table.words import Phase

TOUCHED = {"maryland": "MD-8-I", "california": "CA-deal-4", "wisconsin": "WI-g-5", "massachusetts": "MA-7-e"}
every_text = pytest.mark.parametrize(
    "rulebook", TOUCHED, ids=[clause.lower().replace("-", "_") for clause in TOUCHED.values()]
)
MADE_READY: tuple[Phase, ...] = ("opening", "shuffling", "cutting", "loading", "idle", "waking")


def calls(told: Told) -> list[int | None]:
    """The seats to which the floor was called because of a touched card."""
    return [event.seat for event in told.happened(e.FloorCalled) if event.reason == "touched_card"]


# While the cards are made ready


@every_text
@pytest.mark.parametrize("phase", MADE_READY)
def test_a_touched_card_is_reported_while_the_cards_are_made_ready(rulebook: str, phase: Phase) -> None:
    told = table_in(rulebook, phase)
    sat = sat_at(told.table, 1)
    touched, called = told.does(DEALER, c.ReportTouchedCard(1, Card("9s")))
    assert touched == e.CardTouched(1, Card("9s"), sat[0] if sat else "")
    assert called == e.FloorCalled("touched_card", ("continue", "change_decks"), (TOUCHED[rulebook],), 1)
    assert told.table.phase == phase
    assert [step.by for step in steps(told.table) if step.step == "rule"] == [("floor",)]
    told.does(FLOOR, c.Rule("change_decks", "it is marked"))
    assert (told.table.phase, told.table.call, told.table.deck_change_due) == (phase, None, True)


@every_text
def test_no_shoe_is_loaded_before_the_floor_has_ruled_on_a_touched_card(rulebook: str) -> None:
    told = table_in(rulebook, "loading")
    told.does(DEALER, c.ReportTouchedCard(1))
    refused = told.refuses(DEALER, c.LoadShoe())
    assert (refused.why, refused.clauses) == (Refusal.FLOOR_RULES_FIRST, (TOUCHED[rulebook],))
    assert [step.step for step in steps(told.table) if not step.beside] == ["rule"]
    told.does(FLOOR, c.Rule("continue", "the card is whole"))
    told.does(DEALER, c.LoadShoe())


@every_text
def test_an_order_to_shuffle_again_leaves_the_floor_its_calls(rulebook: str) -> None:
    told = table_in(rulebook, "cutting")
    for seat in (1, 2):
        told.does(DEALER, c.ReportTouchedCard(seat))
    told.does(FLOOR, c.OrderReshuffle())
    for seat in (1, 2):
        assert told.table.call is not None
        assert told.table.call.seat == seat
        told.does(FLOOR, c.Rule("continue", "the card is whole"))
    assert told.table.call is None
    assert calls(told) == [1, 2]


@pytest.mark.parametrize("command", [c.ChangeDecks(), c.CloseTable()])
def test_wi_g_5_cards_that_leave_the_table_leave_nothing_to_rule_on(command: c.Command) -> None:
    told = table_in("wisconsin", "idle")
    for seat in (1, 2):
        told.does(DEALER, c.ReportTouchedCard(seat))
    told.does(FLOOR, command)
    assert (told.table.call, told.table.found.waiting) == (None, ())
    assert "rule" not in [step.step for step in steps(told.table)]


def test_wi_g_5_decks_that_the_floor_wants_changed_are_not_dealt() -> None:
    told = table_in("wisconsin", "cutting")
    told.does(DEALER, c.ReportTouchedCard(1))
    told.does(FLOOR, c.Rule("change_decks", "it is marked"))
    told.does(DEALER, c.CutCards(100))
    told.goes_on("cutting", "loading")
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 10_00)).why is Refusal.DECKS_MUST_BE_CHANGED
    assert "change_decks" in [step.step for step in steps(told.table)]


@every_text
def test_decks_that_a_touched_card_makes_due_cite_its_clause_and_not_the_day_of_the_decks(rulebook: str) -> None:
    told = Told.at(rulebook).sits(1).sits(2)
    told.does(DEALER, c.ReportTouchedCard(1))
    events = told.does(FLOOR, c.Rule("change_decks", "it is marked"))
    assert e.DeckChangeCalled((TOUCHED[rulebook],)) in events
    (prompt,) = [step for step in steps(told.table) if step.step == "change_decks"]
    assert prompt.clauses == (TOUCHED[rulebook],)
    told.does(FLOOR, c.CallDeckChange())
    if rulebook != "california":
        refused = told.refuses(DEALER, c.PlaceWager(1, "initial", 10_00))
        assert (refused.why, refused.clauses) == (Refusal.DECKS_MUST_BE_CHANGED, (TOUCHED[rulebook],))
    told.does(FLOOR, c.ChangeDecks())
    assert not told.table.change_ruled_by


@every_text
def test_decks_that_are_due_by_the_clock_cite_the_day_of_the_decks(rulebook: str) -> None:
    told = Told.at(rulebook).sits(1)
    assert told.does(FLOOR, c.CallDeckChange()) == (e.DeckChangeCalled(),)
    (prompt,) = [step for step in steps(told.table) if step.step == "change_decks"]
    assert prompt.clauses == told.table.rules.steps["change_decks"].clauses


def test_md_8_i_no_round_begins_with_decks_that_were_touched() -> None:
    told = Told.at("maryland").bets(1, "10.00")
    told.does(DEALER, c.ReportTouchedCard(1))
    told.does(FLOOR, c.Rule("change_decks", "it is marked"))
    assert told.happened(e.WagerTakenBack) == [e.WagerTakenBack(1, "", "seat 1", "initial", 10_00, NEW_DECKS)]
    refused = told.refuses(DEALER, c.PlaceWager(1, "initial", 10_00))
    assert (refused.why, refused.clauses) == (Refusal.DECKS_MUST_BE_CHANGED, ("MD-8-I",))


# The person who touched it


@every_text
def test_a_touched_card_names_the_person_who_touched_it(rulebook: str) -> None:
    told = Told.at(rulebook)
    if rulebook == "california":
        told.banks(8, "500.00")
    told.bets(1, "10.00").bets(2, "10.00").deals("9s")
    assert told.does(DEALER, c.ReportTouchedCard(1))[0] == e.CardTouched(1, patron="seat 1")
    assert told.does(DEALER, c.ReportTouchedCard(5))[0] == e.CardTouched(5)  # no one sits there
    assert told.refuses(DEALER, c.ReportTouchedCard(1, patron="seat 2")).why is Refusal.NOT_YOUR_SEAT


def test_ca_deal_4_a_bettor_behind_a_seat_is_named() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00")
    told.does(DEALER, c.PlaceWager(1, "initial", 10_00, bettor="Bo"))
    told.deals("9s")
    behind = told.table.boxes[0].bettors[1].patron
    assert told.does(DEALER, c.ReportTouchedCard(1, patron=behind))[0] == e.CardTouched(1, patron=behind)


@every_text
def test_a_player_who_left_since_the_shoe_was_loaded_is_named(rulebook: str) -> None:
    told = played(rulebook).sits(3, "Ann").sits(6, "Una")
    told.does(DEALER, c.Leave(3))
    told.sits(3, "Cid")
    refused = told.refuses(DEALER, c.ReportTouchedCard(3))
    assert (refused.why, refused.clauses) == (Refusal.PERSON_IS_NOT_NAMED, (TOUCHED[rulebook],))
    for who in ("Ann", "Cid", ""):
        assert told.does(DEALER, c.ReportTouchedCard(3, patron=who))[0] == e.CardTouched(3, patron=who)
    assert told.refuses(DEALER, c.ReportTouchedCard(3, patron="Una")).why is Refusal.NOT_YOUR_SEAT


@every_text
def test_the_one_player_who_left_a_seat_is_named_without_being_asked_for(rulebook: str) -> None:
    told = played(rulebook).sits(3, "Ann").sits(6, "Una")
    told.does(DEALER, c.Leave(3))
    assert told.does(DEALER, c.ReportTouchedCard(3))[0] == e.CardTouched(3, patron="Ann")


def test_ma_7_e_a_player_who_left_before_the_shoe_was_loaded_touched_none_of_its_cards() -> None:
    told = table_in("massachusetts", "cutting").sits(3, "Ann")
    told.does(DEALER, c.Leave(3))
    told.does(DEALER, c.CutCards(100))
    told.goes_on("cutting", "loading").sits(3, "Cid")
    assert told.does(DEALER, c.ReportTouchedCard(3))[0] == e.CardTouched(3, patron="Cid")
    assert told.refuses(DEALER, c.ReportTouchedCard(3, patron="Ann")).why is Refusal.NOT_YOUR_SEAT


@every_text
def test_a_touched_card_is_reported_while_the_cards_are_taken_in(rulebook: str) -> None:
    told = played(rulebook)
    told.does(FLOOR, c.CloseTable())
    touched, _ = told.does(DEALER, c.ReportTouchedCard(1))
    assert touched == e.CardTouched(1, patron="seat 1")
    while len(told.table.todo) > 1:
        step = steps(told.table)[0]
        told.does(FLOOR if step.by == ("floor",) else DEALER, c.ConfirmStep(step.step))
    refused = told.refuses(FLOOR, c.ConfirmStep("count_cards"))
    assert (refused.why, refused.clauses) == (Refusal.FLOOR_RULES_FIRST, (TOUCHED[rulebook],))
    told.does(FLOOR, c.Rule("change_decks", "it is marked"))
    told.does(FLOOR, c.ConfirmStep("count_cards"))
    assert told.table.phase == "closed"


# Several touched cards


def played(rulebook: str) -> Told:
    """A table after a round, with two players."""
    told = Told.at(rulebook)
    if rulebook == "california":
        told.banks(8, "500.00")
    return told.bets(1, "10.00").bets(2, "10.00").deals("9s 9c 2d").ends()


@every_text
def test_a_shuffle_that_was_due_leaves_the_second_card_to_the_floor(rulebook: str) -> None:
    told = played(rulebook)
    told.does(DEALER, c.ReportTouchedCard(1))
    told.does(DEALER, c.ReportTouchedCard(2, Card("9c")))
    told.does(FLOOR, c.OrderReshuffle())
    told.does(FLOOR, c.Rule("continue", "the card is whole"))
    assert (told.table.phase, calls(told)) == ("shuffling", [1, 2, 2])
    told.does(FLOOR, c.Rule("change_decks", "it is marked"))
    assert (told.table.call, told.table.deck_change_due) == (None, True)


@every_text
@pytest.mark.parametrize("on", [0, 1], ids=["the_first", "both"])
def test_a_void_leaves_touched_cards_to_the_floor(rulebook: str, on: int) -> None:
    told = Told.at(rulebook)
    if rulebook == "california":
        told.banks(8, "500.00")
    told.bets(1, "10.00").bets(2, "10.00").deals("9s")
    for seat in (1, 2)[: on + 1]:
        told.does(DEALER, c.ReportTouchedCard(seat))
    told.does(FLOOR, c.VoidRound("the lights went out"))
    assert told.table.phase == "suspended"
    for _ in range(on + 1):
        told.does(FLOOR, c.Rule("change_decks", "it is marked"))
    assert (told.table.phase, told.table.deck_change_due) == ("picking_up", True)


def test_wi_g_5_a_void_ends_the_calls_that_were_about_the_round() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(2, "10.00").deals("9s")
    told.does(DEALER, c.ReportMisdelivery(2, Card("Ah")))
    told.does(FLOOR, c.VoidRound("the lights went out"))
    assert (told.table.phase, told.table.call) == ("picking_up", None)

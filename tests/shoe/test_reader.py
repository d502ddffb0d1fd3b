"""A human deals real cards: what is read enters, or is refused and called to the floor; the last card can be undone."""

import random

import pytest

from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told
from wartable.cards import DECK, Card
from wartable.rulebook import HOUSE_RULE
from wartable.shoe.reader import DOUBLE_READ_MS, ReaderShoe, card_of
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table import events as e

REASON = "the corner was bent"


def dealing(rulebook: str = "maryland", seats: int = 2) -> Told:
    told = Told.at(rulebook)
    if told.table.phase == "banking":
        told.banks(6, "1000.00")
    for seat in range(1, seats + 1):
        told.bets(seat, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    return told


def after_six_kings() -> Told:
    """Every king of hearts of six decks has been dealt; the next round is open."""
    told = Told.at("maryland")
    for _ in range(3):
        told.bets(1, "10.00").deals("Kh Kh").surrenders(1).ends()
    told.bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    return told


@pytest.mark.parametrize("text", ["Ts", "ts", "TS", "10s", "10S", " 10s ", "T♠", "10♠", "10♤"])
def test_a_console_may_write_a_card_in_many_ways(text: str) -> None:
    assert card_of(text) == "Ts"


@pytest.mark.parametrize("text", ["", " ", "s", "T", "1s", "11s", "Tx", "Tss", "??", "10", "♠T", "T" * 500])
def test_nonsense_is_no_card(text: str) -> None:
    assert card_of(text) is None


def test_every_card_can_be_read() -> None:
    reader, told = ReaderShoe(), dealing()
    for at, card in enumerate(DECK):
        assert reader.read(told.table, card, at) == c.TurnCard(card)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_round_is_read_card_by_card(rulebook: str) -> None:
    told, reader = dealing(rulebook), ReaderShoe()
    for at, text in enumerate(("10s", "9c", "8♦")):
        told.does(SHOE, reader.read(told.table, text, at * 1_000))
    assert sorted(event.card for event in told.happened(e.CardDealt)) == ["8d", "9c", "Ts"]


def test_a_seventh_king_of_hearts_in_six_decks_does_not_enter_and_calls_the_floor() -> None:
    told = after_six_kings()
    report = ReaderShoe().read(told.table, "KH", 0)
    assert report == c.ReportMisread("Kh", "used_up")
    misread, called = told.does(SHOE, report)
    assert misread == e.CardMisread("Kh", "used_up")
    assert isinstance(called, e.FloorCalled)
    assert (called.reason, called.choices) == ("misread_card", ("continue", "void"))
    assert called.clauses == (HOUSE_RULE,)
    assert told.table.phase == "suspended"
    assert told.table.boxes[0].card is None
    told.does(FLOOR, c.Rule("void", "the decks are counted"))
    assert told.ends().table.phase == "shuffling", "decks that hold a card too many are not dealt from"


@pytest.mark.parametrize("text", ["1x", "", "x" * 300])
def test_a_nonsense_code_does_not_enter_and_calls_the_floor(text: str) -> None:
    told = dealing()
    report = ReaderShoe().read(told.table, text, 0)
    assert report == c.ReportMisread(text[:64], "no_such_card")
    told.does(SHOE, report)
    told.does(FLOOR, c.Rule("continue", REASON))
    assert told.table.phase == "dealing"
    assert told.table.boxes[0].card is None


def test_a_card_read_twice_within_the_window_enters_once() -> None:
    told, reader = dealing(), ReaderShoe(double_read_ms=300)
    told.does(SHOE, reader.read(told.table, "7h", 1_000))
    double = reader.read(told.table, "7h", 1_299)
    assert double == c.ReportMisread("7h", "double_read")
    told.does(SHOE, double)
    told.does(FLOOR, c.Rule("continue", REASON))
    assert reader.read(told.table, "7h", 1_599) == c.TurnCard(Card("7h")), "another card of the same face"


def test_a_card_that_lies_on_the_reader_enters_once_however_long_it_lies() -> None:
    reader, told = ReaderShoe(), dealing()
    reads = [reader.read(told.table, "7h", at) for at in range(0, 3_000, 300)]
    assert reads == [c.TurnCard(Card("7h")), *[c.ReportMisread("7h", "double_read")] * 9]
    assert reader.read(told.table, "7h", 2_700 + DOUBLE_READ_MS) == c.TurnCard(Card("7h"))


def test_another_card_and_another_time_are_no_double_read() -> None:
    reader, told = ReaderShoe(), dealing()
    assert isinstance(reader.read(told.table, "7h", 0), c.TurnCard)
    assert isinstance(reader.read(told.table, "7d", 1), c.TurnCard)
    assert isinstance(reader.read(told.table, "7h", 2), c.TurnCard)
    assert isinstance(reader.read(told.table, "7h", 2 + DOUBLE_READ_MS), c.TurnCard)


def test_a_clock_that_goes_back_does_not_let_a_double_read_in() -> None:
    reader, told = ReaderShoe(), dealing()
    reader.read(told.table, "7h", 5_000)
    assert reader.read(told.table, "7h", 10) == c.ReportMisread("7h", "double_read")


def test_a_bounce_after_the_last_card_calls_the_floor_and_changes_no_hand() -> None:
    told, reader = dealing(seats=1), ReaderShoe()
    for at, text in enumerate(("Th", "8d")):
        told.does(SHOE, reader.read(told.table, text, at * 1_000))
    assert told.table.phase == "settling"
    told.does(SHOE, reader.read(told.table, "8d", 1_010))
    told.does(FLOOR, c.Rule("continue", REASON))
    assert told.table.phase == "settling"
    assert told.table.round.dealer_hand == ("8d",)


def test_the_last_card_is_undone_with_the_floors_word_and_read_again_at_once() -> None:
    told, reader = dealing(seats=1), ReaderShoe()
    told.does(SHOE, reader.read(told.table, "Th", 0))
    told.does(SHOE, reader.read(told.table, "8d", 1_000))
    undo = reader.undo(REASON)
    assert told.refuses(DEALER, undo).why is Refusal.NOT_YOURS
    assert told.does(FLOOR, undo) == (e.CardTakenBack(0, Card("8d"), "original", REASON),)
    told.does(SHOE, reader.read(told.table, "8d", 1_001))
    assert told.table.phase == "settling"


def test_what_cannot_be_is_never_dealt_however_a_shoe_is_read() -> None:
    """A whole day of good, bad and doubled reads: the table's count is right after every one."""
    rng, told, reader = random.Random(4), dealing(seats=1), ReaderShoe()
    entered = 0
    for step in range(1_500):
        if told.table.phase not in ("dealing", "war_dealing"):
            told.goes_on()
            if told.asked():
                told.does(DEALER, c.Surrender(1))
            if told.table.phase == "betting":
                told.bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
            continue
        if told.goes_on("war_dealing").table.cards.in_shoe < 3:
            break
        command = reader.read(told.table, rng.choice((*DECK, "Kh", "Kh", "Kh", "1x", "")), step * 100)
        told.does(SHOE, command)
        entered += isinstance(command, c.TurnCard)
        if told.table.call is not None:
            told.does(FLOOR, c.Rule("continue", REASON))
    assert entered > 100
    assert max(told.table.cards.seen) == 6
    assert told.happened(e.CardMisread)

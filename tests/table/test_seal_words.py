"""The words of players in the order of a sealed shoe: with the cut and with the wagers."""

import pytest
from msgspec.structs import replace

from tests.table.houses import House
from tests.table.test_seal import CONTINUOUS, NO_CUT, REVEAL, SEAL, SEEDS, TERMS, opening, reshuffled, sealed
from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told, player, seal_of
from wartable.table import Refusal, TableBroken, evolve, hold, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import SealWords
from wartable.table.procedures.seal import MAX_ADDED, commitment_of

# The words of the player who cuts


@pytest.mark.parametrize("words", ["", "seven", "ä" * 100, "w" * 200, "two\nlines", "🂡" * 50])
def test_the_player_who_cuts_may_add_words(words: str) -> None:
    told = opening().goes_on("opening", "shuffling")
    assert told.does(player("seat 1"), c.CutCards(100, words)) == (e.CardsCut(1, 100, words, patron="seat 1"),)


@pytest.mark.parametrize("words", ["w" * 201, "ä" * 101, "\ud800"])
def test_words_are_short_and_are_text(words: str) -> None:
    told = opening().goes_on("opening", "shuffling")
    assert told.refuses(player("seat 1"), c.CutCards(100, words)).why is Refusal.WORDS_ARE_BAD


def test_the_house_adds_no_words_because_it_knows_the_seed() -> None:
    told = opening().goes_on("opening", "shuffling")
    assert told.refuses(DEALER, c.CutCards(100, "seven")).why is Refusal.WORDS_ARE_BAD
    assert told.refuses(player("a stranger"), c.CutCards(100, "seven")).why is Refusal.NOT_YOUR_TURN


def test_a_seed_of_another_length_is_not_committed_to() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment_of(b"short")


# Words with the wagers


def bet(seat: int, words: str, wager: str = "initial") -> c.PlaceWager:
    return c.PlaceWager(seat, wager, 10_00, words=words)  # type: ignore[arg-type]


def uncut(rulebook: str = "maryland", house: House | None = None) -> Told:
    """A table whose first sealed shoe was cut by the dealer, or by no player, and waits for bets."""
    told = Told.closed(rulebook, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening").does(SHOE, seal_of(told.table.rules, SEEDS[0]))
    told.goes_on().sits(1).sits(2)
    if told.table.phase == "banking":
        told.banks(3, "1000.00")
    return told


KINDS: dict[str, tuple[str, House]] = {
    **{rulebook: (rulebook, {}) for rulebook in RULEBOOKS},
    "continuous": ("maryland", CONTINUOUS),
    "not cut": ("washington", NO_CUT),
    "electronic": ("maryland", {"electronic": {"community_cards": 3}}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_no_card_of_a_sealed_shoe_is_turned_before_a_player_has_added_words(kind: str) -> None:
    told = uncut(*KINDS[kind])
    hand = 1 if told.table.rules.electronic else 0
    told.does(DEALER, c.PlaceWager(1, "initial", 10_00, hand=hand))
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.WORDS_COME_FIRST
    assert "no_more_bets" not in [step.step for step in steps(told.table)]
    told.does(player("seat 2"), c.PlaceWager(2, "initial", 10_00, hand=hand, words="seven"))
    told.does(DEALER, c.CallNoMoreBets())
    assert told.table.seal.added == ("seat 2",)
    assert told.table.seal.closed


def test_words_of_the_player_who_cut_are_words_enough() -> None:
    told = sealed()
    told.does(DEALER, c.PlaceWager(1, "initial", 10_00))
    told.does(DEALER, c.CallNoMoreBets())
    assert told.table.seal.added == ("seat 1",)


def test_a_cut_without_words_is_no_part_of_the_order() -> None:
    told = opening().goes_on("opening")
    told.does(SHOE, SEAL)
    told.goes_on("shuffling").does(player("seat 1"), c.CutCards(100))
    told.goes_on().does(DEALER, c.PlaceWager(1, "initial", 10_00))
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.WORDS_COME_FIRST


def test_words_are_written_with_the_wager_until_the_first_bets_are_closed() -> None:
    told = uncut()
    assert told.does(player("seat 1"), bet(1, "one")) == (
        e.WagerPlaced(1, "", "seat 1", "initial", 10_00, words="one"),
    )
    told.does(DEALER, c.TakeBackWager(1, "initial"))
    assert "seat 1" in told.table.seal.added, "what was added stays"
    told.does(player("seat 1"), bet(1, "two"))
    told.does(DEALER, c.CallNoMoreBets())
    told.deals("9s 8d").ends()
    (late,) = told.does(player("seat 1"), bet(1, "three"))
    assert late == e.WagerPlaced(1, "", "seat 1", "initial", 10_00)
    assert told.table.seal.added == ("seat 1", "seat 1")


def test_one_player_adds_a_limited_number_of_texts() -> None:
    told = uncut()
    for number in range(MAX_ADDED + 2):
        told.does(player("seat 1"), bet(1, f"text {number}"))
        told.does(DEALER, c.TakeBackWager(1, "initial"))
    assert told.table.seal.added == ("seat 1",) * MAX_ADDED
    (other,) = told.does(player("seat 2"), bet(2, "mine"))
    assert isinstance(other, e.WagerPlaced)
    assert other.words == "mine", "which keeps no one else from adding words"


def test_a_dealer_adds_no_words_and_words_are_text_that_fits() -> None:
    told = uncut()
    assert told.refuses(DEALER, bet(1, "seven")).why is Refusal.WORDS_ARE_BAD
    assert told.refuses(player("seat 1"), bet(1, "ä" * 101)).why is Refusal.WORDS_ARE_BAD
    assert told.refuses(player("seat 1"), bet(1, "\ud800")).why is Refusal.WORDS_ARE_BAD


def test_where_nothing_is_sealed_words_with_a_wager_are_left_out() -> None:
    told = Told.at("maryland").sits(1)
    assert told.does(player("seat 1"), bet(1, "seven")) == (e.WagerPlaced(1, "", "seat 1", "initial", 10_00),)
    assert told.table.seal.added == ()
    told.does(DEALER, c.CallNoMoreBets())
    assert not told.table.seal.closed


def test_a_round_that_is_void_before_its_first_card_leaves_the_order_closed() -> None:
    told = uncut()
    told.does(player("seat 1"), bet(1, "one"))
    told.does(DEALER, c.CallNoMoreBets())
    told.does(FLOOR, c.VoidRound("the layout was wet"))
    told.ends()
    (placed,) = told.does(player("seat 2"), bet(2, "better words"))
    assert isinstance(placed, e.WagerPlaced)
    assert placed.words == "", "the house knows the order by now, and nothing may change it"


def test_the_next_shoe_takes_words_again() -> None:
    told = reshuffled(sealed().bets(1, "10.00").deals("9s 8d").ends())
    told.does(SHOE, REVEAL)
    told.goes_on("shuffling").does(SHOE, seal_of(told.table.rules, SEEDS[1]))
    assert (told.table.seal.added, told.table.seal.closed) == ((), False)


def test_a_recut_adds_to_the_words_of_the_first_cut() -> None:
    told = opening().goes_on("opening")
    told.does(SHOE, SEAL)
    told.goes_on("shuffling").does(player("seat 1"), c.CutCards(100, "one"))
    told.goes_on("cutting").does(FLOOR, c.OrderRecut("a card fell"))
    told.does(player("seat 1"), c.CutCards(120, "two"))
    assert told.table.seal.added == ("seat 1", "seat 1")


def recut_by_the_house() -> Told:
    """A player cuts with words, the floor orders another cut, the player lets it pass, and the dealer cuts."""
    told = opening().goes_on("opening")
    told.does(SHOE, SEAL)
    told.goes_on("shuffling").does(player("seat 1"), c.CutCards(100, "one"))
    told.goes_on("cutting").does(FLOOR, c.OrderRecut("a card fell"))
    while told.table.cut.offer:
        told.does(DEALER, c.DeclineCut())
    told.does(DEALER, c.CutCards(120))
    return told.goes_on()


def test_after_a_cut_by_the_house_the_words_of_an_earlier_cut_are_not_enough() -> None:
    """The house knows them, and could choose the depth of its cut to fit them."""
    told = recut_by_the_house()
    told.does(DEALER, c.PlaceWager(1, "initial", 10_00))
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.WORDS_COME_FIRST
    assert "no_more_bets" not in [step.step for step in steps(told.table)]
    told.does(DEALER, c.TakeBackWager(1, "initial"))
    told.does(player("seat 1"), bet(1, "two"))
    told.does(DEALER, c.CallNoMoreBets())
    assert told.table.seal.added == ("seat 1", "seat 1")


def test_a_player_can_always_answer_a_cut_of_the_house_with_words() -> None:
    told = opening().goes_on("opening")
    told.does(SHOE, SEAL)
    told.goes_on("shuffling")
    for number in range(MAX_ADDED + 1):
        told.does(player("seat 1"), c.CutCards(100, f"text {number}"))
        told.goes_on("cutting").does(FLOOR, c.OrderRecut("a card fell"))
    told.does(DEALER, c.CutCards(120))
    told.goes_on().does(player("seat 1"), bet(1, "the last words"))
    told.does(DEALER, c.CallNoMoreBets())
    assert told.table.seal.closed


def test_a_shoe_of_protocol_1_is_dealt_as_it_was_sealed() -> None:
    """The log of an earlier release: its seal has no terms, so no one's words are waited for."""
    told = opening().goes_on("opening")
    told.table = evolve(told.table, e.ShoeSealed(1, commitment_of(SEEDS[0])))
    told.goes_on("shuffling").does(player("seat 1"), c.CutCards(100, "seven"))
    told.goes_on().bets(1, "10.00").deals("9s 8d").ends()
    assert (told.table.seal.added, told.table.seal.closed) == ((), False)
    assert reshuffled(told).does(SHOE, REVEAL) == (e.ShoeRevealed(1, REVEAL.seed, "ordered"),)


def test_a_card_that_was_turned_without_words_stops_the_table() -> None:
    table = uncut().bets(1, "10.00").deals("9s").table
    with pytest.raises(TableBroken, match="before a player had added words"):
        hold(replace(table, seal=replace(table.seal, words=SealWords(TERMS, closed=True))))

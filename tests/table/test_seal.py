"""A sealed shoe at the table: published before the cut and the wagers, opened when it is over, and never dropped."""

import pytest
from msgspec.structs import replace

from tests.seen import seen
from tests.table.houses import WHEEL, House
from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told, player, rules_of, seal_of
from wartable.live.wire.views import AUDIENCES
from wartable.table import Refusal, TableBroken, evolve, hold, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import SealWords
from wartable.table.procedures.seal import MAX_ADDED, commitment_of, terms_of
from wartable.table.side_bets import Wheel, filed_wheel_of, wheel_of

SEEDS = tuple(bytes([number]) * 32 for number in range(1, 9))
SEAL = seal_of(rules_of("maryland"), SEEDS[0])
TERMS = terms_of(6, None)
REVEAL = c.RevealShoe(SEEDS[0].hex())

CONTINUOUS: House = {"shuffler": {"kind": "continuous"}}
WEIGHTED: House = {"bonus_spin": {**WHEEL["bonus_spin"], "hot_weights": {"200": 4, "primary": 1}}}
NO_CUT: House = {"shuffler": {"kind": "batch"}, "cut": {"after_machine": False}}


def opening(rulebook: str = "maryland", house: House | None = None) -> Told:
    told = Told.closed(rulebook, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.sits(1)


def sealed(rulebook: str = "maryland", house: House | None = None) -> Told:
    """A table whose first shoe is sealed, cut and loaded."""
    told = opening(rulebook, house).goes_on("opening")
    told.does(SHOE, SEAL)
    told.goes_on("shuffling")
    if told.table.cut.offer:
        told.does(player("seat 1"), c.CutCards(100, "seven"))
    return told.goes_on()


def asked_of_the_shoe(told: Told) -> list[str]:
    return [step.step for step in steps(told.table) if step.step in ("seal", "reveal")]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_shoe_is_sealed_while_its_cards_are_shuffled_or_before_they_are_cut(rulebook: str) -> None:
    told = opening(rulebook)
    assert told.refuses(SHOE, SEAL).why is Refusal.NOT_NOW
    told.goes_on("opening")
    assert told.does(SHOE, SEAL) == (e.ShoeSealed(1, SEAL.commitment, TERMS),)
    other = opening(rulebook).goes_on("opening", "shuffling")
    assert other.does(SHOE, SEAL) == (e.ShoeSealed(1, SEAL.commitment, TERMS),)


def test_a_shoe_is_not_sealed_after_the_cut_that_it_could_have_been_chosen_for() -> None:
    told = opening().goes_on("opening", "shuffling")
    told.does(player("seat 1"), c.CutCards(100, "seven"))
    assert told.refuses(SHOE, SEAL).why is Refusal.NOT_NOW
    told.goes_on("cutting")
    assert told.refuses(SHOE, SEAL).why is Refusal.NOT_NOW


def test_a_shoe_is_sealed_once() -> None:
    told = opening().goes_on("opening")
    told.does(SHOE, SEAL)
    assert told.refuses(SHOE, SEAL).why is Refusal.SHOE_IS_SEALED
    assert told.refuses(SHOE, c.SealShoe("0" * 64)).why is Refusal.SHOE_IS_SEALED


@pytest.mark.parametrize("commitment", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "٠" * 64])
def test_a_commitment_is_64_lower_case_hexadecimal_digits(commitment: str) -> None:
    told = opening().goes_on("opening")
    assert told.refuses(SHOE, c.SealShoe(commitment)).why is Refusal.COMMITMENT_IS_BAD


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_card_is_cut_loaded_or_bet_on_before_the_next_shoe_is_sealed(rulebook: str) -> None:
    told = sealed(rulebook)
    told.does(FLOOR, c.OrderReshuffle())
    told.does(SHOE, REVEAL)
    told.goes_on("shuffling")
    assert told.table.phase == "cutting"
    assert asked_of_the_shoe(told) == ["seal"]
    assert not [step for step in steps(told.table) if step.command is not None and not step.beside], (
        "nothing else is asked for"
    )
    assert told.refuses(DEALER, c.CutCards(100)).why is Refusal.SEAL_COMES_FIRST
    told.does(SHOE, seal_of(told.table.rules, SEEDS[1]))
    told.does(DEALER, c.CutCards(100))
    told.goes_on()
    assert told.table.cards.loaded
    assert [event.shoe for event in told.happened(e.ShoeSealed)] == [1, 2]


@pytest.mark.parametrize(("rulebook", "house"), [("maryland", CONTINUOUS), ("washington", NO_CUT)])
def test_cards_that_no_player_cuts_are_not_loaded_before_they_are_sealed(rulebook: str, house: House) -> None:
    told = sealed(rulebook, house)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on()
    assert asked_of_the_shoe(told) == ["reveal"]
    told.does(SHOE, REVEAL)
    told.goes_on()
    if told.table.phase == "cutting":
        told.does(DEALER, c.ReinsertCoverCard(100))
    assert told.table.phase == "loading"
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.SEAL_COMES_FIRST
    told.does(SHOE, seal_of(told.table.rules, SEEDS[1]))
    assert told.goes_on().table.cards.loaded


def test_preshuffled_cards_are_sealed_before_their_cut() -> None:
    told = opening("maryland")
    told.does(DEALER, c.ReceiveDecks(6, 2, "Card Works", "4711"))
    assert told.table.phase == "cutting"
    told.does(SHOE, SEAL)
    told.goes_on()


def test_an_unsealed_shoe_at_a_sealed_table_stops_it() -> None:
    table = sealed().table
    with pytest.raises(TableBroken, match="not sealed"):
        hold(replace(table, seal=replace(table.seal, commitment="")))


def _ordered(told: Told) -> Told:
    told.does(FLOOR, c.OrderReshuffle())
    return told


def _idle(told: Told) -> Told:
    told.does(FLOOR, c.DeclareIdle())
    return told


def _changed(told: Told) -> Told:
    told.does(FLOOR, c.ChangeDecks())
    return told


def _closing(told: Told) -> Told:
    told.does(FLOOR, c.CloseTable())
    return told


def _closed(told: Told) -> Told:
    return _closing(told).goes_on("closing")


def _opened_again(told: Told) -> Told:
    _closed(told).does(FLOOR, c.OpenTable("Eli"))
    return told


def _void(told: Told) -> Told:
    if told.table.phase == "banking":
        told.banks(3, "100.00")
    told.bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
    told.does(SHOE, c.ReportMisread("Kh", "used_up"))
    told.does(FLOOR, c.Rule("void", "the decks are counted"))
    return told.ends()


def _met(told: Told) -> Told:
    if told.table.phase == "banking":
        told.banks(3, "100.00")
    told.bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
    told.meets_cover_card()
    return told.deals("9s 8d").ends()


@pytest.mark.parametrize(
    ("ends", "reason", "phase"),
    [
        (_met, "cover_card", "shuffling"),
        (_ordered, "ordered", "shuffling"),
        (_void, "irregularity", "shuffling"),
        (_idle, "idle", "idle"),
        (_changed, "decks_changed", "opening"),
        (_closing, "table_closed", "closing"),
        (_closed, "table_closed", "closed"),
        (_opened_again, "table_closed", "opening"),
    ],
)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_matter_what_ends_a_sealed_shoe_it_is_revealed_with_the_reason(
    rulebook: str, ends: object, reason: str, phase: str
) -> None:
    assert callable(ends)
    told: Told = ends(sealed(rulebook))
    assert told.table.phase == phase
    assert asked_of_the_shoe(told) == ["reveal"]
    assert told.does(SHOE, REVEAL) == (e.ShoeRevealed(1, REVEAL.seed, reason),)  # type: ignore[arg-type]
    assert told.refuses(SHOE, REVEAL).why is Refusal.NOTHING_TO_REVEAL


def test_an_idle_table_that_wakes_still_owes_its_reveal() -> None:
    told = sealed()
    told.does(DEALER, c.Leave(1))
    _idle(told).goes_on("idle").sits(1)
    assert told.table.phase == "waking"
    assert asked_of_the_shoe(told) == ["reveal"]
    told.goes_on("waking", "shuffling")
    assert told.refuses(DEALER, c.CutCards(100)).why is Refusal.SEAL_COMES_FIRST
    assert told.does(SHOE, REVEAL) == (e.ShoeRevealed(1, REVEAL.seed, "idle"),)


def test_a_shoe_that_was_sealed_but_never_loaded_is_revealed_too() -> None:
    told = opening().goes_on("opening")
    told.does(SHOE, SEAL)
    told.does(FLOOR, c.CloseTable())
    assert told.does(SHOE, REVEAL) == (e.ShoeRevealed(1, REVEAL.seed, "table_closed"),)


def test_no_commitment_is_dropped() -> None:
    told = _ordered(sealed())
    assert told.refuses(SHOE, seal_of(told.table.rules, SEEDS[1])).why is Refusal.REVEAL_COMES_FIRST
    told.does(SHOE, REVEAL)
    told.does(SHOE, seal_of(told.table.rules, SEEDS[1]))


@pytest.mark.parametrize("seed", ["", "01" * 31, "02" * 32, "0" * 64, ("01" * 32).upper() + " ", "zz" * 32])
def test_only_the_seed_that_was_sealed_opens_a_shoe(seed: str) -> None:
    assert _ordered(sealed()).refuses(SHOE, c.RevealShoe(seed)).why is Refusal.SEED_DOES_NOT_MATCH


def test_nothing_is_revealed_while_cards_can_be_bet_on() -> None:
    told = opening().goes_on("opening")
    assert told.refuses(SHOE, REVEAL).why is Refusal.NOTHING_TO_REVEAL
    told.does(SHOE, SEAL)
    assert told.refuses(SHOE, REVEAL).why is Refusal.NOTHING_TO_REVEAL
    assert sealed().refuses(SHOE, REVEAL).why is Refusal.NOT_NOW


def test_sealed_shoes_are_counted_without_a_gap_over_closings_and_deck_changes() -> None:
    told = sealed()
    for number, ends in enumerate((_ordered, _changed, _opened_again, _ordered), start=1):
        ends(told).does(SHOE, c.RevealShoe(SEEDS[number - 1].hex()))
        told.goes_on("opening", "shuffling").does(SHOE, seal_of(told.table.rules, SEEDS[number]))
        told.goes_on("opening", "shuffling")
        told.does(DEALER, c.CutCards(100))
        told.goes_on()
    assert [event.shoe for event in told.happened(e.ShoeSealed)] == [1, 2, 3, 4, 5]
    assert [event.shoe for event in told.happened(e.ShoeRevealed)] == [1, 2, 3, 4]


def test_everyone_sees_the_commitment_and_no_one_a_seed() -> None:
    told = sealed()
    for audience in AUDIENCES:
        felt = seen(told.table, audience)
        assert (felt.shoe.number, felt.shoe.commitment) == (1, SEAL.commitment)
    assert SEEDS[0].hex() not in repr(told.table)
    _ordered(told).does(SHOE, REVEAL)
    assert seen(told.table, "auditor").shoe.commitment == ""


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
    told = _ordered(sealed().bets(1, "10.00").deals("9s 8d").ends())
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
    assert _ordered(told).does(SHOE, REVEAL) == (e.ShoeRevealed(1, REVEAL.seed, "ordered"),)


def test_a_card_that_was_turned_without_words_stops_the_table() -> None:
    table = uncut().bets(1, "10.00").deals("9s").table
    with pytest.raises(TableBroken, match="before a player had added words"):
        hold(replace(table, seal=replace(table.seal, words=SealWords(TERMS, closed=True))))


# What the seal binds


def test_the_seal_binds_the_decks_and_every_part_of_the_wheel() -> None:
    wheel = Wheel(9, (("1000", 1), ("500", 2)), (("100", 4),), respin=False)
    others = [
        replace(wheel, seats=8),
        replace(wheel, respin=True),
        replace(wheel, hot=(("1000", 2), ("500", 2))),
        replace(wheel, hot=(("500", 2), ("1000", 1))),
        replace(wheel, hot=(("1000", 1),), community=(("500", 2), ("100", 4))),
        replace(wheel, community=(("10", 4),)),
    ]
    terms = [terms_of(6, wheel), terms_of(8, wheel), terms_of(6, None), *(terms_of(6, other) for other in others)]
    assert len(set(terms)) == len(terms)
    assert len({commitment_of(SEEDS[0], one) for one in ["", *terms]}) == len(terms) + 1


def test_a_wheel_without_weights_carries_each_symbol_once() -> None:
    rules = rules_of("maryland", WHEEL)
    wheel = wheel_of(rules)
    assert wheel is not None
    assert wheel.seats == rules.seats
    assert {weight for _, weight in wheel.hot + wheel.community} == {1}
    weighted = rules_of("maryland", WEIGHTED)
    given = wheel_of(weighted)
    assert given is not None
    assert given.hot == tuple(sorted(WEIGHTED["bonus_spin"]["hot_weights"].items()))
    assert terms_of(6, wheel) != terms_of(6, given)


def test_the_order_in_which_a_house_file_lists_its_symbols_changes_nothing() -> None:
    """The log keeps a house with its keys sorted, so the order of the file is not there when a shoe is proved."""
    weights = WEIGHTED["bonus_spin"]["hot_weights"]
    turned = {"bonus_spin": {**WEIGHTED["bonus_spin"], "hot_weights": dict(reversed(weights.items()))}}
    assert wheel_of(rules_of("maryland", turned)) == wheel_of(rules_of("maryland", WEIGHTED))
    assert filed_wheel_of(rules_of("maryland", turned)) != filed_wheel_of(rules_of("maryland", WEIGHTED))
    assert filed_wheel_of(rules_of("wisconsin")) is None

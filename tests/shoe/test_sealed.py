"""The sealed shoe: it deals what it promised, shows nothing ahead, and deals nothing if its self-test fails."""

import copy
import gc
import json
import pickle
import traceback
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from wartable.cards import DECK, Card
from wartable.shoe import ContinuousShuffler, SealedShoe, ShoeRefused, verify
from wartable.shoe.reveal import Revealed1, Revealed2
from wartable.shoe.seal import mix, order_of
from wartable.shoe.sealed import Sealed
from wartable.table.procedures.seal import commitment_of as commit
from wartable.table.procedures.seal import terms_of
from wartable.table.side_bets import Wheel

SEED = bytes(range(100, 132))
RING = (("100", 3), ("50", 1))
WHEEL = Wheel(9, RING, RING, respin=False)
LUCK = mix(["good luck"])


def make_shoe(decks: int = 6) -> SealedShoe:
    return SealedShoe("T1", 4, decks, sealed_at=10, wheel=WHEEL, entropy=lambda _: SEED)


def loaded(decks: int = 6) -> SealedShoe:
    shoe = make_shoe(decks)
    shoe.cut(100, "good luck", at=12)
    shoe.load(78)
    return shoe


def closed(wheel: Wheel = WHEEL) -> SealedShoe:
    """A shoe from which cards are dealt."""
    shoe = SealedShoe("T1", 4, 6, sealed_at=10, wheel=wheel, entropy=lambda _: SEED)
    shoe.cut(100, "good luck", at=12)
    shoe.load(78)
    shoe.close(at=21)
    return shoe


def closed_shuffler() -> ContinuousShuffler:
    shuffler = ContinuousShuffler("T1", 4, 6, sealed_at=10, wheel=WHEEL, entropy=lambda _: SEED)
    shuffler.load()
    shuffler.add_words("good luck", at=12)
    shuffler.close(at=21)
    return shuffler


# Dealing


def test_the_cards_that_leave_are_those_of_the_seal_the_words_and_the_cut() -> None:
    shoe = closed()
    assert shoe.commitment == commit(SEED, terms_of(6, WHEEL))
    order_due = order_of(SEED, "T1", 4, 6, LUCK, 100)
    assert [shoe.draw() for _ in range(312)] == order_due
    assert shoe.left == 0


def test_the_cover_card_comes_when_the_set_number_of_cards_is_behind_it() -> None:
    shoe = closed()
    assert not make_shoe().cover_card_is_next
    for _ in range(234):
        assert not shoe.cover_card_is_next
        shoe.draw()
    assert shoe.cover_card_is_next
    shoe.draw()
    assert not shoe.cover_card_is_next


def test_a_burned_card_is_told_to_no_one_and_is_in_no_record() -> None:
    shoe = closed()
    due = order_of(SEED, "T1", 4, 6, LUCK, 100)
    told: object = shoe.burn()  # type: ignore[func-returns-value]
    assert told is None
    assert shoe.draw() == due[1]
    revealed = shoe.reveal("ordered", first_wager_at=20)
    assert revealed.drawn == ("??", due[1])


def test_cards_burned_before_the_close_are_the_first_of_an_order_that_comes_later() -> None:
    shoe = loaded()
    shoe.burn()
    shoe.burn()
    shoe.add_words("mine", at=20)
    shoe.close(at=21)
    due = order_of(SEED, "T1", 4, 6, mix(["good luck", "mine"]), 100)
    assert [shoe.draw(), shoe.draw()] == due[2:4]
    assert verify([shoe.reveal("ordered", first_wager_at=20)]) == ()


def test_a_second_cut_takes_the_place_of_the_first_and_the_words_of_both_count() -> None:
    """Otherwise the house, which knows the seed, could have the cards cut again until it likes the order."""
    shoe = make_shoe()
    shoe.cut(100, "first", at=12)
    shoe.cut(200, "second", at=15)
    shoe.load(78)
    shoe.close(at=21)
    assert shoe.draw() == order_of(SEED, "T1", 4, 6, mix(["second", "first"]), 200)[0]
    revealed = shoe.reveal("ordered", first_wager_at=20)
    assert (revealed.words, revealed.cut, revealed.cut_at) == (((12, "first"), (15, "second")), 200, 15)
    assert verify([revealed]) == ()


def test_later_rounds_close_nothing_again() -> None:
    shoe = closed()
    shoe.draw()
    shoe.close(at=40)
    revealed = shoe.reveal("ordered", first_wager_at=20)
    assert isinstance(revealed, Revealed2)
    assert revealed.closed_at == 21


@pytest.mark.parametrize(("cuts", "words"), [(("one",), "one"), (("one", "two"), "two"), (("one", ""), "")])
def test_a_shoe_of_protocol_1_has_the_words_of_its_last_cut_and_its_order_from_the_load(
    cuts: tuple[str, ...], words: str
) -> None:
    shoe = SealedShoe("T1", 4, 6, sealed_at=10, wheel=WHEEL, protocol=1, entropy=lambda _: SEED)
    for at, text in enumerate(cuts, start=12):
        shoe.cut(100, text, at=at)
    shoe.load(78)
    assert shoe.draw() == order_of(SEED, "T1", 4, 6, words, 100, 1)[0]
    shoe.spin(3, [2])
    revealed = shoe.reveal("ordered", first_wager_at=20)
    assert isinstance(revealed, Revealed1)
    assert (revealed.commitment, revealed.words, revealed.cut_at) == (commit(SEED), words, 11 + len(cuts))
    assert verify([revealed]) == ()


def test_a_shoe_is_revealed_no_matter_what_ends_it_and_even_before_it_is_loaded() -> None:
    for ended in ("ordered", "irregularity", "round_voided", "idle"):
        revealed = make_shoe().reveal(ended, first_wager_at=None)
        assert (revealed.ended, revealed.seed, revealed.drawn) == (ended, SEED.hex(), ())
        assert verify([revealed]) == ()


def test_without_a_wager_no_face_is_written_down() -> None:
    shoe = loaded()
    shoe.burn()
    revealed = shoe.reveal("idle", first_wager_at=None)
    assert revealed.drawn == ("??",)
    assert verify([revealed]) == ()


def test_without_a_given_source_two_shoes_differ() -> None:
    one, two = (SealedShoe("T1", 1, 6, sealed_at=1) for _ in range(2))
    assert one.commitment != two.commitment


def without_words() -> SealedShoe:
    shoe = make_shoe()
    shoe.cut(100, at=12)
    shoe.load(78)
    return shoe


def wheelless() -> SealedShoe:
    shoe = SealedShoe("T1", 4, 6, sealed_at=10)
    shoe.load(78)
    shoe.add_words("x", at=12)
    shoe.close(at=13)
    return shoe


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "no name": (lambda: SealedShoe("", 1, 6, sealed_at=1), "printable name"),
    "a line break": (lambda: SealedShoe("T\n1", 1, 6, sealed_at=1), "printable name"),
    "no decks": (lambda: SealedShoe("T1", 1, 0, sealed_at=1), "1 to 16 decks"),
    "17 decks": (lambda: SealedShoe("T1", 1, 17, sealed_at=1), "1 to 16 decks"),
    "shoe 0": (lambda: SealedShoe("T1", 0, 6, sealed_at=1), "counted from 1"),
    "event 0": (lambda: SealedShoe("T1", 1, 6, sealed_at=0), "counted from 1"),
    "cut at the top": (lambda: make_shoe().cut(0, at=12), "between two cards"),
    "cut at the bottom": (lambda: make_shoe().cut(312, at=12), "between two cards"),
    "cut before the seal": (lambda: make_shoe().cut(100, at=10), "after the seal"),
    "words too long": (lambda: make_shoe().cut(100, "ü" * 101, at=12), "too long"),
    "words that are none": (lambda: make_shoe().cut(100, "\ud800", at=12), "not text"),
    "words before the seal": (lambda: loaded().add_words("x", at=10), "after the seal"),
    "words before the last words": (lambda: loaded().add_words("x", at=12), "one after the other"),
    "words after the close": (lambda: closed().add_words("x", at=30), "its order is fixed"),
    "close without words": (lambda: without_words().close(at=20), "no player has added words"),
    "close before the words": (lambda: loaded().close(at=12), "one after the other"),
    "close before loading": (lambda: make_shoe().close(at=20), "the shoe is sealed, not loaded"),
    "draw before the close": (lambda: loaded().draw(), "no card can leave a shoe that is loaded"),
    "spin before the close": (lambda: loaded().spin(1), "the shoe is loaded, not closed"),
    "words to a shuffler too early": (
        lambda: ContinuousShuffler("T1", 1, 6, sealed_at=10).add_words("x", at=3),
        "after the seal",
    ),
    "cover card on top": (lambda: make_shoe().load(312), "in front of the cover card"),
    "cover card nowhere": (lambda: make_shoe().load(-1), "in front of the cover card"),
    "draw before loading": (lambda: make_shoe().draw(), "no card can leave a shoe that is sealed"),
    "burn before loading": (lambda: make_shoe().burn(), "no card can leave a shoe that is sealed"),
    "spin before loading": (lambda: make_shoe().spin(1), "the shoe is sealed, not closed"),
    "cut after loading": (lambda: loaded().cut(5, at=20), "the shoe is loaded, not sealed"),
    "load twice": (lambda: loaded().load(78), "the shoe is loaded, not sealed"),
    "cover card not met": (lambda: loaded().reveal("cover_card", first_wager_at=20), "has not come out"),
    "round 0": (lambda: closed().spin(0), "once in a round"),
    "no wheel": (lambda: wheelless().spin(1), "no wheel at this table"),
    "no seats": (lambda: closed(replace(WHEEL, seats=0)).spin(1), "1 to 64 seats"),
    "no one bet": (lambda: closed(replace(WHEEL, seats=2)).spin(1, [1, 2]), "not all of them"),
    "seat that is not there": (lambda: closed(replace(WHEEL, seats=2)).spin(1, [3]), "not all of them"),
    "empty ring": (lambda: closed(replace(WHEEL, community=())).spin(1), "1 to 32 symbols"),
    "symbol without weight": (lambda: closed(replace(WHEEL, community=(("1", 0),))).spin(1), "a weight from 1"),
    "symbol without name": (lambda: closed(replace(WHEEL, hot=(("", 1),))).spin(1), "a symbol has"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_spoil_the_proof_is_refused_in_words(name: str) -> None:
    attempt, reason = REFUSED[name]
    with pytest.raises(ShoeRefused, match=reason):
        attempt()


def test_an_empty_shoe_gives_no_card() -> None:
    shoe = make_shoe(1)
    shoe.load(0)
    shoe.add_words("luck", at=11)
    shoe.close(at=12)
    for _ in range(52):
        shoe.draw()
    for attempt in (shoe.draw, shoe.burn):
        with pytest.raises(ShoeRefused, match="no card is left"):
            attempt()
    assert verify([shoe.reveal("cover_card", first_wager_at=11)]) == ()


def test_after_the_reveal_nothing_leaves_the_shoe_any_more() -> None:
    for shoe in (closed(), closed_shuffler()):
        shoe.draw()
        shoe.reveal("ordered", first_wager_at=20)
        attempts: list[Callable[[], object]] = [
            shoe.draw,
            shoe.burn,
            lambda shoe=shoe: shoe.spin(1),  # type: ignore[misc]
            lambda shoe=shoe: shoe.reveal("idle", first_wager_at=20),  # type: ignore[misc]
        ]
        for attempt in attempts:
            with pytest.raises(ShoeRefused, match="revealed"):
                attempt()


def test_the_wheel_turns_once_in_a_round() -> None:
    shoe = closed()
    shoe.spin(3)
    for round_number in (3, 2):
        with pytest.raises(ShoeRefused, match="once in a round"):
            shoe.spin(round_number)


# Nothing is shown ahead


def secrets_of(due: list[Card]) -> list[str]:
    """Texts that would give the seed or the next cards away, in the forms in which objects are printed."""
    ahead = due[:4]
    joined = [separator.join(ahead) for separator in ("", " ", ",", "', '", '","', '", "')]
    return [SEED.hex(), SEED.hex().upper(), repr(SEED)[2:-1], str(list(SEED))[1:-1], *joined]


def texts_of(shoe: Sealed) -> list[str]:
    """All that an object says of itself by accident: printing, formatting, every attribute, its frame when it fails."""
    texts = [repr(shoe), str(shoe), f"{shoe}", f"{[shoe]}", json.dumps(shoe, default=repr)]
    texts += [repr(getattr(shoe, name, None)) for name in dir(shoe)]
    texts += [repr(getattr(shoe, slot, None)) for kind in type(shoe).__mro__ for slot in getattr(kind, "__slots__", ())]
    try:
        shoe.spin(0)
    except ShoeRefused as error:
        texts += traceback.TracebackException.from_exception(error, capture_locals=True).format()
    return texts


@pytest.mark.parametrize("make", [closed, closed_shuffler])
def test_nothing_a_shoe_says_of_itself_holds_its_seed_or_a_card_ahead(make: Callable[[], Sealed]) -> None:
    twin = make()
    due = [twin.draw() for _ in range(4)]
    said = "\n".join(texts_of(make()))
    assert "T1" in said
    assert [secret for secret in secrets_of(due) if secret in said] == []


def test_a_planted_leak_is_found() -> None:
    class Leaky(SealedShoe):
        __slots__ = ("order",)

    shoe = Leaky("T1", 4, 6, sealed_at=10, entropy=lambda _: SEED)
    shoe.order = order_of(SEED, "T1", 4, 6, "", 0)  # type: ignore[attr-defined]
    said = "\n".join(texts_of(shoe))
    assert [secret for secret in secrets_of(order_of(SEED, "T1", 4, 6, "", 0)) if secret in said]


REFUSALS: list[Callable[[Any], object]] = [
    copy.copy,
    copy.deepcopy,
    *(lambda shoe, protocol=protocol: pickle.dumps(shoe, protocol) for protocol in range(6)),
    vars,
    json.dumps,
    msgspec.json.encode,
    msgspec.to_builtins,
    msgspec.msgpack.encode,
    lambda shoe: shoe.__getstate__(),
    lambda shoe: shoe.__reduce__(),
    lambda shoe: shoe.__dict__,
    list,
    iter,
    len,
]


@pytest.mark.parametrize("make", [make_shoe, loaded, closed, closed_shuffler])
@pytest.mark.parametrize("attempt", REFUSALS)
def test_a_shoe_is_not_copied_stored_or_walked(make: Callable[[], Sealed], attempt: Callable[[Any], object]) -> None:
    with pytest.raises((TypeError, AttributeError)):
        attempt(make())


def test_a_card_that_left_is_forgotten_when_it_was_burned() -> None:
    """The order is walked, not stored beside what was told: only an iterator that has moved on is left."""
    shoe = closed()
    shoe.burn()
    records = [thing for thing in gc.get_referents(shoe) if isinstance(thing, list)]
    assert ["??"] in records
    assert not any(set(record) & set(DECK) for record in records)

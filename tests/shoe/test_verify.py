"""What is wrong with a shoe is said in one line: the first thing, with its place."""

import random

import pytest
from msgspec.structs import replace

from tests.soak.honest_shoes import honest_day
from wartable.shoe import Revealed, Revealed2, SealedShoe, read_revealed, verify
from wartable.table.procedures.seal import commitment_of as commit
from wartable.table.procedures.seal import terms_of
from wartable.table.side_bets import Wheel

SEED = bytes(range(32))


WHEEL = Wheel(9, (("1000", 1),), (("100", 1),), respin=False)


def make_shoe(cards: int = 40, number: int = 1, sealed_at: int = 5, seed: bytes = SEED) -> Revealed2:
    shoe = SealedShoe("T1", number, 6, sealed_at=sealed_at, wheel=WHEEL, entropy=lambda _: seed)
    shoe.cut(156, "", at=sealed_at + 1)
    shoe.load(78)
    shoe.add_words("seven", at=sealed_at + 2)
    shoe.close(at=sealed_at + 4)
    for _ in range(cards):
        shoe.draw()
    shoe.spin(2)
    revealed = shoe.reveal("ordered", first_wager_at=sealed_at + 2)
    assert isinstance(revealed, Revealed2)
    return revealed


def said(*shoes: Revealed) -> list[str]:
    return [finding.message for finding in verify(shoes)]


GOOD = make_shoe()
ZEROS = "0" * 64


def swapped(drawn: tuple[str, ...], place: int, card: str) -> tuple[str, ...]:
    return (*drawn[:place], card, *drawn[place + 1 :])


def with_seat(seat: int) -> Revealed2:
    (spun,) = GOOD.spins
    return replace(GOOD, spins=(replace(spun, result=(seat, "1000", "100")),))


DUE = commit(SEED, terms_of(6, WHEEL))
UNOPENED = SealedShoe("T1", 1, 6, sealed_at=1, protocol=1, entropy=lambda _: SEED)
OLD = replace(UNOPENED.reveal("idle", first_wager_at=None), commitment=ZEROS)
SEAT = GOOD.spins[0].result[0]
OTHER = SEAT % 9 + 1
RINGS = "seat {}, hot 1000, community 100"


@pytest.mark.parametrize(
    ("shoe", "message"),
    [
        (replace(GOOD, seed=None, ended=None), "missing reveal: the commitment was never opened"),
        (
            replace(GOOD, commitment=ZEROS),
            f"commitment: the seed's, with these decks and this wheel, is {DUE}, published was {ZEROS}",
        ),
        (OLD, f"commitment: the seed's is {commit(SEED)}, published was {ZEROS}"),
        (replace(GOOD, sealed_at=7, cut_at=8), "late commitment: sealed at event 7, first wager at event 7"),
        (replace(GOOD, words=((5, "seven"),)), "words: those of event 5 do not come after the seal at event 5"),
        (
            replace(GOOD, words=((8, "seven"), (7, "eight"))),
            "words: those of event 7 do not come after those of event 8",
        ),
        (
            replace(GOOD, words=((9, "seven"),)),
            "closed_at: the first bets were closed at event 9, but event 9 came before that",
        ),
        (
            replace(GOOD, cut_at=11),
            "closed_at: the first bets were closed at event 9, but event 11 came before that",
        ),
        (
            replace(GOOD, closed_at=None),
            "closed_at: cards were shown, and nothing says when the first bets were closed",
        ),
        (replace(GOOD, words=()), "words: cards were shown, and no player had added words"),
        (replace(GOOD, words=(), drawn=()), "words: cards were shown, and no player had added words"),
        (replace(GOOD, cut_at=5), "late commitment: sealed at event 5, cut and words at event 5"),
        (replace(GOOD, cut_at=None), "cut_at: nothing says when the cards were cut and the words given"),
        (
            replace(GOOD, first_wager_at=None),
            "first_wager_at: cards were shown, and nothing says when the first wager was made",
        ),
        (replace(GOOD, drawn=swapped(GOOD.drawn, 2, "2c")), "card number 3: expected Ad, was 2c"),
        (replace(GOOD, cut=155), "cut: these are the cards of a cut of depth 156, not 155"),
        (replace(GOOD, cut=157), "cut: these are the cards of a cut of depth 156, not 157"),
        (replace(GOOD, cut=0, cut_at=None), "cut: these are the cards of a cut of depth 156, not 0"),
        (replace(GOOD, cut=157, drawn=GOOD.drawn[:3]), "card number 1: expected 4d, was 5d"),
        (replace(GOOD, drawn=("??",) * 313), "card number 313: expected none, was ??"),
        (
            with_seat(OTHER),
            f"spin of round 2: expected {RINGS.format(SEAT)}, was {RINGS.format(OTHER)}",
        ),
        (replace(GOOD, ended="cover_card"), "cover card: met after 40 cards, but 234 lay before it"),
    ],
)
def test_the_first_thing_that_is_wrong_is_said(shoe: Revealed, message: str) -> None:
    assert said(GOOD) == []
    assert said(shoe) == [message]


def test_only_the_first_thing_is_said_of_one_shoe() -> None:
    assert len(said(replace(GOOD, commitment=ZEROS, sealed_at=99, drawn=("2c",) * 300, ended="cover_card"))) == 1


def test_a_seed_that_was_used_before_is_said_with_the_shoe_that_used_it() -> None:
    again = make_shoe(number=2, sealed_at=50)
    assert said(GOOD, again) == ["reused seed: it is that of shoe 1 of table T1"]
    unopened = replace(again, seed=None, ended=None)
    assert "reused commitment: it is that of shoe 1 of table T1" in said(GOOD, unopened)


def test_two_shoes_that_were_not_opened_have_no_seed_in_common() -> None:
    one = replace(GOOD, seed=None, ended=None)
    two = replace(make_shoe(number=2, sealed_at=50, seed=bytes(32)), seed=None, ended=None)
    assert said(one, two) == ["missing reveal: the commitment was never opened"] * 2


def test_a_gap_a_number_twice_and_a_seal_out_of_turn_are_said() -> None:
    third = make_shoe(number=3, sealed_at=50, seed=bytes(32))
    assert said(third, GOOD) == ["gap: shoe 1 comes before shoe 3"]
    assert said(GOOD, replace(third, shoe=1, drawn=(), spins=())) == ["shoe 1 comes twice"]
    early = make_shoe(number=2, sealed_at=5, seed=bytes(32))
    assert said(GOOD, early) == ["order: sealed before shoe 1"]


def test_tables_are_counted_each_for_itself() -> None:
    other = SealedShoe("T2", 7, 6, sealed_at=1).reveal("idle", first_wager_at=None)
    assert said(other, GOOD) == []


def test_a_list_is_proved_in_any_order_it_comes() -> None:
    day = read_revealed(honest_day(random.Random(4), 3))
    assert [said(*(day[place] for place in order)) for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0))] == [[]] * 3

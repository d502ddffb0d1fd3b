"""Batches and devices: two colours that take turns, cards that return, jams, boxes from the maker, and the clock."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.houses import House
from tests.told import CLOCK, FLOOR, Told
from wartable.cards import DECK
from wartable.shoe.batches import (
    Batches,
    BatchesMixed,
    Continuous,
    Jams,
    call_of_the_clock,
    decks_are_due,
    preshuffled,
    shuffled,
)
from wartable.shoe.deal import Everybody, acts, play_shoe
from wartable.shoe.order import fresh
from wartable.shoe.source import Empty, InOrder, Source
from wartable.table import Table, replay
from wartable.table import commands as c
from wartable.table import events as e

BATCH: House = {"shuffler": {"kind": "batch"}}
CONTINUOUS: House = {"shuffler": {"kind": "continuous"}}
HOUR = 3_600


def below(seed: object) -> random.Random:
    return random.Random(f"{seed}")


def ready(rulebook: str, house: House, seats: int = 3) -> Table:
    told = Told.closed(rulebook, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    for seat in range(1, seats + 1):
        told.sits(seat)
    return told.goes_on("opening").table


def batches(decks: int, behind: int) -> Batches:
    def make(batch: int, shoe: int) -> Source:
        return shuffled(decks, below((batch, shoe)).randrange, behind)

    return Batches(make)


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin", "massachusetts", "washington"])
def test_two_batches_take_turns_and_only_one_is_in_the_rack(rulebook: str) -> None:
    table = ready(rulebook, BATCH)
    source = batches(table.rules.decks, 78)
    played: list[str | None] = []
    for _ in range(4):
        colours: set[str | None] = set()
        for done in acts(table, source, Everybody()):
            table = done.table
            assert len(source.rack) == len(table.cards.rack)
            assert len(set(source.rack)) <= 1
            if table.cards.loaded:
                assert source.cards_left() == table.cards.in_shoe
                colours.add(source.in_play)
        played.append(*colours)
        assert source.rack == []
        assert source.in_play is None
    assert played in (["red", "blue"] * 2, ["blue", "red"] * 2)


def test_a_card_of_the_other_colour_does_not_go_into_the_rack() -> None:
    source = batches(6, 78)
    source.hear(e.ShoeLoaded(0, 312))
    source.put_in_rack("red")
    with pytest.raises(BatchesMixed, match="a blue card"):
        source.put_in_rack("blue")


def test_a_batch_is_not_dealt_from_before_the_rack_is_empty() -> None:
    source = batches(6, 78)
    source.hear(e.ShoeLoaded(0, 312))
    source.hear(e.CardBurned())
    with pytest.raises(BatchesMixed, match="emptied"):
        source.hear(e.ShoeLoaded(1, 312))
    source.hear(e.ShuffleBegun("ordered"))
    source.hear(e.ShoeLoaded(1, 312))
    assert source.in_play == "blue"


def test_nothing_comes_from_batches_that_are_not_in_a_shoe() -> None:
    source = batches(6, 78)
    assert (source.cards_left(), source.cover_card_next()) == (0, False)
    with pytest.raises(Empty):
        source.next_card()


def test_cards_found_face_up_or_exposed_go_to_the_same_rack() -> None:
    source = batches(6, 78)
    source.hear(e.ShoeLoaded(1, 312))
    source.hear(e.FaceUpCardsRacked((DECK[0], DECK[1])))
    assert (source.cards_left(), source.rack) == (310, ["blue"] * 2)
    source.next_card()
    source.hear(e.ExposedCardRacked(DECK[2]))
    assert (source.cards_left(), source.rack) == (309, ["blue"] * 3)


def test_a_continuous_shuffler_takes_cards_back_and_they_may_come_again_at_once() -> None:
    table = ready("maryland", CONTINUOUS)
    source = Continuous(table.rules.decks, below(3).randrange)
    rounds, faces = 0, Counter[str]()
    for done in acts(table, source, Everybody(war=False)):
        table = done.table
        faces.update(event.card for event in done.events if isinstance(event, e.CardDealt))
        rounds += any(isinstance(event, e.RoundEnded) for event in done.events)
        if table.cards.loaded:
            assert source.cards_left() == table.cards.in_shoe
        if rounds == 150:
            break
    assert sum(faces.values()) == 600
    assert max(faces.values()) > table.rules.decks, "more than the decks hold, because cards return"
    assert not source.cover_card_next()


def test_a_continuous_shuffler_is_empty_when_every_card_is_out() -> None:
    source = Continuous(1, below(1).randrange)
    assert sorted(source.next_card() for _ in DECK) == sorted(DECK)
    with pytest.raises(Empty):
        source.next_card()
    source.hear(e.RoundEnded(1))
    assert source.cards_left() == 52


def test_a_jam_voids_the_round_where_the_rules_say_so_and_the_cards_are_shuffled_anew() -> None:
    table = ready("maryland", CONTINUOUS)
    events = play_shoe(table, Jams(Continuous(6, below(2).randrange), {10}), Everybody(war=False))
    kinds = [type(event) for event in events]
    assert kinds.count(e.ShufflerJammed) == kinds.count(e.RoundVoided) == 1
    assert kinds[-1] is e.ShuffleBegun
    after = replay(table, events)
    assert (after.phase, after.device, after.shuffle_reason) == ("shuffling", "jammed", "irregularity")


def test_a_jam_that_does_not_void_lets_the_round_be_finished_with_the_same_card() -> None:
    table = ready("washington", CONTINUOUS)
    source = Continuous(6, below(2).randrange)
    events = play_shoe(table, Jams(source, {10}), Everybody(war=False))
    again = Continuous(6, below(2).randrange)
    calm = iter(acts(table, again, Everybody(war=False)))
    kinds = [type(event) for event in events]
    assert e.ShufflerJammed in kinds
    assert e.RoundVoided not in kinds
    dealt = [event.card for event in events if isinstance(event, e.CardDealt)]
    undisturbed: list[str] = []
    while len(undisturbed) < len(dealt):
        undisturbed += [event.card for event in next(calm).events if isinstance(event, e.CardDealt)]
    assert dealt == undisturbed


@pytest.mark.parametrize("burn", [0, 1, 2], ids=["the first of the shoe", "at a war", "at another"])
def test_a_jam_at_a_burned_card_is_reported_and_the_card_leaves_all_the_same(burn: int) -> None:
    table = ready("washington", {"decks": 6, "shuffler": {"kind": "batch"}})
    cards = fresh(6)
    below(5).shuffle(cards)
    calm = play_shoe(table, InOrder(cards, 78), Everybody())
    leave = [event for event in calm if isinstance(event, (e.CardBurned, e.CardDealt))]
    numbers = [number for number, event in enumerate(leave, start=1) if isinstance(event, e.CardBurned)]
    events = play_shoe(table, Jams(InOrder(cards, 78), {numbers[burn]}), Everybody())
    burns = [place for place, event in enumerate(events) if isinstance(event, e.CardBurned)]
    assert isinstance(events[burns[burn] + 1], e.ShufflerJammed)
    assert [event for event in events if not isinstance(event, e.ShufflerJammed)] == list(calm)


def test_a_shuffler_that_may_jam_still_takes_its_cards_back() -> None:
    table = ready("maryland", CONTINUOUS)
    source = Jams(Continuous(table.rules.decks, below(3).randrange), ())
    rounds = 0
    for done in acts(table, source, Everybody()):
        if done.table.cards.loaded:
            assert source.cards_left() == done.table.cards.in_shoe
        rounds += any(isinstance(event, e.RoundEnded) for event in done.events)
        if rounds == 150:
            break
    assert rounds == 150


def test_preshuffled_cards_are_whole_decks_in_the_makers_order() -> None:
    cards = fresh(8)
    below(8).shuffle(cards)
    source = preshuffled(cards, 8, 100)
    assert [source.next_card() for _ in range(300)] == cards[:300]
    with pytest.raises(ValueError, match="8 whole decks"):
        preshuffled([*cards[:-1], cards[0]], 8)


def test_preshuffled_cards_go_from_the_box_to_the_cut() -> None:
    house: House = {"decks": 8, "cards": {"preshuffled": True}, "shuffler": {"kind": "batch"}}
    table = ready("massachusetts", house)
    assert table.phase == "cutting"
    source = batches(8, 104)
    assert isinstance(play_shoe(table, source, Everybody())[-1], e.ShuffleBegun)


@given(st.integers(0, 2**40), st.integers(0, 10**6), st.integers(1, 48))
def test_decks_are_due_when_their_hours_are_over_and_not_a_second_before(opened: int, passed: int, hours: int) -> None:
    assert decks_are_due(opened, opened + passed, hours) == (passed >= hours * HOUR)
    assert not decks_are_due(opened, opened + passed, None)


def test_the_clock_calls_once_and_where_the_table_listens() -> None:
    told = Told.at("maryland")
    assert told.table.rules.cards.change_period == 24
    assert call_of_the_clock(told.table, 0, 24 * HOUR - 1) is None
    call = call_of_the_clock(told.table, 0, 24 * HOUR)
    assert call == c.CallDeckChange()
    told.does(CLOCK, call)
    assert call_of_the_clock(told.table, 0, 25 * HOUR) is None
    assert call_of_the_clock(Told.closed("maryland").table, 0, 25 * HOUR) is None


def test_decks_that_are_due_are_changed_before_another_bet() -> None:
    told = Told.at("maryland").sits(1)
    told.does(CLOCK, c.CallDeckChange())
    events = play_shoe(told.table, InOrder(fresh(6)[:311], 78), Everybody())
    assert events == (e.DecksChanged(),)

"""The runner plays whole shoes at a real table: to the cover card, under every rulebook, open and sealed."""

import random

import pytest
from msgspec.structs import replace

from tests.runner.stakes import offered
from tests.table.houses import House
from tests.table.samples import SIDE_BETS, table_in
from tests.told import CLOCK, DEALER, FLOOR, RULEBOOKS, SHOE, Told, rules_of
from wartable.cards import Card
from wartable.ledger import balances
from wartable.money import Cents
from wartable.runner import (
    Act,
    CannotGoOn,
    Empty,
    FixedPolicy,
    FixedStakes,
    InOrder,
    Runner,
    Shuffled,
    TurnedCards,
    awaited,
    open_table,
    play_shoe,
)
from wartable.shoe.continuous import ContinuousShuffler
from wartable.shoe.order import fresh
from wartable.shoe.seal import mix, order_of
from wartable.shoe.sealed import SealedShoe
from wartable.shoe.source import FromSealed
from wartable.shoe.verify import verify
from wartable.table import Actor, Event, Table, replay
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import FACE_DOWN
from wartable.table.procedures.seal import commitment_of as commit
from wartable.table.procedures.seal import terms_of
from wartable.table.words import Seat

EVERY_WAGER: FixedStakes = (("initial", 10_00), ("tie", 5_00), ("war_tie", 5_00))
EVERY = FixedPolicy(EVERY_WAGER)


def ready(rulebook: str, house: House | None = None, seats: int = 3) -> Table:
    """A table with people at it whose cards are about to be shuffled."""
    told = Told.closed(rulebook, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    for seat in range(1, seats + 1):
        told.sits(seat)
    return told.goes_on("opening").table


def loaded(rulebook: str, house: House | None = None) -> Table:
    told = Told.at(rulebook, house).sits(1).sits(2).sits(3)
    return told.table


def in_order(table: Table, seed: object) -> InOrder:
    """The cards that are in the shoe, in some order."""
    cards = fresh(table.rules.decks)
    random.Random(f"{seed}").shuffle(cards)
    return InOrder(cards[: table.cards.in_shoe])


def is_betting(done: Act) -> bool:
    return done.table.phase == "betting"


def turned(events: tuple[Event, ...]) -> list[Card]:
    return [event.card for event in events if isinstance(event, e.CardDealt)]


@pytest.mark.parametrize("war", [True, False], ids=["war", "surrender"])
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_shoe_is_played_to_its_cover_card(rulebook: str, war: bool) -> None:
    table = loaded(rulebook)
    policy = FixedPolicy(offered(table, EVERY_WAGER), war=war)
    source = in_order(table, rulebook)
    events = play_shoe(table, source, policy)
    assert [event.reason for event in events if isinstance(event, e.ShuffleBegun)] == ["cover_card"]
    assert sum(isinstance(event, e.CoverCardMet) for event in events) == 1
    assert 0 < source.cards_left() <= table.cut.behind
    left = len(turned(events)) + sum(isinstance(event, e.CardBurned) for event in events)
    assert left == table.cards.in_shoe - source.cards_left()
    assert sum(balances(events).values()) == 0
    assert replay(table, events).phase == "shuffling"


def test_the_same_source_and_policy_give_the_same_events() -> None:
    table = loaded("maryland")
    assert play_shoe(table, in_order(table, 1), EVERY) == play_shoe(table, in_order(table, 1), EVERY)
    assert play_shoe(table, in_order(table, 1), EVERY) != play_shoe(table, in_order(table, 2), EVERY)


def test_the_table_is_told_of_turned_cards_only_and_in_their_order() -> None:
    table = loaded("massachusetts")
    source = in_order(table, 3)
    cards = fresh(6)
    random.Random("3").shuffle(cards)
    order = iter(cards)
    for done in Runner(table, source, EVERY).shoe():
        for event in done.events:
            if isinstance(event, e.CardDealt):
                assert event.card == next(order)
            elif isinstance(event, e.CardBurned):
                next(order)


@pytest.mark.parametrize("rulebook", sorted(SIDE_BETS))
def test_side_bets_are_played_too(rulebook: str) -> None:
    table = loaded(rulebook, SIDE_BETS[rulebook])
    stakes: FixedStakes = (*EVERY_WAGER, ("progressive", 5_00), ("bonus_spin", 5_00))
    policy = FixedPolicy(offered(table, stakes))
    events = play_shoe(table, in_order(table, 5), policy, lambda _: c.SpinWheel(1, "1000", "150"))
    assert any(isinstance(event, e.SideWagersCounted) for event in events)
    assert isinstance(events[-1], e.ShuffleBegun)


class ForAnn(FixedPolicy):
    """Bets for one patron alone."""

    def plays_for(self, patron: str, /) -> bool:
        return patron == "Ann"


def test_a_policy_bets_only_for_the_patrons_it_plays_for() -> None:
    runner = Runner(loaded("washington"))
    runner.do(c.Sit(4, "Ann"), Actor("player", "Ann"))
    wager = ForAnn().wager(runner.table)
    assert wager is not None
    assert wager.seat == 4
    runner.do(wager, Actor("player", "Ann"))
    assert ForAnn().wager(runner.table) is None
    assert FixedPolicy().wager(runner.table) is not None


def test_the_electronic_form_is_played_too() -> None:
    table = loaded("maryland", {"electronic": {"community_cards": 3}})
    assert isinstance(play_shoe(table, in_order(table, 6), EVERY)[-1], e.ShuffleBegun)


def test_a_shoe_without_cards_voids_the_round() -> None:
    table = loaded("maryland")
    runner = Runner(table, InOrder(fresh(1)[:2]), FixedPolicy())
    for seat in (1, 2, 3):
        runner.do(c.PlaceWager(seat, "initial", 10_00))
    runner.do(c.CallNoMoreBets())
    cards = replace(table.cards, in_shoe=2, rack=(FACE_DOWN,) * 310)
    runner.table = replace(runner.table, cards=cards, cut=replace(table.cut, behind=0))
    events = tuple(event for done in runner.shoe() for event in done.events)
    assert len(turned(events)) == 2
    assert [event.reason for event in events if isinstance(event, e.RoundVoided)] == ["the shoe is empty"]
    assert events[-1] == e.ShuffleBegun("irregularity")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_sealed_shoe_is_sealed_cut_dealt_and_revealed(rulebook: str) -> None:
    table = ready(rulebook)
    seed = random.Random(rulebook).randbytes(32)
    shoe = SealedShoe("T1", 1, table.rules.decks, sealed_at=1, entropy=lambda _: seed)
    source = FromSealed(shoe)
    policy = FixedPolicy(words="three blind mice")
    events = play_shoe(table, source, policy)
    kinds = [type(event) for event in events]
    assert kinds.index(e.ShoeSealed) < kinds.index(e.CardsCut) < kinds.index(e.WagerPlaced) < kinds.index(e.CardDealt)
    assert events[-1] == e.ShoeRevealed(1, seed.hex(), "cover_card")
    (cut,) = [event for event in events if isinstance(event, e.CardsCut)]
    words = mix(["three blind mice"])
    left = [
        event.card if isinstance(event, e.CardDealt) else "??"
        for event in events
        if isinstance(event, e.CardDealt | e.CardBurned)
    ]
    order = order_of(seed, "T1", 1, table.rules.decks, words, cut.depth)
    assert all(card in ("??", expected) for card, expected in zip(left, order, strict=False))
    assert source.revealed is not None
    assert source.revealed.drawn == tuple(left)
    assert source.revealed.commitment == commit(seed, terms_of(table.rules.decks, None)) == source.commitment
    assert verify([source.revealed]) == ()


def test_shoe_after_shoe_is_sealed_and_counted() -> None:
    table, history = ready("wisconsin"), 0
    for number in (1, 2, 3):
        shoe = SealedShoe("T1", number, table.rules.decks, sealed_at=history + 1)
        source = FromSealed(shoe, history)
        events = play_shoe(table, source, FixedPolicy())
        history += len(events)
        table = replay(table, events)
        assert [event.shoe for event in events if isinstance(event, e.ShoeSealed | e.ShoeRevealed)] == [number] * 2


def test_a_sealed_continuous_shuffler_takes_its_cards_back() -> None:
    table = ready("maryland", {"shuffler": {"kind": "continuous"}})
    source = FromSealed(ContinuousShuffler("T1", 1, table.rules.decks, sealed_at=1))
    rounds = 0
    for done in Runner(table, source, FixedPolicy()).shoe():
        table = done.table
        rounds += any(isinstance(event, e.RoundEnded) for event in done.events)
        if rounds and table.phase == "betting":
            assert source.shoe.left == table.cards.in_shoe
        if rounds == 40:
            break
    assert table.sealed
    assert source.shoe.left == table.cards.in_shoe == 312 - len(table.cards.rack)


def test_an_empty_shoe_gives_nothing() -> None:
    with pytest.raises(Empty):
        InOrder(()).next_card()


def test_a_card_that_cannot_be_is_not_dealt_by_the_driver_either() -> None:
    table = loaded("maryland")
    with pytest.raises(CannotGoOn, match="the decks hold no more of this card"):
        play_shoe(table, InOrder([Card("Kh")] * table.cards.in_shoe), FixedPolicy(war=False))


def test_a_table_at_which_no_player_sits_waits() -> None:
    assert list(Runner(Told.at("maryland").table).acts()) == []
    with pytest.raises(CannotGoOn, match="in betting: nothing more is due"):
        play_shoe(Told.at("maryland").table, InOrder(()))


def test_a_wager_that_the_house_does_not_offer_is_refused_in_the_table_s_words() -> None:
    table = loaded("washington")
    with pytest.raises(CannotGoOn, match="not offered") as refused:
        play_shoe(table, in_order(table, 0), FixedPolicy((("initial", 10_00), ("progressive", 5_00))))
    assert refused.value.why == "this wager is not offered"


def test_a_wager_at_a_seat_that_is_not_there_is_refused() -> None:
    class Elsewhere(FixedPolicy):
        def wager(self, _table: Table, /) -> c.PlaceWager | None:
            return c.PlaceWager(99, "initial", 10_00)

    with pytest.raises(CannotGoOn, match="by the player in betting"):
        list(Runner(loaded("maryland"), policy=Elsewhere()).round())


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_opened_table_waits_for_people(rulebook: str) -> None:
    table = open_table(rules_of(rulebook))
    assert table.phase in ("betting", "banking")
    assert awaited(table) in ("bets", "bank")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_shoe_after_shoe_comes_from_one_source(rulebook: str) -> None:
    runner = Runner(ready(rulebook), Shuffled(random.Random(9).shuffle))
    first, second = ([event for done in runner.shoe() for event in done.events] for _ in range(2))
    assert turned(tuple(first)) != turned(tuple(second))
    assert runner.table.phase == "shuffling"


def test_turned_cards_leave_out_those_that_are_burned() -> None:
    runner = Runner(loaded("massachusetts"), TurnedCards(map(Card, ("7c", "2c", "3c", "7d", "Kc", "2d"))))
    events = tuple(event for done in runner.round() for event in done.events)
    assert turned(events) == ["7c", "2c", "3c", "7d", "Kc", "2d"]
    assert sum(isinstance(event, e.CardBurned) for event in events) == 3
    with pytest.raises(Empty):
        list(runner.round())


def test_the_bank_goes_round_until_a_player_takes_it() -> None:
    class Second(FixedPolicy):
        def banks(self, _table: Table, seat: Seat, /) -> Cents:
            return self.bank if seat == 2 else 0

    runner = Runner(loaded("california"), policy=Second(bank=500_00))
    acts = list(runner.until(is_betting))
    declined = [event.seat for done in acts for event in done.events if isinstance(event, e.BankDeclined)]
    assert declined == [1]
    assert (runner.table.banker.seat, runner.table.banker.posted) == (2, 500_00)


def test_a_bank_that_no_player_takes_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wartable.runner.runner.MAX_ACTS", 1_000)
    with pytest.raises(CannotGoOn, match="in banking"):
        list(Runner(loaded("california"), policy=FixedPolicy(bank=0)).until(is_betting))


def test_decks_that_are_due_are_changed_before_another_bet() -> None:
    told = Told.at("maryland").sits(1)
    told.does(CLOCK, c.CallDeckChange())
    assert play_shoe(told.table, InOrder(())) == (e.DecksChanged(),)


def test_the_floor_is_awaited_where_it_was_called() -> None:
    told = Told.at("maryland").sits(1).bets(1, "10.00").deals("7s")
    told.does(SHOE, c.ReportMisread("joker", "no_such_card"))
    assert awaited(told.table) == "ruling"
    assert list(Runner(told.table).acts()) == []


def test_the_floor_is_awaited_before_a_shoe_is_loaded_of_which_a_card_was_touched() -> None:
    told = table_in("maryland", "loading")
    assert awaited(told.table) == "step"
    told.does(DEALER, c.ReportTouchedCard(1))
    assert awaited(told.table) == "ruling"
    assert list(Runner(told.table).acts()) == []

"""Recall: any round by its number and the last rounds of a seat, card by card, with every balance and clause."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.audit.conftest import Kept
from tests.audit.histories import WALLET, Keeper, keep_walk, told_day
from tests.scenarios.stories import STORIES
from tests.table.houses import HOUSES
from tests.told import FLOOR, Told
from wartable.audit import AuditRefused, recall, recall_seat
from wartable.audit.reading.rounds import find_round
from wartable.audit.recall.page import recall_page
from wartable.audit.recall.recalled import Balance, ClauseInWords, RecalledRound
from wartable.money import format_cents, parse_cents
from wartable.store import MemoryStore, decode
from wartable.table import commands as c
from wartable.table import events as e


def dollars(cents: int) -> str:
    return format_cents(WALLET + cents)


def test_a_round_is_recalled_with_every_card_choice_wager_and_pay(day: Kept) -> None:
    found = recall(day.log, "T1", 2)
    assert (found.table, found.round, found.rulebook, found.finished, found.voided) == ("T1", 2, "maryland", True, None)
    assert [(card.seat, card.deal, card.card) for card in found.cards] == [
        (1, "original", "8s"),
        (3, "original", "9d"),
        (0, "original", "8h"),
        (1, "war", "9s"),
        (0, "war", "2d"),
    ]
    assert found.burned == 3
    assert [(choice.seat, choice.choice, choice.by) for choice in found.choices] == [(1, "war", "player")]
    assert [(line.seat, line.wager, line.result, line.staked, line.returned, line.paid) for line in found.lines] == [
        (3, "initial", "win", "20.00", "20.00", "20.00"),
        (1, "tie", "win", "5.00", "5.00", "50.00"),
        (1, "initial", "push", "10.00", "10.00", "0.00"),
        (1, "war", "win", "10.00", "10.00", "10.00"),
    ]
    assert found.bank == "-80.00"


def test_every_patron_has_a_balance_before_and_after(day: Kept) -> None:
    # Round 1 cost seat 1 both its wagers and won seat 3 its own.
    assert recall(day.log, "T1", 2).balances == (
        Balance("seat 1", dollars(-15_00), dollars(45_00), "60.00"),
        Balance("seat 3", dollars(20_00), dollars(40_00), "20.00"),
    )


def test_money_that_moved_elsewhere_in_the_middle_of_a_round_shows_in_the_balance(kept: Kept) -> None:
    told = Told.at("maryland", {"seats": 4}).bets(1, "10.00")
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told.events)
    kept.keeper.buys_in("seat 1", 7_00)
    before = len(told.events)
    told.deals("9s 2d").ends()
    kept.keeper.plays("T1", told.events[before:])
    assert recall(kept.log, "T1", 1).balances == (Balance("seat 1", dollars(0), dollars(17_00), "10.00"),)


def test_each_settlement_says_its_clauses_in_words(day: Kept) -> None:
    line = recall(day.log, "T1", 2).lines[1]
    assert line.clauses == (
        ClauseInWords("MD-9-B-3.2", "A player who matches the dealer's rank wins the tie wager, if one was made."),
        ClauseInWords("MD-10-A-2", "Tie wagers win 10 to 1."),
    )


def test_every_record_of_the_round_is_told_in_order_and_no_other(day: Kept) -> None:
    found = recall(day.log, "T1", 2)
    assert [step.version for step in found.steps] == list(range(found.first_version, found.last_version + 1))
    before, after = recall(day.log, "T1", 1), recall(day.log, "T1", 3)
    assert before.last_version + 1 == found.first_version
    assert found.last_version + 1 == after.first_version
    assert before.first_version == 1
    says = [step.says for step in found.steps]
    assert says[0] == "Seat 1 bets 10.00."
    assert says[-1] == "Round 2 is over."
    assert found.receipt == next(day.store.read("table/T1", found.last_version - 1)).chain.hex()


def test_the_last_rounds_of_a_seat_are_those_it_took_part_in(day: Kept) -> None:
    assert [found.round for found in recall_seat(day.log, "T1", 1)] == [3, 2, 1]
    assert [found.round for found in recall_seat(day.log, "T1", 3)] == [2, 1]
    assert [found.round for found in recall_seat(day.log, "T1", 1, last=2)] == [3, 2]
    assert recall_seat(day.log, "T1", 2) == ()


def test_a_round_in_play_is_recalled_as_far_as_it_is(kept: Kept) -> None:
    told = Told.at("maryland", {"seats": 4}).bets(1, "10.00", "5.00")
    keeper = kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told.events)
    found = recall(kept.log, "T1", 1)
    assert (found.finished, found.cards, found.balances[0].moved) == (False, (), "-15.00")
    before = len(told.events)
    told.deals("8s 8d")
    keeper.plays("T1", told.events[before:])
    assert [card.card for card in recall(kept.log, "T1", 1).cards] == ["8s", "8d"]
    assert [found.round for found in recall_seat(kept.log, "T1", 1)] == [1]
    with pytest.raises(AuditRefused, match="table T1: has no round 2; no round was played"):
        recall(kept.log, "T1", 2)


def test_a_void_round_shows_what_was_paid_and_what_reversed_it(kept: Kept) -> None:
    told = Told.at("maryland", {"seats": 4}).bets(1, "10.00").bets(3, "20.00").deals("9s 8d 8h").settles()
    told.does(FLOOR, c.VoidRound("the shoe was \x1b[31mdropped"))
    told.ends()
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told.events)
    found = recall(kept.log, "T1", 1)
    assert found.voided == "the shoe was \x1b[31mdropped"
    paid = found.lines[0]
    assert (paid.seat, paid.result, paid.paid) == (1, "win", "10.00")
    (reversal,) = [step for step in found.steps if step.event == "settlement_reversed"]
    assert paid.reversed_at == reversal.version
    assert reversal.kind == "trouble"
    assert [line.reversed_at for line in found.lines[1:]] == [None, None]
    assert {balance.moved for balance in found.balances} == {"0.00"}
    assert found.bank == "0.00"
    assert all(step.says.isprintable() for step in found.steps)


def test_a_table_and_a_round_that_are_not_there_are_refused(day: Kept) -> None:
    with pytest.raises(AuditRefused, match="table T1: has no round 4; its rounds are 1 to 3"):
        recall(day.log, "T1", 4)
    with pytest.raises(AuditRefused, match="table T9: has no history in this store; there are T1"):
        recall(day.log, "T9", 1)


def test_a_table_without_a_word_of_the_house_is_told_by_its_rulebook(kept: Kept) -> None:
    kept.keeper.plays("T1", told_day())
    assert recall(kept.log, "T1", 3).lines[0].result == "surrender"


@settings(max_examples=20)
@given(st.sampled_from(sorted(HOUSES)), st.integers(0, 2**32))
def test_rounds_of_any_history_lie_end_to_end_and_their_money_adds_up(house: str, seed: int) -> None:
    store = MemoryStore()
    keep_walk(store, house, seed, 150)
    log = store
    first = 1
    for record in store.named("table/T1", ["round_ended"]):
        event: e.RoundEnded = decode(record)
        span = find_round(log, "T1", event.round)
        assert (span.first, span.last) == (first, record.version)
        found = recall(log, "T1", event.round)
        _adds_up(found)
        first = record.version + 1


@settings(max_examples=20)
@given(st.sampled_from(sorted(HOUSES)), st.integers(0, 2**32), st.integers(1, 5), st.integers(1, 12))
def test_the_last_rounds_of_any_seat_are_those_that_a_look_at_everything_finds(
    house: str, seed: int, page: int, last: int
) -> None:
    store = MemoryStore()
    keep_walk(store, house, seed, 150)
    seats: dict[int, set[int]] = {}
    number = 1
    for record in store.read("table/T1"):
        event = decode(record)
        if isinstance(event, e.WagerPlaced | e.WagerSettled | e.BankPosted):
            seats.setdefault(event.seat, set()).add(number)
        elif isinstance(event, e.RoundEnded):
            number = event.round + 1
    with pytest.MonkeyPatch.context() as small:
        small.setattr("wartable.audit.reading.rounds.PAGE", page)
        for seat in range(1, 5):
            found = [each.round for each in recall_seat(store, "T1", seat, last)]
            assert found == sorted(seats.get(seat, ()), reverse=True)[:last]


def _adds_up(found: RecalledRound) -> None:
    """Postings and lines tell the same story: what patrons hold moves by what they were returned, paid and staked."""
    for line in found.lines:
        assert parse_cents(line.staked) == parse_cents(line.collected) + parse_cents(line.returned)
    assert len({step.version for step in found.steps}) == len(found.steps)
    for balance in found.balances:
        assert _cents(balance.after) - _cents(balance.before) == _cents(balance.moved)


def _cents(text: str) -> int:
    return int(text.replace(".", ""))


# The page


def test_the_page_needs_nothing_but_itself_and_shows_every_card(day: Kept) -> None:
    page = recall_page([recall(day.log, "T1", 2)])
    assert page.startswith("<!doctype html>")
    for outside in ("http:", "https:", "<script", "<link", "url(", "@import"):
        assert outside not in page
    for word in ("nine of diamonds", "two of diamonds", "MD-10-A-2", "Tie wagers win 10 to 1.", "Round 2"):
        assert word in page


def test_what_people_wrote_is_text_on_the_page() -> None:
    told = Told.at("maryland", {"seats": 4}).sits(1, "<b>&Co").bets(1, "10.00").deals("9s 8d")
    told.does(FLOOR, c.VoidRound("<script>alert(1)</script>"))
    told.ends()
    store = MemoryStore()
    Keeper(store).puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told.events)
    page = recall_page([recall(store, "T1", 1)])
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "&lt;b&gt;&amp;Co" in page


def test_several_rounds_have_a_sheet_each(day: Kept) -> None:
    page = recall_page(recall_seat(day.log, "T1", 1))
    assert page.count("<article") == 3
    assert recall_page([]).count("No round was found.") == 1


@pytest.mark.parametrize("name", sorted(STORIES))
def test_every_story_is_recalled_round_by_round(name: str) -> None:
    """The stories hold every irregularity, and none of their records leaves recall or its page without a word."""
    story = STORIES[name]
    told = story.happens()
    store = MemoryStore()
    Keeper(store).puts_in_force("T1", story.rulebook, story.house, edition=story.edition).plays("T1", told.events)
    rounds = [event.round for event in told.happened(e.RoundEnded)]
    page = recall_page([recall(store, "T1", number) for number in rounds])
    assert page.count("<article") == max(len(rounds), 1)
    for card in {event.card for event in told.happened(e.CardDealt)} if rounds else ():
        assert f'href="#r-{card[0]}"' in page

"""How events become lines: what stands on one line, what stands alone, and that a line is always one line."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.told import RULEBOOKS, Told, rules_of
from wartable.cards import Card
from wartable.rulebook import Rules
from wartable.table import events as e
from wartable.table.events import EVENTS, Event
from wartable.table.sentences import PLAIN, TOLD, WORDED
from wartable.table.transcript import tell

MARYLAND = rules_of("maryland")


def told(*events: Event, rules: Rules = MARYLAND) -> list[str]:
    return list(tell(events, rules))


def settled(seat: int, wager: str, result: str, bettor: str = "", **money: int) -> e.WagerSettled:
    """A settlement without clauses, for sentences about money."""
    amounts = {"staked": 1000, "collected": 0, "returned": 0, "paid": 0} | money
    return e.WagerSettled(seat, bettor, "p", wager, result, clauses=(), **amounts)  # type: ignore[arg-type]


def anything(kind: type[Event]) -> st.SearchStrategy[Event]:
    """An event of this kind with any fields at all, also such as no table would write."""
    fields = msgspec.structs.fields(kind)
    return st.builds(kind, **{field.name: st.from_type(field.type) for field in fields})


@pytest.mark.parametrize("kind", EVENTS)
def test_every_kind_of_event_has_exactly_one_way_of_being_told(kind: type[Event]) -> None:
    assert [kind in table for table in (PLAIN, TOLD, WORDED)].count(True) == 1


@given(st.lists(st.sampled_from(EVENTS).flatmap(anything), min_size=1), st.sampled_from(RULEBOOKS))
def test_everything_that_happened_can_be_told_in_whole_lines(events: list[Event], rulebook: str) -> None:
    lines = told(*events, rules=rules_of(rulebook))
    assert 1 <= len(lines) <= len(events)
    assert [line for line in lines if not line.isprintable() or not line.endswith(".")] == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_rulebook_lends_its_words(rulebook: str) -> None:
    (line,) = told(e.CoverCardReinserted(78), rules=rules_of(rulebook))
    word = {"maryland": "cover card", "massachusetts": "cut card"}.get(rulebook, "cutting card")
    assert line == f"The {word} goes back in, with 78 cards behind it."


def test_nothing_that_happened_is_nothing_to_tell() -> None:
    assert told() == []


def test_burns_that_follow_one_another_are_counted_together() -> None:
    burn, card = e.CardBurned(), e.CardDealt(1, Card("7s"), "war")
    assert told(burn) == ["A card is burned."]
    assert told(*[burn] * 3, card, *[burn] * 3) == [
        "Three cards are burned.",
        "Seat 1, war card: 7s.",
        "Three cards are burned.",
    ]
    assert told(*[burn] * 12) == ["12 cards are burned."]


def test_a_tie_wager_joins_the_wager_it_lies_beside_and_no_other() -> None:
    initial = e.WagerPlaced(1, "", "Ann", "initial", 1000)
    beside, elsewhere = e.WagerPlaced(1, "", "Ann", "tie", 500), e.WagerPlaced(2, "", "Bob", "tie", 500)
    assert told(initial, beside) == ["Seat 1 bets 10.00, and 5.00 on the tie."]
    assert told(initial, elsewhere) == ["Seat 1 bets 10.00.", "Seat 2 bets 5.00 on the tie."]
    assert told(e.WagerPlaced(1, "Zoe", "Zoe", "war_tie", 500)) == ["Zoe behind seat 1 bets 5.00 on a tie in the war."]
    assert told(e.WagerPlaced(1, "", "Ann", "initial", 1000, "approved_instrument")) == [
        "Seat 1 bets 10.00 in approved instrument."
    ]
    assert told(initial, beside, e.WagerPlaced(1, "", "Ann", "progressive", 500), initial) == [
        "Seat 1 bets 10.00, 5.00 on the tie, and 5.00 on the progressive.",
        "Seat 1 bets 10.00.",
    ]


def test_a_hand_takes_in_its_own_money_and_leaves_others_theirs() -> None:
    lines = told(
        settled(2, "initial", "uncovered", returned=1000),
        settled(1, "initial", "lose", collected=1000),
        e.HandSettled(1, "original", "lower"),
    )
    assert lines == [
        "Seat 1 loses to the dealer. The initial wager of 10.00 is collected.",
        "Seat 2: the initial wager of 10.00 is beyond the bank and returned.",
    ]


def test_money_that_moves_by_itself_stands_by_itself() -> None:
    lines = told(settled(1, "initial", "collected", collected=1000), e.WarWagersConfirmed())
    assert lines == ["Seat 1: the initial wager of 10.00 is collected.", "The war wagers are confirmed."]


def test_a_surrender_takes_in_its_own_seat_and_no_other() -> None:
    half = settled(1, "initial", "surrender", collected=500, returned=500)
    (line,) = told(e.TieSurrendered(1, "", "player"), half, settled(1, "progressive", "tie", paid=5000))
    assert line.startswith("Seat 1 surrenders. The initial wager of 10.00 is halved: 5.00 collected, 5.00 returned.")
    assert line.endswith(" The progressive wager of 10.00 is paid 50.00 for a tie.")
    assert told(e.TieSurrendered(2, "", "player"), half) == [
        "Seat 2 surrenders.",
        "Seat 1: the initial wager of 10.00 is halved: 5.00 collected, 5.00 returned.",
    ]


def test_a_hand_takes_in_a_side_bet_that_is_settled_after_it() -> None:
    lost = settled(1, "progressive", "lose", collected=1000)
    assert told(e.HandSettled(1, "war", "lower"), lost, e.HandSettled(2, "war", "higher")) == [
        "Seat 1 loses the war. The progressive wager of 10.00 is collected.",
        "Seat 2 wins the war.",
    ]


def test_a_side_bet_whose_stake_comes_back_says_so() -> None:
    assert told(settled(1, "progressive", "suited_tie", returned=1000, paid=15000)) == [
        "Seat 1: the progressive wager of 10.00 is returned and paid 150.00 for a suited tie."
    ]


def test_a_meter_is_put_right_by_a_void_or_by_itself() -> None:
    corrected = e.MeterCorrected("progressive", 1000, 900, "an error.")
    line = "The progressive meter is corrected from 10.00 to 9.00. The reason: an error."
    void = e.RoundVoided("an error", (), reshuffle=False)
    assert told(corrected, e.HandSettled(1, "war", "lower")) == [line, "Seat 1 loses the war."]
    assert told(settled(1, "initial", "void", returned=1000), corrected, void) == [
        "The round is void: an error.",
        "Seat 1: the initial wager of 10.00 is void and returned.",
        line,
    ]


def test_a_void_is_told_before_the_money_it_gives_back() -> None:
    line = settled(1, "war", "lose", collected=1000, matched=900)
    lines = told(
        e.SettlementReversed(line),
        settled(1, "war", "void", bettor="Zoe", returned=1000),
        e.RoundVoided("the lights went out.", ("MD-11-D.1",), reshuffle=False),
    )
    assert lines == [
        "The round is void: the lights went out (MD-11-D.1).",
        "Counter-entry at seat 1: the war wager of 10.00, which was collected, with the 9.00 beside it, is down again.",
        "Seat 1: Zoe's war wager of 10.00 is void and returned.",
    ]


def test_an_award_without_a_stake_is_named_by_itself() -> None:
    envy = settled(1, "envy", "win", staked=0, paid=500_000)
    assert told(envy) == ["Seat 1: the envy bonus is paid 5,000.00."]
    assert told(e.SettlementReversed(envy)) == [
        "Counter-entry at seat 1: the envy bonus, which was paid 5,000.00, is taken back."
    ]


def test_a_wager_collected_in_part_says_how_far() -> None:
    assert told(settled(1, "initial", "lose", collected=400, returned=600)) == [
        "Seat 1: the initial wager of 10.00 is collected up to 4.00, the rest returned."
    ]


def test_a_step_the_rulebook_does_not_know_is_told_by_its_name() -> None:
    assert told(e.StepConfirmed("polish_the_shoe", "dealer", 0)) == ["Done by the dealer: polish the shoe."]


def test_lists_of_any_length_can_be_told() -> None:
    cards = tuple(map(Card, ("7s", "8d", "9h")))
    assert told(e.FaceUpCardsRacked(cards)) == [
        "Found face up in the shoe, and put in the discard rack unused: 7s, 8d and 9h (MD-11-A)."
    ]
    [said] = told(e.FaceUpCardsRacked(cards[:1], 2, "original", ((2, cards[0]),), cards[1:]))
    assert said == (
        "The 7s of seat 2 lay face up in the shoe: it goes to the discard rack, and the next card is dealt there "
        "(MD-11-A). 7s comes back from the discard rack. The war that followed from it is not fought, and goes to the "
        "discard rack: 8d and 9h."
    )
    assert told(e.FaceUpCardFound(0, cards[0], "war")) == ["The 7s of the dealer lay face up in the shoe."]
    assert told(e.PlayersReleased((1, 3), "an error")) == [
        "The floor releases seat 1 and seat 3 from the hand. Its reason: an error."
    ]
    assert told(e.FaceUpCardsRacked(())) == [
        "Found face up in the shoe, and put in the discard rack unused:  (MD-11-A)."
    ]


def test_the_floor_is_told_behind_which_seat_the_time_is_up() -> None:
    called = e.FloorCalled("time_is_up", ("wait",), (), 4, "Zoe")
    assert told(called) == [
        "The floor is called: the time to decide is up at seat 4, where Zoe bets. It may rule: wait."
    ]


def test_no_matter_what_people_write_a_line_stays_one_line() -> None:
    lines = told(e.PlayerSat(1, "Ann\nSeat 2 wins\x1b[31m"), e.FloorRuled("continue", "so\r\nbe it"))
    assert lines == ["Ann Seat 2 wins [31m takes seat 1.", "The floor rules: go on. Its reason: so  be it."]


def test_a_name_with_braces_is_only_a_name() -> None:
    assert told(e.PlayerSat(1, "{seat}")) == ["{seat} takes seat 1."]


def test_a_story_told_act_by_act_is_the_same_story() -> None:
    table = Told.at("wisconsin").bets(1, "10.00").deals("7s 7d").war(1).war_deals("9s 8d").ends()
    rules = table.table.rules
    settling = [event for event in table.events if not isinstance(event, e.CardBurned)]
    assert list(tell(settling, rules)) == [line for line in tell(table.events, rules) if "burned" not in line]

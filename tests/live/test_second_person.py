"""The player whom something concerns hears it in the second person; the others hear of a seat."""

import asyncio
import re

import pytest
from msgspec.structs import replace

from tests.live.rooms import Human, open_house
from tests.table.samples import table_in
from tests.told import DEALER
from tools.page import FRONTEND
from wartable.cards import parse
from wartable.live.telling.felt import asked_now
from wartable.live.telling.results import result_for
from wartable.live.telling.speech import AT_THE_SIGNS, dealers_words, dealers_words_to, say_to_player
from wartable.live.wire import refused
from wartable.money import parse_cents
from wartable.rulebook import Wager
from wartable.table import Refusal, Refused
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.sentences import words_of
from wartable.table.words import Phase

TABLE = "maryland"
BANKED = "california"
SURRENDERED = "You surrendered. You have half of your bet back."
TIED_WAR = "Nine against nine. The war is tied, and you win it."


def told(human: Human) -> str:
    """The last event as everyone at the table hears it."""
    said = [one["says"] for message in human.messages for one in message.get("events", ())]
    return str(said[-1])


def test_a_player_hears_of_their_own_wager_as_you_and_the_neighbour_hears_of_a_seat() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann, bob = [await house.guest(TABLE, seat, name) for seat, name in ((1, "Ann"), (2, "Bob"))]
            assert (ann.you["heard"], bob.you["heard"]) == ("", "You take seat 2.")
            await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 10_00})
            assert (ann.you["heard"], told(bob), bob.you["heard"]) == ("You bet 10.00.", "Seat 1 bets 10.00.", "")
            watcher = await house.guest(TABLE, None, "Eve")
            assert watcher.you["heard"] == ""
            await house.watch(ann, TABLE)
            assert ann.you["heard"] == "You bet 10.00.", "a whole table says it again"

    asyncio.run(story())


def test_a_player_with_several_seats_also_hears_which_of_them_is_meant() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann = await house.guest(TABLE, 1)
            await ann.does(TABLE, command="sit", seat=2)
            await ann.does(TABLE, command="put_wagers", seat=2, wagers={"initial": 10_00})
            assert ann.you["heard"] == "Seat 2: you bet 10.00."

    asyncio.run(story())


def test_a_player_behind_a_seat_hears_of_their_own_wager_and_the_seated_player_does_not() -> None:
    async def story() -> None:
        async with open_house(BANKED) as house:
            ann, bea = await house.guest(BANKED, 1, "Ann"), await house.guest(BANKED, None, "Bea")
            table, words = house.live(BANKED).table, words_of(house.live(BANKED).rules)
            wager = e.WagerPlaced(1, bea.speaker.patron, bea.speaker.patron, "initial", 40_00)
            heard = say_to_player(wager, table, bea.speaker.patron, words)
            assert heard == "Behind seat 1: you bet 40.00."
            assert say_to_player(wager, table, ann.speaker.patron, words) == ""

    asyncio.run(story())


def test_a_player_is_refused_in_the_second_person() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann, bob = [await house.guest(TABLE, seat, name) for seat, name in ((1, "Ann"), (2, "Bob"))]
            taken = await bob.asks(TABLE, command="sit", seat=1)
            assert taken.refused
            assert taken.refused.says == "that seat is taken"
            small = await ann.asks(TABLE, command="put_wagers", seat=1, wagers={"initial": 5_00})
            assert small.refused
            assert small.refused.says == "that is less than the table's minimum"

    asyncio.run(story())


def test_the_floor_and_a_dealer_are_refused_in_the_words_of_the_rules() -> None:
    refusal = Refused(Refusal.SEAT_IS_TAKEN)
    assert refused(refusal).says == Refusal.SEAT_IS_TAKEN.value
    assert refused(refusal, to_player=True).says != Refusal.SEAT_IS_TAKEN.value


def test_a_bettor_behind_a_seat_at_war_hears_of_the_war_as_their_own() -> None:
    told_ = table_in(BANKED, "war_dealing")
    table = told_.table
    box = next(box for box in table.boxes if box.at_war)
    behind = replace(box.bettors[0], name="Bea", patron="Bea")
    table = table.with_box(replace(box, bettors=(*box.bettors, behind)))
    assert dealers_words_to(table, "Bea") == "You are at war."


@pytest.mark.parametrize(
    ("rulebook", "phase", "says"),
    [
        ("maryland", "cutting", "The cut is yours."),
        ("california", "banking", "The bank is offered to you. Your bank pays what wins and keeps what loses."),
        ("maryland", "deciding", "Seven against seven. Your choice."),
    ],
)
def test_the_dealer_speaks_to_the_player_who_is_asked(rulebook: str, phase: Phase, says: str) -> None:
    table = table_in(rulebook, phase).table
    asked = asked_now(table)
    heard = {box.seat: dealers_words_to(table, box.patron) for box in table.boxes if box.patron}
    assert heard == {seat: says if seat == asked else "" for seat in heard}
    assert asked in heard


@pytest.mark.parametrize(
    ("rulebook", "phase", "first", "all_hear"),
    [
        ("maryland", "settling", "Seven against seven.", "The dealer pays and collects."),
        ("maryland", "picking_up", "Nine beats seven. You win.", "The dealer picks up the cards."),
        ("maryland", "war_dealing", "You are at war.", "War at seat 1."),
        (
            "maryland",
            "validating",
            f"{SURRENDERED} A tie for the progressive! It is yours as soon as it is confirmed.",
            "A tie for the progressive at seat 1. It is being confirmed.",
        ),
        ("maryland", "side_bets", "Nine beats seven. You win.", "The dealer settles the side bets."),
        ("california", "picking_up", "Nine beats seven. You win.", "The dealer picks up the cards."),
    ],
)
def test_the_result_is_the_headline_of_the_player_whose_it_is(
    rulebook: str, phase: Phase, first: str, all_hear: str
) -> None:
    table = table_in(rulebook, phase).table
    assert dealers_words_to(table, table.boxes[0].patron) == first
    assert dealers_words(table).startswith(all_hear)


WAR = ("Ac", "9c", "higher"), ("3c", "9c", "lower"), ("9d", "9c", "equal")


@pytest.mark.parametrize(
    ("rulebook", "says"),
    [
        (
            "maryland",
            ["Ace beats nine. You win the war.", "Nine beats your three. The dealer wins the war.", TIED_WAR],
        ),
        ("california", ["Ace beats nine. You win the war.", "Nine beats your three. The bank wins the war.", TIED_WAR]),
    ],
)
def test_a_war_ends_with_the_cards_and_the_winner(rulebook: str, says: list[str]) -> None:
    table = table_in(rulebook, "war_settling").table
    heard = []
    for mine, dealers, outcome in WAR:
        box = replace(table.boxes[0], war_card=parse(mine), war_outcome=outcome)
        dealt = replace(table.round, dealer_war_card=parse(dealers))
        heard.append(result_for(replace(table.with_box(box), round=dealt), box.patron))
    assert heard == says
    waits = replace(table.boxes[0], war_card=parse("Ac"), war_outcome=None)
    dealt = replace(table.round, dealer_war_card=parse("9c"))
    assert result_for(replace(table.with_box(waits), round=dealt), waits.patron) == "Ace beats nine."


@pytest.mark.parametrize(
    ("card", "says"), [("Kc", "King beats seven."), ("4c", "Seven beats your four."), ("7c", "Seven against seven.")]
)
def test_which_card_is_higher_is_said_while_both_lie_and_before_the_hand_is_settled(card: str, says: str) -> None:
    table = table_in("washington", "settling").table
    box = replace(table.boxes[0], card=parse(card), outcome=None)
    dealt = replace(table.round, dealer_card=parse("7d"))
    assert result_for(replace(table.with_box(box), round=dealt), box.patron) == says


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({"tie": 50_00}, "Your tie wager is paid 50.00."),
        ({"progressive": 25_00, "envy": 10_00}, "Your progressive wager is paid 35.00."),
        ({"bonus_spin": 0, "community": 125_00}, "Your wager on the wheel is paid 125.00."),
        ({"war_tie": 0, "match_play": 10_00}, ""),
    ],
)
def test_what_is_paid_beside_the_hand_is_said_with_its_result(lines: dict[Wager, int], says: str) -> None:
    table = table_in("maryland", "picking_up").table
    box = table.boxes[0]
    settled = [
        e.WagerSettled(1, "", box.patron, wager, "win", 5_00, 0, 5_00, paid, ()) for wager, paid in lines.items()
    ]
    bettor = replace(box.bettors[0], lines=(*box.bettors[0].lines, *settled))
    paid = table.with_box(replace(box, bettors=(bettor,)))
    assert result_for(paid, box.patron) == f"Nine beats seven. You win. {says}".strip()


def test_a_win_is_of_the_main_bet_where_the_bets_beside_it_may_lose_as_much() -> None:
    table = table_in("maryland", "picking_up").table
    box = table.boxes[0]
    (bettor,) = box.bettors
    main = [replace(line, staked=10_00) for line in bettor.lines if line.wager == "initial"]
    lost = e.WagerSettled(1, "", box.patron, "tie", "lose", 10_00, 10_00, 0, 0, ())
    waits = {**dict.fromkeys(bettor.stakes, 0), "progressive": 5_00}
    for lines, stakes in (((*main, lost), dict.fromkeys(waits, 0)), (main, {**waits, "tie": 10_00})):
        beside = table.with_box(replace(box, bettors=(replace(bettor, lines=tuple(lines), stakes=stakes),)))
        assert result_for(beside, box.patron) == "Nine beats seven. You win the main bet."


def test_a_tied_player_hears_of_the_tie_wager_with_the_choice() -> None:
    table = table_in("maryland", "deciding").table
    box = table.boxes[(asked_now(table) or 1) - 1]
    (bettor,) = box.bettors
    won = e.WagerSettled(box.seat, "", box.patron, "tie", "win", 5_00, 0, 5_00, 50_00, ())
    table = table.with_box(replace(box, bettors=(replace(bettor, lines=(won,)),)))
    assert dealers_words_to(table, box.patron) == "Seven against seven. Your choice. Your tie wager is paid 50.00."


def test_a_tied_player_hears_the_cards_while_the_hands_of_others_are_settled() -> None:
    table = table_in("maryland", "settling").table
    box = table.boxes[0]
    tied = table.with_box(replace(box, outcome="equal"))
    assert dealers_words_to(tied, box.patron) == "Seven against seven."


def test_while_the_wheel_turns_the_table_hears_why_and_the_player_after_the_result() -> None:
    table = table_in("maryland", "side_bets").table
    dealt = replace(table.round, dealer_card=parse("Ad"), spun=e.WheelSpun(1, "500", "50"))
    bare = tuple(
        replace(box, bettors=tuple(replace(one, lines=one.lines[:1]) for one in box.bettors)) for box in table.boxes
    )
    turns = replace(table, round=dealt, boxes=bare)
    assert dealers_words(turns) == "A red ace: the wheel turns."
    assert dealers_words_to(turns, turns.boxes[0].patron).endswith(" A red ace: the wheel turns.")
    line = e.WagerSettled(1, "", "ann", "bonus_spin", "win", 5_00, 5_00, 0, 50_00, ())
    (bettor,) = turns.boxes[0].bettors
    paid = turns.with_box(replace(turns.boxes[0], bettors=(replace(bettor, lines=(*bettor.lines, line)),)))
    assert dealers_words(paid) == "The dealer settles the side bets."


def test_a_lost_hand_a_surrender_and_a_tie_that_is_still_open_are_told_apart() -> None:
    table = table_in("maryland", "picking_up").table
    box = table.boxes[0]
    (bettor,) = box.bettors
    lost = table.with_box(replace(box, card=parse("2c"), outcome="lower"))
    assert result_for(lost, box.patron) == "Seven beats your two. The dealer wins."
    comes = "Your war comes next. The dealer picks up the other cards first."
    for choice, says in (("surrender", SURRENDERED), ("war", comes), ("", "")):
        tied = replace(box, card=parse("7c"), outcome="equal", bettors=(replace(bettor, choice=choice),))
        assert result_for(table.with_box(tied), box.patron) == says


@pytest.mark.parametrize(("hand", "says"), [("primary", "The wheel's"), ("secondary", "The wheel's second")])
def test_a_jackpot_of_the_wheel_is_called_one(hand: str, says: str) -> None:
    table = table_in("maryland", "validating").table
    table = replace(table, wins=(e.ProgressiveWon(1, hand),))
    own = dealers_words_to(table, table.boxes[0].patron)
    assert own == f"{says} jackpot! It is yours as soon as it is confirmed."
    assert dealers_words(table) == f"{says} jackpot at seat 1. It is being confirmed."


def test_the_player_who_banks_hears_of_the_bank_as_their_own() -> None:
    table, words = table_in(BANKED, "settling").table, words_of(table_in(BANKED, "settling").table.rules)
    banker, other = table.banker.patron, next(box.patron for box in table.boxes if box.bettors)
    assert dealers_words_to(table, banker) == "Your bank pays and collects."
    assert dealers_words_to(table, other).startswith(("Seven beats your ", "Nine beats seven.", "Seven against seven."))
    beaten = e.HandSettled(1, "original", "higher")
    assert say_to_player(beaten, table, banker, words) == "Seat 1 beats your bank."
    assert say_to_player(e.CardDealt(0, parse("9c"), "original"), table, banker, words) == "Your bank: 9c."


def test_the_page_leaves_the_same_events_to_the_signs_as_the_server() -> None:
    source = (FRONTEND / "src" / "table" / "speech.ts").read_text(encoding="utf-8")
    listed = re.search(r"AT_THE_SIGNS.*?\[(.*?)\]", source, re.DOTALL)
    assert listed
    assert set(re.findall(r"'(\w+)'", listed[1])) == {str(kind.__struct_config__.tag) for kind in AT_THE_SIGNS}


@pytest.mark.parametrize(
    ("cards", "surrenders", "says"),
    [
        ("9s 8d 7h", 0, "Your bank lost 15.00 in this round."),
        ("2s 3d 7h", 0, "Your bank won 25.00 in this round."),
        ("2s 8d 7h", 0, "Your bank won 5.00 in this round."),
        ("7s 2d 7h", 1, "Your bank won 20.00 in this round."),
    ],
)
def test_the_player_who_banks_hears_what_the_bank_won_or_lost_in_the_round(
    cards: str, surrenders: int, says: str
) -> None:
    told_ = table_in(BANKED, "betting").deals(cards)
    banker = told_.table.banker.patron
    told_ = told_.settles()
    if surrenders:
        assert dealers_words_to(told_.table, banker) == ""
        told_.does(DEALER, c.Surrender(surrenders))
    bank = told_.table.banker
    assert told_.table.phase == "picking_up"
    assert dealers_words_to(told_.table, banker) == says
    won = -1 if "lost" in says else 1
    assert bank.money - bank.posted == won * parse_cents(says.split()[3])


def test_the_player_who_banks_hears_no_sum_before_the_last_war_is_settled() -> None:
    for phase in ("war_wagers", "war_dealing", "war_settling"):
        table = table_in(BANKED, phase).table
        assert "in this round" not in dealers_words_to(table, table.banker.patron)
    told_ = table_in(BANKED, "war_settling")
    banker = told_.table.banker.patron
    told_.does(DEALER, c.SettleHand())
    assert dealers_words_to(told_.table, banker) == "Your bank lost 15.00 in this round."
    assert told_.table.banker.money - told_.table.banker.posted == -15_00


def test_a_bank_that_came_out_even_and_a_void_round_are_told_apart() -> None:
    table = table_in(BANKED, "picking_up").table
    box = table.boxes[1]
    (bettor,) = box.bettors
    lost = e.WagerSettled(2, "", box.patron, "initial", "lose", 15_00, 15_00, 0, 0, ())
    even = table.with_box(replace(box, bettors=(replace(bettor, lines=(*bettor.lines, lost)),)))
    assert dealers_words_to(even, table.banker.patron) == "Your bank neither won nor lost in this round."
    void = replace(even, round=replace(even.round, voided=True))
    assert dealers_words_to(void, table.banker.patron) == ""


def test_a_player_with_two_hands_hears_of_which_the_dealer_speaks() -> None:
    table = table_in("maryland", "picking_up").table
    one, other = table.boxes[0], table.boxes[1]
    both = table.with_box(replace(other, bettors=tuple(replace(b, patron=one.patron) for b in other.bettors)))
    assert result_for(both, one.patron) == "Seat 1: Nine beats seven. You win."

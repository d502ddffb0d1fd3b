"""Every way a table says no: for each refusal, a story that ends with it."""

from collections.abc import Callable, Mapping

import pytest

from tests.table.provoking import (
    BATCH,
    RESPIN,
    SEED,
    SIDE,
    Asked,
    a_dealer_on_duty,
    a_device_in_the_way,
    a_due_burn,
    a_falling_meter,
    a_full_backline,
    a_jam_before_the_round,
    a_meter_that_is_owed,
    a_seal_of_yesterday,
    a_second_tie,
    a_touched_card_before_the_shoe,
    a_used_up_card,
    a_wheel_that_stands,
    after_a_hit,
    an_empty_shoe,
    an_exchange_too_soon,
    an_open_offer,
    at_war,
    betting,
    cards_without_a_player,
    counting_then,
    cut,
    cutting,
    dealing,
    due_decks,
    idle_cards_face_up,
    limited,
    matched_by_the_bank,
    missed_before,
    on_duty_twice,
    opened,
    over,
    paid_by_the_meter,
    past_the_cover_card,
    place,
    relieved_dealer,
    revealed,
    sealed,
    settled_hand,
    suspended,
    the_cut_of_a_remote_player,
    two_boxes,
    wheel_turns,
    without_the_shuffler,
    without_words,
)
from tests.table.samples import table_in
from tests.table.watch import METER
from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.money import MAX_CENTS
from wartable.rulebook import Wager
from wartable.table import Actor, Refusal, Refused
from wartable.table import commands as c


def after_a_player_left() -> Told:
    """A player left seat 1 between rounds, and another sits there."""
    told = Told.at("maryland").sits(1)
    told.sits(2).does(DEALER, c.Leave(1))
    return told.sits(1, "Zoe")


def late(seat: int, wager: Wager = "initial") -> c.EnterLateWager:
    return c.EnterLateWager(seat, wager, 10_00, "it was overlooked")


PROVOKED: Mapping[Refusal, Callable[[], Asked]] = {
    Refusal.NOT_NOW: lambda: (Told.closed("maryland"), DEALER, c.SettleHand()),
    Refusal.NOT_YOURS: lambda: (betting(), DEALER, c.OrderReshuffle()),
    Refusal.NOT_YOUR_SEAT: lambda: (betting(), player("Zoe"), c.PlaceWager(1, "initial", 10_00)),
    Refusal.NOT_YOUR_TURN: a_second_tie,
    Refusal.TAKE_OVER_FIRST: lambda: (betting(), Actor("dealer", person="Eli"), c.BurnCard()),
    Refusal.DEALS_ALREADY: lambda: (betting(), DEALER, c.TakeOver("Dana")),
    Refusal.NOT_ON_DUTY: lambda: (betting(), Actor("floor", person="Frida"), c.OrderReshuffle()),
    Refusal.ON_DUTY_ALREADY: on_duty_twice,
    Refusal.DEALS_THIS_TABLE: a_dealer_on_duty,
    Refusal.OWN_ACT: relieved_dealer,
    Refusal.THEIRS_ALONE: lambda: (Told.at("maryland").comes_online(1), DEALER, c.PlaceWager(1, "initial", 10_00)),
    Refusal.WAR_WAGER_IS_UNSEEN: lambda: (at_war(), DEALER, c.ConfirmWarWagers()),
    Refusal.CONFIRMED_ALREADY: lambda: (at_war().sees_the_war(), DEALER, c.ConfirmWarWager(1, placed=True)),
    Refusal.TIE_WAGER_IS_OFFERED: an_open_offer,
    Refusal.NO_OFFER_WAITS: lambda: (at_war().sees_the_war(), DEALER, c.DeclineWarTie(1)),
    Refusal.NO_SUCH_SEAT: lambda: (betting(), DEALER, c.Sit(10, "Ada")),
    Refusal.SEAT_IS_TAKEN: lambda: (betting(), DEALER, c.Sit(1, "Ada")),
    Refusal.PERSON_IS_NOT_NAMED: lambda: (after_a_player_left(), DEALER, c.ReportTouchedCard(1)),
    Refusal.SEAT_IS_EMPTY: lambda: (betting(), DEALER, c.Leave(2)),
    Refusal.NAME_IS_SPELLED_OTHERWISE: lambda: (betting(), DEALER, c.Sit(2, "SEAT  1 ")),
    Refusal.NAME_IS_BAD: lambda: (betting(), DEALER, c.Sit(2, "A" * 65)),
    Refusal.BOXES_ARE_USED_UP: lambda: two_boxes(3),
    Refusal.BOX_IS_NOT_ADJACENT: lambda: two_boxes(4),
    Refusal.STAY_UNTIL_THE_ROUND_ENDS: lambda: (dealing(), player("seat 1"), c.Leave(1)),
    Refusal.NOT_THE_NEXT_STEP: lambda: (opened(), DEALER, c.ConfirmStep("wash")),
    Refusal.DECKS_ARE_COUNTED: lambda: (opened(), DEALER, c.ConfirmStep("receive")),
    Refusal.DECKS_ARE_MISCOUNTED: lambda: (opened(), DEALER, c.ReceiveDecks(5, 2)),
    Refusal.COVER_CARDS_ARE_MISCOUNTED: lambda: (opened(), DEALER, c.ReceiveDecks(6, 1)),
    Refusal.SEAL_IS_UNNAMED: lambda: (opened(), DEALER, c.ReceiveDecks(6, 2, "Card Works")),
    Refusal.SEAL_IS_BROKEN: a_seal_of_yesterday,
    Refusal.DECKS_ARE_SHUFFLED_HERE: lambda: (opened("wisconsin"), DEALER, c.ReceiveDecks(6, 1, "Card Works", "7")),
    Refusal.STEPS_ARE_MISSING: lambda: (opened().goes_on("opening"), DEALER, c.ConfirmStep("stack")),
    Refusal.STRIP_COMES_LATER: lambda: (opened("massachusetts").goes_on("opening"), DEALER, c.ConfirmStep("strip")),
    Refusal.DEVICE_IS_IN_THE_WAY: a_device_in_the_way,
    Refusal.DEVICE_IS_NOT_IN_USE: lambda: (betting(), DEALER, c.ReportJam()),
    Refusal.DEVICE_IS_NEEDED: without_the_shuffler,
    Refusal.DEVICE_IS_EMPTIED_FIRST: a_jam_before_the_round,
    Refusal.BATCH_IS_NOT_SHUFFLED: an_exchange_too_soon,
    Refusal.NO_SUCH_BATCH: lambda: (betting(house=BATCH), DEALER, c.ReportJam(2)),
    Refusal.DEVICE_WORKS: lambda: (betting(), DEALER, c.CoverDevice("sign")),
    Refusal.CUT_IS_TOO_SHALLOW: lambda: (cutting(), player("seat 1"), c.CutCards(9)),
    Refusal.COVER_CARD_IS_TOO_DEEP: lambda: (cut(), DEALER, c.ReinsertCoverCard(77)),
    Refusal.NO_CUT_IS_OFFERED: lambda: (cut(), DEALER, c.CutCards(100)),
    Refusal.CUT_COMES_FIRST: lambda: (cutting(), FLOOR, c.OrderRecut("it looked odd")),
    Refusal.NO_RECUT_HERE: lambda: (cut("wisconsin").goes_on("cutting"), FLOOR, c.OrderRecut("it looked odd")),
    Refusal.WORDS_ARE_BAD: lambda: (cutting(), player("seat 1"), c.CutCards(100, "w" * 201)),
    Refusal.COMMITMENT_IS_BAD: lambda: (cutting(), SHOE, c.SealShoe("F" * 64)),
    Refusal.SHOE_IS_SEALED: lambda: (sealed(cut=False), SHOE, c.SealShoe("0" * 64)),
    Refusal.SEAL_COMES_FIRST: lambda: (revealed(), DEALER, c.CutCards(100)),
    Refusal.REVEAL_COMES_FIRST: lambda: (over(), SHOE, c.SealShoe("0" * 64)),
    Refusal.NOTHING_TO_REVEAL: lambda: (sealed(cut=False), SHOE, c.RevealShoe(SEED.hex())),
    Refusal.WORDS_COME_FIRST: without_words,
    Refusal.SEED_DOES_NOT_MATCH: lambda: (over(), SHOE, c.RevealShoe("1" * 64)),
    Refusal.SEALED_CARDS_STAY: lambda: (sealed().bets(1, "10.00").deals("7s"), FLOOR, c.UndoCard("it was misread")),
    Refusal.NO_CARD_TO_TAKE_BACK: lambda: (dealing(), FLOOR, c.UndoCard("it was misread")),
    Refusal.NO_BURN_IS_DUE: lambda: (betting(), DEALER, c.BurnCard()),
    Refusal.BURN_COMES_FIRST: a_due_burn,
    Refusal.SHOE_IS_EMPTY: an_empty_shoe,
    Refusal.NO_COVER_CARD: lambda: (betting(house={"shuffler": {"kind": "continuous"}}), SHOE, c.MeetCoverCard()),
    Refusal.COVER_CARD_HAS_NO_SEAT: lambda: (betting(), SHOE, c.MeetCoverCard()),
    Refusal.SHOE_IS_OVER: lambda: (past_the_cover_card(), DEALER, c.CallNoMoreBets()),
    Refusal.SHOE_IS_NOT_OVER: lambda: (betting(), DEALER, c.ReportShoeOver()),
    Refusal.NO_SUCH_CARD: lambda: (dealing(), SHOE, c.TurnCard(Card("1s"))),
    Refusal.CARD_IS_USED_UP: a_used_up_card,
    Refusal.DECKS_MUST_BE_CHANGED: due_decks,
    Refusal.WAGER_IS_NOT_OFFERED: lambda: (betting(), DEALER, c.PlaceWager(1, "war", 10_00)),
    Refusal.WAGER_IS_MADE_ALREADY: lambda: place(betting().bets(1, "10.00"), 10_00),
    Refusal.WAGER_IS_NOT_THERE: lambda: (betting(), DEALER, c.TakeBackWager(1, "initial")),
    Refusal.INITIAL_WAGER_COMES_FIRST: lambda: (betting(), DEALER, c.PlaceWager(1, "tie", 10_00)),
    Refusal.WAGER_IS_LATE: lambda: (dealing().deals("7s"), FLOOR, late(2)),
    Refusal.CAME_AFTER_THE_CALL: lambda: (dealing().sits(2), FLOOR, late(2)),
    Refusal.NO_WAGER_IS_LATE: lambda: (dealing(house=SIDE), FLOOR, late(1, "progressive")),
    Refusal.WAGER_STAYS: lambda: (
        betting("wisconsin").bets(1, "10.00"),
        player("seat 1"),
        c.TakeBackWager(1, "initial"),
    ),
    Refusal.OTHER_WAGERS_LIE_ON_IT: lambda: (
        betting().bets(1, "10.00", "5.00"),
        DEALER,
        c.TakeBackWager(1, "initial"),
    ),
    Refusal.AMOUNT_IS_BAD: lambda: place(betting(), MAX_CENTS + 2),
    Refusal.AMOUNT_IS_BELOW_THE_LIMIT: lambda: limited(4_98),
    Refusal.AMOUNT_IS_ABOVE_THE_LIMIT: lambda: limited(100_02),
    Refusal.AMOUNT_IS_NOT_A_MULTIPLE: lambda: limited(12_00),
    Refusal.HALF_DOES_NOT_EXIST: lambda: place(betting(), 10_01),
    Refusal.STAKE_IS_NOT_OFFERED: lambda: (
        betting(house=SIDE).bets(1, "10.00"),
        DEALER,
        c.PlaceWager(1, "progressive", 6_00),
    ),
    Refusal.NO_SUCH_HAND: lambda: place(betting(), 10_00, hand=1),
    Refusal.CASH_DOES_NOT_PLAY: lambda: place(betting(), 10_00, instrument="cash"),
    Refusal.INSTRUMENT_IS_NOT_ACCEPTED: lambda: place(betting(), 10_00, instrument="a watch"),
    Refusal.ONLY_SEATED_PLAYERS_BET: lambda: place(betting().bets(1, "10.00"), 10_00, bettor="Ann"),
    Refusal.NAMES_ANOTHER_PERSON: lambda: (betting(), DEALER, c.PlaceWager(1, "initial", 10_00, patron="Zoe")),
    Refusal.BETS_ON_THIS_HAND: lambda: (
        Told.at("california").banks(8, "500.00").comes_online(1, "Ann").bets(1, "20.00"),
        player("Ann"),
        c.PlaceWager(1, "initial", 10_00, "Ann"),
    ),
    Refusal.BACKLINE_IS_FULL: a_full_backline,
    Refusal.BANK_DOES_NOT_BET: lambda: (betting("california"), player("seat 3"), c.PlaceWager(3, "initial", 10_00)),
    Refusal.BANK_IS_NOT_YOURS: lambda: (Told.at("california"), DEALER, c.PostBank(10_00)),
    Refusal.NO_FEE_IS_SET: lambda: (betting("california"), DEALER, c.TakeRoomFee(1)),
    Refusal.FEE_IS_TAKEN_ONCE: lambda: (
        Told.at("california", {"ca": {"collection_fee": "1.00"}}).banks(3, "100.00"),
        DEALER,
        c.TakeRoomFee(3),
    ),
    Refusal.NOBODY_BETS: lambda: (betting(), DEALER, c.CallNoMoreBets()),
    Refusal.HAND_IS_SETTLED: settled_hand,
    Refusal.PRIZE_STANDS: paid_by_the_meter,
    Refusal.BANK_WENT_ON: matched_by_the_bank,
    Refusal.INCLUSION_COMES_FIRST: lambda: (missed_before(), DEALER, c.CallNoMoreBets()),
    Refusal.NO_SUCH_RIGHT: lambda: (missed_before(), DEALER, c.DeclineInclusion(1)),
    Refusal.NO_SUCH_BURN: lambda: (dealing(), DEALER, c.ReportForgottenBurn(cards=2)),
    Refusal.HAND_IS_NOT_IN_PLAY: lambda: (dealing(), DEALER, c.ReportMissedHand(2)),
    Refusal.COUNT_DIFFERS: lambda: (counting_then(), DEALER, c.CountSideWagers(2)),
    Refusal.COUNT_IS_BAD: lambda: (table_in("maryland", "counting"), DEALER, c.CountSideWagers(counts=())),
    Refusal.ORDER_IS_BAD: lambda: (table_in("maryland", "picking_up"), DEALER, c.PickUpCards((1, 1, 0))),
    Refusal.SPIN_COMES_FIRST: lambda: (wheel_turns(), DEALER, c.SettleSideBets()),
    Refusal.NO_SPIN_IS_DUE: a_wheel_that_stands,
    Refusal.NO_SUCH_SYMBOL: lambda: (wheel_turns(), SHOE, c.SpinWheel(1, "7", "150")),
    Refusal.HOT_SPOT_IS_BET: lambda: (wheel_turns(RESPIN), SHOE, c.SpinWheel(1, "1000", "150", ((1, "600", "25"),))),
    Refusal.HOT_SEAT_IS_DRAWN: lambda: (
        wheel_turns(RESPIN),
        Actor("shoe", person="Dana"),
        c.SpinWheel(1, "1000", "150"),
    ),
    Refusal.NO_SUCH_METER: lambda: (betting(), METER, c.SyncMeter("progressive", 1)),
    Refusal.METER_NEVER_FALLS: a_falling_meter,
    Refusal.READING_IS_BELOW_THE_RESET: lambda: (betting(house=SIDE), METER, c.SyncMeter("progressive", 1)),
    Refusal.METER_IS_OWED: a_meter_that_is_owed,
    Refusal.RATE_IS_NOT_FILED: lambda: after_a_hit("0.10"),
    Refusal.RATE_CHANGES_AFTER_A_HIT: lambda: (betting(house=SIDE), FLOOR, c.ChangeRate("progressive", "0.10")),
    Refusal.RATE_IS_BAD: lambda: after_a_hit("0.333"),
    Refusal.THEIRS_ALONE: the_cut_of_a_remote_player,
    Refusal.NO_PLAYER_HAS_COME: cards_without_a_player,
    Refusal.NO_LOOK_IS_OFFERED: lambda: (opened("maryland"), DEALER, c.DeclineLook()),
    Refusal.NO_OFFER_IS_OPEN: lambda: (opened("maryland"), CLOCK, c.LapseOffer()),
    Refusal.CARDS_LIE_FACE_UP: lambda: (idle_cards_face_up(), player("seat 1"), c.AskForFaceUp()),
    Refusal.FLOOR_RULES_FIRST: a_touched_card_before_the_shoe,
    Refusal.CHOICE_IS_NOT_OPEN: lambda: (suspended(), FLOOR, c.Rule("forward", "it was seen")),
    Refusal.REASON_IS_MISSING: lambda: (suspended(), FLOOR, c.Rule("burn", "  ")),
    Refusal.NO_ERROR_HAPPENED: lambda: (dealing("massachusetts"), FLOOR, c.ReleasePlayers((1,), "they asked for it")),
    Refusal.NOBODY_IS_RELEASED_HERE: lambda: (dealing(), FLOOR, c.ReleasePlayers((1,), "the dealer erred")),
}


@pytest.mark.parametrize("refusal", Refusal, ids=lambda refusal: refusal.name.lower())
def test_the_table_says_no(refusal: Refusal) -> None:
    told, by, command = PROVOKED[refusal]()
    assert told.refuses(by, command).why is refusal


def test_a_refusal_is_a_sentence_and_shows_its_clauses() -> None:
    assert str(Refused(Refusal.NOBODY_BETS)) == "no player has made an initial wager"
    assert str(Refused(Refusal.NOBODY_BETS, ("A-1", "A-2"))) == "no player has made an initial wager (A-1, A-2)"


def test_the_program_knows_no_refusal_twice() -> None:
    assert len({str(refusal) for refusal in Refusal}) == len(Refusal)

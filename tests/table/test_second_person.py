"""What happened is said of a player to the table, and to the player in the second person."""

import pytest
from msgspec.structs import replace

from wartable.cards import Card
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.table import events as e
from wartable.table.events import Event
from wartable.table.sentences import say, words_of

WORDS = words_of(rules_in_force(load_rulebook("maryland")))
NINE = Card("9h")
NOT_FOUGHT = (
    "9h comes back from the discard rack. "
    "The war that followed from it is not fought, and goes to the discard rack: 9h and 9h."
)
PUT_RIGHT = (
    "The cards are entered as they lie: seat 4 has the 9h. 9h comes back from the discard rack. "
    "The 9h is left over and goes to the discard rack. "
    "No war is fought, and its cards go to the discard rack: 9h and 9h."
)
LED_THE_SHOE = (
    "before a card for the wagers that lie there and is set aside; the round is played (MD-8-G.1, MD-8-G.2, MD-5-H.1)."
)
LINE = e.WagerSettled(4, "", "Ada", "tie", "lose", 5_00, 5_00, 0, 0, ())

SENTENCES: list[tuple[Event, str, str]] = [
    (e.PlayerSat(4, "Ada"), "Ada takes seat 4.", "You take seat 4."),
    (e.PlayerLeft(4, "Ada"), "Ada leaves seat 4.", "You leave seat 4."),
    (
        e.ShuffleAskedFor("Ada"),
        "Ada asks that the cards be shuffled before they are dealt.",
        "You ask that the cards be shuffled before they are dealt.",
    ),
    (
        e.CoverCardMet(0, leads=True),
        f"The cover card comes out {LED_THE_SHOE}",
        f"The cover card comes out {LED_THE_SHOE}",
    ),
    (
        e.CoverCardMet(0, corrects=4),
        "The cover card came out at the dealer's own place, not at seat 4: corrected.",
        "The cover card came out at the dealer's own place, not at seat 4: corrected.",
    ),
    (e.CutDeclined(4), "Seat 4 declines the cut.", "You decline the cut."),
    (e.CardsCut(4, 100), "Seat 4 cuts 100 cards deep.", "You cut 100 cards deep."),
    (e.BankOffered(4), "The bank is offered to seat 4.", "The bank is offered to you."),
    (e.BankDeclined(4), "Seat 4 declines the bank.", "You decline the bank."),
    (
        e.BankPosted(4, "Ada", 500_00),
        "Seat 4 takes the bank and posts 500.00.",
        "You take the bank and post 500.00.",
    ),
    (
        e.BankToppedUp(4, "Ada", 5_00),
        "Seat 4 adds 5.00 to the bank, to match a war.",
        "You add 5.00 to the bank, to match a war.",
    ),
    (
        e.BankReleased(4, "Ada", 5_00),
        "What is left of the bank, 5.00, goes back to seat 4.",
        "What is left of the bank, 5.00, goes back to you.",
    ),
    (
        e.RoomFeeTaken(4, "Ada", 1_00),
        "The room takes its fee of 1.00 from seat 4.",
        "The room takes its fee of 1.00 from you.",
    ),
    (
        e.RoomFeeReturned(4, "Ada", 1_00),
        "The room's fee of 1.00 goes back to seat 4.",
        "The room's fee of 1.00 goes back to you.",
    ),
    (e.WagerPlaced(4, "", "Ada", "tie", 5_00), "Seat 4 bets 5.00 on the tie.", "You bet 5.00 on the tie."),
    (
        e.WagerPlaced(4, "", "Ada", "tie", 5_00, reason="…"),
        "Correction: the tie wager of 5.00 of seat 4 lay there before the call and is entered now: ….",
        "Correction: your tie wager of 5.00 lay there before the call and is entered now: ….",
    ),
    (e.WagerPlaced(4, "Bea", "Bea", "initial", 5_00), "Bea behind seat 4 bets 5.00.", "You bet 5.00."),
    (
        e.WagerTakenBack(4, "", "Ada", "tie", 5_00, reason="…"),
        "Correction: the tie wager of 5.00 of seat 4 goes back: ….",
        "Correction: your tie wager of 5.00 goes back: ….",
    ),
    (
        e.WagerTakenBack(4, "", "Ada", "tie", 5_00),
        "Seat 4 takes back the tie wager of 5.00.",
        "You take back the tie wager of 5.00.",
    ),
    (LINE, "Seat 4: the tie wager of 5.00 is collected.", "Your tie wager of 5.00 loses."),
    (
        replace(LINE, result="lose", collected=3_00, returned=2_00),
        "Seat 4: the tie wager of 5.00 is collected up to 3.00, the rest returned.",
        "Your tie wager of 5.00 loses 3.00, and the rest comes back.",
    ),
    (
        replace(LINE, wager="initial", result="win", collected=0, returned=5_00, paid=5_00),
        "Seat 4: the initial wager of 5.00 is returned and paid 5.00.",
        "Your initial wager of 5.00 wins 5.00.",
    ),
    (
        replace(LINE, wager="envy", result="win", staked=0, collected=0, paid=1_000_00),
        "Seat 4: the envy bonus is paid 1,000.00.",
        "Your envy bonus is 1,000.00.",
    ),
    (
        replace(LINE, wager="initial", result="surrender", collected=2_50, returned=2_50),
        "Seat 4: the initial wager of 5.00 is halved: 2.50 collected, 2.50 returned.",
        "Your initial wager of 5.00 is halved: you get 2.50 back.",
    ),
    (
        replace(LINE, result="uncovered", collected=0, returned=5_00),
        "Seat 4: the tie wager of 5.00 is beyond the bank and returned.",
        "Your tie wager of 5.00 is beyond the bank and comes back.",
    ),
    (
        replace(LINE, result="void", collected=0, returned=5_00),
        "Seat 4: the tie wager of 5.00 is void and returned.",
        "Your tie wager of 5.00 is void and comes back.",
    ),
    (
        replace(LINE, wager="initial", result="push", collected=0, returned=5_00),
        "Seat 4: the initial wager of 5.00 is returned.",
        "Your initial wager of 5.00 comes back.",
    ),
    (
        replace(LINE, wager="progressive", result="suited_tie", paid=250_00),
        "Seat 4: the progressive wager of 5.00 is paid 250.00 for a suited tie.",
        "Your progressive wager of 5.00 wins 250.00 for a suited tie.",
    ),
    (
        e.SettlementReversed(LINE),
        "Counter-entry at seat 4: the tie wager of 5.00, which was collected, is down again.",
        "Counter-entry: your tie wager of 5.00, which was collected, is down again.",
    ),
    (
        e.CardLifted(4, NINE, "original", 2, ((1, NINE), (3, NINE))),
        "The 9h, entered for seat 4, lies at seat 2 by mistake. 9h and 9h come back from the discard rack.",
        "The 9h, entered for seat 4, lies at seat 2 by mistake. 9h and 9h come back from the discard rack.",
    ),
    (
        e.CardsReassigned(((4, NINE),), NINE, (NINE, NINE), ((4, NINE),)),
        PUT_RIGHT,
        PUT_RIGHT,
    ),
    (
        e.WagerReturned(4, "", "Ada", "initial", 5_00, ()),
        "Seat 4: 5.00 of the initial wager is beyond the bank and returned.",
        "5.00 of your initial wager is beyond the bank and comes back.",
    ),
    (
        e.WagerReturned(4, "", "Ada", "progressive", 5_00, ()),
        "Seat 4: the progressive wager of 5.00 is returned.",
        "Your progressive wager of 5.00 comes back.",
    ),
    (
        e.WarCovered(4, "", 5_00),
        "Seat 4: the dealer sets aside 5.00 of the bank for the war.",
        "The dealer sets aside 5.00 of the bank for your war.",
    ),
    (
        e.WarMatched(4, "", 5_00),
        "The dealer puts 5.00 beside the two of seat 4; the pool is 15.00.",
        "The dealer puts 5.00 beside your two; the pool is 15.00.",
    ),
    (
        e.MeterPaid("progressive", 4, "Ada", 5_00),
        "5.00 of seat 4's pay comes from the progressive meter.",
        "5.00 of your pay comes from the progressive meter.",
    ),
    (
        e.ProgressiveWon(4, "three_of_a_kind"),
        "Seat 4 has a three of a kind; the win waits for the floor.",
        "You have a three of a kind; the win waits for the floor.",
    ),
    (e.WinValidated(4), "The floor validates the win of seat 4.", "The floor validates your win."),
    (e.WinRefused(4), "The floor rules that seat 4 has no win.", "The floor rules that you have no win."),
    (
        e.WinRefused(4, hand_stands=True),
        "The floor rules that seat 4 has no win; its cards stand as they were read.",
        "The floor rules that you have no win; your cards stand as they were read.",
    ),
    (e.CardDealt(4, NINE, "original"), "Seat 4: 9h.", "Your card: 9h."),
    (e.CardDealt(4, NINE, "war"), "Seat 4, war card: 9h.", "Your war card: 9h."),
    (
        e.CardTakenBack(4, NINE, "original", "misread"),
        "The floor takes back the 9h of seat 4, to be read again: misread.",
        "The floor takes back your 9h, to be read again: misread.",
    ),
    (
        e.CardTakenBack(4, NINE, "original", "misread", absent=True),
        "The floor takes out the 9h of seat 4, which was not dealt: misread.",
        "The floor takes out your 9h, which was not dealt: misread.",
    ),
    (
        e.CardTakenBack(4, NINE, "original", "misread", ((4, NINE),), (NINE, NINE)),
        f"The floor takes back the 9h of seat 4, to be read again: misread. {NOT_FOUGHT}",
        f"The floor takes back your 9h, to be read again: misread. {NOT_FOUGHT}",
    ),
    (e.HandSettled(4, "original", "lower"), "Seat 4 loses to the dealer.", "You lose to the dealer."),
    (e.HandSettled(4, "original", "higher"), "Seat 4 beats the dealer.", "You beat the dealer."),
    (e.HandSettled(4, "war", "equal"), "Seat 4 ties again in the war.", "You tie again in the war."),
    (
        e.WarDeclared(4, "", "Ada", 20_00),
        "Seat 4 goes to war and puts up 20.00.",
        "You go to war and put up 20.00.",
    ),
    (e.TieSurrendered(4, "", "player"), "Seat 4 surrenders.", "You surrender."),
    (
        e.TieSurrendered(4, "", "floor"),
        "The floor decides: seat 4 surrenders.",
        "The floor decides: you surrender.",
    ),
    (
        e.HandMissed(4),
        "Seat 4 was given no card, and its hand is void.",
        "You were given no card, and your hand is void.",
    ),
]


@pytest.mark.parametrize(("event", "said", "heard"), SENTENCES)
def test_a_sentence_about_a_player_is_said_to_the_player_in_the_second_person(
    event: Event, said: str, heard: str
) -> None:
    assert say(event, WORDS) == said
    assert say(event, replace(WORDS, you=True)) == heard


def test_what_concerns_the_table_is_said_alike_to_every_person() -> None:
    for event in (e.NoMoreBetsCalled(1), e.RoundEnded(1), e.CardBurned(), e.WheelSpun(4, "50", "5")):
        assert say(event, replace(WORDS, you=True)) == say(event, WORDS)

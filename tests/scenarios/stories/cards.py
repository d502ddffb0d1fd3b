"""Cards out of order: face up, drawn in error, exposed, misdelivered, missed, unburned."""

from tests.scenarios.stories.story import bets_down, faces, story
from tests.told import DEALER, FLOOR, RULEBOOKS, Told, rules_of
from wartable.cards import Card
from wartable.rulebook.rules import Ruling
from wartable.table import commands as c

BURN_OR_VOID = tuple(book for book in RULEBOOKS if "forward" not in rules_of(book).irregularity.misdeal_choices)
"""Where no card that went astray moves forward."""


def rule(told: Told, ruling: Ruling, reason: str) -> Told:
    """The floor rules, where it was called."""
    if told.table.phase == "suspended":
        told.does(FLOOR, c.Rule(ruling, reason))
    return told


@story(*RULEBOOKS)
def face_up_card(told: Told) -> None:
    """a card lies face up in the shoe."""
    bets_down(told).deals("7s").does(DEALER, c.ReportFaceUpCards(faces("Kd")))
    rule(told, "continue", "one card only, and it is out of play").deals("9c 8d").ends()


@story(*RULEBOOKS)
def several_face_up_cards(told: Told) -> None:
    """two cards lie face up in the shoe."""
    bets_down(told).deals("7s").does(DEALER, c.ReportFaceUpCards(faces("Kd 2c")))
    rule(told, "void", "the order of the cards is in doubt")
    if not told.table.round.voided:
        told.deals("9c 8d")
    told.ends()


@story("wisconsin", "massachusetts")
def second_face_up_card(told: Told) -> None:
    """a second card lies face up later in the same round."""
    bets_down(told).deals("7s").does(DEALER, c.ReportFaceUpCards(faces("Kd")))
    told.deals("9c").does(DEALER, c.ReportFaceUpCards(faces("2c")))
    rule(told, "void", "the floor saw both cards").ends()


@story("maryland", "wisconsin", "massachusetts")
def dealt_face_up_card(told: Told) -> None:
    """a card that was dealt had lain face up in the shoe, and another one is noticed after it."""
    bets_down(told).deals("Kd 9c 8d").does(DEALER, c.SettleHand())
    told.does(DEALER, c.ReportFaceUpCards(faces("Kd"), 1))
    rule(told, "continue", "one card only, and it is out of play").deals("7s")
    told.does(DEALER, c.ReportFaceUpCards(faces("9c"), 3))
    rule(told, "void", "the floor saw both cards")
    if not told.table.round.voided:
        told.deals("2c")
    told.ends()


@story("maryland")
def several_face_up_cards_play_on(told: Told) -> None:
    """two cards lie face up in the shoe before the first card, go to the rack, and the round goes on."""
    bets_down(told).does(DEALER, c.CallNoMoreBets())
    told.does(DEALER, c.ReportFaceUpCards(faces("Kd Ks")))
    told.deals("7s 9c 8d").ends()


@story(*RULEBOOKS)
def card_drawn_in_error(told: Told) -> None:
    """a card is drawn in error, and its face is not seen."""
    bets_down(told).deals("7s").does(DEALER, c.ReportDrawnCard())
    rule(told, "next_card", "its face was not seen").deals("9c 8d").ends()


@story(*RULEBOOKS)
def exposed_card(told: Told) -> None:
    """a card is drawn in error and seen, and the floor has it burned."""
    bets_down(told).deals("7s").does(DEALER, c.ReportDrawnCard(Card("Qh")))
    rule(told, "burn", "every player has seen it").deals("9c 8d").ends()


@story(*BURN_OR_VOID)
def exposed_card_voids(told: Told) -> None:
    """a card is drawn in error and seen, and the floor voids the round."""
    bets_down(told).deals("7s").does(DEALER, c.ReportDrawnCard(Card("Qh")))
    rule(told, "void", "the dealer's card is known to every player").ends()


@story("massachusetts")
def exposed_card_moves_forward(told: Told) -> None:
    """a card is drawn in error and seen, and it goes to the next hand."""
    bets_down(told).deals("7s").does(DEALER, c.ReportDrawnCard(Card("Qh")))
    rule(told, "forward", "it was the next card anyway").deals("8d").ends()


@story(*BURN_OR_VOID)
def misdelivered_card(told: Told) -> None:
    """a card is delivered to the wrong place, and the floor has it burned."""
    bets_down(told).does(DEALER, c.CallNoMoreBets())
    told.does(DEALER, c.ReportMisdelivery(3, Card("Qh")))
    rule(told, "burn", "seat 1 had no card yet").deals("7s 9c 8d").ends()


def _misdelivered(told: Told, ruling: Ruling, *, then: str) -> None:
    """Seat 1's card lies at seat 3."""
    bets_down(told).does(DEALER, c.CallNoMoreBets())
    told.does(DEALER, c.ReportMisdelivery(3, Card("Qh")))
    rule(told, ruling, "it lies past seat 1 and does not go back").deals(then).ends()


@story("massachusetts")
def misdelivered_card_moves_forward(told: Told) -> None:
    """a card is delivered to the wrong place and stays forward of where it belonged."""
    _misdelivered(told, "forward", then="7s 8d")


@story("massachusetts")
def misdelivered_card_is_the_dealers(told: Told) -> None:
    """a card is delivered to the wrong place and becomes the dealer's card."""
    _misdelivered(told, "dealer_next", then="7s 9c")


@story("massachusetts")
def misdelivered_card_is_burned(told: Told) -> None:
    """a card is delivered to the wrong place and is burned."""
    _misdelivered(told, "burn", then="7s 9c 8d")


@story("massachusetts")
def misdelivered_card_lets_players_out(told: Told) -> None:
    """a card is delivered to the wrong place, and the floor lets a player out of the hand."""
    bets_down(told).does(DEALER, c.CallNoMoreBets())
    told.does(DEALER, c.ReportMisdelivery(3, Card("Qh")))
    told.does(FLOOR, c.ReleasePlayers((1,), "the player was passed over"))
    rule(told, "forward", "seat 3 keeps the card that lies there").deals("8d").ends()


@story(*RULEBOOKS)
def missed_hand(told: Told) -> None:
    """a hand is missed on the original deal."""
    bets_down(told).deals("7s").does(DEALER, c.ReportMissedHand(3))
    rule(told, "void_hand", "the dealer's card was about to be drawn").deals("8d").ends()


@story(*RULEBOOKS)
def missed_hand_found_late(told: Told) -> None:
    """a hand was missed, and it is found when the cards are compared."""
    bets_down(told).deals("7s 9c 8d").does(DEALER, c.ReportMissedHand(1))
    rule(told, "void_hand", "seat 1 has no card").ends()


@story("wisconsin", "massachusetts")
def missed_player_stays_out(told: Told) -> None:
    """a missed player is asked into the next round, and stays out of it."""
    bets_down(told).deals("7s").does(DEALER, c.ReportMissedHand(3))
    rule(told, "void_hand", "seat 3 has no card").deals("8d").ends().bets(1, "10.00")
    told.does(DEALER, c.DeclineInclusion(3))
    told.deals("Ks 2d").ends()


@story("massachusetts")
def misdelivered_card_found_late(told: Told) -> None:
    """a card that was entered for seat 3 lies at the dealer's place."""
    bets_down(told).deals("7s 9c").does(DEALER, c.ReportMisdelivery(0, Card("9c")))
    rule(told, "dealer_next", "the dealer keeps the card that lies there").deals("8d").ends()


@story("california", "washington")
def missed_hand_is_dealt_to(told: Told) -> None:
    """a hand was missed, and the floor lets it have the next card."""
    bets_down(told).deals("7s 9c").does(DEALER, c.ReportMissedHand(1))
    rule(told, "deal_now", "seat 1 has no card").deals("8d").ends()


@story(*RULEBOOKS)
def touched_card(told: Told) -> None:
    """a player touches a card, and the floor has the decks changed."""
    bets_down(told).deals("7s").does(DEALER, c.ReportTouchedCard(1, Card("7s")))
    rule(told, "change_decks", "the card is bent").deals("9c 8d").ends()


@story(*RULEBOOKS)
def forgotten_burn(told: Told) -> None:
    """a war card is dealt before the burns."""
    bets_down(told).deals("8s 9c 8d").war(1).goes_on("picking_up", "war_wagers")
    told.does(DEALER, c.ReportForgottenBurn(Card("Ts")))
    rule(told, "burn_now", "the war card stays where it lies").deals("4d").ends()


@story(*RULEBOOKS)
def burn_was_not_made(told: Told) -> None:
    """a burn was entered and not made, and it is found after the first card."""
    bets_down(told).deals("7s").does(DEALER, c.ReportForgottenBurn())
    rule(told, "burn_now", "the rack has no card").deals("9c 8d").ends()


@story("wisconsin")
def forgotten_first_burn(told: Told) -> None:
    """a card is dealt before the burn of a new dealer."""
    told.does(FLOOR, c.TakeOver("Max"))
    bets_down(told).does(DEALER, c.ReportForgottenBurn(Card("7s"), called=True))
    rule(told, "burn_now", "seat 1 keeps its card").deals("9c 8d").ends()

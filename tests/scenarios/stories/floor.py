"""What the floor decides: void rounds, players who walk away, players whose time is up."""

from tests.scenarios.stories.cards import rule
from tests.scenarios.stories.story import bets_down, faces, story
from tests.told import CLOCK, DEALER, FLOOR, RULEBOOKS, Told, player
from wartable.table import commands as c


def _at_war(told: Told) -> Told:
    """Bob has tied, was paid his tie wager and goes to war; Ann has won."""
    bets_down(told).deals("9s 8c 8d").war(3).goes_on("picking_up")
    if told.table.rules.tie.on_war_deal:
        told.does(DEALER, c.PlaceWager(3, "war_tie", 500))
    return told.goes_on("war_wagers", "war_dealing")


@story(*RULEBOOKS)
def void_on_the_war_deal(told: Told) -> None:
    """two cards lie face up on the war deal and the round is void; all of it is reversed, entry by entry."""
    _at_war(told).does(DEALER, c.ReportFaceUpCards(faces("Kd 2c")))
    rule(told, "void", "the order of the cards is in doubt")
    if not told.table.round.voided:
        told.does(FLOOR, c.VoidRound("the lights went out"))
    told.ends()


@story("wisconsin", house={"void": {"scope": "unsettled"}}, edition=1)
def void_of_what_is_not_settled(told: Told) -> None:
    """two cards lie face up on the war deal, in a log of the first edition whose house left settled wagers alone."""
    _at_war(told).does(DEALER, c.ReportFaceUpCards(faces("Kd 2c")))
    told.ends()


@story("massachusetts")
def floor_voids_the_round(told: Told) -> None:
    """the floor voids a round before any card is dealt."""
    bets_down(told).does(DEALER, c.CallNoMoreBets())
    told.does(FLOOR, c.VoidRound("the fire alarm went off."))
    told.ends()


@story("maryland")
def abandoned_wagers_are_lost(told: Told) -> None:
    """a player walks away, and the floor counts the wagers as lost."""
    bets_down(told).deals("9s").does(DEALER, c.ReportAbsence(3))
    rule(told, "lost", "called three times and seen leaving the floor").deals("8d").ends()


@story("wisconsin")
def absent_player_is_waited_for(told: Told) -> None:
    """a player walks away from a tie; the floor decides nothing for the player, and voids the round in the end."""
    bets_down(told).deals("9s 8c 8d").settles().does(DEALER, c.ReportAbsence(3))
    rule(told, "play_on", "called three times and not answering").does(FLOOR, c.VoidRound("the player has gone home."))
    told.ends()


@story("wisconsin", "california")
def absent_player_is_played_on(told: Told) -> None:
    """a player walks away, and the hand is played on, for these rules know no abandoned wager."""
    bets_down(told).deals("9s").does(DEALER, c.ReportAbsence(3))
    rule(told, "play_on", "the player will be back").deals("9c 8d").ends()


@story("maryland")
def player_reported_absent_answers(told: Told) -> None:
    """a player who was reported to have left answers, and surrenders."""
    bets_down(told.comes_online(3, "Bob")).deals("9s 8c 8d").settles().does(DEALER, c.ReportAbsence(3))
    told.does(player("Bob"), c.Surrender(3))
    told.ends()


@story(*RULEBOOKS, house={"decision": {"timeout_s": 30}})
def time_is_up_and_the_table_decides(told: Told) -> None:
    """a tied player's time is up, and the table surrenders by the house's own rule."""
    bets_down(told.comes_online(3, "Bob")).deals("9s 8c 8d").settles().does(CLOCK, c.CallTime())
    told.ends()


@story(*RULEBOOKS)
def war_wager_is_not_down(told: Told) -> None:
    """a player says war and puts no wager down, so the choice is open again, and the player surrenders."""
    bets_down(told).deals("9s 8c 8d").war(3).goes_on("picking_up").does(DEALER, c.ConfirmWarWager(3, placed=False))
    told.surrenders(3).ends()


@story("maryland")
def floor_relieves_the_floor(told: Told) -> None:
    """one person of the floor comes on duty at the table, and another leaves."""
    told.does(FLOOR, c.TakeDuty("Frida"))
    told.does(FLOOR, c.TakeDuty("Otto"))
    told.does(FLOOR, c.LeaveDuty("Frida"))
    bets_down(told).deals("9s 8c Kd").ends()

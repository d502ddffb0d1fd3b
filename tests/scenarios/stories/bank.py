"""Where a player banks: whose turn it is, and how far the bank reaches; and wagers that come and go."""

from tests.scenarios.stories.story import story
from tests.told import DEALER, Told, player
from wartable.table import commands as c


def _in_turn(told: Told) -> Told:
    """The bank of C8.3: three wagers and a fourth that it does not reach."""
    told.sits(8, "Eve").banks(8, "70.00")
    for seat, name in enumerate(("Ann", "Bob", "Cy", "Di"), start=1):
        told.sits(seat, name)
    told.bets(1, "20.00").bets(2, "30.00").bets(3, "40.00").bets(4, "16.00")
    return told.deals("Js 9h 9d 4c 9c")


@story("california")
def bank_runs_out(told: Told) -> None:
    """the bank covers one war whole and the next in part, and the last wager goes back."""
    _in_turn(told).war(2).war(3).war_deals("Ks 6d Tc").ends()


@story("california", house={"ca": {"war_cover": "after_original"}})
def bank_covers_wars_last(told: Told) -> None:
    """a house where the wars are covered after all other hands of the original deal."""
    _in_turn(told).settles()
    while asked := told.asked():
        told.surrenders(asked[0]) if asked[0] == 2 else told.war(asked[0])
    told.war_deals("6d Tc").ends()


@story("california", house={"ca": {"pd_top_up_for_war": True}}, edition=1)
def bank_is_topped_up(told: Told) -> None:
    """a log of the first edition, in which the player who banks matches a war with new money."""
    told.sits(8, "Eve").banks(8, "20.00").sits(1, "Ann").bets(1, "20.00", "5.00").deals("9s 9c").war(1)
    told.war_deals("Ks Kc").ends()


@story("california")
def bank_goes_round(told: Told) -> None:
    """the bank is offered to its holder first and then to the next; when neither takes it, the table waits."""
    told.sits(2, "Ann").sits(6, "Eve").does(DEALER, c.OfferBank())
    told.does(player("Ann"), c.DeclineBank())
    told.does(player("Eve"), c.PostBank(5000))
    told.goes_on("betting").bets(2, "10.00").deals("9s 8d").ends()
    told.does(player("Eve"), c.DeclineBank())
    told.does(player("Ann"), c.DeclineBank())
    told.does(player("Ann"), c.Leave(2))
    told.does(DEALER, c.OfferBank())
    told.does(player("Eve"), c.DeclineBank())
    told.does(player("Eve"), c.Leave(6))


@story("california", house={"ca": {"collection_fee": "1.00"}})
def backline(told: Told) -> None:
    """a player bets behind a seat and decides alone; the room takes its fee once, and returns it with the wager."""
    told.sits(8, "Eve").banks(8, "100.00").sits(1, "Ann").bets(1, "20.00")
    told.does(player("Ann"), c.TakeBackWager(1, "initial"))
    told.bets(1, "10.00")
    told.does(DEALER, c.PlaceWager(1, "initial", 2000, "Zoe"))
    told.does(DEALER, c.PlaceWager(1, "tie", 500, "Zoe"))
    told.deals("9s 9c").war(1).surrenders(1, "Zoe").war_deals("Ks 4d").ends()


@story("maryland")
def wagers_come_and_go(told: Told) -> None:
    """until the betting closes a wager may be taken back; plaques play like chips."""
    told.sits(1, "Ann").bets(1, "10.00", "5.00")
    told.does(player("Ann"), c.TakeBackWager(1, "tie"))
    told.does(player("Ann"), c.TakeBackWager(1, "initial"))
    told.does(player("Ann"), c.PlaceWager(1, "initial", 100_000, instrument="plaques"))
    told.deals("9s 8c").ends()

"""The same day under each rulebook: the same people, the same wagers, the same cards.

Held side by side, the transcripts show how the rulebooks differ and that the money comes out the same.
"""

from tests.scenarios.stories.story import story
from tests.told import DEALER, FLOOR, RULEBOOKS, Told, player
from wartable.table import commands as c


@story(*RULEBOOKS, from_closed=True)
def day(told: Told) -> None:
    """a table opens, a round with a win, a surrender and a war that ties again is played, and the table closes."""
    told.does(FLOOR, c.OpenTable("Dana"))
    told.sits(2, "Ann").sits(3, "Bob").sits(5, "Cy")
    told.goes_on()
    if told.table.phase == "cutting":
        told.does(player("Ann"), c.DeclineCut())
        told.does(DEALER, c.CutCards(156))
        told.goes_on()
    if told.table.phase == "banking":
        told.sits(1, "Eve").banks(1, "200.00").goes_on()
    told.bets(2, "10.00", "5.00").bets(3, "10.00", "5.00").bets(5, "10.00")
    told.deals("7s 9d 7h 7c").settles()
    while asked := told.asked():
        told.does(DEALER, c.GoToWar(2) if asked[0] == 2 else c.Surrender(5))
    told.goes_on("picking_up")
    if told.table.rules.tie.on_war_deal:
        told.does(player("Ann"), c.PlaceWager(2, "war_tie", 500))
    told.war_deals("Qs Qd").ends()
    told.does(FLOOR, c.CloseTable())
    told.goes_on()


@story(*RULEBOOKS)
def wars(told: Told) -> None:
    """three players go to war: one wins, one loses, one ties again."""
    if told.table.phase == "banking":
        told.sits(6, "Eve").banks(6, "200.00")
    told.sits(1, "Ann").sits(2, "Bob").sits(3, "Cy")
    told.bets(1, "10.00").bets(2, "10.00").bets(3, "20.00").deals("Ks Kd Kh Kc").settles()
    while asked := told.asked():
        told.war(asked[0])
    told.war_deals("9s 4d 8h 8c").ends()

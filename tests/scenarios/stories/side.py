"""Side bets: the progressive with its envy bonus, the wheel, coupons and the electronic form."""

from tests.scenarios.stories.story import House, story
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.table import Actor
from wartable.table import commands as c
from wartable.table.words import Wager

PROGRESSIVE: House = {"progressive": {"reset": "10000.00", "rate": "0.20", "stakes": ["5.00", "10.00"]}}
WHEEL: House = {
    "bonus_spin": {
        "trigger": {"rank": "A", "color": "red"},
        "primary": {"reset": "10000.00", "rate": "0.10"},
        "secondary": {"reset": "5000.00", "rate": "0.10"},
        "hot_spot": {"selection": "position_ring", "also_community": False, "unbet_position": "no_pay"},
    }
}
METER = Actor("meter")


def _bets(told: Told, wager: Wager, *seats: int) -> Told:
    """Ten dollars on the game and five beside it."""
    for seat in seats:
        told.bets(seat, "10.00").does(DEALER, c.PlaceWager(seat, wager, 500))
    return told


def _deals(told: Told, cards: str) -> Told:
    """The betting closes, the side wagers are counted, and the cards are dealt."""
    told.does(DEALER, c.CallNoMoreBets())
    return told.goes_on("counting").deals(cards)


def _ends(told: Told) -> Told:
    return told.goes_on("settling", "validating", "side_bets", "picking_up", "war_settling")


@story("maryland", "massachusetts", house=PROGRESSIVE)
def progressive(told: Told) -> None:
    """a suited tie, surrendered, wins the progressive all the same; another player's wager on it is lost."""
    told.sits(1, "Ann").sits(3, "Bob")
    _deals(_bets(told, "progressive", 1, 3), "Qd 9s Qd").settles().goes_on("validating")
    told.surrenders(1)
    _ends(told)


@story("maryland", "massachusetts", house=PROGRESSIVE)
def progressive_meter(told: Told) -> None:
    """two players hit the meter in one round, and a third is paid for envy of both."""
    told.does(METER, c.SyncMeter("progressive", 1_240_000))
    told.sits(1, "Cy").sits(2, "Bob").sits(3, "Ann")
    _deals(_bets(told, "progressive", 1, 2, 3), "4c Kh Kh Kh").settles()
    while asked := told.asked():
        told.war(asked[0])
    told.war_deals("Kh Kh Kh")
    _ends(told)
    told.does(FLOOR, c.ChangeRate("progressive", "0.10"))


@story("maryland", house=PROGRESSIVE)
def progressive_is_void(told: Told) -> None:
    """the floor voids a round with progressive wagers, and the meter goes back to where it stood."""
    told.sits(1, "Ann")
    _deals(_bets(told, "progressive", 1), "4c").does(FLOOR, c.VoidRound("the shoe fell over"))
    told.goes_on("picking_up")
    told.does(METER, c.SyncMeter("progressive", 900_000, paid_elsewhere=True))
    told.does(FLOOR, c.CorrectMeter("progressive", 1_000_000, "the link sent an old reading"))


def _at_the_wheel(told: Told, cards: str) -> Told:
    told.sits(1, "Ann").sits(2, "Bob")
    return _deals(_bets(told, "bonus_spin", 1, 2), cards).settles()


@story("maryland", house=WHEEL)
def wheel(told: Told) -> None:
    """the dealer's red ace turns the wheel: the hot spot is paid its symbol, the others the community pay."""
    _at_the_wheel(told, "9c Js Ah").does(SHOE, c.SpinWheel(1, "500", "100"))
    _ends(told)


@story("maryland", house=WHEEL)
def wheel_pays_a_meter(told: Told) -> None:
    """the wheel stops at the jackpot, and the primary meter is paid."""
    _at_the_wheel(told, "9c Js Ah").does(SHOE, c.SpinWheel(2, "primary", "40"))
    _ends(told)


@story("maryland", house=WHEEL)
def wheel_stands_still(told: Told) -> None:
    """the dealer's card turns no wheel, and the wagers on it are lost."""
    _ends(_at_the_wheel(told, "9c Js Ac"))


@story("wisconsin", "massachusetts", house={"match_play": {"enabled": True}})
def match_play(told: Told) -> None:
    """coupons lie beside two initial wagers: one wins, one ties and goes to war with the chips alone."""
    told.sits(1, "Ann").sits(2, "Bob")
    _bets(told, "match_play", 1, 2)
    told.deals("Ks 9d 9h").war(2).war_deals("Js 4d").ends()


@story("maryland", house={"electronic": {"community_cards": 3}})
def electronic_form(told: Told) -> None:
    """the electronic form: three community cards, and players who bet on them."""
    told.sits(1, "Ann").sits(2, "Bob").sits(4, "Cy")
    for seat, hand in ((1, 1), (2, 3), (4, 3)):
        told.does(DEALER, c.PlaceWager(seat, "initial", 1000, hand=hand))
    told.deals("9s 4d 8c 8d").settles()
    while asked := told.asked():
        told.surrenders(2) if asked[0] == 2 else told.war(4)
    told.war_deals("Ts 5d").ends()

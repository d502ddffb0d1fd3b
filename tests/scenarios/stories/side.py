"""Side bets: the progressive with its envy bonus, the wheel, coupons and the electronic form."""

from tests.scenarios.stories.story import House, story
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.table import commands as c

PROGRESSIVE: House = {"progressive": {"reset": "10000.00", "rate": "0.20", "stakes": ["5.00", "10.00"]}}
WHEEL: House = {
    "bonus_spin": {
        "trigger": {"rank": "A", "color": "red"},
        "primary": {"reset": "10000.00", "rate": "0.10"},
        "secondary": {"reset": "5000.00", "rate": "0.10"},
        "hot_spot": {"selection": "position_ring", "also_community": False, "unbet_position": "no_pay"},
    }
}
RESPIN: House = {
    "bonus_spin": WHEEL["bonus_spin"]
    | {"hot_spot": {"selection": "position_ring", "also_community": False, "unbet_position": "respin"}}
}
DRAWN: House = {
    "bonus_spin": WHEEL["bonus_spin"]
    | {"hot_spot": {"selection": "random_draw", "also_community": False, "unbet_position": "no_pay"}}
}


@story("maryland", "massachusetts", house=PROGRESSIVE)
def progressive(told: Told) -> None:
    """a suited tie, surrendered, wins the progressive all the same; another player's wager on it is lost."""
    told.sits(1, "Ann").sits(3, "Bob").bets_on("progressive", 1, 3).closes().deals("Qd 9s Qd")
    told.surrenders(1).finishes()


@story("maryland", "massachusetts", house=PROGRESSIVE)
def progressive_meter(told: Told) -> None:
    """two players hit the meter in one round, and a third is paid for envy of both."""
    told.syncs("progressive", "12400.00").sits(1, "Cy").sits(2, "Bob").sits(3, "Ann")
    told.bets_on("progressive", 1, 2, 3).closes().deals("4c Kh Kh Kh")
    told.wars_all().war_deals("Kh Kh Kh").finishes()
    told.does(FLOOR, c.ChangeRate("progressive", "0.20"))


@story("maryland", house=PROGRESSIVE)
def progressive_is_void(told: Told) -> None:
    """the floor voids a round with progressive wagers, and the meter goes back to where it stood."""
    told.sits(1, "Ann").bets_on("progressive", 1).closes().deals("4c")
    told.does(FLOOR, c.VoidRound("the shoe fell over"))
    told.finishes().syncs("progressive", "11000.00", paid_elsewhere=True)
    told.does(FLOOR, c.CorrectMeter("progressive", 1_000_000, "the link sent an old reading"))


@story("maryland", house=PROGRESSIVE)
def progressive_is_disputed(told: Told) -> None:
    """a count that differs is counted again; a win is refused once and confirmed, another is ruled no win."""
    told.sits(1, "Ann").sits(2, "Bob").bets_on("progressive", 1, 2).does(DEALER, c.CallNoMoreBets())
    told.does(DEALER, c.CountSideWagers(counts=(("progressive", 3),)))
    told.goes_on("counting").deals("Qd Qs Qc").surrenders(1)
    told.does(DEALER, c.CheckWin(1, "verify_hand", holds=True))
    told.does(DEALER, c.CheckWin(1, "check_light", holds=False))
    told.does(FLOOR, c.Rule("check_again", "the lamp was covered"))
    told.validates().surrenders(2)
    told.does(DEALER, c.CheckWin(2, "verify_hand", holds=False))
    told.does(FLOOR, c.Rule("no_win", "the queen of spades was a jack"))
    told.finishes()


def _at_the_wheel(told: Told, dealers: str) -> Told:
    told.sits(1, "Ann").sits(2, "Bob").bets_on("bonus_spin", 1, 2)
    return told.closes().deals(f"9c Js {dealers}")


@story("maryland", house=WHEEL)
def wheel(told: Told) -> None:
    """the dealer's red ace turns the wheel: the hot spot is paid its symbol, the others the community pay."""
    _at_the_wheel(told, "Ah").spins(1, "500", "100").finishes()


@story("maryland", house=WHEEL)
def wheel_pays_a_meter(told: Told) -> None:
    """the wheel stops at the jackpot, and the primary meter is paid."""
    _at_the_wheel(told, "Ah").spins(2, "primary", "40").finishes()


@story("maryland", house=RESPIN)
def wheel_turns_again(told: Told) -> None:
    """the wheel stops at a seat without a wager, and is turned again."""
    _at_the_wheel(told, "Ah").spins(5, "primary", "40").spins(1, "300", "25").finishes()


@story("maryland", house=DRAWN)
def hot_spot_is_drawn(told: Told) -> None:
    """the program draws the hot spot before a real wheel is turned."""
    _at_the_wheel(told, "Ah").settles().does(SHOE, c.DrawHotSeat(2))
    told.spins(2, "500", "100").finishes()


@story("maryland", house=WHEEL)
def wheel_stands_still(told: Told) -> None:
    """the dealer's card turns no wheel, and the wagers on it are lost."""
    _at_the_wheel(told, "Ac").finishes()


@story("wisconsin", "massachusetts", house={"match_play": {"enabled": True}})
def match_play(told: Told) -> None:
    """coupons lie beside two initial wagers: one wins, one ties and goes to war with the chips alone."""
    told.sits(1, "Ann").sits(2, "Bob").bets_on("match_play", 1, 2)
    told.deals("Ks 9d 9h").war(2).war_deals("Js 4d").ends()


@story("maryland", house={"electronic": {"community_cards": 3}})
def electronic_form(told: Told) -> None:
    """the electronic form: three community cards, and players who bet on them."""
    told.sits(1, "Ann").sits(2, "Bob").sits(4, "Cy")
    told.bets_on_hand(1, 1).bets_on_hand(2, 3).bets_on_hand(4, 3)
    told.deals("9s 4d 8c 8d").surrenders(2).war(4).war_deals("Ts 5d").ends()


@story("maryland", house={"electronic": {"community_cards": 3}})
def electronic_card_is_passed_over(told: Told) -> None:
    """the dealer passed over a community card, and it is found when the cards are compared."""
    told.sits(1, "Ann").sits(2, "Bob").sits(4, "Cy")
    told.bets_on_hand(1, 2).bets_on_hand(2, 3).bets_on_hand(4, 2)
    told.deals("9s 4d 8c Kd").does(DEALER, c.ReportMissedHand(1))
    told.does(FLOOR, c.Rule("void_hand", "the second card lies in the third place"))
    told.ends()

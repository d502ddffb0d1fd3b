"""Shufflers that jam, and devices that are out of order."""

from tests.scenarios.stories.story import bets_down, story
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.table import commands as c
from wartable.table.words import CoverHow

BATCH = {"shuffler": {"kind": "batch"}}
CONTINUOUS = {"shuffler": {"kind": "continuous"}}


@story("maryland", house=BATCH)
def jam_voids_the_round(told: Told) -> None:
    """the shuffler jams during the deal, and the round is void."""
    bets_down(told).deals("7s").does(SHOE, c.ReportJam())
    told.does(FLOOR, c.Rule("void", "the shuffler stopped"))
    told.goes_on("picking_up", "shuffling", "cutting", "loading", "betting")


@story("maryland", house=CONTINUOUS)
def continuous_shuffler_jams(told: Told) -> None:
    """a continuous shuffler jams when one hand is already settled; that is reversed."""
    bets_down(told).deals("9s 6c 8d").does(DEALER, c.SettleHand())
    told.does(SHOE, c.ReportJam())
    told.does(FLOOR, c.Rule("void", "the shuffler stopped"))
    told.goes_on("picking_up", "shuffling", "cutting", "loading", "betting")


def _jams_while_the_shoe_is_dealt(told: Told) -> None:
    bets_down(told).deals("7s").does(SHOE, c.ReportJam())
    told.meets_cover_card()
    told.deals("9c 8d").ends()
    told.goes_on("shuffling")


@story("wisconsin", "massachusetts", house=BATCH)
def jam_does_not_void(told: Told) -> None:
    """the shuffler jams; the round is finished from the shoe, and the jammed cards are shuffled anew."""
    _jams_while_the_shoe_is_dealt(told)


@story("california")
def jam_does_not_void_here(told: Told) -> None:
    """the shuffler jams; the round is finished from the shoe, and the jammed cards are shuffled anew."""
    _jams_while_the_shoe_is_dealt(told)


@story("washington", house=CONTINUOUS)
def continuous_shuffler_jams_between_rounds(told: Told) -> None:
    """a continuous shuffler jams between two rounds."""
    told.sits(1, "Ann").does(SHOE, c.ReportJam())
    told.goes_on("shuffling", "loading", "betting")


def _goes_on_by_hand(told: Told, how: CoverHow) -> None:
    bets_down(told).deals("7s").meets_cover_card()
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(DEALER, c.CoverDevice(how))
    told.deals("9c 8d").ends()
    told.goes_on("shuffling")
    told.does(DEALER, c.CutCards(100))
    told.goes_on("cutting", "loading")
    told.does(FLOOR, c.RestoreDevice())


@story("maryland", house=BATCH)
def device_is_covered(told: Told) -> None:
    """the shuffling device is out of order; it is covered, the dealer shuffles by hand, and it is repaired."""
    _goes_on_by_hand(told, "covered")


@story("wisconsin", house=BATCH)
def device_carries_a_sign(told: Told) -> None:
    """the shuffling device is out of order; by the house's own procedure it carries a sign."""
    _goes_on_by_hand(told, "sign")


@story("maryland", house=CONTINUOUS)
def continuous_shuffler_fails(told: Told) -> None:
    """a continuous shuffler is out of order between rounds; its cards are shuffled by hand and cut."""
    told.sits(1, "Ann").does(DEALER, c.ReportDeviceFailure())
    told.does(FLOOR, c.CoverDevice("sign"))
    told.goes_on("shuffling")
    told.does(DEALER, c.CutCards(100))
    told.goes_on("cutting", "loading", "betting")

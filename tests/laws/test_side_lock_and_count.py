"""The progressive wager: offered by the house, made after the initial wager, locked, counted, fed to the meter."""

import pytest

from tests.seen import own, seen
from tests.side_bets.houses import BOTH, House, progressive, refusals, wheel
from tests.told import DEALER, FLOOR, SHOE, Told, cards_of, player
from wartable.rulebook import Ruling, Wager
from wartable.rulebook.wagers import NO_STAKES, SIDE
from wartable.table import Actor, Refusal, steps
from wartable.table import commands as c
from wartable.table.events import (
    CardDealt,
    FloorCalled,
    FloorRuled,
    MeterFed,
    SideWagersCollected,
    SideWagersCounted,
    SideWagersMiscounted,
)

FIVE = 500
BET = c.PlaceWager(1, "progressive", FIVE)
TURN = c.TurnCard(cards_of("7s")[0])


def counting(house: House | None = None, rulebook: str = "maryland") -> Told:
    """Two players with progressive wagers; no more bets was called, and nothing is counted yet."""
    told = Told.at(rulebook, house or progressive()).bets_on("progressive", 1, 3)
    told.does(DEALER, c.CallNoMoreBets())
    return told


# Offered, and made by who likes


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_7_f_3_the_progressive_is_bet_only_where_the_house_offers_it(rulebook: str) -> None:
    assert Told.at(rulebook).bets(1, "10.00").refuses(DEALER, BET).why is Refusal.WAGER_IS_NOT_OFFERED
    assert Told.at(rulebook, progressive()).bets(1, "10.00").does(player("seat 1"), BET)


@pytest.mark.parametrize("rulebook", ["california", "wisconsin", "washington"])
def test_md_7_f_3_the_other_rulebooks_know_no_progressive(rulebook: str) -> None:
    assert "progressive.reset" in refusals(rulebook, progressive())


def test_ma_11_a_nobody_has_to_make_the_progressive_wager() -> None:
    told = Told.at("massachusetts", progressive()).bets(1, "10.00").bets_on("progressive", 2)
    told.closes().deals("7s 8s 7d").wars_all().war_deals("9s 4d").finishes()
    assert (set(told.lines(1)), told.net(1)) == ({"initial", "war"}, "10.00")
    assert told.lines(2)["progressive"].result == "lose"


@pytest.mark.parametrize(("rulebook", "clause"), [("maryland", "MD-7-F-1"), ("massachusetts", "MA-6-a.1")])
def test_md_7_f_3_a_the_progressive_wager_follows_an_initial_wager(rulebook: str, clause: str) -> None:
    told = Told.at(rulebook, progressive()).sits(1)
    refused = told.refuses(player("seat 1"), BET)
    assert refused.why is Refusal.INITIAL_WAGER_COMES_FIRST
    assert clause in refused.clauses
    told.bets_on("progressive", 1)
    assert told.accounts() == {"patron/seat 1": -1500, "layout/1//initial": 1000, "layout/1//progressive": FIVE}
    assert told.refuses(player("seat 1"), BET).why is Refusal.WAGER_IS_MADE_ALREADY


def test_md_7_f_3_a_each_device_belongs_to_one_player() -> None:
    told = Told.at("maryland", progressive()).bets(1, "10.00").bets(2, "10.00")
    assert told.refuses(player("seat 2"), BET).why is Refusal.NOT_YOUR_SEAT


def test_md_7_f_3_a_a_progressive_wager_is_one_of_the_houses_stakes() -> None:
    house = progressive(stakes=["5.00", "10.00"]) | {"envy": {"table": {"10.00": "10000.00"}}}
    told = Told.at("maryland", house).bets(1, "20.00")
    refused = told.refuses(DEALER, c.PlaceWager(1, "progressive", 750))
    assert refused.why is Refusal.STAKE_IS_NOT_OFFERED
    assert "MD-7-F-3-a" in refused.clauses
    assert told.bets_on("progressive", 1, amount="10.00").accounts()["layout/1//progressive"] == 1000


def test_md_7_f_3_a_the_device_takes_a_value_chip_and_no_plaque() -> None:
    told = Told.at("maryland", progressive()).sits(1)
    told.does(DEALER, c.PlaceWager(1, "initial", 1000, instrument="plaques"))
    refused = told.refuses(DEALER, c.PlaceWager(1, "progressive", 500, instrument="plaques"))
    assert (refused.why, refused.clauses) == (Refusal.INSTRUMENT_IS_NOT_ACCEPTED, ("MD-7-F-3-a",))
    told.bets_on("progressive", 1)


def test_md_7_f_3_a_no_house_takes_plaques_in_the_device() -> None:
    refused = refusals("maryland", progressive(instruments=["chips", "plaques"]))
    assert refused["progressive.instruments"].clauses == ("MD-7-F-3-a",)


def test_md_7_d_until_no_more_bets_a_progressive_wager_may_be_taken_back() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1)
    assert told.refuses(DEALER, c.TakeBackWager(1, "initial")).why is Refusal.OTHER_WAGERS_LIE_ON_IT
    told.does(player("seat 1"), c.TakeBackWager(1, "progressive"))
    assert told.accounts() == {"patron/seat 1": -1000, "layout/1//initial": 1000}
    told.does(DEALER, c.CallNoMoreBets())
    assert (told.table.phase, told.happened(MeterFed)) == ("dealing", [])


def test_md_7_f_3_b_players_can_see_that_their_wager_was_accepted() -> None:
    told = Told.at("maryland", progressive() | wheel()).bets_on("progressive", 1).bets_on("bonus_spin", 2)
    for phase in ("betting", "counting", "dealing"):
        assert told.table.phase == phase
        first, second = seen(told.table).seats[:2]
        assert (own(told.table, "seat 1").seats, own(told.table, "seat 2").seats) == ((1,), (2,))
        assert first.bettors[0].stakes == {**NO_STAKES, "initial": 2 * FIVE, "progressive": FIVE}
        assert second.bettors[0].stakes == {**NO_STAKES, "initial": 2 * FIVE, "bonus_spin": FIVE}
        told.goes_on(phase)


# Locked


@pytest.mark.parametrize("speaker", [DEALER, player("seat 2"), FLOOR], ids=["dealer", "player", "floor"])
@pytest.mark.parametrize("wager", ["progressive", "bonus_spin"])
def test_md_2_c_2_2_after_no_more_bets_no_side_wager_is_taken(speaker: Actor, wager: str) -> None:
    """MD-2-B-7-b.2 locks the wheel when the dealing has begun; it is locked with the rest (MD.17)."""
    house = progressive() | wheel()
    told = Told.at("maryland", house).bets_on("progressive", 1).bets_on("bonus_spin", 1).bets(2, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    late = c.PlaceWager(2, "progressive" if wager == "progressive" else "bonus_spin", FIVE)
    back = c.TakeBackWager(1, late.wager)
    for phase in ("counting", "dealing"):
        assert told.table.phase == phase
        assert told.refuses(speaker, late).why is Refusal.NOT_NOW
        assert told.refuses(speaker, back).why is Refusal.NOT_NOW
        told.goes_on("counting")


@pytest.mark.parametrize("bets", [True, False], ids=["bet", "unbet"])
def test_md_8_d_the_call_prompts_the_dealer_to_lock_the_progressive_even_if_it_has_no_wager(*, bets: bool) -> None:
    told = Told.at("maryland", progressive()).bets(1, "10.00")
    if bets:
        told.bets_on("progressive", 1)
    (call,) = [step for step in steps(told.table) if step.step == "no_more_bets"]
    assert call.says == 'Call "no more bets". Lock the progressive.'
    assert {"MD-8-C", "MD-8-D"} <= set(call.clauses)
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(player("seat 1"), BET).why is Refusal.NOT_NOW


@pytest.mark.parametrize(("rulebook", "house"), [("maryland", wheel()), ("massachusetts", progressive())])
def test_md_8_d_where_no_text_has_the_dealer_lock_a_progressive_the_call_says_nothing_of_it(
    rulebook: str, house: House
) -> None:
    told = Told.at(rulebook, house).bets(1, "10.00")
    (call,) = [step for step in steps(told.table) if step.step == "no_more_bets"]
    assert (call.says, "MD-8-D" in call.clauses) == ('Call "no more bets".', False)


# Counted


def count(**chips: int) -> c.CountSideWagers:
    """What the dealer counted of each kind."""
    return c.CountSideWagers(counts=tuple((wager, chips[wager]) for wager in SIDE if wager in chips))


COLLECTED: tuple[tuple[int, Wager, int], ...] = ((1, "progressive", FIVE), (3, "progressive", FIVE))


@pytest.mark.parametrize(("rulebook", "clause"), [("maryland", "MD-8-D-1-b"), ("massachusetts", "MA-11-a")])
@pytest.mark.parametrize("wrong", [0, 1, 3])
def test_md_8_d_1_b_a_count_that_differs_is_recorded_and_counted_again_and_then_goes_to_the_floor(
    rulebook: str, clause: str, wrong: int
) -> None:
    told = counting(rulebook=rulebook)
    assert told.does(DEALER, count(progressive=wrong)) == (SideWagersMiscounted((("progressive", wrong),)),)
    (prompt,) = steps(told.table)
    assert prompt.says.startswith("The count differs from the system. Count again: ")
    again, called = told.does(DEALER, count(progressive=wrong))
    assert again == SideWagersMiscounted((("progressive", wrong),))
    assert isinstance(called, FloorCalled)
    assert (called.reason, clause in called.clauses) == ("count_differs", True)
    assert called.choices == ("recount", "return_chip" if wrong > 2 else "return_wager")
    assert told.table.phase == "suspended"


@pytest.mark.parametrize("ruling", ["recount", "return_chip"])
def test_md_8_d_1_b_after_the_floor_has_ruled_the_dealer_counts_once_more(ruling: Ruling) -> None:
    told = counting()
    for _ in range(2):
        told.does(DEALER, count(progressive=3))
    told.does(FLOOR, c.Rule(ruling, "a chip of seat 2 came late"))
    told.does(DEALER, count(progressive=2))
    assert told.happened(SideWagersCounted) == [SideWagersCounted(2, (("progressive", 2),), COLLECTED)]
    assert told.table.phase == "dealing"
    assert told.deals("7s 8s 9d").finishes().table.phase == "betting"


@pytest.mark.parametrize("wager", ["initial", "bonus_spin"])
def test_md_8_d_1_b_a_chip_goes_back_only_for_the_wager_that_has_one_too_many(wager: Wager) -> None:
    told = counting()
    for _ in range(2):
        told.does(DEALER, count(progressive=3))
    assert told.refuses(FLOOR, c.Rule("return_chip", "why", 2, wager)).why is Refusal.WAGER_IS_NOT_THERE
    told.does(FLOOR, c.Rule("return_chip", "why", 2, "progressive"))


def test_md_8_d_1_b_the_floor_gives_back_a_wager_that_has_no_chip() -> None:
    told = counting()
    for _ in range(2):
        told.does(DEALER, count(progressive=1))
    for bad in (c.Rule("return_wager", "why"), c.Rule("return_wager", "why", 2, "progressive")):
        assert told.refuses(FLOOR, bad).why is Refusal.WAGER_IS_NOT_THERE
    assert told.refuses(FLOOR, c.Rule("return_chip", "why")).why is Refusal.CHOICE_IS_NOT_OPEN
    told.does(FLOOR, c.Rule("return_wager", "seat 3 laid no chip", 3, "progressive"))
    assert (told.happened(FloorRuled)[0].seat, told.accounts()["patron/seat 3"]) == (3, -1000)
    told.does(DEALER, count(progressive=1))
    assert told.accounts()["bank"] == 400
    told.deals("7s 8s 9d").finishes()
    assert "progressive" not in told.lines(3)


def test_md_8_d_1_b_a_third_difference_goes_to_the_floor_at_once() -> None:
    told = counting()
    for _ in range(2):
        told.does(DEALER, count(progressive=1))
    told.does(FLOOR, c.Rule("recount", "count them singly"))
    told.does(DEALER, count(progressive=1))
    assert told.table.phase == "suspended"


def test_md_8_d_1_b_in_the_first_edition_a_count_that_differed_was_refused() -> None:
    told = Told.at("maryland", progressive(), edition=1).bets_on("progressive", 1, 3)
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(DEALER, c.CountSideWagers(1)).why is Refusal.COUNT_DIFFERS
    assert told.does(DEALER, c.CountSideWagers(2)) == (SideWagersCounted(2),)


@pytest.mark.parametrize("rulebook", ["massachusetts"])
def test_ma_11_c_a_house_may_leave_the_count_out(rulebook: str) -> None:
    told = counting(progressive(count=False), rulebook)
    assert told.table.phase == "dealing"
    assert (told.accounts()["bank"], told.reads("progressive")) == (800, "10002.00")
    assert "progressive.count" in refusals("maryland", progressive(count=False))


def test_md_8_d_1_c_while_the_chips_are_counted_they_are_not_in_the_inventory_and_feed_no_meter() -> None:
    told = counting()
    chips = {"layout/1//progressive": FIVE, "layout/3//progressive": FIVE}
    assert told.table.phase == "counting"
    assert told.accounts().items() >= chips.items()
    assert ("bank" in told.accounts(), told.reads("progressive")) == (False, "10000.00")
    told.does(DEALER, count(progressive=1))
    assert told.accounts().items() >= chips.items()
    told.does(DEALER, count(progressive=2))
    assert (told.accounts()["bank"], told.reads("progressive")) == (800, "10002.00")
    assert not told.accounts().keys() & chips.keys()


def test_md_15_while_the_chips_are_counted_an_absence_costs_nothing() -> None:
    told = counting()
    (called,) = told.does(DEALER, c.ReportAbsence(1))
    assert isinstance(called, FloorCalled)
    assert called.choices == ("play_on",)


def test_md_8_d_1_a_the_dealer_collects_before_a_card_is_dealt() -> None:
    told = counting()
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.evidence) == ("count_side_wagers", ("dealer",), "counts")
    assert "2" not in prompt.says
    assert {"MD-8-D", "MD-8-D-1-a", "MD-8-D-1-b", "MD-8-D-1-c"} <= set(prompt.clauses)
    assert told.refuses(SHOE, TURN).why is Refusal.NOT_NOW
    for actor in (FLOOR, SHOE, player("seat 1")):
        assert told.refuses(actor, count(progressive=2)).why is Refusal.NOT_YOURS
    told.goes_on("counting").deals("7s")


def test_md_8_d_1_c_the_chips_are_in_the_inventory_before_the_deal() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1, 3)
    assert told.accounts()["layout/3//progressive"] == FIVE
    told.closes()
    assert told.happened(SideWagersCollected)[0].stakes == ((1, "progressive", FIVE), (3, "progressive", FIVE))
    # Ten dollars came into the inventory, and two of them are owed to the meter; no card is out.
    layout = {"layout/1//initial": 1000, "layout/3//initial": 1000}
    patrons = {"patron/seat 1": -1500, "patron/seat 3": -1500}
    assert told.accounts() == {**layout, **patrons, "bank": 800, "meter/progressive": 200}
    assert not told.happened(CardDealt)


def test_md_8_d_1_b_progressive_and_wheel_are_counted_apart() -> None:
    """One too few of the one and one too many of the other do not cancel."""
    told = Told.at("maryland", progressive() | wheel()).bets_on("progressive", 1).bets_on("bonus_spin", 1, 2)
    told.does(DEALER, c.CallNoMoreBets())
    for bad in (count(progressive=3), c.CountSideWagers(3), count(progressive=1, bonus_spin=-1)):
        refused = told.refuses(DEALER, bad)
        assert (refused.why, "MD-8-D-1-b" in refused.clauses) == (Refusal.COUNT_IS_BAD, True)
    (miscounted,) = told.does(DEALER, count(progressive=2, bonus_spin=1))
    assert miscounted == SideWagersMiscounted((("progressive", 2), ("bonus_spin", 1)))
    told.does(DEALER, count(progressive=1, bonus_spin=2))
    assert told.table.phase == "dealing"


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_8_d_1_without_side_wagers_nothing_is_counted(rulebook: str) -> None:
    told = Told.at(rulebook, progressive()).bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    assert told.table.phase == "dealing"
    assert told.refuses(DEALER, c.CountSideWagers(0)).why is Refusal.NOT_NOW


# Fed


@pytest.mark.parametrize("rulebook", BOTH)
@pytest.mark.parametrize(("rate", "fed"), [("0.20", [200]), ("0.002", [2]), ("0.15", [150]), ("1", [1000]), ("0", [])])
def test_md_10_c_1_the_meter_takes_the_houses_rate_in_whole_cents(rulebook: str, rate: str, fed: list[int]) -> None:
    told = Told.at(rulebook, progressive(rate=rate)).bets_on("progressive", 1, 3).closes()
    assert [event.amount for event in told.happened(MeterFed)] == fed
    assert told.table.meters["progressive"].reading == 1_000_000 + sum(fed)


@pytest.mark.parametrize(("rulebook", "clause"), [("maryland", "MD-10-C-1"), ("massachusetts", "MA-11-b")])
def test_md_10_c_1_a_house_says_how_fast_its_meter_grows_and_in_whole_cents(rulebook: str, clause: str) -> None:
    silent = refusals(rulebook, {"progressive": {"reset": "10000.00"}})["progressive.rate"]
    assert silent.message.startswith("missing")
    assert clause in silent.clauses
    # A thousandth of five dollars is half a cent.
    assert clause in refusals(rulebook, progressive(rate="0.001"))["progressive.rate"].clauses
    assert not refusals(rulebook, progressive(rate="0.001", stakes=["10.00"]) | envy_of_ten(rulebook))


def envy_of_ten(rulebook: str) -> House:
    """The envy bonus of a ten-dollar wager, which one of the two documents leaves to the house."""
    return {"envy": {"table": {"10.00": "10000.00"}}} if rulebook == "maryland" else {}


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_10_d_4_every_share_is_in_the_meter_before_a_card_is_dealt(rulebook: str) -> None:
    told = counting(rulebook=rulebook).goes_on("counting")
    assert told.reads("progressive") == "10002.00"
    told.deals("7s")
    shown = SideWagersCollected | SideWagersCounted | MeterFed | CardDealt
    kinds = [type(event) for event in told.events if isinstance(event, shown)]
    assert kinds == [SideWagersCollected, SideWagersCounted, MeterFed, CardDealt]


def test_md_10_c_2_the_meter_starts_at_the_houses_amount_and_that_is_10000_or_more() -> None:
    assert Told.at("maryland", progressive(reset="25000.00")).reads("progressive") == "25000.00"
    assert Told.at("maryland", progressive(reset="10000.00")).reads("progressive") == "10000.00"
    refused = refusals("maryland", progressive(reset="9999.99"))["progressive.reset"]
    assert "MD-10-C-2" in refused.clauses


def test_ma_11_b_the_meter_starts_where_the_house_says() -> None:
    assert Told.at("massachusetts", progressive(reset="500.00")).reads("progressive") == "500.00"
    assert "MA-11-b" in refusals("massachusetts", {"progressive": {"rate": "0.20"}})["progressive.reset"].clauses

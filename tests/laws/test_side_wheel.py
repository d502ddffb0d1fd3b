"""Bonus Spin: what turns the wheel, what the hot spot and the others are paid, and when."""

import pytest

from tests.side_bets.houses import House, progressive, refusals, wheel
from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.money import format_cents, parse_cents
from wartable.rulebook import EDITION
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table.events import MeterPaid, MeterReset, SideBetsSettled, WagerSettled, WheelRespun, WheelSpun

HOT = [
    ("MD-10-D-1-c", "1000", "1000.00"),
    ("MD-10-D-1-d", "600", "600.00"),
    ("MD-10-D-1-e", "500", "500.00"),
    ("MD-10-D-1-f", "400", "400.00"),
    ("MD-10-D-1-g", "350", "350.00"),
    ("MD-10-D-1-h", "300", "300.00"),
    ("MD-10-D-1-i", "250", "250.00"),
    ("MD-10-D-1-j", "200", "200.00"),
]
COMMUNITY = [
    ("MD-10-E-1-a", "150", "150.00"),
    ("MD-10-E-1-b", "100", "125.00"),
    ("MD-10-E-1-c", "75", "100.00"),
    ("MD-10-E-1-d", "50", "75.00"),
    ("MD-10-E-1-e", "40", "50.00"),
    ("MD-10-E-1-f", "35", "40.00"),
    ("MD-10-E-1-g", "30", "30.00"),
    ("MD-10-E-1-h", "25", "25.00"),
]
"""Clause, symbol and printed pay: from the second to the sixth they differ."""


def triggered(
    house: House | None = None, seats: tuple[int, ...] = (1, 2), cards: str = "9c Js Ah", edition: int = EDITION
) -> Told:
    """These seats bet on the wheel, and the dealer's card is a red ace."""
    told = Told.at("maryland", house or wheel(), edition).bets_on("bonus_spin", *seats)
    return told.closes().deals(cards)


# The trigger


@pytest.mark.parametrize(
    ("card", "turns"), [("Ah", True), ("Ad", True), ("As", False), ("Ac", False), ("Kh", False), ("2d", False)]
)
def test_md_7_f_4_1_the_dealers_first_card_of_the_designated_rank_and_color_turns_the_wheel(
    card: str, turns: bool
) -> None:
    told = triggered(cards=f"9c Js {card}").settles()
    (prompt,) = steps(told.table)
    assert (prompt.step == "spin") is turns
    if turns:
        assert "MD-7-F-4.1" in prompt.clauses
    else:
        refused = told.refuses(SHOE, c.SpinWheel(1, "500", "100"))
        assert refused.why is Refusal.NO_SPIN_IS_DUE
        line = told.finishes().lines(1)["bonus_spin"]
        assert (line.result, line.collected, line.paid) == ("lose", 500, 0)
        assert "MD-7-F-4.1" in line.clauses


def test_md_7_f_4_1_neither_a_players_card_nor_the_dealers_war_card_turns_it() -> None:
    told = triggered(cards="Ah 7c 7d").wars_all().war_deals("9d Ad").finishes()
    assert not told.happened(WheelSpun)
    assert told.lines(1)["bonus_spin"].result == "lose"


def test_md_7_f_4_1_the_house_designates_rank_and_color() -> None:
    sevens = wheel(trigger={"rank": "7", "color": "black"})
    assert triggered(sevens, cards="9c Js 7c").spins(1, "500", "100").happened(WheelSpun)
    assert "MD-7-F-4.1" in refusals("maryland", {"bonus_spin": {}})["bonus_spin.trigger"].clauses
    assert "bonus_spin.trigger" in refusals("maryland", wheel(trigger={"rank": "1", "color": "red"}))


def test_md_7_f_4_2_it_turns_only_for_players_who_bet_on_it() -> None:
    told = Told.at("maryland", wheel()).bets(1, "10.00").closes().deals("9c Ah").settles()
    assert told.table.phase == "picking_up"
    assert triggered(seats=(1,), cards="9c Ah").spins(1, "500", "100").happened(WheelSpun)


@pytest.mark.parametrize("amount", [100, 200, 499, 1000])
def test_md_7_f_4_2_only_five_dollars_are_bet_where_no_other_table_was_filed(amount: int) -> None:
    told = Told.at("maryland", wheel()).bets(1, "10.00")
    refused = told.refuses(DEALER, c.PlaceWager(1, "bonus_spin", amount))
    assert refused.why is Refusal.STAKE_IS_NOT_OFFERED
    assert "MD-7-F-4.2" in refused.clauses
    assert told.does(DEALER, c.PlaceWager(1, "bonus_spin", 500))


def test_md_7_f_4_2_the_wheel_is_bet_only_where_the_house_offers_it_and_after_the_initial_wager() -> None:
    bet = c.PlaceWager(1, "bonus_spin", 500)
    assert Told.at("maryland").bets(1, "10.00").refuses(DEALER, bet).why is Refusal.WAGER_IS_NOT_OFFERED
    assert Told.at("maryland", wheel()).sits(1).refuses(DEALER, bet).why is Refusal.INITIAL_WAGER_COMES_FIRST
    for rulebook in ("california", "wisconsin", "massachusetts", "washington"):
        assert "bonus_spin" in " ".join(refusals(rulebook, wheel()))


# Turning it


def test_md_10_d_2_the_rings_stop_once_where_the_wheel_has_symbols() -> None:
    told = triggered().settles()
    early = told.refuses(DEALER, c.SettleSideBets())
    assert early.why is Refusal.SPIN_COMES_FIRST
    assert "MD-10-D-2" in early.clauses
    for actor in (DEALER, FLOOR, player("seat 1")):
        assert told.refuses(actor, c.SpinWheel(1, "500", "100")).why is Refusal.NOT_YOURS
    for bad in (c.SpinWheel(1, "700", "100"), c.SpinWheel(1, "500", "125"), c.SpinWheel(1, "none", "100")):
        assert told.refuses(SHOE, bad).why is Refusal.NO_SUCH_SYMBOL
    for seat in (0, 10):
        assert told.refuses(SHOE, c.SpinWheel(seat, "500", "100")).why is Refusal.NO_SUCH_SEAT
    assert told.does(SHOE, c.SpinWheel(1, "500", "100")) == (WheelSpun(1, "500", "100"),)
    assert told.refuses(SHOE, c.SpinWheel(2, "1000", "100")).why is Refusal.NO_SPIN_IS_DUE


# The hot spot


@pytest.mark.parametrize(("clause", "symbol", "pay"), HOT, ids=[clause for clause, *_ in HOT])
def test_the_hot_spot_is_paid_its_symbol_and_the_wager_is_kept(clause: str, symbol: str, pay: str) -> None:
    told = triggered().spins(1, symbol, "25").finishes()
    hot, other = told.lines(1)["bonus_spin"], told.lines(2)["bonus_spin"]
    assert (hot.result, hot.collected, hot.returned, format_cents(hot.paid)) == ("hot", 500, 0, pay)
    assert {clause, "MD-10-D-2"} <= set(hot.clauses)
    assert (other.result, other.collected, other.paid) == ("lose", 500, 0)
    assert "MD-10-D" in other.clauses


@pytest.mark.parametrize(
    ("clause", "symbol", "paid", "after"),
    [
        ("MD-10-D-1-a", "primary", "23150.00", {"spin_primary": "10000.00", "spin_secondary": "7300.00"}),
        ("MD-10-D-1-b", "secondary", "7300.00", {"spin_primary": "23150.00", "spin_secondary": "5000.00"}),
    ],
    ids=["MD-10-D-1-a", "MD-10-D-1-b"],
)
def test_a_jackpot_symbol_takes_the_whole_of_its_meter(
    clause: str, symbol: str, paid: str, after: dict[str, str]
) -> None:
    """Two wagers add a dollar to the first meter and twenty cents to the second before the wheel turns."""
    told = Told.at("maryland", wheel()).syncs("spin_primary", "23149.00").syncs("spin_secondary", "7299.80")
    told.bets_on("bonus_spin", 1, 2).closes().deals("9c Js Ad").spins(2, symbol, "40").finishes()
    line = told.lines(2)["bonus_spin"]
    assert (line.result, format_cents(line.paid)) == ("hot", paid)
    assert {clause, "MD-10-D-2"} <= set(line.clauses)
    (meter,) = told.happened(MeterPaid)
    assert (meter.seat, format_cents(meter.amount)) == (2, paid)
    assert len(told.happened(MeterReset)) == 1
    assert {"spin_primary": told.reads("spin_primary"), "spin_secondary": told.reads("spin_secondary")} == after


def test_md_10_d_3_a_both_meters_are_fed_from_every_wager_each_at_its_rate() -> None:
    told = Told.at("maryland", wheel()).bets_on("bonus_spin", 1, 2, 5).closes()
    assert (told.reads("spin_primary"), told.reads("spin_secondary")) == ("10001.50", "5000.30")
    for meter in ("primary", "secondary"):
        refused = refusals("maryland", wheel(**{meter: {"reset": "10000.00"}}))[f"bonus_spin.{meter}.rate"]
        assert "MD-10-D-3-a" in refused.clauses
        broken = refusals("maryland", wheel(**{meter: {"reset": "10000.00", "rate": "0.001"}}))
        assert "MD-10-D-3-a" in broken[f"bonus_spin.{meter}.rate"].clauses


@pytest.mark.parametrize(
    ("meter", "least", "less"), [("primary", "10000.00", "9999.99"), ("secondary", "5000.00", "4999.99")]
)
def test_md_10_d_3_b_i_the_meters_start_at_10000_and_5000_or_more(meter: str, least: str, less: str) -> None:
    key = f"bonus_spin.{meter}.reset"
    assert not refusals("maryland", wheel(**{meter: {"reset": least, "rate": "0.10"}}))
    assert "MD-10-D-3-b-i" in refusals("maryland", wheel(**{meter: {"reset": less, "rate": "0.10"}}))[key].clauses
    told = Told.at("maryland", wheel(**{meter: {"reset": "20000.00", "rate": "0.10"}}))
    assert told.reads("spin_primary" if meter == "primary" else "spin_secondary") == "20000.00"


# The community pay


@pytest.mark.parametrize(("clause", "symbol", "pay"), COMMUNITY, ids=[clause for clause, *_ in COMMUNITY])
def test_the_others_are_paid_what_is_printed_beside_the_symbol(clause: str, symbol: str, pay: str) -> None:
    told = triggered(seats=(1, 2, 3), cards="9c Js 4d Ah").spins(1, "500", symbol).finishes()
    for seat in (2, 3):
        line = told.lines(seat)["community"]
        assert (line.result, line.staked, line.collected, format_cents(line.paid)) == ("community", 0, 0, pay)
        assert {clause, "MD-10-D-5-a"} <= set(line.clauses)
    assert "community" not in told.lines(1)


def test_md_10_d_5_a_who_did_not_bet_has_no_part_in_the_community_pay() -> None:
    told = Told.at("maryland", wheel()).bets(1, "10.00").bets_on("bonus_spin", 2, 3)
    told.closes().deals("9c Js 4d Ah").spins(3, "500", "100").finishes()
    assert set(told.lines(1)) == {"initial"}
    assert (told.lines(2)["community"].result, told.lines(2)["community"].paid) == ("community", 12_500)


PAYTABLE_A = {"150": "150.00", "100": "125.00", "75": "100.00", "50": "75.00"}
PAYTABLE_A |= {"40": "50.00", "35": "40.00", "30": "30.00", "25": "25.00"}
ROWS_OF_A = dict(zip(PAYTABLE_A, "abcdefgh", strict=True))


@pytest.mark.parametrize("symbol", PAYTABLE_A)
def test_md_10_e_1_no_house_changes_a_row_of_paytable_a(symbol: str) -> None:
    """MD-10-E and MD-10-E-1-a to -h: a wager of five dollars is paid as printed."""
    refused = refusals("maryland", wheel(community_table={symbol: "0.01"}))["bonus_spin.community_table"]
    assert "MD-10-E" in refused.clauses
    line = triggered(wheel(community_table=PAYTABLE_A)).spins(1, "500", symbol).finishes().lines(2)["community"]
    assert line.paid == parse_cents(PAYTABLE_A[symbol])
    assert line.clauses[0] == f"MD-10-E-1-{ROWS_OF_A[symbol]}"


def test_md_10_e_a_row_that_paytable_a_does_not_have_is_no_row_of_a_house() -> None:
    assert "bonus_spin.community_table" in refusals("maryland", wheel(community_table={"125": "125.00"}))


def test_md_10_d_5_b_in_a_log_of_the_first_edition_the_approved_submission_may_pay_otherwise() -> None:
    house = wheel(community_table={"100": "100.00"})
    paid = [triggered(house, edition=1).spins(1, "500", on).finishes().lines(2)["community"] for on in ("100", "75")]
    assert [line.paid for line in paid] == [10_000, 10_000]
    assert [line.clauses[0] for line in paid] == ["MD-10-D-5-b", "MD-10-E-1-c"]


def test_md_10_e_five_dollars_draw_the_community_pay_from_paytable_a_and_one_dollar_from_the_houses() -> None:
    """MD-7-F-4.2 allows a dollar, MD-10-D-5-a sizes the pay by the wager; both tables are the house's."""
    own: House = {
        "stakes": ["1.00", "5.00"],
        "dollar_hot_table": {symbol: f"{int(symbol) // 5}.00" for _, symbol, _ in HOT},
        "dollar_community_table": {symbol: f"{int(symbol) // 5}.00" for _, symbol, _ in COMMUNITY},
    }
    told = Told.at("maryland", wheel(**own)).bets_on("bonus_spin", 1, 2, amount="1.00").bets_on("bonus_spin", 3)
    told.closes().deals("9c Js 4d Ah").spins(1, "500", "100").finishes()
    assert told.lines(1)["bonus_spin"].paid == 10_000
    community = [told.lines(seat)["community"] for seat in (2, 3)]
    assert [(line.result, line.paid) for line in community] == [("community", 2000), ("community", 12_500)]
    assert all("MD-10-D-5-a" in line.clauses for line in community)
    assert told.lines(1)["bonus_spin"].collected == 100
    assert told.reads("spin_primary") == "10000.70"
    refused = refusals("maryland", wheel(stakes=["1.00"]))["bonus_spin.stakes"]
    assert "MD-7-F-4.2" in refused.clauses


def test_md_10_e_a_dollar_at_the_hot_spot_takes_the_meter_it_stops_at() -> None:
    own: House = {
        "stakes": ["1.00"],
        "dollar_hot_table": {symbol: "50.00" for _, symbol, _ in HOT},
        "dollar_community_table": {symbol: "5.00" for _, symbol, _ in COMMUNITY},
    }
    told = Told.at("maryland", wheel(**own)).bets_on("bonus_spin", 1, amount="1.00").closes().deals("9c Ah")
    assert told.spins(1, "primary", "25").finishes().happened(MeterPaid)[0].amount == 1_000_010


# What the house settles about the hot spot


def test_md_10_d_2_an_unbet_hot_spot_pays_nobody_and_moves_no_meter() -> None:
    told = triggered().spins(5, "primary", "75").finishes()
    assert [told.lines(seat)["bonus_spin"].result for seat in (1, 2)] == ["lose", "lose"]
    assert [told.lines(seat)["community"].paid for seat in (1, 2)] == [10_000, 10_000]
    assert (told.happened(MeterPaid), told.reads("spin_primary")) == ([], "10001.00")


def test_md_10_d_2_or_the_wheel_is_turned_again() -> None:
    told = triggered(wheel(unbet_position="respin")).settles()
    for seat in (3, 9):
        assert told.does(SHOE, c.SpinWheel(seat, "500", "75")) == (WheelRespun(seat, "500", "75"),)
        assert [step.step for step in steps(told.table)] == ["spin"]
    assert told.spins(2, "500", "75").finishes().lines(2)["bonus_spin"].paid == 50_000


def test_md_10_d_2_a_seat_with_other_wagers_only_is_unbet() -> None:
    told = Told.at("maryland", wheel(unbet_position="respin")).bets(1, "10.00").bets_on("bonus_spin", 2)
    told.closes().deals("9c Js Ah").settles()
    assert told.does(SHOE, c.SpinWheel(1, "500", "75")) == (WheelRespun(1, "500", "75"),)


def test_md_10_d_2_every_stop_of_the_wheel_is_recorded_with_the_turns_before_it() -> None:
    told = triggered(wheel(unbet_position="respin")).settles()
    stops = ((3, "primary", "75"), (9, "500", "25"))
    spun = told.does(SHOE, c.SpinWheel(2, "600", "100", stops))
    assert spun == (WheelRespun(*stops[0]), WheelRespun(*stops[1]), WheelSpun(2, "600", "100"))


def test_md_10_d_2_no_stop_at_a_bet_position_is_turned_again() -> None:
    told = triggered(wheel(unbet_position="respin")).settles()
    refused = told.refuses(SHOE, c.SpinWheel(2, "600", "100", ((1, "200", "25"),)))
    assert (refused.why, refused.clauses) == (Refusal.HOT_SPOT_IS_BET, ("MD-10-D-2",))
    for bad in ((99, "200", "25"), (3, "7", "25"), (3, "none", "25")):
        told.refuses(SHOE, c.SpinWheel(2, "600", "100", (bad,)))
    plain = triggered().settles()
    assert plain.refuses(SHOE, c.SpinWheel(2, "600", "100", ((3, "200", "25"),))).why is Refusal.HOT_SPOT_IS_BET


def test_md_10_d_5_a_the_hot_spot_gets_the_community_pay_too_where_the_house_says_so() -> None:
    told = triggered(wheel(also_community=True)).spins(1, "500", "100").finishes()
    assert (told.lines(1)["bonus_spin"].paid, told.lines(1)["community"].paid) == (50_000, 12_500)


@pytest.mark.parametrize("key", ["also_community", "unbet_position"])
def test_md_10_d_2_the_house_must_settle_what_the_text_leaves_open(key: str) -> None:
    house = wheel()
    del house["bonus_spin"]["hot_spot"][key]
    assert refusals("maryland", house)[f"bonus_spin.hot_spot.{key}"].reading == "MD.36"


# When


def order(told: Told) -> list[str]:
    return [event.wager for event in told.happened(WagerSettled)]


def test_md_10_d_2_the_wheel_turns_after_the_wars_the_progressives_and_envy() -> None:
    told = Told.at("maryland", progressive() | wheel()).bets_on("progressive", 1, 2).bets_on("bonus_spin", 1, 2)
    told.closes().deals("Ah 4c Ah").wars_all()
    assert told.refuses(SHOE, c.SpinWheel(1, "500", "100")).why is Refusal.NOT_NOW
    told.war_deals("Ah Ah").spins(1, "500", "100").finishes()
    assert order(told) == [
        *("initial", "progressive"),
        *("initial", "war", "progressive"),
        *("envy", "bonus_spin", "community", "bonus_spin"),
    ]


def test_md_10_d_2_or_before_tied_players_choose() -> None:
    house = wheel(settle_point="after_original_deal")
    told = triggered(house, cards="Ac Js Ah").settles()
    assert steps(told.table)[0].step == "spin"
    told.spins(1, "500", "100").goes_on("side_bets")
    assert (told.table.phase, told.asked()) == ("deciding", (1, ""))
    assert told.lines(1)["bonus_spin"].paid == 50_000
    told.war(1).war_deals("9s 4d").finishes()
    assert order(told) == ["initial", "bonus_spin", "community", "bonus_spin", "initial", "war"]
    assert told.table.phase == "betting"


def test_md_10_d_2_an_early_wheel_leaves_the_progressive_and_envy_for_later() -> None:
    house = wheel(settle_point="after_original_deal") | progressive(settle_point="end_of_round")
    told = Told.at("maryland", house).bets_on("progressive", 1, 2).bets_on("bonus_spin", 1)
    told.closes().deals("Ah 4c Ah").spins(1, "200", "25").goes_on("side_bets")
    assert order(told) == ["initial", "bonus_spin"]
    told.wars_all().war_deals("Ah Ah").finishes()
    assert order(told)[2:] == ["initial", "war", "progressive", "progressive", "envy"]
    assert len(told.happened(SideBetsSettled)) == 2


@pytest.mark.parametrize("card", ["Ah", "9s"])
def test_md_10_d_2_an_early_wheel_without_a_tie_is_settled_with_everything_else(card: str) -> None:
    told = triggered(wheel(settle_point="after_original_deal"), cards=f"4c Js {card}").settles()
    if card == "Ah":
        told.spins(2, "500", "100")
    assert told.finishes().table.phase == "betting"
    assert len(told.happened(SideBetsSettled)) == 1


def test_md_10_d_2_an_early_wheel_that_nothing_turns_is_lost_before_the_wars() -> None:
    told = triggered(wheel(settle_point="after_original_deal"), cards="7c Js 7d").settles().goes_on("side_bets")
    assert (told.table.phase, told.lines(1)["bonus_spin"].result) == ("deciding", "lose")
    told.surrenders(1).finishes()
    assert told.table.phase == "betting"

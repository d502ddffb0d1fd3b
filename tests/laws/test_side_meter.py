"""The meter: paid whole to the highest hand, at the reading of that moment, reset, and never lowered otherwise."""

import pytest
from msgspec.structs import replace

from tests.side_bets.houses import BOTH, House, progressive, refusals, wheel
from tests.told import DEALER, FLOOR, METER, SHOE, Told, player, rules_of
from wartable.rulebook import EDITION, MeterName
from wartable.table import Actor, Refusal, next_of_the_house
from wartable.table import commands as c
from wartable.table.events import MeterCorrected, MeterFed, MeterPaid, MeterReset, MeterSynced, RateChanged


def two_hits(rulebook: str, house: House, reading: str = "12400.00", edition: int = EDITION) -> Told:
    """Seats 2 and 3 hit the meter in one round; seat 1 bets and does not tie. The shares make up the reading."""
    told = Told.at(rulebook, house, edition).syncs("progressive", reading, paid_elsewhere=True)
    told.bets_on("progressive", 1, 2, 3).closes().deals("4c Kh Kh Kh").wars_all()
    return told.war_deals("Kh Kh Kh")


def meter_hit(told: Told) -> Told:
    """Seat 1 hits the meter."""
    told.bets_on("progressive", 1).closes().deals("7s 7s").wars_all().war_deals("7s 7s")
    return told.finishes()


@pytest.mark.parametrize(
    ("rulebook", "clauses"),
    [("maryland", {"MD-10-B-1.1", "MD-10-B-1.2"}), ("massachusetts", {"MA-11-b", "MA-11-c-t1.1", "MA-11-c-t1.2"})],
)
def test_md_10_b_1_1_a_suited_four_of_a_kind_takes_the_whole_meter_and_1000_to_1(
    rulebook: str, clauses: set[str]
) -> None:
    told = meter_hit(Told.at(rulebook, progressive()).syncs("progressive", "12399.00"))
    line = told.lines(1)["progressive"]
    assert line.paid == 1_240_000 + 1000 * 500
    assert clauses <= set(line.clauses)
    assert told.happened(MeterPaid) == [MeterPaid("progressive", 1, "seat 1", 1_240_000)]
    assert told.happened(MeterReset) == [MeterReset("progressive", 1_000_000)]
    assert told.reads("progressive") == "10000.00"


def test_ma_11_c_n2_a_larger_wager_raises_the_odds_and_not_the_share_of_the_meter() -> None:
    told = Told.at("massachusetts", progressive(stakes=["10.00"], rate="0")).syncs("progressive", "12400.00")
    told.bets_on("progressive", 1, amount="10.00").closes().deals("7s 7s").wars_all().war_deals("7s 7s").finishes()
    assert told.lines(1)["progressive"].paid == 1_240_000 + 1000 * 1000


# The reading of the moment


@pytest.mark.parametrize(("rulebook", "clause"), [("maryland", "MD-10-D-4"), ("massachusetts", "MA-11-b")])
def test_md_10_d_4_the_second_hit_of_a_round_takes_the_reset_amount(rulebook: str, clause: str) -> None:
    told = two_hits(rulebook, progressive(), "12397.00").finishes()
    first, second = told.lines(3)["progressive"], told.lines(2)["progressive"]
    assert (first.paid, second.paid) == (500_000 + 1_240_000, 500_000 + 1_000_000)
    assert clause in first.clauses
    # From the dealer's right: the highest seat is paid first.
    assert [event.seat for event in told.happened(MeterPaid)] == [3, 2]
    assert len(told.happened(MeterReset)) == 2
    assert told.reads("progressive") == "10000.00"


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_10_d_4_the_meter_is_read_when_the_players_turn_comes(rulebook: str) -> None:
    """Between the hand and its pay a linked table adds to the meter: the player gets that too."""
    told = two_hits(rulebook, progressive(), "12397.00").settles().syncs("progressive", "12450.00")
    told.finishes()
    assert told.happened(MeterPaid)[0].amount == 1_245_000


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_10_d_4_a_hit_at_another_table_a_moment_before_leaves_what_it_left(rulebook: str) -> None:
    told = two_hits(rulebook, progressive()).settles().syncs("progressive", "10000.00", paid_elsewhere=True)
    assert told.finishes().happened(MeterPaid)[0].amount == 1_000_000


@pytest.mark.parametrize(("rulebook", "clause"), [("maryland", "MD-10-D-4"), ("massachusetts", "MA-11-c-t1.1")])
def test_md_10_d_4_and_ma_11_c_t1_1_no_house_shares_a_meter_between_two_hits(rulebook: str, clause: str) -> None:
    assert clause in refusals(rulebook, progressive(multi_hit="split"))["progressive.multi_hit"].clauses


def test_ma_11_c_t1_1_each_hit_is_paid_the_whole_meter_of_that_moment() -> None:
    told = two_hits("massachusetts", progressive(rate="0"), "12400.00").finishes()
    assert [event.amount for event in told.happened(MeterPaid)] == [1_240_000, 1_000_000]


# Logs of the first edition, in which hits of one round could share the meter


@pytest.mark.parametrize("validate", ["every_win", "meter_only"])
@pytest.mark.parametrize("settle_point", ["per_player", "end_of_round"])
def test_ma_11_b_where_hits_share_the_meter_the_earlier_takes_the_odd_cent(validate: str, settle_point: str) -> None:
    house = progressive(multi_hit="split", rate="0", validate=validate, settle_point=settle_point)
    told = two_hits("massachusetts", house, "12400.01", edition=1).finishes()
    assert [(event.seat, event.amount) for event in told.happened(MeterPaid)] == [(3, 620_001), (2, 620_000)]
    assert told.happened(MeterReset) == [MeterReset("progressive", 1_000_000)]
    assert told.reads("progressive") == "10000.00"


def test_ma_11_b_a_meter_of_which_a_share_was_paid_has_just_been_hit() -> None:
    told = two_hits("massachusetts", progressive(multi_hit="split"), edition=1).settles()
    assert not told.table.meters["progressive"].just_hit
    while not told.happened(MeterPaid) and (turn := next_of_the_house(told.table)):
        told.does(*turn)
    assert told.happened(MeterReset) == []
    assert told.table.meters["progressive"].just_hit


def test_ma_11_b_three_hits_share_the_meter_to_the_cent() -> None:
    told = Told.at("massachusetts", progressive(multi_hit="split", rate="0") | {"decks": 8}, edition=1)
    told.syncs("progressive", "10000.01").bets_on("progressive", 1, 2, 3).closes().deals("Kh Kh Kh Kh").wars_all()
    told.war_deals("Kh Kh Kh Kh").finishes()
    assert [event.amount for event in told.happened(MeterPaid)] == [333_334, 333_334, 333_333]
    assert sum(event.amount for event in told.happened(MeterPaid)) == 1_000_001


def test_ma_11_b_one_hit_of_a_shared_meter_takes_it_all() -> None:
    told = meter_hit(
        Told.at("massachusetts", progressive(multi_hit="split"), edition=1).syncs("progressive", "12399.00")
    )
    assert told.happened(MeterPaid)[0].amount == 1_240_000


# A meter never falls, except by a pay or a correction


def test_md_10_c_1_a_linked_meter_rises_by_wagers_at_other_tables() -> None:
    told = Told.at("maryland", progressive()).syncs("progressive", "10075.00")
    assert told.happened(MeterSynced) == [MeterSynced("progressive", 1_000_000, 1_007_500, paid_elsewhere=False)]
    assert told.accounts() == {"linked": -7500, "meter/progressive": 7500}
    told.syncs("progressive", "10075.00").bets_on("progressive", 1).closes()
    assert told.reads("progressive") == "10076.00"


def test_md_10_c_2_a_meter_falls_only_because_it_was_paid() -> None:
    told = Told.at("maryland", progressive()).syncs("progressive", "12400.00")
    lower = c.SyncMeter("progressive", 1_239_999)
    assert told.refuses(METER, lower).why is Refusal.METER_NEVER_FALLS
    told.syncs("progressive", "10000.00", paid_elsewhere=True)
    assert told.reads("progressive") == "10000.00"
    for reading in (-1, 10**14 + 1):
        assert told.refuses(METER, c.SyncMeter("progressive", reading)).why is Refusal.AMOUNT_IS_BAD
    told.does(METER, c.SyncMeter("progressive", 10**14))
    assert told.refuses(METER, c.SyncMeter("spin_primary", 1)).why is Refusal.NO_SUCH_METER


def test_md_10_c_2_the_floor_corrects_a_meter_with_a_reason_that_is_recorded() -> None:
    told = Told.at("maryland", progressive()).syncs("progressive", "12400.00")
    correct = c.CorrectMeter("progressive", 1_230_000, "the link sent an old reading")
    for actor in (DEALER, METER, SHOE, player("seat 1")):
        assert told.refuses(actor, correct).why is Refusal.NOT_YOURS
    told.does(FLOOR, correct)
    assert told.happened(MeterCorrected) == [
        MeterCorrected("progressive", 1_240_000, 1_230_000, "the link sent an old reading")
    ]
    assert told.reads("progressive") == "12300.00"
    for bad in (c.CorrectMeter("progressive", 1_000_000, " "), c.CorrectMeter("progressive", 1_000_000, "x" * 201)):
        assert told.refuses(FLOOR, bad).why is Refusal.REASON_IS_MISSING
    for reading in (-1, 10**14 + 1):
        assert told.refuses(FLOOR, c.CorrectMeter("progressive", reading, "why")).why is Refusal.AMOUNT_IS_BAD
    for reading in (1_000_000, 10**14):
        told.does(FLOOR, c.CorrectMeter("progressive", reading, "why"))
    assert told.refuses(FLOOR, c.CorrectMeter("spin_primary", 1, "why")).why is Refusal.NO_SUCH_METER


@pytest.mark.parametrize("actor", [DEALER, FLOOR, SHOE, player("seat 1")], ids=lambda actor: actor.role)
def test_md_10_c_1_only_the_link_says_what_other_tables_did(actor: Actor) -> None:
    told = Told.at("maryland", progressive())
    assert told.refuses(actor, c.SyncMeter("progressive", 2_000_000)).why is Refusal.NOT_YOURS


def test_md_10_c_2_losing_rounds_never_lower_the_meter() -> None:
    told = Told.at("maryland", progressive())
    for cards, reading in (("7s 9d", "10001.00"), ("Ks 9d", "10002.00"), ("2s 9d", "10003.00")):
        told.bets_on("progressive", 1).closes().deals(cards).finishes()
        assert told.reads("progressive") == reading


def test_md_10_c_2_a_meter_stands_overnight_where_it_stood() -> None:
    told = Told.at("maryland", progressive()).syncs("progressive", "12345.67")
    told.does(FLOOR, c.CloseTable())
    told.goes_on().does(FLOOR, c.OpenTable("Eve"))
    assert told.goes_on().reads("progressive") == "12345.67"


# The rate


def filed_anew(told: Told, rate: str) -> Told:
    """The house files another rate, and its rules are put in force; the meter keeps its rate until it was hit."""
    told.table = replace(told.table, rules=rules_of("maryland", progressive(rate=rate)))
    return told


def test_md_10_c_1_the_rate_changes_only_after_a_hit() -> None:
    told = filed_anew(Told.at("maryland", progressive()), "0.10")
    change = c.ChangeRate("progressive", "0.10")
    assert told.refuses(FLOOR, change).why is Refusal.RATE_CHANGES_AFTER_A_HIT
    meter_hit(told)
    assert told.refuses(DEALER, change).why is Refusal.NOT_YOURS
    for bad in ("0.001", "much", "-0.1", "1.5"):
        assert told.refuses(FLOOR, c.ChangeRate("progressive", bad)).why is Refusal.RATE_IS_BAD
    assert told.refuses(FLOOR, c.ChangeRate("spin_primary", "0.1")).why is Refusal.NO_SUCH_METER
    assert told.does(FLOOR, change) == (RateChanged("progressive", "0.10"),)
    told.bets_on("progressive", 1).closes()
    assert told.happened(MeterFed)[-1].amount == 50
    assert told.deals("7s 9d").finishes().refuses(FLOOR, change).why is Refusal.RATE_CHANGES_AFTER_A_HIT


def test_md_10_c_1_a_hit_at_another_table_opens_the_rate_too() -> None:
    told = filed_anew(Told.at("maryland", progressive()), "0.10")
    told.syncs("progressive", "10000.00", paid_elsewhere=True)
    told.does(FLOOR, c.ChangeRate("progressive", "0.10"))
    told.syncs("progressive", "10000.50")
    assert told.refuses(FLOOR, c.ChangeRate("progressive", "0.10")).why is Refusal.RATE_CHANGES_AFTER_A_HIT


def test_md_10_c_1_a_correction_between_rounds_leaves_the_rate_open() -> None:
    told = filed_anew(meter_hit(Told.at("maryland", progressive())), "0.10")
    told.does(FLOOR, c.CorrectMeter("progressive", 1_000_100, "one dollar was lost on the way"))
    told.does(FLOOR, c.ChangeRate("progressive", "0.10"))


def test_md_10_c_1_no_rate_changes_in_the_middle_of_a_round() -> None:
    told = filed_anew(meter_hit(Told.at("maryland", progressive())), "0.10").bets(1, "10.00")
    told.does(FLOOR, c.ChangeRate("progressive", "0.10"))
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(FLOOR, c.ChangeRate("progressive", "0.10")).why is Refusal.NOT_NOW


@pytest.mark.parametrize("rate", ["0.10", "1", "0.002"])
def test_md_10_c_1_no_floor_sets_a_rate_that_was_not_filed(rate: str) -> None:
    told = meter_hit(Told.at("maryland", progressive()))
    refused = told.refuses(FLOOR, c.ChangeRate("progressive", rate))
    assert (refused.why, refused.clauses) == (Refusal.RATE_IS_NOT_FILED, ("MD-10-C-1",))
    told.does(FLOOR, c.ChangeRate("progressive", "0.2"))


@pytest.mark.parametrize("meter", ["spin_primary", "spin_secondary"])
def test_md_10_d_3_a_no_floor_sets_a_rate_of_the_wheel_that_was_not_filed(meter: MeterName) -> None:
    told = Told.at("maryland", wheel()).syncs(meter, "20000.00", paid_elsewhere=True)
    refused = told.refuses(FLOOR, c.ChangeRate(meter, "1"))
    assert (refused.why, refused.clauses) == (Refusal.RATE_IS_NOT_FILED, ("MD-10-D-3-a",))


# A reading keeps to what was filed


@pytest.mark.parametrize(
    ("clause", "house", "meter", "reset"),
    [
        ("MD-10-C-2", progressive(reset="25000.00"), "progressive", 2_500_000),
        ("MD-10-D-3-b-i", wheel(), "spin_primary", 1_000_000),
        ("MD-10-D-3-b-i", wheel(), "spin_secondary", 500_000),
    ],
)
def test_md_10_c_2_and_md_10_d_3_b_i_no_reading_is_below_the_filed_reset(
    clause: str, house: House, meter: MeterName, reset: int
) -> None:
    told = Told.at("maryland", house)
    for by, command in (
        (METER, c.SyncMeter(meter, reset - 1, paid_elsewhere=True)),
        (FLOOR, c.CorrectMeter(meter, reset - 1, "the display is wrong")),
    ):
        refused = told.refuses(by, command)
        assert (refused.why, refused.clauses) == (Refusal.READING_IS_BELOW_THE_RESET, (clause,))
    told.does(METER, c.SyncMeter(meter, reset, paid_elsewhere=True))
    told.does(FLOOR, c.CorrectMeter(meter, reset, "the display is wrong"))


@pytest.mark.parametrize(("rulebook", "clause"), [("maryland", "MD-10-C-2"), ("massachusetts", "MA-11-b")])
def test_md_10_d_4_and_ma_11_b_no_correction_while_a_hand_on_the_layout_has_won_the_meter(
    rulebook: str, clause: str
) -> None:
    told = two_hits(rulebook, progressive(), "12397.00")
    lower = c.CorrectMeter("progressive", 1_000_000, "the display is wrong")
    while told.table.phase in ("war_settling", "validating"):
        refused = told.refuses(FLOOR, lower)
        assert (refused.why, refused.clauses) == (Refusal.METER_IS_OWED, (clause,))
        turn = next_of_the_house(told.table)
        assert turn is not None
        told.does(*turn)
    assert [event.amount for event in told.happened(MeterPaid)] == [1_240_000, 1_000_000]
    assert told.does(FLOOR, lower)


def test_md_10_d_4_no_correction_while_the_wheel_stands_at_a_meter() -> None:
    told = Told.at("maryland", wheel()).syncs("spin_primary", "23149.50").bets_on("bonus_spin", 1)
    told.closes().deals("2s Ah").spins(1, "primary", "25")
    assert told.refuses(FLOOR, c.CorrectMeter("spin_primary", 1_000_000, "why")).why is Refusal.METER_IS_OWED
    assert told.does(FLOOR, c.CorrectMeter("spin_secondary", 1_000_000, "why"))
    assert told.finishes().happened(MeterPaid)[0].amount == 2_315_000

"""What players read before they bet: every pay, the payout limit, and a warning where the limit can cut a win."""

import asyncio
from pathlib import Path

from msgspec.structs import replace

from tests.server.running import quick_plan, running
from tests.told import Told, player, rules_of
from wartable.paper import Bullets
from wartable.report.sections import layout
from wartable.rulebook import Rules, check_house, layout_lines, paid_whole_up_to
from wartable.rulebook.rules import Payout
from wartable.table import commands as c
from wartable.table.sentences import say, words_of

HOUSE = Path(__file__).resolve().parents[2] / "houses" / "maryland.toml"


def shipped_rules() -> Rules:
    rules = check_house(HOUSE.read_bytes(), "maryland").rules
    assert rules is not None
    return rules


def test_md_2_b_5_a_the_layout_tells_every_pay_of_every_wager_offered() -> None:
    rules = shipped_rules()
    lines = layout_lines(rules)
    for odds in rules.pays.values():
        assert [line for line in lines if f" pays {odds.paid:,} to {odds.staked}" in line]
    assert "Progressive: a suited four of a kind pays 1,000 to 1 and 100 percent of the progressive meter" in lines
    assert "Envy bonus of a 5.00 progressive wager pays 5,000.00" in lines
    hot = [line for line in lines if "Hot Spot" in line]
    community = [line for line in lines if "Community" in line]
    rings = [place.split(".") for place in rules.settlement]
    assert len(hot) == len([one for one in rings if one[0] == "hot" and one[1] != "none"])
    assert len(community) == len([one for one in rings if one[0] == "community"])
    assert "Bonus Spin 5.00: Hot Spot Jackpot pays 100 percent of the primary meter of the wheel" in lines
    assert "Bonus Spin 5.00: Hot Spot 500 pays 500.00" in lines
    assert "Bonus Spin 5.00: Community 100 pays 125.00" in lines


def test_md_2_b_5_a_a_dollar_wager_and_a_larger_stake_have_their_own_lines() -> None:
    rules = shipped_rules()
    spin, progressive, envy = rules.bonus_spin, rules.progressive, rules.envy
    assert spin is not None
    assert progressive is not None
    assert envy is not None
    dollar = replace(spin, stakes=(1_00, 5_00), symbols=None, dollar_hot_table={"500": 100_00})
    larger = replace(envy, table={5_00: 5_000_00, 10_00: 10_000_00})
    lines = layout_lines(
        replace(rules, bonus_spin=dollar, progressive=replace(progressive, stakes=(5_00, 10_00)), envy=larger)
    )
    assert "Bonus Spin 1.00: Hot Spot 500 pays 100.00" in lines
    assert "Bonus Spin 1.00: Hot Spot primary pays 100 percent of the primary meter of the wheel" in lines
    assert "Envy bonus of a 10.00 progressive wager pays 10,000.00" in lines


def test_md_2_b_5_b_the_limit_or_the_generic_inscription_is_printed() -> None:
    rules = shipped_rules()
    assert layout_lines(rules)[-1] == "This game is subject to the posted payout limit"
    assert layout_lines(replace(rules, payout=Payout(10_000_00)))[-1] == "Payout limit per hand 10,000.00"
    sign = replace(rules, payout=Payout(10_000_00, "posted"), table=replace(rules.table, layout="sign"))
    assert layout_lines(sign)[-1] == "Payout limit per hand 10,000.00"


def test_a_table_without_side_bets_prints_the_base_game() -> None:
    assert layout_lines(rules_of("wisconsin", {"match_play": {"enabled": True}})) == (
        "Initial pays 1 to 1",
        "Tie pays 10 to 1",
        "War pays 2 to 1",
        "War on tie pays 3 to 1",
        "Surrender gives up half",
        "A match play coupon pays as the initial wager",
    )


def test_md_2_b_6_the_report_prints_the_sign_whole() -> None:
    rules = replace(shipped_rules(), payout=Payout(10_000_00))
    section = layout(replace(rules, table=replace(rules.table, layout="sign")))
    assert section.title == "The sign"
    printed = next(block for block in section.blocks if isinstance(block, Bullets))
    assert [item[0] for item in printed.items] == [f"{line}." for line in layout_lines(rules)]
    assert layout(rules).title == "The layout"


def test_wi_b_2_1_the_report_labels_the_digital_form() -> None:
    rules = rules_of("wisconsin", {"table": {"forms": ["dealer", "automatic"]}})
    *_, forms = layout(rules).blocks
    assert isinstance(forms, Bullets)
    assert [item[0] for item in forms.items] == [
        "A dealer deals real cards.",
        (
            "Digital form: the program deals from a digital shoe. The rules of Wisconsin describe a dealer who"
            " deals real cards from a shoe."
        ),
    ]


def test_md_2_b_5_a_the_page_shows_the_layout() -> None:
    async def story() -> None:
        async with running(quick_plan("maryland", "practice")) as server, server.http() as http:
            sheet = (await http.get("/api/tables/maryland")).json()
            assert tuple(sheet["print"]) == layout_lines(shipped_rules())
            assert sheet["notices"][0].startswith("Digital form: ")
            practice = (await http.get("/api/tables/practice")).json()
            assert practice["notices"][0] == "Practice table: it is not bound to the rules that were filed."

    asyncio.run(story())


def test_md_10_a_a_bettor_is_warned_when_the_limit_can_cut_the_win() -> None:
    house = {"payout": {"limit_per_hand": "100.00"}}
    rules = rules_of("maryland", house)
    assert [paid_whole_up_to(rules, wager) for wager in ("initial", "tie", "war_tie", "progressive")] == [
        50_00,
        10_00,
        10_00,
        None,
    ]
    assert paid_whole_up_to(rules_of("maryland"), "tie") is None
    told = Told.at("maryland", house).sits(1)
    said = [
        say(event, words_of(rules))
        for command in (c.PlaceWager(1, "initial", 50_00), c.PlaceWager(1, "tie", 10_02))
        for event in told.does(player("seat 1"), command)
    ]
    assert said == [
        "Seat 1 bets 50.00.",
        "Seat 1 bets 10.02 on the tie. The payout limit of 100.00 can cut a win of 10.02 (MD-2-B-5-b).",
    ]

"""What a text orders, no house file may switch: `check` and `settle` refuse each such value and name its clause."""

import pytest

from tests.rulebook.side_bets import PROGRESSIVE, WHEEL, changed
from tests.told import DEALER, FLOOR, Told, rules_of
from wartable.rulebook import load_rulebook
from wartable.rulebook.check import check_house
from wartable.settle import settle_document
from wartable.settle.errors import NotSettled
from wartable.table import commands as c
from wartable.table.events import CardBurned
from wartable.table.turns import hands_to_pick_up

FORBIDDEN: dict[str, tuple[str, str, object]] = {
    "MD-5-F": ("maryland", "cut.depth", 12),
    "MD-5-I-2": ("maryland", "idle.spread", "face_up"),
    "MD-7-F-2.1": ("maryland", "tie.on_war_deal", False),
    "MD-9-E-1-c": ("maryland", "surrender.direction", "counterclockwise"),
    "MD-9-H.1": ("maryland", "war.burn_pattern", "before_players_and_dealer"),
    "MD-11-A": ("maryland", "irregularity.multi_faceup", "void"),
    "MD-11-D.1": ("maryland", "void.scope", "unsettled"),
    "CA-table-1": ("california", "seats", 2),
    "CA-std-2a": ("california", "ca.backline.decision", "seated_player"),
    "CA-std-2e": ("california", "war.burn_pattern", "once"),
    "CA-play-9b": ("california", "ca.pd_top_up_for_war", True),
    "CA-deal-5a": ("california", "irregularity.missed_hand", "void"),
    "CA-bet-2b": ("california", "irregularity.release_players", True),
    "CA-play-10b": ("california", "ca.bank.void_counts", False),
    "CA-play-6a": ("california", "irregularity.forgotten_burn", "continue"),
    "CA-def-round": ("california", "void.scope", "unsettled"),
    "WI-e-4": ("wisconsin", "cut.depth", 100),
    "WI-h-6.1": ("wisconsin", "war.burn_pattern", "before_players_and_dealer"),
    "CA-deal-1c": ("california", "burn.coincident", "one"),
    "WI-g-1.3": ("wisconsin", "burn.coincident", "one"),
    "MA-7-a.3": ("massachusetts", "burn.coincident", "one"),
    "WI-g-1.1": ("wisconsin", "irregularity.forgotten_burn", "continue"),
    "WI-j-1.2": ("wisconsin", "void.scope", "unsettled"),
    "MA-8-f.1": ("massachusetts", "war.burn_pattern", "before_players_and_dealer"),
    "MA-10-b.2": ("massachusetts", "void.scope", "unsettled"),
    "MA-8-d.1": ("massachusetts", "progressive.cards_stay", True),
    "MA-11-c-t1.1": ("massachusetts", "progressive.multi_hit", "split"),
    "MA-11-env-a.2": ("massachusetts", "envy.hitter_must_bet", True),
    "WA-4": ("washington", "settle.war_direction", "clockwise"),
    "WA-4-c-i": ("washington", "surrender.direction", "clockwise"),
    "WA-4-c-ii-1.1": ("washington", "war.burn_pattern", "before_players_and_dealer"),
    "WA-4-c-ii-1.2": ("washington", "irregularity.forgotten_burn", "continue"),
    "MD-10-E": ("maryland", "bonus_spin.community_table", {"100": "0.01"}),
    "MD-10-C-1": ("maryland", "progressive.rate", "0"),
    "MD-10-D-3-a": ("maryland", "bonus_spin.primary.rate", "0"),
    "MD-10-D-1-a": ("maryland", "bonus_spin.hot_weights", {"200": 1, "secondary": 1}),
    "MD-10-D-1-b": ("maryland", "bonus_spin.hot_weights", {"200": 1, "primary": 1}),
}


def written(key: str, raw: object) -> str:
    """A choice as a house file has it."""
    if isinstance(raw, dict):
        return "\n".join(f"{key}.{row} = {_text(said)}" for row, said in raw.items())
    return f"{key} = {_text(raw)}"


def _text(raw: object) -> str:
    return str(raw).lower() if isinstance(raw, bool) else f'"{raw}"' if isinstance(raw, str) else str(raw)


@pytest.mark.parametrize("clause", FORBIDDEN)
def test_check_refuses_what_the_text_forbids_by_key_and_clause(clause: str) -> None:
    rulebook, key, raw = FORBIDDEN[clause]
    report = check_house(f'rulebook = "{rulebook}"\n{written(key, raw)}\n', "house.toml")
    found = [finding for finding in report.findings if finding.severity == "error" and finding.key == key]
    assert clause in {cited for finding in found for cited in finding.clauses}
    assert all(finding.allowed and finding.line == 2 for finding in found)
    assert report.rules is None


@pytest.mark.parametrize("clause", FORBIDDEN)
def test_settle_refuses_what_the_text_forbids(clause: str) -> None:
    rulebook, key, raw = FORBIDDEN[clause]
    offers = PROGRESSIVE | WHEEL if rulebook == "maryland" else PROGRESSIVE if rulebook == "massachusetts" else {}
    scenario = {
        "rulebook": rulebook,
        "house": changed(offers, {key: raw}),
        "seats": [{"seat": 1, "initial": "10.00"}],
        "cards": {"deal": ["Kc", "2d"]},
    }
    with pytest.raises(NotSettled, match=rf"^house\.{key}: "):
        settle_document(scenario)


@pytest.mark.parametrize(("rulebook", "burns"), [("california", 6), ("maryland", 3), ("wisconsin", 3)])
def test_ca_std_2e_settle_reports_six_burns_for_one_war(rulebook: str, burns: int) -> None:
    scenario: dict[str, object] = {
        "rulebook": rulebook,
        "seats": [{"seat": 1, "initial": "10.00", "on_tie": "war"}],
        "cards": {"deal": ["8c", "8d"], "war": ["Kc", "2d"]},
    }
    if rulebook == "california":
        scenario["bank"] = {"seat": 8, "amount": "100.00"}
    assert settle_document(scenario)["war_burns"] == burns


@pytest.mark.parametrize(
    ("rulebook", "burns"),
    [("california", 2), ("wisconsin", 2), ("massachusetts", 2), ("maryland", 1), ("washington", 1)],
)
def test_ca_deal_1c_and_its_sisters_a_new_dealer_at_a_fresh_shoe_also_burns(rulebook: str, burns: int) -> None:
    told = Told.closed(rulebook)
    told.does(FLOOR, c.OpenTable("Dana"))
    while told.table.phase != "loading":
        told.goes_on("opening", "shuffling", "cutting")
    told.does(DEALER, c.TakeOver("Eve"))
    told.goes_on()
    assert len(told.happened(CardBurned)) == burns


def test_ma_8_d_1_the_cards_of_an_open_progressive_are_picked_up_with_the_others() -> None:
    house = changed(PROGRESSIVE, {"progressive.settle_point": "end_of_round"})
    for rulebook, staying in (("massachusetts", []), ("maryland", [1, 3])):
        told = Told.at(rulebook, house).bets_on("progressive", 1, 3).bets(2, "10.00")
        told.closes().deals("2c 8c Kc 8d").war(2)
        picked = {seat for seat, _ in hands_to_pick_up(told.table)}
        assert [seat for seat in (1, 3) if seat not in picked] == staying


def test_ma_11_c_a_house_may_leave_validation_out_where_the_text_has_none() -> None:
    assert load_rulebook("maryland").values["progressive.validate"].room == ["every_win", "meter_only"]
    house = changed(PROGRESSIVE, {"progressive.validate": "none"})
    told = Told.at("massachusetts", house).bets_on("progressive", 1).closes().deals("Kh Kh").wars_all()
    told.war_deals("Kh Kh").settles()
    assert told.lines(1)["progressive"].result == "suited_four_of_a_kind"
    assert told.table.wins == ()
    assert rules_of("massachusetts", house).progressive is not None

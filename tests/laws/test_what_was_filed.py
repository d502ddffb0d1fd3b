"""The law has no switches: tables open only under a house that `check` accepts, and as it was filed."""

import re
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Wartable
from tests.cli.conftest import wartable  # noqa: F401
from tests.told import Told, player
from wartable.live.plans import BadFloorplan, default_plan, plan_for, read_houses, read_plan
from wartable.live.settings import Floorplan, TableSettings
from wartable.rulebook import HouseFinding, Rules, check_house, errors, load_rulebook, notices
from wartable.table import Refusal
from wartable.table import commands as c

HOUSES = Path(__file__).resolve().parents[2] / "houses"
STATES = ("california", "maryland", "massachusetts", "washington", "wisconsin")


def house(name: str, *changes: tuple[str, str]) -> str:
    """The text of a shipped house with some of its lines changed."""
    text = (HOUSES / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def found(text: str, severity: str = "error") -> dict[str, HouseFinding]:
    """What `check` finds, by its keys."""
    return {one.key: one for one in check_house(text, "house.toml").findings if one.severity == severity}


# What opens a table


ATTESTS_NOTHING = 'rulebook = "massachusetts"\n[attest]\ndeck_standard = false\nmanual_shoe = false\n'
BARE = 'rulebook = "maryland"\n\n[shuffler]\nkind = "continuous"\n'


@pytest.mark.parametrize("command", ["serve", "play"])
@pytest.mark.parametrize(
    ("clause", "text"),
    [
        pytest.param("MD-5-J", BARE, id="MD-5-J"),
        pytest.param("MA-2-b.1", ATTESTS_NOTHING, id="MA-4-a"),
        pytest.param("CA-bet-1b", 'rulebook = "california"\n', id="CA-bet-1b"),
        pytest.param("WI-b-2.1", 'rulebook = "wisconsin"\n', id="WI-b-2.1"),
        pytest.param("WA-lim.1", 'rulebook = "washington"\n', id="WA-lim.1"),
    ],
)
def test_no_table_opens_under_a_house_that_check_refuses(
    wartable: Wartable,  # noqa: F811
    tmp_path: Path,
    command: str,
    clause: str,
    text: str,
) -> None:
    file = tmp_path / "bare.toml"
    file.write_text(text, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as taken:  # what is wrong with the house is said first
        at = ["--db", "memory:", "--port", str(taken.getsockname()[1])]
        answer = wartable(command, *(["--house", str(file), *at] if command == "serve" else [str(file)]))
    wrong = errors(check_house(text, str(file)).findings)
    assert answer.code == 2
    *told, last = answer.err.splitlines()
    assert len(told) == len(wrong)
    for line, finding in zip(told, wrong, strict=True):
        place = f"{file}:{finding.line}" if finding.line else str(file)
        assert line.startswith(f"{place}: {finding.key}: ")
        assert f"(allowed: {finding.allowed})" in line
        assert f"clauses: {', '.join(finding.clauses)}" in line
    assert any(clause in line for line in told)
    assert last == (
        f"wartable: {file}: {len(wrong)} errors; expected a house that `wartable check` accepts, or a practice table"
    )


def test_a_practice_table_opens_what_check_refuses_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "bare.toml"
    file.write_text(BARE, encoding="utf-8")
    plan = Floorplan((TableSettings("one", str(file), practice=True),))
    filed = read_houses(plan)["one"]
    assert (filed.practice, filed.form) == (True, "automatic")
    assert "Practice table: it is not bound to the rules that were filed." in notices(
        filed.rules, filed.form, practice=True
    )


def test_every_file_with_errors_is_told_once_however_many_tables_use_it(tmp_path: Path) -> None:
    file = tmp_path / "bare.toml"
    file.write_text('rulebook = "washington"\n', encoding="utf-8")
    with pytest.raises(BadFloorplan) as refused:
        read_houses(plan_for([file, file, HOUSES / "maryland.toml"]))
    assert len(refused.value.findings) == len(found('rulebook = "washington"\n'))


@pytest.mark.parametrize("practice", [False, True])
def test_md_9_l_a_floor_plan_cannot_change_what_was_filed(*, practice: bool) -> None:
    choices: dict[str, Any] = {"electronic": {"community_cards": 5}}
    plan = Floorplan((TableSettings("one", "maryland", choices=choices, practice=practice),))
    if practice:
        assert read_houses(plan)["one"].rules.electronic is not None
        return
    with pytest.raises(BadFloorplan, match="table one: choices: a floor plan cannot change what was filed"):
        read_houses(plan)


def test_md_9_l_the_shipped_electronic_table_is_filed_and_attested() -> None:
    (one,) = [one for one in default_plan().tables if one.table == "electronic"]
    assert (one.choices, one.house) == ({}, "maryland-electronic")
    text = house("maryland-electronic")
    assert found(text) == {}
    for duty in ("electronic_submitted", "electronic_dealer_controlled"):
        ((key, finding),) = found(text.replace(f"\n{duty} = true", "")).items()
        assert (key, finding.clauses) == (f"attest.{duty}", ("MD-9-L",))


# The form of a table


@pytest.mark.parametrize(
    ("clause", "state", "duty"),
    [
        pytest.param("WI-b-2.1", "wisconsin", "manual_shoe", id="WI-b-2.1"),
        pytest.param("MA-2-b.1", "massachusetts", "manual_shoe", id="MA-2-b.1"),
        pytest.param("CA-deck-1", "california", "shuffler_deals", id="CA-deck-1"),
    ],
)
def test_an_automatic_table_is_a_form_of_its_own_and_attests_no_real_shoe(clause: str, state: str, duty: str) -> None:
    both = 'forms = ["dealer", "automatic"]'
    assert clause in found(house(state, (f"\n{duty} = true", "")))[f"attest.{duty}"].clauses
    alone = house(state, (both, 'forms = ["automatic"]'))
    assert "not asked of this house" in found(alone, "note")[f"attest.{duty}"].message
    assert found(alone.replace(f"\n{duty} = true", "")) == {}


@pytest.mark.parametrize("clause", ["WI-b-2.1"])
@pytest.mark.parametrize("state", STATES)
def test_a_table_is_dealt_only_in_a_form_that_was_filed(clause: str, state: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(house(state, ('forms = ["dealer", "automatic"]', 'forms = ["dealer"]')), encoding="utf-8")
    with pytest.raises(BadFloorplan, match="table house uses the form automatic, which is not filed"):
        read_houses(plan_for([file]))
    by_a_person = Floorplan((TableSettings("one", str(file), dealer="person"),))
    assert read_houses(by_a_person)["one"].form == "dealer"
    assert clause in load_rulebook("wisconsin").values["table.forms"].clauses


@pytest.mark.parametrize("state", STATES)
def test_people_are_told_before_they_bet_that_the_program_deals(state: str) -> None:
    rules = rules_of(state)
    title = load_rulebook(state).title
    told = notices(rules, "automatic", practice=False)
    assert told[0] == (
        "Digital form: the program deals from a digital shoe."
        f" The rules of {title} describe a dealer who deals real cards from a shoe."
    )
    assert not [line for line in notices(rules, "dealer", practice=False) if "Digital" in line]


def test_md_9_l_an_automatic_electronic_table_says_that_no_dealer_controls_it() -> None:
    told = notices(rules_of("maryland-electronic"), "automatic", practice=False)
    assert told[0].endswith("The rules of Maryland describe an electronic table that a dealer controls.")


def rules_of(name: str) -> Rules:
    rules = check_house(house(name), name).rules
    assert rules is not None
    return rules


# Times in which the text gives a person a choice


PLAN = '[[tables]]\ntable = "one"\nhouse = "wisconsin"\n{key} = {seconds}\n'


@pytest.mark.parametrize("key", ["cut_seconds", "recut_seconds", "war_wagers_seconds", "bank_seconds"])
def test_no_time_to_choose_may_be_empty(key: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.format(key=key, seconds=4), encoding="utf-8")
    with pytest.raises(BadFloorplan, match=rf"tables\[0\]\.{key}"):
        read_plan(plan)
    plan.write_text(PLAN.format(key=key, seconds=5), encoding="utf-8")
    read_plan(plan)


@pytest.mark.parametrize("state", STATES)
def test_the_time_to_choose_on_a_tie_is_filed_where_seats_are_remote_and_told_before_the_wager(state: str) -> None:
    text = house(state)
    (line,) = re.findall(r"\ntimeout_s = \d+", text)
    missing = found(text.replace(line, ""))
    assert list(missing) == ["decision.timeout_s"]
    assert 'missing, though table.forms = ["dealer", "automatic"]' in missing["decision.timeout_s"].message
    assert list(found(text.replace(line, "\ntimeout_s = 4"))) == ["decision.timeout_s"]
    by_hand = text.replace(line, "").replace('forms = ["dealer", "automatic"]', 'forms = ["dealer"]')
    assert found(by_hand) == {}
    rules = rules_of(state)
    assert notices(rules, "automatic", practice=False)[-1] == (
        f"On a tie you have {rules.decision.timeout_s} seconds to choose from a remote seat; after that you surrender."
    )


@pytest.mark.parametrize("state", STATES)
def test_silence_is_a_surrender_by_the_filed_rule_and_never_a_call_to_the_floor(state: str) -> None:
    text = house(state, ("[decision]\n", '[decision]\non_timeout = "floor_call"\n'))
    assert found(text)["decision.on_timeout"].allowed == "only surrender, which the rules fix"


@pytest.mark.parametrize(
    ("clause", "state"), [("MD-5-I-1", "maryland"), ("WI-e-7.1", "wisconsin"), ("MA-5-h.1", "massachusetts")]
)
@pytest.mark.parametrize("line", ["", "\nafter_minutes = 61", "\nafter_minutes = 0"])
def test_the_idle_time_is_filed_and_no_longer_than_an_hour(clause: str, state: str, line: str) -> None:
    ((key, finding),) = found(house(state, ("\nafter_minutes = 30", line))).items()
    assert (key, finding.clauses, finding.allowed) == ("idle.after_minutes", (clause,), "from 1 to 60 minutes")


# Maryland: boxes


def test_md_7_e_the_number_of_adjacent_boxes_is_filed() -> None:
    ((key, finding),) = found(house("maryland", ("\nboxes = 2", ""))).items()
    assert (key, finding.clauses) == ("table.boxes", ("MD-7-E",))


def three_boxes() -> Told:
    told = Told.at("maryland", {"table": {"boxes": 3}})
    for seat in (4, 5, 6):
        told.sits(seat, "Ann")
    return told


def test_md_7_e_wagers_of_one_player_lie_on_boxes_side_by_side() -> None:
    told, ann = three_boxes(), player("Ann")
    told.does(ann, c.Leave(5))
    told.does(ann, c.PlaceWager(4, "initial", 10_00))
    apart = told.refuses(ann, c.PlaceWager(6, "initial", 10_00))
    assert (apart.why, apart.clauses) == (Refusal.BOX_IS_NOT_ADJACENT, ("MD-7-E",))
    told.sits(5, "Ann")
    told.does(ann, c.PlaceWager(5, "initial", 10_00))
    told.does(ann, c.PlaceWager(6, "initial", 10_00))


def test_md_7_e_the_wager_in_the_middle_is_not_taken_back_alone() -> None:
    told, ann = three_boxes(), player("Ann")
    for seat in (4, 5, 6):
        told.does(ann, c.PlaceWager(seat, "initial", 10_00))
    apart = told.refuses(ann, c.TakeBackWager(5, "initial"))
    assert (apart.why, apart.clauses) == (Refusal.BOX_IS_NOT_ADJACENT, ("MD-7-E",))
    for seat in (4, 5, 6):
        told.does(ann, c.TakeBackWager(seat, "initial"))


# Maryland: what the layout says, the payout limit, furniture and instruments


POSTED = '\ninscription = "posted"'


def test_md_2_b_5_b_the_payout_limit_or_the_generic_inscription_is_filed() -> None:
    ((key, finding),) = found(house("maryland", (POSTED, ""))).items()
    assert (key, finding.clauses) == ("payout.limit_per_hand", ("MD-2-B-5-b",))
    assert finding.allowed.endswith('or payout.inscription = "posted"')
    assert found(house("maryland")) == {}
    assert found(house("maryland", (POSTED, '\nlimit_per_hand = "10000.00"'))) == {}


def test_md_2_b_6_a_sign_names_the_limit_and_is_attested() -> None:
    sign = ('\n# layout = "inscribed"', '\nlayout = "sign"')
    posted = house("maryland", sign)
    told = found(posted)
    assert set(told) == {"payout.limit_per_hand", "attest.sign_posted"}
    assert "MD-2-B-6" in told["payout.limit_per_hand"].clauses
    assert told["attest.sign_posted"].clauses == ("MD-2-B-6",)
    limit = ("\n# limit_per_hand", "\nlimit_per_hand")
    assert found(house("maryland", sign, limit, ("\n# sign_posted = true", "\nsign_posted = true"))) == {}


@pytest.mark.parametrize(
    ("clause", "limit", "least"),
    [
        ("MD-10-A-1", "9.99", "10.00"),
        ("MD-10-A-2", "49.99", "50.00"),
        ("MD-10-A-3", "9.99", "10.00"),
        ("MD-10-A-4", "19.99", "20.00"),
    ],
)
def test_md_10_a_a_limit_never_cuts_the_pay_of_the_smallest_wager(clause: str, limit: str, least: str) -> None:
    cuts = {
        (one.clauses, one.allowed)
        for one in errors(check_house(house("maryland", (POSTED, f'\nlimit_per_hand = "{limit}"')), "x").findings)
        if one.key == "payout.limit_per_hand"
    }
    assert ((clause,), f"at least {least}") in {(clauses[:1], allowed) for clauses, allowed in cuts}
    enough = house("maryland", (POSTED, '\nlimit_per_hand = "50.00"'))
    assert found(enough) == {}


def test_md_10_a_check_tells_with_figures_where_a_permitted_wager_can_win_more_than_the_limit() -> None:
    warning = found(house("maryland", (POSTED, '\nlimit_per_hand = "2999.99"')), "warning")["payout.limit_per_hand"]
    assert warning.message == (
        "one position can win 3000.00 in a round, 1000.00 with a tie wager, 1000.00 with a war wager that ties"
        " and 1000.00 with a tie wager on the war deal; it is paid 2999.99"
    )
    assert "payout.limit_per_hand" not in found(house("maryland", (POSTED, '\nlimit_per_hand = "3000.00"')), "warning")


def test_md_2_e_only_the_tip_box_moves_and_only_for_named_equipment_with_an_approval() -> None:
    moved = house("maryland", ('\n# tip_box = "in_place"', '\ntip_box = "elsewhere"'))
    told = found(moved)
    assert set(told) == {"table.tip_box_because", "attest.tip_box_approved", "attest.drop_box"}
    assert told["table.tip_box_because"].clauses == ("MD-2-E",)
    assert told["attest.tip_box_approved"].clauses == ("MD-2-E",)
    mended = moved
    for key in ("tip_box_because", "tip_box_approved", "drop_box"):
        mended = re.sub(rf"\n# ({key} = )", r"\n\1", mended)
    assert found(mended) == {}


def test_md_7_a_another_instrument_is_named_and_its_approval_attested() -> None:
    text = house(
        "maryland", ('\n# instruments = ["chips", "plaques"]', '\ninstruments = ["chips", "approved_instrument"]')
    )
    told = found(text)
    assert set(told) == {"wager.approved_instrument", "attest.instrument_approved"}
    assert {one.clauses for one in told.values()} == {("MD-7-A",)}

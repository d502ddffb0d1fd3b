"""Golden transcripts: rounds and irregularities under each rulebook, told as a dealer would tell them.

After a change that is meant, `python -m tests.scenarios.record` writes them anew; read the difference before you keep
it.
"""

import pytest

from tests.scenarios.stories import STORIES
from tests.scenarios.stories.story import FOLDER, file_of
from tests.told import RULEBOOKS
from wartable.money import format_cents
from wartable.table.events import EVENTS, RoundVoided, SettlementReversed

RECORD = "python -m tests.scenarios.record"

IRREGULARITIES = (
    "face_up_card",
    "several_face_up_cards",
    "card_drawn_in_error",
    "exposed_card",
    "misdelivered_card",
    "missed_hand",
    "forgotten_burn",
    "void_on_the_war_deal",
    "time_is_up_and_the_table_decides",
    "dealer_relief",
)


@pytest.mark.parametrize("name", STORIES)
def test_the_story_is_told_as_it_was_recorded(name: str) -> None:
    assert STORIES[name].told() == file_of(name).read_text(encoding="utf-8"), RECORD


def test_every_transcript_has_its_story() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(STORIES), RECORD


def test_the_stories_show_everything_that_can_happen() -> None:
    shown = {type(event) for story in STORIES.values() for event in story.happens().events}
    assert shown == set(EVENTS)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("irregularity", IRREGULARITIES)
def test_every_irregularity_is_told_under_every_rulebook(irregularity: str, rulebook: str) -> None:
    assert any(name.startswith(f"{rulebook}_{irregularity}") for name in STORIES)


@pytest.mark.parametrize("name", STORIES)
def test_the_money_of_a_story_is_all_accounted_for(name: str) -> None:
    told = STORIES[name].happens()
    accounts = told.accounts()
    assert sum(accounts.values()) == 0
    if told.happened(RoundVoided) and told.table.rules.void.scope == "whole_round":
        assert not [account for account in accounts if account.startswith("patron/")], "a void costs no player anything"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_void_on_the_war_deal_reverses_what_was_settled(rulebook: str) -> None:
    told = STORIES[f"{rulebook}_void_on_the_war_deal"].happens()
    reversals = {(event.line.seat, event.line.wager) for event in told.happened(SettlementReversed)}
    collected = {(3, "initial")} if told.table.rules.war.initial == "collected" else set()
    assert reversals == {(1, "initial"), (3, "tie")} | collected


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_same_day_leaves_every_player_with_the_same_money(rulebook: str) -> None:
    told = STORIES[f"{rulebook}_day"].happens()
    rules = told.table.rules
    tie = rules.pays["tie"].of(5_00)
    assert told.net(2) == format_cents(20_00 + tie + (tie if rules.tie.on_war_deal else 0))
    assert told.net(3) == "5.00"
    assert told.net(5) == "-5.00"

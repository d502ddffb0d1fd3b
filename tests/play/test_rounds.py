"""Whole rounds in the terminal, played with keys alone, in every rulebook."""

import pytest

from tests.play.evenings import CHIPS, HOUSE_BANKS, LOST, WAR_IS_WON, Evening, quick, tell
from wartable.money import say_cents
from wartable.play.words import change
from wartable.table import events as e

TWENTY = ("2", "i", "i", "i", "i")


@pytest.mark.parametrize("rulebook", HOUSE_BANKS)
def test_a_round_is_bet_dealt_settled_and_told(rulebook: str) -> None:
    async def story(told: Evening) -> None:
        await told.play_round(*TWENTY, "t")
        (last,) = told.table.history
        assert {"initial", "tie"} <= {line.wager for line in last.lines}
        assert told.table.you.balance == CHIPS + last.net
        assert f"Net {change(last.net)}." in told.text
        assert f"{say_cents(told.table.you.balance)} chips" in told.lines[0]
        assert told.table.slip.before == {"initial": 20_00, "tie": 5_00}
        told.money_is_whole()

    tell(story, quick(rulebook))


@pytest.mark.parametrize(("rulebook", "seed"), WAR_IS_WON.items())
def test_a_tie_asks_for_a_choice_with_the_cost_of_each_and_the_war_is_won(rulebook: str, seed: str) -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press(*TWENTY, "t", "enter")
        assert "Surrender: 10.00 back, 10.00 given up." in told.text
        assert "Go to war: 20.00 more, on the war circle." in told.text
        assert told.table.felt.says in told.text
        assert "▶4 you" in told.text
        await told.press("w", "enter")
        assert told.table.history[0].result == "war_won"
        assert told.table.you.balance == CHIPS + 70_00
        assert "won the war" in told.text
        told.money_is_whole()

    tell(story, quick(rulebook, seed=seed))


@pytest.mark.parametrize("practice", [True, False])
def test_a_practice_table_says_what_a_tie_is_worth_and_no_other_does(practice: bool) -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press(*TWENTY, "enter")
        assert ("War is better by 3.70." in told.text) == practice

    tell(story, quick("maryland", seed=WAR_IS_WON["maryland"], practice=practice))


def test_a_coupon_is_laid_down_beside_the_wager_and_is_no_money() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press(*TWENTY, "k", "k")
        assert "place 20.00" in told.text
        assert told.table.slip.shown == {"initial": 20_00, "match_play": 10_00}

    tell(story, quick("wisconsin"))


def test_a_tie_wager_goes_on_the_war_deal_where_it_is_offered() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press(*TWENTY, "enter", "w")
        assert "tie on the war deal" in told.text
        await told.press("t", "t", "u", "enter")
        (line,) = [line for line in told.table.history[0].lines if line.wager == "war_tie"]
        assert (line.staked, line.result) == (5_00, "lose")
        told.money_is_whole()

    tell(story, quick("maryland", seed=WAR_IS_WON["maryland"]))


def test_a_surrender_gives_up_half() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        await told.press(*TWENTY, "enter", "s")
        assert told.table.history[0].result == "surrender"
        assert told.table.you.balance == CHIPS - 10_00
        assert "surrendered" in told.text
        assert "◐−10.00" in told.text
        told.money_is_whole()

    tell(story, quick("maryland", seed=WAR_IS_WON["maryland"]))


def test_side_wagers_go_down_by_their_keys_and_the_meters_move() -> None:
    async def story(told: Evening) -> None:
        await told.play_round(*TWENTY, "p", "b")
        assert {"progressive", "bonus_spin"} <= {line.wager for line in told.table.history[0].lines}
        assert "progressive 10,001.00" in told.text
        told.money_is_whole()

    tell(story, quick("maryland"))


def test_neighbours_sit_beside_you_and_play_when_you_do() -> None:
    async def story(told: Evening) -> None:
        await told.bets_are_open()
        assert "3 Ada" in told.text
        assert "5 Bruno" in told.text
        assert not told.events(e.WagerPlaced)
        for _ in range(3):
            await told.play_round("r" if told.table.slip.before else "i", "i", "i")
        hands = {event.patron for event in told.events(e.WagerSettled)}
        assert hands == {"terminal", "neighbour-ada", "neighbour-bruno"}
        told.money_is_whole()

    tell(story, quick("washington", bots=2))


def test_the_bank_is_offered_to_you_and_the_neighbours_bet_against_it() -> None:
    async def story(told: Evening) -> None:
        await told.bank_is_yours()
        assert "The bank is offered to you, up to 1,000.00." in told.text
        await told.press("4", "home", "right", "right", "enter")
        assert [event.amount for event in told.events(e.BankPosted)] == [300_00]
        await told.until(lambda: told.events(e.RoundEnded))
        settled = told.events(e.WagerSettled)
        assert {event.seat for event in settled} == {3, 5}
        won = -sum(event.returned + event.paid - event.staked for event in settled)
        assert told.table.you.balance + (told.table.felt.bank.left if told.table.felt.bank else 0) == CHIPS + won
        told.money_is_whole()

    tell(story, quick("california", bots=2, seed="bank"))


def test_ca_play_9c_after_two_rounds_of_your_bank_the_neighbours_bank_with_their_own_play_money() -> None:
    async def story(told: Evening) -> None:
        while len(told.events(e.BankPosted)) < 2:
            await told.bank_is_yours()
            await told.press("4", "home", "right", "right", "enter")
        await told.until(lambda: len(told.events(e.RoundEnded)) == 2)
        await told.play_round("2", "i", "i")
        bankers = [event.patron for event in told.events(e.BankPosted)]
        assert bankers[:2] == ["terminal", "terminal"]
        assert set(bankers[2:]) <= {"neighbour-ada", "neighbour-bruno"}
        assert "terminal" in {event.patron for event in told.events(e.WagerSettled)}
        told.money_is_whole()

    tell(story, quick("california", bots=2, seed="bank"))


def test_without_chips_there_is_more_play_money_and_only_then() -> None:
    async def story(told: Evening) -> None:
        await told.press("g")
        assert told.table.you.balance == 10_00
        await told.play_round("2", "i", "i")
        assert told.table.you.balance == 0
        assert "G more play money" in told.text
        await told.press("g", "g")
        assert told.table.you.balance == 10_00
        told.money_is_whole()

    tell(story, quick("maryland", chips=10_00, seed=LOST))

"""What the console tells a dealer with real cards: the amounts, the cards that are gone, and what may go wrong."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tests.laws.cover_card import leads
from tests.live.rooms import House, Human, enters_depth, open_house
from tests.told import DEALER, FLOOR, RULEBOOKS, Told
from wartable.cards import DECK, Card
from wartable.live.telling.console import ASKS, KEYS, TITLES, make_console
from wartable.live.telling.evidence import EVIDENCE
from wartable.live.telling.irregular import irregularities
from wartable.live.wire.console import ConsoleView
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.table import Actor, Refused, Table, act, steps
from wartable.table import commands as c
from wartable.table.sentences import words_of


async def at_the_deal(house: House, table: str, dealer: Human, **wagers: int) -> None:
    """The table is open, seat 1 has these wagers, and the first card is due."""
    await dealer.does(table, command="open_table")
    await dealer.does(table, command="sit", seat=1, patron="Ann")
    if house.live(table).rules.bank.by != "house":
        await dealer.does(table, command="sit", seat=2, patron="Bo")
    while house.phase(table) != "dealing":
        felt = dealer.messages[-1]["felt"]
        step: dict[str, Any] = next(iter(felt["steps"]), {"step": "", "command": None})
        match step["step"]:
            case "offer_cut" | "cut" | "reinsert" | "insert_cover_card":
                assert await enters_depth(house, table, dealer)
            case "offer_bank" if step["seat"] == 1:
                await dealer.does(table, command="decline_bank")
            case "offer_bank":
                await dealer.does(table, command="post_bank", amount=1_000_00)
            case "bets":
                for wager, amount in wagers.items():
                    await dealer.does(table, command="place_wager", seat=1, wager=wager, amount=amount)
            case _:
                await dealer.does(table, **step["command"])


def console(human: Human) -> dict[str, Any]:
    told: dict[str, Any] = human.messages[-1]["felt"]["console"]
    return told


@pytest.mark.parametrize("table", RULEBOOKS)
def test_the_console_says_what_to_pay_and_take_before_the_key_is_pressed(table: str) -> None:
    async def story() -> None:
        async with open_house(table, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", table)
            await at_the_deal(house, table, dealer, initial=20_00, tie=10_00)
            assert [(row["seat"], row["pay"], row["take"], row["done"]) for row in console(dealer)["owed"]] == [
                (1, 0, 0, False)
            ]
            for card in ("Kd", "9s"):
                house.clock.advance(1)
                await dealer.does(table, command="read_card", text=card)
            row = console(dealer)["owed"][0]
            assert (row["pay"], row["take"], row["done"]) == (20_00, 10_00, False)
            step = console(dealer)["steps"][0]
            assert (step["title"], step["key"], step["needs"]) == ("Settle seat 1.", "Settled", "key")
            assert step["place"] == "Seat 1"
            before = house.live(table).table.boxes[0].bettors[0].lines
            assert before == ()
            await dealer.does(table, command="settle_hand")
            row = console(dealer)["owed"][0]
            assert (row["pay"], row["take"], row["done"]) == (20_00, 10_00, True)

    asyncio.run(story())


@pytest.mark.parametrize("table", RULEBOOKS)
def test_every_step_has_short_words_and_every_irregularity_its_rule(table: str) -> None:
    rules = rules_in_force(load_rulebook(table))
    for name, step in rules.steps.items():
        assert len(TITLES.get(name, step.says)) <= 44, name
    done_by_dealer = {name for name, step in rules.steps.items() if "dealer" in step.by}
    asked = {"look", "offer_cut", "cut", "reinsert", "insert_cover_card", "cover_card", *EVIDENCE}
    assert asked <= ASKS.keys()
    with_the_call = {"lock_progressive"}
    assert done_by_dealer - KEYS.keys() == (asked | with_the_call) & done_by_dealer

    async def story() -> None:
        async with open_house(table, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", table)
            await at_the_deal(house, table, dealer, initial=20_00)
            told = console(dealer)["irregularities"]
            assert len(told) >= 6
            assert all(one["says"] and one["clauses"] for one in told)
            titles = [one["title"] for one in told]
            assert "A wager got no card" in titles
            assert len(set(titles)) == len(titles)

    asyncio.run(story())


def test_a_card_is_used_up_when_every_deck_has_given_its_own() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person") as house:
            dealer = await house.staff("petra", "dealer", "washington")
            await at_the_deal(house, "washington", dealer, initial=20_00)
            table = house.live("washington").table
            for times, used_up in ((table.rules.decks - 1, ()), (table.rules.decks, ("9c",))):
                seen = bytes(times if card == "9c" else 0 for card in DECK)
                doctored = replace(table, cards=replace(table.cards, seen=seen))
                assert looked_at(doctored).used_up == used_up

    asyncio.run(story())


def looked_at(table: Table) -> ConsoleView:
    return make_console(table, steps(table), words_of(table.rules), str, alone=False)


def test_wi_g_4_the_console_tells_a_cover_card_that_leads_the_shoe_from_one_at_the_dealers_hand() -> None:
    told = leads("wisconsin")
    view = looked_at(told.table).cover_card
    assert view is not None
    assert (view.leads, view.due, view.seats) == (True, None, (0, 1))
    told.does(FLOOR, c.TakeBackWager(1, "initial", reason="the player left"))
    view = looked_at(told.table).cover_card
    assert view is not None
    assert not view.leads, "without wagers the cards are shuffled at once, wherever it came"


def test_only_the_dealer_has_a_console() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person") as house:
            people = [
                await house.staff("vera", "floor", "washington"),
                await house.staff("lena", "auditor", "washington"),
            ]
            people.append(await house.guest("washington"))
            assert [human.messages[-1]["felt"]["console"] for human in people] == [None] * 3

    asyncio.run(story())


@pytest.mark.parametrize(("floor", "acts"), [("automatic", ["Open the table"]), ("person", [])])
def test_a_dealer_opens_and_closes_the_table_only_for_an_automatic_floor(floor: str, acts: list[str]) -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person", floor=floor, practice=floor == "automatic") as house:
            dealer = await house.staff("petra", "dealer", "washington")
            assert [one["says"] for one in console(dealer)["acts"]] == acts

    asyncio.run(story())


def test_an_open_irregularity_is_told_with_what_the_floor_may_rule() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person") as house:
            dealer = await house.staff("petra", "dealer", "washington")
            await at_the_deal(house, "washington", dealer, initial=20_00)
            exposed = act(house.live("washington").table, c.ReportDrawnCard(Card("9h")), Actor("dealer"))
            assert not isinstance(exposed, Refused)
            console = looked_at(exposed[0])
            assert console.steps[0].title == "The floor rules."
            assert console.call.startswith("The floor is called: a card was drawn in error, and its face was seen.")
            assert "burn it" in console.call

    asyncio.run(story())


def test_a_call_waits_in_the_pit_until_a_floor_supervisor_answers() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person") as house:
            dealer = await house.staff("petra", "dealer", "washington")
            vera = await house.staff("vera", "floor")
            first = await dealer.does("washington", command="call_floor", reason="a player is angry")
            again = await dealer.does("washington", command="call_floor", reason="a player is angry")
            assert first.request == again.request
            item = house.room.pit().queue[0]
            assert (item.kind, item.says, item.first) == ("call", "a player is angry", "petra")
            assert not (await house.room.confirm(dealer.speaker, "c1", first.request)).ok
            assert (await house.room.confirm(vera.speaker, "c2", first.request)).ok
            assert house.room.pit().queue == ()
            assert await vera.is_refused("washington", command="call_floor") == "not_allowed"

    asyncio.run(story())


def titles_at(told: Told) -> list[str]:
    return [one.title for one in irregularities(told.table)]


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin", "massachusetts", "washington"])
def test_an_irregularity_is_open_at_the_console_until_the_round_is_over(rulebook: str) -> None:
    told = Told.at(rulebook).bets(1, "10.00").bets(2, "10.00")
    anywhere = {"A card is face up in the shoe", "A card went to the wrong place", "A player touched a card"}
    assert anywhere <= set(titles_at(told))
    late = {*anywhere, "A wager got no card", "I entered a burn that I did not make"}
    assert "A wager got no card" not in titles_at(told)
    for cards in ("9s", "8s 2d"):
        assert late <= set(titles_at(told.deals(cards)))
    told.does(DEALER, c.ReportTouchedCard(1))
    assert late <= set(titles_at(told))
    told.does(FLOOR, c.Rule("continue", "the card is whole"))
    assert late <= set(titles_at(told.settles()))
    assert "A wager got no card" not in titles_at(told.ends())


def test_a_forgotten_burn_is_told_by_the_card_that_was_dealt_before_it() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s 7d").war(1).goes_on("picking_up", "war_wagers")
    (burn,) = [one for one in irregularities(told.table) if one.command == "report_forgotten_burn"]
    assert (burn.title, burn.needs) == ("A card was dealt before the burn", ("card",))
    assert not burn.asks_for_call


def test_md_8_c_a_card_that_was_dealt_before_the_burn_is_asked_for_the_call_while_bets_are_open() -> None:
    told = Told.at("maryland").bets(1, "10.00")
    told.does(FLOOR, c.TakeOver("Eli"))
    (burn,) = [one for one in irregularities(told.table) if one.command == "report_forgotten_burn"]
    assert (burn.needs, burn.asks_for_call) == (("card",), True)


def test_a_misplaced_card_is_told_by_its_place_and_the_dealers_own_is_one() -> None:
    told = Told.at("massachusetts").bets(1, "10.00").deals("7s")
    (card,) = [one for one in irregularities(told.table) if one.command == "report_misdelivery"]
    assert card.needs == ("place", "card")


def test_wi_j_1_1_the_console_lists_where_a_card_that_lay_face_up_may_have_been_dealt() -> None:
    told = Told.at("wisconsin").bets(1, "10.00")

    def dealt() -> list[tuple[int, str, str, str]]:
        (card,) = [one for one in irregularities(told.table) if one.command == "report_face_up_cards"]
        return [(one.seat, one.card, one.deal, one.says) for one in card.dealt]

    assert dealt() == []
    told.deals("7s 7d").war(1).goes_on("picking_up", "war_wagers").war_deals("9s 2d")
    assert dealt() == [
        (1, "7s", "original", "The card of seat 1"),
        (1, "9s", "war", "The war card of seat 1"),
        (0, "7d", "original", "The dealer's card"),
        (0, "2d", "war", "The dealer's war card"),
    ]


def test_a_missed_player_can_stay_out_at_the_console() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(2, "10.00").deals("9s")
    told.does(DEALER, c.ReportMissedHand(2))
    told.does(FLOOR, c.Rule("void_hand", "it has no card"))
    told.deals("2d").ends().bets(1, "10.00")
    view = console_at(told)
    assert "Ask seat 2 into this round." in [step.title for step in view.steps]
    assert {"command": "decline_inclusion", "seat": 2} in [act.command for act in view.acts]


def console_at(told: Told) -> ConsoleView:
    return make_console(told.table, steps(told.table), words_of(told.table.rules), lambda patron: patron, alone=False)


def test_the_second_batch_is_counted_without_the_cover_cards_that_came_with_the_first() -> None:
    told = Told.closed("maryland", {"shuffler": {"kind": "batch"}})
    told.does(FLOOR, c.OpenTable("Dana"))
    assert console_at(told).steps[0].title == "Red batch: count the decks and the cover cards."
    told.does(DEALER, c.ReceiveDecks(6, 2, "Gaming Partners", "seal 1"))
    assert console_at(told).steps[0].title == "Blue batch: count the decks; no cover card with them."
    assert steps(told.table)[0].says == "Blue batch: receive the decks, and count them."


def test_a_shuffle_that_was_not_completed_is_reported_with_the_other_irregularities() -> None:
    """One press beside the usual keys would have voided a round."""
    told = Told.at("maryland", {"shuffler": {"kind": "batch"}}).bets(1, "10.00").deals("9s")
    found = {one.title: (one.command, one.batch, one.shuffling, one.floor) for one in irregularities(told.table)}
    assert found["The red batch was not shuffled to the end"] == ("report_jam", 0, False, True)
    assert found["The blue batch was not shuffled to the end"] == ("report_jam", 1, False, True)
    stopped = found["The shuffler stopped in the shuffle and cannot be used"]
    assert stopped == ("report_device_failure", None, True, True)
    assert {"report_jam", "report_device_failure"}.isdisjoint(act.command["command"] for act in console_at(told).acts)

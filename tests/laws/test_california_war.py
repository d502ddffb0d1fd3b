"""California: the war, its three-unit pool, its burns, its deal and its end, under a bank that covers everything."""

import pytest

from tests.seen import seen
from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.rulebook import choose, errors, load_rulebook
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e


def at_war(*seats: int, house: dict[str, object] | None = None) -> Told:
    """Seat 8 banks; these seats tie with its eight and go to war. The others' cards are still to be picked up."""
    told = Told.at("california", house).banks(8, "500.00")
    for seat in seats:
        told.bets(seat, "10.00")
    told.deals("8c " * len(seats) + "8d").settles()
    for seat in seats:
        told.war(seat)
    return told


def dealing(*seats: int, house: dict[str, object] | None = None) -> Told:
    """The same with the war wagers confirmed, before the first burn."""
    return at_war(*seats, house=house).goes_on("picking_up", "war_wagers")


def drawn(told: Told) -> list[int | str]:
    """What left the shoe since the war wagers were confirmed: a burn, or the seat that got a card."""
    start = told.events.index(e.WarWagersConfirmed())
    shown: list[int | str] = []
    for event in told.events[start:]:
        if isinstance(event, e.CardBurned):
            shown.append("burn")
        elif isinstance(event, e.CardDealt):
            shown.append(event.seat)
    return shown


# The stakes


@pytest.mark.parametrize("initial", [1000, 3500])
def test_ca_play_3b_1_war_takes_another_bet_equal_to_the_primary_wager(initial: int) -> None:
    told = Told.at("california").banks(8, "500.00").sits(1)
    told.does(player("seat 1"), c.PlaceWager(1, "initial", initial))
    told.deals("8c 8d").settles()
    (choose,) = steps(told.table)
    assert {"CA-play-3b.1", "CA-std-2b"} <= set(choose.clauses)
    told.does(player("seat 1"), c.GoToWar(1))
    assert told.happened(e.WarDeclared) == [e.WarDeclared(1, "", "seat 1", initial)]
    assert told.accounts()["layout/1//war"] == initial
    assert told.accounts()["patron/seat 1"] == -2 * initial


def test_ca_def_warwager_nobody_is_at_war_without_the_war_wager_and_no_other_amount_is_taken() -> None:
    told = at_war(1).goes_on("picking_up")
    assert told.refuses(DEALER, c.PlaceWager(1, "war", 500)).why == Refusal.WAGER_IS_NOT_OFFERED
    assert told.refuses(DEALER, c.TakeBackWager(1, "war")).why == Refusal.WAGER_IS_NOT_THERE
    assert told.table.boxes[0].bettors[0].stakes["war"] == 1000


def test_ca_def_war_war_is_open_to_who_tied_on_the_original_deal_only() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00").bets(2, "10.00").deals("Kc 8c 8d").settles()
    assert told.refuses(player("seat 1"), c.GoToWar(1)).why == Refusal.NOT_YOUR_TURN
    told.does(player("seat 2"), c.GoToWar(2))


@pytest.mark.parametrize("clause", ["CA-std-2c", "CA-play-3b.2"])
def test_ca_play_3b_2_the_bank_puts_one_unit_beside_the_players_two(clause: str) -> None:
    told = at_war(1, 2).goes_on("picking_up").sees_the_war()
    (step,) = steps(told.table)
    assert step.step == "war_wagers"
    assert clause in step.clauses
    told.confirms_the_war()
    assert told.happened(e.WarMatched) == [e.WarMatched(1, "", 1000), e.WarMatched(2, "", 1000)]
    assert told.accounts() == {
        "patron/seat 8": -50000,
        "patron/seat 1": -2000,
        "patron/seat 2": -2000,
        "bank": 48000,
        "layout/1//initial": 1000,
        "layout/1//war": 1000,
        "pool/1/": 1000,
        "layout/2//initial": 1000,
        "layout/2//war": 1000,
        "pool/2/": 1000,
    }


def test_ca_play_5a_the_dealer_confirms_the_war_wager_before_any_card() -> None:
    told = at_war(1).goes_on("picking_up").sees_the_war()
    (step,) = steps(told.table)
    assert (step.step, step.by) == ("war_wagers", ("dealer",))
    assert "CA-play-5a" in step.clauses
    assert told.refuses(DEALER, c.BurnCard()).why == Refusal.NOT_NOW
    assert told.refuses(SHOE, c.TurnCard(Card("Kc"))).why == Refusal.NOT_NOW
    assert told.refuses(player("seat 1"), c.ConfirmWarWagers()).why == Refusal.NOT_YOURS
    told.confirms_the_war()


def test_ca_play_5b_the_primary_wager_is_gathered_into_the_pool_and_is_not_lost() -> None:
    told = at_war(1).goes_on("picking_up").sees_the_war()
    assert "CA-play-5b" in steps(told.table)[0].clauses
    told.confirms_the_war()
    assert "initial" not in told.lines(1)
    told.war_deals("Kc 9d").ends()
    assert (told.lines(1)["initial"].collected, told.lines(1)["initial"].returned) == (0, 1000)


def test_ca_play_5c_the_original_cards_stay_exposed_during_the_war_deal() -> None:
    told = at_war(1).goes_on("picking_up").sees_the_war()
    assert "CA-play-5c" in steps(told.table)[0].clauses
    told.war_deals("Kc 9d")
    felt = seen(told.table)
    assert (felt.seats[0].cards, felt.dealer_cards) == (("8c", "Kc"), ("8d", "9d"))


# Burns and cards


@pytest.mark.parametrize("clause", ["CA-play-6a", "CA-std-2d"])
def test_ca_play_6a_three_burns_begin_the_war_deal(clause: str) -> None:
    told = dealing(1)
    for _ in range(3):
        (step,) = steps(told.table)
        assert step.step == "war_burn"
        assert clause in step.clauses
        assert told.refuses(SHOE, c.TurnCard(Card("Kc"))).why == Refusal.BURN_COMES_FIRST
        told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.BurnCard()).why == Refusal.NO_BURN_IS_DUE
    told.does(SHOE, c.TurnCard(Card("Kc")))


def test_ca_play_6d_three_burns_serve_all_players_and_three_more_the_bank() -> None:
    told = dealing(1, 4, 6).deals("Kc Qc Jc 9d")
    assert drawn(told) == ["burn", "burn", "burn", 1, 4, 6, "burn", "burn", "burn", 0]


def test_ca_std_2e_another_set_is_burned_before_the_banks_war_card() -> None:
    told = dealing(1, 4).deals("Kc Qc")
    assert "CA-std-2e" in steps(told.table)[0].clauses
    assert told.refuses(SHOE, c.TurnCard(Card("9d"))).why == Refusal.BURN_COMES_FIRST
    told.deals("9d")
    assert drawn(told) == ["burn", "burn", "burn", 1, 4, "burn", "burn", "burn", 0]


@pytest.mark.parametrize(
    ("house", "dealt", "burns"),
    [(None, 1, 3), (None, 2, 0), (None, 0, 0), ({"war": {"burn_pattern": "before_every_card"}}, 1, 0)],
    ids=["last_hand_waits", "last_hand_has_its_card", "no_card_is_out", "before_every_card"],
)
def test_ca_std_2e_the_second_set_is_burned_once_also_when_the_last_war_hand_is_void(
    house: dict[str, object] | None, dealt: int, burns: int
) -> None:
    """The burns of the bank's card are due when that card becomes the next one, and never twice."""
    told = dealing(1, 2, house=house).deals("9c 9h"[: 3 * dealt])
    told.goes_on("war_dealing")
    told.does(DEALER, c.ReportMissedHand(2, "original" if dealt == 2 else "war"))
    told.does(FLOOR, c.Rule("void_hand", "it was dealt no card"))
    assert told.table.round.war_burns_due == burns
    told.deals("9c Qd" if not dealt else "Qd")
    before_the_bank = drawn(told)[-4:]
    assert before_the_bank == ["burn", "burn", "burn", 0]
    assert drawn(told).count("burn") == 6


def test_ca_std_2e_a_house_may_burn_before_every_card_and_never_only_once() -> None:
    told = dealing(1, 4, house={"war": {"burn_pattern": "before_every_card"}}).deals("Kc Qc 9d")
    assert told.table.round.war_burns == 9
    (finding,) = errors(choose(load_rulebook("california"), {"war": {"burn_pattern": "once"}})[1])
    assert "CA-std-2e" in finding.clauses


def test_ca_play_6b_the_first_war_card_goes_to_the_war_player_farthest_left() -> None:
    told = Told.at("california").banks(8, "500.00")
    for seat in (1, 3, 6):
        told.bets(seat, "10.00")
    told.deals("8c 8h 8s 8d").surrenders(1).war(3).war(6).goes_on("picking_up", "war_wagers", "war_dealing")
    (step,) = steps(told.table)
    assert (step.step, step.seat) == ("war_deal_player", 3)
    assert "CA-play-6b" in step.clauses
    told.deals("Kc Qc 9d")
    assert drawn(told)[3:] == [3, 6, "burn", "burn", "burn", 0]


def test_ca_play_6c_the_war_card_lies_beside_the_same_players_first_card() -> None:
    told = dealing(1, 2).goes_on("war_dealing")
    assert "CA-play-6c" in steps(told.table)[0].clauses
    told.deals("Kc Qc")
    boxes = seen(told.table, "dealer").seats
    assert (boxes[0].cards, boxes[1].cards) == (("8c", "Kc"), ("8c", "Qc"))


def test_ca_play_6d_the_war_deal_ends_with_the_bank() -> None:
    told = dealing(1, 2).deals("Kc Qc").goes_on("war_dealing")
    (step,) = steps(told.table)
    assert (step.step, step.seat) == ("war_deal_dealer", 0)
    assert "CA-play-6d" in step.clauses
    told.deals("9d")
    assert told.refuses(SHOE, c.TurnCard(Card("9h"))).why == Refusal.NOT_NOW


def test_ca_def_wardeal_the_war_deal_is_dealt_once_a_war_wager_is_down() -> None:
    told = Told.at("california").banks(8, "500.00").bets(1, "10.00").deals("8c 8d").settles()
    assert told.refuses(SHOE, c.TurnCard(Card("Kc"))).why == Refusal.NOT_NOW
    told.war(1).war_deals("Kc 9d")
    assert [dealt.deal for dealt in told.happened(e.CardDealt)] == ["original", "original", "war", "war"]


# Who takes the pool


def test_ca_play_7_wars_are_settled_clockwise_war_card_against_war_card() -> None:
    told = dealing(1, 4, 6).deals("9c 2c Kc 9d")
    step = steps(told.table)[0]
    assert (step.step, step.seat) == ("war_settle", 1)
    assert "CA-play-7" in step.clauses
    told.ends()
    wars = [hand for hand in told.happened(e.HandSettled) if hand.deal == "war"]
    assert [(hand.seat, hand.outcome) for hand in wars] == [(1, "equal"), (4, "lower"), (6, "higher")]
    assert [told.net(seat) for seat in (1, 4, 6)] == ["20.00", "-20.00", "10.00"]


@pytest.mark.parametrize(
    ("war", "player_takes", "bank_takes"),
    [("Kc 9d", 3000, 0), ("2c 9d", 0, 3000), ("9c 9d", 3000 + 1000, -1000)],
)
def test_ca_std_2h_1_the_winner_of_the_war_takes_all_three_units(war: str, player_takes: int, bank_takes: int) -> None:
    told = dealing(1).deals(war)
    before = told.accounts()
    assert before["layout/1//initial"] + before["layout/1//war"] + before["pool/1/"] == 3000
    after = told.goes_on("war_settling").accounts()
    assert after.get("patron/seat 1", 0) - before["patron/seat 1"] == player_takes
    assert after["bank"] - before["bank"] == bank_takes
    assert not any(account.startswith(("pool/", "layout/")) for account in after)


@pytest.mark.parametrize("clause", ["CA-std-2f", "CA-std-2g", "CA-std-2h.1", "CA-std-2i", "CA-play-8a", "CA-play-8b"])
def test_the_dealer_is_told_to_give_each_pool_to_its_winner(clause: str) -> None:
    told = dealing(1).deals("Kc 9d")
    (step,) = steps(told.table)
    assert (step.step, step.by) == ("war_settle", ("dealer",))
    assert clause in step.clauses


def test_ca_std_2f_a_higher_war_card_wins_the_war() -> None:
    told = dealing(1).deals("Tc 9d").ends()
    assert (told.lines(1)["war"].result, told.net(1)) == ("win", "10.00")


def test_ca_std_2g_a_lower_war_card_loses_the_war() -> None:
    told = dealing(1).deals("8h 9d").ends()
    assert (told.lines(1)["war"].result, told.net(1)) == ("lose", "-20.00")


def test_ca_std_2i_a_tied_war_wins_one_unit_more_than_the_pool() -> None:
    told = dealing(1).deals("9c 9d").ends()
    assert (told.lines(1)["war"].result, told.lines(1)["war"].paid) == ("win", 2000)
    assert told.net(1) == "20.00"


def test_ca_play_8a_a_lost_war_goes_in_front_of_the_bank() -> None:
    told = dealing(1).deals("2c 9d").goes_on("war_settling")
    assert told.accounts()["bank"] == 50000 + 2000


def test_ca_play_8b_a_war_wager_pays_one_to_one_and_two_to_one_on_a_tie() -> None:
    told = dealing(1, 2).deals("Kc 9c 9d").ends()
    assert (told.lines(1)["war"].paid, told.lines(2)["war"].paid) == (1000, 2000)
    assert told.accounts()["patron/seat 8"] == -3000


# The end


def test_ca_play_8c_every_war_hand_can_be_rebuilt_from_the_rack() -> None:
    told = dealing(1, 2).deals("Kc 2c 9d").goes_on("war_settling")
    (step,) = steps(told.table)
    assert step.step == "war_pick_up"
    assert "CA-play-8c" in step.clauses
    told.ends()
    hands = ((1, ("8c", "Kc")), (2, ("8c", "2c")), (0, ("8d", "9d")))
    assert told.happened(e.CardsPickedUp)[-1].hands == hands
    assert told.table.cards.rack[-6:] == ("8c", "Kc", "8c", "2c", "8d", "9d")


def test_ca_std_2h_2_another_game_begins_when_every_war_is_over() -> None:
    told = dealing(1, 2).deals("Kc 2c 9d")
    told.does(DEALER, c.SettleHand())
    assert told.refuses(DEALER, c.PickUpCards()).why == Refusal.NOT_NOW
    told.goes_on("war_settling")
    assert "CA-std-2h.2" in steps(told.table)[0].clauses
    told.ends()
    assert (told.table.phase, [ended.round for ended in told.happened(e.RoundEnded)]) == ("banking", [1])
    told.banks(8, "500.00").bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
    assert told.table.round.number == 2

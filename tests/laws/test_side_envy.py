"""The envy bonus: for another player's suited four of a kind, by the receiver's own progressive wager."""

import pytest

from tests.side_bets.houses import BOTH, House, progressive, refusals, wheel
from tests.told import DEALER, FLOOR, Told, cards_of
from wartable.money import format_cents
from wartable.table import commands as c
from wartable.table.events import ProgressiveWon, WagerSettled, WinRefused

BONUS = {"maryland": 500_000, "massachusetts": 100_000}
"""What five dollars on the progressive are paid for one envied hand."""

TWO_BOXES: House = {"table": {"boxes": 2}}


def round_of_kings(told: Told, cards: str) -> Told:
    """Deal these cards; every player who tied the king of hearts goes to war and ties it again."""
    told.closes().deals(cards).wars_all()
    hits = cards.split()[:-1].count("Kh")
    return told.war_deals(" ".join(["Kh"] * (hits + 1))).finishes()


def envy(told: Told, seat: int) -> int | None:
    """What a seat was paid for envy; nothing where it has no line."""
    line = told.lines(seat).get("envy")
    assert line is None or line.result == "win"
    return line.paid if line else None


@pytest.mark.parametrize(
    ("rulebook", "clauses"),
    [
        ("maryland", {"MD-9-J-4-e", "MD-9-J-4-e-i", "MD-10-C-3-a", "MD-10-C-3-c-i"}),
        ("massachusetts", {"MA-11-c-t1.3", "MA-11-env-a.1", "MA-11-env-a.2"}),
    ],
)
def test_md_9_j_4_e_i_who_bet_is_paid_for_another_players_hand(rulebook: str, clauses: set[str]) -> None:
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1, 2, 4).bets(3, "10.00")
    round_of_kings(told, "4c Kh 5d 6d Kh")
    for seat in (1, 4):
        line = told.lines(seat)["envy"]
        assert (line.result, line.staked, line.collected, line.returned) == ("win", 0, 0, 0)
        assert line.paid == BONUS[rulebook]
        assert clauses <= set(line.clauses)
    # Seat 3 made no progressive wager, and seat 2 holds the hand.
    assert (envy(told, 3), envy(told, 2)) == (None, None)


def test_md_10_c_3_c_i_five_dollars_are_worth_5000_and_in_massachusetts_1000() -> None:
    """MA-11-c-t1.3 prints the other amount."""
    for rulebook, bonus in (("maryland", "5000.00"), ("massachusetts", "1000.00")):
        told = round_of_kings(Told.at(rulebook, progressive()).bets_on("progressive", 1, 2), "4c Kh Kh")
        assert format_cents(told.lines(1)["envy"].paid) == bonus


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_9_j_4_e_ii_two_hands_bring_two_bonuses_on_one_line(rulebook: str) -> None:
    told = round_of_kings(Told.at(rulebook, progressive()).bets_on("progressive", 1, 2, 3), "4c Kh Kh Kh")
    assert envy(told, 1) == 2 * BONUS[rulebook]
    lines = [event for event in told.happened(WagerSettled) if event.wager == "envy" and event.seat == 1]
    assert len(lines) == 1


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_9_j_4_e_iii_the_own_hand_brings_none_but_another_players_does(rulebook: str) -> None:
    """MA-11-env-a.3: each of two holders has the normal pay, and one bonus for the other."""
    told = round_of_kings(Told.at(rulebook, progressive()).bets_on("progressive", 2, 3), "Kh Kh Kh")
    assert (envy(told, 2), envy(told, 3)) == (BONUS[rulebook], BONUS[rulebook])
    alone = round_of_kings(Told.at(rulebook, progressive()).bets_on("progressive", 2, 3), "Kh 4c Kh")
    assert (envy(alone, 2), envy(alone, 3)) == (None, BONUS[rulebook])


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_9_j_4_e_iii_a_patron_on_two_boxes_is_not_envious_of_the_own_other_box(rulebook: str) -> None:
    told = Told.at(rulebook, progressive() | TWO_BOXES).sits(1, "Ann").sits(2, "Ann").sits(3, "Bob")
    round_of_kings(told.bets_on("progressive", 1, 2, 3), "4c Kh 5d Kh")
    assert [envy(told, seat) for seat in (1, 2, 3)] == [None, None, BONUS[rulebook]]


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_9_j_4_e_i_the_holder_need_not_have_bet(rulebook: str) -> None:
    told = round_of_kings(Told.at(rulebook, progressive()).bets(2, "10.00").bets_on("progressive", 1), "4c Kh Kh")
    assert (envy(told, 1), set(told.lines(2))) == (BONUS[rulebook], {"initial", "war"})
    # The meter was not hit: the holder made no wager on it.
    assert told.reads("progressive") == "10001.00"


def test_ma_11_env_a_2_no_house_may_say_that_the_holder_must_have_bet() -> None:
    house = progressive() | {"envy": {"hitter_must_bet": True}}
    assert refusals("massachusetts", house)["envy.hitter_must_bet"].clauses == ("MA-11-env-a.2",)
    told = Told.at("massachusetts", progressive()).bets(2, "10.00").bets_on("progressive", 1)
    assert envy(round_of_kings(told, "4c Kh Kh"), 1) == 100_000
    before = Told.at("massachusetts", house, edition=1).bets(2, "10.00").bets_on("progressive", 1)
    assert envy(round_of_kings(before, "4c Kh Kh"), 1) is None
    both = Told.at("massachusetts", house, edition=1).bets_on("progressive", 1, 2)
    assert envy(round_of_kings(both, "4c Kh Kh"), 1) == 100_000
    assert "MD-9-J-4-e-i" in refusals("maryland", house)["envy.hitter_must_bet"].clauses


def test_ma_11_env_a_4_a_hand_of_the_dealer_is_not_envied() -> None:
    """The dealer holds king and king of hearts; the player's king of spades ties both and is no suited hand.

    The same kings of hearts in a player's hand are envied.
    """
    told = Told.at("massachusetts", progressive()).bets_on("progressive", 1, 2).closes().deals("Ks 4c Kh").wars_all()
    told.war_deals("Ks Kh").finishes()
    assert told.lines(1)["progressive"].result == "four_of_a_kind"
    assert (envy(told, 1), envy(told, 2)) == (None, None)
    players = round_of_kings(Told.at("massachusetts", progressive()).bets_on("progressive", 1, 2), "Kh 4c Kh")
    assert (envy(players, 1), envy(players, 2)) == (None, BONUS["massachusetts"])


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_10_c_3_c_i_no_hand_but_the_highest_is_envied(rulebook: str) -> None:
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1, 2).closes().deals("4c Kh Kh").wars_all()
    told.war_deals("Qd Qd").finishes()
    assert told.lines(2)["progressive"].result == "suited_double_tie"
    assert envy(told, 1) is None


# By the receiver's wager


def test_md_10_c_3_a_the_receivers_wager_and_not_the_holders_sizes_the_bonus() -> None:
    house = progressive(stakes=["5.00", "10.00"]) | {"envy": {"table": {"10.00": "8000.00"}}}
    told = Told.at("maryland", house).bets_on("progressive", 1).bets_on("progressive", 2, 3, amount="10.00")
    round_of_kings(told, "4c 5d Kh Kh")
    assert (envy(told, 1), envy(told, 2)) == (500_000, 800_000)


def test_md_10_c_3_b_a_stake_without_a_filed_bonus_is_not_offered() -> None:
    refused = refusals("maryland", progressive(stakes=["5.00", "10.00"]))["envy.table"]
    assert "MD-10-C-3-b" in refused.clauses
    assert not refusals("maryland", progressive(stakes=["5.00"]))


def test_ma_11_c_n2_the_bonus_multiplies_with_the_receivers_wager() -> None:
    house = progressive(stakes=["5.00", "10.00", "25.00"])
    told = Told.at("massachusetts", house).bets_on("progressive", 1, 4)
    told.bets_on("progressive", 2, amount="10.00").bets_on("progressive", 3, amount="25.00")
    round_of_kings(told, "4c 5d 6c Kh Kh")
    assert [envy(told, seat) for seat in (1, 2, 3)] == [100_000, 200_000, 500_000]
    refused = refusals("massachusetts", progressive(stakes=["5.00", "7.00"]))["progressive.stakes"]
    assert "MA-11-c-n2" in refused.clauses


# Who is no longer there


def test_md_9_j_4_e_i_a_player_who_was_let_out_is_neither_paid_nor_envied() -> None:
    """A player let out of the war keeps no hand that others are paid for, and gets the wager back."""
    told = Told.at("massachusetts", progressive()).bets_on("progressive", 1, 2).closes().deals("Kh Kh Kh").wars_all()
    told.goes_on("picking_up", "war_wagers").deals("Kh").does(DEALER, c.ReportMisdelivery(1, cards_of("9c")[0]))
    told.does(FLOOR, c.ReleasePlayers((1,), "two cards lie there"))
    told.does(FLOOR, c.Rule("burn", "it belongs to no hand"))
    told.deals("Kh Kh").finishes()
    assert told.happened(ProgressiveWon) == [ProgressiveWon(2, "suited_four_of_a_kind")]
    assert told.lines(1)["progressive"].result == "void"
    assert (envy(told, 1), envy(told, 2)) == (None, None)


def test_md_7_b_4_a_player_whose_wagers_were_ruled_lost_gets_no_bonus() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1, 2).closes().deals("4c Kh")
    told.does(DEALER, c.ReportAbsence(1))
    told.does(FLOOR, c.Rule("lost", "walked away"))
    told.deals("Kh").wars_all().war_deals("Kh Kh").finishes()
    assert told.lines(1)["progressive"].result == "lose"
    assert envy(told, 1) is None


def test_ma_11_env_a_2_players_who_have_left_are_still_two_people() -> None:
    """Where players may leave, envy is owed between the two who bet, even if others sit there by then."""
    told = Told.at("massachusetts", progressive(settle_point="end_of_round") | {"wager": {"stay_seated": False}})
    told.bets_on("progressive", 1, 2).bets(3, "10.00").closes().deals("4c 5d Kh Kh").wars_all()
    told.war_deals("Kh Kh").settles().does(DEALER, c.Leave(3))
    assert [envy(told.finishes(), seat) for seat in (1, 2)] == [100_000, 100_000]


# People, not hands


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_9_j_4_e_ii_one_player_on_two_boxes_is_envied_once(rulebook: str) -> None:
    house = progressive() | TWO_BOXES | {"decks": 8}
    told = Told.at(rulebook, house).sits(1, "Ann").sits(2, "Ann").sits(3, "Bo").sits(4, "Cy")
    round_of_kings(told.bets_on("progressive", 1, 2, 3, 4), "Kh Kh 5d Kh Kh")
    assert envy(told, 3) == 2 * BONUS[rulebook]  # Ann and Cy
    assert envy(told, 1) == envy(told, 2) == BONUS[rulebook]  # Cy, and never Ann's other box
    assert envy(told, 4) == BONUS[rulebook]  # Ann


@pytest.mark.parametrize("rulebook", ["maryland"])
def test_md_9_j_4_e_i_a_hand_that_was_dealt_is_envied_although_its_wagers_were_ruled_lost(rulebook: str) -> None:
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1, 2)
    told.closes().deals("4c Kh Kh").wars_all().war_deals("Kh Kh")
    told.does(DEALER, c.ReportAbsence(2))
    told.does(FLOOR, c.Rule("lost", "the player has gone home"))
    told.finishes()
    assert envy(told, 1) == BONUS[rulebook]
    assert envy(told, 2) is None


NO_LIGHT = (c.CheckWin(2, "verify_hand", holds=True), c.CheckWin(2, "check_light", holds=False))
NO_VALIDATION = (*NO_LIGHT[:1], c.CheckWin(2, "check_light", holds=True), c.ValidateWin(2, valid=False, reason="late"))
NO_HAND = (c.CheckWin(2, "verify_hand", holds=False),)


@pytest.mark.parametrize("rulebook", BOTH)
@pytest.mark.parametrize(
    ("verdicts", "stands"), [(NO_LIGHT, True), (NO_VALIDATION, True), (NO_HAND, False)], ids=["light", "floor", "hand"]
)
def test_md_9_j_4_e_i_a_verified_hand_is_envied_although_its_holder_is_refused_the_win(
    rulebook: str, verdicts: tuple[c.CheckWin | c.ValidateWin, ...], stands: bool
) -> None:
    """The light and the validation are about the holder's own wager; only a hand that was misread is not held."""
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1, 2)
    told.closes().deals("4c Kh Kh").wars_all().war_deals("Kh Kh").settles()
    for verdict in verdicts:
        told.does(FLOOR if isinstance(verdict, c.ValidateWin) else DEALER, verdict)
    told.does(FLOOR, c.Rule("no_win", "the holder's wager does not win"))
    assert told.happened(WinRefused) == [WinRefused(2, hand_stands=stands)]
    told.finishes()
    assert told.lines(2)["progressive"].result == "lose"
    assert envy(told, 1) == (BONUS[rulebook] if stands else None)


def test_md_9_j_4_e_i_a_refused_jackpot_of_the_wheel_says_nothing_about_the_hand() -> None:
    """Seat 2 holds the envied hand of aces, and its jackpot of the wheel is refused."""
    told = Told.at("maryland", progressive() | wheel()).bets_on("progressive", 1, 2).bets_on("bonus_spin", 2)
    told.closes().deals("4c Ah Ah").wars_all().war_deals("Ah Ah").spins(2, "primary", "100")
    told.does(DEALER, NO_HAND[0])
    told.does(FLOOR, c.Rule("no_win", "the wheel was touched"))
    told.finishes()
    assert told.happened(WinRefused) == [WinRefused(2, hand_stands=True)]
    assert envy(told, 1) == BONUS["maryland"]


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_9_j_4_e_ii_a_log_of_the_first_edition_counted_hands(rulebook: str) -> None:
    told = Told.at(rulebook, progressive() | TWO_BOXES, edition=1).sits(1, "Ann").sits(2, "Ann").sits(3, "Bo")
    round_of_kings(told.bets_on("progressive", 1, 2, 3), "Kh Kh 5d Kh")
    assert envy(told, 3) == 2 * BONUS[rulebook]

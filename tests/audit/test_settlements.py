"""Every payment follows from the records before it: a forger who makes everything else fit is found in the record."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.audit.by_hand import forge, mend_money
from tests.audit.histories import Keeper
from tests.audit.rows import RowsLog
from tests.laws import test_side_wagers_left_behind as left
from tests.laws.cover_card import opened
from tests.laws.test_ask_for_shuffle import ANN, BATCHES, released
from tests.laws.test_side_hot_seat import house, turned
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.audit import recall, replay_store, verify_store
from wartable.audit.following.deciding import NotAccepted
from wartable.store import MemoryStore, NewEvent, decode, encode
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.events import Event

TABLE = "table/T1"
PROGRESSIVE = {"progressive": {"reset": "10000.00", "rate": "0.20", "stakes": ["5.00"]}, "seats": 4}
Change = Callable[[Any], Event]


def kept(told: Told, rulebook: str = "maryland", filed: dict[str, Any] | None = None) -> RowsLog:
    store = MemoryStore()
    Keeper(store).puts_in_force("T1", rulebook, filed or {"seats": 4}).plays("T1", told.events)
    assert verify_store(store).findings == ()
    return RowsLog(store)


def one_win() -> RowsLog:
    return kept(Told.at("maryland", {"seats": 4}).bets(1, "5.00").deals("9s 7d").ends())


def events_of(log: RowsLog) -> list[tuple[int, Event]]:
    return [(row[1], decode(NewEvent(*row[2:5]))) for row in log.raw("events") if row[0] == TABLE]


def find(log: RowsLog, kind: type[Event], place: int = 0) -> int:
    return [version for version, event in events_of(log) if isinstance(event, kind)][place]


def cheat(log: RowsLog, version: int, change: Change) -> None:
    """Change an event, and make chain, receipts, postings and balances fit."""
    event = change(dict(events_of(log))[version])
    kept_as = encode(event)
    forge(log, TABLE, version, name=kept_as.name, schema=kept_as.schema, body=kept_as.body)
    mend_money(log)


def change(**fields: Any) -> Change:
    return lambda event: msgspec.structs.replace(event, **fields)


def test_a_wager_of_5_paid_as_300_with_everything_else_made_to_fit_is_not_proved() -> None:
    log = one_win()
    version = find(log, e.WagerSettled)
    cheat(log, version, change(staked=300_00, returned=300_00, paid=300_00))
    (found,) = verify_store(log).findings
    assert (found.stream, found.version, found.what) == (TABLE, version, "settlement")
    assert "paid 300.00, expected 5.00" in found.says
    assert "staked 300.00, expected 5.00" in found.says
    assert [(one.version, one.what) for one in replay_store(log).findings] == [(version, "settlement")]
    assert [(one.version, one.what) for one in replay_store(log, "T1").findings] == [(version, "settlement")]
    recalled = recall(log, "T1", 1)
    assert not recalled.proved
    assert [(one.version, one.what) for one in recalled.findings] == [(version, "settlement")]


@pytest.mark.parametrize("seat", [None, 0], ids=["leads", "dealers_hand"])
@pytest.mark.parametrize("behind", [309, 200], ids=["due", "early"])
def test_a_cover_card_between_rounds_is_followed_wherever_it_came(seat: int | None, behind: int) -> None:
    told = opened("wisconsin", behind).bets(1, "10.00").deals("9s 7d").ends().bets(1, "10.00")
    told.does(SHOE, c.MeetCoverCard(seat))
    if told.table.phase == "suspended":
        told.does(FLOOR, c.Rule("cover_card_came", "it was put back too far in front"))
    assert told.table.phase == ("betting" if seat is None else "shuffling")
    if seat is None:
        told.deals("9c 7c").ends()
    kept(told, "wisconsin", {"seats": 7})


def test_a_cover_card_that_led_the_shoe_is_followed_in_a_log_that_does_not_say_so() -> None:
    told = opened("wisconsin", 309).bets(1, "10.00").deals("9s 7d").ends().bets(1, "10.00")
    told.does(SHOE, c.MeetCoverCard())
    told.deals("9c 7c").ends()
    told.events = [
        msgspec.structs.replace(event, leads=False) if isinstance(event, e.CoverCardMet) else event
        for event in told.events
    ]
    kept(told, "wisconsin", {"seats": 7})


def test_a_round_before_a_wrong_payment_is_proved_and_those_after_it_are_not() -> None:
    told = Told.at("maryland", {"seats": 4})
    for _ in range(3):
        told.bets(1, "5.00").deals("9s 7d").ends()
    log = kept(told)
    cheat(log, find(log, e.WagerSettled, 1), change(paid=6_00))
    assert [recall(log, "T1", number).proved for number in (1, 2, 3)] == [True, False, False]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"paid": 7_50}, "paid 7.50, expected 5.00"),
        ({"staked": 6_00, "returned": 6_00}, "staked 6.00, expected 5.00"),
        ({"result": "push", "paid": 0}, "result push, expected win"),
        ({"seat": 2}, "seat 2, expected 1"),
        ({"patron": "friend"}, "patron friend, expected seat 1"),
        ({"wager": "tie"}, "wager tie, expected initial"),
        ({"cover": 1}, "cover 0.01, expected 0.00"),
    ],
    ids=str,
)
def test_each_field_of_a_settlement_is_held_against_the_table(fields: dict[str, Any], says: str) -> None:
    log = one_win()
    version = find(log, e.WagerSettled)
    cheat(log, version, change(**fields))
    (found,) = verify_store(log).findings
    assert (found.stream, found.version, found.what) == (TABLE, version, "settlement")
    assert says in found.says


def test_clauses_may_be_cited_otherwise_by_another_edition_of_the_rulebook() -> None:
    log = one_win()
    cheat(log, find(log, e.WagerSettled), change(clauses=("MD-0-0",)))
    assert verify_store(log).findings == ()


def test_a_loss_told_as_a_tie_is_placed_on_the_first_record_that_differs() -> None:
    log = kept(Told.at("maryland", {"seats": 4}).bets(1, "5.00").deals("6s 7d").ends())
    version = find(log, e.WagerSettled)
    cheat(log, version, lambda _: e.HandSettled(1, "original", "equal"))
    assert (verify_store(log).findings[0].version, verify_store(log).findings[0].what) == (version, "settlement")


def test_a_wager_above_the_limit_of_the_table_is_told() -> None:
    filed = {"seats": 4, "limits": {"min": "5.00", "max": "100.00"}}
    log = kept(Told.at("maryland", filed).bets(1, "5.00").deals("9s 7d").ends(), filed=filed)
    cheat(log, find(log, e.WagerPlaced), change(amount=300_00))
    assert "refuses this here" in verify_store(log).findings[0].says


def test_what_an_earlier_release_may_have_accepted_is_told_as_such() -> None:
    filed = {"seats": 4, "limits": {"min": "5.00", "max": "100.00"}}
    log = kept(Told.at("maryland", filed).bets(1, "5.00").deals("9s 7d").ends(), filed=filed)
    cheat(log, find(log, e.WagerPlaced), change(amount=300_00))
    assert verify_store(log).findings[0].says.endswith("; the log is of an earlier release, which may have accepted it")
    assert (
        NotAccepted(1, "settlement", "the table refuses this here").of("dealer").says == "the table refuses this here"
    )


def test_a_settlement_that_is_left_out_is_told_with_what_is_due() -> None:
    log = one_win()
    version = find(log, e.WagerSettled)
    cheat(log, version, lambda _: e.PlayerSat(4, "late"))
    says = verify_store(log).findings[0].says
    assert "hand settled" in says or "wager settled" in says


@pytest.mark.parametrize(
    ("kind", "fields", "says"),
    [
        (e.MeterFed, {"amount": 4_00}, "amount 4.00, expected 1.00"),
        (e.SideWagersCollected, {"stakes": ()}, "stakes"),
    ],
)
def test_meters_and_side_wagers_are_held_against_the_table(kind: type[Event], fields: Any, says: str) -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).closes().deals("7s 9s").finishes()
    log = kept(told, filed=PROGRESSIVE)
    version = find(log, kind)
    cheat(log, version, change(**fields))
    found = verify_store(log).findings[0]
    assert (found.version, found.what) == (version, "settlement")
    assert says in found.says


def test_a_bank_that_is_released_with_other_money_is_told() -> None:
    told = Told.at("california").banks(2, "100.00").bets(1, "10.00").deals("9s 7d").ends()
    log = kept(told, "california", {"seats": 8})
    version = find(log, e.BankReleased)
    cheat(log, version, change(amount=100_00))
    assert "amount 100.00, expected 90.00" in verify_store(log).findings[0].says


def test_a_reversal_of_another_line_than_the_one_that_was_settled_is_told() -> None:
    told = Told.at("maryland", {"seats": 4}).bets(1, "10.00", "5.00").bets(3, "20.00").deals("8s 9d 8h").settles()
    told.does(FLOOR, c.VoidRound("a spilled drink"))
    log = kept(told.goes_on())
    version = find(log, e.SettlementReversed)
    line = dict(events_of(log))[version].line  # type: ignore[attr-defined]
    cheat(log, version, change(line=msgspec.structs.replace(line, paid=1)))
    (found,) = verify_store(log).findings
    assert (found.version, found.what) == (version, "settlement")


def test_shuffling_in_the_middle_of_a_round_is_told() -> None:
    log = kept(Told.at("maryland", {"seats": 4}).bets(1, "5.00").deals("9s 7d").ends())
    version = find(log, e.CardDealt, 1)
    cheat(log, version, lambda _: e.ShuffleBegun("ordered"))
    (found,) = verify_store(log).findings
    assert (found.version, found.what) == (version, "state")
    assert found.says == "shuffle begun: a round is in play"


def test_a_table_that_is_closed_over_wagers_is_told() -> None:
    told = Told.at("maryland", {"seats": 4}).bets(1, "5.00").bets(2, "5.00")
    log = kept(told)
    version = find(log, e.WagerPlaced, 1)
    cheat(log, version, lambda _: e.TableClosed())
    (found,) = verify_store(log).findings
    assert (found.version, found.what) == (version, "state")
    assert "no transition from betting on table_closed" in found.says


@pytest.mark.parametrize("by", ["player", "dealer"])
def test_wagers_that_go_back_because_a_player_asked_for_a_shuffle_are_proved(by: str) -> None:
    told = released("wisconsin", "betting").bets(5 if by == "player" else 4, "10.00")
    told.does(ANN if by == "player" else DEALER, c.AskForShuffle("" if by == "player" else "Bob"))
    assert told.happened(e.WagerTakenBack)
    kept(told, "wisconsin", BATCHES)


def test_a_hot_spot_that_was_drawn_is_proved_with_the_stops_of_the_wheel() -> None:
    told = turned(unbet_position="respin")
    for command in (c.DrawHotSeat(5), c.DrawHotSeat(2), c.SpinWheel(2, "500", "100")):
        told.does(SHOE, command)
    log = kept(told.finishes(), "maryland", house(unbet_position="respin"))
    version = find(log, e.WheelSpun)
    cheat(log, version, change(hot_seat=1))
    found = verify_store(log).findings[0]
    assert (found.version, found.what) == (version, "settlement")


@pytest.mark.parametrize("walks_away", [left.walks_away, left.walks_away_in_an_earlier_log], ids=["now", "earlier"])
def test_the_envy_of_a_player_who_walked_away_is_proved_as_it_was_recorded(walks_away: Callable[..., Told]) -> None:
    told = left.fought(walks_away(left.dealt("8h 8h 5c 8h").settles(), 2), "8h 8h")
    log = kept(told, filed=left.HOUSE)
    assert replay_store(log).findings == ()


@pytest.mark.parametrize("walks_away", [left.walks_away, left.walks_away_in_an_earlier_log], ids=["now", "earlier"])
def test_a_card_read_again_beside_a_progressive_that_was_left_behind_is_proved(walks_away: Callable[..., Told]) -> None:
    told = left.settled(walks_away(left.dealt("4c 8h 5c 9h"), 2))
    told.does(FLOOR, c.UndoCard("misread", 0, "original"))
    told.deals("8h").finishes()
    assert replay_store(kept(told, filed=left.HOUSE)).findings == ()


def test_an_envy_bonus_that_no_record_of_wagers_left_behind_allows_is_told() -> None:
    told = left.fought(left.walks_away(left.dealt("8h 8h 5c 8h").settles(), 2), "8h 8h")
    log = kept(told, filed=left.HOUSE)
    cheat(log, find(log, e.WagersAbandoned), change(decided=False))
    assert [found.what for found in verify_store(log).findings] == ["settlement"]


def test_wagers_left_behind_that_stand_although_the_cards_had_not_decided_them_are_told() -> None:
    told = left.walks_away(left.dealt("8h 5c"), 2).deals("8h 8h")
    log = kept(left.fought(told, "8h 8h 8h"), filed=left.HOUSE)
    version = find(log, e.WagersAbandoned)
    cheat(log, version, change(decided=True))
    (found,) = verify_store(log).findings
    assert (found.version, found.says.rpartition(": ")[2]) == (version, "decided True, expected False")

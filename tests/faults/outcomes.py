"""What became of a table that was stopped: every pair of phase and stop has an outcome, and a clause that says so."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Literal

import msgspec

from tests.faults.interrupted import STOPS, Scene, Stop, must
from tests.simulated.evening import TABLE, Standing, Watching, evening, events_of, unhurried
from tests.simulated.loop import run
from tests.table.houses import rules_of_house
from wartable.audit import replay_store, verify_store
from wartable.live.history.mirror import stream_of
from wartable.rulebook import Rules
from wartable.table import Event
from wartable.table import events as e
from wartable.table.phases import PHASES
from wartable.table.state import round_is_open
from wartable.table.words import Phase

Outcome = Literal["nothing was in play", "went on", "by the declared rule", "void"]
MACHINES: frozenset[Stop] = frozenset({"server", "clock back", "clock ahead", "database", "driver"})
"""Stops after which everything is as if nothing had been."""
NEW_ORDER = (e.ShuffleBegun, e.CardsShuffled, e.ShoeRevealed, e.TableIdled, e.RoundEnded)
"""After these the cards to come are others."""
Line = tuple[int, str, str, str, int, int, int]


class Stopped(msgspec.Struct, frozen=True):
    """One pair, what became of it, and the clauses that say so."""

    phase: Phase
    stop: Stop
    outcome: Outcome
    clauses: tuple[str, ...]


def phases_of(rules: Rules) -> frozenset[Phase]:
    """Every phase that a table under these rules can come to."""
    without: set[Phase] = set()
    if rules.bank.by != "player":
        without.add("banking")
    if not rules.progressive and not rules.bonus_spin:
        without.add("counting")
    if not rules.progressive or rules.progressive.validate == "none":
        without.add("validating")
    if not rules.bonus_spin and (rules.progressive is None or rules.progressive.settle_point == "per_player"):
        without.add("side_bets")
    if rules.shuffler.kind == "continuous":
        without |= {"cutting", "idle", "waking"}
    return frozenset(PHASES) - without


def every_pair(_phase: Phase, _stop: Stop) -> bool:
    return True


def interrupt_all(
    house: str,
    seed: int,
    most_rounds: int,
    *,
    every: bool = False,
    wanted: Callable[[Phase, Stop], bool] = every_pair,
) -> list[Stopped]:
    """Every phase of a house, stopped in every way, or those pairs that are wanted."""
    with unhurried():
        played = run(evening(house, seed, most_rounds, every=every))
        pairs = [(standing, stop) for standing in played.standing for stop in STOPS if wanted(standing.phase, stop)]
        return [_interrupt(house, played, standing, stop) for standing, stop in pairs]


def _interrupt(house: str, played: Watching, standing: Standing, stop: Stop) -> Stopped:
    scene = Scene(house, standing, stop)
    try:
        run(scene.play())
        return judge(scene, events_of(played, standing.version))
    except Exception as error:
        error.add_note(f"in {house!r}, stopped by {stop!r} in {standing.phase!r} at version {standing.version}")
        raise


# Judging


def judge(scene: Scene, reference: Sequence[Event]) -> Stopped:
    """Compare what became of the round with what would have become of it."""
    standing, stop = scene.standing, scene.stop
    events = events_of(scene.store, standing.version)
    _hold_books(scene)
    _same_cards(events, reference)
    if not round_is_open(standing.table) or standing.table.round.voided:
        clauses = scene.refused.clauses if scene.refused else ()
        return Stopped(standing.phase, stop, "nothing was in play", clauses)
    events, reference = _this_round(events), _this_round(reference)
    void = next((event for event in events if isinstance(event, e.RoundVoided)), None)
    if void is not None and not any(isinstance(event, e.RoundVoided) for event in reference):
        return Stopped(standing.phase, stop, "void", _void(scene, void))
    return _went_on(scene, events, reference)


def _hold_books(scene: Scene) -> None:
    """Check that earlier records are there, chains and money are intact, and a replay gives every account again."""
    stream = stream_of(TABLE)
    before = list(scene.standing.store.read(stream))
    must(list(scene.store.read(stream, 0, scene.standing.version)) == before, "the past was changed")
    verified, replayed = verify_store(scene.store), replay_store(scene.store)
    must(verified.holds, verified.findings)
    must(not replayed.findings, replayed.findings)
    must(sum(scene.store.balances().values()) == 0, "money was made or lost")


def _same_cards(events: Sequence[Event], reference: Sequence[Event]) -> None:
    """The cards to come are the same, place by place, until they are shuffled; another cut makes another order."""
    if _cuts(events) != _cuts(reference):
        return
    come, expected = dict(_places(events)), dict(_places(reference))
    differ = [place for place in come.keys() & expected.keys() if come[place] != expected[place]]
    must(not differ, "other cards came at", differ)


def _cuts(events: Sequence[Event]) -> list[tuple[int, str]]:
    """The cut that the next cards come after, if it is still to be made."""
    before = takewhile(lambda event: not isinstance(event, e.CardDealt), events)
    return [(event.depth, event.words) for event in before if isinstance(event, e.CardsCut)]


def _places(events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    place = 0
    for event in events:
        if isinstance(event, NEW_ORDER):
            return
        place += isinstance(event, e.CardDealt | e.CardBurned)
        if isinstance(event, e.CardDealt):
            yield place, event.card


def _this_round(events: Sequence[Event]) -> list[Event]:
    ended = next(place for place, event in enumerate(events) if isinstance(event, e.RoundEnded))
    return list(events[: ended + 1])


def _void(scene: Scene, void: e.RoundVoided) -> tuple[str, ...]:
    """Every stake that the void reaches is back to the cent, and a clause says how far it reaches."""
    must(bool(void.clauses), "a void without a clause:", void)
    whole = rules_of_house(scene.house).void.scope == "whole_round"
    for box in scene.standing.table.boxes:
        for bettor in box.bettors:
            account = f"patron/{bettor.patron}"
            reached = [line for line in bettor.lines if whole or (line.result == "collected" and bettor.stakes["war"])]
            back = bettor.chips
            back += sum(line.staked - line.returned - line.paid for line in reached)
            moved = scene.store.balance(account) - scene.standing.store.balance(account)
            must(moved == back, "of", back, "at seat", box.seat, "came back", moved)
    return void.clauses


def _went_on(scene: Scene, events: Sequence[Event], reference: Sequence[Event]) -> Stopped:
    phase, stop, rules = scene.standing.phase, scene.stop, rules_of_house(scene.house)
    for event in events:
        must(not isinstance(event, e.WagerSettled) or bool(event.clauses), "a payment without a clause:", event)
    if _lines(events) == _lines(reference):
        clauses = scene.refused.clauses if scene.refused else ()
        return Stopped(phase, stop, "went on", clauses)
    must(stop not in MACHINES, "it came to something else:", _lines(events), "and not", _lines(reference))
    decided = {event.seat for event in events if isinstance(event, e.TieSurrendered) and event.by in ("clock", "floor")}
    differ = {line[0] for line in set(_lines(events)) ^ set(_lines(reference))}
    more = _more_burns(events, reference)
    must(bool(more) or differ <= decided, "seats", differ - decided, "came to something else without a rule")
    clauses = rules.cite["burn.new_dealer"] if more else rules.cite["decision.on_timeout"]
    return Stopped(phase, stop, "by the declared rule", clauses)


def _lines(events: Sequence[Event]) -> list[Line]:
    """What was settled, in the order of seats and wagers."""
    lines = [event for event in events if isinstance(event, e.WagerSettled)]
    return sorted((x.seat, x.bettor, x.wager, x.result, x.staked, x.returned, x.paid) for x in lines)


def _more_burns(events: Sequence[Event], reference: Sequence[Event]) -> bool:
    """A new dealer burns a card, and those who come after it get other cards."""
    took_over = any(isinstance(event, e.DealerTookOver) for event in events)
    return took_over and not any(isinstance(event, e.DealerTookOver) for event in reference)

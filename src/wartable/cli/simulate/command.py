"""`wartable simulate`: rounds dealt from real shoes, as many as are wanted, beside the exact odds."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cyclopts import Parameter

from wartable.cli.counts import Whole, WholeOrNone, counted, parse_count
from wartable.cli.errors import DONE, InputError
from wartable.cli.examples import with_real_names
from wartable.cli.files import FileName

if TYPE_CHECKING:
    from wartable.rulebook import Rules
    from wartable.sim import Goal, RunState, ShoeLevel, SimPlan, Simulation

USUAL_ROUNDS = 10_000_000
MOST_ROUNDS = 10**15
MOST_SHOES = 10**13
SESSIONS_PER_SHOE = 10
"""Shoes looked into for each session that is followed."""
METER_SHOES = 100
"""Shoes in which meter hands are looked for, for each that is looked into: they are rare, and quickly passed over."""
USUAL_SESSION = 1_000
MOST_SESSION = 1_000_000
MOST_THREADS = 1_024
MOST_SEATS = 100
"""More than any table has."""


@Parameter(name="*")
@dataclass(frozen=True)
class HowMany:
    """How much to deal.

    Parameters
    ----------
    rounds
        Number of rounds, such as 1e9; default: ten million.
    shoes
        Number of whole shoes instead.
    until
        Until the 99 % interval of the initial wager's edge reaches so far to either side, such as 0.0001.
    """

    rounds: str | None = None
    shoes: str | None = None
    until: float | None = None


@Parameter(name="*")
@dataclass(frozen=True)
class TableOptions:
    """Who plays.

    Parameters
    ----------
    seats
        Seats that bet; default: one.
    strategy
        On a tie: war, surrender, count or count:0.075; one for all, or one for each seat with commas between.
    seed
        Makes the same shoes again; default: drawn and told.
    """

    seats: Whole = 1
    strategy: str = "war"
    seed: WholeOrNone = None


@Parameter(name="*")
@dataclass(frozen=True)
class Machine:
    """Where to deal.

    Parameters
    ----------
    backend
        Cores, a GPU, a cluster of dask, or the table itself, which is slow; all give the same tally.
    threads
        Threads, or local workers; default: as many as there are cores.
    scheduler
        The address of a dask scheduler.
    """

    backend: Literal["cpu", "gpu", "dask", "table"] = "cpu"
    threads: WholeOrNone = None
    scheduler: str | None = None


@Parameter(name="*")
@dataclass(frozen=True)
class KeepOptions:
    """What to keep.

    Parameters
    ----------
    checkpoint
        A file that keeps how far the run has come.
    resume
        Go on from that file.
    """

    checkpoint: Path | None = None
    resume: bool = False


@Parameter(name="*")
@dataclass(frozen=True)
class Look:
    """What to look into, shoe by shoe.

    Parameters
    ----------
    shoe_level
        Look into this number of shoes one by one: the cut-card effect, counting, sessions, the meter.
    session
        Rounds of a session that is followed; default: a thousand.
    bankroll
        What a patron brings to a session, such as 500.00; how many lose it, and when, is told then.
    """

    shoe_level: str | None = None
    session: WholeOrNone = None
    bankroll: str | None = None


USUAL_AMOUNT, HEADS_UP, HERE, NOTHING_KEPT, NO_LOOK = HowMany(), TableOptions(), Machine(), KeepOptions(), Look()


@with_real_names
def simulate(
    source: FileName | None = None,
    /,
    *,
    how_many: HowMany = USUAL_AMOUNT,
    table: TableOptions = HEADS_UP,
    machine: Machine = HERE,
    keep: KeepOptions = NOTHING_KEPT,
    look: Look = NO_LOOK,
    json: bool = False,
) -> int:
    """Deal rounds from real shoes and hold what comes beside the exact odds.

    Shoes are finite: burned, cut, dealt to the cover card and shuffled again.
    The same seed gives the same tally with every backend.

    Example:

        wartable simulate {name} --rounds 1e9
        wartable simulate houses/{name}.toml --seats 5 --seed 1 --json
        wartable simulate {code} --until 0.0001 --checkpoint run.json
        wartable simulate {name} --strategy war,surrender,count --seats 3
        wartable simulate {name} --shoe-level 1e5 --session 500 --bankroll 300.00

    Parameters
    ----------
    source
        A rulebook by its name or code, or a house file; default: a rulebook in which the house banks.
    json
        Print one JSON document.
    """
    from wartable.cli.screen import Screen, write_json
    from wartable.cli.simulate.page import show
    from wartable.sim import BadPlan, NoBackend

    try:
        found = _run(source, how_many, table, machine, keep, look)
    except (BadPlan, NoBackend) as error:
        raise InputError(f"simulate: {error}") from None
    import msgspec

    if json:
        write_json(msgspec.to_builtins(found))
    else:
        show(Screen(), found)
    return DONE


def _run(
    source: str | None, how_many: HowMany, table: TableOptions, machine: Machine, keep: KeepOptions, look: Look
) -> "Simulation":
    import msgspec

    from wartable.cli.simulate.watch import Watching
    from wartable.sim import Where
    from wartable.sim import simulate as deal

    if machine.threads is not None and not 1 <= machine.threads <= MOST_THREADS:
        raise InputError(f"--threads: expected 1 to {MOST_THREADS}, not {machine.threads}")
    if machine.scheduler is not None and machine.backend != "dask":
        raise InputError("--scheduler belongs to --backend dask")
    rules, plan = _plan(source, table)
    goal = _goal(how_many)
    looked_into = _asked_to_look(look)
    state, seed = _begin(keep, plan, goal, table.seed)
    with Watching(plan, goal, keep.checkpoint, seed) as watching:
        where = Where(machine.backend, machine.threads, machine.scheduler)
        found = deal(rules, plan, goal, seed=seed, where=where, state=state, watch=watching.look)
    if looked_into is None:
        return found
    return msgspec.structs.replace(found, shoe_level=_look_into(rules, plan, seed, looked_into, machine.threads))


def _plan(source: str | None, table: TableOptions) -> "tuple[Rules, SimPlan]":
    from wartable.sim import BadPlan, make_plan, parse_strategies

    if not 1 <= table.seats <= MOST_SEATS:
        raise InputError(f"--seats: expected 1 to {MOST_SEATS}, not {table.seats}")
    rules = _rules_of(source, table.seats)
    try:
        strategies = parse_strategies(table.strategy, table.seats)
    except ValueError as error:
        raise InputError(f"--strategy: {error}") from None
    try:
        return rules, make_plan(rules, strategies)
    except BadPlan as error:
        raise InputError(f"simulate: {error}") from None


def _goal(how_many: HowMany) -> "Goal":
    from wartable.sim import Goal

    if how_many.rounds is not None and how_many.shoes is not None:
        raise InputError("simulate: --rounds and --shoes do not go together")
    rounds = None if how_many.rounds is None else parse_count("--rounds", how_many.rounds, MOST_ROUNDS)
    shoes = None if how_many.shoes is None else parse_count("--shoes", how_many.shoes, MOST_SHOES)
    if how_many.until is not None and not 0 < how_many.until < 1:
        raise InputError("--until: expected a share of the wager above 0, such as 0.0001")
    if rounds is None and shoes is None:
        rounds = USUAL_ROUNDS if how_many.until is None else MOST_ROUNDS
    return Goal(rounds=rounds, shoes=shoes, until=how_many.until)


def _begin(keep: KeepOptions, plan: "SimPlan", goal: "Goal", seed: int | None) -> "tuple[RunState | None, int]":
    """Return a new state, or the one from a checkpoint, with its seed."""
    from wartable.cli.simulate.watch import keep_state
    from wartable.sim import MAX_SEED, BadCheckpoint, load, new_state

    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise InputError(f"--seed: expected a whole number from 0 to {MAX_SEED}")
    file = keep.checkpoint
    if keep.resume:
        if file is None:
            raise InputError("--resume belongs to --checkpoint FILE")
        try:
            state, seed = load(file, plan, seed)
        except (OSError, BadCheckpoint) as error:
            raise InputError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
        _see_that_the_goal_is_ahead(file, state, goal)
        return state, seed
    import secrets

    seed = secrets.randbelow(MAX_SEED + 1) if seed is None else seed
    if file is not None:
        if file.exists():
            raise InputError(f"{file}: already exists; --resume continues from it, or remove it")
        keep_state(file, plan, seed, new_state())
    return None, seed


def _see_that_the_goal_is_ahead(file: Path, state: "RunState", goal: "Goal") -> None:
    """Refuse a checkpoint beyond the goal: what was dealt cannot be taken back."""
    for option, wanted, held in (("rounds", goal.rounds, state.rounds), ("shoes", goal.shoes, state.next_shoe)):
        if wanted is not None and held > wanted:
            what = counted(held, option.removesuffix("s"))
            raise InputError(
                f"{file}: holds {what}, more than the goal of {wanted:,}: "
                f"give --{option} {held} or more, or another file"
            )


def _asked_to_look(look: Look) -> tuple[int, int, int] | None:
    """Return shoes, rounds of a session and a bankroll in cents, if shoes are to be examined one by one."""
    from wartable.money import parse_cents

    if look.shoe_level is None:
        if look.session is not None or look.bankroll is not None:
            raise InputError("simulate: --session and --bankroll belong to --shoe-level N")
        return None
    session = USUAL_SESSION if look.session is None else look.session
    if not 1 <= session <= MOST_SESSION:
        raise InputError(f"--session: expected 1 to {MOST_SESSION} rounds")
    try:
        bankroll = 0 if look.bankroll is None else parse_cents(look.bankroll)
    except ValueError as error:
        raise InputError(f"--bankroll: {error}") from None
    if look.bankroll is not None and bankroll <= 0:
        raise InputError("--bankroll: expected an amount above 0.00")
    return parse_count("--shoe-level", look.shoe_level, MOST_SHOES // METER_SHOES), session, bankroll


def _look_into(
    rules: "Rules", plan: "SimPlan", seed: int, asked: tuple[int, int, int], threads: int | None
) -> "ShoeLevel":
    """Return every answer that this plan allows from whole shoes."""
    from wartable.rulebook import stakes_on
    from wartable.sim import (
        ShoeLevel,
        class_chances,
        cut_card_effect,
        exposure,
        follow,
        meter_life,
        usable_cores,
        usual_stakes,
    )

    shoes, session, bankroll = asked
    threads = threads or usable_cores()
    fixed, stakes = class_chances(plan) is not None, stakes_on(initial=usual_stakes(rules)["initial"])
    sessions = max(1, shoes // SESSIONS_PER_SHOE)
    return ShoeLevel(
        cut_card=cut_card_effect(rules, plan, seed, shoes, threads) if fixed and not plan.one_round else None,
        exposure=exposure(rules, plan, seed, shoes, threads),
        sessions=follow(
            rules, plan, seed, stakes, sessions=sessions, rounds=session, bankroll=bankroll, threads=threads
        ),
        meter=meter_life(rules, plan, seed, METER_SHOES * shoes, threads) if rules.progressive else None,
    )


def _rules_of(source: str | None, seats: int) -> "Rules":
    """Return the rules in force: a house's, or a rulebook's with all its wagers and at least this number of seats."""
    from wartable.cli.given_rules import GivenHouse, rules_of_the_house, what_is_given
    from wartable.odds import default_choices
    from wartable.rulebook import misfit, rules_in_force

    given = what_is_given(source)
    if isinstance(given, GivenHouse):
        return rules_of_the_house(given)
    book, choices = given.book, default_choices(given.book)
    rules = rules_in_force(book, choices)
    fits = misfit("seats", book.values["seats"], seats, rules.stack, frozenset()) is None
    return rules_in_force(book, {**choices, "seats": seats}) if seats > rules.seats and fits else rules

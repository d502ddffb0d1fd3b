"""`wartable odds`: the exact mathematics of every wager offered."""

import re
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cyclopts import Parameter

from wartable.cli.counts import MAX_SEED, CountOrNone, WholeOrNone, counted
from wartable.cli.errors import DONE, InputError
from wartable.cli.examples import with_real_names
from wartable.cli.files import FileName

if TYPE_CHECKING:
    from wartable.cli.given_rules import GivenHouse
    from wartable.odds import SessionPlan
    from wartable.rulebook import Rules, Stakes

USUAL_STAKE = "10.00"

_LAB = re.compile(rb"^\s*lab\s*=", re.MULTILINE)


@Parameter(name="*")
@dataclass(frozen=True)
class ShoeOptions:
    """Which shoe, and how many seats.

    Parameters
    ----------
    decks
        Decks in the shoe, 1 to 16; default: the house's own.
    remove
        Cards taken out of it, such as "As Ks 7d*3".
    seats
        Seats taken, up to the house's own number; default: all of them.
    """

    decks: WholeOrNone = None
    remove: str = ""
    seats: WholeOrNone = None


@Parameter(name="*")
@dataclass(frozen=True)
class SessionOptions:
    """What a patron means to do.

    Parameters
    ----------
    session
        The result of this number of rounds, up to ten million.
    initial
        The initial wager; default: 10.00.
    tie
        A tie wager with it.
    war_tie
        A tie wager on the war deal, as far as the bankroll pays for it.
    progressive
        A progressive wager.
    bankroll
        The risk of losing this much.
    target
        Stop with this much.
    per_hour
        Rounds an hour, up to 10000.
    within
        The house's hold within this percentage of theory, 0.0001 to 100.
    """

    session: CountOrNone = None
    initial: str = USUAL_STAKE
    tie: str | None = None
    war_tie: str | None = None
    progressive: str | None = None
    bankroll: str | None = None
    target: str | None = None
    per_hour: CountOrNone = None
    within: float | None = None


@Parameter(name="*")
@dataclass(frozen=True)
class ExposureOptions:
    """What a player who counts cards may gain.

    Parameters
    ----------
    exposure
        Deal this number of shoes and weigh every round before it is dealt.
    seed
        Makes the same shoes again; default: drawn and told.
    meter
        The progressive meter's reading; default: its reset.
    """

    exposure: CountOrNone = None
    seed: WholeOrNone = None
    meter: str | None = None


ANY_SHOE, NO_SESSION, NO_EXPOSURE = ShoeOptions(), SessionOptions(), ExposureOptions()


@with_real_names
def odds(
    source: FileName | None = None,
    /,
    *,
    shoe: ShoeOptions = ANY_SHOE,
    session: SessionOptions = NO_SESSION,
    exposure: ExposureOptions = NO_EXPOSURE,
    lab: bool = False,
    json: bool = False,
) -> int:
    """Work out every wager exactly: a par sheet in fractions.

    A rulebook is weighed with every wager it knows, at its default figures;
    a house with what it offers. Without either, all rulebooks side by side.

    Example:

        wartable odds {name}
        wartable odds houses/{name}.toml --seats 5 --json
        wartable odds {code} --decks 8 --remove "As Ks 7d*3"
        wartable odds {name} --session 1000 --bankroll 500.00 --per-hour 60
        wartable odds {name} --exposure 50 --seed 1

    Parameters
    ----------
    source
        A rulebook by its name or code, or a house file.
    lab
        Take the house file at its word, also where the rulebook forbids it.
    json
        Print one JSON document.
    """
    from wartable.cli.odds import page as odds_page
    from wartable.cli.screen import Screen, write_json

    if source is None:
        if lab or (shoe, session, exposure) != (ANY_SHOE, NO_SESSION, NO_EXPOSURE):
            raise InputError("odds: expected a rulebook or a house file beside these options")
        document = _overview()
    else:
        document = _answer(source, shoe, session, exposure, lab=lab)
    if json:
        write_json(document)
    else:
        odds_page.show(Screen(), document)
    return DONE


def _answer(
    source: str, shoe: ShoeOptions, session: SessionOptions, exposure: ExposureOptions, *, lab: bool
) -> dict[str, Any]:
    from wartable.cli.given_rules import GivenBook, what_is_given

    given = what_is_given(source)
    if isinstance(given, GivenBook):
        from wartable.odds import default_choices
        from wartable.rulebook import rules_in_force

        if lab:
            raise InputError(f"odds: --lab takes a house file at its word, and {source} is a rulebook")
        choices = default_choices(given.book)
        return _document(rules_in_force(given.book, choices), shoe, session, exposure, assumptions=choices)
    if _LAB.search(given.text):
        if lab or shoe.seats is not None or (session, exposure) != (NO_SESSION, NO_EXPOSURE):
            raise InputError(f"odds: {given.name} is a laboratory's game, which takes --decks and --remove alone")
        return _lab(given.name, given.text, shoe)
    rules, forbidden = _house(given, lab=lab)
    document = _document(rules, shoe, session, exposure)
    document["house"] = given.name
    if forbidden:
        document["forbidden"] = forbidden
    return document


def _house(given: "GivenHouse", *, lab: bool) -> "tuple[Rules, dict[str, Any]]":
    from wartable.cli.given_rules import rules_of_the_house
    from wartable.odds import lab_house
    from wartable.rulebook import BadHouse

    if not lab:
        return rules_of_the_house(given), {}
    try:
        return lab_house(given.text)
    except BadHouse as error:
        raise InputError(f"{given.name}: {error}") from None


def _lab(name: str, text: bytes, shoe: ShoeOptions) -> dict[str, Any]:
    import msgspec

    from wartable.odds import lab_sheet, read_variant, shoe_of

    try:
        variant = read_variant(_toml(text))
    except ValueError as error:
        raise InputError(f"{name}: {error}") from None
    decks = variant.decks if shoe.decks is None else shoe.decks
    try:
        sheet = lab_sheet(msgspec.structs.replace(variant, decks=decks), shoe_of(decks, _removed(shoe)))
    except ValueError as error:
        raise _refused(error) from None
    found: dict[str, Any] = msgspec.to_builtins(sheet)
    return found


def _toml(text: bytes) -> dict[str, Any]:
    from wartable.rulebook import MAX_KEY_PARTS, longest_key

    try:
        words = text.decode()
        if longest_key(words)[0] > MAX_KEY_PARTS:
            raise ValueError(f"a key has at most {MAX_KEY_PARTS} parts")
        return tomllib.loads(words)
    except UnicodeDecodeError:
        raise ValueError("expected UTF-8 text") from None
    except RecursionError:
        raise ValueError("the brackets are nested too deeply") from None


def _document(
    rules: "Rules",
    shoe: ShoeOptions,
    session: SessionOptions,
    exposure: ExposureOptions,
    assumptions: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the par sheet and the other parts that were asked for, as one document."""
    import msgspec

    from wartable import odds as exact

    removed = _removed(shoe)
    _see_that_nothing_is_asked_alone(session, exposure)
    try:
        sheet = exact.par_sheet(
            rules, decks=shoe.decks, removed=removed, seats=shoe.seats, assumptions=assumptions or {}
        )
        found: dict[str, Any] = msgspec.to_builtins(sheet)
        if session.session is not None:
            plan = _plan(session.session, session)
            asked = exact.session(rules, plan, decks=shoe.decks, removed=removed, seats=shoe.seats)
            found["session"] = msgspec.to_builtins(asked)
        if exposure.exposure is not None:
            found["exposure"] = _exposed(rules, exposure.exposure, exposure, shoe)
    except ValueError as error:
        raise _refused(error) from None
    return found


OPTIONS = {"rounds": "--session", "removed": "--remove", "per_hour": "--per-hour", "war_tie": "--war-tie"}
"""By the argument's name in the mathematics, the option that gives it; the others have the same name."""


def _refused(error: ValueError) -> InputError:
    from wartable.odds import BadArgument

    named = OPTIONS.get(error.argument, f"--{error.argument}") if isinstance(error, BadArgument) else "odds"
    return InputError(f"{named}: {error}")


def _removed(shoe: ShoeOptions) -> dict[str, int]:
    from wartable.odds import parse_cards

    try:
        return dict(Counter(parse_cards(shoe.remove)))
    except ValueError as error:
        raise InputError(f"--remove: {error}") from None


def _see_that_nothing_is_asked_alone(session: SessionOptions, exposure: ExposureOptions) -> None:
    """Refuse an option that would change nothing."""
    if session.session is None and session != NO_SESSION:
        raise InputError("odds: wagers, --bankroll, --target, --per-hour and --within belong to --session N")
    if exposure.exposure is None and exposure != NO_EXPOSURE:
        raise InputError("odds: --seed and --meter belong to --exposure N")
    if session.target is not None and session.bankroll is None:
        raise InputError("odds: --target belongs to --bankroll")


def _plan(rounds: int, session: SessionOptions) -> "SessionPlan":
    from wartable.odds import SessionPlan

    plan = SessionPlan(
        rounds=rounds,
        stakes=_stakes(session),
        bankroll=_cents("--bankroll", session.bankroll),
        target=_cents("--target", session.target),
        per_hour=session.per_hour,
    )
    if session.within is None:
        return plan
    import msgspec

    return msgspec.structs.replace(plan, within=(session.within / 100,))


def _stakes(session: SessionOptions) -> "Stakes":
    from wartable.rulebook import stakes_on

    initial = _cents("--initial", session.initial) or 0
    if initial % 2:
        raise InputError("--initial: expected an even number of cents, because half of it can be surrendered")
    return stakes_on(
        initial=initial,
        tie=_cents("--tie", session.tie) or 0,
        war_tie=_cents("--war-tie", session.war_tie) or 0,
        progressive=_cents("--progressive", session.progressive) or 0,
    )


def _cents(option: str, text: str | None) -> int | None:
    from wartable.money import parse_stake

    if text is None:
        return None
    try:
        return parse_stake(text)
    except ValueError as error:
        raise InputError(f"{option}: {error}") from None


def _exposed(rules: "Rules", shoes: int, asked: ExposureOptions, shoe: ShoeOptions) -> dict[str, Any]:
    """Deal shoes from a seed, which is printed so that they can be dealt again."""
    import random
    import secrets

    import msgspec

    from wartable.odds import MAX_SHOES, exposure

    seed = secrets.randbelow(MAX_SEED) if asked.seed is None else asked.seed
    if shoe.remove:
        raise InputError("odds: --exposure deals full shoes, so --remove does not go with it")
    if not 0 <= seed < MAX_SEED:
        raise InputError(f"--seed: expected a whole number from 0 to {MAX_SEED - 1}")
    if not 1 <= shoes <= MAX_SHOES:
        raise InputError(f"--exposure: expected 1 to {MAX_SHOES} shoes, not {shoes}")
    print(f"wartable: dealing {counted(shoes, 'shoe')}, seed {seed}", file=sys.stderr)
    meter = _cents("--meter", asked.meter) or 0
    found = exposure(rules, shoes, random.Random(seed).shuffle, decks=shoe.decks, seats=shoe.seats, meter=meter)
    return {"seed": seed, **msgspec.to_builtins(found)}


def _overview() -> dict[str, Any]:
    """Return every rulebook at its default figures, in a line each."""
    from wartable.rulebook import rulebooks_that_load

    rows = []
    for name in [book.name for book in rulebooks_that_load()]:
        found = _answer(name, ANY_SHOE, NO_SESSION, NO_EXPOSURE, lab=False)
        wagers = found["wagers"]
        edges = {wager: wagers[wager]["edge"] for wager in wagers}
        rows.append({"rulebook": name, "decks": found["decks"], "edges": edges})
        rows[-1]["edges"]["surrender"] = wagers["initial"]["edge_surrender"]
    return {"rulebooks": rows}

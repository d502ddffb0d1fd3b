"""The whole report on one page, in plain words."""

from collections.abc import Iterator
from fractions import Fraction

from wartable.money import say_cents
from wartable.odds import Exact, ParSheet, ProgressiveOdds, SpinOdds, WagerOdds
from wartable.paper import (
    Bar,
    Block,
    Bullets,
    Column,
    Derived,
    Figure,
    Inline,
    Inlines,
    KeyFigure,
    KeyFigures,
    PageRow,
    PageTable,
    Quiet,
    Section,
    counted,
    grouped,
)
from wartable.report.filing import Filing
from wartable.report.parts import fraction, lead, percent, right, row
from wartable.rulebook import SIDE, WAGERS, Rules

HUNDRED = 100


def summary(filing: Filing, sheet: ParSheet | None, further: list[Inlines]) -> Section:
    """Return the main points of the report; `further` has the sentences of later sections."""
    rules = filing.rules
    if sheet is None or rules is None:
        broken = (
            "The house's file has errors that leave open what is in force, so nothing can be computed. They come next."
        )
        return Section("summary", "Summary", [lead(broken)])
    blocks: list[Block] = [
        lead(_who(filing, rules)),
        _large(sheet),
        at_a_glance(sheet),
        Bullets([*_base(sheet), *_side(sheet), *further]),
    ]
    return Section("summary", "Summary", blocks)


def _who(filing: Filing, rules: Rules) -> str:
    operator = filing.about.get("operator", "The operator")
    told = [counted(rules.seats, "seat"), f"a shoe of {counted(rules.decks, 'deck')}"]
    limits = rules.limits
    if limits.min is not None and limits.max is not None:
        told.append(f"initial wagers from {say_cents(limits.min)} to {say_cents(limits.max)}")
    banked = ", with a player as the bank" if rules.bank.by == "player" else ""
    return f"{operator} files Casino War under the rules of {filing.book.title}: {', '.join(told)}{banked}."


def _large(sheet: ParSheet) -> KeyFigures:
    wagers = sheet.wagers
    keys = [
        KeyFigure(percent(wagers.initial.edge), "edge on the initial wager of a player who always goes to war"),
        KeyFigure(percent(wagers.initial.edge_surrender), "the same of a player who always surrenders"),
        KeyFigure(percent(wagers.tie.edge), "edge on the tie wager"),
    ]
    if wagers.progressive is not None:
        keys.append(KeyFigure(percent(wagers.progressive.edge), "edge on the progressive wager, its meter at reset"))
    elif sheet.bank is not None:
        keys.append(KeyFigure(Figure(sheet.bank.bank_expects, "signed", 4), "units a round for a bank that covers all"))
    return KeyFigures(keys)


def wagers_offered(sheet: ParSheet) -> Iterator[tuple[str, str, WagerOdds]]:
    wagers = sheet.wagers
    yield "Initial", "always war", wagers.initial
    yield "Initial", "always surrender", wagers.initial.surrender
    yield "Tie", "first deal", wagers.tie
    if wagers.war_tie is not None:
        yield "Tie", "war deal", wagers.war_tie
    for wager, odds in wagers.offered().items():
        if wager in SIDE:
            heading = WAGERS[wager].heading
            yield heading[0].upper() + heading[1:], _meters(odds) or WAGERS[wager].assumes, odds


def _meters(odds: WagerOdds) -> str:
    if isinstance(odds, ProgressiveOdds):
        return f"meter at {grouped(odds.reset)}"
    return "meters at reset" if isinstance(odds, SpinOdds) else ""


def at_a_glance(sheet: ParSheet) -> PageTable:
    offered = list(wagers_offered(sheet))
    most = max(0.0, *(odds.edge.value for _, _, odds in offered)) or 1.0
    columns = [
        Column("Wager", grows=1),
        right("wins"),
        right("deviation"),
        right("edge, exact"),
        right("edge"),
        Column(""),
    ]
    return PageTable("Every wager offered, per unit of its own", columns, [_glance(*wager, most) for wager in offered])


def _glance(wager: str, how: str, odds: WagerOdds, most: float) -> PageRow:
    name: list[Inline] = [f"{wager} ", Quiet(how)]
    bar = Bar(max(odds.edge.value, 0.0) / most)
    deviation = Derived(Exact.of(Fraction(odds.standard_deviation)), "decimal", 3)
    return row(name, percent(odds.hit_frequency), deviation, fraction(odds.edge), percent(odds.edge), bar)


def _per_hundred(edge: Exact) -> Derived:
    return Derived(Exact.of(edge.exact * HUNDRED), "dollars")


def _base(sheet: ParSheet) -> Iterator[Inlines]:
    wagers, choice = sheet.wagers, sheet.decision
    yield [
        "Of every 100.00 of initial wagers the house keeps ",
        _per_hundred(wagers.initial.edge),
        " from players who go to war and ",
        _per_hundred(wagers.initial.edge_surrender),
        " from players who surrender. Of all money put up at war, the second wager included, it keeps ",
        percent(wagers.initial.element_of_risk),
        ".",
    ]
    if choice.better == "war":
        yield [
            "Going to war is never worse than surrendering, in any shoe; once there is a tie it is worth ",
            percent(choice.by, 1),
            " of the initial wager more in a full shoe.",
        ]
    elif choice.better == "surrender":
        yield ["Surrendering is never worse than going to war, in any shoe."]
    else:
        yield [
            "Whether war or surrender is better depends on the cards that are gone; in a full shoe war is worth ",
            Figure(choice.by, "signed", 4),
            " of the initial wager more.",
        ]
    yield [
        "Of every 100.00 on the tie wager the house keeps ",
        _per_hundred(wagers.tie.edge),
        "; it pays once in ",
        Derived(Exact.of(1 / wagers.tie.hit_frequency.exact), "decimal", 1),
        " rounds.",
    ]


def _side(sheet: ParSheet) -> Iterator[Inlines]:
    progressive, spin = sheet.wagers.progressive, sheet.wagers.bonus_spin
    if progressive is not None:
        words: list[Inline] = [
            "The progressive returns ",
            percent(progressive.return_at_reset, 2),
            " with its meter at reset and ",
            percent(progressive.return_long_run, 2),
            " in the long run",
        ]
        if progressive.break_even_meter is not None and progressive.rounds_between_hits is not None:
            words += [
                "; it would return everything with the meter at ",
                Figure(progressive.break_even_meter, "dollars"),
                ". One seat takes the meter once in ",
                Figure(progressive.rounds_between_hits, "count"),
                " rounds",
            ]
        yield [*words, "."]
    if spin is not None:
        yield [
            "The Bonus Spin returns ",
            percent(spin.returned, 2),
            " at a full table with its meters at reset; the wheel is turned once in ",
            Derived(Exact.of(1 / spin.trigger.exact), "decimal", 1),
            " rounds.",
        ]

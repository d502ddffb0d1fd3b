"""The progressive wager: its hands, what the meter is worth, envy, and how long a meter lives."""

from collections.abc import Sequence
from fractions import Fraction

from wartable.odds import AtTable, Exact, ProgressiveOdds
from wartable.paper import Block, Column, Derived, Figure, Inline, PageTable, Section, Subheading, grouped
from wartable.report.charts import meter_life, return_by_meter
from wartable.report.parts import HANDS, chance, fraction, lead, note, para, percent, right, row, wager_table
from wartable.rulebook import Rules


def progressive(rules: Rules, odds: ProgressiveOdds) -> Section:
    """The par sheet of the progressive wager."""
    blocks: list[Block] = [
        lead(
            "With the meter at its reset of ",
            grouped(odds.reset),
            " the progressive returns ",
            percent(odds.return_at_reset, 2),
            "; in the long run, when all that is added to the meter has been paid out, ",
            percent(odds.return_long_run, 2),
            ".",
        ),
        hands_table(odds),
        note(
            "Figures are for a player who always goes to war and stakes ",
            odds.stake,
            ". A player who always surrenders keeps only the ties of the original deal: a return of ",
            percent(odds.return_fixed_surrender, 2),
            ". A hand that takes the meter takes all of it, besides its fixed pay.",
        ),
        Subheading("What the meter is worth"),
        meter_table(odds),
        return_by_meter(odds),
        *([meter_life(odds)] if odds.rounds_between_hits is not None else []),
        *_others(rules, odds.players),
        wager_table("Par sheet of the progressive wager, meter at its reset, without envy", [("", odds)]),
    ]
    return Section("progressive", "The progressive wager", blocks)


def hands_table(odds: ProgressiveOdds) -> PageTable:
    """Each hand with its chance, its pay and its share of the return."""
    rows = []
    total = Fraction(0)
    for hand in odds.hands:
        adds = hand.probability.exact * Fraction(hand.pays)
        total += adds
        pays = f"{hand.pays} to 1{' and the meter' if hand.takes_meter else ''}"
        cells: Sequence[Inline] = (HANDS[hand.hand], fraction(hand.probability), chance(hand.probability), pays)
        rows.append(row(*cells, Derived(Exact.of(adds), "percent", 3)))
    fixed = row("all fixed pays", "", "", "", percent(odds.return_fixed), total=True)
    heads = [
        Column("Hand", grows=1),
        right("chance, exact"),
        right("chance"),
        right("pays"),
        right("adds to the return"),
    ]
    return PageTable("The hands, from the rarest to the plainest", heads, [*rows, fixed])


def meter_table(odds: ProgressiveOdds) -> PageTable:
    rows = [
        row("return without the meter", percent(odds.return_fixed, 4), fraction(odds.return_fixed)),
        row("return with the meter at its reset", percent(odds.return_at_reset, 4), fraction(odds.return_at_reset)),
        row(
            "each further 1,000.00 on the meter adds",
            _thousand(odds.return_per_dollar),
            fraction(odds.return_per_dollar),
        ),
        row("share of each wager added to the meter", percent(odds.rate, 2), fraction(odds.rate)),
        row("return in the long run", percent(odds.return_long_run, 4), fraction(odds.return_long_run)),
        row("chance of the hand that takes the meter", chance(odds.meter_share), fraction(odds.meter_share)),
    ]
    if odds.break_even_meter is not None and odds.mean_meter is not None and odds.rounds_between_hits is not None:
        rows += [
            row(
                "break-even: the meter at which all comes back",
                Figure(odds.break_even_meter, "dollars"),
                fraction(odds.break_even_meter),
            ),
            row("meter that a hit takes on average", Figure(odds.mean_meter, "dollars"), fraction(odds.mean_meter)),
            row(
                "rounds of one seat between hits, on average",
                Figure(odds.rounds_between_hits, "decimal", 1),
                fraction(odds.rounds_between_hits),
            ),
        ]
    return PageTable(
        "The economics of the meter, per wager of " + odds.stake,
        [Column("", grows=1), right("value"), right("exact")],
        rows,
    )


def _thousand(per_dollar: Exact) -> Derived:
    return Derived(Exact.of(per_dollar.exact * 1000), "percent", 4)


def _others(rules: Rules, players: Sequence[AtTable]) -> list[Block]:
    envied = rules.envy is not None
    heads = [
        Column("Players"),
        *([right("envy adds")] if envied else []),
        right("return at reset"),
        right("break-even meter"),
        right("rounds between hits"),
        right("two hits at once"),
    ]
    rows = []
    for at in players:
        cells: list[Inline] = [f"{at.players}"]
        if envied:
            cells.append(percent(at.envy, 4))
        cells.append(percent(at.return_at_reset, 4))
        cells.append(Figure(at.break_even_meter, "dollars") if at.break_even_meter is not None else "–")
        cells.append(Figure(at.rounds_between_hits, "count") if at.rounds_between_hits is not None else "–")
        cells.append(chance(at.several_hits) if at.several_hits.exact else "never")
        rows.append(row(*cells))
    told = (
        "When one player takes the meter, every other who bet the progressive is paid an envy bonus, so company raises "
        "the return."
        if envied
        else "These rules know no envy bonus: company brings hits sooner and changes no player's return."
    )
    return [
        Subheading("With others at the table"),
        para(told, " All of them are taken to bet the progressive and to go to war."),
        PageTable("The progressive by the number of players", heads, rows),
    ]

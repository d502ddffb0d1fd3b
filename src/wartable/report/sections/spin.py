"""The Bonus Spin: when the wheel is turned, what its two rings pay, and what its meters are worth."""

from fractions import Fraction

from wartable.money import say_cents
from wartable.odds import Exact, SpinAt, SpinOdds
from wartable.paper import Block, Column, Derived, PageRow, PageTable, Section, Subheading
from wartable.report.parts import chance, fraction, lead, note, outcome_table, para, percent, right, row, wager_table
from wartable.rulebook import BonusSpin

RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}


def spin(bonus: BonusSpin, odds: SpinOdds) -> Section:
    """The par sheet of the Bonus Spin."""
    rank = RANK_WORDS.get(bonus.trigger.rank, bonus.trigger.rank)
    blocks: list[Block] = [
        lead(
            f"A {bonus.trigger.color} {rank} as the dealer's first card turns the wheel, ",
            percent(odds.trigger, 2),
            " of rounds. At a full table, with both meters at reset, the Bonus Spin returns ",
            percent(odds.returned, 2),
            ".",
        ),
        _meters(bonus, odds),
        *_weights(bonus),
        outcome_table("What becomes of it, at a full table", odds, outcome_names(bonus)),
        *_by_players(odds.players),
        wager_table("Par sheet of the Bonus Spin, meters at their resets", [("", odds)]),
    ]
    return Section("bonus-spin", "The Bonus Spin", blocks)


def outcome_names(bonus: BonusSpin) -> dict[str, str]:
    """Each outcome in words; the meters go by the house's own symbols."""
    meters = {"primary": "the primary meter", "secondary": "the secondary meter"}
    if bonus.symbols is not None:
        meters = {"primary": bonus.symbols.primary, "secondary": bonus.symbols.secondary}
    names = {"no_spin": "the wheel is not turned"}
    hot = [*meters, *(bonus.hot_weights or ())]
    community = list(bonus.community_weights or ())
    for symbol in hot:
        names[f"hot_{symbol}"] = f"hot spot: {meters.get(symbol, symbol)}"
        names |= {
            f"hot_{symbol}_community_{other}": f"hot spot: {meters.get(symbol, symbol)}, community: {other}"
            for other in community
        }
    return names | {f"community_{other}": f"community: {other}" for other in community}


def _meters(bonus: BonusSpin, odds: SpinOdds) -> PageTable:
    heads = [Column("", grows=1), right("primary meter"), right("secondary meter")]
    rates = [Exact.of(Fraction(m.rate.parts, m.rate.of_parts)) for m in (bonus.primary, bonus.secondary)]
    return PageTable(
        "The two meters, per wager of " + odds.stake,
        heads,
        [
            row("reset", say_cents(bonus.primary.reset), say_cents(bonus.secondary.reset)),
            row("share of each wager added", *(Derived(rate, "percent", 2) for rate in rates)),
            row("chance to take it", chance(odds.primary_share), chance(odds.secondary_share)),
            row("the same, exact", fraction(odds.primary_share), fraction(odds.secondary_share)),
            row(
                "each dollar on it adds to the return",
                percent(odds.return_per_dollar_primary, 5),
                percent(odds.return_per_dollar_secondary, 5),
            ),
        ],
    )


def _weights(bonus: BonusSpin) -> list[Block]:
    if not bonus.hot_weights or not bonus.community_weights:
        return [
            note(
                "The house gives no weights for the wheel's rings, so every symbol of a ring is taken to be equally "
                "likely."
            )
        ]
    return [
        para(
            f"The hot ring has {sum(bonus.hot_weights.values())} places, the community ring "
            f"{sum(bonus.community_weights.values())}. "
            + (
                "The hot spot's player is paid by both rings."
                if bonus.hot_spot.also_community
                else "The hot spot's player is paid by the hot ring alone, every other player who bet by the "
                "community ring."
            )
            + (
                " A hot spot without a wager is spun again."
                if bonus.hot_spot.unbet_position == "respin"
                else " A hot spot without a wager pays no player."
            )
        )
    ]


def _by_players(players: tuple[SpinAt, ...]) -> list[Block]:
    if len({at.return_at_reset.exact for at in players}) == 1:
        return [note("The return is the same however many players bet.")]
    rows: list[PageRow] = [
        row(f"{at.players}", chance(at.hot_chance), percent(at.return_at_reset, 4), fraction(at.return_at_reset))
        for at in players
    ]
    heads = [Column("Players"), right("the hot spot is one's own"), right("return at reset"), right("exact")]
    return [Subheading("By the number of players"), PageTable("The Bonus Spin by the number of players", heads, rows)]

"""What a layout, or the sign beside it, tells players: the pay of every wager that is offered, and the payout limit."""

from collections.abc import Iterator, Mapping

from wartable.money import Cents, Odds, say_cents
from wartable.rulebook.load import load_rulebook
from wartable.rulebook.rules import Rules, SettlementLine
from wartable.rulebook.side_bets import BonusSpin
from wartable.rulebook.wagers import METERS, WAGERS, Wager

POSTED = "This game is subject to the posted payout limit"
_BASE = ("initial", "tie", "war", "war_on_tie")


def layout_lines(rules: Rules) -> tuple[str, ...]:
    """Return everything that the layout carries, in the words of a layout."""
    return tuple(_lines(rules))


def _lines(rules: Rules) -> Iterator[str]:
    initial = load_rulebook(rules.rulebook).terms["initial"].word.removesuffix(" wager")
    for name in _BASE:
        wins = (initial if name == "initial" else name.replace("_", " ")).capitalize()
        yield f"{wins} pays {_odds(rules.pays[name])}"
    yield "Surrender gives up half"
    if rules.match_play.enabled:
        yield "A match play coupon pays as the initial wager"
    yield from _progressive(rules)
    if rules.bonus_spin is not None:
        yield from _wheel(rules, rules.bonus_spin)
    yield from _payout_limit(rules)


_MOST = {"initial": ("initial", "war", "war_on_tie"), "tie": ("tie",)}
"""The pays that a wager can lead to, by its own pay; the war wager is as large as the initial one."""


def paid_whole_up_to(rules: Rules, wager: Wager) -> Cents | None:
    """Return the largest stake whose best win the payout limit does not cut; nothing where no limit reaches it."""
    limit, rows = rules.payout.limit_per_hand, _MOST.get(WAGERS[wager].pays)
    if limit is None or rows is None:
        return None
    return min(limit * rules.pays[row].staked // rules.pays[row].paid for row in rows)


def _odds(odds: Odds) -> str:
    return f"{odds.paid:,} to {odds.staked}"


def _progressive(rules: Rules) -> Iterator[str]:
    """The hands from the rarest to the most frequent, then the envy bonus of every stake."""
    if rules.progressive is None:
        return
    rows = {place.split(".")[1]: row for place, row in rules.settlement.items() if place.endswith(".progressive")}
    for hand, row in sorted(rows.items(), key=_largest_first):
        pays = [] if row.odds is None else [_odds(row.odds)]
        if row.meter is not None:
            pays.append(f"100 percent of the {METERS[row.meter].word}")
        if pays:
            yield f"Progressive: a {hand.replace('_', ' ')} pays {' and '.join(pays)}"
    if rules.envy is not None:
        for stake in rules.progressive.stakes:
            yield f"Envy bonus of a {say_cents(stake)} progressive wager pays {say_cents(rules.envy.bonus(stake))}"


def _largest_first(row: tuple[str, SettlementLine]) -> Cents:
    return -(row[1].odds.paid if row[1].odds else 0)


def _wheel(rules: Rules, spin: BonusSpin) -> Iterator[str]:
    """What every stop of the two rings pays, by the stake."""
    names = {"primary": "primary", "secondary": "secondary"}
    if spin.symbols is not None:
        names = {"primary": spin.symbols.primary, "secondary": spin.symbols.secondary}
    for stake in spin.stakes:
        own = stake != spin.printed_stake
        hot, community = (spin.dollar_hot_table, spin.dollar_community_table) if own else ({}, spin.community_table)
        for symbol, pays in _ring(rules, "hot", hot):
            yield f"Bonus Spin {say_cents(stake)}: Hot Spot {names.get(symbol, symbol)} pays {pays}"
        for symbol, pays in _ring(rules, "community", community):
            yield f"Bonus Spin {say_cents(stake)}: Community {symbol} pays {pays}"


def _ring(rules: Rules, ring: str, table: Mapping[str, Cents]) -> Iterator[tuple[str, str]]:
    """The symbols of a ring with what each pays: the house's table, the print, or a meter."""
    for place, row in rules.settlement.items():
        name, symbol, _ = place.split(".")
        if name == ring and row.meter is not None:
            yield symbol, f"100 percent of the {METERS[row.meter].word}"
        elif name == ring and (amount := table.get(symbol, row.amount)):
            yield symbol, say_cents(amount)


def _payout_limit(rules: Rules) -> Iterator[str]:
    """The amount, or the words for a limit posted elsewhere."""
    limit = rules.payout.limit_per_hand
    if rules.payout.inscription == "posted" and rules.table.layout == "inscribed":
        yield POSTED
    elif limit is not None:
        yield f"Payout limit per hand {say_cents(limit)}"

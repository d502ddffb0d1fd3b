"""What only whole shoes answer, as people read it: the cover card, a counter, sessions and the meter."""

from wartable.cli.counts import counted
from wartable.cli.screen import Screen, make_table
from wartable.money import parse_cents
from wartable.odds import Exposure
from wartable.sim import CONFIDENCE, CutCard, MeterLife, SessionSample, ShoeLevel, quantile

MARKS = 4
"""Places along a session that are told."""
REACH = quantile(CONFIDENCE)


def show_shoe_level(screen: Screen, level: ShoeLevel) -> None:
    if level.cut_card:
        _show_cut_card(screen, level.cut_card)
    if level.exposure:
        _show_exposure(screen, level.exposure)
    if level.sessions:
        _show_sessions(screen, level.sessions)
    if level.meter:
        _show_meter(screen, level.meter)


def _show_cut_card(screen: Screen, cut: CutCard) -> None:
    table = make_table(
        f"cover card, {counted(cut.cards_behind, 'card')} behind it; {counted(cut.shoes, 'shoe')}",
        "adds",
        f"± {CONFIDENCE:.0%}",
        "to",
    )
    for name, effect in {"tie frequency": cut.tie, **{f"edge, {w}": e for w, e in cut.edges.items()}}.items():
        reach = _reach(effect.error, ".1e")
        table.add_row(name.replace("_", " "), f"{effect.value:+.3e}", reach, f"{effect.exact:.6%}")
    screen.show(table)


def _show_exposure(screen: Screen, exposed: Exposure) -> None:
    table = make_table(
        "to a counter", "rounds with an edge", "gain a shoe, units", f"± {CONFIDENCE:.0%}", "closed from"
    )
    for wager in exposed.wagers:
        here = wager.at_house_depth
        closed = f"{counted(wager.closed_from, 'card')} behind" if wager.closed_from else "every depth"
        gain = (f"{here.gain_per_shoe:.2e}", _reach(wager.gain_error, ".1e"))
        table.add_row(wager.wager, f"{here.with_edge:.2e}", *gain, closed)
    screen.show(table)


def _show_sessions(screen: Screen, found: SessionSample) -> None:
    stakes = ", ".join(f"{wager.replace('_', ' ')} {amount}" for wager, amount in found.stakes.items())
    exact = "" if found.exact_mean is None else f", exactly {found.exact_mean:,.2f}"
    screen.print(f"{counted(found.sessions, 'session')} of {counted(found.rounds, 'round')}, {stakes}:")
    reach = f" ± {_reach(found.mean_error, ',.2f')}" if found.mean_error else ""
    screen.print(f"  {found.mean:,.2f} on average{reach}{exact}; {found.ahead:.1%} end ahead")
    if found.bankroll is not None and found.ruined is not None:
        when = "" if found.median_ruin is None else f", half of those within {counted(found.median_ruin, 'round')}"
        screen.print(f"  a bankroll of {_dollars(found.bankroll)} is gone in {found.ruined:.2%} of them{when}")
    table = make_table("of all sessions", *(f"{percent} %" for percent in found.drawdown))
    step = max(1, len(found.paths) // MARKS)
    for mark in found.paths[step - 1 :: step]:
        table.add_row(f"after {counted(mark.rounds, 'round')} at most", *map(_short, mark.results.values()))
    table.add_row("deepest fall at most", *map(_short, found.drawdown.values()))
    screen.show(table)


def _show_meter(screen: Screen, life: MeterLife) -> None:
    exact = f", exactly {life.exact_mean_rounds:,.0f}" if life.exact_mean_rounds else ""
    screen.print(f"The meter was hit in {life.lives:,} of {counted(life.rounds, 'round')}:")
    reach = f" ± {_reach(life.mean_rounds_error, ',.0f')}" if life.mean_rounds_error else ""
    screen.print(f"  every {life.mean_rounds:,.0f} rounds on average{reach}{exact}")
    screen.print(f"  a hit takes {_dollars(life.mean_reading)} on average, {_dollars(life.highest_reading)} at most")
    table = make_table("of all meters", *(f"{percent} %" for percent in life.rounds_quantiles))
    table.add_row("live at most, rounds", *(f"{rounds:,}" for rounds in life.rounds_quantiles.values()))
    screen.show(table)


def _reach(error: float, form: str) -> str:
    """Return how far an interval extends to either side; "none" for a single shoe or session, which shows no spread."""
    return f"{REACH * error:{form}}" if error else "none"


def _dollars(amount: str) -> str:
    cents = parse_cents(amount.removeprefix("-"))
    return f"{'-' if amount.startswith('-') else ''}{cents // 100:,}.{cents % 100:02}"


def _short(amount: str) -> str:
    return _dollars(amount).removesuffix(".00")

"""What a simulation found, as people read it: every figure beside the exact one."""

from wartable.cli.screen import Screen, make_table
from wartable.odds import Exposure
from wartable.sim import Estimate, Simulation
from wartable.sim.simulation import ShoeLevel

FAR = 2.576
"""Standard errors beyond which an exact value is outside the interval."""


def show(screen: Screen, found: Simulation) -> None:
    """Print a simulation."""
    seats = f"{found.seats} seat{'s' if found.seats > 1 else ''}"
    screen.print(f"Simulation: {found.rulebook}, {found.decks} decks, {seats}, {_strategies(found)}", style="bold")
    screen.print(f"{found.rounds:,} rounds from {found.shoes:,} whole shoes, seed {found.seed}")
    screen.print(f"{found.backend}: {found.seconds:.2f} s, {found.rounds_per_second:,.0f} rounds a second")
    screen.print()
    _show_wagers(screen, found)
    _show_outcomes(screen, found)
    if length := found.rounds_per_shoe:
        screen.print(
            f"Rounds in a shoe: {length.mean:.2f} on average, {length.deviation:.2f} deviation, "
            f"from {length.least} to {length.most}"
        )
    if found.shoe_level is not None:
        _show_shoe_level(screen, found.shoe_level)
    screen.print(f"Checksum of the tally: {found.checksum}")


def _strategies(found: Simulation) -> str:
    words = dict.fromkeys(found.strategies)
    return f"always {next(iter(words))}" if len(words) == 1 else ", ".join(found.strategies)


def _show_wagers(screen: Screen, found: Simulation) -> None:
    table = make_table("wager", "edge", f"± {found.confidence:.0%}", "exact", "standard errors apart")
    for wager, estimate in found.estimates.items():
        edge = estimate.edge
        table.add_row(wager.replace("_", " "), f"{edge.value:.5%}", f"{edge.high - edge.value:.5%}", *_beside(edge))
    screen.show(table)
    for wager, estimate in found.estimates.items():
        if estimate.covariance is not None:
            exact = f", exactly {estimate.covariance_exact:.6f}" if estimate.covariance_exact is not None else ""
            screen.print(f"Covariance of two seats, {wager}: {estimate.covariance:.6f}{exact}")


def _show_outcomes(screen: Screen, found: Simulation) -> None:
    table = make_table("outcome of a hand", "share", f"± {found.confidence:.0%}", "exact", "standard errors apart")
    for name, share in found.outcomes.items():
        if share.value or share.exact:
            row = (f"{share.value:.6%}", f"{share.high - share.value:.6%}")
            table.add_row(name.replace("_", " "), *row, *_beside(share))
    screen.show(table)


def _beside(found: Estimate) -> tuple[str, str]:
    if found.exact is None:
        return "unknown", ""
    far = "" if found.z is None else f"{found.z:+.2f}"
    return f"{found.exact:.6%}", f"{far}{' outside' if found.z is not None and abs(found.z) > FAR else ''}"


def _show_shoe_level(screen: Screen, level: ShoeLevel) -> None:
    if cut := level.cut_card:
        table = make_table(f"cover card, {cut.cards_behind} cards behind it", "adds", "± 99%", "to")
        for name, effect in {"tie frequency": cut.tie, **{f"edge, {w}": e for w, e in cut.edges.items()}}.items():
            reach = effect.high - effect.value
            table.add_row(name.replace("_", " "), f"{effect.value:+.3e}", f"{reach:.1e}", f"{effect.exact:.6%}")
        screen.show(table)
    if exposed := level.exposure:
        _show_exposure(screen, exposed)
    if session := level.sessions:
        screen.print(
            f"{session.sessions:,} sessions of {session.rounds:,} rounds: {session.mean:,.2f} on average "
            f"(± {2.576 * session.mean_error:,.2f}), {session.ahead:.1%} ahead; deepest fall {session.drawdown['50']} "
            f"in the middle session, {session.drawdown['95']} in one of twenty"
        )
    if life := level.meter:
        exact = f", exactly {life.exact_mean_rounds:,.0f}" if life.exact_mean_rounds else ""
        screen.print(
            f"The meter was hit {life.lives:,} times in {life.rounds:,} rounds: every {life.mean_rounds:,.0f} rounds "
            f"on average{exact}, half within {life.rounds_quantiles['50']:,}; a hit takes {life.mean_reading} "
            "on average"
        )


def _show_exposure(screen: Screen, exposed: Exposure) -> None:
    table = make_table("to a counter", "rounds with an edge", "gain a shoe", "closed")
    for wager in exposed.wagers:
        here = wager.at_house_depth
        closed = f"from {wager.closed_from} cards behind the cover card" if wager.closed_from else "at every depth"
        table.add_row(wager.wager, f"{here.with_edge:.2e}", f"{here.gain_per_shoe:.2e} units", closed)
    screen.show(table)

"""What a simulation found, as people read it: every figure beside the exact one."""

from wartable.cli.screen import Screen, make_table
from wartable.cli.simulate_shoes import show_shoe_level
from wartable.sim import Estimate, Simulation

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
        show_shoe_level(screen, found.shoe_level)
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

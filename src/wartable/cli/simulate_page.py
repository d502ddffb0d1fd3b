"""What a simulation found, as people read it: every figure beside the exact one."""

from wartable.cli.counts import counted
from wartable.cli.screen import Screen, make_table
from wartable.cli.simulate_shoes import show_shoe_level
from wartable.sim import Estimate, Simulation

FAR = 2.576
"""Standard errors beyond which an exact value is outside the interval."""
FEW_SHOES = 30
"""Shoes below which the spread between them says little."""


def show(screen: Screen, found: Simulation) -> None:
    """Print a simulation."""
    table = f"{counted(found.decks, 'deck')}, {counted(found.seats, 'seat')}, {_strategies(found)}"
    rounds, shoes = counted(found.rounds, "round"), counted(found.shoes, "whole shoe")
    screen.print(f"Simulation: {found.rulebook}, {table}", style="bold")
    screen.print(f"{rounds} from {shoes}, seed {found.seed}")
    screen.print(f"{found.backend}: {found.seconds:.2f} s, {found.rounds_per_second:,.0f} rounds a second")
    screen.print()
    _show_wagers(screen, found)
    _show_outcomes(screen, found)
    if found.shoes < FEW_SHOES:
        screen.print(_warning(found), soft_wrap=True)
    if length := found.rounds_per_shoe:
        screen.print(
            f"Rounds in a shoe: {length.mean:.2f} on average, {length.deviation:.2f} deviation, "
            f"from {length.least} to {length.most}"
        )
    if found.shoe_level is not None:
        show_shoe_level(screen, found.shoe_level)
    screen.print(f"Checksum of the tally: {found.checksum}")


def _warning(found: Simulation) -> str:
    """What so little is worth."""
    if any(wager.edge.reach is None for wager in found.estimates.values()):
        little = counted(found.rounds, "round") if found.shoes < 1 else counted(found.shoes, "shoe")
        return f"An interval comes from the spread between shoes, and {little} cannot show one: deal more."
    return f"These intervals come from the spread between {counted(found.shoes, 'shoe')}: deal more to rely on them."


def _strategies(found: Simulation) -> str:
    words = dict.fromkeys(found.strategies)
    return f"always {next(iter(words))}" if len(words) == 1 else ", ".join(found.strategies)


def _show_wagers(screen: Screen, found: Simulation) -> None:
    table = make_table("wager", "edge", f"± {found.confidence:.0%}", "exact", "standard errors apart")
    for wager, estimate in found.estimates.items():
        edge = estimate.edge
        reach = "none" if edge.reach is None else f"{edge.reach:.5%}"
        table.add_row(wager.replace("_", " "), f"{edge.value:.5%}", reach, *_beside(edge))
    screen.show(table)
    for wager, estimate in found.estimates.items():
        if estimate.covariance is not None:
            exact = f", exactly {estimate.covariance_exact:.6f}" if estimate.covariance_exact is not None else ""
            screen.print(f"Covariance of two seats, {wager}: {estimate.covariance:.6f}{exact}")


def _show_outcomes(screen: Screen, found: Simulation) -> None:
    table = make_table("outcome of a hand", "share", f"± {found.confidence:.0%}", "exact", "standard errors apart")
    for name, share in found.outcomes.items():
        if share.value or share.exact:
            reach = "none" if share.reach is None else f"{share.reach:.6%}"
            table.add_row(name.replace("_", " "), f"{share.value:.6%}", reach, *_beside(share))
    screen.show(table)


def _beside(found: Estimate) -> tuple[str, str]:
    if found.exact is None:
        return "unknown", ""
    far = "" if found.z is None else f"{found.z:+.2f}"
    return f"{found.exact:.6%}", f"{far}{' outside' if found.z is not None and abs(found.z) > FAR else ''}"

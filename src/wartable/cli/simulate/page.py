"""What a simulation found, as people read it: every figure beside the exact one."""

from wartable.cli.counts import counted
from wartable.cli.screen import Screen, make_table
from wartable.cli.simulate.shoes import show_shoe_level
from wartable.sim import CutCard, Estimate, Simulation

BESIDE = ("exact", "cover\ncard\nadds", "standard\nerrors\napart")
"""The value of a full shoe, what the cover card adds to it, and standard errors from both together."""
FEW_SHOES = 30
"""Shoes below which the spread between them says little."""


def show(screen: Screen, found: Simulation) -> None:
    table = f"{counted(found.decks, 'deck')}, {counted(found.seats, 'seat')}, {_strategies(found)}"
    rounds, shoes = counted(found.rounds, "round"), counted(found.shoes, "whole shoe")
    screen.print(f"Simulation: {found.rulebook}, {table}", style="bold")
    screen.print(f"{rounds} from {shoes}, seed {found.seed}")
    screen.print(f"{found.backend}: {found.seconds:.2f} s, {found.rounds_per_second:,.0f} rounds a second")
    screen.print()
    _show_wagers(screen, found)
    _show_outcomes(screen, found)
    _show_seats(screen, found)
    if effect := found.cover_card:
        screen.print(_effect(effect))
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
    if any(wager.edge.reach is None for wager in found.estimates.values()):
        little = counted(found.rounds, "round") if found.shoes < 1 else counted(found.shoes, "shoe")
        return f"An interval comes from the spread between shoes, and {little} cannot show one: deal more."
    return f"These intervals come from the spread between {counted(found.shoes, 'shoe')}: deal more to rely on them."


def _strategies(found: Simulation) -> str:
    words = dict.fromkeys(found.strategies)
    return f"always {next(iter(words))}" if len(words) == 1 else ", ".join(found.strategies)


def _show_wagers(screen: Screen, found: Simulation) -> None:
    table = make_table("wager", "edge", f"± {found.confidence:.0%}", *BESIDE)
    for wager, estimate in found.estimates.items():
        table.add_row(wager.replace("_", " "), *_edge(estimate.edge))
    screen.show(table)
    for wager, estimate in found.estimates.items():
        if estimate.covariance is not None:
            exact = f", exactly {estimate.covariance_exact:.6f}" if estimate.covariance_exact is not None else ""
            screen.print(f"Covariance of two seats, {wager}: {estimate.covariance:.6f}{exact}")


def _show_outcomes(screen: Screen, found: Simulation) -> None:
    table = make_table("outcome of a hand", "share", f"± {found.confidence:.0%}", *BESIDE)
    for name, share in found.outcomes.items():
        if share.value or share.exact:
            reach = "none" if share.reach is None else f"{share.reach:.6%}"
            table.add_row(name.replace("_", " "), f"{share.value:.6%}", reach, *_beside(share))
    screen.show(table)


def _show_seats(screen: Screen, found: Simulation) -> None:
    """Print the initial wager seat by seat, and every wager by strategy where there are several."""
    if found.seats == 1:
        return
    table = make_table("initial wager", "edge", f"± {found.confidence:.0%}", *BESIDE)
    for seat in found.by_seat:
        table.add_row(f"seat {seat.seat}, {seat.strategy}", *_edge(seat.estimates["initial"].edge))
    screen.show(table)
    if len(found.by_strategy) == 1:
        return
    table = make_table("strategy, wager", "edge", f"± {found.confidence:.0%}", *BESIDE)
    for group in found.by_strategy:
        for wager, estimate in group.estimates.items():
            table.add_row(f"{group.strategy}, {wager.replace('_', ' ')}", *_edge(estimate.edge))
    screen.show(table)


def _effect(effect: CutCard) -> str:
    """Say what the figures are compared with, and how the cover card's part of it is known."""
    compared = "Each figure is compared with the exact value of a full shoe plus what the cover card adds"
    if not effect.shoes:
        return f"{compared}, both counted exactly."
    return (
        f"{compared}. The latter is dealt from {counted(effect.shoes, 'other shoe')}; "
        "its error is included in the standard errors apart."
    )


def _edge(edge: Estimate) -> tuple[str, ...]:
    return f"{edge.value:.5%}", "none" if edge.reach is None else f"{edge.reach:.5%}", *_beside(edge)


def _beside(found: Estimate) -> tuple[str, str, str]:
    if found.exact is None or found.effect is None:
        return "unknown", "", ""
    far = "" if found.z_expected is None else f"{found.z_expected:+.2f}"
    adds = f"{found.effect:+.1e}" if found.effect else "0"
    return f"{found.exact:.6%}", adds, f"{far}{' outside' if found.outside else ''}"

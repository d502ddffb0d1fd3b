"""The parts of a par sheet below its wagers: the choice on a tie, the table, the bank, decks, published figures."""

from collections.abc import Callable, Mapping
from typing import Any

from wartable.cli.counts import counted
from wartable.cli.odds.more import show_exposure, show_session
from wartable.cli.odds.words import Page, dollars, exact, one_in, right, share, title, told
from wartable.cli.screen import Screen
from wartable.odds import rounded


def show_progressive(screen: Screen, found: Page) -> None:
    """What the meter is worth, and envy by the number of players."""
    lines = [
        f"stake {found['stake']}, reset {found['reset']}, {share(found['rate'], 2)} % of each wager goes to the meter",
        (
            f"fixed pays return {share(found['return_fixed'])} %"
            f" ({share(found['return_fixed_surrender'])} % for a player who always surrenders)"
        ),
        (
            f"the meter hand comes 1 in {one_in(exact(found['meter_share']))};"
            f" each 1,000 dollars on the meter add {rounded(exact(found['return_per_dollar']) * 100_000, 5)} %"
        ),
        f"return at reset {share(found['return_at_reset'])} %, in the long run {share(found['return_long_run'])} %",
    ]
    if found["break_even_meter"]:
        lines.append(
            f"the wager breaks even with {dollars(found['break_even_meter'])} on the meter;"
            f" a hit takes {dollars(found['mean_meter'])} on average"
        )
    for line in lines:
        screen.print(line)
    table = right("players", "envy %", "at reset %", "break-even", "rounds to a hit", "two hits, 1 in")
    for row in found["players"]:
        table.add_row(
            str(row["players"]),
            share(row["envy"]),
            share(row["return_at_reset"]),
            dollars(row["break_even_meter"]) if row["break_even_meter"] else "none",
            rounded(exact(row["rounds_between_hits"]), 0) if row["rounds_between_hits"] else "never",
            one_in(exact(row["several_hits"])),
        )
    screen.show(table)


def show_spin(screen: Screen, found: Page) -> None:
    """What the meters are worth, and the return by the number of players."""
    for line in (
        (
            f"stake {found['stake']}, resets {found['primary_reset']} and {found['secondary_reset']};"
            f" the wheel turns 1 in {one_in(exact(found['trigger']))}"
        ),
        (
            f"fixed pays return {share(found['return_fixed'])} %; each 1,000 dollars on the meters add"
            f" {rounded(exact(found['return_per_dollar_primary']) * 100_000, 4)} % (primary)"
            f" and {rounded(exact(found['return_per_dollar_secondary']) * 100_000, 4)} % (secondary)"
        ),
    ):
        screen.print(line)
    table = right("players", "hot spot is one's own %", "return at reset %")
    for row in found["players"]:
        table.add_row(str(row["players"]), share(row["hot_chance"]), share(row["return_at_reset"]))
    screen.show(table)


def _show_decision(screen: Screen, found: Page) -> None:
    title(screen, "War or surrender")
    best = {
        "war": "War is never worse than surrender in any shoe.",
        "surrender": "Surrender is never worse than war in any shoe.",
        "depends": "Some shoes ask for war and some for surrender.",
    }
    slope, base = exact(found["per_tie"]), exact(found["at_no_tie"])
    line = f"{slope} t" if not base else f"{base} + {slope} t"
    by, by_round = rounded(exact(found["by"]), 6), share(found["by_round"])
    war, surrender = rounded(exact(found["war"]), 6), rounded(exact(found["surrender"]), 6)
    every, here = _between(found["every_shoe"]), _between(found["at_this_cover_card"])
    for text in (
        best[found["better"]],
        f"Once there is a tie, war nets {war} and surrender {surrender}.",
        f"War is better by {by} of a unit, or {by_round} % of every round.",
        f"That margin is {line}, where t is the chance that the war deal ties:",
        f"{told(found['war_tie'])} here. In every shoe a war is won as often as",
        "it is lost, so t is all that a shoe decides about the choice.",
        f"Over every shoe there is, the margin is {every}.",
        f"With {found['least_unseen']} cards unseen, the fewest this cover card leaves, it is {here}.",
    ):
        screen.print(text)


def _between(margin: Page) -> str:
    return f"{rounded(exact(margin['at_least']), 4)} to {rounded(exact(margin['at_most']), 4)}"


def _show_table(screen: Screen, found: Page) -> None:
    seats = found["seats"]
    title(screen, f"The table with {counted(seats, 'seat')} taken, one unit on each")
    table = right("wager", "variance", "covariance", "correlation", "variance, table", "deviation")
    for row in found["wagers"]:
        table.add_row(
            row["wager"],
            rounded(exact(row["variance"]), 4),
            rounded(exact(row["covariance"]), 6) if row["covariance"] else "–",
            f"{row['correlation']:.5f}" if row["covariance"] else "–",
            rounded(exact(row["table_variance"]), 4),
            f"{row['table_deviation']:.4f}",
        )
    screen.show(table)
    screen.print("covariance and correlation are those of two seats, which share the dealer's cards")
    screen.print(f"hold on initial wagers {told(found['hold'])}; by the normal law it is within:")
    table = right("rounds", "one deviation", *(f"with {percent} %" for percent in found["hold_after"][0]["within"]))
    for row in found["hold_after"]:
        figures = (row["deviation"], *row["within"].values())
        table.add_row(f"{row['rounds']:,}", *(f"±{100 * figure:.4f}" for figure in figures))
    screen.show(table)


def _show_bank(screen: Screen, found: Page) -> None:
    players = counted(found["players"], "player")
    title(screen, f"A player banks against {players}, one unit each on the initial wager")
    screen.print(
        f"With everything covered the bank expects {rounded(exact(found['bank_expects']), 6)} units a round"
        f" and each player {rounded(exact(found['player_expects']), 6)}; {found['most_needed']} units cover everything."
    )
    table = right("bank, units", "bank expects", "first player", "last player", "costs the players")
    for row in found["coverage"]:
        first, last = row["players"][0], row["players"][-1]
        figures = (row["bank_expects"], first, last, row["cost_to_players"])
        table.add_row(row["bank"], *(rounded(exact(figure), 6) for figure in figures))
    screen.show(table)


def _show_electronic(screen: Screen, found: Page) -> None:
    title(
        screen,
        f"Electronic form: {counted(found['community_cards'], 'community card')}, {counted(found['seats'], 'seat')}",
    )
    screen.print("Each seat's odds are those above. Seats on one card win and lose together:")
    table = right("cards bet on", "variance of the table", "deviation", "others one may envy")
    for row in found["spread"]:
        figures = (rounded(exact(row["variance"]), 4), f"{row['standard_deviation']:.4f}")
        table.add_row(str(row["hands"]), *figures, rounded(exact(row["envied"]), 3))
    screen.show(table)


def _show_decks(screen: Screen, rows: list[Page]) -> None:
    title(screen, "Edges by the number of decks, in percent")
    table = right("decks", "initial, war", "initial, surrender", "tie")
    for row in rows:
        figures = (row["initial"], row["surrender"], row["tie"])
        table.add_row(str(row["decks"]), *(share(figure) for figure in figures))
    screen.show(table)


def _show_published(screen: Screen, rows: list[Page]) -> None:
    title(screen, "Published figures")
    for row in rows:
        agrees = "agrees with" if row["agrees"] else "differs from"
        clauses = ", ".join(row["clauses"])
        screen.print(f"{row['published']}: {row['says']} ({clauses}); {agrees} the exact {told(row['exact'])}")


PARTS: Mapping[str, Callable[[Screen, Any], None]] = {
    "decision": _show_decision,
    "table": _show_table,
    "bank": _show_bank,
    "electronic": _show_electronic,
    "edge_by_decks": _show_decks,
    "published": _show_published,
    "session": show_session,
    "exposure": show_exposure,
}
"""The parts in the order they are printed."""

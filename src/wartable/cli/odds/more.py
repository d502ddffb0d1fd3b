"""What was asked for beside the par sheet: a patron's session, and a shoe's exposure to a counter."""

from wartable.cli.counts import counted
from wartable.cli.odds.words import Page, dollars, right, share, title
from wartable.cli.screen import Screen

LONGEST_BAR = 60
SHORTEST_BAR = 8
"""Columns of the highest bar on a wide screen; where there are fewer than the second, bars say too little."""


def show_session(screen: Screen, found: Page) -> None:
    stakes = ", ".join(f"{wager.replace('_', ' ')} {amount}" for wager, amount in found["stakes"].items())
    title(screen, f"A session of {counted(found['rounds'], 'round')}: {stakes}")
    by = "exact in whole numbers" if found["method"] == "whole numbers" else "by transform"
    for line in (
        (
            f"expected {dollars(found['expected'])} of {dollars(found['wagered'])} put up;"
            f" standard deviation {found['standard_deviation']:,.2f}"
        ),
        f"ahead {share(found['ahead'])} %, even {share(found['even'])} %, behind {share(found['behind'])} %",
        f"({by}; no chance is off by more than {found['error']:.1e})",
    ):
        screen.print(line)
    if found["hours"] is not None:
        screen.print(f"{found['hours']:,.2f} hours, at {found['expected_per_hour']:,.2f} an hour")
    table = right("of all sessions", *(f"{row['percent']} %" for row in found["quantiles"]))
    table.add_row("end with at most", *(row["result"].removesuffix(".00") for row in found["quantiles"]))
    screen.show(table)
    _show_histogram(screen, found["histogram"])
    if found["ruin"]:
        _show_ruin(screen, found["ruin"], found["rounds"])
    _show_house(screen, found["house"])


def _show_histogram(screen: Screen, bars: list[Page]) -> None:
    """Print each range of results with its chance, and a bar as long as the screen allows."""
    where = [bar["low"] if bar["low"] == bar["high"] else f"{bar['low']} to {bar['high']}" for bar in bars]
    wide, most = max(map(len, where)), max(bar["probability"] for bar in bars)
    chances = [f"{100 * bar['probability']:7.3f} %" for bar in bars]
    room = min(LONGEST_BAR, screen.width - wide - len(chances[0]) - 2)
    for place, shown, bar in zip(where, chances, bars, strict=True):
        drawn = "█" * round(room * bar["probability"] / most) if room >= SHORTEST_BAR else ""
        screen.print(f"{place:>{wide}} {shown} {drawn}".rstrip())


def _show_ruin(screen: Screen, ruin: Page, rounds: int) -> None:
    until = f"stopping at {ruin['target']}" if ruin["target"] else "without a target"
    screen.print(f"\nA bankroll of {ruin['bankroll']}, {until}:")
    if ruin["target"]:
        first = "too many steps to compute" if ruin["ruin_first"] is None else _first(ruin)
        screen.print(f"  ruined before the target, however long it takes: {first}")
    if ruin["ruined"] is None:
        screen.print(f"  {rounds:,} rounds are too many to be walked through here")
        return
    screen.print(f"  within {counted(rounds, 'round')}:")
    for word in ("ruined", "reached", "still_playing"):
        if ruin[word] is not None:
            screen.print(f"    {word.replace('_', ' '):<14} {share(ruin[word]):>8} %")
    bound = ruin["error"] if ruin["off_by"] is None else ruin["off_by"]
    screen.print(f"    (no chance is off by more than {bound:.1e})")


def _first(ruin: Page) -> str:
    return f"{share(ruin['ruin_first'])} % (off by no more than {ruin['ruin_first_error']:.1e})"


def _show_house(screen: Screen, rows: list[Page]) -> None:
    screen.print("\nThe house's view: rounds until the hold on initial wagers is near its theory")
    table = right("within", "confidence", "rounds, one seat", "its exact chance", "rounds, all seats")
    for row in rows:
        achieved = f"{share(row['achieved'], 3)} %" if row["achieved"] is not None else "not computed"
        within = f"±{100 * row['within']:g} %"
        table.add_row(within, f"{row['confidence']} %", f"{row['one_seat']:,}", achieved, f"{row['table']:,}")
    screen.show(table)


def show_exposure(screen: Screen, found: Page) -> None:
    """What a perfect counter sees and gains."""
    dealt = ", ".join(counted(found[f"{what}s"], what) for what in ("shoe", "round", "seat"))
    title(screen, f"Exposure: {dealt} taken")
    screen.print(f"seed {found['seed']}; {found['house_depth']} cards stay behind the house's cover card")
    for wager in found["wagers"]:
        meter = f", meter at {found['meter']}" if wager["wager"] == "progressive" else ""
        screen.print(f"\n{wager['wager']} wager{meter}, before every round")
        table = right("shoe dealt", "rounds", "player's edge %", "mean net %", "best net %")
        for band in wager["bands"]:
            figures = (f"{100 * band[key]:.3f}" for key in ("with_edge", "mean", "best"))
            table.add_row(f"up to {band['dealt']:.0%}", f"{band['rounds']:,}", *figures)
        screen.show(table)
        table = right("cards behind", "rounds with an edge %", "gain per shoe, units")
        for row in (*wager["depths"], wager["at_house_depth"]):
            house = " (house)" if row is wager["at_house_depth"] else ""
            table.add_row(
                f"{row['cards_behind']}{house}", f"{100 * row['with_edge']:.4f}", f"{row['gain_per_shoe']:.5f}"
            )
        screen.show(table)
        closed = wager["closed_from"]
        screen.print(
            f"closed from {counted(closed, 'card')} behind: no shoe looked at gave an edge before that"
            if closed
            else "no round of any shoe gave the player an edge, however deep it was dealt"
        )
        if wager["gain_error"]:
            screen.print(f"one standard error of the gain at the house's depth: {wager['gain_error']:.5f}")

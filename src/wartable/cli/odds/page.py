"""A par sheet as an analyst reads it: wager by wager, exact fractions beside percentages."""

from collections.abc import Iterable
from fractions import Fraction

from rich.padding import Padding

from wartable.cli.counts import counted
from wartable.cli.odds.parts import PARTS, show_progressive, show_spin
from wartable.cli.odds.words import Page, chance, exact, one_in, right, share, short_fraction, signed, title, told
from wartable.cli.screen import Screen
from wartable.odds import rounded
from wartable.rulebook import CHIPS, WAGERS

SIDE_BETS = {"progressive": show_progressive, "bonus_spin": show_spin}
INDENT = (0, 0, 0, 4)


def show(screen: Screen, page: Page) -> None:
    """Print a document of `wartable odds` for people."""
    if "rulebooks" in page:
        _show_overview(screen, page["rulebooks"])
        return
    _show_head(screen, page)
    for wager, found in page["wagers"].items():
        row = WAGERS[wager]
        show_wager(screen, ", ".join(filter(None, (row.name.capitalize(), row.assumes))), found)
        if wager == "initial":
            show_wager(screen, "Initial wager, always surrendering", found["surrender"])
            _show_coupon(screen, found)
        elif wager in SIDE_BETS:
            SIDE_BETS[wager](screen, found)
    for part, show_part in PARTS.items():
        if page.get(part):
            show_part(screen, page[part])


def _show_head(screen: Screen, page: Page) -> None:
    screen.print(f"Par sheet: {page.get('lab') or page['rulebook']}", style="bold")
    shoe = f"A shoe of {page['cards']} cards: {counted(page['decks'], 'deck')}"
    if removed := page.get("removed"):
        cards = " ".join(card if count == 1 else f"{card}*{count}" for card, count in removed.items())
        shoe += f" without {cards}"
    screen.print(f"{shoe}.")
    if page.get("house"):
        screen.print(f"House: {page['house']}")
    for key, value in page.get("forbidden", {}).items():
        screen.print(f"The rulebook does not allow {key} = {_plain(value)}: these are a laboratory's figures.")
    if page.get("assumptions"):
        screen.print("Assumed, because the rulebook leaves it to the house:")
        assumed = ", ".join(f"{key} = {_plain(value)}" for key, value in page["assumptions"].items())
        screen.print(Padding(assumed, INDENT))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key} {item}" for key, item in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


def show_wager(screen: Screen, heading: str, found: Page) -> None:
    """One wager: its outcomes, and what they come to."""
    title(screen, heading)
    table = right("outcome", "probability", "percent", "1 in", "net", "adds")
    for row in found["outcomes"]:
        probability, net = exact(row["probability"]), Fraction(row["net"])
        table.add_row(
            row["outcome"].replace("_", " "),
            short_fraction(row["probability"]["fraction"]),
            chance(row["probability"]),
            one_in(probability),
            signed(net),
            rounded(probability * net, 6),
        )
    screen.show(table)
    for line in _figures(found):
        screen.print(line)


def _figures(found: Page) -> Iterable[str]:
    yield f"edge {told(found['edge'])}; return {share(found['return'])} %"
    if exact(found["wagered"]) != 1:
        units = rounded(exact(found["wagered"]), 4)
        yield f"element of risk {share(found['element_of_risk'])} % of the {units} units put up on average"
    yield (
        f"wins {share(found['hit_frequency'])} % of the time; variance {rounded(exact(found['variance']), 4)}, "
        f"deviation {found['standard_deviation']:.4f}, skewness {found['skewness']:.3f}"
    )


def _show_coupon(screen: Screen, found: Page) -> None:
    coupon = found.get("match_play")
    if coupon:
        show_wager(screen, "Initial wager with a match play coupon of its own size, always war", coupon["war"])
        screen.print(f"the coupon is worth {share(coupon['coupon_worth'])} % of its face")


def _show_overview(screen: Screen, rows: list[Page]) -> None:
    screen.print("Edges in percent of one unit first put up, at each rulebook's default figures", style="bold")
    wagers = ["initial", "surrender", *(wager for wager in CHIPS[1:] if WAGERS[wager].placed_in)]
    table = right("rulebook", *(wager.replace("_", " ") for wager in wagers))
    for row in rows:
        edges = (row["edges"].get(wager) for wager in wagers)
        table.add_row(row["rulebook"], *(share(edge, 2) if edge else "–" for edge in edges))
    screen.show(table)
    screen.print("initial: always going to war; surrender: never. wartable odds RULEBOOK has the whole par sheet.")

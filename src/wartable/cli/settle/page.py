"""A settled round as a dealer reads it: seat by seat, wager by wager."""

from typing import Any

from wartable.cli.screen import Screen, make_table

MONEY = ("staked", "collected", "returned", "paid")


def show_result(screen: Screen, result: dict[str, Any]) -> None:
    """Print a result document for people."""
    table = make_table("seat", "wager", "result", *MONEY, "why")
    for column in table.columns[3:7]:
        column.justify = "right"
    for seat, bettor in _bettors(result):
        for place, line in enumerate(bettor["wagers"]):
            words = (line["wager"].replace("_", " "), line["result"].replace("_", " "))
            amounts = (line[key] for key in MONEY)
            table.add_row("" if place else seat, *words, *amounts, screen.clauses(line["clauses"]))
        table.add_row("", "net", _signed(bettor["net"]), style="bold", end_section=True)
    screen.show(table)
    for text in _summary(result):
        screen.print(text)


def _bettors(result: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return every bettor in seat order; bettors behind a seat follow it."""
    found = []
    for seat in result["seats"]:
        found.append((str(seat["seat"]), seat))
        found += [(f"{seat['seat']} {bettor['name']}", bettor) for bettor in seat.get("backline", ())]
    return found


def _summary(result: dict[str, Any]) -> list[str]:
    order = result["settle_order"]
    lines = [f"Rulebook {result['rulebook']}: seats settled in the order {_listed(order['original'])}."]
    if order["war"]:
        lines.append(f"War: {result['war_burns']} cards burned, seats settled in the order {_listed(order['war'])}.")
    lines += [f"Meter {name.replace('_', ' ')}: {reading}" for name, reading in result["meters"].items()]
    return [*lines, f"Bank: {_signed(result['bank']['net'])}"]


def _signed(net: str) -> str:
    return net if net.startswith("-") or net == "0.00" else f"+{net}"


def _listed(seats: list[int]) -> str:
    return ", ".join(map(str, seats))

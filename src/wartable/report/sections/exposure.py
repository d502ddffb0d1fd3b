"""Exposure: how the tie wager and the progressive move as cards leave the shoe, and what a perfect counter gains."""

from collections.abc import Iterator

from wartable.odds import Exposure, WagerExposure
from wartable.paper import (
    HARD_SPACE,
    Block,
    Column,
    Inline,
    Inlines,
    PageTable,
    Section,
    counted,
    decimal,
    grouped,
    signed,
)
from wartable.report.charts import by_penetration
from wartable.report.parts import lead, note, right, row

FULL_SHOE = (
    "Every round is dealt from a full shoe, so a player who counts cards learns nothing from those that are gone."
)


def exposure(found: Exposure | None, seed: int) -> Section:
    """Return the wagers through the shoe; nothing where every round has a full one."""
    if found is None:
        return Section("exposure", "Exposure to a counter", [lead(FULL_SHOE)])
    blocks: list[Block] = [lead(_told(found))]
    for wager in found.wagers:
        blocks += [by_penetration(found, wager), _bands(wager), _depths(found, wager)]
    meter = f" The progressive's meter is at {grouped(found.meter)}." if found.meter else ""
    how = (
        f"{counted(found.shoes, 'shoe')} with {counted(found.seats, 'seat')} taken, {found.rounds:,} rounds, shuffled "
        f"from seed {seed}. Before every round the wagers are weighed exactly over the unseen cards; a burned "
        f"card is never seen. A perfect counter bets one unit when there is an edge and nothing otherwise.{meter}"
    )
    return Section("exposure", "Exposure to a counter", [*blocks, note(how)])


def _told(found: Exposure) -> str:
    closed = all(wager.at_house_depth.gain_per_shoe == 0 for wager in found.wagers)
    where = f"With {counted(found.house_depth, 'card')} behind the cover card, as this house deals,"
    if closed:
        return f"{where} no round of any shoe looked at gave a counter an edge on a side wager."
    gains = " and ".join(
        f"{decimal(wager.at_house_depth.gain_per_shoe, 4)} units a shoe on the {wager.wager} wager"
        for wager in found.wagers
    )
    return f"{where} a perfect counter who bets one unit at each edge gains {gains}."


def in_short(found: Exposure | None) -> Inlines:
    """One sentence for the summary."""
    return [FULL_SHOE if found is None else _told(found)]


def _percent(share: float) -> str:
    return f"{decimal(share * 100, 2)}{HARD_SPACE}%"


def _bands(wager: WagerExposure) -> PageTable:
    heads = [
        Column("Shoe dealt", "right"),
        right("rounds"),
        right("with a player's edge"),
        right("nets on average"),
        right("best round seen"),
    ]
    rows = []
    before = 0.0
    for band in wager.bands:
        span = f"{before * 100:.0f} to {band.dealt * 100:.0f}{HARD_SPACE}%"
        rows.append(row(span, f"{band.rounds:,}", _percent(band.with_edge), signed(band.mean, 4), signed(band.best, 4)))
        before = band.dealt
    return PageTable(f"The {wager.wager} wager by penetration, per unit", heads, rows, small=True)


def _depths(found: Exposure, wager: WagerExposure) -> PageTable:
    heads = [
        Column("Cards behind the cover card", "right"),
        right("rounds with a player's edge"),
        right("gain a shoe, units"),
    ]
    rows = [row(*cells) for cells in _depth_cells(found, wager)]
    closed = (
        f"; closed from {counted(wager.closed_from, 'card')} on, in the shoes looked at"
        if wager.closed_from
        else "; closed at every depth looked at"
    )
    return PageTable(
        f"What a counter gains on the {wager.wager} wager by the depth of the cover card{closed}",
        heads,
        rows,
        small=True,
    )


def _depth_cells(found: Exposure, wager: WagerExposure) -> Iterator[tuple[Inline, Inline, Inline]]:
    depths = {at.cards_behind: at for at in wager.depths} | {found.house_depth: wager.at_house_depth}
    for cards, at in sorted(depths.items()):
        name = f"this house: {cards}" if cards == found.house_depth else f"{cards}"
        gain = decimal(at.gain_per_shoe, 4)
        if cards == found.house_depth and wager.gain_error:
            gain += f" ± {decimal(wager.gain_error, 4)}"
        yield name, _percent(at.with_edge), gain

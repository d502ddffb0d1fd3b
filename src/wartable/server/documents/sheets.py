"""The sheet of a table: what does not change while it is open, for the page to draw and people to read."""

from collections.abc import Iterator

from wartable.live import LiveTable, TableSettings, form_of, is_private, on_timeout
from wartable.money import Cents
from wartable.odds import ParSheet, Wagers, percent
from wartable.rulebook import STAKED, WAGERS, Rules, layout_lines, load_rulebook, notices
from wartable.server.documents.forms import ClockSheet, EdgeSheet, TableSheet, WagerSheet


def make_sheet(live: LiveTable, operator: str, par: ParSheet | None = None) -> TableSheet:
    """Return all that a table's rules and house say; a practice table's par sheet with it."""
    rules, settings = live.rules, live.settings
    book = load_rulebook(rules.rulebook)
    spin = rules.bonus_spin
    return TableSheet(
        table=settings.table,
        name=settings.name or settings.table,
        operator=operator,
        rulebook=rules.rulebook,
        title=book.title,
        felt=settings.felt,
        difference=settings.difference,
        seats=rules.seats,
        boxes=rules.table.boxes,
        decks=rules.decks,
        stack=rules.stack,
        batches=rules.by_batches,
        electronic=rules.electronic.community_cards if rules.electronic else 0,
        player_banks=rules.bank.by == "player",
        backline=bool(rules.bank.backline_max),
        stay_seated=rules.wager.stay_seated,
        take_back=rules.wager.take_back,
        instruments=rules.wager.instruments,
        wagers=tuple(_wagers(rules, settings.coupons)),
        print=layout_lines(rules),
        payout_limit=rules.payout.limit_per_hand,
        terms={name: term.word for name, term in book.terms.items()},
        cut_least=rules.cut.depth,
        wheel_hot=_symbols(rules, "hot") if spin else (),
        wheel_community=_symbols(rules, "community") if spin else (),
        clock=_clock(live, settings),
        dealer=settings.dealer,
        floor="automatic" if settings.floor_is_automatic else "person",
        practice=settings.practice,
        private=is_private(live.id),
        notices=notices(rules, form_of(settings), practice=settings.practice),
        odds=tuple(_odds(par.wagers)) if par and settings.practice else (),
    )


def _odds(wagers: Wagers) -> Iterator[EdgeSheet]:
    for wager, odds in wagers.offered().items():
        yield EdgeSheet(wager, odds.edge.fraction, f"{percent(odds.edge.exact, 2)} %")


def _clock(live: LiveTable, settings: TableSettings) -> ClockSheet:
    return ClockSheet(
        bets=settings.bets_seconds,
        choice=live.rules.decision.timeout_s,
        war_wagers=settings.war_wagers_seconds,
        look=settings.look_seconds,
        cut=settings.cut_seconds,
        bank=settings.bank_seconds,
        on_timeout=on_timeout(live.table),
    )


def _wagers(rules: Rules, coupons: tuple[Cents, ...]) -> Iterator[WagerSheet]:
    initial = load_rulebook(rules.rulebook).terms["initial"].word
    for wager, row in WAGERS.items():
        if wager in STAKED and row.offered(rules):
            low, high = row.limits.values(rules.limits)
            yield WagerSheet(
                wager,
                word=initial if wager == "initial" else row.name,
                min=low,
                max=high,
                step=rules.limits.step if wager == "initial" else None,
                stakes=coupons if row.kind == "coupon" else row.stakes(rules),
                pays=str(rules.pays.get(row.pays, row.pays)),
            )


def _symbols(rules: Rules, ring: str) -> tuple[str, ...]:
    rows = (row.split(".") for row in rules.settlement)
    return tuple(symbol for name, symbol, _ in rows if name == ring and symbol != "none")

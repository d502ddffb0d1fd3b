"""One person's own part of a table: what they hold, where they sit, what they may do now and what it costs."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from msgspec import Struct

from wartable.cards import DECK_SIZE
from wartable.live.history import HandOver, Mirror, RoundOver
from wartable.live.people import NEVER_SAID, offered_to
from wartable.live.settings import TableSettings
from wartable.live.telling.felt import make_lines
from wartable.live.telling.speech import dealers_words_to
from wartable.live.wire import (
    AdviceView,
    BankOfferView,
    BehindView,
    BetView,
    ChoiceView,
    CutView,
    HandResult,
    HistoryView,
    LookView,
    PutWagers,
    WordsView,
    You,
)
from wartable.money import Cents
from wartable.odds import Composition, advise
from wartable.rulebook import WAGERS, Wager, paid_whole_up_to
from wartable.table import (
    MAX_WORDS,
    PHASES,
    Actor,
    Bettor,
    Box,
    Phase,
    Role,
    Table,
    WagerSettled,
    Words,
    bettor_at,
    can_ask_for_face_up,
    can_ask_for_shuffle,
    envy_due,
    has_offer,
    may_ask_for_shuffle,
    next_to_ask,
    open_offer,
    open_wagers,
    takes_words,
    wager_step,
)
from wartable.table import commands as c

OF_THE_BANK: frozenset[type[Struct]] = frozenset({c.OfferBank, c.PostBank, c.DeclineBank})
"""What is said only where players bank."""
HALVES = 2
"""Half of an initial wager must exist in whole cents."""


def make_you(
    mirror: Mirror,
    who: Actor,
    name: str,
    balance: Cents,
    words: Words,
    settings: TableSettings,
    *,
    ready: bool,
    rounds: int,
) -> You:
    """Return this person's own part, with their hands in the last `rounds` rounds."""
    table, patron = mirror.table, who.patron
    can = _open_to(table.phase, who.role, banks=table.rules.bank.by != "house")
    if who.role != "player" or not patron:
        return You(patron, name, balance, (), can)
    seats = tuple(box.seat for box in table.boxes if box.patron == patron)
    return You(
        patron=patron,
        name=name,
        balance=balance,
        seats=seats,
        can=can,
        behind=tuple(_behind(table, patron)),
        bets=tuple(_bets(table, patron, settings)),
        choice=_choice(table, patron, balance, settings),
        look=_look(table, patron),
        ask_for_shuffle=may_ask_for_shuffle(table, patron),
        cut=_cut(table, patron),
        bank=_bank(table, patron, balance),
        words=_words(table, patron),
        may_be_ready=not ready and _is_waited_for(table, patron),
        envy=sum(amount for _, bettor, amount in envy_due(table) if bettor.patron == patron) if table.wins else 0,
        history=tuple(_history(mirror, patron, words, rounds)) if rounds else None,
        neighbours=offered_to(table, settings, patron),
        says=dealers_words_to(table, patron),
    )


def what_matters(table: Table) -> tuple[object, ...]:
    """Return what every person's own part depends on, besides the boxes."""
    turn = next_to_ask(table) if table.phase == "deciding" else None
    asked = turn[1] if turn else None
    return (
        table.phase,
        table.deck_change_due,
        table.offer,
        table.todo,
        can_ask_for_shuffle(table),
        table.cut,
        table.banker,
        table.seal,
        table.wins,
        table.arrivals,
        asked,
    )


def boxes_for(table: Table, patron: str) -> tuple[Box, ...]:
    """Return the boxes that a person's own part depends on: their own, or all where others' wagers concern them."""
    if table.rules.bank.backline_max or (table.banker.posted and table.banker.patron == patron):
        return table.boxes
    return tuple([box for box in table.boxes if box.patron == patron])


@cache
def _open_to(phase: Phase, role: Role, *, banks: bool) -> tuple[str, ...]:
    """Return the commands that the phase table allows a role, and `put_wagers` where single wagers are allowed."""
    kinds: set[type[Struct]] = {kind for kind, roles in PHASES[phase].items() if role in roles}
    kinds -= NEVER_SAID
    if not banks:
        kinds -= OF_THE_BANK
    if role == "player" and c.PlaceWager in kinds:
        kinds.add(PutWagers)
    return tuple(sorted(str(kind.__struct_config__.tag) for kind in kinds))


def _is_waited_for(table: Table, patron: str) -> bool:
    """Whether the table waits for this person: before the deal, or for an answer on the war's tie wager."""
    mine = [bettor for box in table.boxes for bettor in box.bettors if bettor.patron == patron]
    if table.phase == "war_wagers":
        return any(has_offer(bettor) for bettor in mine)
    return table.phase == "betting" and bool(mine)


# Bets


def _behind(table: Table, patron: str) -> Iterator[BehindView]:
    if not table.rules.bank.backline_max:
        return
    for box in table.boxes:
        for place, bettor in enumerate(box.bettors):
            if bettor.name and bettor.patron == patron:
                yield BehindView(box.seat, place)


def _bets(table: Table, patron: str, settings: TableSettings) -> Iterator[BetView]:
    if table.phase not in ("betting", "war_wagers") or table.deck_change_due:
        return
    if table.banker.posted and table.banker.patron == patron:
        return
    for box in table.boxes:
        if box.patron == patron:
            yield from _bets_at(table, box, "", settings)
        elif table.rules.bank.backline_max and box.bettors:
            yield from _bets_at(table, box, patron, settings)


def _bets_at(table: Table, box: Box, name: str, settings: TableSettings) -> Iterator[BetView]:
    """Yield the bets at the person's own seat, or behind another player's."""
    bettor = bettor_at(box, name)
    if table.phase == "war_wagers" and (bettor is None or not bettor.stakes["war"] or _has_declined(bettor)):
        return
    for wager in open_wagers(table, name):
        coupons = settings.coupons if WAGERS[wager].kind == "coupon" else ()
        if coupons or WAGERS[wager].kind != "coupon":
            yield _bet(table, box, bettor, name, wager, coupons)


def _has_declined(bettor: Bettor) -> bool:
    return bettor.at_war is not None and bettor.at_war.tie == "declined"


def _bet(table: Table, box: Box, bettor: Bettor | None, name: str, wager: Wager, coupons: tuple[Cents, ...]) -> BetView:
    rules, row = table.rules, WAGERS[wager]
    low, high = row.limits.values(rules.limits)
    return BetView(
        seat=box.seat,
        bettor=name,
        wager=wager,
        made=bettor.stakes[wager] if bettor else 0,
        min=low or 1,
        max=high,
        step=wager_step(rules, wager),
        stakes=row.stakes(rules) or coupons,
        take_back=rules.wager.take_back and wager != "war_tie",
        whole=paid_whole_up_to(rules, wager),
    )


# Choices


def _choice(table: Table, patron: str, balance: Cents, settings: TableSettings) -> ChoiceView | None:
    turn = next_to_ask(table) if table.phase == "deciding" else None
    if turn is None or turn[1].patron != patron:
        return None
    box, bettor = turn
    stake = bettor.stakes["initial"]
    half = stake // HALVES
    advice = _advice(table, bettor) if settings.practice else None
    return ChoiceView(box.seat, bettor.name, half, half, stake, balance >= stake, advice)


def _advice(table: Table, bettor: Bettor) -> AdviceView:
    """Return advice from the cards that all at the table have seen, and no others."""
    rules = table.rules
    found = advise(rules, Composition(rules.decks - seen for seen in table.cards.seen))
    by = found.by.exact
    return AdviceView(found.better, round(by * bettor.stakes["initial"]), found.by.fraction, found.war_tie.fraction)


def _look(table: Table, patron: str) -> LookView | None:
    offer = open_offer(table)
    if offer is None or offer.what != "look" or offer.patron != patron:
        return None
    decks = table.rules.stack // DECK_SIZE
    return LookView(offer.seat, decks, table.todo[0][1], face_up=not can_ask_for_face_up(table))


def _cut(table: Table, patron: str) -> CutView | None:
    offer = table.cut.offer
    if table.phase != "cutting" or not offer or table.cut.reinsert or table.boxes[offer - 1].patron != patron:
        return None
    depth, stack = table.rules.cut.depth, table.rules.stack
    return CutView(offer, stack, depth, stack - depth, MAX_WORDS if table.sealed else 0)


def _words(table: Table, patron: str) -> WordsView | None:
    return WordsView(table.seal.added.count(patron), MAX_WORDS) if takes_words(table, patron) else None


def _bank(table: Table, patron: str, balance: Cents) -> BankOfferView | None:
    offer = table.banker.offer
    if table.phase != "banking" or not offer or table.boxes[offer - 1].patron != patron:
        return None
    rules = table.rules
    step = (rules.surrender.smallest_chip or 1) if rules.bank.in_chips else 1
    fee = rules.bank.collection_fee or 0
    most = max(balance - fee, 0)
    return BankOfferView(offer, most - most % step, rules.bank.least, step, fee)


# The last hands


def _history(mirror: Mirror, patron: str, words: Words, rounds: int) -> Iterator[HistoryView]:
    for over in islice(reversed(mirror.rounds), rounds):
        for hand in over.hands:
            if hand.patron == patron:
                yield HistoryView(
                    over.round,
                    hand.seat,
                    hand.cards,
                    over.dealer_cards,
                    result_of(over, hand),
                    hand.net,
                    make_lines(hand.lines, words),
                    behind=bool(hand.bettor),
                )


def result_of(over: RoundOver, hand: HandOver) -> HandResult:
    """Return how a hand ended, in one word."""
    return result_of_lines(hand.lines, voided=over.voided, surrendered=hand.surrendered)


def result_of_lines(lines: Sequence[WagerSettled], *, voided: bool, surrendered: bool) -> HandResult:
    """Return the same from settled lines."""
    if voided or surrendered:
        return "void" if voided else "surrender"
    war = [line.result for line in lines if line.wager == "war"]
    if war:
        return "war_won" if "win" in war else "war_lost"
    results = {line.result for line in lines if line.wager == "initial"}
    return "win" if "win" in results else "lose" if "lose" in results else "push"

"""The round as written: who bet what, on which hand, with which cards. Money is not moved here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.models import naive_text as text
from tests.models.naive_house import House, read_house
from tests.models.naive_text import Refused, Table

SCENARIO_KEYS = ("house", "meters", "spin", "bank")
SEAT_KEYS = ("tie", "on_tie", "war_tie", "progressive", "bonus_spin", "match_play", "hand", "backline")


@dataclass
class Line:
    wager: str
    result: str
    staked: int
    collected: int
    returned: int
    paid: int


@dataclass
class Bettor:
    """A seated player, or one who bets behind a seat and then has a name."""

    seat: int
    name: str | None
    hand: int
    initial: int
    tie: int = 0
    on_tie: str | None = None
    war_tie: int = 0
    progressive: int = 0
    spin: int = 0
    coupon: int = 0
    card: str = ""
    war_card: str = ""
    covered: int = 0
    lines: list[Line] = field(default_factory=list)

    @property
    def at_war(self) -> bool:
        return self.on_tie == "war"

    def net(self) -> int:
        return sum(line.returned + line.paid - line.staked for line in self.lines)


@dataclass
class Round:
    house: House
    bettors: list[Bettor]
    dealer: str
    bank_seat: int = 0
    bank: int = 0
    dealer_war: str = ""
    meters: dict[str, int] = field(default_factory=dict)
    # Places where the documents leave the answer open and this model chose one.
    doubts: set[str] = field(default_factory=set)

    def seats_at_war(self) -> list[int]:
        return sorted({bettor.seat for bettor in self.bettors if bettor.at_war})

    def hands_at_war(self) -> list[int]:
        return sorted({bettor.hand for bettor in self.bettors if bettor.at_war})

    def in_settle_order(self) -> list[Bettor]:
        """Backline bettors exist only where the order ascends, so they stay behind their seat."""
        return sorted(self.bettors, key=lambda bettor: -bettor.seat if self.descending() else bettor.seat)

    def descending(self) -> bool:
        return self.house.rulebook in ("maryland", "massachusetts", "washington")


def read_round(scenario: object) -> Round:
    """Read everything that is known before any choice; the war deal waits for the choices."""
    written = text.table(scenario, "scenario", ("rulebook", "seats", "cards"), SCENARIO_KEYS)
    house = read_house(written)
    bettors = _read_bettors(house, written)
    this = Round(house=house, bettors=bettors, dealer="")
    _read_bank(this, written)
    _read_deal(this, written)
    _read_meters(this, written)
    return this


def _read_bettors(house: House, written: Table) -> list[Bettor]:
    entries = text.rows(written["seats"], "seats")
    if not entries:
        raise Refused("seats: no one bet")
    seated: dict[int, list[Bettor]] = {}
    for entry in entries:
        row = text.table(entry, "seats", ("seat", "initial"), SEAT_KEYS)
        seat = text.whole(row["seat"], "seats.seat")
        if not 1 <= seat <= house.seats:
            raise Refused(f"seats.seat: {seat} is outside 1..{house.seats}")
        if seat in seated:
            raise Refused(f"seats.seat: {seat} is used twice")
        seated[seat] = [_read_seated(house, seat, row), *_read_backline(house, seat, row)]
    return [bettor for seat in sorted(seated) for bettor in seated[seat]]


def _read_seated(house: House, seat: int, row: Table) -> Bettor:
    bettor = _read_bettor(house, seat, None, row)
    _read_hand(house, bettor, row)
    _read_war_tie(house, bettor, row)
    _read_side_wagers(house, bettor, row)
    return bettor


def _read_hand(house: House, bettor: Bettor, row: Table) -> None:
    if "hand" in row:
        bettor.hand = text.whole(row["hand"], "seats.hand")
        if not 1 <= bettor.hand <= house.community_cards:
            raise Refused("seats.hand: no such community hand")
    elif house.community_cards:
        raise Refused("seats.hand: missing in the electronic form")


def _read_war_tie(house: House, bettor: Bettor, row: Table) -> None:
    if "war_tie" in row:
        bettor.war_tie = text.cents(row["war_tie"], "seats.war_tie")
        if not house.war_tie:
            raise Refused("seats.war_tie: not offered")
        if bettor.on_tie != "war":
            raise Refused("seats.war_tie: without a war")
        limits = house.limits
        most = limits.get("war_tie_max", limits.get("tie_max", limits.get("max", bettor.war_tie)))
        if bettor.war_tie > most:
            raise Refused("seats.war_tie: above the limit")


def _read_side_wagers(house: House, bettor: Bettor, row: Table) -> None:
    if "progressive" in row:
        bettor.progressive = text.cents(row["progressive"], "seats.progressive")
        if bettor.progressive not in house.stakes:
            raise Refused("seats.progressive: not offered")
    if "bonus_spin" in row:
        bettor.spin = text.cents(row["bonus_spin"], "seats.bonus_spin")
        if house.spin is None or bettor.spin not in house.spin.stakes:
            raise Refused("seats.bonus_spin: not offered")
    if "match_play" in row:
        bettor.coupon = text.cents(row["match_play"], "seats.match_play")
        if not house.match_play:
            raise Refused("seats.match_play: not enabled")


def _read_backline(house: House, seat: int, row: Table) -> list[Bettor]:
    if "backline" not in row:
        return []
    if house.rulebook != "california":
        raise Refused("seats.backline: the rulebook has none")
    bettors: list[Bettor] = []
    for entry in text.rows(row["backline"], "seats.backline"):
        line = text.table(entry, "seats.backline", ("name", "initial"), ("tie", "on_tie"))
        name = text.word(line["name"], "seats.backline.name")
        if not name or any(name == other.name for other in bettors):
            raise Refused(f"seats.backline.name: {name!r} is empty or used twice at the seat")
        bettors.append(_read_bettor(house, seat, name, line))
    return bettors


def _read_bettor(house: House, seat: int, name: str | None, row: Table) -> Bettor:
    bettor = Bettor(seat=seat, name=name, hand=seat, initial=text.cents(row["initial"], "initial"))
    if bettor.initial % 2:
        raise Refused("initial: an odd number of cents has no half")
    limits = house.limits
    if not limits.get("min", bettor.initial) <= bettor.initial <= limits.get("max", bettor.initial):
        raise Refused("initial: outside the limits")
    if "tie" in row:
        bettor.tie = text.cents(row["tie"], "tie")
        most = limits.get("tie_max", limits.get("max", bettor.tie))
        if not limits.get("tie_min", bettor.tie) <= bettor.tie <= most:
            raise Refused("tie: outside the limits")
    if "on_tie" in row:
        bettor.on_tie = text.word(row["on_tie"], "on_tie", ("war", "surrender"))
    return bettor


def _read_bank(this: Round, written: Table) -> None:
    if ("bank" in written) != (this.house.rulebook == "california"):
        raise Refused("bank: required in California and nowhere else")
    if "bank" not in written:
        return
    entry = text.table(written["bank"], "bank", required=("seat", "amount"))
    this.bank_seat = text.whole(entry["seat"], "bank.seat")
    this.bank = text.cents(entry["amount"], "bank.amount")
    if not 1 <= this.bank_seat <= this.house.seats:
        raise Refused("bank.seat: no such seat")
    if any(bettor.seat == this.bank_seat for bettor in this.bettors):
        raise Refused("bank.seat: the bank makes no wager")


def _read_deal(this: Round, written: Table) -> None:
    cards = text.table(written["cards"], "cards", required=("deal",), optional=("war",))
    deal = [text.card(value, "cards.deal") for value in text.rows(cards["deal"], "cards.deal")]
    if this.house.community_cards:
        hands = list(range(1, this.house.community_cards + 1))
    else:
        hands = sorted({bettor.hand for bettor in this.bettors})
    if len(deal) != len(hands) + 1:
        raise Refused(f"cards.deal: {len(deal)} cards for {len(hands)} hands and the dealer")
    dealt = dict(zip(hands, deal[:-1], strict=True))
    for bettor in this.bettors:
        bettor.card = dealt[bettor.hand]
    this.dealer = deal[-1]


def read_war(this: Round, scenario: Table) -> None:
    """The war deal, once it is known who is at war; then all the cards against the decks."""
    cards = scenario["cards"]
    hands = this.hands_at_war()
    if ("war" in cards) != bool(hands):
        raise Refused("cards.war: there exactly when a player is at war")
    war = [text.card(value, "cards.war") for value in text.rows(cards.get("war", []), "cards.war")]
    if hands and len(war) != len(hands) + 1:
        raise Refused(f"cards.war: {len(war)} cards for {len(hands)} hands and the dealer")
    if hands:
        dealt = dict(zip(hands, war[:-1], strict=True))
        for bettor in this.bettors:
            bettor.war_card = dealt[bettor.hand] if bettor.at_war else ""
        this.dealer_war = war[-1]
    for a_card, times in Counter([*cards["deal"], *war]).items():
        if times > this.house.decks:
            raise Refused(f"cards: {a_card} {times} times in {this.house.decks} decks")


def check_choices(this: Round) -> None:
    """A choice exactly where one was offered: a tie, and in California some part of the wager covered."""
    for bettor in this.bettors:
        offered = text.against(bettor.card, this.dealer) == "tie" and bettor.covered > 0
        if offered and bettor.on_tie is None:
            raise Refused(f"seat {bettor.seat}: on_tie missing")
        if not offered and bettor.on_tie is not None:
            raise Refused(f"seat {bettor.seat}: on_tie where no choice was offered")


def _read_meters(this: Round, written: Table) -> None:
    names: tuple[str, ...] = ()
    if this.house.progressive is not None:
        names += ("progressive",)
    if this.house.spin is not None:
        names += ("spin_primary", "spin_secondary")
    entry = text.table(written.get("meters", {}), "meters", required=names)
    this.meters = {name: text.cents(entry[name], f"meters.{name}") for name in names}

"""One random round: the cards so that the wanted things happen, the wagers, and a choice wherever one is offered."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.models import naive
from tests.models import scenarios_house as houses
from tests.models.naive_text import RANKS, SUITS, money
from tests.models.scenarios_house import any_amount, even_amount, likely

Table = dict[str, Any]

HITS = ("suited_four", "several_hits", "envy_crossing")


class Shoe:
    """The cards still to be dealt, of which a wanted one can be asked for."""

    def __init__(self, rng: random.Random, decks: int) -> None:
        self.rng = rng
        self.left = Counter({rank + suit: decks for rank in RANKS for suit in SUITS})

    def take(self, card: str) -> str:
        self.left[card] -= 1
        return card

    def near(self, dealer: str, tie: float, suited: float) -> str:
        """A card for a hand against the dealer's: often a tie, often of the same suit."""
        if likely(self.rng, tie):
            if self.left[dealer] > 0 and likely(self.rng, suited):
                return self.take(dealer)
            tied = [card for card in self.left if card[0] == dealer[0] and self.left[card] > 0]
            if tied:
                return self.take(self.rng.choice(tied))
        apart = [card for card in self.left if card[0] != dealer[0] and self.left[card] > 0]
        return self.take(self.rng.choice(apart))

    def any(self) -> str:
        return self.take(self.rng.choice([card for card in self.left if self.left[card] > 0]))


@dataclass
class Draft:
    rng: random.Random
    book: str
    forced: set[str]
    side: bool
    house: Table = field(default_factory=dict)
    meters: Table = field(default_factory=dict)
    rows: list[Table] = field(default_factory=list)
    deal: dict[int, str] = field(default_factory=dict)
    hit_hands: list[int] = field(default_factory=list)
    dealer: str = ""
    bank_seat: int = 0

    def write(self) -> Table:
        rng = self.rng
        self.house = houses.size(rng, self.book, least_seats=4) | houses.options(rng, self.book)
        decks = self.house.get("decks", 6)
        self.shoe = Shoe(rng, decks)
        self.dealer = self.shoe.any()
        if self.side:
            self._side_tables()
        self._seat_everybody()
        self._deal_original(decks)
        self._bet()
        scenario: Table = {
            "rulebook": self.book if likely(rng, 0.8) else next(k for k, v in CODES.items() if v == self.book),
            "house": self.house,
            "seats": self.rows,
            "cards": {"deal": [self.deal[hand] for hand in sorted(self.deal)] + [self.dealer]},
        }
        if self.meters:
            scenario["meters"] = self.meters
        if self.book == "california":
            scenario["bank"] = {"seat": self.bank_seat, "amount": money(self._bank_amount())}
        self._spin(scenario)
        self._choose(scenario)
        self._war_deal(scenario)
        self._post_limits()
        rng.shuffle(self.rows)
        if not self.house and likely(rng, 0.8):
            del scenario["house"]
        return scenario

    def _side_tables(self) -> None:
        rng = self.rng
        if self.book in ("maryland", "massachusetts") and (self.forced & set(HITS) or likely(rng, 0.6)):
            house, reading = houses.progressive(rng, self.book)
            self.house |= house
            self.meters |= reading
        if self.book == "maryland" and ("unbet_hot_seat" in self.forced or likely(rng, 0.4)):
            falls = "unbet_hot_seat" in self.forced or likely(rng, 0.6)
            house, reading = houses.bonus_spin(rng, self.dealer, falls)
            if "unbet_hot_seat" in self.forced:
                house["bonus_spin"]["hot_spot"]["unbet_position"] = "no_pay"
            self.house |= house
            self.meters |= reading
        if self.book == "maryland" and ("shared_wars" in self.forced or likely(rng, 0.3)):
            self.house["electronic"] = {"community_cards": rng.choice((3, 5, 7))}
        if self.book == "maryland" and ("payout_cut" in self.forced or likely(rng, 0.15)):
            self.house["payout"] = {"limit_per_hand": money(rng.choice((any_amount(rng), 10 * any_amount(rng))))}
        if self.book in ("wisconsin", "massachusetts") and likely(rng, 0.4):
            self.house["match_play"] = {"enabled": likely(rng, 0.9)}

    def _seat_everybody(self) -> None:
        rng = self.rng
        places = list(range(1, self.house.get("seats", houses.DEFAULT_SEATS[self.book]) + 1))
        rng.shuffle(places)
        if self.book == "california":
            self.bank_seat = places.pop()
        least = 3 if self.forced else 1
        for seat in places[: rng.randint(least, len(places))]:
            row: Table = {"seat": seat, "initial": money(even_amount(rng))}
            if "electronic" in self.house:
                row["hand"] = rng.randint(1, self.house["electronic"]["community_cards"])
            self.rows.append(row)

    def _hands(self) -> list[int]:
        if "electronic" in self.house:
            return list(range(1, self.house["electronic"]["community_cards"] + 1))
        return sorted(row["seat"] for row in self.rows)

    def _deal_original(self, decks: int) -> None:
        """A hit needs its hand's two cards like the dealer's two, so those copies are set aside first."""
        rng = self.rng
        bet_on = sorted({_hand(row) for row in self.rows})
        if self.forced & set(HITS):
            least = 1 if self.forced & {"suited_four"} == self.forced & set(HITS) else 2
            most = min(len(bet_on), (decks - 2) // 2)
            self.hit_hands = rng.sample(bet_on, rng.randint(min(least, most), most))
            for _ in range(1 + 2 * len(self.hit_hands)):
                self.shoe.take(self.dealer)
        for hand in self._hands():
            if hand in self.hit_hands:
                self.deal[hand] = self.dealer
            else:
                self.deal[hand] = self.shoe.near(self.dealer, 1.0 if "all_tied" in self.forced else 0.4, 0.4)

    def _bet(self) -> None:
        rng = self.rng
        for row in self.rows:
            if likely(rng, 0.5) or "odd_tie" in self.forced:
                row["tie"] = money(any_amount(rng) | 1 if "odd_tie" in self.forced else any_amount(rng))
            if "progressive" in self.house and likely(rng, 0.8):
                row["progressive"] = rng.choice(self.house["progressive"].get("stakes", ["5.00"]))
            if "bonus_spin" in self.house and likely(rng, 0.6):
                row["bonus_spin"] = "5.00"
            if self.house.get("match_play", {}).get("enabled") and likely(rng, 0.5):
                row["match_play"] = money(any_amount(rng))
            if self.book == "california" and likely(rng, 0.7 if "backline_war" in self.forced else 0.25):
                row["backline"] = [self._behind(name) for name in rng.sample(NAMES, rng.randint(1, 3))]

    def _behind(self, name: str) -> Table:
        entry: Table = {"name": name, "initial": money(even_amount(self.rng))}
        if likely(self.rng, 0.5):
            entry["tie"] = money(any_amount(self.rng))
        return entry

    def _bettors(self) -> list[Table]:
        """Return all bettors in the settling order of the one state that needs it, each after the player in front."""
        ordered = sorted(self.rows, key=lambda row: int(row["seat"]))
        return [bettor for row in ordered for bettor in (row, *row.get("backline", []))]

    def _bank_amount(self) -> int:
        """Ample, or ending within a cent of the point where one wager after another is used up."""
        used = [0]
        for row in sorted(self.rows, key=lambda row: int(row["seat"])):
            tied = self.deal[row["seat"]][0] == self.dealer[0]
            for bettor in (row, *row.get("backline", [])):
                used.append(used[-1] + _cents(bettor["initial"]))
                if "tie" in bettor:
                    used.append(used[-1] + _cents(bettor["tie"]) * (10 if tied else 1))
        if "bank_runs_out" not in self.forced and likely(self.rng, 0.4):
            return used[-1] * self.rng.randint(1, 3)
        near = self.rng.choice(used) + self.rng.choice((-1, 0, 1, 2, self.rng.randrange(5000)))
        return max(1, near)

    def _spin(self, scenario: Table) -> None:
        if "bonus_spin" not in self.house:
            return
        rng = self.rng
        trigger = self.house["bonus_spin"]["trigger"]
        color = "red" if self.dealer[1] in "dh" else "black"
        betting = [row["seat"] for row in self.rows if "bonus_spin" in row]
        if not betting or trigger != {"rank": self.dealer[0], "color": color}:
            return
        empty = [seat for seat in range(1, self.house.get("seats", 9) + 1) if seat not in betting]
        unbet = self.house["bonus_spin"]["hot_spot"]["unbet_position"] == "no_pay" and empty
        forced = "unbet_hot_seat" in self.forced
        scenario["spin"] = {
            "hot_seat": rng.choice(empty) if unbet and (forced or likely(rng, 0.3)) else rng.choice(betting),
            "hot": rng.choice(("1000", "600", "500", "400", "350", "300", "250", "200", *JACKPOTS)),
            "community": rng.choice(("150", "100", "75", "50", "40", "35", "30", "25")),
        }

    def _choose(self, scenario: Table) -> None:
        rng = self.rng
        war_tie = self.book in ("wisconsin", "massachusetts") or (
            self.book == "maryland" and self.house.get("tie", {}).get("on_war_deal", True)
        )
        must_war = set(self.hit_hands)
        for seat, name, _covered in naive.offers(scenario):
            row = next(row for row in self.rows if row["seat"] == seat)
            if name is not None:
                row = next(entry for entry in row["backline"] if entry["name"] == name)
            hand = seat if name is not None else _hand(row)
            war = likely(rng, 0.65) or hand in must_war
            must_war.discard(hand)
            if "backline_war" in self.forced:
                war = name is not None
            row["on_tie"] = "war" if war else "surrender"
            if war and war_tie and likely(rng, 0.5):
                row["war_tie"] = money(any_amount(rng))

    def _war_deal(self, scenario: Table) -> None:
        at_war = {
            _hand(row)
            for row in self.rows
            for bettor in (row, *row.get("backline", []))
            if bettor.get("on_tie") == "war"
        }
        if not at_war:
            return
        shoe = self.shoe
        if self.hit_hands:
            dealer = self.dealer
        elif shoe.left[self.dealer] > 0 and likely(self.rng, 0.25):
            dealer = shoe.take(self.dealer)
        else:
            dealer = shoe.any()
        cards = [dealer if hand in self.hit_hands else shoe.near(dealer, 0.5, 0.5) for hand in sorted(at_war)]
        scenario["cards"]["war"] = [*cards, dealer]

    def _post_limits(self) -> None:
        if not likely(self.rng, 0.3):
            return
        bettors = self._bettors()
        initials, ties, war_ties = (
            [_cents(bettor[key]) for bettor in bettors if key in bettor] for key in ("initial", "tie", "war_tie")
        )
        self.house["limits"] = houses.limits(self.rng, initials, ties, war_ties)


def _hand(row: Table) -> int:
    """In the electronic form a community hand, elsewhere the seat's own."""
    hand: int = row["hand"] if "hand" in row else row["seat"]
    return hand


def _cents(amount: str) -> int:
    return int(amount.replace(".", ""))


CODES = {"MD": "maryland", "CA": "california", "WI": "wisconsin", "MA": "massachusetts", "WA": "washington"}
NAMES = ["Ann", "Bo", "Cy", "Di"]
JACKPOTS = ("primary", "secondary") * 4

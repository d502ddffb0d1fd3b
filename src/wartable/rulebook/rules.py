"""The rules in force at one table: a rulebook with a house's choices, as types the table can read.

The table never asks which state it is in. It reads these fields, and `cite` gives the clauses of each.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from wartable.cards import DECK_SIZE
from wartable.money import Cents, Odds
from wartable.rulebook.depth import Depth
from wartable.rulebook.side_bets import BonusSpin, Envy, Progressive

Direction = Literal["clockwise", "counterclockwise"]
Doer = Literal["player", "dealer", "floor", "shoe"]
Result = Literal[
    "win",
    "lose",
    "push",
    "surrender",
    "collected",
    "uncovered",
    "void",
    "tie",
    "suited_tie",
    "double_tie",
    "four_of_a_kind",
    "suited_double_tie",
    "suited_four_of_a_kind",
    "hot",
    "community",
]
Form = Literal["dealer", "automatic"]
"""Who deals: a dealer with real cards, as the texts describe it, or the program from a digital shoe."""
MeterName = Literal["progressive", "spin_primary", "spin_secondary"]
Ruling = Literal[
    "continue",
    "void",
    "next_card",
    "burn",
    "forward",
    "dealer_next",
    "void_hand",
    "burn_now",
    "deal_now",
    "change_decks",
    "wait",
    "surrender",
    "play_on",
    "lost",
    "recount",
    "return_chip",
    "return_wager",
    "check_again",
    "win_stands",
    "no_win",
    "reshuffle",
    "cover_card_came",
    "no_cover_card",
    "no_face_up_cards",
    "no_jam",
]


class TableRules(msgspec.Struct, frozen=True):
    boxes: int = 1
    forms: tuple[Form, ...] = ("dealer",)
    layout: Literal["inscribed", "sign"] = "inscribed"
    tip_box: Literal["in_place", "elsewhere"] = "in_place"
    tip_box_because: str = ""


class Bank(msgspec.Struct, frozen=True):
    """The party on the other side of the wagers; all but `by` matter only where a player banks."""

    by: Literal["house", "player"]
    coverage: Literal["action", "payoffs_only"] = "action"
    war_cover: Literal["at_turn", "after_original"] = "at_turn"
    top_up: bool = False
    war_loss_uses: Literal["posted", "collected"] = "posted"
    partial: Literal["cover_part", "return_whole"] = "cover_part"
    seat_order: Literal["primary_tie_backline", "tie_primary_backline"] = "primary_tie_backline"
    rotation: Direction = "clockwise"
    max_rounds: int = 0
    void_counts: bool = True
    backline_decision: Literal["each_bettor", "seated_player"] = "each_bettor"
    backline_max: int = 0
    collection_fee: Cents | None = None
    fee_once: bool = True
    follows_person: bool = True
    house_may_bank: bool = True
    in_chips: bool = False
    share_of_wagers: bool = False
    unlimited: bool = True
    least: Cents = 0
    """The table's minimum, which binds the player/dealer's wager too."""


class WagerRules(msgspec.Struct, frozen=True):
    instruments: tuple[str, ...]
    seated_only: bool
    spoken_cash: bool
    take_back: bool
    stay_seated: bool
    approved_instrument: str = ""


class Limits(msgspec.Struct, frozen=True):
    min: Cents | None = None
    max: Cents | None = None
    step: Cents | None = None
    tie_min: Cents | None = None
    tie_max: Cents | None = None
    war_tie_max: Cents | None = None
    authorised: Cents | None = None
    authorised_by: str = ""


class Shuffler(msgspec.Struct, frozen=True):
    kind: Literal["none", "batch", "continuous"]
    by_hand: bool = True
    """Whether the dealer may shuffle by hand while the device cannot be used."""
    stores_securely: bool | None = None
    """Whether the device stores a shuffled batch securely; None where the rules attach nothing to it."""


class CardRules(msgspec.Struct, frozen=True):
    preshuffled: bool
    first_colour: str = "red"
    second_colour: str = "blue"
    second_cutting_card: bool = False
    cover_cards: int = 1
    change_period: int | None = None
    change_margin: int = 15
    """Minutes before the end of the period at which the change is called."""


class Opening(msgspec.Struct, frozen=True):
    steps: tuple[str, ...]
    batch_steps: tuple[str, ...]
    preshuffled_steps: tuple[str, ...]
    extra_wash: bool
    extra_turn_down: bool = False


class Shuffle(msgspec.Struct, frozen=True):
    when: Literal["cover_card", "every_round"]
    required: tuple[str, ...]
    sequence: tuple[str, ...]
    riffles_before_strip: int


class Reshuffle(msgspec.Struct, frozen=True):
    role: Literal["floor", "dealer"]


class Cut(msgspec.Struct, frozen=True):
    by: Literal["players", "dealer"]
    after_machine: bool
    rotation: Direction
    depth: int
    reinsert: Depth
    reinsert_tolerance_cards: int
    machine_cover_card: Depth
    recut: bool
    cover_card_within_cards: int | None = None
    """None under the first edition of the law, which did not compare the cover card with the cards out."""


class Idle(msgspec.Struct, frozen=True):
    spread: Literal["face_down", "face_up"]
    steps: tuple[str, ...]
    batch_steps: tuple[str, ...]
    swap_batches: bool
    after_minutes: int | None = None


class Procedures(msgspec.Struct, frozen=True):
    house: bool


class Burn(msgspec.Struct, frozen=True):
    first: int
    new_dealer: int
    coincident: Literal["one", "two"]


class Dealer(msgspec.Struct, frozen=True):
    relief_mid_round: Literal["forbid", "allow"]


class Deal(msgspec.Struct, frozen=True):
    direction: Direction
    hands: str = ""
    """Which hand draws each card and which places it, as the prompt for every card says it."""


class Settle(msgspec.Struct, frozen=True):
    direction: Direction
    war_direction: Direction
    style: Literal["pick_and_pay", "lay_and_pay"]


class SurrenderRule(msgspec.Struct, frozen=True):
    direction: Direction
    smallest_chip: Cents | None = None


class War(msgspec.Struct, frozen=True):
    initial: Literal["held", "collected", "pooled"]
    burns: int
    burn_pattern: Literal["once", "before_players_and_dealer", "before_every_card"]


class Tie(msgspec.Struct, frozen=True):
    on_war_deal: bool


class Decision(msgspec.Struct, frozen=True):
    on_timeout: Literal["floor_call", "surrender"]
    timeout_s: int | None = None


class Void(msgspec.Struct, frozen=True):
    scope: Literal["whole_round", "unsettled"]


class Abandon(msgspec.Struct, frozen=True):
    policy: Literal["floor_call"]
    may_lose: bool


class Irregularity(msgspec.Struct, frozen=True):
    faceup: Literal["rack", "floor_call"]
    multi_faceup: Literal["rack", "void", "floor_call"]
    drawn_in_error: Literal["next_card", "floor_call"]
    exposed_card: Literal["floor_call"]
    exposed_card_choices: tuple[Ruling, ...]
    misdeal: Literal["floor_call"]
    misdeal_choices: tuple[Ruling, ...]
    release_players: bool
    when_found: bool
    missed_hand: Literal["void", "floor_call"]
    include_next: bool
    forgotten_burn: Literal["continue", "floor_call"]
    touched_card: Literal["floor_call"]
    jam_voids_round: bool
    cover_failed_device: bool
    jam_steps: tuple[str, ...] = ()


class Electronic(msgspec.Struct, frozen=True):
    community_cards: int


class MatchPlay(msgspec.Struct, frozen=True):
    enabled: bool = False


class Payout(msgspec.Struct, frozen=True):
    limit_per_hand: Cents | None = None
    inscription: Literal["limit", "posted"] = "limit"
    limit_scope: str = "base_game"


class SettlementLine(msgspec.Struct, frozen=True):
    """The settlement of one wager on one outcome: the result, what it pays (odds, an amount, a meter), and why."""

    result: Result
    odds: Odds | None
    clauses: tuple[str, ...]
    amount: Cents = 0
    meter: MeterName | None = None


class StepRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step: the roles that may do it, its text, and the clauses that ask for it."""

    by: tuple[Doer, ...]
    says: str
    clauses: tuple[str, ...]
    reading: str | None = None
    house_rule: bool = False


class Rules(msgspec.Struct, frozen=True):
    """A rulebook with a house's choices."""

    rulebook: str
    seats: int
    decks: int
    table: TableRules
    bank: Bank
    wager: WagerRules
    limits: Limits
    shuffler: Shuffler
    cards: CardRules
    opening: Opening
    shuffle: Shuffle
    reshuffle: Reshuffle
    cut: Cut
    idle: Idle
    procedures: Procedures
    burn: Burn
    dealer: Dealer
    deal: Deal
    settle: Settle
    surrender: SurrenderRule
    war: War
    tie: Tie
    decision: Decision
    pays: Mapping[str, Odds]
    void: Void
    abandon: Abandon
    irregularity: Irregularity
    settlement: Mapping[str, SettlementLine]
    steps: Mapping[str, StepRule]
    cite: Mapping[str, tuple[str, ...]]
    edition: int
    """The edition of the law: a log of an earlier one is decided again as it was decided then."""
    literal_decks: bool = False
    progressive: Progressive | None = None
    envy: Envy | None = None
    bonus_spin: BonusSpin | None = None
    electronic: Electronic | None = None
    match_play: MatchPlay = MatchPlay()
    payout: Payout = Payout()

    @property
    def of_the_first_edition(self) -> bool:
        """Whether these are rules of the first edition, which bound people, meters, counts and pick-ups less."""
        return self.edition == 1

    @property
    def by_batches(self) -> bool:
        """Whether two batches take turns: one in play, the other in the shuffler."""
        return self.shuffler.kind == "batch"

    def colour_of(self, batch: int) -> str:
        """Return the colour of the backs of one of two batches."""
        return self.cards.second_colour if batch else self.cards.first_colour

    @property
    def stack(self) -> int:
        """The number of cards in one shoe."""
        return self.decks * DECK_SIZE

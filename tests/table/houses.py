"""Houses to walk through: together they use every choice that changes what a table does."""

from functools import cache
from typing import Any

from tests.told import RULEBOOKS
from wartable.rulebook import EDITION, Rules, as_of, load_rulebook, rules_in_force
from wartable.rulebook.checks import consistent
from wartable.rulebook.house import choose

House = dict[str, Any]

FEW_SEATS: House = {"seats": 4}
LIMITS: House = {
    "limits": {"min": "5.00", "max": "5000.00", "step": "5.00", "tie_min": "1.00", "tie_max": "50.00"},
}
WAR_TIE_LIMIT: House = {"limits": {**LIMITS["limits"], "war_tie_max": "25.00"}}


PROGRESSIVE: House = {
    "progressive": {"reset": "10000.00", "rate": "0.20", "stakes": ["5.00", "10.00"]},
    "envy": {"table": {"10.00": "9000.00"}},
}
WHEEL: House = {
    "bonus_spin": {
        "trigger": {"rank": "A", "color": "red"},
        "primary": {"reset": "10000.00", "rate": "0.10"},
        "secondary": {"reset": "5000.00", "rate": "0.02"},
        "hot_spot": {"also_community": True, "unbet_position": "no_pay"},
    },
}
EARLY_WHEEL: House = {
    "bonus_spin": {
        **WHEEL["bonus_spin"],
        "hot_spot": {"selection": "random_draw", "also_community": False, "unbet_position": "respin"},
        "settle_point": "after_original_deal",
    },
}


def few_seats(book: str) -> House:
    """Four seats, where the rules leave their number to the house."""
    return {} if load_rulebook(book).values["seats"].fixed else FEW_SEATS


def _plain() -> dict[str, tuple[str, House]]:
    return {book: (book, few_seats(book)) for book in RULEBOOKS}


HOUSES: dict[str, tuple[str, House]] = {
    **_plain(),
    "batch, several boxes, before every card": (
        "maryland",
        {
            **FEW_SEATS,
            **WAR_TIE_LIMIT,
            "table": {"boxes": 2},
            "shuffler": {"kind": "batch"},
            "burn": {"coincident": "two"},
            "war": {"burn_pattern": "before_every_card"},
            "decision": {"on_timeout": "surrender"},
        },
    ),
    "continuous, relief in the round": (
        "maryland",
        {
            **FEW_SEATS,
            "shuffler": {"kind": "continuous"},
            "dealer": {"relief_mid_round": "allow"},
            "wager": {"instruments": ["chips", "plaques", "approved_instrument"]},
        },
    ),
    "literal decks, shuffled every round": (
        "maryland",
        {
            **FEW_SEATS,
            "decks": 3,
            "literal_decks": True,
            "shuffler": {"kind": "batch"},
            "shuffle": {"when": "every_round"},
        },
    ),
    "progressive and wheel, at the end of the round": (
        "maryland",
        {
            **FEW_SEATS,
            **WHEEL,
            "progressive": {**PROGRESSIVE["progressive"], "settle_point": "end_of_round", "stake_returned": True},
            "envy": PROGRESSIVE["envy"],
            "table": {"boxes": 2},
            "shuffler": {"kind": "batch"},
        },
    ),
    "progressive per player, early wheel, payout limit": (
        "maryland",
        {
            **FEW_SEATS,
            **EARLY_WHEEL,
            **PROGRESSIVE,
            "payout": {"limit_per_hand": "50.00"},
            "dealer": {"relief_mid_round": "allow"},
        },
    ),
    "electronic, with side bets": (
        "maryland",
        {
            **FEW_SEATS,
            **WHEEL,
            "progressive": {**PROGRESSIVE["progressive"], "validate": "meter_only"},
            "envy": PROGRESSIVE["envy"],
            "electronic": {"community_cards": 3},
            "war": {"burn_pattern": "before_every_card"},
        },
    ),
    "the bank covers after the original deal": (
        "california",
        {
            "table": {"boxes": 2},
            "ca": {
                "war_cover": "after_original",
                "coverage": "payoffs_only",
                "seat_order": "tie_primary_backline",
                "bank": {"max_rounds": 1},
                "backline": {"max": 2},
                "collection_fee": "1.00",
            },
            "cut": {"by": "players", "recut": True},
            "wager": {"stay_seated": False},
            "irregularity": {
                "faceup": "rack",
                "multi_faceup": "void",
                "drawn_in_error": "next_card",
                "jam_voids_round": True,
                "cover_failed_device": False,
            },
        },
    ),
    "the bank counts collected losses": (
        "california",
        {
            "ca": {
                "war_loss_uses": "collected",
                "partial": "return_whole",
                "house_procedures": False,
            },
            "war": {"burn_pattern": "before_every_card"},
            "idle": {"swap_batches": False},
        },
    ),
    "one backline bettor": (
        "california",
        {
            "ca": {"backline": {"max": 1}},
            "opening": {"extra_wash": True},
            "decision": {"on_timeout": "surrender"},
            "dealer": {"relief_mid_round": "allow"},
        },
    ),
    "batch with recut": (
        "wisconsin",
        {
            **FEW_SEATS,
            **LIMITS,
            "shuffler": {"kind": "batch", "stores_securely": True},
            "cut": {"recut": True, "reinsert_tolerance_cards": 5},
            "opening": {"extra_wash": True},
            "wager": {"stay_seated": False},
            "irregularity": {"cover_failed_device": False},
            "cards": {"second_cutting_card": True},
            "dealer": {"relief_mid_round": "allow"},
        },
    ),
    "eight decks, stored securely": (
        "massachusetts",
        {
            **FEW_SEATS,
            "decks": 8,
            "table": {"boxes": 4},
            "shuffler": {"kind": "batch", "stores_securely": True},
            "opening": {"extra_turn_down": True},
            "idle": {"spread": "face_up"},
            "irregularity": {"jam_steps": ["Count the cards.", "Wash the cards."]},
            "war": {"burn_pattern": "before_every_card"},
        },
    ),
    "progressive with match play": (
        "massachusetts",
        {
            **FEW_SEATS,
            "progressive": {"reset": "1000.01", "rate": "0.20"},
            "match_play": {"enabled": True},
            "table": {"boxes": 2},
            "wager": {"stay_seated": False},
        },
    ),
    "progressive at the end of the round": (
        "massachusetts",
        {
            **FEW_SEATS,
            "progressive": {"reset": "1000.00", "rate": "0.1", "settle_point": "end_of_round", "validate": "none"},
        },
    ),
    "match play": (
        "wisconsin",
        {**FEW_SEATS, **LIMITS, "match_play": {"enabled": True}},
    ),
    "the dealer cuts": (
        "massachusetts",
        {**FEW_SEATS, **WAR_TIE_LIMIT, "cut": {"by": "dealer", "recut": True}, "dealer": {"relief_mid_round": "allow"}},
    ),
    "lay and pay, continuous": (
        "washington",
        {
            **FEW_SEATS,
            "shuffler": {"kind": "continuous"},
            "settle": {"style": "lay_and_pay", "direction": "left_to_right"},
            "burn": {"first": 0},
            "irregularity": {"jam_voids_round": True, "release_players": True, "cover_failed_device": False},
            "wa": {"house_procedures": False},
        },
    ),
    "batch, no cut after the machine, every round": (
        "washington",
        {
            **FEW_SEATS,
            "shuffler": {"kind": "batch"},
            "cut": {"after_machine": False, "recut": True},
            "shuffle": {"when": "every_round"},
            "burn": {"coincident": "two"},
            "irregularity": {"release_players": True},
        },
    ),
    "the first edition: the bank tops up, one player decides for all": (
        "california",
        {
            **FEW_SEATS,
            "ca": {
                "pd_top_up_for_war": True,
                "bank": {"void_counts": False},
                "backline": {"decision": "seated_player", "max": 1},
            },
            "irregularity": {"release_players": True, "forgotten_burn": "continue"},
            "void": {"scope": "unsettled"},
        },
    ),
    "the first edition: no tie wager on the war deal": (
        "maryland",
        {
            **FEW_SEATS,
            "surrender": {"direction": "counterclockwise"},
            "war": {"burn_pattern": "before_players_and_dealer"},
            "irregularity": {"multi_faceup": "void"},
            "tie": {"on_war_deal": False},
            "idle": {"spread": "face_up"},
            "void": {"scope": "unsettled"},
        },
    ),
    "the first edition: hits share the meter": (
        "massachusetts",
        {
            **FEW_SEATS,
            "progressive": {"reset": "1000.01", "rate": "0.20", "multi_hit": "split", "settle_point": "end_of_round"},
            "envy": {"hitter_must_bet": True},
            "void": {"scope": "unsettled"},
        },
    ),
}
EARLIER = "the first edition"
"""Houses of logs that were written before the text's own values were fixed; no house may be filed so today."""


def edition_of(name: str) -> int:
    """The edition of the law that one of these houses is under."""
    return 1 if name.startswith(EARLIER) else EDITION


@cache
def rules_of_house(name: str) -> Rules:
    """The rules in force at one of these houses, which the checks let pass."""
    rulebook, house = HOUSES[name]
    book = as_of(load_rulebook(rulebook), edition_of(name))
    choices, findings = choose(book, house)
    rules = rules_in_force(book, choices)
    wrong = [finding for finding in (*findings, *consistent(book, choices, rules)) if finding.severity == "error"]
    assert not wrong, wrong
    return rules

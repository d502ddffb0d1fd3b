"""The law as data: the rulebooks, the houses that choose within them, and the trace of every clause."""

from wartable.rulebook.book import EDITION, Attestation, Rulebook, SettlementRow
from wartable.rulebook.check import HouseCheck, check_choices, check_house
from wartable.rulebook.checks import (
    ABOUT,
    HouseFinding,
    Severity,
    about_the_house,
    allowed,
    cards_of_a_round,
    consistent,
    errors,
    listed,
    misfit,
)
from wartable.rulebook.clauses import HOUSE_RULE, Clause, clauses_of, find_clause
from wartable.rulebook.data import folder
from wartable.rulebook.depth import Depth
from wartable.rulebook.editions import as_kept, as_of, first_edition
from wartable.rulebook.force import offers, parse_value, rules_in_force
from wartable.rulebook.house import (
    MAX_HOUSE_BYTES,
    MAX_KEY_PARTS,
    BadHouse,
    House,
    choose,
    load_house,
    open_house,
    rules_of_house,
)
from wartable.rulebook.layout import layout_lines, paid_whole_up_to
from wartable.rulebook.load import empty_rulebook, is_rulebook_name, load_rulebook, rulebook_names, rulebooks_that_load
from wartable.rulebook.notices import digital, notices
from wartable.rulebook.problems import BadRulebook
from wartable.rulebook.proof import proofs
from wartable.rulebook.readings import readings
from wartable.rulebook.rules import Bank, Direction, Form, Limits, MeterName, Result, Rules, Ruling, SettlementLine
from wartable.rulebook.side_bets import MAX_SYMBOL, MAX_WEIGHT, BonusSpin, Envy
from wartable.rulebook.toml_lines import longest_key
from wartable.rulebook.trace import describe, in_words, parse_meets
from wartable.rulebook.values import MAX_COUNT, Ends, Raw, Value
from wartable.rulebook.wagers import (
    CHIPS,
    FEEDS,
    LAYOUT,
    METERS,
    NO_STAKES,
    SIDE,
    STAKED,
    WAGERS,
    Stakes,
    Wager,
    decided_in,
    stakes_on,
)

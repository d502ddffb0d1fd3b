"""Putting rules in force: a rulebook's values, with the house's choices where they are allowed."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from wartable.money import Odds, is_amount, parse_cents
from wartable.rulebook.book import EDITION, Rulebook
from wartable.rulebook.clauses import HOUSE_RULE
from wartable.rulebook.rules import Rules, SettlementLine, StepRule
from wartable.rulebook.values import Value, parse_raw

Choices = Mapping[str, Any]
"""A house's choices, by the rulebook's own names."""

# msgspec builds a type's decoder on first use, and the process crashes if two threads do so at once. So types that are
# decoded in threads get their decoder at import time; a type that is only converted, like this, has one for that.
msgspec.json.Decoder(Rules)


def rules_in_force(book: Rulebook, choices: Choices | None = None) -> Rules:
    """Return the rules of one table. The choices are trusted; `check` validates them."""
    values = _values(book, choices or {})
    tree = _tree(values)
    if book.edition == EDITION:
        tree["limits"] = _with_every_maximum(tree["limits"])
        tree["bank"]["least"] = tree["limits"].get("min", 0)
    else:
        tree["cut"].pop("cover_card_within_cards", None)
    tree.pop("figures", None)
    tree |= {
        "rulebook": book.name,
        "edition": book.edition,
        "settlement": _settlement(book, values),
        "steps": {name: _step(name, step, values.get("deal.hands", "")) for name, step in book.steps.items()},
        "cite": {name: cited(value) for name, value in book.values.items()},
    }
    return msgspec.convert(tree, Rules)


DEALING = frozenset({"deal_player", "deal_dealer", "war_deal_player", "war_deal_dealer"})
"""The steps that deal one card each."""


def _step(name: str, step: StepRule, hands: str) -> StepRule:
    """A step as it is prompted: the prompt for every card says which hand draws it and which places it."""
    says = f"{step.says.removesuffix('.')}: {hands}." if hands and name in DEALING else step.says
    return replace(step, says=says, clauses=cited(step))


def cited(rule: Value | StepRule) -> tuple[str, ...]:
    """Return the clauses of a rule; a house rule is marked first."""
    return (HOUSE_RULE, *rule.clauses) if rule.house_rule else rule.clauses


def offers(book: Rulebook, choices: Choices) -> frozenset[str]:
    """Return the side bets a house offers: those with any setting."""
    return frozenset(offer for name in choices if (offer := book.values[name].offer))


def _values(book: Rulebook, choices: Choices) -> dict[str, Any]:
    offered = {None, *offers(book, choices)}
    raws = {name: _raw(value, choices.get(name)) for name, value in book.values.items() if value.offer in offered}
    if raws["procedures.house"] is False:
        raws |= {name: value.without for name, value in book.values.items() if value.without is not None}
    values = {name: parse_value(book.values[name], raw) for name, raw in raws.items() if raw is not None}
    followed = {name: other for name, value in book.values.items() if (other := value.follows) is not None}
    return values | {name: values[other] for name, other in followed.items()}


def _raw(value: Value, chosen: Any) -> Any:
    """A house's choice; a table of the house extends the rulebook's own."""
    if isinstance(chosen, dict) and isinstance(value.in_force, dict):
        return value.in_force | chosen
    return value.in_force if chosen is None else chosen


def parse_value(value: Value, raw: Any) -> Any:
    """Return the program's value for a file's value; a house's word becomes the program's own."""
    return parse_raw(value.unit, value.words.get(raw, raw) if isinstance(raw, str) else raw)


def _tree(values: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted names as nested tables."""
    tree: dict[str, Any] = {}
    for name, value in values.items():
        *above, last = name.split(".")
        branch = tree
        for part in above:
            branch = branch.setdefault(part, {})
        branch[last] = value
    tree.setdefault("limits", {})
    return tree


def _with_every_maximum(limits: Mapping[str, Any]) -> dict[str, Any]:
    """Limits in which a wager without a maximum of its own has the next wider one; a war wager equals the initial."""
    most = limits.get("max", limits.get("authorised"))
    tie = limits.get("tie_max", most)
    wider = {"max": most, "tie_max": tie, "war_tie_max": limits.get("war_tie_max", tie)}
    return {**limits, **{name: amount for name, amount in wider.items() if amount is not None}}


def _settlement(book: Rulebook, values: Mapping[str, Any]) -> dict[str, SettlementLine]:
    """The settlement rows with their pays; a paid row cites what makes it win and what it pays."""
    lines = {}
    for where, row in book.settlement.items():
        odds: Odds | None = None
        clauses = row.clauses
        if row.pays is not None:
            pays = f"pays.{row.pays}"
            if pays not in values:
                continue
            odds = values[pays]
            clauses += tuple(c for c in book.values[pays].clauses if c not in clauses)
        amount = parse_cents(row.amount) if is_amount(row.amount) else 0
        lines[where] = SettlementLine(row.result, odds, clauses, amount, row.meter)
    return lines

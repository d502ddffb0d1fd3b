"""One value of a rulebook, checked against its key of the schema."""

from typing import Any

from wartable.cards import DECK_SIZE
from wartable.rulebook.checks import allowed, listed, looks, misfit, plain, shown
from wartable.rulebook.depth import Depth
from wartable.rulebook.strict.draft import BookDraft
from wartable.rulebook.strict.fields import ANYTHING, CITED, FLAG, LISTS, NAME, ROOMS, TEXT, WORDS, Field
from wartable.rulebook.strict.schema import ValueKey
from wartable.rulebook.values import COUNTS, Ends, Raw, Value, parse_raw

FIELDS: dict[str, Field] = {
    "value": ANYTHING,
    "default": ANYTHING,
    "room": ANYTHING,
    "more": ROOMS,
    "words": WORDS,
    "without": ANYTHING,
    "usual": ANYTHING,
    "warn": TEXT,
    "follows": NAME,
    "key": NAME,
    "needed": FLAG,
    "needed_with": LISTS,
    "house_rule": FLAG,
    "says": TEXT,
    **CITED,
}
ONLY_CHOSEN = ("default", "room", "more", "words", "usual", "warn", "follows", "needed", "needed_with", "without")
"""Fields of a house's choice, which a fixed value cannot have."""

LISTS_OF = frozenset({"steps", "instruments", "forms", "rulings", "stakes"})
"""Units whose values are lists; `room` names the possible items."""

WITH_ENDS = COUNTS | {"depth", "dollars"}
YES_OR_NO: list[Raw] = [True, False]
A_STACK = 6 * DECK_SIZE
"""Depths are compared in the cards of a usual shoe; shares compare alike in any shoe."""


def read_value(draft: BookDraft, name: str, key: ValueKey, row: object) -> Value | None:
    """Return the value of a row; None where it is invalid, with the problem noted."""
    before = draft.found
    fields = draft.take(name, row, FIELDS)
    words = fields.get("words", {})
    for field in ("value", "default", "without"):
        if field in fields:
            _check_raw(draft, f"{name}.{field}", key, words, fields[field])
    if "value" in fields:
        _check_fixed(draft, name, fields)
    else:
        _check_chosen(draft, name, key, fields)
    if draft.found > before:
        return None
    offers = [part for part in key.parts if draft.schema.parts[part].offer]
    fields |= {"clauses": tuple(fields["clauses"]), "room": _as_room(key, fields)}
    fields |= {"more": {switch: _as_ends(more) for switch, more in fields.get("more", {}).items()}}
    fields.setdefault("says", draft.sentence(key.says))
    value = Value(unit=key.unit, offer=offers[0] if offers else None, required=key.required, **fields)
    _check_default(draft, name, value)
    _check_words(draft, name, value)
    return value if draft.found == before else None


def possible(value: Value) -> list[Any]:
    """Return every value that can be in force: the fixed one, or the default and the choices of a list."""
    if value.value is not None:
        return [value.value]
    room = value.room if isinstance(value.room, list) else []
    chosen = [*room] if value.default is None else [value.default, *room]
    return [value.words.get(item, item) if isinstance(item, str) else item for item in chosen]


def _as_room(key: ValueKey, fields: dict[str, Any]) -> list[Raw] | Ends | None:
    """The range in a rulebook's form; a choice of yes or no needs no list of the two."""
    room = fields.get("room")
    if key.unit == "yes or no" and "value" not in fields:
        return YES_OR_NO
    return None if room is None else _as_ends(room)


def _as_ends(room: list[Raw] | dict[str, Any]) -> list[Raw] | Ends:
    return Ends(**room) if isinstance(room, dict) else room


def _check_fixed(draft: BookDraft, name: str, fields: dict[str, Any]) -> None:
    for field in ONLY_CHOSEN:
        if field in fields:
            draft.wrong(f"{name}.{field}", "a fixed value leaves no room", "a default in place of the value")


def _check_chosen(draft: BookDraft, name: str, key: ValueKey, fields: dict[str, Any]) -> None:
    """A value that the house may choose has a default, or may be open, and names the choices."""
    if "default" not in fields and not (key.open or key.required):
        draft.wrong(name, "missing: value or default", allowed_by(key))
    if "default" in fields and "needed" in fields:
        draft.wrong(f"{name}.needed", "a value with a default is not needed", "needed without a default")
    if "without" in fields and "house_rule" not in fields:
        draft.wrong(f"{name}.without", "only a house rule can be declined", "without beside house_rule = true")
    if "room" in fields:
        _check_room(draft, f"{name}.room", key, fields, fields["room"])
    elif key.unit == "depth" or (key.allows is not None and key.unit != "yes or no"):
        draft.wrong(name, "missing: room", allowed_by(key))
    for switch, more in fields.get("more", {}).items():
        at = f"{name}.more.{switch}"
        known = draft.schema.values.get(switch)
        if known is None or known.unit != "yes or no" or not draft.has(switch):
            draft.wrong(at, f"{switch} is not a switch of this rulebook", "a value that is yes or no")
        _check_room(draft, at, key, fields, more)
    _check_usual(draft, name, key, fields)
    _check_follows(draft, name, key, fields)


def _check_usual(draft: BookDraft, name: str, key: ValueKey, fields: dict[str, Any]) -> None:
    """A warning is about every choice but the usual ones, so it comes with them."""
    usual = fields.get("usual")
    if ("usual" in fields) != ("warn" in fields):
        draft.wrong(name, "usual and warn belong together", "both, or neither")
    elif usual is not None and not (isinstance(usual, list) and usual):
        draft.wrong(f"{name}.usual", f"{shown(usual)} is not a list of choices", allowed_by(key))
    else:
        for item in usual or ():
            _check_item(draft, f"{name}.usual", key, fields, item)


def _check_follows(draft: BookDraft, name: str, key: ValueKey, fields: dict[str, Any]) -> None:
    """What is followed is another value of the same kind, which every house has."""
    if "follows" not in fields:
        return
    follows = fields["follows"]
    known = draft.schema.values.get(follows)
    if known is None or known.unit != key.unit or not draft.has(follows) or follows == name:
        draft.wrong(f"{name}.follows", f"{shown(follows)} is not another value counted in {key.unit}", "such a value")


def _check_room(draft: BookDraft, at: str, key: ValueKey, fields: dict[str, Any], room: Any) -> None:
    if key.unit == "yes or no":
        draft.wrong(at, "a choice of yes or no names no room", "no room")
    elif isinstance(room, list) and room:
        for item in room:
            _check_item(draft, at, key, fields, item)
        if any(item in room[:place] for place, item in enumerate(room)):
            draft.wrong(at, "a choice is named twice", allowed_by(key))
    elif key.unit in WITH_ENDS and isinstance(room, dict) and room and set(room) <= {"min", "max"}:
        _check_ends(draft, at, key, room)
    else:
        draft.wrong(at, f"{shown(room)} is not a room", allowed_by(key))


def _check_ends(draft: BookDraft, at: str, key: ValueKey, room: dict[str, Any]) -> None:
    before = draft.found
    for end, raw in room.items():
        _check_raw(draft, f"{at}.{end}", key, {}, raw)
    if draft.found == before and {"min", "max"} == set(room):
        low, high = (_measured(key.unit, room[end]) for end in ("min", "max"))
        if low > high:
            draft.wrong(at, f"{shown(room)} leaves no room", "a min that is not above max")


def _measured(unit: str, raw: Any) -> int:
    parsed: int | Depth = parse_raw(unit, raw)
    return parsed.in_cards(A_STACK) if isinstance(parsed, Depth) else parsed


def _check_item(draft: BookDraft, at: str, key: ValueKey, fields: dict[str, Any], item: Any) -> None:
    """One possible choice of a house, or one item of its list."""
    _check_raw(draft, at, key, fields.get("words", {}), [item] if key.unit in LISTS_OF else item)


def _check_raw(draft: BookDraft, at: str, key: ValueKey, words: dict[str, str], raw: Any) -> None:
    """The file's value fits the unit, and is allowed by the schema."""
    meant = words.get(raw, raw) if isinstance(raw, str) else raw
    try:
        parse_raw(key.unit, meant)
    except ValueError:
        draft.wrong(at, f"{shown(raw)} is not {looks(key.unit)}", allowed_by(key))
        return
    for item in meant if isinstance(meant, list) else [meant]:
        if not _is_allowed(key, item):
            draft.wrong(at, f"{shown(item)} is not allowed here", allowed_by(key))


def _is_allowed(key: ValueKey, item: Any) -> bool:
    if isinstance(key.allows, Ends):
        low, high = key.allows.min, key.allows.max
        return (not isinstance(low, int) or item >= low) and (not isinstance(high, int) or item <= high)
    return key.allows is None or item in key.allows


def allowed_by(key: ValueKey) -> str:
    """Return what the schema allows, in words."""
    return allowed(Value(unit=key.unit, says=key.says, clauses=(), room=key.allows), A_STACK)


def _check_default(draft: BookDraft, name: str, value: Value) -> None:
    """A default must be one of the house's possible choices."""
    if value.default is None:
        return
    message = misfit(name, value, value.default, A_STACK, frozenset())
    if message is not None:
        draft.wrong(f"{name}.default", f"outside its own room: {message}", allowed(value, A_STACK))


def _check_words(draft: BookDraft, name: str, value: Value) -> None:
    """Words are about what a house may choose."""
    choices = [plain(item) for item in value.room] if isinstance(value.room, list) else ["nothing"]
    for word in value.words:
        if word not in choices:
            draft.wrong(f"{name}.words", f"{shown(word)} is not among the choices", listed(choices))

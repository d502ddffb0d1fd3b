"""Every command of a table in JSON: its purpose, its roles, its fields and an example."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from wartable.live.people.orders import NEVER_SAID, WIRE, read_command
from wartable.live.wire.roles import COMMANDS_OF, ROLES, TWO_KEYS
from wartable.table.commands import Command

SAYS = {
    "burn_card": "The dealer burns the next card.",
    "call_no_more_bets": "Bets are closed, and the round begins.",
    "change_decks": "New decks are on the table.",
    "change_rate": "Set a new rate of contribution for a meter.",
    "close_table": "The table closes.",
    "confirm_war_wagers": "All wagers of the war are there; the war is dealt.",
    "correct_meter": "A meter is wrong and is corrected.",
    "cover_device": "The device that is out of order is covered, or has a sign.",
    "cut_cards": "The cover card goes in at this depth; `words` go into a sealed shoe.",
    "declare_idle": "The table is idle; the cards are laid out.",
    "decline_bank": "The player who is offered the bank does not want it.",
    "decline_cut": "The player who is offered the cut does not want it.",
    "go_to_war": "The tied hand goes to war.",
    "leave": "The seat is given up.",
    "load_shoe": "The cards go into the shoe.",
    "meet_cover_card": "The cover card came out.",
    "open_table": "The table opens, with this dealer.",
    "order_recut": "The cards are cut once more.",
    "order_reshuffle": "The cards are shuffled again.",
    "place_wager": "One wager is placed.",
    "post_bank": "The player who is offered the bank takes it, with this amount.",
    "reinsert_cover_card": "The cover card goes in again at this depth.",
    "report_device_failure": "Something at the table is out of order.",
    "report_face_up_cards": "Cards lay face up in the shoe.",
    "report_forgotten_burn": "A card should have been burned and was not.",
    "report_jam": "The shuffler is jammed.",
    "report_misdelivery": "A card went to the wrong seat.",
    "report_missed_hand": "A seat with a wager was left out of the deal.",
    "restore_device": "The device that was out of order works again.",
    "settle_hand": "The next hand is settled.",
    "settle_side_bets": "The side bets are settled.",
    "surrender": "The tied hand is surrendered for half of its wager.",
    "take_back_wager": "A wager is taken back.",
    "take_over": "Another dealer takes over.",
    "take_room_fee": "The room's fee is taken from a seat.",
    "void_round": "The round is voided, and every wager goes back.",
}
"""Sentences for types without their own."""

GIVEN: dict[str, Any] = {
    "seat": 1,
    "amount": 2000,
    "wager": "initial",
    "depth": 100,
    "decks": 6,
    "cover_cards": 2,
    "reason": "the card was bent",
    "placed": True,
    "meter": "progressive",
    "rate": "1/100",
    "step": "inspect",
    "reading": 1250000,
    "wagers": 3,
    "counts": [["progressive", 2]],
    "check": "verify_hand",
    "holds": True,
    "how": "covered",
    "text": "9h",
    "seats": [1, 2],
    "card": "9h",
    "cards": ["9h"],
    "ruling": "continue",
    "hot_seat": 1,
    "hot": "x2",
    "community": "x3",
}
"""The values in the examples; an optional field is left out."""
OWN: dict[str, dict[str, Any]] = {
    "put_wagers": {"wagers": {"initial": 2000, "tie": 500}},
    "report_drawn_card": {"card": None},
    "open_table": {"dealer": "dana"},
    "take_over": {"dealer": "dana"},
}


def command_section(tell_type: Callable[[Any], str]) -> Iterator[str]:
    """Yield the part of the page about commands."""
    yield "## Commands in `do`"
    yield ""
    yield "The same over HTTP, as the `command` of `POST /api/tables/{table}/commands`. Two keys: one person asks,"
    yield "another of the floor confirms; so too a `rule` that voids. Whether it is the moment, the table decides."
    yield ""
    for kind in sorted((kind for kind in WIRE if kind not in NEVER_SAID), key=tag_of):
        yield from _command(kind, tell_type)


def _command(kind: type[msgspec.Struct], tell_type: Callable[[Any], str]) -> Iterator[str]:
    known = _known(kind)
    roles = ", ".join(role for role in ROLES if any(one in COMMANDS_OF[role] for one in known))
    keys = ", with two keys" if any(one in TWO_KEYS for one in known) else ""
    yield f"### `{tag_of(kind)}`"
    yield ""
    yield f"{_sentence(kind)} For: {roles}{keys}."
    yield ""
    fields = msgspec.structs.fields(kind)
    if fields:
        yield "| field | type | may be left out |"
        yield "|---|---|---|"
        for field in fields:
            yield f"| `{field.encode_name}` | {tell_type(field.type)} | {'' if field.required else 'yes'} |"
        yield ""
    yield "```json"
    yield msgspec.json.encode(example_of(kind)).decode()
    yield "```"
    yield ""


def example_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return an example of the command; it is decoded once, so that the page shows nothing that is invalid."""
    own = OWN.get(tag_of(kind), {})
    document: dict[str, Any] = {"command": tag_of(kind)}
    for field in msgspec.structs.fields(kind):
        if field.name in own or field.required:
            document[field.name] = own[field.name] if field.name in own else GIVEN[field.name]
    read_command(document)
    return document


def _sentence(kind: type[msgspec.Struct]) -> str:
    """The type's own sentence, or that of the list."""
    if tag_of(kind) in SAYS:
        return SAYS[tag_of(kind)]
    return " ".join((kind.__doc__ or "").split())


def _known(kind: type[msgspec.Struct]) -> list[Any]:
    """The kind in the table of roles that a kind of the wire stands for."""
    if any(kind in said for said in COMMANDS_OF.values()):
        return [kind]
    return [known for known in Command.__subclasses__() if tag_of(known) == tag_of(kind)]


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the name of a kind on the wire."""
    return str(kind.__struct_config__.tag)

"""docs/server/messages.md: every message of both doors, who may do what, and every reason for a no; from the types."""

from collections.abc import Iterable, Iterator
from inspect import getdoc
from typing import Any, Union, get_args, get_origin

import msgspec
from litestar import Litestar

from wartable.live import messages as m
from wartable.live import views
from wartable.live.orders import NEVER_SAID, WIRE
from wartable.live.plans import default_plan, read_houses
from wartable.live.roles import ACTIONS, COMMANDS_OF, MAY, ROLES, TWO_KEYS
from wartable.live.room import Room, RoomSettings
from wartable.live.troubles import Trouble
from wartable.server.app import make_litestar
from wartable.server.door import Door, DoorSettings
from wartable.server.errors import CONFLICT, STATUS
from wartable.store import MemoryStore
from wartable.table.commands import Command

WORDS = {
    "str": "text",
    "int": "whole number",
    "bool": "true or false",
    "NoneType": "null",
    "Any": "anything",
    "Raw": "a command",
}
HEAD = """# The message catalogue

Made by `tools/pages.py` from the types that both doors read and write; not edited by hand. How they are used is told in
[the server's page](../server.md). Money is whole cents, a moment is milliseconds since 1970 in UTC, a card is two
characters. The same types are published by a running server at `/openapi.json`.
"""


def messages_page() -> str:
    """The whole page."""
    parts = [
        HEAD,
        _section("What a client says on the socket", get_args(m.ClientMessage)),
        _section("What the server says on the socket", get_args(m.ServerMessage)),
        _section("What these are made of", _parts()),
        "\n".join(_commands()),
        "\n".join(_operations()),
        "\n".join(_roles()),
        "\n".join(_troubles()),
    ]
    return "\n".join(parts)


def _parts() -> list[type]:
    kinds = [kind for kind in vars(m).values() if _is_struct(kind, m)] + [
        kind for kind in vars(views).values() if _is_struct(kind, views)
    ]
    told = {*get_args(m.ClientMessage), *get_args(m.ServerMessage), m.FromClient, m.FromServer}
    wire = {m.PutWagers, m.ReadCard, m.WireSit, m.WireOpenTable, m.WireTakeOver}
    return [kind for kind in kinds if kind not in told | wire]


def _is_struct(kind: object, module: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__


def _section(title: str, kinds: Iterable[type]) -> str:
    return "\n".join([f"## {title}", "", *(line for kind in kinds for line in _struct(kind))])


def _struct(kind: type) -> Iterator[str]:
    config = kind.__struct_config__  # type: ignore[attr-defined]
    name = f"`{config.tag}`" if config.tag else kind.__name__
    yield f"### {name}"
    yield ""
    yield _says(kind)
    yield ""
    fields = msgspec.structs.fields(kind)
    if fields:
        yield "| field | type | may be left out |"
        yield "|---|---|---|"
        for field in fields:
            yield f"| `{field.encode_name}` | {_type(field.type)} | {'' if field.required else 'yes'} |"
        yield ""


def _says(kind: type) -> str:
    text = getdoc(kind) or ""
    inherited = text == getdoc(kind.__base__) if kind.__base__ else False
    return "" if inherited else " ".join(text.split())


def _type(kind: Any) -> str:
    """A type as a reader of JSON thinks of it."""
    origin = get_origin(kind)
    if origin is None:
        name = getattr(kind, "__name__", str(kind))
        return WORDS.get(name, f"`{name}`")
    args = get_args(kind)
    if origin in (Union, type(int | str)):
        return " or ".join(_type(one) for one in args)
    if origin is tuple:
        return f"list of {_type(args[0])}"
    if origin is dict:
        return f"object of {_type(args[1])}"
    if str(origin).endswith("Literal"):
        return ", ".join(f'`"{one}"`' for one in args)
    return _type(args[0])


def _commands() -> Iterator[str]:
    yield "## Commands in `do`"
    yield ""
    yield "By the key `command`. Two keys: one person asks, another of the floor confirms; so too a `rule` that voids."
    yield ""
    yield "| command | who may say it | fields |"
    yield "|---|---|---|"
    plain = {m.WireSit: "sit", m.WireOpenTable: "open_table", m.WireTakeOver: "take_over"}
    for kind in sorted((kind for kind in WIRE if kind not in NEVER_SAID), key=_tag):
        said = [known for known in _known(kind) if known]
        roles = [role for role in ROLES if any(known in COMMANDS_OF[role] for known in said)]
        keys = ", with two keys" if any(known in TWO_KEYS for known in said) else ""
        fields = ", ".join(f"`{field}`" for field in kind.__struct_fields__)
        yield f"| `{plain.get(kind, _tag(kind))}` | {', '.join(roles)}{keys} | {fields} |"
    yield ""


def _known(kind: type) -> list[Any]:
    """The kind in the table of roles that a kind of the wire stands for."""
    if issubclass(kind, Command) or kind in (m.PutWagers, m.ReadCard):
        return [kind]
    return [known for known in Command.__subclasses__() if _tag(known) == _tag(kind)]


def _tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def _app() -> Litestar:
    plan = default_plan()
    room = Room(MemoryStore(), RoomSettings(plan, read_houses(plan), bytes(32)), lambda *_, **__: None)
    return make_litestar(Door(room, bytes(32), DoorSettings()))


def _operations() -> Iterator[str]:
    yield "## HTTP"
    yield ""
    yield "| operation | what it does |"
    yield "|---|---|"
    document = _app().openapi_schema.to_schema()
    for path, operations in sorted(document["paths"].items()):
        for method, operation in operations.items():
            yield f"| `{method.upper()} {path}` | {' '.join(str(operation.get('description', '')).split())} |"
    yield ""


def _roles() -> Iterator[str]:
    yield "## Who may do what"
    yield ""
    yield f"| action | {' | '.join(ROLES)} |"
    yield f"|---|{'---|' * len(ROLES)}"
    for action in ACTIONS:
        yield f"| `{action}` | {' | '.join('yes' if role in MAY[action] else '' for role in ROLES)} |"
    yield ""


def _troubles() -> Iterator[str]:
    yield "## Every reason for a no that is not the table's own"
    yield ""
    yield "The table's own refusals are its words; these are the doors'. Over HTTP each has its status."
    yield ""
    yield "| why | says | status |"
    yield "|---|---|---|"
    for trouble in Trouble:
        yield f"| `{trouble.name.lower()}` | {trouble.value} | {STATUS.get(trouble, CONFLICT)} |"
    yield ""

"""docs/server/messages.md: every message of both doors, who may do what, and every reason for a no; from the types."""

from collections.abc import Iterable, Iterator
from inspect import getdoc
from typing import Any, Union, get_args, get_origin

import msgspec
from litestar import Litestar

from tools.command_page import command_section
from wartable.live.plans import default_plan, read_houses
from wartable.live.room import Room, RoomSettings
from wartable.live.wire import console, views
from wartable.live.wire import messages as m
from wartable.live.wire.roles import ACTIONS, MAY, ROLES
from wartable.live.wire.troubles import Trouble
from wartable.server.app import make_litestar
from wartable.server.documents.errors import CONFLICT, STATUS
from wartable.server.door.guard import Door, DoorSettings
from wartable.store import MemoryStore

SHOWN = 10**12
"""A larger bound is only the largest number that every JSON reader holds, and is not shown."""
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
    parts = [
        HEAD,
        _section("What a client says on the socket", get_args(m.ClientMessage)),
        _section("What the server says on the socket", get_args(m.ServerMessage)),
        _section("What these are made of", _parts()),
        "\n".join(command_section(_type)),
        "\n".join(_operations()),
        "\n".join(_roles()),
        "\n".join(_troubles()),
    ]
    return "\n".join(parts)


def _parts() -> list[type[msgspec.Struct]]:
    kinds = [kind for part in (m, views, console) for kind in vars(part).values() if _is_struct(kind, part)]
    told = {*get_args(m.ClientMessage), *get_args(m.ServerMessage), m.FromClient, m.FromServer}
    wire = {m.PutWagers, m.ReadCard, m.CallFloor, m.WireSit, m.WireOpenTable, m.WireTakeOver}
    return [kind for kind in kinds if kind not in told | wire | {m.InviteNeighbours, m.DismissNeighbours}]


def _is_struct(kind: object, module: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__


def _section(title: str, kinds: Iterable[type[msgspec.Struct]]) -> str:
    return "\n".join([f"## {title}", "", *(line for kind in kinds for line in _struct(kind))])


def _struct(kind: type[msgspec.Struct]) -> Iterator[str]:
    config = kind.__struct_config__
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
    """A type in the words of JSON."""
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


def _app() -> Litestar:
    plan = default_plan()
    room = Room(MemoryStore(), RoomSettings(plan, read_houses(plan), bytes(32)), lambda *_, **__: None)
    return make_litestar(Door(room, bytes(32), DoorSettings()))


def _operations() -> Iterator[str]:
    yield "## HTTP"
    yield ""
    yield "A body is JSON. What is in braces is part of the address; a parameter goes after the `?`."
    yield ""
    yield "| operation | what it does | body |"
    yield "|---|---|---|"
    document = _app().openapi_schema.to_schema()
    operations = [
        (f"`{method.upper()} {path}`", operation)
        for path, methods in sorted(document["paths"].items())
        for method, operation in methods.items()
    ]
    for name, operation in operations:
        does = " ".join(str(operation.get("description", "")).split())
        yield f"| {name} | {does} | {_body(operation, document['components']['schemas'])} |"
    yield ""
    yield "### Parameters in the address"
    yield ""
    yield "| operation | parameter | what it may be | may be left out |"
    yield "|---|---|---|---|"
    for name, operation in operations:
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "query":
                yield f"| {name} | `{parameter['name']}` | {_parameter(parameter)} |"
    yield ""


def _body(operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    """The fields of a body; what may be left out is in brackets."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    schema = schemas.get(content.get("$ref", "").rpartition("/")[2], content)
    required = schema.get("required", ())
    return ", ".join(f"`{name}`" if name in required else f"[`{name}`]" for name in schema.get("properties", ()))


def _parameter(parameter: dict[str, Any]) -> str:
    schema = parameter["schema"]
    kinds = schema.get("oneOf") or schema.get("anyOf") or [schema]
    kind = next(one for one in kinds if one.get("type") != "null")
    words = {"integer": "a whole number", "string": "text", "boolean": "true or false", "number": "a number"}
    told = ", ".join(f"`{one}`" for one in kind["enum"]) if "enum" in kind else words[kind["type"]]
    least, most = ({**schema, **kind}.get(bound) for bound in ("minimum", "maximum"))
    told += f" from {int(least)}" if least is not None else ""
    told += f" to {int(most)}" if most is not None and most < SHOWN else ""
    if "maxLength" in kind:
        told += f" of at most {kind['maxLength']} characters"
    default = schema.get("default")
    left_out = "" if parameter.get("required") else "yes" if default in (None, "") else f"yes, then {default}"
    return f"{told} | {left_out}"


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

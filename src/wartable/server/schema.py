"""The published description of both doors: OpenAPI, with every message of the socket among its schemas.

`python -m wartable.server.schema` prints it; the page's types are made from that.
"""

import sys
from functools import lru_cache
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get

from wartable.live.wire import messages
from wartable.server.documents import forms as documents
from wartable.shoe import Revealed1, Revealed2

REF = "#/components/schemas/{name}"


def exact_schemas() -> dict[str, Any]:
    """Every document of the HTTP door and every message of the socket, exactly as strictly as it is read."""
    structs = [
        kind
        for kind in vars(documents).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == documents.__name__
    ]
    kinds = [
        messages.ClientMessage,
        messages.ServerMessage,
        messages.PutWagers,
        messages.ReadCard,
        Revealed1,
        Revealed2,
        *structs,
    ]
    _, components = msgspec.json.schema_components(kinds, ref_template=REF)
    return components


def with_socket(document: dict[str, Any]) -> dict[str, Any]:
    """The description of the HTTP door with the socket's messages beside it."""
    document.setdefault("components", {}).setdefault("schemas", {}).update(exact_schemas())
    return document


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def see_schema(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What programs can ask for, and what goes over the socket."""
    return Response(_written(request.app), media_type=MediaType.JSON)


@lru_cache(1)
def _written(app: Litestar) -> bytes:
    """Written once: it takes long, and every table waits meanwhile."""
    return msgspec.json.encode(with_socket(app.openapi_schema.to_schema()))


def main() -> int:
    """Print the description without a server."""
    from wartable.live.plans import default_plan, read_houses
    from wartable.live.room import Room, RoomSettings
    from wartable.server.app import make_litestar
    from wartable.server.door.guard import Door, DoorSettings
    from wartable.store import MemoryStore

    plan = default_plan()
    key = bytes(32)
    room = Room(MemoryStore(), RoomSettings(plan, read_houses(plan), key), lambda *_, **__: None)
    document = with_socket(make_litestar(Door(room, key, DoorSettings())).openapi_schema.to_schema())
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

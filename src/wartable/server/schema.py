"""The published description of both doors: OpenAPI, with every message of the socket among its schemas."""

from functools import lru_cache
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get

from wartable.live import AskPrivate, Recall, messages
from wartable.server.documents import drill_forms, forms, private
from wartable.shoe import Revealed1, Revealed2

REF = "#/components/schemas/{name}"
DOCUMENTS = (forms, drill_forms, private)
"""The modules with the documents of the HTTP API; a recalled round is told by the live tables."""


def documents() -> tuple[type[msgspec.Struct], ...]:
    """Every document of the HTTP API."""
    of_modules = (
        kind
        for module in DOCUMENTS
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    )
    return (*of_modules, Recall)


def exact_schemas() -> dict[str, Any]:
    """Every document of the HTTP door and every message of the socket, exactly as strictly as it is read."""
    kinds = [
        messages.ClientMessage,
        messages.ServerMessage,
        messages.PutWagers,
        messages.ReadCard,
        Revealed1,
        Revealed2,
        AskPrivate,
        *documents(),
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

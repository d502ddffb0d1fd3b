"""The page: built files from inside the package, read once, with what a browser may keep said plainly."""

import gzip
import mimetypes
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from wartable.live import Trouble
from wartable.server.documents import No

WEB = Path(__file__).resolve().parent.parent / "web" / "static"
MAX_FILE_BYTES = 4 * 1024 * 1024
WORTH_PRESSING = 256
KEPT_FOR_EVER = "public, max-age=31536000, immutable"
ASKED_EVERY_TIME = "no-cache"
NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>wartable</title>
<p>The tables are open, but the page has not been built in this copy. The programs' door is at
<a href="/openapi.json">/openapi.json</a>.</p></html>
"""
NOT_MODIFIED = 304
CURRENCY = b'<meta name="currency" content="%s">'
"""How the page learns the house's currency before it draws an amount."""
MEDIA_TYPES = {".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}
"""Types that a machine without a list of its own does not know."""


class PageFile(msgspec.Struct, frozen=True):
    """One file as it is sent."""

    body: bytes
    pressed: bytes | None
    media_type: str
    etag: str
    cache: str


def page_routes(currency: str) -> tuple[HTTPRouteHandler, ...]:
    """Routes for every built file; any other address is the page itself, which finds its own way."""
    files = read_files(WEB)
    index = _file("index.html", files["index.html"].body if "index.html" in files else NOT_BUILT, currency)
    files["index.html"] = index

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def see_page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        name = path.strip("/")
        if name.startswith("api/") or name in ("api", "ws"):
            raise No(Trouble.NO_SUCH_PAGE)
        found = files.get(name)
        if found is None and "." in name.rpartition("/")[2]:
            raise No(Trouble.NO_SUCH_PAGE)
        return _answer(request, found or index)

    return (see_page,)


def _answer(request: Request[Any, Any, Any], file: PageFile) -> Response[bytes]:
    headers = {"cache-control": file.cache, "etag": file.etag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=NOT_MODIFIED, headers=headers, media_type=file.media_type)
    body = file.body
    if file.pressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.pressed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=file.media_type)


def read_files(folder: Path) -> dict[str, PageFile]:
    """Every built file, by its address."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): _file(path.relative_to(folder).as_posix(), path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.stat().st_size <= MAX_FILE_BYTES
    }


@cache
def _press(body: bytes) -> bytes:
    """Press a file once, also where several servers in one process send it."""
    return gzip.compress(body, 9, mtime=0)


def _file(name: str, body: bytes, currency: str = "$") -> PageFile:
    body = body.replace(CURRENCY % b"$", CURRENCY % currency.encode())
    media_type = MEDIA_TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    text = (media_type or "").startswith("text/") or name.endswith((".js", ".json", ".svg", ".webmanifest"))
    pressed = _press(body) if text and len(body) >= WORTH_PRESSING else None
    return PageFile(
        body=body,
        pressed=pressed,
        media_type=media_type or "application/octet-stream",
        etag=f'"{sha256(body).hexdigest()[:32]}"',
        cache=KEPT_FOR_EVER if name.startswith("assets/") else ASKED_EVERY_TIME,
    )

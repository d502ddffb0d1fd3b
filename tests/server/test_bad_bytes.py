"""Bytes that are no text, no JSON or no address, at every route and on the socket: the answer is a named refusal."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any

import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.running import in_a_thread, quick_plan
from wartable.audit.house_events import PersonRole
from wartable.server.door.sessions import COOKIE
from wartable.server.limits import MAX_BODY_BYTES

TABLE = "washington"
DEEP = 20_000
STAFF: tuple[PersonRole, ...] = ("player", "dealer", "floor", "cage", "auditor", "administrator")
OURS = "our_fault"
READ_NO_BODY = ("/api/me/chips", "/api/me/claim", "/api/guest")
"""Routes that take no body, and so read none."""


def nested(inside: bytes = b"", times: int = DEEP) -> bytes:
    return b"[" * times + inside + b"]" * times


BODIES = {
    "nested lists": nested(),
    "nested objects": b'{"a":' * (DEEP // 4) + b"1" + b"}" * (DEEP // 4),
    "never closed": b"[" * 60_000,
    "a nested name": b'{"name":' + nested() + b"}",
    "a nested field of a command": b'{"id":"x","command":{"command":"sit","seat":' + nested() + b"}}",
    "no UTF-8": b'{"name":"\xff\xfe"}',
    "no UTF-8 in a key": b'{"\xff":1}',
    "half a character": b'{"name":"\xc3"}',
    "a surrogate in UTF-8": b'{"name":"\xed\xa0\x80"}',
    "a lone surrogate": b'{"name":"\\ud800","id":"\\udfff","reason":"\\ud800"}',
    "NUL": b'{"name":"a\\u0000b","person":"a\\u0000","password":"\\u0000"}',
    "a raw NUL": b'{"name":"a\x00b"}',
    "a whole number without an end": b'{"amount":' + b"9" * 50_000 + b"}",
    "a number beyond all numbers": b'{"id":"x","amount":1e400,"rounds":-1e999}',
    "no number": b'{"id":"x","amount":NaN,"seed":Infinity}',
    "UTF-16": '{"name":"x"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"name":"x"}',
    "nothing": b"",
    "too much": b" " * (MAX_BODY_BYTES + 1),
}
PLACES = (b"%ff", b"%00", b"%ED%A0%80", b"%", b"%zz", b"%d9%a3", b"-0", b"1_0", b"9" * 5_000, b"..%2f..", b"\xff")
QUERIES = (b"%ff=1", b"a=%ff", b"a=%00", b"a=%ED%A0%80", b"\xff=\xff", b"a&" * 3_000, b"a=" + b"9" * 6_000)
HEADERS = (
    b"Cookie: \xff=\xff",
    COOKIE.encode() + b": \xff",
    b"Cookie: %s=\xff\xfe" % COOKIE.encode(),
    b'Cookie: %s="\\777\\ud800"' % COOKIE.encode(),
    b"Cookie: %s=eyJhIjox.aaa.bbb" % COOKIE.encode(),
    b"Cookie: %s=.eJw.aaa.bbb" % COOKIE.encode(),
    b"Origin: \xff",
    b"Origin: http://[::1",
    b"Content-Type: \xff",
    b"Content-Type: application/json; charset=\xff",
    b"Content-Type: application/json; charset=utf-16",
    b"Content-Type: application/x-msgpack",
    b"Content-Type: multipart/form-data; boundary=\xff",
    b"Accept: \xff",
    b"X-Forwarded-For: \xff",
    b"X-Forwarded-Proto: \xff",
    b"If-None-Match: \xff",
    b"If-Modified-Since: \xff",
    b"Range: bytes=9-\xff",
    b"X: a\x00b",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    b"Transfer-Encoding: \xff",
)
SOCKET = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


class Door:
    """A server, a cookie for each role, and every route that it describes."""

    def __init__(self, port: int, cookies: dict[str, bytes], paths: dict[str, dict[str, Any]]) -> None:
        self._port, self._cookies, self.paths = port, cookies, paths

    def send(self, method: bytes, target: bytes, body: bytes = b"", header: bytes = b"", role: str = "") -> int:
        """Send one request unchanged, check that the answer is no error of ours and one line, and return its status."""
        lines = [method + b" " + target + b" HTTP/1.1", b"Host: 127.0.0.1"]
        lines += [b"Cookie: " + COOKIE.encode() + b"=" + self._cookies[role]] if role else []
        lines += [header] if header else []
        if b"content-type" not in header.lower():
            lines += [b"Content-Type: application/json"]
        if not header.startswith((b"Content-Length", b"Transfer-Encoding")):
            lines += [b"Content-Length: %d" % len(body)]
        if b"websocket" not in header:
            lines += [b"Connection: close"]
        with socket.create_connection(("127.0.0.1", self._port), PATIENCE) as raw:
            raw.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + body)
            answer = HTTPResponse(raw, method=method.decode())
            answer.begin()
            said = answer.read() if answer.status >= 400 else b""
        assert answer.status < 500, (method, target[:60], header[:60], body[:40], said)
        if answer.status >= 400 and answer.headers["content-type"] == "application/json" and said:
            document = json.loads(said)
            assert document["why"] != OURS
            assert "\n" not in document["says"]
            assert "Error" not in document["says"]
        return answer.status

    def routes(self, *methods: str) -> Iterator[tuple[bytes, str]]:
        for path, operations in self.paths.items():
            for method in operations:
                if method in methods:
                    yield method.upper().encode(), path


@pytest.fixture(scope="module")
def door() -> Iterator[Door]:
    with in_a_thread(quick_plan(TABLE)) as (server, run):
        cookies: dict[str, bytes] = {role: run(server.sign_in(f"a-{role}", role)).encode() for role in STAFF}
        cookies["guest"] = run(server.guest()).encode()
        described = httpx.get(f"{server.url}/openapi.json", trust_env=False).json()["paths"]
        yield Door(server.port, cookies, described)
        assert server.room.tables[TABLE].stopped == ""


def at(path: str, place: bytes = b"") -> bytes:
    """The path of a route, with something in its places."""
    named = {"table": TABLE.encode(), "person": b"a-player", "patron": b"a-player"}
    parts = path.encode().split(b"{")
    filled = [place or named.get(part.partition(b"}")[0].decode(), b"1") for part in parts[1:]]
    rest = [part.partition(b"}")[2] for part in parts[1:]]
    return parts[0] + b"".join(one + after for one, after in zip(filled, rest, strict=True))


@pytest.mark.parametrize("role", [*STAFF, "guest", ""])
@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_cannot_be_read_is_refused_at_every_route(door: Door, what: str, role: str) -> None:
    for method, path in door.routes("post", "patch"):
        status = door.send(method, at(path), BODIES[what], role=role)
        assert status >= 400 or path in READ_NO_BODY, (path, what)


@pytest.mark.parametrize("what", ["nested lists", "nested objects", "never closed", "no UTF-8", "half a character"])
def test_what_is_no_json_or_no_text_is_400(door: Door, what: str) -> None:
    assert door.send(b"POST", b"/api/guest", BODIES[what]) == 400


@pytest.mark.parametrize("role", ["auditor", "cage", "floor", ""])
@pytest.mark.parametrize("place", PLACES)
def test_an_address_that_names_nothing_is_refused_at_every_route(door: Door, place: bytes, role: str) -> None:
    for method, path in door.routes("get", "post", "patch"):
        door.send(method, at(path, place), b"{}", role=role)
    for target in (b"/" + place, b"/assets/" + place, b"/api/" + place):
        door.send(b"GET", target, role=role)


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: repr(query[:20]))
def test_a_query_that_asks_nothing_is_refused_at_every_route(door: Door, query: bytes) -> None:
    for method, path in door.routes("get"):
        for parameter in door.paths[path]["get"].get("parameters", ()):
            if parameter["in"] == "query":
                name = parameter["name"].encode()
                door.send(method, at(path) + b"?" + query.replace(b"a=", name + b"="), role="auditor")
        door.send(method, at(path) + b"?" + query, role="auditor")


@pytest.mark.parametrize("header", HEADERS, ids=repr)
def test_a_header_that_cannot_be_read_gets_no_fault_out_of_a_request_or_a_handshake(door: Door, header: bytes) -> None:
    for method, target, body in (
        (b"GET", b"/api/me", b""),
        (b"POST", b"/api/guest", b'{"name":"x"}'),
        (b"GET", b"/", b""),
    ):
        door.send(method, target, body, header)
    for target in (b"/ws", b"/ws?table=%ff", b"/ws?table=%ED%A0%80", b"/internal?process=%d9%a3", b"/%ff"):
        assert door.send(b"GET", target, header=SOCKET + header) < 500

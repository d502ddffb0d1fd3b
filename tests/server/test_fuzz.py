"""Bad messages at both doors: every answer is a named refusal or a protocol close, and nothing happens at a table."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE
from tests.server.running import Server, in_a_thread, quick_plan
from tests.table.samples import EXAMPLES
from wartable.live.history.mirror import stream_of
from wartable.live.wire.roles import AnyRole
from wartable.server.door.sessions import COOKIE
from wartable.server.limits import MAX_MESSAGE_BYTES

TABLE = "washington"
ROLES: tuple[AnyRole, ...] = ("watcher", "guest", "floor", "cage", "auditor", "administrator")
FEW = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
ANSWERS = {"answer", "problem", "pong", "table", "update", "floor", "bye"}
PROTOCOL_CLOSES = {1002, 1003, 1007, 1009}


class Doors:
    """A server, and a cookie for each role."""

    def __init__(self, server: Server, cookies: dict[AnyRole, str]) -> None:
        self.server = server
        self.cookies = cookies

    @property
    def version(self) -> int:
        return self.server.room.store.head(stream_of(TABLE)).version


@pytest.fixture(scope="module")
def doors() -> Iterator[Doors]:
    with in_a_thread(quick_plan(TABLE)) as (server, run):
        cookies: dict[AnyRole, str] = {"watcher": "", "guest": run(server.guest())}
        for role in ROLES[2:]:
            cookies[role] = run(server.sign_in(f"a-{role}", role))  # type: ignore[arg-type]
        yield Doors(server, cookies)


@pytest.mark.parametrize("role", ROLES)
def test_nothing_that_the_schema_knows_gets_a_fault_out_of_the_http_door(doors: Doors, role: AnyRole) -> None:
    schema = schemathesis.openapi.from_url(f"{doors.server.url}/openapi.json")
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    for operation in operations:
        # A session that is ended by the first example would leave no one for the others.
        try_operation(operation, "" if operation.method == "delete" else doors.cookies[role])
    assert len(operations) > 30
    assert doors.server.room.tables[TABLE].stopped == ""


def try_operation(operation: Any, cookie: str) -> None:
    @given(case=operation.as_strategy())
    @FEW
    def try_it(case: Any) -> None:
        answer = case.call(headers={"Cookie": f"{COOKIE}={cookie}"})
        assert answer.status_code < 500, answer.text
        assert "Traceback" not in answer.text
        case.validate_response(answer)

    try_it()


# The socket

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
TAGS = [str(one.__struct_config__.tag) for one in EXAMPLES] + ["put_wagers", "read_card", "sit", "nonsense"]
FIELDS = sorted({name for one in EXAMPLES for name in one.__struct_fields__} | {"wagers", "text", "hand"})
SAID = ["watch", "watch_floor", "do", "ready", "confirm", "withdraw", "resync", "ping", "nonsense"]
commands = st.fixed_dictionaries(
    {"command": st.sampled_from(TAGS)},
    optional={
        name: st.one_of(plain, st.integers(-3, 12), st.sampled_from(["initial", "tie", "me"])) for name in FIELDS
    },
)
messages = st.one_of(
    plain,
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(
                ["watch", "watch_floor", "do", "ready", "confirm", "withdraw", "resync", "ping", "x"]
            )
        },
        optional={
            "id": st.one_of(plain, st.just("fuzz")),
            "table": st.one_of(plain, st.just(TABLE)),
            "tables": st.one_of(plain, st.just([TABLE])),
            "command": st.one_of(plain, commands),
            "request": plain,
            "on": plain,
            "at": plain,
            "ready": plain,
        },
    ),
)


def is_bad(message: Any) -> bool:
    """Whether nothing may come of it: what is well formed and allowed is not fuzz."""
    return not (isinstance(message, dict) and message.get("type") == "do" and isinstance(message.get("command"), dict))


class Knocker:
    """A client that says anything, and opens a new socket where the old one was closed."""

    def __init__(self, doors: Doors, role: AnyRole) -> None:
        self._doors, self._role = doors, role
        self._stack = ExitStack()
        self._socket: ClientConnection | None = None

    def __enter__(self) -> "Knocker":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def socket(self) -> ClientConnection:
        if self._socket is None:
            url = f"ws://127.0.0.1:{self._doors.server.port}/ws"
            cookie = {"Cookie": f"{COOKIE}={self._doors.cookies[self._role]}"}
            self._socket = self._stack.enter_context(connect(url, additional_headers=cookie, max_size=None))
            assert json.loads(self._socket.recv(PATIENCE))["type"] == "hello"
        return self._socket

    def say(self, message: str | bytes) -> None:
        """No matter what is said, a ping is answered afterwards; or the protocol closes the socket."""
        socket = self.socket()
        code = 0
        try:
            socket.send(message)
            socket.send('{"type":"ping","at":7}')
            while not self._is_pong(json.loads(socket.recv(PATIENCE))):
                pass
        except ConnectionClosed as closed:
            self._socket = None
            # What is too large is not read to its end, and the machine may cut it off before the client has read why.
            cut_off = 1009 if len(message) > MAX_MESSAGE_BYTES else -1
            code = closed.rcvd.code if closed.rcvd else cut_off
        assert code in PROTOCOL_CLOSES or code == 0 or code >= 4000

    def _is_pong(self, answer: Any) -> bool:
        assert "Traceback" not in str(answer)
        assert answer["type"] in ANSWERS, answer
        return bool(answer["type"] == "pong" and answer["at"] == 7)


@pytest.mark.parametrize("role", ROLES)
def test_nothing_said_on_a_socket_gets_a_fault_or_an_event_out_of_it(doors: Doors, role: AnyRole) -> None:
    @given(message=messages)
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    def knock(message: Any) -> None:
        before = doors.version
        knocker.say(json.dumps(message))
        if is_bad(message) or role in ("watcher", "cage", "auditor", "administrator"):
            assert doors.version == before
        assert doors.server.room.tables[TABLE].stopped == ""

    with Knocker(doors, role) as knocker:
        knock()


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[" * 5_000,
        '{"type":"do","type":"do"}',
        '{"type":"ping","at":1e400}',
        '{"type":"ping","at":99999999999999999999999999}',
        '"\\ud800"',
        b"\xff\xfe\x00",
        b"\x00" * 100,
        "x" * 16_000,
        "x" * 200_000,
    ],
    ids=lambda frame: repr(frame[:24]),
)
def test_frames_that_are_no_messages_are_answered_or_closed(doors: Doors, frame: str | bytes) -> None:
    before = doors.version
    with Knocker(doors, "guest") as knocker:
        knocker.say(frame)
    assert doors.version == before
    assert doors.server.room.tables[TABLE].stopped == ""

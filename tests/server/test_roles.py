"""No one can do what the table of roles does not say: every operation and every command, by every role."""

import asyncio
import re
from typing import Any

import msgspec
import pytest
from litestar.routes import HTTPRoute

from tests.live.rooms import Human, open_house
from tests.server.running import Server, quick_plan, running
from tests.table.samples import EXAMPLES
from wartable.live.people.orders import NEVER_SAID, OF_REAL_CARDS, WIRE
from wartable.live.wire.messages import (
    CallFloor,
    DismissNeighbours,
    InviteNeighbours,
    PutWagers,
    ReadCard,
    WireOpenTable,
    WireSit,
    WireTakeOver,
)
from wartable.live.wire.roles import (
    ACTIONS,
    COMMANDS_OF,
    ENTERED_FOR_THE_SHOE,
    FOR_AN_AUTOMATIC_FLOOR,
    MAY,
    ROLES,
    TWO_KEYS,
    Action,
    AnyRole,
    speaks_as,
)
from wartable.server.app import make_litestar
from wartable.server.door.guard import Door, DoorSettings
from wartable.table import commands as c
from wartable.table.phases import PHASES

TABLE = "washington"
ID = {"id": "matrix"}
MONEY = {"id": "matrix", "amount": 5_00}

# Every operation of the HTTP door: what it takes, and the action that lets a person use it; none where anyone may.
OPERATIONS: dict[tuple[str, str], tuple[dict[str, Any] | None, Action | None]] = {
    ("GET", "/api/house"): (None, None),
    ("GET", "/health"): (None, None),
    ("GET", "/metrics"): (None, None),
    ("GET", "/api/me"): (None, None),
    ("POST", "/api/guest"): ({"name": "Ann"}, None),
    ("POST", "/api/session"): ({"name": "nobody", "password": "x"}, None),
    ("DELETE", "/api/session"): (None, "me.sign_out"),
    ("POST", "/api/me/chips"): ({}, "me.chips"),
    ("POST", "/api/me/name"): ({"name": "Bo"}, "me.name"),
    ("POST", "/api/me/claim"): ({}, "me.claim"),
    ("POST", "/api/claim"): ({"claim": "none"}, None),
    ("GET", "/api/people"): (None, "people.see"),
    ("POST", "/api/people"): ({"person": "new", "role": "dealer", "password": "0123456789ab"}, "people.add"),
    ("PATCH", "/api/people/nobody"): ({}, "people.change"),
    ("GET", "/api/tables"): (None, None),
    ("GET", f"/api/tables/{TABLE}"): (None, None),
    ("GET", f"/api/tables/{TABLE}/lesson"): (None, None),
    ("GET", f"/api/tables/{TABLE}/view"): (None, None),
    ("POST", f"/api/tables/{TABLE}/commands"): ({**ID, "command": {"command": "leave", "seat": 7}}, "tables.play"),
    ("GET", f"/api/tables/{TABLE}/rounds"): (None, None),
    ("GET", f"/api/tables/{TABLE}/shoes"): (None, None),
    ("GET", f"/api/tables/{TABLE}/shoes/1"): (None, None),
    ("GET", "/api/friends"): (None, None),
    ("POST", "/api/friends"): ({"rulebook": TABLE, "limits": "5-100"}, "tables.make_private"),
    ("GET", "/api/clauses/WA-1"): (None, None),
    ("GET", "/api/odds?house=nowhere"): (None, None),
    ("POST", "/api/simulations"): ({"house": "nowhere", "rounds": 1}, "odds.simulate"),
    ("GET", "/api/simulations/none"): (None, "odds.simulate"),
    ("DELETE", "/api/simulations/none"): (None, "odds.simulate"),
    ("GET", "/api/drills"): (None, "drills.take"),
    ("POST", "/api/drills"): ({"state": "nowhere"}, "drills.take"),
    ("POST", "/api/drills/resume"): ({"drill": "none"}, "drills.take"),
    ("POST", "/api/drills/replies"): ({"drill": "none", "exercise": 1}, "drills.take"),
    ("GET", "/api/floor"): (None, "floor.see"),
    ("GET", "/api/requests"): (None, "requests.see"),
    ("POST", "/api/requests/none/confirm"): (ID, "requests.confirm"),
    ("POST", "/api/requests/none/withdraw"): (ID, "requests.withdraw"),
    ("GET", "/api/cage/patrons/nobody"): (None, "cage.see"),
    ("POST", "/api/cage/patrons/nobody/buy-in"): (MONEY, "cage.buy_in"),
    ("POST", "/api/cage/patrons/nobody/cash-out"): (MONEY, "cage.cash_out"),
    ("POST", f"/api/cage/tables/{TABLE}/fill"): (MONEY, "cage.fill"),
    ("POST", f"/api/cage/tables/{TABLE}/credit"): (MONEY, "cage.credit"),
    ("POST", f"/api/cage/tables/{TABLE}/drop"): (MONEY, "cage.count_drop"),
    ("POST", f"/api/tables/{TABLE}/buy-in"): ({**MONEY, "seat": 1}, "tables.sell_chips"),
    ("GET", "/api/audit/find?text=1"): (None, "audit.find"),
    ("POST", "/api/audit/verify"): ({"table": TABLE}, "audit.verify"),
    ("GET", f"/api/audit/export?table={TABLE}"): (None, "audit.export"),
}
RECALL = f"/api/tables/{TABLE}/rounds/1"


NOT_FOR_THEM = ("sign_in_first", "not_allowed")


async def sign_in_all(server: Server) -> dict[AnyRole, str]:
    """A cookie for every role."""
    found: dict[AnyRole, str] = {"watcher": "", "guest": await server.guest()}
    for role in ROLES:
        if role not in found:
            found[role] = await server.sign_in(f"a-{role}", role)  # type: ignore[arg-type]
    return found


async def again(server: Server, role: AnyRole) -> str:
    """Another session of the same role, for anyone who is about to end it."""
    if role == "watcher":
        return ""
    return await server.guest() if role == "guest" else await server.sign_in(f"a-{role}")


async def ask(server: Server, cookie: str, method: str, path: str, body: Any = None) -> tuple[int, str]:
    """The status, and why not."""
    async with server.http(cookie) as http:
        answer = await http.request(method, path, json=body)
    why = answer.json().get("why", "") if answer.status_code >= 400 else ""
    return answer.status_code, str(why)


def test_every_operation_answers_every_role_as_the_table_of_roles_says() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE)) as server:
            signed = await sign_in_all(server)
            for role in ROLES:
                for (method, path), (body, action) in OPERATIONS.items():
                    cookie = await again(server, role) if path == "/api/session" else signed[role]
                    status, why = await ask(server, cookie, method, path, body)
                    allowed = action is None or role in MAY[action]
                    assert (why in NOT_FOR_THEM) is not allowed, (role, method, path, status, why)
                    assert allowed or status == (401 if role == "watcher" else 403)
                    assert status < 500
                sees = role in MAY["rounds.see_own"] | MAY["rounds.see_all"]
                status, _ = await ask(server, signed[role], "GET", RECALL)
                assert status == (404 if sees else 401 if role == "watcher" else 403), role

    asyncio.run(story())


def test_the_matrix_has_every_operation_of_the_door_and_every_action_of_the_table() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE)) as server:
            app = make_litestar(Door(server.room, bytes(32), DoorSettings()))
            routes = {
                (method, re.sub(r"{[^}]*}", "*", route.path))
                for route in app.routes
                if isinstance(route, HTTPRoute)
                for method in route.methods - {"OPTIONS", "HEAD"}
            }
            ours = {path for path in routes if path[1].startswith(("/api/", "/health", "/metrics"))}
            ours = {path for path in ours if not path[1].startswith("/api/schema")}
            asked = {(method, _pattern(path)) for method, path in (*OPERATIONS, ("GET", RECALL))}
            assert ours == asked

    asyncio.run(story())
    by_route = {action for _, action in OPERATIONS.values() if action}
    everyone = {"tables.see", "shoes.see", "odds.see"}
    others = {"rounds.see_own", "rounds.see_all", "requests.make"}
    assert by_route | everyone | others == set(ACTIONS) == set(MAY)


def _pattern(path: str) -> str:
    """The route of an operation of the matrix."""
    bare = path.partition("?")[0]
    for value in (TABLE, "nobody", "none", "WA-1"):
        bare = bare.replace(f"/{value}", "/*")
    return re.sub(r"/\d+\b", "/*", bare)


# Commands


def wire_documents() -> dict[str, dict[str, Any]]:
    """One document for every command there is, whether it may be said through the door or not."""
    documents = {str(one.__struct_config__.tag): msgspec.to_builtins(one) for one in EXAMPLES}
    documents["put_wagers"] = {"command": "put_wagers", "seat": 1, "wagers": {"initial": 10_00}}
    for duty in ("take_duty", "leave_duty"):  # the server fills in the name of the person who sends it
        documents[duty] = {"command": duty}
    documents["read_card"] = {"command": "read_card", "text": "9h"}
    documents["call_floor"] = {"command": "call_floor", "reason": "a player asks"}
    for asked in ("invite_neighbours", "dismiss_neighbours"):
        documents[asked] = {"command": asked}
    return documents


OF_THE_ROOM = (PutWagers, ReadCard, CallFloor, InviteNeighbours, DismissNeighbours)
"""What people say that is no command of the table itself."""
KINDS: dict[str, Any] = {
    **{str(kind.__struct_config__.tag): kind for kind in c.COMMANDS},
    **{str(kind.__struct_config__.tag): kind for kind in OF_THE_ROOM},
}


@pytest.mark.parametrize("dealer", ["automatic", "person"])
def test_every_command_by_every_role_gets_as_far_as_the_table_of_roles_lets_it(dealer: str) -> None:
    async def story() -> None:
        async with open_house(TABLE, dealer=dealer, floor="person") as house:
            for role in ROLES:
                human = await house.staff(f"a-{role}", role)  # type: ignore[arg-type]
                for name, document in wire_documents().items():
                    why = await refusal(human, document)
                    kind = KINDS[name]
                    if kind in NEVER_SAID:
                        expected = {"sign_in_first"} if role == "watcher" else {"bad_command"}
                    elif role == "watcher":
                        expected = {"sign_in_first"}
                    elif kind not in COMMANDS_OF[role]:
                        expected = {"not_allowed"}
                    elif dealer == "automatic" and (role == "dealer" or kind in OF_REAL_CARDS):
                        expected = {"automatic_table"}
                    elif role == "dealer" and kind in FOR_AN_AUTOMATIC_FLOOR:
                        expected = {"not_allowed"}
                    else:
                        assert why not in ("not_allowed", "sign_in_first", "bad_command"), (role, name)
                        continue
                    assert {why} == expected, (role, name, why)

    async def refusal(human: Human, document: dict[str, Any]) -> str:
        answer = await human.asks(TABLE, **document)
        return answer.refused.why if answer.refused else "done"

    asyncio.run(story())


def test_a_person_who_may_say_something_speaks_in_a_role_that_the_table_knows_for_it() -> None:
    for role, kinds in COMMANDS_OF.items():
        for kind in kinds:
            if kind in OF_THE_ROOM:
                continue
            spoken = "floor" if role == "dealer" and kind in FOR_AN_AUTOMATIC_FLOOR else speaks_as(role, kind)
            known = {known for accepts in PHASES.values() for known in accepts.get(kind, ())}  # type: ignore[arg-type]
            if kind in TWO_KEYS and role == "dealer":
                assert "floor" in known  # the dealer only asks for it; who confirms does it
            else:
                assert spoken in known, (role, kind)
    assert set(c.COMMANDS) - set().union(*COMMANDS_OF.values()) == NEVER_SAID
    assert {WireSit, WireOpenTable, WireTakeOver, *OF_THE_ROOM} <= set(WIRE)
    assert COMMANDS_OF["dealer"] >= ENTERED_FOR_THE_SHOE


def test_a_player_cannot_act_for_another_seat_or_with_another_account() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann, ben = await house.guest(TABLE, 1, "Ann"), await house.guest(TABLE, 2, "Ben")
            await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 10_00})
            assert await ben.is_refused(TABLE, command="leave", seat=1) == "not_your_seat"
            assert await ben.is_refused(TABLE, command="take_back_wager", seat=1, wager="initial") == "not_your_seat"
            assert (
                await ben.is_refused(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00}) == "not_your_seat"
            )
            patron = ann.speaker.patron
            await ben.does(TABLE, command="place_wager", seat=2, wager="initial", amount=10_00, patron=patron)
            assert house.live(TABLE).table.boxes[1].bettors[0].patron == ben.speaker.patron
            third = await house.guest(TABLE)
            await third.does(TABLE, command="sit", seat=3, patron=patron)
            assert house.live(TABLE).table.boxes[2].patron == third.speaker.patron

    asyncio.run(story())


def test_a_refusal_for_the_wrong_role_is_in_the_log_with_who_and_what() -> None:
    async def story() -> None:
        lines: list[dict[str, Any]] = []
        async with running(quick_plan(TABLE)) as server:
            server.room.log = lambda what, **particulars: lines.append({"what": what, **particulars})
            status, _ = await ask(server, await server.sign_in("dana", "dealer"), "GET", "/api/people")
            assert status == 403
        refused = [line for line in lines if line["what"] == "refused"]
        assert refused == [{"what": "refused", "who": "dana", "role": "dealer", "action": "people.see"}]

    asyncio.run(story())

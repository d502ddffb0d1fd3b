"""Bad messages at the socket, by every role: no fault, no event, no growth; and a ping is answered after each."""

import json
import random
import resource
import time
from collections import Counter
from typing import Any

from tests.server.running import in_a_thread, quick_plan
from tests.server.test_fuzz import FIELDS, ROLES, SAID, TABLE, TAGS, Doors, Knocker, is_bad
from wartable.live.wire.roles import AnyRole

READERS: frozenset[AnyRole] = frozenset({"watcher", "cage", "auditor", "administrator"})
"""Roles that no command of a table is open to."""
MOST_GROWTH_MB = 50
DEEPEST = 4


def door(tries: int, seed: int) -> str:
    """Say this many things that are no messages, or are none that may be said."""
    rng = random.Random(seed)
    said: Counter[str] = Counter()
    with in_a_thread(quick_plan(TABLE)) as (server, run):
        cookies: dict[AnyRole, str] = {"watcher": "", "guest": run(server.guest())}
        cookies |= {role: run(server.sign_in(f"a-{role}", role)) for role in ROLES[2:]}  # type: ignore[arg-type]
        doors = Doors(server, cookies)
        knockers = {role: Knocker(doors, role) for role in ROLES}
        grown = 0
        for number in range(tries):
            if number == min(1_000, tries // 10):
                grown = _memory()
            role = rng.choice(ROLES)
            message, text = _message(rng)
            _rest(doors)
            before = doors.version
            knockers[role].say(text)
            said[role] += 1
            if doors.version != before and (is_bad(message) or role in READERS):
                raise AssertionError(f"an event came of {text[:200]!r} by a {role}")
            if server.room.tables[TABLE].stopped:
                raise AssertionError(f"the table stopped at {text[:200]!r}: {server.room.tables[TABLE].stopped}")
        grown = _memory() - grown
        for knocker in knockers.values():
            knocker.__exit__()
    if grown > MOST_GROWTH_MB:
        raise AssertionError(f"memory grew by {grown} MB")
    return f"{tries} messages by {len(said)} roles, no fault, no event, {grown} MB grown"


def _rest(doors: Doors) -> None:
    """What the table still does because of something that was allowed is not the next one's doing."""
    driver = doors.server.room.tables[TABLE].driver
    while not driver.is_resting and not driver.stopped:
        time.sleep(0.001)


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _message(rng: random.Random) -> tuple[Any, str | bytes]:
    """Something, and how it is written; often not even JSON."""
    match rng.randrange(10):
        case 0:
            return None, rng.randbytes(rng.randrange(200))
        case 1:
            return None, "[" * rng.randrange(8_000)
        case 2:
            text = json.dumps(_shaped(rng))
            place = rng.randrange(len(text))
            return None, text[:place] + chr(rng.randrange(32, 0x2FFF)) + text[place + rng.randrange(3) :]
        case 3:
            return None, json.dumps(_anything(rng, 0))
        case _:
            shaped = _shaped(rng)
            return shaped, json.dumps(shaped)


def _shaped(rng: random.Random) -> dict[str, Any]:
    """Something that looks like a message."""
    fields: dict[str, Any] = {"type": rng.choice(SAID)}
    for name, usual in (("id", "soak"), ("table", TABLE), ("tables", [TABLE]), ("request", "none"), ("at", 1)):
        if rng.random() < 0.6:
            fields[name] = usual if rng.random() < 0.7 else _anything(rng, 0)
    if rng.random() < 0.7:
        command: dict[str, Any] = {"command": rng.choice(TAGS)}
        for name in rng.sample(FIELDS, rng.randrange(5)):
            command[name] = rng.choice((rng.randrange(-3, 12), "initial", "me", _anything(rng, 1)))
        fields["command"] = command
    return fields


def _anything(rng: random.Random, depth: int) -> Any:
    match rng.randrange(8 if depth < DEEPEST else 6):
        case 0:
            return None
        case 1:
            return rng.random() < 0.5
        case 2:
            return rng.randrange(-(2**70), 2**70)
        case 3:
            return rng.choice((0.5, 1e300, -0.0))
        case 4:
            return "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(12)))
        case 5:
            return rng.choice(("", "initial", TABLE, "me"))
        case 6:
            return [_anything(rng, depth + 1) for _ in range(rng.randrange(4))]
        case _:
            return {str(rng.random())[:6]: _anything(rng, depth + 1) for _ in range(rng.randrange(4))}

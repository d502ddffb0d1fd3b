"""Which rules a table opens with."""

import asyncio
import secrets

import msgspec

from wartable.audit import RulesPutInForce, rules_of
from wartable.live.driving import LiveTable, LogEvent
from wartable.live.history import HouseLog, rules_in_log
from wartable.live.plans import Filed
from wartable.rulebook import EDITION


async def put_in_force(live: LiveTable, filed: Filed, house: HouseLog, log: LogEvent, *, opens: bool) -> None:
    """Put a table's rules into the log; an open table keeps those it opened with until it closes."""
    store = live.services.store
    over_time, version, is_closed = await asyncio.to_thread(rules_in_log, store, live.id)
    last = over_time.at(version + 1) if over_time else None
    event = RulesPutInForce(
        live.id, filed.rulebook, filed.choices, version, edition=EDITION, form=filed.form, practice=filed.practice
    )
    if last is not None and msgspec.structs.replace(last, after=version, meters={}) == event:
        live.log.over_time = over_time
        return
    if last is not None and not (is_closed and opens):
        log("rules_wait", table=live.id)
        live.change_rules(rules_of(last))
        live.log.over_time = over_time
        return
    await house.append(f"rules/{live.id}/{version}/{secrets.token_hex(8)}", b"", event)
    live.log.over_time = (await asyncio.to_thread(rules_in_log, store, live.id))[0]

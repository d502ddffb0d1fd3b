"""What is given up when the operator goes on with a store that lost records: rounds and shoes whose cards were seen.

An older copy of a store would deal again what players have seen already. A round that was open there is void by a
house rule, because no text knows this case, and a sealed shoe is shuffled away before another card leaves it.
"""

import asyncio
import secrets
from collections.abc import Mapping, Sequence

import msgspec

from wartable.audit import Head, RequestMade, StoreRestored, say_loss
from wartable.live.history import STREAM, HouseLog, Mirror, stream_of
from wartable.live.moves.acts import HouseAct, act_of
from wartable.live.people import Request
from wartable.live.wire import CallFloor
from wartable.store import Store
from wartable.table import CLOCK, FLOOR, PHASES, Table, round_is_open
from wartable.table import commands as c
from wartable.table import events as e

REASON = "records of this table were lost"
OPERATOR = "operator"
"""Who works at the machine itself; no account can have this name."""
MAX_NAMED = 1_000
"""Streams that the record of a loss names; the signed heads name all of them."""


async def record_loss(store: Store, house: HouseLog, tables: Sequence[str], lost: Mapping[str, Head]) -> None:
    """Record what the store lost, and call the floor; from here on what was in play is void."""
    heads = await asyncio.to_thread(lambda: store.heads(store.streams(STREAM)))
    stands = {stream.removeprefix(STREAM): head.version for stream, head in heads.items()}
    named = tuple(lost[stream] for stream in sorted(lost)[:MAX_NAMED])
    table = next((one for one in tables if stream_of(one) in lost), tables[0])
    says = say_loss(len(lost))
    call = RequestMade(secrets.token_hex(8), table, msgspec.to_builtins(CallFloor(says)), OPERATOR)
    restored = StoreRestored(len(lost), named, stands, OPERATOR)
    await house.append(f"restored/{call.request}", b"", restored, call)


def is_about_loss(request: Request) -> bool:
    return request.is_call and request.first == OPERATOR


class GivenUp(msgspec.Struct, frozen=True):
    """The sealed shoe and the round of a table that are void."""

    commitment: str = ""
    round: int = 0


def given_up(mirror: Mirror, upto: int) -> GivenUp:
    """Return what was in play when a table was at a version."""
    table = mirror.table
    commitment = table.seal.commitment if mirror.sealed_at <= upto else ""
    began = (one.version for one in mirror.round_so_far if isinstance(one.event, e.NoMoreBetsCalled))
    is_void = round_is_open(table) and next(began, mirror.version + 1) <= upto
    return GivenUp(commitment, table.round.number if is_void else 0)


def next_to_give_up(table: Table, given: GivenUp) -> HouseAct | None:
    """Return the next step that ends what is void; None where it is done, or where the usual steps do it."""
    is_void = bool(given.commitment) and table.seal.commitment == given.commitment and table.seal.ended is None
    if round_is_open(table) and not table.round.voided and (is_void or table.round.number == given.round):
        return act_of(FLOOR, c.VoidRound(REASON))
    if not is_void:
        return None
    if table.phase == "cutting" and table.cut.offer and not table.cut.reinsert:
        return act_of(CLOCK, c.LapseOffer())
    if c.OrderReshuffle in PHASES[table.phase] and table.shuffle_due is None:
        return act_of(FLOOR, c.OrderReshuffle())
    return None

"""The seal of a digital shoe: published before the cut, opened when the shoe is over, and never dropped in between.

Once a shoe was sealed at a table, every later one is: nothing is cut, loaded or bet on before its commitment is there,
and no new commitment is taken before the last one is revealed.
"""

import hashlib

from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Seal, Table
from wartable.table.words import Actor, ShoeEnd

SEED_BYTES = 32
HEXADECIMAL = frozenset("0123456789abcdef")

_COMMITMENT = b"wartable commitment 1\n"


def commitment_of(seed: bytes) -> str:
    """What is published of a seed before the first wager; it tells nothing about the seed."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    return hashlib.sha256(_COMMITMENT + seed).hexdigest()


def is_hexadecimal(text: str) -> bool:
    """Whether a text is 32 bytes as they are published: 64 lower-case hexadecimal digits."""
    return len(text) == 2 * SEED_BYTES and HEXADECIMAL.issuperset(text)


def seal_is_due(table: Table) -> bool:
    """Whether this table's next shoe waits for its commitment."""
    return table.sealed and (not table.seal.commitment or table.seal.ended is not None)


def seal_shoe(table: Table, command: c.SealShoe, by: Actor) -> Decided:
    """The shoe commits itself once, before anybody cuts, so that the cut comes from somebody who cannot be foreseen."""
    if table.seal.ended:
        return Refused(Refusal.REVEAL_COMES_FIRST)
    if table.seal.commitment:
        return Refused(Refusal.SHOE_IS_SEALED)
    if table.phase != "shuffling" and table.cut.cutter is not None:
        return Refused(Refusal.NOT_NOW, table.rules.steps["cut"].clauses)
    if not is_hexadecimal(command.commitment):
        return Refused(Refusal.COMMITMENT_IS_BAD)
    return (e.ShoeSealed(table.seal.shoe + 1, command.commitment),)


def shoe_sealed(table: Table, event: e.ShoeSealed) -> Table:
    return replace(table, seal=Seal(event.shoe, event.commitment))


def end_seal(table: Table, reason: ShoeEnd) -> Table:
    """The cards of a sealed shoe leave the table: its reveal is due, and what came first is the reason."""
    if not table.seal.commitment or table.seal.ended:
        return table
    return replace(table, seal=replace(table.seal, ended=reason))


def reveal_shoe(table: Table, command: c.RevealShoe, by: Actor) -> Decided:
    """Only the seed that was sealed opens a shoe, and only when no card of it can be bet on any more."""
    seal = table.seal
    if seal.ended is None:
        return Refused(Refusal.NOTHING_TO_REVEAL)
    if not is_hexadecimal(command.seed) or commitment_of(bytes.fromhex(command.seed)) != seal.commitment:
        return Refused(Refusal.SEED_DOES_NOT_MATCH)
    return (e.ShoeRevealed(seal.shoe, command.seed, seal.ended),)


def shoe_revealed(table: Table, event: e.ShoeRevealed) -> Table:
    return replace(table, seal=Seal(event.shoe))

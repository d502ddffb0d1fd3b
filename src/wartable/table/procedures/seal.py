"""The seal of a digital shoe: published before the cut, opened when the shoe is over, and never dropped in between.

Once a shoe was sealed at a table, every later one is. The table refuses to cut, load or bet before the commitment, and
takes no new commitment before the last one is revealed. Players add words until the first bets on the shoe are closed,
and the bets are not closed before a player has, after the last cut that brought no words. The order of the cards is
made from the seed, those words and the cut. So the house can neither know nor choose it when it publishes the
commitment, nor by the depth of a cut.
"""

import hashlib
from collections.abc import Iterable, Iterator

from msgspec import UNSET
from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.decks import Seal, SealWords
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import Wheel, wheel_of
from wartable.table.state import Table
from wartable.table.words import MAX_WORDS, Actor, ShoeEnd

SEED_BYTES = 32
HEXADECIMAL = frozenset("0123456789abcdef")
MAX_ADDED = 8
"""The most texts that one player adds to one shoe with wagers; a cut restarts the count, so that it can be answered."""

_COMMITMENT_1 = b"wartable commitment 1\n"
_COMMITMENT = b"wartable commitment 2\n"
_TERMS = "wartable terms 2\n"


# What is published


def commitment_of(seed: bytes, terms: str = "") -> str:
    """Return the commitment of a seed; it reveals nothing about the seed. Protocol 1 has no terms."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"expected a seed of {SEED_BYTES} bytes")
    sealed = _COMMITMENT + seed + bytes.fromhex(terms) if terms else _COMMITMENT_1 + seed
    return hashlib.sha256(sealed).hexdigest()


def terms_of(decks: int, wheel: Wheel | None) -> str:
    """Return the digest of what a seal binds besides the seed, so that none of it can be changed afterwards."""
    return digest_of(_TERMS, [str(decks), *(_told(wheel) if wheel else ())])


def _told(wheel: Wheel) -> Iterator[str]:
    yield str(wheel.seats)
    yield "respin" if wheel.respin else "stays"
    for ring in (wheel.hot, wheel.community):
        yield str(len(ring))
        for symbol, weight in ring:
            yield from (symbol, str(weight))


def digest_of(purpose: str, texts: Iterable[str]) -> str:
    """Return a digest that is unique to a list of texts: each is preceded by its length."""
    told = (text.encode() for text in texts)
    return hashlib.sha256(purpose.encode() + b"".join(b"%d:%b" % (len(text), text) for text in told)).hexdigest()


def is_hexadecimal(text: str) -> bool:
    """Whether a text is 32 bytes in their published form: 64 lower-case hexadecimal digits."""
    return len(text) == 2 * SEED_BYTES and HEXADECIMAL.issuperset(text)


# Sealing


def seal_is_due(table: Table) -> bool:
    """Whether this table's next shoe waits for its commitment."""
    return table.sealed and (not table.seal.commitment or table.seal.ended is not None)


def seal_shoe(table: Table, command: c.SealShoe, by: Actor) -> Decided:
    """Seal the shoe once, before the cut, so that the cut comes from a player the house cannot foresee."""
    if table.seal.ended:
        return Refused(Refusal.REVEAL_COMES_FIRST)
    if table.seal.commitment:
        return Refused(Refusal.SHOE_IS_SEALED)
    if table.phase != "shuffling" and table.cut.cutter is not None:
        return Refused(Refusal.NOT_NOW, table.rules.steps["cut"].clauses)
    if not is_hexadecimal(command.commitment):
        return Refused(Refusal.COMMITMENT_IS_BAD)
    terms = terms_of(table.rules.decks, wheel_of(table.rules))
    return (e.ShoeSealed(table.seal.shoe + 1, command.commitment, terms),)


def shoe_sealed(table: Table, event: e.ShoeSealed) -> Table:
    words = SealWords(event.terms) if event.terms else UNSET
    return replace(table, seal=Seal(event.shoe, event.commitment, words=words))


# The players' words


def words_are_bad(words: str, by: Actor) -> bool:
    """Words are the player's own: the house, which knows the seed, could choose an order by choosing them."""
    if not words:
        return False
    try:
        return by.role != "player" or len(words.encode()) > MAX_WORDS
    except UnicodeEncodeError:
        return True


def takes_words(table: Table, patron: str) -> bool:
    """Whether this player's words still become part of the order of the shoe."""
    seal = table.seal
    return bool(seal.terms) and not seal.closed and seal.with_wagers.count(patron) < MAX_ADDED


def words_are_due(table: Table) -> bool:
    """Whether the shoe cannot be dealt from, because no player has added words, or none since the house cut."""
    words = table.seal.words
    return (words.stale or not words.added) if words else False


def add_words(table: Table, patron: str) -> Table:
    """Make this player's words part of the order; they stay part of it if the wager is taken back."""
    seal = table.seal
    by_cut = len(seal.added) - len(seal.with_wagers)
    return _with_words(table, SealWords(seal.terms, (*seal.added, patron), by_cut=by_cut))


def cut_seal(table: Table, patron: str) -> Table:
    """Note the cut; after a cut without a player's words, a player has to add some."""
    seal = table.seal
    if not seal.terms:
        return table
    added = (*seal.added, patron) if patron else seal.added
    return _with_words(table, SealWords(seal.terms, added, by_cut=len(added), stale=not patron))


def close_seal(table: Table) -> Table:
    """Close the first bets on the shoe, and with them its order."""
    words = table.seal.words
    return _with_words(table, SealWords(words.terms, words.added, closed=True)) if words else table


def _with_words(table: Table, words: SealWords) -> Table:
    return replace(table, seal=replace(table.seal, words=words))


# Revealing


def end_seal(table: Table, reason: ShoeEnd) -> Table:
    """Make the reveal due when the cards of a sealed shoe leave the table; the first reason counts."""
    if not table.seal.commitment or table.seal.ended:
        return table
    return replace(table, seal=replace(table.seal, ended=reason))


def reveal_shoe(table: Table, command: c.RevealShoe, by: Actor) -> Decided:
    """Accept only the sealed seed, and only when no card of the shoe can be bet on any more."""
    seal = table.seal
    if seal.ended is None:
        return Refused(Refusal.NOTHING_TO_REVEAL)
    if not is_hexadecimal(command.seed) or commitment_of(bytes.fromhex(command.seed), seal.terms) != seal.commitment:
        return Refused(Refusal.SEED_DOES_NOT_MATCH)
    return (e.ShoeRevealed(seal.shoe, command.seed, seal.ended),)


def shoe_revealed(table: Table, event: e.ShoeRevealed) -> Table:
    return replace(table, seal=Seal(event.shoe))

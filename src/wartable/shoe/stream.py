"""Draws from a key stream: unbiased, by rejection."""

import hashlib
import hmac
import struct
from collections.abc import Iterator
from itertools import chain, islice
from typing import NoReturn

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

WORD_BITS = 16
MAX_DRAW = 1 << 2 * WORD_BITS
_COUNTER_AND_NONCE = bytes(16)
_CHUNK = struct.Struct("<512H")
"""Words fetched at a time; a shuffle of six decks needs about 420."""
_ZEROS = bytes(_CHUNK.size)


class Stream:
    """The ChaCha20 key stream of one key, two bytes at a time. It cannot be copied: a draw is taken once."""

    __slots__ = ("_words",)

    def __init__(self, key: bytes) -> None:
        self._words = chain.from_iterable(_chunks(key))

    def take(self, count: int) -> bytes:
        """Return the next bytes of the stream, an even number of them."""
        if count < 0 or count % 2:
            raise ValueError(f"the stream is taken in words of two bytes, not {count} bytes")
        return struct.pack(f"<{count // 2}H", *islice(self._words, count // 2))

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely."""
        width = width_of(n)
        if width == 0:
            return 0
        words = self._words
        while True:
            word = next(words)
            if width > WORD_BITS:
                word |= next(words) << WORD_BITS
            value = keep(word, n, width)
            if value is not None:
                return value

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a stream is not copied or stored")


def _chunks(key: bytes) -> Iterator[tuple[int, ...]]:
    update = Cipher(ChaCha20(key, _COUNTER_AND_NONCE), mode=None).encryptor().update
    while True:
        yield _CHUNK.unpack(update(_ZEROS))


def width_of(n: int) -> int:
    """Return the number of bits that a draw below n uses."""
    if not 1 <= n <= MAX_DRAW:
        raise ValueError(f"expected a bound from 1 to {MAX_DRAW}, not {n}")
    return (n - 1).bit_length()


def keep(word: int, n: int, width: int) -> int | None:
    """Return the draw of a word of the stream, or None where the word is rejected."""
    value = word & ((1 << width) - 1)
    return value if value < n else None


def derive(seed: bytes, purpose: str, *parts: str | int) -> bytes:
    """Return the key for one purpose: draws for one purpose are independent of those for another."""
    message = "\n".join([purpose, *map(str, parts)])
    return hmac.new(seed, message.encode(), hashlib.sha256).digest()

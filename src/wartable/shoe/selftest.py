"""The self-test at start: known answers, and a fixed shoe. A generator that fails it deals no card."""

import hashlib
from functools import cache
from itertools import islice

from wartable.shoe import seal, stream
from wartable.table import commitment_of, terms_of

KNOWN_ANSWERS: tuple[tuple[str, int, str], ...] = (
    ("00" * 32, 0, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"),
    ("00" * 32, 1, "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"),
    ("00" * 31 + "01", 1, "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"),
    ("00ff" + "00" * 30, 2, "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"),
)
"""Key, block and its first half: test vectors 1 to 4 of RFC 8439, appendix A.1."""
BLOCK = 64
_SIX_DECKS = 312
_ONE_BYTE = 256

FIXED_SEED = bytes(range(32))
FIXED_WORDS = ("Good luck, Zoë ♠", "seven")
FIXED_COMMITMENT = "4fd96ec5f2cdc4b07547e93db37f0236b59466ab26d51c9f88d266874fbc7c59"
FIXED_ORDER = "8394fe2291bf34098d1598dcfee3f1b649916fbaac50dcc48a9411d1fe7fc264"
"""SHA-256 of the fixed shoe's cards, written one after the other."""


class ShoeBroken(Exception):
    """The source of cards failed its self-test; nothing may be dealt."""


@cache
def assure() -> None:
    """Test once; a failure is not cached, so every later call fails too."""
    run_self_test()


def run_self_test() -> None:
    """Test every known answer, the bounded draw, and a fixed shoe from seed to cut."""
    for key, block, answer in KNOWN_ANSWERS:
        keys = stream.Stream(bytes.fromhex(key))
        keys.take(block * BLOCK)
        if keys.take(len(answer) // 2).hex() != answer:
            raise ShoeBroken(f"ChaCha20 does not give block {block} of RFC 8439 for the key {key[:4]}…{key[-2:]}")
    for n in (1, 2, 3, 52, 312, 416, 65_536):
        width = stream.width_of(n)
        kept = [value for word in range(1 << width) if (value := stream.keep(word, n, width)) is not None]
        if kept != list(range(n)):
            raise ShoeBroken(f"a draw below {n} does not give each value once")
    _test_draws()
    _test_fixed_shoe()


def _test_draws() -> None:
    """The draws of a known stream, with rejection done by hand."""
    words = stream.Stream(FIXED_SEED).take(2_000)
    low = (words[place] | (words[place + 1] & 1) << 8 for place in range(0, len(words), 2))
    drawn = stream.Stream(FIXED_SEED).below
    if [drawn(_SIX_DECKS) for _ in range(100)] != list(islice((value for value in low if value < _SIX_DECKS), 100)):
        raise ShoeBroken("draws from the stream are wrong")
    drawn = stream.Stream(FIXED_SEED).below
    if bytes(drawn(_ONE_BYTE) for _ in range(100)) != words[:200:2]:
        raise ShoeBroken("a draw rejects values although all of them fit")


def _test_fixed_shoe() -> None:
    if commitment_of(FIXED_SEED, terms_of(6, None)) != FIXED_COMMITMENT:
        raise ShoeBroken("the commitment of a fixed seed is wrong")
    cards = seal.order_of(FIXED_SEED, "T1", 1, 6, seal.mix(FIXED_WORDS), 156)
    if hashlib.sha256("".join(cards).encode()).hexdigest() != FIXED_ORDER:
        raise ShoeBroken("the order of a fixed shoe is wrong")

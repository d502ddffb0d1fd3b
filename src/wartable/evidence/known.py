"""Known answers: the generator gives what its published standards say it gives."""

from wartable.evidence.judge import Check
from wartable.shoe import Stream, derive

_ZERO = bytes(32)
_ONE = bytes(31) + b"\x01"
_FF = b"\x00\xff" + bytes(30)

BLOCKS = (
    (
        _ZERO,
        0,
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ),
    ),
    (
        _ZERO,
        1,
        (
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
    (
        _ONE,
        1,
        (
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        ),
    ),
    (
        _FF,
        2,
        (
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
        ),
    ),
)
"""RFC 8439, appendix A.1: key, number of the block, and its 64 bytes. All have the nonce of noughts that shoes use."""

HMACS = (
    (b"Jefe", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (b"\x0b" * 20, "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
)
"""RFC 4231, test cases 2 and 1: key, text, and HMAC-SHA-256."""

DRAWS = (
    (2, (0, 0, 0, 1, 0, 0, 1, 1)),
    (6, (0, 0, 5, 0, 2, 3, 5, 5)),
    (52, (32, 32, 0, 42, 19, 25, 32, 45)),
    (312, (118, 61, 83, 189, 189, 25, 237, 168)),
    (65536, (47222, 44512, 61856, 36925, 23872, 58730, 34387, 10429)),
)
"""The first draws below n from the key of noughts, as they follow from the first block above by the protocol's text."""


def known_answers() -> list[Check]:
    """Compare all of them."""
    blocks = sum(_block(key, number) != bytes.fromhex(block) for key, number, block in BLOCKS)
    hmacs = sum(derive(key, text).hex() != code for key, text, code in HMACS)
    draws = sum(_draws(n, len(found)) != found for n, found in DRAWS)
    return [
        Check("ChaCha20", "blocks of RFC 8439, appendix A.1", len(BLOCKS), blocks),
        Check("HMAC-SHA-256", "codes of RFC 4231", len(HMACS), hmacs),
        Check("draws below n", "first draws as they follow from the published block", len(DRAWS), draws),
    ]


def _block(key: bytes, number: int) -> bytes:
    stream = Stream(key)
    stream.take(64 * number)
    return stream.take(64)


def _draws(n: int, count: int) -> tuple[int, ...]:
    stream = Stream(_ZERO)
    return tuple(stream.below(n) for _ in range(count))

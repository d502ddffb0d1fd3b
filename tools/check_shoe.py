# ruff: noqa: PLR2004 - the page's own numbers
"""Checks revealed shoes by docs/fairness.md alone: exit code 0 if all are proved, 1 if not, 2 if it is no such file."""

import hashlib
import hmac
import json
import re
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

FRESH = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
KEYS = "protocol table shoe decks device sealed_at cut_at first_wager_at commitment seed words cut behind drawn ended"
ENDS = "cover_card ordered every_round irregularity round_voided device_failed decks_changed idle table_closed"


def block(key: bytes, counter: int) -> bytes:
    """One block of ChaCha20 (RFC 8439, section 2.3) with a nonce of zeros."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter, 0, 0, 0]
    x = start[:]
    quarters = [[row * 4 + (i + turn * row) % 4 for row in range(4)] for turn in (0, 1) for i in range(4)]
    for a, b, c, d in quarters * 10:
        for to, add, mix, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[to] = (x[to] + x[add]) % 2**32
            mixed = x[mix] ^ x[to]
            x[mix] = (mixed << left | mixed >> (32 - left)) % 2**32
    return struct.pack("<16I", *((x[i] + start[i]) % 2**32 for i in range(16)))


def draws(seed: bytes, *parts: object) -> Callable[[int], int]:
    """The function that draws below n from the stream of these parts' key."""
    key = hmac.new(seed, "\n".join(map(str, parts)).encode(), hashlib.sha256).digest()
    octets = (octet for counter in range(2**32) for octet in block(key, counter))

    def below(n: int) -> int:
        width, drawn = (n - 1).bit_length(), n if n > 1 else 0
        while drawn >= n > 1:
            drawn = sum(next(octets) << 8 * place for place in range(4 if width > 16 else 2)) % 2**width
        return drawn

    return below


def leaving(doc: dict[str, Any], below: Callable[[int], int]) -> Iterator[str]:
    """The cards in the order in which they leave."""
    cards, out = FRESH * doc["decks"], list[str]()
    if doc["device"] == "shoe":
        for i in range(len(cards) - 1, 0, -1):
            j = below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        yield from cards[doc["cut"] :] + cards[: doc["cut"]]
        return
    returns, count = set(doc.get("returns", [])), 0
    while cards:
        j, count = below(len(cards)), count + 1
        out.append(cards[j])
        cards[j] = cards[-1]
        cards.pop()
        yield out[-1]
        if count in returns:
            cards, out = cards + out, []


def stop(spin: dict[str, Any], below: Callable[[int], int]) -> list[Any]:
    """Where the wheel stops."""
    rings = [[symbol for symbol, weight in spin[ring] for _ in range(weight)] for ring in ("hot", "community")]
    while True:
        stopped = [below(spin["seats"]) + 1, *(ring[below(len(ring))] for ring in rings)]
        if not (spin["respin"] and stopped[0] in spin["unbet"]):
            return stopped


def wrong(doc: dict[str, Any]) -> str | None:
    """The first thing that is wrong with one shoe."""
    if doc["seed"] is None:
        return "it was not revealed"
    seed, where, drawn = bytes.fromhex(doc["seed"]), (doc["table"], doc["shoe"]), doc["drawn"]
    if hashlib.sha256(b"wartable commitment 1\n" + seed).hexdigest() != doc["commitment"]:
        return "the commitment is not that of the seed"
    if any(doc[at] is not None and doc[at] <= doc["sealed_at"] for at in ("cut_at", "first_wager_at")):
        return "it was not sealed before the cut and before the first wager"
    cut_unsaid = doc["cut_at"] is None and (doc["cut"] or doc["words"])
    if cut_unsaid or (doc["first_wager_at"] is None and {*drawn} - {"??"}):
        return "a cut, words or shown cards without the event of the cut or the first wager"
    due = leaving(doc, draws(seed, "wartable order 1", *where, doc["decks"], doc["words"]))
    for number, card in enumerate(drawn, start=1):
        expected = next(due, "none")
        if expected == "none" or card not in ("??", expected):
            return f"card number {number}: expected {expected}, was {card}"
    for spin in doc.get("spins", []):
        stopped = stop(spin, draws(seed, "wartable wheel 1", *where, spin["round"], doc["words"]))
        if spin["result"] != stopped:
            return f"spin of round {spin['round']}: expected {stopped}, was {spin['result']}"
    early = doc["ended"] == "cover_card" and len(drawn) < 52 * doc["decks"] - doc["behind"]
    return "the cover card had not been met" if early else None


def wrong_together(docs: list[dict[str, Any]]) -> Iterator[str]:
    """What is wrong only when shoes are seen together."""
    for value, times in Counter(doc[key] for doc in docs for key in ("seed", "commitment") if doc[key]).items():
        if times > 1:
            yield f"the seed or commitment {value} comes {times} times"
    for one, two in pairwise(sorted(docs, key=lambda doc: (doc["table"], doc["shoe"]))):
        if one["table"] == two["table"] and (one["shoe"] + 1 != two["shoe"] or one["sealed_at"] >= two["sealed_at"]):
            yield f"table {one['table']}: shoe {two['shoe']} does not follow shoe {one['shoe']}"


def has_form(doc: dict[str, Any]) -> bool:
    """Whether this is a document of the page, as far as the arithmetic needs it."""
    spins, at, places = doc.get("spins", []), [0, *doc.get("returns", [])], {"shoe": 52 * doc["decks"], "continuous": 1}
    numbers = [doc[key] for key in ("protocol", "shoe", "decks", "sealed_at")] + [doc["cut"] + 1, doc["behind"] + 1]
    numbers += [doc[key] for key in ("cut_at", "first_wager_at") if doc[key] is not None] + at[1:]
    weights = [weight for spin in spins for ring in (spin["hot"], spin["community"]) for _, weight in ring]
    good = all(type(n) is int and 0 < n < 2**53 for n in numbers) and doc["protocol"] == 1 and doc["decks"] <= 16
    good &= {*doc} - {"spins", "returns"} == {*KEYS.split()} and {*doc["drawn"]} <= {*FRESH, "??"}
    hexes = [doc["commitment"], doc["seed"] if doc["ended"] else "0" * 64]
    good &= all(re.fullmatch("[0-9a-f]{64}", digest) for digest in hexes)
    good &= max(doc["cut"], doc["behind"]) < places[doc["device"]] and at[-1] <= len(doc["drawn"]) <= 100000
    good &= len(doc["words"].encode()) <= 200 and 1 <= len(doc["table"]) <= 64 and doc["table"].isprintable()
    good &= all(type(n) is int and 0 < n <= 10000 for n in weights) and all(a < b for a, b in pairwise(at))
    good &= (at == [0] or doc["device"] != "shoe") and all(a["round"] < b["round"] for a, b in pairwise(spins))
    good &= all(spin["seats"] <= 64 and {*range(1, spin["seats"] + 1)} > {*spin["unbet"]} for spin in spins)
    return good and doc["ended"] in ([None] if doc["seed"] is None else ENDS.split())


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is written twice")
    return dict(pairs)


def main(file: str) -> int:
    try:
        read = json.loads(Path(file).read_text(encoding="utf-8"), object_pairs_hook=once)
        docs = read if isinstance(read, list) else [read]
        good = len(docs) > 0 and all(map(has_form, docs))
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        good, docs = False, []
    found = [f"table {doc['table']}, shoe {doc['shoe']}: {said}" for doc in docs if good and (said := wrong(doc))]
    found += wrong_together(docs) if good else ["this is not a file of revealed shoes as the page describes it"]
    print("\n".join(found) or f"{len(docs)} proved")
    return 2 if not good else 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[-1]))

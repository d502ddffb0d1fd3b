"""Checks revealed shoes against docs/fairness.md, from it alone: python3 check_shoe.py FILE.json [--commitment HEX]...
Exit 0: every shoe is verified. Exit 1: a shoe is wrong. Exit 2: this is not a file of revealed shoes."""

import hashlib
import hmac
import json
import struct
import sys
from collections.abc import Iterator
from itertools import accumulate, pairwise, product
from pathlib import Path
from typing import Any

FACES = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
QUARTERS = [(i, 4 + (i + s) % 4, 8 + (i + 2 * s) % 4, 12 + (i + 3 * s) % 4) for s in (0, 1) for i in range(4)]
ENDS = "cover_card ordered every_round irregularity round_voided device_failed decks_changed idle table_closed".split()
# The shapes of a document, see fits():
# (type, least, most[, shape of the items]), {alternatives}, (None, or else), [items], {key: shape}
WHOLE, SYMBOL, HEX = (int, 1, 2**53 - 1), (str, 1, 24), (str, 64, 64, frozenset("0123456789abcdef"))
RING = (list, 1, 32, [SYMBOL, (int, 1, 10000)])
SPIN = {"round": WHOLE, "unbet": (list, 0, 64, (int, 1, 64)), "result": [(int, 1, 64), SYMBOL, SYMBOL]}
WHEEL = {"seats": (int, 1, 64), "hot": RING, "community": RING, "respin": {True, False}}
SHOE: dict[str, Any] = {
    "table": (str, 1, 64), "shoe": WHOLE, "decks": (int, 1, 16), "device": {"shoe", "continuous"}, "seed": {None, HEX},
    "sealed_at": WHOLE, "cut_at": {None, WHOLE}, "first_wager_at": {None, WHOLE}, "commitment": HEX,
    "cut": (int, 0, 831), "behind": (int, 0, 831), "drawn": (list, 0, 100000, {"??", *FACES}),
    "returns": (list, 0, 100000, WHOLE), "ended": {None, *ENDS}}  # fmt: skip
SHOES = {
    1: SHOE | {"protocol": 1, "words": (str, 0, 200), "spins": (list, 0, 10000, SPIN | WHEEL)},
    2: SHOE | {"protocol": 2, "words": (list, 0, 100000, [WHOLE, (str, 1, 200)]), "spins": (list, 0, 10000, SPIN),
               "closed_at": {None, WHOLE}, "wheel": (None, WHEEL)}}  # fmt: skip


def must(fact: bool, code: int, reason: str) -> None:
    if not fact:
        raise AssertionError(code, reason)


def digest(purpose: str, texts: list[str]) -> str:
    told = [text.encode() for text in texts]
    listed = b"".join(b"%d:%b" % (len(text), text) for text in told)
    return hashlib.sha256(b"wartable %b 2\n%b" % (purpose.encode(), listed)).hexdigest()


def terms(doc: dict[str, Any]) -> str:
    texts = [str(doc["decks"])]
    if wheel := doc["wheel"]:
        texts += [str(wheel["seats"]), "respin" if wheel["respin"] else "stays"]
        for ring in (wheel["hot"], wheel["community"]):
            texts += [str(len(ring)), *(str(part) for pair in ring for part in pair)]
    return digest("terms", texts)


def stream(doc: dict[str, Any], purpose: str, number: int) -> Iterator[int]:  # the number of decks, or of the round
    words = doc["words"]  # in protocol 1 a text, which may be empty
    if doc["protocol"] != 1:
        words = digest("words", sorted({text for _, text in words}, key=str.encode))
    text = f"wartable {purpose} {doc['protocol']}\n{doc['table']}\n{doc['shoe']}\n{number}\n{words}"
    key = hmac.digest(bytes.fromhex(doc["seed"]), text.encode(), "sha256")
    for counter in range(1 << 32):
        x = [*(start := struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + bytes(12)))]
        for a, b, c, d in QUARTERS * 10:  # the columns and then the diagonals, ten times
            for to, by, mixed, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[to] = (x[to] + x[by]) & 0xFFFFFFFF
                x[mixed] = ((y := x[mixed] ^ x[to]) << turn | y >> (32 - turn)) & 0xFFFFFFFF
        yield from struct.pack("<16I", *((end + begin) & 0xFFFFFFFF for end, begin in zip(x, start, strict=True)))


def below(n: int, source: Iterator[int]) -> int:
    width, draw = (n - 1).bit_length(), n
    while draw >= n:  # a draw below 1 takes no bytes and is 0; others are drawn again where n or more comes
        draw = sum(next(source) << 8 * i for i in range(0 if n == 1 else 2 if width <= 16 else 4)) & ((1 << width) - 1)
    return draw


def leaving(doc: dict[str, Any]) -> list[str]:
    cards, source = FACES * int(doc["decks"]), stream(doc, "order", doc["decks"])
    if doc["device"] == "shoe":
        for i in range(len(cards) - 1, 0, -1):
            j = below(i + 1, source)
            cards[i], cards[j] = cards[j], cards[i]
        return cards[doc["cut"] :] + cards[: doc["cut"]]
    left, back, returns = list[str](), 0, set(doc["returns"])
    while len(left) < len(doc["drawn"]) and (cards or len(left) in returns):  # once empty, it gives no more
        if len(left) in returns:  # what left since the last return goes back before the next card leaves
            cards, back = cards + left[back:], len(left)
        j = below(len(cards), source)
        cards[j], cards[-1] = cards[-1], cards[j]
        left.append(cards.pop())
    return left


def spins(doc: dict[str, Any]) -> list[dict[str, Any]]:
    return [spin | (doc.get("wheel") or {}) for spin in doc["spins"]]  # in protocol 1 each has a wheel of its own


def stop(spin: dict[str, Any], source: Iterator[int]) -> list[int | str]:
    while True:
        result: list[int | str] = [below(spin["seats"], source) + 1]
        for ring in (spin["hot"], spin["community"]):
            draw = below(sum(weight for _, weight in ring), source)
            result.append(next(ring[n][0] for n, edge in enumerate(accumulate(w for _, w in ring)) if draw < edge))
        if not spin["respin"] or result[0] not in spin["unbet"]:  # else all three again, further on in the stream
            return result


def fits(value: Any, shape: Any) -> bool:
    if isinstance(shape, set | frozenset):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, dict):
        return type(value) is dict and value.keys() == shape.keys() and all(fits(value[k], shape[k]) for k in shape)
    if isinstance(shape, list):
        return type(value) is list and len(value) == len(shape) and all(map(fits, value, shape))
    if isinstance(shape, tuple) and shape[0] is None:  # null, or else this
        return value is None or fits(value, shape[1])
    if not isinstance(shape, tuple):
        return type(value) is type(shape) and bool(value == shape)  # so that neither true nor 1.0 passes for 1
    within = type(value) is shape[0] and shape[1] <= (value if shape[0] is int else len(value)) <= shape[2]
    return within and all(fits(item, shape[3]) for item in (value if len(shape) > 3 else ()))


def check_form(d: Any) -> None:
    must(type(d) is dict and fits(d.get("protocol"), {1, 2}), 2, "not a revealed shoe of protocol 1 or 2")
    shapes = SHOES[d["protocol"]]
    must(d.keys() | {"spins", "returns"} == shapes.keys(), 2, "not the keys of a revealed shoe")
    d |= {key: d.get(key, []) for key in ("spins", "returns")}
    for key, shape in shapes.items():
        must(fits(d[key], shape), 2, f"{key} is not what it must be")
    must(d["table"].isprintable(), 2, "table is not a text in one line")
    texts = [d["words"]] if d["protocol"] == 1 else [text for _, text in d["words"]]
    must(all(len(text.encode()) <= 200 for text in texts), 2, "words are too long")
    must(max(d["cut"], d["behind"]) < (52 * d["decks"] if d["device"] == "shoe" else 1), 2, "cut or behind too large")
    must(not d["spins"] or d.get("wheel", True) is not None, 2, "spins without a wheel")
    for s in spins(d):
        must({*s["unbet"]} < {*range(1, s["seats"] + 1)}, 2, "unbet is not what it must be")
    must(all(a["round"] < b["round"] for a, b in pairwise(d["spins"])), 2, "the rounds of the spins do not ascend")
    most = len(d["drawn"]) if d["device"] == "continuous" else 0
    must(d["returns"] == sorted({n for n in d["returns"] if n <= most}), 2, "returns is not what it must be")
    must((d["ended"] is None) == (d["seed"] is None), 2, "ended is not null exactly where the seed is")


def prove_words(d: dict[str, Any], who: str) -> None:
    events = [d["sealed_at"], *(at for at, _ in d["words"])]
    must(all(a < b for a, b in pairwise(events)), 1, who + "words are not after the seal, one after the other")
    last = max(events[-1], d["cut_at"] or 0, d["first_wager_at"] or 0)
    must(last < (d["closed_at"] or 2**53), 1, who + "words, a cut or the first wager after the close")
    shown = bool({*d["drawn"]} - {"??"} or d["spins"])
    heard = len(events) > 1 and events[-1] >= (d["cut_at"] or 0) and d["closed_at"] is not None
    must(heard or not shown, 1, who + "cards shown without words, without words since the cut, or without a close")


def prove(d: dict[str, Any]) -> None:
    who, drawn = f"table {d['table']}, shoe {d['shoe']}: ", d["drawn"]
    must(d["seed"] is not None, 1, who + "it was not revealed")
    bound = bytes.fromhex(d["seed"] + ("" if d["protocol"] == 1 else terms(d)))
    seal = hashlib.sha256(b"wartable commitment %d\n" % d["protocol"] + bound)
    must(seal.hexdigest() == d["commitment"], 1, who + "the commitment is not that of the seed and the terms")
    must(all(d["sealed_at"] < (d[at] or 2**53) for at in ("cut_at", "first_wager_at")), 1, who + "not sealed in time")
    by_cut = d["words"] if d["protocol"] == 1 else ""
    must(d["cut_at"] is not None or (d["cut"], by_cut) == (0, ""), 1, who + "cut or words without cut_at")
    if d["protocol"] != 1:
        prove_words(d, who)
    must(d["first_wager_at"] is not None or {*drawn} <= {"??"}, 1, who + "a face is shown without any wager")
    cards = leaving(d)
    must(len(drawn) <= len(cards), 1, who + "more cards left than there were")
    for n, (shown, card) in enumerate(zip(drawn, cards, strict=False), 1):
        must(shown in ("??", card), 1, f"{who}card {n} is shown as {shown} but was {card}")
    for s in spins(d):
        must(s["result"] == stop(s, stream(d, "wheel", s["round"])), 1, f"{who}false spin in round {s['round']}")
    if d["ended"] == "cover_card":  # which a continuous shuffler does not have
        must(d["device"] == "shoe" and len(drawn) + d["behind"] >= len(cards), 1, who + "no cover card was met")


def main(file: str, *given: str) -> int:
    try:
        options = given[::2] == ("--commitment",) * len(seen := given[1::2]) and all(fits(one, HEX) for one in seen)
        must(options, 2, "after the file only --commitment and 64 lower-case hexadecimal digits, once or more often")
        found = json.loads(Path(file).read_text("utf8"), object_pairs_hook=lambda p: len(dict(p)) == len(p) and dict(p))
        json.dumps(found, ensure_ascii=False).encode()  # no key came twice, and half of a surrogate pair is not text
        must(0 < len(shoes := found if type(found) is list else [found]) <= 10000, 2, "not 1 to 10000 shoes")
        for check, shoe in product((check_form, prove), shoes):  # the form of all before the proof of the first
            check(shoe)
        must(not seen or {d["commitment"] for d in shoes} <= {*seen}, 1, "a commitment is none of those given")
        must(len({d["seed"] for d in shoes}) == len(shoes), 1, "a seed comes twice")
        for a, b in pairwise(sorted(shoes, key=lambda d: (d["table"], d["shoe"]))):
            follows = b["shoe"] == a["shoe"] + 1 and b["sealed_at"] > a["sealed_at"] and b["protocol"] >= a["protocol"]
            said = f"table {b['table']}, shoe {b['shoe']}: does not follow shoe {a['shoe']} in number, time, protocol"
            must(a["table"] != b["table"] or follows, 1, said)
        code, said = 0, f"{len(shoes)} proved, {sum(c != '??' for d in shoes for c in d['drawn'])} cards seen"
        said += "; commitments compared" if seen else "; commitments not compared: none were given"
    except AssertionError as wrong:
        code, said = wrong.args
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        code, said = 2, f"{file}: no JSON in UTF-8: {error}"
    print(ascii(said)[1:-1][:300])  # one line of ASCII, for any name and any terminal
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 1 else __doc__)

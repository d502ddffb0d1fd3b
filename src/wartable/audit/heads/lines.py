"""Heads kept elsewhere: where each stream stood at a moment, signed, each line bound to the one before.

A store that was cut, rewritten or replaced by an older copy no longer holds what a line says. The file is JSON lines;
what is signed is a plain text (`text_of`), so that nothing depends on how JSON is written.
"""

import fcntl
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec.structs import replace

from wartable.audit.errors import AuditRefused
from wartable.audit.heads.keys import digits
from wartable.misread import UNREADABLE, tell_misread
from wartable.store import At, Receipt

PROTOCOL = 1
NOTHING_BEFORE = "0" * 64
MAX_LINE_BYTES = 64 * 1024 * 1024

_DIGITS = 64
_encode = msgspec.json.Encoder(order="sorted").encode


class Head(msgspec.Struct, frozen=True, array_like=True):
    """Where one stream stood."""

    stream: str
    version: int
    chain: str


class HeadsLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The streams that had moved since the line before, as they stood at one moment."""

    protocol: int
    number: int
    at: At
    before: str
    """The SHA-256 of the text that the line before signed; 64 zeros for the first line."""
    heads: tuple[Head, ...]
    key: str
    signature: str
    restored: bool = False
    """The store no longer held what was signed, and the operator accepted it: these heads replace the earlier ones."""
    closed: bool = False
    """The house was closed, and everything in it is signed: what is added before the next line was added by others."""


_decode = msgspec.json.Decoder(HeadsLine).decode


def text_of(line: HeadsLine) -> bytes:
    """Return the text that is signed: a title, the number, the moment, the line before, and one line for each head."""
    title = f"wartable heads 1{' restored' if line.restored else ''}{' closed' if line.closed else ''}"
    told = [f"{head.version} {head.chain} {head.stream}" for head in line.heads]
    return "\n".join([title, str(line.number), str(line.at), line.before, *told, ""]).encode()


def digest_of(line: HeadsLine) -> str:
    """Return the digest by which the next line names this one."""
    return sha256(text_of(line)).hexdigest()


def read_heads(file: Path, key: Ed25519PublicKey) -> tuple[HeadsLine, ...]:
    """Read every line of a heads file; an error names the first that is not signed by this key or not in order."""
    return tuple(_checked(file, _lines(file), key))


def read_all_heads(place: Path, key: Ed25519PublicKey) -> tuple[HeadsLine, ...]:
    """Read a heads file, or all the heads files (`*.jsonl`) in a folder."""
    if not place.is_dir():
        return read_heads(place, key)
    files = sorted(place.glob("*.jsonl"))
    if not files:
        raise AuditRefused(f"{place}: holds no heads; expected files named *.jsonl")
    return tuple(line for file in files for line in read_heads(file, key))


def latest(lines: Sequence[HeadsLine]) -> dict[str, Head]:
    """Return the last head of each stream; version 0 where the stream was given up as a whole."""
    return {head.stream: head for line in lines for head in line.heads}


def heads_in_force(lines: Sequence[HeadsLine]) -> Iterator[tuple[HeadsLine, Head]]:
    """Yield every head in force, with its line: a restored line gives up what was signed beyond it before."""
    ends: dict[str, int] = {}
    counted: list[tuple[HeadsLine, Head]] = []
    for line in reversed(lines):
        counted += [(line, head) for head in reversed(line.heads) if _counts(head, ends)]
        if line.restored:
            ends |= {head.stream: min(head.version, ends.get(head.stream, head.version)) for head in line.heads}
    yield from reversed(counted)


def _counts(head: Head, ends: Mapping[str, int]) -> bool:
    return 0 < head.version <= ends.get(head.stream, head.version)


# Reading


def _lines(file: Path) -> Iterator[bytes]:
    """Yield the lines of the file; the last may have been truncated."""
    try:
        with file.open("rb") as source:
            while line := source.readline(MAX_LINE_BYTES + 1):
                if len(line) > MAX_LINE_BYTES:
                    raise AuditRefused(f"{file}: expected lines of at most {MAX_LINE_BYTES} bytes")
                yield line
    except (OSError, ValueError) as error:
        if isinstance(error, AuditRefused):
            raise
        raise AuditRefused(f"{file}: {getattr(error, 'strerror', None) or error}") from None


def _checked(file: Path, lines: Iterator[bytes], key: Ed25519PublicKey) -> Iterator[HeadsLine]:
    """Yield every line. A truncated last line was never acknowledged; it counts where it lacks only its line feed."""
    before = NOTHING_BEFORE
    for number, data in enumerate(lines, start=1):
        try:
            line = _line(f"{file} line {number}", data, key)
            if line.number != number or line.before != before:
                raise AuditRefused(f"{file} line {number}: does not follow the line before it")
        except AuditRefused:
            if data.endswith(b"\n"):
                raise
            return
        before = digest_of(line)
        yield line


def _line(place: str, data: bytes, key: Ed25519PublicKey) -> HeadsLine:
    try:
        line = _decode(data)
    except UNREADABLE as error:
        raise AuditRefused(f"{place}: expected a line of signed heads: {tell_misread(error)}") from None
    if line.protocol != PROTOCOL:
        raise AuditRefused(f"{place}: expected protocol {PROTOCOL}, found {line.protocol}")
    least = 0 if line.restored else 1
    if any(head.version < least or not _is_digest(head.chain) for head in line.heads):
        raise AuditRefused(f"{place}: expected heads of a stream, a version and 64 hexadecimal digits")
    try:
        key.verify(bytes.fromhex(line.signature), text_of(line))
    except (InvalidSignature, ValueError):
        raise AuditRefused(f"{place}: is not signed by the key {digits(key)}") from None
    return line


def _is_digest(text: str) -> bool:
    return len(text) == _DIGITS and all(char in "0123456789abcdef" for char in text)


# Writing


class HeadsFile:
    """A heads file that goes on: what it signed so far is read and checked once."""

    def __init__(self, file: Path, key: Ed25519PrivateKey) -> None:
        self.file, self._key = file, key
        self._size, self._ends = -1, True
        """The bytes of all lines, and whether the last has its line feed."""
        self._last: HeadsLine | None = None
        self.signed: dict[str, Head] = {}
        """The last head of each stream."""
        if file.exists():
            if not file.is_file():  # opening a pipe waits for its other end
                raise AuditRefused(f"{file}: expected a file with signed heads")
            self._load()

    @property
    def exists(self) -> bool:
        return self._last is not None

    @property
    def closed(self) -> bool:
        """Return whether the last line says that the house is closed."""
        return self._last is not None and self._last.closed

    def append(self, at: At, heads: Sequence[Receipt], *, restored: bool = False, closed: bool = False) -> HeadsLine:
        """Sign the heads of these streams, and return when they are on the disk."""
        for head in heads:
            if not head.stream.isprintable():
                raise AuditRefused(f"a stream called {head.stream!r} cannot be signed: its name is not printable")
        with _alone(self.file, make=self._last is None) as out:
            if os.fstat(out).st_size != self._size:
                self._load()  # another process signed in between, or this is the first line
                os.ftruncate(out, self._size)
            told = tuple(Head(head.stream, head.version, head.chain.hex()) for head in heads)
            line = self._sign(at, told, restored=restored, closed=closed)
            data = (b"" if self._ends else b"\n") + _encode(line) + b"\n"
            written = os.write(out, data)
            if written < len(data):
                raise AuditRefused(f"{self.file}: the disk is full")
            os.fsync(out)
            self._size, self._ends = self._size + written, True
        self._last = line
        self.signed |= {head.stream: head for head in line.heads}
        return line

    def _sign(self, at: At, heads: tuple[Head, ...], *, restored: bool, closed: bool) -> HeadsLine:
        number, before = (self._last.number + 1, digest_of(self._last)) if self._last else (1, NOTHING_BEFORE)
        line = HeadsLine(PROTOCOL, number, at, before, heads, digits(self._key.public_key()), "", restored, closed)
        return replace(line, signature=self._key.sign(text_of(line)).hex())

    def lines(self) -> tuple[HeadsLine, ...]:
        """Read and check every line again."""
        return read_heads(self.file, self._key.public_key())

    def _load(self) -> None:
        lines = self.lines()
        if self._last is not None and lines[self._last.number - 1 : self._last.number] != (self._last,):
            raise AuditRefused(f"{self.file}: line {self._last.number} is missing; put back the file as it was")
        self._last = lines[-1] if lines else None
        self.signed = latest(lines)
        last = b"\n"
        self._size = 0
        for last in islice(_lines(self.file), len(lines)):
            self._size += len(last)
        self._ends = last.endswith(b"\n")


@contextmanager
def _alone(file: Path, *, make: bool) -> Iterator[int]:
    """Open the file at its end for one writer at a time; only the first line creates it."""
    try:
        out = os.open(file, os.O_RDWR | os.O_APPEND | (os.O_CREAT if make else 0), 0o644)
        try:
            fcntl.flock(out, fcntl.LOCK_EX)
            yield out
        finally:
            os.close(out)
    except (OSError, ValueError) as error:
        if isinstance(error, AuditRefused):
            raise
        raise AuditRefused(f"{file}: {getattr(error, 'strerror', None) or error}") from None

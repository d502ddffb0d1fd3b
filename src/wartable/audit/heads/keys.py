"""The key that signs heads. The keeper of the heads has its public half; the private half never leaves its file."""

import os
import stat
import tempfile
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from wartable.audit.errors import AuditRefused

HEADS_KEY = ".heads-key"
"""How the name of the key ends that lies beside the heads of a house."""
MAX_KEY_BYTES = 4096
ANYBODY_ELSE = 0o077
"""The rights of a file that none but its owner may have in a key."""
_PUBLIC_DIGITS = 64


def signing_key(file: Path) -> Ed25519PrivateKey:
    """Read the private key in a file; on first use it is created, readable by its owner only."""
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        return _make(file)
    except OSError as error:
        raise AuditRefused(f"{file}: {error.strerror or error}") from None
    if not stat.S_ISREG(mode):
        raise AuditRefused(f"{file}: expected a file with a private Ed25519 key")
    if mode & ANYBODY_ELSE:
        raise AuditRefused(f"{file}: others may read this key; expected mode 600")
    key = _pem(file, _read(file))
    if not isinstance(key, Ed25519PrivateKey):
        raise AuditRefused(f"{file}: expected a private Ed25519 key to sign with, not a public one")
    return key


def public_key(file: Path) -> Ed25519PublicKey:
    """Read the public key in a file: PEM, 64 hexadecimal digits, or the private key it belongs to."""
    data = _read(file)
    text = data.strip()
    if len(text) == _PUBLIC_DIGITS:
        try:
            return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text.decode("ascii")))
        except ValueError:
            raise AuditRefused(f"{file}: expected 64 hexadecimal digits") from None
    key = _pem(file, data)
    return key.public_key() if isinstance(key, Ed25519PrivateKey) else key


def digits(key: Ed25519PublicKey) -> str:
    """Write a public key as 64 hexadecimal digits."""
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def _make(file: Path) -> Ed25519PrivateKey:
    key = Ed25519PrivateKey.generate()
    try:
        write_key(file, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    except OSError as error:
        raise AuditRefused(f"{file}: {error.strerror or error}") from None
    return key


def write_key(file: Path, data: bytes) -> None:
    """Write a new key, complete on the disk or not at all: nothing signed with a lost key could be checked."""
    handle, made = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)  # its owner's alone
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.link(made, file)
    finally:
        Path(made).unlink()


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as source:
            data = source.read(MAX_KEY_BYTES + 1)
    except (OSError, ValueError) as error:
        raise AuditRefused(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > MAX_KEY_BYTES:
        raise AuditRefused(f"{file}: expected an Ed25519 key, at most {MAX_KEY_BYTES} bytes")
    return data


def _pem(file: Path, data: bytes) -> Ed25519PrivateKey | Ed25519PublicKey:
    try:
        key = load_pem_private_key(data, None) if b"PRIVATE" in data else load_pem_public_key(data)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise AuditRefused(f"{file}: expected an Ed25519 key in PEM, or 64 hexadecimal digits") from None
    if not isinstance(key, Ed25519PrivateKey | Ed25519PublicKey):
        raise AuditRefused(f"{file}: expected an Ed25519 key")
    return key

"""A folder that is filed: whole, with the SHA-256 of every file in it, or not there."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

SUMS = "SHA256SUMS"
_READABLE = 0o755


class FolderInUse(Exception):
    """There is something at that place that would be overwritten."""


def check_free(folder: Path) -> None:
    """Refuse an existing folder before the work is done."""
    if folder.is_dir():
        if any(folder.iterdir()):
            raise FolderInUse(f"{folder}: is not empty")
    elif folder.exists() or folder.is_symlink():
        raise FolderInUse(f"{folder}: is not a folder")
    elif not folder.absolute().parent.is_dir():
        raise FolderInUse(f"{folder}: its parent folder does not exist")


def sha256_of(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def write_whole(folder: Path, fill: Callable[[Path], None]) -> None:
    """Fill a folder beside its place and move it there in one step; an interrupted run leaves nothing behind."""
    check_free(folder)
    place = folder.absolute()
    draft = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    try:
        fill(draft)
        sums = [f"{sha256_of(file)}  {file.name}\n" for file in sorted(draft.iterdir())]
        (draft / SUMS).write_text("".join(sums), encoding="ascii")
        draft.chmod(_READABLE)
        check_free(folder)
        draft.rename(place)
    finally:
        shutil.rmtree(draft, ignore_errors=True)

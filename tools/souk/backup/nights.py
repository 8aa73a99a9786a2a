"""Backups that somebody takes again and again into one folder: each is named by its time, and the newest stay."""

from __future__ import annotations

import fcntl
import re
import time
from pathlib import Path

from souk.errors import Refusal

NAME = re.compile(r"souk-\d{8}T\d{6}Z")
FORMAT = "souk-%Y%m%dT%H%M%SZ"
PART = ".part"


def next_of(folder: Path) -> Path:
    return folder / time.strftime(FORMAT, time.gmtime())


def newest(folder: Path) -> Path:
    if not (whole := _whole(folder)):
        raise Refusal(f"There is no backup in {folder} that is whole and named by its time.")
    return whole[-1]


def forget_parts(folder: Path) -> None:
    """What broke off is of a moment that is past, and in the way of the next. One that somebody writes just now stays."""
    for part in folder.glob(f"*{PART}"):
        if NAME.fullmatch(part.name.removesuffix(PART)) and part.is_file() and not part.is_symlink() and not _is_being_written(part):
            part.unlink()


def forget_old(folder: Path, keep: int) -> list[Path]:
    """All but the newest; files with names of their own are nobody's to delete."""
    old = _whole(folder)[:-keep]
    for path in old:
        path.unlink()
    return old


def _whole(folder: Path) -> list[Path]:
    """The oldest first."""
    return sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name) and path.is_file() and not path.is_symlink())


def _is_being_written(part: Path) -> bool:
    with part.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False

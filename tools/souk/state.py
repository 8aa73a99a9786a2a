"""Small JSON files that survive a `kill -9` at any moment: written aside, then renamed into place."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from souk.errors import Refusal

# What whoever comes second is told, where two commands would change one shop.
BUSY = "Another ./souk command is starting or stopping the shop"


def read(path: Path, default: Any = None) -> Any:
    """The content of a file, or `default` where it is missing or was cut off."""
    try:
        return json.loads(path.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return default


def write(path: Path, value: Any, mode: int = 0o600) -> None:
    write_text(path, json.dumps(value, indent=2, sort_keys=True) + "\n", mode)


def write_text(path: Path, text: str, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(aside, path)


@contextlib.contextmanager
def exclusive(path: Path, busy: str) -> Iterator[None]:
    """Holds a lock that ends with this process; refuses with `busy` while another one has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise Refusal(f"{busy} (pid {file.read().strip() or 'unknown'})") from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield

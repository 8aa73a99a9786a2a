"""What the last release left in databases: its migrations, which nobody changes any more.

`services/released.txt` names the release's commit and has the digest of each migration; `./souk release-protos` writes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

RELEASED = "services/released.txt"
COMMIT = "commit"
MIGRATIONS = ("services/*/migrations/*.sql", "crates/bus/migrations/*.sql")


@dataclass(frozen=True)
class Released:
    """The commit whose programs these are, and digests by path."""

    commit: str
    migrations: Mapping[str, str]

    def __str__(self) -> str:
        return "".join(f"{name}: {value}\n" for name, value in [(COMMIT, self.commit), *sorted(self.migrations.items())])


def problems(root: Path) -> Iterator[str]:
    if not (root / RELEASED).exists():
        yield f"{RELEASED}: missing; ./souk release-protos writes it"
        return
    now = digests(root)
    for path, digest in read(root).migrations.items():
        if now.get(path) != digest:
            what = "changed" if path in now else "gone"
            yield f"{RELEASED}: {path} is {what}: a database that has it refuses all that come after; write another one"


def read(root: Path) -> Released:
    pairs = (line.partition(": ") for line in (root / RELEASED).read_text().splitlines())
    lines = {name: value for name, _, value in pairs}
    return Released(lines.pop(COMMIT), lines)


def digests(root: Path) -> dict[str, str]:
    """Of every migration that there is, by path."""
    paths = (path for pattern in MIGRATIONS for path in root.glob(pattern))
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}

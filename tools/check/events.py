"""One list of events in three places: the messages, the table of who listens, and docs/EVENTS.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

NAME = re.compile(r"\bsouk\.[a-z]+\.v\d+\.[A-Z]\w+")
ROUTES = "crates/bus/src/routes.rs"
DOCUMENT = "docs/EVENTS.md"


def problems(root: Path) -> Iterator[str]:
    routes = _named(root / ROUTES)
    for name in sorted(routes - _messages(root)):
        yield f"{ROUTES}: {name} is no message of an events.proto"
    documented = _named(root / DOCUMENT)
    for name in sorted(routes - documented):
        yield f"{DOCUMENT}: {name} is missing"
    for name in sorted(documented - routes):
        yield f"{DOCUMENT}: {name} is no event of {ROUTES}"


def _named(path: Path) -> set[str]:
    return set(NAME.findall(path.read_text())) if path.exists() else set()


def _messages(root: Path) -> set[str]:
    found = set()
    for path in root.glob("proto/souk/*/v*/events.proto"):
        package = ".".join(path.relative_to(root / "proto").parts[:-1])
        found |= {f"{package}.{name}" for name in re.findall(r"^message (\w+)", path.read_text(), re.MULTILINE)}
    return found

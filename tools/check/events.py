"""One list of events in three places: the messages, the table of who listens, and docs/EVENTS.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

NAME = re.compile(r"\bsouk\.[a-z]+\.v\d+\.[A-Z]\w+")
ROUTE = re.compile(rf'event:\s*"({NAME.pattern})",\s*consumers:\s*&\[([^\]]*)\]')
# `event`, when, kept for.
ROW = re.compile(rf"^\| `({NAME.pattern})` \|[^|]*\|([^|]*)\|", re.MULTILINE)
NOBODY = "nobody"
ROUTES = "crates/bus/src/routes.rs"
DOCUMENT = "docs/EVENTS.md"


def problems(root: Path) -> Iterator[str]:
    messages = _messages(root)
    routes = {name: _listeners(text) for name, text in ROUTE.findall(_text(root / ROUTES))}
    for name in sorted(routes.keys() - messages):
        yield f"{ROUTES}: {name} is no message of an events.proto"
    for name in sorted(messages - _parts(root) - routes.keys()):
        yield f"{ROUTES}: {name} is missing, though no other message has it as a part"
    document = _text(root / DOCUMENT)
    rows = {name: _listeners(text) for name, text in ROW.findall(document)}
    for name in sorted(set(NAME.findall(document)) - routes.keys()):
        yield f"{DOCUMENT}: {name} is no event of {ROUTES}"
    for name, listeners in sorted(routes.items()):
        if name not in rows:
            yield f"{DOCUMENT}: {name} has no row"
        elif rows[name] != listeners:
            yield f"{DOCUMENT}: {name} is kept for {', '.join(sorted(listeners)) or NOBODY}"


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def _listeners(words: str) -> set[str]:
    return set(re.findall(r"[a-z]+", words)) - {NOBODY}


def _messages(root: Path) -> set[str]:
    """The messages of every events.proto: events, and what they consist of."""
    found = set()
    for path in root.glob("proto/souk/*/v*/events.proto"):
        names = re.findall(r"^message (\w+)", path.read_text(), re.MULTILINE)
        found |= {f"{_package(root, path)}.{name}" for name in names}
    return found


def _parts(root: Path) -> set[str]:
    """Messages that are a field's type in a file of their own package."""
    found = set()
    for path in root.glob("proto/souk/*/v*/*.proto"):
        names = re.findall(r"\b([A-Z]\w+)>? \w+ = \d", path.read_text())
        found |= {f"{_package(root, path)}.{name}" for name in names}
    return found


def _package(root: Path, path: Path) -> str:
    return ".".join(path.relative_to(root / "proto").parts[:-1])

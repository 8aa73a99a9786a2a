"""What npm brings into the pages has a licence that `deny.toml` or this file allows; crates are looked at by cargo-deny and `./souk sbom`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

ALLOWED = "deny.toml"
# Permissive too, and no crate has them: a font's, and two that ask for nothing.
OF_PAGES = {"OFL-1.1", "0BSD", "Unlicense"}
LOCK = "web/package-lock.json"
LIST = re.compile(r"^\[licenses\]$.*?^allow = \[(.*?)\]", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"[()]|[^\s()]+")


def problems(root: Path) -> Iterator[str]:
    if not (root / LOCK).exists():
        return
    may = allowed(root)
    for path, package in shipped(json.loads((root / LOCK).read_text())["packages"]).items():
        licence = package.get("license", "no licence")
        if not permits(licence, may):
            yield f"{LOCK}: {path.rpartition('node_modules/')[2]} has {licence}, which {ALLOWED} doesn't allow"


def allowed(root: Path) -> set[str]:
    return OF_PAGES | set(re.findall(r'"([^"]+)"', LIST.search((root / ALLOWED).read_text())[1]))


def permits(expression: str, may: set[str]) -> bool:
    """Whether an SPDX expression can be fulfilled; the `/` of old crates is an OR."""
    words = WORD.findall(expression.replace("/", " OR "))

    def either() -> bool:
        found = both()
        while words[:1] == ["OR"]:
            words.pop(0)
            found = both() or found
        return found

    def both() -> bool:
        found = one()
        while words[:1] == ["AND"]:
            words.pop(0)
            found = one() and found
        return found

    def one() -> bool:
        name = words.pop(0) if words else ""
        if name == "(":
            found = either()
            return bool(words) and words.pop(0) == ")" and found
        if words[:1] == ["WITH"]:
            name = " ".join([name, *words[:2]])
            del words[:2]
        return name in may

    return either() and not words


def shipped(packages: dict[str, dict]) -> dict[str, dict]:
    """The packages of a lock file, by their folders, that the pages may be made of: what the project's own `dependencies` need."""
    found: dict[str, dict] = {}
    waiting = [("", name) for name in packages[""].get("dependencies", {})]
    while waiting:
        folder, name = waiting.pop()
        path = resolved(packages, folder, name)
        if path not in found:
            found[path] = packages[path]
            waiting += [(path, needed) for needed in packages[path].get("dependencies", {})]
    return dict(sorted(found.items()))


def resolved(packages: dict[str, dict], folder: str, name: str) -> str:
    """Where Node finds a package that is asked for in a folder: there, or in the next one above."""
    while True:
        path = f"{folder}/node_modules/{name}" if folder else f"node_modules/{name}"
        if path in packages:
            return path
        if not folder:
            raise KeyError(f"{LOCK} has no {name}")
        folder = folder.rpartition("/node_modules/")[0] if "/node_modules/" in folder else ""

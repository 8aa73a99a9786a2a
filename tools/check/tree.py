"""What may not be in the tree: what a tool left in a hidden folder, paths out of the checkout, registries' hosts in
lock files, switched-off lints."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

# Built from parts, so that this file doesn't find itself.
RULES = (
    ("the product stands alone", re.compile(r"\.\./" + "shared" + r"\b"), "*"),
    ("a lint is switched off", re.compile(r"#!?\[" + r"allow\("), "*.rs"),
    ("a test is switched off", re.compile(r"#\[" + r"ignore\b|\b(?:it|test|describe)\.(?:skip|only)\("), "*"),
    ("a note for later isn't done", re.compile(r"\b(?:TO" + "DO|FIX" + r"ME)\b"), "*"),
    # crates.io is cargo's own; whatever else is named ties a clone to one network.
    (
        "a lock file names a registry's host",
        re.compile(r'^\s*"resolved": "https?://(?!registry\.npmjs\.org/)'),
        "package-lock.json",
    ),
    (
        "a lock file names a registry's host",
        re.compile(r'^source = "(?!registry\+https://github\.com/rust-lang/crates\.io-index")'),
        "Cargo.lock",
    ),
)
# The hidden files and folders that are sources; any other is what some tool keeps for itself.
HIDDEN = {
    ".cargo",
    ".ci",
    ".config",
    ".dependency-cruiser.cjs",
    ".dockerignore",
    ".editorconfig",
    ".env.sample",
    ".gitattributes",
    ".gitignore",
    ".npmrc",
    ".nvmrc",
    ".sqlx",
    ".vite",
}
NOT_OURS = ("node_modules/", "target/", "web/dist/", ".souk/")
TEXT_LIMIT = 2_000_000


def problems(root: Path) -> Iterator[str]:
    for name in _files(root):
        path = root / name
        yield from _left(name)
        rules = [rule for rule in RULES if path.match(rule[2])]
        try:
            text = path.read_text() if path.stat().st_size < TEXT_LIMIT else ""
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            yield from (f"{name}:{number}: {why}" for why, pattern, _ in rules if pattern.search(line))


def _left(name: str) -> Iterator[str]:
    """Complains of the first hidden part of a path that is no source of ours."""
    hidden = [part for part in Path(name).parts if part.startswith(".") and part not in HIDDEN]
    if hidden:
        yield f"{name}: {hidden[0]} is a tool's own; add it to .gitignore"


def _files(root: Path) -> list[str]:
    """What git has or would take; without git, whatever is here and ours."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root, capture_output=True, text=True
    )
    if listed.returncode == 0:
        return [name for name in listed.stdout.split("\0") if name]
    names = (str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())
    return [name for name in names if not any(part in name for part in NOT_OURS)]

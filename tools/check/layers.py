"""House rule "Services 1": model <- store, events <- mod <- rpc; models are pure; no service knows another's code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from check.source import code_lines

IMPURE = re.compile(r"\b(sqlx|tonic|prost|axum|lapin|tokio)\b")
# What the files of a feature may not name of their own feature: whoever stands above them.
ABOVE = {
    "model": ("store", "events", "rpc"),
    "store": ("rpc",),
    "events": ("rpc",),
}
PURE_CRATES = ("kernel", "views")


def problems(root: Path) -> Iterator[str]:
    for path in sorted(root.glob("services/*/src/**/*.rs")):
        yield from _feature_file(root, path)
    for crate in PURE_CRATES:
        for path in sorted(root.glob(f"crates/{crate}/src/**/*.rs")):
            yield from _impure(root, path, f"crates/{crate} is pure")
    yield from _dependencies(root)


def _feature_file(root: Path, path: Path) -> Iterator[str]:
    layer = _layer(path)
    if layer == "model":
        yield from _impure(root, path, "a model is pure")
    above = ABOVE.get(layer or "", ())
    if not above:
        return
    names = re.compile(rf"\b(?:super|self)::(?:\{{[^}}]*\b)?({'|'.join(above)})\b")
    for number, line in code_lines(path):
        if found := names.search(line):
            yield f"{path.relative_to(root)}:{number}: {layer} names {found[1]}, which stands above it"


def _layer(path: Path) -> str | None:
    """`store` for store.rs and for what is in store/ ."""
    names = (path.stem, *(parent.name for parent in path.parents))
    return next((name for name in names if name in (*ABOVE, "rpc")), None)


def _impure(root: Path, path: Path, rule: str) -> Iterator[str]:
    for number, line in code_lines(path):
        if found := IMPURE.search(line):
            yield f"{path.relative_to(root)}:{number}: {rule}, and this names {found[1]}"


def _dependencies(root: Path) -> Iterator[str]:
    services = {f"souk-{path.parent.name}": path for path in root.glob("services/*/Cargo.toml")}
    for name, manifest in sorted(services.items()):
        for number, line in enumerate(manifest.read_text().splitlines(), start=1):
            word = re.match(r"\s*(souk-\w+)", line)
            if word and word[1] in services and word[1] != name:
                yield f"{manifest.relative_to(root)}:{number}: {name} depends on the service {word[1]}"

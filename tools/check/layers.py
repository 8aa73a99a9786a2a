"""House rule "Services 1": model <- store, events <- mod <- rpc; models are pure; no service knows another's code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from check.source import code_lines

IMPURE = re.compile(r"\b(sqlx|tonic|prost|axum|lapin|tokio)\b")
# What the files of a feature may not name, of their own or of another one: whoever stands above them. What mod.rs itself
# defines, the use cases, stands above all of these.
ABOVE = {
    "model": ("store", "events", "rpc"),
    "store": ("rpc",),
    "events": ("rpc",),
}
# A path through `super`, `self` or a feature of the crate, and what it names there.
PATH = re.compile(r"\b(?:(?:super|self)|crate::(?P<feature>\w+))::(?P<names>\{[^}]*\}|\w+)")
USE = re.compile(r"\s*(?:pub(?:\([^)]*\))? )?use ")
DEFINITION = re.compile(r"pub(?:\([^)]*\))? (?:async |const )*(?:fn|struct|enum|trait|type|const) (\w+)")
PURE_CRATES = ("kernel", "pricing", "views")


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
    use_cases = _defined(path.with_name("mod.rs")) if path.stem == layer else set()
    for number, statement in _statements(path):
        for origin, word in _named(statement, path.parent.name):
            if word in above:
                yield f"{path.relative_to(root)}:{number}: {layer} names {word}, which stands above it"
            elif origin == "own" and word in use_cases:
                yield f"{path.relative_to(root)}:{number}: {layer} names {word} of mod.rs, which stands above it"


def _named(statement: str, feature: str) -> Iterator[tuple[str, str]]:
    """What is named of the file's own feature, and of others, where a path leads there through `super` or `crate`."""
    for found in PATH.finditer(statement):
        origin = "own" if found["feature"] in (None, feature) else "other"
        yield from ((origin, word) for word in re.findall(r"\w+", found["names"]))


def _statements(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of code, an import of several lines as one with the number of its first."""
    first, statement = 0, ""
    for number, line in code_lines(path):
        if not statement:
            first = number
        statement += line
        if USE.match(statement) and ";" not in statement:
            continue
        yield first, statement
        statement = ""


def _defined(module: Path) -> set[str]:
    """What a feature's mod.rs itself defines; what it only hands on stands where it comes from."""
    if not module.exists():
        return set()
    return {found[1] for _, line in code_lines(module) if (found := DEFINITION.match(line))}


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

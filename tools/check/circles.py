"""House rule "Services 16": no circle of files anywhere, and features import downwards in the order that lib.rs states."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from check.rust_modules import Crate, Taken

# Taker and giver, files or folders, that are still to be untied. The list only gets shorter: a row that nothing needs any
# more is a problem itself.
STANDING: tuple[tuple[str, str], ...] = (
    ("demo/src/sized", "demo/src/sized"),
    ("services/catalog/src/availability", "services/catalog/src/products"),
    ("services/catalog/src/brands", "services/catalog/src/content"),
    ("services/catalog/src/categories", "services/catalog/src/content"),
    ("services/catalog/src/categories", "services/catalog/src/shelf.rs"),
    ("services/catalog/src/content", "services/catalog/src/content"),
    ("services/catalog/src/context.rs", "services/catalog/src/shelf.rs"),
    ("services/catalog/src/listings", "services/catalog/src/listings"),
    ("services/catalog/src/products", "services/catalog/src/products"),
    ("services/catalog/src/search", "services/catalog/src/search"),
    ("services/catalog/src/shelf.rs", "services/catalog/src/content"),
    ("services/catalog/src/shelf.rs", "services/catalog/src/products"),
    ("services/inventory/src/reservations", "services/inventory/src/reservations"),
)
SOURCES = ("crates/*/src", "services/*/src", "demo/src")
# A row of the table in the //! of a service's lib.rs begins with the features that it is about.
ROW = re.compile(r"//! \|((?:\s*\[?`\w+`\]?,?)+)\s*\|")

Pair = tuple[Path, Path]


def problems(root: Path, standing: Sequence[tuple[str, str]] = STANDING) -> Iterator[str]:
    unneeded = list(standing)
    for source in sorted(path for pattern in SOURCES for path in root.glob(pattern)):
        taken = list(Crate(source).taken())
        counted = [one for one in taken if not any(_is_about(root, row, one) for row in standing)]
        found = _of_crate(root, source, counted)
        yield from found
        for row in [row for row in unneeded if (root / row[0]).is_relative_to(source)]:
            excepted = [one for one in taken if _is_about(root, row, one)]
            if len(_of_crate(root, source, [*counted, *excepted])) > len(found):
                unneeded.remove(row)
    for taker, giver in unneeded:
        yield f"tools/check/circles.py: {taker} needs no exception for {giver} any more"


def _is_about(root: Path, row: tuple[str, str], one: Taken) -> bool:
    return all(path.is_relative_to(root / place) for path, place in zip((one.taker, one.giver), row))


def _of_crate(root: Path, source: Path, taken: Sequence[Taken]) -> list[str]:
    is_service = source.parent.parent.name == "services"
    return [*_circles(root, taken), *(_upwards(root, source, taken) if is_service else ())]


def _circles(root: Path, taken: Sequence[Taken]) -> Iterator[str]:
    """The circles of a crate, each by the imports that it is made of."""
    pairs = _by_pair(taken)
    graph = defaultdict(set)
    for taker, giver in pairs:
        graph[taker].add(giver)
    while circle := _circle(graph):
        for pair in circle:
            taker, giver = pair
            names = ", ".join(sorted({one.name for one in pairs[pair]}))
            where = f"{taker.relative_to(root)}:{pairs[pair][0].line}"
            yield f"{where}: {names} of {giver.relative_to(root)} is part of a circle of {len(circle)} files"
            graph[taker].discard(giver)


def _circle(graph: Mapping[Path, set[Path]]) -> list[Pair]:
    """A circle, as who takes from whom; empty where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        # Of two neighbours in it the later one takes from the earlier.
        return [(taker, giver) for giver, taker in zip(error.args[1], error.args[1][1:])]
    return []


def _by_pair(taken: Sequence[Taken]) -> Mapping[Pair, list[Taken]]:
    pairs = defaultdict(list)
    for one in taken:
        pairs[one.taker, one.giver].append(one)
    return pairs


def _upwards(root: Path, source: Path, taken: Sequence[Taken]) -> Iterator[str]:
    """What a feature takes from one that stands above it, and features without a place in the order."""
    library = source / "lib.rs"
    order = _order(library)
    features = {_feature(source, path) for path in source.rglob("*.rs")} - {"lib", "main"}
    for name in sorted(features - set(order)):
        yield f"{library.relative_to(root)}:1: {name} has no row in the table of features"
    for name in sorted(set(order) - features):
        yield f"{library.relative_to(root)}:1: there is no {name}, which the table of features names"
    place = {name: number for number, name in enumerate(order)}
    for one in taken:
        taker, giver = _feature(source, one.taker), _feature(source, one.giver)
        if taker in place and giver in place and place[giver] < place[taker]:
            where = f"{one.taker.relative_to(root)}:{one.line}"
            yield f"{where}: {taker} takes {one.name} of {giver}, which stands above it in lib.rs"


def _order(library: Path) -> list[str]:
    """The features from the uppermost to the lowest."""
    rows = filter(None, map(ROW.match, library.read_text().splitlines())) if library.exists() else ()
    return [name for row in rows for name in re.findall(r"`(\w+)`", row[1])]


def _feature(source: Path, path: Path) -> str:
    return path.relative_to(source).parts[0].removesuffix(".rs")

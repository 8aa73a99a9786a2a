"""House rule "Services 16": no circle of files anywhere, and features import downwards in the order that lib.rs states."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from check.rust_modules import Crate, Taken

SOURCES = ("crates/*/src", "services/*/src", "demo/src")
# A row of the table in the //! of a service's lib.rs begins with the features that it is about.
ROW = re.compile(r"//! \|((?:\s*\[?`\w+`\]?,?)+)\s*\|")

Pair = tuple[Path, Path]


def problems(root: Path) -> Iterator[str]:
    for source in sorted(path for pattern in SOURCES for path in root.glob(pattern)):
        taken = list(Crate(source).taken())
        yield from _circles(root, taken)
        if source.parent.parent.name == "services":
            yield from _upwards(root, source, taken)


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

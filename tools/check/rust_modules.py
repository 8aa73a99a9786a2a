"""Which file of a crate takes what from which other: read from its modules, imports and paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from check.source import code_lines

Path_ = tuple[str, ...]

# What follows stands for itself: the tests of a file may name whatever they test.
TESTS = "#[cfg(test)]"
# More imports than any name is handed through; those that hand a name on in a circle end there.
MOST_STEPS = 16
IMPORT = re.compile(r"\b(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);")
NAMED = re.compile(r"(?<![\w:])((?:\w+\s*::\s*)+\w+)")


@dataclass(frozen=True)
class Taken:
    """One name that a file takes from another."""

    taker: Path
    giver: Path
    name: str
    line: int


@dataclass
class Module:
    """A file, and what its imports call what they bring."""

    place: Path_
    file: Path
    lines: list[tuple[int, str]]
    imports: dict[str, Path_] = field(default_factory=dict)
    globs: list[Path_] = field(default_factory=list)


class Crate:
    """The modules of one `src` folder."""

    def __init__(self, source: Path) -> None:
        self._modules: dict[Path_, Module] = {}
        root = next(source / name for name in ("lib.rs", "main.rs") if (source / name).exists())
        for file in sorted(source.rglob("*.rs")):
            place = () if file == root else _place(file.relative_to(source))
            if place is not None:
                self._modules[place] = Module(place, file, _own_lines(file))
        for module in self._modules.values():
            self._read_imports(module)

    def taken(self) -> Iterator[Taken]:
        """Everything that one file takes from another. What a module only hands on is taken from where it is defined."""
        for module in self._modules.values():
            for line, path in _paths(module):
                giver = self._giver(module.place, path)
                if giver is not None and giver.file != module.file:
                    yield Taken(module.file, giver.file, path[-1], line)

    def _read_imports(self, module: Module) -> None:
        for _, _, path, name in _imports(module):
            if name == "*":
                module.globs.append(path)
            else:
                module.imports[name] = path

    def _giver(self, place: Path_, path: Path_) -> Optional[Module]:
        """The module that defines what `path`, written in the module at `place`, names; None when it's of no file of ours,
        or a module itself, which is nothing yet."""
        for _ in range(MOST_STEPS):
            start = self._start(place, path)
            if start is None:
                return None
            place, path = start
            while path and (*place, path[0]) in self._modules:
                place, path = (*place, path[0]), path[1:]
            if not path:
                return None
            handed = self._handed_on(place, path)
            if handed is None:
                return self._modules[place]
            path = handed
        return None

    def _start(self, place: Path_, path: Path_) -> Optional[tuple[Path_, Path_]]:
        """Where a path begins, and the rest of it."""
        first, rest = path[0], path[1:]
        if first == "crate":
            return (), rest
        if first == "self":
            return place, rest
        while first == "super":
            place, first, rest = place[:-1], (rest or ("",))[0], rest[1:]
            if first != "super":
                return place, (first, *rest) if first else ()
        if (*place, first) in self._modules or self._imported(place, first):
            return place, path
        return None

    def _imported(self, place: Path_, name: str) -> Optional[Path_]:
        """What the module at `place` imports under this name; None for nothing, and for a crate that is named as what is
        imported from it."""
        path = self._modules[place].imports.get(name)
        return path if path and path[0] != name else None

    def _handed_on(self, place: Path_, path: Path_) -> Optional[Path_]:
        """What an import of the module at `place` says that the first word of `path` is."""
        module = self._modules[place]
        imported = self._imported(place, path[0])
        if imported:
            return (*imported, *path[1:])
        for glob in module.globs:
            start = self._start(place, glob)
            while start and start[1] and (*start[0], start[1][0]) in self._modules:
                start = (*start[0], start[1][0]), start[1][1:]
            if start and not start[1] and _defines(self._modules[start[0]], path[0]):
                return (*glob, *path)
        return None


def _place(file: Path) -> Optional[Path_]:
    """The module that a file is; a program beside a library is none."""
    parts = file.with_suffix("").parts
    if parts == ("main",):
        return None
    return parts[:-1] if parts[-1] == "mod" else parts


def _own_lines(file: Path) -> list[tuple[int, str]]:
    lines = []
    for number, line in code_lines(file):
        if line.strip() == TESTS:
            break
        lines.append((number, line))
    return lines


def _defines(module: Module, name: str) -> bool:
    definition = re.compile(rf"\b(?:fn|struct|enum|trait|type|const|static|mod|union) {name}\b")
    return any(definition.search(line) for _, line in module.lines)


def _text(module: Module) -> tuple[str, list[int]]:
    """The file's code as one text, and the line of each of its characters' line breaks."""
    return "\n".join(line for _, line in module.lines), [number for number, _ in module.lines]


def _imports(module: Module) -> Iterator[tuple[int, bool, Path_, str]]:
    """Line, whether it is handed on, path and name of everything that the file imports."""
    text, numbers = _text(module)
    for found in IMPORT.finditer(text):
        line = numbers[text.count("\n", 0, found.start())]
        for path, name in _tree(found[2]):
            yield line, bool(found[1]), path, name


def _tree(text: str) -> Iterator[tuple[Path_, str]]:
    """The paths of one import: `a::{b, c as d}` is `a::b` as `b` and `a::c` as `d`."""
    text = text.strip()
    head, brace, rest = text.partition("{")
    prefix = tuple(word for word in re.split(r"\s*::\s*", head.strip()) if word)
    if not brace:
        *path, last = prefix
        last, _, alias = last.partition(" as ")
        if last == "*":
            yield tuple(path), "*"
        elif last == "self":
            yield tuple(path), alias.strip() or "".join(path[-1:])
        else:
            yield (*path, last.strip()), (alias or last).strip()
        return
    for part in _parts(rest.rpartition("}")[0]):
        for path, name in _tree(part):
            yield (*prefix, *path), name or prefix[-1]


def _parts(text: str) -> Iterator[str]:
    """What commas divide outside of braces."""
    depth, start = 0, 0
    for index, character in enumerate(text + ","):
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            if text[start:index].strip():
                yield text[start:index]
            start = index + 1


def _paths(module: Module) -> Iterator[tuple[int, Path_]]:
    """Every path that the file uses, with its line: what it imports without handing it on, and what stands in its code."""
    for line, handed_on, path, name in _imports(module):
        if not handed_on and name != "*":
            yield line, path
    text, numbers = _text(module)
    without_imports = IMPORT.sub(lambda found: "\n" * found[0].count("\n"), text)
    for found in NAMED.finditer(without_imports):
        line = numbers[without_imports.count("\n", 0, found.start())]
        yield line, tuple(re.split(r"\s*::\s*", found[1]))

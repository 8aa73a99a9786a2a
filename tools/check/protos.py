"""What the last release says on the wire is still understood: nothing of `proto/released.txt` is gone or means something else.

The list has one line for each field, value of an enum, call and reserved number of `proto/` at the commit that its first line names,
which is the one of `services/released.txt`; `./souk release-protos` writes both at a release. Adding breaks nothing. Something goes in two releases: marked `deprecated` in one, and gone, its number reserved, in a later one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from check import released

RELEASED = "proto/released.txt"
RESERVED = "reserved"
DEPRECATED = " deprecated"
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# A statement: up to its `;`, or up to the braces of what has parts, or the end of these.
STATEMENT = re.compile(r"\s*(?:([^;{}]*?)\s*([;{])|(\}))")
BLOCK = re.compile(r"(message|enum|service|oneof) (\w+)$|(rpc \w+\([^)]*\) returns \([^)]*\))$")
FIELD = re.compile(r"((?:(?:optional|repeated) )?(?:map<\s*\w+,\s*[\w.]+>|[\w.]+)) (\w+) = (\d+)( \[.*\])?$")
VALUE = re.compile(r"(\w+) = (\d+)( \[.*\])?$")
CALL = re.compile(r"rpc (\w+)(\([^)]*\) returns \([^)]*\))$")
MARK = re.compile(r"\bdeprecated = true\b")
# What says nothing of the wire.
SILENT = re.compile(r"(syntax|import|package|option) |$")


class Unreadable(Exception):
    """A statement that this reader doesn't know: it would compare less than there is."""


def problems(root: Path) -> Iterator[str]:
    if not (root / RELEASED).exists():
        yield f"{RELEASED}: missing; ./souk release-protos writes it"
        return
    try:
        now = wire(root)
    except Unreadable as unreadable:
        yield str(unreadable)
        return
    yield from of_another_release(root)
    yield from broken(read(root), now)


def of_another_release(root: Path) -> Iterator[str]:
    """The list of a release before the last one is blind to what came between."""
    listed, last = commit(root), released.read(root).commit
    if listed != last:
        yield f"{RELEASED}: is of {listed or 'no commit'}, and {released.RELEASED} of {last}; write it anew from that commit's protos"


def broken(released: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    """What a process of the release would misunderstand."""
    for name, said in released.items():
        owner = name.partition(" ")[0]
        if owner != name and owner not in now:
            continue  # told of once, for the whole message
        says = now.get(name)
        was_deprecated = said.endswith(DEPRECATED)
        numbered = owner != name
        if says is None:
            if not was_deprecated or numbered:
                yield f"{RELEASED}: {name} ({said}) is gone; deprecate it for a release, then reserve its number"
        elif says == RESERVED and said != RESERVED and not was_deprecated:
            yield f"{RELEASED}: {name} ({said}) is reserved without a release in which it was deprecated"
        elif says != RESERVED and says.removesuffix(DEPRECATED) != said.removesuffix(DEPRECATED):
            yield f"{RELEASED}: {name} was {said}, and is now {says}"


def read(root: Path) -> dict[str, str]:
    return {name: said for name, said in _lines(root).items() if name != released.COMMIT}


def commit(root: Path) -> str:
    """What the list was written from; empty where it does not say."""
    return _lines(root).get(released.COMMIT, "")


def listing(commit: str, now: dict[str, str]) -> str:
    lines = [(released.COMMIT, commit), *sorted(now.items(), key=_in_order)]
    return "".join(f"{name}: {said}\n" for name, said in lines)


def wire(root: Path) -> dict[str, str]:
    """What `proto/` says: `souk.orders.v1.Order 3` is `string status`, `souk.orders.v1.Orders/GetOrder` its two messages."""
    found: dict[str, str] = {}
    for path in sorted(root.glob("proto/**/*.proto")):
        package = ".".join(path.relative_to(root / "proto").parts[:-1])
        try:
            found |= _file(package, COMMENT.sub("", path.read_text()))
        except Unreadable as unreadable:
            raise Unreadable(f"{path.relative_to(root)}: {unreadable}") from None
    return found


def _lines(root: Path) -> dict[str, str]:
    pairs = (line.partition(": ") for line in (root / RELEASED).read_text().splitlines())
    return {name: said for name, _, said in pairs}


def _file(package: str, text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    # Kind and full name of each block around a statement.
    around: list[tuple[str, str]] = [("package", package)]
    for words, end, closed in STATEMENT.findall(text):
        words = " ".join(words.split())
        kind, owner = around[-1]
        if closed:
            around.pop()
        elif end == "{":
            around.append(_opened(words, owner, found))
        elif MARK.search(words) and words.startswith("option "):
            found[owner] += DEPRECATED
        elif not SILENT.match(words):
            found |= _stated(words, kind, around)
    if len(around) != 1:
        raise Unreadable(f"{around[-1][1]} does not end")
    return found


def _opened(words: str, owner: str, found: dict[str, str]) -> tuple[str, str]:
    block = BLOCK.match(words)
    if not block:
        raise Unreadable(f"what is {words!r}?")
    kind, name, call = block.groups()
    if call:
        found |= (stated := _call(call, owner))
        return "rpc", next(iter(stated))
    if kind != "oneof":
        name = f"{owner}.{name}"
        found[name] = kind
    return kind, name


def _stated(words: str, kind: str, around: list[tuple[str, str]]) -> dict[str, str]:
    owner = around[-1][1]
    if kind == "service" and CALL.match(words):
        return _call(words, owner)
    if words.startswith("reserved ") and kind in ("message", "enum"):
        return {f"{owner} {number}": RESERVED for number in _reserved(words.removeprefix("reserved "))}
    if kind == "oneof":
        owner, words_of = around[-2][1], f"oneof {owner} "
    else:
        words_of = ""
    if kind in ("message", "oneof") and (field := FIELD.match(words)):
        type_, name, number, options = field.groups()
        return {f"{owner} {number}": f"{words_of}{type_} {name}{_mark(options)}"}
    if kind == "enum" and (value := VALUE.match(words)):
        name, number, options = value.groups()
        return {f"{owner} {number}": f"{name}{_mark(options)}"}
    raise Unreadable(f"what is {words!r}?")


def _call(words: str, service: str) -> dict[str, str]:
    name, messages = CALL.match(words).groups()
    return {f"{service}/{name}": messages}


def _mark(options: str | None) -> str:
    return DEPRECATED if options and MARK.search(options) else ""


def _reserved(words: str) -> Iterator[int]:
    """The numbers; names are for readers, a number is never used again under any."""
    for part in words.split(","):
        if '"' not in part:
            first, _, last = part.partition(" to ")
            yield from range(int(first), int(last or first) + 1)


def _in_order(item: tuple[str, str]) -> tuple[str, int]:
    owner, _, number = item[0].partition(" ")
    return owner, int(number or -1)

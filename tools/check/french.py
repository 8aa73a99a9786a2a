"""French is set as its readers know it: a narrow no-break space before ; ! ?, a no-break one before : and » and after «.

A line may break at any other, and then begins with a question mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = ("web/messages/*/fr.json", "docs/guide/*.md", "services/gateway/src/pages/words.rs")
NO_BREAK, NARROW = "\u00a0", "\u202f"
# A picture in Markdown begins with a mark of its own.
SPACED = re.compile(rf"[ {NO_BREAK}{NARROW}](?:[;?:»]|!(?!\[))|«[ {NO_BREAK}{NARROW}]")


def problems(root: Path) -> Iterator[str]:
    for path in sorted(path for pattern in SOURCES for path in root.glob(pattern)):
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            if found := wrong(line, path.suffix):
                yield f"{path.relative_to(root)}:{number}: {', '.join(found)}"


def wrong(line: str, suffix: str) -> list[str]:
    """The marks whose space is another than it should be, with the name of the right one."""
    found = {match[0] for text in written(line, suffix) for match in SPACED.finditer(text) if match[0] != spaced(match[0])}
    names = {NO_BREAK: "U+00A0", NARROW: "U+202F"}
    return [f"the space of {one.strip()} is {names[spaced(one).strip('«;!?:»')]}" for one in sorted(found)]


def written(line: str, suffix: str) -> list[str]:
    """The parts of a line that are read."""
    if suffix == ".rs":
        return re.findall(r'"[^"]*"', line)
    return re.split(r"`[^`]*`", line) if suffix == ".md" else [line]


def spaced(found: str) -> str:
    """A mark with the space that it has in French."""
    mark = found.strip(f" {NO_BREAK}{NARROW}")
    if mark == "«":
        return mark + NO_BREAK
    return (NARROW if mark in ";!?" else NO_BREAK) + mark

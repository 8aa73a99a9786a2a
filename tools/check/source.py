"""Reading Rust sources without their comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def code_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines of a Rust file, without comments and without what stands in strings."""
    in_comment = False
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        line = _STRING.sub('""', line)
        if in_comment:
            _, end, line = line.partition("*/")
            in_comment = not end
        line = line.partition("//")[0]
        before, start, rest = line.partition("/*")
        if start:
            in_comment = "*/" not in rest
            line = before
        if line.strip():
            yield number, line

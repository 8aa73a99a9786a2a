"""A document that names a file or folder of the tree names one that is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

PATH = re.compile(r"`((?:bench|crates|demo|deploy|docs|proto|services|tools|web)/[\w./-]+)`")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)[^)]*\)")


def problems(root: Path) -> Iterator[str]:
    for document in sorted([*root.glob("*.md"), *root.glob("docs/**/*.md")]):
        for number, line in enumerate(document.read_text().splitlines(), start=1):
            named = [root / path for path in PATH.findall(line)] + [document.parent / path for path in LINK.findall(line)]
            for path in named:
                if not path.exists():
                    yield f"{document.relative_to(root)}:{number}: there is no {path.relative_to(root)}"

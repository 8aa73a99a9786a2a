"""The merchants' guide is the same in French and in Arabic: page for page, picture for picture, each page leading to the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

FRENCH = "docs/guide"
ARABIC = "docs/guide/ar"
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
# Where the pictures of a page stand, as seen from it.
PICTURES = {FRENCH: "../screens/fr/", ARABIC: "../../screens/ar/"}


def problems(root: Path) -> Iterator[str]:
    pages = {folder: {path.name for path in (root / folder).glob("*.md")} for folder in PICTURES}
    for folder, other in ((FRENCH, ARABIC), (ARABIC, FRENCH)):
        for name in sorted(pages[folder]):
            if name in pages[other]:
                yield from _of_page(root, folder, other, name)
            else:
                yield f"{folder}/{name}: there is no {other}/{name}"
    for name in sorted(pages[FRENCH] & pages[ARABIC]):
        french, arabic = (_pictures(root / folder / name) for folder in (FRENCH, ARABIC))
        if [Path(one).name for one in french] != [Path(one).name for one in arabic]:
            yield f"{ARABIC}/{name}: it shows other pictures than {FRENCH}/{name}"


def _of_page(root: Path, folder: str, other: str, name: str) -> Iterator[str]:
    path = root / folder / name
    link = f"](../{name})" if folder == ARABIC else f"](ar/{name})"
    if link not in path.read_text():
        yield f"{folder}/{name}: it doesn't lead to {other}/{name}"
    for picture in _pictures(path):
        if not picture.startswith(PICTURES[folder]):
            yield f"{folder}/{name}: {picture} is not of {PICTURES[folder]}"


def _pictures(page: Path) -> list[str]:
    return PICTURE.findall(page.read_text())

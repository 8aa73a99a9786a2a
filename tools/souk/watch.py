"""What changed among the sources: asked for again and again, as every file system can answer it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from souk.build import files

INTERVAL_SECONDS = 0.7
# An editor or a `git checkout` writes many files: what is built is what they are once they rest.
REST_SECONDS = 0.3


class Watch:
    """The sources as they were when somebody last asked."""

    def __init__(self, root: Path, sources: Sequence[str]) -> None:
        self._root = root
        self._sources = sources
        self._seen = self._look()

    def changed(self) -> bool:
        """Whether any file came, went or was written since the last call; waits until they rest if so."""
        now = self._look()
        if now == self._seen:
            return False
        while True:
            time.sleep(REST_SECONDS)
            later = self._look()
            if later == now:
                break
            now = later
        self._seen = now
        return True

    def _look(self) -> dict[Path, tuple[int, int]]:
        found = {}
        for path in files(self._root, self._sources):
            try:
                status = path.stat()
            except FileNotFoundError:
                continue
            found[path] = (status.st_mtime_ns, status.st_size)
        return found

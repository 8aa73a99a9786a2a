"""Random passwords and keys of one shop, made once and kept in a file that only its user can read."""

from __future__ import annotations

import secrets
from pathlib import Path

from souk import state


class Credentials:
    """Names to secrets. Hexadecimal, so that they need no escaping in a URL, in SQL or in a configuration file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        kept = state.read(path, {})
        self._secrets: dict[str, str] = dict(kept) if isinstance(kept, dict) else {}

    def values(self) -> list[str]:
        """All that were made so far."""
        return list(self._secrets.values())

    def secret(self, name: str) -> str:
        if name not in self._secrets:
            self._secrets[name] = secrets.token_hex(32)
            state.write(self._path, self._secrets)
        return self._secrets[name]

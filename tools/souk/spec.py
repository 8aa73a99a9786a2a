"""What a process is, as commands write it down and the supervisor starts it."""

from __future__ import annotations

import signal
from dataclasses import asdict, dataclass, field
from typing import Any, Optional

# Stopping goes from the last group to the first: the front door closes before what stands behind it.
SERVER, SERVICE, GATEWAY, ENVOY = 0, 1, 2, 3


@dataclass(frozen=True)
class Spec:
    """One process that should run. `environment` is whole: nothing is inherited."""

    name: str
    command: tuple[str, ...]
    environment: dict[str, str]
    folder: str
    log: str
    group: int = SERVICE
    user: Optional[str] = None
    stop_signal: int = signal.SIGTERM
    stop_seconds: float = 12.0
    # Where it can be asked whether it is well, for `status`: an HTTP address.
    health: Optional[str] = None
    notes: dict[str, str] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of_record(record: dict[str, Any]) -> Spec:
        return Spec(**{**record, "command": tuple(record["command"])})

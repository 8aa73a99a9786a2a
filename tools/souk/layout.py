"""Where things are: the checkout, what is shared by every shop in it, and the folder of one shop."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

# What stays for as long as the system does; and what systemd clears of what nobody used for a month (Debian 13).
OF_SYSTEM, CLEANED = Path("/var/lib"), Path("/var/tmp")
# Everybody's folder in memory.
MEMORY = Path("/dev/shm")


@dataclass(frozen=True)
class Checkout:
    """The sources, and under `.souk/` what is built from them once."""

    root: Path

    @staticmethod
    def here() -> Checkout:
        return Checkout(Path(__file__).resolve().parents[2])

    @property
    def private(self) -> Path:
        return self.root / ".souk"

    @property
    def tools(self) -> Path:
        """Envoy, k6 and Node, where the machine has none."""
        return self.private / "tools"

    @property
    def binaries(self) -> Path:
        """Copies of the built binaries, so that a later build doesn't disturb a running shop."""
        return self.private / "bin"

    @property
    def web(self) -> Path:
        return self.root / "web"

    @property
    def cargo_target(self) -> Path:
        return Path(os.environ.get("CARGO_TARGET_DIR") or self.root / "target")

    @property
    def test_servers(self) -> Path:
        """PostgreSQL and RabbitMQ of `./souk test rust PACKAGE`, which stay up from one run to the next."""
        return self.private / "test-servers"

    @property
    def test_shop(self) -> Path:
        """The shop of `./souk test e2e PATTERN`, which stays up from one run to the next."""
        return self.private / "test-shop"

    @property
    def releases(self) -> Path:
        """Former releases that tests built, each a checkout of its own."""
        return self.private / "releases"

    def shop(self, folder: Path | None = None) -> ShopFolder:
        return ShopFolder(folder or self.private, is_passing=folder == self.test_servers)

    def passing_shop(self, name: str) -> ShopFolder:
        """Of this process alone, which throws it away."""
        return ShopFolder(self.passing_shops / f"{name}-{os.getpid()}", is_passing=True)

    @property
    def passing_shops(self) -> Path:
        return self.private / "test"


@dataclass(frozen=True)
class ShopFolder:
    """Everything that one running shop keeps. Removing it, when the shop is down, forgets the shop."""

    path: Path
    # Whether its servers' data may go with the machine's memory.
    is_passing: bool = False

    @property
    def run(self) -> Path:
        return self.path / "run"

    @property
    def wanted(self) -> Path:
        """One file per process that should run; written by commands, read by the supervisor."""
        return self.run / "wanted"

    @property
    def processes(self) -> Path:
        """One file per process that was started; written by the supervisor."""
        return self.run / "processes"

    @property
    def command_lock(self) -> Path:
        """Held by the command that starts or stops the shop."""
        return self.run / "command.lock"

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def media(self) -> Path:
        return self.path / "media"

    @property
    def index(self) -> Path:
        return self.path / "index"

    @property
    def envoy(self) -> Path:
        return self.path / "envoy"

    @property
    def servers(self) -> Path:
        """Data of the private PostgreSQL and RabbitMQ."""
        return self.path / "servers"

    @property
    def outside_servers(self) -> Path:
        """The same for root in a checkout that only root can enter: those servers refuse to be root."""
        return OF_SYSTEM / self._own_name

    @property
    def former_servers(self) -> Path:
        """Where those were until the system began to clean it."""
        return CLEANED / self._own_name

    @property
    def memory_servers(self) -> Path:
        """The same for a passing shop, where the machine has the memory for it."""
        return MEMORY / self._own_name

    @property
    def _own_name(self) -> str:
        """In a folder that is everybody's."""
        return f"souk-{os.getuid()}-{hashlib.sha256(os.fsencode(self.path)).hexdigest()[:12]}"

    def prepare(self) -> None:
        for folder in (self.run, self.wanted, self.processes, self.logs, self.media, self.index, self.envoy):
            folder.mkdir(parents=True, exist_ok=True)
        self.run.chmod(0o700)

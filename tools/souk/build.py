"""Builds the binaries and the web app, and does nothing when what they are made of is unchanged."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from souk import console, machine, rust_toolchain, state, toolchains
from souk.layout import Checkout

SERVICES = ("catalog", "orders", "inventory", "payments", "gateway")
BENCH_LIMIT = "souk-bench-limit"


def binary(name: str) -> str:
    """The file name of a service's program, or of a tool's."""
    return f"souk-{name}"


BINARIES = (*map(binary, (*SERVICES, "demo", "verify")), BENCH_LIMIT)
# The members of the workspace and what they are compiled with; of bench only its one program.
RUST_SOURCES = (
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    ".cargo",
    "bench/limit",
    "crates",
    "demo",
    "proto",
    "services",
)
NOT_SOURCES = {"node_modules", "dist", "target", ".souk", "__pycache__", "test-results"}


def profile() -> str:
    """The cargo profile; `SOUK_CARGO_PROFILE=dev` builds faster and runs slower."""
    return os.environ.get("SOUK_CARGO_PROFILE") or "release"


def digest(root: Path, sources: Iterable[str], salt: str) -> str:
    """One value for the content of files and folders, and for `salt`: what else the result depends on."""
    total = hashlib.sha256(salt.encode())
    for path in files(root, sources):
        total.update(f"\0{path.relative_to(root)}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def files(root: Path, sources: Iterable[str]) -> Iterator[Path]:
    """Every file among the sources that somebody wrote, in a stable order."""
    for source in sources:
        top = root / source
        if top.is_file():
            yield top
        for folder, folders, names in os.walk(top):
            folders[:] = sorted(set(folders) - NOT_SOURCES)
            yield from (path for name in sorted(names) if (path := Path(folder) / name).is_file())


class Build:
    """What the checkout's sources make: binaries in `.souk/bin`, pages in `web/dist`."""

    def __init__(self, checkout: Checkout) -> None:
        self._checkout = checkout
        self._marks = checkout.private / "build.json"

    def everything(self) -> None:
        self.binaries()
        self.web()

    def binaries(self) -> None:
        mark = digest(self._checkout.root, RUST_SOURCES, profile())
        present = all((self._checkout.binaries / name).exists() for name in BINARIES)
        if present and self._mark("binaries") == mark:
            return
        machine.require([machine.COMPILER, machine.CERTIFICATES])
        environment = rust_toolchain.environment(self._checkout)
        environment.update(SQLX_OFFLINE="true", CARGO_TERM_PROGRESS_WHEN="always", CARGO_TERM_PROGRESS_WIDTH="70")
        # Always all of them: with a choice of packages cargo unifies features differently and builds anew. What serves tests alone would
        # bring the features of tests into the programs.
        programs = ["--workspace", "--exclude", "souk-testkit", "--exclude", "souk-flow", "--bins"]
        command = ["cargo", "build", "--locked", "--profile", profile(), *programs]
        with console.step(f"Building the services (cargo, {profile()})") as current:
            log = self._checkout.private / "logs" / "cargo.log"
            console.run(current, command, log, environment, self._checkout.root)
            self._keep()
        self._set_mark("binaries", mark)

    def _keep(self) -> None:
        folder = self._checkout.cargo_target / ("debug" if profile() == "dev" else profile())
        self._checkout.binaries.mkdir(parents=True, exist_ok=True)
        for name in BINARIES:
            aside = self._checkout.binaries / f".{name}"
            shutil.copy2(folder / name, aside)
            os.replace(aside, self._checkout.binaries / name)

    def stamps(self) -> dict[str, int]:
        """By program, when what is kept of it was compiled; 0 for one that is missing."""
        paths = {name: self._checkout.binaries / name for name in BINARIES}
        return {name: path.stat().st_mtime_ns if path.exists() else 0 for name, path in paths.items()}

    def web(self) -> None:
        web = self._checkout.web
        if not (web / "package.json").exists():
            return
        mark = digest(self._checkout.root, ["web", "crates/kernel/vectors"], "")
        if (web / "dist").is_dir() and self._mark("web") == mark:
            return
        environment = toolchains.node_environment(self._checkout)
        self.node_modules(environment)
        with console.step("Building the web app (vite)") as current:
            log = self._checkout.private / "logs" / "web.log"
            console.run(current, ["npm", "run", "build"], log, environment, web)
        # The build may write generated sources; what counts is how they are after it.
        self._set_mark("web", digest(self._checkout.root, ["web", "crates/kernel/vectors"], ""))

    def node_modules(self, environment: dict[str, str]) -> None:
        """`npm ci`, when the lock file isn't the one that was installed last."""
        web = self._checkout.web
        node = subprocess.run(["node", "--version"], capture_output=True, text=True, env=environment).stdout
        mark = digest(web, ["package.json", "package-lock.json"], node)
        if (web / "node_modules").is_dir() and self._mark("node_modules") == mark:
            return
        with console.step("Installing the web app's packages (npm ci)") as current:
            log = self._checkout.private / "logs" / "npm.log"
            console.run(current, ["npm", "ci", "--no-audit", "--no-fund"], log, environment, web)
        self._set_mark("node_modules", mark)

    def _mark(self, name: str) -> str:
        return (state.read(self._marks, {}) or {}).get(name, "")

    def _set_mark(self, name: str, mark: str) -> None:
        state.write(self._marks, {**(state.read(self._marks, {}) or {}), name: mark})

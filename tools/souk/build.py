"""Builds the binaries and the web app, and does nothing when what they are made of is unchanged."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
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
# By app, what its pages alone are made of, in web/; what both have is beside it.
OF_ONE_APP = {
    "storefront": ("index.html", "vite.storefront.ts", "public/", "messages/storefront/", "src/storefront/"),
    "dashboard": ("admin.html", "vite.dashboard.ts", "messages/dashboard/", "src/dashboard/"),
}
# Tests, and what is made from other sources.
OF_NO_APP = ("e2e/", "openapi/", "src/testing/", "src/i18n/paraglide.gen/")
VITE = "node_modules/vite/bin/vite.js"
# What a first build takes: Rust, crates and our programs; the web app's packages; what cargo makes the programs in.
FIRST_OF_CHECKOUT, FIRST_OF_WEB, FIRST_OF_CARGO = 11 << 27, 9 << 27, 3 << 29


def profile() -> str:
    """The cargo profile; `SOUK_CARGO_PROFILE=dev` builds faster and runs slower."""
    return os.environ.get("SOUK_CARGO_PROFILE") or "release"


def use_dev_profile() -> None:
    """From here on, unless a profile was chosen: built faster, and once for all that the workspace's tests are built with; what overflows
    ends the request. For where one works and for tests of minutes, which are no measure of speed."""
    os.environ.setdefault("SOUK_CARGO_PROFILE", "dev")


def left_out(profile: str) -> list[str]:
    """Of the workspace, by what cargo is told: what serves tests alone would bring features of tests into the programs. Not where one
    works: tests run beside them, and cargo would build all of them twice, for what it unifies in each choice of packages."""
    of_tests = [] if profile == "dev" else ["souk-testkit", "souk-testkit-macros", "souk-flow"]
    return [word for package in of_tests for word in ("--exclude", package)]


def _all(_: Path) -> bool:
    return True


def digest(root: Path, sources: Iterable[str], salt: str, counts: Callable[[Path], bool] = _all) -> str:
    """One value for the content of files and folders that count, and for `salt`: what else the result depends on."""
    total = hashlib.sha256(salt.encode())
    for path in filter(counts, files(root, sources)):
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
        """The services last: they take most of the time, and what can't be fetched for the pages is told before."""
        self.web()
        self.binaries()

    def require_space(self) -> None:
        """For the first build, or what one that was cut off left of it; later ones take little more than it left."""
        if not self._has_programs():
            # What it makes, each for itself: a shop's data and what other builds left are no part of it.
            made = self._checkout.cargo_target / ("debug" if profile() == "dev" else profile())
            needed = {self._checkout.tools: FIRST_OF_CHECKOUT, made: FIRST_OF_CARGO}
            machine.require_space({**needed, self._checkout.web / "node_modules": FIRST_OF_WEB})

    def _has_programs(self) -> bool:
        return all((self._checkout.binaries / name).exists() for name in BINARIES)

    def binaries(self) -> None:
        mark = digest(self._checkout.root, RUST_SOURCES, profile())
        if self._has_programs() and self._mark("binaries") == mark:
            return
        machine.require([machine.COMPILER, machine.CERTIFICATES])
        environment = rust_toolchain.environment(self._checkout)
        environment.update(SQLX_OFFLINE="true", CARGO_TERM_PROGRESS_WHEN="always", CARGO_TERM_PROGRESS_WIDTH="70")
        environment["CARGO_TARGET_DIR"] = str(self._checkout.cargo_target)
        command = ["cargo", "build", "--locked", "--profile", profile(), "--workspace", "--bins", *left_out(profile())]
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
        """The pages of each app whose sources changed; Vite knows nothing of what is as it was."""
        web = self._checkout.web
        if not (web / "package.json").exists():
            return
        wanted = {app: self.pages(app) for app in OF_ONE_APP}
        outdated = [app for app in OF_ONE_APP if self._mark(app) != wanted[app] or not (web / "dist" / app).is_dir()]
        if not outdated:
            return
        environment = toolchains.node_environment(self._checkout)
        self.node_modules(environment)
        builds = [["node", VITE, "build", "--config", f"vite.{app}.ts"] for app in outdated]
        with console.step(f"Building the pages of the {' and the '.join(outdated)} (vite)") as current:
            for command in (["node", "scripts/compile-messages.mjs"], *builds):
                console.run(current, command, self._checkout.private / "logs" / "web.log", environment, web)
        for app in outdated:
            self._set_mark(app, wanted[app])

    def pages(self, app: str) -> str:
        """One value for all that the pages of one app are made of."""
        others = tuple(path for name, paths in OF_ONE_APP.items() if name != app for path in paths)

        def counts(path: Path) -> bool:
            name = str(path.relative_to(self._checkout.web))
            return not name.startswith((*others, *OF_NO_APP)) and ".test." not in path.name

        return digest(self._checkout.root, ["web"], "", counts)

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

"""Rust: the machine's own where it is new enough, else the pinned toolchain in `.souk/tools`, where it disturbs nobody.

rustup's installer is checked against the digests below; what it then fetches it checks by itself. Mirrors and proxies are
said as rustup and curl take them: RUSTUP_UPDATE_ROOT, RUSTUP_DIST_SERVER, https_proxy.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
from pathlib import Path

from souk import console, download, machine
from souk.errors import Refusal
from souk.layout import Checkout
from souk.toolchains import version

# `rust-version` of Cargo.toml.
AT_LEAST = (1, 94)
# What is installed where that is missing.
PINNED = "1.95.0"
RUSTUP = "1.28.2"
DIGESTS = {
    "x86_64": "20a06e644b0d9bd2fbdbfd52d42540bdde820ea7df86e92e533c073da0cdd43c",
    "aarch64": "e3853c5a252fca15252d07cb23a1bdd9377a8c6f3efa01531109281ae47f841c",
}
UPDATE_ROOT = "https://static.rust-lang.org/rustup"
FETCH_SECONDS = 60


def environment(checkout: Checkout) -> dict[str, str]:
    """The environment in which `cargo` is found and new enough."""
    own = dict(os.environ)
    cargo_home = os.environ.get("CARGO_HOME") or os.path.expanduser("~/.cargo")
    own["PATH"] = f"{own['PATH']}:{cargo_home}/bin"
    found = version(["rustc", "--version"], own)
    if found is not None and found >= AT_LEAST:
        return own
    return {**own, **_private(checkout, own["PATH"], found)}


def _private(checkout: Checkout, path: str, found: tuple[int, int] | None) -> dict[str, str]:
    folder = checkout.tools / f"rust-{PINNED}"
    homes = {"RUSTUP_HOME": str(folder / "rustup"), "CARGO_HOME": str(folder / "cargo"), "RUSTUP_TOOLCHAIN": PINNED}
    whole = folder / "whole"
    if not whole.exists():
        have = "is missing" if found is None else f"is {'.'.join(map(str, found))}"
        with console.step(f"Installing Rust {PINNED} in .souk/tools (the machine's {have})") as current:
            try:
                _install(checkout, folder, homes, current)
            except (OSError, download.Unreached, Refusal) as error:
                raise Refusal(f"{_wanted(have)}, and it can't be fetched: {error}\n{_by_hand()}") from None
            whole.touch()
    return {**homes, "PATH": f"{folder}/cargo/bin:{path}"}


def _install(checkout: Checkout, folder: Path, homes: dict[str, str], current: console.Step) -> None:
    machine.require([machine.CERTIFICATES])
    # One that was cut off.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    installer = folder / "rustup-init"
    installer.write_bytes(_fetch())
    installer.chmod(0o755)
    words = ["-y", "--no-modify-path", "--profile", "minimal", "-c", "rustfmt", "-c", "clippy"]
    log = checkout.private / "logs" / "rustup.log"
    environment = {**os.environ, **homes, "RUSTUP_INIT_SKIP_PATH_CHECK": "yes"}
    # The installer would look for the toolchain that this names.
    del environment["RUSTUP_TOOLCHAIN"]
    console.run(current, [str(installer), *words, "--default-toolchain", PINNED], log, environment, folder)
    installer.unlink()


def _fetch() -> bytes:
    """rustup's installer for this machine, if it is the one that we know."""
    architecture = platform.machine()
    if architecture not in DIGESTS:
        raise Refusal(f"there is no pinned installer for {architecture}")
    root = os.environ.get("RUSTUP_UPDATE_ROOT") or UPDATE_ROOT
    url = f"{root}/archive/{RUSTUP}/{architecture}-unknown-linux-gnu/rustup-init"
    program = download.read(url, FETCH_SECONDS)
    if hashlib.sha256(program).hexdigest() != DIGESTS[architecture]:
        raise Refusal(f"{url} isn't the installer of rustup {RUSTUP}: its digest differs")
    return program


def _wanted(have: str) -> str:
    return f"Rust {'.'.join(map(str, AT_LEAST))} or newer is needed and here it {have}"


def _by_hand() -> str:
    return (
        "Get it by hand (see https://rustup.rs):\n"
        "  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal -c rustfmt,clippy"
    )

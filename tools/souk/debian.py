"""Programs of Debian's packages, for machines whose own Debian is too old for them: fetched and unpacked beside, not installed."""

from __future__ import annotations

import hashlib
import platform
import shutil
import subprocess
import tempfile
import urllib.error
from dataclasses import dataclass
from pathlib import Path

from souk import console, download
from souk.errors import Refusal
from souk.layout import Checkout

# The second keeps what the first one's pool dropped when a newer version came.
MIRRORS = ("http://deb.debian.org/debian", "http://snapshot.debian.org/archive/debian/20261101T000000Z")
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
SECONDS = 30


class NotHere(Refusal):
    """Nothing is wrong with the package: this machine can't have it."""


@dataclass(frozen=True)
class Package:
    """One package, the digests of its files by architecture, and the program in it."""

    name: str
    # In the mirror, without the architecture.
    path: str
    version: str
    digests: dict[str, str]
    program: str


KUSTOMIZE = Package(
    "kustomize",
    "pool/main/k/kustomize",
    "5.6.0+ds-1+b2",
    {
        "amd64": "552bbe5563b522685b10f75a9a226bfbee9778fc313b205d595fdbb7e9c70e33",
        "arm64": "32d0e1959b5fc257101c8d6139da72af38ff7ce777089666f9d1c916810f1800",
    },
    "usr/bin/kustomize",
)

PROMTOOL = Package(
    "promtool",
    "pool/main/p/prometheus",
    "2.53.3+ds1-2",
    {
        "amd64": "ff27654eacc95abd846d344e91fe4ba3b4f0588a50d606ed1d2f09ad3408722f",
        "arm64": "cc1d5889b4d2e2ef92a6984039d88c11993ad3c73f5e74acd3ee15adaefb764c",
    },
    "usr/bin/promtool",
)


def program(checkout: Checkout, package: Package) -> Path:
    """The package's program, fetched now if it isn't there."""
    folder = checkout.tools / f"{package.name}-{package.version}"
    found = folder / package.program
    if not found.exists():
        with console.step(f"Fetching {package.name} {package.version} (Debian)"):
            _fetch(checkout, package, folder)
    return found


def _fetch(checkout: Checkout, package: Package, folder: Path) -> None:
    architecture = ARCHITECTURES.get(platform.machine(), "")
    digest = package.digests.get(architecture)
    if digest is None or not shutil.which("dpkg-deb"):
        raise NotHere(f"there is no package of {package.name} for this machine")
    path = f"{package.path}/{package.name}_{package.version}_{architecture}.deb"
    checkout.tools.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=checkout.tools) as temporary:
        file, unpacked = Path(temporary) / "package.deb", Path(temporary) / "unpacked"
        file.write_bytes(_read(path))
        if hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            raise Refusal(f"{path} is not the file that was expected")
        subprocess.run(["dpkg-deb", "-x", str(file), str(unpacked)], check=True)
        shutil.rmtree(folder, ignore_errors=True)
        unpacked.rename(folder)


def _read(path: str) -> bytes:
    answers = []
    for mirror in MIRRORS:
        try:
            return download.read(f"{mirror}/{path}", SECONDS)
        except urllib.error.HTTPError as error:
            answers.append(f"{mirror}: {error.code}")
        except download.Unreached:
            continue
    if answers:
        raise Refusal(f"Debian has no {path} any more ({', '.join(answers)}): name its successor in tools/souk/debian.py")
    raise NotHere("no mirror of Debian is reached")

""".env.sample names exactly the variables that the services' --help and `./souk` know.

The services are asked where they are built; without binaries only the form of the file is checked.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Optional

SERVICES = ("catalog", "orders", "inventory", "payments", "gateway")
SAMPLE = ".env.sample"
# Read by `./souk` itself, which isn't a clap program.
OF_THE_COMMAND = {"SOUK_POSTGRES_URL", "SOUK_CARGO_PROFILE", "SOUK_BUILD_CACHE"}


def problems(root: Path) -> Iterator[str]:
    sample = root / SAMPLE
    if not sample.exists():
        yield f"{SAMPLE}: missing"
        return
    listed = set(re.findall(r"^#?\s?([A-Z][A-Z0-9_]+)=", sample.read_text(), re.MULTILINE))
    known = set(OF_THE_COMMAND)
    for service in SERVICES:
        program = _binary(root, service)
        if program is None:
            return
        known |= _variables(program)
    for name in sorted(known - listed):
        yield f"{SAMPLE}: {name} is missing"
    for name in sorted(listed - known):
        yield f"{SAMPLE}: nothing reads {name}"


def _binary(root: Path, service: str) -> Optional[Path]:
    """The newest build of a service."""
    target = Path(os.environ.get("CARGO_TARGET_DIR") or root / "target")
    candidates = [folder / f"souk-{service}" for folder in (target / "debug", target / "release", root / ".souk/bin")]
    built = [path for path in candidates if path.exists()]
    return max(built, key=lambda path: path.stat().st_mtime, default=None)


def _variables(program: Path) -> set[str]:
    printed = ""
    for words in (["--help"], ["serve", "--help"]):
        printed += subprocess.run([program, *words], capture_output=True, text=True, timeout=10).stdout
    return set(re.findall(r"\[env: (\w+)", printed))

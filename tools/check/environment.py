""".env.sample names exactly the variables that the services' flags, `./souk` and `.ci/run` read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

SAMPLE = ".env.sample"
# The services, and the crates whose flags they share.
SOURCES = ("services/*", "crates/bus", "crates/database", "crates/media", "crates/rpc", "crates/service", "crates/telemetry")
FLAG = re.compile(r'\benv = "([A-Z][A-Z0-9_]+)"')
# Read by `./souk` (the last by `.ci/run`), which isn't a clap program.
OF_THE_COMMAND = {"SOUK_POSTGRES_URL", "SOUK_CARGO_PROFILE", "SOUK_BUILD_CACHE"}


def problems(root: Path) -> Iterator[str]:
    sample = root / SAMPLE
    if not sample.exists():
        yield f"{SAMPLE}: missing"
        return
    listed = set(re.findall(r"^#?\s?([A-Z][A-Z0-9_]+)=", sample.read_text(), re.MULTILINE))
    known = OF_THE_COMMAND | flags(root)
    for name in sorted(known - listed):
        yield f"{SAMPLE}: {name} is missing"
    for name in sorted(listed - known):
        yield f"{SAMPLE}: nothing reads {name}"


def flags(root: Path) -> set[str]:
    """Every variable that a service reads."""
    files = [path for source in SOURCES for path in root.glob(f"{source}/src/**/*.rs")]
    return {name for path in files for name in FLAG.findall(path.read_text())}

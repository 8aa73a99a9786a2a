"""`./souk release-protos`: writes down what this release says on the wire and leaves in databases, for the next one to be compared with."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

from check import protos, released
from souk import console
from souk.errors import Refusal
from souk.layout import Checkout

HELP = "at a release, write down what its events and calls look like, and its migrations"
DETAILS = """\
Writes proto/released.txt from the .proto files, and services/released.txt: the commit that is released, which both name, and its
migrations, which nobody changes any more. `python3 -m check.run` (in tools/) compares every later state with both, and `./souk test upgrade` begins
with that commit's programs. Run it for a release alone, when all else is committed, and commit what it writes: docs/UPGRADING.md. It
refuses what the release before would misunderstand.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(_: argparse.Namespace) -> int:
    root = Checkout.here().root
    try:
        now = protos.wire(root)
    except protos.Unreadable as unreadable:
        raise Refusal(str(unreadable)) from None
    wire, schemas = root / protos.RELEASED, root / released.RELEASED
    broken = list(protos.broken(protos.read(root), now)) if wire.exists() else []
    broken += released.problems(root) if schemas.exists() else []
    if broken:
        raise Refusal("\n".join(broken))
    commit, migrations = _commit(root), released.digests(root)
    wire.write_text(protos.listing(commit, now))
    schemas.write_text(str(released.Released(commit, migrations)))
    console.say(f"{protos.RELEASED}: {len(now)} lines; {released.RELEASED}: {len(migrations)} migrations of {commit}")
    return 0


def _commit(root: Path) -> str:
    """What is checked out: its programs are the release's."""
    found = subprocess.run(["git", "rev-parse", "--verify", "HEAD"], cwd=root, capture_output=True, text=True)
    if found.returncode != 0:
        raise Refusal(f"A release is a commit, and git knows none here: {found.stderr.strip()}")
    return found.stdout.strip()

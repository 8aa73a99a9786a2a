"""`./souk release-protos`: writes down what this release says on the wire, for the next one to be compared with."""

from __future__ import annotations

import argparse

from check import protos
from souk import console
from souk.errors import Refusal
from souk.layout import Checkout

HELP = "at a release, write down what its events and calls look like"
DETAILS = """\
Writes proto/released.txt from the .proto files; `python3 -m check.run` (in tools/) compares every later state with it. Run it
for a release alone and commit what it writes: docs/UPGRADING.md. It refuses what the release before would misunderstand.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(_: argparse.Namespace) -> int:
    root = Checkout.here().root
    try:
        now = protos.wire(root)
    except protos.Unreadable as unreadable:
        raise Refusal(str(unreadable)) from None
    released = root / protos.RELEASED
    if released.exists() and (broken := list(protos.broken(protos.read(root), now))):
        raise Refusal("\n".join(broken))
    released.write_text(protos.listing(now))
    console.say(f"{protos.RELEASED}: {len(now)} lines")
    return 0

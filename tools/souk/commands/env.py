"""`./souk env`: the variables with which a shell finds the tools that the checkout uses."""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import sys
from collections.abc import Iterator, Mapping

from souk import console, rust_toolchain, toolchains
from souk.layout import Checkout

HELP = "print what a shell needs to find the same cargo, node and npm"
DETAILS = """\
Where the machine's own Rust and Node are missing or too old, ./souk has others under .souk/tools, and fetches them now
if they aren't there yet:

  eval "$(./souk env)"
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(_: argparse.Namespace) -> int:
    checkout = Checkout.here()
    # Standard output is for the shell.
    with contextlib.redirect_stdout(sys.stderr):
        wanted = toolchains.node_environment(checkout, rust_toolchain.environment(checkout))
    for line in exports(wanted, os.environ):
        console.say(line)
    return 0


def exports(wanted: Mapping[str, str], present: Mapping[str, str]) -> Iterator[str]:
    """A line for each variable that isn't as it should be."""
    for name, value in sorted(wanted.items()):
        if present.get(name) != value:
            yield f"export {name}={shlex.quote(value)}"

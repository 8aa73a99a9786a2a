"""`./souk exec`: a command in the environment of one service of the running shop."""

from __future__ import annotations

import argparse
import os
import subprocess

from souk.build import SERVICES
from souk.errors import Refusal
from souk.layout import Checkout
from souk.shop import Shop

HELP = "run a command with a service's variables"
DETAILS = """\
The command gets what the service gets (database, broker, secrets) and finds the shop's programs:

  ./souk exec orders souk-orders bus dead list
  ./souk exec orders sh -c 'psql "$SOUK_DATABASE_URL"'
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("service", choices=SERVICES)
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="command", help="the command and its arguments")


def run(arguments: argparse.Namespace) -> int:
    if not arguments.words:
        raise Refusal("Which command? ./souk exec --help")
    checkout = Checkout.here()
    environment = {**os.environ, **Shop(checkout, checkout.shop()).service_environment(arguments.service)}
    environment["PATH"] = f"{checkout.binaries}:{environment['PATH']}"
    try:
        # Through env, which looks for the program in the PATH that it is given.
        return subprocess.run(["/usr/bin/env", *arguments.words], env=environment).returncode
    except KeyboardInterrupt:
        return 130

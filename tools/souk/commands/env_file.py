"""`./souk env-file`: the file of secrets that docker-compose.yml needs."""

from __future__ import annotations

import argparse
from pathlib import Path

from souk import compose, console
from souk.layout import Checkout

HELP = "make the .env of docker-compose.yml, with new secrets"
DETAILS = """\
For real shoppers, behind a proxy on this server that speaks TLS for the address, or to try the shop with its demo:

  ./souk env-file --public-url https://shop.dz
  ./souk env-file --demo

A file that is there stays as it is. See docs/DEPLOYMENT.md.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--public-url", help="where shoppers reach the shop, https")
    which.add_argument("--demo", action="store_true", help="the demo shop, on http://localhost")
    parser.add_argument("--port", type=int, default=8080, help="where the shop listens on this machine (default 8080)")
    parser.add_argument("file", nargs="?", type=Path, help="where to write it (default .env of the checkout)")


def run(arguments: argparse.Namespace) -> int:
    root = Checkout.here().root
    port = arguments.port
    chosen = compose.demo_shop(port) if arguments.demo else compose.real_shop(arguments.public_url, port)
    path = arguments.file or root / ".env"
    compose.write(path, compose.env_file((root / "docker-compose.yml").read_text(), chosen))
    console.say(f"Wrote {path}. Then: docker compose up --detach --build")
    return 0

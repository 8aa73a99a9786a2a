"""`./souk dev`: the shop while it is worked on. Pages follow their sources, a service restarts when it was built anew."""

from __future__ import annotations

import argparse
import os
import time

from souk import build, console, state
from souk.build import RUST_SOURCES, SERVICES, Build
from souk.commands import up
from souk.errors import Refusal
from souk.layout import Checkout
from souk.services import Scale
from souk.shop import Options, Shop
from souk.watch import INTERVAL_SECONDS, Watch

HELP = "run the shop and follow its sources"
DEFAULT_WEB_PORT = 5173
DETAILS = """\
The shop of ./souk up, built with cargo's dev profile, and the pages of web/ from Vite with hot reload on a port of their own.
A change in Rust is built at once; then the services whose programs it changed are migrated and restarted, the others run on.
What doesn't build is shown, and the old programs run on. Ctrl-C ends everything.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=up.port, default=up.DEFAULT_PORT, help="of the front door (default 8080)")
    parser.add_argument(
        "--web-port", type=up.port, default=DEFAULT_WEB_PORT, help=f"of the pages (default {DEFAULT_WEB_PORT})"
    )


def run(arguments: argparse.Namespace) -> int:
    build.use_dev_profile()
    checkout = Checkout.here()
    shop = Shop(checkout, checkout.shop())
    with state.exclusive(shop.folder.command_lock, state.BUSY):
        if shop.running():
            raise Refusal("The shop is already running. End it first: ./souk down")
        up.interrupt_on_termination()
        try:
            watch = Watch(checkout.root, RUST_SOURCES)
            shop.start(Options(arguments.port, Scale()), os.getpid())
            shop.start_pages(arguments.web_port)
            console.say(f"\n  Pages that follow their sources: http://localhost:{arguments.web_port} (and /admin)\n")
        except BaseException:
            shop.stop()
            raise
    try:
        follow(shop, Build(checkout), watch)
    except KeyboardInterrupt:
        with console.step("Stopping the shop"):
            shop.stop()
    except BaseException:
        shop.stop()
        raise
    return 0


def follow(shop: Shop, builder: Build, watch: Watch) -> None:
    """Builds what changes and restarts what that changed, until the shop ends. Between restarts other commands may have it."""
    running = builder.stamps()
    while shop.remote.identity():
        time.sleep(INTERVAL_SECONDS)
        if not watch.changed():
            continue
        try:
            builder.binaries()
            built = builder.stamps()
            renewed = [name for name in SERVICES if running[build.binary(name)] != built[build.binary(name)]]
            with state.exclusive(shop.folder.command_lock, state.BUSY):
                if shop.remote.identity():
                    shop.renew(renewed)
            running = built
            console.say(f"Restarted {', '.join(renewed)}." if renewed else "No service changed.")
        except Refusal as refusal:
            console.warn(str(refusal))

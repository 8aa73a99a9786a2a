"""`./souk up`: the whole shop, from nothing to healthy."""

from __future__ import annotations

import argparse
import os
import signal
import time
from typing import NoReturn

from souk import console, servers, state
from souk.errors import Refusal
from souk.layout import CLEANED, Checkout
from souk.services import Scale
from souk.shop import Options, Shop

HELP = "build what changed, start everything, wait until it is healthy"
DEFAULT_PORT = 8080
LOGINS = ("admin", "sales", "warehouse", "payments", "content")
PASSWORD = "souk-demo-2026"
DETAILS = """\
Starts a private PostgreSQL and RabbitMQ under .souk/, five services and Envoy; the first time it loads the demo shop.
In the foreground Ctrl-C stops everything; with --detach it runs on until ./souk down. Data stays in .souk/; of root,
in a checkout that only root can enter, the databases are in /var/lib/souk-* instead (docs/RUNBOOK.md).

environment:
  SOUK_POSTGRES_URL, SOUK_AMQP_URL, SOUK_MEDIA_URL, SOUK_MEILI_URL   use these instead of its own
  SOUK_CARGO_PROFILE=dev                                             build faster, run slower
  SOUK_LOG, SOUK_LOG_FORMAT, OTEL_EXPORTER_OTLP_ENDPOINT             handed to the services
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=port, default=None, help=f"of the front door (default {DEFAULT_PORT})")
    parser.add_argument("--detach", action="store_true", help="return when the shop is healthy")
    parser.add_argument(
        "--scale", nargs="+", action="extend", default=[], metavar="service=n", help="replicas of a service"
    )


def run(arguments: argparse.Namespace) -> int:
    shop = Shop(Checkout.here(), Checkout.here().shop())
    with state.exclusive(shop.folder.command_lock, state.BUSY):
        if running := shop.running():
            return _already(shop, running, arguments)
        interrupt_on_termination()
        options = Options(arguments.port or DEFAULT_PORT, Scale.of_words(arguments.scale))
        try:
            shop.start(options, None if arguments.detach else os.getpid())
        except KeyboardInterrupt:
            console.say("Interrupted; nothing is left running.")
            return 130
        _tell(shop, options, arguments.detach)
    return 0 if arguments.detach else stay(shop)


def _already(shop: Shop, running: dict, arguments: argparse.Namespace) -> int:
    """The shop runs: says where, and changes its replicas if that was asked for."""
    wanted = Scale({**running["scale"], **Scale.of_words(arguments.scale).counts})
    if dict(wanted.counts) != running["scale"]:
        shop.scale(Options(running["port"], wanted))
    console.say(f"The shop is already running: {running['url']}")
    if arguments.port not in (None, running["port"]):
        raise Refusal("For another port, end it first: ./souk down")
    return 0


def _tell(shop: Shop, options: Options, detached: bool) -> None:
    url = shop.front_url(options)
    console.say(
        f"\n  Shop       {url}  ({url}/ar, {url}/en)\n  Dashboard  {url}/admin\n  API        {url}/api/openapi.json\n"
    )
    if shop.has_demo():
        logins = "".join(f"\n    {name}@souk.test" for name in LOGINS)
        console.say(f"  Demo logins, password {PASSWORD}:{logins}\n")
    for folder in servers.data_folders(shop.folder):
        if folder in (shop.folder.outside_servers, shop.folder.former_servers):
            console.say(
                f"  The databases live in {folder}: only root can enter this checkout, and they don't run as root.\n"
            )
        if folder == shop.folder.former_servers:
            console.say(
                f"  Where systemd cleans {CLEANED} (Debian 13), keep them from it: see \"Where the data is\" in docs/RUNBOOK.md.\n"
            )
    console.say("  Stop it: ./souk down" if detached else "  Stop it: Ctrl-C")


def stay(shop: Shop) -> int:
    """Waits for the user's Ctrl-C, for `./souk down` elsewhere, or for the supervisor's sudden end."""
    try:
        while shop.remote.identity():
            time.sleep(0.5)
    except KeyboardInterrupt:
        with console.step("Stopping the shop"):
            shop.stop()
        return 0
    if not shop.remote.leftovers():
        console.say("The shop was stopped.")
        return 0
    with state.exclusive(shop.folder.command_lock, state.BUSY):
        ended = shop.remote.end_leftovers()
        shop.stop()
    console.warn(f"souk: the shop's supervisor was killed; ended the {ended} processes that it left.")
    return 1


def interrupt_on_termination() -> None:
    """A closed terminal or a `kill` is a Ctrl-C too."""

    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)


def port(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port")
    return int(text)

"""`./souk restore`: a backup into an empty shop."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

from souk import console, state
from souk.backup import archive, copy, nights
from souk.backup.archive import Manifest
from souk.backup.place import Place
from souk.commands.up import DEFAULT_PORT, interrupt_on_termination, port
from souk.errors import Refusal
from souk.layout import Checkout
from souk.services import Scale
from souk.shop import Fill, Options, Shop

HELP = "put a backup into an empty shop, start it and verify it"
DETAILS = """\
Reads all of the file first: one that is cut off or changed is refused, and so is a shop that has data. Then, in this checkout where
no shop has run yet, it starts a shop with these data and ends with `souk-verify`. Where the environment names databases elsewhere (see
./souk backup --help) it fills those, whose services must not run, and starts nothing. See docs/RUNBOOK.md.
"""

# What six days' events take to go out again, at most.
SETTLE_SECONDS = "1800"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="what ./souk backup wrote; of a folder its newest")
    parser.add_argument("--resume", action="store_true", help="of a shop elsewhere: go on where it broke off, with the same file")
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help=f"of the front door (default {DEFAULT_PORT})")


def run(arguments: argparse.Namespace) -> int:
    file = nights.newest(arguments.file) if arguments.file.is_dir() else arguments.file
    with console.step(f"Reading {file}"):
        manifest = archive.checked(file)
    if place := Place.elsewhere():
        _fill(place, file, manifest, arguments.resume)
        console.say("  Now start the services on an empty broker, then run souk-verify (docs/RUNBOOK.md).")
        return 0
    if arguments.resume:
        raise Refusal("--resume is for a shop elsewhere, which the environment names; one of this checkout is made anew.")
    shop = Shop(Checkout.here(), Checkout.here().shop())
    with state.exclusive(shop.folder.command_lock, state.BUSY):
        # Before anything is started or ended.
        if shop.running() or shop.has_data():
            raise Refusal(f"There is a shop in {shop.folder.path} already. A backup goes into an empty one alone.")
        interrupt_on_termination()
        options = Options(arguments.port, Scale())
        shop.start(options, None, filling(file, manifest))
        environment = {"SOUK_VERIFY_SETTLE": SETTLE_SECONDS, **shop.verify_environment()}
        code = subprocess.run([shop.checkout.binaries / "souk-verify"], env=environment, cwd=shop.checkout.root).returncode
    verdict = "its stock and money agree" if code == 0 else "but what is above does not agree"
    console.say(f"The shop of the backup runs on {shop.front_url(options)}; {verdict}.")
    return code


def filling(file: Path, manifest: Manifest) -> Fill:
    """Fills a new shop with these data."""
    return lambda backends: _fill(Place.of(backends.as_owners(), backends.media_url), file, manifest)


def _fill(place: Place, file: Path, manifest: Manifest, resume: bool = False) -> None:
    with console.step("Putting the data back") as current:
        copy.put_back(place, file, manifest, current.tell, resume)
    console.say(f"  {copy.summary(manifest)}")

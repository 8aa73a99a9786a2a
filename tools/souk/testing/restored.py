"""A backup is taken while orders are placed, and put back into a new shop: every order that was acknowledged before is there, and what
was on its way between the services at that moment arrives. Both break off among the pictures and go on."""

from __future__ import annotations

import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from souk.backup import archive, copy
from souk.backup.archive import Manifest
from souk.backup.place import Place
from souk.layout import Checkout
from souk.services import Backends
from souk.shop import Fill, Shop
from souk.testing import torture
from souk.testing.own_shop import own_shop
from souk.testing.people import Visitor

BEFORE_SECONDS = 3.0
# Whose messages wait in the broker, which no backup has: it books the stock of orders that were placed without asking it.
SILENT = ("inventory-1", "inventory-2")
# The demo has more.
BROKEN_AT = "100 pictures"
FORM_PHONE = "0555000111"


def problems(checkout: Checkout, shop: Shop, port: int) -> list[str]:
    form = torture.wanted(port)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "shop.tar"
        with _silent(shop), torture.shoppers(port, form) as journal:
            time.sleep(BEFORE_SECONDS)
            known = dict(journal.accepted)
            with suppress(_BrokenOff):
                copy.take(shop.place(), file, _break_off)
            manifest = copy.take(shop.place(), file, _go_on, resume=True)
            untold = _untold(shop, file, manifest)
        if journal.problems:
            return journal.problems
        highest = torture.highest(shop)
        with own_shop(checkout, "restored", fill=_in_two_goes(file)) as (new, options):
            lost = [f"after the restore: {problem}" for problem in torture.missing(options.port, known)]
            return [*untold, *lost, *_goes_on(new, options.port, highest), *_disagreements(checkout, new), *_pictures(new, manifest.pictures)]


class _BrokenOff(Exception):
    """As when the line to a bucket is cut among the pictures."""


def _break_off(at: str) -> None:
    if at == BROKEN_AT:
        raise _BrokenOff


def _go_on(_: str) -> None:
    pass


def _in_two_goes(file: Path) -> Fill:
    def fill(backends: Backends) -> None:
        place, manifest = Place.of(backends.as_owners(), backends.media_url), archive.checked(file)
        with suppress(_BrokenOff):
            copy.put_back(place, file, manifest, _break_off)
        copy.put_back(place, file, manifest, _go_on, resume=True)

    return fill


def _untold(shop: Shop, file: Path, manifest: Manifest) -> list[str]:
    """The shop knows its backup, whatever it is told of an older one."""
    for taken_at in (manifest.taken_at, "2020-01-01T00:00:00+00:00"):
        copy.note(shop.place(), file, replace(manifest, taken_at=taken_at))
    known = shop.place().databases["gateway"].execute(
        "SELECT taken_at = :'taken_at' AND bytes = :bytes FROM last_backup", taken_at=manifest.taken_at, bytes=str(file.stat().st_size)
    )
    return [] if known.strip() == "t" else ["the shop does not know of its backup"]


@contextmanager
def _silent(shop: Shop) -> Iterator[None]:
    """Nobody takes what inventory is sent. It has nothing open at this moment: nobody orders yet."""
    silenced = []
    try:
        for name in SILENT:
            identity, _ = shop.remote.process(name)
            assert identity is not None, f"{name} doesn't run"
            identity.signal(signal.SIGSTOP)
            silenced.append(identity)
        yield
    finally:
        for identity in silenced:
            identity.signal(signal.SIGCONT)


def _goes_on(shop: Shop, port: int, highest: int) -> list[str]:
    """The next order has a number that nobody was given, not even after the backup."""
    visitor = Visitor(port)
    product = visitor.page(torture.PRODUCT)["id"]
    answer = visitor.checkout({**visitor.form(FORM_PHONE), "product": product}, "after-the-restore")
    if not answer.ok:
        return [f"the restored shop takes no order: {answer.status} {answer.body[:200]!r}"]
    number = torture.highest(shop)
    return [] if number > highest else [f"the order number {number} may have been given twice; {highest} was"]


def _disagreements(checkout: Checkout, shop: Shop) -> list[str]:
    done = subprocess.run([checkout.binaries / "souk-verify"], env=shop.verify_environment(), capture_output=True, text=True)
    return [] if done.returncode == 0 else [done.stdout + done.stderr]


def _pictures(shop: Shop, expected: int) -> list[str]:
    found = sum(1 for _ in shop.place().media.names())
    return [] if found == expected else [f"{found} of {expected} pictures are back"]

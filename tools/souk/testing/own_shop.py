"""A shop for one test run: on free ports, with the demo, thrown away afterwards."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from typing import Optional

from souk.layout import Checkout
from souk.services import Scale
from souk.shop import Fill, Options, Shop


@contextlib.contextmanager
def own_shop(
    checkout: Checkout,
    name: str,
    demo_limits: bool = True,
    fill: Optional[Fill] = None,
    release: Optional[Checkout] = None,
) -> Iterator[tuple[Shop, Options]]:
    """The running shop, and where its front door is. It has the demo, or what it is filled with instead; its programs are those of
    another release, if one is given. Where the run breaks off, what its processes said is kept in `.souk/logs`, under the shop's name."""
    shop = Shop(checkout, checkout.passing_shop(name), forgetful=True, demo_limits=demo_limits, release=release)
    options = Options(shop.ports.free_port("front"), Scale())
    try:
        shop.start(options, os.getpid(), fill)
        yield shop, options
    except BaseException:
        shutil.copytree(shop.folder.logs, checkout.private / "logs" / name, dirs_exist_ok=True)
        raise
    finally:
        shop.throw_away()

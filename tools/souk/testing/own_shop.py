"""A shop for one test run: on free ports, with the demo, thrown away afterwards."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from souk.layout import Checkout
from souk.services import Scale
from souk.shop import Options, Shop


@contextlib.contextmanager
def own_shop(checkout: Checkout, name: str, demo_limits: bool = True) -> Iterator[tuple[Shop, Options]]:
    """The running shop, and where its front door is."""
    folder = checkout.shop(checkout.private / "test" / f"{name}-{os.getpid()}")
    shop = Shop(checkout, folder, forgetful=True, demo_limits=demo_limits)
    options = Options(shop.ports.free_port("front"), Scale())
    try:
        shop.start(options, os.getpid())
        yield shop, options
    finally:
        shop.throw_away()

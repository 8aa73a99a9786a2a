"""`./souk down`: ends the shop; its data stays."""

from __future__ import annotations

import argparse

from souk import console, servers, state
from souk.layout import Checkout
from souk.shop import Shop

HELP = "stop the shop; its data stays"
DETAILS = "Ends what ./souk up started here and nothing else. To forget the data too, remove the folders that it names."


def configure(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(_: argparse.Namespace) -> int:
    shop = Shop(Checkout.here(), Checkout.here().shop())
    with state.exclusive(shop.folder.command_lock, state.BUSY):
        if shop.remote.identity():
            with console.step("Stopping the shop"):
                shop.stop()
        elif ended := shop.remote.end_leftovers():
            shop.stop()
            console.say(f"Ended {ended} processes of a shop that was cut off.")
        else:
            console.say("The shop isn't running.")
    _end_what_tests_keep(Checkout.here())
    folders = ", ".join(str(folder) for folder in servers.data_folders(shop.folder))
    if folders:
        console.say(f"Its data stays in {folders} and {shop.folder.media}.")
    return 0


def _end_what_tests_keep(checkout: Checkout) -> None:
    """What a part of the tests keeps running for its next run holds nothing that anybody needs."""
    kept = {
        checkout.test_servers: "the servers of ./souk test rust PACKAGE",
        checkout.test_shop: "the shop of ./souk test e2e PATTERN",
    }
    for folder, what in kept.items():
        if folder.is_dir():
            Shop(checkout, checkout.shop(folder), forgetful=True).throw_away()
            console.say(f"Ended {what}.")

"""`./souk logs`: what the processes wrote."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from souk import console
from souk.errors import Refusal
from souk.layout import Checkout

HELP = "what the processes wrote"
DETAILS = "Of one service (all its replicas), or of all. Others: postgres, rabbitmq, envoy, supervisor, cargo, npm, web, demo."
LAST_LINES = 200
BLOCK = 64 * 1024


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("service", nargs="?", help="catalog, orders-1, envoy, ...")
    parser.add_argument("-f", "--follow", action="store_true", help="go on as they write")


def run(arguments: argparse.Namespace) -> int:
    folder = Checkout.here().shop().logs
    found = [path for path in sorted(folder.glob("*.log")) if _is_of(path.stem, arguments.service)]
    if not found:
        if names := ", ".join(path.stem for path in sorted(folder.glob("*.log"))):
            raise Refusal(f"There is no log of {arguments.service}. Logs: {names}")
        raise Refusal("There are no logs yet: nothing has run here. Start it: ./souk up")
    positions = {path: _show_end(path, len(found) > 1) for path in found}
    try:
        while arguments.follow:
            time.sleep(0.3)
            for path, position in positions.items():
                positions[path] = _show_new(path, position, len(found) > 1)
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    return 0


def _is_of(name: str, service: str | None) -> bool:
    return service is None or name == service or name.rpartition("-")[0] == service


def _show_end(path: Path, prefixed: bool) -> int:
    size = path.stat().st_size
    with open(path, "rb") as file:
        file.seek(max(0, size - BLOCK * 4))
        _print(path, file.read().splitlines()[-LAST_LINES:], prefixed)
        return file.tell()


def _show_new(path: Path, position: int, prefixed: bool) -> int:
    size = path.stat().st_size
    if size < position:
        # It grew too large and was cut.
        position = 0
    with open(path, "rb") as file:
        file.seek(position)
        data = file.read(BLOCK)
    whole = data[: data.rfind(b"\n") + 1]
    _print(path, whole.splitlines(), prefixed)
    return position + len(whole)


def _print(path: Path, lines: list[bytes], prefixed: bool) -> None:
    for line in lines:
        text = line.decode(errors="replace")
        console.say(f"{path.stem:<12} {text}" if prefixed else text)

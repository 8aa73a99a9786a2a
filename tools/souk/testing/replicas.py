"""Kills replicas of a shop that is being browsed: no page may be lost."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import signal
import threading
import time
from collections.abc import Iterator

from souk.ports import LOOPBACK
from souk.services import Scale
from souk.shop import Options, Shop

BROWSERS = 4
VICTIMS = ("catalog-1", "gateway-1")
KILLED_EVERY_SECONDS = 2.0


def lost_pages(shop: Shop, port: int) -> list[str]:
    """What went wrong for somebody who only looks around while replicas are killed."""
    shop.scale(Options(port, Scale({"catalog": 2, "gateway": 2})))
    token = _token(port)
    stop = threading.Event()
    lost: list[str] = []
    served = itertools.count()
    browsers = [threading.Thread(target=_browse, args=(port, token, stop, lost, served)) for _ in range(BROWSERS)]
    for browser in browsers:
        browser.start()
    try:
        for victim in VICTIMS:
            time.sleep(KILLED_EVERY_SECONDS)
            identity, _ = shop.remote.process(victim)
            if identity is None:
                lost.append(f"{victim} doesn't run")
            else:
                identity.signal(signal.SIGKILL)
        time.sleep(KILLED_EVERY_SECONDS)
    finally:
        stop.set()
        for browser in browsers:
            browser.join()
    return lost if next(served) > 0 else ["no page was served at all"]


def _browse(port: int, token: str, stop: threading.Event, lost: list[str], served: Iterator[int]) -> None:
    """Asks for what no cache has: every call goes through both Envoy listeners to the catalogue."""
    for number in itertools.count():
        if stop.is_set():
            return
        path = f"/web/public/api/search/products?q=souk{threading.get_ident()}x{number}"
        try:
            status = _get(port, path, token)[0]
        except (OSError, http.client.HTTPException) as error:
            lost.append(f"{path}: {error!r}")
            continue
        next(served)
        if status != 200:
            lost.append(f"{path}: {status}")


def _token(port: int) -> str:
    return json.loads(_get(port, "/web/api/session", "")[1])["token"]


def _get(port: int, path: str, token: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=10)
    with contextlib.closing(connection):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

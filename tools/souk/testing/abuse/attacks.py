"""One address that asks for far too much, in one of several ways; it prints what it got as JSON.

`python -m souk.testing.abuse <attack> <port> <seconds>`: a process of its own, so that it is no part of who is measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import random
import resource
import time
from collections import Counter
from collections.abc import Awaitable, Callable

from souk.ports import LOOPBACK

# Of another network than the shopper's (127.0.0.0/8 is all this machine).
ADDRESS = "127.66.0.1"
CONNECTIONS = 20_000
# So many come at once, and are begun anew when they were refused.
HANDS = 64
SLOW_CONNECTIONS = 1_000
REQUESTS_PER_SECOND = 300
PRODUCT = "/web/public/api/product/savon-olive-laurier"
# As many as the shop looks at, long enough for two typos, and made of what may be Arabic in Latin letters: what costs it the most.
SPOKEN_WORDS, SYLLABLES = 8, 5
CONSONANTS, VOWELS = "bdfhjklmnrstwyz379", "aeiou"
# From a number of its own and the id of a product to a request.
Ask = Callable[[int, str], tuple[str, str, dict]]


class Attack:
    """What the attacker does until the deadline, and what became of it."""

    def __init__(self, port: int, deadline: float) -> None:
        self._port = port
        self._deadline = deadline
        self.got: Counter[str] = Counter()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(LOOPBACK, self._port, local_addr=(ADDRESS, 0))

    def _goes_on(self) -> bool:
        return time.monotonic() < self._deadline

    async def connections(self) -> None:
        """Opens connections that say nothing, and keeps those that it may."""
        held = []

        async def some() -> None:
            for _ in range(CONNECTIONS // HANDS + 1):
                if not self._goes_on():
                    return
                try:
                    held.append(await self._open())
                    self.got["opened"] += 1
                except OSError:
                    self.got["refused"] += 1

        await asyncio.gather(*(some() for _ in range(HANDS)))
        await asyncio.sleep(max(0.0, self._deadline - time.monotonic()))
        self.got["closed by the shop"] = sum(reader.at_eof() or reader.exception() is not None for reader, _ in held)

    async def slow_headers(self) -> None:
        """Connections that send a head byte by byte, each begun anew when the shop has had enough of it."""

        async def one() -> None:
            while self._goes_on():
                with contextlib.suppress(OSError):
                    _, writer = await self._open()
                    self.got["begun"] += 1
                    writer.write(b"GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ")
                    while self._goes_on():
                        writer.write(b"x")
                        await writer.drain()
                        await asyncio.sleep(1)
                await asyncio.sleep(0.5)

        await asyncio.gather(*(one() for _ in range(SLOW_CONNECTIONS)))

    async def asking(self, ask: Ask) -> None:
        """Asks a steady number of times a second, each time for something else."""
        session, product = _visitor(self._port)
        numbers = iter(range(1 << 30))

        async def one() -> None:
            streams = None
            while self._goes_on():
                began = time.monotonic()
                try:
                    streams = streams or await self._open()
                    self.got[await self._ask(streams, session, *ask(next(numbers), product))] += 1
                except (OSError, asyncio.IncompleteReadError, ValueError):
                    self.got["cut off"] += 1
                    if streams:
                        streams[1].close()
                    streams = None
                await asyncio.sleep(max(0.0, HANDS / REQUESTS_PER_SECOND - (time.monotonic() - began)))

        await asyncio.gather(*(one() for _ in range(HANDS)))

    async def _ask(self, streams, session: str, method: str, path: str, body: dict) -> str:
        """The status of the answer."""
        reader, writer = streams
        data = json.dumps(body).encode() if body else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: {LOOPBACK}:{self._port}\r\n{session}"
        if data:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        writer.write(head.encode() + b"\r\n" + data)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b"transfer-encoding: chunked" in answer:
            while int(await reader.readline(), 16):
                await reader.readuntil(b"\r\n")
            await reader.readline()
        elif b"content-length:" in answer:
            await reader.readexactly(int(answer.split(b"content-length:")[1].split(b"\r\n")[0]))
        return answer.split()[1].decode()


def _visitor(port: int) -> tuple[str, str]:
    """The headers of a visitor, and a product that they looked at."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=10, source_address=(ADDRESS, 0))
    with contextlib.closing(connection):
        connection.request("GET", "/web/api/session")
        session = json.loads(connection.getresponse().read())
        bearer = {"Authorization": f"Bearer {session['token']}"}
        connection.request("GET", PRODUCT, headers=bearer)
        product = json.loads(connection.getresponse().read())["id"]
    return f"Authorization: {bearer['Authorization']}\r\nX-CSRF-Token: {session['csrfToken']}\r\n", product


def _word() -> str:
    return f"{random.getrandbits(64):x}"


def _spoken() -> str:
    return "".join(random.choice(CONSONANTS) + random.choice(VOWELS) for _ in range(SYLLABLES))


def _draft(_: int, product: str) -> tuple[str, str, dict]:
    form = {"firstname": "Amina", "lastname": "Benali", "phone": f"05{random.randrange(10**8):08}", "quantity": 1}
    return "POST", "/web/api/cart/create/", {**form, "product": product}


def _sign_in(_: int, __: str) -> tuple[str, str, dict]:
    return "POST", "/dashboard/api/session", {"email": "admin@souk.test", "password": _word()}


def _guess(number: int, _: str) -> tuple[str, str, dict]:
    return "POST", "/web/api/order/track", {"number": f"A-{10_000 + number}", "phone": "0550123456"}


def _junk(_: int, __: str) -> tuple[str, str, dict]:
    return "GET", f"/web/public/api/search/products?q={_word()}&{_word()}={_word()}", {}


def _search(_: int, __: str) -> tuple[str, str, dict]:
    words = "+".join(_spoken() for _ in range(SPOKEN_WORDS))
    return "GET", f"/web/public/api/search/products?q={words}", {}


def _path(_: int, __: str) -> tuple[str, str, dict]:
    return "GET", f"/{_word()}/{_word()}", {}


ATTACKS: dict[str, Callable[[Attack], Awaitable[None]]] = {
    "20,000 connections": Attack.connections,
    "slow headers": Attack.slow_headers,
    "random paths": lambda attack: attack.asking(_path),
    "junk queries": lambda attack: attack.asking(_junk),
    "searches": lambda attack: attack.asking(_search),
    "drafts": lambda attack: attack.asking(_draft),
    "sign-ins": lambda attack: attack.asking(_sign_in),
    "tracking guesses": lambda attack: attack.asking(_guess),
}


def main(name: str, port: str, seconds: str) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    attack = Attack(int(port), time.monotonic() + float(seconds))
    asyncio.run(ATTACKS[name](attack))
    print(json.dumps(attack.got))

"""People who do the same again and again beside what a benchmark does, and what they wait."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from urllib.parse import quote

from souk.testing.people import Answer, Clerk, Person


@dataclass(frozen=True)
class Waited:
    """Of one answer."""

    ms: float
    ok: bool


@dataclass
class Waits:
    """Somebody who asks, rests, and asks again."""

    ask: Callable[[], Waited]
    pause: float
    took: list[float] = field(default_factory=list)
    failed: int = 0
    _ended: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread = field(init=False)

    def __enter__(self) -> Waits:
        self._thread = threading.Thread(target=self._ask_on)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _ask_on(self) -> None:
        # One that never comes to its end is a failed one.
        self.failed += 1
        while not self._ended.wait(self.pause):
            waited = self.ask()
            self.took.append(waited.ms)
            self.failed += not waited.ok
        self.failed -= 1

    @property
    def p50_and_p99(self) -> tuple[float, float]:
        found = statistics.quantiles(self.took, n=100, method="inclusive")
        return round(found[49], 1), round(found[98], 1)


def filtered_listings(visitor: Person, goods: list[dict]) -> Callable[[], Waited]:
    """Of one category after the other, each time by another price."""
    numbers = count()

    def ask() -> Waited:
        number = next(numbers)
        slug = quote(goods[number % len(goods)]["category_slug"])
        return _timed(lambda: visitor.call("GET", f"/web/public/api/category/products/{slug}?priceMin={number % 500}"))

    return ask


def saves(clerk: Clerk, goods: list[dict]) -> Callable[[], Waited]:
    """Of the price of one product after the other; reading it first is not part of what it takes."""
    numbers = count(1)

    def ask() -> Waited:
        number = next(numbers)
        path = f"/dashboard/api/products/{goods[number % len(goods)]['id']}"
        version = clerk.get(path)["version"]
        return _timed(lambda: clerk.call("PATCH", path, {"version": version, "priceHt": 900_000 + number}))

    return ask


def right(answer: Answer) -> None:
    if not answer.ok:
        raise SystemExit(f"the shop answered {answer.status} {answer.body[:300]!r}")


def _timed(send: Callable[[], Answer]) -> Waited:
    began = time.perf_counter()
    answer = send()
    return Waited(1000 * (time.perf_counter() - began), answer.ok)

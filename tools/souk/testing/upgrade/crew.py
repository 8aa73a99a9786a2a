"""People who go on while the programs behind the shop are changed: what the shop did for them before, it does at each moment."""

from __future__ import annotations

import json
import re
import threading
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import partial

from souk.layout import Checkout
from souk.testing import torture
from souk.testing.fuzz.actions import Actions
from souk.testing.people import Answer, Clerk, Person, Visitor
from souk.testing.replicas import Look, Views, each_service, lookers
from souk.testing.torture import Journal
from souk.testing.upgrade.rollout import Front

# So many of each: what is looked for are answers that are lost, not how much the machine can do.
SHOPPERS, ACTORS, LOOKERS = 2, 3, 2
# Nobody works for longer than this.
SHIFT_SECONDS = 3600.0
# Nobody buys it here.
REDUCED = "savon-olive-laurier"
# Of each kind one.
PAGES = ("/", "/ar/", "/new", "/search?q=tasse", f"/catalog/product/produits/{torture.PRODUCT}", "/order/track", "/admin/")
FILE = re.compile(rb'(?:src|href)="(/assets/[^"]+)"')


@dataclass(frozen=True)
class Crew:
    """What came of all that they did."""

    port: int
    journal: Journal
    views: Views
    looks: Mapping[str, Look]
    actions: Actions
    # By the model, when staff went home.
    judged: list[tuple[str, list[str]]]

    @property
    def acknowledged(self) -> int:
        """Orders of which somebody was told that they are placed."""
        return len(self.journal.accepted) + self.actions.orders

    def found(self) -> list[tuple[str, list[str]]]:
        """Each check with what went wrong."""
        journal, views = self.journal, self.views
        orders = journal.problems + journal.unclear + torture.missing(self.port, journal.accepted)
        judged = self.judged or [("Random actions fit the model", ["they broke off"])]
        return [
            (f"{len(journal.accepted)} orders: each was taken at once, and is there", orders),
            (f"{sum(views.served.values())} views, files and edits: none was lost", views.lost + views.unasked(self.looks)),
            *judged,
            ("No action met a service that did not answer", self.actions.unavailable()),
        ]


@contextmanager
def at_work(port: int, former: Checkout, front: Front, seed: int) -> Iterator[Crew]:
    """Shoppers who order, staff and shoppers at random, and some who look at everything."""
    form, actions, everything = torture.wanted(port), Actions(port, ACTORS), looks(port, former, front)
    with torture.shoppers(port, form, SHOPPERS) as journal, lookers(everything, LOOKERS) as views, _acting(actions, seed) as judged:
        yield Crew(port, journal, views, everything, actions, judged)


@contextmanager
def _acting(actions: Actions, seed: int) -> Iterator[list[tuple[str, list[str]]]]:
    judged: list[tuple[str, list[str]]] = []
    acting = threading.Thread(target=lambda: judged.extend(actions.run(SHIFT_SECONDS, seed)))
    acting.start()
    try:
        yield judged
    finally:
        actions.send_home()
        acting.join()


def looks(port: int, former: Checkout, front: Front) -> dict[str, Look]:
    """All that is looked at and edited without a model of what must come of it."""
    visitor, clerk = Visitor(port), Clerk(port)
    description = json.loads((former.web / "openapi" / "gateway.json").read_text())
    asked = {path: _asks(clerk if path.startswith("/dashboard/") else visitor, path) for path in plain_reads(description)}
    # What the demo has no answer to is nobody's loss later.
    answered = {path: look for path, look in asked.items() if look(0).ok}
    pages = {path: _Page(visitor, path, front).look for path in map(partial(_spelled, visitor), PAGES)}
    own = {"a file of a page": _Files(visitor, front).look, "a promotion": _Promotion(clerk, visitor).look}
    return {**answered, **each_service(port), **pages, **own}


def plain_reads(description: Mapping) -> list[str]:
    """What the API's description has of reads that need nothing but who asks, and end."""
    found = []
    for path, operations in sorted(description["paths"].items()):
        read = operations.get("get", {})
        needs = any(one.get("required") for one in read.get("parameters", []))
        told = read.get("responses", {}).get("200", {}).get("content", {})
        if not needs and "application/json" in told:
            found.append(path)
    return found


def _spelled(person: Person, path: str) -> str:
    """As the shop itself spells the address."""
    return person.call("GET", path).headers.get("location", path)


def _asks(person: Person, path: str) -> Look:
    return lambda _: person.call("GET", path)


@dataclass
class _Files:
    """What pages of either release load, now or later, as long as there is a gateway of that release."""

    person: Person
    front: Front

    def look(self, number: int) -> Answer:
        files = self.front.files()
        return load(self.person, files[number % len(files)], self.front)


@dataclass
class _Page:
    """A page and all that it names, as a browser loads it."""

    person: Person
    path: str
    front: Front

    def look(self, _: int) -> Answer:
        page = self.person.call("GET", self.path)
        for file in sorted(set(FILE.findall(page.body))):
            answer = load(self.person, file.decode(), self.front)
            if not answer.ok:
                return answer
        return page


def load(person: Person, file: str, front: Front) -> Answer:
    """A file is gone with the last gateway that has it: who reads a page of that one gets a new page (`stale-chunk.ts`)."""
    answer = person.call("GET", file)
    is_gone = answer.status == 404 and not front.has(file)
    return Answer(200, b"", {}) if is_gone else answer


@dataclass
class _Promotion:
    """One of a product that nobody buys: planned, changed, begun and ended, each as the pages of both releases do it."""

    clerk: Clerk
    visitor: Visitor

    def look(self, _: int) -> Answer:
        id_ = str(uuid.uuid4())
        path = "/dashboard/api/promotions"
        made = self.clerk.call("POST", path, {"id": id_, "terms": self._terms(10)})
        if not made.ok:
            return made
        for change in ({"terms": self._terms(15)}, {"isActive": False}):
            version = self.clerk.call("GET", f"{path}/{id_}")
            if not version.ok:
                return version
            changed = self.clerk.call("PATCH", f"{path}/{id_}", {"version": version.json()["version"], **change})
            if not changed.ok:
                return changed
        return made

    def _terms(self, percent: int) -> dict:
        product = self.visitor.page(REDUCED)["id"]
        starts = datetime.now(timezone.utc) + timedelta(days=30)
        title = {"fr": "Remise", "ar": "تخفيض", "en": "Reduction"}
        return {
            "title": title,
            "discountValue": percent,
            "ruleType": "percentage",
            "rule": "product",
            "ruleEntityId": product,
            "startsAt": starts.strftime("%Y-%m-%dT%H:%M:%SZ"),
        }

"""Random requests, made from the API's own description by Schemathesis, as everybody who may call."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from souk import console, state, toolchains
from souk.layout import Checkout
from souk.testing.fuzz.configuration import Values, dictionaries, text, values
from souk.testing.people import Clerk, Person, Visitor

ROLES = ("admin", "sales", "warehouse", "payments", "content")
# Who calls, and of which part of the API; a guest tries everything.
PEOPLE = {"guest": "", "shopper": "storefront", **dict.fromkeys(ROLES, "dashboard")}
CHECKS = (
    "refusal_is_a_problem",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
# A stream ends when its reader does.
STREAM = "GET /dashboard/api/live"
# Whoever signs out, tries to sign in anew or changes the accounts of staff is nobody for the rest of the run: guests alone
# try it.
ENDS_SESSION = r"^(POST|PUT|PATCH|DELETE) /dashboard/api/(session|account|employees)\b"
FAILURES = 20
PARAMETER = re.compile(r"{(\w+)}")


@dataclass(frozen=True)
class Effort:
    """Who calls, and what and how long each of them tries."""

    of_people: Mapping[str, Sequence[str]]

    @staticmethod
    def of_seconds(seconds: int) -> Effort:
        """Everybody, until the time is up: edges, anything at random, calls that follow from each other's answers."""
        each = max(1, seconds // len(PEOPLE))
        return Effort(dict.fromkeys(PEOPLE, ("--phases", "coverage,fuzzing,stateful", "--max-time", str(each))))


# Those who get furthest, as often as finds every read. Staff's calls are so many that their edges alone take minutes.
SHORT = Effort({
    "shopper": ("--phases", "coverage,fuzzing", "--max-examples", "20"),
    "admin": ("--phases", "fuzzing", "--max-examples", "10"),
})


class Api:
    """The running shop's API under random requests."""

    def __init__(self, checkout: Checkout, port: int) -> None:
        self._checkout = checkout
        self._port = port
        self._program = toolchains.schemathesis(checkout)
        self._described = checkout.web / "openapi/gateway.json"
        self._description = json.loads(self._described.read_text())
        self._answered: Counter[str] = Counter()

    def run(self, effort: Effort, seed: int) -> Iterator[tuple[str, list[str]]]:
        """For each person what it was, and what went wrong."""
        may_name = values(self._port)
        for name, options in effort.of_people.items():
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "schemathesis.toml"
                file.write_text(text(self._port, self._person(name), may_name, self._description))
                command = [*self._command(file, seed), *options, *scope(name)]
                yield self._as(name, command, Path(folder))
        unanswered = [f"{read} never was" for read in self._findable(may_name) if not self._answered[read]]
        yield "Every read of something known was answered at least once", unanswered

    def _person(self, name: str) -> Person:
        if name == "guest":
            return Person(self._port)
        return Visitor(self._port) if name == "shopper" else Clerk(self._port, name)

    def _command(self, configuration: Path, seed: int) -> list[str]:
        command = [str(self._program), "--config-file", str(configuration), "run", str(self._described), "--no-color"]
        command += ["--checks", ",".join(CHECKS), "--max-failures", str(FAILURES)]
        return [*command, "--seed", str(seed)]

    def _as(self, name: str, command: list[str], folder: Path) -> tuple[str, list[str]]:
        counts = folder / "counts.json"
        environment = {**os.environ, "PYTHONPATH": str(self._checkout.root / "tools"), "SOUK_FUZZ_COUNTS": str(counts)}
        log = self._checkout.private / "logs" / "fuzz.log"
        code, output = console.attempt(console.Step(name), command, log, environment, folder)
        counted = state.read(counts, {"answered": {}, "refused": {}})
        self._answered.update(counted["answered"])
        answered, refused = (sum(counted[which].values()) for which in ("answered", "refused"))
        return f"Random requests of {name}: {answered} answered, {refused} refused", findings(output) if code else []

    def _findable(self, may_name: Values) -> Iterator[str]:
        """Reads of what the shop is known to have: those that are only ever refused were not tried."""
        for path, operations in self._description["paths"].items():
            label = f"GET {path}"
            if "get" in operations and label != STREAM:
                bound = dictionaries(label, operations["get"], may_name, self._description)
                if all(f"path.{name}" in bound for name in PARAMETER.findall(path)):
                    yield label


def scope(name: str) -> list[str]:
    """Which operations this person calls."""
    part = ["--include-tag", PEOPLE[name]] if PEOPLE[name] else []
    stays = [] if name == "guest" else ["--exclude-name-regex", ENDS_SESSION]
    return [*part, "--exclude-name", STREAM, *stays]


def findings(output: str) -> list[str]:
    """What Schemathesis found, with the requests that show it; where it broke off before, all that it said."""
    lines = output.splitlines()
    titles = [number for number, line in enumerate(lines) if line.strip("=").strip() in ("FAILURES", "ERRORS")]
    return lines[titles[0] :] if titles else lines

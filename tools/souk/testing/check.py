"""Runs one check as a step; a failure is counted and shown, and the next check goes on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Callable, Optional

from souk import console
from souk.layout import Checkout
from souk.tally import Tally

SHOWN_LINES = 80
ASKING_SECONDS = 120
# `timeout`'s own code.
TIMED_OUT = 124


class Checks:
    """The checks of one part, which share an environment and a folder."""

    def __init__(self, checkout: Checkout, tally: Tally, environment: Mapping[str, str], folder: Path) -> None:
        self._checkout = checkout
        self._tally = tally
        self._environment = dict(environment)
        self._folder = folder

    def run(self, name: str, command: Sequence[str], more: Optional[Mapping[str, str]] = None) -> bool:
        current = console.Step(name)
        code, output = self._attempt(current, command, more)
        self.note(name, code, output, current)
        return code == 0

    def ask(self, name: str, command: Sequence[str], unreached: str) -> None:
        """As `run`, of a program that asks elsewhere: where it prints `unreached`, or hangs, the check is skipped."""
        current = console.Step(name)
        code, output = self._attempt(current, ["timeout", str(ASKING_SECONDS), *command])
        if code == TIMED_OUT or (code != 0 and unreached in output):
            self.skip(name, "nobody answers who is asked")
        else:
            self.note(name, code, output, current)

    def _attempt(self, current: console.Step, command: Sequence[str], more: Optional[Mapping[str, str]] = None) -> tuple[int, str]:
        log = self._checkout.private / "logs" / "test.log"
        return console.attempt(current, command, log, {**self._environment, **(more or {})}, self._folder)

    def judge(self, name: str, problems: Callable[[], list[str]]) -> None:
        """A check of our own: what it returns is what is wrong."""
        current = console.Step(name)
        wrong = problems()
        self.note(name, len(wrong), "\n".join(wrong), current)

    def note(self, name: str, code: int, output: str, current: Optional[console.Step] = None) -> None:
        """Counts and shows what a check found."""
        (current or console.Step(name)).done("✓" if code == 0 else "✗")
        if code != 0:
            console.say("\n".join(f"    {line}" for line in output.splitlines()[-SHOWN_LINES:]))
        self._tally.add(name, output, code)

    def skip(self, name: str, reason: str) -> None:
        """Counts a check that can't be made on this machine, and says so."""
        console.say(f"- {name}: skipped, {reason}")
        self._tally.skipped.append(f"{name} ({reason})")

    def installed(self, program: str) -> bool:
        path = self._environment.get("PATH", os.defpath)
        return shutil.which(program, path=path) is not None

    def value(self, name: str) -> str:
        """A variable of the shared environment."""
        return self._environment[name]

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


class Checks:
    """The checks of one part, which share an environment and a folder."""

    def __init__(self, checkout: Checkout, tally: Tally, environment: Mapping[str, str], folder: Path) -> None:
        self._checkout = checkout
        self._tally = tally
        self._environment = dict(environment)
        self._folder = folder

    def run(self, name: str, command: Sequence[str], more: Optional[Mapping[str, str]] = None) -> bool:
        current = console.Step(name)
        log = self._checkout.private / "logs" / "test.log"
        environment = {**self._environment, **(more or {})}
        code, output = console.attempt(current, command, log, environment, self._folder)
        self.note(name, code, output, current)
        return code == 0

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

"""Counts what a test run passed, failed and had to skip, from our own checks and from what the test programs print."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

# How our own programs end.
_PLAIN = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)
_NEXTEST = re.compile(r"Summary \[.*?\]\s+\d+ tests? run: (.*)")
_CARGO = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed", re.MULTILINE)
# Vitest and node's own runner, in that order.
_VITEST = re.compile(r"^\s*Tests\s+(.*?\d+ (?:passed|failed).*)$", re.MULTILINE)
_NODE = re.compile(r"^\S* ?(pass|fail) (\d+)$", re.MULTILINE)
_PLAYWRIGHT = re.compile(r"^\s*(\d+) (passed|failed|flaky)\b", re.MULTILINE)
_UNITTEST = re.compile(r"^Ran (\d+) tests? in .*?(?:FAILED|OK|NO TESTS RAN)(?: \((.*?)\))?", re.MULTILINE | re.DOTALL)


@dataclass
class Tally:
    """The sum, and the names of what failed and of what this machine can't check."""

    passed: int = 0
    failed: int = 0
    failures: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    def add(self, name: str, output: str, code: int) -> None:
        """One program that ran: its tests where it prints how many, else one check."""
        passed, failed = counts(output)
        self.skipped += [f"a test of: {name}"] * _skipped(output)
        if code != 0 and failed == 0:
            # It broke outside of a test: the build, the set-up, a check.
            failed = 1
        if code == 0 and passed == 0:
            passed = 1
        self.passed += passed
        self.failed += failed
        if failed:
            self.failures.append(name)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


def counts(output: str) -> tuple[int, int]:
    """Passed and failed tests of a program's output; zeros where it prints none that we know."""
    for count in (_plain, _nextest, _cargo, _unittest, _vitest, _node, _playwright):
        found = count(output)
        if found is not None:
            return found
    return 0, 0


def _plain(output: str) -> tuple[int, int] | None:
    lines = _PLAIN.findall(output)
    return (int(lines[-1][0]), int(lines[-1][1])) if lines else None


def _nextest(output: str) -> tuple[int, int] | None:
    lines = _NEXTEST.findall(output)
    return _words(lines[-1], ("failed", "timed out")) if lines else None


def _cargo(output: str) -> tuple[int, int] | None:
    found = _CARGO.findall(output)
    return (sum(int(p) for p, _ in found), sum(int(f) for _, f in found)) if found else None


def _unittest(output: str) -> tuple[int, int] | None:
    found = _UNITTEST.search(output)
    if found is None:
        return None
    failed = sum(int(number) for number in re.findall(r"(?:failures|errors)=(\d+)", found[2] or ""))
    return int(found[1]) - failed - _skipped(output), failed


def _skipped(output: str) -> int:
    """Of Python's tests, those that say by themselves what is missing."""
    found = _UNITTEST.search(output)
    number = re.search(r"\bskipped=(\d+)", found[2] or "") if found else None
    return int(number[1]) if number else 0


def _vitest(output: str) -> tuple[int, int] | None:
    lines = _VITEST.findall(output)
    return _words(lines[-1], ("failed",)) if lines else None


def _node(output: str) -> tuple[int, int] | None:
    found = {word: int(number) for word, number in _NODE.findall(output)}
    return (found["pass"], found["fail"]) if len(found) == 2 else None


def _playwright(output: str) -> tuple[int, int] | None:
    found = {word: int(number) for number, word in _PLAYWRIGHT.findall(output)}
    return (found.get("passed", 0), found.get("failed", 0) + found.get("flaky", 0)) if found else None


def _words(line: str, bad: tuple[str, ...]) -> tuple[int, int]:
    """Numbers before words: `35 passed, 1 failed`."""

    def number(word: str) -> int:
        found = re.search(rf"(\d+) {word}", line)
        return int(found[1]) if found else 0

    return number("passed"), sum(number(word) for word in bad)

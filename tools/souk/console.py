"""What the user sees: one line per step, with what is going on and how long it took."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Optional

from souk.errors import Refusal

TAIL = 40
# Where no terminal shows the running line, a long step says that it is alive this often.
PROGRESS_EVERY_SECONDS = 30.0
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def say(text: str) -> None:
    print(text, flush=True)


def warn(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Step:
    """One line: `what` while it runs, with `detail` and the seconds so far; the seconds when it is done."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._started = time.monotonic()
        self.terminal = sys.stdout.isatty()
        self._shown = self._started
        self.detail = ""

    def show(self) -> None:
        now = time.monotonic()
        every = 0.2 if self.terminal else PROGRESS_EVERY_SECONDS
        if now - self._shown < every:
            return
        self._shown = now
        line = f"  {self._what} … {now - self._started:.0f} s  {self.detail}"
        if self.terminal:
            width = os.get_terminal_size().columns
            print(f"\r\x1b[2K{line[: width - 1]}", end="", flush=True)
        else:
            say(line)

    def tell(self, detail: str) -> None:
        """What it is at now."""
        self.detail = detail
        self.show()

    def done(self, outcome: str) -> None:
        start = "\r\x1b[2K" if self.terminal else ""
        say(f"{start}{outcome} {self._what}  ({time.monotonic() - self._started:.1f} s)")


@contextlib.contextmanager
def step(what: str) -> Iterator[Step]:
    current = Step(what)
    if current.terminal:
        print(f"  {what} …", end="", flush=True)
    try:
        yield current
    except BaseException:
        current.done("✗")
        raise
    current.done("✓")


def run(
    current: Step,
    command: Sequence[str],
    log: Path,
    env: Optional[Mapping[str, str]] = None,
    cwd: Optional[Path] = None,
) -> str:
    """Runs a long command under a step; its whole output goes to `log`, its last line to the screen."""
    log.parent.mkdir(parents=True, exist_ok=True)
    code, output = _follow(current, command, log, env, cwd)
    if code != 0:
        tail = "\n".join(f"    {line}" for line in output.splitlines()[-TAIL:])
        raise Refusal(f"`{' '.join(command)}` failed with code {code}; all of it is in {log}\n{tail}")
    return output


def attempt(
    current: Step,
    command: Sequence[str],
    log: Path,
    env: Optional[Mapping[str, str]] = None,
    cwd: Optional[Path] = None,
) -> tuple[int, str]:
    """As `run`, for a command whose failure the caller judges."""
    log.parent.mkdir(parents=True, exist_ok=True)
    return _follow(current, command, log, env, cwd)


def _follow(
    current: Step, command: Sequence[str], log: Path, env: Optional[Mapping[str, str]], cwd: Optional[Path]
) -> tuple[int, str]:
    lines: list[str] = []
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, cwd=cwd
    )
    with process, open(log, "ab", buffering=0) as file:
        assert process.stdout is not None
        reader = threading.Thread(target=_read, args=(process.stdout, file, current, lines), daemon=True)
        reader.start()
        try:
            while reader.is_alive():
                current.show()
                reader.join(0.2)
        except BaseException:
            process.terminate()
            raise
        return process.wait(), "\n".join(lines)


def _read(output: IO[bytes], file: IO[bytes], current: Step, lines: list[str]) -> None:
    """Splits at carriage returns too: progress bars redraw their line with them."""
    rest = b""
    while chunk := os.read(output.fileno(), 65536):
        # A disk that is full ends the command, which says so; who stopped reading would leave it waiting.
        with contextlib.suppress(OSError):
            file.write(chunk)
        *whole, rest = re.split(rb"[\r\n]+", rest + chunk)
        lines.extend(_plain(line) for line in whole)
        if shown := next((line.strip() for line in reversed(lines[-5:]) if line.strip()), None):
            current.detail = shown
    if rest:
        lines.append(_plain(rest))


def _plain(line: bytes) -> str:
    return _COLOURS.sub("", line.decode(errors="replace")).rstrip()

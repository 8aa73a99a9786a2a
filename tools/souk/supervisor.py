"""Keeps the processes of one shop alive: `python -m souk.supervisor <shop folder> [owner pid]`.

Commands say what should run by files in `run/wanted/` and a SIGHUP; this process starts what is wanted, restarts what
died, stops what isn't wanted any more, and writes what it started into `run/processes/`. A started process writes its own
record before it becomes the program, so there is never one that nobody knows, whenever this one is killed. With an owner
it ends when the owner does.
"""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Optional

from souk import processes, state
from souk.layout import ShopFolder
from souk.processes import Identity
from souk.spec import Spec

RECORD = "supervisor.json"
FIRST_DELAY = 0.1
LONGEST_DELAY = 10.0
# A process that ran this long before it died starts anew without a delay.
STEADY_SECONDS = 30.0
TICK_SECONDS = 1.0
LOG_LIMIT = 64 * 1024 * 1024


class Keeper:
    """One wanted process: its running child, if any, and when it may be started again."""

    def __init__(self, folder: ShopFolder, spec: Spec) -> None:
        self.spec = spec
        self._record = folder.processes / f"{spec.name}.json"
        self._child: Optional[subprocess.Popen] = None
        self._started_at = 0.0
        self._delay = FIRST_DELAY
        self._not_before = 0.0
        self._restarts = 0

    def tick(self, now: float) -> None:
        if self._child is not None and self._child.poll() is not None:
            self._died(now, self._child.returncode)
        if self._child is None and now >= self._not_before:
            self._start(now)

    def seconds_to_start(self, now: float) -> float:
        return max(0.0, self._not_before - now) if self._child is None else TICK_SECONDS

    def stop(self) -> None:
        """Asks it to end; `wait_stopped` sees to it that it does."""
        if self._child is not None and self._child.poll() is None:
            self._signal(self.spec.stop_signal)

    def wait_stopped(self) -> None:
        if self._child is not None:
            try:
                self._child.wait(self.spec.stop_seconds)
            except subprocess.TimeoutExpired:
                self._note(f"didn't stop within {self.spec.stop_seconds:.0f} s and is killed")
                self._signal(signal.SIGKILL)
                self._child.wait()
        self._record.unlink(missing_ok=True)

    def rotate_log(self) -> None:
        """Copy and cut: the process keeps its open file, to which it only ever appends. A full disk: at the next tick."""
        log = Path(self.spec.log)
        with contextlib.suppress(OSError):
            if log.stat().st_size > LOG_LIMIT:
                shutil.copyfile(log, log.with_suffix(".log.1"))
                os.truncate(log, 0)

    def _start(self, now: float) -> None:
        record = -1
        try:
            record = os.open(self._record, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            identity = None if self.spec.user is None else pwd.getpwnam(self.spec.user)
            with open(self.spec.log, "ab") as log:
                self._child = subprocess.Popen(
                    self.spec.command,
                    env=self.spec.environment,
                    cwd=self.spec.folder,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                    user=identity and identity.pw_uid,
                    group=identity and identity.pw_gid,
                    extra_groups=None if identity is None else [],
                    preexec_fn=lambda: self._write_record(record),
                )
        except (OSError, KeyError, subprocess.SubprocessError) as error:
            self._note(f"can't be started: {error}")
            self._wait_longer(now)
            return
        finally:
            if record >= 0:
                os.close(record)
        self._started_at = now

    def _write_record(self, descriptor: int) -> None:
        """Runs in the child, just before it becomes the program."""
        own = Identity.of(os.getpid())
        record = {**(own.record() if own else {}), "restarts": self._restarts, "stop_signal": self.spec.stop_signal}
        os.write(descriptor, json.dumps(record).encode())

    def _died(self, now: float, code: int) -> None:
        self._note(f"ended with {_ending(code)}; starting it again")
        self._child = None
        self._restarts += 1
        if now - self._started_at > STEADY_SECONDS:
            self._delay = FIRST_DELAY
        self._wait_longer(now)

    def _wait_longer(self, now: float) -> None:
        self._not_before = now + self._delay
        self._delay = min(self._delay * 2, LONGEST_DELAY)

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            if self._child is not None:
                os.killpg(self._child.pid, number)

    def _note(self, text: str) -> None:
        line = f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {self.spec.name} {text}\n"
        with contextlib.suppress(OSError):
            sys.stderr.write(line)
            sys.stderr.flush()


def _ending(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"code {code}"


class Supervisor:
    """The loop around the keepers."""

    def __init__(self, folder: ShopFolder, owner: Optional[Identity]) -> None:
        self._folder = folder
        self._owner = owner
        self._keepers: dict[str, Keeper] = {}
        self._stopping = False

    def run(self) -> None:
        wakeup = self._listen_to_signals()
        own = Identity.of(os.getpid())
        state.write(self._folder.run / RECORD, own.record() if own else {})
        while not self._stopping and (self._owner is None or self._owner.alive()):
            self._follow_wanted()
            now = time.monotonic()
            for keeper in self._keepers.values():
                keeper.tick(now)
                keeper.rotate_log()
            waits = [keeper.seconds_to_start(now) for keeper in self._keepers.values()]
            select.select([wakeup], [], [], min(waits, default=TICK_SECONDS))
            with contextlib.suppress(BlockingIOError):
                os.read(wakeup, 4096)
        self._stop(list(self._keepers.values()))
        for wanted in self._folder.wanted.glob("*.json"):
            wanted.unlink(missing_ok=True)
        (self._folder.run / RECORD).unlink(missing_ok=True)

    def _listen_to_signals(self) -> int:
        """A descriptor that becomes readable at every signal, so that the loop sleeps without missing one."""
        readable, writable = os.pipe()
        os.set_blocking(readable, False)
        os.set_blocking(writable, False)
        signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
        for number in (signal.SIGCHLD, signal.SIGHUP):
            signal.signal(number, lambda *_: None)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: setattr(self, "_stopping", True))
        return readable

    def _follow_wanted(self) -> None:
        wanted = {}
        for path in self._folder.wanted.glob("*.json"):
            if record := state.read(path):
                spec = Spec.of_record(record)
                wanted[spec.name] = spec
        unwanted = [keeper for name, keeper in self._keepers.items() if wanted.get(name) != keeper.spec]
        self._stop(unwanted)
        for keeper in unwanted:
            del self._keepers[keeper.spec.name]
        for name, spec in wanted.items():
            if name not in self._keepers:
                self._keepers[name] = Keeper(self._folder, spec)

    def _stop(self, keepers: list[Keeper]) -> None:
        for group in sorted({keeper.spec.group for keeper in keepers}, reverse=True):
            members = [keeper for keeper in keepers if keeper.spec.group == group]
            for keeper in members:
                keeper.stop()
            for keeper in members:
                keeper.wait_stopped()


class Remote:
    """The supervisor of a shop as commands see it."""

    def __init__(self, folder: ShopFolder) -> None:
        self._folder = folder

    def identity(self) -> Optional[Identity]:
        identity = Identity.of_record(state.read(self._folder.run / RECORD))
        return identity if identity and identity.alive() else None

    def start(self, owner: Optional[int]) -> None:
        """A process of its own, in a session of its own: no terminal's Ctrl-C reaches it."""
        words = [sys.executable, "-m", "souk.supervisor", str(self._folder.path), *([str(owner)] if owner else [])]
        tools = Path(__file__).resolve().parents[1]
        environment = {**os.environ, "PYTHONPATH": str(tools), "PYTHONDONTWRITEBYTECODE": "1"}
        log = self._folder.logs / "supervisor.log"
        files = [
            (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(log), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ]
        os.posix_spawn(sys.executable, words, environment, file_actions=files, setsid=True)
        deadline = time.monotonic() + 10
        while self.identity() is None and time.monotonic() < deadline:
            time.sleep(0.02)

    def want(self, *specs: Spec) -> None:
        for spec in specs:
            state.write(self._folder.wanted / f"{spec.name}.json", spec.record())
        self._wake()

    def unwant(self, *names: str) -> None:
        for name in names:
            (self._folder.wanted / f"{name}.json").unlink(missing_ok=True)
        self._wake()

    def wanted(self) -> list[Spec]:
        records = [state.read(path) for path in sorted(self._folder.wanted.glob("*.json"))]
        return [Spec.of_record(record) for record in records if record]

    def process(self, name: str) -> tuple[Optional[Identity], int]:
        """The process that runs under a name, and how often it was restarted."""
        record = state.read(self._folder.processes / f"{name}.json", {})
        identity = Identity.of_record(record)
        return (identity if identity and identity.alive() else None), record.get("restarts", 0)

    def stop(self) -> None:
        """Ends the supervisor and, should it have been killed before, what it left."""
        if identity := self.identity():
            identity.signal(signal.SIGTERM)
            if not processes.wait_gone([identity], 60):
                identity.signal(signal.SIGKILL)
                processes.wait_gone([identity], 5)
        self.end_leftovers()

    def leftovers(self) -> list[str]:
        """The names of what a killed supervisor left running; nothing is left over while there is a supervisor."""
        if self.identity():
            return []
        return [path.stem for path in sorted(self._folder.processes.glob("*.json")) if self.process(path.stem)[0]]

    def end_leftovers(self) -> int:
        """Ends what a killed supervisor left running; says how many those were."""
        ended = 0
        for path in self._folder.processes.glob("*.json"):
            record = state.read(path, {})
            if (identity := Identity.of_record(record)) and identity.alive():
                processes.end([identity], record.get("stop_signal", signal.SIGTERM), 10)
                ended += 1
            path.unlink(missing_ok=True)
        for path in self._folder.wanted.glob("*.json"):
            path.unlink(missing_ok=True)
        (self._folder.run / RECORD).unlink(missing_ok=True)
        return ended

    def _wake(self) -> None:
        if identity := self.identity():
            identity.signal(signal.SIGHUP)


def main(arguments: list[str]) -> None:
    folder = ShopFolder(Path(arguments[0]))
    owner = Identity.of(int(arguments[1])) if len(arguments) > 1 else None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # What the command's caller had open, a lock or a pipe, ends with the command.
    os.closerange(3, soft)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536) if hard != resource.RLIM_INFINITY else 65536, hard))
    os.chdir("/")
    if len(arguments) > 1 and owner is None:
        return
    Supervisor(folder, owner).run()


if __name__ == "__main__":
    main(sys.argv[1:])

"""The supervisor as a real process: restarts, stops, and what a `kill -9` of it leaves."""

import os
import signal
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Optional

from souk.layout import ShopFolder
from souk.processes import Identity
from souk.spec import Spec
from souk.supervisor import LOG_LIMIT, Remote


def eventually(check: Callable[[], object], seconds: float = 10.0) -> object:
    deadline = time.monotonic() + seconds
    while not (found := check()):
        if time.monotonic() > deadline:
            raise AssertionError("it didn't happen in time")
        time.sleep(0.02)
    return found


class SupervisorTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = ShopFolder(Path(temporary.name))
        self.folder.prepare()
        self.remote = Remote(self.folder)
        self.addCleanup(self.remote.stop)

    def spec(self, name: str, script: str = "exec sleep 600", group: int = 1) -> Spec:
        log = str(self.folder.logs / f"{name}.log")
        environment = {"PATH": os.environ["PATH"]}
        return Spec(name, ("sh", "-c", script), environment, str(self.folder.path), log, group)

    def running(self, name: str) -> Optional[Identity]:
        return self.remote.process(name)[0]

    def test_what_is_wanted_runs_and_what_died_runs_again(self) -> None:
        self.remote.start(None)
        self.remote.want(self.spec("a"))
        first = eventually(lambda: self.running("a"))
        first.signal(signal.SIGKILL)
        eventually(lambda: self.running("a") not in (None, first))
        self.assertEqual(self.remote.process("a")[1], 1)

    def test_what_is_not_wanted_any_more_ends_and_the_others_go_on(self) -> None:
        self.remote.start(None)
        self.remote.want(self.spec("a"), self.spec("b"))
        kept = eventually(lambda: self.running("a") and self.running("b") and self.running("a"))
        self.remote.unwant("b")
        eventually(lambda: not self.running("b"))
        self.assertEqual(self.running("a"), kept)

    def test_a_changed_spec_replaces_the_process(self) -> None:
        self.remote.start(None)
        self.remote.want(self.spec("a"))
        first = eventually(lambda: self.running("a"))
        self.remote.want(self.spec("a", "exec sleep 601"))
        eventually(lambda: self.running("a") not in (None, first))
        self.assertFalse(first.alive())

    def test_what_cannot_run_is_tried_less_and_less_often(self) -> None:
        self.remote.start(None)
        self.remote.want(self.spec("a", "echo x; exit 1"))
        log = self.folder.logs / "a.log"
        eventually(lambda: log.exists() and log.read_text().count("x") >= 2)
        time.sleep(1)
        # 0.1 s before the second try, then 0.2, 0.4, 0.8: without growing delays there were ten and more.
        self.assertLess(log.read_text().count("x"), 7)

    def test_stopping_closes_the_front_before_what_stands_behind(self) -> None:
        self.remote.start(None)
        order = self.folder.path / "order"
        for name, group in (("server", 0), ("service", 1), ("door", 3)):
            script = f"trap 'echo {name} >>{order}; exit 0' TERM; touch {name}.up; while :; do sleep 0.02; done"
            self.remote.want(self.spec(name, script, group))
        eventually(lambda: len(list(self.folder.path.glob("*.up"))) == 3)
        self.remote.stop()
        self.assertEqual(order.read_text().split(), ["door", "service", "server"])

    def test_a_killed_supervisor_leaves_nothing_that_is_not_known(self) -> None:
        self.remote.start(None)
        self.remote.want(self.spec("a"), self.spec("b"))
        left = eventually(lambda: (self.running("a") and self.running("b")) and [self.running("a"), self.running("b")])
        supervisor = self.remote.identity()
        supervisor.signal(signal.SIGKILL)
        eventually(lambda: self.remote.identity() is None)
        self.assertEqual(self.remote.end_leftovers(), 2)
        self.assertFalse(any(identity.alive() for identity in left))

    def test_it_ends_with_its_owner(self) -> None:
        owner = subprocess.Popen(["sleep", "600"])
        self.addCleanup(owner.kill)
        self.remote.start(owner.pid)
        self.remote.want(self.spec("a"))
        process = eventually(lambda: self.running("a"))
        owner.kill()
        owner.wait()
        eventually(lambda: not process.alive() and self.remote.identity() is None)

    def test_it_keeps_nothing_open_that_its_caller_had_open(self) -> None:
        readable, writable = os.pipe()
        self.addCleanup(os.close, readable)
        os.set_inheritable(writable, True)
        self.remote.start(None)
        os.close(writable)
        os.set_blocking(readable, False)
        self.assertEqual(os.read(readable, 1), b"", "nobody holds the other end")

    def test_a_program_that_does_not_exist_is_reported_not_fatal(self) -> None:
        self.remote.start(None)
        log = str(self.folder.logs / "a.log")
        self.remote.want(Spec("a", ("/no/such/program",), {}, str(self.folder.path), log), self.spec("b"))
        eventually(lambda: self.running("b"))
        eventually(lambda: "can't be started" in (self.folder.logs / "supervisor.log").read_text())
        self.assertIsNotNone(self.remote.identity())

    def test_a_log_that_cannot_be_cut_and_an_account_that_is_gone_are_not_fatal(self) -> None:
        log = self.folder.logs / "a.log"
        log.touch()
        os.truncate(log, LOG_LIMIT + 1)
        log.with_suffix(".log.1").mkdir()
        self.remote.start(None)
        stranger = Spec("b", ("true",), {}, str(self.folder.path), str(self.folder.logs / "b.log"), user="nobody-of-that-name")
        self.remote.want(self.spec("a"), stranger)
        eventually(lambda: self.running("a"))
        eventually(lambda: "b can't be started" in (self.folder.logs / "supervisor.log").read_text())
        self.remote.want(self.spec("c"))
        eventually(lambda: self.running("c"))

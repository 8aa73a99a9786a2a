"""Only the very process that was started is ever signalled."""

import signal
import subprocess
import unittest

from souk import processes
from souk.processes import Identity


class ProcessesTest(unittest.TestCase):
    def start(self, *command: str) -> subprocess.Popen:
        child = subprocess.Popen(command, start_new_session=True)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        return child

    def test_a_record_finds_its_process_again(self) -> None:
        child = self.start("sleep", "60")
        identity = Identity.of(child.pid)
        self.assertEqual(Identity.of_record(identity.record()), identity)
        self.assertTrue(identity.alive())

    def test_a_pid_given_to_another_process_is_not_it(self) -> None:
        child = self.start("sleep", "60")
        today = Identity.of(child.pid)
        for other in (Identity(today.pid, today.started - 1, today.boot), Identity(today.pid, today.started, "before")):
            self.assertFalse(other.alive())
            other.signal(signal.SIGKILL)
        self.assertIsNone(child.poll())

    def test_a_dead_child_that_nobody_waited_for_is_dead(self) -> None:
        child = self.start("true")
        self.assertTrue(processes.wait_gone([identity] if (identity := Identity.of(child.pid)) else [], 5))
        self.assertIsNone(Identity.of(child.pid))

    def test_a_record_that_was_cut_off_is_nobody(self) -> None:
        for record in (None, {}, {"pid": "x", "started": 1, "boot": "b"}, []):
            self.assertIsNone(Identity.of_record(record))

    def test_who_does_not_listen_is_killed(self) -> None:
        deaf = "trap '' TERM; echo ready; while :; do sleep 0.05; done"
        child = subprocess.Popen(["sh", "-c", deaf], stdout=subprocess.PIPE, start_new_session=True)
        self.addCleanup(child.stdout.close)
        child.stdout.readline()
        processes.end([Identity.of(child.pid)], signal.SIGTERM, 0.3)
        self.assertEqual(child.wait(5), -signal.SIGKILL)

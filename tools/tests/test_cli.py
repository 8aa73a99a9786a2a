"""Arguments: what is unknown is refused, except where it goes to the program behind the command."""

import contextlib
import errno
import io
import os
import unittest
from unittest import mock

from souk import cli
from souk.errors import Refusal


class CliTest(unittest.TestCase):
    def test_unknown_arguments_are_refused(self) -> None:
        for words in ([], ["fly"], ["down", "--now"], ["up", "--port", "http"], ["up", "--port", "70000"]):
            with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as refused:
                cli.main(words)
            self.assertEqual(refused.exception.code, 2, words)

    def test_a_program_behind_a_command_gets_its_arguments(self) -> None:
        with mock.patch.object(cli.COMMANDS["verify"], "run", return_value=3) as run:
            self.assertEqual(cli.main(["verify", "--settle", "5"]), 3)
        self.assertEqual(run.call_args.args[0].rest, ["--settle", "5"])

    def test_a_command_in_a_service_keeps_its_words(self) -> None:
        with mock.patch.object(cli.COMMANDS["exec"], "run", return_value=0) as run:
            cli.main(["exec", "orders", "souk-orders", "bus", "dead", "redrive", "--message-id", "1", "--help"])
        arguments = run.call_args.args[0]
        self.assertEqual(arguments.service, "orders")
        self.assertEqual(arguments.words, ["souk-orders", "bus", "dead", "redrive", "--message-id", "1", "--help"])

    def test_a_refusal_is_one_message_and_a_failure(self) -> None:
        shown = io.StringIO()
        with mock.patch.object(cli.COMMANDS["status"], "run", side_effect=Refusal("no")):
            with contextlib.redirect_stderr(shown):
                self.assertEqual(cli.main(["status"]), 1)
        self.assertEqual(shown.getvalue(), "souk: no\n")

    def test_a_full_disk_is_told_in_words(self) -> None:
        shown = io.StringIO()
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/shop/.souk/run/shop.json")
        with mock.patch.object(cli.COMMANDS["status"], "run", side_effect=full):
            with contextlib.redirect_stderr(shown):
                self.assertEqual(cli.main(["status"]), 1)
        self.assertIn("the disk is full (/shop/.souk/run/shop.json)", shown.getvalue())
        with mock.patch.object(cli.COMMANDS["status"], "run", side_effect=OSError(errno.EIO, "broken")):
            with self.assertRaises(OSError):
                cli.main(["status"])

"""Ports are kept, avoided when taken, and their holder is named."""

import errno
import os
import socket
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk import ports


class PortsTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.path = Path(temporary.name) / "ports.json"
        self.listener = socket.socket()
        self.addCleanup(self.listener.close)

    def listen(self, port: int) -> int:
        self.listener.bind((ports.LOOPBACK, port))
        self.listener.listen()
        return self.listener.getsockname()[1]

    def test_a_chosen_port_stays(self) -> None:
        chosen = ports.PortBook(self.path).port("envoy")
        self.assertEqual(ports.PortBook(self.path).port("envoy"), chosen)

    def test_names_have_different_ports(self) -> None:
        book = ports.PortBook(self.path)
        self.assertEqual(len({book.port(str(number)) for number in range(50)}), 50)

    def test_a_port_that_was_taken_meanwhile_is_chosen_anew(self) -> None:
        first = ports.PortBook(self.path).free_port("envoy")
        self.listen(first)
        second = ports.PortBook(self.path).free_port("envoy")
        self.assertNotEqual(first, second)
        self.assertEqual(ports.PortBook(self.path).port("envoy"), second)

    def test_a_broken_book_is_begun_anew(self) -> None:
        self.path.write_text('{"envoy": "many"}')
        self.assertIn(ports.PortBook(self.path).port("envoy"), ports.CHOICE)

    def test_the_holder_of_a_port_is_named(self) -> None:
        port = self.listen(0)
        holder = ports.holder(port)
        self.assertEqual(holder.pid, os.getpid())
        self.assertIn(f"port {port} is in use by pid {os.getpid()} (", str(holder))

    def test_a_free_port_has_no_holder(self) -> None:
        port = self.listen(0)
        self.listener.close()
        self.assertIsNone(ports.holder(port))

    def test_a_port_that_only_root_may_have_is_not_taken_for_one_in_use(self) -> None:
        with mock.patch.object(socket.socket, "bind", side_effect=PermissionError(errno.EACCES, "Permission denied")):
            self.assertTrue(ports.is_forbidden(80))
        self.assertFalse(ports.is_forbidden(self.listen(0)))

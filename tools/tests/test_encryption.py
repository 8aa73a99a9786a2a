"""Encrypted links of our own tools: as the address says, and to a server of that name only."""

import os
import shutil
import socket
import ssl
import struct
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

from souk import amqp
from souk.certificates import Certificates
from souk.postgres import SYSTEM_AUTHORITIES, encryption


class PsqlTest(unittest.TestCase):
    def test_it_encrypts_as_the_address_says(self) -> None:
        self.assertEqual(encryption(""), {})
        self.assertEqual(encryption("sslmode=disable&application_name=x"), {"PGSSLMODE": "disable"})
        checked = encryption("sslmode=verify-full&sslrootcert=%2Fa%2Fca.pem")
        self.assertEqual(checked, {"PGSSLMODE": "verify-full", "PGSSLROOTCERT": "/a/ca.pem"})
        self.assertEqual(encryption("ssl-mode=verify-full&ssl-root-cert=%2Fa%2Fca.pem"), checked)
        with mock.patch.dict(os.environ):
            os.environ.pop("SSL_CERT_FILE", None)
            self.assertEqual(encryption("sslmode=verify-full")["PGSSLROOTCERT"], SYSTEM_AUTHORITIES)
            os.environ["SSL_CERT_FILE"] = "/a/own.pem"
            self.assertEqual(encryption("sslmode=verify-full")["PGSSLROOTCERT"], "/a/own.pem")


@unittest.skipUnless(shutil.which("openssl"), "makes certificates with openssl")
class BrokerTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.certificates = Certificates(Path(temporary.name), None)
        self.certificates.make()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(self.listener.close)
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.certificates.certificate, self.certificates.key)
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            try:
                with context.wrap_socket(connection, server_side=True) as encrypted:
                    encrypted.recv(8)
                    encrypted.sendall(method(amqp.START))
                    encrypted.recv(4096)
                    encrypted.sendall(method(amqp.TUNE))
            except OSError:
                continue

    def test_only_a_broker_that_somebody_vouches_for_is_logged_into(self) -> None:
        port = self.listener.getsockname()[1]
        authority = f"?cacertfile={self.certificates.authority}"
        self.assertTrue(amqp.logs_in(f"amqps://souk:secret@localhost:{port}{authority}"))
        self.assertFalse(amqp.logs_in(f"amqps://souk:secret@127.0.0.1:{port}{authority}"), "another name")
        self.assertFalse(amqp.logs_in(f"amqps://souk:secret@localhost:{port}"), "nobody vouches for it")


def method(number: int) -> bytes:
    payload = struct.pack(">HH", amqp.CONNECTION, number)
    return struct.pack(">BHI", amqp.METHOD_FRAME, 0, len(payload)) + payload + amqp.FRAME_END


if __name__ == "__main__":
    unittest.main()

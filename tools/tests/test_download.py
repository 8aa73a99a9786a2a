"""A line that breaks is tried again, and what it brought in part is not taken for the file."""

import http.server
import threading
import unittest
import urllib.error
from collections.abc import Callable
from unittest import mock

from souk import download

WHOLE = b"all of it"
Answer = Callable[[http.server.BaseHTTPRequestHandler], None]


def whole(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(WHOLE)))
    handler.end_headers()
    handler.wfile.write(WHOLE)


def cut(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(WHOLE)))
    handler.end_headers()
    handler.wfile.write(WHOLE[:3])


def hung_up(_: http.server.BaseHTTPRequestHandler) -> None:
    """Before a word."""


def missing(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.send_error(404)


class DownloadTest(unittest.TestCase):
    def setUp(self) -> None:
        self.answers: list[Answer] = []
        test = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                test.answers.pop(0)(self)

            def log_message(self, *_: object) -> None:
                """Nothing."""

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}/file"
        waiting = mock.patch.object(download, "PAUSES", (0.0, 0.0))
        waiting.start()
        self.addCleanup(waiting.stop)

    def read(self, *answers: Answer) -> bytes:
        self.answers[:] = answers
        return download.read(self.url, 5)

    def test_the_third_try_may_bring_it(self) -> None:
        self.assertEqual(self.read(cut, hung_up, whole), WHOLE)

    def test_after_three_tries_it_is_told(self) -> None:
        with self.assertRaisesRegex(download.Unreached, f"{self.url}: .*3 bytes read"):
            self.read(cut, hung_up, cut, whole)
        self.assertEqual(self.answers, [whole])

    def test_what_the_server_refuses_is_asked_for_once(self) -> None:
        with self.assertRaises(urllib.error.HTTPError):
            self.read(missing, whole)
        self.assertEqual(self.answers, [whole])


if __name__ == "__main__":
    unittest.main()

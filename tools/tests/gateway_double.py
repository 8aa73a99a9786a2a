"""A gateway's manners without a shop, for the tests of Envoy: echoes what it got; `call port, ops port, name`."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

failed = 0


class Calls(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # One write per answer, as the gateway does: an answer that was begun can't be begun again elsewhere.
    wbufsize = 1 << 20

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length") or 0))
        self._answer()

    def _answer(self) -> None:
        global failed
        url = urlsplit(self.path)
        query = parse_qs(url.query)
        headers = {name.lower(): value for name, value in self.headers.items()}
        padding = "x" * int(query.get("padding", ["0"])[0])
        body = json.dumps({"name": sys.argv[3], "headers": headers, "padding": padding}).encode()
        # Of the first only: the second is well.
        is_failing = url.path == "/fail" or (url.path in ("/shed", "/broken") and sys.argv[3] == "gateway-1")
        failed += is_failing
        # A file that the release of the last one brings.
        is_absent = url.path == "/assets/of-another-release.js" and sys.argv[3] != "gateway-3"
        self.send_response(503 if is_failing else 404 if is_absent else 200)
        if url.path == "/shed":
            self.send_header("x-envoy-ratelimited", "true")
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        if "encoding" in query:
            self.send_header("content-encoding", query["encoding"][0])
        self.end_headers()
        self.wfile.write(body)


class Ops(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = str(failed).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


threading.Thread(target=Server(("127.0.0.1", int(sys.argv[2])), Ops).serve_forever, daemon=True).start()
Server(("127.0.0.1", int(sys.argv[1])), Calls).serve_forever()

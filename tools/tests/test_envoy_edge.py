"""Envoy itself, with the checked-in configuration, before gateways that are small programs of the test."""

import contextlib
import gzip
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Mapping
from pathlib import Path
from typing import Optional

from souk import toolchains
from souk.envoy import DEMO_LIMITS, Envoy, cidr_ranges
from souk.layout import Checkout, ShopFolder
from souk.ports import LOOPBACK, PortBook
from souk.services import Replica

from . import h2

# Statuses of gRPC.
OK, RESOURCE_EXHAUSTED = 0, 8
GATEWAY = Path(__file__).with_name("gateway_double.py")


class EdgeTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = ShopFolder(Path(tempfile.mkdtemp()))
        self.addCleanup(shutil.rmtree, self.folder.path)
        self.folder.prepare()
        self.ports = PortBook(self.folder.path / "ports.json")
        program = toolchains.envoy(Checkout.here())
        self.assertIsNotNone(program, "these tests need Envoy")
        self.envoy = Envoy(Checkout.here(), self.folder, self.ports, program)
        self.front = self.ports.free_port("front")
        self.log = self.folder.path / "envoy.log"
        self.gateways: dict[int, subprocess.Popen] = {}

    def replica(self, number: int) -> Replica:
        replica = Replica(
            "gateway", number, self.ports.port(f"gateway-{number}"), self.ports.port(f"gateway-{number}.ops")
        )
        words = [sys.executable, str(GATEWAY), str(replica.call_port), str(replica.ops_port), replica.name]
        self.gateways[number] = self.start(words)
        return replica

    def start(self, words: list[str], log: Path = Path(os.devnull)) -> subprocess.Popen:
        with log.open("wb") as output:
            process = subprocess.Popen(words, stdout=output, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def open(
        self, replicas: int, limits: Mapping[str, object] = DEMO_LIMITS, more: Optional[list[Replica]] = None
    ) -> None:
        found = [self.replica(number) for number in range(1, replicas + 1)] + (more or [])
        configuration = self.envoy.configure(self.front, limits)
        self.envoy.publish(found)
        self.start(list(self.envoy.spec(configuration).command), self.log)
        names: set[str] = set()
        deadline = time.monotonic() + 20
        while len(names) < replicas and time.monotonic() < deadline:
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError, KeyError):
                names.add(self.call("GET", "/")[2]["name"])
            time.sleep(0.02)
        self.assertEqual(len(names), replicas)

    def call(
        self, method: str, path: str, body: Optional[bytes] = None, headers: Optional[dict] = None, source: str = LOOPBACK
    ):
        """Status, headers and JSON of one answer to somebody at the address `source`."""
        connection = http.client.HTTPConnection(LOOPBACK, self.front, timeout=10, source_address=(source, 0))
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            data = answer.read()
            if answer.headers.get("content-encoding") == "gzip":
                data = gzip.decompress(data)
            is_json = (
                "json" in answer.headers.get("content-type", "") and answer.headers.get("content-encoding") != "br"
            )
            return answer.status, answer.headers, json.loads(data) if is_json and data else data

    def test_headers_of_our_own_do_not_come_from_outside(self) -> None:
        self.open(1)
        access = (Checkout.here().root / "services/gateway/src/dashboard/access.rs").read_text()
        unattended = re.search(r'UNATTENDED: HeaderName = HeaderName::from_static\("(.+)"\)', access)[1]
        given = {
            "X-Souk-Actor": "admin",
            "x-souk-anything": "1",
            "X-Request-Id": "mine",
            "X-Forwarded-For": "203.0.113.9",
            "Accept-Language": "ar",
            unattended: "1",
            "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "tracestate": "mine=1",
            "baggage": "mine=1",
        }
        seen = self.call("GET", "/", headers=given)[2]["headers"]
        self.assertFalse([name for name in seen if name.startswith("x-souk")])
        self.assertFalse({"traceparent", "tracestate", "baggage"} & set(seen))
        self.assertEqual(seen["accept-language"], "ar")
        self.assertEqual(seen[unattended], "1", "a staff tab that nobody is at says so")
        self.assertNotEqual(seen["x-request-id"], "mine")
        self.assertRegex(seen["x-forwarded-for"], r"^[0-9.]+$", "one address, which Envoy saw itself")
        self.assertNotIn("203.0.113.9", seen["x-forwarded-for"])

    def test_text_is_compressed_once(self) -> None:
        self.open(1)
        for accepted, encoding in (("gzip, br", "br"), ("gzip", "gzip"), ("identity", None)):
            headers = self.call("GET", "/?padding=5000", headers={"Accept-Encoding": accepted})[1]
            self.assertEqual(headers.get("content-encoding"), encoding)
        headers = self.call("GET", "/?padding=5000&encoding=zstd", headers={"Accept-Encoding": "gzip, br"})[1]
        self.assertEqual(headers.get("content-encoding"), "zstd")
        headers = self.call("GET", "/?padding=10", headers={"Accept-Encoding": "gzip, br"})[1]
        self.assertIsNone(headers.get("content-encoding"))

    def test_a_body_is_taken_where_a_route_takes_one(self) -> None:
        self.open(1)
        self.assertEqual(self.call("POST", "/web/api/cart/checkout", b"x" * 65_000)[0], 200)
        status, headers, problem = self.call("POST", "/web/api/cart/checkout", b"x" * 66_000)
        self.assertEqual((status, headers["content-type"], problem["status"]), (413, "application/problem+json", 413))
        self.assertEqual(problem["title"], "Payload Too Large")
        self.assertTrue(problem["requestId"])
        for method, path in (("POST", "/nothing"), ("GET", "/web/api/session"), ("POST", "/upload/image")):
            self.assertEqual(self.call(method, path, b"x" * 2_000)[0], 413, path)

    def refusal(self, sent: bytes) -> tuple[int, dict]:
        """Status and problem of the answer to bytes that no client library would send."""
        with socket.create_connection((LOOPBACK, self.front), timeout=10) as connection:
            connection.sendall(sent)
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            self.assertEqual(answer.headers["content-type"], "application/problem+json")
            self.assertEqual(answer.headers["x-content-type-options"], "nosniff")
            self.assertIn("max-age", answer.headers["strict-transport-security"])
            return answer.status, json.loads(answer.read())

    def test_every_refusal_of_its_own_is_a_problem(self) -> None:
        self.open(1)
        line = b"GET / HTTP/1.1\r\nHost: shop\r\n"
        for sent, status, code in (
            (b"nonsense\r\n\r\n", 400, "bad_request"),
            (b"GET / HTTP/1.1\r\n\r\n", 400, "bad_request"),
            (b'GET /search?q=" HTTP/1.1\r\nHost: shop\r\n\r\n', 400, "bad_request"),
            (b"GET /a%2fb HTTP/1.1\r\nHost: shop\r\n\r\n", 400, "bad_request"),
            (b"GET / HTTP/1.0\r\n\r\n", 426, "upgrade_required"),
            (line + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 403, "forbidden"),
            (line + b"X-Long: " + b"x" * 70_000 + b"\r\n\r\n", 431, "headers_too_large"),
            (line + b"".join(b"X-%d: 1\r\n" % number for number in range(80)) + b"\r\n", 431, "headers_too_large"),
        ):
            with self.subTest(sent[:40]):
                found, problem = self.refusal(sent)
                self.assertEqual((found, problem["status"], problem["code"]), (status, status, code))
                self.assertEqual(problem["type"], f"urn:souk:{code}")
                self.assertTrue(problem["title"] and problem["requestId"])
        self.gateways[1].kill()
        self.gateways[1].wait()
        status, problem = self.refusal(line + b"\r\n")
        self.assertEqual((status, problem["code"]), (503, "unavailable"))
        self.assertTrue(problem["requestId"])

    def test_one_client_may_not_ask_for_everything(self) -> None:
        self.open(1, {"client_burst": 5, "client_per_second": 1})
        answers = [self.call("GET", "/") for _ in range(40)]
        refused = [(headers, problem) for status, headers, problem in answers if status == 429]
        self.assertEqual({status for status, _, _ in answers}, {200, 429})
        headers, problem = refused[0]
        self.assertEqual(headers["content-type"], "application/problem+json")
        self.assertEqual(headers["retry-after"], "1")
        self.assertEqual(headers["cache-control"], "no-store")
        self.assertEqual((problem["status"], problem["code"]), (429, "rate_limited"))
        self.assertEqual(problem["type"], "urn:souk:rate_limited")
        self.assertTrue(problem["title"] and problem["requestId"])
        deadline = time.monotonic() + 10
        while self.call("GET", "/")[0] != 200:
            self.assertLess(time.monotonic(), deadline, "the client was never let in again")
            time.sleep(0.05)

    def test_a_line_with_many_networks_is_one_client(self) -> None:
        limits = {"site_burst": 5, "site_per_second": 1, "trusted_proxies": cidr_ranges(["127.0.0.9/32"])}
        self.open(1, limits)

        def ask(address: str) -> int:
            return self.call("GET", "/", headers={"X-Forwarded-For": address}, source="127.0.0.9")[0]

        self.assertIn(429, [ask(f"2001:db8:1:{number:x}::1") for number in range(40)])
        self.assertEqual(ask("2001:db8:2:1::1"), 200)

    def test_a_flood_of_refusals_leaves_the_log_to_the_rest(self) -> None:
        self.open(1, {"client_burst": 5, "client_per_second": 1})
        refused = [self.call("GET", "/")[0] for _ in range(500)].count(429)
        self.assertGreater(refused, 400)
        self.assertEqual(self.call("GET", "/told", source="127.0.0.8")[0], 200)
        deadline = time.monotonic() + 10
        while '"/told"' not in (log := self.log.read_text()):
            self.assertLess(time.monotonic(), deadline, "the log never told of it")
            time.sleep(0.05)
        self.assertLess(log.count('"status":429'), refused // 10)

    def test_a_body_that_does_not_come_is_not_waited_for(self) -> None:
        self.open(1, {**DEMO_LIMITS, "body_timeout": "1s"})
        began = time.monotonic()
        head = b"POST /web/api/cart/checkout HTTP/1.1\r\nHost: shop\r\nContent-Length: 60000\r\n\r\n"
        status, problem = self.refusal(head + b"x" * 30_000)
        self.assertEqual((status, problem["code"]), (408, "timeout"))
        self.assertLess(time.monotonic() - began, 5)

    def test_slow_readers_leave_connections_to_the_rest(self) -> None:
        self.open(1, {**DEMO_LIMITS, "upstream_connections": 64})
        self.hold(connections=8, streams=32, padding=340_000)
        for _ in range(100):
            began = time.monotonic()
            self.assertEqual(self.call("GET", "/", source="127.0.0.8")[0], 200)
            self.assertLess(time.monotonic() - began, 2)

    def test_slow_readers_leave_memory_to_the_rest(self) -> None:
        self.open(1, {**DEMO_LIMITS, "heap_bytes": 150_000_000})
        # A third more than there is, as fast as one address may ask.
        for _ in range(20):
            self.hold(connections=1, streams=32, padding=340_000)
            deadline = time.monotonic() + 0.25
            while time.monotonic() < deadline:
                self.assertEqual(self.call("GET", "/", source="127.0.0.8")[0], 200)

    def hold(self, connections: int, streams: int, padding: int) -> None:
        """Asks for answers that it never takes."""
        for _ in range(connections):
            client = h2.Client(self.front, "127.0.0.2", window=0)
            self.addCleanup(client.close)
            for _ in range(streams):
                client.ask(f"/?padding={padding}")

    def turned_away(self) -> bool:
        try:
            self.call("GET", "/")
        except (http.client.RemoteDisconnected, ConnectionResetError):
            return True
        return False

    def assert_turned_away(self, held: contextlib.ExitStack) -> None:
        """No new connection gets through, once Envoy has seen those that the system took for it. Two that come at once may both be
        refused the last place: who gets through after that takes it."""
        deadline = time.monotonic() + 10
        refused = 0
        while refused < 10:
            if self.turned_away():
                refused += 1
                continue
            refused = 0
            self.assertLess(time.monotonic(), deadline, "there is no limit")
            held.enter_context(socket.create_connection((LOOPBACK, self.front), timeout=10, source_address=(LOOPBACK, 0)))

    def test_one_address_cannot_take_all_connections(self) -> None:
        self.open(1, {**DEMO_LIMITS, "share_connections": 20})
        with contextlib.ExitStack() as held:
            for _ in range(60):
                connection = socket.create_connection((LOOPBACK, self.front), timeout=10, source_address=(LOOPBACK, 0))
                held.enter_context(connection)
            self.assert_turned_away(held)
            served = 0
            for number in range(2, 34):
                with contextlib.suppress(http.client.RemoteDisconnected, ConnectionResetError):
                    served += self.call("GET", "/", source=f"127.0.0.{number}")[0] == 200
            # Some share the hash of the address that takes all it can.
            self.assertGreaterEqual(served, 28)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with contextlib.suppress(http.client.RemoteDisconnected, ConnectionResetError):
                self.assertEqual(self.call("GET", "/")[0], 200)
                break
            time.sleep(0.05)
        else:
            self.fail("the address was never let in again")

    def test_all_connections_together_have_a_limit_too(self) -> None:
        self.open(1, {**DEMO_LIMITS, "all_connections": 30})
        with contextlib.ExitStack() as held:
            for number in range(60):
                source = (f"127.0.0.{number + 1}", 0)
                held.enter_context(socket.create_connection((LOOPBACK, self.front), timeout=10, source_address=source))
            self.assert_turned_away(held)

    def test_a_named_proxy_is_believed_and_nobody_else(self) -> None:
        limits = {"client_burst": 5, "client_per_second": 1, "trusted_proxies": cidr_ranges(["127.0.0.9/32"])}
        self.open(1, limits)
        given = {"X-Forwarded-For": "203.0.113.9", "X-Souk-Actor": "admin", "traceparent": "mine"}
        seen = self.call("GET", "/", headers=given, source="127.0.0.9")[2]["headers"]
        self.assertEqual(seen["x-forwarded-for"], "203.0.113.9")
        self.assertFalse({"x-souk-actor", "traceparent"} & set(seen))
        seen = self.call("GET", "/", headers=given, source="127.0.0.8")[2]["headers"]
        self.assertEqual(seen["x-forwarded-for"], "127.0.0.8")
        answers = [self.call("GET", "/", headers=given, source="127.0.0.9")[0] for _ in range(20)]
        self.assertIn(429, answers)
        other = {"X-Forwarded-For": "203.0.113.10"}
        self.assertEqual(self.call("GET", "/", headers=other, source="127.0.0.9")[0], 200, "behind the same proxy")

    def test_a_proxy_on_the_same_machine_tells_its_clients_apart(self) -> None:
        limits = {"client_burst": 5, "client_per_second": 1, "trusted_proxies": cidr_ranges([LOOPBACK])}
        self.open(1, limits)
        given = {"X-Forwarded-For": "198.51.100.1, 203.0.113.9"}
        seen = self.call("GET", "/", headers=given)[2]["headers"]
        # The gateway believes the last of them alone, and Envoy's machine has more addresses than the one that it trusts.
        self.assertEqual(seen["x-forwarded-for"], given["X-Forwarded-For"])
        # What a client wrote itself stands before, and makes nobody somebody else.
        disguises = [{"X-Forwarded-For": f"198.51.100.{number}, 203.0.113.9"} for number in range(20)]
        self.assertIn(429, [self.call("GET", "/", headers=disguise)[0] for disguise in disguises])
        other = {"X-Forwarded-For": "198.51.100.1, 203.0.113.10"}
        self.assertEqual(self.call("GET", "/", headers=other)[0], 200, "behind the same proxy")
        seen = self.call("GET", "/", headers=given, source="127.0.0.8")[2]["headers"]
        self.assertEqual(seen["x-forwarded-for"], "127.0.0.8", "nobody else is believed")

    def test_the_checked_in_limits_let_a_page_load(self) -> None:
        self.open(1, {})
        self.assertEqual({self.call("GET", "/")[0] for _ in range(100)}, {200})

    def test_no_safe_request_is_lost_when_a_replica_is_killed(self) -> None:
        self.open(2)
        answers: list[int] = []
        stop = threading.Event()

        def browse() -> None:
            while not stop.is_set():
                answers.append(self.call("GET", "/?padding=2000")[0])

        browsers = [threading.Thread(target=browse) for _ in range(4)]
        for browser in browsers:
            browser.start()
        time.sleep(0.5)
        self.gateways[1].send_signal(signal.SIGKILL)
        time.sleep(2)
        stop.set()
        for browser in browsers:
            browser.join()
        self.assertGreater(len(answers), 50)
        self.assertEqual(set(answers), {200})

    def test_what_changes_something_goes_out_once(self) -> None:
        self.open(2)
        before = sum(self.counted())
        self.assertEqual(self.call("POST", "/fail", b"{}")[0], 503)
        self.assertEqual(sum(self.counted()) - before, 1)
        before = sum(self.counted())
        self.assertEqual(self.call("GET", "/fail")[0], 503)
        self.assertGreater(sum(self.counted()) - before, 1)

    def test_a_page_finds_its_files_while_gateways_of_two_releases_run(self) -> None:
        self.open(3)
        answers = [self.call("GET", "/assets/of-another-release.js") for _ in range(50)]
        self.assertEqual({(status, body["name"]) for status, _, body in answers}, {(200, "gateway-3")})

    def test_what_a_gateway_sheds_is_not_repeated_nor_held_against_it(self) -> None:
        self.open(2)
        answers = [self.call("GET", "/shed") for _ in range(100)]
        shed = [headers for status, headers, _ in answers if status == 503]
        self.assertEqual(sum(self.counted()), len(shed), "each of them went out once")
        # Taken out, it would have got five and then none for two seconds.
        self.assertGreater(len(shed), 20)
        self.assertIsNone(shed[0].get("x-envoy-ratelimited"), "that is between the two of us")
        in_a_row, deadline = 0, time.monotonic() + 10
        while in_a_row < 20 and time.monotonic() < deadline:
            in_a_row = 0 if self.call("POST", "/broken", b"{}")[0] == 503 else in_a_row + 1
        self.assertEqual(in_a_row, 20, "what fails is taken out, as soon as Envoy's main thread hears of it")

    def test_what_a_service_sheds_is_not_repeated_nor_held_against_it(self) -> None:
        ports = [self.ports.port(f"catalog-{number}") for number in (1, 2)]
        services = [h2.GrpcDouble(port, status) for port, status in zip(ports, (RESOURCE_EXHAUSTED, OK))]
        for service in services:
            self.addCleanup(service.close)
        more = [Replica("catalog", number, port, port) for number, port in enumerate(ports, 1)]
        self.open(1, more=more)
        client = h2.Client(self.ports.port("mesh"), LOOPBACK)
        self.addCleanup(client.close)
        for _ in range(100):
            client.call("/souk.catalog.v1.Listings/GetListing", b"anything")
        self.assertEqual(sum(service.calls for service in services), 100, "each of them went out once")
        self.assertGreater(services[0].calls, 20)

    def counted(self) -> list[int]:
        """How many calls of /fail and of /shed each gateway answered with 503."""
        found = []
        for number in self.gateways:
            connection = http.client.HTTPConnection(LOOPBACK, self.ports.port(f"gateway-{number}.ops"), timeout=5)
            with contextlib.closing(connection):
                connection.request("GET", "/failed")
                found.append(int(connection.getresponse().read()))
        return found

    def test_new_replicas_get_calls_without_a_restart(self) -> None:
        self.open(1)
        self.envoy.publish(
            [Replica("gateway", 1, self.ports.port("gateway-1"), self.ports.port("gateway-1.ops")), self.replica(2)]
        )
        names: set[str] = set()
        deadline = time.monotonic() + 10
        while len(names) < 2 and time.monotonic() < deadline:
            names.add(self.call("GET", "/")[2]["name"])
        self.assertEqual(names, {"gateway-1", "gateway-2"})

    def test_what_it_counts_is_read_at_a_port_of_its_own_and_nothing_else(self) -> None:
        self.open(1)
        self.assertNotIn(b"envoy_", self.call("GET", "/metrics")[2], "at the front door that path is the gateway's")
        self.front = self.ports.port("envoy.metrics")
        status, _, counted = self.call("GET", "/metrics")
        self.assertEqual(status, 200)
        self.assertIn(b'envoy_cluster_upstream_rq_total{envoy_cluster_name="gateway"}', counted)
        for method, path in (("POST", "/metrics"), ("POST", "/quitquitquit"), ("GET", "/config_dump"), ("GET", "/metrics/../config_dump")):
            self.assertEqual(self.call(method, path)[0], 404, path)

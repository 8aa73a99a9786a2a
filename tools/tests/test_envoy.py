"""The checked-in Envoy configuration: every value that is replaced has its line, and its default."""

import json
import re
import unittest
from unittest import mock

from souk import envoy
from souk.errors import Refusal
from souk.layout import Checkout
from souk.services import Replica

TEMPLATE = "port_value: 8080 # souk:front_port\nother: 1\npath: a/b.yaml # souk:endpoints\n"


class EnvoyTest(unittest.TestCase):
    def test_only_marked_values_are_replaced(self) -> None:
        rendered = envoy.render(TEMPLATE, {"front_port": 9000})
        self.assertEqual(rendered, TEMPLATE.replace("8080", "9000"))

    def test_a_value_without_its_line_is_refused(self) -> None:
        with self.assertRaisesRegex(Refusal, "no_such"):
            envoy.render(TEMPLATE, {"no_such": 1})

    def test_every_cluster_has_a_default_file_and_a_marked_line(self) -> None:
        folder = Checkout.here().root / "deploy/envoy"
        names = {match["name"]: match["value"] for match in envoy.MARKED.finditer((folder / "envoy.yaml").read_text())}
        for service in envoy.SERVICES:
            path = Checkout.here().root / names[f"{service}_endpoints"]
            self.assertIn(f"cluster_name: {service}\n", path.read_text())

    def test_replicas_have_the_shape_of_the_checked_in_file(self) -> None:
        for service, ports in (("gateway", (7001, 7101)), ("catalog", (7002, 7102))):
            path = Checkout.here().root / f"deploy/envoy/endpoints/{service}.yaml"
            lines = [line for line in path.read_text().splitlines(True) if not line.startswith("#")]
            self.assertEqual(envoy.endpoints(service, [Replica(service, 1, *ports)]), "".join(lines))

    def test_proxies_are_written_as_ranges_and_nonsense_is_refused(self) -> None:
        written = envoy.cidr_ranges(["10.0.0.5", "2001:db8::/32"])
        self.assertEqual(json.loads(written)[0], {"address_prefix": "10.0.0.5", "prefix_len": 32})
        self.assertEqual(json.loads(written)[1], {"address_prefix": "2001:db8::", "prefix_len": 32})
        self.assertNotIn(" ", written)
        with self.assertRaisesRegex(Refusal, "SOUK_TRUSTED_PROXIES"):
            envoy.cidr_ranges(["everybody"])

    def test_connections_leave_files_for_the_rest(self) -> None:
        with mock.patch("resource.getrlimit", return_value=(1024, 4096)):
            self.assertEqual(envoy.affordable_connections(8192), 1536)
        with mock.patch("resource.getrlimit", return_value=(1024, 1_000_000)):
            self.assertEqual(envoy.affordable_connections(8192), 8192)

    def test_every_share_of_connections_is_reached(self) -> None:
        configuration = (Checkout.here().root / "deploy/envoy/envoy.yaml").read_text()
        chains = re.findall(r"- (?:\{ )?name: (share-\d+)", configuration)
        chosen = re.findall(r"value: (share-\d+)", configuration)
        self.assertEqual(sorted(chains), sorted(chosen))
        shares = {int(number) for number in re.findall(r"modulo: (\d+)", configuration)}
        self.assertEqual(shares, {len(chains)})

    def test_every_stream_has_its_route_and_every_such_route_its_stream(self) -> None:
        root = Checkout.here().root
        streams = set()
        for path in root.glob("proto/souk/*/v1/*.proto"):
            text = path.read_text()
            package = re.search(r"^package ([\w.]+);", text, re.MULTILINE)[1]
            for service in re.split(r"^service ", text, flags=re.MULTILINE)[1:]:
                names = re.findall(r"^  rpc (\w+)\([\w.]+\) returns \(stream", service, re.MULTILINE)
                streams |= {f"/{package}.{service.split()[0]}/{name}" for name in names}
        configuration = (root / "deploy/envoy/envoy.yaml").read_text()
        routes = re.findall(r'regex: "(.*)" \}, grpc: \{\} \}\n.* timeout: 0s', configuration)
        for route in routes:
            found = {stream for stream in streams if re.fullmatch(route.replace(r"\\", "\\"), stream)}
            self.assertEqual(len(found), 1, route)
            streams -= found
        self.assertEqual(streams, set())

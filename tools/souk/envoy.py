"""Envoy: the checked-in configuration with this shop's ports, and one file of replicas per cluster."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import resource
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from souk import servers, spec, state
from souk.build import SERVICES
from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
from souk.ports import LOOPBACK, PortBook
from souk.services import Replica
from souk.spec import Spec

MARKED = re.compile(r"^(?P<before>\s*[\w-]+: )(?P<value>\S+)(?P<mark> # souk:(?P<name>\w+))$", re.MULTILINE)
# How a cluster of the template learns of its replicas.
WATCHED = re.compile(r"^      type: EDS\n(?: {7,}.*\n|      eds_cluster_config:\n)*? .*# souk:(?P<service>\w+)_endpoints\n", re.MULTILINE)
# A listener or a cluster of the template, and what of it other clusters repeat by the name of an anchor.
BLOCK = re.compile(r"^    - name: (?P<name>\w+)\n(?:(?: {5,}.*)?\n)*", re.MULTILINE)
ANCHOR = re.compile(r"^      (?P<key>\w+): &(?P<name>\w+)\b.*\n(?: {7,}.*\n)*", re.MULTILINE)
ALIAS = r"^      {key}: \*{name}\n"
# A load test comes from one address; only a demo shop lets it through.
DEMO_LIMITS = dict.fromkeys(("client_burst", "client_per_second", "site_burst", "site_per_second"), "100000")
# Of the files that a process may open, these are for other things than connections of shoppers.
OTHER_FILES = 1024


def render(template: str, values: Mapping[str, object]) -> str:
    """The template with the values of its marked lines replaced; every value must have its line."""
    used = set()

    def replace(match: re.Match) -> str:
        name = match["name"]
        used.add(name)
        return f"{match['before']}{values.get(name, match['value'])}{match['mark']}"

    rendered = MARKED.sub(replace, template)
    if unknown := set(values) - used:
        raise Refusal(f"deploy/envoy/envoy.yaml has no line marked with {', '.join(sorted(unknown))}")
    return rendered


def default(template: str, name: str) -> str:
    """The template's own value of a marked line."""
    return next(match["value"] for match in MARKED.finditer(template) if match["name"] == name)


def cidr_ranges(proxies: Iterable[str]) -> str:
    """Addresses and networks (`10.0.0.5`, `10.1.0.0/16`) as Envoy writes them, on one line and without a space."""
    networks = []
    for proxy in proxies:
        try:
            networks.append(ipaddress.ip_network(proxy))
        except ValueError as error:
            raise Refusal(f"SOUK_TRUSTED_PROXIES: {error}") from error
    ranges = [{"address_prefix": str(one.network_address), "prefix_len": one.prefixlen} for one in networks]
    return json.dumps(ranges, separators=(",", ":"))


def affordable_connections(wanted: int) -> int:
    """So many connections of shoppers, or fewer where the system allows fewer files: each may need one on both sides."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if most == resource.RLIM_INFINITY else max(1, min(wanted, (most - OTHER_FILES) // 2))


def endpoints(service: str, found: Iterable[Replica]) -> str:
    """The file of one cluster, in the shape of those in deploy/envoy/endpoints."""
    lines = [
        "resources:",
        '  - "@type": type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment',
        f"    cluster_name: {service}",
        "    endpoints:",
        "      - lb_endpoints:",
    ]
    for replica in found:
        address = f"address: {{ socket_address: {{ address: {LOOPBACK}, port_value: {replica.call_port} }} }}"
        # The gateway answers browsers on one port and health questions on another.
        check = f", health_check_config: {{ port_value: {replica.ops_port} }}" if service == "gateway" else ""
        lines.append(f"          - endpoint: {{ {address}{check} }}")
    return "\n".join(lines) + "\n"


def found_by_name(template: str, folder: Path) -> str:
    """The template where the replicas of a service are all whom DNS names for it, at the ports of its file in `folder`."""
    named = WATCHED.sub(lambda match: _named(match["service"], folder), template)
    if missing := [service for service in SERVICES if f"address: {service}, port_value" not in named]:
        raise Refusal(f"deploy/envoy/envoy.yaml has no cluster that watches the file of {', '.join(missing)}")
    return named


def _named(service: str, folder: Path) -> str:
    lines = (folder / f"{service}.yaml").read_text().splitlines(True)
    assignment = lines[next(number for number, line in enumerate(lines) if "cluster_name:" in line) :]
    return (
        "      cluster_type:\n"
        "        name: envoy.cluster.dns\n"
        "        typed_config:\n"
        '          "@type": type.googleapis.com/envoy.extensions.clusters.dns.v3.DnsCluster\n'
        "          dns_lookup_family: V4_PREFERRED\n"
        # Docker and a cluster's DNS give their answers a longer life than a replica may have.
        "          dns_refresh_rate: 1s\n"
        "      load_assignment:\n" + "".join(f"    {line}" for line in assignment).replace(LOOPBACK, service)
    )


def part(configuration: str, kept: Collection[str]) -> str:
    """The configuration with these listeners and clusters alone: what a deployment runs of it in a place of its own."""
    found = list(BLOCK.finditer(configuration))
    if missing := set(kept) - {block["name"] for block in found}:
        raise Refusal(f"deploy/envoy/envoy.yaml has no {', '.join(sorted(missing))}")
    rest = BLOCK.sub(lambda block: block[0] if block["name"] in kept else "", configuration)
    for gone in (block[0] for block in found if block["name"] not in kept):
        for anchor in ANCHOR.finditer(gone):
            # The first that repeats it says it from now on.
            alias = re.compile(ALIAS.format(**anchor.groupdict()), re.MULTILINE)
            rest = alias.sub(lambda _, said=anchor[0]: said, rest, count=1)
    return rest


class Envoy:
    """The Envoy of one shop."""

    def __init__(self, checkout: Checkout, folder: ShopFolder, ports: PortBook, program: Path) -> None:
        self._checkout = checkout
        self._folder = folder
        self._ports = ports
        self._program = program

    def mesh_url(self) -> str:
        return f"http://{LOOPBACK}:{self._ports.port('mesh')}"

    def ready_url(self) -> str:
        return f"http://{LOOPBACK}:{self._ports.port('envoy.admin')}/ready"

    def configure(self, front_port: int, limits: Mapping[str, object] = DEMO_LIMITS) -> Path:
        template = (self._checkout.root / "deploy/envoy/envoy.yaml").read_text()
        proxies = [proxy.strip() for proxy in os.environ.get("SOUK_TRUSTED_PROXIES", "").split(",") if proxy.strip()]
        values = {
            "front_port": front_port,
            "mesh_port": self._ports.free_port("mesh"),
            "admin_port": self._ports.free_port("envoy.admin"),
            "metrics_port": self._ports.free_port("envoy.metrics"),
            "all_connections": affordable_connections(int(default(template, "all_connections"))),
            **({"trusted_proxies": cidr_ranges(proxies)} if proxies else {}),
            **{f"{service}_endpoints": self._endpoints_file(service) for service in SERVICES},
            **limits,
        }
        rendered = self._folder.envoy / "envoy.yaml"
        state.write_text(rendered, render(template, values))
        return rendered

    def publish(self, found: list[Replica]) -> None:
        """Tells Envoy who the replicas are; a running one takes it over within moments."""
        for service in SERVICES:
            own = [replica for replica in found if replica.service == service]
            state.write_text(self._endpoints_file(service), endpoints(service, own))

    def spec(self, configuration: Path) -> Spec:
        options = ("--disable-hot-restart", "--log-level", "warn", "--concurrency", "2")
        return Spec(
            name="envoy",
            command=(str(self._program), "-c", str(configuration), *options),
            environment=servers.base_environment(),
            folder=str(self._folder.envoy),
            log=str(self._folder.logs / "envoy.log"),
            group=spec.ENVOY,
            health=self.ready_url(),
        )

    def _endpoints_file(self, service: str) -> Path:
        # Quoted nowhere: YAML reads a plain path as it is unless it has ": " or " #" in it.
        return self._folder.envoy / f"{service}.yaml"

"""The five services: the environment of each replica and the process that it is."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from souk import rabbitmq, servers, spec
from souk.build import SERVICES, binary
from souk.credentials import Credentials
from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
from souk.ports import LOOPBACK, PortBook
from souk.spec import Spec

MAX_REPLICAS = 8
# Settings that the caller's environment may give the services; what we decide ourselves overrides them.
PASSED_ON = ("SOUK_", "OTEL_", "RUST_")
# Those of `./souk` and `.ci/run`; shops that are thrown away share no search server.
FOR_US_ALONE = ("SOUK_POSTGRES_URL", "SOUK_MEILI_URL", "SOUK_CARGO_PROFILE", "SOUK_BUILD_CACHE")
# Who may change a schema: no process that serves.
MIGRATION = "SOUK_MIGRATION_DATABASE_URL"


@dataclass(frozen=True)
class Backends:
    """What the services talk to, and where shoppers reach them."""

    databases: Mapping[str, str]
    amqp_url: str
    media_url: str
    mesh_url: str
    public_url: str
    # Whether Envoy is the front door, or the gateway itself.
    behind_proxy: bool
    # Of a search server, where there is one. A shop that was started before there could be has none.
    meili_url: Optional[str] = None
    # By service, where each has a user of its own on the broker.
    amqp_urls: Mapping[str, str] = field(default_factory=dict)
    # The databases as their owners. A shop that was started before there were has none.
    owned_databases: Mapping[str, str] = field(default_factory=dict)
    # As the one who reads all of them; the same.
    read_databases: Mapping[str, str] = field(default_factory=dict)

    def as_owners(self) -> dict[str, str]:
        """By service, the address for whatever changes a schema."""
        return {service: self.owned_databases.get(service, url) for service, url in self.databases.items()}


@dataclass(frozen=True)
class Replica:
    """One process of a service and its ports."""

    service: str
    number: int
    call_port: int
    ops_port: int

    @property
    def name(self) -> str:
        return f"{self.service}-{self.number}"

    @property
    def ready_url(self) -> str:
        return f"http://{LOOPBACK}:{self.ops_port}/readyz"


@dataclass(frozen=True)
class Scale:
    """How many replicas of each service."""

    counts: Mapping[str, int] = field(default_factory=dict)

    @staticmethod
    def of_words(words: list[str]) -> Scale:
        """From `catalog=2`."""
        counts = {}
        for word in words:
            service, _, number = word.partition("=")
            if service not in SERVICES or not number.isdigit() or not 1 <= int(number) <= MAX_REPLICAS:
                raise Refusal(
                    f"--scale {word}: write service=n with n from 1 to {MAX_REPLICAS}; services: {', '.join(SERVICES)}"
                )
            counts[service] = int(number)
        return Scale(counts)

    def of(self, service: str) -> int:
        return self.counts.get(service, 1)


def replicas(scale: Scale, ports: PortBook, choose: bool) -> list[Replica]:
    """All replicas with their kept ports; with `choose` a port that somebody took meanwhile is chosen anew."""
    numbers = [(service, number) for service in SERVICES for number in range(1, scale.of(service) + 1)]
    return [replica(service, number, ports, choose) for service, number in numbers]


def replica(service: str, number: int, ports: PortBook, choose: bool) -> Replica:
    """One of them, chosen as these."""
    pick = ports.free_port if choose else ports.port
    return Replica(service, number, pick(f"{service}-{number}"), pick(f"{service}-{number}.ops"))


class Services:
    """Makes the specs and the environments."""

    def __init__(
        self,
        checkout: Checkout,
        folder: ShopFolder,
        credentials: Credentials,
        backends: Backends,
        demo_limits: bool = True,
    ) -> None:
        """Without `demo_limits` one client may ask for no more than in production."""
        self._demo_limits = demo_limits
        self._checkout = checkout
        self._folder = folder
        self._credentials = credentials
        self._backends = backends

    def program(self, name: str) -> Path:
        return self._checkout.binaries / binary(name)

    def spec(self, replica: Replica) -> Spec:
        gateway = replica.service == "gateway"
        return Spec(
            name=replica.name,
            command=(str(self.program(replica.service)), "serve"),
            environment=self.environment(replica.service, replica),
            folder=str(self._folder.path),
            log=str(self._folder.logs / f"{replica.name}.log"),
            group=spec.GATEWAY if gateway else spec.SERVICE,
            health=replica.ready_url,
        )

    def environment(self, service: str, replica: Optional[Replica] = None) -> dict[str, str]:
        """For `serve` with a replica; without one for other commands of the service."""
        environment = {
            **servers.base_environment(),
            **_passed_on(),
            # Buffers of pictures go back to the system: by itself the allocator would keep them for the next ones.
            "MALLOC_MMAP_THRESHOLD_": "262144",
            # The log is a file also when this command has a terminal.
            "NO_COLOR": "1",
            "SOUK_ENVIRONMENT": "development",
            "SOUK_LOG_FORMAT": os.environ.get("SOUK_LOG_FORMAT") or "text",
            "SOUK_DATABASE_URL": self._backends.databases[service],
            "SOUK_AMQP_URL": self._amqp_url(service),
            "SOUK_BUS_NAMESPACE": "souk",
            "SOUK_MESH_URL": self._backends.mesh_url,
            "SOUK_ACTOR_KEY": self._credentials.secret("actor"),
        }
        if service == "orders" and self._demo_limits:
            # Load tests come from one address, and some checks buy all there is.
            limits = ("LINE_PIECES", "CART_PIECES", "PHONE_PIECES", "PHONE_VALUE")
            of_address = ("ORDERS", "PIECES", "VALUE", "DRAFTS")
            limits += tuple(f"ADDRESS_{limit}" for limit in of_address)
            environment.update({f"SOUK_{limit}": "0" for limit in limits})
        if service in ("catalog", "gateway"):
            environment["SOUK_MEDIA_URL"] = self._backends.media_url
        if service == "catalog" and self._backends.meili_url:
            environment["SOUK_MEILI_URL"] = self._backends.meili_url
        if service == "gateway":
            environment["SOUK_WEB_DIR"] = str(self._checkout.web / "dist")
            environment["SOUK_SECRET"] = self._credentials.secret("gateway")
            environment["SOUK_PUBLIC_URL"] = self._backends.public_url
            if self._backends.behind_proxy:
                proxies = [LOOPBACK, os.environ.get("SOUK_TRUSTED_PROXIES", "")]
                environment["SOUK_TRUSTED_PROXIES"] = ",".join(filter(None, proxies))
            environment["SOUK_DEMO"] = "true" if self._demo_limits else "false"
        if replica is not None:
            environment.update(self._addresses(replica))
        # What is decided here is not asked of a file.
        return {name: value for name, value in environment.items() if name.removesuffix("_FILE") not in environment.keys() - {name}}

    def command_environment(self, service: str) -> dict[str, str]:
        """For whatever somebody runs as the service, `migrate` too."""
        return {**self.environment(service), MIGRATION: self._backends.as_owners()[service]}

    def migration_environment(self, service: str) -> dict[str, str]:
        """For `migrate` of any release: one before there were owners migrates as who serves."""
        return {**self.command_environment(service), "SOUK_DATABASE_URL": self._backends.as_owners()[service]}

    def _amqp_url(self, service: str) -> str:
        """That of the service's own user; the administrator's for a release before there were others, which wants more than its own part
        of the bus."""
        knows_users = (self._checkout.root / rabbitmq.DEFINITIONS).exists()
        return (self._backends.amqp_urls if knows_users else {}).get(service, self._backends.amqp_url)

    def _addresses(self, replica: Replica) -> dict[str, str]:
        addresses = {
            "SOUK_LISTEN_ADDR": f"{LOOPBACK}:{replica.call_port}",
            "SOUK_OPS_ADDR": f"{LOOPBACK}:{replica.ops_port}",
        }
        if replica.service == "catalog":
            index = self._folder.index / replica.name
            index.mkdir(parents=True, exist_ok=True)
            addresses["SOUK_INDEX_DIR"] = str(index)
        return addresses

    def tool_environment(self, gateway_url: str) -> dict[str, str]:
        """For the programs that work with every service: the demo's loader, the bench."""
        return {**self.environment("gateway"), **_urls(self._backends.databases), "SOUK_GATEWAY_URL": gateway_url}

    def verify_environment(self, gateway_url: str) -> dict[str, str]:
        """For the verifier, which only reads."""
        return {**self.tool_environment(gateway_url), **_urls({**self._backends.databases, **self._backends.read_databases})}

    def owner_environment(self, gateway_url: str) -> dict[str, str]:
        """For those of them that take indexes down or make tables."""
        return {**self.tool_environment(gateway_url), **_urls(self._backends.as_owners())}


def _urls(databases: Mapping[str, str]) -> dict[str, str]:
    return {f"{service.upper()}_DATABASE_URL": databases[service] for service in SERVICES}


def _passed_on() -> dict[str, str]:
    given = os.environ.items()
    ours = {*FOR_US_ALONE, MIGRATION, f"{MIGRATION}_FILE"}
    return {name: value for name, value in given if name.startswith(PASSED_ON) and name not in ours}


def direct_mesh(found: list[Replica]) -> str:
    """Where there is no Envoy between them, the services call each other's first replica."""
    first = [replica for replica in found if replica.number == 1 and replica.service != "gateway"]
    return ",".join(f"{replica.service}=http://{LOOPBACK}:{replica.call_port}" for replica in first)

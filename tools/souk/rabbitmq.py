"""RabbitMQ: the private broker, or the one of `SOUK_AMQP_URL`.

Erlang's port mapper runs as a process of ours too, on a port of ours: started by the broker it would outlive it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

from souk import amqp, machine, servers, spec, state
from souk.build import SERVICES
from souk.certificates import Certificates
from souk.credentials import Credentials
from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
from souk.ports import LOOPBACK, PortBook
from souk.spec import Spec

# The administrator. Each service has a user of its own, with its part of the bus.
USER = "souk"
DEFINITIONS = "deploy/rabbitmq/definitions.json"
SERVER = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
CONFIGURATION = """\
# Written by ./souk at every start.
listeners.tcp.default = {address}:{port}
load_definitions = {definitions}
loopback_users.{user} = true
disk_free_limit.absolute = 200MB
vm_memory_high_watermark.absolute = 1GB
log.console = true
log.console.level = warning
log.file = false
"""
ENCRYPTED = """\
listeners.ssl.default = {address}:{port}
ssl_options.cacertfile = {authority}
ssl_options.certfile = {certificate}
ssl_options.keyfile = {key}
ssl_options.verify = verify_none
ssl_options.fail_if_no_peer_cert = false
"""


class PrivateBroker:
    """A broker of our own, on ports of our own, with data of our own."""

    def __init__(self, folder: ShopFolder, ports: PortBook, credentials: Credentials, forgetful: bool = False) -> None:
        self._folder = folder
        self._ports = ports
        self._password = credentials.secret("rabbitmq")
        self._passwords = {service: credentials.secret(f"rabbitmq.{service}") for service in SERVICES}
        self._user = machine.unprivileged_user("rabbitmq")
        self._home = servers.home(folder, "rabbitmq", self._user)
        # Tests speak to their broker encrypted too.
        self._certificates = Certificates(self._home, self._user) if forgetful else None

    def url(self) -> str:
        """Its administrator's."""
        return self._url(USER, self._password)

    def service_urls(self) -> dict[str, str]:
        """Each service's own."""
        return {service: self._url(user(service), password) for service, password in self._passwords.items()}

    def _url(self, name: str, password: str) -> str:
        return f"amqp://{name}:{password}@{LOOPBACK}:{self._ports.port('rabbitmq')}"

    def encrypted_url(self) -> str:
        """The same broker, on its encrypted port."""
        assert self._certificates is not None, "only tests' brokers speak encrypted"
        port = self._ports.port("rabbitmq.encrypted")
        return f"amqps://{USER}:{self._password}@localhost:{port}?cacertfile={self._certificates.authority}"

    def specs(self) -> tuple[Spec, Spec]:
        """The port mapper and the broker."""
        self._forget_half_made()
        ports = {name: self._ports.free_port(name) for name in ("rabbitmq", "rabbitmq.nodes", "epmd")}
        users = self._write(self._users.name, self._definitions())
        self._configure(CONFIGURATION.format(address=LOOPBACK, port=ports["rabbitmq"], user=USER, definitions=users))
        environment = self._environment(ports)
        return (
            self._spec("epmd", (str(_port_mapper()), "-address", LOOPBACK, "-port", str(ports["epmd"])), environment),
            self._spec("rabbitmq", (str(SERVER),), environment),
        )

    def knows_its_users(self) -> bool:
        """Whether it was started with the users and rights that it would be given now."""
        return self._users.exists() and self._users.read_text() == self._definitions()

    @property
    def _users(self) -> Path:
        return self._home / "definitions.json"

    def _definitions(self) -> str:
        own = {password_name(service): password for service, password in self._passwords.items()}
        return definitions({"RABBITMQ_PASSWORD": self._password, **own})

    def wait_ready(self, seconds: float = 120) -> None:
        wait_ready(self.url(), seconds)
        (self._home / "made").touch()

    def _spec(self, name: str, command: tuple[str, ...], environment: dict[str, str]) -> Spec:
        return Spec(
            name=name,
            command=command,
            environment=environment,
            folder=str(self._home),
            log=str(self._folder.logs / f"{name}.log"),
            # The mapper ends after the broker, which says good-bye to it.
            group=spec.SERVER - (name == "epmd"),
            user=self._user,
            stop_seconds=30,
        )

    def _forget_half_made(self) -> None:
        """A first start that was cut off may have left a broker without its user; it held nothing yet."""
        if not (self._home / "made").exists():
            shutil.rmtree(self._home / "data", ignore_errors=True)

    def _configure(self, text: str) -> None:
        if files := self._certificates:
            files.make()
            port = self._ports.free_port("rabbitmq.encrypted")
            paths = {"authority": files.authority, "certificate": files.certificate, "key": files.key}
            text += ENCRYPTED.format(address=LOOPBACK, port=port, **paths)
        for name, content in (("rabbitmq.conf", text), ("plugins", "[].\n"), ("advanced.config", "[].\n")):
            self._write(name, content)

    def _write(self, name: str, content: str) -> Path:
        path = self._home / name
        state.write_text(path, content, 0o600)
        machine.give(path, self._user)
        return path

    def _environment(self, ports: dict[str, int]) -> dict[str, str]:
        name = hashlib.sha256(os.fsencode(self._home)).hexdigest()[:12]
        home = self._home
        return {
            **servers.base_environment(),
            "HOME": str(home),
            "ERL_EPMD_ADDRESS": LOOPBACK,
            "ERL_EPMD_PORT": str(ports["epmd"]),
            "RABBITMQ_NODENAME": f"souk-{name}@localhost",
            "RABBITMQ_CONF_ENV_FILE": str(home / "no-environment-file"),
            "RABBITMQ_CONFIG_FILE": str(home / "rabbitmq.conf"),
            "RABBITMQ_ADVANCED_CONFIG_FILE": str(home / "advanced.config"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(home / "plugins"),
            "RABBITMQ_MNESIA_BASE": str(home / "data"),
            "RABBITMQ_LOG_BASE": str(home / "log"),
            "RABBITMQ_DIST_PORT": str(ports["rabbitmq.nodes"]),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
            # Makes the start script become the broker instead of waiting for it as a second process.
            "detached": "1",
        }


def user(service: str) -> str:
    return f"souk_{service}"


def password_name(service: str) -> str:
    """The variable that says the password of the service's user."""
    return f"{service.upper()}_RABBITMQ_PASSWORD"


def definitions(passwords: Mapping[str, str]) -> str:
    """Users and what each may do, which the broker reads at every start; deploy/rabbitmq/start.sh makes the same in a container."""
    template = (Checkout.here().root / DEFINITIONS).read_text()
    return re.sub(r"\$\{([A-Z_]+)\}", lambda found: passwords[found[1]], template)


def wait_ready(url: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not amqp.logs_in(url):
        if time.monotonic() > deadline:
            raise Refusal("RabbitMQ doesn't answer, or not to its user and password")
        time.sleep(0.1)


def _port_mapper() -> Path:
    found = shutil.which("epmd") or next(map(str, Path("/usr/lib/erlang").glob("erts-*/bin/epmd")), None)
    if found is None:
        raise Refusal("Erlang's epmd isn't here, though RabbitMQ is.")
    return Path(found)

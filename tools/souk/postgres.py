"""PostgreSQL: the private server, or the one of `SOUK_POSTGRES_URL`, with one database, one owner and one login per service."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Optional
from urllib.parse import parse_qsl, unquote, urlsplit

from souk import machine, servers, spec
from souk.certificates import Certificates
from souk.credentials import Credentials
from souk.errors import Refusal
from souk.layout import Checkout, ShopFolder
from souk.ports import LOOPBACK, PortBook
from souk.spec import Spec

SUPERUSER = "souk_admin"
SETTINGS = {
    "listen_addresses": LOOPBACK,
    # No socket file: the path of a checkout may be longer than a socket's can be.
    "unix_socket_directories": "",
    "max_connections": "200",
    "shared_buffers": "256MB",
    "max_wal_size": "2GB",
    "wal_compression": "on",
    "random_page_cost": "1.1",
    # Nothing that was acknowledged is lost, also when the power is.
    "fsync": "on",
    "synchronous_commit": "on",
    "password_encryption": "scram-sha-256",
    "log_line_prefix": "%m [%p] %d ",
}
# What an address says of encryption, in all spellings that the services read, as psql is told it.
ENCRYPTION = {
    "sslmode": "PGSSLMODE",
    "ssl-mode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "ssl-root-cert": "PGSSLROOTCERT",
    "ssl-ca": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "ssl-cert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "ssl-key": "PGSSLKEY",
}
# Who vouches for a server where the address doesn't say: psql before 16 knows no word for it.
SYSTEM_AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
# For servers that are thrown away.
FORGETFUL = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_compression": "off",
    "max_connections": "400",
}


@dataclass(frozen=True)
class Server:
    """How to reach a server as somebody who may make roles and databases."""

    host: str
    port: int
    user: str
    password: str
    database: str = "postgres"
    query: str = ""

    @staticmethod
    def of_url(url: str) -> Server:
        parts = urlsplit(url)
        if parts.scheme not in ("postgres", "postgresql") or not parts.hostname:
            raise Refusal("An address of PostgreSQL must look like postgres://user:password@host:5432/postgres")
        return Server(
            parts.hostname,
            parts.port or 5432,
            unquote(parts.username or "postgres"),
            unquote(parts.password or ""),
            parts.path.lstrip("/") or "postgres",
            parts.query,
        )

    def url(self, user: Optional[str] = None, password: Optional[str] = None, database: Optional[str] = None) -> str:
        query = f"?{self.query}" if self.query else ""
        who = f"{user or self.user}:{password or self.password}"
        return f"postgres://{who}@{self.host}:{self.port}/{database or self.database}{query}"

    def execute(self, script: str, **variables: str) -> str:
        """Runs SQL through psql, with its variables; refuses with its message if any of it fails."""
        done = self._psql(script, variables)
        if done.returncode != 0:
            raise Refusal(f"PostgreSQL at {self.host}:{self.port} refused: {done.stderr.strip()}")
        return done.stdout

    def trouble(self) -> str:
        """Why it doesn't answer; empty when it does."""
        done = self._psql("SELECT 1")
        return "" if done.returncode == 0 else done.stderr.strip() or "no answer"

    def tool(self, name: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
        """A program of PostgreSQL's and its environment, which has what must not stand in a list of processes."""
        where = {"PGHOST": self.host, "PGPORT": str(self.port), "PGUSER": self.user, "PGDATABASE": self.database}
        environment = {**servers.base_environment(), **where, "PGPASSWORD": self.password, "PGCONNECT_TIMEOUT": "3"}
        return [str(_client(name)), "-w", *arguments], {**environment, **encryption(self.query)}

    def _psql(self, script: str, variables: Mapping[str, str] = MappingProxyType({})) -> subprocess.CompletedProcess:
        set_before = [word for name, value in variables.items() for word in ("-v", f"{name}={value}")]
        command, environment = self.tool("psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", *set_before)
        return subprocess.run(command, input=script, capture_output=True, text=True, env=environment, cwd="/")


def encryption(query: str) -> dict[str, str]:
    """The variables by which psql encrypts as the services do, which read the same query of the address."""
    given = {ENCRYPTION[name]: value for name, value in parse_qsl(query) if name in ENCRYPTION}
    if given.get("PGSSLMODE", "").startswith("verify"):
        return {"PGSSLROOTCERT": os.environ.get("SSL_CERT_FILE") or SYSTEM_AUTHORITIES, **given}
    return given


def database(service: str) -> str:
    """Its name, and that of the login that the service serves with."""
    return f"souk_{service}"


# Who reads all databases and changes none.
READER = "souk_verify"


def owner(service: str) -> str:
    """Who migrates it."""
    return f"{database(service)}_owner"


@dataclass(frozen=True)
class Databases:
    """Addresses by service."""

    # As the login that reads and writes rows.
    served: Mapping[str, str]
    # As the owner.
    owned: Mapping[str, str]
    # As the one who reads all.
    read: Mapping[str, str]


def make_databases(server: Server, services: Iterable[str], credentials: Credentials) -> Databases:
    """A database, its owner and its login for each service, and who reads all, made where missing."""
    served, owned, read = {}, {}, {}
    script, of_reader = [], credentials.secret("postgres.verify")
    for service in services:
        name, password, of_owner = database(service), credentials.secret(f"postgres.{service}"), credentials.secret(f"postgres.{service}.owner")
        served[service] = server.url(name, password, name)
        owned[service] = server.url(owner(service), of_owner, name)
        read[service] = server.url(READER, of_reader, name)
        script.append(service_database(name, password, of_owner))
    script.append(f"ALTER ROLE {READER} PASSWORD '{of_reader}';")
    server.execute("".join(script))
    return Databases(served, owned, read)


def service_database(name: str, password: str, of_owner: str) -> str:
    """What makes one, for psql."""
    statements = (Checkout.here().root / "deploy/postgres/service-database.sql").read_text()
    return f"\\set name {name}\n\\set password {password}\n\\set owner_password {of_owner}\n{statements}"


class PrivateServer:
    """A server of our own, on a port of our own, with data of our own."""

    def __init__(self, folder: ShopFolder, ports: PortBook, credentials: Credentials, forgetful: bool = False) -> None:
        self._folder = folder
        self._ports = ports
        self._password = credentials.secret("postgres")
        self._settings = {**SETTINGS, **(FORGETFUL if forgetful else {})}
        self._user = machine.unprivileged_user("postgres")
        self._home = servers.home(folder, "postgres", self._user)
        # Tests speak to their server encrypted too.
        self._certificates = Certificates(self._home, self._user) if forgetful else None

    @property
    def _data(self) -> Path:
        return self._home / "data"

    def server(self) -> Server:
        query = "sslmode=disable" if self._certificates else ""
        return Server(LOOPBACK, self._ports.port("postgres"), SUPERUSER, self._password, query=query)

    def encrypted_url(self) -> str:
        """The same server, whose name is checked."""
        server = self.server()
        assert self._certificates is not None, "only tests' servers speak encrypted"
        query = f"sslmode=verify-full&sslrootcert={self._certificates.authority}"
        return f"postgres://{server.user}:{server.password}@localhost:{server.port}/{server.database}?{query}"

    def has_data(self) -> bool:
        return (self._data / "PG_VERSION").exists()

    def create(self) -> None:
        """initdb, aside and then renamed: data that is there is whole."""
        aside = self._home / "data.new"
        shutil.rmtree(aside, ignore_errors=True)
        password = self._home / "password"
        password.write_text(self._password)
        machine.give(password, self._user)
        command = [str(_binaries(None) / "initdb"), "-D", str(aside), "-U", SUPERUSER, "-A", "scram-sha-256"]
        command += [f"--pwfile={password}", "-E", "UTF8", "--locale=C.UTF-8"]
        environment = servers.base_environment()
        done = machine.run_as(self._user, command, environment, self._home)
        password.unlink()
        if done.returncode != 0:
            raise Refusal(f"initdb failed: {done.stderr.strip() or done.stdout.strip()}")
        aside.rename(self._data)

    def spec(self) -> Spec:
        version = (self._data / "PG_VERSION").read_text().strip()
        port = self._ports.free_port("postgres")
        settings = {**self._settings, **self._encryption()}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return Spec(
            name="postgres",
            command=(str(_binaries(version) / "postgres"), "-D", str(self._data), "-p", str(port), *words),
            environment=servers.base_environment(),
            folder=str(self._home),
            log=str(self._folder.logs / "postgres.log"),
            group=spec.SERVER,
            user=self._user,
            # "Fast": ends open sessions and writes everything down.
            stop_signal=signal.SIGINT,
            stop_seconds=20,
        )

    def _encryption(self) -> dict[str, str]:
        if self._certificates is None:
            return {}
        self._certificates.make()
        files = {"ssl_cert_file": self._certificates.certificate, "ssl_key_file": self._certificates.key}
        return {"ssl": "on", **{name: str(path) for name, path in files.items()}}


def wait_ready(server: Server, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while trouble := server.trouble():
        if time.monotonic() > deadline:
            raise Refusal(f"PostgreSQL at {server.host}:{server.port} can't be used: {trouble}")
        time.sleep(0.1)


def refuse_old(server: Server) -> None:
    """One that is older than the migrations are written for."""
    major = int(server.execute("SHOW server_version_num")) // 10_000
    if major < machine.POSTGRES_AT_LEAST:
        raise Refusal(
            f"PostgreSQL at {server.host}:{server.port} is {major}, and the shop needs {machine.POSTGRES_AT_LEAST} or newer. "
            "Name a newer one in SOUK_POSTGRES_URL, or leave that away for a private server."
        )


def _binaries(version: Optional[str]) -> Path:
    """The newest server's programs, or those of the major version that made the data."""
    found = machine.postgres_programs()
    if version is not None and found and version not in found:
        raise Refusal(
            f"The data was made by PostgreSQL {version}, which isn't installed (here: {', '.join(found)}); as root, run:\n"
            f"  apt-get install -y postgresql-{version}"
        )
    if found:
        return found[version or max(found, key=lambda name: float(name))]
    if on_path := shutil.which("initdb"):
        return Path(os.path.realpath(on_path)).parent
    raise Refusal("There is no PostgreSQL server here.")


def _client(name: str) -> Path:
    """One of PostgreSQL's programs, past Debian's wrapper: that one looks for clusters that aren't ours. The newest: a dump needs one
    that is as new as its server."""
    for _, folder in sorted(machine.postgres_programs().items(), key=lambda each: float(each[0]), reverse=True):
        if (folder / name).exists():
            return folder / name
    return Path(shutil.which(name) or name)

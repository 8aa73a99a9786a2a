"""`./souk test rust PACKAGE [FILTER]`: one package's tests on servers that stay up, for the minutes between two commits.

Queries are checked against schemas that follow the checkout's migrations, so no description has to be renewed first.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence

from souk import console, machine, queries, rust_toolchain, state
from souk.build import SERVICES, digest
from souk.errors import Refusal
from souk.layout import Checkout
from souk.postgres import Server, database
from souk.shop import Shop
from souk.testing import rust

# Its tests run the services as programs, which cargo builds by itself only for the tests of the whole workspace.
RUNS_PROGRAMS = "souk-flow"
BUSY = "Another ./souk test starts the servers"
MADE_BY = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = '{}'"


def run(checkout: Checkout, package: str, filters: Sequence[str]) -> int:
    """Builds and runs what the filters name (all, without one); the exit code of the test runner."""
    machine.require([machine.COMPILER, machine.CERTIFICATES, machine.POSTGRES, machine.RABBITMQ])
    name = package_name(checkout, package)
    environment = {**rust_toolchain.environment(checkout), **_live(checkout), "SQLX_OFFLINE": "false"}
    if name == RUNS_PROGRAMS:
        built = subprocess.run(["cargo", "build", "--workspace", "--bins"], env=environment, cwd=checkout.root)
        if built.returncode != 0:
            return built.returncode
    command = test_command(name, filters, environment["PATH"])
    return subprocess.run(command, env=environment, cwd=checkout.root).returncode


def test_command(name: str, filters: Sequence[str], path: str) -> list[str]:
    """By cargo-nextest where it is installed, which also fails where the filters name no test; else by cargo alone."""
    if shutil.which("cargo-nextest", path=path):
        return ["cargo", "nextest", "run", "--no-fail-fast", "--no-tests=fail", "-p", name, *filters]
    return ["cargo", "test", "--no-fail-fast", "-p", name, "--", *filters]


def package_name(checkout: Checkout, package: str) -> str:
    """The cargo package that a folder of the workspace holds, by the folder's name or by its own."""
    short = package.removeprefix("souk-")
    manifests = [path for path in checkout.root.glob("*/*/Cargo.toml") if path.parent.name == short]
    if short == "demo" or manifests:
        return f"souk-{short}"
    known = sorted(path.parent.name for path in checkout.root.glob("[cs]*s/*/Cargo.toml"))
    raise Refusal(f"There is no package {package}. There are: {', '.join(known)}")


def _live(checkout: Checkout) -> Mapping[str, str]:
    shop = Shop(checkout, checkout.shop(checkout.test_servers), forgetful=True)
    with state.exclusive(shop.folder.command_lock, BUSY):
        server, amqp_url = shop.keep_servers()
        _follow_migrations(checkout, shop, server)
        return rust.live_environment(shop, server, amqp_url)


def _follow_migrations(checkout: Checkout, shop: Shop, server: Server) -> None:
    """Makes a service's database anew where its migrations aren't those that made it, which it says itself."""
    made = {service: server.execute(MADE_BY.format(database(service))).strip() for service in SERVICES}
    wanted = {service: schema_digest(checkout, service) for service in SERVICES}
    outdated = [service for service in SERVICES if made[service] != wanted[service]]
    for service in outdated:
        server.execute(f"DROP DATABASE IF EXISTS {database(service)} WITH (FORCE)")
    if outdated:
        with console.step(f"Migrating {', '.join(outdated)}"):
            urls = rust.live_environment(shop, server, "")
            for service in outdated:
                owner = Server.of_url(urls[rust.owned(service)])
                owner.execute(queries.migrations(checkout.root, service))
                server.execute(f"COMMENT ON DATABASE {database(service)} IS '{wanted[service]}'")


def schema_digest(checkout: Checkout, service: str) -> str:
    return digest(checkout.root, [f"services/{service}/migrations", "crates/bus/migrations"], "")

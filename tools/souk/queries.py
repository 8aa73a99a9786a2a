"""The committed descriptions of the SQL queries: a folder `.sqlx` in each crate that has some, written by its compiler.

The programs that migrate are themselves built from the descriptions, so here psql runs the migrations.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from souk import console, state
from souk.build import SERVICES
from souk.errors import Refusal
from souk.layout import Checkout
from souk.postgres import Server

# Every crate of the workspace writes what it describes into a folder of its own.
WRAPPER = """\
#!/bin/sh
SQLX_OFFLINE_DIR="$SQLX_OFFLINE_DIR/$CARGO_PKG_NAME"
export SQLX_OFFLINE_DIR
mkdir -p "$SQLX_OFFLINE_DIR"
exec "$@"
"""


def folders(checkout: Checkout) -> list[Path]:
    return sorted(checkout.root.glob("*/*/.sqlx"))


def renew(checkout: Checkout, environment: Mapping[str, str], scratch: Path) -> list[Path]:
    """Replaces all descriptions by those of the databases in the environment; says which files changed."""
    with console.step("Migrating empty databases"):
        for service in SERVICES:
            Server.of_url(environment[f"{service.upper()}_MIGRATION_DATABASE_URL"]).execute(migrations(checkout.root, service))
    described = scratch / "described"
    describe(checkout, environment, described)
    return [path for folder in folders(checkout) for path in replace(folder, described / f"souk-{folder.parent.name}")]


def migrations(root: Path, service: str) -> str:
    """A service's whole schema, and the bus's beside it; each file in a transaction, as the programs do it."""
    own = sorted((root / "services" / service / "migrations").glob("*.sql"))
    bus = sorted((root / "crates" / "bus" / "migrations").glob("*.sql"))
    return "\n".join([*map(_migration, own), "CREATE SCHEMA bus;", *map(_migration, bus)])


def _migration(path: Path) -> str:
    script = path.read_text()
    return script if script.startswith("-- no-transaction") else f"BEGIN;\n{script}\nCOMMIT;"


def describe(checkout: Checkout, environment: Mapping[str, str], into: Path) -> None:
    """Compiles every crate that has queries against the databases of the environment."""
    into.mkdir()
    wrapper = checkout.private / "describe-queries"
    state.write_text(wrapper, WRAPPER, 0o755)
    for folder in folders(checkout):
        # The macros write only when their crate is compiled.
        (folder.parent / "src" / "lib.rs").touch()
    macros = {"SQLX_OFFLINE": "false", "SQLX_OFFLINE_DIR": str(into), "RUSTC_WORKSPACE_WRAPPER": str(wrapper)}
    with console.step("Describing the queries (cargo check)") as current:
        log = checkout.private / "logs" / "cargo.log"
        command = ["cargo", "check", "--locked", "--workspace"]
        console.run(current, command, log, {**environment, **macros}, checkout.root)


def replace(folder: Path, described: Path) -> list[Path]:
    """Makes the folder's descriptions those that were made anew; says which came, went or changed."""
    if not described.is_dir():
        raise Refusal(f"{described.name} was not compiled, so its queries were not described.")
    old = {path.name: path.read_bytes() for path in folder.glob("query-*.json")}
    new = {path.name: path.read_bytes() for path in described.glob("query-*.json")}
    for name in old.keys() - new.keys():
        (folder / name).unlink()
    for name in new:
        shutil.copyfile(described / name, folder / name)
    return [folder / name for name in sorted(old.keys() | new.keys()) if old.get(name) != new.get(name)]

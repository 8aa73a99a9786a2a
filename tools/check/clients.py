"""The services fetch no address that somebody wrote (docs/SECURITY.md, 17): nothing that they are built from asks by HTTP, but gRPC,
which asks the addresses of the mesh alone, the store of pictures and the search engine, each of which asks the one server that the settings name,
and what fetches the pictures of imports, which asks public addresses alone. Read from Cargo.lock and the manifests; nobody is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from check.source import code_lines

LOCK = "Cargo.lock"
# What clients that are found by their name alone are called: they bring their own HTTP.
CLIENTS = {
    "attohttpc",
    "awc",
    "chttp",
    "curl",
    "curl-sys",
    "http_req",
    "isahc",
    "minreq",
    "opentelemetry-http",
    "reqwest",
    "surf",
    "ureq",
}
# The one client that there is, and who may stand on it, tests for its features alone; of our sources these name it.
WRAPPED = {"reqwest": {"object_store", "souk-catalog", "souk-media", "souk-testkit"}}
ASKS = {
    "services/catalog/src/remote_pictures/fetch.rs",
    "services/catalog/src/search/meilisearch/client.rs",
}
NAMES_WRAPPED = re.compile(rf"\b({'|'.join(WRAPPED)})::")
# What clients are made of, and who may stand on it: our server of HTTP, and gRPC; tests for its features alone.
PARTS = {
    "hyper": {"axum", "hyper-rustls", "hyper-timeout", "hyper-util", "object_store", "reqwest", "souk-rpc", "tonic"},
    "hyper-util": {"axum", "hyper-rustls", "hyper-timeout", "reqwest", "souk-rpc", "souk-testkit", "tonic"},
    "h2": {"hyper", "reqwest", "tonic"},
}
PACKAGE = re.compile(r'^\[\[package\]\]\nname = "([^"]+)"\n(.*?)(?=^\[\[|\Z)', re.MULTILINE | re.DOTALL)
DEPENDENCIES = re.compile(r"^dependencies = \[(.*?)^\]", re.MULTILINE | re.DOTALL)
NAME = re.compile(r'^ "([^" ]+)', re.MULTILINE)
# A line of a manifest that switches on the client of what we serve with.
CLIENT_FEATURE = re.compile(r'^(hyper(?:-util)?)\s*=.*"(client[\w-]*|full)"')


def problems(root: Path) -> Iterator[str]:
    lock = root / LOCK
    if not lock.exists():
        yield f"{LOCK}: missing"
        return
    needs = _needs(lock.read_text())
    services = {f"souk-{path.parent.name}" for path in root.glob("services/*/Cargo.toml")}
    found = _all_of(services, needs)
    for name in sorted(found):
        if name in WRAPPED:
            users = {user for user in found if name in needs.get(user, set())} - WRAPPED[name]
            yield from (f"{LOCK}: {user} stands on {name} and may ask any address by HTTP" for user in sorted(users))
        elif name in CLIENTS:
            yield f"{LOCK}: {name} asks by HTTP, and the services are built from it"
        for part in sorted(needs.get(name, set()) & PARTS.keys()):
            if name not in PARTS[part]:
                yield f"{LOCK}: {name} stands on {part} and may ask by HTTP; if it doesn't, say so in tools/check/clients.py"
    for manifest in [root / "Cargo.toml", *sorted(root.glob("*/*/Cargo.toml"))]:
        if manifest.exists():
            yield from _of_manifest(manifest.relative_to(root), manifest.read_text())
    for source in [*sorted(root.glob("crates/*/src/**/*.rs")), *sorted(root.glob("services/*/src/**/*.rs"))]:
        for number, line in code_lines(source):
            if source.relative_to(root).as_posix() not in ASKS and (named := NAMES_WRAPPED.search(line)):
                yield f"{source.relative_to(root)}:{number}: {named[1]} may ask any address by HTTP"


def _needs(lock: str) -> dict[str, set[str]]:
    """What each package needs, by name; versions of one name count together."""
    needs: dict[str, set[str]] = {}
    for name, body in PACKAGE.findall(lock):
        listed = DEPENDENCIES.search(body)
        needs.setdefault(name, set()).update(NAME.findall(listed[1]) if listed else ())
    return needs


def _all_of(services: set[str], needs: dict[str, set[str]]) -> set[str]:
    found, waiting = set(services), list(services)
    while waiting:
        new = needs.get(waiting.pop(), set()) - found
        found |= new
        waiting.extend(new)
    return found


def _of_manifest(name: Path, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), start=1):
        if feature := CLIENT_FEATURE.match(line):
            yield f"{name}:{number}: the feature {feature[2]} of {feature[1]} asks by HTTP"

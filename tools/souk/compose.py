"""What docker-compose.yml asks its `.env` for: strong secrets, and which shop it is."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from souk.errors import Refusal
from souk.ports import LOOPBACK

REQUIRED = re.compile(r"\$\{([A-Z][A-Z0-9_]*):\?")
PUBLIC_URL = "SOUK_PUBLIC_URL"
FILE = "docker-compose.yml"
# What may run beside the shop, in the order in which compose lays the files over each other.
PARTS = {name: f"deploy/docker/{name}.yml" for name in ("meilisearch", "s3", "observe")}


def required(compose: str) -> list[str]:
    """The variables without which compose refuses to start, in their order."""
    return list(dict.fromkeys(REQUIRED.findall(compose)))


def real_shop(public_url: str, port: int) -> dict[str, str]:
    """What a shop for real shoppers is told; the rest is production by itself."""
    address = urlsplit(public_url)
    if address.scheme != "https" or not address.hostname or address.path not in ("", "/") or address.query:
        raise Refusal(f"--public-url {public_url}: write https:// and the shop's host; --demo makes a shop to try")
    return {PUBLIC_URL: f"https://{address.netloc}", **_front(port)}


def demo_shop(port: int) -> dict[str, str]:
    """A shop to try: what production refuses, and the profile that loads the demo's goods and logins."""
    return {
        PUBLIC_URL: f"http://localhost:{port}",
        "SOUK_ENVIRONMENT": "development",
        "SOUK_DEMO": "true",
        "COMPOSE_PROFILES": "demo",
        **_front(port),
    }


def files(parts: str) -> list[str]:
    """The files of a shop with these parts beside it: names between commas."""
    named = {name.strip() for name in parts.split(",")} - {""}
    unknown = named - set(PARTS)
    if unknown:
        raise Refusal(f"--with {parts}: {' and '.join(sorted(unknown))} is none of {', '.join(PARTS)}")
    return [FILE, *(file for name, file in PARTS.items() if name in named)]


def _front(port: int) -> dict[str, str]:
    return {"SOUK_HTTP": f"{LOOPBACK}:{port}"}


def env_file(root: Path, used: Sequence[str], chosen: Mapping[str, str]) -> str:
    """The file: what was chosen, what compose reads, and a random secret for whatever that requires. Hexadecimal, as they stand in
    addresses."""
    asked = [name for file in used for name in required((root / file).read_text())]
    made = {name: secrets.token_hex(32) for name in asked if name not in chosen}
    lines = [f"{name}={value}" for name, value in {"COMPOSE_FILE": ":".join(used), **chosen, **made}.items()]
    return "\n".join(["# Made by ./souk env-file. Keep a copy where the server's disk is not: the data need it.", *lines, ""])


def write(path: Path, text: str) -> None:
    """Readable by its owner alone. One that is there stays: the databases know their passwords from it."""
    try:
        with open(path, "x", opener=_private) as file:
            file.write(text)
    except FileExistsError:
        raise taken(path) from None


def taken(path: Path) -> Refusal:
    return Refusal(f"{path} is there already, and a shop may have been made with its secrets")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)

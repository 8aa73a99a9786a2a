"""What docker-compose.yml asks its `.env` for: strong secrets, and which shop it is."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from souk.errors import Refusal
from souk.ports import LOOPBACK

REQUIRED = re.compile(r"\$\{([A-Z][A-Z0-9_]*):\?")
PUBLIC_URL = "SOUK_PUBLIC_URL"


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


def _front(port: int) -> dict[str, str]:
    return {"SOUK_HTTP": f"{LOOPBACK}:{port}"}


def env_file(compose: str, chosen: Mapping[str, str]) -> str:
    """The file: what was chosen, and a random secret for whatever else is required. Hexadecimal, as they stand in addresses."""
    made = {name: secrets.token_hex(32) for name in required(compose) if name not in chosen}
    lines = [f"{name}={value}" for name, value in {**chosen, **made}.items()]
    return "\n".join(["# Made by ./souk env-file. Keep a copy where the server's disk is not: the data need it.", *lines, ""])


def write(path: Path, text: str) -> None:
    """Readable by its owner alone. One that is there stays: the databases know their passwords from it."""
    try:
        with open(path, "x", opener=_private) as file:
            file.write(text)
    except FileExistsError:
        raise Refusal(f"{path} is there already, and a shop may have been made with its secrets") from None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)

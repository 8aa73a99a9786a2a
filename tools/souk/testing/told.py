"""What no log may tell (docs/SECURITY.md, promises 20 and 21): people who bought, wrote, asked or work in the shop, and its secrets."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from souk import servers
from souk.shop import Shop

# By database. Towns are no secret, nor is a first name alone.
PEOPLE = {
    "orders": """
        SELECT unnest(ARRAY[phone, first_name || ' ' || last_name, email, address]) FROM orders
        UNION SELECT unnest(ARRAY[phone, first_name || ' ' || last_name]) FROM customers
        UNION SELECT unnest(ARRAY[phone, first_name || ' ' || last_name]) FROM draft_carts;""",
    "catalog": """
        SELECT unnest(ARRAY[phone, email]) FROM reviews
        UNION SELECT phone FROM restock_requests;""",
    "gateway": "SELECT email FROM staff;",
}
# Shorter ones are words like others.
SHORTEST = 8
SHOWN = 20


def words_of(shop: Shop) -> list[str]:
    """What to look for in the running shop's logs."""
    databases = shop.place().databases
    people = [value for name, wanted in PEOPLE.items() for value in databases[name].execute(wanted).splitlines()]
    return private([*people, *shop.credentials.values()])


def problems(shop: Shop, words: list[str]) -> list[str]:
    """The lines of its processes that hold any of them."""
    logs = sorted(path for path in shop.folder.logs.glob("*.log") if path.stat().st_size > 0)
    if len(words) < len(PEOPLE) or not logs:
        return [f"{len(words)} words and {len(logs)} logs to look at: this check would find nothing"]
    return lines_with(words, logs)


def private(values: Iterable[str]) -> list[str]:
    """What to look for; a phone also as it is written with Algeria's code."""
    long = {value.strip() for value in values if len(value.strip()) >= SHORTEST}
    return sorted(long | {f"213{value[1:]}" for value in long if value.isdecimal() and value.startswith("0")})


def lines_with(words: list[str], logs: list[Path]) -> list[str]:
    """Each such line, cut, behind its file and number."""
    command = ["grep", "--fixed-strings", "--word-regexp", "--line-number", "--with-filename", "--file=-", *map(str, logs)]
    environment = {**servers.base_environment(), "LC_ALL": "C.UTF-8"}
    found = subprocess.run(command, input="\n".join(words).encode(), capture_output=True, env=environment)
    if found.returncode > 1:
        return [found.stderr.decode(errors="replace").strip()]
    lines = found.stdout.decode(errors="replace").splitlines()
    told = [f"{Path(path).name}:{number}: {text[:300]}" for path, number, text in (line.split(":", 2) for line in lines[:SHOWN])]
    return told + ([f"and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else [])

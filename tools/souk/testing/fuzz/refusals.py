"""What every refusal of the shop must be: a problem with a known code, naming the field at fault."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path

# A code is a text of these sources and of nothing else.
SOURCES = ("services/*/src", "crates/*/src")
LITERAL = re.compile(r'"([a-z_]+(?:\.[a-z_]+)?)"')


def known_codes(root: Path) -> frozenset[str]:
    """Whatever may be a code: a made-up one is not among them."""
    folders = [folder for pattern in SOURCES for folder in root.glob(pattern)]
    sources = [path.read_text() for folder in folders for path in folder.rglob("*.rs")]
    return frozenset(code for source in sources for code in LITERAL.findall(source))


def faults(status: int, headers: Mapping[str, str], body: bytes, codes: Collection[str]) -> list[str]:
    """What is wrong with an answer of status 400 or more; `headers` by their names in small letters."""
    if status < 400:
        return []
    found = []
    if status >= 500 and not (status == 503 and "retry-after" in headers):
        found.append(f"{status}: what a caller sends must not break the shop")
    if status in (429, 503) and "retry-after" not in headers:
        found.append(f"{status} doesn't say when to try again")
    if not headers.get("content-type", "").startswith("application/problem+json"):
        return [*found, f"a refusal is {headers.get('content-type', 'nothing')} and no problem"]
    try:
        problem = json.loads(body)
    except ValueError:
        return [*found, "the problem is no JSON"]
    return found + list(_problem_faults(status, problem, codes))


def _problem_faults(status: int, problem: dict, codes: Collection[str]):
    code = problem.get("code")
    if code not in codes:
        yield f"nobody knows the code {code!r}"
    if problem.get("type") != f"urn:souk:{code}":
        yield f"the type {problem.get('type')!r} isn't that of the code {code!r}"
    if problem.get("status") != status:
        yield f"the problem says {problem.get('status')!r}, the answer {status}"
    if not problem.get("requestId"):
        yield "the problem has no request id"
    errors = problem.get("errors", {})
    if status == 422 and not errors:
        yield f"{code} names no field"
    for field, messages in errors.items():
        # A parameter may well have no name.
        if not messages or not all(one.get("key") and one.get("text") for one in messages):
            yield f"the field {field!r} has the messages {messages!r}"

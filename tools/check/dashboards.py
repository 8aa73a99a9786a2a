"""Grafana's dashboards draw what there is: every metric of ours that they name is made by a program, every recording by the rules, and
others' are among those that are known of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from check import alerts

FOLDER = "deploy/observe/dashboards"
RECORDED = re.compile(r"\brecord: \"?(souk:[\w:]+)")
NAMED = re.compile(r"(?<![:\w\"])(souk[_:][\w:]+)")
# What stands in quotes is a label's value.
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def problems(root: Path) -> Iterator[str]:
    paths = sorted((root / FOLDER).glob("*.json"))
    if not paths:
        yield f"{FOLDER}: no dashboards"
    known = alerts.metrics(root) | alerts.MADE_BY_OTHERS | set(RECORDED.findall((root / alerts.RULES).read_text()))
    taken: dict[str, Path] = {}
    for path in paths:
        name = path.relative_to(root)
        try:
            board = json.loads(path.read_text())
            asked = [(panel["title"], target["expr"]) for panel in board["panels"] for target in panel["targets"]]
            other = taken.setdefault(board["uid"], name)
        except (ValueError, KeyError, TypeError) as error:
            yield f"{name}: no dashboard ({error!r})"
            continue
        if other != name:
            yield f"{name}: has the uid of {other}"
        for title, expression in asked:
            named = QUOTED.sub('""', expression)
            missing = sorted({*NAMED.findall(named), *alerts.OF_OTHERS.findall(named)} - known)
            yield from (f"{name}: {title}: nobody makes {metric}" for metric in missing)

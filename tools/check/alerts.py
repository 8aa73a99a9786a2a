"""Every metric that an alert names is one that the programs make, and the runbook says what to do about every alert; the Prometheus
operator is told the same rules. As a program it writes these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

RULES = "deploy/observe/alerts.yaml"
OPERATED = "deploy/k8s/components/prometheus-operator/rules.yaml"
RUNBOOK = "docs/RUNBOOK.md"
MADE = re.compile(r'(counter|gauge|histogram)!\(\s*"(souk_\w+)"')
# Rules of recording have a colon in their names.
NAMED = re.compile(r"(?<![:\w])(souk_\w+)(?![:\w])")
ALERT = re.compile(r"^ +- alert: (\w+)$", re.MULTILINE)
ROW = re.compile(r"^\| (\w+) \| (?:page|ticket) \|", re.MULTILINE)
# What Prometheus makes of a histogram.
OF_HISTOGRAMS = ("_bucket", "_count", "_sum")
HEAD = f"""\
# {RULES}, as the Prometheus operator wants it. Made by: python3 tools/check/alerts.py
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {{ name: souk }}
spec:
"""


def problems(root: Path) -> Iterator[str]:
    if not (root / RULES).exists():
        yield f"{RULES}: missing"
        return
    rules, runbook = (root / RULES).read_text(), (root / RUNBOOK).read_text()
    made = metrics(root)
    yield from (f"{RULES}: no program makes {name}" for name in sorted(set(NAMED.findall(rules)) - made))
    alerts, told = set(ALERT.findall(rules)), set(ROW.findall(runbook))
    yield from (f"{RUNBOOK}: doesn't say what to do about {name}" for name in sorted(alerts - told))
    yield from (f"{RUNBOOK}: there is no alert {name}" for name in sorted(told - alerts))
    if not (root / OPERATED).exists() or (root / OPERATED).read_text() != operated(rules):
        yield f"{OPERATED}: isn't {RULES}; made anew by: python3 tools/check/alerts.py"


def operated(rules: str) -> str:
    """The rules as an object of the operator."""
    lines = rules[rules.index("groups:") :].splitlines(True)
    return HEAD + "".join(f"  {line}" if line.strip() else line for line in lines)


def metrics(root: Path) -> set[str]:
    """As Prometheus shows them."""
    found = set()
    for path in [*root.glob("crates/*/src/**/*.rs"), *root.glob("services/*/src/**/*.rs")]:
        for kind, name in MADE.findall(path.read_text()):
            found |= {name + end for end in OF_HISTOGRAMS} if kind == "histogram" else {name}
    return found


if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    (root / OPERATED).write_text(operated((root / RULES).read_text()))

"""Every metric that an alert names is one that the programs make, or that others were read to make, and the runbook says what to do about every alert; the Prometheus
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
OF_OTHERS = re.compile(r"(?<![:\w])((?:kube|cnpg|pg|rabbitmq)_\w+)(?=[\s({})\[]|$)")
# Those of programs that aren't ours: kube-state-metrics' and CloudNativePG's (after 1.30.0) as their documents name them; of the exporter
# of PostgreSQL's figures and of RabbitMQ's plugin as these were seen to tell them (docs/DEPLOYMENT.md, "What measures").
MADE_BY_OTHERS = {
    *("kube_cronjob_created", "kube_cronjob_status_last_successful_time", "kube_job_created", "kube_job_failed", "kube_job_owner"),
    *("cnpg_backends_total", "cnpg_collector_last_available_backup_timestamp", "cnpg_collector_last_failed_backup_timestamp"),
    *("cnpg_collector_up", "cnpg_pg_settings_setting", "pg_settings_max_connections", "pg_stat_activity_count"),
    *("pg_database_size_bytes", "pg_stat_database_deadlocks", "pg_stat_database_xact_commit", "pg_stat_database_xact_rollback"),
    *("rabbitmq_alarms_free_disk_space_watermark", "rabbitmq_alarms_memory_used_watermark"),
}
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
    others = set(OF_OTHERS.findall(rules)) - MADE_BY_OTHERS
    yield from (f"{RULES}: nobody was read to make {name}" for name in sorted(others))
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

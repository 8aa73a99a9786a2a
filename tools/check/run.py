"""Runs every check of the tree; exit code 1 when one of them finds a problem."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from check import alerts, circles, clients, containers, dashboards, documents, environment, events, french, guide, layers, licences, migrations, protos, released, tree  # noqa: E402  (found through the line above)


def main() -> int:
    checks = (alerts, circles, clients, layers, events, environment, containers, dashboards, documents, french, guide, licences, migrations, protos, released, tree)
    found = [problem for check in checks for problem in check.problems(ROOT)]
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

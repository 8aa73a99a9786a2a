"""An alert on a metric that nobody makes never calls, and one that the runbook doesn't know helps nobody."""

import tempfile
import unittest
from pathlib import Path
from typing import Optional

from check import alerts

RULES = """\
# Who calls.
groups:
  - name: all
    rules:
      - alert: OutboxWaits
        expr: max(souk_outbox_age) > 60 and souk:promise:rate5m > 1 and souk_request_seconds_bucket{le="1"} > 0
"""
SOURCE = 'gauge!("souk_outbox_age"); histogram!(\n    "souk_request_seconds", 1)'


class AlertsTest(unittest.TestCase):
    def found(
        self, rules: str = RULES, source: str = SOURCE, runbook: str = "| OutboxWaits | page | what | do |", operated: Optional[str] = None
    ) -> list[str]:
        files = {alerts.RULES: rules, alerts.RUNBOOK: runbook, "crates/bus/src/gauges.rs": source}
        files[alerts.OPERATED] = alerts.operated(rules) if operated is None else operated
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return list(alerts.problems(Path(folder)))

    def test_rules_that_agree(self) -> None:
        self.assertEqual(self.found(), [])

    def test_a_metric_that_nobody_makes(self) -> None:
        self.assertEqual(self.found(source=SOURCE.replace("outbox_age", "outbox_old")), [f"{alerts.RULES}: no program makes souk_outbox_age"])
        self.assertEqual(self.found(rules=RULES.replace("_bucket", "")), [f"{alerts.RULES}: no program makes souk_request_seconds"])

    def test_a_metric_of_others_that_nobody_looked_up(self) -> None:
        for named, told in (("kube_job_failed{}", []), ("kube_job_fails{}", [f"{alerts.RULES}: nobody was read to make kube_job_fails"])):
            self.assertEqual(self.found(rules=f"{RULES.rstrip()} or {named} == 1\n"), told)

    def test_the_operator_is_told_the_same(self) -> None:
        self.assertTrue(alerts.operated(RULES).endswith("spec:\n  groups:\n    - name: all\n      rules:\n" + RULES[RULES.index("      - alert") :].replace("      ", "        ")))
        found = self.found(operated=alerts.operated(RULES.replace("60", "61")))
        self.assertEqual(len(found), 1)
        self.assertIn("python3 tools/check/alerts.py", found[0])

    def test_an_alert_and_a_row_without_each_other(self) -> None:
        found = self.found(runbook="| OutboxSleeps | ticket | what | do |")
        self.assertEqual([problem.split(": ")[1] for problem in found], ["doesn't say what to do about OutboxWaits", "there is no alert OutboxSleeps"])


if __name__ == "__main__":
    unittest.main()

"""A dashboard that draws what nobody makes shows an empty panel on the day when it is needed."""

import json
import tempfile
import unittest
from pathlib import Path

from check import alerts, dashboards

SOURCE = 'counter!("souk_requests_total"); histogram!("souk_request_seconds")'
RULES = '- { record: "souk:promise_budget" }\n- record: souk:promise_errors:ratio_rate1h\n'


class DashboardsTest(unittest.TestCase):
    def found(self, *expressions: str, **more: str) -> list[str]:
        board = json.dumps({"uid": "souk-shop", "panels": [{"title": "Rate", "targets": [{"expr": words} for words in expressions]}]})
        files = {f"{dashboards.FOLDER}/shop.json": board, "crates/bus/src/gauges.rs": SOURCE, alerts.RULES: RULES}
        files |= {f"{dashboards.FOLDER}/{name}.json": text.replace("BOARD", board) for name, text in more.items()}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return [problem.removeprefix(f"{dashboards.FOLDER}/") for problem in dashboards.problems(Path(folder))]

    def test_what_is_made(self) -> None:
        self.assertEqual(self.found('rate(souk_requests_total{type="souk_odd"}[5m])', "souk_request_seconds_bucket", "sum(pg_stat_activity_count)"), [])
        self.assertEqual(self.found("souk:promise_errors:ratio_rate1h / souk:promise_budget"), [])

    def test_what_nobody_makes(self) -> None:
        self.assertEqual(self.found("sum(souk_orders)"), ["shop.json: Rate: nobody makes souk_orders"])
        self.assertEqual(self.found("souk_request_seconds"), ["shop.json: Rate: nobody makes souk_request_seconds"])
        self.assertEqual(self.found("max(pg_locks) + pg_up"), ["shop.json: Rate: nobody makes pg_locks", "shop.json: Rate: nobody makes pg_up"])
        self.assertEqual(self.found("souk:promise:rate2h"), ["shop.json: Rate: nobody makes souk:promise:rate2h"])

    def test_what_is_no_dashboard_and_what_is_one_twice(self) -> None:
        self.assertEqual(self.found(twice="BOARD"), ["twice.json: has the uid of deploy/observe/dashboards/shop.json"])
        self.assertEqual(len(self.found(broken="{")), 1)


if __name__ == "__main__":
    unittest.main()

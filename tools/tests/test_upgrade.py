"""The pure parts of `./souk test upgrade`: what takes whose place when, what is asked for, and what counts as lost."""

import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk.build import SERVICES
from souk.errors import Refusal
from souk.layout import Checkout
from souk.testing.people import Answer
from souk.testing.upgrade import crew, release, rollout
from souk.testing.upgrade.release import Release

from .test_released import commit

FORMER, NEWER = Checkout(Path("/former")), Checkout(Path("/newer"))


class PlanTest(unittest.TestCase):
    def setUp(self) -> None:
        self.sweeps = list(rollout.plan(FORMER, NEWER))

    def test_every_service_goes_there_and_back_and_ends_as_the_newer(self) -> None:
        for sweep in self.sweeps:
            self.assertEqual(sorted(sweep.services), sorted(SERVICES))
        self.assertEqual([sweep.to for sweep in self.sweeps], [NEWER, FORMER, NEWER, FORMER, NEWER])

    def test_both_orders_are_tried_forward_and_back(self) -> None:
        forward = {sweep.services for sweep in self.sweeps if sweep.to == NEWER}
        back = {sweep.services for sweep in self.sweeps if sweep.to == FORMER}
        self.assertEqual((forward, back), ({rollout.ORDER, rollout.BACK},) * 2)

    def test_the_order_is_the_one_that_is_told(self) -> None:
        page = (Checkout.here().root / "docs/UPGRADING.md").read_text()
        self.assertIn(f"**{', '.join(rollout.ORDER)}**", page)
        self.assertIn(f"opposite order: {', '.join(rollout.BACK)}.", " ".join(page.split()))

    def test_a_replica_takes_a_name_that_the_other_release_had(self) -> None:
        number, names = 1, {FORMER: {1}, NEWER: set()}
        for sweep in self.sweeps:
            self.assertNotEqual(rollout.next_number(number), number)
            number = rollout.next_number(number)
            names[sweep.to].add(number)
        self.assertGreaterEqual(len(names[FORMER] & names[NEWER]), 2)


class FrontTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.former, self.newer = (Checkout(Path(temporary.name, name)) for name in ("former", "newer"))
        self.write(self.former, "storefront/assets/old.js", "storefront/assets/both.css", "storefront/assets/old.js.br")
        self.write(self.newer, "storefront/assets/both.css", "dashboard/assets/new.js")
        self.front = rollout.Front(self.former)

    def write(self, checkout: Checkout, *names: str) -> None:
        for name in names:
            path = checkout.web / "dist" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()

    def test_files_are_those_of_the_gateways_that_take_calls(self) -> None:
        self.assertEqual(self.front.files(), ["/assets/both.css", "/assets/old.js"])
        self.front.comes(self.newer)
        self.assertEqual(self.front.files(), ["/assets/both.css", "/assets/new.js", "/assets/old.js"])
        self.front.goes(self.former)
        self.assertTrue(self.front.has("/assets/both.css"))
        self.assertFalse(self.front.has("/assets/old.js"))

    def loaded(self, file: str, status: int) -> int:
        person = mock.Mock()
        person.call.return_value = Answer(status, b"", {})
        return crew.load(person, file, self.front).status

    def test_a_file_is_lost_while_somebody_has_it(self) -> None:
        self.assertEqual(self.loaded("/assets/old.js", 404), 404)
        self.assertEqual(self.loaded("/assets/new.js", 404), 200, "its gateway has gone")
        self.assertEqual(self.loaded("/assets/new.js", 503), 503)


class ReadsTest(unittest.TestCase):
    def test_only_what_needs_nothing_and_ends_is_asked(self) -> None:
        told = {"200": {"content": {"application/json": {}}}}
        paths = {
            "/a": {"get": {"responses": told}},
            "/b": {"get": {"responses": told, "parameters": [{"name": "page", "in": "query"}]}},
            "/c": {"get": {"responses": told, "parameters": [{"name": "q", "in": "query", "required": True}]}},
            "/d/{id}": {"get": {"responses": told, "parameters": [{"name": "id", "in": "path", "required": True}]}},
            "/live": {"get": {"responses": {"200": {"content": {"text/event-stream": {}}}}}},
            "/e": {"post": {"responses": told}},
        }
        self.assertEqual(crew.plain_reads({"paths": paths}), ["/a", "/b"])


class ReleaseTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.checkout = Checkout(Path(temporary.name))
        (self.checkout.root / "sources").write_text("of the release")
        self.commit = commit(self.checkout.root)
        (self.checkout.root / "sources").write_text("of today")

    def built(self, revision: str) -> Release:
        with mock.patch.object(release, "Build"):
            return release.built(self.checkout, revision)

    def test_it_has_sources_and_programs_of_its_own_and_shares_the_tools(self) -> None:
        found = self.built("HEAD")
        self.assertEqual(found.root, self.checkout.releases / self.commit[:12])
        self.assertEqual((found.root / "sources").read_text(), "of the release")
        self.assertNotEqual(found.binaries, self.checkout.binaries)
        self.assertEqual(found.tools, self.checkout.tools)
        self.assertNotEqual(found.cargo_target, self.checkout.cargo_target)
        self.assertEqual(self.built(self.commit), found, "it is taken out of git once")

    def test_a_revision_that_nobody_knows_is_refused(self) -> None:
        with self.assertRaisesRegex(Refusal, "nowhere"):
            self.built("nowhere")

    def test_the_last_release_is_one_that_git_has(self) -> None:
        root = Checkout.here().root
        inside = subprocess.run(["git", "rev-parse", "--is-shallow-repository"], cwd=root, capture_output=True, text=True)
        if inside.stdout.strip() == "false":
            commit_of = release.released.read(root).commit
            self.assertEqual(subprocess.run(["git", "cat-file", "-e", f"{commit_of}^{{commit}}"], cwd=root).returncode, 0)


if __name__ == "__main__":
    unittest.main()

"""A build is skipped only when nothing that it depends on changed."""

import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk.build import BINARIES, RUST_SOURCES, Build, digest
from souk.errors import Refusal
from souk.layout import Checkout


class DigestTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.write("crates/a.rs", "a")
        self.write("Cargo.toml", "t")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def digest(self, salt: str = "") -> str:
        return digest(self.root, ["Cargo.toml", "crates", "missing"], salt)

    def test_content_names_and_salt_count(self) -> None:
        seen = {self.digest(), self.digest("release")}
        self.write("crates/a.rs", "b")
        seen.add(self.digest())
        (self.root / "crates/a.rs").rename(self.root / "crates/b.rs")
        seen.add(self.digest())
        self.write("crates/c.rs", "")
        seen.add(self.digest())
        self.assertEqual(len(seen), 5)

    def test_times_and_what_was_built_do_not_count(self) -> None:
        before = self.digest()
        (self.root / "crates/a.rs").touch()
        self.write("crates/target/x", "x")
        self.write("crates/node_modules/x", "x")
        self.write("other/file", "x")
        self.assertEqual(self.digest(), before)


class SpaceTest(unittest.TestCase):
    def test_only_the_first_build_asks_for_room(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch("shutil.disk_usage", return_value=mock.Mock(free=0)):
            checkout = Checkout(Path(folder))
            with self.assertRaisesRegex(Refusal, "first build"):
                Build(checkout).require_space()
            checkout.binaries.mkdir(parents=True)
            for name in BINARIES:
                (checkout.binaries / name).touch()
            Build(checkout).require_space()


class SourcesTest(unittest.TestCase):
    def test_every_member_of_the_workspace_counts(self) -> None:
        root = Checkout.here().root
        members = re.search(r"^members = \[(.*?)\]", (root / "Cargo.toml").read_text(), re.MULTILINE | re.DOTALL)
        for pattern in re.findall(r'"(.*?)"', members[1]):
            folder = pattern.removesuffix("/*")
            self.assertIn(folder, RUST_SOURCES)
            self.assertTrue((root / folder).is_dir())

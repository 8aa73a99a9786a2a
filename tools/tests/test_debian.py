"""A package that its mirror dropped is a failure that says what to do; a machine without a network is none."""

import contextlib
import email.message
import hashlib
import io
import tempfile
import unittest
import urllib.error
from pathlib import Path
from unittest import mock

from souk import debian, download
from souk.errors import Refusal
from souk.layout import Checkout

GONE = urllib.error.HTTPError("http://mirror", 404, "Not Found", email.message.Message(), None)
AWAY = download.Unreached("no route")


class DebianTest(unittest.TestCase):
    def fetched(self, *answers: object) -> bytes:
        """What comes of it when the mirrors answer so, one after the other."""
        with mock.patch.object(download, "read", side_effect=answers):
            return debian._read("pool/main/k/kustomize/kustomize.deb")

    def test_what_the_first_mirror_dropped_comes_from_the_second(self) -> None:
        self.assertEqual(self.fetched(GONE, b"a package"), b"a package")

    def test_what_the_first_mirror_cut_off_comes_from_the_second(self) -> None:
        self.assertEqual(self.fetched(AWAY, b"a package"), b"a package")

    def test_what_all_dropped_is_told_and_is_no_missing_network(self) -> None:
        for answers in ((GONE, GONE), (GONE, AWAY)):
            with self.assertRaisesRegex(Refusal, "name its successor") as refused:
                self.fetched(*answers)
            self.assertNotIsInstance(refused.exception, debian.NotHere)

    def test_a_machine_without_a_network_has_none_of_it(self) -> None:
        with self.assertRaises(debian.NotHere):
            self.fetched(AWAY, AWAY)

    def test_another_file_than_the_pinned_one_is_refused(self) -> None:
        digests = dict.fromkeys(("amd64", "arm64"), hashlib.sha256(b"the package").hexdigest())
        package = debian.Package("tool", "pool", "1", digests, "usr/bin/tool")
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(debian, "_read", return_value=b"another one"):
            with self.assertRaisesRegex(Refusal, "not the file"), contextlib.redirect_stdout(io.StringIO()):
                debian.program(Checkout(Path(folder)), package)


if __name__ == "__main__":
    unittest.main()

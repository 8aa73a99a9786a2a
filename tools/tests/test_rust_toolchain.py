"""Where Rust is missing or old, the pinned toolchain comes into the checkout; from a stand-in for the download here."""

import contextlib
import hashlib
import http.client
import http.server
import io
import os
import platform
import re
import tempfile
import threading
import unittest
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from souk import rust_toolchain
from souk.errors import Refusal
from souk.layout import Checkout

# Does what rustup's installer does: programs into CARGO_HOME.
INSTALLER = b"""#!/bin/sh
[ -z "$RUSTUP_TOOLCHAIN" ] || exit 9
mkdir -p "$CARGO_HOME/bin" "$RUSTUP_HOME"
echo "$@" >"$RUSTUP_HOME/words"
for name in rustc cargo; do
  printf '#!/bin/sh\\necho "%s 1.95.0 (pinned)"\\n' $name >"$CARGO_HOME/bin/$name"
  chmod +x "$CARGO_HOME/bin/$name"
done
"""
PATH = f"/archive/{rust_toolchain.RUSTUP}/{platform.machine()}-unknown-linux-gnu/rustup-init"


@contextlib.contextmanager
def download(content: bytes) -> Iterator[tuple[str, list[str]]]:
    """A server with one file, and what it was asked for."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200 if self.path == PATH else 404)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


class RustToolchainTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.checkout = Checkout(Path(temporary.name))
        self.folder = self.checkout.tools / f"rust-{rust_toolchain.PINNED}"
        waiting = mock.patch("souk.download.PAUSES", (0.0, 0.0))
        waiting.start()
        self.addCleanup(waiting.stop)
        quiet = contextlib.redirect_stdout(io.StringIO())
        self.shown = quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)

    def machine_rust(self, version: str) -> dict[str, str]:
        """A machine with that Rust, or none."""
        programs = self.checkout.root / "machine"
        programs.mkdir(exist_ok=True)
        if version:
            rustc = programs / "rustc"
            rustc.write_text(f"#!/bin/sh\necho 'rustc {version} (x)'\n")
            rustc.chmod(0o755)
        return {"PATH": f"{programs}:/usr/bin:/bin", "CARGO_HOME": str(self.checkout.root / "nowhere")}

    def environment(self, version: str, url: str, digest: bytes = INSTALLER) -> dict[str, str]:
        known = {platform.machine(): hashlib.sha256(digest).hexdigest()}
        own = {**self.machine_rust(version), "RUSTUP_UPDATE_ROOT": url}
        with mock.patch.dict(os.environ, own, clear=True), mock.patch.object(rust_toolchain, "DIGESTS", known):
            return rust_toolchain.environment(self.checkout)

    def test_a_machine_with_a_new_enough_rust_keeps_it(self) -> None:
        self.assertNotIn("RUSTUP_HOME", self.environment("1.94.0", "http://127.0.0.1:1"))

    def test_where_it_is_missing_or_old_the_pinned_one_comes_once(self) -> None:
        with download(INSTALLER) as (url, asked):
            for version in ("", "1.70.0"):
                made = self.environment(version, url)
                self.assertTrue(made["PATH"].startswith(f"{self.folder}/cargo/bin:"))
            self.assertEqual(asked, [PATH])
        self.assertIn("clippy", (self.folder / "rustup" / "words").read_text())
        self.assertIn("the machine's is missing", self.shown.getvalue())

    def test_an_installation_that_was_cut_off_is_made_anew(self) -> None:
        (self.folder / "cargo" / "bin").mkdir(parents=True)
        with download(INSTALLER) as (url, asked):
            self.environment("", url)
            self.assertEqual(len(asked), 1)

    def test_another_file_than_the_known_one_is_not_run(self) -> None:
        with download(b"#!/bin/sh\ntouch /tmp/ran\n") as (url, _), self.assertRaises(Refusal) as refused:
            self.environment("", url)
        self.assertIn("digest differs", str(refused.exception))
        self.assertFalse((self.folder / "whole").exists())

    def test_without_a_network_it_says_how_to_get_it_by_hand(self) -> None:
        with self.assertRaises(Refusal) as refused:
            self.environment("1.70.0", "http://127.0.0.1:1")
        self.assertIn("here it is 1.70", str(refused.exception))
        self.assertIn("rustup.rs", str(refused.exception))

    def test_a_download_that_is_cut_off_is_told_in_words(self) -> None:
        cut = http.client.IncompleteRead(b"half", 4)
        with mock.patch("urllib.request.urlopen", side_effect=cut), self.assertRaisesRegex(Refusal, "can't be fetched.*4 more expected"):
            self.environment("", "http://127.0.0.1:1")

    def test_the_workspace_asks_for_the_same_version(self) -> None:
        manifest = (Checkout.here().root / "Cargo.toml").read_text()
        wanted = re.search(r'rust-version = "(\d+)\.(\d+)"', manifest)
        self.assertEqual(wanted and tuple(map(int, wanted.groups())), rust_toolchain.AT_LEAST)


if __name__ == "__main__":
    unittest.main()

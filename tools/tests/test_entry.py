"""`./souk` itself, on machines without a Python that is new enough."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from souk.layout import Checkout

# Stand-ins of Python: one that fails the question for its version, and one that says how it was called.
OLD = '[ "$1" = --version ] || exit 1; echo "Python 3.7.3"'
NEW = '[ "$1" = -c ] || echo "ran $*"'


class EntryTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.programs = self.root / "bin"
        self.programs.mkdir()
        for name in ("bash", "dirname", "env", "cat", "chmod"):
            (self.programs / name).symlink_to(shutil.which(name) or name)
        # The machine's own one is new enough.
        text = (Checkout.here().root / "souk").read_text().replace("/usr/bin/python3", str(self.root / "none"))
        (self.root / "souk").write_text(text)
        self.program("id", "echo 0")

    def program(self, name: str, script: str) -> None:
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def souk(self) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.programs / "bash", self.root / "souk", "status"],
            env={"PATH": str(self.programs)},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )

    def test_what_apt_brings_is_used_after_its_lists_were_renewed(self) -> None:
        said = self.root / "said"
        new = self.programs / "python3"
        brings = f"printf '#!/bin/sh\\n%s\\n' '{NEW}' >{new}; chmod 755 {new}"
        self.program("apt-get", f'echo "$*" >>{said}\n[ "$1" = update ] && : >{said}.new\n[ -e {said}.new ] || exit 100\n{brings}')
        done = self.souk()
        self.assertEqual((done.returncode, done.stdout), (0, "ran -m souk status\n"), done.stderr)
        install = "install -y --no-install-recommends python3"
        self.assertEqual(said.read_text().splitlines(), [install, "update", install])

    def test_where_apt_s_own_is_too_old_it_says_what_is_needed(self) -> None:
        self.program("python3", OLD)
        self.program("apt-get", "exit 0")
        done = self.souk()
        self.assertEqual(done.returncode, 1)
        self.assertIn("Python 3.9 or newer is needed, and apt brings none here (there is: Python 3.7.3)", done.stderr)

    def test_where_apt_fails_it_says_what_is_needed(self) -> None:
        self.program("apt-get", "echo no network >&2; exit 100")
        done = self.souk()
        self.assertEqual(done.returncode, 1)
        self.assertIn("apt brings none here (there is: none)", done.stderr)

    def test_without_root_it_says_the_command(self) -> None:
        self.program("id", "echo 1000")
        done = self.souk()
        self.assertEqual(done.returncode, 1)
        self.assertIn("apt-get update && apt-get install -y python3", done.stderr)
        self.program("sudo", '[ "$1" = -n ] && exit 0; exec "$@"')
        self.program("apt-get", f"echo '#!/bin/sh' >{self.programs}/python3; echo '{NEW}' >>{self.programs}/python3; chmod 755 {self.programs}/python3")
        self.assertEqual(self.souk().stdout, "ran -m souk status\n")


if __name__ == "__main__":
    unittest.main()

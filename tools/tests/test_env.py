"""`./souk env`: only a shell's own words on standard output, and both toolchains in one PATH."""

import contextlib
import io
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk import cli, console, rust_toolchain, toolchains
from souk.commands import env
from souk.layout import Checkout


class EnvTest(unittest.TestCase):
    def test_a_shell_gets_exactly_what_differs(self) -> None:
        wanted = {"PATH": "/a b:/bin", "CARGO_HOME": "/x'y", "HOME": "/root"}
        lines = list(env.exports(wanted, {"PATH": "/bin", "HOME": "/root"}))
        self.assertEqual(len(lines), 2, lines)
        script = "\n".join([*lines, 'echo "$PATH|$CARGO_HOME"'])
        shell = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=True)
        self.assertEqual(shell.stdout, "/a b:/bin|/x'y\n")

    def test_node_comes_into_the_path_that_has_cargo(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            node = Path(folder) / "bin" / "node"
            node.parent.mkdir()
            old = mock.patch.object(toolchains, "_machine_node_is_enough", return_value=False)
            with old, mock.patch.object(toolchains, "program", return_value=node):
                rust = {"PATH": "/cargo/bin:/bin", "RUSTUP_HOME": "/r"}
                made = toolchains.node_environment(Checkout(Path(folder)), rust)
        self.assertEqual(made, {**rust, "PATH": f"{node.parent}:/cargo/bin:/bin"})

    def test_what_is_said_meanwhile_is_not_for_the_shell(self) -> None:
        def fetch(_: Checkout) -> dict[str, str]:
            console.say("Installing Rust")
            return {**os.environ, "CARGO_HOME": "/cargo"}

        shown, said = io.StringIO(), io.StringIO()
        new = mock.patch.object(toolchains, "_machine_node_is_enough", return_value=True)
        with new, mock.patch.object(rust_toolchain, "environment", side_effect=fetch):
            with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(said):
                self.assertEqual(cli.main(["env"]), 0)
        self.assertEqual((shown.getvalue(), said.getvalue()), ("export CARGO_HOME=/cargo\n", "Installing Rust\n"))


if __name__ == "__main__":
    unittest.main()

"""A command's output, also where there is no room for its log."""

import contextlib
import io
import unittest
from pathlib import Path

from souk import console


@unittest.skipUnless(Path("/dev/full").exists(), "Linux has a file that is always full")
class FullDiskTest(unittest.TestCase):
    def test_a_command_is_heard_to_its_end_when_its_log_can_t_be_written(self) -> None:
        long = "head -c 300000 /dev/zero | tr '\\0' '\\n'; echo 'no space left'; exit 3"
        with contextlib.redirect_stdout(io.StringIO()), console.step("Building") as current:
            code, said = console.attempt(current, ["sh", "-c", long], Path("/dev/full"))
        self.assertEqual((code, said.strip()), (3, "no space left"))


if __name__ == "__main__":
    unittest.main()

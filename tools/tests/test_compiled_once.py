"""The tests of one package are built with the dependencies that all packages are built with: another set of features of one of them
would compile it and all that stand on it anew, minutes before the first test of `./souk test rust PACKAGE`."""

import json
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def cargo(*arguments: str) -> str:
    done = subprocess.run(["cargo", *arguments, "--locked"], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def dependencies(*selected: str) -> set[str]:
    """Each with its version and features, but for the workspace's own."""
    tree = cargo("tree", *selected, "-e", "normal,build,dev", "--prefix", "none", "-f", "{p}|{f}")
    lines = {line.removesuffix(" (*)") for line in tree.splitlines() if "|" in line}
    return {line for line in lines if not line.startswith("souk")}


class CompiledOnceTest(unittest.TestCase):
    def test_a_package_is_built_with_the_features_of_the_workspace(self) -> None:
        packages = json.loads(cargo("metadata", "--format-version", "1", "--no-deps"))["packages"]
        everywhere = dependencies("--workspace")
        for package in packages:
            if any(each["name"] == "souk-testkit" for each in package["dependencies"]):
                with self.subTest(package["name"]):
                    missing = dependencies("-p", package["name"]) - everywhere
                    self.assertEqual(set(), missing, "add the workspace's features of these to crates/testkit/Cargo.toml")

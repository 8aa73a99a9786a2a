"""The bill of materials names what is shipped and no more, follows CycloneDX, and is the same twice."""

import argparse
import base64
import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from check import licences
from souk import bill
from souk.commands import sbom

REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
LOCK = f"""\
[[package]]
name = "tonic"
version = "0.14.9"
source = "{REGISTRY}"
checksum = "{"ab" * 32}"
dependencies = [
 "http",
]
"""
PAGES = {
    "packages": {
        "": {"name": "souk-web", "version": "0.1.0", "license": "MIT", "dependencies": {"@radix/ui": "1"}, "devDependencies": {"vite": "8"}},
        "node_modules/@radix/ui": {
            "version": "1.8.1",
            "license": "MIT",
            "integrity": "sha512-" + base64.b64encode(b"\1" * 64).decode(),
            "dependencies": {"react": "^18", "shared": "1"},
        },
        "node_modules/@radix/ui/node_modules/react": {"version": "18.0.0", "license": "MIT", "dependencies": {"shared": "1"}},
        "node_modules/react": {"version": "19.3.1", "license": "MIT"},
        "node_modules/shared": {"version": "1.0.0", "license": "ISC"},
        "node_modules/vite": {"version": "8.3.8", "license": "MIT", "dev": True},
    }
}


def package(name: str, version: str, licence: str | None = "MIT", ours: bool = False) -> dict:
    return {"id": name, "name": name, "version": version, "license": licence, "source": None if ours else REGISTRY}


def node(name: str, **needs: str | None) -> dict:
    deps = [{"pkg": need.replace("_", "-"), "dep_kinds": [{"kind": kind, "target": None}]} for need, kind in needs.items()]
    return {"id": name, "deps": deps}


METADATA = {
    "workspace_members": ["souk-orders", "souk-kernel", "souk-testkit"],
    "packages": [
        package("souk-orders", "0.1.0", ours=True),
        package("souk-kernel", "0.1.0", ours=True),
        package("souk-testkit", "0.1.0", ours=True),
        package("tonic", "0.14.9", "MIT/Apache-2.0"),
        package("insta", "1.0.0"),
        package("protox", "0.10.0"),
    ],
    "resolve": {
        "nodes": [
            node("souk-orders", souk_kernel=None, tonic=None, souk_testkit="dev", protox="build"),
            node("souk-kernel", insta="dev"),
            node("souk-testkit", insta=None),
            node("tonic"),
            node("insta"),
            node("protox"),
        ]
    },
}


def whole() -> bill.Bill:
    made = bill.Bill("0.1.0")
    bill.add_crates(made, METADATA, LOCK, ["souk-orders"])
    bill.add_pages(made, PAGES)
    return made


class BillTest(unittest.TestCase):
    def setUp(self) -> None:
        self.document = whole().document()
        self.components = {component["bom-ref"]: component for component in self.document["components"]}
        self.needs = {entry["ref"]: entry["dependsOn"] for entry in self.document["dependencies"]}

    def test_what_is_shipped_and_no_more(self) -> None:
        self.assertEqual(
            list(self.components),
            [
                "pkg:cargo/tonic@0.14.9",
                "pkg:npm/%40radix/ui@1.8.1",
                "pkg:npm/react@18.0.0",
                "pkg:npm/shared@1.0.0",
                "souk-kernel@0.1.0",
                "souk-orders@0.1.0",
                "souk-web@0.1.0",
            ],
        )
        self.assertEqual(self.needs["souk"], ["souk-orders@0.1.0", "souk-web@0.1.0"])
        self.assertEqual(self.needs["souk-orders@0.1.0"], ["pkg:cargo/tonic@0.14.9", "souk-kernel@0.1.0"])
        # Not the other react, which nothing that is shipped asks for.
        self.assertEqual(self.needs["pkg:npm/%40radix/ui@1.8.1"], ["pkg:npm/react@18.0.0", "pkg:npm/shared@1.0.0"])

    def test_digests_and_licences(self) -> None:
        tonic = self.components["pkg:cargo/tonic@0.14.9"]
        self.assertEqual(tonic["hashes"], [{"alg": "SHA-256", "content": "ab" * 32}])
        self.assertEqual(tonic["licenses"], [{"expression": "MIT OR Apache-2.0"}])
        self.assertEqual(self.components["pkg:npm/%40radix/ui@1.8.1"]["hashes"], [{"alg": "SHA-512", "content": "01" * 64}])

    def test_the_form_that_cyclonedx_asks_for(self) -> None:
        self.assertEqual((self.document["bomFormat"], self.document["specVersion"], self.document["version"]), ("CycloneDX", "1.6", 1))
        known = {"type", "bom-ref", "name", "version", "purl", "hashes", "licenses"}
        for component in self.components.values():
            self.assertLessEqual({"type", "bom-ref", "name"}, component.keys())
            self.assertLessEqual(component.keys(), known)
            self.assertIn(component["type"], ("application", "library"))
        self.assertEqual(len(self.components), len(self.document["components"]))
        self.assertEqual(self.needs.keys(), self.components.keys() | {"souk"})
        self.assertLessEqual({need for needs in self.needs.values() for need in needs}, self.components.keys())

    def test_the_same_twice(self) -> None:
        self.assertEqual(json.dumps(whole().document()), json.dumps(self.document))

    def test_what_no_licence_lets_us_ship(self) -> None:
        self.assertEqual(whole().refused({"MIT"}), ["pkg:npm/shared@1.0.0 has ISC"])
        made = bill.Bill("0.1.0")
        bill.add_crates(made, {**METADATA, "packages": [*METADATA["packages"], package("tonic", "0.14.9", None)]}, LOCK, ["souk-orders"])
        self.assertEqual(made.refused({"MIT"}), ["pkg:cargo/tonic@0.14.9 has no licence"])


class CommandTest(unittest.TestCase):
    def test_the_pages_of_this_tree_may_be_shipped(self) -> None:
        metadata = {
            "workspace_members": ["souk-gateway"],
            "packages": [package("souk-gateway", "0.1.0", ours=True)],
            "resolve": {"nodes": [node("souk-gateway")]},
        }
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(sbom, "_metadata", return_value=metadata):
            files = [Path(folder) / name for name in ("first.json", "second.json")]
            for file in files:
                with contextlib.redirect_stdout(io.StringIO()):
                    self.assertEqual(sbom.run(argparse.Namespace(file=file)), 0)
            first, second = (file.read_text() for file in files)
        self.assertEqual(first, second)
        names = {component["name"] for component in json.loads(first)["components"]}
        self.assertLessEqual({"souk-gateway", "souk-web", "preact", "react"}, names)
        self.assertNotIn("vite", names)


class LicencesTest(unittest.TestCase):
    def test_expressions(self) -> None:
        may = {"MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"}
        for expression in ("MIT", "GPL-3.0 OR MIT", "(GPL-3.0 OR MIT) AND Zlib", "MIT/Apache-2.0", "Apache-2.0 WITH LLVM-exception OR GPL-3.0"):
            self.assertTrue(licences.permits(expression, may), expression)
        for expression in ("", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT Zlib", "Apache-2.0", "MIT OR", "SEE LICENSE IN file"):
            self.assertFalse(licences.permits(expression, may - ({"MIT"} if expression == "MIT OR" else set())), expression)

    def test_a_package_of_the_pages_with_another_licence(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "web").mkdir()
            (root / licences.LOCK).write_text(json.dumps(PAGES))
            (root / licences.ALLOWED).write_text('[licenses]\n# These.\nallow = [\n  "MIT",\n]\n')
            expected = [f"{licences.LOCK}: shared has ISC, which deny.toml doesn't allow"]
            self.assertEqual(list(licences.problems(root)), expected)


if __name__ == "__main__":
    unittest.main()

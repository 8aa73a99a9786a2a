"""`./souk sbom`: writes what the programs and the pages are made of, with licences, as CycloneDX."""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

from check import licences
from souk import bill, build, console, rust_toolchain
from souk.errors import Refusal
from souk.layout import Checkout

HELP = "write what is shipped, and under which licences, as CycloneDX"
DETAILS = """\
Writes a bill of materials (CycloneDX 1.6, JSON): the crates that the programs are linked from, on both processors that the images are
for, and the npm packages that the pages may have in them, with versions, digests and licences. The same sources give the same
file. Refuses what has no licence that deny.toml allows. It runs cargo, which may fetch crates, and builds nothing.
"""
PLATFORMS = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="where to write it")


def run(arguments: argparse.Namespace) -> int:
    checkout = Checkout.here()
    metadata = _metadata(checkout)
    # All of ours have the workspace's version.
    gateway = next(package for package in metadata["packages"] if package["name"] == build.binary("gateway"))
    shipped = bill.Bill(gateway["version"])
    programs = [name for name in build.BINARIES if name != build.BENCH_LIMIT]
    bill.add_crates(shipped, metadata, (checkout.root / "Cargo.lock").read_text(), programs)
    bill.add_pages(shipped, json.loads((checkout.web / "package-lock.json").read_text()))
    if refused := shipped.refused(licences.allowed(checkout.root)):
        raise Refusal("deny.toml allows no licence of these:\n  " + "\n  ".join(refused))
    document = shipped.document()
    arguments.file.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    console.say(f"{arguments.file}: {len(document['components'])} components")
    return 0


def _metadata(checkout: Checkout) -> dict:
    command = ["cargo", "metadata", "--locked", "--format-version=1"]
    command += [f"--filter-platform={platform}" for platform in PLATFORMS]
    done = subprocess.run(
        command, cwd=checkout.root, env=rust_toolchain.environment(checkout), stdout=subprocess.PIPE, text=True
    )
    if done.returncode != 0:
        raise Refusal("cargo can't say what the programs are made of")
    return json.loads(done.stdout)

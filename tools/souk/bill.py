"""The bill of materials: what the programs and the pages are made of, as CycloneDX 1.6. The same sources give the same bytes."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from urllib.parse import quote

from check import licences

SPECIFICATION = "1.6"
# One package of Cargo.lock.
LOCKED = re.compile(r'^name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "([0-9a-f]{64})"$', re.MULTILINE)
Component = dict[str, object]


class Bill:
    def __init__(self, version: str) -> None:
        self._root = {"type": "application", "bom-ref": "souk", "name": "souk", "version": version}
        self._components: dict[str, Component] = {}
        self._needs: dict[str, set[str]] = {"souk": set()}

    def add(self, component: Component, needs: Iterable[str], top: bool = False) -> None:
        reference = str(component["bom-ref"])
        self._components[reference] = component
        self._needs.setdefault(reference, set()).update(needs)
        if top:
            self._needs["souk"].add(reference)

    def refused(self, may: set[str]) -> list[str]:
        """What has no licence that is allowed."""
        expressions = {
            reference: component["licenses"][0]["expression"] if "licenses" in component else "no licence"
            for reference, component in sorted(self._components.items())
        }
        return [f"{name} has {words}" for name, words in expressions.items() if not licences.permits(words, may)]

    def document(self) -> dict[str, object]:
        return {
            "bomFormat": "CycloneDX",
            "specVersion": SPECIFICATION,
            "version": 1,
            "metadata": {"component": self._root},
            "components": [self._components[name] for name in sorted(self._components)],
            "dependencies": [{"ref": name, "dependsOn": sorted(needs)} for name, needs in sorted(self._needs.items())],
        }


def add_crates(bill: Bill, metadata: dict, lock: str, programs: Iterable[str]) -> None:
    """What these programs are linked from, by `cargo metadata`: no crates of tests or of build scripts."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    sums = {(name, version): checksum for name, version, checksum in LOCKED.findall(lock)}
    tops = {id_ for id_ in metadata["workspace_members"] if packages[id_]["name"] in set(programs)}
    waiting, seen = list(tops), set(tops)
    while waiting:
        id_ = waiting.pop()
        package = packages[id_]
        linked = [need["pkg"] for need in nodes[id_]["deps"] if any(kind["kind"] is None for kind in need["dep_kinds"])]
        component = _component("application" if id_ in tops else "library", package["name"], package["version"], package["license"])
        if package["source"]:
            component["purl"] = component["bom-ref"] = _crate(package)
            if checksum := sums.get((package["name"], package["version"])):
                component["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        bill.add(component, [_crate(packages[need]) for need in linked], top=id_ in tops)
        waiting += [need for need in linked if need not in seen]
        seen.update(linked)


def add_pages(bill: Bill, lock: dict) -> None:
    """What the storefront and the dashboard may have in them, by npm's lock file."""
    packages = lock["packages"]
    web = packages[""]
    bill.add(_component("application", web["name"], web["version"], web["license"]), _needs(packages, ""), top=True)
    for path, package in licences.shipped(packages).items():
        component = _component("library", _name(path), package["version"], package.get("license"))
        component["purl"] = component["bom-ref"] = _package(packages, path)
        if package.get("integrity", "").startswith("sha512-"):
            digest = base64.b64decode(package["integrity"].removeprefix("sha512-")).hex()
            component["hashes"] = [{"alg": "SHA-512", "content": digest}]
        bill.add(component, _needs(packages, path))


def _component(kind: str, name: str, version: str, licence: str | None) -> Component:
    component: Component = {"type": kind, "bom-ref": f"{name}@{version}", "name": name, "version": version}
    if licence:
        component["licenses"] = [{"expression": licence.replace("/", " OR ")}]
    return component


def _crate(package: dict) -> str:
    """Ours are in no registry, so they have no address there."""
    named = f"{package['name']}@{package['version']}"
    return f"pkg:cargo/{named}" if package["source"] else named


def _needs(packages: dict[str, dict], path: str) -> list[str]:
    names = packages[path].get("dependencies", {})
    return [_package(packages, licences.resolved(packages, path, name)) for name in names]


def _package(packages: dict[str, dict], path: str) -> str:
    return f"pkg:npm/{quote(_name(path), safe='/')}@{packages[path]['version']}"


def _name(path: str) -> str:
    return path.rpartition("node_modules/")[2]

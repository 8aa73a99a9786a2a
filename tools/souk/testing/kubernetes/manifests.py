"""Rendered manifests, as the checks ask about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Optional

Manifest = dict[str, Any]
NAME = "app.kubernetes.io/name"
WORKLOADS = ("Deployment", "StatefulSet", "Job", "CronJob")
# By which label the pods of a server name it that an operator runs, and no manifest shows.
OPERATED = {"Cluster": "cnpg.io/cluster", "RabbitmqCluster": NAME}


class Manifests:
    """All that one overlay renders to."""

    def __init__(self, manifests: Iterable[Manifest]) -> None:
        self._all = list(manifests)

    def of(self, *kinds: str) -> Iterator[Manifest]:
        return (manifest for manifest in self._all if manifest["kind"] in kinds)

    def find(self, kind: str, name: str) -> Optional[Manifest]:
        return next((manifest for manifest in self.of(kind) if name_of(manifest) == name), None)

    def generated(self, kind: str, name: str) -> Optional[Manifest]:
        """One whose name ends in a digest of what it says."""
        found = (manifest for manifest in self.of(kind) if name_of(manifest).rpartition("-")[0] == name)
        return self.find(kind, name) or next(found, None)

    def settings(self) -> dict[str, str]:
        """What all five services are told."""
        found = self.generated("ConfigMap", "settings")
        return found["data"] if found else {}

    def pods(self) -> dict[str, Manifest]:
        """The template of each workload's pods, by the name that its labels give them."""
        templates = (template(manifest) for manifest in self.of(*WORKLOADS))
        found = {each["metadata"]["labels"][NAME]: each for each in templates}
        for manifest in self.of(*OPERATED):
            found[name_of(manifest)] = {"metadata": {"labels": {OPERATED[manifest["kind"]]: name_of(manifest)}}}
        return found


def secrets_of(value: Any) -> Iterator[tuple[str, Optional[str]]]:
    """Which Secret is read, and which line of it where that is said, wherever it stands in a manifest."""
    if isinstance(value, list):
        for inner in value:
            yield from secrets_of(inner)
        return
    if not isinstance(value, dict):
        return
    for name, inner in value.items():
        if name == "secretKeyRef":
            yield inner["name"], inner["key"]
        elif name in ("secretRef", "secret") and isinstance(inner, dict):
            lines = [each["key"] for each in inner.get("items", [])]
            yield from ((inner.get("name") or inner["secretName"], line) for line in lines or [None])
        elif name == "secretName" and isinstance(inner, str):
            yield inner, None
        else:
            yield from secrets_of(inner)


def name_of(manifest: Manifest) -> str:
    return manifest["metadata"]["name"]


def template(workload: Manifest) -> Manifest:
    """Of its pods, which a CronJob has in its Jobs."""
    spec = workload["spec"]
    return spec["jobTemplate"]["spec"]["template"] if workload["kind"] == "CronJob" else spec["template"]


def container(workload: Manifest) -> Manifest:
    """The one container of a workload's pod."""
    return template(workload)["spec"]["containers"][0]


def ports(of: Manifest) -> dict[str, int]:
    return {port["name"]: port["containerPort"] for port in of.get("ports", [])}


def selects(selector: Manifest, labels: dict[str, str]) -> bool:
    """Whether a label selector means a pod with these labels; an empty one means all."""
    wanted = selector.get("matchLabels", {}).items()
    if any(labels.get(key) != value for key, value in wanted):
        return False
    for expression in selector.get("matchExpressions", []):
        if expression["operator"] != "In":
            raise ValueError(f"no check knows the operator {expression['operator']}")
        if labels.get(expression["key"]) not in expression["values"]:
            return False
    return True

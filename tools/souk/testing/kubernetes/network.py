"""Who may reach whom, worked out from the NetworkPolicies, is the picture of docs/ARCHITECTURE.md and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from souk.build import SERVICES
from souk.testing.kubernetes.manifests import Manifest, Manifests, selects

MIGRATIONS = tuple(f"migrate-{service}" for service in SERVICES)
CALLED = {"catalog": 7002, "orders": 7003, "inventory": 7004, "payments": 7005}
Path = tuple[str, str, int]


def expected(servers: bool, search: bool = False) -> set[Path]:
    """Every arrow between pods: from, to, port; `servers` are those of the databases and the broker within the cluster, `search` that of
    the search index."""
    paths = {("edge", "gateway", 7001), ("edge", "gateway", 7101)}
    paths |= {(caller, "mesh", 8090) for caller in ("gateway", "catalog", "orders", "inventory")}
    paths |= {("mesh", service, port) for service, port in CALLED.items()}
    if search:
        paths.add(("catalog", "meilisearch", 7700))
    if servers:
        paths |= {(service, "rabbitmq", 5672) for service in SERVICES}
        paths |= {(pod, "postgres", 5432) for pod in (*SERVICES, *MIGRATIONS, "databases")}
    return paths


def problems(manifests: Manifests) -> Iterator[str]:
    """Of an overlay and the Jobs that migrate, together."""
    labels = {name: pod["metadata"]["labels"] for name, pod in manifests.pods().items()}
    policies = list(manifests.of("NetworkPolicy"))
    for name, own in labels.items():
        for direction in ("Ingress", "Egress"):
            if not any(direction in policy["spec"]["policyTypes"] for policy in _about(policies, own)):
                yield f"{name}: everything is open to it ({direction})"
    found = {path for sender in labels for path in _paths(policies, labels, sender)}
    wanted = expected("postgres" in labels, "meilisearch" in labels)
    yield from (f"{sender} may not reach {to}:{port}" for sender, to, port in sorted(wanted - found))
    yield from (f"{sender} may reach {to}:{port}, which is no arrow" for sender, to, port in sorted(found - wanted))


def _paths(policies: list[Manifest], labels: dict[str, dict[str, str]], sender: str) -> Iterator[Path]:
    """Where both ends agree."""
    for receiver in labels:
        out = _allowed(_about(policies, labels[sender]), "egress", "to", labels[receiver])
        into = _allowed(_about(policies, labels[receiver]), "ingress", "from", labels[sender])
        yield from ((sender, receiver, port) for port in out & into)


def _about(policies: list[Manifest], labels: dict[str, str]) -> list[Manifest]:
    return [policy for policy in policies if selects(policy["spec"]["podSelector"], labels)]


def _allowed(policies: list[Manifest], direction: str, peers: str, other: dict[str, str]) -> set[int]:
    rules = [rule for policy in policies for rule in policy["spec"].get(direction, [])]
    return {port["port"] for rule in rules if any(_means(peer, other) for peer in rule[peers]) for port in rule["ports"]}


def _means(peer: Manifest, labels: dict[str, str]) -> bool:
    """Whether it is a pod of our own; those of other namespaces and other networks are no pods of ours."""
    return peer.keys() == {"podSelector"} and selects(peer["podSelector"], labels)

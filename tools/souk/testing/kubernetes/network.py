"""Who may reach whom, worked out from the NetworkPolicies, is the picture of docs/ARCHITECTURE.md and nothing else; and so is who may be
reached, and may reach us, beyond the shop."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterator

from souk.build import SERVICES
from souk.testing.kubernetes.manifests import Manifest, Manifests, ports, selects

MIGRATIONS = tuple(f"migrate-{service}" for service in SERVICES)
CALLED = {"catalog": 7002, "orders": 7003, "inventory": 7004, "payments": 7005}
MEASURED = {"gateway": 7101, "catalog": 7102, "orders": 7103, "inventory": 7104, "payments": 7105, "edge": 9902, "mesh": 9902}
# Where networks are named: all addresses that are anybody's, and those of a server, or a few.
PUBLIC, SERVERS = "public addresses", "servers elsewhere"
EVERYBODY = {"0.0.0.0/0", "2000::/3"}
FEW = {4: 24, 6: 64}
DOMAIN_NAMES = "kube-system/kube-dns"
API = (443, 6443)
FRONT = ("edge", 8080)
NAMESPACE = re.compile(r"[a-z0-9-]+")
Path = tuple[str, str, int]


def expected(features: Collection[str]) -> set[Path]:
    """Every arrow between pods: from, to, port."""
    paths = {("edge", "gateway", 7001), ("edge", "gateway", 7101)}
    paths |= {(caller, "mesh", 8090) for caller in ("gateway", "catalog", "orders", "inventory")}
    paths |= {("mesh", service, port) for service, port in CALLED.items()}
    if "search" in features:
        paths.add(("catalog", "meilisearch", 7700))
    if features & {"servers", "operators"}:
        paths |= {(pod, "rabbitmq", 5671 if "operators" in features else 5672) for pod in (*SERVICES, *_verify(features))}
        paths |= {(pod, "postgres", 5432) for pod in (*SERVICES, *MIGRATIONS, *_verify(features), *_copies(features), "databases")}
    if "operators" in features:
        paths |= {("postgres", "postgres", port) for port in (5432, 8000)}
        paths |= {("rabbitmq", "rabbitmq", port) for port in (4369, 25672, 35672)}
    return paths


def expected_outside(pods: Collection[str], features: Collection[str]) -> set[Path]:
    """The same beyond the pods: from or to who else is in the cluster (namespace/pod), or outside of it."""
    paths = {(pod, DOMAIN_NAMES, 53) for pod in pods}
    if "ingress" in features:
        paths.add(("ingress-nginx", "edge", 8080))
    if "metrics" in features:
        paths |= {("monitoring", pod, port) for pod, port in MEASURED.items()}
    if "traces" in features:
        paths |= {(service, "monitoring/collector", 4317) for service in SERVICES}
    if "bucket" in features:
        paths |= {(service, SERVERS, 443) for service in ("catalog", "gateway", *_copies(features))}
    if "imported-pictures" in features:
        paths |= {("catalog", PUBLIC, port) for port in (80, 443)}
    if not features & {"servers", "operators"}:
        paths |= {(pod, SERVERS, 5432) for pod in (*SERVICES, *MIGRATIONS, *_verify(features), *_copies(features))}
        paths |= {(pod, SERVERS, 5671) for pod in (*SERVICES, *_verify(features))}
    if "operators" in features:
        paths |= {(server, SERVERS, port) for server in ("postgres", "rabbitmq") for port in API}
        paths |= {("cnpg-system/cloudnative-pg", "postgres", port) for port in (5432, 8000)}
        paths |= {("rabbitmq-system/rabbitmq-operator", "rabbitmq", port) for port in (15671, 15672)}
        paths |= {("monitoring", "postgres", 9187), ("monitoring", "rabbitmq", 15692)}
    return paths


def _verify(features: Collection[str]) -> Collection[str]:
    """Who asks all databases, and the broker for what waits."""
    return features & {"verify"}


def _copies(features: Collection[str]) -> Collection[str]:
    """Who reads or makes all databases and pictures, and nothing else."""
    return ("backup", "restore") if "backup" in features else ()


def problems(manifests: Manifests, features: Collection[str]) -> Iterator[str]:
    """Of all that is applied together."""
    labels = {name: pod["metadata"]["labels"] for name, pod in manifests.pods().items()}
    policies = list(manifests.of("NetworkPolicy"))
    for name, own in labels.items():
        for direction in ("Ingress", "Egress"):
            if not any(direction in policy["spec"]["policyTypes"] for policy in _about(policies, own)):
                yield f"{name}: everything is open to it ({direction})"
    outside = {path for name, pod in manifests.pods().items() for path in _outside(policies, pod, name)}
    found = {path for sender in labels for path in _paths(policies, labels, sender)} | outside
    wanted = expected(features) | expected_outside(labels, features)
    if "gateway-api" in features:
        wanted.add((_proxies(outside - wanted), *FRONT))
    yield from (f"{sender} may not reach {to}:{port}" for sender, to, port in sorted(wanted - found))
    yield from (f"{sender} may reach {to}:{port}, which is no arrow" for sender, to, port in sorted(found - wanted))


def _proxies(others: Collection[Path]) -> str:
    """Whose they are the overlay says, by the name of one namespace."""
    names = (who for who, *to in sorted(others) if tuple(to) == FRONT and NAMESPACE.fullmatch(who) and who != "anybody")
    return next(names, "the Gateway's proxies")


def _paths(policies: list[Manifest], labels: dict[str, dict[str, str]], sender: str) -> Iterator[Path]:
    """Where both ends agree."""
    for receiver in labels:
        out = _allowed(_about(policies, labels[sender]), "egress", "to", labels[receiver])
        into = _allowed(_about(policies, labels[receiver]), "ingress", "from", labels[sender])
        yield from ((sender, receiver, port) for port in out & into)


def _outside(policies: list[Manifest], pod: Manifest, name: str) -> Iterator[Path]:
    for policy in _about(policies, pod["metadata"]["labels"]):
        for who, port in _others(policy, "egress", "to"):
            yield name, who, port
        for who, port in _others(policy, "ingress", "from"):
            # Of its own ports it may say the name.
            yield who, name, port if isinstance(port, int) else ports(pod["spec"]["containers"][0])[port]


def _others(policy: Manifest, direction: str, peers: str) -> Iterator[tuple[str, int | str]]:
    for rule in policy["spec"].get(direction, []):
        for who in filter(None, map(_other, rule[peers])):
            yield from ((who, port["port"]) for port in rule["ports"])


def _other(peer: Manifest) -> str:
    """Who is meant that is no pod of ours; nothing for one that is."""
    if block := peer.get("ipBlock"):
        network = ipaddress.ip_network(block["cidr"])
        if block["cidr"] in EVERYBODY and block.get("except"):
            return PUBLIC
        return SERVERS if network.prefixlen >= FEW[network.version] else f"all of {network}"
    if "namespaceSelector" not in peer:
        return ""
    selectors = [peer["namespaceSelector"], *([peer["podSelector"]] if "podSelector" in peer else [])]
    named = [list(selector.get("matchLabels", {}).values()) for selector in selectors]
    return "/".join(values[0] if len(values) == 1 else "anybody" for values in named)


def _about(policies: list[Manifest], labels: dict[str, str]) -> list[Manifest]:
    return [policy for policy in policies if selects(policy["spec"]["podSelector"], labels)]


def _allowed(policies: list[Manifest], direction: str, peers: str, other: dict[str, str]) -> set[int]:
    rules = [rule for policy in policies for rule in policy["spec"].get(direction, [])]
    return {port["port"] for rule in rules if any(_means(peer, other) for peer in rule[peers]) for port in rule["ports"]}


def _means(peer: Manifest, labels: dict[str, str]) -> bool:
    """Whether it is a pod of our own; those of other namespaces and other networks are no pods of ours."""
    return peer.keys() == {"podSelector"} and selects(peer["podSelector"], labels)

"""What others than Kubernetes are told (the Prometheus operator, CloudNativePG, RabbitMQ's, a Gateway API's): it agrees with the rest of the tree, and
says nothing that their definitions don't know. Those are in no registry of ours, so what is used of them stands here."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from check import alerts, containers
from souk import postgres
from souk.build import SERVICES
from souk.testing.kubernetes.agreement import ENVOYS, connections
from souk.testing.kubernetes.manifests import WORKLOADS, Manifest, Manifests, container, name_of, ports, secrets_of, selects, template

# Fields, read in the definitions of Prometheus operator 0.93, CloudNativePG 1.30, RabbitMQ's cluster operator 2.22 and the Gateway API of
# June 2026; below those that end in * everything is somebody else's to judge.
KNOWN = {
    "PodMonitor": ("selector.*", "podMetricsEndpoints.port", "podMetricsEndpoints.path", "podMetricsEndpoints.interval"),
    "PrometheusRule": (
        *("groups.name", "groups.interval", "groups.rules.record", "groups.rules.alert", "groups.rules.expr", "groups.rules.for"),
        *("groups.rules.labels.*", "groups.rules.annotations.*"),
    ),
    "Cluster": (
        *("instances", "imageName", "enableSuperuserAccess", "priorityClassName", "resources.*", "postgresql.parameters.*"),
        *("postgresql.synchronous.method", "postgresql.synchronous.number", "postgresql.synchronous.dataDurability"),
        *("bootstrap.initdb.database", "bootstrap.initdb.owner", "bootstrap.initdb.secret.name", "bootstrap.initdb.encoding"),
        *("bootstrap.initdb.locale", "bootstrap.initdb.postInitSQL"),
        *("storage.size", "storage.storageClass"),
        *("backup.volumeSnapshot.className", "backup.volumeSnapshot.snapshotOwnerReference"),
        *("affinity.enablePodAntiAffinity", "affinity.topologyKey", "affinity.podAntiAffinityType", "topologySpreadConstraints.*"),
    ),
    "ScheduledBackup": ("schedule", "method", "backupOwnerReference", "cluster.name"),
    "RabbitmqCluster": (
        *("replicas", "image", "resources.*", "persistence.storage", "persistence.storageClassName", "tls.secretName"),
        *("rabbitmq.additionalConfig", "override.statefulSet.spec.template.spec.*"),
    ),
    "Gateway": (
        *("gatewayClassName", "listeners.name", "listeners.hostname", "listeners.port", "listeners.protocol"),
        *("listeners.tls.mode", "listeners.tls.certificateRefs.name"),
    ),
    "HTTPRoute": (
        *("parentRefs.name", "parentRefs.sectionName", "rules.backendRefs.name", "rules.backendRefs.port", "rules.timeouts.request"),
        *("rules.filters.type", "rules.filters.requestRedirect.scheme", "rules.filters.requestRedirect.statusCode"),
    ),
}
# What the pods of operated servers have, which no manifest shows.
PORTS = {"postgres": {"metrics": 9187}, "rabbitmq": {"prometheus": 15692}}
# Where the pods of PostgreSQL are: never two on a node, over zones as far as there are some.
APART = {"enablePodAntiAffinity": True, "topologyKey": "kubernetes.io/hostname", "podAntiAffinityType": "required"}
SPREAD = {"topology.kubernetes.io/zone": "ScheduleAnyway"}
# For who looks after the databases.
SPARE_CONNECTIONS = 20
# Asks a node that starts by its own commands, and not over HTTP.
LEGACY_PROBE = "rabbitmq.com/legacy-startup-probe"
# From which RabbitMQ on a node answers the probe of its start that the operator asks over HTTP.
ASKED_OVER_HTTP = (4, 2, 4)
VERSION = re.compile(r":(\d+(?:\.\d+)*)")
# Secrets that `./souk env-file` doesn't write: CloudNativePG's own, and certificates, which somebody renews.
OF_OTHERS = {"postgres-ca", "rabbitmq-tls", "shop-tls"}
# Where an address names who vouches for the server.
VOUCHED = ("sslrootcert", "cacertfile")
PASSWORD = re.compile(r"\$\{([A-Z_]+)\}")


def problems(root: Path, manifests: Manifests) -> Iterator[str]:
    """Of all that is applied together."""
    for manifest in manifests.of(*KNOWN):
        for path in _paths(manifest["spec"]):
            if not any(_covers(known, path) for known in KNOWN[manifest["kind"]]):
                yield f"{manifest['kind']} {name_of(manifest)}: {path} is not known to be its operator's"
    if any(manifests.of("PodMonitor")):
        yield from _measured(manifests)
    if rules := manifests.find("PrometheusRule", "souk"):
        told = {rule["alert"] for group in rules["spec"]["groups"] for rule in group["rules"] if "alert" in rule}
        if told != set(alerts.ALERT.findall((root / alerts.RULES).read_text())):
            yield f"PrometheusRule souk: has other alerts than {alerts.RULES}"
    yield from _routes(manifests)
    compose = (root / containers.COMPOSE).read_text()
    if databases := manifests.find("Cluster", "postgres"):
        yield from (f"Cluster postgres: {problem}" for problem in _databases(manifests, databases["spec"], compose))
    if broker := manifests.find("RabbitmqCluster", "rabbitmq"):
        yield from (f"RabbitmqCluster rabbitmq: {problem}" for problem in _broker(root, manifests, broker, compose))


def _paths(value: Any, path: str = "") -> Iterator[str]:
    """Of every leaf; those of a list's items are one."""
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from _paths(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for inner in value:
            yield from _paths(inner, path)
    else:
        yield path


def _covers(known: str, path: str) -> bool:
    return path.startswith(known[:-1]) if known.endswith("*") else path == known


def _measured(manifests: Manifests) -> Iterator[str]:
    """Each pod that has figures is read by one monitor, at a port that it has and that the namespace of Prometheus may reach."""
    pods = manifests.pods()
    read: list[str] = []
    for monitor in manifests.of("PodMonitor"):
        who = f"PodMonitor {name_of(monitor)}"
        for name in [name for name, pod in pods.items() if selects(monitor["spec"]["selector"], pod["metadata"]["labels"])]:
            read.append(name)
            known = PORTS[name] if name in PORTS else ports(pods[name]["spec"]["containers"][0])
            for port in [endpoint["port"] for endpoint in monitor["spec"]["podMetricsEndpoints"]]:
                if port not in known:
                    yield f"{who}: {name} has no port {port}"
                elif not _open(manifests, pods[name]["metadata"]["labels"], {port, known[port]}):
                    yield f"{who}: no policy lets Prometheus reach {name}:{port}"
    wanted = [*SERVICES, *ENVOYS, *PORTS]
    if sorted(read) != sorted(wanted):
        yield f"PodMonitors: {sorted(read)} are read, and not once each of {sorted(wanted)}"


def _open(manifests: Manifests, labels: dict[str, str], port: set[int | str]) -> bool:
    """Whether the port is, by its number or its name."""
    about = [policy["spec"] for policy in manifests.of("NetworkPolicy") if selects(policy["spec"]["podSelector"], labels)]
    rules = [rule for spec in about for rule in spec.get("ingress", [])]
    monitoring = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}
    return any(monitoring in rule["from"] and port & {each["port"] for each in rule["ports"]} for rule in rules)


def _routes(manifests: Manifests) -> Iterator[str]:
    """Each leads from a listener that is there to the edge, or to the one that speaks TLS."""
    listeners = {(name_of(gateway), each["name"]): each for gateway in manifests.of("Gateway") for each in gateway["spec"]["listeners"]}
    edge = {("edge", port["port"]) for port in manifests.find("Service", "edge")["spec"]["ports"]} if listeners else set()
    for route in manifests.of("HTTPRoute"):
        for parent in route["spec"]["parentRefs"]:
            protocol = listeners.get((parent["name"], parent["sectionName"]), {}).get("protocol")
            ends = {(end["name"], end["port"]) for rule in route["spec"]["rules"] for end in rule.get("backendRefs", [])}
            if ends != {"HTTPS": edge, "HTTP": set()}.get(protocol):
                yield f"HTTPRoute {name_of(route)}: leads from {protocol} to {sorted(ends)}"


def _databases(manifests: Manifests, spec: Manifest, compose: str) -> Iterator[str]:
    settings = spec["postgresql"]["parameters"]
    wanted = connections(manifests) + SPARE_CONNECTIONS
    if int(settings["max_connections"]) < wanted:
        yield f"all replicas and who looks after it may want {wanted} connections"
    more = {"max_connections", "shared_buffers"}
    if {name: value for name, value in settings.items() if name not in more}.items() - postgres.SETTINGS.items():
        yield "is set otherwise than everywhere"
    major = spec["imageName"].rpartition(":")[2]
    if f"image: postgres:{major}\n" not in compose:
        yield f"{containers.COMPOSE} runs another PostgreSQL than {major}"
    if spec["instances"] < 3 or spec["postgresql"].get("synchronous", {}).get("dataDurability") != "required":
        yield "an accepted order may be on one disk alone"
    if spec.get("affinity") != APART:
        yield "two of it may be on one node, and an accepted order on its disk alone"
    spread = [each for each in spec.get("topologySpreadConstraints", []) if selects(each["labelSelector"], {"cnpg.io/cluster": "postgres"})]
    if {each["topologyKey"]: each["whenUnsatisfiable"] for each in spread} != SPREAD:
        yield "isn't spread over zones, or waits for one that isn't there"
    if manifests.find("PriorityClass", spec.get("priorityClassName", "")) is None:
        yield "has no PriorityClass"
    made = spec["bootstrap"]["initdb"]
    if spec.get("enableSuperuserAccess") or f"ALTER ROLE {made['owner']} CREATEDB CREATEROLE" not in made.get("postInitSQL", []):
        yield "a superuser's password is about, or who makes roles and databases can't"
    if any(role["name"] == made["owner"] for role in spec.get("managed", {}).get("roles", [])):
        yield f"its operator takes from {made['owner']} the roles that deploy/postgres gives it"
    job = manifests.find("Job", "databases")
    scripts = manifests.generated("ConfigMap", "postgres-scripts")
    if job is None or scripts is None or "databases.sql" not in scripts["data"]:
        yield "nobody makes the services' roles and databases"
    orders = [backup["spec"] for backup in manifests.of("ScheduledBackup") if backup["spec"]["cluster"]["name"] == "postgres"]
    if not orders:
        yield "is never backed up"
    # What docs/DEPLOYMENT.md has operators delete is the Backup.
    if spec["backup"]["volumeSnapshot"].get("snapshotOwnerReference") != "backup":
        yield "a snapshot stays when its Backup is deleted"
    if any(order.get("backupOwnerReference", "none") != "none" for order in orders):
        yield "its backups are deleted with what orders them, or with itself"


def secrets(manifests: Manifests, written: Manifests) -> Iterator[str]:
    """`./souk env-file --operators` writes what is read, and nothing else; its addresses are those of the servers, and name files that
    are there."""
    has = {name_of(secret): set(secret.get("data", {})) for secret in written.of("Secret")}
    everything = [*manifests.of("Cluster", "RabbitmqCluster", "Ingress", "Gateway", *WORKLOADS)]
    read = {pair for manifest in everything for pair in secrets_of(manifest["spec"])}
    for name, line in sorted(read, key=str):
        if name not in has.keys() | OF_OTHERS:
            yield f"Secret {name}: is read and not written"
        elif name in has and line is not None and line not in has[name]:
            yield f"Secret {name}: has no {line}"
    yield from (f"Secret {name}: nobody reads it" for name in sorted(has.keys() - {name for name, _ in read}))
    administrator = written.find("Secret", "postgres-admin")
    owner = manifests.find("Cluster", "postgres")["spec"]["bootstrap"]["initdb"]["owner"]
    if administrator is None or administrator.get("type") != "kubernetes.io/basic-auth" or _line(administrator, "username") != owner:
        yield f"Secret postgres-admin: isn't the login of {owner}"
    if "servers" in has and (missing := _passwords(manifests) - has["servers"]):
        yield f"Secret servers: has no {', '.join(sorted(missing))}"
    hosts = {f"{name_of(cluster)}-rw" for cluster in manifests.of("Cluster")} | {name_of(broker) for broker in manifests.of("RabbitmqCluster")}
    for workload in manifests.of("Deployment", "Job", "CronJob"):
        mounted = _files(workload)
        for name, line in sorted(each for each in _lines(written, workload) if each[1].endswith("_URL")):
            address = urlsplit(_line(written.find("Secret", name), line))
            if address.hostname not in hosts:
                yield f"Secret {name}: {line} leads to {address.hostname}"
            files = {file for key in VOUCHED for file in parse_qs(address.query).get(key, [])}
            if not files or files - mounted:
                yield f"Secret {name}: {line} names {', '.join(files) or 'no file'}, which {name_of(workload)} doesn't have"


def _passwords(manifests: Manifests) -> set[str]:
    """Those that deploy/postgres asks its environment for."""
    scripts = manifests.generated("ConfigMap", "postgres-scripts")
    return set(re.findall(r"^\\getenv \w+ (\w+)$", scripts["data"]["databases.sql"], re.MULTILINE)) if scripts else set()


def _lines(written: Manifests, workload: Manifest) -> Iterator[tuple[str, str]]:
    """What a pod is told of the Secrets that are written, a whole Secret line by line."""
    for name, line in secrets_of(container(workload)):
        secret = written.find("Secret", name)
        yield from ((name, each) for each in (secret or {}).get("data", {}) if line in (None, each))


def _files(workload: Manifest) -> set[str]:
    """What volumes of Secrets put into a pod."""
    pod = template(workload)["spec"]
    mounts = {mount["name"]: mount["mountPath"] for mount in container(workload).get("volumeMounts", [])}
    found = set()
    for volume in pod.get("volumes", []):
        sources = [*volume.get("projected", {}).get("sources", []), volume]
        items = [item for source in sources for item in source.get("secret", {}).get("items", [])]
        found |= {f"{mounts[volume['name']]}/{item['path']}" for item in items if volume["name"] in mounts}
    return found


def _line(secret: Manifest, line: str) -> str:
    return base64.b64decode(secret["data"][line]).decode()


def _broker(root: Path, manifests: Manifests, broker: Manifest, compose: str) -> Iterator[str]:
    spec = broker["spec"]
    yield from _start(broker)
    if f"image: {spec['image']}\n" not in compose:
        yield f"{containers.COMPOSE} runs another image than {spec['image']}"
    if spec["replicas"] < 3 or "cluster_partition_handling = pause_minority" not in spec["rabbitmq"]["additionalConfig"]:
        yield "a node that is lost takes queues along, or two halves both go on"
    loaded = re.search(r"^load_definitions = \S+$", (root / "deploy/rabbitmq/souk.conf").read_text(), re.MULTILINE)[0]
    if loaded not in spec["rabbitmq"]["additionalConfig"].splitlines():
        yield "reads other users and rights than those that its start writes"
    pod = spec["override"]["statefulSet"]["spec"]["template"]["spec"]
    main = pod["containers"][0]
    wanted = set(PASSWORD.findall((root / "deploy/rabbitmq/definitions.json").read_text()))
    told = {each["name"]: each["valueFrom"]["secretKeyRef"] for each in main["env"]}
    if told != {name: {"name": "servers", "key": name} for name in wanted}:
        yield f"is told other passwords than {', '.join(sorted(wanted))} of the Secret servers"
    mounted = [volume["configMap"]["name"] for volume in pod["volumes"] if "configMap" in volume]
    files = manifests.find("ConfigMap", mounted[0])["data"] if mounted and manifests.find("ConfigMap", mounted[0]) else {}
    if any(files.get(name) != (root / "deploy/rabbitmq" / name).read_text() for name in ("start.sh", "definitions.json")):
        yield "is started with other files than deploy/rabbitmq"
    if main["command"][:2] != ["sh", "/souk/start.sh"] or not any(mount["mountPath"] == "/souk" for mount in main["volumeMounts"]):
        yield "doesn't begin with deploy/rabbitmq/start.sh"
    if manifests.find("PriorityClass", pod.get("priorityClassName", "")) is None:
        yield "has no PriorityClass"
    if not spec.get("tls", {}).get("secretName"):
        yield "speaks no TLS"
    if manifests.find("PodDisruptionBudget", "rabbitmq") is None:
        yield "no PodDisruptionBudget keeps all but one of its nodes"


def _start(broker: Manifest) -> Iterator[str]:
    """A tag that names no patch (4.2) may be older than the first that answers."""
    version = VERSION.search(broker["spec"]["image"])
    answers = version is not None and tuple(map(int, version[1].split("."))) >= ASKED_OVER_HTTP
    annotations = broker["metadata"].get("annotations", {})
    if not answers and annotations.get(LEGACY_PROBE) != "true":
        yield "its nodes may not know what the probe of their start asks, and are restarted for ever"

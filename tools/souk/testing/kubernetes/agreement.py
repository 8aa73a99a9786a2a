"""The manifests say what the programs, their images, Envoy's configuration and docker-compose.yml say: ports, commands, variables,
health checks, sums of connections."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Optional
from urllib.parse import urlsplit

from check import alerts, containers, environment
from souk import envoy, envoy_image, postgres
from souk.backup.pictures import MEDIA
from souk.backup.place import VARIABLES
from souk.build import SERVICES
from souk.services import MIGRATION
from souk.testing.kubernetes.manifests import Manifest, Manifests, container, name_of, ports

ENVOYS = ("edge", "mesh")
# Not of our programs: tokio's own.
OF_LIBRARIES = {"TOKIO_WORKER_THREADS"}
# Within the cluster: the services' Envoy, and whom components bring.
PRIVATE = "mesh,meilisearch,collector.monitoring"
# What has commands for operators.
PAGES = ("docs/DEPLOYMENT.md", "docs/RUNBOOK.md")
# Of each process, beside its pool: the relay's look, readiness, a migration.
OTHER_CONNECTIONS = 3
BYTES = {"Mi": 2**20, "Gi": 2**30}
LAST_MOMENT = re.compile(r"LAST_MOMENT: Duration = Duration::from_millis\(([\d_]+)\)")
# A statement for a server within, up to the end of its command.
TOLD = re.compile(r"kubectl (?:[^\n`]|\\\n)*\bpsql\b(?:[^\n`]|\\\n)*")
FORWARDED = re.compile(r"port-forward service/(\w+) \d+:(\d+)")
# Which Jobs a release deletes and waits for.
JOBS_OF_A_RELEASE = re.compile(r"\bjob --selector '?([^'\s]+)")
# A CronJob that an alert is about.
ROUNDS = re.compile(r'namespace="([^"]+)", cronjob="([^"]+)"')
# Who copies the shop and puts a copy back, by command, with whose Secret's line for each database.
COPIES = {"backup": ("", "SOUK_DATABASE_URL"), "restore": ("-owner", MIGRATION)}
KEY_OF_BUCKET = ("SOUK_MEDIA_KEY_ID", "SOUK_MEDIA_SECRET_KEY")
FOLDER_OF_PICTURES = "/var/lib/souk/media"
# What souk-verify reads, beside its own the bus's.
OF_VERIFY = ("crates/verify/src/config.rs", "crates/bus/src/config.rs")
HEALTHCHECK = re.compile(r"^HEALTHCHECK .* CMD (\[.*\])\n", re.MULTILINE)


def problems(root: Path, manifests: Manifests) -> Iterator[str]:
    images = {match["name"]: match["steps"] for match in containers.TARGET.finditer((root / containers.DOCKERFILE).read_text())}
    for service in SERVICES:
        settings = dict(containers.SETTING.findall(images[service]))
        yield from (f"{service}: {problem}" for problem in _service(root, manifests, service, settings))
    for name in ENVOYS:
        yield from (f"{name}: {problem}" for problem in _envoy(root, manifests, name, images["envoy"]))
    yield from (f"verify: {problem}" for problem in verify(root, manifests, images["tools"]))
    for name in COPIES:
        yield from (f"{name}: {problem}" for problem in copies(root, manifests, name))
    yield from _variables(root, manifests, images)
    yield from _servers(root, manifests)
    yield from commands(root, manifests)


def _service(root: Path, manifests: Manifests, service: str, settings: dict[str, str]) -> Iterator[str]:
    deployment, found = manifests.find("Deployment", service), manifests.find("Service", service)
    if deployment is None or found is None:
        yield "has no Deployment or no Service"
        return
    main = container(deployment)
    call, ops = (int(settings[name].rpartition(":")[2]) for name in ("SOUK_LISTEN_ADDR", "SOUK_OPS_ADDR"))
    if sorted(ports(main).values()) != [call, ops] or ports(main).get("ops") != ops:
        yield f"its image listens at {call}, and for operations at {ops}"
    spec = found["spec"]
    if {port["port"] for port in spec["ports"]} != {call, ops} or spec["clusterIP"] != "None":
        yield "its Service has another port than it, or an address of its own"
    if not spec.get("publishNotReadyAddresses"):
        yield "its Service hides who isn't ready, which is Envoy's to judge"
    if main["args"] != ["serve"]:
        yield "does something else than to serve"
    if not re.search(rf"(^|/){service}(:|$)", main["image"].partition("souk/")[2]):
        yield f"runs the image {main['image']}"
    last = int(LAST_MOMENT.search((root / "crates/service/src/process.rs").read_text())[1].replace("_", "")) / 1000
    if deployment["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] <= last + 5:
        yield f"it may take {last} s to end"


def _envoy(root: Path, manifests: Manifests, name: str, image: str) -> Iterator[str]:
    template = (root / "deploy/envoy/envoy.yaml").read_text()
    main = container(manifests.find("Deployment", name))
    pod = manifests.find("Deployment", name)["spec"]["template"]["spec"]
    configuration = f"{name}.yaml"
    if configuration not in envoy_image.PARTS or main["args"][:2] != ["-c", f"/etc/envoy/{configuration}"]:
        yield "runs a configuration that its image doesn't have"
    own = json.loads(re.search(r"^CMD (\[.*\])$", image, re.MULTILINE)[1])
    if main["args"][2 : len(own)] != own[2:]:
        yield f"is started otherwise than its image starts it: {own}"
    listener = int(envoy.default(template, {"edge": "front_port", "mesh": "mesh_port"}[name]))
    wanted = {"listener": listener, "metrics": int(envoy.default(template, "metrics_port"))}
    if ports(main) != wanted or [port["port"] for port in manifests.find("Service", name)["spec"]["ports"]] != [listener]:
        yield f"Envoy listens at {wanted}, and the Service has the port {listener} alone"
    asked = json.loads(HEALTHCHECK.search(image)[1])
    if main["readinessProbe"]["exec"]["command"] != asked or main["startupProbe"]["exec"]["command"] != asked:
        yield f"is asked otherwise than the image's health check: {main['readinessProbe']['exec']['command']} and {asked}"
    if _bytes(main["resources"]["limits"]["memory"]) <= int(envoy.default(template, "heap_bytes")):
        yield "its limit of memory is below the heap that Envoy allows itself"
    waits = sum(map(int, re.findall(r"sleep (\d+)", main["lifecycle"]["preStop"]["exec"]["command"][-1])))
    if pod["terminationGracePeriodSeconds"] <= waits + 10:
        yield f"is killed while it drains, which takes {waits} s"


def verify(root: Path, manifests: Manifests, image: str) -> Iterator[str]:
    """The nightly question is asked by the program that its image has, of every database, and the alerts are about it."""
    job = manifests.find("CronJob", "verify")
    if job is None:
        yield "nobody asks whether stock and money agree"
        return
    main = container(job)
    program = f"/out/programs/{main.get('command', ['nothing'])[0]}"
    if program not in image.split() or main["image"].partition("souk/")[2].partition(":")[0] != "tools":
        yield f"the image {main['image']} has no {program.rpartition('/')[2]}"
    told = _told_by_secrets(main)
    wanted = {name: _secret(manifests, "verify", name) for name in VARIABLES.values()}
    wanted["SOUK_AMQP_URL"] = _secret(manifests, "gateway", "SOUK_AMQP_URL")
    if told != wanted:
        yield f"is told other addresses than {', '.join(wanted)} of its Secret and gateway's"
    read = {name for path in OF_VERIFY for name in environment.FLAG.findall((root / path).read_text())}
    yield from (f"souk-verify doesn't read {name}" for name in sorted(told.keys() - read))
    if not _has_settings(manifests, main):
        yield "is told other settings than the services, whose queues it looks for"
    about = set(ROUNDS.findall((root / alerts.RULES).read_text()))
    if about != {(job["metadata"]["namespace"], name_of(job))}:
        yield f"{alerts.RULES} is about {sorted(about)}"
    yield from _left_alone(root, job)


def copies(root: Path, manifests: Manifests, name: str) -> Iterator[str]:
    """Where there is one, it is the command of that name, of every database and of the pictures, wherever these are."""
    job = manifests.find("CronJob", name)
    if job is None:
        return
    main = container(job)
    if main["args"][:2] != [name, "/backups"] or main["image"].partition("souk/")[2].partition(":")[0] != "backup":
        yield f"does something else than to {name} /backups by the image backup"
    whose, line = COPIES[name]
    wanted = {VARIABLES[service]: _secret(manifests, f"{service}{whose}", line) for service in SERVICES}
    wanted |= {key: {**_secret(manifests, "catalog", key), "optional": True} for key in KEY_OF_BUCKET}
    if _told_by_secrets(main) != wanted:
        yield f"is told other addresses and keys than {', '.join(wanted)} of their Secrets"
    if not _has_settings(manifests, main):
        yield "is told other settings than the services, whose pictures it copies"
    folders = {"/tmp": False, "/backups": name == "restore", FOLDER_OF_PICTURES: name == "backup"}
    mounted = {mount["mountPath"]: mount.get("readOnly", False) for mount in main["volumeMounts"] if mount["mountPath"] in folders}
    if MEDIA in manifests.settings():
        del folders[FOLDER_OF_PICTURES]
    if mounted != folders:
        yield f"mounts {mounted}, and not {folders}, where true is what it only reads"
    if job["spec"].get("suspend", False) != (name == "restore"):
        yield "comes by itself and should not, or the other way round"
    yield from _left_alone(root, job)


def _told_by_secrets(main: Manifest) -> dict[str, Optional[dict]]:
    return {each["name"]: each.get("valueFrom", {}).get("secretKeyRef") for each in main.get("env", [])}


def _has_settings(manifests: Manifests, main: Manifest) -> bool:
    settings = [source["configMapRef"]["name"] for source in main.get("envFrom", []) if "configMapRef" in source]
    return len(settings) == 1 and manifests.find("ConfigMap", settings[0]) == manifests.generated("ConfigMap", "settings")


def _secret(manifests: Manifests, service: str, key: str) -> dict[str, str]:
    """A line of a service's Secret, which in production the operators make."""
    made = manifests.generated("Secret", service)
    return {"name": name_of(made) if made else service, "key": key}


def _left_alone(root: Path, job: Manifest) -> Iterator[str]:
    """A release neither deletes its Jobs nor waits for them, whatever else an overlay labels all things with."""
    labels = {"app.kubernetes.io/part-of": "souk", **job["spec"]["jobTemplate"].get("metadata", {}).get("labels", {})}
    for page in PAGES:
        for selector in JOBS_OF_A_RELEASE.findall((root / page).read_text()):
            if all(_has(labels, term) for term in selector.split(",")):
                yield f"{page}: a release means its Jobs too by {selector}"


def _has(labels: dict[str, str], term: str) -> bool:
    if term.startswith("!"):
        return term[1:] not in labels
    name, _, value = term.partition("=")
    return labels.get(name) == value


def _bytes(text: str) -> int:
    return int(text[:-2]) * BYTES[text[-2:]]


def _variables(root: Path, manifests: Manifests, images: dict[str, str]) -> Iterator[str]:
    told = manifests.settings()
    known = _flags(root)
    yield from (f"settings: nothing reads {name}" for name in sorted(told.keys() - known - OF_LIBRARIES))
    compose = (root / containers.COMPOSE).read_text()
    for service in SERVICES:
        secret = manifests.generated("Secret", service)
        # In production the operators make it; docs/DEPLOYMENT.md names what is in it.
        own = set(secret["stringData"] if secret and "stringData" in secret else secret["data"] if secret else of_secret(service))
        yield from (f"Secret {service}: nothing reads {name}" for name in sorted(own - known))
        if twice := own & told.keys():
            yield f"Secret {service}: settings say {', '.join(sorted(twice))} too"
        of_image = {name for name, _ in containers.SETTING.findall(images[service])}
        missing = required(compose, service) - own - told.keys() - of_image
        yield from (f"{service}: nobody tells it {name}, as {containers.COMPOSE} does" for name in sorted(missing))
    mesh = manifests.find("Service", "mesh")
    if told.get("SOUK_MESH_URL") != f"http://mesh:{mesh['spec']['ports'][0]['port']}":
        yield "settings: SOUK_MESH_URL isn't the Service mesh"
    if (private := told.get("SOUK_PRIVATE_HOSTS")) != PRIVATE:
        yield f"settings: SOUK_PRIVATE_HOSTS isn't {PRIVATE}, who are within"
    for name, value in told.items():
        if name != "SOUK_PUBLIC_URL" and value.startswith("http://") and urlsplit(value).hostname not in (private or "").split(","):
            yield f"settings: {name} isn't encrypted, and leads to nobody of SOUK_PRIVATE_HOSTS"


@functools.cache
def _flags(root: Path) -> set[str]:
    """Of all sources, which every combination asks for."""
    return environment.flags(root)


def of_secret(service: str) -> set[str]:
    """What is secret of a service."""
    names = {"SOUK_DATABASE_URL", "SOUK_AMQP_URL", "SOUK_ACTOR_KEY"}
    return names | {"SOUK_SECRET"} if service == "gateway" else names


def required(compose: str, service: str) -> set[str]:
    """What docker-compose.yml tells a service by a value of its own, or refuses to start without."""
    common = re.search(r"^x-environment: .*\n((?:  .*\n)+)", compose, re.MULTILINE)[1]
    own = re.search(rf"^x-{service}: .*\n((?:  .*\n)+)", compose, re.MULTILINE)[1]
    return set(re.findall(r"^ +(SOUK_[A-Z_]+): (?!\$\{[A-Z_]+:-false)\S", common + own, re.MULTILINE))


def _servers(root: Path, manifests: Manifests) -> Iterator[str]:
    """Those within the cluster are those of docker-compose.yml, and have room for every replica while another one comes."""
    wanted = connections(manifests)
    document = (root / "docs/DEPLOYMENT.md").read_text()
    server = manifests.find("StatefulSet", "postgres")
    if server is None:
        if f"{wanted} connections" not in document:
            yield f"docs/DEPLOYMENT.md doesn't say that the databases' server must have room for {wanted} connections"
        return
    compose = (root / containers.COMPOSE).read_text()
    for name in ("postgres", "rabbitmq"):
        image = container(manifests.find("StatefulSet", name))["image"]
        if f"image: {image}\n" not in compose:
            yield f"{name}: {containers.COMPOSE} runs another image than {image}"
    settings = dict(argument[2:].split("=") for argument in container(server)["args"][1:])
    if settings.items() - postgres.SETTINGS.items():
        yield "postgres: is set otherwise than everywhere"
    if wanted > int(settings["max_connections"]):
        yield f"postgres: all replicas together may want {wanted} connections"


def commands(root: Path, manifests: Manifests) -> Iterator[str]:
    """What docs/DEPLOYMENT.md has operators forward to is there, and what has them change a database leads to the one that leads."""
    for name, port in FORWARDED.findall((root / "docs/DEPLOYMENT.md").read_text()):
        found = manifests.find("Service", name)
        if found is None or int(port) not in {each["port"] for each in found["spec"]["ports"]}:
            yield f"docs/DEPLOYMENT.md: no Service {name} has the port {port}"
    for page in PAGES:
        yield from (f"{page}: {problem}" for command in TOLD.findall((root / page).read_text()) for problem in _told(command))


def _told(command: str) -> Iterator[str]:
    if re.search(r"\bpostgres-\d", command):
        yield "names a PostgreSQL by its number, which may be a standby"
    if "ON_ERROR_STOP=1" not in command:
        yield "has psql take an error for success"


def connections(manifests: Manifests) -> int:
    """Most that the services' processes hold at once, with one more of each while they are replaced, and one in each database of who
    looks at all."""
    scalers = {name_of(scaler): scaler["spec"]["maxReplicas"] for scaler in manifests.of("HorizontalPodAutoscaler")}
    each = int(manifests.settings()["SOUK_DATABASE_CONNECTIONS"]) + OTHER_CONNECTIONS
    most = (scalers.get(service) or manifests.find("Deployment", service)["spec"]["replicas"] for service in SERVICES)
    looking = len(SERVICES) if manifests.find("CronJob", "verify") else 0
    # Who copies holds its outbox and its moment.
    looking += 2 * len(SERVICES) if manifests.find("CronJob", "backup") else 0
    return sum((replicas + 1) * each for replicas in most) + looking

"""docker-compose.yml and deploy/docker agree with the services: every variable that one reads is set or handed on, nothing else
is, and the images listen where Envoy looks for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from check import environment

COMPOSE = "docker-compose.yml"
OVERLAYS = "deploy/docker/*.yml"
DOCKERFILE = "deploy/docker/Dockerfile"
UNSET = re.compile(r"^ +(SOUK_[A-Z0-9_]+):$", re.MULTILINE)
VARIABLE = re.compile(r"^ +((?:SOUK|OTEL)_[A-Z0-9_]+):", re.MULTILINE)
TARGET = re.compile(r"^FROM \S+ AS (?P<name>\S+)\n(?P<steps>(?:(?!FROM ).*\n)*)", re.MULTILINE)
SETTING = re.compile(r"\b(SOUK_[A-Z0-9_]+)=(\S+)")
PORT = re.compile(r"port_value: (\d+)")


def problems(root: Path) -> Iterator[str]:
    if not (root / COMPOSE).exists():
        yield f"{COMPOSE}: missing"
        return
    targets = {match["name"]: dict(SETTING.findall(match["steps"])) for match in _targets(root)}
    yield from _variables(root, {name for settings in targets.values() for name in settings})
    for endpoints in sorted(root.glob("deploy/envoy/endpoints/*.yaml")):
        yield from _ports(endpoints, targets)


def _targets(root: Path) -> Iterator[re.Match]:
    return TARGET.finditer((root / DOCKERFILE).read_text())


def _variables(root: Path, of_images: set[str]) -> Iterator[str]:
    compose = (root / COMPOSE).read_text()
    for name in sorted(set(UNSET.findall(compose)) & of_images):
        yield f"{COMPOSE}: {name} without a value takes away what its image says: repeat that as the default"
    told = set(VARIABLE.findall(compose)) | of_images
    read = environment.flags(root)
    for name in sorted(read - told):
        yield f"{COMPOSE}: {name} reaches no service: name it without a value, and `.env` may set it"
    for name in sorted(told - read):
        yield f"{COMPOSE}: no service reads {name}"
    setting: dict[str, Path] = {}
    for overlay in sorted(root.glob(OVERLAYS)):
        path = overlay.relative_to(root)
        for name in sorted(set(VARIABLE.findall(overlay.read_text()))):
            if name not in read:
                yield f"{path}: no service reads {name}"
            if setting.setdefault(name, path) != path:
                yield f"{path}: {setting[name]} sets {name} too, and of both only one would count"


def _ports(endpoints: Path, targets: dict[str, dict[str, str]]) -> Iterator[str]:
    """The port of the service, and that of its health where Envoy asks another one."""
    service = endpoints.stem
    if service not in targets:
        yield f"{DOCKERFILE}: there is no image of {service}"
        return
    asked = dict(zip(("SOUK_LISTEN_ADDR", "SOUK_OPS_ADDR"), PORT.findall(endpoints.read_text())))
    for variable, port in asked.items():
        if targets[service].get(variable) != f"0.0.0.0:{port}":
            yield f"{DOCKERFILE}: {variable} of {service} isn't 0.0.0.0:{port}, where Envoy looks for it"

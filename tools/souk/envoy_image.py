"""What the image of Envoy is made of: the program that `./souk up` runs, and the checked-in configuration for a network where
replicas are found by the name of their service: whole, and the front door and the mesh each alone.

Run by deploy/docker/Dockerfile: `python3 -m souk.envoy_image FOLDER --trusted-proxies ADDRESS,NETWORK`.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterable
from pathlib import Path

from souk import envoy, toolchains
from souk.build import SERVICES
from souk.layout import Checkout

EVERYWHERE = "0.0.0.0"
WHOLE = "envoy.yaml"
# How each counts itself.
MEASURED = ("metrics", "administration")
# What deploy/k8s runs apart: the listeners and the clusters of each.
PARTS = {
    "edge.yaml": ("edge", "gateway", *MEASURED),
    "mesh.yaml": ("mesh", *(service for service in SERVICES if service != "gateway"), *MEASURED),
}


def configuration(root: Path, proxies: Iterable[str]) -> str:
    """envoy.yaml for the image: its listeners on all addresses, of which a deployment publishes the edge's alone."""
    folder = root / "deploy/envoy"
    template = envoy.found_by_name((folder / "envoy.yaml").read_text(), folder / "endpoints")
    addresses = dict.fromkeys(("front_address", "mesh_address", "metrics_address"), EVERYWHERE)
    return envoy.render(template, {**addresses, "trusted_proxies": envoy.cidr_ranges(proxies)})


def files(root: Path, proxies: Iterable[str]) -> dict[str, str]:
    """What the image has in /etc/envoy."""
    whole = configuration(root, proxies)
    return {WHOLE: whole, **{name: envoy.part(whole, kept) for name, kept in PARTS.items()}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--trusted-proxies", required=True, type=lambda text: text.split(","))
    arguments = parser.parse_args()
    checkout = Checkout.here()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    shutil.copy2(toolchains.program(checkout, toolchains.ENVOY), arguments.folder / "envoy")
    for name, text in files(checkout.root, arguments.trusted_proxies).items():
        (arguments.folder / name).write_text(text)


if __name__ == "__main__":
    main()

"""`./souk env-file`: the secrets that docker-compose.yml needs, or a shop on a cluster whose servers are there too."""

from __future__ import annotations

import argparse
from pathlib import Path

from souk import compose, console, kubernetes
from souk.layout import Checkout

HELP = "make the .env of docker-compose.yml, or the files of a shop on a cluster, with new secrets"
DETAILS = """\
For real shoppers, behind a proxy on this server that speaks TLS for the address, or to try the shop with its demo:

  ./souk env-file --public-url https://shop.dz
  ./souk env-file --demo

Beside it runs a Meilisearch server, that all replicas of catalog share; `--with s3,observe` runs others: pictures in a bucket, what
measures the shop.

With --kubernetes, those of deploy/k8s/overlays/trial, a file for each service; with --operators those of deploy/k8s/overlays/operators,
or a folder of their own anywhere else, for production:

  ./souk env-file --operators ~/souk-secrets && kubectl create -k ~/souk-secrets

A file that is there stays as it is. See docs/DEPLOYMENT.md.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--public-url", help="where shoppers reach the shop, https")
    which.add_argument("--demo", action="store_true", help="the demo shop, on http://localhost")
    which.add_argument("--kubernetes", action="store_true", help="a trial on a cluster of one node")
    which.add_argument("--operators", action="store_true", help="production on a cluster whose servers operators run")
    parser.add_argument(
        "--with",
        dest="parts",
        default="meilisearch",
        help=f"what runs beside the shop, of {', '.join(compose.PARTS)} (default meilisearch; '' for nothing)",
    )
    parser.add_argument("--port", type=int, default=8080, help="where the shop listens on this machine (default 8080)")
    parser.add_argument("file", nargs="?", type=Path, help="where to write it (default .env of the checkout, or the overlay's folder)")


def run(arguments: argparse.Namespace) -> int:
    root = Checkout.here().root
    if arguments.kubernetes:
        folder = arguments.file or root / "deploy" / kubernetes.TRIAL_SECRETS
        made = kubernetes.write_trial_secrets(folder)
        console.say(f"Wrote {', '.join(path.name for path in made)} into {folder}.")
        return 0
    if arguments.operators:
        folder = arguments.file or root / "deploy" / kubernetes.OPERATED_SECRETS
        made = kubernetes.write_operated_secrets(root / "deploy", folder)
        console.say(f"Wrote {', '.join(path.name for path in made)} into {folder}. Keep a copy where the cluster is not.")
        console.say(f"Then: kubectl create -k {folder}; rabbitmq-tls and shop-tls are somebody's who renews them.")
        return 0
    port = arguments.port
    chosen = compose.demo_shop(port) if arguments.demo else compose.real_shop(arguments.public_url, port)
    path = arguments.file or root / ".env"
    compose.write(path, compose.env_file(root, compose.files(arguments.parts), chosen))
    console.say(f"Wrote {path}. Then: docker compose up --detach --build")
    return 0

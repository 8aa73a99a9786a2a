"""The secrets of a shop whose servers are in its cluster: what deploy/k8s/overlays/trial/secrets and operators/secrets read, one file for
each service, one for the owner of each database, one for who reads all of them, and those of the servers."""

from __future__ import annotations

import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from souk import compose, postgres, rabbitmq
from souk.backup.place import VARIABLES
from souk.build import SERVICES
from souk.errors import Refusal
from souk.services import MIGRATION

TRIAL_SECRETS = "k8s/overlays/trial/secrets"
OPERATED_SECRETS = "k8s/overlays/operators/secrets"
# Who makes the roles and databases, under CloudNativePG no superuser (deploy/k8s/components/cloudnative-pg/cluster.yaml).
ADMINISTRATOR = "souk_admin"


@dataclass(frozen=True)
class Addresses:
    """How the servers are reached, by whom and which database."""

    database: str
    broker: str


TRIAL = Addresses("postgres://{login}@postgres/{database}", "amqp://{login}@rabbitmq:5672")
# The files are those that deploy/k8s/components/operated-servers puts beside each program.
OPERATED = Addresses(
    "postgres://{login}@postgres-rw/{database}?sslmode=verify-full&sslrootcert=/etc/souk/authorities/postgres.crt",
    "amqps://{login}@rabbitmq:5671?cacertfile=/etc/souk/authorities/rabbitmq.crt",
)


def write_trial_secrets(folder: Path) -> list[Path]:
    """The files, readable by their owner alone; one that is there stays and is refused."""
    made = _secrets(TRIAL)
    made["servers"] = {"POSTGRES_PASSWORD": secrets.token_hex(32), **made["servers"]}
    return _write(folder, made)


def write_operated_secrets(deploy: Path, folder: Path) -> list[Path]:
    """The same with what the operators' servers are told, in the tree or wherever else such things are kept: with it goes what makes
    Secrets of them."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    ours = deploy / OPERATED_SECRETS / "kustomization.yaml"
    theirs = folder / ours.name
    if theirs.exists() and theirs.read_bytes() != ours.read_bytes():
        raise Refusal(f"{theirs} is of something else: these files want a folder of their own")
    administrator = {"username": ADMINISTRATOR, "password": secrets.token_hex(32)}
    made = _write(folder, {"postgres-admin": administrator, **_secrets(OPERATED)})
    if not theirs.exists():
        shutil.copyfile(ours, theirs)
        # Wherever that is, also in somebody's checkout.
        (folder / ".gitignore").write_text("*.env\n")
    return made


def _write(folder: Path, made: dict[str, dict[str, str]]) -> list[Path]:
    """None of them, where one is there: some old and some new ones would open nothing."""
    files = {folder / f"{name}.env": values for name, values in made.items()}
    for path in filter(Path.exists, files):
        raise compose.taken(path)
    for path, values in files.items():
        compose.write(path, "".join(f"{name}={value}\n" for name, value in values.items()))
    return list(files)


def _secrets(addresses: Addresses) -> dict[str, dict[str, str]]:
    """Each service knows its own login and nobody else's; who migrates its database is another one, and who reads all of them a third."""
    passwords = {service: secrets.token_hex(32) for service in SERVICES}
    owners = {service: secrets.token_hex(32) for service in SERVICES}
    brokers = {service: secrets.token_hex(32) for service in SERVICES}
    broker, actor, reader = (secrets.token_hex(32) for _ in range(3))

    def database(role: str, password: str, service: str) -> str:
        return addresses.database.format(login=f"{role}:{password}", database=postgres.database(service))

    own = {
        service: {
            "SOUK_DATABASE_URL": database(postgres.database(service), password, service),
            "SOUK_AMQP_URL": addresses.broker.format(login=f"{rabbitmq.user(service)}:{brokers[service]}"),
            "SOUK_ACTOR_KEY": actor,
        }
        for service, password in passwords.items()
    }
    own["gateway"]["SOUK_SECRET"] = secrets.token_hex(32)
    servers = {"RABBITMQ_PASSWORD": broker}
    servers |= {f"{service.upper()}_DATABASE_PASSWORD": password for service, password in passwords.items()}
    servers |= {f"{service.upper()}_OWNER_PASSWORD": password for service, password in owners.items()}
    servers["VERIFY_DATABASE_PASSWORD"] = reader
    servers |= {rabbitmq.password_name(service): password for service, password in brokers.items()}
    migrating = {f"{service}-owner": {MIGRATION: database(postgres.owner(service), password, service)} for service, password in owners.items()}
    verifying = {VARIABLES[service]: database(postgres.READER, reader, service) for service in SERVICES}
    return {"servers": servers, **own, **migrating, "verify": verifying}

"""The secrets of a trial on a cluster: what deploy/k8s/overlays/trial reads, one file for each service, one for the owner of each
database, and one for the servers."""

from __future__ import annotations

import secrets
from pathlib import Path

from souk import compose, postgres, rabbitmq
from souk.build import SERVICES
from souk.services import MIGRATION

TRIAL_SECRETS = "k8s/overlays/trial/secrets"


def write_secrets(folder: Path) -> list[Path]:
    """The files, readable by their owner alone; one that is there stays and is refused."""
    made = {folder / f"{name}.env": values for name, values in _secrets().items()}
    for path, values in made.items():
        compose.write(path, "".join(f"{name}={value}\n" for name, value in values.items()))
    return list(made)


def _secrets() -> dict[str, dict[str, str]]:
    """Each service knows its own login and nobody else's; who migrates its database is another one."""
    passwords = {service: secrets.token_hex(32) for service in SERVICES}
    owners = {service: secrets.token_hex(32) for service in SERVICES}
    brokers = {service: secrets.token_hex(32) for service in SERVICES}
    administrator, broker, actor = (secrets.token_hex(32) for _ in range(3))
    own = {
        service: {
            "SOUK_DATABASE_URL": _address(postgres.database(service), password, service),
            "SOUK_AMQP_URL": f"amqp://{rabbitmq.user(service)}:{brokers[service]}@rabbitmq:5672",
            "SOUK_ACTOR_KEY": actor,
        }
        for service, password in passwords.items()
    }
    own["gateway"]["SOUK_SECRET"] = secrets.token_hex(32)
    servers = {"POSTGRES_PASSWORD": administrator, "RABBITMQ_PASSWORD": broker}
    servers |= {f"{service.upper()}_DATABASE_PASSWORD": password for service, password in passwords.items()}
    servers |= {f"{service.upper()}_OWNER_PASSWORD": password for service, password in owners.items()}
    servers |= {rabbitmq.password_name(service): password for service, password in brokers.items()}
    migrating = {
        f"{service}-owner": {MIGRATION: _address(postgres.owner(service), password, service)} for service, password in owners.items()
    }
    return {"servers": servers, **own, **migrating}


def _address(role: str, password: str, service: str) -> str:
    return f"postgres://{role}:{password}@postgres/{postgres.database(service)}"

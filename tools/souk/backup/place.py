"""Where a shop's data are: five databases and the pictures, of the shop that `./souk` runs or of one elsewhere."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Optional

from souk.backup import pictures
from souk.backup.pictures import MEDIA, Pictures
from souk.build import SERVICES
from souk.errors import Refusal
from souk.postgres import Server

VARIABLES = {service: f"{service.upper()}_DATABASE_URL" for service in SERVICES}


@dataclass(frozen=True)
class Place:
    """Each service's database, as its login or, for who puts something back, as its owner, and the pictures of all."""

    databases: Mapping[str, Server]
    media: Pictures

    @property
    def digest(self) -> str:
        """Tells this place from others, without its name."""
        databases = [f"{server.host}:{server.port}/{server.database}" for _, server in sorted(self.databases.items())]
        return hashlib.sha256("\n".join([*databases, str(self.media)]).encode()).hexdigest()

    @staticmethod
    def of(databases: Mapping[str, str], media_url: str) -> Place:
        return Place({service: Server.of_url(databases[service]) for service in SERVICES}, pictures.of_url(media_url))

    @staticmethod
    def elsewhere() -> Optional[Place]:
        """That of the environment, where it names one, wholly."""
        given = [name for name in VARIABLES.values() if os.environ.get(name)]
        if not given:
            return None
        if missing := [name for name in (*VARIABLES.values(), MEDIA) if not os.environ.get(name)]:
            raise Refusal(f"{given[0]} names a shop elsewhere, and {', '.join(missing)} is missing.")
        return Place.of({service: os.environ[name] for service, name in VARIABLES.items()}, os.environ[MEDIA])

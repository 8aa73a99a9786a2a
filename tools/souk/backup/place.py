"""Where a shop's data are: five databases and a folder of pictures, of the shop that `./souk` runs or of one elsewhere."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Optional
from urllib.parse import unquote, urlsplit

from souk.build import SERVICES
from souk.errors import Refusal
from souk.postgres import Server

MEDIA = "SOUK_MEDIA_URL"
VARIABLES = {service: f"{service.upper()}_DATABASE_URL" for service in SERVICES}


@dataclass(frozen=True)
class Place:
    """Each service's database, as its owner, and the pictures of all."""

    databases: Mapping[str, Server]
    media: Path

    @staticmethod
    def of(databases: Mapping[str, str], media_url: str) -> Place:
        url = urlsplit(media_url)
        if url.scheme != "file" or not url.path:
            raise Refusal(f"{MEDIA} must be file:///folder: the pictures are copied from, or into, a folder.")
        return Place({service: Server.of_url(databases[service]) for service in SERVICES}, Path(unquote(url.path)))

    @staticmethod
    def elsewhere() -> Optional[Place]:
        """That of the environment, where it names one, wholly."""
        given = [name for name in VARIABLES.values() if os.environ.get(name)]
        if not given:
            return None
        if missing := [name for name in (*VARIABLES.values(), MEDIA) if not os.environ.get(name)]:
            raise Refusal(f"{given[0]} names a shop elsewhere, and {', '.join(missing)} is missing.")
        return Place.of({service: os.environ[name] for service, name in VARIABLES.items()}, os.environ[MEDIA])

"""Where the data of PostgreSQL and RabbitMQ lives, and as whom they run: both refuse root.

For a normal user, and for root in a checkout that everybody can enter: under `.souk/servers`. For root in a checkout that
only root can enter: in /var/lib, in a folder that only root can write and only the servers' users can enter further. What is
for tests alone lives in memory, where there is enough: each of a thousand makes and drops a database of its own.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Optional

from souk import machine
from souk.errors import Refusal
from souk.layout import MEMORY, ShopFolder

# What the databases of a run of all tests take at most, three times over.
NEEDED_MEMORY = 6 << 30


def home(folder: ShopFolder, name: str, user: Optional[str]) -> Path:
    """The folder of one server, made if needed and owned by the user that it runs as."""
    return machine.owned_folder(base(folder, user) / name, user)


def base(folder: ShopFolder, user: Optional[str]) -> Path:
    if folder.is_passing and (folder.memory_servers.is_dir() or (not data_folders(folder) and _fits_in_memory())):
        return _everybodys(folder.memory_servers)
    folder.servers.mkdir(parents=True, exist_ok=True)
    folder.servers.chmod(0o755)
    return folder.servers if machine.can_enter(user, folder.servers) else _outside(folder)


def _outside(folder: ShopFolder) -> Path:
    former = folder.former_servers
    return former if _is_ours(former) else _everybodys(folder.outside_servers)


def _fits_in_memory() -> bool:
    return MEMORY.is_dir() and min(shutil.disk_usage(MEMORY).free, machine.free_memory()) >= NEEDED_MEMORY


def _everybodys(outside: Path) -> Path:
    """A folder of ours among everybody's."""
    outside.mkdir(mode=0o711, exist_ok=True)
    if not _is_ours(outside):
        raise Refusal(f"{outside} belongs to somebody else; remove it.")
    outside.chmod(0o711)
    return outside


def _is_ours(path: Path) -> bool:
    """Not where somebody put it there before us."""
    return path.is_dir() and not path.is_symlink() and path.lstat().st_uid == os.getuid()


def remove(folder: ShopFolder) -> None:
    """Forgets the servers' data, wherever it is."""
    for path in _places(folder):
        shutil.rmtree(path, ignore_errors=True)


def data_folders(folder: ShopFolder) -> list[Path]:
    """Where there is data, for messages."""
    return [path for path in _places(folder) if path.is_dir() and any(path.iterdir())]


def _places(folder: ShopFolder) -> tuple[Path, ...]:
    return folder.servers, folder.outside_servers, folder.former_servers, folder.memory_servers


def base_environment() -> dict[str, str]:
    """What every process that we start may know of ours."""
    kept = ("PATH", "LANG", "LC_ALL", "TZ", "SSL_CERT_FILE")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", **environment}

"""The machine below: Debian packages that are missing, and how to install them without starting anything."""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

from souk import console
from souk.errors import Refusal

POLICY = Path("/usr/sbin/policy-rc.d")
POLICY_MARK = "# Written by ./souk while it installs packages."
# The migrations of orders say UNIQUE NULLS NOT DISTINCT.
POSTGRES_AT_LEAST = 15
POSTGRES_SERVERS = Path("/usr/lib/postgresql")


@dataclass(frozen=True)
class Need:
    """Something of the base system, the Debian package that has it, and how to tell that it is there."""

    what: str
    package: str
    present: Callable[[], bool]
    # What to do where the package isn't enough.
    otherwise: str = ""
    # A package that has it too and is the better one, where the system knows it.
    rather: str = ""


def command(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) for name in names)


def postgres_programs() -> dict[str, Path]:
    """By version, the folders with the programs of Debian's PostgreSQL servers."""
    found = {path.parent.parent.name: path.parent for path in POSTGRES_SERVERS.glob("*/bin/initdb")}
    return {version: folder for version, folder in found.items() if re.fullmatch(r"[\d.]+", version)}


def _postgres_present() -> bool:
    if versions := list(postgres_programs()):
        return max(map(float, versions)) >= POSTGRES_AT_LEAST
    if not shutil.which("initdb"):
        return False
    said = subprocess.run(["initdb", "--version"], capture_output=True, text=True).stdout
    version = re.search(r"\d+", said)
    return bool(version and int(version[0]) >= POSTGRES_AT_LEAST)


def _rabbitmq_present() -> bool:
    return Path("/usr/lib/rabbitmq/bin/rabbitmq-server").exists()


COMPILER = Need("a C linker", "build-essential", command("cc", "gcc"))
CERTIFICATES = Need("certificates", "ca-certificates", Path("/etc/ssl/certs/ca-certificates.crt").exists)
POSTGRES = Need(
    f"PostgreSQL {POSTGRES_AT_LEAST} or newer",
    "postgresql",
    _postgres_present,
    "Where the system's PostgreSQL is older (Ubuntu 22.04, Debian 11), add the packages of PostgreSQL's own makers, as root:\n"
    "  apt-get install -y postgresql-common && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y\n"
    "  apt-get install -y --no-install-recommends postgresql\n"
    "or name a newer server elsewhere in SOUK_POSTGRES_URL.",
)
POSTGRES_CLIENT = Need("psql", "postgresql-client", command("psql"))
RABBITMQ = Need("RabbitMQ", "rabbitmq-server", _rabbitmq_present)
# The one without a window of its own first: for the same tests it computes six tenths of what the whole browser does.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = Need("Chromium", "chromium", command(*BROWSERS), rather=BROWSERS[0])
VENV = Need("Python's venv", "python3-venv", lambda: _importable("ensurepip"))


def browser() -> str:
    """The program that makes `CHROMIUM` present."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise Refusal("There is no Chromium here.")
    return found


def _importable(module: str) -> bool:
    return subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode == 0


def require(needs: Iterable[Need]) -> None:
    """Installs what is missing by apt, or says exactly how and refuses."""
    missing = [need for need in needs if not need.present()]
    if not missing:
        return
    names = ", ".join(need.what for need in missing)
    if not shutil.which("apt-get"):
        called = " ".join(need.package for need in missing)
        raise Refusal(f"Missing on this machine: {names}. There is no apt here to install it by; install what Debian calls {called}.")
    packages = [_package(need) for need in missing]
    prefix = _root_prefix()
    if prefix is None:
        raise Refusal(
            f"Missing on this machine: {names}. Only root can install it, and {_without_sudo()}; as root, run:\n"
            f"  apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}{_otherwise(missing)}"
        )
    _install(names, packages, prefix)
    if still := [need for need in missing if not need.present()]:
        what = ", ".join(need.what for need in still)
        raise Refusal(f"Installed {' '.join(packages)}, and yet there is no {what} here.{_otherwise(still)}")


def _package(need: Need) -> str:
    is_known = need.rather and subprocess.run(["apt-cache", "show", need.rather], capture_output=True).returncode == 0
    return need.rather if is_known else need.package


def _otherwise(needs: Iterable[Need]) -> str:
    return "".join(f"\n{need.otherwise}" for need in needs if need.otherwise)


def _root_prefix() -> Optional[list[str]]:
    """How to run a command as root; None where it can't be."""
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    if subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return ["sudo"] if sys.stdin.isatty() and subprocess.run(["sudo", "-v"]).returncode == 0 else None


def _without_sudo() -> str:
    """Why there is no `_root_prefix` for who isn't root."""
    if not shutil.which("sudo"):
        return "there is no sudo here"
    return "sudo lets us do nothing" if sys.stdin.isatty() else "sudo wants a password and there is no terminal to ask for it"


def _install(names: str, packages: list[str], prefix: list[str]) -> None:
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-o", "DPkg::Lock::Timeout=300"]
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    log = Path(f"/tmp/souk-apt-{os.getuid()}-{os.getpid()}.log")
    with console.step(f"Installing {names} (apt: {' '.join(packages)})") as current, nothing_starts(prefix):
        code, _ = console.attempt(current, install, log)
        if code != 0:
            # Most often the package lists are old or were never loaded.
            console.run(current, [*apt, "update"], log)
            console.run(current, install, log)
    log.unlink()


@contextlib.contextmanager
def nothing_starts(prefix: list[str]) -> Iterator[None]:
    """Debian starts a server when its package arrives; the shop runs its own, so the machine's stay off."""
    found = _present_policy()
    if found and POLICY_MARK not in found:
        # The machine has one of its own.
        yield
        return
    # Also over one that a killed run left.
    own = policy(os.getpid())
    write = f'printf "%s" "$1" >{POLICY} && chmod 755 {POLICY}'
    subprocess.run([*prefix, "sh", "-c", write, "sh", own], check=True)
    try:
        yield
    finally:
        if _present_policy() == own:
            subprocess.run([*prefix, "rm", "-f", str(POLICY)], check=False)


def policy(pid: int) -> str:
    """The answer to Debian, whether a package may start its server: not while we live, who take the file away again."""
    return f"#!/bin/sh\n{POLICY_MARK}\n[ -e /proc/{pid} ] && exit 101\nexit 0\n"


def _present_policy() -> str:
    return POLICY.read_text(errors="replace") if POLICY.exists() else ""


def unprivileged_user(*names: str) -> Optional[str]:
    """Who a server runs as that refuses root: None (ourselves) for anyone but root, else the first of the names."""
    if os.geteuid() != 0:
        return None
    for name in (*names, "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise Refusal(f"None of the users {', '.join(names)} exists, and the servers refuse to run as root.")


def free_memory() -> int:
    """Bytes that nobody needs; 0 where the system doesn't say."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            name, _, value = line.partition(":")
            if name == "MemAvailable":
                return int(value.split()[0]) * 1024
    return 0


def require_space(needed: Mapping[Path, int]) -> None:
    """Refuses where a disk has fewer bytes free than all folders on it need beside what they hold, made or still to be made."""
    of_disks: dict[int, tuple[Path, int]] = {}
    for folder, size in needed.items():
        there = next(path for path in (folder, *folder.parents) if path.exists())
        disk = there.stat().st_dev
        first, so_far = of_disks.get(disk, (there, 0))
        of_disks[disk] = first, so_far + max(0, size - held(folder))
    for folder, size in of_disks.values():
        free = shutil.disk_usage(folder).free
        if free < size:
            raise Refusal(
                f"The disk of {folder} has {free / 2**30:.1f} GB free, and the first build takes up to {size / 2**30:.1f} more. "
                "Make room, or take a checkout on another disk."
            )


def held(folder: Path) -> int:
    """Bytes of the disk that its files take."""
    taken = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                taken += os.lstat(os.path.join(parent, name)).st_blocks * 512
    return taken


def can_enter(user: Optional[str], folder: Path) -> bool:
    """Whether the user can pass through the folder; asked of the system, which alone knows every rule."""
    if user is None:
        return os.access(folder, os.X_OK)
    test = ["/usr/bin/test", "-x", str(folder)]
    return subprocess.run(test, user=user, group=_group(user), extra_groups=[], cwd="/").returncode == 0


def _group(user: str) -> int:
    return pwd.getpwnam(user).pw_gid


def owned_folder(folder: Path, user: Optional[str]) -> Path:
    """A folder that only `user` can enter."""
    folder.mkdir(parents=True, exist_ok=True)
    if user is not None:
        os.chown(folder, pwd.getpwnam(user).pw_uid, _group(user))
    folder.chmod(0o700)
    return folder


def give(path: Path, user: Optional[str]) -> None:
    """A file that only `user` can read."""
    path.chmod(0o600)
    if user is not None:
        os.chown(path, pwd.getpwnam(user).pw_uid, _group(user))


def run_as(
    user: Optional[str], command: list[str], environment: dict[str, str], folder: Path
) -> subprocess.CompletedProcess:
    """Runs a short command as the user, or as ourselves for None."""
    identity: dict[str, Any] = {} if user is None else {"user": user, "group": _group(user), "extra_groups": []}
    return subprocess.run(
        command,
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        **identity,
    )

"""A release before this one: which that is, its sources in a folder of their own, and what they make."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from check import released
from souk import console
from souk.build import OF_ONE_APP, Build
from souk.errors import Refusal
from souk.layout import Checkout

# Of the folder's name.
DIGITS = 12


@dataclass(frozen=True)
class Release(Checkout):
    """The checkout of another revision, built with the tools of this one."""

    built_by: Checkout

    @property
    def tools(self) -> Path:
        return self.built_by.tools

    @property
    def cargo_target(self) -> Path:
        """Of its own, wherever ours is: in one folder cargo takes a crate of either revision for the other's, by the times of its files."""
        return self.root / "target"


def built(checkout: Checkout, revision: Optional[str]) -> Release:
    """The programs and pages of a revision; without one, of the last release."""
    commit = _commit(checkout, revision or released.read(checkout.root).commit)
    release = Release(checkout.releases / commit[:DIGITS], checkout)
    if not release.root.is_dir():
        with console.step(f"Taking the sources of {commit[:DIGITS]} out of git"):
            _unpack(checkout, commit, release.root)
    Build(release).everything()
    return release


def files(release: Checkout) -> list[str]:
    """The paths of its pages' scripts and sheets, whose names have the hash of what is in them."""
    folders = [release.web / "dist" / app for app in OF_ONE_APP]
    found = (path for folder in folders for path in (folder / "assets").glob("*") if path.suffix in (".js", ".css"))
    return sorted(f"/assets/{path.name}" for path in found)


def _commit(checkout: Checkout, revision: str) -> str:
    command = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"]
    found = subprocess.run(command, cwd=checkout.root, capture_output=True, text=True)
    if found.returncode != 0:
        raise Refusal(f"git knows no revision {revision} here: name another one (--from), or fetch the whole history")
    return found.stdout.strip()


def _unpack(checkout: Checkout, commit: str, folder: Path) -> None:
    """Wholly or not at all."""
    aside = folder.with_name(f".{folder.name}-{os.getpid()}")
    aside.mkdir(parents=True)
    try:
        archive = subprocess.run(["git", "archive", commit], cwd=checkout.root, stdout=subprocess.PIPE, check=True)
        subprocess.run(["tar", "-x", "-C", str(aside)], input=archive.stdout, check=True)
        aside.rename(folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)

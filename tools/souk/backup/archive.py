"""The file of a backup: a tar whose last member says what is in it, so that a file that was cut off or changed is known to be.

    databases/<service>/<number>   pg_dump's custom format, in pieces
    moment.json                    of which moment those are: from here on a backup that broke off can be gone on with
    media/<path>                   a picture
    manifest.json                  when, how much, and the digest of all members before
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import io
import json
import os
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO, Optional

from souk import console
from souk.build import SERVICES
from souk.errors import Refusal

FORMAT = 2
# Those before had no moment.json.
READABLE = (1, FORMAT)
MANIFEST = "manifest.json"
MOMENT = "moment.json"
BLOCK = 512
# Of a dump, whose length nobody knows before its end: so much is in memory at once.
PIECE = 16 * 1024 * 1024
READ_AT_ONCE = 1024 * 1024
# A manifest is shorter.
MANIFEST_LIMIT = 64 * 1024
# What a share answers that knows no sync of a folder, or shows no folder to be synced.
UNKNOWN = {errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.ENOSYS, errno.EACCES, errno.EPERM}


@dataclass
class Manifest:
    """What a backup holds."""

    taken_at: str = ""
    # How long nothing that announces a change could be stored.
    stood_still_ms: int = 0
    databases: dict[str, int] = field(default_factory=dict)
    # Digest of where those and the pictures come from: what is gone on with comes from the same place.
    place: str = ""
    pictures: int = 0
    sha256: str = ""
    format: int = FORMAT


@dataclass
class Kept:
    """What a backup that broke off has already, up to where it is whole."""

    manifest: Manifest
    pictures: set[str] = field(default_factory=set)
    digest: hashlib._Hash = field(default_factory=hashlib.sha256)
    end: int = 0


class Writer:
    """Adds members one after the other, to what is kept of a try before; `finish` makes it whole."""

    def __init__(self, file: IO[bytes], kept: Optional[Kept] = None) -> None:
        kept = kept or Kept(Manifest())
        self._file = file
        self._tar = tarfile.open(fileobj=file, mode="w:", format=tarfile.PAX_FORMAT)
        self._digest = kept.digest
        # Up to where all members are whole.
        self.end = kept.end
        self.manifest = kept.manifest
        # Those that need not be added again.
        self.pictures = kept.pictures
        self.has_databases = bool(kept.end)

    def database(self, service: str, dump: IO[bytes]) -> None:
        total, number = 0, 0
        while piece := dump.read(PIECE):
            self._add(f"databases/{service}/{number:08}", io.BytesIO(piece), len(piece))
            total, number = total + len(piece), number + 1
        self.manifest.databases[service] = total

    def moment(self) -> None:
        """All databases are in it."""
        text = json.dumps(asdict(self.manifest), indent=2).encode()
        self._add(MOMENT, io.BytesIO(text), len(text))
        self.has_databases = True
        self.sync()

    def sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def picture(self, path: str, file: IO[bytes], size: int) -> None:
        self._add(f"media/{path}", file, size)
        self.manifest.pictures += 1

    def finish(self) -> None:
        self.manifest.sha256 = self._digest.hexdigest()
        text = json.dumps(asdict(self.manifest), indent=2).encode()
        self._tar.addfile(_member(MANIFEST, len(text)), io.BytesIO(text))
        self._tar.close()
        self.sync()

    def _add(self, name: str, file: IO[bytes], size: int) -> None:
        self._digest.update(_heading(name, size))
        self._tar.addfile(_member(name, size), _Counted(file, self._digest))
        self.end = self._file.tell()


class _Counted:
    """Reads through to a file, and counts what was read into a digest."""

    def __init__(self, file: IO[bytes], digest: hashlib._Hash) -> None:
        self._file = file
        self._digest = digest

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self._digest.update(data)
        return data


def _heading(name: str, size: int) -> bytes:
    return f"{name}\0{size}\0".encode()


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member


@contextmanager
def writing(path: Path, resume: bool = False) -> Iterator[Writer]:
    """A new file, readable by its owner alone: it holds the shoppers' names and phones. There is nothing under this name until it
    is whole and on the disk. Of one that breaks off after its databases the part is left, to be gone on with."""
    if path.exists():
        raise Refusal(f"{path} is there already.")
    aside = path.with_name(f"{path.name}.part")
    with _left(aside) if resume else _new(aside) as file:
        kept = _kept(file, aside) if resume else None
        file.seek(kept.end if kept else 0)
        file.truncate()
        writer = Writer(file, kept)
        try:
            yield writer
            writer.finish()
            aside.rename(path)
        except BaseException:
            if writer.has_databases:
                # Not what is half written: filled up by the next member it would look whole.
                file.seek(writer.end)
                file.truncate()
            else:
                aside.unlink()
            raise
    _sync_names(path.parent)


def _sync_names(folder: Path) -> None:
    """Whoever deletes older ones now would else be left with neither, should the power fail."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in UNKNOWN:
            raise
        # The file itself is whole and on the disk.
        console.warn(f"{folder}: whether the file's name is on the disk is not known: {error.strerror}.")


@contextmanager
def _new(aside: Path) -> Iterator[IO[bytes]]:
    """Nobody else's, whatever stands under this name: no link is followed, and nothing is written over."""
    try:
        descriptor = os.open(aside, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except FileExistsError:
        raise Refusal(f"{aside} is there: a backup writes it, or broke off. Go on with it by --resume, or remove it.") from None
    with os.fdopen(descriptor, "r+b") as file:
        _lock(file, aside)
        yield file


@contextmanager
def _left(aside: Path) -> Iterator[IO[bytes]]:
    """What a backup of our own left."""
    try:
        descriptor = os.open(aside, os.O_RDWR | os.O_NOFOLLOW)
    except FileNotFoundError:
        raise Refusal(f"There is no {aside}: no backup broke off after its databases.") from None
    except OSError as error:
        raise Refusal(f"{aside} can't be opened: {error.strerror}") from None
    with os.fdopen(descriptor, "r+b") as file:
        found = os.fstat(descriptor)
        if found.st_uid != os.geteuid() or found.st_mode & 0o077:
            raise Refusal(f"{aside} is not ours alone: remove it, and begin anew.")
        _lock(file, aside)
        yield file


def _lock(file: IO[bytes], aside: Path) -> None:
    """Nobody else writes it meanwhile, nor has made it whole since it was opened."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_there = os.path.samestat(os.fstat(file.fileno()), os.stat(aside))
    except (BlockingIOError, FileNotFoundError):
        is_there = False
    if not is_there:
        raise Refusal(f"Another backup writes {aside}.")


def _kept(file: IO[bytes], aside: Path) -> Kept:
    """Reads what there is until where it was cut off."""
    kept: Optional[Kept] = None
    digest = hashlib.sha256()
    try:
        with tarfile.open(fileobj=file, mode="r:") as tar:
            for member in tar:
                content = tar.extractfile(member)
                if content is None or member.name == MANIFEST:
                    break
                text = _digested(content, member, digest)
                if text is None:
                    break
                if member.name == MOMENT:
                    kept = Kept(_read(aside, text))
                elif kept is not None:
                    kept.pictures.add(member.name.partition("/")[2])
                if kept is not None:
                    kept.digest, kept.end = digest.copy(), member.offset_data + -(-member.size // BLOCK) * BLOCK
    except tarfile.TarError:
        pass
    if kept is None:
        raise Refusal(f"{aside} broke off before its databases were whole, and those are of one moment: begin anew, without --resume.")
    kept.manifest.pictures = len(kept.pictures)
    return kept


def _digested(content: IO[bytes], member: tarfile.TarInfo, digest: hashlib._Hash) -> Optional[bytes]:
    """What it begins with, once all of it was counted into the digest; `None` where it was cut off."""
    digest.update(_heading(member.name, member.size))
    start, left = b"", member.size
    while data := content.read(READ_AT_ONCE):
        digest.update(data)
        start, left = start or data[:MANIFEST_LIMIT], left - len(data)
    return start if left == 0 else None


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Around whatever reads it: a file that ends too soon says so where it is read."""
    try:
        yield
    except FileNotFoundError as error:
        raise Refusal(f"There is no {error.filename}.") from None
    except (tarfile.TarError, EOFError) as error:
        raise Refusal(f"{path} can't be read: {error}") from error


def members(path: Path) -> Iterator[tuple[str, int, IO[bytes]]]:
    """Name, size and content of each, in order; the content is to be read before the next one is asked for."""
    with tarfile.open(path, "r|") as tar:
        for member in tar:
            content = tar.extractfile(member)
            if content is None or not member.isfile() or not _is_ours(member.name):
                raise Refusal(f"{path} is no backup of a shop: it has {member.name}")
            yield member.name, member.size, content


def _is_ours(name: str) -> bool:
    """Nothing that leads out of its folder."""
    parts = PurePosixPath(name).parts
    # Written otherwise than it reads, it may mean two places: an empty part makes what follows absolute.
    if str(PurePosixPath(name)) != name or ".." in parts or name.startswith("/") or "\\" in name:
        return False
    return name in (MANIFEST, MOMENT) or (len(parts) > 1 and parts[0] == "media") or (len(parts) == 3 and parts[1] in SERVICES)


def checked(path: Path) -> Manifest:
    """Reads all of it, and refuses what isn't whole."""
    digest, manifest = hashlib.sha256(), None
    with readable(path):
        for name, size, content in members(path):
            if manifest is not None:
                raise Refusal(f"{path} is damaged: something comes after its end")
            if name == MANIFEST:
                manifest = _read(path, content.read(MANIFEST_LIMIT))
                continue
            digest.update(_heading(name, size))
            while data := content.read(READ_AT_ONCE):
                digest.update(data)
    if manifest is None:
        raise Refusal(f"{path} is not whole: its end is missing")
    if manifest.sha256 != digest.hexdigest() or set(manifest.databases) != set(SERVICES):
        raise Refusal(f"{path} is damaged: what is in it isn't what was written")
    return manifest


def _read(path: Path, text: bytes) -> Manifest:
    try:
        manifest = Manifest(**json.loads(text))
        # Nothing else than a time: it goes on to the databases.
        manifest.taken_at = datetime.fromisoformat(manifest.taken_at).isoformat()
    except (ValueError, TypeError) as error:
        raise Refusal(f"{path} is no backup that this release can read: {error}") from error
    if manifest.format not in READABLE:
        raise Refusal(f"{path} is of the format {manifest.format}; this release reads {' and '.join(map(str, READABLE))}.")
    return manifest

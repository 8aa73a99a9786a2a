"""Where pictures are, as a backup reads and fills it: a folder, or a bucket of a server that speaks S3."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Optional, Protocol
from urllib.parse import unquote, urlsplit

from souk.errors import Refusal
from souk.s3 import Bucket

MEDIA = "SOUK_MEDIA_URL"
# Of a picture that is being written, in the folder that object_store keeps.
UNFINISHED = "#"
READ_AT_ONCE = 1024 * 1024


class Pictures(Protocol):
    def names(self) -> Iterator[str]:
        """Paths of all that are whole."""

    def opened(self, name: str) -> Iterator[Optional[tuple[IO[bytes], int]]]:
        """The picture and its length, as a context; None where it was deleted meanwhile: nothing names it."""

    def has_whole(self, name: str, size: int) -> bool:
        """Whether the picture that is there has all its bytes."""

    def write(self, name: str, content: IO[bytes]) -> None:
        """A picture that isn't there yet; it is there once it is whole."""


def of_url(media_url: str, variables: Mapping[str, str] = os.environ) -> Pictures:
    url = urlsplit(media_url)
    if url.scheme == "s3":
        return InBucket(Bucket.of(media_url, variables))
    if url.scheme != "file" or not url.path:
        raise Refusal(f"{MEDIA} must be file:///folder or s3://bucket/prefix: the pictures are copied from there, or into it.")
    return InFolder(Path(unquote(url.path)))


@dataclass(frozen=True)
class InFolder:
    folder: Path

    def __str__(self) -> str:
        return str(self.folder)

    def names(self) -> Iterator[str]:
        for file in sorted(self.folder.rglob("*")):
            if file.is_file() and UNFINISHED not in file.name:
                yield file.relative_to(self.folder).as_posix()

    @contextmanager
    def opened(self, name: str) -> Iterator[Optional[tuple[IO[bytes], int]]]:
        try:
            picture = open(self.folder / name, "rb")
        except FileNotFoundError:
            yield None
            return
        with picture:
            size = picture.seek(0, 2)
            picture.seek(0)
            yield picture, size

    def has_whole(self, name: str, size: int) -> bool:
        return (self.folder / name).stat().st_size == size

    def write(self, name: str, content: IO[bytes]) -> None:
        owner = _owner(self.folder)
        file = self.folder / name
        _make_folder(file.parent, owner)
        unfinished = file.with_name(f"{file.name}{UNFINISHED}restore")
        with open(unfinished, "wb") as picture:
            while data := content.read(READ_AT_ONCE):
                picture.write(data)
        _give(unfinished, owner)
        unfinished.rename(file)


@dataclass(frozen=True)
class InBucket:
    bucket: Bucket

    def __str__(self) -> str:
        return str(self.bucket)

    def names(self) -> Iterator[str]:
        return self.bucket.names()

    @contextmanager
    def opened(self, name: str) -> Iterator[Optional[tuple[IO[bytes], int]]]:
        content = self.bucket.read(name)
        yield None if content is None else (BytesIO(content), len(content))

    def has_whole(self, name: str, size: int) -> bool:
        """A bucket has a thing wholly or not at all."""
        return True

    def write(self, name: str, content: IO[bytes]) -> None:
        self.bucket.write(name, content.read())


def _make_folder(folder: Path, owner: Optional[tuple[int, int]]) -> None:
    if not folder.exists():
        _make_folder(folder.parent, owner)
        folder.mkdir()
        _give(folder, owner)


def _owner(folder: Path) -> Optional[tuple[int, int]]:
    """User and group, where we may give files away."""
    if os.geteuid() != 0 or not folder.exists():
        return None
    found = folder.stat()
    return found.st_uid, found.st_gid


def _give(path: Path, owner: Optional[tuple[int, int]]) -> None:
    """To whom the folder of pictures belongs: catalog goes on writing there, as somebody else than root."""
    if owner is not None:
        os.chown(path, *owner)

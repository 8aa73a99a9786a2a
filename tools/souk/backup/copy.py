"""Taking a backup, and putting one back into an empty shop."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Optional

from souk.backup import archive, moment
from souk.backup.archive import Manifest
from souk.backup.pictures import Pictures
from souk.backup.place import Place
from souk.build import SERVICES
from souk.errors import Refusal
from souk.layout import Checkout
from souk.postgres import Server

AFTER = "deploy/postgres/after-restore.sql"
TABLES = """
SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
 WHERE relkind IN ('r', 'p') AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema';
"""
# Said of a database that was put back wholly.
MARK_OF = "SELECT coalesce(obj_description(to_regnamespace('bus'), 'pg_namespace'), '');"
# For the gateway's metrics. A shop of the release before has no place for it; one that broke off and was gone on with is of an earlier moment
# than one that was made since.
NOTE = """
SELECT to_regclass('public.last_backup') IS NOT NULL AS has_place \\gset
\\if :has_place
INSERT INTO last_backup AS l (taken_at, bytes) VALUES (:'taken_at', :'bytes')
    ON CONFLICT (only_row) DO UPDATE SET taken_at = excluded.taken_at, bytes = excluded.bytes WHERE l.taken_at < excluded.taken_at;
\\endif
"""
# Who does it says what it is at.
Tell = Callable[[str], None]


def take(place: Place, path: Path, tell: Tell, resume: bool = False) -> Manifest:
    """The shop as it stands at one moment, and may go on all the while. One that broke off in its pictures goes on with those."""
    with archive.writing(path, resume) as writer:
        if not writer.has_databases:
            writer.manifest.place = place.digest
            _take_databases(place, writer, tell)
        elif writer.manifest.place != place.digest:
            raise Refusal(f"{path}.part is of another shop: its databases come from elsewhere than the pictures of this one.")
        # After the databases: a picture's name is its digest, so that all that their rows name are there, and maybe more.
        for number, name in enumerate(place.media.names()):
            if number % 100 == 0:
                tell(f"{number} pictures")
            if name in writer.pictures:
                continue
            with place.media.opened(name) as found:
                if found:
                    writer.picture(name, *found)
        return writer.manifest


def note(place: Place, path: Path, manifest: Manifest) -> None:
    """Tells the shop that this file is whole, and whoever watches the shop by it."""
    place.databases["gateway"].execute(NOTE, taken_at=manifest.taken_at, bytes=str(path.stat().st_size))


def _take_databases(place: Place, writer: archive.Writer, tell: Tell) -> None:
    with moment.held(place.databases) as now:
        writer.manifest.taken_at, writer.manifest.stood_still_ms = now.taken_at, now.stood_still_ms
        for service, server in place.databases.items():
            tell(service)
            with _dumped(server, now.snapshots[service]) as dump:
                writer.database(service, dump)
    writer.moment()


@contextmanager
def _dumped(server: Server, snapshot: str) -> Iterator[IO[bytes]]:
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
    command, environment = server.tool("pg_dump", *options)
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said, env=environment, cwd="/")
        assert process.stdout
        try:
            yield process.stdout
        finally:
            process.stdout.close()
            code = process.wait()
        _refuse_failed("pg_dump", server, code, said)


def require_empty(place: Place) -> None:
    """A shop with data is refused, whatever they are."""
    for service, server in place.databases.items():
        if _has_tables(server):
            raise Refusal(f"The database {server.database} of {service} has tables. A backup goes into an empty shop alone.")
    require_no_pictures(place.media)


def require_no_pictures(media: Pictures) -> None:
    if next(media.names(), None) is not None:
        raise Refusal(f"There are pictures in {media}. A backup goes into an empty shop alone.")


def _has_tables(server: Server) -> bool:
    return int(server.execute(TABLES)) > 0


def put_back(place: Place, path: Path, manifest: Manifest, tell: Tell, resume: bool = False) -> None:
    """Out of a file that was checked, into a shop that is empty, or that has a part of this file. Its services don't run."""
    restoring = Restoring(place, manifest, tell)
    if resume:
        restoring.skip_what_is_there()
    else:
        require_empty(place)
    try:
        with archive.readable(path):
            for name, size, content in archive.members(path):
                restoring.member(name, size, content)
        restoring.end_database()
    finally:
        restoring.abandon()


class Restoring:
    """One database after the other, each in a transaction of its own and then told that it was put back; then the pictures."""

    def __init__(self, place: Place, manifest: Manifest, tell: Tell) -> None:
        self._place = place
        self._manifest = manifest
        self._tell = tell
        self._service = ""
        self._process: Optional[subprocess.Popen] = None
        self._said: Optional[IO[bytes]] = None
        self._pictures = 0
        self._done: set[str] = set()
        self._pictures_there: set[str] = set()

    def skip_what_is_there(self) -> None:
        """Databases that a try before put back from the same file, and pictures: their names are digests."""
        for service, server in self._place.databases.items():
            if not _has_tables(server):
                continue
            if server.execute(MARK_OF).strip() != self._mark:
                raise Refusal(f"The database {server.database} of {service} has tables that are not of this file: make it anew, empty.")
            self._done.add(f"databases/{service}")
        self._pictures_there = set(self._place.media.names())

    @property
    def _mark(self) -> str:
        return f"put back from {self._manifest.sha256}"

    def member(self, name: str, size: int, content: IO[bytes]) -> None:
        kind, _, rest = name.partition("/")
        if name.rpartition("/")[0] in self._done:
            return
        if rest in self._pictures_there and self._place.media.has_whole(rest, size):
            return
        if kind == "databases":
            self._piece(rest.partition("/")[0], content)
        elif kind == "media":
            self._picture(rest, content)

    def _piece(self, service: str, content: IO[bytes]) -> None:
        if service != self._service:
            self.end_database()
            self._begin(service)
        assert self._process and self._process.stdin
        try:
            while data := content.read(archive.READ_AT_ONCE):
                self._process.stdin.write(data)
        except BrokenPipeError:
            self.end_database()

    def _begin(self, service: str) -> None:
        self._tell(service)
        server = self._place.databases[service]
        options = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", f"--dbname={server.database}"]
        command, environment = server.tool("pg_restore", *options)
        self._service, self._said = service, tempfile.TemporaryFile()
        out = subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=self._said, env=environment, cwd="/")

    def end_database(self) -> None:
        """Waits until it is stored; refuses with what went wrong."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.communicate()
        server = self._place.databases[self._service]
        assert self._said
        with self._said as said:
            _refuse_failed("pg_restore", server, process.returncode, said)
        server.execute((Checkout.here().root / AFTER).read_text(), taken_at=self._manifest.taken_at)
        server.execute(f"COMMENT ON SCHEMA bus IS '{self._mark}';")

    def _picture(self, path: str, content: IO[bytes]) -> None:
        self.end_database()
        if self._pictures % 100 == 0:
            self._tell(f"{self._pictures} pictures")
        self._pictures += 1
        self._place.media.write(path, content)

    def abandon(self) -> None:
        """What is under way is rolled back."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _refuse_failed(program: str, server: Server, code: int, said: IO[bytes]) -> None:
    if code != 0:
        said.seek(0)
        raise Refusal(f"{program} of {server.database} at {server.host}:{server.port} failed: {said.read().decode(errors='replace').strip()}")


def summary(manifest: Manifest) -> str:
    sizes = ", ".join(f"{service} {manifest.databases[service] / 2**20:.1f}" for service in SERVICES)
    return f"as of {manifest.taken_at}; MiB of dumps: {sizes}; {manifest.pictures} pictures"

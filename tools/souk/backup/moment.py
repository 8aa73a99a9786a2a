"""One moment of several databases.

Whatever one service tells another is a row of its outbox, written with the change. So while the outboxes of all are locked, no
change that somebody else will hear of can commit: what was committed before in one database is there in the others as far as they
had heard of it, and what they had not is in an outbox still. That is what a power cut of the whole shop would leave, from which it
recovers by itself. The locks are let go as soon as each database has exported a snapshot, which dumps read; or as soon as each
server's log has a restore point, to which PostgreSQL's own means recover it.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TypeVar

from souk.errors import Refusal
from souk.postgres import Server

# Who writes an outbox waits for us as we wait for who writes it. Whatever becomes of us meanwhile, or of another server, the server
# itself lets the outbox go.
LOCK = """
BEGIN;
SET LOCAL statement_timeout = '3s';
SET LOCAL idle_in_transaction_session_timeout = '3s';
SET LOCAL lock_timeout = '{milliseconds}ms';
LOCK TABLE bus.outbox IN SHARE MODE;
"""
SHORT_WAIT, LONG_WAIT = 500, 1500
# PostgreSQL's code for a lock that was not to be had in time; its words are in the server's language.
NOT_IN_TIME = "55P03"
# As every release of Python reads it.
NOW = """SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"');"""
SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT pg_export_snapshot();"
POINT = "SELECT pg_create_restore_point('{name}');"
# A connection that is being made would be waited for with the locks of the others.
CONNECTED = "SELECT 1;"
TRIES = 20
# The last of them wait for longer than a second: from then on PostgreSQL ends an autovacuum that is in the way.
LONG_TRIES = 6
PAUSE_SECONDS = 0.5
ANSWERED = "-- answered --"

Done = TypeVar("Done")


@dataclass(frozen=True)
class Moment:
    """Snapshots by service, good for as long as the moment is held."""

    snapshots: Mapping[str, str]
    taken_at: str
    stood_still_ms: int


class Session:
    """A psql that stays: a transaction over several questions. An error ends it."""

    def __init__(self, server: Server) -> None:
        command, environment = server.tool("psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=verbose")
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, cwd="/", text=True)
        self._host = f"{server.host}:{server.port}"

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        """Rolls back what is open."""
        try:
            self._process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

    def ask(self, sql: str) -> str:
        """What it answers, without the end of its last line."""
        assert self._process.stdin and self._process.stdout and self._process.stderr
        try:
            self._process.stdin.write(f"{sql}\n\\echo {ANSWERED}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass
        lines = []
        for line in self._process.stdout:
            if line.rstrip("\n") == ANSWERED:
                return "\n".join(lines)
            lines.append(line.rstrip("\n"))
        raise Refusal(f"PostgreSQL at {self._host} refused: {self._process.stderr.read().strip()}")


@contextmanager
def held(servers: Mapping[str, Server]) -> Iterator[Moment]:
    """The moment, which dumps can read until the end."""
    with ExitStack() as sessions:
        readers = {service: sessions.enter_context(Session(server)) for service, server in servers.items()}
        snapshots, stood_still = _agreed(servers, lambda: {service: reader.ask(SNAPSHOT) for service, reader in readers.items()})
        taken_at = next(iter(readers.values())).ask(NOW)
        yield Moment(snapshots, taken_at, stood_still)


def marked(servers: Mapping[str, Server], name: str) -> int:
    """Gives the moment this name in the log of every server; for how many milliseconds changes waited. Which database is on which
    server is not asked: the first of several points with one name is the one that counts, and nothing is written between them."""
    with ExitStack() as sessions:
        markers = [sessions.enter_context(Session(server)) for server in servers.values()]
        for marker in markers:
            marker.ask(CONNECTED)
        _, stood_still = _agreed(servers, lambda: [marker.ask(POINT.format(name=name)) for marker in markers])
        return stood_still


def _agreed(servers: Mapping[str, Server], quickly: Callable[[], Done]) -> tuple[Done, int]:
    """What is done while no outbox is written, and for how many milliseconds none was. Tried again where somebody works in an outbox
    for long: nobody is kept waiting for more than the time of a lock."""
    for left in reversed(range(TRIES)):
        with ExitStack() as sessions:
            locks = [sessions.enter_context(Session(server)) for server in servers.values()]
            for lock in locks:
                lock.ask(CONNECTED)
            began = time.monotonic()
            try:
                for lock in locks:
                    lock.ask(LOCK.format(milliseconds=SHORT_WAIT if left >= LONG_TRIES else LONG_WAIT))
            except Refusal as refusal:
                if NOT_IN_TIME not in str(refusal) or not left:
                    raise
                time.sleep(PAUSE_SECONDS)
                continue
            done = quickly()
            for lock in locks:
                lock.ask("COMMIT;")
            return done, round((time.monotonic() - began) * 1000)
    raise AssertionError("the last try returns or raises")

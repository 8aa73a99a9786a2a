"""A certificate authority of our own, and a server's certificate for the name `localhost` alone: for servers that tests speak to
encrypted."""

from __future__ import annotations

from pathlib import Path
from typing import Optional

from souk import machine, servers, state
from souk.errors import Refusal

DAYS = "3650"
NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
EXTENSIONS = "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n"


class Certificates:
    """The files of one server, made at the first use by the user that it runs as."""

    def __init__(self, home: Path, user: Optional[str]) -> None:
        self._folder = home / "tls"
        self._user = user
        self.authority = self._folder / "authority.pem"
        self.certificate = self._folder / "server.pem"
        self.key = self._folder / "server.key"

    def make(self) -> None:
        if self.certificate.exists():
            return
        machine.owned_folder(self._folder, self._user)
        state.write_text(self._folder / "extensions", EXTENSIONS, 0o644)
        authority = ("-x509", "-days", DAYS, "-subj", "/CN=tests of souk", "-keyout", "authority.key", "-out", "authority.pem")
        self._openssl("req", *NEW_KEY, *authority)
        self._openssl("req", *NEW_KEY, "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr")
        signed_by = ("-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-days", DAYS)
        self._openssl("x509", "-req", "-in", "server.csr", *signed_by, "-extfile", "extensions", "-out", "server.pem")

    def _openssl(self, *words: str) -> None:
        done = machine.run_as(self._user, ["openssl", *words], servers.base_environment(), self._folder)
        if done.returncode != 0:
            raise Refusal(f"openssl {words[0]} failed: {done.stderr.strip()}")

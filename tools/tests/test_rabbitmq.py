"""The broker's users are the same in a container as in the private one."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from souk import rabbitmq
from souk.build import SERVICES
from souk.layout import Checkout

FOLDER = (Checkout.here().root / rabbitmq.DEFINITIONS).parent


def start(passwords: dict[str, str]) -> tuple[subprocess.CompletedProcess, str]:
    """The start of a container, whose broker only says what it was told, and the definitions that it would read."""
    with tempfile.TemporaryDirectory() as folder:
        for name, script in (("docker-entrypoint.sh", 'echo "$@"'), ("chown", ":")):
            program = Path(folder) / name
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
        environment = {"PATH": f"{folder}:{os.environ['PATH']}", "TMPDIR": folder, **passwords}
        command = ["sh", str(FOLDER / "start.sh"), "rabbitmq-server"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        made = Path(folder) / "souk-definitions.json"
        if made.exists():
            assert made.stat().st_mode & 0o777 == 0o600
        return done, made.read_text() if done.returncode == 0 else ""


class DefinitionsTest(unittest.TestCase):
    passwords = {name: f"{name.lower()}-1" for name in ("RABBITMQ_PASSWORD", *map(rabbitmq.password_name, SERVICES))}

    def test_a_container_makes_the_users_that_the_private_broker_has(self) -> None:
        done, made = start(self.passwords)
        self.assertEqual((done.returncode, done.stdout), (0, "rabbitmq-server\n"), done.stderr)
        self.assertEqual(json.loads(made), json.loads(rabbitmq.definitions(self.passwords)))
        users = {user["name"]: user["password"] for user in json.loads(made)["users"]}
        self.assertEqual(set(users), {rabbitmq.USER, *map(rabbitmq.user, SERVICES)})
        self.assertEqual(len(set(users.values())), len(users))

    def test_a_missing_password_and_one_that_would_break_an_address_are_named(self) -> None:
        for password in ({}, {"ORDERS_RABBITMQ_PASSWORD": 'a"b'}, {"ORDERS_RABBITMQ_PASSWORD": ""}):
            given = {name: value for name, value in self.passwords.items() if name != "ORDERS_RABBITMQ_PASSWORD"} | password
            done, _ = start(given)
            self.assertEqual(done.returncode, 1)
            self.assertIn("ORDERS_RABBITMQ_PASSWORD", done.stderr)

    def test_every_service_has_the_rights_of_its_part_alone(self) -> None:
        definitions = json.loads((FOLDER / "definitions.json").read_text())
        for kind in ("permissions", "topic_permissions"):
            rights = {right.pop("user"): json.dumps(right) for right in definitions[kind]}
            rights.pop(rabbitmq.USER, None)
            self.assertEqual(set(rights), set(map(rabbitmq.user, SERVICES)))
            # The gateway keeps the audit log, of which no other service hears what others tell.
            gateway = rights.pop(rabbitmq.user("gateway"))
            self.assertEqual("AuditRecorded" in gateway, False)
            same = {right.replace(user.removeprefix("souk_"), "SERVICE") for user, right in rights.items()}
            self.assertEqual(len(same), 1, same)


if __name__ == "__main__":
    unittest.main()

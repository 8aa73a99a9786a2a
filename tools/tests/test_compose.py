"""The shop in containers: its file of secrets, its Envoy, and what docker-compose.yml repeats of the rest of the tree."""

import contextlib
import io
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from check import containers
from souk import cli, compose, envoy, envoy_image, postgres, toolchains
from souk.build import SERVICES
from souk.errors import Refusal
from souk.layout import Checkout

ROOT = Checkout.here().root
COMPOSE = (ROOT / "docker-compose.yml").read_text()


class EnvFileTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.file = Path(temporary.name) / ".env"

    def values(self) -> dict[str, str]:
        lines = [line for line in self.file.read_text().splitlines() if not line.startswith("#")]
        return dict(line.split("=", 1) for line in lines)

    def make(self, *words: str) -> int:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            return cli.main(["env-file", *words, str(self.file)])

    def test_whatever_compose_requires_is_there_and_every_secret_is_another_one(self) -> None:
        self.assertEqual(self.make("--public-url", "https://shop.dz/"), 0)
        values = self.values()
        self.assertEqual(values.pop("SOUK_HTTP"), "127.0.0.1:8080")
        self.assertEqual(values.pop("COMPOSE_FILE"), "docker-compose.yml:deploy/docker/meilisearch.yml")
        meilisearch = (ROOT / "deploy/docker/meilisearch.yml").read_text()
        self.assertEqual(set(values), set(compose.required(COMPOSE + meilisearch)))
        self.assertEqual(values.pop("SOUK_PUBLIC_URL"), "https://shop.dz")
        self.assertEqual(len(set(values.values())), len(values))
        for secret in values.values():
            self.assertRegex(secret, r"^[0-9a-f]{64}$")
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)

    def test_a_demo_says_that_it_is_one(self) -> None:
        self.assertEqual(self.make("--demo", "--port", "8081"), 0)
        values = self.values()
        self.assertEqual((values["SOUK_PUBLIC_URL"], values["SOUK_HTTP"]), ("http://localhost:8081", "127.0.0.1:8081"))
        self.assertEqual((values["SOUK_ENVIRONMENT"], values["COMPOSE_PROFILES"]), ("development", "demo"))

    def test_the_parts_beside_it_are_named_with_what_they_require(self) -> None:
        self.assertEqual(self.make("--demo", "--with", "observe,s3"), 0)
        values = self.values()
        files = ["docker-compose.yml", "deploy/docker/s3.yml", "deploy/docker/observe.yml"]
        self.assertEqual(values["COMPOSE_FILE"].split(":"), files)
        for file in files:
            self.assertLessEqual(set(compose.required((ROOT / file).read_text())), set(values), file)
        self.assertNotIn("SOUK_MEILI_KEY", values)

    def test_a_shop_without_parts_beside_it(self) -> None:
        self.assertEqual(self.make("--demo", "--with", ""), 0)
        self.assertEqual(self.values()["COMPOSE_FILE"], "docker-compose.yml")

    def test_a_part_that_nobody_knows(self) -> None:
        self.assertEqual(self.make("--demo", "--with", "solr"), 1)
        self.assertFalse(self.file.exists())

    def test_the_secrets_of_a_shop_that_may_be_there_stay(self) -> None:
        self.make("--demo")
        before = self.file.read_bytes()
        self.assertEqual(self.make("--public-url", "https://shop.dz"), 1)
        self.assertEqual(self.file.read_bytes(), before)

    def test_a_real_shop_has_an_https_address(self) -> None:
        for url in ("http://shop.dz", "shop.dz", "https://", "https://shop.dz/boutique"):
            with self.assertRaises(Refusal, msg=url):
                compose.real_shop(url, 8080)


class ComposeTest(unittest.TestCase):
    def test_no_secret_and_no_default_of_one_is_in_the_file(self) -> None:
        for name in compose.required(COMPOSE):
            self.assertNotRegex(COMPOSE, rf"\$\{{{name}:?-", name)
        for line in COMPOSE.splitlines():
            said = line.split("#")[0].rstrip()
            # Without a value it is what `.env` says, or nothing.
            if re.search(r"PASSWORD|SECRET|_KEY|PASS:", said) and not re.fullmatch(r" +\w+:", said):
                self.assertIn("${", line)

    def test_every_service_is_migrated_before_it_serves(self) -> None:
        for service in SERVICES:
            self.assertIn(f"\n  {service}:\n    <<: [*process, *{service}]\n    command: [serve]\n", COMPOSE)
            self.assertIn(f"\n  migrate-{service}:\n    <<: [*once, *{service}]\n    command: [migrate]\n", COMPOSE)

    def test_who_owns_a_database_is_known_to_its_migration_and_not_to_its_service(self) -> None:
        for service in SERVICES:
            migrating = re.search(rf"^  migrate-{service}:\n((?:    .*\n)+)", COMPOSE, re.MULTILINE)[1]
            self.assertIn(f"SOUK_MIGRATION_DATABASE_URL: *{service}-owner\n", migrating)
            serving = re.search(rf"^x-{service}: .*\n((?:  .*\n)+)", COMPOSE, re.MULTILINE)[1]
            for text in (serving, re.search(rf"^  {service}:\n((?:    .*\n)+)", COMPOSE, re.MULTILINE)[1]):
                self.assertNotRegex(text, "(?i)owner_|-owner\n|MIGRATION")

    def test_the_database_server_is_set_as_the_private_one(self) -> None:
        set_here = dict(re.findall(r"^      - -c(\w+)=(\S+)$", COMPOSE, re.MULTILINE))
        self.assertTrue(set_here)
        self.assertEqual(set_here, {name: postgres.SETTINGS[name] for name in set_here})
        databases = (ROOT / "deploy/postgres/databases.sql").read_text()
        self.assertEqual(re.findall(r"^\\set name (\w+)$", databases, re.MULTILINE), list(map(postgres.database, SERVICES)))

    def test_only_the_front_door_is_published_and_only_on_this_machine(self) -> None:
        published = re.findall(r"^    ports: (.*)$", COMPOSE, re.MULTILINE)
        self.assertEqual(published, ['["${SOUK_HTTP:-127.0.0.1:8080}:8080"]'])

    def test_who_loads_the_demo_has_the_program_that_makes_its_accounts(self) -> None:
        self.assertIn('with_file_name("souk-gateway")', (ROOT / "demo/src/staff.rs").read_text())
        tools = (ROOT / "deploy/docker/Dockerfile").read_text().split("\nFROM base AS tools\n")[1].split("\nFROM ")[0]
        copied = re.search(r"^COPY --from=build (.+) /usr/local/bin/$", tools, re.MULTILINE)[1].split()
        self.assertEqual({Path(program).name for program in copied}, {"souk-verify", "souk-demo", "souk-gateway"})

    def test_whoever_mounts_the_pictures_first_leaves_them_to_who_writes_them(self) -> None:
        """A new volume is as the folder of the first image that mounts it."""
        dockerfile = (ROOT / "deploy/docker/Dockerfile").read_text()
        mounting = re.findall(r"^  (\w+):\n(?:(?:    .*)?\n)*?    volumes: \[\"media:/var/lib/souk/media(:ro)?\"", COMPOSE, re.MULTILINE)
        self.assertEqual(mounting, [("catalog", ""), ("gateway", ":ro"), ("backup", "")])
        for name, _ in mounting:
            image = re.search(rf"^FROM \S+ AS {name}\n((?:(?!FROM ).*\n)*)", dockerfile, re.MULTILINE)[1]
            self.assertRegex(image, r"(--chown=65532:65532 /out/state(/media)?|install -d -o 65532 -g 65532) /var/lib/souk")

    def test_whoever_is_trusted_has_that_address(self) -> None:
        dockerfile = (ROOT / "deploy/docker/Dockerfile").read_text()
        inside, front = re.search(r"SOUK_TRUSTED_PROXIES: (\S+),(\S+)", COMPOSE).groups()
        self.assertIn(f"ipv4_address: {inside} ", COMPOSE)
        self.assertIn(f"gateway: {front} ", COMPOSE)
        self.assertIn(f"ARG TRUSTED_PROXIES={front}\n", dockerfile)


class CollectorTest(unittest.TestCase):
    OVERLAY = (ROOT / "deploy/docker/observe.yml").read_text().partition("\n  collector:")[2].partition("\n\n")[0]
    SETTINGS = (ROOT / "deploy/observe/collector.yaml").read_text()

    def test_its_memory_is_the_smaller_the_further_inside(self) -> None:
        """What it keeps, what Go may have for that, what the container may have: over the last it is killed, with all that it kept."""
        kept = int(re.findall(r"limit_mib: (\d+)", self.SETTINGS)[0])
        go = int(re.findall(r"GOMEMLIMIT: (\d+)MiB", self.OVERLAY)[0])
        container = int(re.findall(r"mem_limit: (\d+)m", self.OVERLAY)[0])
        self.assertLess(kept * 1.5, go)
        self.assertLess(go * 1.25, container)

    def test_no_batch_is_larger_than_what_tempo_takes(self) -> None:
        # A span of ours has 320 bytes, a long one 1,000.
        self.assertLess(int(re.findall(r"send_batch_max_size: (\d+)", self.SETTINGS)[0]) * 1000, 4 << 20)


class WayOutTest(unittest.TestCase):
    """What keeps catalog's way out to public addresses: its own list, the server's firewall and the cluster's policy are one."""

    def test_the_walls_around_it_refuse_what_catalog_refuses(self) -> None:
        source = (ROOT / "services/catalog/src/remote_pictures/address.rs").read_text()
        of_v4 = re.search(r"PRIVATE_V4: .*?= \[(.*?)\];", source, re.DOTALL)[1].replace("UNSPECIFIED", "new(0, 0, 0, 0)")
        numbers = re.findall(r"new\((\d+), (\d+), (\d+), (\d+)\), (\d+)", of_v4)
        refused = [f"{a}.{b}.{c}.{d}/{length}" for a, b, c, d, length in numbers]
        self.assertEqual(len(refused), int(re.search(r"PRIVATE_V4: \[.*; (\d+)\]", source)[1]))
        script = (ROOT / "deploy/docker/imported-pictures.sh").read_text()
        self.assertEqual(re.findall(r"-d (\S+) -j REJECT", script), refused)
        policy = (ROOT / "deploy/k8s/components/imported-pictures/network.yaml").read_text()
        self.assertEqual(re.findall(r"^ +- (\d+\.\S+/\d+)$", policy, re.MULTILINE), refused)
        of_v6 = re.search(r"PRIVATE_V6: .*?= \[(.*?)\];", source, re.DOTALL)[1]
        networks = re.findall(r"new\(([^)]+)\), (\d+)", of_v6)
        prefixes = [re.match(r"0x(\w+), (?:0x(\w+))?", segments).groups() for segments, _ in networks]
        named = [f"{':'.join(filter(None, pair))}::/{length}" for pair, (_, length) in zip(prefixes, networks)]
        self.assertEqual(re.findall(r'"([0-9a-f:]+::/\d+)"', policy), named)

    def test_the_firewall_knows_catalog_by_the_address_of_its_network(self) -> None:
        overlay = (ROOT / "deploy/docker/imported-pictures.yml").read_text()
        script = (ROOT / "deploy/docker/imported-pictures.sh").read_text()
        outside = re.search(r"^OUTSIDE=(\S+)$", script, re.MULTILINE)[1]
        self.assertIn(f"subnet: {outside} ", overlay)
        self.assertIn("enable_ipv6: false", overlay)


class EnvoyImageTest(unittest.TestCase):
    def test_replicas_are_found_by_name_at_the_ports_of_their_files(self) -> None:
        made = envoy_image.configuration(ROOT, ["10.0.0.5"])
        for service, port in (("gateway", 7001), ("catalog", 7002), ("payments", 7005)):
            self.assertIn(f"{{ address: {service}, port_value: {port} }}", made)
        self.assertIn("health_check_config: { port_value: 7101 }", made)
        self.assertNotIn("EDS", made)
        self.assertIn('[{"address_prefix":"10.0.0.5","prefix_len":32}] # souk:trusted_proxies', made)

    def test_the_rest_is_the_checked_in_file(self) -> None:
        template = (ROOT / "deploy/envoy/envoy.yaml").read_text()
        made = set(envoy_image.configuration(ROOT, ["192.0.2.0/32"]).splitlines())
        lost = [line for line in template.splitlines() if line not in made]
        self.assertEqual([line.split("#")[0].strip() for line in lost[:3]], ["address: 127.0.0.1"] * 3)
        self.assertEqual(len(lost), 3 + 6 * len(SERVICES), lost)
        self.assertEqual(set(lost[3::6]), {"      type: EDS"})

    def test_envoy_accepts_it_and_calls_nothing_in_it_old(self) -> None:
        program = toolchains.envoy(Checkout.here())
        assert program is not None, "Envoy can't be had here"
        for name, text in envoy_image.files(ROOT, ["10.0.0.5"]).items():
            with self.subTest(name), tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                file.write(text)
                file.flush()
                command = [str(program), "--mode", "validate", "--log-level", "warn", "-c", file.name]
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_part_has_its_listener_its_clusters_and_all_that_they_share(self) -> None:
        files = envoy_image.files(ROOT, ["10.0.0.5"])
        names = {name: envoy.BLOCK.findall(text) for name, text in files.items()}
        self.assertEqual(names["edge.yaml"], ["edge", "metrics", "gateway", "administration"])
        self.assertEqual(names["mesh.yaml"], ["mesh", "metrics", "catalog", "orders", "inventory", "payments", "administration"])
        self.assertEqual(set(names["edge.yaml"] + names["mesh.yaml"]), set(names["envoy.yaml"]))
        self.assertEqual(files["mesh.yaml"].count("circuit_breakers: &limits"), 1)
        self.assertEqual(files["mesh.yaml"].count("circuit_breakers: *limits"), 3)
        with self.assertRaisesRegex(Refusal, "billing"):
            envoy.part(files["envoy.yaml"], ["mesh", "billing"])

    def test_a_cluster_that_is_written_otherwise_is_refused(self) -> None:
        template = (ROOT / "deploy/envoy/envoy.yaml").read_text().replace("# souk:orders_endpoints", "")
        with self.assertRaisesRegex(Refusal, "orders"):
            envoy.found_by_name(template, ROOT / "deploy/envoy/endpoints")


class CheckTest(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.write("services/orders/src/config.rs", '#[arg(long, env = "SOUK_A")]\n#[arg(long, env = "SOUK_LISTEN_ADDR")]')
        self.write("deploy/envoy/endpoints/orders.yaml", "{ port_value: 7003 }")
        self.write("deploy/docker/Dockerfile", "FROM base AS orders\nENV SOUK_LISTEN_ADDR=0.0.0.0:7003\n")
        self.write("docker-compose.yml", "    environment:\n      SOUK_A:\n")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def found(self) -> list[str]:
        return list(containers.problems(self.root))

    def test_a_file_that_agrees(self) -> None:
        self.assertEqual(self.found(), [])

    def test_a_variable_that_reaches_nobody_and_one_that_nobody_reads(self) -> None:
        self.write("docker-compose.yml", "    environment:\n      SOUK_B: 1\n")
        starts = [problem.split(" reaches")[0] for problem in self.found()]
        self.assertEqual(starts, ["docker-compose.yml: SOUK_A", "docker-compose.yml: no service reads SOUK_B"])

    def test_an_overlay_that_sets_what_nobody_reads(self) -> None:
        self.write("deploy/docker/observe.yml", "    environment:\n      SOUK_A: 1\n      SOUK_B: 1\n")
        self.assertEqual(self.found(), ["deploy/docker/observe.yml: no service reads SOUK_B"])

    def test_overlays_that_take_a_variable_from_each_other(self) -> None:
        for name in ("observe", "s3"):
            self.write(f"deploy/docker/{name}.yml", "    environment:\n      SOUK_A: 1\n")
        found = ["deploy/docker/s3.yml: deploy/docker/observe.yml sets SOUK_A too, and of both only one would count"]
        self.assertEqual(self.found(), found)

    def test_a_default_of_an_image_that_compose_takes_away(self) -> None:
        self.write("deploy/docker/Dockerfile", "FROM base AS orders\nENV SOUK_LISTEN_ADDR=0.0.0.0:7003 SOUK_A=1\n")
        self.assertEqual([problem.split(" takes")[0] for problem in self.found()], ["docker-compose.yml: SOUK_A without a value"])
        self.write("docker-compose.yml", "    environment:\n      SOUK_A: ${SOUK_A:-1}\n")
        self.assertEqual(self.found(), [])

    def test_an_image_that_listens_elsewhere(self) -> None:
        self.write("deploy/docker/Dockerfile", "FROM base AS orders\nENV SOUK_LISTEN_ADDR=0.0.0.0:7004\n")
        self.assertEqual(len(self.found()), 1, self.found())
        self.assertIn("SOUK_LISTEN_ADDR of orders isn't 0.0.0.0:7003", self.found()[0])


if __name__ == "__main__":
    unittest.main()

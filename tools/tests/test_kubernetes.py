"""The checks of deploy/k8s find what they are for, in manifests of a shop of two pods."""

import base64
import contextlib
import copy
import io
import re
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from souk import cli
from souk.backup.place import VARIABLES
from souk.build import SERVICES
from souk.layout import Checkout
from souk.testing.kubernetes import agreement, combinations, network, operated, policy
from souk.testing.kubernetes.manifests import Manifests

ROOT = Checkout.here().root
CONFINED = {"runAsNonRoot": True, "runAsUser": 65532, "seccompProfile": {"type": "RuntimeDefault"}}
ORDERS = {
    "kind": "Deployment",
    "metadata": {"name": "orders", "labels": {"app.kubernetes.io/name": "orders"}},
    "spec": {
        "strategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}},
        "selector": {"matchLabels": {"app.kubernetes.io/name": "orders"}},
        "template": {
            "metadata": {"labels": {"app.kubernetes.io/name": "orders"}},
            "spec": {
                "automountServiceAccountToken": False,
                "enableServiceLinks": False,
                "priorityClassName": "shop",
                "serviceAccountName": "orders",
                "securityContext": CONFINED,
                "topologySpreadConstraints": [{"topologyKey": "kubernetes.io/hostname"}],
                "affinity": {
                    "podAntiAffinity": {
                        "preferredDuringSchedulingIgnoredDuringExecution": [
                            {"weight": 100, "podAffinityTerm": {"topologyKey": "topology.kubernetes.io/zone"}}
                        ]
                    }
                },
                "containers": [
                    {
                        "image": "souk/orders:1",
                        "ports": [{"name": "ops", "containerPort": 7103}],
                        "securityContext": policy.CONFINED,
                        "resources": {"requests": {"cpu": "1", "memory": "1Mi"}, "limits": {"memory": "1Mi"}},
                        "startupProbe": {"httpGet": {"path": "/healthz", "port": "ops"}},
                        "readinessProbe": {"httpGet": {"path": "/readyz", "port": "ops"}, "initialDelaySeconds": 35},
                        "livenessProbe": {"httpGet": {"path": "/healthz", "port": "ops"}},
                    }
                ],
            },
        },
    },
}
BESIDE = [
    {"kind": "PriorityClass", "metadata": {"name": "shop"}},
    {"kind": "ServiceAccount", "metadata": {"name": "orders"}},
    {"kind": "Service", "metadata": {"name": "orders"}, "spec": {"clusterIP": "None"}},
    {
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "orders"},
        "spec": {"maxUnavailable": 1, "selector": ORDERS["spec"]["selector"]},
    },
]


# As deploy/k8s/components/verify has it.
VERIFY = {
    "kind": "CronJob",
    "metadata": {"name": "verify", "namespace": "souk", "labels": {"app.kubernetes.io/name": "verify"}},
    "spec": {
        "timeZone": "Etc/UTC",
        "concurrencyPolicy": "Forbid",
        "startingDeadlineSeconds": 3600,
        "successfulJobsHistoryLimit": 3,
        "failedJobsHistoryLimit": 7,
        "jobTemplate": {
            "metadata": {"labels": {"app.kubernetes.io/name": "verify"}},
            "spec": {
                "backoffLimit": 1,
                "activeDeadlineSeconds": 7200,
                "template": {
                    "metadata": {"labels": {"app.kubernetes.io/name": "verify"}},
                    "spec": {
                        "restartPolicy": "Never",
                        "serviceAccountName": "verify",
                        "automountServiceAccountToken": False,
                        "enableServiceLinks": False,
                        "securityContext": CONFINED,
                        "containers": [
                            {
                                "image": "souk/tools:1",
                                "command": ["souk-verify"],
                                "envFrom": [{"configMapRef": {"name": "settings-1"}}],
                                "env": [
                                    *(
                                        {"name": name, "valueFrom": {"secretKeyRef": {"name": "verify", "key": name}}}
                                        for name in VARIABLES.values()
                                    ),
                                    {"name": "SOUK_AMQP_URL", "valueFrom": {"secretKeyRef": {"name": "gateway", "key": "SOUK_AMQP_URL"}}},
                                ],
                                "securityContext": policy.CONFINED,
                                "resources": {"requests": {"cpu": "1", "memory": "1Mi"}, "limits": {"memory": "1Mi"}},
                            }
                        ],
                    },
                },
            },
        },
    },
}


SCALER = {
    "kind": "HorizontalPodAutoscaler",
    "metadata": {"name": "orders"},
    "spec": {"scaleTargetRef": {"name": "orders"}, "minReplicas": 2, "maxReplicas": 5},
}


class PolicyTest(unittest.TestCase):
    def setUp(self) -> None:
        self.deployment = copy.deepcopy(ORDERS)
        self.pod = self.deployment["spec"]["template"]["spec"]
        self.main = self.pod["containers"][0]

    def found(self) -> list[str]:
        return list(policy.problems(Manifests([self.deployment, *BESIDE, SCALER]), set()))

    def test_a_deployment_that_has_all_of_it(self) -> None:
        self.assertEqual(self.found(), [])

    def test_each_thing_that_is_missing_is_told(self) -> None:
        for change, told in (
            (lambda: self.pod.pop("automountServiceAccountToken"), "token"),
            (lambda: self.pod.update(securityContext={}), "root"),
            (lambda: self.main.update(securityContext={}), "securityContext"),
            (lambda: self.pod.update(volumes=[{"name": "a", "hostPath": {"path": "/"}}]), "node's"),
            (lambda: self.pod.update(hostNetwork=True), "shares"),
            (lambda: self.main["resources"]["limits"].update(cpu="1"), "limit"),
            (lambda: self.main["resources"].pop("requests"), "asks for no"),
            (lambda: self.main.update(image="souk/orders"), "no version"),
            (lambda: self.main.update(image="registry:5000/souk/orders"), "no version"),
            (lambda: self.main.pop("startupProbe"), "startupProbe"),
            (lambda: self.main.update(livenessProbe=self.main["readinessProbe"]), "restarted"),
            (lambda: self.main.update(ports=[]), "port ops"),
            (lambda: self.main["readinessProbe"].pop("initialDelaySeconds"), "DNS"),
            (lambda: self.deployment["spec"].update(strategy={}), "roll"),
            (lambda: self.pod.pop("topologySpreadConstraints"), "spread"),
            (lambda: self.pod["topologySpreadConstraints"].append({"topologyKey": "topology.kubernetes.io/zone"}), "spread"),
            (lambda: self.pod.pop("affinity"), "spread"),
            (lambda: self.pod.pop("priorityClassName"), "PriorityClass"),
            (lambda: self.deployment["metadata"].update(name="other"), "PodDisruptionBudget"),
            (lambda: self.deployment["metadata"].pop("labels"), "applied alone"),
        ):
            with self.subTest(told):
                self.setUp()
                change()
                self.assertTrue(any(told in problem for problem in self.found()), self.found())

    def test_the_files_of_a_server_keep_their_rights(self) -> None:
        pod = {**self.pod, "securityContext": {**CONFINED, "fsGroup": 999}}
        server = {"kind": "StatefulSet", "metadata": {"name": "rabbitmq"}, "spec": {"template": {"spec": pod}}}
        told = "StatefulSet rabbitmq: its files get other rights whenever its pod is made anew"
        self.assertIn(told, list(policy.problems(Manifests([server, *BESIDE]), set())))
        pod["securityContext"]["fsGroupChangePolicy"] = "OnRootMismatch"
        self.assertNotIn(told, list(policy.problems(Manifests([server, *BESIDE]), set())))

    def test_what_comes_by_itself_is_bounded_and_confined(self) -> None:
        account = {"kind": "ServiceAccount", "metadata": {"name": "verify"}}

        def found(job: dict) -> list[str]:
            return list(policy.problems(Manifests([job, account]), set()))

        self.assertEqual(found(VERIFY), [])
        for change, told in (
            (lambda spec, job, pod: spec.update(concurrencyPolicy="Allow"), "twice at once"),
            (lambda spec, job, pod: spec.pop("timeZone"), "somebody else's"),
            (lambda spec, job, pod: spec.pop("startingDeadlineSeconds"), "at any time"),
            (lambda spec, job, pod: spec.pop("failedJobsHistoryLimit"), "are kept"),
            (lambda spec, job, pod: spec["jobTemplate"].pop("metadata"), "no label"),
            (lambda spec, job, pod: job.pop("activeDeadlineSeconds"), "for ever"),
            (lambda spec, job, pod: job.pop("backoffLimit"), "for ever"),
            (lambda spec, job, pod: pod.update(restartPolicy="OnFailure"), "is lost"),
            (lambda spec, job, pod: pod.update(serviceAccountName="default"), "ServiceAccount"),
            (lambda spec, job, pod: pod.pop("automountServiceAccountToken"), "token"),
            (lambda spec, job, pod: pod.update(securityContext={}), "root"),
            (lambda spec, job, pod: pod["containers"][0]["resources"].pop("limits"), "limit"),
        ):
            with self.subTest(told):
                changed = copy.deepcopy(VERIFY)
                job = changed["spec"]["jobTemplate"]["spec"]
                change(changed["spec"], job, job["template"]["spec"])
                self.assertTrue(any(told in problem for problem in found(changed)), found(changed))

    def test_a_number_of_replicas_and_a_scaler_are_two_masters(self) -> None:
        self.deployment["spec"]["replicas"] = 2
        self.assertEqual(len(self.found()), 1, self.found())

    def test_one_that_nobody_scales_is_among_those_that_keep_their_number(self) -> None:
        def found(**features: bool) -> list[str]:
            return list(policy.problems(Manifests([self.deployment, *BESIDE]), features.keys()))

        self.deployment["spec"]["replicas"] = 2
        self.assertEqual(found(), ["Deployment orders: has a scaler and keeps its number, or neither"])
        with mock.patch.object(policy, "FIXED", {"orders"}):
            self.assertEqual(found(), [])
            self.deployment["spec"]["replicas"] = 1
            self.assertEqual(found(), ["Deployment orders: has fewer than 2 replicas"])
        self.assertEqual(found(trial=True), [])


def rule(name: str, kind: str, peer: str, port: int) -> dict:
    """Lets a pod be reached from (Ingress), or reach (Egress), another one at a port."""
    selector = {"podSelector": {"matchExpressions": [{"key": "app.kubernetes.io/name", "operator": "In", "values": [peer]}]}}
    way = {"Ingress": "from", "Egress": "to"}[kind]
    spec = {"policyTypes": [kind], "podSelector": {"matchLabels": {"app.kubernetes.io/name": name}}}
    return {"kind": "NetworkPolicy", "spec": {**spec, kind.lower(): [{way: [selector], "ports": [{"port": port}]}]}}


class NetworkTest(unittest.TestCase):
    NOBODY = {"kind": "NetworkPolicy", "spec": {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}}

    def found(self, *policies: dict) -> list[str]:
        pods = [copy.deepcopy(ORDERS) for _ in range(2)]
        pods[1]["spec"]["template"]["metadata"]["labels"]["app.kubernetes.io/name"] = "mesh"
        problems = network.problems(Manifests([*pods, *policies]), frozenset())
        return [problem for problem in problems if all(name in ("orders", "mesh", "may") for name in problem.split()[:2])]

    def missing(self, *policies: dict) -> list[str]:
        """Of the arrows between the two."""
        return [line for line in self.found(*policies) if line in ("orders may not reach mesh:8090", "mesh may not reach orders:7003")]

    def test_a_path_needs_both_of_its_ends(self) -> None:
        out, into = rule("mesh", "Egress", "orders", 7003), rule("orders", "Ingress", "mesh", 7003)
        self.assertEqual(len(self.missing(self.NOBODY)), 2)
        self.assertEqual(len(self.missing(self.NOBODY, out)), 2)
        self.assertEqual(self.missing(self.NOBODY, out, into), ["orders may not reach mesh:8090"])

    def test_a_path_that_is_no_arrow_is_told(self) -> None:
        wrong = (rule("orders", "Egress", "mesh", 9901), rule("mesh", "Ingress", "orders", 9901))
        self.assertIn("orders may reach mesh:9901, which is no arrow", self.found(self.NOBODY, *wrong))

    def outside(self, features: frozenset[str], **spec: object) -> set[str]:
        """What is told of orders and others than pods, but for what it lacks in any case."""
        beyond = {"kind": "NetworkPolicy", "spec": {"policyTypes": [], "podSelector": ORDERS["spec"]["selector"], **spec}}
        found = set(network.problems(Manifests([ORDERS, self.NOBODY, beyond]), features))
        return found - set(network.problems(Manifests([ORDERS, self.NOBODY]), frozenset()))

    def test_ways_beyond_the_shop_are_those_of_its_parts(self) -> None:
        monitoring = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}
        collector = {**monitoring, "podSelector": {"matchLabels": {"app.kubernetes.io/name": "collector"}}}
        out = {"egress": [{"to": [collector], "ports": [{"port": 4317}]}]}
        self.assertEqual(self.outside(frozenset(), **out), {"orders may reach monitoring/collector:4317, which is no arrow"})
        self.assertNotIn("orders may not reach monitoring/collector:4317", self.outside(frozenset({"traces"}), **out))
        self.assertIn("orders may not reach monitoring/collector:4317", self.outside(frozenset({"traces"})))
        wide = {"egress": [{"to": [monitoring], "ports": [{"port": 4317}]}]}
        self.assertEqual(self.outside(frozenset(), **wide), {"orders may reach monitoring:4317, which is no arrow"})
        into = {"ingress": [{"from": [monitoring], "ports": [{"port": "ops"}]}]}
        self.assertEqual(self.outside(frozenset(), **into), {"monitoring may reach orders:7103, which is no arrow"})

    def test_a_gateway_has_its_proxies_where_one_namespace_is_named(self) -> None:
        edge = copy.deepcopy(ORDERS)
        edge["spec"]["template"]["metadata"]["labels"] = {"app.kubernetes.io/name": "edge"}

        def told(*peers: dict) -> list[str]:
            way = {"podSelector": {}, "policyTypes": ["Ingress"], "ingress": [{"from": list(peers), "ports": [{"port": 8080}]}]}
            found = network.problems(Manifests([edge, self.NOBODY, {"kind": "NetworkPolicy", "spec": way}]), frozenset({"gateway-api"}))
            return [problem for problem in found if "edge:8080" in problem]

        def namespace(name: str) -> dict:
            return {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": name}}}

        self.assertEqual(told(namespace("envoy-gateway-system")), [])
        self.assertEqual(told(namespace("somebody-else-s")), [])
        self.assertEqual(told(), ["the Gateway's proxies may not reach edge:8080"])
        self.assertEqual(told(namespace("a"), namespace("b")), ["b may reach edge:8080, which is no arrow"])
        for wide in ({"namespaceSelector": {}}, {"ipBlock": {"cidr": "0.0.0.0/0"}}):
            self.assertEqual(len(told(wide)), 2, wide)

    def test_a_network_of_many_is_no_server(self) -> None:
        for block, who in (
            ({"cidr": "192.0.2.0/28"}, "servers elsewhere"),
            ({"cidr": "192.0.0.0/16"}, "all of 192.0.0.0/16"),
            ({"cidr": "0.0.0.0/0"}, "all of 0.0.0.0/0"),
            ({"cidr": "0.0.0.0/0", "except": ["10.0.0.0/8"]}, "public addresses"),
        ):
            found = self.outside(frozenset(), egress=[{"to": [{"ipBlock": block}], "ports": [{"port": 25}]}])
            self.assertEqual(found, {f"orders may reach {who}:25, which is no arrow"})

    def test_who_asks_all_databases_reaches_them_and_the_broker(self) -> None:
        def told(features: frozenset[str], *policies: dict) -> set[str]:
            found = network.problems(Manifests([VERIFY, self.NOBODY, *policies]), features)
            return {problem for problem in found if problem.startswith("verify") and "kube-dns" not in problem}

        out = {"kind": "NetworkPolicy", "spec": {"podSelector": {}, "policyTypes": [], "egress": [{"to": [{"ipBlock": {"cidr": "192.0.2.0/28"}}]}]}}
        out["spec"]["egress"][0]["ports"] = [{"port": 5432}, {"port": 5671}]
        self.assertEqual(len(told(frozenset({"verify"}))), 2)
        self.assertEqual(told(frozenset({"verify"}), out), set())
        self.assertEqual(len(told(frozenset(), out)), 2)
        self.assertEqual(told(frozenset({"verify", "servers"})), {"verify may not reach postgres:5432", "verify may not reach rabbitmq:5672"})

    def test_without_a_denial_everything_is_open(self) -> None:
        found = list(network.problems(Manifests([ORDERS]), frozenset()))
        self.assertIn("orders: everything is open to it (Ingress)", found)
        self.assertIn("orders: everything is open to it (Egress)", found)


class AgreementTest(unittest.TestCase):
    def test_what_compose_tells_a_service_is_asked_of_the_manifests_too(self) -> None:
        compose = (ROOT / "docker-compose.yml").read_text()
        for service in SERVICES:
            names = agreement.required(compose, service)
            self.assertLessEqual(agreement.of_secret(service) | {"SOUK_MESH_URL", "SOUK_ENVIRONMENT"}, names, service)
        self.assertIn("SOUK_TRUSTED_PROXIES", agreement.required(compose, "gateway"))
        self.assertNotIn("SOUK_DEMO", agreement.required(compose, "gateway"))

    def test_what_the_page_forwards_to_is_there(self) -> None:
        edge = {"kind": "Service", "metadata": {"name": "edge"}, "spec": {"ports": [{"port": 8080}]}}
        self.assertEqual(list(agreement.commands(ROOT, Manifests([edge]))), [])
        edge["spec"] = {"ports": [{"port": 80}]}
        self.assertEqual(len(list(agreement.commands(ROOT, Manifests([edge])))), 1)

    def test_statements_of_the_pages_go_to_the_one_that_leads_and_fail_loudly(self) -> None:
        for command, told in (
            ('kubectl exec -i "$primary" -c postgres -- \\\n  psql -X -v ON_ERROR_STOP=1 -d a <b.sql', 0),
            ("kubectl exec -i postgres-1 -- psql -v ON_ERROR_STOP=1 -d a", 1),
            ("kubectl exec -i pod/postgres-2 -- \\\n  psql -d a", 2),
        ):
            with tempfile.TemporaryDirectory() as folder:
                root = Path(folder)
                (root / "docs").mkdir()
                (root / "docs/DEPLOYMENT.md").write_text(f"```\n{command}\n```\n")
                (root / "docs/RUNBOOK.md").write_text("")
                self.assertEqual(len(list(agreement.commands(root, Manifests([])))), told, command)

    def test_connections_are_those_of_the_most_replicas_and_of_one_more_of_each(self) -> None:
        deployments = [{"kind": "Deployment", "metadata": {"name": name}, "spec": {"replicas": 2}} for name in SERVICES]
        settings = {"kind": "ConfigMap", "metadata": {"name": "settings-1"}, "data": {"SOUK_DATABASE_CONNECTIONS": "7"}}
        scaler = {"kind": "HorizontalPodAutoscaler", "metadata": {"name": "orders"}, "spec": {"maxReplicas": 5}}
        self.assertEqual(agreement.connections(Manifests([*deployments, settings])), 5 * 3 * 10)
        self.assertEqual(agreement.connections(Manifests([*deployments, settings, scaler])), (4 * 3 + 6) * 10)
        self.assertEqual(agreement.connections(Manifests([*deployments, settings, VERIFY])), 5 * 3 * 10 + 5)
        self.assertEqual(agreement.connections(Manifests([*deployments, settings, copying("backup")])), 5 * 3 * 10 + 10)

    def verify(self, job: dict, *beside: dict, image: str = "COPY /out/programs/souk-verify /usr/local/bin/") -> list[str]:
        settings = {"kind": "ConfigMap", "metadata": {"name": "settings-1"}, "data": {}}
        return list(agreement.verify(ROOT, Manifests([job, settings, *beside]), image))

    def test_the_nightly_question_is_that_of_the_program(self) -> None:
        self.assertEqual(self.verify(VERIFY), [])
        for change, told in (
            (lambda main: main.update(command=["souk-demo"]), "has no souk-demo"),
            (lambda main: main.update(image="souk/orders:1"), "has no souk-verify"),
            (lambda main: main["env"].pop(), "other addresses"),
            (lambda main: main["env"][0].update(name="SOUK_DATABASE_URL"), "doesn't read SOUK_DATABASE_URL"),
            (lambda main: main["env"][0].update(valueFrom={"secretKeyRef": {"name": "catalog", "key": "SOUK_DATABASE_URL"}}), "other addresses"),
            (lambda main: main.pop("envFrom"), "other settings"),
        ):
            with self.subTest(told):
                changed = copy.deepcopy(VERIFY)
                change(changed["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0])
                self.assertTrue(any(told in problem for problem in self.verify(changed)), self.verify(changed))
        self.assertIn("nobody asks", self.verify(ORDERS)[0])
        self.assertIn("has no souk-verify", self.verify(VERIFY, image="COPY /out/programs/souk-demo /")[0])
        # A trial's Secrets have other names.
        self.assertIn("other addresses", self.verify(VERIFY, {"kind": "Secret", "metadata": {"name": "verify-5d"}})[0])

    def test_the_alerts_are_about_it_and_a_release_leaves_its_jobs_alone(self) -> None:
        changed = copy.deepcopy(VERIFY)
        changed["metadata"]["namespace"] = "shop"
        self.assertEqual(len(self.verify(changed)), 1)
        del changed["spec"]["jobTemplate"]["metadata"]
        self.assertIn("a release means its Jobs too", self.verify(changed)[1])


def copying(name: str) -> dict:
    """As deploy/k8s/components/backup has it."""
    changed = copy.deepcopy(VERIFY)
    changed["metadata"].update(name=name, labels={"app.kubernetes.io/name": name})
    changed["spec"]["suspend"] = name == "restore"
    whose, line = agreement.COPIES[name]
    databases = {f"{service.upper()}_DATABASE_URL": {"name": f"{service}{whose}", "key": line} for service in SERVICES}
    keys = {key: {"name": "catalog", "key": key, "optional": True} for key in agreement.KEY_OF_BUCKET}
    changed["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"] = [
        {
            "image": "registry.example/souk/backup:1",
            "args": [name, "/backups"],
            "envFrom": [{"configMapRef": {"name": "settings-1"}}],
            "env": [{"name": key, "valueFrom": {"secretKeyRef": told}} for key, told in {**databases, **keys}.items()],
            "volumeMounts": [
                {"mountPath": "/tmp"},
                {"mountPath": agreement.FOLDER_OF_PICTURES, "readOnly": name == "backup"},
                {"mountPath": "/backups", "readOnly": name == "restore"},
            ],
        }
    ]
    return changed


class CopiesTest(unittest.TestCase):
    def found(self, job: dict, **settings: str) -> list[str]:
        told = {"kind": "ConfigMap", "metadata": {"name": "settings-1"}, "data": settings}
        return [problem for name in agreement.COPIES for problem in agreement.copies(ROOT, Manifests([job, told]), name)]

    def test_they_are_the_commands_of_the_image_and_reach_what_these_need(self) -> None:
        for name in agreement.COPIES:
            self.assertEqual(self.found(copying(name)), [])
            for change, told in (
                (lambda job, main: main.update(args=["verify"]), "something else"),
                (lambda job, main: main.update(image="souk/tools:1"), "by the image"),
                (lambda job, main: main["env"].pop(), "other addresses"),
                (lambda job, main: main["env"][0]["valueFrom"]["secretKeyRef"].update(name="orders"), "other addresses"),
                (lambda job, main: main.pop("envFrom"), "other settings"),
                (lambda job, main: main["volumeMounts"].pop(1), "mounts"),
                (lambda job, main: main["volumeMounts"][2].update(readOnly=job["metadata"]["name"] == "backup"), "mounts"),
                (lambda job, main: job["spec"].update(suspend=job["metadata"]["name"] == "backup"), "by itself"),
                (lambda job, main: job["spec"]["jobTemplate"].pop("metadata"), "a release means"),
            ):
                with self.subTest(f"{name}: {told}"):
                    job = copying(name)
                    change(job, job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0])
                    self.assertTrue(any(told in problem for problem in self.found(job)), self.found(job))

    def test_pictures_in_a_bucket_are_in_no_volume(self) -> None:
        job = copying("backup")
        self.assertEqual(len(self.found(job, SOUK_MEDIA_URL="s3://souk/media")), 1)
        job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0]["volumeMounts"].pop(1)
        self.assertEqual(self.found(job, SOUK_MEDIA_URL="s3://souk/media"), [])


class CombinationsTest(unittest.TestCase):
    def test_every_overlay_and_every_component_is_tried(self) -> None:
        every = combinations.all_of_them()
        self.assertEqual(len({combination.name for combination in every}), len(every))
        overlays = {path.name for path in (ROOT / "deploy/k8s/overlays").iterdir()}
        self.assertEqual({combination.name for combination in every if combination.is_checked_in}, overlays)
        named = {part for combination in every for part in combination.parts}
        for path in (ROOT / "deploy/k8s").glob("*/**/kustomization.yaml"):
            named |= set(re.findall(r"/components/([\w-]+)", path.read_text()))
        self.assertEqual({path.name for path in (ROOT / "deploy/k8s/components").iterdir()} - named, set())

    def test_another_way_in_takes_the_place_of_the_first(self) -> None:
        chosen = combinations.Combination("production", (), ("gateway-api",))
        self.assertEqual(chosen.features, {"production", "metrics", "verify", "gateway-api"})
        with tempfile.TemporaryDirectory() as folder:
            deploy = Path(folder)
            shutil.copytree(ROOT / "deploy/k8s/overlays", deploy / "k8s/overlays")
            made = (combinations.write(deploy, 7, chosen) / "kustomization.yaml").read_text()
        self.assertIn("../../components/gateway-api,", made)
        self.assertNotIn("../../components/ingress,", made)

    def test_what_overlays_change_stands_below_them(self) -> None:
        chosen = combinations.Combination("production", ("bucket",), ("backup",))
        with tempfile.TemporaryDirectory() as folder:
            deploy = Path(folder)
            shutil.copytree(ROOT / "deploy/k8s/overlays", deploy / "k8s/overlays")
            made = combinations.write(deploy, 7, chosen)
            self.assertIn("resources: [../tried-7-production]", (made / "kustomization.yaml").read_text())
            below = (made.with_name("tried-7-production") / "kustomization.yaml").read_text()
        self.assertIn("[../../components/verify, ../../components/backup, release,", below)

    def test_overlays_stand_on_each_other(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            deploy = Path(folder)
            shutil.copytree(ROOT / "deploy/k8s/overlays", deploy / "k8s/overlays")
            made = combinations.write(deploy, 7, combinations.Combination("trial", ("bucket", "search"), ("traces",)))
            self.assertEqual(made.name, "tried-7")
            self.assertIn("resources: [../tried-7-search]", (made / "kustomization.yaml").read_text())
            self.assertIn("resources: [../tried-7-bucket]", (made.with_name("tried-7-search") / "kustomization.yaml").read_text())
            self.assertIn("resources: [../trial]", (made.with_name("tried-7-bucket") / "kustomization.yaml").read_text())


class OperatedTest(unittest.TestCase):
    MONITOR = {
        "kind": "PodMonitor",
        "metadata": {"name": "services"},
        "spec": {"selector": ORDERS["spec"]["selector"], "podMetricsEndpoints": [{"port": "ops"}]},
    }

    def found(self, *manifests: dict) -> list[str]:
        return list(operated.problems(ROOT, Manifests(manifests)))

    def test_a_field_that_nobody_read_of_is_told(self) -> None:
        backup = {"kind": "ScheduledBackup", "metadata": {"name": "a"}, "spec": {"schedule": "0", "clusterName": {"name": "a"}}}
        self.assertEqual(self.found(backup), ["ScheduledBackup a: clusterName.name is not known to be its operator's"])

    def test_who_is_measured_has_the_port_and_lets_prometheus_in(self) -> None:
        def told(*manifests: dict) -> list[str]:
            return [problem for problem in self.found(*manifests) if problem.startswith("PodMonitor services")]

        monitoring = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}
        way = {"podSelector": {}, "ingress": [{"from": [monitoring], "ports": [{"port": "ops"}]}]}
        self.assertEqual(told(ORDERS, self.MONITOR), ["PodMonitor services: no policy lets Prometheus reach orders:ops"])
        self.assertEqual(told(ORDERS, self.MONITOR, {"kind": "NetworkPolicy", "spec": way}), [])
        other = copy.deepcopy(self.MONITOR)
        other["spec"]["podMetricsEndpoints"][0]["port"] = "metrics"
        self.assertEqual(told(ORDERS, other), ["PodMonitor services: orders has no port metrics"])

    def test_whom_no_monitor_reads_is_told(self) -> None:
        self.assertIn("PodMonitors: ['orders'] are read", self.found(ORDERS, self.MONITOR)[-1])

    def test_other_alerts_than_those_of_prometheus_are_told(self) -> None:
        rules = {"groups": [{"rules": [{"alert": "OutboxWaits"}]}]}
        found = self.found({"kind": "PrometheusRule", "metadata": {"name": "souk"}, "spec": rules})
        self.assertEqual(found, ["PrometheusRule souk: has other alerts than deploy/observe/alerts.yaml"])


    def test_a_route_leads_from_tls_to_the_edge(self) -> None:
        gateway = {"kind": "Gateway", "metadata": {"name": "shop"}, "spec": {"listeners": [{"name": "https", "protocol": "HTTPS"}, {"name": "http", "protocol": "HTTP"}]}}
        edge = {"kind": "Service", "metadata": {"name": "edge"}, "spec": {"ports": [{"port": 8080}]}}
        spec = {"parentRefs": [{"name": "shop", "sectionName": "https"}], "rules": [{"backendRefs": [{"name": "edge", "port": 8080}]}]}
        route = {"kind": "HTTPRoute", "metadata": {"name": "shop"}, "spec": spec}
        self.assertEqual(self.found(gateway, edge, route), [])
        spec["parentRefs"][0]["sectionName"] = "http"
        self.assertEqual(self.found(gateway, edge, route), ["HTTPRoute shop: leads from HTTP to [('edge', 8080)]"])


def broker() -> dict:
    """As deploy/k8s has it."""
    conf = (ROOT / "deploy/rabbitmq/souk.conf").read_text()
    names = set(operated.PASSWORD.findall((ROOT / "deploy/rabbitmq/definitions.json").read_text()))
    main = {
        "command": ["sh", "/souk/start.sh"],
        "env": [{"name": name, "valueFrom": {"secretKeyRef": {"name": "servers", "key": name}}} for name in names],
        "volumeMounts": [{"mountPath": "/souk"}],
    }
    pod = {"priorityClassName": "shop", "containers": [main], "volumes": [{"configMap": {"name": "rabbitmq-settings"}}]}
    spec = {
        "replicas": 3,
        "image": "rabbitmq:4.0",
        "tls": {"secretName": "rabbitmq-tls"},
        "rabbitmq": {"additionalConfig": f"cluster_partition_handling = pause_minority\n{conf}"},
        "override": {"statefulSet": {"spec": {"template": {"spec": pod}}}},
    }
    annotations = {"rabbitmq.com/legacy-startup-probe": "true"}
    return {"kind": "RabbitmqCluster", "metadata": {"name": "rabbitmq", "annotations": annotations}, "spec": spec}


def cluster() -> dict:
    """As deploy/k8s has it."""
    zones = {"topologyKey": "topology.kubernetes.io/zone", "whenUnsatisfiable": "ScheduleAnyway"}
    spec = {
        "instances": 3,
        "imageName": "ghcr.io/cloudnative-pg/postgresql:17",
        "postgresql": {"parameters": {"max_connections": "300"}, "synchronous": {"dataDurability": "required"}},
        "bootstrap": {"initdb": {"owner": "souk_admin", "postInitSQL": ["ALTER ROLE souk_admin CREATEDB CREATEROLE"]}},
        "priorityClassName": "shop",
        "backup": {"volumeSnapshot": {"className": "snapshots", "snapshotOwnerReference": "backup"}},
        "affinity": {"enablePodAntiAffinity": True, "topologyKey": "kubernetes.io/hostname", "podAntiAffinityType": "required"},
        "topologySpreadConstraints": [{**zones, "labelSelector": {"matchLabels": {"cnpg.io/cluster": "postgres"}}}],
    }
    return {"kind": "Cluster", "metadata": {"name": "postgres"}, "spec": spec}


class OperatedServersTest(unittest.TestCase):
    FILES = {name: (ROOT / "deploy/rabbitmq" / name).read_text() for name in ("start.sh", "definitions.json")}
    BROKER_BESIDE = [
        {"kind": "PriorityClass", "metadata": {"name": "shop"}},
        {"kind": "PodDisruptionBudget", "metadata": {"name": "rabbitmq"}},
        {"kind": "ConfigMap", "metadata": {"name": "rabbitmq-settings"}, "data": FILES},
    ]

    CLUSTER_BESIDE = [
        {"kind": "PriorityClass", "metadata": {"name": "shop"}},
        {"kind": "Job", "metadata": {"name": "databases"}, "spec": {}},
        {"kind": "ConfigMap", "metadata": {"name": "postgres-scripts"}, "data": {"databases.sql": ""}},
        {"kind": "ScheduledBackup", "metadata": {"name": "postgres"}, "spec": {"cluster": {"name": "postgres"}}},
    ]

    def of_cluster(self, changed: dict) -> list[str]:
        with mock.patch.object(operated, "connections", return_value=242):
            return list(operated.problems(ROOT, Manifests([changed, *self.CLUSTER_BESIDE])))

    def test_each_thing_that_a_cluster_lacks_is_told(self) -> None:
        self.assertEqual(self.of_cluster(cluster()), [])
        for change, told in (
            (lambda spec: spec["affinity"].update(topologyKey="topology.kubernetes.io/zone"), "on one node"),
            (lambda spec: spec["affinity"].update(podAntiAffinityType="preferred"), "on one node"),
            (lambda spec: spec.pop("topologySpreadConstraints"), "zones"),
            (lambda spec: spec["topologySpreadConstraints"][0].update(whenUnsatisfiable="DoNotSchedule"), "zones"),
            (lambda spec: spec["topologySpreadConstraints"][0].update(labelSelector={"matchLabels": {"a": "b"}}), "zones"),
            (lambda spec: spec["bootstrap"]["initdb"].pop("postInitSQL"), "who makes roles"),
            (lambda spec: spec["backup"]["volumeSnapshot"].pop("snapshotOwnerReference"), "stays when its Backup"),
            (lambda spec: spec.update(managed={"roles": [{"name": "souk_admin"}]}), "takes from souk_admin"),
        ):
            with self.subTest(told):
                changed = cluster()
                change(changed["spec"])
                found = self.of_cluster(changed)
                self.assertTrue(any(told in problem for problem in found), found)

    def test_backups_outlive_what_they_are_of(self) -> None:
        for owner, kept in (("none", True), ("self", False), ("cluster", False)):
            order = {"cluster": {"name": "postgres"}, "backupOwnerReference": owner}
            changed = [cluster(), *self.CLUSTER_BESIDE[:-1], {"kind": "ScheduledBackup", "metadata": {"name": "postgres"}, "spec": order}]
            with mock.patch.object(operated, "connections", return_value=242):
                found = list(operated.problems(ROOT, Manifests(changed)))
            self.assertEqual(len(found), 0 if kept else 1, found)

    def of_broker(self, changed: dict) -> list[str]:
        return list(operated.problems(ROOT, Manifests([changed, *self.BROKER_BESIDE])))

    def test_a_broker_that_cannot_answer_the_probe_of_its_start_is_told(self) -> None:
        self.assertEqual(self.of_broker(broker()), [])
        for image, answers in (
            ("rabbitmq:4.0", False),
            ("rabbitmq:4.2", False),
            ("rabbitmq:4.2.3-management", False),
            ("rabbitmq:4.2.4-management", True),
            ("rabbitmq:4.3", True),
        ):
            with self.subTest(image):
                changed = broker()
                changed["spec"]["image"] = image
                del changed["metadata"]["annotations"]
                found = [problem for problem in self.of_broker(changed) if "restarted for ever" in problem]
                self.assertEqual(len(found), 0 if answers else 1, found)


class OperatedSecretsTest(unittest.TestCase):
    """What is read of a Secret, on one side, and what is written, on the other."""

    URL = "postgres://souk_orders:1@postgres-rw/souk_orders?sslmode=verify-full&sslrootcert=/etc/souk/authorities/postgres.crt"
    SCRIPTS = {"kind": "ConfigMap", "metadata": {"name": "postgres-scripts"}, "data": {"databases.sql": "\\getenv password ORDERS_DATABASE_PASSWORD\n"}}

    def setUp(self) -> None:
        authority = {"secret": {"name": "postgres-ca", "items": [{"key": "ca.crt", "path": "postgres.crt"}]}}
        self.reader = copy.deepcopy(ORDERS)
        pod = self.reader["spec"]["template"]["spec"]
        pod["volumes"] = [{"name": "authorities", "projected": {"sources": [authority]}}]
        self.main = pod["containers"][0]
        self.main["volumeMounts"] = [{"name": "authorities", "mountPath": "/etc/souk/authorities"}]
        self.main["env"] = [{"name": "SOUK_DATABASE_URL", "valueFrom": {"secretKeyRef": {"name": "orders", "key": "SOUK_DATABASE_URL"}}}]
        self.main["envFrom"] = [{"secretRef": {"name": "servers"}}]
        self.cluster = cluster()
        self.cluster["spec"]["bootstrap"]["initdb"]["secret"] = {"name": "postgres-admin"}
        self.written = {
            "postgres-admin": {"username": "souk_admin", "password": "1"},
            "servers": {"ORDERS_DATABASE_PASSWORD": "1"},
            "orders": {"SOUK_DATABASE_URL": self.URL},
        }

    def found(self) -> list[str]:
        written = [
            {
                "kind": "Secret",
                "metadata": {"name": name},
                "type": "kubernetes.io/basic-auth" if name == "postgres-admin" else "Opaque",
                "data": {line: base64.b64encode(value.encode()).decode() for line, value in lines.items()},
            }
            for name, lines in self.written.items()
        ]
        return list(operated.secrets(Manifests([self.reader, self.cluster, self.SCRIPTS]), Manifests(written)))

    def test_each_thing_that_does_not_fit_is_told(self) -> None:
        self.assertEqual(self.found(), [])
        for change, told in (
            (lambda: self.written.pop("orders"), "orders: is read and not written"),
            (lambda: self.written.pop("postgres-admin"), "postgres-admin: is read and not written"),
            (lambda: self.written["postgres-admin"].update(username="souk"), "isn't the login of souk_admin"),
            (lambda: self.written["servers"].clear(), "servers: has no ORDERS_DATABASE_PASSWORD"),
            (lambda: self.written["orders"].update(OTHER=self.written["orders"].pop("SOUK_DATABASE_URL")), "orders: has no SOUK_DATABASE_URL"),
            (lambda: self.written.update(payments={}), "payments: nobody reads it"),
            (lambda: self.written["orders"].update(SOUK_DATABASE_URL=self.URL.replace("postgres-rw", "postgres")), "leads to postgres"),
            (lambda: self.written["orders"].update(SOUK_DATABASE_URL=self.URL.partition("?")[0]), "names no file"),
            (lambda: self.main.update(volumeMounts=[]), "names /etc/souk/authorities/postgres.crt, which orders doesn't have"),
        ):
            with self.subTest(told):
                self.setUp()
                change()
                self.assertTrue(any(told in problem for problem in self.found()), self.found())


class SecretsTest(unittest.TestCase):
    def written(self, option: str) -> dict[str, dict[str, str]]:
        """Each file's lines, by its name."""
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(cli.main(["env-file", option, folder]), 0)
            paths = list(Path(folder).glob("*.env"))
            self.assertEqual({path.stat().st_mode & 0o777 for path in paths}, {0o600})
            return {path.stem: dict(line.split("=", 1) for line in path.read_text().splitlines()) for path in paths}

    def test_of_the_operators_servers_each_address_is_encrypted(self) -> None:
        files = self.written("--operators")
        servers, administrator = files.pop("servers"), files.pop("postgres-admin")
        self.assertEqual(administrator.keys(), {"username", "password"})
        self.assertNotIn(administrator["password"], servers.values())
        self.assertNotIn("POSTGRES_PASSWORD", servers)
        self.assertEqual(files.keys(), {*SERVICES, *(f"{service}-owner" for service in SERVICES), "verify"})
        for service in SERVICES:
            values = files[service]
            self.assertEqual(values.keys(), agreement.of_secret(service))
            self.assertIn(f"souk_{service}:{servers[f'{service.upper()}_DATABASE_PASSWORD']}@postgres-rw/", values["SOUK_DATABASE_URL"])
            self.assertIn(f":{servers[f'{service.upper()}_OWNER_PASSWORD']}@", files[f"{service}-owner"]["SOUK_MIGRATION_DATABASE_URL"])
            self.assertIn("?sslmode=verify-full&", values["SOUK_DATABASE_URL"])
            self.assertTrue(values["SOUK_AMQP_URL"].startswith(f"amqps://souk_{service}:{servers[f'{service.upper()}_RABBITMQ_PASSWORD']}@"))
        self.assertEqual(len({values["SOUK_ACTOR_KEY"] for values in map(files.get, SERVICES)}), 1)

    def test_where_one_file_is_there_none_is_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            kept = Path(folder) / "payments.env"
            kept.write_text("SOUK_ACTOR_KEY=1\n")
            for option in ("--operators", "--kubernetes"):
                self.assertEqual(cli.main(["env-file", option, folder]), 1)
            self.assertEqual([path.name for path in Path(folder).glob("*.env")], ["payments.env"])
            self.assertEqual(kept.read_text(), "SOUK_ACTOR_KEY=1\n")

    def test_what_makes_secrets_of_them_goes_with_them(self) -> None:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            elsewhere = Path(folder) / "secrets"
            self.assertEqual(cli.main(["env-file", "--operators", str(elsewhere)]), 0)
            named = set(re.findall(r"envs: \[([\w.-]+)\]", (elsewhere / "kustomization.yaml").read_text()))
            self.assertEqual(named, {path.name for path in elsewhere.glob("*.env")})

    def test_each_service_knows_its_own_login_and_the_servers_know_all(self) -> None:
        files = self.written("--kubernetes")
        servers = files.pop("servers")
        for service in SERVICES:
            password = servers[f"{service.upper()}_OWNER_PASSWORD"]
            address = f"postgres://souk_{service}_owner:{password}@postgres/souk_{service}"
            self.assertEqual(files.pop(f"{service}-owner"), {"SOUK_MIGRATION_DATABASE_URL": address})
        reader = servers["VERIFY_DATABASE_PASSWORD"]
        addresses = {name: f"postgres://souk_verify:{reader}@postgres/souk_{service}" for service, name in VARIABLES.items()}
        self.assertEqual(files.pop("verify"), addresses)
        self.assertEqual(set(files), set(SERVICES))
        for service, values in files.items():
            self.assertEqual(set(values), agreement.of_secret(service))
            password = servers[f"{service.upper()}_DATABASE_PASSWORD"]
            self.assertIn(f"souk_{service}:{password}@postgres/souk_{service}", values["SOUK_DATABASE_URL"])
            broker = servers[f"{service.upper()}_RABBITMQ_PASSWORD"]
            self.assertIn(f"souk_{service}:{broker}@rabbitmq", values["SOUK_AMQP_URL"])


if __name__ == "__main__":
    unittest.main()

"""deploy/k8s: each overlay, and what operators may put together of them, is rendered by kustomize and judged by the API's schemas, by
policies of ours, and by what the rest of the tree says. No cluster is needed, and none is asked.

SOUK_CRDS names a folder with the definitions of the operators' kinds, where somebody has these: then they judge too.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from souk import console, kubernetes, toolchains
from souk.errors import Refusal
from souk.layout import Checkout
from souk.testing.check import Checks
from souk.testing.kubernetes import agreement, combinations, network, operated, policy
from souk.testing.kubernetes.combinations import Combination
from souk.testing.kubernetes.manifests import Manifests

REQUIREMENTS = Path(__file__).parent / "requirements.txt"
SCHEMAS = Path(__file__).parent / "schemas.py"
MIGRATIONS = ("operators", "production", "trial", "bucket", "search")
SERVERS = "operators/servers"
SECRETS = "operators/secrets"
NAME = "Kubernetes manifests"


def run(checkout: Checkout, checks: Checks) -> None:
    try:
        kustomize = toolchains.kustomize(checkout)
        if kustomize is None:
            checks.skip(NAME, "kustomize can't be had here")
            return
        python = toolchains.python_with(checkout, "kubernetes-validate", REQUIREMENTS)
        every = combinations.all_of_them()
        with console.step(f"Building {len(every)} of what deploy/k8s can be put together to"):
            judged = judge(checkout.root, every, kustomize, python)
    except Refusal as refusal:
        checks.note(NAME, 1, str(refusal))
        return
    for combination in filter(lambda each: each.is_checked_in, every):
        checks.judge(f"{NAME}: {combination.name}", lambda name=combination.name: judged[name])
    others = [combination.name for combination in every if not combination.is_checked_in]
    checks.judge(f"{NAME}: {len(others)} that combine these", lambda: [f"{name}: {one}" for name in others for one in judged[name]])


def judge(root: Path, every: list[Combination], kustomize: list[str], python: Path) -> dict[str, list[str]]:
    """What is wrong with each combination, by its name."""
    with tempfile.TemporaryDirectory() as folder:
        deploy = Path(folder) / "deploy"
        shutil.copytree(root / "deploy", deploy, ignore=shutil.ignore_patterns("*.env"))
        kubernetes.write_trial_secrets(deploy / kubernetes.TRIAL_SECRETS)
        kubernetes.write_operated_secrets(deploy, deploy / kubernetes.OPERATED_SECRETS)
        overlays = deploy / combinations.OVERLAYS
        folders = {combination.name: combinations.write(deploy, number, combination) for number, combination in enumerate(every)}
        folders |= {f"{name}/migrate": overlays / name / "migrate" for name in MIGRATIONS}
        folders |= {name: overlays / name for name in (SERVERS, SECRETS)}
        rendered = _rendered(kustomize, folders)
    judged = _judged(python, rendered)
    return {combination.name: problems(root, combination, judged) for combination in every}


def problems(root: Path, combination: Combination, judged: Mapping[str, dict]) -> list[str]:
    """Of all that is applied: the operated servers, the Jobs that migrate, and what follows them."""
    applied = [combination.name, f"{combination.migrations}/migrate"]
    if "operators" in combination.features:
        applied.append(SERVERS)
    shop = Manifests(judged[combination.name]["manifests"])
    together = Manifests(manifest for name in applied for manifest in judged[name]["manifests"])
    found = [problem for name in applied for problem in judged[name]["problems"]]
    found += [*policy.problems(together, combination.features), *network.problems(together, combination.features)]
    found += [*agreement.problems(root, shop), *operated.problems(root, together)]
    if combination.name == "operators":
        found += judged[SECRETS]["problems"]
        found += operated.secrets(together, Manifests(judged[SECRETS]["manifests"]))
    if combination.base != "trial" and any(together.of("Secret")):
        found.append("a Secret is in the tree")
    return found


def _rendered(kustomize: list[str], folders: Mapping[str, Path]) -> dict[str, str]:
    def render(folder: Path) -> str:
        done = subprocess.run([*kustomize, str(folder)], capture_output=True, text=True)
        if done.returncode != 0 or done.stderr:
            raise Refusal(f"kustomize does not build {folder.name}: {done.stderr.strip()}")
        return done.stdout

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(folders, pool.map(render, folders.values())))


def _judged(python: Path, rendered: Mapping[str, str]) -> dict[str, dict]:
    definitions = [os.environ["SOUK_CRDS"]] if os.environ.get("SOUK_CRDS") else []
    done = subprocess.run([str(python), str(SCHEMAS), *definitions], input=json.dumps(rendered), capture_output=True, text=True)
    if done.returncode != 0:
        raise Refusal(f"the schemas can't be asked: {done.stderr.strip()}")
    return json.loads(done.stdout)

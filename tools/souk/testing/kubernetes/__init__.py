"""deploy/k8s: each overlay is rendered by kustomize and judged by the API's schemas, by policies of ours, and by what the rest of the
tree says. No cluster is needed, and none is asked.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Optional

from souk import console, kubernetes, toolchains
from souk.errors import Refusal
from souk.layout import Checkout
from souk.testing.check import Checks
from souk.testing.kubernetes import agreement, network, policy
from souk.testing.kubernetes.manifests import Manifests

REQUIREMENTS = Path(__file__).parent / "requirements.txt"
SCHEMAS = Path(__file__).parent / "schemas.py"
OVERLAYS = ("bucket", "production", "search", "trial")


def run(checkout: Checkout, checks: Checks) -> None:
    try:
        kustomize = toolchains.kustomize(checkout)
        if kustomize is None:
            console.say("  The Kubernetes manifests are not judged.")
            return
        python = toolchains.python_with(checkout, "kubernetes-validate", REQUIREMENTS)
    except Refusal as refusal:
        checks.note("Kubernetes manifests", 1, str(refusal))
        return
    for overlay in OVERLAYS:
        checks.judge(f"Kubernetes manifests: {overlay}", lambda: problems(checkout.root, overlay, kustomize, python))


def problems(root: Path, overlay: str, kustomize: list[str], python: Path) -> list[str]:
    """Of what is applied: the Jobs that migrate, and what follows them."""
    with tempfile.TemporaryDirectory() as folder:
        deploy = Path(folder) / "deploy"
        shutil.copytree(root / "deploy", deploy, ignore=shutil.ignore_patterns("*.env"))
        kubernetes.write_secrets(deploy / kubernetes.TRIAL_SECRETS)
        try:
            rendered = [_render(kustomize, deploy / "k8s/overlays" / overlay / part) for part in (".", "migrate")]
        except Refusal as refusal:
            return [str(refusal)]
    whole, jobs = (_judged(python, text) for text in rendered)
    shop = Manifests(whole["manifests"])
    together = Manifests([*whole["manifests"], *jobs["manifests"]])
    found = [*whole["problems"], *jobs["problems"], *policy.problems(together), *network.problems(together)]
    return [*found, *agreement.problems(root, shop), *_no_secrets(overlay, shop)]


def _render(kustomize: list[str], folder: Path) -> str:
    done = subprocess.run([*kustomize, str(folder)], capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        raise Refusal(f"kustomize does not build {folder.name}: {done.stderr.strip()}")
    return done.stdout


def _judged(python: Path, rendered: str) -> dict:
    done = subprocess.run([str(python), str(SCHEMAS)], input=rendered, capture_output=True, text=True)
    if done.returncode != 0:
        raise Refusal(f"the schemas can't be asked: {done.stderr.strip()}")
    return json.loads(done.stdout)


def _no_secrets(overlay: str, manifests: Manifests) -> list[str]:
    found: Optional[dict] = next(manifests.of("Secret"), None)
    return ["a Secret is in the tree"] if overlay != "trial" and found else []

"""What every pod and every Deployment has, whatever the overlay: the restricted profile, probes that ask different things, limits."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from souk.testing.kubernetes.manifests import NAME, WORKLOADS, Manifest, Manifests, container, name_of, ports, template

# The restricted profile of the Pod Security Standards, and a root that can't be written.
CONFINED = {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}
PROBES = ("startupProbe", "readinessProbe", "livenessProbe")
# Volumes that lead out of the pod's own.
FORBIDDEN_VOLUMES = ("hostPath", "nfs")
ROLLS = {"maxSurge": 1, "maxUnavailable": 0}
# For how long a cluster's DNS answers with what was so before (CoreDNS as kubeadm sets it up).
NAMES_KEPT_SECONDS = 30
# Whom no measure scales; their manifests say why.
FIXED = {"mesh", "payments"}


def problems(manifests: Manifests, features: Collection[str]) -> Iterator[str]:
    for workload in manifests.of(*WORKLOADS):
        who = f"{workload['kind']} {name_of(workload)}"
        for problem in (*_confinement(template(workload)["spec"]), *_resources(container(workload))):
            yield f"{who}: {problem}"
    for workload in manifests.of("CronJob"):
        yield from (f"CronJob {name_of(workload)}: {problem}" for problem in _rounds(manifests, workload))
    for workload in manifests.of("Deployment", "StatefulSet"):
        # A server without would be the first to go for a service that needs it.
        if manifests.find("PriorityClass", workload["spec"]["template"]["spec"].get("priorityClassName", "")) is None:
            yield f"{workload['kind']} {name_of(workload)}: has no PriorityClass"
    for server in manifests.of("StatefulSet"):
        if template(server)["spec"].get("securityContext", {}).get("fsGroupChangePolicy") != "OnRootMismatch":
            yield f"StatefulSet {name_of(server)}: its files get other rights whenever its pod is made anew"
    for deployment in manifests.of("Deployment"):
        for problem in (*_probes(container(deployment)), *_life(manifests, deployment)):
            yield f"Deployment {name_of(deployment)}: {problem}"
        yield from _number(manifests, deployment, 1 if "trial" in features else 2)
    for scaler in manifests.of("HorizontalPodAutoscaler"):
        target = manifests.find("Deployment", scaler["spec"]["scaleTargetRef"]["name"])
        if target is None or "replicas" in target["spec"]:
            yield f"HorizontalPodAutoscaler {name_of(scaler)}: its Deployment isn't there, or says its own number of replicas"


def _number(manifests: Manifests, deployment: Manifest, least: int) -> Iterator[str]:
    """A trial has one of each; else somebody scales it, or it is among those that keep their number."""
    name, replicas = name_of(deployment), deployment["spec"].get("replicas")
    scaler = manifests.find("HorizontalPodAutoscaler", name)
    if (scaler["spec"]["minReplicas"] if scaler else replicas or 0) < least:
        yield f"Deployment {name}: has fewer than {least} replicas"
    if least > 1 and (scaler is None) != (name in FIXED):
        yield f"Deployment {name}: has a scaler and keeps its number, or neither"


def _rounds(manifests: Manifests, workload: Manifest) -> Iterator[str]:
    """It comes by itself, so that nobody sees how long it takes, how often it is tried, and what is left of it."""
    spec, job = workload["spec"], workload["spec"]["jobTemplate"]["spec"]
    if spec.get("concurrencyPolicy") != "Forbid":
        yield "may run twice at once"
    if not spec.get("timeZone") or not spec.get("startingDeadlineSeconds"):
        yield "its time is somebody else's to say, or it comes at any time after it"
    if not {"successfulJobsHistoryLimit", "failedJobsHistoryLimit"} <= spec.keys():
        yield "doesn't say how many of its Jobs are kept"
    if not job.get("activeDeadlineSeconds") or "backoffLimit" not in job:
        yield "a run may take for ever, or be tried again for ever"
    # Where its one pod was started again nothing would be left of the first try but its number.
    if template(workload)["spec"].get("restartPolicy") != "Never":
        yield "what a run that failed said is lost"
    own = {workload["metadata"].get("labels", {}).get(NAME), spec["jobTemplate"].get("metadata", {}).get("labels", {}).get(NAME)}
    if own != {name_of(workload)}:
        yield "it or its Jobs have no label by which they are told from others"
    if manifests.find("ServiceAccount", template(workload)["spec"].get("serviceAccountName", "")) is None:
        yield "has no ServiceAccount of its own"


def _confinement(pod: Manifest) -> Iterator[str]:
    if len(pod["containers"]) != 1 or pod.get("initContainers"):
        yield "has other containers than one"
    security = pod.get("securityContext", {})
    if not security.get("runAsNonRoot") or not security.get("runAsUser"):
        yield "may run as root"
    if security.get("seccompProfile") != {"type": "RuntimeDefault"}:
        yield "has no seccomp profile"
    if any(pod["containers"][0].get("securityContext", {}).get(key) != value for key, value in CONFINED.items()):
        yield f"its container's securityContext isn't {CONFINED}"
    if pod.get("automountServiceAccountToken") is not False or pod.get("enableServiceLinks") is not False:
        yield "gets the token of its ServiceAccount, or variables named after Services"
    if any(pod.get(key) for key in ("hostNetwork", "hostPID", "hostIPC")):
        yield "shares something with its node"
    if any(kind in volume for volume in pod.get("volumes", []) for kind in FORBIDDEN_VOLUMES):
        yield "mounts something of its node's"


def _resources(main: Manifest) -> Iterator[str]:
    resources = main.get("resources", {})
    if not {"cpu", "memory"} <= resources.get("requests", {}).keys():
        yield "asks for no processor or memory"
    # A limit of the processor shows as late answers.
    if resources.get("limits", {}).keys() != {"memory"}:
        yield "has a limit of something else than memory, or none of that"
    tag = main["image"].rpartition(":")[2]
    if tag == "latest" or "/" in tag or tag == main["image"]:
        yield f"its image {main['image']} has no version"


def _probes(main: Manifest) -> Iterator[str]:
    if missing := [probe for probe in PROBES if probe not in main]:
        yield f"has no {', '.join(missing)}"
        return
    asked = [{key: main[probe].get(key) for key in ("httpGet", "exec", "tcpSocket")} for probe in PROBES]
    if asked[1] == asked[2]:
        yield "what is not ready for a moment is restarted: liveness asks what readiness does"
    for ask in filter(None, (question for each in asked for question in each.values())):
        if "port" in ask and ask["port"] not in ports(main):
            yield f"a probe asks at the port {ask['port']}, which it doesn't have"


def _life(manifests: Manifests, deployment: Manifest) -> Iterator[str]:
    spec, pod = deployment["spec"], deployment["spec"]["template"]["spec"]
    if deployment["metadata"].get("labels", {}).get(NAME) != name_of(deployment):
        yield "has no label by which it is applied alone"
    if spec.get("strategy", {}).get("rollingUpdate") != ROLLS:
        yield f"doesn't roll by {ROLLS}"
    service = manifests.find("Service", name_of(deployment))
    by_name = service is not None and service["spec"].get("clusterIP") == "None"
    if by_name and container(deployment).get("readinessProbe", {}).get("initialDelaySeconds", 0) <= NAMES_KEPT_SECONDS:
        yield "an older replica may go before DNS names the new one"
    budget = manifests.find("PodDisruptionBudget", name_of(deployment))
    if budget is None or budget["spec"].get("maxUnavailable") != 1 or budget["spec"]["selector"] != spec["selector"]:
        yield "no PodDisruptionBudget keeps all but one of its pods"
    # The scheduler skips nodes that lack the label of any constraint, and with them all constraints: so zones, which not every cluster
    # has, are an anti-affinity.
    spread = [constraint["topologyKey"] for constraint in pod.get("topologySpreadConstraints", [])]
    apart = pod.get("affinity", {}).get("podAntiAffinity", {}).get("preferredDuringSchedulingIgnoredDuringExecution", [])
    zones = [term["podAffinityTerm"]["topologyKey"] for term in apart]
    if (spread, zones) != (["kubernetes.io/hostname"], ["topology.kubernetes.io/zone"]):
        yield "isn't spread over nodes, and over zones where there are any"
    if manifests.find("ServiceAccount", pod.get("serviceAccountName", "")) is None:
        yield "has no ServiceAccount of its own"

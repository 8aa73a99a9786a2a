"""The benchmark: `./souk bench`. Loads the running demo shop on loopback and, in the same run, the limits that its
figures are compared with: a bare axum program that answers the same bytes (through an Envoy of the same configuration
and without it), and pgbench with a checkout's transaction. Prints a table and writes the results as JSON."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Iterator, Optional
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import shopper  # noqa: E402
from sized_shop import process_cpu  # noqa: E402
from souk import envoy  # noqa: E402
from souk.services import Replica  # noqa: E402

BENCH = ROOT / "bench"
LISTING = "/catalog/category/soins"
PRODUCT = "/catalog/product/parfums/ambre-de-tassili"
# Arrivals a second that no two cores answer: what is reached then is the most that can be reached.
SATURATING = 20_000
USERS = 32
PGBENCH_PRODUCTS = 60
# Told by themselves: what an answer costs without its databases and the broker is what our own programs and Envoy need.
SERVERS = ("postgres", "rabbitmq")
PATH_SETTING = "search_path=bench_limit,public"


@dataclass
class Result:
    """One load on one target."""

    name: str
    per_second: float
    p50_ms: float
    # None where the tool tells no more than one figure.
    p99_ms: Optional[float]
    failed: float
    # CPU time for one request, in milliseconds, by process, replicas together; empty where they aren't ours to read.
    cpu_ms: dict[str, float] = field(default_factory=dict)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=10, help="length of each load (default 10)")
    parser.add_argument("--order-rate", type=int, default=800, help="orders offered a second (default 800)")
    parser.add_argument("--only", choices=("pages", "orders"), help="one of the two parts alone")
    parser.add_argument("--out", type=Path, default=ROOT / ".souk/bench.json", help="where the JSON goes")
    arguments = parser.parse_args()
    front = os.environ["SOUK_GATEWAY_URL"].rstrip("/")
    load = os.getloadavg()[0]
    if load > 0.5:
        print(f"The machine is busy (load {load:.2f}): read the ratios, not the figures.")
    idle = resident_mb()
    results = []
    if arguments.only != "orders":
        results.extend(pages(front, arguments.seconds))
    if arguments.only != "pages":
        results.extend(orders(front, arguments.seconds, arguments.order_rate))
    report = {
        "commit": commit(),
        "load_average_before": load,
        "cores": os.cpu_count(),
        "resident_mb_before": idle,
        "resident_mb_after": resident_mb(),
        "results": [asdict(result) for result in results],
        "ratios": ratios({result.name: result for result in results}),
    }
    arguments.out.write_text(json.dumps(report, indent=2) + "\n")
    show(report)
    print(f"\nWritten to {arguments.out}")
    return 0


def pages(front: str, seconds: int) -> Iterator[Result]:
    with tempfile.TemporaryDirectory() as folder, limit_program(Path(folder)) as (direct, through_envoy):
        gateway = f"http://127.0.0.1:{gateway_port()}"
        for name, path in (("listing", LISTING), ("product", PRODUCT)):
            yield page(f"{name}, shop", front + path, seconds, of_shop=True)
            yield page(f"{name}, axum limit", through_envoy + path, seconds, of_shop=False)
            yield page(f"{name}, shop without Envoy", gateway + path, seconds, of_shop=True)
            yield page(f"{name}, axum limit without Envoy", direct + path, seconds, of_shop=False)


def page(name: str, url: str, seconds: int, of_shop: bool) -> Result:
    k6("pages.js", {"URL": url, "RATE": 200, "SECONDS": 2, "USERS": USERS})
    return measured(name, "pages.js", {"URL": url, "RATE": SATURATING, "SECONDS": seconds, "USERS": USERS}, of_shop)


def orders(front: str, seconds: int, rate: int) -> Iterator[Result]:
    choice = shopper.prepare(urlsplit(front).port or 80)
    values = {
        "FRONT": front,
        "CHOICE": json.dumps(choice),
        "RATE": rate,
        "SECONDS": seconds,
        "USERS": USERS,
        "PHONES": int(time.time() * 1000) % 90_000_000,
    }
    yield measured("checkout, shop", "checkout.js", values, of_shop=True)
    yield pgbench(seconds)


def measured(name: str, script: str, values: dict, of_shop: bool) -> Result:
    print(f"  {name} …", flush=True)
    before = cpu_seconds() if of_shop else {}
    metrics = k6(script, values)
    used = {process: now - before.get(process, 0) for process, now in cpu_seconds().items()} if of_shop else {}
    trend = metrics.get("checkout_duration") or metrics["http_req_duration"]
    count = metrics["iterations"]["count"]
    return Result(
        name=name,
        per_second=round(count / values["SECONDS"], 1),
        p50_ms=round(trend["p(50)"], 2),
        p99_ms=round(trend["p(99)"], 2),
        failed=round(1 - metrics["checks"]["value"], 5),
        cpu_ms={process: round(1000 * seconds / count, 3) for process, seconds in used.items()},
    )


def k6(script: str, values: dict) -> dict:
    with tempfile.NamedTemporaryFile(suffix=".json") as summary:
        environment = [word for key, value in values.items() for word in ("-e", f"{key}={value}")]
        command = [os.environ["SOUK_K6"], "run", "--quiet", "--no-usage-report", "--summary-export", summary.name]
        done = subprocess.run([*command, *environment, BENCH / "k6" / script], capture_output=True, text=True)
        text = Path(summary.name).read_text()
    if not text:
        raise SystemExit(f"k6 failed:\n{done.stderr[-2000:]}")
    return json.loads(text)["metrics"]


def pgbench(seconds: int) -> Result:
    """The services' tables once more, in a schema that is removed at the end, and PostgreSQL alone with them."""
    print("  checkout, pgbench limit …", flush=True)
    url = os.environ["ORDERS_DATABASE_URL"]
    migrations = [file for service in ("orders", "inventory") for file in sorted((ROOT / f"services/{service}/migrations").glob("*.sql"))]
    files = [word for file in (*migrations, BENCH / "pgbench/prepare.sql") for word in ("-f", file)]
    drop = ("-c", "DROP SCHEMA IF EXISTS bench_limit CASCADE")
    psql(url, *drop, "-c", "CREATE SCHEMA bench_limit", "-c", f"SET {PATH_SETTING}", "-v", f"products={PGBENCH_PRODUCTS}", *files)
    command = [program_of_postgres("pgbench"), url, "-n", "-M", "prepared", "-f", BENCH / "pgbench/checkout.sql"]
    command += ["-c", "16", "-j", "2", "-T", str(seconds), "-D", f"products={PGBENCH_PRODUCTS}"]
    done = subprocess.run(command, env={**os.environ, "PGOPTIONS": f"-c {PATH_SETTING}"}, capture_output=True, text=True)
    psql(url, *drop)
    if done.returncode != 0:
        raise SystemExit(f"pgbench failed:\n{done.stderr[-2000:]}")
    figures = dict(line.split(" = ") for line in done.stdout.splitlines() if line.startswith(("tps = ", "latency average = ")))
    latency = float(figures["latency average"].split()[0])
    return Result("checkout, pgbench limit", round(float(figures["tps"].split()[0]), 1), latency, None, 0.0)


def psql(url: str, *arguments: object) -> None:
    command = [program_of_postgres("psql"), url, "-q", "-v", "ON_ERROR_STOP=1", *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def program_of_postgres(name: str) -> str:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name) or name


@contextlib.contextmanager
def limit_program(folder: Path) -> Iterator[tuple[str, str]]:
    """The bare program on a port of its own, and behind an Envoy with our configuration."""
    answers = folder / "answers.json"
    answers.write_text(json.dumps([recorded(path, folder) for path in (LISTING, PRODUCT)]))
    ports = free_ports(4)
    program = [os.environ["SOUK_BENCH_LIMIT"], "--addr", f"127.0.0.1:{ports[0]}", "--answers", answers]
    with running(program, ports[0]):
        with running([os.environ["SOUK_ENVOY"], "-c", envoy_file(folder, ports), "--log-level", "error", "--disable-hot-restart", "--concurrency", "2"], ports[1]):
            yield f"http://127.0.0.1:{ports[0]}", f"http://127.0.0.1:{ports[1]}"


def recorded(path: str, folder: Path) -> dict:
    """What the gateway answers to a browser, kept as bytes."""
    request = urllib.request.Request(f"http://127.0.0.1:{gateway_port()}{path}", headers={"Accept-Encoding": "br", "Accept-Language": "fr"})
    with urllib.request.urlopen(request) as answer:
        file = folder / f"{abs(hash(path))}.body"
        file.write_bytes(answer.read())
        skipped = ("content-length", "date", "transfer-encoding", "connection", "x-request-id")
        headers = {name: value for name, value in answer.getheaders() if name.lower() not in skipped}
    return {"path": path, "headers": headers, "file": str(file)}


def envoy_file(folder: Path, ports: list[int]) -> Path:
    """Our own Envoy configuration with the bare program for its gateway."""
    files = {}
    for service in ("gateway", "catalog", "orders", "inventory", "payments"):
        files[service] = folder / f"{service}.yaml"
        # The health question goes to the program too: any answer but 200 leaves it in, as the only one there is.
        files[service].write_text(envoy.endpoints(service, [Replica(service, 1, ports[0], ports[0])]))
    values = {
        "front_port": ports[1],
        "mesh_port": ports[2],
        "admin_port": ports[3],
        **{f"{service}_endpoints": file for service, file in files.items()},
        **envoy.DEMO_LIMITS,
    }
    path = folder / "envoy.yaml"
    path.write_text(envoy.render((ROOT / "deploy/envoy/envoy.yaml").read_text(), values))
    return path


@contextlib.contextmanager
def running(command: list, port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.1):
                break
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(10)


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def rows() -> list[dict]:
    done = subprocess.run([ROOT / "souk", "status", "--json"], capture_output=True, text=True)
    return json.loads(done.stdout)


def gateway_port() -> int:
    """Where the gateway itself listens, from the file that tells Envoy."""
    text = (ROOT / ".souk/envoy/gateway.yaml").read_text()
    return int(text.split("port_value: ")[1].split()[0].rstrip("}"))


def cpu_seconds() -> dict[str, float]:
    """CPU time that the shop's processes have used so far, all replicas of one together; PostgreSQL's with its sessions."""
    used: dict[str, float] = {}
    for row in rows():
        if row["pid"]:
            process = row["name"].split(".")[0].rpartition("-")[0] or row["name"]
            used[process] = used.get(process, 0.0) + process_cpu(row["pid"], with_children=process == "postgres")
    return used


def resident_mb() -> dict[str, float]:
    """Memory of our five services, as the kernel counts it."""
    found = {}
    for row in rows():
        if row["pid"] and row["name"].split("-")[0] in ("gateway", "catalog", "orders", "inventory", "payments"):
            line = next(line for line in Path(f"/proc/{row['pid']}/status").read_text().splitlines() if line.startswith("VmRSS"))
            found[row["name"]] = round(int(line.split()[1]) / 1024, 1)
    return found


def ratios(results: dict[str, Result]) -> dict[str, float]:
    pairs = {
        "listing / axum": ("listing, shop", "listing, axum limit"),
        "listing / axum, both without Envoy": ("listing, shop without Envoy", "listing, axum limit without Envoy"),
        "product / axum": ("product, shop", "product, axum limit"),
        "product / axum, both without Envoy": ("product, shop without Envoy", "product, axum limit without Envoy"),
        "checkout / pgbench": ("checkout, shop", "checkout, pgbench limit"),
    }
    return {
        name: round(results[ours].per_second / results[limit].per_second, 2)
        for name, (ours, limit) in pairs.items()
        if ours in results and limit in results
    }


def commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def show(report: dict) -> None:
    print(f"\ncommit {report['commit']}, {report['cores']} cores, load {report['load_average_before']:.2f} before\n")
    print(f"{'':<38}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'CPU ms':>9}{'failed':>9}")
    for row in report["results"]:
        ours = sum(cost for process, cost in row["cpu_ms"].items() if process not in SERVERS)
        cpu = f"{ours:.3f}" if row["cpu_ms"] else ""
        p99 = "" if row["p99_ms"] is None else row["p99_ms"]
        print(f"{row['name']:<38}{row['per_second']:>10}{row['p50_ms']:>9}{p99:>9}{cpu:>9}{row['failed']:>9}")
    print()
    for row in report["results"]:
        parts = sorted(((cost, process) for process, cost in row["cpu_ms"].items() if cost >= 0.005), reverse=True)
        if parts:
            print(f"{row['name']:<38}" + ", ".join(f"{process} {cost:.2f}" for cost, process in parts))
    print()
    for name, ratio in report["ratios"].items():
        print(f"{name:<38}{ratio:>10}")
    for moment in ("before", "after"):
        memory = sum(report[f"resident_mb_{moment}"].values())
        print(f"{f'memory of the five services {moment}, MB':<38}{memory:>10.1f}")


if __name__ == "__main__":
    sys.exit(main())

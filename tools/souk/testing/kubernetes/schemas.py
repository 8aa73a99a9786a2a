"""Reads rendered manifests from standard input, judges them by the API's own schemas, and prints both as JSON.

Run by the Python that has requirements.txt: what else is checked needs no YAML and no library.
"""

import json
import sys

import kubernetes_validate
import yaml

# The oldest that the manifests are for, and the newest that there are schemas of.
VERSIONS = ("1.31", "1.37")


def problems(manifest: dict) -> list[str]:
    found = []
    for version in VERSIONS:
        try:
            kubernetes_validate.validate(manifest, version, strict=True)
        except kubernetes_validate.ValidationError as error:
            found.append(f"Kubernetes {version}: {'.'.join(map(str, error.path))}: {error.message}")
        except kubernetes_validate.SchemaNotFoundError as error:
            found.append(error.message)
    return found


def main() -> None:
    manifests = [manifest for manifest in yaml.safe_load_all(sys.stdin) if manifest]
    named = [(f"{manifest['kind']} {manifest['metadata']['name']}", manifest) for manifest in manifests]
    wrong = [f"{name}: {problem}" for name, manifest in named for problem in problems(manifest)]
    json.dump({"manifests": manifests, "problems": wrong}, sys.stdout)


if __name__ == "__main__":
    main()

"""Reads rendered manifests from standard input, as a JSON object of names and texts, judges them by the API's own schemas, and prints
for each name the manifests and what is wrong, as JSON. What operators bring kinds of their own for is judged by their definitions, where
the folder with these is given; else it is the checks' alone.

Run by the Python that has requirements.txt: what else is checked needs no YAML and no library.
"""

import json
import sys
from pathlib import Path

import jsonschema
import kubernetes_validate
import yaml

# The oldest that the manifests are for, and the newest that there are schemas of.
VERSIONS = ("1.31", "1.37")
OF_OPERATORS = ("postgresql.cnpg.io/", "rabbitmq.com/", "monitoring.coreos.com/", "gateway.networking.k8s.io/")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def problems(manifest: dict, definitions: dict[tuple[str, str], dict]) -> list[str]:
    if manifest["apiVersion"].startswith(OF_OPERATORS):
        return _by_definition(manifest, definitions) if definitions else []
    found = []
    for version in VERSIONS:
        try:
            kubernetes_validate.validate(manifest, version, strict=True)
        except kubernetes_validate.ValidationError as error:
            found.append(f"Kubernetes {version}: {'.'.join(map(str, error.path))}: {error.message}")
        except kubernetes_validate.SchemaNotFoundError as error:
            found.append(error.message)
    return found


def _by_definition(manifest: dict, definitions: dict[tuple[str, str], dict]) -> list[str]:
    schema = definitions.get((manifest["apiVersion"], manifest["kind"]))
    if schema is None:
        return ["no definition of this kind was given"]
    errors = jsonschema.Draft202012Validator(schema).iter_errors(manifest)
    return [f"{'.'.join(map(str, error.path))}: {error.message}" for error in errors]


def read_definitions(folder: Path) -> dict[tuple[str, str], dict]:
    found = {}
    for path in folder.glob("*.yaml"):
        for definition in filter(None, yaml.load_all(path.read_text(), LOADER)):
            spec = definition["spec"]
            for version in spec["versions"]:
                name = (f"{spec['group']}/{version['name']}", spec["names"]["kind"])
                found[name] = _strict(version["schema"]["openAPIV3Schema"])
                found[name]["properties"]["metadata"] = {"type": "object"}
    return found


def _strict(schema: dict) -> dict:
    """A field that the operator doesn't know is an error, as with `kubectl apply`."""
    if "properties" in schema and not schema.get("x-kubernetes-preserve-unknown-fields"):
        schema.setdefault("additionalProperties", False)
    for inner in (*schema.get("properties", {}).values(), schema.get("items"), schema.get("additionalProperties")):
        if isinstance(inner, dict):
            _strict(inner)
    return schema


def main() -> None:
    definitions = read_definitions(Path(sys.argv[1])) if len(sys.argv) > 1 else {}
    known: dict[str, list[str]] = {}
    judged = {}
    for name, text in json.load(sys.stdin).items():
        manifests = [manifest for manifest in yaml.load_all(text, LOADER) if manifest]
        wrong = []
        for manifest in manifests:
            # Most are the same in every overlay.
            said = json.dumps(manifest, sort_keys=True)
            if said not in known:
                known[said] = problems(manifest, definitions)
            wrong += [f"{manifest['kind']} {manifest['metadata']['name']}: {problem}" for problem in known[said]]
        judged[name] = {"manifests": manifests, "problems": wrong}
    json.dump(judged, sys.stdout)


if __name__ == "__main__":
    main()

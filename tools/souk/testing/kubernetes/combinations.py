"""What docs/DEPLOYMENT.md has operators put together: production or the trial, overlays one upon the other, components beside."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OVERLAYS = "k8s/overlays"
# Overlays that stand on another one, in the order in which they are stacked here, and components that an overlay may have.
LAYERS = {"production": ("bucket", "search", "operators"), "trial": ("bucket", "search")}
PARTS = {"production": ("imported-pictures", "traces"), "trial": ("imported-pictures", "traces", "metrics", "ingress", "gateway-api", "backup")}
# Of production's own components the one that another part takes the place of.
INSTEAD = {"gateway-api": "ingress"}
# Those that others change, and so stand among the overlay's own, behind which one.
BELOW_LAYERS = {"backup": "verify"}
# What each has by itself.
OWN = {"production": ("ingress", "metrics", "verify"), "trial": ("servers", "verify")}
BELOW = re.compile(r"^resources: \[\.\./\w+\]$", re.MULTILINE)


@dataclass(frozen=True)
class Combination:
    base: str
    layers: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """That of the overlay, where the tree has one."""
        if self.is_checked_in:
            return self.layers[0] if self.layers else self.base
        return f"{self.base} with {', '.join((*self.layers, *self.parts))}"

    @property
    def is_checked_in(self) -> bool:
        return not self.parts and (not self.layers or (self.base == "production" and len(self.layers) == 1))

    @property
    def features(self) -> frozenset[str]:
        own = {part for part in OWN[self.base] if part not in self.replaced}
        return frozenset({self.base, *own, *self.layers, *self.parts})

    @property
    def replaced(self) -> dict[str, str]:
        """Which part takes whose place."""
        return {INSTEAD[part]: part for part in self.parts if INSTEAD.get(part) in OWN[self.base]}

    @property
    def changed(self) -> dict[str, str]:
        """What stands where a component of the overlay's own stood."""
        beside = {BELOW_LAYERS[part]: part for part in self.parts if part in BELOW_LAYERS}
        return {**self.replaced, **{own: f"{own}, ../../components/{part}" for own, part in beside.items()}}

    @property
    def migrations(self) -> str:
        """The overlay whose Jobs go before."""
        if self.is_checked_in:
            return self.name
        return "operators" if "operators" in self.layers else self.base


def all_of_them() -> list[Combination]:
    """Production's with every choice of layers and of parts, with another way in for none and for all, with copies for each choice of
    layers; the trial's with every choice of layers, and no part or all."""
    layers, parts = LAYERS["production"], PARTS["production"]
    production = [*itertools.product(["production"], _choices(layers), _choices(parts))]
    production += [("production", (), (*INSTEAD,)), ("production", layers, (*INSTEAD, *BELOW_LAYERS, *parts))]
    production += itertools.product(["production"], _choices(layers), [(*BELOW_LAYERS,)])
    trial = itertools.product(["trial"], _choices(LAYERS["trial"]), [(), PARTS["trial"]])
    return [Combination(*chosen) for chosen in (*production, *trial)]


def _choices(of: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return itertools.chain.from_iterable(itertools.combinations(of, number) for number in range(len(of) + 1))


def write(deploy: Path, number: int, combination: Combination) -> Path:
    """Its folder: the tree's own, or one that is made as an operator would make it."""
    overlays = deploy / OVERLAYS
    if combination.is_checked_in:
        return overlays / combination.name
    below = combination.base
    if combination.changed:
        below = f"tried-{number}-{combination.base}"
        shutil.copytree(overlays / combination.base, overlays / below)
        copy = overlays / below / "kustomization.yaml"
        for own, instead in combination.changed.items():
            copy.write_text(copy.read_text().replace(f"components/{own},", f"components/{instead},"))
    for layer in combination.layers:
        text = (overlays / layer / "kustomization.yaml").read_text()
        stacked, changed = BELOW.subn(f"resources: [../{below}]", text)
        assert changed == 1, f"{layer} stands on something else than one overlay"
        below = f"tried-{number}-{layer}"
        _write(overlays / below, stacked)
    if parts := [part for part in combination.parts if part not in (*combination.replaced.values(), *BELOW_LAYERS)]:
        components = ", ".join(f"../../components/{part}" for part in parts)
        _write(overlays / f"tried-{number}", f"resources: [../{below}]\ncomponents: [{components}]\n")
        below = f"tried-{number}"
    return overlays / below


def _write(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "kustomization.yaml").write_text(text)

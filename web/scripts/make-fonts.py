"""Makes the shop's font files, `src/theme/fonts/cairo-*.woff2`, of the whole ones that the package brings: of each the signs that
`src/theme/base.css` says it is for, and the weights that the sheets ask for. A page in Arabic fetches half the bytes for its letters.

    pip install fonttools brotli && npm ci && python3 scripts/make-fonts.py
"""

import re
from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB = Path(__file__).parents[1]
WHOLE = WEB / "node_modules/@fontsource-variable/cairo/files"
SHEET = WEB / "src/theme/base.css"
FACE = re.compile(
    r"font-weight: (?P<least>\d+) (?P<most>\d+);.*?"
    r'url\("(?P<file>\./fonts/cairo-(?P<script>\w+)\.woff2)"\).*?'
    r"unicode-range:(?P<signs>[^;]+);",
    re.DOTALL,
)
# Fractions and their like are asked for by no sheet.
FEATURES = ["ccmp", "fina", "init", "kern", "locl", "mark", "medi", "mkmk", "rlig", "rvrn"]

for face in FACE.finditer(SHEET.read_text()):
    font = TTFont(WHOLE / f"cairo-{face['script']}-wght-normal.woff2")
    font = instantiateVariableFont(font, {"wght": (int(face["least"]), int(face["most"]))})
    subsetter = Subsetter(Options(flavor="woff2", layout_features=FEATURES))
    subsetter.populate(unicodes=parse_unicodes(face["signs"].replace("U+", "")))
    subsetter.subset(font)
    font.flavor = "woff2"
    path = SHEET.parent / face["file"]
    font.save(path)
    print(f"{path.name}: {path.stat().st_size} bytes")

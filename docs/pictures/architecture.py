"""Draws docs/pictures/architecture.svg from the imports: .venv/bin/python docs/pictures/architecture.py"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.test_layers import SOURCES, all_imports, layer_of, module_of  # noqa: E402

FILE = Path(__file__).with_suffix(".svg")
BOX = (150, 52)
COLUMNS = 5
# Where each package stands (column, row), and what it is.
PLACES = {
    "cli": (1.5, 0, "the commands"),
    "lab": (0, 1, "simulations, contests"),
    "web": (1, 1, "the house over HTTP"),
    "terminal": (2, 1, "tables in a terminal"),
    "house": (1, 2, "tables of people"),
    "option_texts": (2, 2, "options in words"),
    "translations": (4, 2, "the translator"),
    "bots": (0, 3, "search, levels, hints"),
    "games": (1, 3, "five games"),
    "rulebook": (3, 3, "reads rulebooks"),
    "engine": (0, 4, "what all games share: states, matches, records, scenes"),
}
HIDDEN = {"__init__", "__main__", "_pure"}


def imports() -> dict[str, set[str]]:
    """Every package with the packages it imports."""
    found: dict[str, set[str]] = {}
    for file in SOURCES:
        names = {layer_of(name) for name in all_imports(file) if name.split(".")[0] == "ridotto"}
        found.setdefault(layer_of(module_of(file)), set()).update(names)
    return {layer: names - HIDDEN - {layer} for layer, names in found.items() if layer not in HIDDEN}


def below(layer: str, arrows: dict[str, set[str]]) -> set[str]:
    """All that a package reaches."""
    return arrows[layer].union(*(below(name, arrows) for name in arrows[layer]))


def shown(arrows: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The arrows that no others imply."""
    return [
        (layer, name)
        for layer in PLACES
        for name in sorted(arrows[layer])
        if not any(name in below(other, arrows) for other in arrows[layer])
    ]


def outline(layer: str) -> tuple[float, float, float, float]:
    """Left, top, width, height of a box. Everything stands on the engine."""
    column, row, _ = PLACES[layer]
    width = 175 * (COLUMNS - 1) + BOX[0] if layer == "engine" else BOX[0]
    return 20 + column * 175, 20 + row * 96, width, BOX[1]


def box(layer: str) -> str:
    x, y, width, height = outline(layer)
    name = f"{layer}/" if (ROOT / "src" / "ridotto" / layer).is_dir() else f"{layer}.py"
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width}" height="{height}" rx="8"/>'
        f'<text class="name" x="{x + width / 2:g}" y="{y + 22:g}">{name}</text>'
        f'<text x="{x + width / 2:g}" y="{y + 40:g}">{PLACES[layer][2]}</text>'
    )


def arrow(layer: str, name: str) -> str:
    (x, y, width, height), (to_x, to_y, to_width, _) = outline(layer), outline(name)
    shift = 0.0 if name == "engine" else 0.22 * width * ((to_x > x) - (to_x < x))  # leaves and lands on the near side
    start = x + width / 2 + shift
    end = start if name == "engine" else to_x + to_width / 2 - shift
    return f'<path d="M{start:g} {y + height:g}L{end:g} {to_y - 7:g}" marker-end="url(#head)"/>'


def drawing() -> str:
    arrows = imports()
    assert arrows.keys() == PLACES.keys(), f"place {arrows.keys() ^ PLACES.keys()} in {__file__}"
    width, height = 20 + 175 * (COLUMNS - 1) + BOX[0] + 20, 20 + 4 * 96 + BOX[1] + 20
    style = (
        "rect{fill:#fffdf7;stroke:#6b4f3a}text{font:13px sans-serif;text-anchor:middle;fill:#4a3a2c}"
        ".name{font-weight:bold;font-size:15px}path{stroke:#8c1c2b;fill:none}#head path{fill:#8c1c2b}"
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>The packages of Ridotto and their imports</title><style>{style}</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z"/></marker></defs>',
        f'<rect width="{width}" height="{height}" style="fill:#f3ead8;stroke:none"/>',
        *(arrow(layer, name) for layer, name in shown(arrows)),
        *(box(layer) for layer in PLACES),
        "</svg>\n",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(drawing(), "utf-8")

"""The drawing in docs/architecture.md shows the imports as they are."""

import importlib.util
import re
from pathlib import Path

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def load_script():
    """`docs/pictures/architecture.py`, which draws it."""
    specification = importlib.util.spec_from_file_location("architecture", PICTURES / "architecture.py")
    assert specification is not None
    assert specification.loader is not None
    script = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(script)
    return script


def test_the_drawing_shows_the_imports():
    script = load_script()
    assert (PICTURES / "architecture.svg").read_text("utf-8") == script.drawing(), f"run {script.__file__}"


def test_only_implied_arrows_are_left_out():
    script = load_script()
    arrows = {"web": {"house", "games"}, "house": {"games"}, "games": set()}
    script.PLACES = dict.fromkeys(arrows)
    assert script.shown(arrows) == [("web", "house"), ("house", "games")]


def test_the_page_names_every_package():
    text = (PICTURES.parent / "architecture.md").read_text("utf-8")
    script = load_script()
    named = set(re.findall(r"`(\w+)(?:/|\.py)", text)) | {"games"}
    assert script.PLACES.keys() - named == set()

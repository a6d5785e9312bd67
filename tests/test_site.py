"""The documentation site is built by one command, without a warning, and loads nothing from other servers."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_LOADED = re.compile(r'<(?:script|img|iframe|source)\b[^>]*?\bsrc="([^"]+)"|<link\b[^>]*?\bhref="([^"]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as CONTRIBUTING says, into a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONWARNINGS": "default"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def loaded(page: Path) -> list[str]:
    """The addresses that a page loads by itself, without its links."""
    return [source or style for source, style in _LOADED.findall(page.read_text("utf-8"))]


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    assert [
        (page.name, address) for page in pages for address in loaded(page) if re.match(r"(?:https?:)?//", address)
    ] == []


@pytest.mark.slow
def test_the_reference_explains_what_programs_import(site):
    text = {page.parent.name: page.read_text("utf-8") for page in site.glob("reference/*/index.html")}
    for page, name in (
        ("games", "ridotto.engine.state.State.redeal"),
        ("games", "ridotto.engine.game.Game.start"),
        ("matches", "ridotto.engine.match.Match"),
        ("bots", "ridotto.bots.search.Search.run"),
        ("lab", "ridotto.lab.contest.Contest"),
        ("authors", "ridotto.engine.knowledge.Knowledge"),
        ("house", "ridotto.house.service.House.decide"),
    ):
        assert f'id="{name}"' in text[page], f"{name} is not on reference/{page}"

"""Style sheets: cheap to paint, cheap to style, and large type makes room for long names."""

import re
from importlib.resources import files

import pytest

import ridotto
from ridotto.web.http.assets import assets
from ridotto.web.rendering import LETTERS, letters

HOUSE = files("ridotto.web") / "static"
SHEETS = {
    f"{game.slug}/table.css": files(f"ridotto.games.{game.slug}") / "face" / "table.css" for game in ridotto.games()
}
SHEETS |= {name: HOUSE / name for name in ("house.css", "hall.css")}
CHEAP = {"opacity", "translate", "scale", "rotate"}  # the compositor does it alone


def text_of(name):
    return re.sub(r"/\*.*?\*/", "", SHEETS[name].read_text("utf-8"), flags=re.DOTALL)


def keyframes():
    """Of every animation, what it changes."""
    changed: dict[str, set[str]] = {}
    for name in SHEETS:
        for animation, body in re.findall(r"@keyframes ([\w-]+) \{((?:[^{}]*\{[^{}]*\})*)", text_of(name)):
            changed.setdefault(animation, set()).update(re.findall(r"([\w-]+):", body))
    return changed


@pytest.mark.parametrize("name", SHEETS)
def test_what_never_ends_is_not_painted_again(name):
    changed = keyframes()
    endless = re.findall(r"animation: ([\w-]+)[^;}]*\binfinite\b", text_of(name))
    assert {animation: changed[animation] - CHEAP for animation in endless if changed[animation] - CHEAP} == {}


@pytest.mark.parametrize("name", SHEETS)
def test_no_part_of_a_class_is_asked_for(name):
    """With `[class*=...]` anywhere, a browser styles all anew around whatever gets or loses any class."""
    assert re.findall(r"\[class[^\]]*\]", text_of(name)) == []


def test_endless_animations_are_found():
    """The sheets are read as meant: the lantern of whoever is waited for burns on."""
    assert "lantern" in re.findall(r"animation: ([\w-]+)[^;}]*\binfinite\b", text_of("house.css"))
    assert keyframes()["lantern"] <= CHEAP


@pytest.mark.parametrize("name", [*SHEETS, "house.svg", "pages.svg", "venezia/art.svg"])
def test_what_is_for_authors_is_not_sent_and_all_else_is(name):
    folder, _, file = name.rpartition("/")
    written = ((files(f"ridotto.games.{folder}") / "face" if folder else HOUSE) / file).read_text("utf-8")
    without = re.sub(r"/\*.*?\*/" if name.endswith("css") else r"<!--.*?-->", "", written, flags=re.DOTALL)
    sent = assets()[name].data.decode()
    assert "".join(sent.split()) == "".join(without.split()).replace(";}", "}")
    assert len(sent) < len(written)


@pytest.mark.parametrize(
    ("said", "step"), [("", 8), ("Anna", 8), ("Anna Bellissima", 12), ("Anna-Katharina wins.", 16), ("W" * 40, 24)]
)
def test_large_type_knows_how_long_a_name_is(said, step):
    assert letters(said) == step
    assert step == LETTERS[0] or f'[data-letters="{step}"]' in text_of("house.css")

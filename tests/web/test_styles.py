"""Style sheets: cheap to render, no unused or undefined names, type sizes for long names."""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from typing import get_args

import pytest

import ridotto
from ridotto.engine.scene import ZoneKind
from ridotto.web.http.assets import assets
from ridotto.web.rendering import WORD_LENGTHS, letters

WEB = files("ridotto.web")
SLUGS = [game.slug for game in ridotto.all_games()]
COMPOSITED = {"opacity", "translate", "scale", "rotate"}  # animating other properties repaints
FAMILIES = ("from-", "level-", "mask-", "pays-", "source-", "step-", "tassel-")  # classes that end with a value
MARKDOWN = {"center", "right"}  # columns of tables in rulebooks: markdown-it names them
UNSTYLED = {"unread"}  # found by scripts


def face(slug: str) -> Traversable:
    return files(f"ridotto.games.{slug}") / "face"


SHEETS = {sheet.name: sheet for sheet in (WEB / "static").iterdir() if sheet.name.endswith(".css")}
SHEETS |= {f"{slug}/{name}.css": face(slug) / f"{name}.css" for slug in SLUGS for name in ("table", "ending")}
TEMPLATES = {template.name: template for template in (WEB / "templates").iterdir()}
TEMPLATES |= {f"{slug}/table.html.j2": face(slug) / "table.html.j2" for slug in SLUGS}


def text_of(name: str) -> str:
    """A style sheet without comments."""
    return re.sub(r"/\*.*?\*/", "", SHEETS[name].read_text("utf-8"), flags=re.DOTALL)


def selectors(name: str) -> list[str]:
    return re.findall(r"(?:^|(?<=[{};]))\s*([^{};@]+)\{", re.sub(r'"[^"]*"', '""', text_of(name)))


def styled_classes(name: str) -> set[str]:
    return set(re.findall(r"\.([a-zA-Z_][\w-]*)", " ".join(selectors(name))))


def keyframes() -> dict[str, set[str]]:
    """The properties that each animation changes."""
    changed: dict[str, set[str]] = {}
    for name in SHEETS:
        for animation, body in re.findall(r"@keyframes ([\w-]+) \{((?:[^{}]*\{[^{}]*\})*)", text_of(name)):
            changed.setdefault(animation, set()).update(re.findall(r"([\w-]+):", body))
    return changed


class TestRendering:
    @pytest.mark.parametrize("name", SHEETS)
    def test_endless_animations_do_not_repaint(self, name: str) -> None:
        changed = keyframes()
        endless = re.findall(r"animation: ([\w-]+)[^;}]*\binfinite\b", text_of(name))
        repainted = {animation: changed[animation] - COMPOSITED for animation in endless}
        assert {animation: properties for animation, properties in repainted.items() if properties} == {}

    @pytest.mark.parametrize("name", SHEETS)
    def test_no_selector_matches_parts_of_class_names(self, name: str) -> None:
        """With `[class*=...]` in any sheet, browsers recalculate far more styles whenever a class changes."""
        assert re.findall(r"\[class[^\]]*\]", text_of(name)) == []

    def test_endless_animations_are_found(self) -> None:
        """So that the tests above do test something."""
        assert "lantern" in re.findall(r"animation: ([\w-]+)[^;}]*\binfinite\b", text_of("house.css"))
        assert keyframes()["lantern"] <= COMPOSITED

    @pytest.mark.parametrize("name", [*SHEETS, "house.svg", "pages.svg", "venezia/art.svg"])
    def test_only_comments_and_spaces_are_left_out(self, name: str) -> None:
        folder, _, file = name.rpartition("/")
        source = ((face(folder) if folder else WEB / "static") / file).read_text("utf-8")
        comment = r"/\*.*?\*/" if name.endswith("css") else r"<!--.*?-->"
        sent = assets()[name].data.decode()
        expected = re.sub(comment, "", source, flags=re.DOTALL)
        assert "".join(sent.split()) == "".join(expected.split()).replace(";}", "}")
        assert len(sent) < len(source)

    @pytest.mark.parametrize(
        ("text", "length"),
        [("", 8), ("Anna", 8), ("Anna Bellissima", 12), ("Anna-Katharina wins.", 16), ("W" * 40, 24)],
    )
    def test_large_type_has_a_size_for_every_length_of_words(self, text: str, length: int) -> None:
        assert letters(text) == length
        assert length == WORD_LENGTHS[0] or f'[data-letters="{length}"]' in text_of("house.css")


class TestFormat:
    @pytest.mark.parametrize("name", SHEETS)
    def test_every_declaration_has_a_line_of_its_own(self, name: str) -> None:
        outside_strings = re.sub(r'"[^"]*"|url\([^)]*\)', "", text_of(name))
        lines = [line.strip() for line in outside_strings.splitlines()]
        assert [line for line in lines if line.count(";") > 1 or re.search(r"[;{}].", line)] == []


def attributes(template: str) -> Iterator[str]:
    """The values of all class attributes in a template. Expressions in them may contain quotes."""
    for found in re.finditer(r'class="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"', template):
        yield found[1]


def code(template: str) -> str:
    """All expressions and statements of a template, without texts for people."""
    parts = " ".join(re.findall(r"\{\{.*?\}\}|\{%.*?%\}", template, re.DOTALL))
    return re.sub(r'\b_n?\((?:"[^"]*"|[^()"]|\([^()]*\))*\)', "", parts)


def words(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])[a-zA-Z_][\w-]*", text))


def classes_in_attributes(template: str) -> set[str]:
    """Classes written out in class attributes, also as alternatives in conditional expressions."""
    found: set[str] = set()
    for value in attributes(template):
        found |= words(re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "\0", value))
        for expression in re.findall(r"\{\{(.*?)\}\}", value):
            for alternative in re.findall(r'(?:^|\belse|:)\s*"([\w -]*)"', expression.strip()):
                found |= words(alternative)
    return {name for name in found if not name.endswith(("-", "_"))}


def strings(source: str) -> list[str]:
    return ["".join(quoted) for quoted in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`", source)]


def classes_in_scripts() -> set[str]:
    found: set[str] = set()
    for script in (WEB / "static").iterdir():
        if script.name.endswith(".js"):
            for text in strings(script.read_text("utf-8")):
                found |= set(re.findall(r"(?:^|\.)([a-z][\w-]*)(?![\w(])", text))
                found |= words(text) if "." not in text else set()
    return found


def python_sources(folder: Traversable) -> Iterator[str]:
    for file in folder.iterdir():
        if file.is_dir() and file.name not in ("bot", "rules"):
            yield from python_sources(file)
        elif file.name.endswith(".py"):
            yield file.read_text("utf-8")


def classes_in_python(folder: Traversable) -> set[str]:
    """Single words, which may become classes (the art of a piece, for example), and classes of HTML."""
    found: set[str] = set()
    for source in python_sources(folder):
        for text in strings(source):
            found |= {text.strip()} if re.fullmatch(r" ?[\w-]+", text) else set()
        for value in re.findall(r'class="([^"]*)', source):
            found |= words(value)
    return found


def usable_classes(slug: str = "") -> set[str]:
    """Classes that the templates, the scripts and the Python code of the house, and of a game, may produce."""
    names = [name for name in TEMPLATES if "/" not in name or not slug or name.startswith(f"{slug}/")]
    templates = [TEMPLATES[name].read_text("utf-8") for name in names]
    found = classes_in_scripts() | classes_in_python(WEB) | MARKDOWN | set(SLUGS) | set(get_args(ZoneKind))
    found |= {f"{way}-flag" for way in ("double", "last", "next")}
    if slug:
        found |= classes_in_python(files(f"ridotto.games.{slug}"))
    for template in templates:
        found |= set(chain.from_iterable(map(words, attributes(template))))
        found |= set(chain.from_iterable(words(text) for text in re.findall(r'"([^"]*)"', code(template))))
        outputs = re.findall(r"\{% (?:block classes|block page_class|macro).*?%\}(.*?)\{% end", template, re.DOTALL)
        found |= words(" ".join(outputs))
    return found


class TestNames:
    @pytest.mark.parametrize("name", SHEETS)
    def test_every_styled_class_is_used(self, name: str) -> None:
        folder, _, _ = name.rpartition("/")
        unused = styled_classes(name) - usable_classes(folder)
        assert {other for other in unused if not other.startswith(FAMILIES)} == set()

    @pytest.mark.parametrize("name", TEMPLATES)
    def test_every_class_in_templates_is_styled_or_used_by_scripts(self, name: str) -> None:
        known = set().union(*map(styled_classes, SHEETS)) | classes_in_scripts() | UNSTYLED | set(SLUGS)
        assert classes_in_attributes(TEMPLATES[name].read_text("utf-8")) - known == set()

    @pytest.mark.parametrize("name", SHEETS)
    def test_class_names_have_three_letters_at_least(self, name: str) -> None:
        assert {other for other in styled_classes(name) if len(other) < 3} == set()

    def test_every_custom_property_used_is_defined(self) -> None:
        sheets = "".join(map(text_of, SHEETS))
        scripts = "".join(
            script.read_text("utf-8") for script in (WEB / "static").iterdir() if script.name.endswith(".js")
        )
        defined = set(re.findall(r"(?<![\w-])(--[\w-]+):", sheets)) | set(re.findall(r"@property (--[\w-]+)", sheets))
        defined |= set(re.findall(r'setProperty\("(--[\w-]+)"', scripts))
        assert set(re.findall(r"var\((--[\w-]+)", sheets)) - defined == set()

    def test_every_custom_property_defined_is_used(self) -> None:
        sheets = "".join(map(text_of, SHEETS))
        drawings = "".join(data.data.decode() for name, data in assets().items() if name.endswith(".svg"))
        defined = set(re.findall(r"(?<![\w-])(--[\w-]+):", sheets))
        assert defined - set(re.findall(r"var\((--[\w-]+)", sheets + drawings)) == set()

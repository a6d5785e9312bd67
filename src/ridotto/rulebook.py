"""The rulebooks for players: texts of each game in three languages, whose comments say which clauses a paragraph tells.

<!-- rules: verhext.follow.must verhext.follow.choice -->
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_COMMENT = re.compile(r"\s*<!--.*?-->")
_CLAUSES = re.compile(r"<!-- rules: (.*?) -->")
_REBUILT = "<!-- reconstructed -->"
_OPTIONS = re.compile(r"<!-- option: (.*?) -->")
_HEADING = re.compile(r"^(#+) (.*?)(?: \{#([\w-]+)\})?$")
_PICTURE = re.compile(r"^!\[.*\]\(piece:.*\)$")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph, list item, table row or whole table, without its comments."""

    anchor: str  # the id of the heading above it
    text: str
    clauses: tuple[str, ...]
    options: tuple[str, ...]
    rebuilt: bool = False  # does it tell what nobody has printed, and the house had to reconstruct?


@dataclass(frozen=True, slots=True)
class Rulebook:
    title: str
    hook: str
    text: str  # Markdown, without comments, pictures and anchors
    paragraphs: tuple[Paragraph, ...]
    minutes: str = ""  # that a game takes
    source: str = ""  # Markdown, with everything

    def about(self, clause: str) -> Paragraph | None:
        """The paragraph that tells a clause: the rules proper first, then options, rulings and tips."""
        telling = [paragraph for paragraph in self.paragraphs if clause in paragraph.clauses]
        proper = [
            paragraph
            for paragraph in telling
            if paragraph.anchor not in ("quick", "first", "options", "rulings", "record")
        ]
        return next(iter(proper or telling), None)

    def option(self, name: str) -> str:
        """What it says about an option of the game."""
        return next((paragraph.text for paragraph in self.paragraphs if name in paragraph.options), "")


@cache
def rulebook(slug: str, language: str) -> Rulebook:
    """The rulebook of a game."""
    page = files(f"ridotto.games.{slug}").joinpath("rulebook", f"{language}.md")
    if not page.is_file():  # a game in the making
        return Rulebook(slug, "", "", ())
    source = page.read_text("utf-8")
    _, head, body = source.split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    return Rulebook(fields["title"], fields["hook"], _readable(body), tuple(_paragraphs(body)), fields["minutes"], body)


@cache
def ours(slug: str) -> frozenset[str]:
    """The clauses that the house has decided: marked [D] in its rules, since the printed ones do not say so."""
    page = files(f"ridotto.games.{slug}").joinpath("rulebook", "ours.json")
    return frozenset(json.loads(page.read_text("utf-8"))) if page.is_file() else frozenset()


def _readable(body: str) -> str:
    lines = []
    for line in body.splitlines():
        if _PICTURE.match(line):
            continue
        heading = _HEADING.match(line)
        lines.append(f"{heading[1]} {heading[2]}" if heading else _COMMENT.sub("", line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _paragraphs(body: str) -> list[Paragraph]:
    """What is commented; a comment that stands alone speaks of the table above it."""
    found = []
    anchor = ""
    table: list[str] = []
    for line in body.splitlines():
        heading = _HEADING.match(line)
        if heading:
            anchor = heading[3] or ""
        clauses = tuple(clause for listed in _CLAUSES.findall(line) for clause in listed.split())
        options = tuple(_OPTIONS.findall(line))
        text = _COMMENT.sub("", line).removeprefix("- ").strip()
        if clauses or options:
            found.append(Paragraph(anchor, text or "\n".join(table), clauses, options, _REBUILT in line))
        if text.startswith("|"):
            table.append(text)
        elif text:
            table = []
    return found


def paragraph(slug: str, language: str, clause: str) -> str:
    """What the rulebook says about a clause, or nothing."""
    telling = rulebook(slug, language).about(clause)
    return telling.text if telling else ""

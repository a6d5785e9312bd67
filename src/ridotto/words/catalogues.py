"""The catalogues: one for the house and one a game, in each language, as .po files that translators edit."""

import gettext
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCE = Path(__file__).parent.parent
KEYWORDS: dict[str, tuple[int, ...] | None] = {"msg": None, "msgs": (1, 2), "refuse": None}
IN_PAGES: dict[str, tuple[int, ...] | None] = {"_": None, "_n": (1, 2)}


def owners() -> list[Path]:
    """The folders that bring words of their own: the house, and every game."""
    return [SOURCE / "words", *sorted(rules.parent for rules in SOURCE.glob("games/*/rules"))]


def file_of(owner: Path, language: str) -> Path:
    return owner / "locale" / f"{language}.po"


def read(owner: Path, language: str) -> Catalog:
    path = file_of(owner, language)
    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


@cache
def spoken(language: str) -> gettext.GNUTranslations:
    """All words of a language: the house's, and those of the games."""
    words = None
    for owner in owners():
        packed = BytesIO()
        write_mo(packed, read(owner, language))
        packed.seek(0)
        part = gettext.GNUTranslations(packed)
        if words is None:
            words = part
        else:
            words.add_fallback(part)
    assert words is not None
    return words


def sources(owner: Path) -> Iterator[Path]:
    """The files whose words an owner brings; what belongs to no game is the house's."""
    games = owners()[1:]
    root = SOURCE if owner.name == "words" else owner
    for path in sorted([*root.rglob("*.py"), *root.rglob("*.j2")]):
        if root is owner or not any(path.is_relative_to(game) for game in games):
            yield path


def template(owner: Path) -> Catalog:
    """Every message in an owner's sources."""
    found = Catalog()
    for path in sources(owner):
        place = path.relative_to(SOURCE).as_posix()
        language, keywords = ("jinja2", IN_PAGES) if path.suffix == ".j2" else ("python", KEYWORDS)
        for line, text, _, _ in extract_from_file(language, str(path), keywords=keywords):
            found.add(text, locations=[(place, line)])
    return found

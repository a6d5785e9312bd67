"""The catalogues: for each language one .po file of the house and one of each game, edited by translators."""

import gettext
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

PACKAGE = Path(__file__).parents[1]
HOUSE = PACKAGE / "translations"
PYTHON_KEYWORDS: dict[str, tuple[int, ...] | None] = {"msg": None, "msgs": (1, 2), "refuse": None}
TEMPLATE_KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "_n": (1, 2)}


def catalogue_folders() -> list[Path]:
    """The folders with catalogues in `locale/`: the house's own, then every game's."""
    return [HOUSE, *sorted(rules.parent for rules in PACKAGE.glob("games/*/rules"))]


def catalogue_path(folder: Path, language: str) -> Path:
    return folder / "locale" / f"{language}.po"


def read_catalogue(folder: Path, language: str) -> Catalog:
    """The catalogue of a folder; empty if its file does not exist yet."""
    path = catalogue_path(folder, language)
    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


@cache
def load_translations(language: str) -> gettext.GNUTranslations:
    """All catalogues of a language, each the fallback of the one before."""
    translations = None
    for folder in catalogue_folders():
        compiled = BytesIO()
        write_mo(compiled, read_catalogue(folder, language))
        compiled.seek(0)
        part = gettext.GNUTranslations(compiled)
        if translations is None:
            translations = part
        else:
            translations.add_fallback(part)
    assert translations is not None
    return translations


def source_files(folder: Path) -> Iterator[Path]:
    """The sources whose messages belong to a folder's catalogues. Sources outside the games belong to the house."""
    games = catalogue_folders()[1:]
    root = PACKAGE if folder == HOUSE else folder
    for path in sorted([*root.rglob("*.py"), *root.rglob("*.j2")]):
        if root is folder or not any(path.is_relative_to(game) for game in games):
            yield path


def extract_messages(folder: Path) -> Catalog:
    """Every message in the sources that belong to a folder's catalogues, untranslated."""
    messages = Catalog()
    for path in source_files(folder):
        place = path.relative_to(PACKAGE).as_posix()
        syntax, keywords = ("jinja2", TEMPLATE_KEYWORDS) if path.suffix == ".j2" else ("python", PYTHON_KEYWORDS)
        for line, text, _, _ in extract_from_file(syntax, str(path), keywords=keywords):
            messages.add(text, locations=[(place, line)])
    return messages

"""One word, one meaning: no two modules and no two public classes share a name, and no file is too long."""

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "ridotto"
SOURCES = sorted(PACKAGE.rglob("*.py"))
LONGEST_FILE = 500  # lines; rules are as long as the rulebook
MODULES_IN_WEB = 14


def shared(names: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that several places have."""
    places = defaultdict(list)
    for name, place in names:
        places[name].append(place)
    return {name: there for name, there in places.items() if len(there) > 1}


def path(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def is_of_a_game(file: Path) -> bool:
    """The same role has the same file name in every game."""
    parts = file.relative_to(PACKAGE).parts
    return parts[0] == "games" and len(parts) > 2


def public_classes(file: Path) -> list[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def test_no_two_modules_share_a_name() -> None:
    modules = [file for file in SOURCES if file.stem != "__init__" and not is_of_a_game(file)]
    assert shared((file.stem, path(file)) for file in modules) == {}


def test_no_two_public_classes_share_a_name() -> None:
    assert shared((name, path(file)) for file in SOURCES for name in public_classes(file)) == {}


def test_a_shared_name_would_be_noticed() -> None:
    assert shared([("Row", "a.py"), ("Table", "a.py"), ("Row", "b.py")]) == {"Row": ["a.py", "b.py"]}


def test_every_game_has_the_same_rooms_and_the_same_names_for_its_roles() -> None:
    roles = (
        *("__init__", "components", "names", "rules/rules", "rules/snapshot", "rules/from_snapshot"),
        *("rules/refusals", "rules/inventory", "show/view", "show/scene", "show/actions", "show/story", "show/figures"),
        *("show/lessons", "show/standings", "bot/bot", "bot/blunders", "bot/outcomes"),
    )
    games = sorted(folder.parent for folder in PACKAGE.glob("games/*/rules"))
    assert len(games) >= 5
    assert [path(game / f"{role}.py") for game in games for role in roles if not (game / f"{role}.py").is_file()] == []
    rooms = {"bot", "face", "locale", "rulebook", "rules", "show"}
    for game in games:
        assert {room.name for room in game.iterdir() if room.is_dir()} - {"__pycache__"} == rooms


def test_no_file_is_too_long() -> None:
    long = {path(file): len(file.read_text("utf-8").splitlines()) for file in SOURCES if file.parent.name != "rules"}
    assert {file: lines for file, lines in long.items() if lines > LONGEST_FILE} == {}


def test_the_web_has_rooms() -> None:
    assert len([file for file in (PACKAGE / "web").glob("*.py") if file.stem != "__init__"]) <= MODULES_IN_WEB

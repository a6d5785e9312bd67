"""The arrows between the layers, read off the imports: engine <- games <- bots <- house <- the edges."""

import ast
import graphlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "ridotto"
GAMES = sorted(rules.parent.name for rules in PACKAGE.glob("games/*/rules"))

BELOW = {
    "engine": set(),
    "translations": {"engine"},
    "games": {"engine"},
    "rulebook": {"engine", "games"},
    "option_texts": {"engine", "games", "rulebook"},
    "bots": {"engine", "games"},
    "house": {"engine", "games", "bots"},
    "web": {"engine", "games", "bots", "house", "translations", "rulebook", "option_texts"},
    "terminal": {"engine", "games", "bots", "house", "translations", "rulebook", "option_texts"},
    "lab": {"engine", "games", "bots", "house"},
    "adapters": {"engine", "games", "bots", "house"},
    "__init__": {"engine", "games", "_pure"},
    "_pure": set(),
    "cli": {"engine", "games", "bots", "house", "web", "terminal", "lab", "adapters", "translations", "rulebook"},
    "__main__": {"cli"},
}
AT_ONCE = {
    "rich": {"terminal"},
    "babel": {"translations"},
    "msgspec": {"engine", "games", "house", "translations", "web"},
    "starlette": {"web"},
    "jinja2": {"web"},
    "markupsafe": {"web"},
}  # libraries that whole layers stand on; all others are imported late
HEAVY = [
    "argparse",
    "asyncio",
    "babel",
    "Cython",
    "email",
    "http",
    "jinja2",
    "msgspec",
    "multiprocessing",
    "numpy",
    "psycopg",
    "pyspiel",
    "rich",
    "sqlite3",
    "starlette",
    "uvicorn",
]


def layer_of(module: str) -> str:
    """`ridotto.engine.state` belongs to `engine`, `ridotto` itself to `__init__`."""
    return [*module.split("."), "__init__"][1]


def module_of(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def imported(node: ast.AST) -> Iterator[str]:
    """The modules a statement imports; `from package import name` may mean `package.name`."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        for alias in node.names:
            yield f"{node.module}.{alias.name}" if is_module(f"{node.module}.{alias.name}") else str(node.module)


def is_module(name: str) -> bool:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def all_imports(file: Path) -> set[str]:
    """All imports of a source or C layout, wherever they are in it."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".pxd":
        return set(re.findall(r"^\s*from\s+([\w.]+)\s+cimport", text, re.MULTILINE))
    return {name for node in ast.walk(ast.parse(text)) for name in imported(node)}


def imports_at_once(node: ast.AST) -> Iterator[str]:
    """The imports that run when the module is imported: none in functions or for type checkers only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            continue
        yield from imported(child)
        yield from imports_at_once(child)


def own(imports: set[str]) -> set[str]:
    return {name for name in imports if name.split(".")[0] == "ridotto"}


SOURCES = sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pxd")])


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(PACKAGE)))
class TestArrows:
    def test_a_layer_imports_only_itself_and_the_layers_below(self, file: Path) -> None:
        layer = layer_of(module_of(file))
        allowed = (
            BELOW[layer]
            | {layer}
            | ({"__init__"} if layer not in ("engine", "games", "translations", "_pure") else set())
        )
        assert {layer_of(name) for name in own(all_imports(file))} <= allowed

    def test_a_game_is_known_to_nobody_but_itself(self, file: Path) -> None:
        games = {name.split(".")[2] for name in own(all_imports(file)) if name.startswith("ridotto.games.")}
        here = file.relative_to(PACKAGE).parts
        allowed = {here[1]} if here[0] == "games" and len(here) > 2 else set()
        assert games & set(GAMES) <= allowed


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_libraries_are_imported_where_they_are_used(file: Path) -> None:
    names = imports_at_once(ast.parse(file.read_text(encoding="utf-8")))
    libraries = {name.split(".")[0] for name in names} - set(sys.stdlib_module_names) - {"ridotto", "cython"}
    layer = layer_of(module_of(file))
    assert {library for library in libraries if layer not in AT_ONCE.get(library, set())} == set()


def test_the_scan_finds_imports_wherever_they_hide(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text(
        "from typing import TYPE_CHECKING\n"
        "from ridotto import games\n"
        "if TYPE_CHECKING:\n    import numpy\n"
        "class Table:\n    import rich\n    def lay(self):\n        from ridotto.engine import rng\n"
    )
    assert all_imports(source) == {"typing", "ridotto.games", "numpy", "rich", "ridotto.engine.rng"}
    assert set(imports_at_once(ast.parse(source.read_text()))) == {"typing", "ridotto.games", "rich"}
    layout = tmp_path / "layout.pxd"
    layout.write_text("from ridotto.engine.state cimport State\n")
    assert all_imports(layout) == {"ridotto.engine.state"}


def module_imports() -> dict[str, set[str]]:
    """Every module with the modules it imports, for types only and in functions, too."""
    modules = {module_of(file) for file in SOURCES}
    found: dict[str, set[str]] = {module: set() for module in modules}
    for file in SOURCES:
        found[module_of(file)] |= (all_imports(file) & modules) - {module_of(file)}
    return found


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import each other."""
    sorter = graphlib.TopologicalSorter(imports)
    try:
        sorter.prepare()
    except graphlib.CycleError as error:
        circle = error.args[1]
        rest = {module: names - set(circle) for module, names in imports.items() if module not in circle}
        return [circle, *circles(rest)]
    return []


def test_no_modules_import_each_other() -> None:
    assert circles(module_imports()) == []


def test_a_circle_of_imports_would_be_noticed() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c", "b"]]


def test_every_layer_has_its_arrows() -> None:
    layers = {layer_of(module_of(file)) for file in SOURCES}
    assert layers <= set(BELOW)


def test_importing_ridotto_and_dealing_a_game_loads_nothing_heavy() -> None:
    deal = "import sys, ridotto; [game.start(seed=1) for game in ridotto.all_games()]; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", deal], capture_output=True, text=True, check=True).stdout.split()
    assert "ridotto.engine.state" in loaded
    assert [name for name in HEAVY if name in loaded] == []


def test_nothing_in_the_package_points_outside_of_it() -> None:
    outside = re.compile(rb"\.\./shared|(?<![\w.:/])/(?:work|home|root|tmp|Users|opt|var)/")
    made = ("__pycache__", ".so", ".pyd")  # from the sources, with the path of this checkout in it
    files = [file for file in PACKAGE.rglob("*.*") if file.parent.name not in made and file.suffix not in made]
    assert [file.name for file in files if outside.search(file.read_bytes())] == []

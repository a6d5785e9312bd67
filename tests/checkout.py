"""A small checkout of its own, for tests that set up and build."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def checkout(folder: Path, package: Path | None = None) -> Path:
    """A folder with the build files of this project, and the given package or an empty one."""
    shutil.copytree(ROOT / "packaging", folder / "packaging", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "play", "test"):
        shutil.copy(ROOT / name, folder / name)
    source = folder / "src" / "ridotto"
    if package:
        shutil.copytree(package, source, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    else:
        source.mkdir(parents=True)
        (source / "__init__.py").write_text("")
    return folder


def python(*arguments: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs this Python with our environment and these changes to it."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("RIDOTTO_")}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env=inherited | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def program(path: Path, text: str) -> Path:
    """Writes an executable shell script."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path

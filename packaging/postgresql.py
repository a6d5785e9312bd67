"""PostgreSQL for the tests: finds and installs it."""

import os
from pathlib import Path

import from_apt

MISSING = from_apt.missing("PostgreSQL", "postgresql")
FOLDERS = ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/opt/postgresql*/bin", "usr/local/pgsql/bin")
PROGRAMS = ("initdb", "postgres")


def programs(path: str | None = None, root: Path = Path("/")) -> Path | None:
    """The folder of initdb and postgres: on the PATH, else that of the newest version in the usual folders."""
    if path is None:
        path = os.environ.get("PATH", "")
    on_path = [Path(folder) for folder in path.split(os.pathsep) if folder]
    elsewhere = sorted((folder for pattern in FOLDERS for folder in root.glob(pattern)), key=version, reverse=True)
    for folder in (*on_path, *elsewhere):
        if all(os.access(folder / name, os.X_OK) for name in PROGRAMS):
            return folder
    return None


def version(folder: Path) -> list[int]:
    """The version in the name of a folder, as numbers: 9 is older than 15."""
    return [int(word) for word in "".join(c if c.isdigit() else " " for c in str(folder)).split()]


def install() -> str:
    """Install PostgreSQL if it is missing and we may. Returns why it is still missing, or ''."""
    return from_apt.install("PostgreSQL", "postgresql", programs)

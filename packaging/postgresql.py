"""PostgreSQL for the tests: where it is, and how it gets here."""

import os
from pathlib import Path

import from_apt

MISSING = from_apt.missing("PostgreSQL", "postgresql")
USUAL = ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/opt/postgresql*/bin", "usr/local/pgsql/bin")
NEEDED = ("initdb", "postgres")


def programs(path: str | None = None, root: Path = Path("/")) -> Path | None:
    """The folder of initdb and postgres: on the PATH, else the newest of the usual places."""
    if path is None:
        path = os.environ.get("PATH", "")
    on_path = [Path(folder) for folder in path.split(os.pathsep) if folder]
    usual = sorted((folder for pattern in USUAL for folder in root.glob(pattern)), key=numbers, reverse=True)
    for folder in (*on_path, *usual):
        if all(os.access(folder / name, os.X_OK) for name in NEEDED):
            return folder
    return None


def numbers(folder: Path) -> list[int]:
    """The version in the name of a folder: 9 is older than 15."""
    return [int(word) for word in "".join(c if c.isdigit() else " " for c in str(folder)).split()]


def bring() -> str:
    """Installs PostgreSQL where it is missing and we may; if it is still missing, a line that says so."""
    return from_apt.bring("PostgreSQL", "postgresql", programs)

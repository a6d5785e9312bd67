"""Programs that tests need and pip does not have: they are installed where we may."""

import os
import shutil
from collections.abc import Callable

from prepare import quietly


def bring(name: str, package: str, is_there: Callable[[], object]) -> str:
    """Installs a program where it is missing and we may; if it is still missing, a line that says so."""
    if is_there():
        return ""
    apt = shutil.which("apt-get")
    if apt is None or os.name == "nt" or os.geteuid() != 0:
        return f"{missing(name, package)}: its tests are skipped."
    print(f"Installing {name} for the tests.", flush=True)
    install = (apt, "install", "--yes", "--no-install-recommends", package)
    output = told(*install)
    if not is_there():
        output = f"{told(apt, 'update')}\n{told(*install)}"
    if is_there():
        return ""
    return f"{output}\n{name} could not be installed, the lines above say why: its tests are skipped."


def missing(name: str, package: str) -> str:
    """What is not there, and how to get it."""
    return f"{name} is not installed here (on Debian and Ubuntu: apt install {package})"


def told(*command: str) -> str:
    """What a command prints; whoever calls sees by other means whether it worked."""
    output, _ = quietly(list(command), DEBIAN_FRONTEND="noninteractive")
    return output

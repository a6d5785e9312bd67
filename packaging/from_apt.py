"""Installs programs that tests need and pip does not have, by apt-get if we are root."""

import os
import shutil
from collections.abc import Callable

from prepare import run_quietly


def install(name: str, package: str, is_there: Callable[[], object]) -> str:
    """Install a program if it is missing and we may. Returns why it is still missing, or ''."""
    if is_there():
        return ""
    apt = shutil.which("apt-get")
    if apt is None or os.name == "nt" or os.geteuid() != 0:
        return f"{missing(name, package)}: its tests are skipped."
    print(f"Installing {name} for the tests.", flush=True)
    command = (apt, "install", "--yes", "--no-install-recommends", package)
    output = output_of(*command)
    if not is_there():
        output = f"{output_of(apt, 'update')}\n{output_of(*command)}"
    if is_there():
        return ""
    return f"{output}\n{name} could not be installed, the lines above say why: its tests are skipped."


def missing(name: str, package: str) -> str:
    """A sentence without its end: what is missing, and how to install it."""
    return f"{name} is not installed here (on Debian and Ubuntu: apt install {package})"


def output_of(*command: str) -> str:
    """The output of a command, whether it works or not."""
    output, _ = run_quietly(list(command), DEBIAN_FRONTEND="noninteractive")
    return output

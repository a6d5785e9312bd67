"""Finds the C compiler for the compiled modules: that of this machine, or else zig from its wheel, if there is one.

Used by the build backend (does the build need zig?), by setup.py (command and flags) and by prepare.py.
"""

import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path

ZIG = "ziglang>=0.13"
ZIG_SYSTEMS = ("linux", "darwin")
ZIG_MACHINES = ("x86_64", "aarch64", "arm64")  # for others there may be no wheel, and requiring it would fail the build
CHECKS = "-fsanitize=bounds,shift,signed-integer-overflow,integer-divide-by-zero"


def first_compiler() -> list[str]:
    """The command of the first C compiler on the PATH, not tested; empty if there is none."""
    named = os.environ.get("CC")
    for command in [named] if named else [sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]:
        words = shlex.split(command or "")
        if words and shutil.which(words[0]):
            return words
    return []


def can_compile(command: list[str]) -> bool:
    """Try to compile a line: on some machines, `cc` only asks people to install a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        line = Path(folder, "line.c")
        line.write_text("#include <stdlib.h>\nint line(void) { return abs(-1); }\n")
        trial = [*command, "-c", "line.c", "-o", "line.o"]
        return subprocess.run(trial, cwd=folder, capture_output=True, check=False).returncode == 0


@cache
def working_compiler() -> list[str]:
    """The command of a C compiler of this machine that works; empty if there is none."""
    command = first_compiler()
    return command if command and can_compile(command) else []


def has_python_headers() -> bool:
    """Are the C headers of this Python installed? Without them, no compiler helps."""
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def has_zig() -> bool:
    """Is the wheel of zig installed, and not excluded by RIDOTTO_NO_ZIG?"""
    return importlib.util.find_spec("ziglang") is not None and not os.environ.get("RIDOTTO_NO_ZIG")


def needs_zig() -> bool:
    """Should zig be installed for this build?"""
    if os.environ.get("RIDOTTO_PURE", "0") not in ("", "0") or os.environ.get("RIDOTTO_NO_ZIG"):
        return False
    return (
        sys.platform in ZIG_SYSTEMS
        and platform.machine() in ZIG_MACHINES
        and has_python_headers()
        and not working_compiler()
    )


def obstacle() -> str:
    """Why nothing can be compiled here; empty if it can."""
    if os.name == "nt":
        return ""  # setuptools looks for Microsoft's compiler by itself
    if not has_python_headers():
        return f"the C headers of Python {sys.version_info[0]}.{sys.version_info[1]} are missing (python3-dev)"
    if not working_compiler() and not has_zig():
        return "there is no C compiler (gcc, clang or the ziglang wheel)"
    return ""


def configure_setuptools() -> bool:
    """Tell setuptools which compiler to use. Returns whether it is zig."""
    if os.name == "nt":
        return False
    command = working_compiler()
    if not command and has_zig():
        zig = shlex.join([sys.executable, "-m", "ziglang", "cc"])
        os.environ.update(CC=zig, LDSHARED=f"{zig} -shared")
        return True
    if command and command != shlex.split(sysconfig.get_config_var("CC") or ""):
        os.environ.update(CC=shlex.join(command))
    return False


def flags(zig: bool, debug: bool) -> tuple[list[str], list[str]]:
    """The flags for compiling and those for linking."""
    if os.name == "nt":
        return (["/Od"] if debug else ["/O2"]), []
    if debug:
        # Python's own flags let signed integers wrap, which would disable the check for overflow
        return ["-O1", "-g", "-fno-wrapv", CHECKS, "-fno-sanitize-recover=all"], [CHECKS]
    tuning = []
    if sysconfig.get_platform().endswith("x86_64"):  # for popcount; every such processor since 2009 has it
        tuning = ["-mcpu=x86_64_v2"] if zig else ["-march=x86-64-v2"]
    return ["-O3", "-g0", "-ffp-contract=off", *tuning, *(["-fno-sanitize=undefined"] if zig else [])], []

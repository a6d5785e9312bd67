"""The C compiler that builds the rules: this machine's own, else zig from its wheel, else none.

Asked by the build backend (does the build need zig?), by setup.py (command and flags) and by ./play.
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
ZIG_MACHINES = ("x86_64", "aarch64", "arm64")  # elsewhere there may be no wheel, and asking for it would end the build
CHECKS = "-fsanitize=bounds,shift,signed-integer-overflow,integer-divide-by-zero"


def chosen() -> list[str]:
    """The first C compiler on the path, tried or not; empty where there is none."""
    named = os.environ.get("CC")
    for command in [named] if named else [sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]:
        words = shlex.split(command or "")
        if words and shutil.which(words[0]):
            return words
    return []


def works(command: list[str]) -> bool:
    """Compiles a line; on some machines the compiler is only an invitation to install one."""
    with tempfile.TemporaryDirectory() as folder:
        line = Path(folder, "line.c")
        line.write_text("#include <stdlib.h>\nint line(void) { return abs(-1); }\n")
        trial = [*command, "-c", "line.c", "-o", "line.o"]
        return subprocess.run(trial, cwd=folder, capture_output=True, check=False).returncode == 0


@cache
def found() -> list[str]:
    """The command of a working C compiler of this machine; empty if there is none."""
    command = chosen()
    return command if command and works(command) else []


def headers() -> bool:
    """Has this Python its C headers with it? No compiler helps where they are missing."""
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def zig_here() -> bool:
    return importlib.util.find_spec("ziglang") is not None and not os.environ.get("RIDOTTO_NO_ZIG")


def zig_wanted() -> bool:
    """Should zig be fetched for this build?"""
    if os.environ.get("RIDOTTO_PURE", "0") not in ("", "0") or os.environ.get("RIDOTTO_NO_ZIG"):
        return False
    return sys.platform in ZIG_SYSTEMS and platform.machine() in ZIG_MACHINES and headers() and not found()


def trouble() -> str:
    """Why nothing can be compiled here, and what would help; empty if it can."""
    if os.name == "nt":
        return ""  # setuptools looks for Microsoft's compiler by itself
    if not headers():
        return f"the C headers of Python {sys.version_info[0]}.{sys.version_info[1]} are missing (python3-dev)"
    if not found() and not zig_here():
        return "there is no C compiler (gcc, clang or the ziglang wheel)"
    return ""


def set_up() -> bool:
    """Tells setuptools which compiler to use; is it zig?"""
    if os.name == "nt":
        return False
    command = found()
    if not command and zig_here():
        zig = shlex.join([sys.executable, "-m", "ziglang", "cc"])
        os.environ.update(CC=zig, LDSHARED=f"{zig} -shared")
        return True
    if command and command != shlex.split(sysconfig.get_config_var("CC") or ""):
        os.environ.update(CC=shlex.join(command))
    return False


def flags(zig: bool, debug: bool) -> tuple[list[str], list[str]]:
    """For compiling and for linking."""
    if os.name == "nt":
        return (["/Od"] if debug else ["/O2"]), []
    if debug:
        # Python's own flags let signed numbers wrap, which would switch their check off
        return ["-O1", "-g", "-fno-wrapv", CHECKS, "-fno-sanitize-recover=all"], [CHECKS]
    tuning = []
    if sysconfig.get_platform().endswith("x86_64"):  # popcount and its kin, on every machine since 2009
        tuning = ["-mcpu=x86_64_v2"] if zig else ["-march=x86-64-v2"]
    return ["-O3", "-g0", "-ffp-contract=off", *tuning, *(["-fno-sanitize=undefined"] if zig else [])], []

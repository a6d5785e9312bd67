"""Compiles the engine and every game's rules; where that cannot be done, the same sources are installed as they are."""

import importlib.util
import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PURE = bool(os.environ.get("RIDOTTO_PURE"))
DEBUG = bool(os.environ.get("RIDOTTO_DEBUG"))  # bounds, overflow and capacity are checked, and a fault aborts


def compiler_found() -> bool:
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return os.name == "nt" or shutil.which(compiler) is not None


class TolerantBuild(build_ext):
    """Builds what it can. (`optional=True` alone does not catch a missing compiler.)"""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            if os.environ.get("RIDOTTO_REQUIRE_COMPILED"):
                raise
            print(f"*** ridotto is not compiled ({error}); it will run as plain Python, many times slower", file=sys.stderr)
            self.extensions = []


if not compiler_found() and importlib.util.find_spec("ziglang"):
    zig = f"{sys.executable} -m ziglang cc"
    os.environ.update(CC=zig, LDSHARED=f"{zig} -shared")

FLAGS = ["-O3", "-g0", "-ffp-contract=off", "-march=x86-64-v2"]
LINK: list[str] = []
if DEBUG:
    checks = "-fsanitize=bounds,shift,signed-integer-overflow,integer-divide-by-zero"
    FLAGS = ["-O1", "-g", checks, "-fno-sanitize-recover=all"]
    LINK = [checks]
if os.name == "nt":
    FLAGS, LINK = ["/O2"], []


def extensions() -> list[Extension]:
    """Every module that has a C layout beside it."""
    from Cython.Build import cythonize

    source = Path("src")
    modules = [
        Extension(
            ".".join(layout.relative_to(source).with_suffix("").parts),
            [str(layout.with_suffix(".py"))],
            extra_compile_args=FLAGS,
            extra_link_args=LINK,
            define_macros=[("RIDOTTO_DEBUG", "1")] if DEBUG else [],
        )
        for layout in sorted(source.rglob("*.pxd"))
    ]
    return cythonize(
        modules,
        build_dir="build/debug-c" if DEBUG else "build/c",
        include_path=["src"],
        compiler_directives={
            "language_level": 3,
            "infer_types": True,
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "auto_pickle": False,  # State pickles its block
        },
    )


setup(ext_modules=[] if PURE else extensions(), cmdclass={"build_ext": TolerantBuild})

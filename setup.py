"""Compiles the modules with a C layout. If that is not possible, their sources are installed as plain Python."""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent / "packaging"))
import c_compiler

PURE = os.environ.get("RIDOTTO_PURE", "0") not in ("", "0")
DEBUG = bool(os.environ.get("RIDOTTO_DEBUG"))
SOURCE = Path("src")
C_FILES = Path("build/debug-c" if DEBUG else "build/c")


class TolerantBuild(build_ext):
    """Compiles all modules or none: a mixture would not run, and `optional=True` does not handle a missing compiler."""

    def run(self) -> None:
        in_place = bool(self.inplace)  # setuptools changes it while it runs
        try:
            if c_compiler.obstacle():
                raise RuntimeError(c_compiler.obstacle())
            super().run()
        except Exception as error:
            if os.environ.get("RIDOTTO_REQUIRE_COMPILED"):
                raise
            print(f"*** Ridotto is not compiled, because {error}.", file=sys.stderr)
            self.remove_compiled(in_place)
        if in_place:
            remove_stale_files()

    def remove_compiled(self, in_place: bool) -> None:
        for self.inplace in {False, in_place}:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
        self.extensions: list[Extension] = []


def remove_stale_files() -> None:
    """Remove compiled modules, and their C files, whose C layout is gone: modules of an older version that have moved.

    Python would import such a compiled module instead of its source.
    """
    compiled = {file: file for kind in ("*.so", "*.pyd") for file in SOURCE.rglob(kind)}
    generated = {file: file.relative_to(C_FILES) for file in C_FILES.rglob("*.c")}
    for file, path in (compiled | generated).items():
        if not path.with_name(f"{path.name.split('.')[0]}.pxd").exists():
            file.unlink()


if PURE:
    setup()
else:
    from c_modules import extensions

    setup(
        ext_modules=extensions(SOURCE, str(C_FILES), DEBUG),
        cmdclass={"build_ext": TolerantBuild},
    )

"""Compiles the engine and every game's rules; where that cannot be done, the same sources are installed as they are."""

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


class TolerantBuild(build_ext):
    """Compiles all or nothing. (`optional=True` does not catch a missing compiler, and a mixture would not run.)"""

    def run(self) -> None:
        in_place = bool(self.inplace)  # setuptools forgets it while it runs
        try:
            if c_compiler.trouble():
                raise RuntimeError(c_compiler.trouble())
            super().run()
        except Exception as error:
            if os.environ.get("RIDOTTO_REQUIRE_COMPILED"):
                raise
            print(f"*** Ridotto is not compiled, because {error}.", file=sys.stderr)
            self.remove_compiled(in_place)
        if in_place:
            remove_orphans()

    def remove_compiled(self, in_place: bool) -> None:
        for self.inplace in {False, in_place}:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
        self.extensions: list[Extension] = []


def remove_orphans() -> None:
    """A compiled module whose C layout is gone would win over its source."""
    for kind in ("*.so", "*.pyd"):
        for module in SOURCE.rglob(kind):
            if not module.with_name(module.name.split(".")[0] + ".pxd").exists():
                module.unlink()


if PURE:
    setup()
else:
    from c_modules import extensions

    setup(
        ext_modules=extensions(SOURCE, "build/debug-c" if DEBUG else "build/c", DEBUG),
        cmdclass={"build_ext": TolerantBuild},
    )

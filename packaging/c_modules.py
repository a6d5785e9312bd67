"""What is compiled, and how: every module that has a C layout (.pxd) beside it."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension

import c_compiler

DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "auto_pickle": False,  # State pickles its block
}


def extensions(source: Path, build: str, debug: bool, layouts: Path | None = None) -> list[Extension]:
    """The modules under `source` as C in the folder `build`; they may cimport layouts from elsewhere.

    In a debug build bounds, overflow and capacity are checked, and a fault aborts.
    """
    compile_flags, link_flags = c_compiler.flags(zig=c_compiler.set_up(), debug=debug)
    modules = [
        Extension(
            ".".join(layout.relative_to(source).with_suffix("").parts),
            [str(layout.with_suffix(".py"))],
            extra_compile_args=compile_flags,
            extra_link_args=link_flags,
            define_macros=[("RIDOTTO_DEBUG", "1")] if debug else [],
        )
        for layout in sorted(source.rglob("*.pxd"), key=_length, reverse=True)
    ]
    compiled: list[Extension] = cythonize(
        modules, build_dir=build, include_path=[str(layouts or source)], compiler_directives=DIRECTIVES
    )
    return compiled


def _length(layout: Path) -> int:
    """Two compilers at work end sooner if the longest modules come first."""
    return layout.with_suffix(".py").stat().st_size

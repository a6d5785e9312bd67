"""The compiled modules: every module with a C layout (.pxd) beside it."""

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
    """Translate the modules under `source` to C, in the folder `build`, and describe them to setuptools.

    Args:
        source: The folder above the package.
        build: Where the C files go.
        debug: Check bounds, overflow and capacity, and abort on an error.
        layouts: Where `cimport` finds layouts; by default in `source`.
    """
    compile_flags, link_flags = c_compiler.flags(zig=c_compiler.configure_setuptools(), debug=debug)
    modules = [
        Extension(
            ".".join(layout.relative_to(source).with_suffix("").parts),
            [str(layout.with_suffix(".py"))],
            extra_compile_args=compile_flags,
            extra_link_args=link_flags,
            define_macros=[("RIDOTTO_DEBUG", "1")] if debug else [],
        )
        for layout in sorted(source.rglob("*.pxd"), key=_source_size, reverse=True)
    ]
    compiled: list[Extension] = cythonize(
        modules, build_dir=build, include_path=[str(layouts or source)], compiler_directives=DIRECTIVES
    )
    return compiled


def _source_size(layout: Path) -> int:
    """The largest modules are compiled first, so that two processes finish at about the same time."""
    return layout.with_suffix(".py").stat().st_size

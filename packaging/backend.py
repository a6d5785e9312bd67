"""The build backend: setuptools, which also requires zig for this build if there is no C compiler."""

from setuptools import build_meta as _setuptools
from setuptools.build_meta import *  # noqa: F403 - a build backend is its module's names

import c_compiler


def _zig_requirement() -> list[str]:
    return [c_compiler.ZIG] if c_compiler.needs_zig() else []


def get_requires_for_build_wheel(config_settings: dict[str, str | list[str]] | None = None) -> list[str]:
    return _setuptools.get_requires_for_build_wheel(config_settings) + _zig_requirement()


def get_requires_for_build_editable(config_settings: dict[str, str | list[str]] | None = None) -> list[str]:
    return _setuptools.get_requires_for_build_editable(config_settings) + _zig_requirement()

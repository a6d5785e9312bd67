"""The build backend: setuptools, and where there is no C compiler, zig from its wheel for this build only."""

from setuptools import build_meta as _setuptools
from setuptools.build_meta import *  # noqa: F403 - a build backend is its module's names

import c_compiler


def _zig() -> list[str]:
    return [c_compiler.ZIG] if c_compiler.zig_wanted() else []


def get_requires_for_build_wheel(config_settings: dict[str, str | list[str]] | None = None) -> list[str]:
    return _setuptools.get_requires_for_build_wheel(config_settings) + _zig()


def get_requires_for_build_editable(config_settings: dict[str, str | list[str]] | None = None) -> list[str]:
    return _setuptools.get_requires_for_build_editable(config_settings) + _zig()

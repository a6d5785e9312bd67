"""The build backend: setuptools, and where no C compiler is found, the zig compiler from its wheel for this build only."""

import os
import shutil
import sysconfig

from setuptools import build_meta as _setuptools
from setuptools.build_meta import *  # noqa: F403 - a build backend is its module's names


def _zig() -> list[str]:
    if os.name == "nt" or os.environ.get("RIDOTTO_PURE"):
        return []
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return [] if shutil.which(compiler) else ["ziglang>=0.13"]


def get_requires_for_build_wheel(config_settings=None):
    return _setuptools.get_requires_for_build_wheel(config_settings) + _zig()


def get_requires_for_build_editable(config_settings=None):
    return _setuptools.get_requires_for_build_editable(config_settings) + _zig()

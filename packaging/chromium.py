"""Chromium for the tests in a browser: where it is, and how it gets here."""

import os
import shutil

import from_apt

MISSING = from_apt.missing("Chromium", "chromium")
SHELL = "chromium-headless-shell"  # without windows: it starts sooner, needs less, and does not crash under load
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def program(path: str | None = None) -> str | None:
    """A browser on the PATH; `RIDOTTO_CHROMIUM` names another one."""
    if chosen := os.environ.get("RIDOTTO_CHROMIUM"):
        return shutil.which(chosen)
    return next((found for name in NAMES if (found := shutil.which(name, path=path))), None)


def bring() -> str:
    """Installs Chromium where it is missing and we may; if it is still missing, a line that says so."""
    without_shell = from_apt.bring("Chromium", SHELL, lambda: program() and shutil.which(SHELL))
    return from_apt.bring("Chromium", "chromium", program) if without_shell else ""

"""Chromium for the tests in a browser: where it is, and how it gets here."""

import os
import shutil

import from_apt

MISSING = from_apt.missing("Chromium", "chromium")
SHELL = "chromium-headless-shell"  # Chromium without windows: it starts sooner and needs less
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def program(path: str | None = None) -> str | None:
    """A browser on the PATH; `RIDOTTO_CHROMIUM` names another one."""
    if chosen := os.environ.get("RIDOTTO_CHROMIUM"):
        return shutil.which(chosen)
    return next((found for name in NAMES if (found := shutil.which(name, path=path))), None)


def bring() -> str:
    """Installs Chromium where it is missing and we may; if it is still missing, a line that says so."""
    chosen = os.environ.get("RIDOTTO_CHROMIUM")
    if not chosen and not from_apt.bring("Chromium", SHELL, lambda: shutil.which(SHELL)):
        return ""
    return from_apt.bring("Chromium", "chromium", program)

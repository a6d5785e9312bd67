"""Chromium for the tests in a browser: finds and installs it."""

import os
import shutil

import from_apt

MISSING = from_apt.missing("Chromium", "chromium")
SHELL = "chromium-headless-shell"  # Chromium without windows: smaller, and starts sooner
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def program(path: str | None = None) -> str | None:
    """The path of the first browser on the PATH, or of the one that `RIDOTTO_CHROMIUM` names."""
    if chosen := os.environ.get("RIDOTTO_CHROMIUM"):
        return shutil.which(chosen)
    return next((found for name in NAMES if (found := shutil.which(name, path=path))), None)


def install() -> str:
    """Install Chromium if it is missing and we may. Returns why it is still missing, or ''."""
    chosen = os.environ.get("RIDOTTO_CHROMIUM")
    if not chosen and not from_apt.install("Chromium", SHELL, lambda: shutil.which(SHELL)):
        return ""
    return from_apt.install("Chromium", "chromium", program)

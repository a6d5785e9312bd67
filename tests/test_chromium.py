"""Chromium for the tests: which one is used, and the message if there is none."""

import os
import sys
from pathlib import Path

import pytest

from tests.checkout import ROOT, program

sys.path.insert(0, str(ROOT / "packaging"))
import chromium


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with nothing on its PATH yet."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RIDOTTO_CHROMIUM", raising=False)


def test_the_first_that_is_known_is_taken(tmp_path: Path) -> None:
    program(tmp_path / "google-chrome", "exit 0")
    assert chromium.program() == str(tmp_path / "google-chrome")
    program(tmp_path / "chromium", "exit 0")
    assert chromium.program() == str(tmp_path / "chromium")
    program(tmp_path / "chromium-headless-shell", "exit 0")
    assert chromium.program() == str(tmp_path / "chromium-headless-shell")


def test_another_one_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "chromium", "exit 0")
    mine = program(tmp_path / "mine", "exit 0")
    monkeypatch.setenv("RIDOTTO_CHROMIUM", str(mine))
    assert chromium.program() == str(mine)


def test_where_it_may_not_be_installed_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert chromium.install() == (
        "Chromium is not installed here (on Debian and Ubuntu: apt install chromium): its tests are skipped."
    )


@pytest.mark.parametrize("name", ["chromium", "chromium-headless-shell"])
def test_nothing_is_said_where_it_is(name: str, tmp_path: Path) -> None:
    program(tmp_path / name, "exit 0")
    assert chromium.install() == ""


@pytest.mark.skipif(os.name == "nt", reason="there is no apt-get")
@pytest.mark.parametrize("package", ["chromium-headless-shell", "chromium"])
def test_the_one_without_windows_is_installed_where_it_can_be_had(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = f"{sys.executable} -c 'import os, sys; open(sys.argv[1], str(chr(119))).close(); os.chmod(sys.argv[1], 493)'"
    program(tmp_path / "apt-get", f'case "$*" in *"{package}") {made} {tmp_path / package};; esac')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert chromium.install() == ""
    assert chromium.program() == str(tmp_path / package)

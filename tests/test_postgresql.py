"""PostgreSQL for the tests: found, or installed if we may, or reported as missing in one line."""

import os
import sys
from pathlib import Path

import pytest

from tests.checkout import ROOT, program

sys.path.insert(0, str(ROOT / "packaging"))
import postgresql


def server(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for name in postgresql.PROGRAMS:
        program(folder / name, "exit 0")
    return folder


def test_the_path_comes_first(tmp_path: Path) -> None:
    server(tmp_path / "usr/lib/postgresql/15/bin")
    mine = server(tmp_path / "mine")
    assert postgresql.programs(f"{tmp_path / 'nothing'}{os.pathsep}{mine}", tmp_path) == mine


def test_else_the_newest_is_taken(tmp_path: Path) -> None:
    for version in ("9", "15", "13"):
        server(tmp_path / f"usr/lib/postgresql/{version}/bin")
    (tmp_path / "usr/lib/postgresql/17/bin").mkdir(parents=True)  # the client alone
    assert postgresql.programs("", tmp_path) == tmp_path / "usr/lib/postgresql/15/bin"


def test_or_none(tmp_path: Path) -> None:
    program(tmp_path / "postgres", "exit 0")  # and no initdb
    assert postgresql.programs(str(tmp_path), tmp_path) is None


class TestBringing:
    """A machine without PostgreSQL, whose apt-get records its arguments."""

    @pytest.fixture(autouse=True)
    def machine(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        find = postgresql.programs
        monkeypatch.setattr(postgresql, "programs", lambda: find(str(tmp_path / "bin"), tmp_path))
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
        (tmp_path / "bin").mkdir()
        self.told = tmp_path / "told"

    def apt(self, tmp_path: Path, text: str) -> None:
        program(tmp_path / "bin" / "apt-get", f'echo "$DEBIAN_FRONTEND $*" >> "{self.told}"\n{text}')

    def installing(self, tmp_path: Path) -> str:
        return f'for name in initdb postgres; do cp "$0" "{tmp_path}/bin/$name"; done'

    def test_it_is_installed(self, tmp_path: Path) -> None:
        self.apt(tmp_path, self.installing(tmp_path))
        assert postgresql.install() == ""
        assert self.told.read_text() == "noninteractive install --yes --no-install-recommends postgresql\n"

    def test_nothing_is_done_where_it_is(self, tmp_path: Path) -> None:
        self.apt(tmp_path, "exit 1")
        server(tmp_path / "usr/lib/postgresql/15/bin")
        assert postgresql.install() == ""
        assert not self.told.exists()

    def test_old_lists_are_renewed(self, tmp_path: Path) -> None:
        renewed = f'if [ -e "{tmp_path}/new" ]; then {self.installing(tmp_path)}; fi'
        self.apt(tmp_path, f'case "$*" in update) touch "{tmp_path}/new";; *) {renewed};; esac')
        assert postgresql.install() == ""
        assert [line.split()[1] for line in self.told.read_text().splitlines()] == ["install", "update", "install"]

    def test_where_it_fails_the_reason_is_told(self, tmp_path: Path) -> None:
        self.apt(tmp_path, "echo no network; exit 100")
        *reasons, line = postgresql.install().splitlines()
        assert "no network" in reasons
        assert line.endswith("its tests are skipped.")

    def test_only_root_installs(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.apt(tmp_path, self.installing(tmp_path))
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
        assert "apt install postgresql" in postgresql.install()
        assert not self.told.exists()

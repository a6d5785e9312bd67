"""Templates are compiled once, not at every start of the house and not while somebody waits."""

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from ridotto.web import rendering
from ridotto.web.rendering import TemplateCache


def said(folder: Path, source: str) -> str:
    """What a template says in a house that has just been started."""
    environment = Environment(loader=DictLoader({"page": source}), bytecode_cache=TemplateCache(folder))
    return environment.get_template("page").render()


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


def forbid_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a template is compiled")

    monkeypatch.setattr(Environment, "compile", fail)


def test_the_next_start_compiles_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(kept, "{{ 1 + 1 }}") == "2"
    forbid_compiling(monkeypatch)
    assert said(kept, "{{ 1 + 1 }}") == "2"


def test_what_has_changed_is_compiled_again(kept: Path) -> None:
    assert [said(kept, source) for source in ("{{ 1 + 1 }}", "{{ 1 + 2 }}", "{{ 1 + 2 }}")] == ["2", "3", "3"]


def test_a_damaged_file_does_no_harm(kept: Path) -> None:
    said(kept, "{{ 1 + 1 }}")
    [file] = kept.iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    assert said(kept, "{{ 1 + 1 }}") == "2"


def test_a_folder_that_cannot_be_written_does_no_harm(kept: Path) -> None:
    assert said(kept / "nowhere", "{{ 1 + 1 }}") == "2"


def test_nothing_is_kept_where_python_keeps_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert said(kept, "{{ 1 + 1 }}") == "2"
    assert list(kept.iterdir()) == []


def test_a_house_that_is_prepared_compiles_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    rendering._environment.cache_clear()
    monkeypatch.setattr(rendering._environment(), "bytecode_cache", None)
    rendering.prepare()
    forbid_compiling(monkeypatch)
    for slug in ("diciassette", "venezia", "venezia2099", "venti", "verhext"):
        assert rendering._environment().get_template(f"{slug}/table.html.j2")
    assert rendering._environment().get_template("shell.html.j2")

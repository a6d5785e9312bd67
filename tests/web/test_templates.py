"""Compiled templates are cached: neither starts of the server nor visitors wait for the compiler."""

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from ridotto.web import rendering
from ridotto.web.rendering import TemplateCache


def render(folder: Path, source: str) -> str:
    """The output of a template in a process that has just been started."""
    environment = Environment(loader=DictLoader({"page": source}), bytecode_cache=TemplateCache(folder))
    return environment.get_template("page").render()


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


def forbid_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("A template is compiled.")

    monkeypatch.setattr(Environment, "compile", fail)


def test_the_next_process_compiles_nothing(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert render(cache_folder, "{{ 1 + 1 }}") == "2"
    forbid_compiling(monkeypatch)
    assert render(cache_folder, "{{ 1 + 1 }}") == "2"


def test_a_changed_template_is_compiled_again(cache_folder: Path) -> None:
    assert [render(cache_folder, source) for source in ("{{ 1 + 1 }}", "{{ 1 + 2 }}", "{{ 1 + 2 }}")] == ["2", "3", "3"]


def test_a_damaged_file_does_no_harm(cache_folder: Path) -> None:
    render(cache_folder, "{{ 1 + 1 }}")
    [file] = cache_folder.iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    assert render(cache_folder, "{{ 1 + 1 }}") == "2"


def test_a_folder_that_is_not_writable_does_no_harm(cache_folder: Path) -> None:
    assert render(cache_folder / "nowhere", "{{ 1 + 1 }}") == "2"


def test_nothing_is_cached_where_python_writes_no_bytecode(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert render(cache_folder, "{{ 1 + 1 }}") == "2"
    assert list(cache_folder.iterdir()) == []


def test_after_compile_templates_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    rendering._environment.cache_clear()
    monkeypatch.setattr(rendering._environment(), "bytecode_cache", None)
    rendering.compile_templates()
    forbid_compiling(monkeypatch)
    for slug in ("diciassette", "venezia", "venezia2099", "venti", "verhext"):
        assert rendering._environment().get_template(f"{slug}/table.html.j2")
    assert rendering._environment().get_template("game_table.html.j2")

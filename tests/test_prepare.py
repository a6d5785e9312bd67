"""./play and ./test on a fresh machine: what is set up, when, and what a person is told."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.checkout import ROOT, checkout, program

PIP, BUILD = "pip", "build_ext"


class Steps:
    """A checkout whose set-up is written down instead of carried out."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.taken: list[str] = []
        self.answer: tuple[str, bool] = ("", False)
        self.compiler = "gcc"
        self.prepare = load(folder / "packaging" / "prepare.py")
        monkeypatch.setattr(self.prepare, "attempt", self.attempt)
        monkeypatch.setattr(self.prepare, "make_environment", self.make_environment)
        monkeypatch.setattr(self.prepare, "works", lambda: False)
        monkeypatch.setattr(self.prepare, "chances", lambda: [self.compiler])

    def make_environment(self) -> None:
        self.taken.append("environment")
        program_folder = self.folder / ".venv" / "bin"
        program_folder.mkdir(parents=True, exist_ok=True)
        (program_folder / "python").touch()
        (self.folder / ".venv" / "pyvenv.cfg").touch()

    def attempt(self, *arguments: str, **environment: str) -> tuple[str, bool]:
        step = BUILD if BUILD in arguments else PIP
        self.taken.append(f"{step} --force" if "--force" in arguments else step)
        return self.answer if step == BUILD else ("", False)

    def start(self, tools: bool = False) -> list[str]:
        """The steps one start takes, each named once."""
        self.taken.clear()
        self.prepare.make_ready(tools)
        return list(dict.fromkeys(self.taken))


def load(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("prepare", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Steps:
    monkeypatch.delenv("RIDOTTO_PURE", raising=False)
    monkeypatch.setenv("RIDOTTO_NO_ZIG", "1")
    monkeypatch.setattr(sys, "path", list(sys.path))
    folder = checkout(tmp_path / "checkout")
    (folder / "src" / "ridotto" / "rules.py").write_text("rounds = 7\n")
    (folder / "src" / "ridotto" / "rules.pxd").write_text("cdef int rounds\n")
    return Steps(folder, monkeypatch)


def test_the_first_start_sets_everything_up_and_the_second_nothing(steps: Steps) -> None:
    assert steps.start() == ["environment", PIP, f"{BUILD} --force"]
    assert steps.start() == []


def test_changed_rules_are_only_compiled(steps: Steps) -> None:
    steps.start()
    (steps.folder / "src" / "ridotto" / "rules.py").write_text("rounds = 8\n")
    assert steps.start() == [BUILD]
    assert steps.start() == []


def test_a_change_counts_whatever_the_clock_says(steps: Steps) -> None:
    steps.start()
    rules = steps.folder / "src" / "ridotto" / "rules.py"
    rules.write_text("rounds = 8\n")
    os.utime(rules, (0, 0))
    steps.start()
    assert rules.stat().st_mtime > 0


@pytest.mark.parametrize(
    ("file", "again"),
    [
        ("pyproject.toml", [PIP]),
        ("setup.py", [f"{BUILD} --force"]),
        ("packaging/c_modules.py", [f"{BUILD} --force"]),
        ("packaging/check.py", []),
    ],
)
def test_what_changed_is_done_again(steps: Steps, file: str, again: list[str]) -> None:
    steps.start()
    with (steps.folder / file).open("a") as recipe:
        recipe.write("\n# changed\n")
    assert steps.start() == again
    assert steps.start() == []


def test_other_sources_need_nothing(steps: Steps) -> None:
    steps.start()
    (steps.folder / "src" / "ridotto" / "cli.py").write_text("")
    assert steps.start() == []


def test_testing_after_playing_adds_the_tools(steps: Steps) -> None:
    steps.start()
    assert steps.start(tools=True) == [PIP]
    assert steps.start() == []


def test_a_checkout_that_moved_is_set_up_anew(steps: Steps) -> None:
    steps.start()
    stamp = steps.folder / ".venv" / "ridotto.json"
    stamp.write_text(json.dumps({**json.loads(stamp.read_text()), "home": ["elsewhere", "3.11"]}))
    assert steps.start() == ["environment", PIP, f"{BUILD} --force"]


@pytest.mark.parametrize("stamp", ["", "{", "[]"])
def test_a_stamp_that_cannot_be_read_is_none(steps: Steps, stamp: str) -> None:
    steps.start()
    (steps.folder / ".venv" / "ridotto.json").write_text(stamp)
    assert steps.start() == ["environment", PIP, f"{BUILD} --force"]


@pytest.mark.parametrize("part", ["pyvenv.cfg", "bin/python"])
def test_half_an_environment_is_none(steps: Steps, part: str) -> None:
    steps.start()
    (steps.folder / ".venv" / part).unlink()
    assert steps.start() == ["environment", PIP, f"{BUILD} --force"]


def test_an_environment_that_somebody_made_is_kept(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    steps.make_environment()
    monkeypatch.setattr(steps.prepare, "works", lambda: True)
    assert steps.start() == [PIP, f"{BUILD} --force"]


def test_a_broken_environment_is_not_taken_for_one(steps: Steps) -> None:
    """Half removed, its Python is the one that it was made from, and would install there."""
    prepare = load(steps.folder / "packaging" / "prepare.py")
    assert not prepare.works()
    python = steps.folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(Path(sys.executable).resolve())
    assert not prepare.works()


def test_nothing_is_ever_installed_outside_of_an_environment(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []

    def attempt(*arguments: str, **environment: str) -> tuple[str, bool]:
        if "pip" in arguments:
            seen.append(environment.get("PIP_REQUIRE_VIRTUALENV"))
        return "", False

    monkeypatch.setattr(steps.prepare, "attempt", attempt)
    steps.prepare.install(tools=True)
    assert seen == ["1", "1"]


def test_a_failed_set_up_shows_why_and_is_taken_up_again(steps: Steps) -> None:
    steps.answer = ("rules.py:1: no such card", True)
    with pytest.raises(SystemExit, match="no such card"):
        steps.start()
    steps.answer = ("", False)
    assert BUILD in steps.start()[-1]


def test_an_interrupted_set_up_is_taken_up_again(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(steps.prepare, "compile_rules", interrupted)
        with pytest.raises(KeyboardInterrupt):
            steps.start()
    assert BUILD in steps.start()[-1]


def test_who_plays_uncompiled_is_told_why(steps: Steps, capsys: pytest.CaptureFixture[str]) -> None:
    steps.answer = ("noise\n*** Ridotto is not compiled, because there is no C compiler.", False)
    steps.start()
    assert "there is no C compiler" in capsys.readouterr().err
    assert steps.start() == []


def test_a_new_compiler_is_a_new_chance(steps: Steps) -> None:
    steps.answer = ("*** Ridotto is not compiled, because there is no C compiler.", False)
    steps.start()
    steps.compiler = "clang"
    assert steps.start()[-1] == BUILD


def test_pure_compiles_nothing_until_it_is_wanted(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("RIDOTTO_PURE", "1")
        assert steps.start() == ["environment", PIP]
        assert steps.start() == []
    assert BUILD in steps.start()[-1]


def test_where_environments_cannot_be_made_one_line_says_what_to_install(
    steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare = load(steps.folder / "packaging" / "prepare.py")
    monkeypatch.setattr(prepare.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"please install python3\.\d+-venv") as refusal:
        prepare.make_environment()
    assert "\n" not in str(refusal.value)


class TestPython:
    """Finding a Python, with nothing else on the path."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        path = tmp_path / "bin"
        path.mkdir()
        for tool in ("sh", "dirname", "readlink"):
            (path / tool).symlink_to(str(shutil.which(tool)))
        return path

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """A checkout that only says who prepares it, and with what arguments."""
        folder = checkout(tmp_path / "my checkout")
        (folder / "packaging" / "prepare.py").write_text("import sys\nprint(sys.argv[1:])\n")
        return folder

    def run(self, command: Path, path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command, *arguments], cwd=path, env={"PATH": str(path)}, capture_output=True, text=True, check=False
        )

    def new(self, file: Path) -> None:
        program(file, f'exec "{sys.executable}" "$@"')

    def old(self, file: Path) -> None:
        program(file, 'case "$*" in *version_info*) exit 1;; esac; echo too old')

    @pytest.mark.parametrize("name", ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"])
    def test_any_new_one_will_do(self, path: Path, folder: Path, name: str) -> None:
        self.new(path / name)
        assert self.run(folder / "play", path, "rules", "verhext").stdout == "['play', 'rules', 'verhext']\n"

    def test_an_old_one_is_passed_over(self, path: Path, folder: Path) -> None:
        self.old(path / "python3")
        self.new(path / "python3.12")
        assert self.run(folder / "test", path, "-k", "two words").stdout == "['test', '-k', 'two words']\n"

    def test_one_that_can_make_environments_comes_first(self, path: Path, folder: Path) -> None:
        program(path / "python3", f'case "$*" in *ensurepip*) exit 1;; esac; echo bare; exec "{sys.executable}" "$@"')
        self.new(path / "python3.11")
        assert self.run(folder / "play", path).stdout == "['play']\n"

    def test_the_environment_comes_before_all(self, path: Path, folder: Path) -> None:
        self.old(path / "python3")
        (folder / ".venv" / "bin").mkdir(parents=True)
        (folder / ".venv" / "pyvenv.cfg").touch()
        self.new(folder / ".venv" / "bin" / "python")
        assert self.run(folder / "play", path).stdout == "['play']\n"

    def test_half_an_environment_is_passed_over(self, path: Path, folder: Path) -> None:
        (folder / ".venv" / "bin").mkdir(parents=True)
        program(folder / ".venv" / "bin" / "python", "echo half")
        self.new(path / "python3")
        assert self.run(folder / "play", path).stdout == "['play']\n"

    def test_without_one_a_line_says_so(self, path: Path, folder: Path) -> None:
        self.old(path / "python3")
        done = self.run(folder / "play", path)
        assert done.returncode == 1
        assert done.stdout == ""
        assert done.stderr.startswith("Ridotto needs Python 3.11 or newer")
        assert done.stderr.count("\n") == 1

    def test_it_runs_through_a_symbolic_link(self, path: Path, folder: Path) -> None:
        self.new(path / "python3")
        (path / "ridotto-play").symlink_to(folder / "play")
        assert self.run(path / "ridotto-play", path, "games").stdout == "['play', 'games']\n"


def test_the_recipe_names_the_python_it_needs() -> None:
    """The oldest Python of pyproject.toml is the one that the scripts look for."""
    recipe = (ROOT / "pyproject.toml").read_text()
    assert 'requires-python = ">=3.11"' in recipe
    assert "sys.version_info < (3, 11)" in (ROOT / "packaging" / "with_python.sh").read_text()

"""The setup by ./play and ./test: what is done, when, and what people are told."""

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
    """A checkout that records the steps of its setup instead of carrying them out."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.steps: list[str] = []
        self.answer: tuple[str, bool] = ("", False)
        self.compiler = "gcc"
        self.prepare = load(folder / "packaging" / "prepare.py")
        monkeypatch.setattr(self.prepare, "run_python", self.run_python)
        monkeypatch.setattr(self.prepare, "make_environment", self.make_environment)
        monkeypatch.setattr(self.prepare, "is_usable_environment", lambda: False)
        monkeypatch.setattr(self.prepare, "compiler", lambda: [self.compiler])

    def make_environment(self) -> None:
        self.steps.append("environment")
        program_folder = self.folder / ".venv" / "bin"
        program_folder.mkdir(parents=True, exist_ok=True)
        (program_folder / "python").touch()
        (self.folder / ".venv" / "pyvenv.cfg").touch()

    def run_python(self, *arguments: str, **environment: str) -> tuple[str, bool]:
        step = BUILD if BUILD in arguments else PIP
        self.steps.append(f"{step} --force" if "--force" in arguments else step)
        return self.answer if step == BUILD else ("", False)

    def start(self, dev_tools: bool = False) -> list[str]:
        """The steps of one start, each named once."""
        self.steps.clear()
        self.prepare.set_up(dev_tools)
        return list(dict.fromkeys(self.steps))


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


def test_only_the_first_start_sets_everything_up(steps: Steps) -> None:
    assert steps.start() == ["environment", PIP, f"{BUILD} --force"]
    assert steps.start() == []


def test_after_a_change_of_rules_they_are_compiled(steps: Steps) -> None:
    steps.start()
    (steps.folder / "src" / "ridotto" / "rules.py").write_text("rounds = 8\n")
    assert steps.start() == [BUILD]
    assert steps.start() == []


def test_a_change_is_found_whatever_the_time_of_the_file(steps: Steps) -> None:
    steps.start()
    rules = steps.folder / "src" / "ridotto" / "rules.py"
    rules.write_text("rounds = 8\n")
    os.utime(rules, (0, 0))
    steps.start()
    assert rules.stat().st_mtime > 0


@pytest.mark.parametrize(
    ("file", "repeated"),
    [
        ("pyproject.toml", [PIP]),
        ("setup.py", [f"{BUILD} --force"]),
        ("packaging/c_modules.py", [f"{BUILD} --force"]),
        ("packaging/check.py", []),
    ],
)
def test_what_is_repeated_after_a_change(steps: Steps, file: str, repeated: list[str]) -> None:
    steps.start()
    with (steps.folder / file).open("a") as recipe:
        recipe.write("\n# changed\n")
    assert steps.start() == repeated
    assert steps.start() == []


def test_other_sources_need_no_setup(steps: Steps) -> None:
    steps.start()
    (steps.folder / "src" / "ridotto" / "cli.py").write_text("")
    assert steps.start() == []


def test_after_the_removal_of_a_module_stale_files_are_removed(steps: Steps) -> None:
    """`build_ext` removes them (tests/test_install.py)."""
    steps.start()
    (steps.folder / "src" / "ridotto" / "rules.pxd").unlink()
    assert steps.start() == [BUILD]
    assert steps.start() == []


def test_testing_after_playing_installs_the_tools_for_developers(steps: Steps) -> None:
    steps.start()
    assert steps.start(dev_tools=True) == [PIP]
    assert steps.start() == []


def test_a_checkout_that_was_moved_is_set_up_again(steps: Steps) -> None:
    steps.start()
    stamp = steps.folder / ".venv" / "ridotto.json"
    stamp.write_text(json.dumps({**json.loads(stamp.read_text()), "home": ["elsewhere", "3.11"]}))
    assert steps.start() == ["environment", PIP, f"{BUILD} --force"]


@pytest.mark.parametrize("stamp", ["", "{", "[]"])
def test_an_unreadable_stamp_is_ignored(steps: Steps, stamp: str) -> None:
    steps.start()
    (steps.folder / ".venv" / "ridotto.json").write_text(stamp)
    assert steps.start() == ["environment", PIP, f"{BUILD} --force"]


@pytest.mark.parametrize("part", ["pyvenv.cfg", "bin/python"])
def test_an_incomplete_environment_is_replaced(steps: Steps, part: str) -> None:
    steps.start()
    (steps.folder / ".venv" / part).unlink()
    assert steps.start() == ["environment", PIP, f"{BUILD} --force"]


def test_an_existing_environment_is_used(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    steps.make_environment()
    monkeypatch.setattr(steps.prepare, "is_usable_environment", lambda: True)
    assert steps.start() == [PIP, f"{BUILD} --force"]


def test_a_broken_environment_is_not_usable(steps: Steps) -> None:
    """Partly deleted, its Python is the one that it was made from, and would install there."""
    prepare = load(steps.folder / "packaging" / "prepare.py")
    assert not prepare.is_usable_environment()
    python = steps.folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(Path(sys.executable).resolve())
    assert not prepare.is_usable_environment()


def test_nothing_is_installed_outside_of_an_environment(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []

    def run_python(*arguments: str, **environment: str) -> tuple[str, bool]:
        if "pip" in arguments:
            seen.append(environment.get("PIP_REQUIRE_VIRTUALENV"))
        return "", False

    monkeypatch.setattr(steps.prepare, "run_python", run_python)
    steps.prepare.install_libraries(dev_tools=True)
    assert seen == ["1", "1"]


def test_a_failed_setup_says_why_and_is_continued(steps: Steps) -> None:
    steps.answer = ("rules.py:1: no such card", True)
    with pytest.raises(SystemExit, match="no such card"):
        steps.start()
    steps.answer = ("", False)
    assert BUILD in steps.start()[-1]


def test_an_interrupted_setup_is_continued(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(steps.prepare, "compile_modules", interrupted)
        with pytest.raises(KeyboardInterrupt):
            steps.start()
    assert BUILD in steps.start()[-1]


def test_people_are_told_why_nothing_is_compiled(steps: Steps, capsys: pytest.CaptureFixture[str]) -> None:
    steps.answer = ("noise\n*** Ridotto is not compiled, because there is no C compiler.", False)
    steps.start()
    assert "there is no C compiler" in capsys.readouterr().err
    assert steps.start() == []


def test_with_another_compiler_compiling_is_tried_again(steps: Steps) -> None:
    steps.answer = ("*** Ridotto is not compiled, because there is no C compiler.", False)
    steps.start()
    steps.compiler = "clang"
    assert steps.start()[-1] == BUILD


def test_ridotto_pure_postpones_compiling(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("RIDOTTO_PURE", "1")
        assert steps.start() == ["environment", PIP]
        assert steps.start() == []
    assert BUILD in steps.start()[-1]


def test_without_ensurepip_one_line_says_what_to_install(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare = load(steps.folder / "packaging" / "prepare.py")
    monkeypatch.setattr(prepare.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"please install python3\.\d+-venv") as refusal:
        prepare.make_environment()
    assert "\n" not in str(refusal.value)


class TestPython:
    """with_python.sh finds a Python, with nothing else on the PATH."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        path = tmp_path / "bin"
        path.mkdir()
        for tool in ("sh", "dirname", "readlink"):
            (path / tool).symlink_to(str(shutil.which(tool)))
        return path

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """A checkout whose prepare.py only prints its arguments."""
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
    def test_any_new_python_is_used(self, path: Path, folder: Path, name: str) -> None:
        self.new(path / name)
        assert self.run(folder / "play", path, "rules", "verhext").stdout == "['play', 'rules', 'verhext']\n"

    def test_an_old_python_is_skipped(self, path: Path, folder: Path) -> None:
        self.old(path / "python3")
        self.new(path / "python3.12")
        assert self.run(folder / "test", path, "-k", "two words").stdout == "['test', '-k', 'two words']\n"

    def test_a_python_with_ensurepip_is_preferred(self, path: Path, folder: Path) -> None:
        program(path / "python3", f'case "$*" in *ensurepip*) exit 1;; esac; echo bare; exec "{sys.executable}" "$@"')
        self.new(path / "python3.11")
        assert self.run(folder / "play", path).stdout == "['play']\n"

    def test_the_environment_is_preferred(self, path: Path, folder: Path) -> None:
        self.old(path / "python3")
        (folder / ".venv" / "bin").mkdir(parents=True)
        (folder / ".venv" / "pyvenv.cfg").touch()
        self.new(folder / ".venv" / "bin" / "python")
        assert self.run(folder / "play", path).stdout == "['play']\n"

    def test_an_incomplete_environment_is_skipped(self, path: Path, folder: Path) -> None:
        (folder / ".venv" / "bin").mkdir(parents=True)
        program(folder / ".venv" / "bin" / "python", "echo half")
        self.new(path / "python3")
        assert self.run(folder / "play", path).stdout == "['play']\n"

    def test_without_any_python_one_line_says_so(self, path: Path, folder: Path) -> None:
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


def test_the_script_looks_for_the_python_of_the_project() -> None:
    """with_python.sh and pyproject.toml name the same oldest Python."""
    recipe = (ROOT / "pyproject.toml").read_text()
    assert 'requires-python = ">=3.11"' in recipe
    assert "sys.version_info < (3, 11)" in (ROOT / "packaging" / "with_python.sh").read_text()

"""Installing: compiled or as plain Python, as a wheel, and with any compiler."""

import platform
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import ridotto
from tests.checkout import ROOT, checkout, program, python

sys.path.insert(0, str(ROOT / "packaging"))
import c_compiler

pytestmark = pytest.mark.slow

PACKAGE = ROOT / "src" / "ridotto"
LAYOUTS = sorted(PACKAGE.rglob("*.pxd"))
WHERE = """
import importlib, ridotto
print(ridotto.compiled)
for name in {names}:
    print(importlib.import_module(name).__file__)
"""


def loaded_from(**environment: str) -> list[str]:
    """`ridotto.compiled`, and the files that the compiled modules come from."""
    names = [".".join(layout.relative_to(PACKAGE.parent).with_suffix("").parts) for layout in LAYOUTS]
    done = python("-c", WHERE.format(names=names), cwd=ROOT, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.compiler
def test_compiled_modules_are_imported_if_they_exist() -> None:
    compiled, *files = loaded_from()
    assert compiled == "True"
    assert [file for file in files if file.endswith(".py")] == []


def test_ridotto_pure_imports_the_sources_instead_of_compiled_modules() -> None:
    compiled, *files = loaded_from(RIDOTTO_PURE="1")
    assert compiled == "False"
    assert files == [str(layout.with_suffix(".py")) for layout in LAYOUTS]


def test_ridotto_compiled_says_how_the_engine_runs() -> None:
    from ridotto.engine import state

    assert ridotto.compiled == (not str(state.__file__).endswith(".py"))


def test_a_wheel_contains_the_whole_package_and_runs_anywhere(tmp_path: Path) -> None:
    folder = checkout(tmp_path / "checkout", PACKAGE)
    built = python("setup.py", "-q", "bdist_wheel", "-d", tmp_path, cwd=folder, RIDOTTO_PURE="1")
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    packed = {str(file.relative_to(tmp_path / "site")) for file in (tmp_path / "site" / "ridotto").rglob("*.*")}
    written = {str(file.relative_to(folder / "src")) for file in (folder / "src" / "ridotto").rglob("*.*")}
    assert packed == written
    play = (
        "import ridotto; from ridotto.cli import main; print(ridotto.__file__);"
        "ridotto.game('verhext').start(players=4, seed=7); main(['rules', 'verhext', '--lang', 'it'])"
    )
    done = python("-c", play, cwd=tmp_path, PYTHONPATH=str(tmp_path / "site"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path / "site"))
    assert "# Verhext!" in done.stdout


class TestBuild:
    """The build of a checkout with one small module that has a C layout."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        folder = checkout(tmp_path / "checkout")
        module = folder / "src" / "ridotto" / "dice.py"
        module.write_text("def six():\n    return 6\n")
        module.with_suffix(".pxd").write_text("cdef int six() noexcept nogil\n")
        return folder

    def stale(self, folder: Path, name: str) -> Path:
        module = folder / "src" / "ridotto" / f"{name}{sysconfig.get_config_var('EXT_SUFFIX')}"
        module.write_bytes(b"of an older source")
        return module

    def test_if_compiling_fails_plain_python_is_installed_with_a_warning(self, folder: Path) -> None:
        stale = self.stale(folder, "dice")
        broken = program(folder / "cc", 'case "$*" in *line.c*) exit 0;; *) exit 1;; esac')
        done = python("setup.py", "-q", "build_ext", "--inplace", cwd=folder, CC=str(broken))
        assert done.returncode == 0, done.stderr
        assert "*** Ridotto is not compiled, because" in done.stderr
        assert not stale.exists()

    def test_without_a_compiler_the_warning_says_so(self, folder: Path) -> None:
        missing = {"CC": str(folder / "nothing"), "RIDOTTO_NO_ZIG": "1"}
        done = python("setup.py", "-q", "build_ext", "--inplace", cwd=folder, **missing)
        assert done.returncode == 0, done.stderr
        assert "there is no C compiler" in done.stderr

    def test_if_compiling_is_required_the_build_fails(self, folder: Path) -> None:
        broken = program(folder / "cc", "exit 1")
        required = {"CC": str(broken), "RIDOTTO_NO_ZIG": "1", "RIDOTTO_REQUIRE_COMPILED": "1"}
        assert python("setup.py", "-q", "build_ext", "--inplace", cwd=folder, **required).returncode != 0

    @pytest.mark.compiler
    def test_it_compiles_in_place_and_removes_stale_files(self, folder: Path) -> None:
        moved = self.stale(folder, "gone")
        generated = folder / "build" / "c" / "src" / "ridotto" / "gone.c"
        generated.parent.mkdir(parents=True)
        generated.write_text("int of_an_older_source;")
        done = python("setup.py", "-q", "build_ext", "--inplace", cwd=folder, RIDOTTO_REQUIRE_COMPILED="1")
        assert done.returncode == 0, done.stderr
        assert len(list((folder / "src" / "ridotto").glob("dice.*.so"))) == 1
        assert generated.with_name("dice.c").exists()
        assert not moved.exists()
        assert not generated.exists()


class TestCompiler:
    """Which compiler is used, and with which flags."""

    @pytest.fixture(autouse=True)
    def fresh(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
        c_compiler.working_compiler.cache_clear()
        for name in ("CC", "RIDOTTO_PURE", "RIDOTTO_NO_ZIG"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setattr(c_compiler, "has_python_headers", lambda: True)
        monkeypatch.setattr(platform, "machine", lambda: "x86_64")
        yield
        c_compiler.working_compiler.cache_clear()

    def test_zig_is_needed_without_a_compiler(self) -> None:
        assert c_compiler.working_compiler() == []
        assert c_compiler.needs_zig()

    def test_zig_is_needed_if_the_compiler_does_not_work(self, tmp_path: Path) -> None:
        program(tmp_path / "cc", "exit 1")
        assert c_compiler.first_compiler() == ["cc"]
        assert c_compiler.needs_zig()

    def test_any_working_compiler_is_used(self, tmp_path: Path) -> None:
        program(tmp_path / "clang", "exit 0")
        assert c_compiler.working_compiler() == ["clang"]
        assert not c_compiler.needs_zig()

    @pytest.mark.parametrize("variable", ["RIDOTTO_PURE", "RIDOTTO_NO_ZIG"])
    def test_zig_can_be_excluded(self, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(variable, "1")
        assert not c_compiler.needs_zig()

    def test_zig_is_not_needed_on_machines_without_a_wheel(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(platform, "machine", lambda: "mips")
        assert not c_compiler.needs_zig()

    def test_without_the_headers_of_python_no_compiler_helps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(c_compiler, "has_python_headers", lambda: False)
        assert not c_compiler.needs_zig()
        assert "python3-dev" in c_compiler.obstacle()

    @pytest.mark.parametrize(
        ("kind", "zig", "flag"),
        [
            ("linux-x86_64", False, "-march=x86-64-v2"),
            ("linux-x86_64", True, "-mcpu=x86_64_v2"),
            ("macosx-11.0-x86_64", False, "-march=x86-64-v2"),
            ("macosx-11.0-universal2", False, None),
            ("macosx-11.0-arm64", False, None),
            ("linux-aarch64", True, None),
        ],
    )
    def test_flags_depend_on_the_machine(
        self, kind: str, zig: bool, flag: str | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sysconfig, "get_platform", lambda: kind)
        compile_flags, _ = c_compiler.flags(zig=zig, debug=False)
        assert [given for given in compile_flags if given.startswith("-m")] == ([flag] if flag else [])


def test_both_places_name_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == ridotto.__version__

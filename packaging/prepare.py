"""Sets up a checkout (virtual environment, libraries, compiled modules) if needed, then starts the game or the tests.

`.venv/ridotto.json` is a stamp of everything the setup depends on. It is written last, so that an interrupted setup is
continued by the next start. If the stamp is up to date, a start only reads and hashes a few small files.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).resolve().parent))

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / ".venv"
SCRIPTS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / "python"
STAMP = ENVIRONMENT / "ridotto.json"
BUILD_SCRIPTS = ("setup.py", *(f"packaging/{name}.py" for name in ("backend", "c_compiler", "c_modules")))


def main() -> None:
    program, *arguments = sys.argv[1:]  # "play" or "test"
    try:
        set_up(dev_tools=program == "test")
    except KeyboardInterrupt:
        say("Interrupted. The next start goes on from here.")
        sys.exit(130)
    if program == "test":
        replace_process([str(PYTHON), str(ROOT / "packaging" / "check.py"), *arguments])
    os.environ["RIDOTTO_COMMAND"] = "./play"  # the name of the program in its own messages
    replace_process([str(SCRIPTS / "ridotto"), *arguments])


def replace_process(command: list[str]) -> NoReturn:
    """Run another program in place of this one."""
    if os.name != "nt":
        os.execv(command[0], command)
    import subprocess

    sys.exit(subprocess.call(command))


def say(line: str) -> None:
    """Write to stderr: stdout belongs to the program."""
    print(line, file=sys.stderr, flush=True)


# The stamp


def digests(files: list[Path]) -> dict[str, str]:
    return {str(file.relative_to(ROOT)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def expected_stamp() -> dict[str, Any]:
    """The stamp of this checkout once it is set up."""
    layouts = sorted((ROOT / "src").rglob("*.pxd"))
    return {
        "home": [str(ROOT), "{}.{}".format(*sys.version_info)],
        "libraries": digests([ROOT / "pyproject.toml"]),
        "build_scripts": digests([ROOT / name for name in BUILD_SCRIPTS]),
        "sources": digests([file for layout in layouts for file in (layout, layout.with_suffix(".py"))]),
    }


def read_stamp() -> dict[str, Any]:
    """The stamp of the last setup; empty if the environment or the stamp is incomplete."""
    if not (ENVIRONMENT / "pyvenv.cfg").exists() or not PYTHON.exists():
        return {}
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def is_set_up(stamp: dict[str, Any], expected: dict[str, Any], dev_tools: bool) -> bool:
    if any(stamp.get(key) != expected[key] for key in ("home", "libraries")):
        return False
    if dev_tools and not stamp.get("dev_tools"):
        return False
    return is_compiled(stamp, expected)


def is_compiled(stamp: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Is there nothing to compile? A failed compilation is repeated if another compiler has been installed since."""
    if os.environ.get("RIDOTTO_PURE", "0") not in ("", "0"):
        return True
    if any(stamp.get(key) != expected[key] for key in ("build_scripts", "sources")):
        return False
    return not stamp.get("compilation_failed") or stamp.get("compiler") == compiler()


def compiler() -> list[Any]:
    """What decides whether anything can be compiled here."""
    import c_compiler

    return [c_compiler.first_compiler(), c_compiler.has_python_headers(), os.environ.get("RIDOTTO_NO_ZIG")]


# The setup


def set_up(dev_tools: bool) -> None:
    """Do what is missing, with the tools for developers if asked for. Does nothing if the stamp is up to date."""
    expected = expected_stamp()
    if is_set_up(read_stamp(), expected, dev_tools):
        return
    with setup_lock():
        stamp = read_stamp()
        if is_set_up(stamp, expected, dev_tools):
            return
        if not stamp:
            say("Setting up Ridotto, once: about a minute.")
        if stamp.get("home") != expected["home"] and (stamp or not is_usable_environment()):
            make_environment()
            stamp = {}
        done = {**expected, "dev_tools": dev_tools or bool(stamp.get("dev_tools"))}
        if stamp.get("libraries") != expected["libraries"] or done["dev_tools"] != stamp.get("dev_tools"):
            install_libraries(done["dev_tools"])
        if is_compiled(stamp, expected):
            done |= {key: stamp.get(key) for key in ("build_scripts", "sources")}
        else:
            done |= compile_modules(stamp, expected)
        STAMP.write_text(json.dumps(done, indent=1))


@contextlib.contextmanager
def setup_lock() -> Iterator[None]:
    """Wait until no other process sets up this checkout."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "setting-up").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Ridotto is being set up by another start; waiting for it.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def is_usable_environment() -> bool:
    """Has somebody made a complete environment here? In a broken one, `python` may be another Python."""
    import subprocess

    command = [str(PYTHON), "-c", "import pip, sys; print(sys.prefix)"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return False
    return done.returncode == 0 and Path(done.stdout.strip()).resolve() == ENVIRONMENT


def make_environment() -> None:
    import subprocess
    import venv

    version = "{}.{}".format(*sys.version_info)
    if not importlib.util.find_spec("ensurepip"):
        sys.exit(
            f"This Python {version} cannot make virtual environments: please install python{version}-venv"
            " (on Debian and Ubuntu: apt install python3-venv) and try again."
        )
    say("  an environment of its own")
    STAMP.unlink(missing_ok=True)
    try:
        venv.EnvBuilder(clear=True, with_pip=True, symlinks=os.name != "nt").create(ENVIRONMENT)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"Python {version} could not make a virtual environment in {ENVIRONMENT}: {error}")


def install_libraries(dev_tools: bool) -> None:
    """Install the libraries, the tools for developers if asked for, and Ridotto itself, not yet compiled."""
    import tomllib

    import c_compiler

    say("  the libraries")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pip_install(*project["build-system"]["requires"], *(project["dependency-groups"]["dev"] if dev_tools else []))
    pip_install("--no-build-isolation", "--editable", str(ROOT), RIDOTTO_PURE="1")
    if c_compiler.needs_zig():
        say("  a C compiler, because there is none here (zig, 100 MB)")
        pip_install(c_compiler.ZIG, required=False)


def pip_install(*arguments: str, required: bool = True, **environment: str) -> None:
    environment["PIP_REQUIRE_VIRTUALENV"] = "1"  # never into another Python
    output, failed = run_python("-m", "pip", "install", "--quiet", *arguments, **environment)
    if failed and required:
        sys.exit(f"{output}\nThe libraries could not be installed: the lines above say why.")


def compile_modules(stamp: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Compile the modules that have changed, in place. Returns the entries of the stamp about it."""
    say("  compiling the rules")
    old = stamp.get("sources") or {}
    for file, digest in expected["sources"].items():
        if old.get(file) != digest:
            (ROOT / file).touch()  # setuptools compares times, the stamp compares contents
    command = ["setup.py", "--quiet", "build_ext", "--inplace", "--parallel=2"]
    if stamp.get("build_scripts") == expected["build_scripts"]:
        output, failed = run_python(*command)
    else:
        output, failed = run_python(*command, "--force", CYTHON_FORCE_REGEN="1")
    if failed:
        sys.exit(f"{output}\nThe rules could not be compiled: the lines above say why.")
    warnings = [line for line in output.splitlines() if line.startswith("*** ")]  # setup.py writes them
    for line in warnings:
        say(line)
    return {"compilation_failed": bool(warnings), "compiler": compiler()}


def run_python(*arguments: str, **environment: str) -> tuple[str, bool]:
    """Run the Python of the environment: its output, and whether it failed."""
    return run_quietly([str(PYTHON), *arguments], **environment)


def run_quietly(command: list[str], **environment: str) -> tuple[str, bool]:
    """Run a command and capture its output, errors included: the output, and whether it failed."""
    import subprocess

    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    return done.stdout.rstrip(), done.returncode != 0


if __name__ == "__main__":
    main()

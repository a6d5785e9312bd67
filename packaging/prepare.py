"""Makes a checkout ready (an environment, the libraries, the compiled rules), then starts what was asked for.

What is ready stays ready: a stamp of all it was made from is written last. An interrupted run is taken up again, and
the next start costs a few small files read.
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
PROGRAMS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / "python"
STAMP = ENVIRONMENT / "ridotto.json"
BUILDERS = ("setup.py", *(f"packaging/{name}.py" for name in ("backend", "c_compiler", "c_modules")))


def main() -> None:
    purpose, *arguments = sys.argv[1:]
    try:
        make_ready(tools=purpose == "test")
    except KeyboardInterrupt:
        say("Interrupted. The next start goes on from here.")
        sys.exit(130)
    if purpose == "test":
        run([str(PYTHON), str(ROOT / "packaging" / "check.py"), *arguments])
    os.environ["RIDOTTO_COMMAND"] = "./play"  # what it calls itself when it says what to type
    run([str(PROGRAMS / "ridotto"), *arguments])


def run(command: list[str]) -> NoReturn:
    """Becomes another program."""
    if os.name != "nt":
        os.execv(command[0], command)
    import subprocess

    sys.exit(subprocess.call(command))


def say(line: str) -> None:
    """To stderr: what the program itself prints stays clean."""
    print(line, file=sys.stderr, flush=True)


# What everything is made from


def digests(files: list[Path]) -> dict[str, str]:
    return {str(file.relative_to(ROOT)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def wanted() -> dict[str, Any]:
    """The stamp of a checkout that is ready."""
    layouts = sorted((ROOT / "src").rglob("*.pxd"))
    return {
        "home": [str(ROOT), "{}.{}".format(*sys.version_info)],
        "libraries": digests([ROOT / "pyproject.toml"]),
        "builders": digests([ROOT / name for name in BUILDERS]),
        "sources": digests([file for layout in layouts for file in (layout, layout.with_suffix(".py"))]),
    }


def stamped() -> dict[str, Any]:
    """The stamp of what is there; empty if it is not known to be whole."""
    if not (ENVIRONMENT / "pyvenv.cfg").exists() or not PYTHON.exists():
        return {}
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def is_ready(stamp: dict[str, Any], goal: dict[str, Any], tools: bool) -> bool:
    if any(stamp.get(part) != goal[part] for part in ("home", "libraries")) or (tools and not stamp.get("tools")):
        return False
    return is_compiled(stamp, goal)


def is_compiled(stamp: dict[str, Any], goal: dict[str, Any]) -> bool:
    """Is nothing left to compile? Where nothing could be, a new compiler is a new chance."""
    if os.environ.get("RIDOTTO_PURE", "0") not in ("", "0"):
        return True
    if any(stamp.get(part) != goal[part] for part in ("builders", "sources")):
        return False
    return not stamp.get("plain") or stamp.get("chances") == chances()


def chances() -> list[Any]:
    import c_compiler

    return [c_compiler.chosen(), c_compiler.headers(), os.environ.get("RIDOTTO_NO_ZIG")]


# Making it


def make_ready(tools: bool) -> None:
    goal = wanted()
    if is_ready(stamped(), goal, tools):
        return
    with only_one():
        stamp = stamped()
        if is_ready(stamp, goal, tools):
            return
        if not stamp:
            say("Setting up Ridotto, once: about a minute.")
        if stamp.get("home") != goal["home"] and (stamp or not works()):
            make_environment()
            stamp = {}
        done = {**goal, "tools": tools or bool(stamp.get("tools"))}
        if stamp.get("libraries") != goal["libraries"] or done["tools"] != stamp.get("tools"):
            install(done["tools"])
        if is_compiled(stamp, goal):
            done |= {part: stamp.get(part) for part in ("builders", "sources")}
        else:
            done |= compile_rules(stamp, goal)
        STAMP.write_text(json.dumps(done, indent=1))


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Two starts at once do not set up over each other."""
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


def works() -> bool:
    """An environment that somebody made here is used as it is. A broken one may be another Python in disguise."""
    import subprocess

    ask = [str(PYTHON), "-c", "import pip, sys; print(sys.prefix)"]
    try:
        done = subprocess.run(ask, capture_output=True, text=True, check=False)
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


def install(tools: bool) -> None:
    """The libraries, the tools of the trade if asked for, and Ridotto itself, its rules still plain Python."""
    import tomllib

    import c_compiler

    say("  the libraries")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pip(*project["build-system"]["requires"], *(project["dependency-groups"]["dev"] if tools else []))
    pip("--no-build-isolation", "--editable", str(ROOT), RIDOTTO_PURE="1")
    if c_compiler.zig_wanted():
        say("  a C compiler, because there is none here (zig, 100 MB)")
        pip(c_compiler.ZIG, needed=False)


def pip(*arguments: str, needed: bool = True, **environment: str) -> None:
    environment["PIP_REQUIRE_VIRTUALENV"] = "1"  # never into another Python
    output, failed = attempt("-m", "pip", "install", "--quiet", *arguments, **environment)
    if failed and needed:
        sys.exit(f"{output}\nThe libraries could not be installed: the lines above say why.")


def compile_rules(stamp: dict[str, Any], goal: dict[str, Any]) -> dict[str, Any]:
    """Compiles what changed, in place; what the stamp should say of it."""
    say("  compiling the rules")
    old = stamp.get("sources") or {}
    for file, digest in goal["sources"].items():
        if old.get(file) != digest:
            (ROOT / file).touch()  # compilers go by the time of a file, the stamp by what is in it
    command = ["setup.py", "--quiet", "build_ext", "--inplace", "--parallel=2"]
    if stamp.get("builders") == goal["builders"]:
        output, failed = attempt(*command)
    else:
        output, failed = attempt(*command, "--force", CYTHON_FORCE_REGEN="1")
    if failed:
        sys.exit(f"{output}\nThe rules could not be compiled: the lines above say why.")
    plain = [line for line in output.splitlines() if line.startswith("*** ")]
    for line in plain:
        say(line)
    return {"plain": bool(plain), "chances": chances()}


def attempt(*arguments: str, **environment: str) -> tuple[str, bool]:
    """Runs the environment's Python quietly: what it printed, and whether it failed."""
    return quietly([str(PYTHON), *arguments], **environment)


def quietly(command: list[str], **environment: str) -> tuple[str, bool]:
    """Runs a command that nobody sees: what it printed, and whether it failed."""
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

"""`ridotto serve` as a process of its own."""

import asyncio
import json
import os
import re
import signal
import socket
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from ridotto.cli import main
from ridotto.engine.errors import RidottoError
from ridotto.web.ops.serve import (
    MAX_OPEN_FILES,
    TCP_USER_TIMEOUT_MS,
    default_database,
    house_url,
    is_house_open,
    listen,
    open_message,
)
from tests.waiting import DEADLINE, ended, eventually
from tests.web.visitors import Party, Visitor, event_stream, new_id

pytestmark = [
    pytest.mark.slow,
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals"),
]


@asynccontextmanager
async def running_house(database, *arguments):
    """A process and the URL of its house."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ridotto", "serve", "--port", "0", "--database", str(database), *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        line = (await process.stdout.readline()).decode()
        found = re.fullmatch(r"The house is open: (http://127\.0\.0\.1:\d+)\n", line)
        assert found, (line, (await process.stderr.read()).decode())
        yield process, found[1]
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def run(*arguments, **environment):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ridotto", "serve", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **environment},
    )
    out, err = await ended(process)
    return process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize("stop_signal", [signal.SIGTERM, signal.SIGINT])
async def test_it_closes_cleanly_and_continues_after_a_restart(tmp_path, stop_signal):
    database = tmp_path / "house.sqlite"
    async with (
        running_house(database) as (process, address),
        httpx.AsyncClient(base_url=address, timeout=DEADLINE) as client,
    ):
        party = await Party.open(Visitor(client), start=True)
        await party.decide()
        seat, view = await party.asked_guest()
        async with event_stream(party.guests[seat], f"{party.path}/events") as stream:
            await stream.wait_for("scene")
            process.send_signal(stop_signal)
            assert (await stream.wait_for("bye")).kind == "bye"
        _, err = await ended(process)
        assert process.returncode == 0
    lines = [json.loads(line) for line in err.decode().splitlines()]
    assert {line["level"] for line in lines} == {"info"}
    assert {line["from"].partition(".")[0] for line in lines} == {"ridotto"}  # of libraries only warnings are logged
    assert "/tables/{table}/decisions" in {line.get("path") for line in lines}
    assert party.guests[0].keys[0] not in err.decode()
    async with running_house(database) as (_, address), httpx.AsyncClient(base_url=address, timeout=DEADLINE) as client:
        guest = Visitor(client, *party.guests[seat].keys)
        assert (await guest.get_json(party.path))["sight"] == view


async def test_a_house_without_limits_and_quiet(tmp_path):
    quiet = ("--no-limits", "--log-level", "warning", "--workers", "1")
    async with running_house(tmp_path / "house.sqlite", *quiet) as (process, address):
        async with httpx.AsyncClient(base_url=address, timeout=DEADLINE) as client:
            answers = [await Visitor(client).post("/tables", {"game": "venti", "id": new_id()}) for _ in range(30)]
        assert {answer.status_code for answer in answers} == {201}
        process.terminate()
        out, err = await process.communicate()
    assert (out, err) == (b"", b"")


async def test_it_shows_how_to_open_it_to_the_network(tmp_path):
    """With the arguments that were typed: with others it would be another house."""
    html, order = (
        {"accept": "text/html"},
        {"game": "venti", "chairs.0.who": "here", "chairs.0.mask": "sole", "id": new_id()},
    )
    async with (
        running_house(tmp_path / "club.db", "--workers", "1") as (_, address),
        httpx.AsyncClient(base_url=address, timeout=DEADLINE, headers=html) as client,
    ):
        page = await client.post("/tables", data=order, headers={"origin": address}, follow_redirects=True)
    assert f"ridotto serve --port 0 --database {tmp_path / 'club.db'} --workers 1 --host 0.0.0.0" in page.text


async def test_headers_of_a_trusted_proxy_are_believed(tmp_path):
    for proxies, secure in (("0", False), ("1", True)):
        async with (
            running_house(tmp_path / "house.sqlite", "--proxies", proxies) as (_, address),
            httpx.AsyncClient(base_url=address, timeout=DEADLINE) as client,
        ):
            answer = await client.get("/health", headers={"x-forwarded-proto": "https"})
            assert ("strict-transport-security" in answer.headers) is secure


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can read the limits of another process")
async def test_the_limit_of_open_files_is_raised(tmp_path):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = min(soft, 512)
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))
    try:
        async with running_house(tmp_path / "house.sqlite") as (process, _):
            allowed = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
            assert resource.prlimit(process.pid, resource.RLIMIT_NOFILE) == (max(few, allowed), hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_errors_are_one_line_and_exit_code_2(tmp_path):
    database = str(tmp_path / "house.sqlite")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, out, err = await run("--port", port, "--database", database)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert f"port {port}: Address already in use" in err
    assert not Path(database).exists()
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear house, " * 1000)
    for wrong in (str(letter), "postgresql://nobody@127.0.0.1:1/none"):
        code, out, err = await run("--port", "0", "--database", wrong)
        assert (code, out) == (2, ""), wrong
        assert len(err.splitlines()) == 1, err


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (("--port", "99999"), "--port must be from 0 to 65535"),
        (("--port", "many"), "--port must be a whole number"),
        (("--host", "no such host"), "Can't open the house at no such host"),
        (("--log-level", "loud"), "--log-level must be one of debug, info"),
        (("--workers", "0"), "--workers must be at least 1"),
        (("--proxies", "-1"), "--proxies can't be below 0"),
    ],
)
def test_wrong_options_are_refused_at_once(wrong, reason, tmp_path, capsys):
    assert main(["serve", "--database", str(tmp_path / "none.sqlite"), *wrong]) == 2
    out, err = capsys.readouterr()
    assert reason in err
    assert (out, len(err.splitlines())) == ("", 1)
    assert list(tmp_path.iterdir()) == []


def test_the_default_database(tmp_path):
    assert default_database({"RIDOTTO_DATABASE": "/srv/house"}) == "/srv/house"
    if sys.platform == "linux":
        assert default_database({"XDG_DATA_HOME": str(tmp_path)}) == str(tmp_path / "ridotto" / "house.sqlite")
        assert (tmp_path / "ridotto").stat().st_mode & 0o777 == 0o700
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(RidottoError, match="Can't create the folder"):
        default_database({"XDG_DATA_HOME": str(blocked), "LOCALAPPDATA": str(blocked)})


def test_the_message_has_addresses_that_work():
    with listen("0.0.0.0", 0) as listening:
        port = listening.getsockname()[1]
        message = str(open_message(listening, "0.0.0.0"))
        assert f"http://localhost:{port} here" in message
        assert f":{port} for others" in message
        assert "0.0.0.0" not in message
    with listen("127.0.0.1", 0) as here:
        assert str(open_message(here, "127.0.0.1")).endswith(f"http://127.0.0.1:{here.getsockname()[1]}")


def test_dead_connections_are_closed_soon():
    with listen("127.0.0.1", 0) as here, socket.create_connection(here.getsockname()):
        here.setblocking(True)
        connection, _ = here.accept()
        with connection:
            if sys.platform == "linux":
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == TCP_USER_TIMEOUT_MS


SERVE_AND_OPEN_BROWSER = """
from ridotto.web.ops import serve
serve.PROBE_SECONDS = {seconds}
options = serve.ServeOptions(host="0.0.0.0", port={port}, database={database!r}, open_browser=True)
serve.serve(options, lambda message: print(message, flush=True))
"""


@asynccontextmanager
async def house_with_browser(tmp_path, port, display=":0"):
    """A process that opens a house and a browser, and its first line; the browser appends URLs to the file `shown`."""
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho \"$1\" >> '{tmp_path}/shown'\n")
    browser.chmod(0o755)
    code = SERVE_AND_OPEN_BROWSER.format(port=port, database=str(tmp_path / f"house-{port}.sqlite"), seconds=DEADLINE)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "BROWSER": f"{browser} %s", "DISPLAY": display, "WAYLAND_DISPLAY": ""},
    )
    try:
        assert process.stdout is not None
        yield process, (await process.stdout.readline()).decode()
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_the_browser_opens_the_address_for_others(tmp_path):
    async with house_with_browser(tmp_path, 0) as (_, line):
        port = re.findall(r"localhost:(\d+) here", line)[0]
        shown = tmp_path / "shown"

        async def was_shown():
            return shown.exists() and shown.read_text().endswith("\n")

        await eventually(was_shown)
        assert shown.read_text() == house_url(int(port)) + "\n"
        async with httpx.AsyncClient(timeout=DEADLINE) as client:
            assert (await client.get(shown.read_text().strip())).status_code == 200
            body = {"game": "venti", "id": "an-invitation-for-all"}
            opened = (await client.post(f"http://localhost:{port}/tables", json=body)).json()
            assert opened["link"].startswith(house_url(int(port))), "also for visitors at another address"

        async with house_with_browser(tmp_path, port) as (second, line):
            assert line == f"The house is already open: {house_url(int(port))}\n"
            assert await second.wait() == 0
            assert shown.read_text() == 2 * (house_url(int(port)) + "\n")


async def test_without_a_screen_no_browser_is_opened(tmp_path):
    async with house_with_browser(tmp_path, 0, display="") as (_, line):
        port = re.findall(r"localhost:(\d+) here", line)[0]
        async with httpx.AsyncClient(timeout=DEADLINE) as client:
            assert (await client.get(f"http://127.0.0.1:{port}/health")).status_code == 200
        assert not (tmp_path / "shown").exists()


def test_another_program_at_the_port_is_not_a_house(monkeypatch):
    monkeypatch.setattr("ridotto.web.ops.serve.PROBE_SECONDS", 0.001)  # the other program never answers
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert not is_house_open(other.getsockname()[1])

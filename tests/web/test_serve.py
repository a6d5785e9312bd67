"""ridotto serve, as a process of its own."""

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
from ridotto.web.ops.serve import FILES, SILENT, default_database, front_door, is_house, listen, told_address
from tests.waiting import DEADLINE, ended, eventually
from tests.web.visitors import Party, Visitor, listening, new

pytestmark = [
    pytest.mark.slow,
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX"),
]


@asynccontextmanager
async def house_process(database, *arguments):
    """A served house: the process and its address."""
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


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
async def test_it_closes_properly_and_goes_on_where_it_was(tmp_path, ending):
    database = tmp_path / "house.sqlite"
    async with (
        house_process(database) as (process, address),
        httpx.AsyncClient(base_url=address, timeout=DEADLINE) as client,
    ):
        party = await Party.open(Visitor(client), start=True)
        await party.decide()
        seat, sight = await party.asked()
        async with listening(party.guests[seat], f"{party.path}/events") as stream:
            await stream.until("scene")
            process.send_signal(ending)
            assert (await stream.until("bye")).kind == "bye"
        _, err = await ended(process)
        assert process.returncode == 0
    lines = [json.loads(line) for line in err.decode().splitlines()]
    assert {line["level"] for line in lines} == {"info"}
    assert {line["from"].partition(".")[0] for line in lines} == {"ridotto"}  # of libraries only warnings
    assert "/tables/{table}/decisions" in {line.get("path") for line in lines}
    assert party.guests[0].keys[0] not in err.decode()
    async with house_process(database) as (_, address), httpx.AsyncClient(base_url=address, timeout=DEADLINE) as client:
        guest = Visitor(client, *party.guests[seat].keys)
        assert (await guest.told(party.path))["sight"] == sight


async def test_a_house_without_limits_and_with_few_words(tmp_path):
    quiet = ("--no-limits", "--log-level", "warning", "--workers", "1")
    async with house_process(tmp_path / "house.sqlite", *quiet) as (process, address):
        async with httpx.AsyncClient(base_url=address, timeout=DEADLINE) as client:
            answers = [await Visitor(client).post("/tables", {"game": "venti", "id": new()}) for _ in range(30)]
        assert {answer.status_code for answer in answers} == {201}
        process.terminate()
        out, err = await process.communicate()
    assert (out, err) == (b"", b"")


async def test_it_says_how_it_would_be_open_to_the_network(tmp_path):
    """In the words by which it was opened: others would lead to another house."""
    html, order = (
        {"accept": "text/html"},
        {"game": "venti", "chairs.0.who": "here", "chairs.0.mask": "sole", "id": new()},
    )
    async with (
        house_process(tmp_path / "club.db", "--workers", "1") as (_, address),
        httpx.AsyncClient(base_url=address, timeout=DEADLINE, headers=html) as client,
    ):
        page = await client.post("/tables", data=order, headers={"origin": address}, follow_redirects=True)
    assert f"ridotto serve --port 0 --database {tmp_path / 'club.db'} --workers 1 --host 0.0.0.0" in page.text


async def test_behind_a_proxy_it_is_believed_what_the_proxy_says(tmp_path):
    for proxies, secure in (("0", False), ("1", True)):
        async with (
            house_process(tmp_path / "house.sqlite", "--proxies", proxies) as (_, address),
            httpx.AsyncClient(base_url=address, timeout=DEADLINE) as client,
        ):
            answer = await client.get("/health", headers={"x-forwarded-proto": "https"})
            assert ("strict-transport-security" in answer.headers) is secure


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the limits of another process cannot be read")
async def test_as_many_streams_may_be_open_as_the_system_allows(tmp_path):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = min(soft, 512)
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))
    try:
        async with house_process(tmp_path / "house.sqlite") as (process, _):
            allowed = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
            assert resource.prlimit(process.pid, resource.RLIMIT_NOFILE) == (max(few, allowed), hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_what_cannot_be_served_is_one_line_and_code_2(tmp_path):
    database = str(tmp_path / "house.sqlite")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, out, err = await run("--port", port, "--database", database)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert f"port {port}: Address already in use" in err
    assert not Path(database).exists()
    not_one = tmp_path / "letter.txt"
    not_one.write_text("Dear house, " * 1000)
    for wrong in (str(not_one), "postgresql://nobody@127.0.0.1:1/none"):
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
def test_wishes_that_cannot_be_are_refused_at_once(wrong, reason, tmp_path, capsys):
    assert main(["serve", "--database", str(tmp_path / "none.sqlite"), *wrong]) == 2
    out, err = capsys.readouterr()
    assert reason in err
    assert (out, len(err.splitlines())) == ("", 1)
    assert list(tmp_path.iterdir()) == []


def test_where_tables_are_kept(tmp_path):
    assert default_database({"RIDOTTO_DATABASE": "/srv/house"}) == "/srv/house"
    if sys.platform == "linux":
        assert default_database({"XDG_DATA_HOME": str(tmp_path)}) == str(tmp_path / "ridotto" / "house.sqlite")
        assert (tmp_path / "ridotto").stat().st_mode & 0o777 == 0o700
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(RidottoError, match="Can't create the folder"):
        default_database({"XDG_DATA_HOME": str(blocked), "LOCALAPPDATA": str(blocked)})


def test_people_are_told_an_address_they_can_use():
    with listen("0.0.0.0", 0) as everywhere:
        port = everywhere.getsockname()[1]
        told = str(told_address(everywhere, "0.0.0.0"))
        assert f"http://localhost:{port} here" in told
        assert f":{port} for others" in told
        assert "0.0.0.0" not in told
    with listen("127.0.0.1", 0) as here:
        assert str(told_address(here, "127.0.0.1")).endswith(f"http://127.0.0.1:{here.getsockname()[1]}")


def test_a_caller_who_is_gone_is_given_up_soon():
    with listen("127.0.0.1", 0) as here, socket.create_connection(here.getsockname()):
        here.setblocking(True)
        connection, _ = here.accept()
        with connection:
            if sys.platform == "linux":
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == SILENT


OPEN_AND_SHOW = """
from ridotto.web.ops import serve
serve.PATIENCE = {patience}
opening = serve.Opening(host="0.0.0.0", port={port}, database={database!r}, browser=True)
serve.serve(opening, lambda told: print(told, flush=True))
"""


@asynccontextmanager
async def shown_house(tmp_path, port, display=":0"):
    """A house that shows itself in a browser, which writes down where it was sent."""
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho \"$1\" >> '{tmp_path}/shown'\n")
    browser.chmod(0o755)
    code = OPEN_AND_SHOW.format(port=port, database=str(tmp_path / f"house-{port}.sqlite"), patience=DEADLINE)
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


async def test_the_house_shows_itself_at_the_address_others_can_use(tmp_path):
    async with shown_house(tmp_path, 0) as (_, told):
        port = re.findall(r"localhost:(\d+) here", told)[0]
        shown = tmp_path / "shown"

        async def was_shown():
            return shown.exists() and shown.read_text().endswith("\n")

        await eventually(was_shown)
        assert shown.read_text() == front_door(int(port)) + "\n"
        async with httpx.AsyncClient(timeout=DEADLINE) as client:
            assert (await client.get(shown.read_text().strip())).status_code == 200
            asked = {"game": "venti", "id": "an-invitation-for-all"}
            opened = (await client.post(f"http://localhost:{port}/tables", json=asked)).json()
            assert opened["link"].startswith(front_door(int(port))), "also for whoever came in another way"

        async with shown_house(tmp_path, port) as (second, told):
            assert told == f"The house is already open: {front_door(int(port))}\n"
            assert await second.wait() == 0
            assert shown.read_text() == 2 * (front_door(int(port)) + "\n")


async def test_without_a_screen_no_browser_is_called(tmp_path):
    async with shown_house(tmp_path, 0, display="") as (_, told):
        port = re.findall(r"localhost:(\d+) here", told)[0]
        async with httpx.AsyncClient(timeout=DEADLINE) as client:
            assert (await client.get(f"http://127.0.0.1:{port}/health")).status_code == 200
        assert not (tmp_path / "shown").exists()


def test_a_port_that_somebody_else_has_is_no_house(monkeypatch):
    monkeypatch.setattr("ridotto.web.ops.serve.PATIENCE", 0.001)  # nobody will answer
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert not is_house(other.getsockname()[1])

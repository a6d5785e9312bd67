"""The HTTP server, over a real socket, with clients that misbehave."""

import asyncio
import signal
from functools import partial

import pytest

from ridotto.web.ops.server import HEAD_SECONDS, new_server
from tests.waiting import DEADLINE, eventually

pytestmark = pytest.mark.anyio

HEALTH = b"GET /health HTTP/1.1\r\nHost: house\r\n\r\n"


async def connect(address):
    host, port = address.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port))


async def response_to(address, *parts):
    """Everything the server sends until it closes the connection."""
    reader, writer = await connect(address)
    try:
        async with asyncio.timeout(DEADLINE):
            for part in parts:
                writer.write(part)
                await writer.drain()
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_an_endless_head_is_cut_off(address):
    for head in (
        b"GET / HTTP/1.1\r\nX: " + b"x" * 500_000,
        b"GET /" + b"x" * 500_000,
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 50_000,
    ):
        assert (await response_to(address, head))[:12] in (b"HTTP/1.1 400", b"")


async def test_an_endless_head_is_cut_off_after_a_valid_request(address):
    endless = b"GET / HTTP/1.1\r\nX: " + b"x" * 500_000
    answer = await response_to(address, HEALTH, endless)
    assert answer[:12] in (b"HTTP/1.1 200", b"")


async def test_a_second_signal_does_not_wait_for_requests(app):
    server = new_server(app)
    server.handle_exit(signal.SIGINT, None)
    assert (server.should_exit, server.force_exit) == (True, False)
    server.handle_exit(signal.SIGINT, None)
    assert (server.should_exit, server.force_exit) == (True, True)


async def test_malformed_requests_are_refused(address):
    for nonsense in (
        b"hello\r\n\r\n",
        b"\x16\x03\x01\x02\x00",
        b"GET /\xff HTTP/1.1\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\n\r\n",
    ):
        assert (await response_to(address, nonsense)).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("said", [b"", b"GET / HTT", 2 * HEALTH + b"GET /hea"], ids=["nothing", "little", "enough"])
async def test_an_incomplete_head_times_out(address, time, said):
    reader, writer = await connect(address)
    writer.write(said)
    for _ in range(said.count(b"\r\n\r\n")):
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
        await reader.readuntil(b'{"ready":true}')
    await eventually(partial(has_alarm_in, time, HEAD_SECONDS))
    await time.forward(HEAD_SECONDS - 0.001)
    assert not reader.at_eof()
    await time.forward(0.001)
    assert await reader.read() == b""
    writer.close()


async def has_alarm_in(time, seconds):
    return time.now() + 1000 * seconds in time.due


async def test_a_large_body_does_not_count_as_head(address):
    body = b"x" * 300_000
    head = b"POST /records HTTP/1.1\r\nHost: house\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    assert (await response_to(address, head + body)).startswith(b"HTTP/1.1 422")


async def test_upgrades_are_ignored(address):
    upgrade = b"GET / HTTP/1.1\r\nHost: house\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"
    reader, writer = await connect(address)
    writer.write(upgrade)
    assert (await reader.readline()).startswith(b"HTTP/1.1 200")
    writer.close()

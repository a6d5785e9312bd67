"""The server beneath the application, over a real socket, towards those who do not behave."""

import asyncio
import signal
from functools import partial

import pytest

from ridotto.web.ops.server import PATIENCE, new_server
from tests.waiting import DEADLINE, eventually

pytestmark = pytest.mark.anyio

HEALTH = b"GET /health HTTP/1.1\r\nHost: house\r\n\r\n"


async def connected(address):
    host, port = address.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port))


async def answer_to(address, *parts):
    """What comes back until the connection is closed, which it is."""
    reader, writer = await connected(address)
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


async def test_a_head_without_end_is_cut_off(address):
    for head in (
        b"GET / HTTP/1.1\r\nX: " + b"x" * 500_000,
        b"GET /" + b"x" * 500_000,
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 50_000,
    ):
        assert (await answer_to(address, head))[:12] in (b"HTTP/1.1 400", b"")


async def test_nor_is_it_listened_to_after_something_better(address):
    endless = b"GET / HTTP/1.1\r\nX: " + b"x" * 500_000
    answer = await answer_to(address, HEALTH, endless)  # which ends
    assert answer[:12] in (b"HTTP/1.1 200", b"")


async def test_whoever_asks_it_twice_to_end_is_in_a_hurry(app):
    server = new_server(app)
    server.handle_exit(signal.SIGINT, None)
    assert (server.should_exit, server.force_exit) == (True, False)
    server.handle_exit(signal.SIGINT, None)
    assert (server.should_exit, server.force_exit) == (True, True)


async def test_nonsense_is_refused(address):
    for nonsense in (
        b"hello\r\n\r\n",
        b"\x16\x03\x01\x02\x00",
        b"GET /\xff HTTP/1.1\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\n\r\n",
    ):
        assert (await answer_to(address, nonsense)).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("said", [b"", b"GET / HTT", 2 * HEALTH + b"GET /hea"], ids=["nothing", "little", "enough"])
async def test_who_does_not_go_on_is_not_listened_to_for_ever(address, time, said):
    reader, writer = await connected(address)
    writer.write(said)
    for _ in range(said.count(b"\r\n\r\n")):
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
        await reader.readuntil(b'{"ready":true}')
    await eventually(partial(waits, time, PATIENCE))
    await time.forward(PATIENCE - 0.001)
    assert not reader.at_eof()
    await time.forward(0.001)
    assert await reader.read() == b""
    writer.close()


async def waits(time, seconds):
    return time.now() + 1000 * seconds in time.due


async def test_a_large_body_is_no_large_head(address):
    body = b"x" * 300_000
    head = b"POST /records HTTP/1.1\r\nHost: house\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    assert (await answer_to(address, head + body)).startswith(b"HTTP/1.1 422")


async def test_another_protocol_is_not_spoken_here(address):
    upgrade = b"GET / HTTP/1.1\r\nHost: house\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"
    reader, writer = await connected(address)
    writer.write(upgrade)
    assert (await reader.readline()).startswith(b"HTTP/1.1 200")
    writer.close()

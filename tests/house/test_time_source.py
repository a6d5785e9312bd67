"""The system time."""

import asyncio

import pytest

from ridotto.house.time_source import SystemTime

pytestmark = pytest.mark.anyio


def test_now_is_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time_ns", lambda: 1_800_000_000_123_456_789)
    assert SystemTime().now() == 1_800_000_000_123


async def test_wait_returns_whether_the_event_is_set() -> None:
    event = asyncio.Event()
    assert await SystemTime().wait(event, 0) is False
    event.set()
    assert await SystemTime().wait(event, 0) is True
    assert await SystemTime().wait(event, None) is True


async def test_a_timeout_ends_the_block() -> None:
    with pytest.raises(TimeoutError):
        async with SystemTime().timeout(0):
            await asyncio.Event().wait()

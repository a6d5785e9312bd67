"""The time of the house where nobody moves it."""

import asyncio

import pytest

from ridotto.house.time_source import SystemTime

pytestmark = pytest.mark.anyio


def test_now_is_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time_ns", lambda: 1_800_000_000_123_456_789)
    assert SystemTime().now() == 1_800_000_000_123


async def test_whoever_waits_is_told_whether_it_has_happened() -> None:
    event = asyncio.Event()
    assert await SystemTime().wait(event, 0) is False
    event.set()
    assert await SystemTime().wait(event, 0) is True
    assert await SystemTime().wait(event, None) is True


async def test_what_takes_too_long_is_ended() -> None:
    with pytest.raises(TimeoutError):
        async with SystemTime().timeout(0):
            await asyncio.Event().wait()

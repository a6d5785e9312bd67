"""Streams, over a real socket: the newest only, nothing when nothing changed, and on from where one was."""

import asyncio
from functools import partial

import pytest

from ridotto.house.people.attendance import leave
from ridotto.house.tables.table import Table
from ridotto.web.live.streams import HEARTBEAT
from tests.waiting import DEADLINE, eventually
from tests.web.visitors import Party, listening, new

pytestmark = pytest.mark.anyio


async def test_a_stream_begins_with_frame_and_scene(caller):
    party = await Party.open(caller, start=True)
    async with listening(party.guests[1], f"{party.path}/events") as stream:
        assert stream.answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert stream.answer.headers["cache-control"] == "no-store"
        frame, scene = await stream.next(), await stream.next()
        assert stream.raw[0] == "retry: 1000"
    told = await party.guests[1].told(party.path)
    assert (frame.kind, frame.data) == ("frame", told["frame"])
    assert (scene.kind, scene.data) == ("scene", told["sight"])
    assert scene.id == f"{told['sight']['revision']}.{told['frame']['digest']}"
    assert frame.id == ""  # who has seen only the frame has not seen what the id says


async def test_a_decision_is_sent_to_those_whose_sight_it_changes(caller, app):
    party = await Party.open(caller, start=True)
    async with (
        listening(party.guests[0], f"{party.path}/events") as own,
        listening(caller, f"{party.path}/events") as spectator,
    ):
        for stream in (own, spectator):
            await stream.until("scene")
        await party.decide()
        assert (await own.next()).kind == "scene"
        assert (await spectator.next()).kind == "scene"


async def test_a_gesture_is_sent_to_everybody_without_an_id(caller):
    party = await Party.open(caller, start=True)
    async with (
        listening(party.guests[0], f"{party.path}/events") as own,
        listening(caller, f"{party.path}/events?as=html") as spectator,
    ):
        await own.until("scene")
        await spectator.until("table")
        await party.guests[1].done(f"{party.path}/reactions", {"gesture": "applause"})
        for stream in (own, spectator):
            assert await stream.next() == ("reaction", "", {"seat": 1, "gesture": "applause"})
    refused = await party.guests[1].post(f"{party.path}/reactions", {"gesture": "bow"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many")
    assert (await party.guests[1].post(f"{party.path}/reactions", {"gesture": "somersault"})).status_code == 400
    assert (await caller.post(f"{party.path}/reactions", {"gesture": "bow"})).status_code == 401


@pytest.mark.slow
async def test_nothing_is_sent_when_the_viewer_sees_no_change(caller):
    """A plan is made in secret: the others see nothing of its steps, not even that there was one."""
    party = await Party.open(caller, game="venezia", players=2, start=True)
    for _ in range(60):
        seat, sight = await party.asked()
        spectator = (await caller.told(party.path))["sight"]["revision"]
        async with listening(caller, f"{party.path}/events?after={spectator}.") as stream:
            await stream.until("frame")
            body = {"revision": sight["revision"], "move": sight["scene"]["actions"][0]["move"], "id": new()}
            await party.guests[seat].done(f"{party.path}/decisions", body)
            if (await caller.told(party.path))["sight"]["revision"] == spectator:
                await party.guests[seat].done(f"{party.path}/chat", {"text": "done", "id": new()})
                assert (await stream.next()).kind == "frame"  # and no scene before it
                return
    raise AssertionError("no step was secret")


async def test_what_was_said_changes_the_frame_alone(caller):
    party = await Party.open(caller, start=True)
    async with listening(caller, f"{party.path}/events") as stream:
        scene = await stream.until("scene")
        await party.guests[0].done(f"{party.path}/chat", {"text": "hello", "id": new()})
        frame = await stream.next()
        assert frame.kind == "frame"
        assert frame.data["chat"][0]["text"] == "hello"
        assert frame.id.partition(".")[0] == scene.id.partition(".")[0]


@pytest.mark.slow
@pytest.mark.parametrize("way", ["header", "query"])
async def test_a_broken_stream_goes_on_where_it_was(caller, way):
    party = await Party.open(caller, start=True)
    guest = party.guests[0]
    async with listening(guest, f"{party.path}/events") as stream:
        seen = (await stream.until("scene")).id

    def resumed(id):
        if way == "header":
            return listening(guest, f"{party.path}/events", **{"last-event-id": id})
        return listening(guest, f"{party.path}/events?after={id}")

    async with resumed(seen) as stream:  # nothing has changed
        await party.guests[1].done(f"{party.path}/chat", {"text": "a", "id": new()})
        event = await stream.next()
        assert event.kind == "frame"
        seen = event.id
    await party.decide()
    async with resumed(seen) as stream:
        event = await stream.next()
        assert event.kind == "scene"
    async with resumed("nonsense.of.another.table") as stream:
        assert [(await stream.next()).kind, (await stream.next()).kind] == ["frame", "scene"]


async def test_a_browser_comes_again_with_its_old_address_and_the_newest_id(caller):
    """The address says what the page showed at first; the header says what the stream has brought since."""
    party = await Party.open(caller, start=True)
    async with listening(caller, f"{party.path}/events") as stream:
        first = (await stream.until("scene")).id
        await party.decide()
        newest = (await stream.until("scene")).id
    async with listening(caller, f"{party.path}/events?after={first}", **{"last-event-id": newest}) as stream:
        await party.guests[0].done(f"{party.path}/chat", {"text": "hello", "id": new()})
        assert (await stream.next()).kind == "frame"  # and no scene before it


async def test_the_id_of_another_viewer_means_nothing(caller):
    party = await Party.open(caller, start=True)
    async with listening(party.guests[0], f"{party.path}/events") as stream:
        theirs = (await stream.until("scene")).id
    async with listening(caller, f"{party.path}/events?after={theirs}") as stream:
        scene = await stream.next()
        assert (scene.kind, scene.data["scene"]["viewer"]) == ("scene", -1)


@pytest.mark.slow
async def test_a_slow_reader_is_sent_the_newest_only(caller, address, house, monkeypatch):
    """It reads nothing while much is said; then it sees the last, and not all that was said meanwhile."""
    monkeypatch.setattr(Table, "may_talk", lambda *_: True)
    party = await Party.open(caller, start=True)
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=2**20)
    writer.write(f"GET {party.path}/events HTTP/1.1\r\nHost: house\r\n\r\n".encode())
    await eventually(lambda: streams(house, 1))
    rounds = 1200
    for n in range(rounds):
        await house.say(party.id, party.guests[0].keys, 0, f"{n} " + "blah " * 50, new())
    said = 0
    last = f'"{rounds - 1} '.encode()
    received = b""
    async with asyncio.timeout(DEADLINE):
        while last not in received[-200_000:]:
            received += await reader.read(2**20)
    said = received.count(b"event: frame")
    assert said < rounds / 2
    writer.close()
    await writer.wait_closed()


async def streams(house, count):
    return house.statistics()["streams"] == count


async def test_pages_are_told_in_html(caller):
    party = await Party.open(caller, start=True)
    async with listening(party.guests[0], f"{party.path}/events?as=html&lang=de") as stream:
        told = (await stream.until("table")).data
        assert told.startswith('<main id="table"')
        assert 'id="prompt"' in told


async def test_a_silent_stream_shows_that_it_lives(caller, time):
    party = await Party.open(caller, start=True)
    async with listening(caller, f"{party.path}/events") as stream:
        scene = await stream.until("scene")
        await time.forward(3 * HEARTBEAT)
        await party.decide()
        assert (await stream.next()).id != scene.id
        assert stream.raw.count(":") == 3


async def test_a_heart_beats_on_while_others_decide_in_secret(caller, house, time):
    """What a viewer is not told must not delay the next sign of life: it would tell when somebody decided."""
    party = await Party.open(caller, start=True)
    async with listening(caller, f"{party.path}/events") as stream:
        await stream.until("scene")
        for _ in range(5):
            await time.forward(HEARTBEAT / 5)
            house.publish(house.spots[party.id])
        await party.decide()
        await stream.next()
        assert stream.raw.count(":") == 1


async def test_whoever_leaves_is_not_counted_any_more(caller, house):
    party = await Party.open(caller)
    async with listening(caller, f"{party.path}/events") as stream:
        await stream.next()
        assert await streams(house, 1)
    await eventually(lambda: streams(house, 0))


@pytest.mark.slow
@pytest.mark.parametrize("path", ["", "/events"])
async def test_whoever_looks_is_back_on_every_seat_they_hold(caller, house, time, path):
    party = await Party.open(caller, start=True)
    for seat in (0, 1):
        await house.do(party.id, partial(leave, seat=seat))
    both = caller.having(*party.guests[0].keys, *party.guests[1].keys)
    async with listening(both, f"{party.path}{path}?seat=0") as stream:
        assert stream.answer.status_code == 200
        await time.rest()
        assert not any(chair.away for chair in (await house.table(party.id)).chairs)


async def test_a_freed_seat_ends_its_stream(caller):
    party = await Party.open(caller)
    async with listening(party.guests[1], f"{party.path}/events?seat=1") as stream:
        await stream.until("scene")
        await party.host.done(f"{party.path}/free", {"seat": 1})
        assert (await stream.next()).kind == "bye"
        assert await stream.ended()


async def test_streams_are_told_goodbye(caller, app, house):
    party = await Party.open(caller)
    async with listening(caller, f"{party.path}/events") as stream:
        await stream.until("scene")
        app.streams.stop()
        assert (await stream.next()).kind == "bye"
        assert await stream.ended()
    assert await streams(house, 0)


async def test_a_store_that_fails_ends_streams_in_peace(caller, house, caplog):
    party = await Party.open(caller)
    async with listening(caller, f"{party.path}/events") as stream:
        await stream.until("scene")
        house.spots[party.id].table = None
        await house.store.close()
        house.publish(house.spots[party.id])
        assert (await stream.next()).kind == "bye"
    assert not [line for line in caplog.records if line.exc_info]


async def test_head_says_what_there_would_be(caller):
    party = await Party.open(caller)
    answer = await caller.client.head(f"{party.path}/events")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")

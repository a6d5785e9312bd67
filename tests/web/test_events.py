"""Streams over a real socket: only the newest state, nothing when nothing changed, and continued after a break."""

import asyncio
from functools import partial

import pytest

from ridotto.house.people.attendance import leave
from ridotto.house.tables.table_limits import TableLimits
from ridotto.web.live.streams import HEARTBEAT_SECONDS
from tests.waiting import DEADLINE, eventually
from tests.web.visitors import Party, event_stream, new_id

pytestmark = pytest.mark.anyio


async def test_a_stream_starts_with_frame_and_scene(socket_visitor):
    party = await Party.open(socket_visitor, start=True)
    async with event_stream(party.guests[1], f"{party.path}/events") as stream:
        assert stream.answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert stream.answer.headers["cache-control"] == "no-store"
        frame, scene = await stream.next(), await stream.next()
        assert stream.raw[0] == "retry: 1000"
    state = await party.guests[1].get_json(party.path)
    assert (frame.kind, frame.data) == ("frame", state["frame"])
    assert (scene.kind, scene.data) == ("scene", state["sight"])
    assert scene.id == f"{state['sight']['revision']}.{state['frame']['digest']}"
    assert frame.id == ""  # the id stands for the scene, too, which comes next


async def test_a_decision_is_sent_to_viewers_whose_view_it_changes(socket_visitor, app):
    party = await Party.open(socket_visitor, start=True)
    async with (
        event_stream(party.guests[0], f"{party.path}/events") as own,
        event_stream(socket_visitor, f"{party.path}/events") as spectator,
    ):
        for stream in (own, spectator):
            await stream.wait_for("scene")
        await party.decide()
        assert (await own.next()).kind == "scene"
        assert (await spectator.next()).kind == "scene"


async def test_a_gesture_is_sent_to_everybody_without_an_id(socket_visitor):
    party = await Party.open(socket_visitor, start=True)
    async with (
        event_stream(party.guests[0], f"{party.path}/events") as own,
        event_stream(socket_visitor, f"{party.path}/events?as=html") as spectator,
    ):
        await own.wait_for("scene")
        await spectator.wait_for("table")
        await party.guests[1].post_json(f"{party.path}/reactions", {"gesture": "applause"})
        for stream in (own, spectator):
            assert await stream.next() == ("reaction", "", {"seat": 1, "gesture": "applause"})
    refused = await party.guests[1].post(f"{party.path}/reactions", {"gesture": "bow"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many")
    assert (await party.guests[1].post(f"{party.path}/reactions", {"gesture": "somersault"})).status_code == 400
    assert (await socket_visitor.post(f"{party.path}/reactions", {"gesture": "bow"})).status_code == 401


@pytest.mark.slow
async def test_nothing_is_sent_when_the_viewer_sees_no_change(socket_visitor):
    """Plans are secret: others see no step of them, not even that there was one."""
    party = await Party.open(socket_visitor, game="venezia", players=2, start=True)
    for _ in range(60):
        seat, view = await party.asked_guest()
        spectator = (await socket_visitor.get_json(party.path))["sight"]["revision"]
        async with event_stream(socket_visitor, f"{party.path}/events?after={spectator}.") as stream:
            await stream.wait_for("frame")
            body = {"revision": view["revision"], "move": view["scene"]["actions"][0]["move"], "id": new_id()}
            await party.guests[seat].post_json(f"{party.path}/decisions", body)
            if (await socket_visitor.get_json(party.path))["sight"]["revision"] == spectator:
                await party.guests[seat].post_json(f"{party.path}/chat", {"text": "done", "id": new_id()})
                assert (await stream.next()).kind == "frame"  # and no scene before it
                return
    raise AssertionError("no step was secret")


async def test_a_chat_line_changes_only_the_frame(socket_visitor):
    party = await Party.open(socket_visitor, start=True)
    async with event_stream(socket_visitor, f"{party.path}/events") as stream:
        scene = await stream.wait_for("scene")
        await party.guests[0].post_json(f"{party.path}/chat", {"text": "hello", "id": new_id()})
        frame = await stream.next()
        assert frame.kind == "frame"
        assert frame.data["chat"][0]["text"] == "hello"
        assert frame.id.partition(".")[0] == scene.id.partition(".")[0]


@pytest.mark.slow
@pytest.mark.parametrize("way", ["header", "query"])
async def test_a_broken_stream_continues_after_the_last_event(socket_visitor, way):
    party = await Party.open(socket_visitor, start=True)
    guest = party.guests[0]
    async with event_stream(guest, f"{party.path}/events") as stream:
        seen = (await stream.wait_for("scene")).id

    def resumed(id):
        if way == "header":
            return event_stream(guest, f"{party.path}/events", **{"last-event-id": id})
        return event_stream(guest, f"{party.path}/events?after={id}")

    async with resumed(seen) as stream:  # nothing has changed
        await party.guests[1].post_json(f"{party.path}/chat", {"text": "a", "id": new_id()})
        event = await stream.next()
        assert event.kind == "frame"
        seen = event.id
    await party.decide()
    async with resumed(seen) as stream:
        event = await stream.next()
        assert event.kind == "scene"
    async with resumed("nonsense.of.another.table") as stream:
        assert [(await stream.next()).kind, (await stream.next()).kind] == ["frame", "scene"]


async def test_the_header_takes_precedence_over_the_query(socket_visitor):
    """A browser reconnects to the old URL, which has the first id; the header has the newest."""
    party = await Party.open(socket_visitor, start=True)
    async with event_stream(socket_visitor, f"{party.path}/events") as stream:
        first = (await stream.wait_for("scene")).id
        await party.decide()
        newest = (await stream.wait_for("scene")).id
    async with event_stream(
        socket_visitor, f"{party.path}/events?after={first}", **{"last-event-id": newest}
    ) as stream:
        await party.guests[0].post_json(f"{party.path}/chat", {"text": "hello", "id": new_id()})
        assert (await stream.next()).kind == "frame"  # and no scene before it


async def test_the_id_of_another_viewer_is_ignored(socket_visitor):
    party = await Party.open(socket_visitor, start=True)
    async with event_stream(party.guests[0], f"{party.path}/events") as stream:
        theirs = (await stream.wait_for("scene")).id
    async with event_stream(socket_visitor, f"{party.path}/events?after={theirs}") as stream:
        scene = await stream.next()
        assert (scene.kind, scene.data["scene"]["viewer"]) == ("scene", -1)


@pytest.mark.slow
async def test_a_slow_reader_is_sent_only_the_newest_state(socket_visitor, address, house, monkeypatch):
    """It does not read during a long chat; then it gets the last line without most states in between."""
    monkeypatch.setattr(TableLimits, "may_chat", lambda *_: True)
    party = await Party.open(socket_visitor, start=True)
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=2**20)
    writer.write(f"GET {party.path}/events HTTP/1.1\r\nHost: house\r\n\r\n".encode())
    await eventually(lambda: has_streams(house, 1))
    rounds = 1200
    for n in range(rounds):
        await house.chat(party.id, party.guests[0].keys, 0, f"{n} " + "blah " * 50, new_id())
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


async def has_streams(house, count):
    return house.statistics()["streams"] == count


async def test_pages_get_html(socket_visitor):
    party = await Party.open(socket_visitor, start=True)
    async with event_stream(party.guests[0], f"{party.path}/events?as=html&lang=de") as stream:
        html = (await stream.wait_for("table")).data
        assert html.startswith('<main id="table"')
        assert 'id="prompt"' in html


async def test_a_silent_stream_sends_heartbeats(socket_visitor, time):
    party = await Party.open(socket_visitor, start=True)
    async with event_stream(socket_visitor, f"{party.path}/events") as stream:
        scene = await stream.wait_for("scene")
        await time.forward(3 * HEARTBEAT_SECONDS)
        await party.decide()
        assert (await stream.next()).id != scene.id
        assert stream.raw.count(":") == 3


async def test_secret_decisions_do_not_delay_heartbeats(socket_visitor, house, time):
    """A delay would reveal when somebody decided."""
    party = await Party.open(socket_visitor, start=True)
    async with event_stream(socket_visitor, f"{party.path}/events") as stream:
        await stream.wait_for("scene")
        for _ in range(5):
            await time.forward(HEARTBEAT_SECONDS / 5)
            house.live_tables.publish(house.live_tables.by_id[party.id])
        await party.decide()
        await stream.next()
        assert stream.raw.count(":") == 1


async def test_closed_streams_are_not_counted(socket_visitor, house):
    party = await Party.open(socket_visitor)
    async with event_stream(socket_visitor, f"{party.path}/events") as stream:
        await stream.next()
        assert await has_streams(house, 1)
    await eventually(lambda: has_streams(house, 0))


@pytest.mark.slow
@pytest.mark.parametrize("path", ["", "/events"])
async def test_a_returning_person_gets_all_their_seats_back(socket_visitor, house, time, path):
    party = await Party.open(socket_visitor, start=True)
    for seat in (0, 1):
        await house.executor.execute(party.id, partial(leave, seat=seat))
    both = socket_visitor.with_keys(*party.guests[0].keys, *party.guests[1].keys)
    async with event_stream(both, f"{party.path}{path}?seat=0") as stream:
        assert stream.answer.status_code == 200
        await time.rest()
        assert not any(chair.away for chair in (await house.table(party.id)).chairs)


async def test_a_freed_seat_ends_its_stream(socket_visitor):
    party = await Party.open(socket_visitor)
    async with event_stream(party.guests[1], f"{party.path}/events?seat=1") as stream:
        await stream.wait_for("scene")
        await party.host.post_json(f"{party.path}/free", {"seat": 1})
        assert (await stream.next()).kind == "bye"
        assert await stream.has_ended()


async def test_streams_end_with_bye(socket_visitor, app, house):
    party = await Party.open(socket_visitor)
    async with event_stream(socket_visitor, f"{party.path}/events") as stream:
        await stream.wait_for("scene")
        app.streams.stop()
        assert (await stream.next()).kind == "bye"
        assert await stream.has_ended()
    assert await has_streams(house, 0)


async def test_a_failing_store_ends_streams_without_errors(socket_visitor, house, caplog):
    party = await Party.open(socket_visitor)
    async with event_stream(socket_visitor, f"{party.path}/events") as stream:
        await stream.wait_for("scene")
        house.live_tables.by_id[party.id].table = None
        await house.store.close()
        house.live_tables.publish(house.live_tables.by_id[party.id])
        assert (await stream.next()).kind == "bye"
    assert not [line for line in caplog.records if line.exc_info]


async def test_head_requests(socket_visitor):
    party = await Party.open(socket_visitor)
    answer = await socket_visitor.client.head(f"{party.path}/events")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")

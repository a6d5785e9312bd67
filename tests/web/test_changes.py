"""Streams of what has changed, for programs: the changes complete to the whole, and what happened is told as data."""

from typing import Any

import pytest

import ridotto
from ridotto.house.tables import commands
from ridotto.house.tables.trail import KEPT_STEPS, Trails
from ridotto.web.live import news
from ridotto.web.live.changes import log_changes
from ridotto.web.schemas.response_schemas import LogLine
from tests.house.logs import Log
from tests.playing import Choices
from tests.web.visitors import Party, event_stream

GAMES = [game.slug for game in ridotto.all_games()]
PARTS = {"zones": ("zone_ids", "id"), "panels": ("seats", "seat")}


def completed(sight: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The new sight, as a program makes it from the old one and the changes."""
    new = sight | {name: value for name, value in changes.items() if name not in ("scene", "log")}
    if "log" in changes:
        log = changes["log"]
        new["log"] = sight["log"][log["start"] : log["start"] + log["kept"]] + log["lines"]
    scene = dict(sight["scene"])
    changed = dict(changes.get("scene", {}))
    for name, (order, key) in PARTS.items():
        parts = {part[key]: part for part in scene[name]} | {part[key]: part for part in changed.pop(name, [])}
        wanted = changed.pop(order, [part[key] for part in scene[name]])
        scene[name] = [parts[id] for id in wanted]
    scene |= changed
    left_out = {"actions": [], "notes": [], "clause": "", "steps": []}  # of a whole scene
    new["scene"] = {name: value for name, value in scene.items() if left_out.get(name) != value}
    return new


@pytest.mark.anyio
@pytest.mark.parametrize("slug", GAMES)
async def test_changes_complete_to_the_whole(socket_visitor: Any, slug: str) -> None:
    party = await Party.open(socket_visitor, game=slug, start=True)
    viewer = party.guests[0]
    async with event_stream(viewer, f"{party.path}/events?changes=true") as stream:
        frame, sight = (await stream.wait_for("frame")).data, (await stream.wait_for("scene")).data
        for _ in range(25):
            state = await viewer.get_json(party.path)
            if state["frame"]["phase"] != "running":
                break
            await party.decide()
            whole = await viewer.get_json(party.path)
            while (sight["revision"], frame["digest"]) != (whole["sight"]["revision"], whole["frame"]["digest"]):
                event = await stream.next()
                assert event.kind in ("changes", "frame-changes"), event
                if event.kind == "changes":
                    assert len(str(event.data)) < len(str(whole["sight"]))
                    sight = completed(sight, event.data)
                else:
                    frame = frame | event.data
            assert sight == whole["sight"]
            assert frame == whole["frame"]


@pytest.mark.anyio
async def test_what_happened_is_told_in_the_viewers_own_count(socket_visitor: Any) -> None:
    party = await Party.open(socket_visitor, game="verhext", start=True)
    address = f"{party.path}/events?happened=0"
    async with event_stream(party.guests[0], address) as stream:
        told = []
        for _ in range(3):
            await party.decide()
            event = await stream.wait_for("happened")
            told.append(event.data)
            assert event.id == ""  # the scene that follows has it
            assert (await stream.wait_for("scene")).data["revision"]
        assert [one["n"] for one in told] == [1, 2, 3]
        assert all(note["kind"] == "prophesied" for one in told for note in one["notes"][:1])
    async with event_stream(party.guests[0], f"{party.path}/events?happened=1") as stream:
        assert [(await stream.wait_for("happened")).data["n"] for _ in range(2)] == [2, 3]
    async with event_stream(party.guests[0], f"{party.path}/events?happened=77") as stream:
        assert (await stream.wait_for("happened")).data == {"n": 3, "gap": True}
        assert (await stream.next()).kind in ("frame", "scene")


def test_only_those_who_notice_a_step_are_told() -> None:
    """In Verhext!, the base card of an unfinished play is a secret; taking it back is one, too."""
    choice, log = Choices(3), Log(5, game="verhext").begin()
    trails, viewers = log.table.trails, range(-1, 4)
    while (secret := unfinished_play(log)) is None:
        log.step(choice)
    seat, move = secret
    before = {viewer: trails.length(viewer) for viewer in viewers}
    log.decide(seat, move)
    assert {viewer for viewer in viewers if trails.length(viewer) != before[viewer]} == {seat}
    log.do(commands.undo, seat, log.table.player_view(seat).revision, "take-it-back")
    assert {viewer for viewer in viewers if trails.length(viewer) != before[viewer]} == {seat}
    steps = trails.steps_after(seat, before[seat])
    assert steps is not None
    assert [(step.n, step.undoes) for step in steps] == [(before[seat] + 1, 0), (before[seat] + 2, before[seat] + 1)]


def unfinished_play(log: Log) -> tuple[int, int] | None:
    """A seat and a card to which it could add a potion."""
    state = log.table.started_match.state
    seat = state.actor()
    for move in state.moves(seat):
        after = state.copy()
        after.play(seat, move)
        if after.actor() == seat and not log.table.game.text(move).startswith(("prophecy", "rebid")):
            return seat, move
    return None


def test_notes_that_may_not_be_looked_up_are_not_told_later() -> None:
    """Without history, the cards of older tricks are covered (verhext.vis.won); what happens now is told."""
    choice, log = Choices(3), Log(5, game="verhext", options={"show_history": "off"}).begin()
    trails = log.table.trails
    first = trails.length(-1)
    plays = 0
    while plays < 13:
        before = trails.length(-1)
        log.step(choice)
        steps = trails.steps_after(-1, before)
        assert steps is not None
        live = [note.kind for step in news._happened(log.table, steps) for note in step.notes]
        plays += live.count("played")
    later = [
        note.kind for step in news._happened(log.table, trails.steps_after(-1, first) or []) for note in step.notes
    ]
    assert 0 < later.count("played") < plays
    assert later.count("prophesied") == 4


def test_steps_are_kept_for_a_while() -> None:
    trails = Trails(2)
    assert trails.steps_after(0, 0) == []
    for n in range(KEPT_STEPS + 5):
        trails.record_answer(0, str(n))
    assert trails.length(0) == KEPT_STEPS + 5
    assert trails.steps_after(0, 4) is None  # a gap
    assert [step.n for step in trails.steps_after(0, 5) or ()] == list(range(6, KEPT_STEPS + 6))
    assert trails.steps_after(0, KEPT_STEPS + 5) == []
    assert trails.steps_after(0, KEPT_STEPS + 6) is None  # that has not happened
    assert trails.steps_after(1, 0) == []


def test_changes_of_a_log() -> None:
    one, two, three, four = (LogLine(1, text) for text in "1234")
    for old, new in (
        ([], [one]),
        ([one, two], [one, two, three]),
        ([one, two], [two, three]),
        ([one, two], [three, four]),
        ([one, two, three], [one, two]),
        ([one, two], [one, three]),
        ([one, two], []),
    ):
        changes = log_changes(old, new)
        assert old[changes.start : changes.start + changes.kept] + changes.lines == new, (old, new)
    assert log_changes([one, two], [two, three]).lines == [three]

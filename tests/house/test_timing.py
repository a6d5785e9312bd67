"""Time tells nothing: what the house decides for a seat is seen on a beat, however long the thought took."""

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import ridotto
from ridotto.engine.game import Game
from ridotto.engine.note import SPECTATOR
from ridotto.engine.rng import Rng
from ridotto.engine.state import State
from ridotto.house.autoplay.beats import FURTHER, HIDDEN, LEAST, MARGIN, Beats, ends_step
from ridotto.house.autoplay.fair_queue import ANYBODY, Customer
from ridotto.house.keys import lock
from ridotto.house.people.attendance import pause
from ridotto.house.service import House
from ridotto.house.store import connect
from ridotto.house.tables.events import ClockRules, Moved, Opened, Placed, Sat, Started, decode, encode
from ridotto.house.tables.table import HOST, Table
from ridotto.house.tables.windows import HOLD, is_foregone
from tests.house.guests import Party, opening
from tests.manual_time import ManualTime
from tests.playing import Choices, some_move

pytestmark = pytest.mark.anyio

GAMES = [game.slug for game in ridotto.games()]
LATE = 3.7  # beats, for thoughts that do not keep to their time


class Daydreamers:
    """Bots whose thoughts take as long as the test says, on the clock of the test; they move by chance."""

    def __init__(self, time: ManualTime, choice: Choices, late: float = 0.0) -> None:
        self.time = time
        self.choice = choice
        self.late = late
        self.steps: Counter[int] = Counter()

    async def choose(
        self,
        world: State,
        seat: int,
        bot: str,
        seed: int,
        customer: Customer = ANYBODY,
        seconds: Callable[[], float | None] = lambda: None,
    ) -> int:
        limit = seconds()
        assert limit is not None
        moves = world.moves(seat)
        await self.time.sleep(self.late or limit * self.choice.below(1001) / 1000)
        self.steps[seat] += 1
        return some_move(world, moves, self.choice)


@asynccontextmanager
async def dreaming(folder: Path, time: ManualTime, bots: Daydreamers) -> AsyncIterator[House]:
    store = await connect(str(folder / "house.sqlite"), time)
    minds: Any = bots
    house = House(store, minds, pace=1.0)
    time.govern(house)
    await house.start()
    yield house
    await house.stop()
    await store.close()


def at(state: State, person: int) -> Opened:
    """A table that begins with a position: one person, and bots."""
    return opening(
        state,
        [
            Sat(seat, "Anna", "volto", lock("key")) if seat == person else Placed(seat, "expert")
            for seat in range(state.seats)
        ],
    )


def positions(game: Game, choice: Choices, number: int) -> Iterator[tuple[State, int]]:
    """Positions at which somebody else than the viewer is asked, and the viewer."""
    found = 0
    while found < number:
        players = game.players[choice.below(len(game.players))]
        state: Any = game.start(players=players, seed=choice.below(10_000))
        while not state.over and found < number:
            seats = state.actors()
            if choice.below(8) == 0:
                viewer = choice.below(players)
                if seats != [viewer]:
                    found += 1
                    yield state.copy(), viewer
            seat = seats[choice.below(len(seats))]
            state.play(seat, some_move(state, state.moves(seat), choice))


async def first_change(house: House, id: str, viewer: int, time: ManualTime, until: float) -> int | None:
    """After how many milliseconds the viewer sees something new; None: not within so many seconds."""
    start, before = time.now(), (await house.table(id)).sight(viewer).revision
    await time.rest()
    while (await house.table(id)).sight(viewer).revision == before:
        moment = time.due[0]
        if moment > start + 1000 * until:
            return None
        await time.forward((moment - time.now()) / 1000)
    return time.now() - start


async def opened(house: House, opening: Opened, id: str) -> None:
    await house.store.open(id, encode(opening), listed=False)
    await house.do(id, lambda table: Started() if table.phase == "open" else None)


@pytest.mark.rule("verhext.vis.declined", "venezia2099.info.forced_not_flagged")
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("late", [0.0, LATE], ids=["in time", "late"])
async def test_worlds_that_look_alike_are_seen_at_the_same_times(
    slug: str, late: float, tmp_path: Path, time: ManualTime
) -> None:
    """Thoughts of any length, about things that only the thinker knows: the beat is the same."""
    choice = Choices(17)
    bots = Daydreamers(time, choice, late)
    seen: dict[int, set[int | None]] = defaultdict(set)  # by the length of a beat
    number = 10 if late else 40
    async with dreaming(tmp_path, time, bots) as house:
        for n, (state, viewer) in enumerate(positions(ridotto.game(slug), choice, number)):
            worlds = state, state.redeal(viewer, Rng(n))
            assert beat(worlds[0]) == beat(worlds[1])
            for world in worlds:
                id = f"table{len(house.spots)}x{n}"
                await opened(house, at(world, viewer), id)
                seen[beat(world)].add(await first_change(house, id, viewer, time, 2.5 if not late else 9.5))
                await house.do(id, pause)
    assert seen.pop(0, {0}) == {0}, "what everybody knows is not asked"
    for length, moments in seen.items():
        moments -= {None} | ({HOLD} if length == HOLD else set())  # the viewer's own answer takes effect in time
        if late:
            assert {moment % length for moment in moments if moment} <= {0}, "whoever is late waits for a beat"
            assert min((moment for moment in moments if moment), default=1000 * LATE) >= 1000 * LATE
        else:
            assert moments <= {length}
    assert slug != "diciassette" or late or set(seen) == {HOLD, 1000}
    assert any(seen.values())


def beat(state: State) -> int:
    """Milliseconds after which something may be seen: at once where everybody knows the answer, in a window late."""
    if not state.game.has_windows or not state.game.windows.is_open(state):
        return round(1000 * state.game.beat(state.game.view(state, SPECTATOR)))
    return 0 if is_foregone(state) else HOLD


async def test_whoever_answers_first_does_not_show_how_long_others_thought(tmp_path: Path, time: ManualTime) -> None:
    """Anna passes early: the window closes when the bots have answered, and they do so on the beat."""
    game = ridotto.game("diciassette")
    windows = [
        (state, viewer)
        for state, viewer in positions(game, Choices(5), 400)
        if viewer in state.actors() and len(state.actors()) > 1 and beat(state) == HOLD
    ]
    assert len(windows) > 10
    seen = Counter[int | None]()
    bots = Daydreamers(time, Choices(3))
    async with dreaming(tmp_path, time, bots) as house:
        for n, (state, viewer) in enumerate(windows[:12]):
            await opened(house, at(state, viewer), f"window{n}")
            await time.forward(0.3)
            table = await house.table(f"window{n}")
            await house.decide(table.id, ["key"], viewer, table.sight(viewer).revision, "pass", "early")
            seen[await first_change(house, table.id, -1, time, 3)] += 1
            await house.do(table.id, pause)
    assert set(seen) == {HOLD - 300}


async def test_a_decision_of_whoever_is_late_comes_on_a_beat_too(tmp_path: Path, time: ManualTime) -> None:
    """In Verhext! the clock plays a card, and perhaps declines a potion: that takes one beat either way."""
    choice, waited = Choices(4), Counter[int]()
    bots = Daydreamers(time, choice)
    async with dreaming(tmp_path, time, bots) as house:
        party = await Party.open(house, game="verhext", players=3, clock=ClockRules(10, 0), patience=None)
        with house.watch(party.id, 0, 1, 2):
            await party.begin()
            await time.forward(120)
        rows = await house.store.read(party.id)
        begun = next(row.n for row in rows if isinstance(decode(row.body), Started)) + 1
        table, hidden = Table(party.id, rows[:begun]), 0
        for row in rows[begun:]:
            entry = decode(row.body)
            assert isinstance(entry, Moved)
            assert entry.by == "clock"
            assert table.clock is not None
            end = table.clock.end(entry.seat)
            assert end is not None
            if ends_step(table.playing.state, entry.seat, table.game.parse(entry.move)):
                waited[row.at - max(end, table.asked[entry.seat])] += 1
            else:
                hidden += 1
            table.enter(row)
    assert set(waited) == {1000}
    assert sum(waited.values()) > 20
    assert hidden, "nobody was offered a potion"


async def test_beats_of_a_turn_and_steps_in_between(house: House, time: ManualTime) -> None:
    """The first step that others see takes a beat, a further one less; what they do not see is made at once.

    So are all steps of one act after the first: where a seat goes on with what everybody has seen it begin.
    """
    await house.stop()
    slow = House(house.store, house.minds, pace=10.0)
    time.govern(slow)
    await slow.start()
    party = await Party.open(slow, game="venezia", players=2, bots={0: "novice", 1: "novice"})
    with slow.watch(party.id, HOST):
        await party.begin()
        await time.forward(120)
    await slow.stop()
    opening, started, *rows = await house.store.read(party.id)
    table, waited = Table(party.id, [opening, started]), set[tuple[str, float]]()
    turn, before = -1, {"phase": ""}  # whose turn goes on, and what everybody saw before its last step
    for row in rows:
        entry = decode(row.body)
        assert isinstance(entry, Moved)
        seat, asked, view = entry.seat, table.asked[entry.seat], table.view(SPECTATOR)
        seen = ends_step(table.playing.state, seat, table.game.parse(entry.move))
        goes_on = seat == turn and "plan" not in (before["phase"], view["phase"])  # there all decide at the same time
        step = "act" if goes_on and table.game.same_act(before, view) else "further" if goes_on else "first"
        table.enter(row)
        beat = 10_000 * (table.game.beat(view) if step == "first" else 1)
        waited.add((step if seen else "unseen", (row.at - asked) / beat))
        if seen:
            turn, before = seat, view
    assert waited - {("further", FURTHER)} == {("first", 1), ("unseen", 0), ("act", 0)}


@pytest.mark.parametrize("slug", GAMES)
def test_games_say_whether_a_step_may_take_several_decisions(slug: str) -> None:
    """There each thought gets a part of the time only."""
    game, choice, hidden = ridotto.game(slug), Choices(8), False
    for state, _ in positions(game, choice, 300):
        for seat in state.actors():
            hidden = hidden or any(not ends_step(state, seat, move) for move in state.moves(seat))
    assert hidden == game.hidden_steps


class TestBeats:
    def beats(self, time: ManualTime, length: float = 1.0) -> Beats:
        return Beats(time, time.monotonic(), length, MARGIN)

    async def test_the_next_beat_is_never_in_the_past(self, time: ManualTime) -> None:
        beats = self.beats(time)
        assert beats.next() == 1.0
        await time.forward(0.999)
        assert beats.next() == pytest.approx(0.001, abs=1e-6)
        await time.forward(0.001)
        assert beats.next() == 0.0
        await time.forward(0.001)
        assert beats.next() == pytest.approx(0.999, abs=1e-6)

    async def test_thoughts_end_before_the_beat(self, time: ManualTime) -> None:
        beats = self.beats(time)
        for _ in range(40):
            thinking = beats.thinking(1.0)
            assert thinking is not None
            assert thinking == pytest.approx(max(LEAST, beats.next() - MARGIN)) or beats.next() < LEAST
            await time.forward(0.07)

    async def test_ten_thoughts_one_after_the_other_are_in_time(self, time: ManualTime) -> None:
        """As many as a plan of Venezia takes."""
        for length in (1.0, FURTHER):
            beats = self.beats(time, length)
            start = time.monotonic()
            for _ in range(10):
                await time.forward(beats.thinking(HIDDEN) or 0.0)
            assert time.monotonic() - start < length

    def test_a_house_without_pace_keeps_nobody_waiting(self, time: ManualTime) -> None:
        beats = self.beats(time, 0.0)
        assert beats.next() == 0.0
        assert beats.thinking(1.0) is None

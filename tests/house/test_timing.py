"""Timing reveals nothing: decisions of the house are shown on a beat, however long a bot thought."""

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
from ridotto.house.autoplay.beats import (
    FURTHER_STEP_FACTOR,
    HIDDEN_SHARE,
    MARGIN_FACTOR,
    MIN_THINKING_SECONDS,
    Beats,
    ends_step,
)
from ridotto.house.autoplay.fair_queue import ANONYMOUS, Requester
from ridotto.house.keys import hash_key
from ridotto.house.people.attendance import pause
from ridotto.house.service import House
from ridotto.house.store.connect import connect
from ridotto.house.tables.answer_window import WINDOW_MS, is_publicly_automatic
from ridotto.house.tables.chairs import HOST
from ridotto.house.tables.events import BotSeated, ClockRules, Moved, Opened, PersonSeated, Started, decode, encode
from ridotto.house.tables.table import Table
from tests.house.guests import Party, opening
from tests.manual_time import ManualTime
from tests.playing import Choices, some_move

pytestmark = pytest.mark.anyio

GAMES = [game.slug for game in ridotto.all_games()]
LATE_BEATS = 3.7  # beats that late bots take


class ManualBots:
    """Bots that think as long as the test says, on the clock of the test, and then make a random move."""

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
        requester: Requester = ANONYMOUS,
        seconds: Callable[[], float | None] = lambda: None,
    ) -> int:
        limit = seconds()
        assert limit is not None
        moves = world.moves(seat)
        await self.time.sleep(self.late or limit * self.choice.below(1001) / 1000)
        self.steps[seat] += 1
        return some_move(world, moves, self.choice)


@asynccontextmanager
async def house_with_bots(folder: Path, time: ManualTime, bots: ManualBots) -> AsyncIterator[House]:
    store = await connect(str(folder / "house.sqlite"), time)
    bot_pool: Any = bots
    house = House(store, bot_pool, beat_seconds=1.0)
    time.govern(house)
    await house.start()
    yield house
    await house.stop()
    await store.close()


def table_at(state: State, person: int) -> Opened:
    """The opening of a table with a position, one person and bots."""
    return opening(
        state,
        [
            PersonSeated(seat, "Anna", "volto", hash_key("key")) if seat == person else BotSeated(seat, "expert")
            for seat in range(state.seats)
        ],
    )


def positions(game: Game, choice: Choices, number: int) -> Iterator[tuple[State, int]]:
    """Random positions in which others than a viewer are asked, with the viewer."""
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
    """Milliseconds until the view of a viewer changes; None if it does not within `until` seconds."""
    start, before = time.now(), (await house.table(id)).player_view(viewer).revision
    await time.rest()
    while (await house.table(id)).player_view(viewer).revision == before:
        moment = time.due[0]
        if moment > start + 1000 * until:
            return None
        await time.forward((moment - time.now()) / 1000)
    return time.now() - start


async def start_table(house: House, opening: Opened, id: str) -> None:
    await house.store.open(id, encode(opening), listed=False)
    await house.executor.execute(id, lambda table: Started() if table.phase == "open" else None)


@pytest.mark.rule("verhext.vis.declined", "venezia2099.info.forced_not_flagged")
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("late", [0.0, LATE_BEATS], ids=["in time", "late"])
async def test_worlds_that_look_alike_change_at_the_same_times(
    slug: str, late: float, tmp_path: Path, time: ManualTime
) -> None:
    """Bots think for any time about facts that only they know, but the beat is the same."""
    choice = Choices(17)
    bots = ManualBots(time, choice, late)
    seen: dict[int, set[int | None]] = defaultdict(set)  # by the length of a beat
    number = 10 if late else 40
    async with house_with_bots(tmp_path, time, bots) as house:
        for n, (state, viewer) in enumerate(positions(ridotto.game(slug), choice, number)):
            worlds = state, state.redeal(viewer, Rng(n))
            assert beat(worlds[0]) == beat(worlds[1])
            for world in worlds:
                id = f"table{len(house.live_tables.by_id)}x{n}"
                await start_table(house, table_at(world, viewer), id)
                seen[beat(world)].add(await first_change(house, id, viewer, time, 2.5 if not late else 9.5))
                await house.executor.execute(id, pause)
    assert seen.pop(0, {0}) == {0}, "nobody is asked what everybody knows"
    for length, moments in seen.items():
        moments -= {None} | ({WINDOW_MS} if length == WINDOW_MS else set())  # the viewer's own answer takes effect
        if late:
            assert {moment % length for moment in moments if moment} <= {0}, "late bots wait for a beat"
            assert min((moment for moment in moments if moment), default=1000 * LATE_BEATS) >= 1000 * LATE_BEATS
        else:
            assert moments <= {length}
    assert slug != "diciassette" or late or set(seen) == {WINDOW_MS, 1000}
    assert any(seen.values())


def beat(state: State) -> int:
    """Milliseconds until something may be shown: 0 if everybody knows the answer, and longer in a window."""
    game: Game = state.game
    if not game.has_windows or not game.windows.is_open(state):
        return round(1000 * game.bot_delay_factor(game.view(state, SPECTATOR)))
    return 0 if is_publicly_automatic(state) else WINDOW_MS


async def test_an_early_answer_does_not_reveal_how_long_bots_thought(tmp_path: Path, time: ManualTime) -> None:
    """Anna passes early, and the window still closes on time."""
    game = ridotto.game("diciassette")
    windows = [
        (state, viewer)
        for state, viewer in positions(game, Choices(5), 400)
        if viewer in state.actors() and len(state.actors()) > 1 and beat(state) == WINDOW_MS
    ]
    assert len(windows) > 10
    seen = Counter[int | None]()
    bots = ManualBots(time, Choices(3))
    async with house_with_bots(tmp_path, time, bots) as house:
        for n, (state, viewer) in enumerate(windows[:12]):
            await start_table(house, table_at(state, viewer), f"window{n}")
            await time.forward(0.3)
            table = await house.table(f"window{n}")
            await house.decide(table.id, ["key"], viewer, table.player_view(viewer).revision, "pass", "early")
            seen[await first_change(house, table.id, -1, time, 3)] += 1
            await house.executor.execute(table.id, pause)
    assert set(seen) == {WINDOW_MS - 300}


async def test_decisions_of_the_clock_come_on_a_beat(tmp_path: Path, time: ManualTime) -> None:
    """In Verhext!, the clock plays a card and may decline a potion. Both take one beat."""
    choice, waited = Choices(4), Counter[int]()
    bots = ManualBots(time, choice)
    async with house_with_bots(tmp_path, time, bots) as house:
        party = await Party.open(house, game="verhext", players=3, clock=ClockRules(10, 0), patience=None)
        with house.subscribe(party.id, 0, 1, 2):
            await party.begin()
            await time.forward(120)
        rows = await house.store.read(party.id)
        begun = next(row.n for row in rows if isinstance(decode(row.body), Started)) + 1
        table, hidden = Table(party.id, rows[:begun]), 0
        for row in rows[begun:]:
            event = decode(row.body)
            assert isinstance(event, Moved)
            assert event.by == "clock"
            assert table.clock is not None
            end = table.clock.end(event.seat)
            assert end is not None
            if ends_step(table.started_match.state, event.seat, table.game.parse(event.move)):
                waited[row.at - max(end, table.asked_since[event.seat])] += 1
            else:
                hidden += 1
            table.apply(row)
    assert set(waited) == {1000}
    assert sum(waited.values()) > 20
    assert hidden, "nobody was offered a potion"


async def test_beats_within_a_turn(house: House, time: ManualTime) -> None:
    """The first step that others see takes a beat, further ones less. Hidden steps are made at once.

    So are all steps of an action after the first one.
    """
    await house.stop()
    slow = House(house.store, house.bot_pool, beat_seconds=10.0)
    time.govern(slow)
    await slow.start()
    party = await Party.open(slow, game="venezia", players=2, bots={0: "novice", 1: "novice"})
    with slow.subscribe(party.id, HOST):
        await party.begin()
        await time.forward(120)
    await slow.stop()
    opening, started, *rows = await house.store.read(party.id)
    table, waited = Table(party.id, [opening, started]), set[tuple[str, float]]()
    turn, before = -1, table.view(SPECTATOR)  # the seat whose turn it is, and the public view before its last step
    for row in rows:
        event = decode(row.body)
        assert isinstance(event, Moved)
        seat, asked, view = event.seat, table.asked_since[event.seat], table.view(SPECTATOR)
        seen = ends_step(table.started_match.state, seat, table.game.parse(event.move))
        phases = before.public.phase, view.public.phase
        goes_on = seat == turn and "plan" not in phases  # there, all decide at the same time
        step = "action" if goes_on and table.game.is_same_action(before, view) else "further" if goes_on else "first"
        table.apply(row)
        beat = 10_000 * (table.game.bot_delay_factor(view) if step == "first" else 1)
        waited.add((step if seen else "unseen", (row.at - asked) / beat))
        if seen:
            turn, before = seat, view
    assert waited - {("further", FURTHER_STEP_FACTOR)} == {("first", 1), ("unseen", 0), ("action", 0)}


@pytest.mark.parametrize("slug", GAMES)
def test_games_declare_hidden_steps(slug: str) -> None:
    """Bots that may make hidden steps get a share of the time for each."""
    game, choice, hidden = ridotto.game(slug), Choices(8), False
    for state, _ in positions(game, choice, 300):
        for seat in state.actors():
            hidden = hidden or any(not ends_step(state, seat, move) for move in state.moves(seat))
    assert hidden == game.has_hidden_steps


class TestBeats:
    def beats(self, time: ManualTime, length: float = 1.0) -> Beats:
        return Beats(time, time.monotonic(), length, MARGIN_FACTOR)

    async def test_the_next_beat_is_never_in_the_past(self, time: ManualTime) -> None:
        beats = self.beats(time)
        assert beats.next() == 1.0
        await time.forward(0.999)
        assert beats.next() == pytest.approx(0.001, abs=1e-6)
        await time.forward(0.001)
        assert beats.next() == 0.0
        await time.forward(0.001)
        assert beats.next() == pytest.approx(0.999, abs=1e-6)

    async def test_thinking_ends_before_the_beat(self, time: ManualTime) -> None:
        beats = self.beats(time)
        for _ in range(40):
            thinking = beats.thinking(1.0)
            assert thinking is not None
            assert (
                thinking == pytest.approx(max(MIN_THINKING_SECONDS, beats.next() - MARGIN_FACTOR))
                or beats.next() < MIN_THINKING_SECONDS
            )
            await time.forward(0.07)

    async def test_ten_decisions_in_a_row_are_in_time(self, time: ManualTime) -> None:
        """A plan of Venezia takes that many."""
        for length in (1.0, FURTHER_STEP_FACTOR):
            beats = self.beats(time, length)
            start = time.monotonic()
            for _ in range(10):
                await time.forward(beats.thinking(HIDDEN_SHARE) or 0.0)
            assert time.monotonic() - start < length

    def test_without_a_pace_nobody_waits(self, time: ManualTime) -> None:
        beats = self.beats(time, 0.0)
        assert beats.next() == 0.0
        assert beats.thinking(1.0) is None

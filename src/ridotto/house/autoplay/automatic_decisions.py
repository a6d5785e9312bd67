"""What the house decides for a seat: moves of bots, automatic moves, and moves for players who ran out of time."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ridotto.engine.note import SPECTATOR
from ridotto.engine.rng import Rng
from ridotto.house import entropy
from ridotto.house.autoplay.beats import (
    FURTHER_STEP_FACTOR,
    HIDDEN_SHARE,
    MARGIN_FACTOR,
    TEMPO_FACTORS,
    Beats,
    after_move,
    ends_step,
)
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.store.protocol import Store
from ridotto.house.tables.answer_window import WINDOW_MS, is_publicly_automatic, public_automatic_move
from ridotto.house.tables.automatic_events import close_window
from ridotto.house.tables.command_executor import CommandExecutor
from ridotto.house.tables.events import Decider, Event, Moved
from ridotto.house.tables.live_tables import LiveTables
from ridotto.house.tables.table import Table

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.state import State


class AutomaticDecisions:
    """Decides for seats, on beats.

    `beat_seconds`: between beats, 0 for none. `window_seconds`: how long windows stay open; overrides the default.
    """

    def __init__(
        self,
        store: Store,
        live_tables: LiveTables,
        executor: CommandExecutor,
        bot_pool: BotPool,
        beat_seconds: float,
        window_seconds: float | None = None,
    ) -> None:
        self._store = store
        self._live_tables = live_tables
        self._executor = executor
        self._bot_pool = bot_pool
        self._beat_seconds = beat_seconds
        default_ms = WINDOW_MS if beat_seconds else 0
        self.window_ms = default_ms if window_seconds is None else round(1000 * window_seconds)

    async def beats(self, table: Table, asked: int, further: bool = False) -> Beats:
        """The beats for a step of a seat that was asked at this time; shorter for a `further` step of the same turn.

        In a window, no answer takes effect before the window has been open long enough.
        """
        passed = (await self._store.now() - asked) / 1000
        beat = self._beat_seconds * TEMPO_FACTORS[table.tempo]
        length = beat * (FURTHER_STEP_FACTOR if further else table.game.bot_delay_factor(table.view(SPECTATOR)))
        if table.window.opened_at is not None:
            length = max(length, self.window_ms / 1000)
        time = self._store.time
        return Beats(time, time.monotonic() - passed, length, beat * MARGIN_FACTOR)

    async def decide(self, table: Table, seat: int, by: Decider, level: str, beats: Beats) -> None:
        """Decides for a seat on the next beat; at once if nobody else notices and the seat owes more."""
        state = table.started_match.state.copy()  # the table continues while a bot thinks
        is_current = is_undisturbed(table.trails.moment(seat), seat)
        move = (
            public_automatic_move(state, seat)
            if by == "house"
            else await self._choose(table, state, seat, level, beats)
        )
        assert move is not None
        commands = [partial(move_for, seat=seat, move=move, by=by, is_current=is_current)]
        if ends_step(state, seat, move):
            after = after_move(state, seat, move)
            while by == "bot" and continues_action(state, after, seat):
                move = await self._choose(table, after, seat, level, beats)
                is_current = is_view(after, seat)
                commands.append(partial(move_for, seat=seat, move=move, by=by, is_current=is_current))
                state, after = after, after_move(after, seat, move)
            await self._store.time.sleep(beats.next())
        await self._executor.execute_all(table.id, commands)

    async def close_window(self, table_id: str) -> None:
        """Waits until the open window of a table has had its time, then lets all answers take effect."""
        live_tables, store = self._live_tables, self._store
        while True:
            table = await live_tables.table(table_id)
            opened_at = table.window.opened_at
            if opened_at is None or not table.allows_autoplay:
                return
            now, event_count = await store.now(), table.event_count
            is_automatic = is_publicly_automatic(table.started_match.state)
            wait_ms = 0 if is_automatic else opened_at + self.window_ms - now
            if wait_ms > 0:
                await store.time.sleep(wait_ms / 1000)
                continue
            command = partial(close_window, now=now, open_ms=self.window_ms)
            if (await self._executor.execute(table_id, command)).event_count == event_count:
                return

    async def _choose(self, table: Table, state: "State", seat: int, level: str, beats: Beats) -> int:
        """The move of a bot. Bots that think at this table at the same time share the time until the beat."""
        world, seed = redealt_world(table, state, seat)
        bots = sum(table.chairs[other].is_played_by_bot for other in table.awaited())
        more = table.game.has_hidden_steps or table.game.has_multi_step_actions
        share = (HIDDEN_SHARE if more else 1.0) / max(1, bots)
        requester = self._live_tables.requester(table)
        return await self._bot_pool.choose(world, seat, level, seed, requester, partial(beats.thinking, share))


def continues_action(before: "State", after: "State", seat: int) -> bool:
    """Can everybody see that this seat, and no other, continues the action it has begun?"""
    game: Game = before.game
    alone = before.actors() == after.actors() == [seat]
    return alone and game.is_same_action(game.view(before, SPECTATOR), game.view(after, SPECTATOR))


def redealt_world(table: Table, state: "State", seat: int) -> "tuple[State, int]":
    """What a bot is given: a world that its seat cannot tell from the true one, and a seed for its search."""
    dice = Rng(entropy.random_bits(f"seat {seat} thinks at {table.player_view(SPECTATOR).revision}"))
    return state.redeal(seat, dice), dice.roll(1 << 30)


def move_for(table: Table, seat: int, move: int, by: Decider, is_current: Callable[[Table], bool]) -> Event | None:
    """A move that the house makes for a seat; None if the table has changed too much meanwhile."""
    if not table.allows_autoplay or not table.owes_decision(seat) or not is_current(table):
        return None
    if by == "bot" and not table.chairs[seat].is_played_by_bot:
        return None
    return Moved(seat, table.game.text(move), "", by)


def is_undisturbed(moment: str, seat: int) -> Callable[[Table], bool]:
    """Checks that the seat has seen and done nothing since. What others decide at the same time does not count."""
    return lambda table: table.trails.moment(seat) == moment


def is_view(state: "State", seat: int) -> Callable[[Table], bool]:
    """Checks that the seat's view of the match is that of `state`."""
    view = state.game.view(state, seat)
    return lambda table: table.game.view(table.started_match.state, seat) == view

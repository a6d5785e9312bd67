"""What the house decides for a seat: moves of bots, answers that go without asking, decisions of whoever is late."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ridotto.engine.note import SPECTATOR
from ridotto.engine.rng import Rng
from ridotto.house import entropy
from ridotto.house.autoplay.beats import FURTHER, HIDDEN, MARGIN, TEMPOS, Beats, ends_step, played
from ridotto.house.tables.events import By, Event, Moved
from ridotto.house.tables.table import Table
from ridotto.house.tables.windows import HOLD, due, goes_without_asking, is_foregone

if TYPE_CHECKING:
    from ridotto.engine.state import State
    from ridotto.house.service import House


class AutomaticDecisions:
    """Decides for seats, and shows it on beats."""

    def __init__(self, house: "House", pace: float, hold: float | None = None) -> None:
        self.house = house
        self.pace = pace
        # Milliseconds that windows stay open here; none where the house keeps no pace.
        self.hold = round(1000 * hold) if hold is not None else HOLD if pace else 0

    async def beats(self, table: Table, asked: int, further: bool = False) -> Beats:
        """For a step of a seat that was asked then; for a further one of the same turn they are shorter.

        In a window nobody's answer takes effect before its time.
        """
        passed = (await self.house.store.now() - asked) / 1000
        pace = self.pace * TEMPOS[table.tempo]
        length = pace * (FURTHER if further else table.game.beat(table.view(SPECTATOR)))
        if table.window.opened is not None:
            length = max(length, self.hold / 1000)
        return Beats(self.house.time, self.house.time.monotonic() - passed, length, pace * MARGIN)

    async def decide(self, table: Table, seat: int, by: By, level: str, beats: Beats) -> None:
        """Decides for a seat: on a beat, or at once if nobody else sees anything of it and more is to come."""
        state = table.playing.state.copy()  # the table goes on while somebody thinks
        same = at_moment(table.trails.moment(seat), seat)
        move = (
            goes_without_asking(state, seat) if by == "house" else await self._think(table, state, seat, level, beats)
        )
        assert move is not None
        steps = [partial(answer, seat=seat, move=move, by=by, same=same)]
        if ends_step(state, seat, move):
            after = played(state, seat, move)
            while by == "bot" and acts_on(state, after, seat):
                move = await self._think(table, after, seat, level, beats)
                steps.append(partial(answer, seat=seat, move=move, by=by, same=as_seen(after, seat)))
                state, after = after, played(after, seat, move)
            await self.house.time.sleep(beats.next())
        await self.house.do_all(table.id, steps)

    async def close_window(self, id: str) -> None:
        """Lets all answers of an open window take effect when it has had its time."""
        house = self.house
        while (opened := (table := await house.table(id)).window.opened) is not None and table.going_on:
            now, length = await house.store.now(), table.length
            wait = 0 if is_foregone(table.playing.state) else opened + self.hold - now
            if wait > 0:
                await house.time.sleep(wait / 1000)
            elif (await house.do(id, partial(due, now=now, hold=self.hold))).length == length:
                return

    async def _think(self, table: Table, state: "State", seat: int, level: str, beats: Beats) -> int:
        """A bot decides. All who think at this table at the same time share the time there is."""
        world, seed = imagined(table, state, seat)
        bots = sum(table.chairs[other].played for other in table.awaited())
        more = table.game.hidden_steps or table.game.has_acts
        share = (HIDDEN if more else 1.0) / max(1, bots)
        customer = self.house.customer(table)
        return await self.house.minds.choose(world, seat, level, seed, customer, partial(beats.thinking, share))


def acts_on(before: "State", after: "State", seat: int) -> bool:
    """Does this seat, and nobody else, go on with what it has begun, as everybody sees?"""
    game = before.game
    alone = before.actors() == after.actors() == [seat]
    return alone and game.same_act(game.view(before, SPECTATOR), game.view(after, SPECTATOR))


def imagined(table: Table, state: "State", seat: int) -> "tuple[State, int]":
    """What a bot is given: a world that its seat cannot tell from the truth, and a seed to think with."""
    dice = Rng(entropy.fresh(f"seat {seat} thinks at {table.sight(SPECTATOR).revision}"))
    return state.redeal(seat, dice), dice.roll(1 << 30)


def answer(table: Table, seat: int, move: int, by: By, same: Callable[[Table], bool]) -> Event | None:
    """The house's decision for a seat, unless it came too late: then somebody looks again."""
    if not table.going_on or not table.pending(seat) or not same(table):
        return None
    if by == "bot" and not table.chairs[seat].played:
        return None
    return Moved(seat, table.game.text(move), "", by)


def at_moment(moment: str, seat: int) -> Callable[[Table], bool]:
    """Has the seat seen and done nothing since? What others decide at the same time makes no difference."""
    return lambda table: table.trails.moment(seat) == moment


def as_seen(state: "State", seat: int) -> Callable[[Table], bool]:
    """Does the table look to the seat as it was foreseen?"""
    view = state.game.view(state, seat)
    return lambda table: table.game.view(table.playing.state, seat) == view

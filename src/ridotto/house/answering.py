"""What the house decides for a seat: moves of bots, answers that go without asking, decisions of whoever is late."""

from functools import partial
from typing import TYPE_CHECKING, Any

from ridotto.engine.note import SPECTATOR
from ridotto.engine.rng import Rng
from ridotto.house import entropy
from ridotto.house.beats import FURTHER, HIDDEN, MARGIN, Beats, ends_step
from ridotto.house.entries import By, Entry, Moved
from ridotto.house.table import Table

if TYPE_CHECKING:
    from ridotto.engine.state import State
    from ridotto.house.house import House


class Answering:
    """Decides for seats, and shows it on beats."""

    def __init__(self, house: "House", pace: float) -> None:
        self.house = house
        self.pace = pace

    async def beats(self, asked: int, further: bool = False) -> Beats:
        """For a step of a seat that was asked then; for a further one of the same turn they are shorter."""
        passed = (await self.house.store.now() - asked) / 1000
        length = self.pace * (FURTHER if further else 1)
        return Beats(self.house.time, self.house.time.monotonic() - passed, length, self.pace * MARGIN)

    async def decide(self, table: Table, seat: int, by: By, level: str, beats: Beats) -> None:
        """Makes a move for a seat: on a beat, or at once if nobody else sees anything of it and more is to come."""
        state = table.playing.state.copy()  # the table goes on while somebody thinks
        view = table.game.view(state, seat)
        move = goes_without_asking(state, seat) if by == "house" else await self._think(table, seat, level, beats)
        assert move is not None
        if ends_step(state, seat, move):
            await self.house.time.sleep(beats.next())
        await self.house.do(table.id, partial(answer, seat=seat, view=view, move=move, by=by))

    async def _think(self, table: Table, seat: int, level: str, beats: Beats) -> int:
        """A bot decides. All who think at this table at the same time share the time there is."""
        world, seed = imagined(table, seat)
        bots = sum(table.chairs[other].played for other in table.awaited())
        share = (HIDDEN if table.game.hidden_steps else 1.0) / max(1, bots)
        customer = self.house.customer(table)
        return await self.house.minds.choose(world, seat, level, seed, customer, partial(beats.thinking, share))


def goes_without_asking(state: "State", seat: int) -> int | None:
    """What the house answers for a person: the obvious, where everybody may know that it is.

    The table goes on then without that person, and so nobody must learn from it what the seat alone knows.
    """
    game = state.game
    if game.obvious(game.view(state, SPECTATOR)) is None:
        return None
    return game.obvious(game.view(state, seat))


def imagined(table: Table, seat: int) -> "tuple[State, int]":
    """What a bot is given: a world that its seat cannot tell from the truth, and a seed to think with."""
    dice = Rng(entropy.fresh(f"seat {seat} thinks at {table.sight(SPECTATOR).revision}"))
    return table.playing.state.redeal(seat, dice), dice.roll(1 << 30)


def answer(table: Table, seat: int, view: dict[str, Any], move: int, by: By) -> Entry | None:
    """The house's decision for a seat, unless it came too late: then somebody looks again."""
    if not table.active or not table.pending(seat) or table.game.view(table.playing.state, seat) != view:
        return None
    if by == "bot" and not table.chairs[seat].played:
        return None
    return Moved(seat, table.game.text(move), "", by)

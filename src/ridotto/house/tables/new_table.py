"""What somebody wishes who opens a table, and whether the house can do it."""

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from ridotto.engine.game import Game
from ridotto.engine.message import msg
from ridotto.games import game as game_named
from ridotto.house.entropy import new_seed
from ridotto.house.people.guests import USUAL, clean_name, demand_mask, demand_own_mask, demand_own_name
from ridotto.house.refusals import Refused
from ridotto.house.tables.commands import demand_level
from ridotto.house.tables.events import VERSION, ClockRules, Opened, Placed, Sat, Tempo, Watch

PATIENCE = 180  # seconds, where nobody says
SECONDS = range(10, 24 * 3600 + 1)
INCREMENTS = range(601)


class NewChair(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits on a chair: a guest who is still to come, a person who is there when the table is opened, or a bot.

    Without a name, a person is called by the mask.
    """

    who: Literal["guest", "here", "bot"] = "guest"
    level: Annotated[str, Meta(max_length=40)] = USUAL
    name: str = ""
    mask: Annotated[str, Meta(max_length=40)] = ""

    def seated(self, seat: int, lock: str) -> Sat | Placed | None:
        match self.who:
            case "bot":
                demand_level(self.level)
                return Placed(seat, self.level)
            case "here":
                demand_mask(self.mask)
                return Sat(seat, clean_name(self.name or self.mask.capitalize()), self.mask, lock)
        return None


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as its host wants it."""

    game: Annotated[str, Meta(max_length=40)]
    players: int | None = None
    options: Annotated[dict[str, str | int | bool], Meta(max_length=40)] = {}
    bots: Annotated[dict[int, str], Meta(max_length=10, description="levels, by seat")] = {}
    chairs: Annotated[
        dict[int, NewChair], Meta(max_length=10, description="by seat; chairs the table does not have are overlooked")
    ] = {}
    listed: bool = False
    watch: Watch = "anyone"
    talk: Annotated[Watch, Meta(description="who may say something; spectators give a name")] = "players"
    tempo: Annotated[Tempo, Meta(description="of the bots")] = "normal"
    clock: ClockRules | None = None
    patience: int | None = PATIENCE
    hints: bool = True
    guided: Annotated[bool, Meta(description="what is new to a player is explained when it first comes up")] = False

    def opened(self, host: str, lock_of: Callable[[int], str] = str) -> Opened:
        """The first entry of the table's log, or a refusal."""
        game: Game = game_named(self.game)
        players = game.usual if self.players is None else self.players
        options = game.choose(players, self.options)
        if self.clock is not None:
            demand_within("clock", self.clock.seconds, SECONDS)
            demand_within("increment", self.clock.increment, INCREMENTS)
        if self.patience is not None:
            demand_within("patience", self.patience, SECONDS)
        return Opened(
            version=VERSION,
            game=game.slug,
            rules=game.rules_version,
            players=players,
            options=options,
            seed=new_seed("deal"),
            host=host,
            listed=self.listed,
            watch=self.watch,
            clock=self.clock,
            patience=self.patience,
            hints=self.hints,
            seated=self._seated(players, lock_of),
            guided=self.guided,
            tempo=self.tempo,
            talk=self.talk,
        )

    def _seated(self, players: int, lock_of: Callable[[int], str]) -> list[Sat | Placed]:
        """Who sits at the table from the beginning; no two of the same name or mask, nor on the same chair."""
        seated: dict[int, Sat | Placed] = {}
        worn: dict[str, str] = {}
        for seat, level in self.bots.items():
            demand_level(level)
            if not 0 <= seat < players:
                raise Refused("no-seat", msg("There's no seat {seat} at this table.", seat=seat))
            seated[seat] = Placed(seat, level)
        for seat in range(players):
            wish = self.chairs.get(seat)
            sitting = wish.seated(seat, lock_of(seat)) if wish else None
            if sitting is None:
                continue
            if seat in seated:
                raise Refused("taken", msg("That seat is already taken."))
            if isinstance(sitting, Sat):
                demand_own_name(sitting.name, worn.values())
                demand_own_mask(sitting.mask, worn)
                worn[sitting.mask] = sitting.name
            seated[seat] = sitting
        return list(seated.values())


def again(table: str, opened: Opened, seated: list[Sat | Placed]) -> Opened:
    """Another table like this one, with a new deal."""
    return structs.replace(
        opened,
        version=VERSION,
        rules=game_named(opened.game).rules_version,
        seed=new_seed("deal of a rematch"),
        seated=seated,
        after=table,
        start=None,
        guided=False,
    )


def demand_within(name: str, value: int, allowed: range) -> None:
    if value not in allowed:
        raise Refused(
            "bad-option",
            msg(
                "{name} must be a number of seconds from {least} to {most}.",
                name=name,
                least=allowed[0],
                most=allowed[-1],
            ),
        )

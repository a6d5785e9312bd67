"""What the host of a new table chooses, checked and turned into the first event of its log."""

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from ridotto.engine.game import Game
from ridotto.engine.message import msg
from ridotto.games import game as game_named
from ridotto.house.entropy import new_seed
from ridotto.house.people.guests import DEFAULT_LEVEL, clean_name, require_mask, require_own_mask, require_own_name
from ridotto.house.refusals import Refused
from ridotto.house.tables.commands import require_level
from ridotto.house.tables.events import VERSION, Audience, BotSeated, ClockRules, Opened, PersonSeated, Tempo

DEFAULT_PATIENCE_SECONDS = 180
ALLOWED_SECONDS = range(10, 24 * 3600 + 1)
ALLOWED_INCREMENTS = range(601)


class NewChair(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits on a chair: a guest who is still to come, a person who is there when the table is opened, or a bot.

    Without a name, a person is called by the mask.
    """

    who: Literal["guest", "here", "bot"] = "guest"
    level: Annotated[str, Meta(max_length=40)] = DEFAULT_LEVEL
    name: str = ""
    mask: Annotated[str, Meta(max_length=40)] = ""

    def seating(self, seat: int, key_hash: str) -> PersonSeated | BotSeated | None:
        """The event that seats them; None for a guest who is still to come."""
        match self.who:
            case "bot":
                require_level(self.level)
                return BotSeated(seat, self.level)
            case "here":
                require_mask(self.mask)
                return PersonSeated(seat, clean_name(self.name or self.mask.capitalize()), self.mask, key_hash)
        return None


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as its host wants it."""

    game: Annotated[str, Meta(max_length=40)]
    players: int | None = None
    options: Annotated[dict[str, str | int | bool], Meta(max_length=40)] = {}
    bots: Annotated[dict[int, str], Meta(max_length=10, description="levels, by seat")] = {}
    chairs: Annotated[
        dict[int, NewChair], Meta(max_length=10, description="by seat; chairs the table does not have are ignored")
    ] = {}
    listed: bool = False
    watch: Audience = "anyone"
    talk: Annotated[Audience, Meta(description="who may chat; spectators give a name")] = "players"
    tempo: Annotated[Tempo, Meta(description="of the bots")] = "normal"
    clock: ClockRules | None = None
    patience: int | None = DEFAULT_PATIENCE_SECONDS
    hints: bool = True
    guided: Annotated[bool, Meta(description="shows a lesson when something new to a player comes up")] = False

    def opening(self, host_key_hash: str, key_hash_of: Callable[[int], str] = str) -> Opened:
        """The first event of the table's log; refuses a table that is not possible.

        `key_hash_of`: the key hash of a seat whose person is already there.
        """
        game: Game = game_named(self.game)
        players = game.default_players if self.players is None else self.players
        options = game.validate_options(players, self.options)
        if self.clock is not None:
            require_within("clock", self.clock.seconds, ALLOWED_SECONDS)
            require_within("increment", self.clock.increment, ALLOWED_INCREMENTS)
        if self.patience is not None:
            require_within("patience", self.patience, ALLOWED_SECONDS)
        return Opened(
            version=VERSION,
            game=game.slug,
            rules=game.rules_version,
            players=players,
            options=options,
            seed=new_seed("deal"),
            host_key_hash=host_key_hash,
            listed=self.listed,
            watch=self.watch,
            clock=self.clock,
            patience=self.patience,
            hints=self.hints,
            seated=self._chair_changes(players, key_hash_of),
            guided=self.guided,
            tempo=self.tempo,
            talk=self.talk,
        )

    def _chair_changes(self, players: int, key_hash_of: Callable[[int], str]) -> list[PersonSeated | BotSeated]:
        """Who sits at the table from the beginning; refuses equal names, masks and seats."""
        seatings: dict[int, PersonSeated | BotSeated] = {}
        mask_owners: dict[str, str] = {}
        for seat, level in self.bots.items():
            require_level(level)
            if not 0 <= seat < players:
                raise Refused("no-seat", msg("There's no seat {seat} at this table.", seat=seat))
            seatings[seat] = BotSeated(seat, level)
        for seat in range(players):
            chair = self.chairs.get(seat)
            seating = chair.seating(seat, key_hash_of(seat)) if chair else None
            if seating is None:
                continue
            if seat in seatings:
                raise Refused("taken", msg("That seat is already taken."))
            if isinstance(seating, PersonSeated):
                require_own_name(seating.name, mask_owners.values())
                require_own_mask(seating.mask, mask_owners)
                mask_owners[seating.mask] = seating.name
            seatings[seat] = seating
        return list(seatings.values())


def rematch_opening(table_id: str, opened: Opened, seated: list[PersonSeated | BotSeated]) -> Opened:
    """The first event of a table for the rematch: the same settings, a new deal."""
    return structs.replace(
        opened,
        version=VERSION,
        rules=game_named(opened.game).rules_version,
        seed=new_seed("deal of a rematch"),
        seated=seated,
        after=table_id,
        start=None,
        guided=False,
    )


def require_within(name: str, value: int, allowed: range) -> None:
    if value not in allowed:
        raise Refused(
            "bad-option",
            msg(
                "{name} must be a number of seconds from {min} to {max}.",
                name=name,
                min=allowed[0],
                max=allowed[-1],
            ),
        )

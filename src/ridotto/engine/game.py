"""The abstract base class of all games: how a game starts, writes moves and positions, and shows a table.

A game is a folder. Its `__init__.py` holds one `Game` object named `game`, which declares what the game is. What the
game does in detail stands in modules with fixed names in the folder (`show/view.py`, `show/scene.py`, ...; see
`GameModule`), which are imported on first use.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import lru_cache
from importlib import import_module
from reprlib import repr as brief
from typing import TYPE_CHECKING, Any, ClassVar, cast

from ridotto.engine.errors import BadMoveText, BadOption, IllegalMove
from ridotto.engine.game_registry import register_game
from ridotto.engine.message import Message, msg
from ridotto.engine.note import SPECTATOR
from ridotto.engine.options import Option
from ridotto.engine.parsing import read_generator, split_snapshot
from ridotto.engine.rng import key_from_seed
from ridotto.engine.state import State

if TYPE_CHECKING:
    from ridotto.engine.figures import Figures
    from ridotto.engine.game_module import GameModule
    from ridotto.engine.knowledge import Knowledge
    from ridotto.engine.lesson import Lesson
    from ridotto.engine.note import Note
    from ridotto.engine.public_step import PublicStep
    from ridotto.engine.scene import OwnScene, Scene
    from ridotto.engine.view import OwnView, PublicView, View


class Game(ABC):
    """One game, with everything that is the same at each of its tables.

    There is one object per game; `ridotto.game` finds it by its slug.

        >>> game = ridotto.game("verhext")
        >>> game.title, game.players, game.default_players
        ('Verhext!', range(3, 6), 4)
        >>> state = game.start(players=3, seed=7)
        >>> [game.text(move) for move in state.moves(state.actor())][:3]
        ['prophecy 0+', 'prophecy 0-', 'prophecy 1+']
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[range]
    default_players: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    rules_version: ClassVar[int]
    state_class: ClassVar[type[State]]
    move_texts: ClassVar[tuple[str, ...]]  # the canonical text of every move, by its number
    example_move: ClassVar[int] = 0  # shows in error messages how moves are written
    note_kinds: ClassVar[type[IntEnum]]  # what notes announce
    heading_notes: ClassVar[tuple[int, ...]] = ()  # kinds of notes that stand out in the log
    minor_notes: ClassVar[tuple[int, ...]] = ()  # kinds of notes that step back in the log
    has_hidden_steps: ClassVar[bool] = False  # may a seat decide several times before others see any of it?
    has_public_automatic_moves: ClassVar[bool] = False  # may everybody know of some moves that they are automatic?
    has_windows: ClassVar[bool] = False  # are all seats asked at once whether they interrupt? See `standing_orders`
    openspiel_peer: ClassVar[str] = "hearts"  # the game of OpenSpiel that benchmarks compare this one with

    def __init__(self) -> None:
        register_game(self.state_class, self)
        self._by_text = {text: move for move, text in enumerate(self.move_texts)}

    # Starting

    def start(self, players: int | None = None, seed: int | None = None, **options: str | int) -> State:
        """Start a new game and return the state of its first decision.

        Args:
            players: Number of seats; `default_players` if left out.
            seed: A whole number below 2**256. The same seed and options give the same game; without a seed the
                game is unpredictable.
            options: Values by name of the option, as text, number or bool. Missing options have their default.

        Raises:
            BadOption: The game has no such option, value or player count.
            BadSeed: The seed is not a whole number of 256 bits.

        Example:
            >>> state = ridotto.game("venti").start(players=3, seed=1, max_rounds=5)
            >>> state.seats, state.over
            (3, False)
        """
        players = self.default_players if players is None else players
        valid = self.validate_options(players, options)
        return self.deal(players, secrets.randbits(256) if seed is None else seed, valid)

    def deal(self, players: int, seed: int, options: dict[str, str], listen: bool = False) -> State:
        """Start a new game with options from `validate_options`. `listen` records the notes of the opening as well."""
        state = self.state_class.blank()
        state.set_key(key_from_seed(seed))
        if listen:
            state.listen()
        self.open(state, players, options)
        return state

    def validate_options(self, players: object, options: Mapping[str, object]) -> dict[str, str]:
        """Return the values of all options as text, with defaults for those left out.

        Raises:
            BadOption: The player count, an option or a value is not allowed; the message says what is.
        """
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            allowed = msg("{min} to {max}", min=self.players[0], max=self.players[-1])
            raise BadOption(
                msg(
                    "{game} is for {allowed} players, not {players}.", game=self.title, allowed=allowed, players=players
                )
            )
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption(
                    msg(
                        "Unknown option “{name}” for {game} (choose from: {known}).",
                        game=self.title,
                        name=name,
                        known=", ".join(known),
                    )
                )
        chosen = {}
        for name, option in known.items():
            value = options.get(name, option.values[0])
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if not option.allows(text, players):
                raise BadOption(
                    msg(
                        "The option {name} can't be {value} (allowed: {allowed}).",
                        name=name,
                        value=value,
                        allowed=option.allowed_values(players),
                    )
                )
            chosen[name] = text
        return chosen

    def open(self, state: Any, players: int, options: dict[str, str]) -> None:
        """Set up a state that has its key, up to the first decision."""
        self.configure(state, players, options)
        state.open()

    def configure(self, state: Any, players: int, options: dict[str, str]) -> None:
        """Write the number of seats and the options into a state."""
        state.set_seats(players)
        state.set_options({option.name: option.to_number(options[option.name]) for option in self.options})

    @abstractmethod
    def max_decisions(self, players: int, options: dict[str, str]) -> int | None:
        """An upper bound for the decisions in one game; None if the options set no bound."""

    # Moves

    def text(self, move: int) -> str:
        """The canonical text of a move.

        Raises:
            ValueError: The game has no move of this number.
        """
        if not 0 <= move < len(self.move_texts):
            raise ValueError(f"{self.title} has no move {move}")
        return self.move_texts[move]

    def parse(self, text: str) -> int:
        """The move with this canonical text, the inverse of `text`.

        Raises:
            BadMoveText: The game has no such move. Whether the move is legal is not checked.
        """
        try:
            return self._by_text[text]
        except (KeyError, TypeError):
            raise BadMoveText(
                msg(
                    "{game} has no move {text} (moves look like this: {example}).",
                    game=self.title,
                    text=brief(text),
                    example=self.move_texts[self.example_move],
                )
            ) from None

    def move_name(self, move: int) -> Message:
        """A move in words that are right in every position."""
        return self.module("names").move_message(move)

    def refusal(self, state: State, seat: int, move: int) -> IllegalMove:
        """The error that explains why a seat may not make a move. It reveals nothing that the seat does not know."""
        return self.module("rules.refusals").refusal(state, seat, move)

    def clause(self, state: State, seat: int, move: int) -> str:
        """The id of the clause that allows a legal move."""
        return self.module("rules.refusals").clause(state, seat, move)

    # Positions

    def options_of(self, state: State) -> dict[str, str]:
        """The values of all options that a state is played with."""
        return {option.name: option.from_number(getattr(state, option.name)) for option in self.options}

    def stored_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """The options that snapshots and records contain.

        An option that was added later is left out at its default, so that old records and their checksums stay valid.
        """
        return {
            option.name: options[option.name]
            for option in self.options
            if not option.added_later or options[option.name] != option.values[0]
        }

    def snapshot(self, state: State) -> dict[str, Any]:
        """The complete position as JSON, secrets and random generator included. `load` is the inverse."""
        return {
            "game": self.slug,
            "rules": self.rules_version,
            "players": state.seats,
            "options": self.stored_options(self.options_of(state)),
            **self.module("rules.snapshot").position(state),
            "generator": {"key": state.key_bytes().hex(), "drawn": state.drawn()},
        }

    def checksummed(self, snapshot: dict[str, Any]) -> dict[str, Any]:
        """The part of a snapshot that the checksums of a record cover.

        Override it to leave out entries that were added after records of this rules version had been written.
        """
        return snapshot

    def load(self, snapshot: object, seed: int | None = None) -> State:
        """Build the state of a snapshot.

        Everything but `players` and the position may be missing: options have their defaults, and the generator is made
        from `seed`, or is unpredictable without one.

        Raises:
            BadSnapshot: The snapshot is malformed, or the position is impossible; the message says why.
            BadOption: The game has no such option, value or player count.

        Example:
            >>> state = game.start(seed=7)
            >>> game.load(state.snapshot()) == state
            True
        """
        header = split_snapshot(snapshot, self.slug, self.rules_version)
        options = self.validate_options(header.players, header.options)
        state = self.state_class.blank()
        read_generator(state, header.generator, secrets.randbits(256) if seed is None else seed)
        self.configure(state, cast(int, header.players), options)
        self.module("rules.from_snapshot").read(state, header.position)
        return state

    def inventory(self, state: State) -> dict[str, int]:
        """The number of components of every kind, counted in all places of a position."""
        return self.module("rules.inventory").inventory(state)

    # What people see

    def view(self, state: State, viewer: int) -> "View[Any, Any]":
        """What one viewer (a seat or `SPECTATOR`) may know of a position."""
        from ridotto.engine.view import View

        return View(self.public_view(state), None if viewer == SPECTATOR else self.own_view(state, viewer))

    def public_view(self, state: State) -> "PublicView":
        """What everybody may know of a position."""
        places = tuple(state.places()) if state.over else None
        return self.module("show.view").public_view(state, self.options_of(state), places)

    def own_view(self, state: State, seat: int) -> "OwnView":
        """What a seat knows besides."""
        moves = tuple(state.moves(seat))
        clauses = tuple(self.clause(state, seat, move) for move in moves)
        return self.module("show.view").own_view(state, seat, moves, clauses)

    def scene(self, view: "View[Any, Any]") -> "Scene":
        """The table of a view: zones, pieces and actions."""
        from ridotto.engine.scene import add_own_scene

        public = self.public_scene(view.public)
        return public if view.own is None else add_own_scene(public, self.own_scene(view))

    def public_scene(self, public: "PublicView") -> "Scene":
        """The table as everybody sees it."""
        return self.module("show.scene").public_scene(public)

    def own_scene(self, view: "View[Any, Any]") -> "OwnScene":
        """What a seat sees besides."""
        return self.module("show.scene").own_scene(view)

    def waiting(self, public: "PublicView") -> tuple[int, ...]:
        """The seats that the table waits for: `public_scene(public).waiting`, without the cost of a whole scene."""
        return self.module("show.scene").waiting(public)

    def note_name(self, kind: int) -> str:
        """The name of a kind of notes, such as `trick_won`."""
        return self.note_kinds(kind).name.lower()

    def log_line(self, note: "Note", names: list[str]) -> Message | None:
        """A note as a line of the log, with the names of the seats; None if the log does not mention it."""
        return self.module("show.story").log_line(note, names)

    def weight(self, note: "Note") -> int:
        """How much the log line of a note stands out: 2 for a heading, 1 for a plain line, 0 for a minor one."""
        return 2 if note.kind in self.heading_notes else 0 if note.kind in self.minor_notes else 1

    def log_lines(self, notes: "list[Note]", names: list[str]) -> list[tuple[int, Message]]:
        """The log of some notes as pairs of weight and line. A game may join several notes to one line."""
        everybody = tuple(names)
        return [
            (self.weight(note), line) for note in notes if (line := _cached_log_line(self, note, everybody)) is not None
        ]

    def readable_notes(self, state: State, notes: "list[Note]", latest: bool = True) -> "list[Note]":
        """The notes that the rules allow to be looked up now.

        `notes` is the log or a section of it; `latest` says whether the section ends with the newest note.
        """
        return notes

    def figures(self, public: "Iterable[PublicStep]", players: int) -> "Figures":
        """The statistics of a match, computed from nothing but its public steps (`Match.public`)."""
        return self.module("show.figures").figures(public, players)

    @property
    def lessons(self) -> "tuple[Lesson, ...]":
        """The explanations of a first game, in the order in which they are given."""
        return self.module("show.lessons").LESSONS if self.has_module("show.lessons") else ()

    # What the house decides for a seat

    def automatic_move(self, view: "View[Any, Any]") -> int | None:
        """The move that is made without asking because the viewer has no sensible alternative, or None."""
        return None

    @property
    def has_automatic_moves(self) -> bool:
        """Does the game override `automatic_move`?"""
        return type(self).automatic_move is not Game.automatic_move

    def is_same_action(self, before: "View[Any, Any]", after: "View[Any, Any]") -> bool:
        """Do two successive decisions of one seat belong to one action, such as paying or landing a flock?

        Both views are those of a spectator, because bots show a whole action at once.
        """
        return False

    @property
    def has_multi_step_actions(self) -> bool:
        """Does the game override `is_same_action`?"""
        return type(self).is_same_action is not Game.is_same_action

    def bot_delay_factor(self, view: "View[Any, Any]") -> float:
        """How long a bot waits before this decision, relative to its usual delay. The view is that of a spectator."""
        return 1.0

    @property
    def windows(self) -> "GameModule":
        """The module `show/windows.py` of a game with `has_windows`; see `engine/standing_orders.py`."""
        return self.module("show.windows")

    # What bots know

    def knowledge(self) -> "Knowledge":
        """A new object with what a good player knows; plain `Knowledge` if the game has no `bot/bot.py`."""
        if self.has_module("bot.bot"):
            return self.module("bot.bot").knowledge()
        from ridotto.engine.knowledge import Knowledge

        return Knowledge()

    def blunders(self, view: "View[Any, Any]") -> set[int]:
        """Moves that are absurd by what this view shows. Even a novice makes none of them if there is another move."""
        return self.module("bot.blunders").blunders(view) if self.has_module("bot.blunders") else set()

    @property
    def simulations(self) -> Mapping[str, int]:
        """Simulations by level, for the levels whose general number does not suit the game."""
        return self.module("bot.bot").SIMULATIONS if self.has_module("bot.bot") else {}

    # The folder

    def module(self, name: str) -> "GameModule":
        """Import a module of the game's folder, such as `show.view`."""
        return cast("GameModule", import_module(f"{type(self).__module__}.{name}"))

    def has_module(self, name: str) -> bool:
        """Does the game's folder have such a module?"""
        wanted = f"{type(self).__module__}.{name}"
        try:
            import_module(wanted)
        except ModuleNotFoundError as missing:
            if missing.name is None or not wanted.startswith(missing.name):
                raise  # the module exists, but cannot be imported
            return False
        return True

    def __repr__(self) -> str:
        return f"<game {self.slug}>"


@lru_cache(20_000)
def _cached_log_line(game: Game, note: "Note", names: tuple[str, ...]) -> Message | None:
    """Cached because the same log is shown to every viewer and after every move."""
    return game.log_line(note, list(names))

"""A game of the house: its name, its seats and options, how it starts, how moves and positions are written.

A game is a folder. Its `Game` object says what the game is; what it does in detail stands in modules of known names
beside it (`view.py`, `scene.py`, ...), which are imported when they are first needed.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from reprlib import repr as brief
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

from ridotto.engine.errors import BadMoveText, BadOption, IllegalMove
from ridotto.engine.message import Message, msg
from ridotto.engine.rng import key_of
from ridotto.engine.state import State

if TYPE_CHECKING:
    from ridotto.engine.figures import Figures, Moment
    from ridotto.engine.knowledge import Knowledge
    from ridotto.engine.lesson import Lesson
    from ridotto.engine.note import Note
    from ridotto.engine.outcomes import Course, Horizon, Outcome
    from ridotto.engine.scene import Scene
    from ridotto.engine.standing_orders import Order

SEAT = "seat"  # stands in an option's values for every seat number
SWITCHED = {"true": 1, "false": 0, "on": 1, "off": 0}


@dataclass(frozen=True, slots=True)
class Option:
    """A variant named in the specification; the first value is the usual one."""

    name: str
    values: tuple[str, ...]
    title: Message
    players: range | None = None  # the player counts at which there is a choice; None: all
    numbers: range = range(0)  # any of these will do as well, the values are some of them
    later: bool = False  # there are records from before it: it is written down only where it is not as usual

    @property
    def counts(self) -> bool:
        """Are its values whole numbers?"""
        return self.values[0].isdecimal()

    def allowed(self, players: int) -> tuple[str, ...]:
        """The values at a table of this size."""
        if self.players is not None and players not in self.players:
            return self.values[:1]
        return tuple(
            choice for value in self.values for choice in (map(str, range(players)) if value == SEAT else (value,))
        )

    def allows(self, value: str, players: int) -> bool:
        """May a table of this size choose this value?"""
        if value in self.allowed(players):
            return True
        return value.isdecimal() and len(value) < 10 and str(int(value)) == value and int(value) in self.numbers

    def choices(self, players: int) -> Message | str:
        """What may be chosen, in words."""
        if self.numbers:
            return msg("whole numbers from {least} to {most}", least=self.numbers[0], most=self.numbers[-1])
        return ", ".join(self.allowed(players))

    def number(self, value: str) -> int:
        """A value as a state holds it: itself, 1 or 0 for a switch, the seat or -1, else its place among the values."""
        if self.counts:
            return int(value)
        if value in SWITCHED:
            return SWITCHED[value]
        if SEAT in self.values:
            return int(value) if value.isdecimal() else -1
        return self.values.index(value)

    def value(self, number: int) -> str:
        """The value of such a number."""
        if self.counts:
            return str(number)
        if SEAT in self.values:
            return str(number) if number >= 0 else self.values[0]
        if self.values[0] in SWITCHED:
            number = self.values.index(next(value for value in self.values if SWITCHED[value] == number))
        return self.values[number]


class Part(Protocol):
    """What the modules of a game's folder offer, each its own functions."""

    # names.py
    def move_message(self, move: int) -> Message: ...

    # reasons.py
    def refusal(self, state: State, seat: int, move: int) -> IllegalMove: ...
    def clause(self, state: State, seat: int, move: int) -> str: ...

    # snapshot.py, loading.py
    def position(self, state: State) -> dict[str, Any]: ...
    def read(self, state: State, position: dict[str, Any]) -> None: ...

    # inventory.py
    def inventory(self, state: State) -> dict[str, int]: ...

    # windows.py
    ORDERS: "tuple[Order, ...]"
    PASS: int

    def is_open(self, state: State) -> bool: ...
    def term(self, state: State) -> int: ...
    def ahead(self, view: dict[str, Any]) -> list[int]: ...
    def answer(self, view: dict[str, Any], order: str, number: int) -> int | None: ...

    # bot.py
    SIMULATIONS: Mapping[str, int]

    def knowledge(self) -> "Knowledge": ...

    # blunders.py
    def blunders(self, view: dict[str, Any]) -> set[int]: ...

    # outcomes.py
    OUTCOMES: "Mapping[str, Outcome]"

    def horizon(self, players: int) -> "Horizon": ...
    def outcomes(self, course: "Course") -> dict[str, float]: ...

    # lessons.py
    LESSONS: "tuple[Lesson, ...]"

    # figures.py
    def figures(self, moments: "Iterable[Moment]", players: int) -> "Figures": ...

    # view.py, scene.py, story.py
    def view(self, state: State, viewer: int) -> dict[str, Any]: ...
    def scene(self, view: dict[str, Any]) -> "Scene": ...
    def waiting(self, view: dict[str, Any]) -> tuple[int, ...]: ...
    def story(self, note: "Note", names: list[str]) -> Message | None: ...
    def joined(
        self, notes: "list[Note]", names: list[str], weight: Callable[["Note"], int]
    ) -> list[tuple[int, Message]]: ...


class Game(ABC):
    """One game. Adding a game to the house is adding a folder whose module holds one of these as `game`."""

    slug: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[range]
    usual: ClassVar[int]  # players, where nobody says
    options: ClassVar[tuple[Option, ...]]
    rules_version: ClassVar[int]
    state: ClassVar[type[State]]
    moves: ClassVar[tuple[str, ...]]  # the canonical text of every move
    headings: ClassVar[tuple[int, ...]] = ()  # notes that stand out in the log
    asides: ClassVar[tuple[int, ...]] = ()  # and those that step back
    hidden_steps: ClassVar[bool] = False  # may a seat decide several times before anybody else sees anything of it?
    foregone_steps: ClassVar[bool] = False  # are there answers that everybody may know to be obvious?
    has_windows: ClassVar[bool] = False  # is a question open to all at the same time? See `engine/windows.py`
    peer: ClassVar[str] = "hearts"  # the game of OpenSpiel that benchmarks compare it with

    def __init__(self) -> None:
        _games[self.state] = self
        self._by_text = {text: move for move, text in enumerate(self.moves)}

    # Starting

    def start(self, players: int | None = None, seed: int | None = None, **options: str | int) -> State:
        """A new game; without a seed, one that nobody can foretell."""
        players = self.usual if players is None else players
        return self.deal(players, secrets.randbits(256) if seed is None else seed, self.choose(players, options))

    def deal(self, players: int, seed: int, choices: dict[str, str], listen: bool = False) -> State:
        """A new game by checked choices; `listen` to hear the notes of the opening too."""
        state = self.state.blank()
        state.keyed(key_of(seed))
        if listen:
            state.listen()
        self.open(state, players, choices)
        return state

    def choose(self, players: object, options: Mapping[str, object]) -> dict[str, str]:
        """All options with their values, or a refusal that says what is allowed."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            allowed = msg("{least} to {most}", least=self.players[0], most=self.players[-1])
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
                        allowed=option.choices(players),
                    )
                )
            chosen[name] = text
        return chosen

    def open(self, state: Any, players: int, choices: dict[str, str]) -> None:
        """Sets up a keyed state to the first decision."""
        self.seat(state, players, choices)
        state.open()

    def seat(self, state: Any, players: int, choices: dict[str, str]) -> None:
        """Tells a state how many play, and by which variants."""
        state.sit(players)
        state.set_options({option.name: option.number(choices[option.name]) for option in self.options})

    @abstractmethod
    def longest(self, players: int, choices: dict[str, str]) -> int | None:
        """No game has more decisions than this; None where the options set no bound."""

    # Moves

    def text(self, move: int) -> str:
        """The one way to write a move."""
        if not 0 <= move < len(self.moves):
            raise ValueError(f"{self.title} has no move {move}")
        return self.moves[move]

    def name(self, move: int) -> Message:
        """A move in words, as far as they are the same in every position."""
        return self.part("names").move_message(move)

    def parse(self, text: str) -> int:
        """The move of a text."""
        try:
            return self._by_text[text]
        except (KeyError, TypeError):
            raise BadMoveText(
                msg(
                    "{game} has no move {text} (moves look like this: {example}).",
                    game=self.title,
                    text=brief(text),
                    example=self.moves[self.example],
                )
            ) from None

    example: ClassVar[int] = 0  # a move that shows how moves are written

    def refusal(self, state: State, seat: int, move: int) -> IllegalMove:
        """Why this move of this seat is refused, told from what the seat knows."""
        return self.part("rules.refusals").refusal(state, seat, move)

    def clause(self, state: State, seat: int, move: int) -> str:
        """The clause a legal move rests on."""
        return self.part("rules.refusals").clause(state, seat, move)

    # Positions

    def choices(self, state: State) -> dict[str, str]:
        """The options a state plays by."""
        return {option.name: option.value(getattr(state, option.name)) for option in self.options}

    def written(self, choices: Mapping[str, str]) -> dict[str, str]:
        """Options as snapshots and records have them: old ones stay as they are, whatever options came later."""
        return {
            option.name: choices[option.name]
            for option in self.options
            if not option.later or choices[option.name] != option.values[0]
        }

    def snapshot(self, state: State) -> dict[str, Any]:
        """The whole position as plain JSON, secrets included."""
        return {
            "game": self.slug,
            "rules": self.rules_version,
            "players": state.seats,
            "options": self.written(self.choices(state)),
            **self.part("rules.snapshot").position(state),
            "generator": {"key": state.key_bytes().hex(), "drawn": state.drawn()},
        }

    def checked(self, snapshot: dict[str, Any]) -> dict[str, Any]:
        """What of a snapshot the checks of a record cover: all of it, but for entries that records are older than."""
        return snapshot

    def load(self, snapshot: object, seed: int | None = None) -> State:
        """The state of a snapshot; an impossible one raises BadSnapshot. The seed serves where it has no generator."""
        from ridotto.engine.parsing import opened

        state, position = opened(self, snapshot, secrets.randbits(256) if seed is None else seed)
        self.part("rules.from_snapshot").read(state, position)
        return state

    def inventory(self, state: State) -> dict[str, int]:
        """How many there are of every kind of component, counted in the places where they lie."""
        return self.part("rules.inventory").inventory(state)

    # What people see

    def view(self, state: State, viewer: int) -> dict[str, Any]:
        """What one viewer (-1: a spectator) may be shown, as plain JSON, built up from nothing."""
        moves = state.moves(viewer)
        return {
            "viewer": viewer,
            "options": self.choices(state),
            **self.part("show.view").view(state, viewer),
            "moves": moves,
            "clauses": [self.clause(state, viewer, move) for move in moves],
            "places": state.places() if state.over else None,
        }

    def scene(self, view: dict[str, Any]) -> "Scene":
        """The table of a view: zones, pieces, actions."""
        return self.part("show.scene").scene(view)

    def waiting(self, view: dict[str, Any]) -> tuple[int, ...]:
        """The seats that the table waits for, as its scene will say: what clocks need is had without one."""
        return self.part("show.scene").waiting(view)

    def story(self, note: "Note", names: list[str]) -> Message | None:
        """A note as a line of the log."""
        return self.part("show.story").story(note, names)

    def weight(self, note: "Note") -> int:
        """How much its line of the log stands out: 0 steps back, 1 is plain, 2 is a heading."""
        return 2 if note.kind in self.headings else 0 if note.kind in self.asides else 1

    def lines(self, notes: "list[Note]", names: list[str]) -> list[tuple[int, Message]]:
        """The log with the weights of its lines: a line a note, unless a game joins some of them."""
        everybody = tuple(names)
        return [(self.weight(note), line) for note in notes if (line := _told(self, note, everybody)) is not None]

    def recalled(self, state: State, notes: "list[Note]", latest: bool = True) -> "list[Note]":
        """What of the log, or of a part of it, may be looked up now. `latest`: the part reaches to its end."""
        return notes

    def obvious(self, view: dict[str, Any]) -> int | None:
        """The answer that nobody who knows this view would think about: it may be given without asking."""
        return None

    def same_act(self, before: dict[str, Any], after: dict[str, Any]) -> bool:
        """Do two questions to a seat, one after the other, belong to one act: a payment, a flock that lands?

        Bots show all of an act at once, so it is told from what everybody sees.
        """
        return False

    def beat(self, view: dict[str, Any]) -> float:
        """How long everybody waits for a bot that is asked this, as a part of the usual; told from what all see."""
        return 1.0

    @property
    def has_acts(self) -> bool:
        """May several decisions be one act?"""
        return type(self).same_act is not Game.same_act

    @property
    def windows(self) -> Part:
        """What is asked of all at the same time, in a game that has such windows."""
        return self.part("rules.windows")

    @property
    def lessons(self) -> "tuple[Lesson, ...]":
        """What is explained in a first game, in the order in which it is told."""
        return self.part("show.lessons").LESSONS if self.has_part("show.lessons") else ()

    @property
    def knows_obvious(self) -> bool:
        """Does the game name answers that go without asking?"""
        return type(self).obvious is not Game.obvious

    # What bots know

    def blunders(self, view: dict[str, Any]) -> set[int]:
        """Moves that are absurd by what this view shows: not even a beginner makes one, if there is any other."""
        return self.part("bot.blunders").blunders(view) if self.has_part("bot.blunders") else set()

    def knowledge(self) -> "Knowledge":
        """What a good player knows, as a new object; the rules alone, where the game has no `bot.py`."""
        if self.has_part("bot.bot"):
            return self.part("bot.bot").knowledge()
        from ridotto.engine.knowledge import Knowledge

        return Knowledge()

    @property
    def simulations(self) -> Mapping[str, int]:
        """By level of a bot, where the game has its own opinion, how many simulated games make it."""
        return self.part("bot.bot").SIMULATIONS if self.has_part("bot.bot") else {}

    def has_part(self, name: str) -> bool:
        """Is there such a module in the game's folder?"""
        wanted = f"{type(self).__module__}.{name}"
        try:
            import_module(wanted)
        except ModuleNotFoundError as missing:
            if missing.name is None or not wanted.startswith(missing.name):
                raise
            return False
        return True

    def part(self, name: str) -> Part:
        """A module of the game's folder."""
        return cast(Part, import_module(f"{type(self).__module__}.{name}"))

    def __repr__(self) -> str:
        return f"<game {self.slug}>"


@lru_cache(20_000)
def _told(game: Game, note: "Note", names: tuple[str, ...]) -> Message | None:
    """The same log is told again and again, to everybody and after every move."""
    return game.story(note, list(names))


_games: dict[type[State], Game] = {}


def game_of(kind: type[State]) -> Game:
    """The game a class of states belongs to."""
    for base in kind.__mro__:
        if base in _games:
            return _games[base]
    raise LookupError(f"{kind.__name__} belongs to no game")

"""ridotto play: a match in the terminal, new or saved."""

import hashlib
import os
import secrets
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console

from ridotto.engine import record
from ridotto.engine.errors import BadRecord, RidottoError
from ridotto.engine.game import Game
from ridotto.engine.match import Match
from ridotto.engine.message import msg
from ridotto.engine.rng import Rng
from ridotto.games import game as game_named
from ridotto.terminal.screen import Screen
from ridotto.terminal.seats import assign_seats
from ridotto.terminal.session import TerminalSession
from ridotto.translations import Translator


def play(
    game: Game,
    translator: Translator,
    *,
    players: int | None = None,
    people: int | Sequence[str] | None = None,
    bots: str | None = None,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    resume: str | os.PathLike[str] | None = None,
    console: Console | None = None,
    ask: Callable[[str], str] | None = None,
) -> Match:
    """Plays a match until it is over or the people quit, and returns it.

    `resume` continues a saved match, which has its own players, people, bots and options.
    """
    if resume is not None:
        if options or any(value is not None for value in (players, people, bots)):
            raise RidottoError(msg("A saved game keeps its own players, people, bots and options: leave them out."))
        match = record.load(resume, game_named)
        if match.game is not game:
            raise BadRecord(msg("This is a game of {other}, not {game}.", other=match.game.title, game=game.title))
    else:
        size = game.default_players if players is None else players
        rules = game.validate_options(size, options or {})
        match = Match(game, size, rules, seed, assign_seats(size, 1 if people is None else people, bots, translator))
    TerminalSession(match, Screen(translator, console, ask), bot_rng(seed), resume).run()
    return match


def bot_rng(seed: int | None) -> Rng:
    """The random numbers of the bots: repeatable with a seed, and independent of those that deal the cards."""
    if seed is None:
        return Rng(secrets.randbits(256))
    return Rng(int.from_bytes(hashlib.sha256(f"bots {seed}".encode()).digest(), "little"))

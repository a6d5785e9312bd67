"""Verhext!: foretell your tricks, then brew them."""

import secrets
from typing import Any

from ridotto.engine.errors import IllegalMove
from ridotto.engine.game import Game
from ridotto.engine.message import Message
from ridotto.engine.note import Note
from ridotto.engine.rng import key_of
from ridotto.engine.scene import Scene
from ridotto.games.verhext import cards as c
from ridotto.games.verhext import options
from ridotto.games.verhext.rules import Verhext

WEIGHTS = {c.PLAYED: 0, c.ROUND_BEGINS: 2, c.GAME_ENDS: 2}


class VerhextGame(Game):
    slug = "verhext"
    title = "Verhext!"
    players = range(3, 6)
    usual = 4
    options = options.OPTIONS
    rules_version = c.RULES_VERSION
    state = Verhext
    moves = (
        *(f"prophecy {prophecy}" for prophecy in c.PROPHECIES),
        *(f"rebid {prophecy}" for prophecy in c.PROPHECIES[1:]),
        *c.CARD_NAMES,
        "no potion",
        *(f"add {value}" for value in (1, 2, 3)),
        "keep zero",
        "spend zero",
    )
    example = c.BASE + 7
    peer = "oh_hell"

    def open(self, state: Verhext, players: int, choices: dict[str, str]) -> None:
        state.open(players, options.by_number(choices), *options.point_table(choices))

    def longest(self, players: int, choices: dict[str, str]) -> int:
        """A prophecy, seven cards, each with a potion step, and a zero decision for everybody, seven times."""
        return c.ROUNDS * players * (1 + 2 * c.HAND + 1)

    def choices(self, state: Verhext) -> dict[str, str]:
        return options.values_of(state)

    def name(self, move: int) -> Message:
        from ridotto.games.verhext.names import move_message

        return move_message(move)

    def refusal(self, state: Verhext, seat: int, move: int) -> IllegalMove:
        from ridotto.games.verhext.reasons import refusal

        return refusal(state, seat, move)

    def clause(self, state: Verhext, seat: int, move: int) -> str:
        from ridotto.games.verhext.reasons import clause

        return clause(state, seat, move)

    def snapshot(self, state: Verhext) -> dict[str, Any]:
        from ridotto.games.verhext.snapshot import write

        return write(state)

    def load(self, snapshot: object, seed: int | None = None) -> Verhext:
        from ridotto.games.verhext.loading import load

        return load(snapshot, self.choose, key_of(secrets.randbits(256) if seed is None else seed))

    def inventory(self, state: Verhext) -> dict[str, int]:
        from ridotto.games.verhext.inventory import inventory

        return inventory(state)

    def view(self, state: Verhext, viewer: int) -> dict[str, Any]:
        from ridotto.games.verhext.view import view

        return view(state, viewer)

    def scene(self, view: dict[str, Any]) -> Scene:
        from ridotto.games.verhext.scene import scene

        return scene(view)

    def story(self, note: Note, names: list[str]) -> Message | None:
        from ridotto.games.verhext.story import story

        return story(note, names)

    def weight(self, note: Note) -> int:
        return WEIGHTS.get(note.kind, 1)

    def recalled(self, state: Verhext, notes: list[Note]) -> list[Note]:
        from ridotto.games.verhext.story import recalled

        return notes if state.show_history else recalled(notes)


game = VerhextGame()

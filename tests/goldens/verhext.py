"""A whole game of Verhext! as text: every decision, every note, and the score cards after every round."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ridotto
from ridotto.engine.note import Note
from ridotto.games.verhext.cards import Told

game = ridotto.game("verhext")

GAMES: dict[int, dict[str, str]] = {
    3: {},
    4: {"potions_per_play": "any", "zero_card_mode": "both_ways"},
    5: {"point_table": "double_stakes", "leader_by": "number_first", "exact_tiebreak": "all_fulfilled"},
}
SEED = 2024


def path(players: int) -> Path:
    return Path(__file__).with_name(f"verhext-{players}.txt")


def text(players: int) -> str:
    return "\n".join(lines(players)) + "\n"


def lines(players: int) -> Iterator[str]:
    choices = game.choose(players, GAMES[players])
    yield f"verhext, rules {game.rules_version}, {players} players, seed {SEED}"
    yield from (f"{name}: {value}" for name, value in choices.items())
    state = game.start(players=players, seed=SEED, **choices)
    state.listen()
    chance = ridotto.Rng(SEED)
    yield from round_begins(state)
    while not state.over:
        seat, here = state.actor(), state.round
        moves = state.moves(seat)
        move = moves[chance.roll(len(moves))]
        yield f"seat {seat}: {game.text(move)}"
        state.play(seat, move)
        yield from (note_line(note) for note in state.told())
        if state.round > here:
            yield from round_begins(state)
    yield ""
    yield from score_cards(state)
    yield f"scores {state.scores()}, places {state.places()}"


def note_line(note: Note) -> str:
    return f"    {Told(note.kind).name.lower()} {note.a} {note.b} {note.c}"


def round_begins(state: Any) -> Iterator[str]:
    shown = state.snapshot()
    yield ""
    yield f"round {shown['round']}, holder {shown['holder']}, trump {shown['trump']}"
    yield from score_cards(state)
    for seat, cards in enumerate(shown["seats"]):
        yield f"  hand {seat}: {', '.join(cards['hand'])}"


def score_cards(state: Any) -> Iterator[str]:
    shown = state.snapshot()
    yield f"  stacks {shown['stacks']}"
    for seat, (card, score) in enumerate(zip(shown["seats"], state.scores(), strict=True)):
        plus, minus = " ".join(card["fulfilled"]) or "-", " ".join(card["failed"]) or "-"
        yield f"  score {seat}: {score} (hats {card['hats']}, zeros {card['zeros']}, plus {plus}, minus {minus})"

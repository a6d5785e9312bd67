"""Golden play-throughs: one whole random game per player count, readable in a diff.

`python -m tests.goldens` writes them anew; do that only when a change of the rules or of chance is meant.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ridotto
from ridotto.engine.note import Note
from tests.playing import kinds_of_notes

# The usual rules where nothing else is said.
OPTIONS: dict[tuple[str, int], dict[str, str]] = {
    ("diciassette", 3): {"call_between_double": "true", "trash_cancels_double": "true"},
    ("diciassette", 5): {"settlement": "batch", "direction_resets": "true"},
    ("diciassette", 6): {"hand_backs_public": "false"},
    ("venezia", 2): {"tourists": "3", "start_reserve": "15"},
    ("venezia", 3): {"hunters": "2", "cancelled_gathering": "ignored"},
    ("venezia", 4): {"max_rounds": "0"},
    ("venezia2099", 2): {"unused_colour": "azure"},
    ("venezia2099", 4): {"gondola_move": "extra", "first_player": "2"},
    ("venezia2099", 5): {"rescue_to_platform": "false"},
    ("venti", 2): {"allow_early_end": "true", "start_player": "1", "max_rounds": "30"},
    ("venti", 3): {"frozen_attempt": "blind_commit", "failed_own_freeze": "stay_frozen", "max_rounds": "20"},
    ("venti", 4): {"max_rounds": "20"},
    ("venti", 5): {"catch_up_measure": "after_penalty", "penalty_choice": "minimal", "max_rounds": "20"},
    ("venti", 6): {"extra_action_timing": "next_turn", "failed_own_freeze": "discard", "max_rounds": "15"},
    ("verhext", 4): {"potions_per_play": "any", "zero_card_mode": "both_ways"},
    ("verhext", 5): {"point_table": "double_stakes", "leader_by": "number_first", "exact_tiebreak": "all_fulfilled"},
}
GAMES = [(game.slug, players) for game in ridotto.all_games() for players in game.players]
SEED = 2024
SELDOM = {"call"}  # or the game would be over before it has begun
EVERY = 40  # decisions, after which the whole position is written down


def path(slug: str, players: int) -> Path:
    return Path(__file__).with_name(f"{slug}-{players}.txt")


def text(slug: str, players: int) -> str:
    return "\n".join(lines(slug, players)) + "\n"


def lines(slug: str, players: int) -> Iterator[str]:
    """Every decision, what it told and to whom, and from time to time the position."""
    game = ridotto.game(slug)
    state = game.start(players=players, seed=SEED, **OPTIONS.get((slug, players), {}))
    state.listen()
    kinds = kinds_of_notes(slug)
    chance = ridotto.Rng(SEED)
    decisions = 0
    while not state.over:
        if decisions % EVERY == 0:
            yield from position(state)
        seats = state.actors()
        seat = seats[chance.roll(len(seats))]
        moves = state.moves(seat)
        move = moves[chance.roll(len(moves))]
        if game.text(move) in SELDOM and chance.roll(8):
            move = moves[0]
        yield f"seat {seat}: {game.text(move)}"
        state.play(seat, move)
        for note in state.take_notes():
            yield f"    {kinds(note.kind).name.lower()} {note.a} {note.b} {note.c}{heard_by(note, players)}"
        decisions += 1
    yield from position(state)
    yield f"scores {state.scores()}, places {state.places()}"


def position(state: Any) -> Iterator[str]:
    """A snapshot, one line an entry."""
    yield ""
    for key, value in state.snapshot().items():
        parts = value if isinstance(value, list) and any(isinstance(part, dict) for part in value) else [value]
        yield from (f"{key}: {json.dumps(part)}" for part in parts)
    yield ""


def heard_by(note: Note, players: int) -> str:
    """Who is told, if not everybody."""
    return "" if note.audience < 0 else f" to {[seat for seat in range(players) if note.heard_by(seat)]}"

"""Snapshots changed at random: each is refused with a sentence, or loads as exactly what it says."""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import ridotto
from ridotto.games.verhext import cards as c
from tests.verhext.rounds import play_round
from tests.verhext.table import do, game, prophecy_phase, table, trick


def positions() -> list[dict[str, Any]]:
    """One of each phase, with something in every place."""
    piles = {0: {"failed": "2+ 2x 1+", "hats": 1}, 1: {"zeros": 2, "fulfilled": "3x"}, 2: {"hats": 2, "failed": "3+"}}
    choosing = prophecy_phase(3, round=5, score_cards=piles)
    do(choosing, "rebid 2+", "prophecy 1x")
    playing = table("R9 R8 R1 P1 P2 P3", "C1", "B1", round=5, score_cards=piles)
    trick(playing, "R9+P1 C1 B1")
    do(playing, "rat 8")
    counting = play_round(["3+", "3x", "0", "1+"], [4, 1, 0, 2], round=5, score_cards=piles)
    return [state.snapshot() for state in (choosing, playing, counting, play_to_the_end(counting.copy()))]


def play_to_the_end(state: Any) -> Any:
    while not state.over:
        state.play(state.actor(), state.moves(state.actor())[-1])
    return state


POSITIONS = positions()
WORDS = [
    *c.CARD_NAMES,
    *c.PROPHECIES,
    "prophecy",
    "play",
    "count",
    "over",
    "verhext",
    "any",
    "random",
    "potion 1 + potion 2",
]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(WORDS)
) | st.text(max_size=5)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every part of a snapshot."""
    found = [path] if path else []
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        found += places(part, (*path, key))
    return found


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


@st.composite
def changed(draw: st.DrawFn) -> Any:
    """A snapshot with one to three parts replaced, exchanged, doubled or taken away."""
    snapshot = copy.deepcopy(draw(st.sampled_from(POSITIONS)))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(snapshot)))
        parent = at(snapshot, path[:-1])
        how = draw(st.sampled_from(["replace", "replace", "nudge", "copy", "remove", "insert"]))
        if how == "remove":
            del parent[path[-1]]
        elif how == "insert" and isinstance(parent, list):
            parent.insert(path[-1], draw(VALUES))
        elif how == "insert":
            parent[draw(st.text(max_size=4) | st.sampled_from(["leftover", "hand", "won", "plays"]))] = draw(VALUES)
        elif how == "copy":
            parent[path[-1]] = copy.deepcopy(at(snapshot, draw(st.sampled_from(places(snapshot)))))
        elif how == "nudge" and isinstance(parent[path[-1]], int):
            parent[path[-1]] += draw(st.sampled_from([-1, 1]))
        else:
            parent[path[-1]] = draw(VALUES)
    return snapshot


def agrees(given: Any, shown: Any, key: object = None) -> bool:
    """Does a state's snapshot say all that was given? Sets of cards may have any order."""
    if key == "options":
        return {name: str(value) for name, value in given.items()}.items() <= shown.items()
    if key == "generator":
        return given is None or (bytes.fromhex(given["key"]).hex(), given.get("drawn", 0)) == tuple(shown.values())
    if isinstance(shown, dict):
        return all(name in shown and agrees(value, shown[name], name) for name, value in given.items())
    if key in ("hand", "leftover", "rest", "fulfilled"):
        return sorted(given) == sorted(shown)
    if key == "failed":
        return sorted(given, key=lambda text: text[0]) == shown
    if isinstance(shown, list):
        return len(given) == len(shown) and all(map(agrees, given, shown))
    return bool(given == shown)


def test_the_positions_are_as_they_should_be():
    assert [shown["phase"] for shown in POSITIONS] == ["prophecy", "play", "count", "over"]
    assert POSITIONS[1]["laid"] == "rat 8"
    assert all(agrees(shown, game.load(shown).snapshot()) for shown in POSITIONS)


def loaded(snapshot: object) -> Any:
    """The state of a snapshot, or None if it is refused with a sentence. Anything else that is raised is a mistake."""
    try:
        return game.load(copy.deepcopy(snapshot), seed=1)
    except ridotto.RidottoError as refusal:
        return None if str(refusal) else refusal


@settings(max_examples=1500 if ridotto.compiled else 300)
@given(changed())
def test_a_changed_snapshot_is_refused_or_means_what_it_says(snapshot):
    state = loaded(snapshot)
    if state is not None:
        assert agrees(snapshot, state.snapshot())
        assert game.load(state.snapshot()) == state
        play_to_the_end(state)


@given(VALUES)
def test_any_json_is_refused(value):
    assert loaded(value) is None

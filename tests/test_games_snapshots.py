"""Snapshots of every game changed at random: each is refused with a sentence, or loads as exactly what it says."""

import copy
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridotto
from ridotto.engine.conformance.trial import UNBOUNDED
from tests.playing import Choices, some_states

SLUGS = [game.slug for game in ridotto.all_games()]
CHANGES = 3000 if ridotto.compiled else 300


@cache
def positions(slug: str) -> list[dict[str, Any]]:
    """Positions from games with every player count and many options."""
    game = ridotto.game(slug)
    return [state.snapshot() for seed in range(3) for state in some_states(game, Choices(seed), every=7)]


def words(value: Any) -> Iterator[str]:
    """All texts in a snapshot."""
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from words(part)


@cache
def scalars(slug: str) -> st.SearchStrategy[Any]:
    known = sorted({word for snapshot in positions(slug) for word in words(snapshot)})
    return (
        (st.none() | st.booleans() | st.integers(-2, 20) | st.integers() | st.floats(allow_nan=False))
        | st.sampled_from(known)
        | st.text(max_size=5)
    )


@cache
def values(slug: str) -> st.SearchStrategy[Any]:
    return st.recursive(
        scalars(slug),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=6,
    )


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to every part of a snapshot."""
    found = [path] if path else []
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        found += places(part, (*path, key))
    return found


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


ODD = (None, True, False, -1, 0, 1, 99, 2**31, 2**63, -(2**70), 0.5, 1e300, "", " ", "0", "\x00", "é🦊", "draw ")


@cache
def known_words(slug: str) -> list[str]:
    return sorted({word for snapshot in positions(slug) for word in words(snapshot)})


def some_value(slug: str, chance: Random, deep: int = 0) -> Any:
    """A random JSON value, mostly one that is in snapshots of this game, or close to it."""
    kind = chance.randrange(10 - 2 * deep)
    if kind < 3:
        return chance.choice(known_words(slug))
    if kind < 5:
        return chance.randint(-2, 20)
    if kind < 6 or deep == 2:
        return chance.choice(ODD)
    inner = [some_value(slug, chance, deep + 1) for _ in range(chance.randrange(4))]
    return inner if chance.random() < 0.5 else {chance.choice(known_words(slug)): part for part in inner}


def changed(slug: str, chance: Random) -> Any:
    """A snapshot with one to three parts replaced, exchanged, doubled or taken away."""
    snapshot = copy.deepcopy(chance.choice(positions(slug)))
    for _ in range(chance.randint(1, 3)):
        ways = places(snapshot)
        path, there = chance.choice(ways), chance.choice(ways)
        parent = at(snapshot, path[:-1])
        how = chance.choice(["replace", "replace", "nudge", "nudge", "copy", "swap", "remove", "insert"])
        if how == "remove":
            del parent[path[-1]]
        elif how == "insert" and isinstance(parent, list):
            parent.insert(path[-1], some_value(slug, chance))
        elif how == "insert":
            parent[str(chance.choice(there))] = some_value(slug, chance)
        elif how == "copy":
            parent[path[-1]] = copy.deepcopy(at(snapshot, there))
        elif how == "swap":
            here, other = copy.deepcopy(parent[path[-1]]), copy.deepcopy(at(snapshot, there))
            at(snapshot, there[:-1])[there[-1]] = here
            if path in places(snapshot):
                at(snapshot, path[:-1])[path[-1]] = other
        elif how == "nudge" and isinstance(parent[path[-1]], int):
            parent[path[-1]] += chance.choice([-1, 1])
        else:
            parent[path[-1]] = some_value(slug, chance)
    return snapshot


def agrees(given: Any, shown: Any, key: object = None) -> bool:
    """Does a state's snapshot say all that was given? Sets of cards may have any order."""
    if key == "options":
        return all(shown.get(name) == str(value).lower() for name, value in given.items())
    if key == "generator":
        return given is None or (bytes.fromhex(given["key"]).hex(), given.get("drawn", 0)) == tuple(shown.values())
    if isinstance(shown, dict):
        return all(name in shown and agrees(value, shown[name], name) for name, value in given.items())
    if isinstance(shown, list):
        same = len(given) == len(shown) and all(map(agrees, given, shown))
        return same or (all(isinstance(part, str) for part in shown) and sorted(given) == sorted(shown))
    return bool(given == shown)


def loaded(slug: str, snapshot: object) -> Any:
    """The state of a snapshot, or None if it is refused with a sentence. Anything else that is raised is a mistake."""
    try:
        return ridotto.game(slug).load(copy.deepcopy(snapshot), seed=1)
    except ridotto.RidottoError as refusal:
        return None if str(refusal) else refusal


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_a_changed_snapshot_is_refused_or_means_what_it_says(slug):
    understood = 0
    for seed in range(CHANGES):
        snapshot = changed(slug, Random(f"{slug} {seed}"))
        state = loaded(slug, snapshot)
        if state is not None:
            assert agrees(snapshot, state.snapshot()), (seed, snapshot)
            assert ridotto.game(slug).load(state.snapshot()) == state, (seed, snapshot)
            play_to_the_end(state)
            understood += 1
    assert 0 < understood < CHANGES / 2


def play_to_the_end(state: Any) -> None:
    """Plays a valid position to the end of the game."""
    choice = Choices(3)
    game = state.game
    bound = game.max_decisions(state.seats, game.options_of(state)) or UNBOUNDED
    kinds = game.inventory(state)
    while not state.over:
        moves = state.moves(state.actor())
        state.play(state.actor(), moves[choice.below(len(moves))])
        bound -= 1
    assert bound >= 0
    assert game.inventory(state) == kinds


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_any_json_is_refused(slug):
    @given(values(slug))
    def check(value):
        assert loaded(slug, value) is None

    check()


@pytest.mark.parametrize("slug", SLUGS)
def test_the_positions_load_as_they_are(slug):
    game = ridotto.game(slug)
    phases = {str(snapshot.get("phase")) for snapshot in positions(slug)}
    assert len(phases) >= 3
    for snapshot in positions(slug):
        assert game.load(snapshot).snapshot() == snapshot


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "expected"),
        ({"rules": 99}, "expected"),
        ({"players": 99}, "99"),
        ({"players": True}, "True"),
        ({"options": {"size": "huge"}}, "size"),
        ({"options": []}, "options"),
        ({"generator": {"key": "12"}}, "64 hexadecimal digits"),
        ({"generator": {"key": "00" * 32, "drawn": -1}}, "drawn"),
        ({"surplus": 1}, "surplus"),
    ],
)
def test_a_wrong_header_is_refused_in_one_line(slug, change, message):
    with pytest.raises(ridotto.RidottoError) as refusal:
        ridotto.game(slug).load(copy.deepcopy(positions(slug)[3]) | change)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)

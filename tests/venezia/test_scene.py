"""What every table of Venezia has in common, whoever looks and whatever is asked."""

from itertools import islice

import pytest

import ridotto
from ridotto.games.venezia.rules.snapshot import PHASES
from ridotto.games.venezia.show.board import ON_THE_BOARD
from tests.venezia.scenes import GAME, NAMES, counters, moments, names, scene, table, text_of, zone, zones

TABLES = [(2, {}), (3, {"tourists": 3, "hunters": 2}), (4, {})]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_legal_move_is_offered_once_and_piece_ids_are_unique(players, options):
    for state in islice(moments(players, players, options), 0, None, 3):
        shown = scene(state, state.actor())
        ids = [piece.id for part in shown.zones for piece in part.pieces]
        known = {*ids, *(part.id for part in shown.zones), None}
        assert len(ids) == len(set(ids))
        assert all(piece.on in ids for part in shown.zones for piece in part.pieces if piece.on)
        if not state.over:
            assert [GAME.parse(action.move) for action in shown.actions] == state.moves(state.actor())
            assert {action.take for action in shown.actions} <= known
            assert len({text_of(action.name) for action in shown.actions}) == len(shown.actions)
            assert scene(state, -1).actions == ()


@pytest.mark.rule("venezia.info.noleak")
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_scene_is_the_same_in_every_world_the_viewer_cannot_tell_apart(players, options):
    rng = ridotto.Rng(players)
    for turn, state in enumerate(islice(moments(players, players + 10, options), 0, None, 5)):
        viewer = turn % (players + 1) - 1
        assert scene(state.redeal(viewer, rng, recall=False), viewer) == scene(state, viewer)


def test_every_phase_has_its_own_question_and_its_own_waiting():
    asked, waited = {}, {}
    for seed in range(12):
        for state in moments(4, seed, {"action_use": "may"} if seed % 2 else {}):
            phase = state.snapshot()["phase"]
            if phase != "over" and phase not in asked:
                asked[phase] = text_of(scene(state, state.actor()).prompt)
                waited[phase] = text_of(scene(state, -1).prompt)
    assert set(asked) == set(PHASES) - {"over"}
    assert len(set(asked.values())) == len(asked)
    assert all(text.endswith((".", "?")) for text in (*asked.values(), *waited.values()))
    assert all(any(name in text for name in NAMES) for text in waited.values())


def test_the_piazza_is_in_sight_when_it_is_asked_about_and_the_city_otherwise():
    for state in islice(moments(4, 3), 0, None, 5):
        shown = scene(state, state.actor())
        on_the_board = state.snapshot()["phase"] in ON_THE_BOARD
        assert zone(shown, "piazza").folded != on_the_board
        assert not on_the_board or all(part.quiet or part.folded for part in zones(shown, "place-"))


def test_the_panels_count_every_pigeon_that_is_not_in_the_city():
    seats = {0: {"score": 9, "piazza": ["4C", "5D"], "nest": 3, "reserve": 5}, 1: {"piazza": ["5B"]}}
    shown = scene(table("pick", seats=seats, player=1), 1)
    assert counters(shown, 0) == {
        "order": 1, "score": 9, "led": 0, "reserve": 5, "nest": 3, "supply": 30, "piazza": 2, "home": "Castello",
    }  # fmt: skip
    assert [counters(shown, seat)["order"] for seat in range(3)] == [1, 2, 3]


def test_the_home_base_is_chosen_among_the_free_districts():
    state = GAME.start(2, 1)
    state.play(state.actor(), GAME.parse("castello"))
    shown = scene(state, state.actor())
    assert "3 points for you, 6 for others" in text_of(shown.prompt)
    assert len(names(shown)) == 6
    assert counters(shown, state.actor())["home"] == "–"

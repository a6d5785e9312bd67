"""The texts of the moves of every game, and whatever else may be given as a move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridotto
from tests.playing import Choices, some_states

GAMES = pytest.mark.parametrize("game", ridotto.all_games(), ids=lambda game: game.slug)


@GAMES
def test_every_move_has_its_own_text_and_is_read_back_from_it(game):
    assert [game.parse(game.text(move)) for move in range(len(game.move_texts))] == list(range(len(game.move_texts)))
    assert len(set(game.move_texts)) == len(game.move_texts)


@GAMES
def test_every_move_has_a_name(game):
    assert all(game.move_name(move).text for move in range(len(game.move_texts)))


@GAMES
def test_any_other_text_is_refused_with_an_example(game):
    near = st.sampled_from(game.move_texts).flatmap(lambda text: st.sampled_from([text + " ", text.upper(), text[1:]]))

    @given(st.text() | near)
    def check(text):
        if text in game.move_texts:
            assert game.text(game.parse(text)) == text
        else:
            with pytest.raises(ridotto.BadMoveText, match=game.move_texts[game.example_move]):
                game.parse(text)

    check()


@GAMES
def test_what_is_no_text_is_refused_as_well(game):
    @given(
        st.none()
        | st.integers()
        | st.lists(st.text())
        | st.binary()
        | st.floats()
        | st.dictionaries(st.text(), st.text())
    )
    def check(value):
        with pytest.raises(ridotto.BadMoveText):
            game.parse(value)

    check()


@GAMES
def test_numbers_that_are_no_legal_move_or_seat_are_refused_and_change_nothing(game):
    states = list(some_states(game, Choices(2), every=9))

    @given(st.sampled_from(states), st.integers(-300, 300), st.integers(-9, 9))
    def check(state, move, seat):
        before = state.copy()
        if move in state.moves(seat):
            state.copy().play(seat, move)
        else:
            with pytest.raises(ridotto.IllegalMove) as refusal:
                state.play(seat, move)
            assert refusal.value.clause.startswith(f"{game.slug}.")
        assert state == before

    check()


@GAMES
def test_options_out_of_the_list_are_refused_with_what_is_allowed(game):
    for option in game.options:
        for players in game.players:
            for value in ("", "nonsense", -1, 99, None, 1.5, ["random"]):
                if isinstance(value, int) and value in option.numbers:
                    continue
                with pytest.raises(ridotto.BadOption) as refusal:
                    game.start(players=players, **{option.name: value})
                allowed = (
                    map(str, (option.numbers[0], option.numbers[-1])) if option.numbers else option.values_for(players)
                )
                assert all(choice in str(refusal.value) for choice in allowed)
    for players in (0, game.players[0] - 1, game.players[-1] + 1, True, "4", 3.0):
        with pytest.raises(ridotto.BadOption):
            game.start(players=players)
